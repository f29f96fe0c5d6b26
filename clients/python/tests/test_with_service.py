"""The client and the real service, in one process and over a real socket."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from floorman_client import (
    Connection,
    Floorman,
    IllegalActionError,
    InvalidRequestError,
    Reason,
    Refusal,
    StaleStateError,
    UnusableStateError,
    aio,
    hand_opening,
    steps,
)
from floorman_client.v1 import AcceptedStep, DecisionKind, HandUpdate, Settlement, Street

local = pytest.importorskip("floorman.server.local", reason="the service is not installed here")

HEADS_UP: dict[str, Any] = {
    "table_id": "kitchen",
    "hand_number": 1,
    "seats": {1: 200, 2: 200},
    "button": 1,
    "small_blind": 1,
    "big_blind": 2,
}
# an all-in seat keeps its claim on the main pot.
SIDE_POT: dict[str, Any] = {
    "table_id": "kitchen",
    "hand_number": 1,
    "seats": {1: 100, 2: 1000, 3: 1000},
    "button": 1,
    "small_blind": 25,
    "big_blind": 50,
    "holes": {1: "AsAh", 2: "KsKh", 3: "QsQh"},
    "boards": ["2c7d9hJc3s"],
}
SIDE_POT_STEPS = [
    steps.raise_to(1, 100),
    steps.call(2),
    steps.call(3),
    steps.bet(2, 200),
    steps.call(3),
    steps.check(2),
    steps.check(3),
    steps.check(2),
    steps.check(3),
]


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with local.running(allow_given_entropy=True) as address:
        yield address


@pytest.fixture
def client(service: str) -> Iterator[Floorman]:
    with Floorman(service) as client:
        yield client


def stacks(settlement: Settlement | None) -> dict[int, int]:
    assert settlement is not None
    return {seat.seat: seat.stack for seat in settlement.seats}


def test_r13_2_side_pot(client: Floorman) -> None:
    hand = client.start_hand(**SIDE_POT)
    for step in SIDE_POT_STEPS:
        assert not hand.complete
        hand.act(step)
    assert hand.complete
    assert hand.settlement is not None
    assert stacks(hand.settlement) == {1: 300, 2: 1100, 3: 700}
    assert [(pot.amount, list(pot.eligible_seats)) for pot in hand.settlement.pots] == [
        (300, [1, 2, 3]),
        (400, [2, 3]),
    ]


def test_r13_2_side_pot_under_asyncio(service: str) -> None:
    async def play() -> Settlement | None:
        async with aio.Floorman(service) as client:
            hand = await client.start_hand(**SIDE_POT)
            for step in SIDE_POT_STEPS:
                await hand.act(step)
            return hand.settlement

    assert stacks(asyncio.run(play())) == {1: 300, 2: 1100, 3: 700}


def test_a_hand_is_drawn_from_what_its_update_says(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    decision = hand.decision
    assert (decision.kind, decision.seat, decision.call) == (DecisionKind.DECISION_KIND_BET, 1, 1)
    assert {seat: len(hand.cards(seat)) for seat in (1, 2, 3)} == {1: 2, 2: 2, 3: 0}
    hand.call(1)
    assert hand.events[0].WhichOneof("kind") == "call"
    hand.check(2)
    assert hand.view.street == Street.STREET_FLOP
    assert len(hand.view.boards[0].cards) == 3
    hand.fold(2)
    assert stacks(hand.settlement) == {1: 202, 2: 198}


def test_equal_entropy_deals_equal_cards_and_other_entropy_others(client: Floorman) -> None:
    deals = [
        tuple(client.start_hand(**HEADS_UP, entropy=entropy).cards(1))
        for entropy in (bytes(32), bytes(32), b"\x01" * 32)
    ]
    assert deals[0] == deals[1] != deals[2]


def test_r8_2_a_raise_below_the_minimum_is_refused_with_its_bounds(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    state = hand.state
    with pytest.raises(IllegalActionError) as refused:
        hand.raise_to(1, 3)
    assert refused.value.reason is Reason.RAISE_BELOW_MINIMUM
    assert refused.value.rule == "R-8.2"
    assert refused.value.numbers == {"to": 3, "least": 4, "most": 200}
    assert (hand.step, hand.state) == (0, state)
    hand.raise_to(1, 4)
    assert hand.step == 1


def test_a_dry_run_says_the_same_and_changes_nothing(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    refused = hand.check_action(steps.raise_to(1, 3))
    assert isinstance(refused, Refusal)
    assert (refused.reason, refused.numbers["least"]) == (Reason.RAISE_BELOW_MINIMUM, 4)
    accepted = hand.check_action(steps.all_in(1))
    assert isinstance(accepted, AcceptedStep)
    assert accepted.step == steps.raise_to(1, 200)
    assert (accepted.to, accepted.stack, accepted.all_in) == (200, 0, True)
    assert hand.step == 0


def test_the_message_is_in_the_language_asked_for(service: str) -> None:
    with Floorman(Connection(service, language="zh")) as client:
        hand = client.start_hand(**HEADS_UP)
        with pytest.raises(IllegalActionError) as refused:
            hand.check(1)
    assert refused.value.reason is Reason.CANNOT_CHECK
    assert any("\u4e00" <= letter <= "\u9fff" for letter in refused.value.message)


def test_a_wrong_opening_names_its_fields(client: Floorman) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        client.start_hand(**{**HEADS_UP, "seats": {1: 200, 2: 0}})
    assert refused.value.reason is Reason.CHIPS_OUT_OF_RANGE
    assert [violation.field for violation in refused.value.field_violations] == ["opening.seats[1].stack"]


def test_a_forged_state_is_unusable(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    forged = HandUpdate()
    forged.CopyFrom(hand.update)
    forged.state = hand.state[:-1] + bytes([hand.state[-1] ^ 1])
    with pytest.raises(UnusableStateError) as refused:
        client.hand(forged).call(1)
    assert refused.value.reason is Reason.UNREADABLE_STATE


def test_a_state_taken_for_another_hand_is_stale(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    foreign = HandUpdate()
    foreign.CopyFrom(hand.update)
    foreign.hand_id = bytes(16)
    with pytest.raises(StaleStateError) as refused:
        client.hand(foreign).call(1)
    assert refused.value.reason is Reason.WRONG_HAND


def test_the_same_request_twice_is_answered_the_same(client: Floorman) -> None:
    stored = client.start_hand(**HEADS_UP).update
    first, second = client.hand(stored).call(1), client.hand(stored).call(1)
    assert first.SerializeToString(deterministic=True) == second.SerializeToString(deterministic=True)


def test_looking_again_at_table_and_seat(client: Floorman) -> None:
    hand = client.start_hand(**HEADS_UP)
    table, seat = hand.look(), hand.look(2)
    assert (table.view, table.decision, table.step) == (hand.view, hand.decision, 0)
    assert not table.HasField("seat_view")
    assert list(seat.seat_view.cards) == list(hand.cards(2))


def test_a_recorded_hand_is_ruled_on(client: Floorman) -> None:
    opening = hand_opening(**SIDE_POT)
    ruling = client.adjudicate(opening, SIDE_POT_STEPS, want_events=True)
    assert stacks(ruling.settlement) == {1: 300, 2: 1100, 3: 700}
    assert ruling.events[-1].WhichOneof("kind") == "complete"

    ruling = client.adjudicate(opening, [steps.raise_to(1, 100), steps.check(2)])
    assert ruling.refused.index == 1
    refusal = Refusal.of(ruling.refused.refusal)
    assert (refusal.reason, refusal.numbers) == (Reason.CANNOT_CHECK, {"owed": 75})


def test_hands_are_ranked_and_compared(client: Floorman) -> None:
    kings, aces = client.evaluate(["KsKh", "AsAh"], "2c7d9hJc3s").hands
    assert list(aces.best_five) == ["As", "Ah", "Jc", "9h", "7d"]
    assert aces.strength > kings.strength

    (board,) = client.compare({1: "KsKh", 2: "AsAh", 3: "AcAd"}, "2c7d9hJc3s").boards
    assert [list(place.seats) for place in board.places] == [[2, 3], [1]]


def test_r13_5_odd_chips_go_to_the_left_of_the_button(client: Floorman) -> None:
    answer = client.settle_pots(contributions={1: 5, 2: 5, 3: 5}, folded=[3], button=1, places=[[[1, 2]]])
    assert {payout.seat: payout.amount for payout in answer.payouts} == {1: 7, 2: 8}


def test_r13_2_pots_by_cards(client: Floorman) -> None:
    answer = client.settle_pots(
        contributions={1: 100, 2: 300, 3: 300},
        button=1,
        boards=["2c7d9hJc3s"],
        holes={1: "AsAh", 2: "KsKh", 3: "QsQh"},
    )
    assert [pot.amount for pot in answer.pots] == [300, 400]
    assert {payout.seat: payout.amount for payout in answer.payouts} == {1: 300, 2: 400}
