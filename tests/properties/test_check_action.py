"""``CheckAction`` says what ``Act`` says: verdict, reason, numbers, and what a step amounts to."""

from __future__ import annotations

import random

import pytest

from floorman import steps
from floorman.rules.hand import Hand, Phase
from floorman.v1 import events_pb2, hand_pb2, refusal_pb2, steps_pb2
from tests.properties.desk import Desk, opening_message, step_to_wire
from tests.properties.tables import deal_table
from tests.properties.wishes import accident, next_step, not_offered, offered

_CHUNKS = 6
_HANDS = 12  # a chunk

# an event that is a seat's move -> the kind of step that makes it
_MOVES = {"fold": "fold", "check": "check", "call": "call", "bet": "bet_to", "raised": "raise_to"}


def _move(update: hand_pb2.HandUpdate) -> events_pb2.HandEvent | None:
    """What a seat did first; None where a step moves no seat's chips."""
    return next((event for event in update.events if event.WhichOneof("kind") in _MOVES), None)


def agrees(desk: Desk, update: hand_pb2.HandUpdate, hand: Hand, wish: steps.Step) -> bool:
    """Whether the step was accepted, by both alike."""
    message = step_to_wire(wish)
    checked = desk.check(update, message)
    acted = desk.act(update, message)
    if isinstance(acted, refusal_pb2.Refusal):
        assert checked == acted
        return False
    assert not isinstance(checked, refusal_pb2.Refusal), (wish, checked)
    move = _move(acted) if isinstance(wish, _ACTIONS) and hand.phase is Phase.BET else None
    if move is None:
        votes = isinstance(wish, steps.Timeout) and hand.phase is Phase.RUN_VOTE
        one_run = steps_pb2.Step(seat=message.seat, run=steps_pb2.RunStep(count=1))
        assert checked.step == (one_run if votes else message)
        assert (checked.amount, checked.to, checked.all_in) == (0, 0, False)
        assert checked.pot == hand.pot
        return True
    kind = move.WhichOneof("kind") or ""
    happened = getattr(move, kind)
    assert checked.step.seat == happened.seat
    assert checked.step.WhichOneof("kind") == _MOVES[kind]
    if kind in {"fold", "check"}:
        seat = hand.seats[hand.actor]
        assert (checked.amount, checked.to, checked.all_in) == (0, seat.put, False)
        assert (checked.stack, checked.pot) == (seat.stack, hand.pot)
        return True
    promised = (checked.amount, checked.to, checked.stack, checked.pot, checked.all_in)
    assert promised == (
        happened.amount,
        happened.to,
        happened.stack_after,
        happened.pot_after,
        happened.all_in,
    )
    if kind in {"bet", "raised"}:
        assert getattr(checked.step, _MOVES[kind]) == happened.to
    return True


_ACTIONS = steps.Fold | steps.Check | steps.Call | steps.Bet | steps.Raise | steps.AllIn | steps.Timeout


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_check_action_agrees_with_act(chunk: int) -> None:
    desk = Desk()
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        table = deal_table(chance, host_deals=seed % 4 == 0)
        update = desk.start(opening_message(table))
        assert isinstance(update, hand_pb2.HandUpdate), update
        for _ in range(table.most_steps()):
            hand = desk.hand(update)
            menu, beside = offered(chance, table, hand), not_offered(chance, hand)
            for wish in chance.sample(menu, min(3, len(menu))):
                assert agrees(desk, update, hand, wish), (seed, wish)
            for wish in chance.sample(beside, 4):
                assert not agrees(desk, update, hand, wish), (seed, wish)
            agrees(desk, update, hand, accident(chance, hand))
            step = next_step(chance, table, hand)
            if step is None:
                break
            after = desk.act(update, step_to_wire(step))
            assert isinstance(after, hand_pb2.HandUpdate)
            update = after
        assert update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE
