"""Who won how many deals, and what share of the pot that is."""

from __future__ import annotations

from collections.abc import Iterable
from math import lcm
from typing import Final

from floorman.equity.deals import Deal
from floorman.equity.matchup import Matchup
from floorman.evaluation import board_sum, strength_with

__all__ = ["BILLION", "PARTS", "Tally"]

BILLION: Final = 10**9

PARTS: Final = lcm(*range(1, 11))
"""2520: into so many parts a pot can be cut that any number of winners up to ten share without a rest."""


class Tally:
    """Counts of one matchup.

    Attributes:
        matchup: whose.
        deals: how many deals were counted.
        shared: for each known hand, by the number of hands that were best together, how often it was one of
            them; ``shared[hand][1]`` are the deals that it won alone.
    """

    __slots__ = ("deals", "matchup", "shared")

    def __init__(self, matchup: Matchup) -> None:
        self.matchup = matchup
        self.deals = 0
        self.shared = [[0] * (matchup.hands + 1) for _ in matchup.holes]

    def count(self, deals: Iterable[Deal]) -> int:
        """Counts some deals; how many there were."""
        matchup = self.matchup
        known, ranking, shared = matchup.holes, matchup.ranking, self.shared
        counted = 0
        for board, strangers in deals:
            summed = board_sum(matchup.board + board, ranking)
            strengths = [strength_with(summed, first, second) for first, second in known + strangers]
            best = max(strengths)
            winners = strengths.count(best)
            for hand, strength in enumerate(strengths[: len(known)]):
                if strength == best:
                    shared[hand][winners] += 1
            counted += 1
        self.deals += counted
        return counted

    def wins(self, hand: int) -> int:
        """The deals that a known hand won alone."""
        return self.shared[hand][1]

    def ties(self, hand: int) -> int:
        """The deals in which it was best together with others."""
        return sum(self.shared[hand][2:])

    def losses(self, hand: int) -> int:
        """The deals in which another hand was better."""
        return self.deals - sum(self.shared[hand])

    def parts(self, hand: int) -> int:
        """What it won of one pot a deal, in ``PARTS`` of a pot: exact."""
        return sum(often * PARTS // winners for winners, often in enumerate(self.shared[hand]) if often)

    def variance(self, hand: int) -> int:
        """The square of the standard error of its share, had the deals been drawn by chance.

        In (1/10^9 of a pot)^2; two deals at least.
        """
        deals, parts = self.deals, self.parts(hand)
        squares = sum(
            often * (PARTS // winners) ** 2 for winners, often in enumerate(self.shared[hand]) if often
        )
        return (deals * squares - parts * parts) * BILLION**2 // (deals * deals * (deals - 1) * PARTS**2)
