"""The public layer: the players' cut (audit.md 3, 3.2).

P binds the opening, every revealed seed and the beacon's value; π, shuffled from P, says which slot lies
at which place of the deck. Everybody recomputes it at once: it says nothing about faces.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from floorman.fairness.drbg import HmacDrbg, shuffle
from floorman.fairness.labels import label, prefixed

__all__ = ["HOST_DEALT", "permutation", "public_seed"]

HOST_DEALT: Final = bytes(32)
"""Root and P of a hand whose cards come from the host."""

_PI: Final = label("pi")
_PERMUTATION: Final = label("perm")


def public_seed(open_head: bytes, seeds: Mapping[int, bytes], randomness: bytes | None = None) -> bytes:
    """P, 32 bytes.

    Args:
        open_head: the hash of the opening that the seats consented to.
        seeds: r_s (16..64 bytes) by seat number, of the seats that revealed one.
        randomness: the beacon's value at level BEACON, else None.
    """
    cut = b"".join(bytes((seat,)) + prefixed(seeds[seat]) for seat in sorted(seeds))
    beacon = b"\0" if randomness is None else b"\1" + prefixed(randomness)
    return sha256(_PI + open_head + bytes((len(seeds),)) + cut + beacon).digest()


def permutation(seed: bytes, hand_id: bytes, size: int) -> tuple[int, ...]:
    """π: for each deck index the slot of its card.

    Args:
        seed: P, 32 bytes.
        hand_id: 16 bytes.
        size: cards in the pack, 52 or 36.
    """
    return tuple(shuffle(range(size), HmacDrbg(seed, hand_id, _PERMUTATION).stream()))
