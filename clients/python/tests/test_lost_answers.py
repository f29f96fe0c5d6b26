"""After a lost answer the same request is repeated, and no other is sent in its place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from threading import Event, Thread, Timer

import grpc
import pytest

from clients.python.tests.fake_floor import FakeFloor, breaks, holds, loses, refuses_for, waits
from clients.python.tests.line import Line
from floorman_client import (
    Connection,
    DeadlineExceededError,
    Floorman,
    Hand,
    OutstandingError,
    ServiceError,
    StaleStateError,
    UnansweredError,
    UnavailableError,
    aio,
    steps,
)
from floorman_client.v1 import ActRequest, ErrorReason, HandOpening, HandUpdate, Refusal

UPDATE = HandUpdate(hand_id=bytes(16), state=b"sealed 4", step=4)


def test_a_lost_answer_to_act_is_fetched_by_the_same_request(floor: FakeFloor, line: Line) -> None:
    floor.whims.append(loses(line.cut))
    with Floorman(line.address) as client:
        hand = client.hand(UPDATE)
        hand.raise_to(3, 600)
    first, second = floor.requests
    assert (
        first
        == second
        == ActRequest(hand_id=bytes(16), state=b"sealed 4", expected_step=4, step=steps.raise_to(3, 600))
    )
    assert hand.step == 5


def test_a_lost_answer_is_fetched_the_same_way_under_asyncio(floor: FakeFloor, line: Line) -> None:
    async def play() -> int:
        async with aio.Floorman(line.address) as client:
            hand = client.hand(UPDATE)
            await hand.raise_to(3, 600)
            return hand.step

    floor.whims.append(loses(line.cut))
    assert asyncio.run(play()) == 5
    first, second = floor.requests
    assert first == second


@pytest.mark.parametrize(
    "question",
    [
        lambda client: client.hand(UPDATE).check_action(steps.fold(1)),
        lambda client: client.hand(UPDATE).look(),
        lambda client: client.adjudicate(HandOpening(), ()),
        lambda client: client.evaluate(["AsKsQsJsTs"]),
        lambda client: client.compare({1: "AsAh"}, "2c7d9hJc3s"),
        lambda client: client.settle_pots(contributions={1: 5}, button=1),
    ],
    ids=["CheckAction", "ViewHand", "AdjudicateHand", "EvaluateHands", "CompareHands", "SettlePots"],
)
def test_every_question_is_repeated_too(
    floor: FakeFloor, line: Line, question: Callable[[Floorman], object]
) -> None:
    floor.whims.append(loses(line.cut))
    with Floorman(line.address) as client:
        question(client)
    first, second = floor.requests
    assert first == second


def test_a_lost_start_is_never_repeated_by_itself(floor: FakeFloor, line: Line) -> None:
    floor.whims.append(loses(line.cut))
    with Floorman(line.address) as client, pytest.raises(UnavailableError):
        client.start(HandOpening())
    assert len(floor.requests) == 1


def test_an_unavailable_service_is_asked_five_times_and_no_more(floor: FakeFloor, address: str) -> None:
    floor.whims.extend([breaks(grpc.StatusCode.UNAVAILABLE)] * 9)
    with Floorman(address) as client, pytest.raises(UnavailableError) as failed:
        client.hand(UPDATE).check(1)
    assert len(floor.requests) == 5
    assert failed.value.code is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize("code", [grpc.StatusCode.INTERNAL, grpc.StatusCode.ABORTED])
def test_nothing_but_unavailable_is_repeated(floor: FakeFloor, address: str, code: grpc.StatusCode) -> None:
    floor.whims.append(breaks(code))
    with Floorman(address) as client, pytest.raises((ServiceError, StaleStateError)):
        client.hand(UPDATE).check(1)
    assert len(floor.requests) == 1


def test_a_service_that_restarts_is_found_again_within_the_retries(line: Line) -> None:
    with Floorman(line.address) as client:
        hand = client.hand(UPDATE)
        hand.check(1)
        line.go_down()
        Timer(0.2, line.come_up).start()
        began = time.monotonic()
        hand.check(2)
    assert hand.step == 6
    # by the third attempt: gRPC's own way would have let a second go by before it tried to connect again
    assert time.monotonic() - began < 1.15


def test_the_deadline_ends_a_silent_call(floor: FakeFloor, address: str) -> None:
    floor.whims.append(waits(2.0))
    with Floorman(Connection(address, deadline=0.3)) as client:
        began = time.monotonic()
        with pytest.raises(DeadlineExceededError):
            client.hand(UPDATE).check(1)
        assert 0.25 < time.monotonic() - began < 1.5


def test_the_deadline_ends_a_silent_call_under_asyncio(floor: FakeFloor, address: str) -> None:
    async def play() -> None:
        async with aio.Floorman(Connection(address, deadline=0.3)) as client:
            await client.hand(UPDATE).check(1)

    floor.whims.append(waits(2.0))
    began = time.monotonic()
    with pytest.raises(DeadlineExceededError):
        asyncio.run(play())
    assert 0.25 < time.monotonic() - began < 1.5


def test_while_an_answer_is_missing_no_other_step_is_sent(floor: FakeFloor, line: Line) -> None:
    with Floorman(line.address) as client:
        hand = client.hand(UPDATE)
        line.go_down()
        with pytest.raises(UnansweredError):
            hand.raise_to(3, 600)
        line.come_up()
        with pytest.raises(OutstandingError, match=r"raise_to, has no answer yet; .* fold was not sent"):
            hand.fold(3)
        assert floor.requests == []
        waiting = hand.outstanding
        assert waiting == steps.raise_to(3, 600)
        assert hand.state == b"sealed 4"

        hand.resume()
        assert floor.requests == [
            ActRequest(hand_id=bytes(16), state=b"sealed 4", expected_step=4, step=steps.raise_to(3, 600))
        ]
        assert hand.outstanding is None
        assert hand.step == 5
        hand.fold(1)
        assert hand.step == 6


def test_the_same_step_asked_for_again_repeats_the_missing_one(floor: FakeFloor, address: str) -> None:
    floor.whims.append(breaks(grpc.StatusCode.INTERNAL))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        with pytest.raises(ServiceError):
            hand.call(2)
        hand.call(2)
    first, second = floor.requests
    assert first == second
    assert hand.step == 5


def test_a_signature_is_part_of_the_request_that_is_repeated(floor: FakeFloor, address: str) -> None:
    floor.whims.append(breaks(grpc.StatusCode.INTERNAL))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        with pytest.raises(ServiceError):
            hand.act(steps.call(2), signature=bytes(64))
        with pytest.raises(OutstandingError):
            hand.act(steps.call(2))
        hand.resume()
    first, second = floor.requests
    assert first == second


@pytest.mark.parametrize(
    "code",
    [
        grpc.StatusCode.INTERNAL,
        grpc.StatusCode.UNKNOWN,
        grpc.StatusCode.CANCELLED,
        grpc.StatusCode.DATA_LOSS,
        # without a refusal it is not the floor that speaks: the answer may have been too large to be taken
        grpc.StatusCode.RESOURCE_EXHAUSTED,
    ],
)
def test_a_step_that_ended_in_doubt_stays_outstanding(
    floor: FakeFloor, address: str, code: grpc.StatusCode
) -> None:
    floor.whims.append(breaks(code))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        with pytest.raises(UnansweredError):
            hand.call(2)
        assert hand.outstanding == steps.call(2)


def test_a_refusal_is_an_answer_and_lets_the_next_step_go(floor: FakeFloor, address: str) -> None:
    refusal = Refusal(reason=ErrorReason.ERROR_REASON_STALE_STEP, message="stale")
    floor.whims.append(refuses_for(grpc.StatusCode.ABORTED, refusal))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        with pytest.raises(StaleStateError):
            hand.call(2)
        assert hand.outstanding is None
        assert hand.step == 4
        hand.fold(2)
        assert hand.step == 5


def test_resume_without_a_missing_answer_gives_the_last_update(floor: FakeFloor, address: str) -> None:
    with Floorman(address) as client:
        assert client.hand(UPDATE).resume() == UPDATE
    assert floor.requests == []


def test_a_cancelled_step_stays_outstanding(floor: FakeFloor, address: str) -> None:
    async def play() -> None:
        async with aio.Floorman(address) as client:
            hand = client.hand(UPDATE)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(hand.call(2), 0.2)
            with pytest.raises(OutstandingError):
                await hand.fold(2)
            await hand.resume()
            assert hand.step == 5

    floor.whims.append(waits(1.0))
    asyncio.run(play())
    first, second = floor.requests
    assert first == second


def test_of_two_threads_with_different_steps_one_is_refused(floor: FakeFloor, address: str) -> None:
    arrived, go_on = Event(), Event()
    floor.whims.append(holds(arrived, go_on))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        other = Thread(target=hand.call, args=(2,))
        other.start()
        arrived.wait(5.0)
        with pytest.raises(OutstandingError):
            hand.fold(2)
        go_on.set()
        other.join()
        assert hand.step == 5


def test_of_two_threads_with_the_same_step_both_get_the_answer(floor: FakeFloor, address: str) -> None:
    arrived, go_on = Event(), Event()
    floor.whims.append(holds(arrived, go_on))
    with Floorman(address) as client:
        hand: Hand = client.hand(UPDATE)
        other = Thread(target=hand.call, args=(2,))
        other.start()
        arrived.wait(5.0)
        assert hand.call(2).step == 5
        # the slower answer of the same request does not take the hand back
        hand.check(3)
        go_on.set()
        other.join()
        assert hand.step == 6
        assert hand.outstanding is None
