"""What the floor has ruled: everything that an answer is made of."""

from __future__ import annotations

from dataclasses import dataclass, field

from floorman.events import Event
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.opening import Opening
from floorman.sealing.state import HandState

__all__ = ["Opened", "Ruling"]


@dataclass(slots=True)
class Opened:
    """An opening as it was signed.

    Attributes:
        opening: all its fields.
        open_bytes, open_head: its bytes and their hash.
        signature: of the house over the head, 64 bytes.
        config_text: the switches behind ``cfg_hash``.
        leaves: of the committed deck, 32 bytes each, where they were asked for.
        escrow_box: 80 bytes, or empty without an escrow.
    """

    opening: Opening
    open_bytes: bytes
    open_head: bytes
    signature: bytes
    config_text: str
    leaves: list[bytes] = field(default_factory=list)
    escrow_box: bytes = b""


@dataclass(slots=True)
class Ruling:
    """An accepted step, or the deal.

    Attributes:
        token: the sealed state after it.
        state: the same, open.
        hand_id: 16 bytes.
        step: its number.
        step_bytes: of the step that was asked for, in the transcript; empty for the deal.
        events: what happened.
        event_bytes: the same, each as the head binds it.
        parent: the head before, 32 bytes.
        signature: over both heads, 64 bytes, or empty where none is due.
        deck: the floor's deck; None where the host deals.
        view_tokens: by seat, where hole cards go past the host and this step dealt or replaced some.
        boxes: by seat, hole cards sealed to its player; with the deal only.
        opened: the opening; None but for the deal.
    """

    token: bytes
    state: HandState
    hand_id: bytes
    step: int
    step_bytes: bytes
    events: list[Event]
    event_bytes: list[bytes]
    parent: bytes
    signature: bytes
    deck: ServiceDeck | None
    view_tokens: dict[int, bytes] = field(default_factory=dict)
    boxes: dict[int, bytes] = field(default_factory=dict)
    opened: Opened | None = None
