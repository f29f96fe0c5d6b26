"""audit.md 4.1, 5: what a seat does past the host is signed by its player, on the head that it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import grpc
import pytest

from floorman.api import Floor
from floorman.guard.memory import MemoryGuard
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.security.house import House, open_house
from tests.security.players import SEAT_KEY, SEAT_SECRET, Player, acted, dealt, keyed, signed
from tests.security.table import act_request, opening, start, step

COMMIT: Final = opening_pb2.ASSURANCE_LEVEL_COMMIT
HOST: Final = opening_pb2.DELIVERY_HOST
Act = hand_service_pb2.ActRequest


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house(Floor(ring=temporary_ring(), guard=MemoryGuard(600))) as opened:
        yield opened


@pytest.fixture
def hand(house: House) -> hand_pb2.HandUpdate:
    """Three seats, the button first; every step of theirs must be signed."""
    return dealt(house, keyed(SEAT_KEY))


def checked(request: Act) -> hand_service_pb2.CheckActionRequest:
    return hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_a_step_of_a_seat_without_its_signature(
    house: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    update = dealt(house, keyed(delivery))
    for asked in (step("fold", 0), step("call", 0), step("raise_to", 0, 300), step("all_in", 0)):
        said = house.refused("Act", act_request(update, asked))
        assert (said.reason, said.numbers) == ("SIGNATURE_MISSING", {"seat": 0})
        assert said.code is grpc.StatusCode.FAILED_PRECONDITION
        verdict = house.ask("CheckAction", checked(act_request(update, asked)))
        assert verdict.refused == said.refusal
    assert acted(house, update, step("call", 0)).step == 1


def _by(seat: int) -> Callable[[hand_pb2.HandUpdate, steps_pb2.Step], bytes]:
    return lambda update, asked: Player(seat).sign(update, asked)


def _on(**changes: object) -> Callable[[hand_pb2.HandUpdate, steps_pb2.Step], bytes]:
    """Signed on an update that differs."""

    def sign(update: hand_pb2.HandUpdate, asked: steps_pb2.Step) -> bytes:
        other = hand_pb2.HandUpdate()
        other.CopyFrom(update)
        for name, value in changes.items():
            setattr(other, name, value)
        return Player(0).sign(other, asked)

    return sign


def _another(asked: steps_pb2.Step) -> Callable[[hand_pb2.HandUpdate, steps_pb2.Step], bytes]:
    return lambda update, _: Player(0).sign(update, asked)


@pytest.mark.parametrize(
    "sign",
    [
        _by(1),
        _on(step=1),
        _on(head=bytes(32)),
        _on(hand_id=bytes(16)),
        _another(step("raise_to", 0, 301)),
        _another(step("all_in", 0)),
        _another(step("raise_to", 1, 300)),
        lambda *_: b"signed",
        lambda *_: bytes(64),
        lambda *_: bytes(65),
    ],
    ids=[
        "another player",
        "another step",
        "another head",
        "another hand",
        "another amount",
        "another verb",
        "another seat",
        "no signature",
        "zeros",
        "too long",
    ],
)
def test_a_signature_that_is_of_something_else(
    house: House, hand: hand_pb2.HandUpdate, sign: Callable[[hand_pb2.HandUpdate, steps_pb2.Step], bytes]
) -> None:
    request = act_request(hand, step("raise_to", 0, 300))
    request.act_signature = sign(hand, request.step)
    for method, form in (("Act", request), ("CheckAction", checked(request))):
        said = house.refused(method, form)
        assert (said.reason, said.fields, said.numbers) == (
            "SIGNATURE_INVALID",
            ["act_signature"],
            {"seat": 0},
        )
        assert said.code is grpc.StatusCode.INVALID_ARGUMENT


def test_audit_10_a_signed_step_is_good_on_its_own_head_only(house: House) -> None:
    one, other = dealt(house, keyed(SEAT_KEY)), dealt(house, keyed(SEAT_KEY))
    taken = signed(one, step("call", 0))
    moved = act_request(other, step("call", 0))
    moved.act_signature = taken.act_signature
    assert house.refused("Act", moved).reason == "SIGNATURE_INVALID"


def test_a_dry_run_takes_the_signature_that_the_step_would_need(
    house: House, hand: hand_pb2.HandUpdate
) -> None:
    request = signed(hand, step("raise_to", 0, 300))
    verdict = house.ask("CheckAction", checked(request))
    assert (verdict.accepted.step, verdict.accepted.amount) == (request.step, 300)
    # nothing has happened: the step can still be taken, or another
    assert acted(house, hand, step("call", 0)).step == 1


def test_what_the_rules_refuse_is_told_before_anybody_signs(house: House, hand: hand_pb2.HandUpdate) -> None:
    said = house.refused("Act", act_request(hand, step("raise_to", 0, 150)))
    assert said.reason == "RAISE_BELOW_MINIMUM"
    said = house.refused("Act", act_request(hand, step("call", 1)))
    assert said.reason == "NOT_YOUR_TURN"


@pytest.mark.parametrize(
    "asked", [step("timeout", 0), step("kill", 0), step("expose", 0, nth=0), step("void_hand", cause=3)]
)
def test_a_step_by_the_host_carries_no_signature(
    house: House, hand: hand_pb2.HandUpdate, asked: steps_pb2.Step
) -> None:
    request = act_request(hand, asked)
    request.act_signature = Player(0).sign(hand, asked)
    said = house.refused("Act", request)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["act_signature"])
    request.act_signature = b""
    assert house.ask("Act", request).update.step == 1


def test_every_kind_of_step_of_a_seat_is_signed(house: House) -> None:
    """Votes, shows and courtesies too (verbs 1 to 11)."""
    update = dealt(house, keyed(SEAT_KEY, COMMIT, 5000, 5000, run_it_max=2))
    update = acted(house, update, step("all_in", 0), step("call", 1))
    assert house.refused("Act", act_request(update, step("run", 0, count=2))).reason == "SIGNATURE_MISSING"
    update = acted(house, update, step("run", 0, count=2), step("run", 1, count=2))
    assert len(update.view.boards) == 2

    asking = keyed(SEAT_KEY, COMMIT, 5000, 5000, show_request="SHOW_REQUEST_ANYONE")
    asking.showdown = opening_pb2.SHOWDOWN_ASK
    update = dealt(house, asking)
    update = acted(house, update, step("call", 0), step("check", 1))
    for _ in range(3):
        update = acted(house, update, step("check", 1), step("check", 0))
    for asked in (step("show", 1), step("muck", 1), step("show_one", 1, which=0)):
        assert house.refused("Act", act_request(update, asked)).reason == "SIGNATURE_MISSING"
    update = acted(house, update, step("show", 1), step("muck", 0))
    assert update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE
    see = step("see", 1, target_seat=0)
    assert house.refused("Act", act_request(update, see)).reason == "SIGNATURE_MISSING"
    assert acted(house, update, see).events[0].seen.target_seat == 0


def test_a_seat_past_the_host_shows_its_hand_without_naming_its_cards(house: House) -> None:
    """Naming them would be asking whether they are those, once for each of 1,326 hands."""
    asking = keyed(SEAT_KEY, COMMIT, 5000, 5000)
    asking.showdown = opening_pb2.SHOWDOWN_ASK
    update = dealt(house, asking)
    update = acted(house, update, step("call", 0), step("check", 1))
    for _ in range(3):
        update = acted(house, update, step("check", 1), step("check", 0))
    named = signed(update, step("show", 1, cards=["As", "Ks"]))
    for method, form in (("Act", named), ("CheckAction", checked(named))):
        said = house.refused(method, form)
        assert (said.reason, said.fields) == ("CONTRADICTION", ["step.show.cards"])


def test_a_seat_without_a_key_does_nothing_where_the_host_must_not_look_ahead(house: House) -> None:
    message = keyed(SEAT_KEY, COMMIT, 5000, 5000, 5000, show_request="SHOW_REQUEST_ANYONE")
    message.showdown = opening_pb2.SHOWDOWN_ASK
    message.seats[2].absent = True
    message.seats[2].ClearField("action_key")
    update = dealt(house, message)
    update = acted(house, update, step("call", 0), step("call", 1))
    for _ in range(3):
        update = acted(house, update, step("check", 1), step("check", 0))
    update = acted(house, update, step("show", 1), step("muck", 0))
    said = house.refused("Act", act_request(update, step("see", 2, target_seat=0)))
    assert (said.reason, said.numbers) == ("SIGNATURE_MISSING", {"seat": 2})


def test_where_the_host_can_look_ahead_seats_without_a_key_sign_nothing_and_the_others_do(
    house: House,
) -> None:
    message = keyed(SEAT_KEY)
    message.accept_host_lookahead = True
    message.seats[1].ClearField("action_key")
    message.seats[1].ClearField("commit")
    update = dealt(house, message)
    assert update.start.host_can_look_ahead
    assert house.refused("Act", act_request(update, step("call", 0))).reason == "SIGNATURE_MISSING"
    update = acted(house, update, step("call", 0))
    forged = act_request(update, step("call", 1))
    forged.act_signature = Player(1).sign(update, forged.step)
    said = house.refused("Act", forged)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["act_signature"])
    assert house.ask("Act", act_request(update, step("call", 1))).update.step == 2


def test_delivery_host_needs_no_signature_and_takes_a_good_one(house: House) -> None:
    update = dealt(house, keyed(HOST))
    wrong = act_request(update, step("call", 0))
    wrong.act_signature = Player(1).sign(update, wrong.step)
    assert house.refused("Act", wrong).reason == "SIGNATURE_INVALID"
    request = signed(update, step("call", 0))
    signed_one = house.ask("Act", request).update
    assert signed_one.act_signature == request.act_signature
    unsigned = house.ask("Act", act_request(update, step("call", 0))).update
    assert (unsigned.head, unsigned.act_signature) == (signed_one.head, b"")


def test_seats_without_keys_send_no_signature(house: House) -> None:
    update = start(house, opening())
    request = act_request(update, step("call", 0))
    request.act_signature = bytes(64)
    said = house.refused("Act", request)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["act_signature"])
