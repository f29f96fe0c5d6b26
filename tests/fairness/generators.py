"""Ways to shuffle: the house's, and seven that are wrong and have all been used for money (audit.md 13)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final

from floorman.cards import full_deck
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.drbg import HmacDrbg, below, shuffle
from floorman.fairness.labels import label
from floorman.fairness.public_layer import public_seed

__all__ = ["BY_ENUMERATION", "BY_STATISTICS", "Deck", "Decks", "dealt_decks", "hands", "house_decks"]

Deck = list[int] | tuple[int, ...]
Decks = Iterator[Deck]

_PACK: Final = full_deck()
_CARDS: Final = len(_PACK)
_SIGMA: Final = label("sigma")


# ---- the house's ----


def house_decks(run: int) -> Decks:
    """One shuffle a hand, from fresh entropy: the secret order of hand after hand. ``run`` repeats them."""
    for entropy, hand_id in hands(run):
        yield shuffle(_PACK, HmacDrbg(entropy, hand_id, _SIGMA).stream())


def dealt_decks(run: int) -> Decks:
    """What the players get: the secret order under the public cut, by the code that deals."""
    for entropy, hand_id in hands(run):
        open_head = sha256(hand_id).digest()
        seed = public_seed(open_head, {1: entropy[::-1]})
        deck = ServiceDeck(entropy, hand_id, seed, _PACK)
        yield [deck.face(index) for index in range(_CARDS)]


def hands(run: int) -> Iterator[tuple[bytes, bytes]]:
    """Entropy and hand ids, the same for the same run."""
    number = 0
    while True:
        fresh = sha256(f"hand {number} of run {run}".encode()).digest()
        yield fresh, sha256(fresh).digest()[:16]
        number += 1


# ---- seven that are wrong ----


def _bytes(run: int) -> Iterator[int]:
    source = random.Random(run)
    while True:
        yield from source.randbytes(1 << 16)


def _swapping(place_of: Callable[[int, Iterator[int]], int]) -> Callable[[int], Decks]:
    """A shuffle by swaps from the last card down; ``place_of`` says with which place the i-th swaps."""

    def decks(run: int) -> Decks:
        stream = _bytes(run)
        while True:
            deck = list(_PACK)
            for place in range(_CARDS - 1, 0, -1):
                other = place_of(place, stream)
                deck[place], deck[other] = deck[other], deck[place]
            yield deck

    return decks


def _rising(place_of: Callable[[Iterator[int]], int]) -> Callable[[int], Decks]:
    """A shuffle by swaps of every card in turn with a place that does not depend on it."""

    def decks(run: int) -> Decks:
        stream = _bytes(run)
        while True:
            deck = list(_PACK)
            for place in range(_CARDS):
                other = place_of(stream)
                deck[place], deck[other] = deck[other], deck[place]
            yield deck

    return decks


def _sorting(size: int) -> Callable[[int], Decks]:
    """A pack sorted by random keys of so many bytes."""

    def decks(run: int) -> Decks:
        stream = _bytes(run)
        while True:
            keys = [_number(size, stream) for _ in range(_CARDS)]
            yield sorted(_PACK, key=keys.__getitem__)

    return decks


def _number(size: int, stream: Iterator[int]) -> int:
    number = 0
    for _ in range(size):
        number = number << 8 | next(stream)
    return number


BY_STATISTICS: Final[dict[str, Callable[[int], Decks]]] = {
    "byte % m without rejection": _swapping(lambda place, stream: next(stream) % (place + 1)),
    "Sattolo (j < i)": _swapping(below),
    "swap with any": _rising(lambda stream: below(_CARDS, stream)),
    "ASF random(51)": _rising(lambda stream: below(_CARDS - 1, stream)),
    "sort by 8-bit keys": _sorting(1),
}
"""Caught by counting 50,000 of their decks."""

BY_ENUMERATION: Final[dict[str, Callable[[int], Decks]]] = {
    "16-bit % m": _swapping(lambda place, stream: _number(2, stream) % (place + 1)),
    "sort by 16-bit keys": _sorting(2),
}
"""Wrong by so little that millions of decks look fair; counting all their inputs shows it (test_drbg)."""
