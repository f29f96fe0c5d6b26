"""What hands are called, and which order they stand in (R-16, R-17)."""

from __future__ import annotations

from enum import Enum, IntEnum

from floorman.cards import RANKS

__all__ = ["Category", "Ranking"]


class Category(IntEnum):
    """What five cards make, numbered as in the contract.

    The numbers follow hold'em's order; a short deck ranks some of them differently, so ask
    `Ranking.categories` for an order. A royal flush is the ace-high straight flush (R-16.1).
    """

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9


class Ranking(Enum):
    """The order in which hands beat each other; the value is the name of its file of tables."""

    HOLDEM = "holdem"
    """52 cards (R-16)."""
    SHORT_DECK = "short_deck"
    """36 cards: a flush beats a full house, the lowest straight is A-6-7-8-9 (R-17)."""
    SHORT_DECK_TRIPS_BEAT_STRAIGHT = "short_deck_trips_beat_straight"
    """The same, and three of a kind beats a straight (``short_trips_beat_straight``)."""

    @property
    def lowest_rank(self) -> int:
        """The lowest rank of the deck, 2=0 .. A=12: the deuce, or in a short deck the six (R-1.2)."""
        return RANKS.index("2" if self is Ranking.HOLDEM else "6")

    @property
    def categories(self) -> tuple[Category, ...]:
        """Every category, the weakest first."""
        match self:
            case Ranking.HOLDEM:
                return tuple(Category)
            case Ranking.SHORT_DECK:
                return _SHORT_DECK
            case Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT:
                return _SHORT_DECK_TRIPS_BEAT_STRAIGHT


_SHORT_DECK = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.THREE_OF_A_KIND,
    Category.STRAIGHT,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)
_SHORT_DECK_TRIPS_BEAT_STRAIGHT = (
    Category.HIGH_CARD,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.STRAIGHT,
    Category.THREE_OF_A_KIND,
    Category.FULL_HOUSE,
    Category.FLUSH,
    Category.FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH,
)
