"""How strong a hand is, as one number: the higher wins, equal numbers tie (R-16, R-17)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman.evaluation.keys import KEYS, PAIR_KEYS, RANK_BITS, RANK_SUM, SUITED
from floorman.evaluation.ranking import Category, Ranking
from floorman.evaluation.tables import class_of, flush_strengths, rank_strengths

__all__ = ["BoardSum", "board_sum", "category", "strength", "strength_with"]

_HOLDEM: Final = Ranking.HOLDEM
# Hold'em's seven cards are what nearly every call is about: their tables are at hand from the start.
_RANKS: Final = rank_strengths(_HOLDEM, 7)
_FLUSHES: Final = flush_strengths(_HOLDEM)
_SUITED: Final = SUITED[7]


def strength(cards: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> int:
    """The strength of the best five of 5 to 7 cards.

    It trusts its caller: cards that are not 5 to 7 different ids of the ranking's deck give a meaningless
    number or any error. `checked_strength` looks first.

    Args:
        cards: card ids (R-1.2) in any order.
        ranking: the order of hands.

    Returns:
        1 to 7462 in hold'em, 1 to 1404 in a short deck. Only strengths of one ranking compare.
    """
    if ranking is _HOLDEM and len(cards) == 7:
        a, b, c, d, e, f, g = cards
        total = PAIR_KEYS[a][b] + PAIR_KEYS[c][d] + PAIR_KEYS[e][f] + KEYS[g]
        if (suit := _SUITED[total >> RANK_BITS]) is None:
            return _RANKS[total & RANK_SUM]
        return _FLUSHES[sum([suit[card] for card in cards])]
    total = sum([KEYS[card] for card in cards])
    if (suit := SUITED[len(cards)][total >> RANK_BITS]) is None:
        return rank_strengths(ranking, len(cards))[total & RANK_SUM]
    return flush_strengths(ranking)[sum([suit[card] for card in cards])]


class BoardSum:
    """What all hands of a showdown share: a board, its sum, and the tables to read; from `board_sum`."""

    __slots__ = ("cards", "flushes", "ranks", "suited", "total")

    def __init__(self, cards: Sequence[int], ranking: Ranking) -> None:
        count = len(cards) + 2
        self.cards = cards
        self.total = sum([KEYS[card] for card in cards])
        self.suited = SUITED[count]
        self.ranks = rank_strengths(ranking, count)
        self.flushes = flush_strengths(ranking)


def board_sum(board: Sequence[int], ranking: Ranking = Ranking.HOLDEM) -> BoardSum:
    """Sums up a board once, for `strength_with`.

    Args:
        board: 3 to 5 card ids.
        ranking: the order of hands.
    """
    return BoardSum(board, ranking)


def strength_with(board: BoardSum, first: int, second: int) -> int:
    """The strength of two hole cards with a board: what `strength` says of all of them together.

    It trusts its caller as `strength` does.
    """
    total = board.total + PAIR_KEYS[first][second]
    if (suit := board.suited[total >> RANK_BITS]) is None:
        return board.ranks[total & RANK_SUM]
    return board.flushes[sum([suit[card] for card in board.cards]) + suit[first] + suit[second]]


def category(strength: int, ranking: Ranking = Ranking.HOLDEM) -> Category:
    """What a hand of this strength makes.

    Raises:
        ValueError: no hand of this ranking has that strength.
    """
    return class_of(strength, ranking)[0]
