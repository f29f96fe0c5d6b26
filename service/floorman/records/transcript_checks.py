"""The checks of a transcript: its heads, who signed them, and that the rules make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from floorman import events
from floorman.events import Outcome
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.keys import verifies
from floorman.fairness.opening import Delivery, OpenFlag, Opening, first_prev_head
from floorman.fairness.signing import act_message, head_message, opening_message
from floorman.fairness.step_bytes import seat_signs
from floorman.fairness.transcript import head_is_signed, step_head, trunk
from floorman.records.hand_record import ChainLink, RecordedStep
from floorman.records.reading import ReadRecord, ReadStep
from floorman.records.replay import Replayed, replay
from floorman.records.report import Check, CheckName, failed, ok, unasked, unchecked

__all__ = [
    "check_chain",
    "check_head_signatures",
    "check_heads",
    "check_opening_signature",
    "check_rules",
    "check_seat_signatures",
    "check_settlement",
    "replayed",
]

_NEVER_DEALT = "the hand was never dealt"


# ---- signatures ----


def check_opening_signature(read: ReadRecord, public_key: bytes | None) -> Check:
    """The house signed the opening."""
    name = CheckName.OPENING_SIGNATURE
    if public_key is None:
        return unchecked(name, f"no key: head key {read.opening.head_kid} is not known here")
    if not verifies(public_key, read.record.opening_signature, opening_message(read.open_head)):
        return failed(name, f"head key {read.opening.head_kid} did not sign this opening")
    return ok(name, f"head key {read.opening.head_kid} signed the opening before a seed was known")


def _parents(read: ReadRecord) -> Iterator[tuple[int, bytes, RecordedStep, ReadStep]]:
    """Each step with its number and the head that it stands on."""
    parent = trunk(read.open_head, read.seed)
    for number, (recorded, step) in enumerate(zip(read.record.steps, read.steps, strict=True)):
        yield number, parent, recorded, step
        parent = recorded.head


def check_heads(read: ReadRecord) -> Check:
    """Each head is the hash of the one before and of the step's events, from P on (audit.md 4.1)."""
    name = CheckName.HEADS
    if not read.steps:
        return unasked(name, _NEVER_DEALT)
    for number, parent, recorded, step in _parents(read):
        if step_head(parent, number, step.event_bytes) != recorded.head:
            return failed(name, f"the head of step {number} does not follow from what is recorded")
    return ok(name, f"{len(read.steps)} heads make one chain from opening and seeds to the end")


def check_head_signatures(read: ReadRecord, public_key: bytes | None) -> Check:
    """The house signed every head that it had to, and no other."""
    name = CheckName.HEAD_SIGNATURES
    if not read.steps:
        return unasked(name, _NEVER_DEALT)
    if public_key is None:
        return unchecked(name, f"no key: head key {read.opening.head_kid} is not known here")
    every = read.opening.signs_every_head
    complete = False
    signed = 0
    for number, parent, recorded, step in _parents(read):
        complete = complete or step.completes
        if not head_is_signed(every=every, step=number, complete=complete):
            if recorded.signature:
                return failed(name, f"step {number} has a signature, and none is due")
            continue
        message = head_message(read.opening.hand_id, number, parent, recorded.head)
        if not verifies(public_key, recorded.signature, message):
            return failed(
                name, f"the head of step {number} is not signed by head key {read.opening.head_kid}"
            )
        signed += 1
    return ok(name, f"the house signed {signed} heads: {'every one' if every else 'the first and the last'}")


def check_seat_signatures(read: ReadRecord) -> Check:
    """Each seat with an action key signed its own steps, upon the head that it saw (audit.md 4.1, 5)."""
    name = CheckName.SEAT_SIGNATURES
    keys = {seat.seat: seat.action_key for seat in read.opening.seats if seat.action_key}
    seats_deliver = read.opening.delivery is not Delivery.HOST
    if not read.opening.host_can_look_ahead and (fault := _promise_fault(read.opening)):
        return failed(name, fault)
    signed = 0
    for number, parent, recorded, _ in _parents(read):
        if not number:
            continue
        seat = recorded.step_bytes[1]
        key = keys.get(seat) if seat_signs(recorded.step_bytes) else None
        if recorded.act_signature:
            message = act_message(read.opening.hand_id, number, parent, recorded.step_bytes)
            if key is None:
                return failed(name, f"step {number} is signed, and nobody has a key for it")
            if not verifies(key, recorded.act_signature, message):
                return failed(name, f"seat {seat} did not sign step {number}")
            signed += 1
        elif key is not None and seats_deliver:
            return failed(name, f"step {number} of seat {seat} is not signed")
    return ok(name, f"seats signed {signed} steps" if signed else "no step had to be signed by its seat")


def _promise_fault(opening: Opening) -> str:
    """Why a host could look ahead though the opening says that none can (audit.md 5)."""
    if OpenFlag.FORK_GUARD not in opening.flags:
        return "cards went past the host, and no guard kept it from playing branches"
    bare = [seat.seat for seat in opening.seats if not (seat.action_key or seat.absent)]
    return f"cards went past the host, and seat {bare[0]} has no key to sign its steps" if bare else ""


# ---- the rules ----


def replayed(read: ReadRecord, revealed: Sequence[CardOpening]) -> Replayed | None:
    """The hand played again with the known cards; None where it has no config or no step."""
    if read.config is None or not read.steps:
        return None
    opened = (*revealed, *(opening for step in read.steps for opening in step.openings))
    faces = {opening.deck_index: opening.card for opening in opened}
    return replay(read.opening, read.config, read.steps, faces)


def check_rules(read: ReadRecord, again: Replayed | None) -> Check:
    """Every step is legal, and made exactly what the record says (rule book, at rules_version)."""
    name = CheckName.RULES
    if not read.steps:
        return unasked(name, _NEVER_DEALT)
    if again is None:
        return unchecked(name, "the hand cannot be played again: the switches or the cards are at fault")
    difference = again.difference
    if difference is not None and not difference.paying:
        return failed(name, f"step {difference.step}: {difference.words}")
    if difference is not None:
        return ok(name, f"all steps up to {difference.step} are legal")
    return ok(name, f"{len(read.steps) - 1} steps are legal, and made what the record says")


def check_settlement(read: ReadRecord, again: Replayed | None) -> Check:
    """Every chip is accounted for, and went where the rules send it (R-13)."""
    name = CheckName.SETTLEMENT
    if not read.steps:
        return unasked(name, _NEVER_DEALT)
    fault = _chips_fault(read)
    if fault:
        return failed(name, fault)
    if again is not None and again.difference is not None and again.difference.paying:
        return failed(name, f"step {again.difference.step}: {again.difference.words}")
    if again is None or again.difference is not None:
        return unchecked(name, "the chips add up; who wins them needs the hand played again")
    return ok(name, "every chip went where the rules send it")


def _chips_fault(read: ReadRecord) -> str:
    """What is wrong with the chips, counted from the events alone: stacks, pot and rake."""
    stacks = {seat.seat: seat.stack for seat in read.opening.seats}
    pot = rake = 0
    final: events.Complete | None = None
    for step in read.steps:
        for event in step.events:
            match event:
                case events.Refund() | events.Award() | events.Returned():
                    stacks[event.seat] = stacks.get(event.seat, 0) + event.amount
                    pot -= event.amount
                case events.Rake():
                    rake += event.amount
                    pot -= event.amount
                case events.Complete():
                    final = event
                case events.StreetBegins():
                    if event.pot != pot:
                        return f"a street begins with {event.pot} in the pot, and {pot} were put in"
                case (
                    events.Ante()
                    | events.SmallBlind()
                    | events.BigBlind()
                    | events.ButtonBlind()
                    | events.LivePost()
                    | events.DeadPost()
                    | events.Straddle()
                    | events.Call()
                    | events.Bet()
                    | events.Raise()
                ):
                    stacks[event.seat] = stacks.get(event.seat, 0) - event.amount
                    pot += event.amount
                case _:
                    pass
    if final is None:
        return "the record ends before the hand does"
    if pot or rake != final.rake or tuple(sorted(stacks.items())) != final.stacks:
        return f"the final stacks do not follow: {pot} chips are left over, {rake} were raked"
    return ""


# ---- the hand before ----


def check_chain(read: ReadRecord, before: ChainLink | None) -> Check:
    """The hand follows the one before: prev_head, hand number, attempt (audit.md 3.2)."""
    name = CheckName.CHAIN
    opening = read.opening
    if before is None:
        if opening.prev_head == first_prev_head(opening.table_id):
            return ok(name, "the table's first hand")
        return unasked(name, "no record of the hand before was given")
    told = f"hand {before.hand_number}, attempt {before.attempt}"
    if opening.table_id != before.table_id:
        return failed(name, f"{told} was played at another table")
    if opening.prev_head != before.head:
        return failed(name, f"it does not follow {told}: prev_head is another")
    again = (opening.hand_number, opening.attempt) == (before.hand_number, before.attempt + 1)
    further = opening.hand_number > before.hand_number and opening.attempt == 0
    if not (further or (again and before.outcome is not Outcome.PLAYED)):
        return failed(name, f"hand {opening.hand_number}, attempt {opening.attempt} cannot follow {told}")
    return ok(name, f"it follows {told}")
