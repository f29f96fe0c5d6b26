"""Records that are not true: how to change one, and how a house in league with the liar would sign it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeVar

from floorman import steps
from floorman.events import Event
from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.keys import HeadKey
from floorman.fairness.opening_bytes import decode_opening, encode_opening, open_head_of
from floorman.fairness.public_layer import public_seed
from floorman.fairness.signing import head_message, opening_message
from floorman.fairness.transcript import step_head, trunk
from floorman.records.hand_record import HandRecord, RecordedStep
from floorman.records.report import CheckName, Report, Standing
from floorman.records.verification import verify
from floorman.rules.hand import Hand
from floorman.rules.opening import HandStart, SeatStart
from floorman.rules.presets import resolve
from tests.fairness.vectors import VECTORS, unhex
from tests.records.recording import KEYS as HOUSE_KEYS
from tests.records.recording import NextStep
from tests.records.vector_records import KEYS, record_of

__all__ = [
    "ENDS",
    "HOUSE",
    "HOUSE_KEYS",
    "KEYS",
    "OPENING",
    "RECORD",
    "action_key",
    "checks",
    "crosses",
    "event_in",
    "failures",
    "first_opened",
    "in_order",
    "signed_anew",
    "step_with",
    "three_seats",
    "with_event",
    "with_opening",
    "with_step",
]

EventType = TypeVar("EventType", bound=Event)

HOUSE: Final = HeadKey(3, unhex(VECTORS["keys"]["head_private"]))
RECORD: Final = record_of("hand")
ENDS: Final = record_of("run_twice")
OPENING: Final = decode_opening(RECORD.open_bytes)


def failures(report: Report) -> set[CheckName]:
    return {check.name for check in report.checks if check.standing is Standing.FAILED}


def crosses(record: HandRecord, **brought: Any) -> set[CheckName]:
    """The checks that fail for a record of the vectors' house."""
    return failures(verify(record, KEYS, **brought))


def signed_anew(record: HandRecord) -> HandRecord:
    """The record as a house in league with the liar would sign it: heads and signatures fit what it says."""
    opening = decode_opening(record.open_bytes)
    open_head = open_head_of(record.open_bytes)
    seed = public_seed(open_head, {revealed.seat: revealed.seed for revealed in record.seeds})
    head = trunk(open_head, seed)
    signed = []
    for number, step in enumerate(record.steps):
        parent, head = head, step_head(head, number, step.events)
        due = bool(step.signature)
        message = head_message(opening.hand_id, number, parent, head)
        signed.append(replace(step, head=head, signature=HOUSE.sign(message) if due else b""))
    return replace(record, opening_signature=HOUSE.sign(opening_message(open_head)), steps=tuple(signed))


def with_step(record: HandRecord, number: int, **changed: Any) -> HandRecord:
    every = list(record.steps)
    every[number] = replace(every[number], **changed)
    return replace(record, steps=tuple(every))


def with_opening(record: HandRecord, **changed: Any) -> HandRecord:
    return replace(record, open_bytes=encode_opening(replace(decode_opening(record.open_bytes), **changed)))


def with_event(record: HandRecord, number: int, old: type, **changed: Any) -> HandRecord:
    """The first event of a kind in a step, changed."""
    forms = list(record.steps[number].events)
    place = next(at for at, form in enumerate(forms) if isinstance(decode_event(form), old))
    forms[place] = encode_event(replace(decode_event(forms[place]), **changed))
    return with_step(record, number, events=tuple(forms))


def step_with(record: HandRecord, kind: type) -> int:
    return next(
        number
        for number, step in enumerate(record.steps)
        if any(isinstance(decode_event(form), kind) for form in step.events)
    )


def three_seats(**switches: Any) -> HandStart:
    """Seats 1, 2 and 3, 100 chips each at 1/2, the button on seat 1."""
    config = resolve("", {"small_blind": 1, "big_blind": 2, **switches})
    return HandStart(config, 1, tuple(SeatStart(seat, 100) for seat in (1, 2, 3)))


def checks(hand: Hand) -> steps.Step | None:
    """Calls and checks to the showdown."""
    if hand.actor < 0:
        return None
    seat = hand.seats[hand.actor]
    return steps.Call(seat.number) if seat.put < hand.level else steps.Check(seat.number)


def in_order(*asked: steps.Step) -> NextStep:
    """These steps and no more."""
    script = iter((*asked, None))
    return lambda _: next(script)


def action_key(seat: int) -> HeadKey:
    """The private action key of a seat of the vectors."""
    return HeadKey(0, unhex(VECTORS["keys"]["action_private"][str(seat)]))


def event_in(step: RecordedStep, kind: type[EventType]) -> EventType:
    """The first event of a kind in a step."""
    return next(event for event in map(decode_event, step.events) if isinstance(event, kind))


def first_opened(record: HandRecord) -> tuple[int, int]:
    """Step and slot of the first card that was opened."""
    number = next(at for at, step in enumerate(record.steps) if step.openings)
    return number, record.steps[number].openings[0].slot
