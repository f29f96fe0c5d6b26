"""The threats of audit.md 10 to a deal: a lie about cards, seeds or the start is a cross."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any, Final

import pytest

from floorman import events, steps
from floorman.cards import full_deck
from floorman.fairness.commitments import seed_commit
from floorman.fairness.keys import HeadKey
from floorman.fairness.opening import (
    BeaconRound,
    Delivery,
    Escrow,
    Level,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
)
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.signing import consent_message
from floorman.records.hand_record import HandRecord, RecordedSeed
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from floorman.rules import showdown
from floorman.rules.hand import Claim
from floorman.rules.opening import HandStart, SeatStart
from floorman.rules.presets import resolve
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


def test_an_honest_house_that_signs_anew_signs_the_same() -> None:
    assert signed_anew(RECORD) == RECORD
    assert signed_anew(ENDS) == ENDS


# --- the service: choose σ, swap cards later ---------------------------------------------------------------


def with_first_card(record: HandRecord, **changed: Any) -> HandRecord:
    number, _ = first_opened(record)
    first, *others = record.steps[number].openings
    return with_step(record, number, openings=(replace(first, **changed), *others))


@pytest.mark.parametrize("record", [RECORD, ENDS], ids=["hand", "run_twice"])
class TestSwappedCards:
    def test_another_leaf(self, record: HandRecord) -> None:
        _, slot = first_opened(record)
        leaves = [*record.leaves]
        leaves[slot] = bytes(32)
        assert crosses(replace(record, leaves=tuple(leaves))) >= {CheckName.ROOT, CheckName.OPENINGS}

    def test_two_leaves_exchanged(self, record: HandRecord) -> None:
        leaves = [*record.leaves]
        leaves[0], leaves[1] = leaves[1], leaves[0]
        assert CheckName.ROOT in crosses(replace(record, leaves=tuple(leaves)))

    def test_another_salt(self, record: HandRecord) -> None:
        assert crosses(with_first_card(record, salt=bytes(32))) == {CheckName.OPENINGS}

    def test_another_face(self, record: HandRecord) -> None:
        number, _ = first_opened(record)
        other = (record.steps[number].openings[0].card + 1) % 52
        assert CheckName.OPENINGS in crosses(with_first_card(record, card=other))

    def test_another_slot(self, record: HandRecord) -> None:
        _, slot = first_opened(record)
        found = crosses(with_first_card(record, slot=(slot + 1) % 52))
        assert found == {CheckName.PERMUTATION, CheckName.OPENINGS}

    def test_another_place_of_the_deck(self, record: HandRecord) -> None:
        found = crosses(with_first_card(record, deck_index=51))
        assert found >= {CheckName.PERMUTATION, CheckName.VISIBLE_CARDS}


def test_another_face_on_the_board_though_the_house_signs_it() -> None:
    number = step_with(RECORD, events.BoardCards)
    board = event_in(RECORD.steps[number], events.BoardCards)
    held = {opening.card for step in RECORD.steps for opening in step.openings}
    other = next(card for card in full_deck() if card not in held)
    lie = signed_anew(with_event(RECORD, number, events.BoardCards, faces=(other, *board.faces[1:])))
    assert crosses(lie) >= {CheckName.VISIBLE_CARDS, CheckName.RULES}


# --- the service: a false σ --------------------------------------------------------------------------------


def test_a_false_deck_shows_as_a_card_that_lies_there_twice() -> None:
    """All slots hold one of 17 faces three times: eleven open cards of three all-in seats must repeat one."""
    sigma = [slot % 17 for slot in range(52)]
    record, _, _ = recorded_hand(three_seats(), random.Random(2), checks, Terms(sigma=sigma))
    report = verify(record, HOUSE_KEYS)
    assert failures(report) == {CheckName.DISTINCT_CARDS}
    assert report.of(CheckName.DISTINCT_CARDS).words.endswith("lies in the deck twice")
    assert report.of(CheckName.RULES).standing is Standing.NOT_CHECKED


def test_a2_a_missing_face_shows_to_an_auditor_though_no_shown_card_repeats() -> None:
    sigma = [*range(51), 50]
    record, _, openings = recorded_hand(three_seats(), random.Random(4), checks, Terms(sigma=sigma))
    assert verify(record, HOUSE_KEYS).holds
    report = verify(record, HOUSE_KEYS, revealed=openings)
    assert report.of(CheckName.DISTINCT_CARDS).words == "Ah lies in the deck twice"


def test_a_winner_that_the_table_mucks_shows_to_its_seat_and_to_an_auditor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """R-12.5: without the cards nobody can say that a muck was wrong; whoever has them can."""
    with monkeypatch.context() as lying:
        lying.setattr(showdown, "_wins_so_far", lambda _, position: position == 0)
        record, hand, openings = recorded_hand(three_seats(), random.Random(7), checks)
    mucked = [position for position, seat in enumerate(hand.seats) if seat.claim is Claim.MUCKED]
    assert mucked == [1, 2]
    assert verify(record, HOUSE_KEYS).holds
    report = verify(record, HOUSE_KEYS, revealed=openings)
    assert report.of(CheckName.RULES).standing is Standing.FAILED
    assert "the rules make Show" in report.of(CheckName.RULES).words


# --- the service: another start, other keys ----------------------------------------------------------------

OTHER_VALUES: Final[dict[str, Any]] = {
    "rules_version": 2,
    "head_kid": 4,
    "hand_id": bytes(16),
    "opened_ms": 1,
    "table_id": "main-8",
    "hand_number": 107,
    "attempt": 1,
    "prev_head": bytes(32),
    "cfg_hash": bytes(32),
    "root": bytes(32),
    "delivery": Delivery.SEAT_SECRET,
    "level": Level.SEEDED,
    "flags": OpenFlag.FORK_GUARD,
    "escrow": Escrow(bytes(32), bytes(32)),
    "button": 9,
    "small_blind_seat": None,
    "big_blind_seat": 1,
    "seats": (),
    "straddles": (StraddlePosted(1, 200),),
}


def test_every_field_of_an_opening_has_another_value_here() -> None:
    not_alone = {"dealing", "beacon"}
    assert set(OTHER_VALUES) | not_alone == {field.name for field in fields(Opening)}


@pytest.mark.parametrize("field", OTHER_VALUES)
def test_a_field_of_the_opening_changed(field: str) -> None:
    lie = with_opening(RECORD, **{field: OTHER_VALUES[field]})
    assert lie != RECORD
    report = verify(lie, KEYS)
    assert not report.holds
    if field not in {"rules_version", "head_kid"}:
        assert report.of(CheckName.OPENING_SIGNATURE).standing is Standing.FAILED
        assert report.of(CheckName.HEADS).standing is Standing.FAILED


def test_a_beacon_or_a_host_that_was_not_promised() -> None:
    beacon = with_opening(RECORD, beacon=BeaconRound(bytes(32), 1))
    assert crosses(beacon) == {CheckName.FORMAT}


@pytest.mark.parametrize("field", [field.name for field in fields(OpeningSeat) if field.name != "seat"])
def test_a_fact_of_a_seat_changed(field: str) -> None:
    first, *others = OPENING.seats
    value: Any = getattr(first, field)
    other: Any = not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else bytes(32)
    lie = with_opening(RECORD, seats=(replace(first, **{field: other}), *others))
    assert crosses(lie) >= {CheckName.OPENING_SIGNATURE, CheckName.HEADS}


def test_a_host_that_registers_its_own_key_for_a_seat_and_a_house_that_signs_it() -> None:
    """The seat's own signatures do not fit the key that the opening then names (duty 2 of audit.md 3.4)."""
    first, *others = OPENING.seats
    hosts = HeadKey(0, bytes(range(32)))
    lie = signed_anew(with_opening(RECORD, seats=(replace(first, action_key=hosts.public_key), *others)))
    assert crosses(lie) >= {CheckName.CONSENTS, CheckName.SEAT_SIGNATURES}


def test_other_switches_than_those_that_were_signed() -> None:
    lie = replace(RECORD, cfg_text=RECORD.cfg_text.replace("\nrake_bps=", "\nrake_bps=1", 1))
    assert CheckName.CONFIG in crosses(lie)


# --- whoever seeds last; repeated deals; missing seeds -----------------------------------------------------


def with_seed(record: HandRecord, place: int, **changed: Any) -> HandRecord:
    seeds = [*record.seeds]
    seeds[place] = replace(seeds[place], **changed)
    return replace(record, seeds=tuple(seeds))


def test_a_seed_that_does_not_open_its_commit_though_the_house_deals_by_it() -> None:
    lie = signed_anew(with_seed(RECORD, 0, seed=bytes(32)))
    assert crosses(lie) >= {CheckName.SEEDS, CheckName.CONSENTS}
    assert CheckName.SEEDS in crosses(with_seed(RECORD, 0, seed=bytes(15)))


def test_a_commit_that_is_not_opened() -> None:
    assert CheckName.SEEDS in crosses(signed_anew(replace(RECORD, seeds=RECORD.seeds[1:])))


def test_a_seed_of_a_seat_that_is_not_there() -> None:
    stranger = RecordedSeed(9, bytes(32))
    found = crosses(signed_anew(replace(RECORD, seeds=(*RECORD.seeds, stranger))))
    assert found >= {CheckName.SEEDS, CheckName.CONSENTS}


def test_a_seed_at_level_commit() -> None:
    seat = decode_opening(ENDS.open_bytes).seats[0].seat
    lie = signed_anew(replace(ENDS, seeds=(RecordedSeed(seat, bytes(32)),)))
    assert CheckName.SEEDS in crosses(lie)


def test_a_commit_used_again_for_the_next_hand() -> None:
    """The commit binds table, hand and attempt: an old one cannot be opened here."""
    first, *others = OPENING.seats
    seed = RECORD.seeds[0].seed
    old = seed_commit(OPENING.table_id, OPENING.hand_number - 1, OPENING.attempt, first.seat, seed)
    lie = signed_anew(with_opening(RECORD, seats=(replace(first, commit=old), *others)))
    assert CheckName.SEEDS in crosses(lie)


@pytest.mark.parametrize("consent", [b"", bytes(64)])
def test_a_seat_that_did_not_consent(consent: bytes) -> None:
    assert crosses(with_seed(RECORD, 1, consent=consent)) == {CheckName.CONSENTS}


def test_a_consent_to_another_opening() -> None:
    seat = RECORD.seeds[0].seat
    key = action_key(seat)
    assert key.public_key == OPENING.seats[0].action_key
    other = key.sign(consent_message(bytes(32), seat, RECORD.seeds[0].seed))
    assert crosses(with_seed(RECORD, 0, consent=other)) == {CheckName.CONSENTS}


def test_a_consent_that_nobody_can_have_given() -> None:
    record, _, _ = recorded_hand(three_seats(), random.Random(8), checks, Terms(level=Level.SEEDED))
    assert verify(record, HOUSE_KEYS).holds
    report = verify(with_seed(record, 0, consent=bytes(64)), HOUSE_KEYS)
    assert report.of(CheckName.CONSENTS).standing is Standing.FAILED


# --- host dealing ------------------------------------------------------------------------------------------


def hosted() -> HandRecord:
    """Seat 1 has As Ah, seat 2 Kd Kh; both all-in at once, seat 3 folds; the board brings no king."""
    config = resolve("", {"small_blind": 1, "big_blind": 2})
    start = HandStart(
        config,
        1,
        tuple(SeatStart(seat, 100) for seat in (1, 2, 3)),
        host_deals=True,
        known_holes={1: (51, 50), 2: (45, 46)},
        known_boards=((0, 5, 10, 15, 20),),
    )
    asked = in_order(steps.AllIn(1), steps.AllIn(2), steps.Fold(3))
    record, _, _ = recorded_hand(start, random.Random(1), asked)
    return record


def hosted_crosses(record: HandRecord) -> set[CheckName]:
    return failures(verify(record, HOUSE_KEYS))


def test_what_a_host_dealt_is_proved_from_its_commitments() -> None:
    record = hosted()
    report = verify(record, HOUSE_KEYS)
    assert report.holds
    assert report.of(CheckName.ROOT).words == "the host deals: there is no committed deck"
    assert report.of(CheckName.OPENINGS).words == "2 hands are those that were committed to"


def test_a_host_dealt_hand_that_changed_after_it_was_committed_to() -> None:
    record = hosted()
    first, second = record.steps[-1].hole_openings
    for lie in (replace(first, cards=(51, 49)), replace(first, salt=bytes(32)), replace(first, seat=3)):
        assert CheckName.OPENINGS in hosted_crosses(with_step(record, -1, hole_openings=(lie, second)))


def test_a_host_dealt_hand_that_is_shown_and_not_opened() -> None:
    record = hosted()
    assert CheckName.VISIBLE_CARDS in hosted_crosses(
        with_step(record, -1, hole_openings=record.steps[-1].hole_openings[:1])
    )


def test_a_card_twice_on_a_hosts_table() -> None:
    record = hosted()
    lie = with_event(record, len(record.steps) - 1, events.BoardCards, faces=(51, 5, 10))
    assert CheckName.DISTINCT_CARDS in hosted_crosses(lie)
