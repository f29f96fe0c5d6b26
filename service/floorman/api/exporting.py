"""The record of a hand that is over, from its state and from what its host has kept (audit.md 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from floorman import events
from floorman.api.floor import Floor
from floorman.api.rejection import Rejected, rejected
from floorman.fairness.beacon import randomness_of
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.opening_bytes import open_head_of
from floorman.fairness.reading import MalformedError
from floorman.fairness.secret_layer import SecretLayer
from floorman.records.hand_record import BeaconValue, HandRecord, RecordedSeed, RecordedStep
from floorman.records.reading import NotARecordError
from floorman.records.record_file import notes_from_message, step_from_message
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from floorman.rules.dealing import pack_of
from floorman.rules.hand import Phase
from floorman.sealing.state import HandState
from floorman.v1 import hand_pb2, hand_service_pb2, refusal_pb2

__all__ = ["MOST_STEPS", "export_hand"]

MOST_STEPS: Final = 2_000
"""Steps of one record (audit.md 6)."""

_ERRORS: Final = refusal_pb2.ErrorReason


def export_hand(floor: Floor, request: hand_service_pb2.ExportHandRequest) -> HandRecord:
    """The record of a hand.

    Raises:
        Rejected: the state is not good or its hand not over, too many steps, or what the host brings does not
            prove the hand.
    """
    header, state = floor.open_state(request.state)
    if state.hand.phase is not Phase.COMPLETE:
        text = "A record is of a hand that is over."
        numbers = {"step": header.step}
        raise rejected(_ERRORS.ERROR_REASON_HAND_NOT_COMPLETE, text, numbers=numbers)
    steps = len(request.updates) - 1
    if steps > MOST_STEPS:
        text = f"{steps} steps are more than {MOST_STEPS}."
        raise rejected(
            _ERRORS.ERROR_REASON_LIMIT, text, field="updates", numbers={"value": steps, "most": MOST_STEPS}
        )
    if open_head_of(request.opening.open_bytes) != state.open_head:
        raise _not_proved(CheckName.OPENING_SIGNATURE, "opening", "the opening is not the one of this state")
    record = HandRecord(
        open_bytes=request.opening.open_bytes,
        opening_signature=request.opening.signature,
        cfg_text=request.opening.cfg_text,
        leaves=_leaves(header.hand_id, state),
        seeds=tuple(
            RecordedSeed(seed.seat, seed.seed, seed.consent)
            for seed in sorted(request.seeds, key=lambda seed: seed.seat)
        ),
        beacon=_beacon(request.beacon_signature),
        escrow_box=request.opening.escrow_box,
        steps=_steps(request.updates),
        notes=notes_from_message(request.notes),
    )
    if (steps, record.steps[-1].head if record.steps else b"") != (header.step, state.head):
        words = f"the updates do not lead to the head of step {header.step}"
        raise _not_proved(CheckName.HEADS, "updates", words)
    _check(floor, record)
    return record


def _not_proved(name: CheckName, field: str, words: str) -> Rejected:
    text = f"No record can be made: {words}."
    numbers = {"check": name.value}
    return rejected(_ERRORS.ERROR_REASON_NOT_PROVED, text, field=field, numbers=numbers)


def _leaves(hand_id: bytes, state: HandState) -> tuple[bytes, ...]:
    if state.hand.host_deals:
        return ()
    return tuple(SecretLayer(state.entropy, hand_id, pack_of(state.hand.config)).leaves())


def _beacon(signature: bytes) -> BeaconValue | None:
    return BeaconValue(signature, randomness_of(signature)) if signature else None


def _steps(updates: Sequence[hand_pb2.HandUpdate]) -> tuple[RecordedStep, ...]:
    committed: set[int] = set()
    steps = []
    for place, update in enumerate(updates):
        try:
            step = step_from_message(update)
            happened = [decode_event(form) for form in step.events]
        except (NotARecordError, MalformedError) as error:
            raise _not_proved(CheckName.FORMAT, f"updates[{place}]", str(error)) from None
        committed |= {event.seat for event in happened if isinstance(event, events.HoleKnown)}
        # a hand that its host brought only to show it was bound by nothing that could be opened
        bound = tuple(hole for hole in step.hole_openings if hole.seat in committed)
        steps.append(replace(step, hole_openings=bound))
    return tuple(steps)


def _check(floor: Floor, record: HandRecord) -> None:
    """What this house exports is proved by its own keys; only a beacon may stay for others to check."""
    report = verify(record, {entry.kid: entry.public_key for entry in floor.ring.head_keys})
    for check in report.checks:
        unchecked = check.standing is Standing.NOT_CHECKED and check.name is not CheckName.BEACON
        if check.standing is Standing.FAILED or unchecked:
            raise _not_proved(check.name, "updates", f"{check.name.words}: {check.words}")
