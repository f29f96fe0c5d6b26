"""Records of hands: Poker Hand History texts, read, turned into a hand of the floor, and ruled on.

A text is a record, or the reader says what is wrong with it; a record is a hand that the floor knows, or what
it does not know is named; and the floor rules on any hand, to its end or to the step that breaks a rule.

An input that begins with a zero byte is no text: its other bytes choose the fields of a record, so that no
grammar stands in the way.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import Any, Final

from floorman.cli.calls import ServiceCalls
from floorman.cli.phh_ruling import rule_on
from floorman.records.phh import PhhError, PhhTable, split_hands
from floorman.v1 import hand_service_pb2, refusal_pb2
from tests.fuzz.calls import Counter
from tests.fuzz.chance import Chance

__all__ = ["HAND", "one_input"]

HAND: Final[dict[str, Any]] = {
    "variant": "NT",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [50, 100, 0],
    "min_bet": 100,
    "starting_stacks": [5000, 3000, 700],
    "actions": [
        "d dh p1 AsKs",
        "d dh p2 QhQd",
        "d dh p3 7c2d",
        "p3 f",
        "p1 cbr 300",
        "p2 cc",
        "d db Ts9s2c",
        "p1 cbr 400",
        "p2 cbr 2700",
        "p1 cc",
        "p1 sm AsKs",
        "p2 sm QhQd",
        "d db Js",
        "d db 3h",
    ],
}
"""A good record, which chance changes."""

_NAMES: Final = (*HAND, "small_bet", "big_bet", "finishing_stacks", "winnings")
_SCALARS: Final = (
    *(0, 1, -1, 50, 100, 10**30, True, "NT", "FT", "NS", "PO", "x", [], [[]], {}),
    *(
        Decimal(text)
        for text in ("0.5", "-0.01", "1E+30", "1E-30", "NaN", "sNaN", "Infinity", "1E+999", "0E-99")
    ),
)
_WORDS: Final = (
    *("d", "dh", "db", "f", "cc", "cbr", "sm", "-", "p1", "p2", "p3", "p0", "p99", "#", "????", "As", "AsKs"),
    *("Ts9s2c", "4d", "100", "200", "700", "5000", "-1", "1.5", "1E+30", "1E-999", "NaN", "Infinity", "١"),
)


class _Calls(ServiceCalls):
    """The service's rulings without a service's process."""

    def __init__(self) -> None:
        self._counter = Counter()

    def adjudicate(
        self, request: hand_service_pb2.AdjudicateHandRequest
    ) -> hand_service_pb2.AdjudicateHandResponse | refusal_pb2.Refusal:
        """The ruling, or why the opening is refused."""
        answer = self._counter.ask("AdjudicateHand", request)
        if answer.refusal is not None:
            return answer.refusal
        ruling: hand_service_pb2.AdjudicateHandResponse = answer.message
        return ruling


@cache
def _calls() -> _Calls:
    return _Calls()


def one_input(form: bytes) -> None:
    """Any bytes, as the text of a file, or as chances for the fields of a hand."""
    for table in _tables(form):
        rule_on(_calls(), table)


def _tables(form: bytes) -> list[PhhTable]:
    if form[:1] == b"\0":
        return [PhhTable("fuzz", _changed(Chance(form[1:])))]
    try:
        return split_hands(form.decode("utf-8", "replace"), "fuzz")
    except PhhError:
        return []


def _changed(chance: Chance) -> dict[str, Any]:
    """The good record with a few fields other, more or fewer."""
    fields: dict[str, Any] = {
        name: list(value) if isinstance(value, list) else value for name, value in HAND.items()
    }
    while chance.bytes_left():
        name = _NAMES[chance.take(1)[0] % len(_NAMES)]
        match chance.take(1)[0] % 4:
            case 0:
                fields[name] = _scalar(chance)
            case 1:
                fields.pop(name, None)
            case 2:
                fields[name] = [_scalar(chance) for _ in range(chance.take(1)[0] % 12)]
            case _:
                _change_one(fields.get(name), name, chance)
    return fields


def _change_one(value: object, name: str, chance: Chance) -> None:
    if not isinstance(value, list):
        return
    place = chance.take(1)[0] % (len(value) + 1)
    new = _line(chance) if name == "actions" else _scalar(chance)
    match chance.take(1)[0] % 3:
        case 0:
            value[place : place + 1] = [new]
        case 1:
            value.insert(place, new)
        case _:
            del value[place:]


def _line(chance: Chance) -> str:
    return " ".join(_WORDS[byte % len(_WORDS)] for byte in chance.take(1 + chance.take(1)[0] % 5))


def _scalar(chance: Chance) -> object:
    byte = chance.take(1)[0]
    return _SCALARS[byte % len(_SCALARS)] if byte < 160 else chance.getrandbits(16)
