"""Hands against each other on a board that is not complete."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Final

from floorman.cards import full_deck, short_deck
from floorman.evaluation import Ranking

__all__ = ["Matchup"]

_BOARD: Final = 5


@dataclass(frozen=True, slots=True)
class Matchup:
    """What is known of a showdown to come. It trusts its maker: the cards are all different.

    Attributes:
        holes: the hole cards of each known hand, one at least.
        strangers: how many hands besides are in it of which nothing is known.
        board: the board cards so far, none to five.
        gone: further cards that cannot come: dead ones, and those on other boards.
        ranking: the order of hands, and with it the deck.
    """

    holes: tuple[tuple[int, int], ...]
    strangers: int
    board: tuple[int, ...]
    gone: frozenset[int]
    ranking: Ranking = Ranking.HOLDEM

    @property
    def hands(self) -> int:
        """How many hands are ranked in each deal."""
        return len(self.holes) + self.strangers

    @property
    def missing(self) -> int:
        """How many board cards are to come."""
        return _BOARD - len(self.board)

    @property
    def needed(self) -> int:
        """How many cards a deal takes."""
        return self.missing + 2 * self.strangers

    @property
    def deck(self) -> tuple[int, ...]:
        """The cards that may come, rising."""
        known = self.gone.union(self.board, *self.holes)
        cards = full_deck() if self.ranking is Ranking.HOLDEM else short_deck()
        return tuple(card for card in cards if card not in known)

    @property
    def deals(self) -> int:
        """In how many ways it can go on: the board's cards in no order, the strangers one by one."""
        left = len(self.deck)
        ways = comb(left, self.missing)
        left -= self.missing
        for _ in range(self.strangers):
            ways *= comb(left, 2)
            left -= 2
        return ways
