"""Reading Poker Hand History files: TOML, one hand in a ``.phh``, a table for each hand in a ``.phhs``.

The format is that of the Poker Hand History File Format Specification (phh-std). Everything is in *position
order*: player 1 is dealt first and player N has the button. Amounts are read as decimals, never as binary
fractions. What is read is what the file says; what it means at the table is :mod:`floorman.records.phh_hand`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final, TypeAlias

from floorman.cards import UNKNOWN, NotACardError, parse_card

__all__ = [
    "CheckOrCall",
    "DealBoard",
    "DealHole",
    "Fold",
    "OtherGame",
    "PhhAction",
    "PhhError",
    "PhhRecord",
    "PhhTable",
    "ShowOrMuck",
    "WagerTo",
    "read_record",
    "split_hands",
]

_HIDDEN: Final = "?"
# beyond these an amount is no money: ten to the minus a billion alone would fill the memory as a fraction
_MOST_DIGITS: Final = 16
_MOST_DECIMALS: Final = 9
_HOLDEM: Final = frozenset({"NT", "FT", "NS"})


class PhhError(ValueError):
    """A text that is no Poker Hand History. It says which hand and which field."""


@dataclass(frozen=True, slots=True)
class DealHole:
    """Hole cards to a player; ``??`` is a card that the file does not know."""

    player: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DealBoard:
    """The next board cards."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """A fold."""

    player: int


@dataclass(frozen=True, slots=True)
class CheckOrCall:
    """A check or a call: the format has one word for both."""

    player: int


@dataclass(frozen=True, slots=True)
class WagerTo:
    """A bet or a raise to a total for the street."""

    player: int
    to: Decimal


@dataclass(frozen=True, slots=True)
class ShowOrMuck:
    """A showdown decision: the cards shown, empty for those that were dealt, or None for a muck."""

    player: int
    cards: tuple[str, ...] | None


PhhAction: TypeAlias = DealHole | DealBoard | Fold | CheckOrCall | WagerTo | ShowOrMuck


@dataclass(frozen=True, slots=True)
class PhhRecord:
    """A hand as its file tells it. Amounts are in the file's own currency.

    Attributes:
        name: the file, and the hand's key where the file has several.
        variant: ``NT`` no-limit, ``FT`` fixed-limit, ``NS`` no-limit short deck.
        antes, blinds: by position; heads-up they are written small blind first, the button's before the
            other's, while all other lists keep player 1 in front.
        min_bet, small_bet, big_bet: None where the variant has none.
        stacks: at the start, by position; infinity where the file does not know it.
        actions: None stands for a line that is a comment, so that places stay the file's.
        finishing_stacks, winnings: by position, where the file has them.
    """

    name: str
    variant: str
    antes: tuple[Decimal, ...]
    blinds: tuple[Decimal, ...]
    min_bet: Decimal | None
    small_bet: Decimal | None
    big_bet: Decimal | None
    stacks: tuple[Decimal, ...]
    actions: tuple[PhhAction | None, ...]
    finishing_stacks: tuple[Decimal, ...] | None
    winnings: tuple[Decimal, ...] | None


@dataclass(frozen=True, slots=True)
class OtherGame:
    """A hand of a game that is no hold'em: only its name is read."""

    name: str
    variant: str


@dataclass(frozen=True, slots=True)
class PhhTable:
    """The TOML table of one hand, unread, and its name."""

    name: str
    fields: dict[str, Any]


def split_hands(text: str, name: str) -> list[PhhTable]:
    """The hands of a file, in its order, each still to be read.

    Args:
        text: the whole file.
        name: what to call it.

    Raises:
        PhhError: it is no TOML, or there is no hand in it.
    """
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:
        # a number or a nesting beyond all measure is no error of TOML's own kind
        raise PhhError(f"{name}: no TOML: {str(error) or type(error).__name__}") from None
    if "variant" in content:
        return [PhhTable(name, content)]
    hands = [PhhTable(f"{name}[{key}]", table) for key, table in content.items() if isinstance(table, dict)]
    if not hands:
        raise PhhError(f"{name}: no hand in it: a hand names its variant")
    return hands


def read_record(table: PhhTable) -> PhhRecord | OtherGame:
    """The hand that a table tells.

    Raises:
        PhhError: it lacks a field or has one of another form.
    """
    fields = _Fields(table)
    variant = fields.text("variant")
    if variant not in _HOLDEM:
        return OtherGame(table.name, variant)
    record = PhhRecord(
        name=table.name,
        variant=variant,
        antes=fields.amounts("antes"),
        blinds=fields.amounts("blinds_or_straddles"),
        min_bet=fields.amount("min_bet"),
        small_bet=fields.amount("small_bet"),
        big_bet=fields.amount("big_bet"),
        stacks=fields.amounts("starting_stacks"),
        actions=tuple(_action(fields, place, line) for place, line in enumerate(fields.texts("actions"))),
        finishing_stacks=fields.amounts_or_none("finishing_stacks"),
        winnings=fields.amounts_or_none("winnings"),
    )
    _check_lengths(fields, record)
    return record


class _Fields:
    """The fields of one hand, each asked for by name and form."""

    __slots__ = ("_fields", "_name")

    def __init__(self, table: PhhTable) -> None:
        self._name = table.name
        self._fields = table.fields

    def bad(self, field: str, why: str) -> PhhError:
        return PhhError(f"{self._name}: {field}: {why}")

    def text(self, field: str) -> str:
        value = self._fields.get(field)
        if not isinstance(value, str):
            raise self.bad(field, "a text is required")
        return value

    def texts(self, field: str) -> list[str]:
        value = self._fields.get(field)
        if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
            raise self.bad(field, "a list of texts is required")
        return value

    def amount(self, field: str) -> Decimal | None:
        if field not in self._fields:
            return None
        return self._decimal(field, self._fields[field])

    def amounts(self, field: str) -> tuple[Decimal, ...]:
        value = self._fields.get(field)
        if not isinstance(value, list):
            raise self.bad(field, "a list of amounts is required")
        return tuple(self._decimal(field, amount) for amount in value)

    def amounts_or_none(self, field: str) -> tuple[Decimal, ...] | None:
        return self.amounts(field) if field in self._fields else None

    def _decimal(self, field: str, value: object) -> Decimal:
        if isinstance(value, bool) or not isinstance(value, int | Decimal):
            raise self.bad(field, f"{value!r} is no amount")
        if field == "starting_stacks" and Decimal(value).is_infinite():
            return Decimal(value)
        try:
            return _amount(value)
        except ValueError:
            raise self.bad(field, f"{value} is no amount") from None


def _check_lengths(fields: _Fields, record: PhhRecord) -> None:
    players = len(record.stacks)
    for field, amounts in (
        ("antes", record.antes),
        ("blinds_or_straddles", record.blinds),
        ("finishing_stacks", record.finishing_stacks),
        ("winnings", record.winnings),
    ):
        if amounts is not None and len(amounts) != players:
            raise fields.bad(field, f"{len(amounts)} amounts for {players} players")
    for place, action in enumerate(record.actions):
        player = getattr(action, "player", 1)
        if not 1 <= player <= players:
            raise fields.bad(f"actions[{place}]", f"there is no player {player}")


def _action(fields: _Fields, place: int, line: str) -> PhhAction | None:
    words = line.partition("#")[0].split()
    try:
        return _said(words) if words else None
    except (ValueError, InvalidOperation):
        raise fields.bad(f"actions[{place}]", f"{line!r} is no action of a hold'em hand") from None


def _said(words: list[str]) -> PhhAction:
    match words:
        case ["d", "dh", player, cards]:
            return DealHole(_player(player), _cards(cards))
        case ["d", "db", cards]:
            return DealBoard(_cards(cards))
        case [player, "f"]:
            return Fold(_player(player))
        case [player, "cc"]:
            return CheckOrCall(_player(player))
        case [player, "cbr", amount]:
            return WagerTo(_player(player), _amount(amount))
        case [player, "sm"]:
            return ShowOrMuck(_player(player), None)
        case [player, "sm", "-"]:
            return ShowOrMuck(_player(player), ())
        case [player, "sm", cards]:
            return ShowOrMuck(_player(player), _cards(cards))
        case _:
            raise ValueError


def _amount(value: str | int | Decimal) -> Decimal:
    """An amount of money, exact."""
    amount = Decimal(value)
    # asked of the exponents: to calculate with such a number is what must not be done
    if not amount.is_finite() or amount.adjusted() >= _MOST_DIGITS:
        raise ValueError
    if int(amount.as_tuple().exponent) < -_MOST_DECIMALS:
        raise ValueError
    return amount


def _player(word: str) -> int:
    if not word.startswith("p"):
        raise ValueError
    return int(word[1:])


def _cards(word: str) -> tuple[str, ...]:
    if len(word) % 2:
        raise ValueError
    return tuple(_card(word[place : place + 2]) for place in range(0, len(word), 2))


def _card(text: str) -> str:
    """A card by its name; one of which rank or suit is hidden is unknown."""
    if _HIDDEN in text:
        return UNKNOWN
    try:
        parse_card(text)
    except NotACardError:
        raise ValueError from None
    return text
