"""The chain of heads: one hash a step that binds everything before it (audit.md 4.1).

The deal is step 0, each accepted request makes the next. Players hold the heads; two signed ones that
leave one parent prove that the house let a hand be played twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from struct import Struct
from typing import Final

from floorman.fairness.labels import label

__all__ = ["head_is_signed", "step_head", "trunk"]

_TRUNK: Final = label("t0")
_STEP: Final = label("step")
_NUMBERS: Final = Struct(">IH")
_LENGTH: Final = Struct(">H")


def trunk(open_head: bytes, seed: bytes) -> bytes:
    """H_{-1}, 32 bytes: what step 0 stands on.

    Args:
        open_head: of the opening, 32 bytes.
        seed: P, 32 bytes; zeros when the host deals.
    """
    return sha256(_TRUNK + open_head + seed).digest()


def step_head(parent: bytes, step: int, events: Sequence[bytes]) -> bytes:
    """H_s, 32 bytes.

    Args:
        parent: H_{s-1}.
        step: s, 0 for the deal.
        events: the bytes of every event of the step, in order
            (:func:`floorman.fairness.event_bytes.encode_event`).
    """
    length = _LENGTH.pack
    parts = [_STEP, parent, _NUMBERS.pack(step, len(events))]
    for event in events:
        parts.append(length(len(event)))
        parts.append(event)
    return sha256(b"".join(parts)).digest()


def head_is_signed(*, every: bool, step: int, complete: bool) -> bool:
    """Whether the house signs the head of a step.

    Args:
        every: the opening asks for every head (:attr:`Opening.signs_every_head`).
        step: s.
        complete: the hand is over with this step or was before it.
    """
    return every or step == 0 or complete
