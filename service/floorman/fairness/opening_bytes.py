"""The opening of a hand as bytes, and back (audit.md 3.2).

``open_bytes`` is fixed for ever by the version in its label; its hash stands for the opening in P, in every
head and in every consent.
"""

from __future__ import annotations

from hashlib import sha256
from struct import Struct
from typing import Final

from floorman.fairness.labels import label, prefixed
from floorman.fairness.opening import (
    NO_SEAT,
    BeaconRound,
    Dealing,
    Delivery,
    Escrow,
    Level,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
)
from floorman.fairness.reading import MalformedError, Reader

__all__ = ["UnfitFieldError", "decode_opening", "encode_opening", "open_head_of"]

_OPEN: Final = label("open")
_START: Final = Struct(">HB16sQ")
_HAND: Final = Struct(">QB32s32s32sBBBB")
_POSITIONS: Final = Struct(">BBB")
_SEAT: Final = Struct(">BQQQB")
_STRADDLE: Final = Struct(">BQ")
_HASH: Final = 32
_HAND_ID: Final = 16
_ALL_FLAGS: Final = sum(OpenFlag)


class UnfitFieldError(ValueError):
    """A field of an opening that its byte form has no place for.

    Attributes:
        field: its name.
    """

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field


def open_head_of(open_bytes: bytes) -> bytes:
    """The 32 bytes that stand for an opening in everything after it."""
    return sha256(open_bytes).digest()


def encode_opening(opening: Opening) -> bytes:
    """``open_bytes``.

    Raises:
        UnfitFieldError: a hash or key of another length, or seats that do not rise.
        TooLongError: the table id is longer than 65,535 bytes.
        struct.error: a number does not fit its field.
    """
    start = _START.pack(
        opening.rules_version,
        opening.head_kid,
        _sized("hand_id", opening.hand_id, _HAND_ID),
        opening.opened_ms,
    )
    hand = _HAND.pack(
        opening.hand_number,
        opening.attempt,
        _sized("prev_head", opening.prev_head, _HASH),
        _sized("cfg_hash", opening.cfg_hash, _HASH),
        _sized("root", opening.root, _HASH),
        opening.dealing,
        opening.delivery,
        opening.level,
        opening.flags,
    )
    positions = _POSITIONS.pack(
        _place_byte(opening.button),
        _place_byte(opening.small_blind_seat),
        _place_byte(opening.big_blind_seat),
    )
    parts = [
        _OPEN, start, prefixed(opening.table_id.encode()), hand,
        _encode_beacon(opening.beacon), _encode_escrow(opening.escrow), positions,
        _encode_seats(opening.seats), _encode_straddles(opening.straddles),
    ]  # fmt: skip
    return b"".join(parts)


def decode_opening(open_bytes: bytes) -> Opening:
    """The opening behind ``open_bytes``; :func:`encode_opening` gives the same bytes again.

    Raises:
        MalformedError: the bytes are no opening of this version, or not in its only form.
    """
    reader = Reader(open_bytes)
    if reader.take("label", len(_OPEN)) != _OPEN:
        raise MalformedError("label", 0, "no opening of this version")
    opening = Opening(
        rules_version=reader.number("rules_version", 2),
        head_kid=reader.number("head_kid", 1),
        hand_id=reader.take("hand_id", _HAND_ID),
        opened_ms=reader.number("opened_ms", 8),
        table_id=_decode_text(reader, "table_id"),
        hand_number=reader.number("hand_number", 8),
        attempt=reader.number("attempt", 1),
        prev_head=reader.take("prev_head", _HASH),
        cfg_hash=reader.take("cfg_hash", _HASH),
        root=reader.take("root", _HASH),
        dealing=reader.one_of("dealing", Dealing),
        delivery=reader.one_of("delivery", Delivery),
        level=reader.one_of("level", Level),
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


# --- writing -----------------------------------------------------------------------------------------------


def _sized(field: str, value: bytes, size: int) -> bytes:
    """The value, if it has its size: ``struct`` would pad or cut it without a word."""
    if len(value) != size:
        raise UnfitFieldError(field, f"{len(value)} bytes, {size} are meant")
    return value


def _place_byte(seat: int | None) -> int:
    return NO_SEAT if seat is None else seat


def _encode_beacon(beacon: BeaconRound | None) -> bytes:
    if beacon is None:
        return b"\0"
    return b"\1" + prefixed(beacon.chain_hash) + beacon.round.to_bytes(8, "big")


def _encode_escrow(escrow: Escrow | None) -> bytes:
    if escrow is None:
        return prefixed(b"")
    key = _sized("auditor_key", escrow.auditor_key, _HASH)
    return prefixed(key + _sized("box_hash", escrow.box_hash, _HASH))


def _encode_seats(seats: tuple[OpeningSeat, ...]) -> bytes:
    parts = [bytes((len(seats),))]
    before = -1
    for seat in seats:
        if not before < seat.seat < NO_SEAT:
            raise UnfitFieldError("seats", f"{seat.seat} after {before}: seats rise and stay below {NO_SEAT}")
        before = seat.seat
        parts.append(_SEAT.pack(seat.seat, seat.stack, seat.live_post, seat.dead_post, seat.absent))
        for field, key in (
            ("secret_hash", seat.secret_hash),
            ("hpke_key", seat.hpke_key),
            ("action_key", seat.action_key),
            ("commit", seat.commit),
        ):
            parts.append(prefixed(key and _sized(field, key, _HASH)))
    return b"".join(parts)


def _encode_straddles(straddles: tuple[StraddlePosted, ...]) -> bytes:
    posted = (_STRADDLE.pack(straddle.seat, straddle.amount) for straddle in straddles)
    return bytes((len(straddles),)) + b"".join(posted)


# --- reading -----------------------------------------------------------------------------------------------


def _decode_text(reader: Reader, field: str) -> str:
    text = reader.prefixed(field)
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise reader.bad(field, "not UTF-8", back=len(text)) from None


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
    if len(field) != 2 * _HASH:
        raise reader.bad("escrow", f"{len(field)} bytes, none or 64 are meant", back=len(field))
    return Escrow(field[:_HASH], field[_HASH:])


def _decode_place(reader: Reader, field: str) -> int | None:
    seat = reader.number(field, 1)
    return None if seat == NO_SEAT else seat


def _decode_seats(reader: Reader) -> tuple[OpeningSeat, ...]:
    seats: list[OpeningSeat] = []
    least = 0
    for _ in range(reader.number("seats", 1)):
        seats.append(
            OpeningSeat(
                seat=reader.within("seat", least, NO_SEAT - 1),
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
        least = seats[-1].seat + 1
    return tuple(seats)


def _decode_key(reader: Reader, field: str) -> bytes:
    key = reader.prefixed(field)
    if key and len(key) != _HASH:
        raise reader.bad(field, f"{len(key)} bytes, none or {_HASH} are meant", back=len(key))
    return key


def _decode_straddles(reader: Reader) -> tuple[StraddlePosted, ...]:
    straddles: list[StraddlePosted] = []
    for _ in range(reader.number("straddles", 1)):
        seat = reader.within("straddle seat", 0, NO_SEAT - 1)
        straddles.append(StraddlePosted(seat, reader.number("straddle amount", 8)))
    return tuple(straddles)
