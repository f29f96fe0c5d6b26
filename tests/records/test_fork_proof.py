"""Two records of one hand are a proof against the house, whoever shows them (audit.md 4.1)."""

from __future__ import annotations

import random
from dataclasses import replace

from floorman import events, steps
from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.forks import ForkVerdict
from floorman.fairness.opening_bytes import decode_opening, encode_opening
from floorman.fairness.step_bytes import encode_step
from floorman.records.fork_proof import fork_between
from floorman.records.hand_record import HandRecord
from tests.fairness.vectors import VECTORS, event_of, unhex
from tests.records.lies import HOUSE_KEYS, checks, in_order, signed_anew, three_seats
from tests.records.recording import Terms, recorded_hand
from tests.records.vector_records import KEYS, record_of

HAND = record_of("hand")
FORK = VECTORS["fork_proof"]


def void_branch() -> HandRecord:
    """The other branch of the vectors' fork: the same hand, called off where the first one went on."""
    number = FORK["step"]
    forms = tuple(encode_event(event_of(event)) for event in FORK["b"]["events"])
    void = replace(
        HAND.steps[number],
        step_bytes=encode_step(steps.Void(steps.Cause.HOST)),
        act_signature=b"",
        events=forms,
        openings=(),
    )
    return signed_anew(replace(HAND, steps=(*HAND.steps[:number], void)))


def test_the_vectors_fork_is_found_between_two_records() -> None:
    proof = fork_between(HAND, void_branch(), KEYS)
    assert proof.verdict is ForkVerdict.SAME_STEP
    assert (proof.hand_id, proof.head_kid) == (unhex(FORK["hand_id"]), 3)
    for value, row in zip(proof.values, (FORK["a"], FORK["b"]), strict=True):
        assert value.what == f"the head of step {FORK['step']}"
        assert (value.parent, value.head) == (unhex(row["parent"]), unhex(row["head"]))
        assert value.signature == unhex(row["signature"])


def test_a_branch_that_was_not_played_to_its_end_is_enough() -> None:
    number = FORK["step"]
    assert fork_between(replace(HAND, steps=HAND.steps[: number + 1]), void_branch(), KEYS).verdict.proves


def test_one_record_twice_and_a_hand_with_its_beginning_are_no_fork() -> None:
    assert fork_between(HAND, HAND, KEYS).verdict is ForkVerdict.NO_FORK
    assert fork_between(HAND, replace(HAND, steps=HAND.steps[:4]), KEYS).verdict is ForkVerdict.NO_FORK


def test_two_hands_are_no_fork() -> None:
    assert fork_between(HAND, record_of("run_twice"), KEYS).verdict is ForkVerdict.NO_FORK


def test_a_branch_that_the_house_did_not_sign_proves_nothing() -> None:
    branch = void_branch()
    forged = replace(branch.steps[-1], signature=bytes(64))
    lie = replace(branch, steps=(*branch.steps[:-1], forged), opening_signature=bytes(64))
    assert fork_between(HAND, lie, KEYS).verdict is ForkVerdict.NOT_SIGNED
    assert fork_between(HAND, branch, {}).verdict is ForkVerdict.NOT_SIGNED


def ends(*asked: steps.Step) -> HandRecord:
    record, _, _ = recorded_hand(three_seats(), random.Random(1), in_order(*asked))
    return record


def test_two_endings_of_one_hand_whose_heads_are_signed_at_the_ends_only() -> None:
    """The endings stand at other steps and upon other heads; only that both end one hand betrays them."""
    first, second = ends(steps.Fold(1), steps.Fold(2)), ends(steps.Void(steps.Cause.HOST))
    proof = fork_between(first, second, HOUSE_KEYS)
    assert proof.verdict is ForkVerdict.TWO_ENDINGS
    assert [value.what for value in proof.values] == ["the head of step 2", "the head of step 1"]
    assert isinstance(decode_event(first.steps[2].events[-1]), events.Complete)


def test_two_openings_of_one_attempt() -> None:
    first, _, _ = recorded_hand(three_seats(), random.Random(1), checks)
    second, _, _ = recorded_hand(three_seats(), random.Random(2), checks)
    proof = fork_between(first, second, HOUSE_KEYS)
    assert proof.verdict is ForkVerdict.TWO_OPENINGS
    again, _, _ = recorded_hand(three_seats(), random.Random(2), checks, Terms(attempt=1))
    assert fork_between(first, again, HOUSE_KEYS).verdict is ForkVerdict.NO_FORK


def test_one_hand_dealt_by_other_seeds_is_two_trunks_of_one_opening() -> None:
    """SEEDED admits a repeated deal; two signed deals of one opening are a fork at step 0."""
    opening = decode_opening(HAND.open_bytes)
    bare = replace(opening, seats=tuple(replace(seat, commit=b"", action_key=b"") for seat in opening.seats))
    seeded = replace(HAND, open_bytes=encode_opening(bare))
    other = replace(seeded, seeds=(replace(HAND.seeds[0], seed=bytes(32)), *HAND.seeds[1:]))
    assert fork_between(signed_anew(seeded), signed_anew(other), KEYS).verdict is ForkVerdict.SAME_STEP
