"""The proof of a record (audit.md 7): the hands of the vectors, and what a reader has to bring."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from floorman import steps
from floorman.cards import full_deck
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.keys import HeadKey
from floorman.fairness.public_layer import permutation
from floorman.fairness.secret_layer import SecretLayer
from floorman.records.hand_record import HandRecord, link_of
from floorman.records.report import CheckName, Report, Standing
from floorman.records.verification import verify
from tests.fairness.vectors import ENTROPY, HAND_ID, VECTORS, unhex
from tests.records.lies import in_order, three_seats
from tests.records.recording import KEYS as HOUSE_KEYS
from tests.records.recording import Terms, recorded_hand
from tests.records.vector_records import HANDS, KEYS, record_of


def not_ok(report: Report) -> dict[CheckName, Standing]:
    return {check.name: check.standing for check in report.checks if check.standing is not Standing.OK}


def all_openings() -> list[CardOpening]:
    """Every card of the vectors' first hand, as an auditor would get them."""
    layer = SecretLayer(ENTROPY, HAND_ID, full_deck())
    slots = permutation(unhex(VECTORS["hand"]["P"]), HAND_ID, 52)
    return [CardOpening(index, slot, layer.order[slot], layer.salt(slot)) for index, slot in enumerate(slots)]


@pytest.mark.parametrize("hand", HANDS)
def test_the_hands_of_the_vectors_are_proved(hand: str) -> None:
    before = link_of(record_of("hand")) if hand == "run_twice" else None
    report = verify(record_of(hand), KEYS, before)
    assert report.holds
    assert not_ok(report) == {CheckName.REVEALED: Standing.NOT_ASKED}
    assert report.assurance == VECTORS[hand]["assurance"]


def test_every_check_is_reported_once_and_in_order() -> None:
    names = [check.name for check in verify(record_of("hand"), KEYS).checks]
    assert names == list(CheckName)


# --- what the reader brings --------------------------------------------------------------------------------

SIGNATURES = {CheckName.OPENING_SIGNATURE, CheckName.HEAD_SIGNATURES}


@pytest.mark.parametrize("hand", HANDS)
def test_without_the_houses_key_its_signatures_are_not_checked_and_the_proof_does_not_hold(hand: str) -> None:
    report = verify(record_of(hand), {})
    assert not report.holds
    assert {check.name for check in report.checks if check.standing is Standing.NOT_CHECKED} == SIGNATURES
    assert report.of(CheckName.OPENING_SIGNATURE).words == "no key: head key 3 is not known here"


@pytest.mark.parametrize("hand", HANDS)
def test_a_reader_may_waive_signatures(hand: str) -> None:
    report = verify(record_of(hand), {}, want_signatures=False)
    assert report.holds
    assert {name for name, standing in not_ok(report).items() if standing is Standing.NOT_ASKED} >= SIGNATURES


@pytest.mark.parametrize("hand", HANDS)
def test_another_houses_key_makes_a_cross_also_where_signatures_are_waived(hand: str) -> None:
    other = {3: HeadKey(3, bytes(range(32))).public_key}
    for wanted in (True, False):
        report = verify(record_of(hand), other, want_signatures=wanted)
        assert {check.name for check in report.checks if check.standing is Standing.FAILED} == SIGNATURES


def test_the_hand_before_is_asked_for_only_where_there_was_one() -> None:
    assert verify(record_of("hand"), KEYS).of(CheckName.CHAIN).words == "the table's first hand"
    assert verify(record_of("run_twice"), KEYS).of(CheckName.CHAIN).standing is Standing.NOT_ASKED


# --- cards that were never shown (A1 to A3) ----------------------------------------------------------------


def test_a1_a_seat_proves_its_own_folded_cards() -> None:
    asked = in_order(steps.Fold(1), steps.Fold(2))
    record, _, openings = recorded_hand(three_seats(), random.Random(1), asked)
    assert not any(step.openings for step in record.steps)
    # three seats, seat 2 on the small blind is dealt first: indices 0 and 3
    report = verify(record, HOUSE_KEYS, revealed=[openings[0], openings[3]])
    assert report.holds
    assert report.of(CheckName.REVEALED).words == "2 more cards lie in the committed deck"


def test_a2_an_auditor_sees_the_whole_deck() -> None:
    report = verify(record_of("hand"), KEYS, revealed=all_openings())
    assert report.holds
    assert report.of(CheckName.DISTINCT_CARDS).words == "52 cards, all different"
    assert report.of(CheckName.REVEALED).words.startswith("all 52 cards")


@pytest.mark.parametrize("changed", [{"card": 51}, {"salt": bytes(32)}, {"slot": 3}, {"deck_index": 7}])
def test_a_revealed_card_that_did_not_lie_there_is_a_cross(changed: dict[str, int]) -> None:
    openings = all_openings()
    lie = replace(openings[5], **changed)  # type: ignore[arg-type]
    assert lie != openings[5]
    report = verify(record_of("hand"), KEYS, revealed=[lie])
    assert report.of(CheckName.REVEALED).standing is Standing.FAILED


# --- openings that were abandoned --------------------------------------------------------------------------


def abandoned() -> HandRecord:
    return replace(record_of("hand"), steps=(), seeds=())


def test_an_opening_that_was_abandoned_is_a_record_without_steps() -> None:
    report = verify(abandoned(), KEYS)
    assert report.holds
    never = {name for name, standing in not_ok(report).items() if standing is Standing.NOT_ASKED}
    assert never >= {CheckName.HEADS, CheckName.HEAD_SIGNATURES, CheckName.RULES, CheckName.SETTLEMENT}


def test_the_next_attempt_follows_an_abandoned_opening() -> None:
    link = link_of(abandoned())
    assert link is not None
    table = replace(link, table_id="records")
    terms = Terms(number=link.hand_number, attempt=1, prev_head=link.head)
    again, _, _ = recorded_hand(three_seats(), random.Random(1), in_order(), terms)
    chain = verify(again, HOUSE_KEYS, table).of(CheckName.CHAIN)
    assert (chain.standing, chain.words) == (Standing.OK, "it follows hand 106, attempt 0")
