"""What players bind before the deal: seeds, secrets, consents (audit.md 3.2, 3.4).

A seed is committed to before the opening and revealed after it. Which seeds an opening accepts is stated
here once, for the deal and for whoever verifies it later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from floorman.fairness.keys import verifies
from floorman.fairness.labels import label, prefixed
from floorman.fairness.opening import Level, Opening, OpeningSeat
from floorman.fairness.signing import consent_message

__all__ = [
    "MAX_SEED_BYTES",
    "MIN_SECRET_BYTES",
    "MIN_SEED_BYTES",
    "RevealedSeed",
    "SeedFault",
    "SeedRefusal",
    "consents",
    "opens_secret",
    "secret_hash",
    "seed_commit",
    "seed_fault",
    "seed_refusal",
]

MIN_SEED_BYTES: Final = 16
MAX_SEED_BYTES: Final = 64
MIN_SECRET_BYTES: Final = 16

_COMMIT: Final = label("commit")
_SECRET: Final = label("secret")


class SeedFault(Enum):
    """Why an opening does not accept the seeds that were revealed."""

    NOT_AT_THIS_LEVEL = "no seed belongs to level COMMIT"
    UNKNOWN_SEAT = "the seat is not in the opening"
    LENGTH = "a seed has 16 to 64 bytes"
    WITHOUT_COMMIT = "the seat committed to nothing"
    DOES_NOT_OPEN = "the seed does not open the seat's commit"
    MISSING = "the seat committed and revealed nothing"
    WITHOUT_CONSENT = "the seat's consent to this opening is missing or does not verify"


@dataclass(frozen=True, slots=True)
class SeedRefusal:
    """The first seat (or entrant of a draw) whose seed is not accepted, and why."""

    seat: int
    fault: SeedFault


@dataclass(slots=True)
class RevealedSeed:
    """r_s of a seat (16..64 bytes) and ``ok_s`` (64 bytes, empty where the seat has no action key)."""

    seed: bytes
    consent: bytes = b""


def seed_commit(table_id: str, hand_number: int, attempt: int, seat: int, seed: bytes) -> bytes:
    """``commit_s``, 32 bytes: good for one attempt of one hand of one seat."""
    place = hand_number.to_bytes(8, "big") + bytes((attempt, seat))
    return sha256(_COMMIT + prefixed(table_id.encode()) + place + prefixed(seed)).digest()


def secret_hash(secret: bytes) -> bytes:
    """The hash (32 bytes) of a seat's secret of 16 bytes or more (delivery SEAT_SECRET)."""
    return sha256(_SECRET + secret).digest()


def opens_secret(secret: bytes, hashed: bytes) -> bool:
    """Whether this is the seat's secret, in a time that does not depend on the answer."""
    return compare_digest(secret_hash(secret), hashed)


def seed_refusal(
    opening: Opening, open_head: bytes, revealed: Mapping[int, RevealedSeed]
) -> SeedRefusal | None:
    """Whether an opening accepts these seeds: None, or the first fault by rising seat (audit.md 3.4).

    Args:
        opening: what was signed before the seeds were known.
        open_head: its hash, 32 bytes.
        revealed: by seat number; seats that reveal nothing are left out.
    """
    seats = {seat.seat: seat for seat in opening.seats}
    for number in sorted(seats.keys() | revealed.keys()):
        seat, reveal = seats.get(number), revealed.get(number)
        if seat is None:
            return SeedRefusal(number, SeedFault.UNKNOWN_SEAT)
        fault = seed_fault(opening, seat, reveal.seed if reveal is not None else None)
        if fault is None and reveal is not None and not consents(open_head, seat, reveal):
            fault = SeedFault.WITHOUT_CONSENT
        if fault is not None:
            return SeedRefusal(number, fault)
    return None


def seed_fault(opening: Opening, seat: OpeningSeat, seed: bytes | None) -> SeedFault | None:
    """Why an opening does not accept what one of its seats revealed, consent apart; None if it does.

    Args:
        opening: what was signed before the seeds were known.
        seat: one of its seats.
        seed: r_s; None where the seat revealed nothing.
    """
    if seed is None:
        return SeedFault.MISSING if seat.commit else None
    if opening.level is Level.COMMIT:
        return SeedFault.NOT_AT_THIS_LEVEL
    if not MIN_SEED_BYTES <= len(seed) <= MAX_SEED_BYTES:
        return SeedFault.LENGTH
    # A seed without a commit could be chosen after the others are known (audit.md 3.5).
    if not seat.commit and opening.level >= Level.COMMITTED:
        return SeedFault.WITHOUT_COMMIT
    if seat.commit and seat.commit != seed_commit(
        opening.table_id, opening.hand_number, opening.attempt, seat.seat, seed
    ):
        return SeedFault.DOES_NOT_OPEN
    return None


def consents(open_head: bytes, seat: OpeningSeat, reveal: RevealedSeed) -> bool:
    """Whether a seat's consent is good: its action key's signature, and none where it has no such key."""
    if not seat.action_key:
        return not reveal.consent
    return verifies(seat.action_key, reveal.consent, consent_message(open_head, seat.seat, reveal.seed))
