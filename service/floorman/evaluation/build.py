"""Builds the tables that the evaluator reads: ``python -m floorman.evaluation.build``.

The service never imports this module. Every strength is worked out here the plain way: what five cards make
(R-16.1), put in order (R-16.2); and of six or seven cards the best five. To run it, the package needs the
tables that it has: where they are lost, take them from the repository first.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from typing import TypeAlias
from zlib import crc32

from floorman.evaluation.keys import RANK_KEYS
from floorman.evaluation.ranking import Category, Ranking
from floorman.evaluation.tables import CHECKSUM, CLASS, HEADER, file_name

__all__ = ["built_tables"]

Ranks: TypeAlias = tuple[int, ...]
"""Ranks of some cards, 2=0 .. A=12; in a key of a table rising."""

_ACE = 12


def built_tables(ranking: Ranking) -> bytes:
    """The content of a ranking's file, as `floorman.evaluation.tables` describes it."""
    ranks = range(ranking.lowest_rank, len(RANK_KEYS))
    off_suit = {hand: _five(hand, ranking, Category.HIGH_CARD) for hand in _possible(ranks, 5)}
    suited = {hand: _five(hand, ranking, Category.FLUSH) for hand in combinations(ranks, 5)}

    place = {category: place for place, category in enumerate(ranking.categories)}
    classes = sorted({*off_suit.values(), *suited.values()}, key=lambda one: (place[one[0]], one[1]))
    strength = {one: number for number, one in enumerate(classes, start=1)}

    best = [{hand: strength[one] for hand, one in off_suit.items()}]
    flushes: dict[Ranks, int] = {hand: strength[one] for hand, one in suited.items()}
    for count in (6, 7):
        best.append(_best_of_more(_possible(ranks, count), best[-1]))
        flushes |= _best_of_more(combinations(ranks, count), flushes)
    tables = [{sum(RANK_KEYS[rank] for rank in hand): table[hand] for hand in table} for table in best]
    tables.append({sum(1 << rank for rank in hand): flushes[hand] for hand in flushes})

    content = b"".join(
        (
            HEADER.pack(*map(len, tables), len(classes)),
            *(struct.pack(f"<{len(table)}I{len(table)}H", *table, *table.values()) for table in tables),
            *(CLASS.pack(category, *five) for category, five in classes),
        )
    )
    return content + CHECKSUM.pack(crc32(content))


def _possible(ranks: range, count: int) -> Iterator[Ranks]:
    """The ranks that so many cards can have: at most four of each."""
    for hand in combinations_with_replacement(ranks, count):
        if all(hand[place] != hand[place + 4] for place in range(count - 4)):
            yield hand


def _five(hand: Ranks, ranking: Ranking, unpaired: Category) -> tuple[Category, Ranks]:
    """What five cards make, and their ranks as they are compared.

    Args:
        hand: five ranks.
        ranking: whose deck it is.
        unpaired: what five ranks that differ make when they are no straight: a high card, or a flush.
    """
    by_weight = sorted(set(hand), key=lambda rank: (hand.count(rank), rank), reverse=True)
    compared = tuple(rank for rank in by_weight for _ in range(hand.count(rank)))
    match [hand.count(rank) for rank in by_weight]:
        case [4, 1]:
            return Category.FOUR_OF_A_KIND, compared
        case [3, 2]:
            return Category.FULL_HOUSE, compared
        case [3, 1, 1]:
            return Category.THREE_OF_A_KIND, compared
        case [2, 2, 1]:
            return Category.TWO_PAIR, compared
        case [2, 1, 1, 1]:
            return Category.PAIR, compared
        case _:
            in_a_row = Category.STRAIGHT_FLUSH if unpaired is Category.FLUSH else Category.STRAIGHT
            low = ranking.lowest_rank
            # the ace also stands below the lowest rank, where it counts least.
            if set(hand) == {_ACE, low, low + 1, low + 2, low + 3}:
                return in_a_row, (low + 3, low + 2, low + 1, low, _ACE)
            return in_a_row if compared[0] - compared[4] == 4 else unpaired, compared


def _best_of_more(hands: Iterable[Ranks], best: Mapping[Ranks, int]) -> dict[Ranks, int]:
    """R-16.1: the best five of a hand are the best five of it without some card."""
    return {hand: max(best[hand[:place] + hand[place + 1 :]] for place in range(len(hand))) for hand in hands}


if __name__ == "__main__":
    for each in Ranking:
        # The rules' house knows no pathlib, and this is the one door to a file in it.
        with open(f"{__file__.rpartition('/')[0]}/{file_name(each)}", "wb") as file:  # noqa: PTH123
            file.write(built_tables(each))
        print(file_name(each))  # noqa: T201 (a script)
