"""A whole hand for keeps: what anybody needs to check it, and nothing that poker keeps secret (audit.md 7).

All but :class:`Notes` is the *signed part*: every byte of it is bound by a head, a hash or a signature, or
comes out again when the hand is replayed. Its file forms are in :mod:`floorman.records.record_file`, its
proof in :mod:`floorman.records.verification`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from floorman.events import Complete, Outcome
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.event_bytes import Kind, decode_event
from floorman.fairness.opening_bytes import decode_opening, open_head_of

__all__ = [
    "FORMAT_VERSION",
    "BeaconValue",
    "ChainLink",
    "HandRecord",
    "HoleOpening",
    "Notes",
    "RecordedSeed",
    "RecordedStep",
    "link_of",
]

FORMAT_VERSION: Final = 1

_COMPLETE: Final = bytes((Kind.COMPLETE,))


@dataclass(frozen=True, slots=True)
class RecordedSeed:
    """r_s of a seat (16 to 64 bytes) and its consent ``ok_s`` (64 bytes, empty without an action key)."""

    seat: int
    seed: bytes
    consent: bytes = b""


@dataclass(frozen=True, slots=True)
class BeaconValue:
    """Level BEACON: the round's signature, and the randomness (32 bytes) that it gives."""

    signature: bytes
    randomness: bytes


@dataclass(frozen=True, slots=True)
class HoleOpening:
    """Host dealing: two shown cards and the salt (32 bytes) that open the commitment of HOLE_KNOWN."""

    seat: int
    cards: tuple[int, ...]
    salt: bytes


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """One step; the deal is the first.

    Attributes:
        step_bytes: the step as it was asked (audit.md 4.4); empty for the deal.
        act_signature: the seat's, 64 bytes, or empty.
        events: the bytes of each event (audit.md 4.2).
        openings: of the cards that the step showed to everybody.
        hole_openings: host dealing: of the hole cards that it showed to everybody.
        head: H_s, 32 bytes.
        signature: the house's, 64 bytes, or empty where none is due.
    """

    step_bytes: bytes
    act_signature: bytes
    events: tuple[bytes, ...]
    openings: tuple[CardOpening, ...]
    hole_openings: tuple[HoleOpening, ...]
    head: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Notes:
    """What a host may add. Nobody signed it; whoever shows it says so.

    Attributes:
        table_title: the table's name for people.
        played_at: when, in the host's words.
        names: of the players, by seat.
        history: the hand as text.
    """

    table_title: str = ""
    played_at: str = ""
    names: dict[int, str] = field(default_factory=dict)
    history: str = ""


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A hand, or an opening that was abandoned before the deal (then it has no step).

    Attributes:
        open_bytes: the opening (audit.md 3.2).
        opening_signature: ``sig_open``, 64 bytes.
        cfg_text: the switches, resolved (audit.md 3.3).
        leaves: of the committed deck by slot, 32 bytes each; empty where the host deals.
        seeds: what the players revealed, seats rising.
        beacon: level BEACON only.
        escrow_box: E sealed to an auditor's key; empty = no escrow.
        steps: the deal and every accepted step.
        notes: the unsigned part.
    """

    open_bytes: bytes
    opening_signature: bytes
    cfg_text: str
    leaves: tuple[bytes, ...]
    seeds: tuple[RecordedSeed, ...] = ()
    beacon: BeaconValue | None = None
    escrow_box: bytes = b""
    steps: tuple[RecordedStep, ...] = ()
    notes: Notes = Notes()


@dataclass(frozen=True, slots=True)
class ChainLink:
    """What the record after this one must follow (``prev_head``, audit.md 3.2).

    Attributes:
        table_id: the host's name of the table.
        hand_number, attempt: of this record.
        head: the last signed value that players saw: H at COMPLETE, or ``open_head`` if it was never dealt.
        outcome: how the hand ended; None if it was never dealt.
    """

    table_id: str
    hand_number: int
    attempt: int
    head: bytes
    outcome: Outcome | None


def link_of(record: HandRecord) -> ChainLink | None:
    """The link that the next record of the table hangs on; None where the hand was not played to its end.

    Raises:
        MalformedError: ``open_bytes`` or the event that ends the hand are not what they should be.
    """
    opening = decode_opening(record.open_bytes)
    place = (opening.table_id, opening.hand_number, opening.attempt)
    if not record.steps:
        return ChainLink(*place, open_head_of(record.open_bytes), None)
    for step in record.steps:  # courtesies may follow COMPLETE, and no hand hangs on those
        for form in step.events:
            if form[:1] == _COMPLETE and isinstance(event := decode_event(form), Complete):
                return ChainLink(*place, step.head, event.outcome)
    return None
