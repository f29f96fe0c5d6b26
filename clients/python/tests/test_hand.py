"""A hand holds what the floor last said and sends what belongs to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from clients.python.tests.fake_floor import HAND_ID, FakeFloor
from floorman_client import Floorman, Hand, Refusal, aio, steps, v1
from floorman_client.v1 import (
    ActRequest,
    CheckActionRequest,
    Decision,
    DecisionKind,
    HandOpening,
    HandUpdate,
    SeatView,
    Settlement,
    StartHandRequest,
    Step,
    ViewHandRequest,
)

UPDATE = HandUpdate(hand_id=bytes(16), state=b"sealed 4", step=4)

STEPS: list[tuple[Callable[[Hand], object], Step]] = [
    (lambda hand: hand.fold(3), Step(seat=3, fold=v1.FoldStep())),
    (lambda hand: hand.check(3), Step(seat=3, check=v1.CheckStep())),
    (lambda hand: hand.call(3), Step(seat=3, call=v1.CallStep())),
    (lambda hand: hand.bet(3, 100), Step(seat=3, bet_to=100)),
    (lambda hand: hand.raise_to(3, 600), Step(seat=3, raise_to=600)),
    (lambda hand: hand.all_in(3), Step(seat=3, all_in=v1.AllInStep())),
    (lambda hand: hand.run(3, 2), Step(seat=3, run=v1.RunStep(count=2))),
    (lambda hand: hand.show(3), Step(seat=3, show=v1.ShowStep())),
    (lambda hand: hand.show(3, "AsKd"), Step(seat=3, show=v1.ShowStep(cards=["As", "Kd"]))),
    (lambda hand: hand.muck(3), Step(seat=3, muck=v1.MuckStep())),
    (lambda hand: hand.show_one(3, 1), Step(seat=3, show_one=v1.ShowOneStep(which=1))),
    (lambda hand: hand.see(3, 5), Step(seat=3, see=v1.SeeStep(target_seat=5))),
    (lambda hand: hand.timeout(0), Step(seat=0, timeout=v1.TimeoutStep())),
    (lambda hand: hand.resolve(), Step(resolve=v1.ResolveStep())),
    (lambda hand: hand.deal_hole(3, "As Kd"), Step(seat=3, deal_hole=v1.DealHoleStep(cards=["As", "Kd"]))),
    (
        lambda hand: hand.deal_board("2c7d9h"),
        Step(deal_board=v1.DealBoardStep(board=0, cards=["2c", "7d", "9h"])),
    ),
    (lambda hand: hand.deal_board(["Jc"], board=1), Step(deal_board=v1.DealBoardStep(board=1, cards=["Jc"]))),
    (lambda hand: hand.burn("??"), Step(burn=v1.BurnStep(card="??"))),
    (lambda hand: hand.expose(3, 1), Step(seat=3, expose=v1.ExposeStep(nth=1))),
    (
        lambda hand: hand.misdeal("EXPOSED"),
        Step(misdeal=v1.MisdealStep(cause=v1.Cause.CAUSE_EXPOSED)),
    ),
    (lambda hand: hand.void("HOST"), Step(void_hand=v1.VoidStep(cause=v1.Cause.CAUSE_HOST))),
    (lambda hand: hand.kill(3), Step(seat=3, kill=v1.KillStep())),
    (lambda hand: hand.rabbit(), Step(rabbit=v1.RabbitStep())),
]


@pytest.mark.parametrize(("verb", "step"), STEPS, ids=[step.WhichOneof("kind") or "" for _, step in STEPS])
def test_each_verb_is_its_step(
    floor: FakeFloor, address: str, verb: Callable[[Hand], object], step: Step
) -> None:
    with Floorman(address) as client:
        verb(client.hand(UPDATE))
    assert floor.requests == [ActRequest(hand_id=bytes(16), state=b"sealed 4", expected_step=4, step=step)]


def test_the_verbs_are_all_the_steps_of_the_contract() -> None:
    kinds = {field.name for field in Step.DESCRIPTOR.oneofs_by_name["kind"].fields}
    assert {step.WhichOneof("kind") for _, step in STEPS} == kinds


def test_a_hand_goes_on_from_its_newest_state(floor: FakeFloor, address: str) -> None:
    with Floorman(address) as client:
        hand = client.start(HandOpening(table_id="kitchen"))
        hand.call(1)
        update = hand.check(2)
    assert floor.requests == [
        StartHandRequest(opening=HandOpening(table_id="kitchen")),
        ActRequest(hand_id=HAND_ID, state=b"sealed 0", expected_step=0, step=steps.call(1)),
        ActRequest(hand_id=HAND_ID, state=b"sealed 1", expected_step=1, step=steps.check(2)),
    ]
    assert update == hand.update
    assert (hand.state, hand.step, hand.hand_id) == (b"sealed 2", 2, HAND_ID)


def test_the_same_under_asyncio(floor: FakeFloor, address: str) -> None:
    async def play() -> HandUpdate:
        async with aio.Floorman(address) as client:
            hand = await client.start(HandOpening(table_id="kitchen"))
            await hand.call(1)
            await hand.check(2)
            return hand.update

    update = asyncio.run(play())
    assert [type(request).__name__ for request in floor.requests] == [
        "StartHandRequest",
        "ActRequest",
        "ActRequest",
    ]
    assert floor.requests[2] == ActRequest(
        hand_id=HAND_ID, state=b"sealed 1", expected_step=1, step=steps.check(2)
    )
    assert (update.state, update.step) == (b"sealed 2", 2)


def test_a_hand_is_stored_as_its_update_and_goes_on_elsewhere(floor: FakeFloor, address: str) -> None:
    with Floorman(address) as client:
        hand = client.start(HandOpening())
        hand.call(1)
        stored = hand.update.SerializeToString()
    with Floorman(address) as client:
        client.hand(HandUpdate.FromString(stored)).check(2)
    assert floor.requests[-1] == ActRequest(
        hand_id=HAND_ID, state=b"sealed 1", expected_step=1, step=steps.check(2)
    )


def test_a_signature_goes_with_its_step(floor: FakeFloor, address: str) -> None:
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        hand.check_action(steps.call(3), signature=b"\x01" * 64)
        hand.act(steps.call(3), signature=b"\x01" * 64)
    asked, done = floor.requests
    assert isinstance(asked, CheckActionRequest)
    assert isinstance(done, ActRequest)
    assert asked.act_signature == done.act_signature == b"\x01" * 64


def test_a_dry_run_that_would_be_taken_gives_the_step_as_the_rules_take_it(
    floor: FakeFloor, address: str
) -> None:
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        verdict = hand.check_action(steps.all_in(3))
    assert isinstance(verdict, v1.AcceptedStep)
    assert verdict.step == steps.all_in(3)
    assert floor.requests == [
        CheckActionRequest(hand_id=bytes(16), state=b"sealed 4", expected_step=4, step=steps.all_in(3))
    ]
    assert (hand.step, hand.outstanding) == (4, None)


def test_a_dry_run_that_would_be_refused_gives_the_refusal(floor: FakeFloor, address: str) -> None:
    refused = v1.Refusal(reason=v1.ErrorReason.ERROR_REASON_CANNOT_CHECK, rule="R-7.2")
    floor.verdict = refused

    async def ask() -> v1.AcceptedStep | Refusal:
        async with aio.Floorman(address) as client:
            return await client.hand(UPDATE).check_action(steps.check(3))

    with Floorman(address) as client:
        assert client.hand(UPDATE).check_action(steps.check(3)) == Refusal.of(refused)
    assert asyncio.run(ask()) == Refusal.of(refused)


def test_looking_again_sends_the_state_and_a_players_view_its_token(floor: FakeFloor, address: str) -> None:
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        hand.look()
        hand.look(0)
        client.seat_view(b"token", b"secret")
    assert floor.requests == [
        ViewHandRequest(state=b"sealed 4"),
        ViewHandRequest(state=b"sealed 4", seat=0),
        ViewHandRequest(view_token=b"token", secret=b"secret"),
    ]


def test_a_hand_hands_over_what_its_update_holds(address: str) -> None:
    running = HandUpdate(
        hand_id=bytes(16),
        decision=Decision(kind=DecisionKind.DECISION_KIND_BET, seat=2),
        seat_views=[SeatView(seat=1, cards=["As", "Ad"]), SeatView(seat=2, cards=["Ks", "Kd"])],
    )
    complete = HandUpdate(
        hand_id=bytes(16),
        decision=Decision(kind=DecisionKind.DECISION_KIND_COMPLETE),
        settlement=Settlement(rake=5),
    )
    with Floorman(address) as client:
        hand = client.hand(running)
        assert (hand.decision, hand.complete, hand.settlement) == (running.decision, False, None)
        assert (list(hand.cards(2)), list(hand.cards(7))) == (["Ks", "Kd"], [])
        hand = client.hand(complete)
        assert (hand.complete, hand.settlement) == (True, Settlement(rake=5))
    assert repr(hand) == "<Hand 00000000000000000000000000000000 at step 0>"
