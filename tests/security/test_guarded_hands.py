"""audit.md 5: a guarded hand goes one way, and stops where its guard is away or has lost it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import grpc
import pytest

from floorman.api import Floor
from floorman.guard.memory import MemoryGuard
from floorman.guard.place import GuardUnavailableError, Passage, Place
from floorman.guard.redis_guard import RedisGuard
from floorman.sealing.ring import Ring
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.cli.processes import serving
from tests.guard.redis_server import running_redis
from tests.security.house import Guest, House, open_house
from tests.security.players import SEAT_KEY, SEEDED, Player, acted, dealt, keyed, open_request, signed
from tests.security.table import act_request, opening, start_request, step

COMMIT: Final = opening_pb2.ASSURANCE_LEVEL_COMMIT
LOST: Final = steps_pb2.CAUSE_GUARD_LOST
_CAUSES: Final = [steps_pb2.CAUSE_EXPOSED, steps_pb2.CAUSE_DEALING_ERROR, steps_pb2.CAUSE_HOST]
DealHand = hand_service_pb2.DealHandRequest


class Away:
    """A guard that nobody reaches."""

    def move(self, hand_id: bytes, before: Place | None, after: Place, *, unknown: bool) -> Passage:
        raise GuardUnavailableError(hand_id, before, after, unknown)

    def close(self) -> None:
        """It holds nothing."""


@pytest.fixture(scope="module")
def ring() -> Ring:
    return temporary_ring()


@pytest.fixture
def house(ring: Ring) -> Iterator[House]:
    """A house whose guard a test may change."""
    with open_house(Floor(ring=ring, guard=MemoryGuard(600))) as opened:
        yield opened


def guarded() -> opening_pb2.HandOpening:
    """A hand in one call, delivery HOST, guarded because its host asked for it."""
    message = opening()
    message.fork_guard = True
    return message


def started(house: House) -> hand_pb2.HandUpdate:
    update: hand_pb2.HandUpdate = house.ask("StartHand", start_request(guarded())).update
    return update


def act(house: House, update: hand_pb2.HandUpdate, *steps: steps_pb2.Step) -> hand_pb2.HandUpdate:
    for one in steps:
        update = house.ask("Act", act_request(update, one)).update
    return update


def test_every_step_of_a_hand_passes(house: House) -> None:
    update = started(house)
    while update.decision.kind == hand_pb2.DECISION_KIND_BET:
        update = act(house, update, step("call" if update.decision.call else "check", update.decision.seat))
    assert update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE


def test_the_same_request_again_has_the_same_answer(house: House) -> None:
    update = started(house)
    request = act_request(update, step("call", 0))
    answers = [house.ask("Act", request).update for _ in range(3)]
    assert answers[0] == answers[1] == answers[2]
    assert act(house, answers[0], step("call", 1)).step == 2


@pytest.mark.parametrize(
    "asked",
    [
        step("fold", 0),
        step("raise_to", 0, 300),
        step("timeout", 0),
        step("kill", 0),
        step("void_hand", cause=3),
    ],
    ids=lambda one: one.WhichOneof("kind"),
)
def test_another_step_from_the_same_state_is_a_fork(house: House, asked: steps_pb2.Step) -> None:
    update = started(house)
    after = act(house, update, step("call", 0))
    said = house.refused("Act", act_request(update, asked))
    assert (said.reason, said.code, said.numbers) == ("FORK", grpc.StatusCode.ABORTED, {"step": 1})
    assert act(house, after, step("call", 1)).step == 2


def test_a_step_that_was_followed_is_a_fork_even_if_it_is_the_same(house: House) -> None:
    update = started(house)
    act(house, update, step("call", 0), step("call", 1))
    assert house.refused("Act", act_request(update, step("call", 0))).reason == "FORK"


def test_a_dry_run_asks_no_guard_and_moves_nothing(house: House) -> None:
    update = started(house)
    after = act(house, update, step("call", 0))
    old = hand_service_pb2.CheckActionRequest.FromString(
        act_request(update, step("fold", 0)).SerializeToString()
    )
    assert house.ask("CheckAction", old).WhichOneof("verdict") == "accepted"
    assert act(house, after, step("call", 1)).step == 2


def test_what_follows_the_hand_passes_too(house: House) -> None:
    update = act(house, started(house), step("fold", 0), step("fold", 1))
    shown = act(house, update, step("show_one", 2, which=0))
    assert shown.events[0].show_one.card
    assert house.refused("Act", act_request(update, step("show_one", 2, which=1))).reason == "FORK"


def test_a_hand_that_asks_for_no_guard_passes_none(house: House) -> None:
    update = house.ask("StartHand", start_request(opening())).update
    house.floor.guard = Away()
    branches = [act(house, update, asked) for asked in (step("call", 0), step("fold", 0))]
    assert branches[0].head != branches[1].head


# ---- the guard has lost the hand ----


def test_a_lost_hand_takes_no_step_but_its_void(house: House) -> None:
    update = act(house, started(house), step("call", 0))
    house.floor.guard = MemoryGuard(600)
    for asked in (
        step("call", 1),
        step("fold", 1),
        step("timeout", 1),
        step("kill", 2),
        step("misdeal", cause=LOST),
        *(step("void_hand", cause=cause) for cause in _CAUSES),
    ):
        said = house.refused("Act", act_request(update, asked))
        assert (said.reason, said.code) == ("GUARD_LOST", grpc.StatusCode.FAILED_PRECONDITION)
    voided = act(house, update, step("void_hand", cause=LOST))
    assert [seat.stack for seat in voided.view.seats] == [5000, 5000, 5000]
    assert voided.events[0].voided.cause == LOST


def test_a_lost_hand_is_voided_once_and_from_one_place(house: House) -> None:
    first = started(house)
    update = act(house, first, step("call", 0))
    house.floor.guard = MemoryGuard(600)
    request = act_request(update, step("void_hand", cause=LOST))
    assert house.ask("Act", request) == house.ask("Act", request)
    for other in (
        act_request(first, step("void_hand", cause=LOST)),
        act_request(first, step("call", 0)),
        act_request(update, step("call", 1)),
    ):
        assert house.refused("Act", other).reason == "FORK"


def test_an_opened_hand_that_was_lost_is_opened_again_and_not_dealt(house: House) -> None:
    """Were it dealt, a host whose guard forgets could go back to the deal of any hand."""
    opened = house.ask("OpenHand", open_request(keyed(SEAT_KEY)))
    request = DealHand(open_token=opened.open_token, seeds=[Player(seat).reveal(opened) for seat in range(3)])
    house.floor.guard = MemoryGuard(600)
    assert house.refused("DealHand", request).reason == "GUARD_LOST"


def test_a_dealt_hand_that_was_lost_cannot_begin_again(house: House) -> None:
    opened = house.ask("OpenHand", open_request(keyed(SEAT_KEY)))
    request = DealHand(open_token=opened.open_token, seeds=[Player(seat).reveal(opened) for seat in range(3)])
    update = acted(house, house.ask("DealHand", request).update, step("call", 0))
    house.floor.guard = MemoryGuard(600)
    assert house.refused("DealHand", request).reason == "GUARD_LOST"
    assert house.refused("Act", signed(update, step("call", 1))).reason == "GUARD_LOST"


# ---- the guard is away ----


def _every_call(house: House) -> list[tuple[str, object]]:
    update = started(house)
    seeded = opening()
    seeded.level = SEEDED
    seeded.fork_guard = True
    opened = house.ask("OpenHand", open_request(seeded))
    return [
        ("StartHand", start_request(guarded())),
        ("OpenHand", open_request(seeded)),
        ("DealHand", DealHand(open_token=opened.open_token)),
        ("Act", act_request(update, step("call", 0))),
        ("Act", act_request(update, step("void_hand", cause=LOST))),
    ]


def test_where_the_guard_is_away_nothing_happens(house: House) -> None:
    guard = house.floor.guard
    calls = _every_call(house)
    house.floor.guard = Away()
    for method, request in calls:
        said = house.refused(method, request)  # type: ignore[arg-type]
        assert (said.reason, said.code) == ("GUARD_UNAVAILABLE", grpc.StatusCode.UNAVAILABLE)
        assert not said.numbers
    house.floor.guard = guard
    for method, request in calls[:4]:
        assert house.ask(method, request)  # type: ignore[arg-type]


def test_a_replica_without_a_guard_refuses_the_steps_of_a_guarded_hand(house: House, ring: Ring) -> None:
    calls = _every_call(house)
    with open_house(Floor(ring=ring)) as replica:
        for method, request in calls[2:]:
            assert replica.refused(method, request).reason == "GUARD_UNAVAILABLE"  # type: ignore[arg-type]
        for method, request in calls[:2]:
            assert replica.refused(method, request).reason == "NOT_OFFERED"  # type: ignore[arg-type]


# ---- on a Redis ----


def test_replicas_with_one_redis_let_a_hand_go_one_way(ring: Ring, tmp_path: Path) -> None:
    with (
        running_redis(tmp_path) as redis,
        closing(RedisGuard(redis.url, 600)) as guard,
        closing(RedisGuard(redis.url, 600)) as same,
        open_house(Floor(ring=ring, guard=guard)) as one,
        open_house(Floor(ring=ring, guard=same)) as other,
    ):
        update = dealt(one, keyed(SEAT_KEY))
        after = acted(other, update, step("call", 0))
        assert acted(one, update, step("call", 0)) == after
        assert one.refused("Act", signed(update, step("fold", 0))).reason == "FORK"
        redis.stop()
        for house in (one, other):
            said = house.refused("Act", signed(after, step("call", 1)))
            assert said.reason == "GUARD_UNAVAILABLE"
        redis.start()
        for house in (one, other):
            assert house.refused("Act", signed(after, step("call", 1))).reason == "GUARD_LOST"
        voided = act(one, after, step("void_hand", cause=LOST))
        assert voided.decision.kind == hand_pb2.DECISION_KIND_COMPLETE
        assert other.refused("Act", signed(after, step("call", 1))).reason == "FORK"


def test_two_processes_with_one_redis_let_a_hand_go_one_way(ring: Ring, tmp_path: Path) -> None:
    ring_file = tmp_path / "ring.json"
    ring_file.write_text(ring.dump(), encoding="utf-8")
    with running_redis(tmp_path) as redis:
        flags = ("--ring-file", str(ring_file), "--fork-guard", redis.url)
        with (
            serving(tmp_path, *flags) as process,
            serving(tmp_path, *flags) as same,
            grpc.insecure_channel(process.address) as channel,
            grpc.insecure_channel(same.address) as other,
        ):
            one, two = Guest(channel), Guest(other)
            update = dealt(one, keyed(SEAT_KEY))
            after = acted(two, update, step("call", 0))
            assert one.refused("Act", signed(update, step("fold", 0))).reason == "FORK"
            assert acted(one, after, step("call", 1)).step == 2
            assert redis.url not in process.errors.read_text(encoding="utf-8")
