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

_FIXED: Final = Struct(">32s32s32s32sHBBBBH")
_VERSION: Final = Struct(">128xH")
_KEY_BYTES: Final = 32


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
        action_keys: by seat number, 32 bytes each; empty where seats do not sign.
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
        len(config),
    )
    keys = b"".join(bytes((seat,)) + key for seat, key in state.action_keys.items())
    return fixed + config + keys + encode_hand(state.hand)


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
        entropy, open_head, seed, head, version, head_kid, flags, modes, keys, size = _FIXED.unpack_from(form)
        offset = _FIXED.size + size
        config = decode_config(form[_FIXED.size : offset])
        action_keys = {}
        for _ in range(keys):
            action_keys[form[offset]] = form[offset + 1 : offset + 1 + _KEY_BYTES]
            offset += 1 + _KEY_BYTES
        hand = decode_hand(config, form[offset:])
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
            action_keys,
            hand,
        )
    except (error, ValueError, IndexError, KeyError, TypeError) as fault:
        raise UnreadableStateError("the state does not decode") from fault
