"""What may still come: every deal once, or deals by chance that anybody can draw again from the same seed."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from hashlib import shake_256
from itertools import combinations, count
from typing import Final, TypeAlias

from floorman.equity.matchup import Matchup

__all__ = ["Deal", "every_deal", "random_deals"]

Deal: TypeAlias = tuple[tuple[int, ...], tuple[tuple[int, int], ...]]
"""The board cards to come, and the hole cards of the strangers."""

_DEALS_A_DRAW: Final = 64
_WORD_BITS: Final = 32


def every_deal(matchup: Matchup) -> Iterator[Deal]:
    """Every way in which it can go on, each once, the lowest cards first."""
    deck = matchup.deck
    for board in combinations(deck, matchup.missing):
        if not matchup.strangers:
            yield board, ()
            continue
        left = [card for card in deck if card not in board]
        for strangers in _every_pair(left, matchup.strangers):
            yield board, strangers


def _every_pair(deck: list[int], strangers: int) -> Iterator[tuple[tuple[int, int], ...]]:
    if not strangers:
        yield ()
        return
    for first, second in combinations(deck, 2):
        left = [card for card in deck if card not in {first, second}]
        for others in _every_pair(left, strangers - 1):
            yield (first, second), *others


def random_deals(matchup: Matchup, seed: bytes) -> Iterator[Deal]:
    """Ways in which it can go on, drawn one by one, each time from all of them; without end.

    The cards are the first of a Fisher-Yates shuffle, whose choices are scaled from 32 bits of SHAKE-256: no
    card comes more often than another by more than 52 in 2^32, which no number of deals that fits into a
    call can tell from none.

    Args:
        matchup: what is known.
        seed: any bytes; equal seeds draw equal deals, on every machine.
    """
    deck = list(matchup.deck)
    cards, missing = len(deck), matchup.missing
    words = struct.Struct(f"<{matchup.needed}I")
    for number in count():
        drawn = shake_256(seed + number.to_bytes(8, "big")).digest(_DEALS_A_DRAW * words.size)
        for row in words.iter_unpack(drawn):
            left = cards
            deal = []
            for word in row:
                place = word * left >> _WORD_BITS
                left -= 1
                card = deck[place]
                deck[place] = deck[left]  # a plain swap: written as one it takes half as long again
                deck[left] = card
                deal.append(card)
            yield tuple(deal[:missing]), tuple(zip(deal[missing::2], deal[missing + 1 :: 2], strict=True))
