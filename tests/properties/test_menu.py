"""The menu is complete and exact: read as the contract tells a client to, it says what the floor will say.

On small tables every amount is tried, not a sample.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from floorman import steps
from floorman.api.decision_wire import decision_to_wire
from floorman.rules.floor import apply, check, open_hand
from floorman.rules.hand import Hand, Phase
from floorman.rules.refusal import Refusal
from floorman.v1 import hand_pb2, steps_pb2
from tests.properties.tables import MOST_SEAT, Table, deal_table
from tests.properties.wishes import next_step

_CHUNKS = 5
_SEEDS = 100  # a chunk
_MOST_CHIPS = 120  # of a seat: every amount up to it is tried at every step

_KINDS: dict[type[steps.Step], steps_pb2.StepKind.ValueType] = {
    steps.Fold: steps_pb2.STEP_KIND_FOLD,
    steps.Check: steps_pb2.STEP_KIND_CHECK,
    steps.Call: steps_pb2.STEP_KIND_CALL,
    steps.Bet: steps_pb2.STEP_KIND_BET,
    steps.Raise: steps_pb2.STEP_KIND_RAISE,
    steps.AllIn: steps_pb2.STEP_KIND_ALL_IN,
    steps.Run: steps_pb2.STEP_KIND_RUN,
    steps.Show: steps_pb2.STEP_KIND_SHOW,
    steps.Muck: steps_pb2.STEP_KIND_MUCK,
    steps.ShowOne: steps_pb2.STEP_KIND_SHOW_ONE,
    steps.See: steps_pb2.STEP_KIND_SEE,
    steps.Rabbit: steps_pb2.STEP_KIND_RABBIT,
}


def every_wish(hand: Hand) -> Iterator[steps.Step]:
    """Everything that any seat could ask for, every amount up to more than anybody has."""
    most = max(seat.put + seat.stack for seat in hand.seats) + 2
    for number in [seat.number for seat in hand.seats]:
        yield from (steps.Fold(number), steps.Check(number), steps.Call(number), steps.AllIn(number))
        yield from (steps.Show(number), steps.Muck(number))
        yield from (steps.Run(number, count) for count in range(6))
        yield from (steps.See(number, target.number) for target in hand.seats)
        if hand.phase is Phase.BET and hand.seats[hand.actor].number == number:
            yield from (steps.Bet(number, to) for to in range(most))
            yield from (steps.Raise(number, to) for to in range(most))
        else:
            yield from (steps.Bet(number, hand.config.big_blind), steps.Raise(number, most // 2))
    yield steps.Rabbit()


def menu_says(menu: hand_pb2.Decision, wish: steps.Step) -> bool:
    """What a client that reads the contract's comments expects of a step."""
    return any(_allows(menu, action, wish) for action in menu.actions if action.kind == _KINDS[type(wish)])


def _allows(menu: hand_pb2.Decision, action: hand_pb2.LegalAction, wish: steps.Step) -> bool:
    if menu.kind == hand_pb2.DECISION_KIND_RUN_VOTE:
        asked: list[int] = list(menu.pending_seats)
    elif menu.kind == hand_pb2.DECISION_KIND_COMPLETE:
        asked = list(action.seats)
    else:
        asked = [menu.seat]
    match wish:
        case steps.Rabbit():
            return True
        case steps.Bet(seat=seat, to=to) | steps.Raise(seat=seat, to=to):
            at_an_end = to in {action.min_to, action.max_to}
            on_a_step = action.min_to < to < action.max_to and to % action.multiple_of == 0
            return seat in asked and (at_an_end or on_a_step)
        case steps.Run(seat=seat, count=count):
            return seat in asked and 1 <= count <= action.max_count
        case steps.See(seat=seat, target=target):
            return seat in asked and target in action.target_seats
        case _:
            return getattr(wish, "seat", MOST_SEAT + 1) in asked


def is_exact(table: Table, hand: Hand) -> None:
    menu = decision_to_wire(hand)
    for wish in every_wish(hand):
        assert menu_says(menu, wish) == accepted(table, hand, wish), (wish, menu)
    for seat in hand.seats:
        either = [steps.ShowOne(seat.number, which) for which in (0, 1)]  # the menu does not say which card
        assert menu_says(menu, either[0]) == any(accepted(table, hand, wish) for wish in either), menu


def accepted(table: Table, hand: Hand, wish: steps.Step) -> bool:
    try:
        check(hand, wish, table.floor_deck)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_r7_2_the_menu_is_complete_and_exact(chunk: int) -> None:
    kinds: set[int] = set()
    for seed in range(chunk * _SEEDS, (chunk + 1) * _SEEDS):
        chance = random.Random(seed)
        table = deal_table(chance, most_bb=6)
        if max(seat.stack for seat in table.start.seats) > _MOST_CHIPS:
            continue
        hand, _ = open_hand(table.start, table.floor_deck)
        try:
            while True:
                is_exact(table, hand)
                kinds.update(action.kind for action in decision_to_wire(hand).actions)
                step = next_step(chance, table, hand)
                if step is None:
                    break
                hand, _ = apply(hand, step, table.floor_deck)
        except Exception as fault:
            fault.add_note(f"seed {seed}: {table.preset} {table.overrides}")
            raise
    assert kinds >= {
        steps_pb2.STEP_KIND_FOLD,
        steps_pb2.STEP_KIND_CHECK,
        steps_pb2.STEP_KIND_CALL,
        steps_pb2.STEP_KIND_BET,
        steps_pb2.STEP_KIND_RAISE,
        steps_pb2.STEP_KIND_ALL_IN,
        steps_pb2.STEP_KIND_RUN,
        steps_pb2.STEP_KIND_SHOW,
        steps_pb2.STEP_KIND_MUCK,
        steps_pb2.STEP_KIND_SHOW_ONE,
    }
