"""A hand as people see it: its strength, its best five cards, its name; and cards that make no hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from floorman.cards import FACE_DOWN, card_name
from floorman.evaluation.ranking import Category, Ranking
from floorman.evaluation.strength import strength
from floorman.evaluation.tables import class_of
from floorman.evaluation.words import words, words_zh

__all__ = [
    "CardOutOfDeckError",
    "CardTwiceError",
    "HandRank",
    "HandSizeError",
    "NotAHandError",
    "checked_strength",
    "describe",
]


class NotAHandError(ValueError):
    """Cards of which no best five can be told."""


class HandSizeError(NotAHandError):
    """Fewer than five cards or more than seven.

    Attributes:
        count: how many there were.
    """

    def __init__(self, count: int) -> None:
        super().__init__(f"a hand is 5 to 7 cards, not {count}")
        self.count = count


class CardOutOfDeckError(NotAHandError):
    """An id of no card, a face that is not shown, or a card that a short deck lacks.

    Attributes:
        card: the id.
        ranking: whose deck lacks it.
    """

    def __init__(self, card: int, ranking: Ranking) -> None:
        known = card_name(card) if 0 <= card < 52 or card == FACE_DOWN else f"id {card}"
        super().__init__(f"{known} is not in the deck of {ranking.name} (R-1.2)")
        self.card = card
        self.ranking = ranking


class CardTwiceError(NotAHandError):
    """The same card more than once.

    Attributes:
        card: its id.
    """

    def __init__(self, card: int) -> None:
        super().__init__(f"{card_name(card)} is there twice")
        self.card = card


@dataclass(frozen=True, slots=True)
class HandRank:
    """What a hand is.

    Attributes:
        strength: the higher wins, equal numbers tie; only strengths of one ranking compare.
        category: what the best five cards make.
        best: their ids as they are compared, the cards of the category first: ``Ks Kd 8h 8c Qs``, a wheel
            ``5d 4s 3c 2c Ah``. Where several cards of a rank would do, the higher id.
        words: ``"two pair, kings and eights, queen kicker"``.
        words_zh: the same in Chinese.
    """

    strength: int
    category: Category
    best: tuple[int, ...]
    words: str
    words_zh: str


def describe(cards: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> HandRank:
    """The best five of 5 to 7 cards, and what they are (R-16, R-17).

    Args:
        cards: card ids (R-1.2) in any order, which does not matter to the answer.
        ranking: the order of hands.

    Raises:
        HandSizeError: fewer than five cards or more than seven.
        CardOutOfDeckError: an id that the ranking's deck does not have.
        CardTwiceError: a card more than once.
    """
    value = checked_strength(cards, ranking)
    category, ranks, english, chinese = _named(value, ranking)
    return HandRank(value, category, _best_five(cards, category, ranks), english, chinese)


def checked_strength(cards: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> int:
    """What `strength` says, once the cards were found to be a hand.

    Raises:
        HandSizeError: fewer than five cards or more than seven.
        CardOutOfDeckError: an id that the ranking's deck does not have.
        CardTwiceError: a card more than once.
    """
    if not 5 <= len(cards) <= 7:
        raise HandSizeError(len(cards))
    lowest = 4 * ranking.lowest_rank
    seen = set()
    for card in cards:
        if not lowest <= card < 52:
            raise CardOutOfDeckError(card, ranking)
        if card in seen:
            raise CardTwiceError(card)
        seen.add(card)
    return strength(cards, ranking)


@cache  # a showdown tells every hand; there are no more entries than strengths
def _named(value: int, ranking: Ranking) -> tuple[Category, tuple[int, ...], str, str]:
    category, ranks = class_of(value, ranking)
    return category, ranks, words(category, ranks), words_zh(category, ranks)


def _best_five(cards: Sequence[int], category: Category, ranks: Sequence[int]) -> tuple[int, ...]:
    left = sorted(cards, reverse=True)
    if category is Category.FLUSH or category is Category.STRAIGHT_FLUSH:
        suits = [card & 3 for card in left]
        suit = max(suits, key=suits.count)  # five of at most seven cards: no other suit has as many
        left = [card for card in left if card & 3 == suit]
    best = []
    for rank in ranks:
        for place, card in enumerate(left):
            if card >> 2 == rank:
                best.append(left.pop(place))
                break
    return tuple(best)
