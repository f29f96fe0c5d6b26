"""The threats of audit.md 10 to a transcript: a lie about what was done, shown, paid or signed is a cross."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from floorman import events, steps
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.opening import OpenFlag
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.signing import act_message
from floorman.fairness.step_bytes import encode_step
from floorman.records.hand_record import BeaconValue, ChainLink, HandRecord, RecordedSeed, link_of
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from floorman.rules.choices import ShowAfterUncontested
from tests.records.lies import (
    ENDS,
    HOUSE_KEYS,
    KEYS,
    OPENING,
    RECORD,
    action_key,
    checks,
    crosses,
    event_in,
    failures,
    first_opened,
    in_order,
    signed_anew,
    step_with,
    three_seats,
    with_event,
    with_opening,
    with_step,
)
from tests.records.recording import Terms, recorded_hand

# --- the transcript: cards opened that poker keeps secret, or not opened -----------------------------------


def test_a_folded_card_that_is_opened_is_a_cross() -> None:
    record, _, openings = recorded_hand(
        three_seats(), random.Random(1), in_order(steps.Fold(1), steps.Fold(2))
    )
    lie = with_step(record, 1, openings=(openings[2],))
    report = verify(lie, HOUSE_KEYS)
    assert failures(report) == {CheckName.VISIBLE_CARDS}


@pytest.mark.parametrize("record", [RECORD, ENDS], ids=["hand", "run_twice"])
def test_a_shown_card_that_is_not_opened(record: HandRecord) -> None:
    number, _ = first_opened(record)
    lie = with_step(record, number, openings=record.steps[number].openings[1:])
    assert CheckName.VISIBLE_CARDS in crosses(lie)


# --- the transcript: heads and signatures ------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(RECORD.steps)))
def test_a_head_that_is_not_signed_or_signed_by_another(number: int) -> None:
    for signature in (b"", bytes(64), RECORD.steps[number - 1].signature):
        assert crosses(with_step(RECORD, number, signature=signature)) == {CheckName.HEAD_SIGNATURES}


def test_a_signature_where_none_is_due() -> None:
    """ENDS: bytes that nobody has to check would be bound by nobody."""
    assert crosses(with_step(ENDS, 2, signature=ENDS.steps[0].signature)) == {CheckName.HEAD_SIGNATURES}


@pytest.mark.parametrize("number", range(1, len(RECORD.steps) - 1))
def test_a_step_left_out(number: int) -> None:
    lie = replace(RECORD, steps=RECORD.steps[:number] + RECORD.steps[number + 1 :])
    assert CheckName.HEADS in crosses(lie)


def test_the_end_left_out() -> None:
    assert CheckName.SETTLEMENT in crosses(replace(RECORD, steps=RECORD.steps[:-1]))


def seat_steps() -> list[int]:
    return [number for number, step in enumerate(RECORD.steps) if step.act_signature]


@pytest.mark.parametrize("number", seat_steps())
def test_a_seats_step_that_the_host_made_up(number: int) -> None:
    for signature in (b"", bytes(64), RECORD.steps[seat_steps()[0] - number].act_signature):
        if signature != RECORD.steps[number].act_signature:
            lie = with_step(RECORD, number, act_signature=signature)
            assert crosses(lie) == {CheckName.SEAT_SIGNATURES}


def test_a_step_signed_upon_another_head() -> None:
    """A signature that a seat gave for one branch is none for another."""
    number = seat_steps()[1]
    step = RECORD.steps[number]
    elsewhere = action_key(step.step_bytes[1]).sign(
        act_message(OPENING.hand_id, number, bytes(32), step.step_bytes)
    )
    assert crosses(with_step(RECORD, number, act_signature=elsewhere)) == {CheckName.SEAT_SIGNATURES}


@pytest.mark.parametrize("lack", ["no guard", "no key"])
def test_a_promise_that_no_host_looks_ahead_needs_guard_and_keys(lack: str) -> None:
    first, *others = OPENING.seats
    if lack == "no guard":
        lie = with_opening(RECORD, flags=OPENING.flags & ~OpenFlag.FORK_GUARD)
    else:
        lie = with_opening(RECORD, seats=(replace(first, action_key=b""), *others))
    report = verify(signed_anew(lie), KEYS)
    words = {"no guard": "no guard kept it", "no key": f"seat {first.seat} has no key"}
    assert words[lack] in report.of(CheckName.SEAT_SIGNATURES).words
    assert "lookahead=no" in report.assurance


def test_a_signature_of_a_seat_that_has_no_key() -> None:
    assert crosses(with_step(ENDS, 1, act_signature=bytes(64))) == {CheckName.SEAT_SIGNATURES}


def test_a_forced_time_out_stands_in_the_record() -> None:
    """The host can time a seat out, and cannot pass it off as the seat's own fold or check."""
    number = step_with(RECORD, events.TimedOut)
    timed_out = event_in(RECORD.steps[number], events.TimedOut)
    events_without = tuple(
        form for form in RECORD.steps[number].events
        if not isinstance(decode_event(form), events.TimedOut)
    )  # fmt: skip
    own: type[steps.Fold | steps.Check] = (
        steps.Fold if isinstance(decode_event(events_without[0]), events.Fold) else steps.Check
    )
    lie = with_step(RECORD, number, events=events_without, step_bytes=encode_step(own(timed_out.seat)))
    assert crosses(signed_anew(lie)) >= {CheckName.SEAT_SIGNATURES}


# --- rulings that are wrong though the house signs them ----------------------------------------------------


def changed_step(record: HandRecord, number: int, step: steps.Step) -> HandRecord:
    return signed_anew(with_step(record, number, step_bytes=encode_step(step)))


def test_a_step_that_the_rules_refuse() -> None:
    report = verify(changed_step(ENDS, 1, steps.Check(ENDS.steps[1].step_bytes[1])), KEYS)
    assert report.of(CheckName.RULES).standing is Standing.FAILED
    assert "is refused" in report.of(CheckName.RULES).words


def test_a_step_of_the_wrong_seat() -> None:
    seat = ENDS.steps[2].step_bytes[1]
    report = verify(changed_step(ENDS, 1, steps.Fold(seat)), KEYS)
    assert "NOT_YOUR_TURN, R-7.7" in report.of(CheckName.RULES).words


def test_a_pot_paid_to_the_wrong_seat() -> None:
    number = step_with(ENDS, events.Award)
    award = event_in(ENDS.steps[number], events.Award)
    other = next(seat.seat for seat in decode_opening(ENDS.open_bytes).seats if seat.seat != award.seat)
    lie = signed_anew(with_event(ENDS, number, events.Award, seat=other))
    assert crosses(lie) == {CheckName.SETTLEMENT}


def test_a_pot_paid_to_the_wrong_seat_with_stacks_that_add_up() -> None:
    number = step_with(ENDS, events.Award)
    award = event_in(ENDS.steps[number], events.Award)
    complete = event_in(ENDS.steps[number], events.Complete)
    other = next(seat.seat for seat in decode_opening(ENDS.open_bytes).seats if seat.seat != award.seat)
    moved = {award.seat: -award.amount, other: award.amount}
    stacks = tuple((seat, stack + moved.get(seat, 0)) for seat, stack in complete.stacks)
    lie = with_event(ENDS, number, events.Award, seat=other)
    report = verify(signed_anew(with_event(lie, number, events.Complete, stacks=stacks)), KEYS)
    assert not report.holds
    settlement = report.of(CheckName.SETTLEMENT)
    assert settlement.standing is Standing.FAILED
    assert settlement.words.startswith(f"step {number}: the rules make Award")


def test_a_chip_that_is_made_and_one_that_is_lost() -> None:
    number = step_with(ENDS, events.Complete)
    complete = event_in(ENDS.steps[number], events.Complete)
    for more in (1, -1):
        (seat, stack), *others = complete.stacks
        stacks = ((seat, stack + more), *others)
        assert crosses(signed_anew(with_event(ENDS, number, events.Complete, stacks=stacks))) == {
            CheckName.SETTLEMENT
        }


# --- hands called off, openings abandoned: the chain shows each --------------------------------------------


def called_off(step: steps.Step) -> tuple[HandRecord, ChainLink]:
    record, _, _ = recorded_hand(three_seats(), random.Random(3), in_order(step))
    link = link_of(record)
    assert link is not None
    return record, link


def following(head: bytes, number: int, attempt: int) -> HandRecord:
    terms = Terms(number=number, attempt=attempt, prev_head=head)
    record, _, _ = recorded_hand(three_seats(), random.Random(9), checks, terms)
    return record


def chain_of(record: HandRecord, link: ChainLink) -> Standing:
    return verify(record, HOUSE_KEYS, link).of(CheckName.CHAIN).standing


def test_a_void_is_signed_and_the_next_hand_hangs_on_it() -> None:
    record, link = called_off(steps.Void(steps.Cause.HOST))
    assert verify(record, HOUSE_KEYS).holds
    assert link.outcome is events.Outcome.VOID
    assert chain_of(following(link.head, 2, 0), link) is Standing.OK


def test_r18_1_after_a_misdeal_the_hand_is_dealt_again_under_the_next_attempt() -> None:
    _, link = called_off(steps.Misdeal(steps.Cause.DEALING_ERROR))
    assert chain_of(following(link.head, 1, 1), link) is Standing.OK
    assert chain_of(following(link.head, 1, 2), link) is Standing.FAILED
    assert chain_of(following(link.head, 1, 0), link) is Standing.FAILED


def test_a_hand_that_was_played_is_not_played_again() -> None:
    record = following(b"", 1, 0)
    link = link_of(record)
    assert link is not None
    assert chain_of(following(link.head, 2, 0), link) is Standing.OK
    assert chain_of(following(link.head, 1, 1), link) is Standing.FAILED
    assert chain_of(following(link.head, 2, 1), link) is Standing.FAILED


def test_a_lie_about_the_hand_before() -> None:
    link = link_of(RECORD)
    assert link is not None
    assert crosses(ENDS, before=link) == set()
    assert crosses(ENDS, before=replace(link, head=bytes(32))) == {CheckName.CHAIN}
    assert crosses(ENDS, before=replace(link, table_id="main-8")) == {CheckName.CHAIN}


def test_no_hand_hangs_on_a_courtesy() -> None:
    """prev_head is H at COMPLETE; what is shown afterwards adds heads that no later opening names."""
    start = three_seats(show_after_uncontested=ShowAfterUncontested.BOTH)
    asked = in_order(steps.Fold(1), steps.Fold(2), steps.ShowOne(3, 0))
    record, _, _ = recorded_hand(start, random.Random(1), asked)
    assert verify(record, HOUSE_KEYS).holds
    link = link_of(record)
    assert link is not None
    assert [step.head for step in record.steps].index(link.head) == len(record.steps) - 2


# --- bytes that mean nothing -------------------------------------------------------------------------------

MEANINGLESS: Final[dict[str, Callable[[], HandRecord]]] = {
    "no opening": lambda: replace(RECORD, open_bytes=RECORD.open_bytes[:-1]),
    "a step of no verb": lambda: with_step(RECORD, 1, step_bytes=b"\xf0\x01"),
    "an event of no kind": lambda: with_step(RECORD, 1, events=(bytes(10),)),
    "a step for the deal": lambda: with_step(RECORD, 0, step_bytes=b"\x01\x01"),
    "half the leaves": lambda: replace(RECORD, leaves=RECORD.leaves[:26]),
    "short leaves": lambda: replace(RECORD, leaves=tuple(leaf[:31] for leaf in RECORD.leaves)),
    "seeds that fall": lambda: replace(RECORD, seeds=tuple(reversed(RECORD.seeds))),
    "seeds of no deal": lambda: replace(RECORD, steps=()),
    "a seed of no seat": lambda: replace(RECORD, seeds=(*RECORD.seeds, RecordedSeed(300, bytes(32)))),
    "a seed without end": lambda: replace(RECORD, seeds=(RecordedSeed(1, bytes(70_000)),)),
    "a beacon of its own": lambda: replace(RECORD, beacon=BeaconValue(bytes(48), bytes(32))),
}


@pytest.mark.parametrize("what", MEANINGLESS)
def test_what_is_no_record_is_said_to_be_none(what: str) -> None:
    assert crosses(MEANINGLESS[what]()) == {CheckName.FORMAT}
