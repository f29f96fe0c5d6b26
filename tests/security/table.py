"""Requests that are good, for tests that make one thing about them wrong."""

from __future__ import annotations

from typing import Any

from floorman.v1 import cards_pb2, config_pb2, hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.security.house import Guest

__all__ = [
    "act",
    "act_request",
    "adjudication",
    "board",
    "hole",
    "hosted",
    "opening",
    "play_to_the_end",
    "start",
    "start_request",
    "step",
]


def opening(*stacks: int, **switches: Any) -> opening_pb2.HandOpening:
    """A hand of the service at 50/100, button on 0, seats 0, 1, 2, … with these stacks: three of 5,000."""
    return opening_pb2.HandOpening(
        config=config_pb2.TableConfig(**{"small_blind": 50, "big_blind": 100, **switches}),
        table_id="table 7",
        hand_number=12,
        dealing=opening_pb2.DEALING_SERVICE,
        button=0,
        seats=[
            opening_pb2.OpeningSeat(seat=seat, stack=stack)
            for seat, stack in enumerate(stacks or (5000, 5000, 5000))
        ],
    )


def hosted(*stacks: int, **switches: Any) -> opening_pb2.HandOpening:
    """The same, dealt by the host, no card known yet."""
    message = opening(*stacks, **switches)
    message.dealing = opening_pb2.DEALING_HOST
    return message


def start_request(message: opening_pb2.HandOpening) -> hand_service_pb2.StartHandRequest:
    return hand_service_pb2.StartHandRequest(opening=message)


def adjudication(
    message: opening_pb2.HandOpening, *steps: steps_pb2.Step
) -> hand_service_pb2.AdjudicateHandRequest:
    return hand_service_pb2.AdjudicateHandRequest(opening=message, steps=steps)


def start(house: Guest, message: opening_pb2.HandOpening | None = None) -> hand_pb2.HandUpdate:
    """The first update of a hand."""
    answer: hand_service_pb2.StartHandResponse = house.ask("StartHand", start_request(message or opening()))
    return answer.update


def step(kind: str, seat: int | None = None, amount: int | None = None, **fields: Any) -> steps_pb2.Step:
    """``step("raise_to", 2, 300)``, ``step("fold", 2)``, ``step("deal_board", board=0, cards=[…])``."""
    message = steps_pb2.Step()
    if seat is not None:
        message.seat = seat
    if amount is not None:
        setattr(message, kind, amount)
        return message
    inner = getattr(message, kind)
    inner.SetInParent()
    inner.MergeFrom(type(inner)(**fields))
    return message


def act_request(update: hand_pb2.HandUpdate, asked: steps_pb2.Step) -> hand_service_pb2.ActRequest:
    """The step as the next one after an update."""
    return hand_service_pb2.ActRequest(
        state=update.state, hand_id=update.hand_id, expected_step=update.step, step=asked
    )


def act(house: Guest, update: hand_pb2.HandUpdate, *asked: steps_pb2.Step) -> hand_pb2.HandUpdate:
    """The update after these steps."""
    for one in asked:
        answer: hand_service_pb2.ActResponse = house.ask("Act", act_request(update, one))
        update = answer.update
    return update


def play_to_the_end(house: Guest, message: opening_pb2.HandOpening | None = None) -> hand_pb2.HandUpdate:
    """A whole hand of checks and calls: the service lives, and chips are where they belong."""
    update = start(house, message)
    total = sum(seat.stack + seat.put for seat in update.view.seats)
    while update.decision.kind == hand_pb2.DECISION_KIND_BET:
        kind = "call" if update.decision.call else "check"
        update = act(house, update, step(kind, update.decision.seat))
    assert update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE
    assert sum(seat.stack for seat in update.view.seats) == total
    return update


def board(*names: str) -> cards_pb2.Board:
    """A board."""
    return cards_pb2.Board(cards=names)


def hole(seat: int, *names: str) -> cards_pb2.HoleCards:
    """A seat's hole cards."""
    return cards_pb2.HoleCards(seat=seat, cards=names)
