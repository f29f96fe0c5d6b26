"""Cards, their ids, their notation and the decks (R-1.2).

A card is an ``int``: ``4 * rank + suit``, rank 2=0 .. A=12, suits c d h s = 0..3. People and the
contract write it with two characters, ``"As"``, ``"Td"``, ``"9c"``; ``"??"`` is a card that exists
but is not known here. Suits never rank.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "FACE_DOWN",
    "RANKS",
    "SUITS",
    "UNKNOWN",
    "NotACardError",
    "card_name",
    "card_names",
    "full_deck",
    "parse_card",
    "short_deck",
]

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
UNKNOWN: Final = "??"

FACE_DOWN: Final = 0xFF
"""The id of a face that is not shown: in an event, a burn, a card of a seat that keeps it."""

_NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_IDS: Final = {name: card for card, name in enumerate(_NAMES)}


class NotACardError(ValueError):
    """A text that names no card of the deck.

    Attributes:
        text: what was given.
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is not a card: write rank and suit, like 'As', 'Td' or '9c'")
        self.text = text


def parse_card(text: str) -> int:
    """The id (0..51) of a card written as ``"As"``.

    Raises:
        NotACardError: the text names no card; ``"??"`` is none either.
    """
    try:
        return _IDS[text]
    except KeyError:
        raise NotACardError(text) from None


def card_name(card: int) -> str:
    """``"As"`` for 51; ``"??"`` for a face that is not shown."""
    return UNKNOWN if card == FACE_DOWN else _NAMES[card]


def card_names(cards: tuple[int, ...] | list[int]) -> list[str]:
    """The names of several cards, in their order."""
    return [card_name(card) for card in cards]


def full_deck() -> tuple[int, ...]:
    """The 52 card ids in rising order."""
    return tuple(range(52))


def short_deck() -> tuple[int, ...]:
    """The 36 card ids from the sixes up (R-17)."""
    return tuple(range(16, 52))
