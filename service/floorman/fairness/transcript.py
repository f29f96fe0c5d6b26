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
from floorman.fairness.reading import Reader

__all__ = ["head_is_signed", "join_events", "split_events", "step_head", "trunk"]

_TRUNK: Final = label("t0")
_STEP: Final = label("step")
_STEP_NUMBER: Final = Struct(">I")
_U16: Final = Struct(">H")


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
    return sha256(_STEP + parent + _STEP_NUMBER.pack(step) + join_events(events)).digest()


def join_events(events: Sequence[bytes]) -> bytes:
    """``u16 n ‖ n × lp(event)``: the events of a step as its head hashes them."""
    length = _U16.pack
    parts = [length(len(events))]
    for event in events:
        parts.append(length(len(event)))
        parts.append(event)
    return b"".join(parts)


def split_events(form: bytes) -> tuple[bytes, ...]:
    """The events of a step: :func:`join_events` the other way round.

    Raises:
        MalformedError: a length does not fit.
    """
    reader = Reader(form)
    events = tuple(reader.prefixed("event") for _ in range(reader.number("events", 2)))
    reader.finish()
    return events


def head_is_signed(*, every: bool, step: int, complete: bool) -> bool:
    """Whether the house signs the head of a step.

    Args:
        every: the opening asks for every head (:attr:`Opening.signs_every_head`).
        step: s.
        complete: the hand is over with this step or was before it.
    """
    return every or step == 0 or complete
