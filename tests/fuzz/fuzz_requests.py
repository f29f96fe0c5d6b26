"""Requests on every method: bytes as they are, messages of chance, good requests with a few fields changed.

The first byte picks the method, the second how the rest becomes its request. Whatever comes, the answer is a
message or a good refusal (:mod:`tests.fuzz.calls`), equal requests have equal answers, and CheckAction says
what Act does.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from google.protobuf.message import Message

from floorman.v1 import config_pb2, hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.fuzz.calls import Answer, Counter
from tests.fuzz.chance import Chance
from tests.security.filling import filled
from tests.security.table import act_request, hosted, opening, start_request, step

__all__ = ["one_input"]

_HANDS: Final = 8
# the methods that draw entropy: equal requests, other cards
_DRAWING: Final = {"StartHand", "OpenHand", "OpenDraw", "DrawSeats", "DrawButton"}


@cache
def _counter() -> Counter:
    return Counter()


@cache
def _hand(number: int) -> hand_pb2.HandUpdate:
    """Hands at many places: dealt by the service or the host, before and after the flop, voting, over."""
    ask = opening_pb2.SHOWDOWN_ASK
    message, *taken = (
        (opening(),),
        (opening(5000, 5000), step("call", 0), step("check", 1)),
        (opening(5000, 5000, run_it_max=3), step("all_in", 0), step("call", 1)),
        (opening(), step("fold", 0), step("fold", 1)),
        (hosted(),),
        (hosted(5000, 5000), step("call", 0), step("check", 1)),
        (opening(5000, 5000, betting=config_pb2.BETTING_POT_LIMIT), step("raise_to", 0, 300)),
        (opening(5000, 300, 70),),
    )[number]
    assert isinstance(message, opening_pb2.HandOpening)
    message.entropy = bytes((number,)) * 32
    message.showdown = ask
    update: hand_pb2.HandUpdate = _good(_counter().ask("StartHand", start_request(message)))
    for asked in taken:
        assert isinstance(asked, steps_pb2.Step)
        update = _good(_counter().ask("Act", act_request(update, asked)))
    return update


def _good(answer: Answer) -> hand_pb2.HandUpdate:
    assert answer.refusal is None, answer.refusal
    update: hand_pb2.HandUpdate = answer.message.update
    return update


def one_input(form: bytes) -> None:
    """Any bytes, as a request of the method that the first names."""
    chance = Chance(form)
    counter = _counter()
    method = counter.method_at(chance.take(1)[0])
    match chance.take(1)[0] % 4:
        case 0:
            request = counter.request(method, chance.rest())
        case 1:
            request = counter.request(method, b"")
            assert request is not None
            filled(request, chance)
        case 2:
            request = _changed_opening(counter, method, chance)
        case _:
            request = _step(counter, method, chance)
    if request is None:
        return
    answer = counter.ask(method, request)
    if method not in _DRAWING:
        assert counter.ask(method, request) == answer
    if method == "Act":
        _agree(request, answer)
    if method in {"Act", "StartHand"} and answer.refusal is None:
        _conserve(answer.message.update)


def _changed_opening(counter: Counter, method: str, chance: Chance) -> Message | None:
    """A good opening with a few parts filled by chance."""
    opened = opening_pb2.HandOpening()
    opened.CopyFrom(chance.choice((opening, hosted))(*_stacks(chance)))
    opened.entropy = bytes(32)
    match chance.take(1)[0] % 4:
        case 0:
            filled(opened.config, chance)
        case 1:
            filled(chance.choice(opened.seats), chance)
        case 2:
            filled(opened.known_cards, chance)
        case _:
            filled(opened, chance)
    opened.config.small_blind = 50
    opened.config.big_blind = 100
    request = counter.request(method, b"")
    if isinstance(request, hand_service_pb2.AdjudicateHandRequest):
        for _ in range(chance.take(1)[0] % 20):
            filled(request.steps.add(), chance)
    if isinstance(request, hand_service_pb2.AdjudicateHandRequest | hand_service_pb2.StartHandRequest):
        request.opening.CopyFrom(opened)
    return request


def _stacks(chance: Chance) -> list[int]:
    return [1 + chance.take(1)[0] * chance.take(1)[0] for _ in range(2 + chance.take(1)[0] % 9)]


def _step(counter: Counter, method: str, chance: Chance) -> Message | None:
    """A step of chance in one of the hands."""
    update = _hand(chance.take(1)[0] % _HANDS)
    asked = filled(steps_pb2.Step(), chance)
    if chance.take(1)[0] % 2 and update.decision.HasField("seat"):
        asked.seat = update.decision.seat
    whole = act_request(update, asked)
    if method == "ViewHand":
        seat = chance.take(1)[0]
        return hand_service_pb2.ViewHandRequest(state=whole.state, seat=seat if seat < 11 else None)
    return counter.request(method, whole.SerializeToString())


def _agree(request: Message, answer: Answer) -> None:
    """CheckAction accepts what Act takes, and refuses as Act does."""
    question = hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())
    said = _counter().ask("CheckAction", question)
    if answer.refusal is None:
        assert said.message.WhichOneof("verdict") == "accepted"
    else:
        assert answer.refusal in (said.refusal, said.message and said.message.refused)


def _conserve(update: hand_pb2.HandUpdate) -> None:
    """Every chip is behind a seat, in the pot or raked, and no more of them than there may be."""
    behind = sum(seat.stack for seat in update.view.seats)
    assert all(seat.stack >= 0 for seat in update.view.seats)
    assert 0 < behind + update.view.pot + update.settlement.rake < 2**53
