"""The statistical battery of audit.md 13: what is counted over many decks, and how probable the counts are.

Counting is exact; each p-value is one-sided where the law is a chi-square, two-sided where it is a mean. The
first test has the factor 51/52 without which good decks look bad: its rows and columns both add up.
"""

from __future__ import annotations

import math
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import eq, gt
from typing import Final

from floorman.evaluation import Ranking, strength
from tests.evaluation.exhaustive import SEVEN_CARD_ROWS, counted
from tests.fairness.generators import Deck
from tests.fairness.laws import chi_square, chi_square_of, normal, poisson_one

__all__ = ["Battery", "battery_over"]

_CARDS: Final = 52
_IDENTITY: Final = tuple(range(_CARDS))
_SEATS: Final = 6
_HOLES: Final = (0, _SEATS)
"""Deck indices of the first seat's cards, one at a time (audit.md 3.6)."""
_BOARD: Final = (13, 14, 15, 17, 19)
_BATCH: Final = 5_000
_MOST_FIXED: Final = 6


class Battery:
    """Counts over decks that are added batch by batch.

    Args (of the constructor):
        thorough: also count inversions, which costs as much as all the rest.
    """

    def __init__(self, *, thorough: bool = False) -> None:
        self.decks = 0
        self._thorough = thorough
        self._at: list[Counter[int]] = [Counter() for _ in range(_CARDS)]
        self._pairs: Counter[tuple[int, ...]] = Counter()
        self._holes: Counter[tuple[int, ...]] = Counter()
        self._flops: Counter[tuple[int, ...]] = Counter()
        self._successive: Counter[tuple[int, ...]] = Counter()
        self._strengths: Counter[int] = Counter()
        self._fixed: Counter[int] = Counter()
        self._descents = self._cycles = self._inversions = 0

    def add(self, decks: Sequence[Deck]) -> None:
        """Counts a batch of decks, an even number of them."""
        self.decks += len(decks)
        columns = list(zip(*decks, strict=True))
        for counts, column in zip(self._at, columns, strict=True):
            counts.update(column)
        self._pairs.update(zip(columns[0], columns[1], strict=True))
        self._holes.update(zip(columns[_HOLES[0]], columns[_HOLES[1]], strict=True))
        self._flops.update(zip(*(columns[index] for index in _BOARD[:3]), strict=True))
        # each hand is in one pair: overlapping pairs would not be independent
        self._successive.update(zip(columns[0][::2], columns[0][1::2], strict=True))
        sevens = zip(*(columns[index] for index in (*_HOLES, *_BOARD)), strict=True)
        self._strengths.update(strength(cards, Ranking.HOLDEM) for cards in sevens)
        self._fixed.update(sum(map(eq, deck, _IDENTITY)) for deck in decks)
        self._descents += sum(sum(map(gt, deck, deck[1:])) for deck in decks)
        self._cycles += sum(map(_cycles, decks))
        if self._thorough:
            self._inversions += sum(map(_inversions, decks))

    def merge(self, other: Battery) -> None:
        """Adds the counts of another battery of the same thoroughness."""
        self.decks += other.decks
        for counts, more in zip(self._at, other._at, strict=True):
            counts.update(more)
        for mine, theirs in (
            (self._pairs, other._pairs),
            (self._holes, other._holes),
            (self._flops, other._flops),
            (self._successive, other._successive),
        ):
            mine.update(theirs)
        self._strengths.update(other._strengths)
        self._fixed.update(other._fixed)
        self._descents += other._descents
        self._cycles += other._cycles
        self._inversions += other._inversions

    def p_values(self) -> dict[str, float]:
        """How probable counts at least as uneven as these are, by test."""
        found = {
            "position x card": self._position_by_card(),
            "first card": _even(self._at[0], _CARDS, self.decks),
            "ordered pair 0, 1": _even(self._pairs, 52 * 51, self.decks),
            "hole pair": _even(_as_sets(self._holes), math.comb(52, 2), self.decks),
            "flop sets": _even(_as_sets(self._flops), math.comb(52, 3), self.decks),
            "fixed points": self._fixed_points(),
            "descents": self._mean(self._descents, 25.5, 53 / 12),
            "cycles": self._mean(self._cycles, *_cycle_law()),
            "first cards of two hands": _even(self._successive, 52 * 52, self.decks // 2),
            "seven-card categories": self._categories(),
        }
        if self._thorough:
            found["inversions"] = self._mean(self._inversions, 663, 52 * 51 * 109 / 72)
        return found

    def position_counts(self) -> list[list[int]]:
        """How often each card (column) lay in each place (row)."""
        return [[counts[card] for card in range(_CARDS)] for counts in self._at]

    def _position_by_card(self) -> float:
        expected = [self.decks / _CARDS] * _CARDS
        value = sum(chi_square_of(row, expected) for row in self.position_counts())
        return chi_square(51 / 52 * value, 51 * 51)

    def _fixed_points(self) -> float:
        cells = [self._fixed[count] for count in range(_MOST_FIXED)]
        shares = [poisson_one(count) for count in range(_MOST_FIXED)]
        cells.append(self.decks - sum(cells))
        shares.append(1 - sum(shares))
        return chi_square(chi_square_of(cells, [self.decks * share for share in shares]), _MOST_FIXED)

    def _mean(self, total: int, mean: float, variance: float) -> float:
        return normal((total - self.decks * mean) / math.sqrt(self.decks * variance))

    def _categories(self) -> float:
        """R-16.4: the end of the line, from the generator through the dealer to the hand that is named."""
        law = SEVEN_CARD_ROWS[0].expected
        hands = counted(self._strengths, Ranking.HOLDEM).hands
        observed = [hands[column] for column in law.hands]
        expected = [self.decks * ways / law.total for ways in law.hands.values()]
        return chi_square(chi_square_of(observed, expected), len(observed) - 1)


def battery_over(decks: Iterator[Deck], count: int, *, thorough: bool = False) -> Battery:
    """The battery after so many decks of a generator (an even number)."""
    battery = Battery(thorough=thorough)
    while battery.decks < count:
        battery.add(list(islice(decks, min(_BATCH, count - battery.decks))))
    return battery


def _even(counts: Counter[int] | Counter[tuple[int, ...]], cells: int, total: int) -> float:
    """Whether a total is spread evenly over cells, those that never came included."""
    expected = total / cells
    seen = math.fsum((count - expected) ** 2 for count in counts.values())
    unseen = (cells - len(counts)) * expected**2
    return chi_square((seen + unseen) / expected, cells - 1)


def _as_sets(counts: Counter[tuple[int, ...]]) -> Counter[tuple[int, ...]]:
    sets: Counter[tuple[int, ...]] = Counter()
    for cards, count in counts.items():
        sets[tuple(sorted(cards))] += count
    return sets


def _cycles(deck: Deck) -> int:
    """How many cycles the deck has as a permutation of the pack."""
    seen = bytearray(_CARDS)
    count = 0
    for start in _IDENTITY:
        if not seen[start]:
            count += 1
            place = start
            while not seen[place]:
                seen[place] = 1
                place = deck[place]
    return count


def _cycle_law() -> tuple[float, float]:
    """Mean and variance: a sum of independent events of probabilities 1/k."""
    shares = [1 / k for k in range(1, _CARDS + 1)]
    return sum(shares), sum(share - share**2 for share in shares)


def _inversions(deck: Iterable[int]) -> int:
    """How many pairs of cards lie against their order."""
    before: list[int] = []
    count = 0
    for card in deck:
        count += len(before) - bisect_left(before, card)
        insort(before, card)
    return count
