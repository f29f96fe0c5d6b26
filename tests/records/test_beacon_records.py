"""Hands at level BEACON (audit.md 3.5, 10): a published round, promised before it appeared."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from floorman.fairness.beacon import QUICKNET, randomness_of
from floorman.fairness.opening import BeaconRound, Level
from floorman.records.hand_record import BeaconValue, HandRecord
from floorman.records.report import Check, CheckName, Standing
from floorman.records.verification import verify
from tests.fairness.extra import missing_extra, needs_extra
from tests.fairness.vectors import VECTORS, unhex
from tests.records.lies import HOUSE_KEYS, checks, failures, three_seats
from tests.records.recording import Terms, recorded_hand

SIGNATURE: Final = unhex(VECTORS["beacon"]["signature"])
PROMISED: Final = BeaconRound(QUICKNET.chain_hash, VECTORS["beacon"]["round"])
VALUE: Final = BeaconValue(SIGNATURE, randomness_of(SIGNATURE))
APPEARS_MS: Final = 1_000 * QUICKNET.time_of(PROMISED.round)


def record_of(
    promised: BeaconRound = PROMISED, value: BeaconValue = VALUE, opened_ms: int = APPEARS_MS - 1
) -> HandRecord:
    """A whole hand that was dealt, and signed, with this round."""
    terms = Terms(level=Level.BEACON, opened_ms=opened_ms, beacon=(promised, value))
    return recorded_hand(three_seats(), random.Random(11), checks, terms)[0]


def beacon_check(record: HandRecord) -> Check:
    return verify(record, HOUSE_KEYS).of(CheckName.BEACON)


@needs_extra
def test_a_hand_dealt_with_a_published_round_holds() -> None:
    report = verify(record_of(), HOUSE_KEYS)
    assert report.holds
    assert report.of(CheckName.BEACON).words == "the chain signed round 123"
    assert "level=BEACON" in report.assurance
    assert "beacon=checked" in report.assurance


def test_without_the_library_the_round_is_not_checked_and_the_proof_does_not_hold() -> None:
    with missing_extra():
        report = verify(record_of(), HOUSE_KEYS)
    assert report.of(CheckName.BEACON).standing is Standing.NOT_CHECKED
    assert report.of(CheckName.BEACON).words == "beacon not checked: install floorman[beacon]"
    assert "beacon=not checked" in report.assurance
    assert not report.holds


def test_a_round_that_was_out_when_the_hand_was_opened() -> None:
    """The house could have tried rounds until one suited it."""
    record = record_of(opened_ms=APPEARS_MS)
    assert failures(verify(record, HOUSE_KEYS)) == {CheckName.BEACON}
    assert beacon_check(record).words == "round 123 was out when the hand was opened"


@needs_extra
def test_a_value_of_another_round_though_the_house_deals_by_it() -> None:
    record = record_of(replace(PROMISED, round=124))
    assert failures(verify(record, HOUSE_KEYS)) == {CheckName.BEACON}
    assert beacon_check(record).words == "that is not the chain's signature of round 124"


@needs_extra
def test_a_value_that_no_chain_signed_though_the_house_deals_by_it() -> None:
    made_up = bytes(48)
    assert failures(verify(record_of(value=BeaconValue(made_up, randomness_of(made_up))), HOUSE_KEYS)) == {
        CheckName.BEACON
    }


def test_randomness_that_the_signature_does_not_give_though_the_house_deals_by_it() -> None:
    record = record_of(value=replace(VALUE, randomness=bytes(32)))
    assert failures(verify(record, HOUSE_KEYS)) == {CheckName.BEACON}
    assert beacon_check(record).words == "the randomness is not the hash of the signature"


def test_a_chain_that_is_not_known() -> None:
    check = beacon_check(record_of(BeaconRound(bytes(32), 123)))
    assert check.standing is Standing.NOT_CHECKED
    assert check.words == f"chain {bytes(32).hex()} is not known here"


def test_a_value_that_is_missing() -> None:
    record = replace(record_of(), beacon=None)
    assert CheckName.BEACON in failures(verify(record, HOUSE_KEYS))
    assert beacon_check(record).words == "the value of round 123 is missing"
