"""The opening of a hand: everything that a verifier must know about the start (audit.md 3.2).

It is hashed and signed before any seed is revealed; what it does not hold itself lies behind
``cfg_hash`` or ``root``. Its byte form is fixed for ever by the version in its label.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, IntFlag
from hashlib import sha256
from struct import Struct
from typing import Final, TypeVar

from floorman.fairness.labels import label, prefixed
from floorman.fairness.reading import MalformedError, Reader

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
    "open_head_of",
]

NO_SEAT: Final = 0xFF
"""The byte that stands for no seat: a dead small blind, an empty button, an event of the table."""

_OPEN: Final = label("open")
_CFG: Final = label("cfg")
_TABLE: Final = label("table")
_HEAD: Final = Struct(">HB16sQ")
_HAND: Final = Struct(">QB32s32s32sBBBB")
_POSITIONS: Final = Struct(">BBB")
_SEAT: Final = Struct(">BQQQB")
_STRADDLE: Final = Struct(">BQ")
_KEY: Final = 32
_Enum = TypeVar("_Enum", bound=IntEnum)


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


_ALL_FLAGS: Final = sum(OpenFlag)


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

    def encode(self) -> bytes:
        """``open_bytes``.

        Raises:
            TooLongError: the table id is longer than 65,535 bytes.
            struct.error: a number does not fit its field.
        """
        return b"".join((
            _OPEN,
            _HEAD.pack(self.rules_version, self.head_kid, self.hand_id, self.opened_ms),
            prefixed(self.table_id.encode()),
            _HAND.pack(
                self.hand_number,
                self.attempt,
                self.prev_head,
                self.cfg_hash,
                self.root,
                self.dealing,
                self.delivery,
                self.level,
                self.flags,
            ),
            _encode_beacon(self.beacon),
            _encode_escrow(self.escrow),
            _POSITIONS.pack(
                _seat_byte(self.button), _seat_byte(self.small_blind_seat), _seat_byte(self.big_blind_seat)
            ),
            bytes((len(self.seats),)),
            *map(_encode_seat, self.seats),
            bytes((len(self.straddles),)),
            *(_STRADDLE.pack(straddle.seat, straddle.amount) for straddle in self.straddles),
        ))

    @classmethod
    def decode(cls, open_bytes: bytes) -> Opening:
        """The opening behind ``open_bytes``; its :meth:`encode` gives the same bytes again.

        Raises:
            MalformedError: the bytes are no opening of this version, field by field.
        """
        reader = Reader(open_bytes)
        if reader.take("label", len(_OPEN)) != _OPEN:
            raise MalformedError("label", 0, "no opening of this version")
        opening = cls(
            rules_version=reader.number("rules_version", 2),
            head_kid=reader.number("head_kid", 1),
            hand_id=reader.take("hand_id", 16),
            opened_ms=reader.number("opened_ms", 8),
            table_id=_decode_text(reader, "table_id"),
            hand_number=reader.number("hand_number", 8),
            attempt=reader.number("attempt", 1),
            prev_head=reader.take("prev_head", 32),
            cfg_hash=reader.take("cfg_hash", 32),
            root=reader.take("root", 32),
            dealing=_decode_enum(reader, "dealing", Dealing),
            delivery=_decode_enum(reader, "delivery", Delivery),
            level=_decode_enum(reader, "level", Level),
            flags=_decode_flags(reader),
            beacon=_decode_beacon(reader),
            escrow=_decode_escrow(reader),
            button=_decode_place(reader, "button"),
            small_blind_seat=_decode_place(reader, "small_blind_seat"),
            big_blind_seat=_decode_place(reader, "big_blind_seat"),
            seats=_decode_seats(reader),
            straddles=_decode_straddles(reader),
        )
        reader.finish()
        return opening


def open_head_of(open_bytes: bytes) -> bytes:
    """The 32 bytes that stand for an opening in everything after it."""
    return sha256(open_bytes).digest()


def cfg_hash_of(cfg_text: str) -> bytes:
    """The 32 bytes that bind the switches of a hand; ``cfg_text`` as in audit.md 3.3."""
    return sha256(_CFG + cfg_text.encode()).digest()


def first_prev_head(table_id: str) -> bytes:
    """The ``prev_head`` (32 bytes) of a table's first hand, so that zeros cannot mean "lost it"."""
    return sha256(_TABLE + prefixed(table_id.encode())).digest()


def _seat_byte(seat: int | None) -> int:
    return NO_SEAT if seat is None else seat


def _encode_beacon(beacon: BeaconRound | None) -> bytes:
    if beacon is None:
        return b"\0"
    return b"\1" + prefixed(beacon.chain_hash) + beacon.round.to_bytes(8, "big")


def _encode_escrow(escrow: Escrow | None) -> bytes:
    return prefixed(b"" if escrow is None else escrow.auditor_key + escrow.box_hash)


def _encode_seat(seat: OpeningSeat) -> bytes:
    numbers = _SEAT.pack(seat.seat, seat.stack, seat.live_post, seat.dead_post, seat.absent)
    keys = (seat.secret_hash, seat.hpke_key, seat.action_key, seat.commit)
    return numbers + b"".join(map(prefixed, keys))


def _decode_text(reader: Reader, field: str) -> str:
    text = reader.prefixed(field)
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise reader.bad(field, "not UTF-8", back=len(text)) from None


def _decode_enum(reader: Reader, field: str, names: type[_Enum]) -> _Enum:
    number = reader.number(field, 1)
    try:
        return names(number)
    except ValueError:
        raise reader.bad(field, f"{number} is no {names.__name__}", back=1) from None


def _decode_flags(reader: Reader) -> OpenFlag:
    number = reader.number("flags", 1)
    if number & ~_ALL_FLAGS:
        raise reader.bad("flags", f"{number:#x} has a flag that this version does not know", back=1)
    return OpenFlag(number)


def _decode_beacon(reader: Reader) -> BeaconRound | None:
    if not reader.flag("beacon"):
        return None
    return BeaconRound(reader.prefixed("chain_hash"), reader.number("round", 8))


def _decode_escrow(reader: Reader) -> Escrow | None:
    field = reader.prefixed("escrow")
    if not field:
        return None
    if len(field) != 2 * _KEY:
        raise reader.bad("escrow", f"{len(field)} bytes, none or 64 are meant", back=len(field))
    return Escrow(field[:_KEY], field[_KEY:])


def _decode_place(reader: Reader, field: str) -> int | None:
    seat = reader.number(field, 1)
    return None if seat == NO_SEAT else seat


def _decode_seats(reader: Reader) -> tuple[OpeningSeat, ...]:
    seats: list[OpeningSeat] = []
    for _ in range(reader.number("seats", 1)):
        number = reader.number("seat", 1)
        if number == NO_SEAT or (seats and number <= seats[-1].seat):
            raise reader.bad("seat", f"{number}: seats rise and stay below {NO_SEAT}", back=1)
        seats.append(
            OpeningSeat(
                seat=number,
                stack=reader.number("stack", 8),
                live_post=reader.number("live_post", 8),
                dead_post=reader.number("dead_post", 8),
                absent=reader.flag("absent"),
                secret_hash=_decode_key(reader, "secret_hash"),
                hpke_key=_decode_key(reader, "hpke_key"),
                action_key=_decode_key(reader, "action_key"),
                commit=_decode_key(reader, "commit"),
            )
        )
    return tuple(seats)


def _decode_key(reader: Reader, field: str) -> bytes:
    key = reader.prefixed(field)
    if key and len(key) != _KEY:
        raise reader.bad(field, f"{len(key)} bytes, none or {_KEY} are meant", back=len(key))
    return key


def _decode_straddles(reader: Reader) -> tuple[StraddlePosted, ...]:
    straddles: list[StraddlePosted] = []
    for _ in range(reader.number("straddles", 1)):
        seat = reader.number("straddle seat", 1)
        if seat == NO_SEAT:
            raise reader.bad("straddle seat", "nobody's straddle", back=1)
        straddles.append(StraddlePosted(seat, reader.number("straddle amount", 8)))
    return tuple(straddles)
