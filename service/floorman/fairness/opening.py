"""The opening of a hand: everything that a verifier must know about the start (audit.md 3.2).

It is hashed and signed before any seed is revealed; what it does not hold itself lies behind
``cfg_hash`` or ``root``. Its byte form is :mod:`floorman.fairness.opening_bytes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from hashlib import sha256
from typing import Final

from floorman.fairness.labels import label, prefixed

__all__ = [
    "NO_SEAT",
    "BeaconRound",
    "Dealing",
    "Delivery",
    "Escrow",
    "Level",
    "OpenFlag",
    "Opening",
    "OpeningSeat",
    "StraddlePosted",
    "cfg_hash_of",
    "first_prev_head",
]

NO_SEAT: Final = 0xFF
"""The byte that stands for no seat: a dead small blind, an empty button, an event of the table."""

_CFG: Final = label("cfg")
_TABLE: Final = label("table")


class Dealing(IntEnum):
    """Where the cards come from."""

    SERVICE = 1
    HOST = 2


class Delivery(IntEnum):
    """Whom the hole cards are handed to (audit.md 5)."""

    HOST = 1
    SEAT_SECRET = 2
    SEAT_KEY = 3


class Level(IntEnum):
    """What the deal is proved against (audit.md 3.5)."""

    COMMIT = 1
    SEEDED = 2
    COMMITTED = 3
    BEACON = 4


class OpenFlag(IntFlag):
    """Facts of the start, bound and signed with it."""

    GIVEN_ENTROPY = 1
    HOST_CAN_LOOK_AHEAD = 2
    FORK_GUARD = 4
    SIGN_EVERY = 8
    SHOWDOWN_ASK = 16
    LAST_TWO_IN_EVENT = 32


@dataclass(frozen=True, slots=True)
class BeaconRound:
    """The beacon value that will be mixed into P: which chain, which round."""

    chain_hash: bytes
    round: int


@dataclass(frozen=True, slots=True)
class Escrow:
    """E lies sealed to an auditor's key (32 bytes); ``box_hash`` binds the box (audit.md 7, A3)."""

    auditor_key: bytes
    box_hash: bytes


@dataclass(frozen=True, slots=True)
class OpeningSeat:
    """A seat at the start; chips before anything is posted.

    Attributes:
        seat: its number, 0..254.
        stack, live_post, dead_post: chips.
        absent: its player is not there (R-5.4).
        secret_hash, hpke_key, action_key, commit: 32 bytes each, empty where the seat has none.
    """

    seat: int
    stack: int
    live_post: int = 0
    dead_post: int = 0
    absent: bool = False
    secret_hash: bytes = b""
    hpke_key: bytes = b""
    action_key: bytes = b""
    commit: bytes = b""


@dataclass(frozen=True, slots=True)
class StraddlePosted:
    """A straddle of the start: the seat and its amount in chips (R-5.3)."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Opening:
    """All fields of ``open_bytes``, in their order there.

    Attributes:
        rules_version: of the rule book that the hand is played by.
        head_kid: of the head key that signs this hand.
        hand_id: 16 bytes.
        opened_ms: Unix time in milliseconds, 0 with given entropy.
        table_id: the host's name of the table, UTF-8.
        hand_number, attempt: the host's count of hands, and of openings of this hand.
        prev_head: the last signed value of the table that players saw, 32 bytes.
        cfg_hash: 32 bytes (:func:`cfg_hash_of`).
        root: over the leaves of the secret layer, 32 bytes; zeros when the host deals.
        dealing, delivery, level, flags: see their enums.
        beacon: at level BEACON, else None.
        escrow: None without one.
        button, small_blind_seat, big_blind_seat: None where the place is empty or nobody posts.
        seats: by rising seat number.
        straddles: in the order posted.
    """

    rules_version: int
    head_kid: int
    hand_id: bytes
    opened_ms: int
    table_id: str
    hand_number: int
    attempt: int
    prev_head: bytes
    cfg_hash: bytes
    root: bytes
    dealing: Dealing
    delivery: Delivery
    level: Level
    flags: OpenFlag
    beacon: BeaconRound | None
    escrow: Escrow | None
    button: int | None
    small_blind_seat: int | None
    big_blind_seat: int | None
    seats: tuple[OpeningSeat, ...]
    straddles: tuple[StraddlePosted, ...] = ()

    @property
    def signs_every_head(self) -> bool:
        """Every step's head is signed: by flag, and always at COMMITTED and BEACON (audit.md 4.1)."""
        return OpenFlag.SIGN_EVERY in self.flags or self.level >= Level.COMMITTED

    @property
    def host_can_look_ahead(self) -> bool:
        """The host may learn cards early: it receives them, or insisted on less (audit.md 5)."""
        return self.delivery is Delivery.HOST or OpenFlag.HOST_CAN_LOOK_AHEAD in self.flags


def cfg_hash_of(cfg_text: str) -> bytes:
    """The 32 bytes that bind the switches of a hand; ``cfg_text`` as in audit.md 3.3."""
    return sha256(_CFG + cfg_text.encode()).digest()


def first_prev_head(table_id: str) -> bytes:
    """The ``prev_head`` (32 bytes) of a table's first hand, so that zeros cannot mean "lost it"."""
    return sha256(_TABLE + prefixed(table_id.encode())).digest()
