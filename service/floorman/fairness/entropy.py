"""Fresh entropy for hands and draws, hedged against cloned machines (audit.md 3.2, 3.7).

The operating system's random bytes are enough on a healthy machine. Two clones of one virtual machine may
get the same; time, process and a counter still part them, and a secret of the instance keeps those public
numbers from ever being the only thing unknown.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from floorman.fairness.labels import label, prefixed

__all__ = ["ENTROPY_BYTES", "HAND_ID_BYTES", "EntropySource", "FreshEntropy", "given_hand_id"]

ENTROPY_BYTES: Final = 32
HAND_ID_BYTES: Final = 16

_ENTROPY: Final = label("entropy")
_GIVEN: Final = label("given")


@dataclass(frozen=True, slots=True)
class FreshEntropy:
    """What a hand or a draw begins with; ``entropy`` is the deepest secret of the house.

    Attributes:
        entropy: E, 32 bytes, shown by no ``repr``.
        hand_id: 16 public bytes (or the draw id).
    """

    entropy: bytes
    hand_id: bytes

    def __repr__(self) -> str:
        return f"FreshEntropy(hand_id={self.hand_id.hex()})"


class EntropySource:
    """Draws E for one process. Safe to share between threads."""

    __slots__ = ("_counter", "_instance_secret")

    def __init__(self) -> None:
        self._instance_secret = os.urandom(ENTROPY_BYTES)
        self._counter = count()

    def draw(self) -> FreshEntropy:
        """E = HKDF-SHA256(32 random bytes ‖ instance secret, info = label ‖ hand id ‖ time ‖ pid ‖ count)."""
        hand_id = os.urandom(HAND_ID_BYTES)
        moment = b"".join(
            number.to_bytes(8, "big") for number in (time.time_ns(), os.getpid(), next(self._counter))
        )
        hedge = HKDF(hashes.SHA256(), ENTROPY_BYTES, salt=None, info=_ENTROPY + hand_id + moment)
        return FreshEntropy(hedge.derive(os.urandom(ENTROPY_BYTES) + self._instance_secret), hand_id)


def given_hand_id(entropy: bytes, table_id: str, hand_number: int, attempt: int) -> bytes:
    """The hand id (16 bytes) of a hand whose request brings its own E (audit.md 3.7)."""
    name = prefixed(table_id.encode()) + hand_number.to_bytes(8, "big") + attempt.to_bytes(1, "big")
    return sha256(_GIVEN + entropy + name).digest()[:HAND_ID_BYTES]
