"""Public randomness that nobody at the table controls: drand's quicknet (audit.md 3.5, level BEACON).

The opening names a round that lies in the future; the deal brings the round's signature, which nobody could
know before. The signature is checked here with the optional extra ``[beacon]``; where it is not installed
the answer is :attr:`BeaconCheck.NOT_AVAILABLE`, never a guess. No network is needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import Any, Final

__all__ = ["QUICKNET", "BeaconChain", "BeaconCheck", "can_check", "chain_of", "check_round", "randomness_of"]

_DST: Final = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


class BeaconCheck(Enum):
    """What came of checking a round's signature."""

    GOOD = auto()
    BAD = auto()
    NOT_AVAILABLE = auto()
    """The library of the optional extra is not installed."""


@dataclass(frozen=True, slots=True)
class BeaconChain:
    """A chain of scheme bls-unchained-g1-rfc9380.

    Attributes:
        chain_hash: 32 bytes, its name in openings.
        public_key: a point of G2, compressed, 96 bytes.
        first_round_s: Unix time of round 1 in seconds.
        period_s: seconds between rounds.
    """

    chain_hash: bytes
    public_key: bytes
    first_round_s: int
    period_s: int

    def time_of(self, round_number: int) -> int:
        """Unix time in seconds at which a round (1 and up) appears."""
        return self.first_round_s + self.period_s * (round_number - 1)

    def first_after(self, now_ms: int) -> int:
        """The first round that appears later than a moment (Unix time in milliseconds)."""
        return max(1, (now_ms - 1_000 * self.first_round_s) // (1_000 * self.period_s) + 2)


QUICKNET: Final = BeaconChain(
    chain_hash=bytes.fromhex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
    public_key=bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    first_round_s=1_692_803_367,
    period_s=3,
)


def chain_of(chain_hash: bytes) -> BeaconChain | None:
    """The chain of that name, None if it is not known here."""
    return QUICKNET if chain_hash == QUICKNET.chain_hash else None


def randomness_of(signature: bytes) -> bytes:
    """The value that enters P, 32 bytes: SHA-256 of the round's signature."""
    return sha256(signature).digest()


def can_check() -> bool:
    """Whether signatures can be checked; an opening at level BEACON is refused where they cannot."""
    return _curves() is not None


def check_round(chain: BeaconChain, round_number: int, signature: bytes) -> BeaconCheck:
    """Whether a signature (48 bytes) is the chain's for a round; some 4 ms."""
    curves = _curves()
    if curves is None:
        return BeaconCheck.NOT_AVAILABLE
    message = sha256(round_number.to_bytes(8, "big")).digest()
    try:
        point = curves.G1Point.from_compressed_bytes(signature)
    except ValueError:
        return BeaconCheck.BAD
    # One point must have one form, or the same round would give two values to choose from.
    if point.to_compressed_bytes() != signature:
        return BeaconCheck.BAD
    hashed = curves.G1Point.hash_to_curve(message, _DST)
    key = curves.G2Point.from_compressed_bytes(chain.public_key)
    good = curves.GT.pairing_check([point, -hashed], [curves.G2Point(), key])
    return BeaconCheck.GOOD if good else BeaconCheck.BAD


@cache
def _curves() -> Any:  # noqa: ANN401 - an extra that need not be installed has no types to name
    try:
        return import_module("py_arkworks_bls12381")
    except ImportError:
        return None
