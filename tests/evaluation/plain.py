"""A second evaluator that shares nothing with the first but the names: slow, and plain enough to trust.

It looks at every five of the cards, sorts them, and reads off what they make (R-16.1, R-16.2, R-17).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from floorman.cards import parse_card
from floorman.evaluation import Category, Ranking

__all__ = ["cards_of", "plain_category", "plain_value"]

# Weakest first.
ORDERS = {
    Ranking.HOLDEM: [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FLUSH",
        "FULL_HOUSE",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ],
    Ranking.SHORT_DECK: [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "THREE_OF_A_KIND",
        "STRAIGHT",
        "FULL_HOUSE",
        "FLUSH",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ],
    Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT: [
        "HIGH_CARD",
        "PAIR",
        "TWO_PAIR",
        "STRAIGHT",
        "THREE_OF_A_KIND",
        "FULL_HOUSE",
        "FLUSH",
        "FOUR_OF_A_KIND",
        "STRAIGHT_FLUSH",
    ],
}
# Straights by their ranks from the lowest card up, the ace as 12; the wheels start with the ace.
WHEEL = (12, 0, 1, 2, 3)
SHORT_WHEEL = (12, 4, 5, 6, 7)

Value = tuple[int, tuple[int, ...]]


def cards_of(text: str) -> list[int]:
    """The ids of ``"As Kd 2c"``."""
    return [parse_card(name) for name in text.split()]


def plain_value(cards: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> Value:
    """How good the best five are: the greater tuple wins, equal tuples tie."""
    return max(_five(five, ranking) for five in combinations(cards, 5))


def plain_category(cards: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> Category:
    """What the best five make."""
    return Category[ORDERS[ranking][plain_value(cards, ranking)[0]]]


def _five(cards: Sequence[int], ranking: Ranking) -> Value:
    ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    top = _straight_to(ranks, SHORT_WHEEL if ranking is not Ranking.HOLDEM else WHEEL)
    counts = Counter(ranks)
    shape = sorted(counts.values(), reverse=True)
    by_count = tuple(sorted(ranks, key=lambda rank: (-counts[rank], -rank)))
    compared: tuple[int, ...]
    if flush and top is not None:
        name, compared = "STRAIGHT_FLUSH", (top,)
    elif shape == [4, 1]:
        name, compared = "FOUR_OF_A_KIND", by_count
    elif shape == [3, 2]:
        name, compared = "FULL_HOUSE", by_count
    elif flush:
        name, compared = "FLUSH", by_count
    elif top is not None:
        name, compared = "STRAIGHT", (top,)
    elif shape == [3, 1, 1]:
        name, compared = "THREE_OF_A_KIND", by_count
    elif shape == [2, 2, 1]:
        name, compared = "TWO_PAIR", by_count
    elif shape == [2, 1, 1, 1]:
        name, compared = "PAIR", by_count
    else:
        name, compared = "HIGH_CARD", by_count
    return ORDERS[ranking].index(name), compared


def _straight_to(falling: Sequence[int], wheel: Sequence[int]) -> int | None:
    if sorted(falling) == sorted(wheel):
        return wheel[-1]
    return falling[0] if all(falling[i] == falling[0] - i for i in range(5)) else None
