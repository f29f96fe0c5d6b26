"""R-18.1 to R-18.3: misdeals, substantial action, hands that are called off."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.events import Outcome
from floorman.rules.refusal import Reason
from tests.rules.table import Table, flop, table

FOUR = "SB 1000  BB 1000  UTG 1000  BTN 1000"
EVERYBODY = {"SB": 1000, "BB": 1000, "UTG": 1000, "BTN": 1000}


def _stays(hand: Table) -> None:
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-18.2").misdeals()


def test_r18_1_a_misdeal_returns_all_posts() -> None:
    hand = table(FOUR, blinds=(50, 100), ante_type="BIG_BLIND", live={"BTN": 100}, dead={"BTN": 50})
    hand = hand.expect(pot=400).misdeals()
    hand.ends(outcome=Outcome.MISDEAL, stacks=EVERYBODY, pots=[])
    returned = [(event.seat, event.amount) for event in hand.saw(events.Returned)]
    assert returned == [(1, 50), (2, 200), (4, 150)]
    assert isinstance(hand.last[0], events.Misdeal)


def test_r18_2_posts_are_no_action() -> None:
    table(FOUR, straddles=[("UTG", 4)], straddle_seats={"UTG"}).misdeals().ends(outcome=Outcome.MISDEAL)


def test_r18_2_one_action_is_not_substantial() -> None:
    table(FOUR).calls("UTG").misdeals().ends(outcome=Outcome.MISDEAL, stacks=EVERYBODY)
    table(FOUR).raises("UTG", 500).misdeals().ends(outcome=Outcome.MISDEAL, stacks=EVERYBODY)


def test_r18_2_two_actions_are_if_one_put_chips_in() -> None:
    _stays(table(FOUR).calls("UTG").folds("BTN"))
    _stays(table(FOUR).folds("UTG").calls("BTN"))
    _stays(table(FOUR).calls("UTG", "BTN"))
    _stays(table("BTN  BB").calls("BTN").checks("BB"))  # one chip is enough
    table(FOUR).folds("UTG", "BTN").misdeals().ends(outcome=Outcome.MISDEAL, stacks=EVERYBODY)


def test_r18_2_two_checks_put_no_chips_in() -> None:
    hand = table("A  B  BTN", blinds=(0, 2), blind_structure="NONE").checks("A", "B")
    hand.misdeals().ends(outcome=Outcome.MISDEAL)
    _stays(table("A  B  BTN", blinds=(0, 2), blind_structure="NONE").checks("A").bets("B", 2))


def test_r18_2_any_three_actions_are() -> None:
    _stays(table("SB  BB  UTG  CO  BTN").folds("UTG", "CO", "BTN"))
    _stays(flop("A  B  C", 10))  # three checks before the flop


def test_r18_2_a_time_out_is_an_action_too() -> None:
    _stays(table("SB  BB  UTG  CO  BTN").times_out("UTG", "CO", "BTN"))


def test_r18_2_killing_an_absent_hand_is_no_action() -> None:
    table(FOUR).kills("SB").folds("UTG").misdeals().ends(outcome=Outcome.MISDEAL, stacks=EVERYBODY)


@pytest.mark.parametrize("actions", [0, 1, 2, 5])
def test_r18_3_a_hand_may_be_called_off_at_any_time_and_all_bets_go_back(actions: int) -> None:
    steps = [("raises", "UTG", 6), ("calls", "BTN"), ("calls", "SB"), ("calls", "BB"), ("bets", "SB", 50)]
    hand = table(FOUR)
    for verb, *what in steps[:actions]:
        hand = getattr(hand, str(verb))(*what)
    put_in = {name: 1000 - hand.stacks(name)[0] for name in ("SB", "BB", "UTG", "BTN")}
    hand = hand.voids().ends(outcome=Outcome.VOID, stacks=EVERYBODY)
    hand.ends(returned={name: chips for name, chips in put_in.items() if chips})
    assert isinstance(hand.last[0], events.Void)
    assert hand.hand.pot == 0


def test_r18_3_what_has_gone_back_before_is_not_returned_twice() -> None:
    # A's 40 uncalled chips came back when the betting ended; the vote on runs is open
    hand = flop("A 100  B 60", 10, run_it_max=2).goes_all_in("A", "B")
    hand = hand.expect(stacks={"A": 40, "B": 0}, pot=120).voids()
    hand.ends(outcome=Outcome.VOID, stacks={"A": 100, "B": 60})
    assert [(event.seat, event.amount) for event in hand.saw(events.Returned)] == [(1, 60), (2, 60)]


def test_r18_3_a_void_at_the_showdown_returns_all() -> None:
    hand = flop("A 100  B 100", 10, best="A > B", asks=True).bets("A", 10).calls("B").checks_down()
    hand.shows("A").voids().ends(outcome=Outcome.VOID, stacks={"A": 100, "B": 100})


def test_r18_3_a_hand_that_waits_for_cards_can_be_called_off() -> None:
    hand = table("BTN 100  BB 100", host_deals=True).calls("BTN").checks("BB")
    hand.voids().ends(outcome=Outcome.VOID, stacks={"BTN": 100, "BB": 100})


def test_r18_3_a_hand_that_is_over_stays_over() -> None:
    hand = table(FOUR).voids()
    hand.refuses(Reason.HAND_COMPLETE).voids()
    hand.refuses(Reason.HAND_COMPLETE).misdeals()
    hand.refuses(Reason.HAND_COMPLETE).folds("UTG")
    hand.refuses(Reason.HAND_COMPLETE).shows("UTG")
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("UTG", "BTN")
