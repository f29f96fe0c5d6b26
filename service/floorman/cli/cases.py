"""Cases: hands with known cards, what every seat does, and what must come of it (tests/cases/README.md).

A file holds one JSON object a line. Reading checks its form only; whether the hand is one is for the
service to say.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias, cast

from floorman import steps
from floorman.cli.table_switches import Switch

__all__ = [
    "BLIND_FOLLOWS",
    "Case",
    "CaseError",
    "CaseSeat",
    "CaseStep",
    "Do",
    "Expect",
    "Json",
    "Refuse",
    "read_case",
    "read_cases",
]

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"

BLIND_FOLLOWS: Final = -1
"""In place of a blind's seat: it follows from the button (R-3.1)."""

_CHIPS: Final = 2**63 - 1
_NUMBER: Final = 2**32 - 1


class CaseError(ValueError):
    """A line that is no case. The text says where and why."""


@dataclass(frozen=True, slots=True)
class CaseSeat:
    """A dealt-in seat: its number, and chips before and of each post (R-5.1, R-5.2)."""

    number: int
    stack: int
    live_post: int
    dead_post: int
    absent: bool


@dataclass(frozen=True, slots=True)
class Do:
    """A step that must be accepted."""

    step: steps.Step


@dataclass(frozen=True, slots=True)
class Refuse:
    """A step that must be refused, for this reason where one is given."""

    step: steps.Step
    reason: str | None


@dataclass(frozen=True, slots=True)
class Expect:
    """What the next decision must be; only the keys present count."""

    wanted: dict[str, Json]


CaseStep: TypeAlias = Do | Refuse | Expect


@dataclass(frozen=True, slots=True)
class Case:
    """One case. Cards are names, ``??`` is an unknown one; seats are the numbers used at the table.

    Attributes:
        name: the id, unique in the pack.
        title: what it shows, for people.
        preset: of the rule book's section 21; empty for CASH.
        switches: what differs from the preset.
        button: a seat, which may be empty.
        small_blind_seat, big_blind_seat: a seat, None for a dead small blind, or BLIND_FOLLOWS.
        straddles: (seat, chips) in the order posted.
        holes: by seat; a seat left out has unknown cards. It may name seats that are not dealt in.
        boards: up to five cards a board.
        burns: as they fall.
        asks: at a showdown each seat decides (ASK).
        expect: what must hold at the end, or None.
    """

    name: str
    title: str
    preset: str
    switches: dict[str, Switch]
    button: int
    seats: tuple[CaseSeat, ...]
    small_blind_seat: int | None
    big_blind_seat: int | None
    straddles: tuple[tuple[int, int], ...]
    last_two_in_event: bool
    holes: dict[int, tuple[str, ...]]
    boards: tuple[tuple[str, ...], ...]
    burns: tuple[str, ...]
    asks: bool
    steps: tuple[CaseStep, ...]
    expect: dict[str, Json] | None


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, line by line.

    Raises:
        CaseError: a line is no case; its number is in the text.
        OSError: the file cannot be read.
    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            try:
                yield read_case(json.loads(line))
            except (CaseError, json.JSONDecodeError) as error:
                raise CaseError(f"{path}:{number}: {error}") from None


def read_case(fields: Json) -> Case:
    """The case that a JSON object is.

    Raises:
        CaseError: it is none.
    """
    return _case(_Fields(fields))


class _Fields:
    """The fields of a JSON object, each asked for by name and form."""

    __slots__ = ("_fields", "_where")

    def __init__(self, fields: Json, where: str = "") -> None:
        self._where = where
        if not isinstance(fields, dict):
            raise CaseError(f"{where or 'the line'} is no JSON object")
        self._fields = fields

    def _bad(self, name: str, form: str) -> CaseError:
        return CaseError(f"{self._where}{name} must be {form}")

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str, default: str | None = None) -> str:
        value = self._fields.get(name, default)
        if not isinstance(value, str):
            raise self._bad(name, "a text")
        return value

    def flag(self, name: str) -> bool:
        value = self._fields.get(name, False)
        if not isinstance(value, bool):
            raise self._bad(name, "true or false")
        return value

    def number(self, name: str, most: int, default: int | None = None) -> int:
        value = self._fields.get(name, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise self._bad(name, f"a whole number from 0 to {most}")
        return value

    def seat_or_null(self, name: str) -> int | None:
        if name in self._fields and self._fields[name] is None:
            return None
        return self.number(name, _NUMBER, BLIND_FOLLOWS) if name in self._fields else BLIND_FOLLOWS

    def object(self, name: str) -> dict[str, Json]:
        value = self._fields.get(name, {})
        if not isinstance(value, dict):
            raise self._bad(name, "an object")
        return value

    def objects(self, name: str) -> list[_Fields]:
        value = self._fields.get(name, [])
        if not isinstance(value, list):
            raise self._bad(name, "a list")
        return [_Fields(entry, f"{self._where}{name}[{place}].") for place, entry in enumerate(value)]

    def inner(self, name: str) -> _Fields:
        return _Fields(self._fields.get(name, {}), f"{self._where}{name}.")

    def cards(self, name: str) -> tuple[str, ...]:
        return _cards(self._fields.get(name, []), f"{self._where}{name}")

    def lists_of_cards(self, name: str) -> tuple[tuple[str, ...], ...]:
        value = self._fields.get(name, [])
        if not isinstance(value, list):
            raise self._bad(name, "a list")
        return tuple(_cards(cards, f"{self._where}{name}[{place}]") for place, cards in enumerate(value))


def _cards(value: Json, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
        raise CaseError(f"{where} must be a list of cards")
    return tuple(cast("list[str]", value))


def _case(fields: _Fields) -> Case:
    if "kind" in fields:
        raise CaseError(f"a fact of kind {fields.text('kind')}, not a hand: nothing to play")
    return Case(
        name=fields.text("id"),
        title=fields.text("title", ""),
        preset=fields.text("preset", ""),
        switches=cast("dict[str, Switch]", fields.object("config")),
        button=fields.number("button", _NUMBER),
        seats=tuple(_seat(seat) for seat in fields.objects("seats")),
        small_blind_seat=fields.seat_or_null("small_blind_seat"),
        big_blind_seat=fields.seat_or_null("big_blind_seat"),
        straddles=tuple(
            (straddle.number("seat", _NUMBER), straddle.number("amount", _CHIPS))
            for straddle in fields.objects("straddles")
        ),
        last_two_in_event=fields.flag("last_two_in_event"),
        holes={
            _seat_key(seat): _cards(cards, f"holes.{seat}") for seat, cards in fields.object("holes").items()
        },
        boards=fields.lists_of_cards("boards"),
        burns=fields.cards("burns"),
        asks=_asks(fields.text("showdown", "TABLE_RULE")),
        steps=tuple(_step(step) for step in fields.objects("steps")),
        expect=fields.object("expect") if "expect" in fields else None,
    )


def _seat(fields: _Fields) -> CaseSeat:
    post = fields.inner("post")
    return CaseSeat(
        number=fields.number("seat", _NUMBER),
        stack=fields.number("stack", _CHIPS),
        live_post=post.number("live", _CHIPS, 0),
        dead_post=post.number("dead", _CHIPS, 0),
        absent=fields.flag("absent"),
    )


def _seat_key(text: str) -> int:
    if not text.isdecimal():
        raise CaseError(f"holes.{text}: {text} is no seat")
    return int(text)


def _asks(showdown: str) -> bool:
    if showdown not in {"ASK", "TABLE_RULE"}:
        raise CaseError(f"showdown must be ASK or TABLE_RULE, not {showdown}")
    return showdown == "ASK"


def _step(fields: _Fields) -> CaseStep:
    if "expect" in fields:
        return Expect(fields.object("expect"))
    if "refuse" in fields:
        reason = fields.text("reason") if "reason" in fields else None
        return Refuse(_wish(fields.inner("refuse")), reason)
    return Do(_wish(fields))


def _wish(fields: _Fields) -> steps.Step:  # noqa: PLR0911 (an arm for each verb)
    verb = fields.text("do")
    if verb == "resolve":
        return steps.Resolve()
    seat = fields.number("seat", _NUMBER)
    match verb:
        case "fold":
            return steps.Fold(seat)
        case "check":
            return steps.Check(seat)
        case "call":
            return steps.Call(seat)
        case "bet":
            return steps.Bet(seat, fields.number("to", _CHIPS))
        case "raise":
            return steps.Raise(seat, fields.number("to", _CHIPS))
        case "all_in":
            return steps.AllIn(seat)
        case "show":
            return steps.Show(seat)
        case "muck":
            return steps.Muck(seat)
        case "run":
            return steps.Run(seat, fields.number("count", _NUMBER))
        case "timeout":
            return steps.Timeout(seat)
        case "kill":
            return steps.Kill(seat)
        case _:
            raise CaseError(f"nobody can {verb}")
