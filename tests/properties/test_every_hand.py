"""Thousands of random hands over every switch, legal and illegal steps: what holds of all of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman import steps
from floorman.rules.floor import apply, check, open_hand
from floorman.rules.hand import Hand, Phase
from floorman.rules.presets import PRESETS
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.switches import SWITCHES, Scope
from floorman.sealing.hand_codec import encode_hand
from tests.properties.invariants import check_events, check_hand, check_settlement
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import accident, next_step, not_offered, offered

_CHUNKS = 24
_HANDS = 125  # a chunk


class Seen:
    """What some random hands have met, so that no law is kept by never being asked."""

    def __init__(self) -> None:
        self.phases: Counter[Phase] = Counter()
        self.refusals: Counter[Reason] = Counter()
        self.steps: Counter[type[steps.Step]] = Counter()


def _try_the_menu(chance: random.Random, table: Table, hand: Hand, seen: Seen) -> None:
    """What is offered is accepted, what is not is refused, and asking changes nothing."""
    form = encode_hand(hand)
    for step in offered(chance, table, hand):
        check(hand, step, table.floor_deck)
    for step in not_offered(chance, hand):
        refusal = _refusal(table, hand, step)
        assert refusal is not None, step
        seen.refusals[refusal.reason] += 1
    assert encode_hand(hand) == form


def _refusal(table: Table, hand: Hand, step: steps.Step) -> Refusal | None:
    try:
        check(hand, step, table.floor_deck)
    except Refusal as refusal:
        return refusal
    return None


def _wish(chance: random.Random, table: Table, hand: Hand) -> steps.Step | None:
    """A step of the menu, or now and then an accident that may befall a table."""
    if chance.random() < (0.03 if hand.actions else 0.08):
        wish = accident(chance, hand)
        if _refusal(table, hand, wish) is None:
            return wish
    return next_step(chance, table, hand)


def play(chance: random.Random, table: Table, seen: Seen) -> None:
    """One hand to its end, every menu tried at every step."""
    hand, happened = open_hand(table.start, table.floor_deck)
    check_events(table, happened, None, hand)
    for _ in range(table.most_steps()):
        check_hand(table, hand)
        seen.phases[hand.phase] += 1
        _try_the_menu(chance, table, hand, seen)
        step = _wish(chance, table, hand)
        if step is None:
            break
        seen.steps[type(step)] += 1
        form = encode_hand(hand)
        after, happened = apply(hand, step, table.floor_deck)
        assert encode_hand(hand) == form
        check_events(table, happened, hand, after)
        hand = after
    assert hand.phase is Phase.COMPLETE
    check_settlement(hand)


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_every_hand_keeps_its_chips_its_cards_and_its_menu(chunk: int) -> None:
    seen = Seen()
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        table = deal_table(chance, host_deals=seed % 5 == 0)
        try:
            play(chance, table, seen)
        except Exception as fault:
            fault.add_note(f"seed {seed}: {table.preset} {table.overrides}")
            raise
    assert set(seen.phases) == set(Phase)
    assert set(seen.refusals) >= {
        Reason.HAND_COMPLETE,
        Reason.UNKNOWN_SEAT,
        Reason.NOT_YOUR_TURN,
        Reason.CANNOT_CHECK,
        Reason.NOTHING_TO_CALL,
        Reason.INSUFFICIENT_CHIPS,
        Reason.BET_BELOW_MINIMUM,
        Reason.RAISE_BELOW_MINIMUM,
        Reason.ABOVE_MAXIMUM,
        Reason.NOT_A_MULTIPLE_OF_STEP,
        Reason.RAISE_NOT_REOPENED,
        Reason.RAISE_CAPPED,
        Reason.NO_OPPONENT_TO_RAISE,
        Reason.NOT_A_BET,
        Reason.NOT_A_RAISE,
        Reason.RUN_NOT_OFFERED,
        Reason.HANDS_ALREADY_UP,
        Reason.STEP_NOT_ALLOWED,
    }
    assert set(seen.steps) >= {steps.Kill, steps.Void, steps.Timeout, steps.Run, steps.DealBoard, steps.Muck}


@given(st.randoms(use_true_random=False), st.booleans())
def test_the_same_of_hands_that_shrink(chance: random.Random, host_deals: bool) -> None:  # noqa: FBT001
    play(chance, deal_table(chance, host_deals=host_deals, most_bb=20), Seen())


def test_the_tables_are_of_every_kind() -> None:
    tables = [deal_table(random.Random(seed)) for seed in range(700)]
    assert {table.preset for table in tables} == set(PRESETS)
    for name, switch in SWITCHES.items():
        met = {getattr(table.start.config, name) for table in tables}
        if switch.scope is Scope.HAND and switch.kind == "enum":
            assert met == set(switch.choices or ()), name
        elif switch.scope is Scope.HAND:
            assert len(met) > 1, name
    starts = [table.start for table in tables]
    assert {len(start.seats) for start in starts} == set(range(2, 11))
    assert {min(seat.stack for seat in start.seats) for start in starts} >= {1, 2, 3}
    kinds = {
        "straddled": [bool(start.straddles) for start in starts],
        "straddled again": [len(start.straddles) > 1 for start in starts],
        "a live post": [any(seat.live_post for seat in start.seats) for start in starts],
        "a dead post": [any(seat.dead_post for seat in start.seats) for start in starts],
        "somebody absent": [any(seat.absent for seat in start.seats) for start in starts],
        "a dead small blind": [start.blinds.small is None for start in starts],
        "a dead button": [start.button not in {seat.number for seat in start.seats} for start in starts],
    }
    assert [kind for kind, met in kinds.items() if sum(met) < 10] == []
