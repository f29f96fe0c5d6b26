"""audit.md 6: the age of a hand, the least time before a time-out, and states that outlive their key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import grpc
import pytest

from floorman.api import Floor
from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.sealing.token import read_header
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2
from tests.security.house import House, open_house
from tests.security.players import open_request
from tests.security.table import act, act_request, opening, start, step

_OPENED_MS: Final = 1_800_000_000_000
_DAY_MS: Final = 86_400_000
_HOUR_MS: Final = 3_600_000
_LEAST_MS: Final = 5_000
_HEAD: Final = HeadKey(3, bytes(range(32)))
DealHand = hand_service_pb2.DealHandRequest
Rewrap = hand_service_pb2.RewrapStateRequest


@dataclass
class Clock:
    """A clock that a test moves, in milliseconds after the opening."""

    after_ms: int = 0

    def __call__(self) -> int:
        return _OPENED_MS + self.after_ms


def _key(kid: int, first_day: int, seal_days: int, open_days: int) -> TokenKey:
    begin = _OPENED_MS + first_day * _DAY_MS
    return TokenKey(kid, bytes((kid,)) * 32, begin, begin + seal_days * _DAY_MS, begin + open_days * _DAY_MS)


def _ring(*keys: TokenKey) -> Ring:
    head = HeadKeyEntry(3, _HEAD.public_key, bytes(range(32)), _OPENED_MS, _OPENED_MS + 999 * _DAY_MS)
    return Ring(keys, (head,))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def house(clock: Clock) -> Iterator[House]:
    """Hands live for an hour, a step takes five seconds at least; key 1 opens for ten days, key 2 follows."""
    floor = Floor(
        ring=_ring(_key(1, 0, 5, 10), _key(2, 4, 90, 180)),
        max_age_ms=_HOUR_MS,
        timeout_min_ms=_LEAST_MS,
        allow_given_entropy=True,
        now_ms=clock,
    )
    with open_house(floor) as opened:
        yield opened


def opened(house: House) -> hand_service_pb2.OpenHandResponse:
    message = opening()
    message.level = opening_pb2.ASSURANCE_LEVEL_COMMIT
    answer: hand_service_pb2.OpenHandResponse = house.ask("OpenHand", open_request(message))
    return answer


def checked(request: hand_service_pb2.ActRequest) -> hand_service_pb2.CheckActionRequest:
    return hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())


# ---- the age of a hand ----


def test_a_hand_is_dealt_and_played_within_its_age(house: House, clock: Clock) -> None:
    hand = opened(house)
    request = DealHand(open_token=hand.open_token)
    update = house.ask("DealHand", request).update
    clock.after_ms = _HOUR_MS
    assert house.ask("DealHand", request).update == update
    assert act(house, update, step("call", 0)).step == 1
    clock.after_ms += 1
    taken = act_request(update, step("call", 0))
    for method, form in (("DealHand", request), ("Act", taken), ("CheckAction", checked(taken))):
        said = house.refused(method, form)
        assert (said.reason, said.numbers) == ("STATE_TOO_OLD", {"max_seconds": 3600})
        assert said.code is grpc.StatusCode.FAILED_PRECONDITION


def test_an_old_hand_can_still_be_seen(house: House, clock: Clock) -> None:
    update = start(house)
    clock.after_ms = 3 * _DAY_MS
    seen = house.ask("ViewHand", hand_service_pb2.ViewHandRequest(state=update.state, seat=1))
    assert seen.head == update.head
    assert list(seen.seat_view.cards) == list(update.seat_views[1].cards)


def test_audit_3_7_a_hand_with_given_entropy_has_no_age(house: House, clock: Clock) -> None:
    message = opening()
    message.entropy = bytes(range(32))
    update = start(house, message)
    clock.after_ms = 3 * _DAY_MS
    assert act(house, update, step("call", 0), step("call", 1)).step == 2


# ---- the least time before a time-out ----


def test_a_time_out_as_step_s_comes_s_times_the_least_after_the_opening(house: House, clock: Clock) -> None:
    update = start(house)
    for number, seat in enumerate((0, 1), 1):
        clock.after_ms = number * _LEAST_MS - 1
        request = act_request(update, step("timeout", seat))
        said = house.refused("Act", request)
        assert (said.reason, said.code) == ("TIMEOUT_TOO_EARLY", grpc.StatusCode.FAILED_PRECONDITION)
        assert house.ask("CheckAction", checked(request)).refused == said.refusal
        clock.after_ms += 1
        assert house.ask("CheckAction", checked(request)).HasField("accepted")
        update = house.ask("Act", request).update
    assert update.settlement.pots


def test_steps_that_came_quickly_bring_no_time_out_sooner(house: House, clock: Clock) -> None:
    update = act(house, start(house), step("call", 0), step("call", 1))
    clock.after_ms = 3 * _LEAST_MS - 1
    assert house.refused("Act", act_request(update, step("timeout", 2))).reason == "TIMEOUT_TOO_EARLY"
    assert act(house, update, step("check", 2)).step == 3


def test_audit_3_7_given_entropy_knows_no_time(house: House) -> None:
    message = opening()
    message.entropy = bytes(range(32))
    assert act(house, start(house, message), step("timeout", 0)).step == 1


# ---- states that outlive their key ----


def test_the_state_of_a_hand_that_is_over_moves_to_the_newest_key(house: House, clock: Clock) -> None:
    message = opening(rabbit_hunt=True)
    message.entropy = bytes(range(32))
    update = act(house, start(house, message), step("fold", 0), step("fold", 1))
    assert house.ask("RewrapState", Rewrap(state=update.state)).state == update.state
    clock.after_ms = 9 * _DAY_MS
    kept = house.ask("RewrapState", Rewrap(state=update.state)).state
    assert (read_header(update.state).kid, read_header(kept).kid) == (1, 2)
    assert len(kept) == len(update.state)
    clock.after_ms = 11 * _DAY_MS
    said = house.refused("RewrapState", Rewrap(state=update.state))
    assert (said.reason, said.numbers) == ("KEY_RETIRED", {"key_id": 1})
    moved = hand_pb2.HandUpdate()
    moved.CopyFrom(update)
    moved.state = kept
    # it is the same state: what may still follow the hand, follows
    assert act(house, moved, step("rabbit")).parent_head == update.head


def test_a_running_hand_keeps_its_key(house: House) -> None:
    update = act(house, start(house), step("call", 0))
    said = house.refused("RewrapState", Rewrap(state=update.state))
    assert (said.reason, said.numbers) == ("HAND_NOT_COMPLETE", {"step": 1})
    assert said.code is grpc.StatusCode.FAILED_PRECONDITION


def test_audit_6_a_hand_keeps_the_key_that_it_was_opened_under(house: House, clock: Clock) -> None:
    message = opening()
    message.level = opening_pb2.ASSURANCE_LEVEL_COMMIT
    message.entropy = bytes(range(32))
    hand = house.ask("OpenHand", open_request(message))
    clock.after_ms = 6 * _DAY_MS
    update = house.ask("DealHand", DealHand(open_token=hand.open_token)).update
    later = act(house, update, step("call", 0))
    assert [read_header(token).kid for token in (hand.open_token, update.state, later.state)] == [1, 1, 1]
    assert read_header(start(house).state).kid == 2


def test_what_is_no_state_is_not_sealed_anew(house: House) -> None:
    for token in (b"", b"FLM1", opened(house).open_token):
        assert house.refused("RewrapState", Rewrap(state=token)).reason == "MALFORMED_STATE"
