"""What each Ed25519 signature is over (audit.md 3.2, 4.1, 8).

The head key of the house signs openings, heads and draws; the action key of a seat signs its consent and
its steps. Every message begins with a label of its own, so none can be taken for another.
"""

from __future__ import annotations

from typing import Final

from floorman.fairness.labels import label, prefixed

__all__ = [
    "act_message",
    "consent_message",
    "draw_message",
    "drawn_message",
    "head_message",
    "opening_message",
]

_SIG_OPEN: Final = label("sig-open")
_OK: Final = label("ok")
_HEAD: Final = label("head")
_ACT: Final = label("act")
_SIG_DRAW: Final = label("sig-draw")
_SIG_DRAWN: Final = label("sig-drawn")


def opening_message(open_head: bytes) -> bytes:
    """By the house, before any seed is known: this is the opening."""
    return _SIG_OPEN + open_head


def consent_message(open_head: bytes, seat: int, seed: bytes) -> bytes:
    """By a seat with its seed: this is the opening that I checked."""
    return _OK + open_head + bytes((seat,)) + prefixed(seed)


def head_message(hand_id: bytes, step: int, parent: bytes, head: bytes) -> bytes:
    """By the house: step ``step`` of the hand led from ``parent`` to ``head``."""
    return _HEAD + hand_id + step.to_bytes(4, "big") + parent + head


def act_message(hand_id: bytes, step: int, parent: bytes, step_bytes: bytes) -> bytes:
    """By a seat: this is my step number ``step`` (``expected_step`` + 1) upon ``parent``."""
    return _ACT + hand_id + step.to_bytes(4, "big") + parent + step_bytes


def draw_message(draw_head: bytes) -> bytes:
    """By the house, before any entrant's seed is known: this is the draw."""
    return _SIG_DRAW + draw_head


def drawn_message(draw_head: bytes, outcome: bytes) -> bytes:
    """By the house: this D came out of that draw."""
    return _SIG_DRAWN + draw_head + outcome
