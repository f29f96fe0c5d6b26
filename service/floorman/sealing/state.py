"""What a state token holds, and its bytes: the hand and what its proof needs (audit.md 5).

Not the history, not the order of the cards: they are recomputed from E and P when a card opens.
"""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct, error
from typing import Final

from floorman.fairness.opening import Delivery, Level, OpenFlag
from floorman.rules.hand import Hand
from floorman.sealing.config_codec import decode_config, encode_config
from floorman.sealing.hand_codec import decode_hand, encode_hand

__all__ = [
    "CODEC",
    "CODECS",
    "HandState",
    "UnreadableStateError",
    "decode_state",
    "encode_state",
    "rules_version_of",
]

CODEC: Final = 1
"""The codec that openings get; a hand keeps its own for life."""

CODECS: Final = frozenset({CODEC})
"""The codecs that this release reads."""

_FIXED: Final = Struct(">32s32s32s32sHBBBBBH")
_VERSION: Final = Struct(">128xH")
_SEAT_KEY: Final = 33
"""Bytes of a key and the number of its seat."""


class UnreadableStateError(ValueError):
    """Bytes that authenticate and are yet no state of this codec: a fault of the service."""


@dataclass(slots=True)
class HandState:
    """A hand and its proof between two steps.

    Attributes:
        entropy: E, 32 bytes.
        open_head: of the opening, 32 bytes.
        seed: P, 32 bytes; zeros where the host deals.
        head: H_s of the last step, 32 bytes.
        rules_version: of the opening.
        head_kid: number of the key that signs its heads.
        flags: of the opening.
        delivery: of the opening.
        level: of the opening.
        action_keys: by seat number, 32 bytes each, of the seats that have one.
        delivery_keys: by seat number, the hash of its secret or its key for boxes, 32 bytes each, as long as
            a hole card can be replaced; then, and with delivery HOST, empty.
        hand: the hand itself.
    """

    entropy: bytes
    open_head: bytes
    seed: bytes
    head: bytes
    rules_version: int
    head_kid: int
    flags: OpenFlag
    delivery: Delivery
    level: Level
    action_keys: dict[int, bytes]
    delivery_keys: dict[int, bytes]
    hand: Hand

    def __repr__(self) -> str:
        return "HandState(…)"  # it holds every card of the hand


def encode_state(state: HandState) -> bytes:
    """The plaintext of a state token, codec 1."""
    config = encode_config(state.hand.config)
    fixed = _FIXED.pack(
        state.entropy,
        state.open_head,
        state.seed,
        state.head,
        state.rules_version,
        state.head_kid,
        state.flags,
        state.delivery << 4 | state.level,
        len(state.action_keys),
        len(state.delivery_keys),
        len(config),
    )
    keys = _key_bytes(state.action_keys) + _key_bytes(state.delivery_keys)
    return fixed + config + keys + encode_hand(state.hand)


def _key_bytes(keys: dict[int, bytes]) -> bytes:
    return b"".join(bytes((seat,)) + key for seat, key in keys.items())


def rules_version_of(form: bytes) -> int:
    """The version of the rules that a state was made under: what is behind it may not be read without it.

    Raises:
        UnreadableStateError: there are too few bytes.
    """
    try:
        (version,) = _VERSION.unpack_from(form)
    except error as fault:
        raise UnreadableStateError("the state does not decode") from fault
    return int(version)


def decode_state(form: bytes) -> HandState:
    """The state behind its bytes.

    Raises:
        UnreadableStateError: they are no state of codec 1.
    """
    try:
        (
            entropy,
            open_head,
            seed,
            head,
            version,
            head_kid,
            flags,
            modes,
            signers,
            receivers,
            size,
        ) = _FIXED.unpack_from(form)
        keys = _FIXED.size + size
        boxes = keys + signers * _SEAT_KEY
        rest = boxes + receivers * _SEAT_KEY
        config = decode_config(form[_FIXED.size : keys])
        return HandState(
            entropy,
            open_head,
            seed,
            head,
            version,
            head_kid,
            OpenFlag(flags),
            Delivery(modes >> 4),
            Level(modes & 15),
            _read_keys(form[keys:boxes]),
            _read_keys(form[boxes:rest]),
            decode_hand(config, form[rest:]),
        )
    except (error, ValueError, IndexError, KeyError, TypeError) as fault:
        raise UnreadableStateError("the state does not decode") from fault


def _read_keys(form: bytes) -> dict[int, bytes]:
    return {form[at]: form[at + 1 : at + _SEAT_KEY] for at in range(0, len(form), _SEAT_KEY)}
