"""R-9: no more than the pot."""

from __future__ import annotations

import pytest

from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, table

POT_LIMIT: Switches = {"betting": "POT_LIMIT"}
FOUR = "SB  BB  UTG  BTN"


def _flop_with(pot: int, big_blind: int = 10) -> Table:
    """A flop with so many chips in the middle, all of them a dead post."""
    return flop_with_dead(f"A  B  C {pot + 100_000}", pot, big_blind)


def flop_with_dead(line: str, pot: int, big_blind: int) -> Table:
    hand = table(line, blinds=(0, big_blind), blind_structure="NONE", dead={"C": pot}, **POT_LIMIT)
    return hand.checks_to("FLOP").expect(pot=pot)


# ---- R-9.1 ----


def test_r9_1_ex_a_pot_of_100_and_a_bet_of_50() -> None:
    hand = _flop_with(100).bets("A", 50).expect(to_act="B", least=100, most=250)
    hand.refuses(Reason.ABOVE_MAXIMUM, "R-9.1", to=251, most=250).raises("B", 251)
    hand.raises("B", 250).expect(to_act="C", most=250 + 400 + 250)


def test_r9_1_ex_a_pot_sized_bet_of_1500_may_be_raised_to_6000() -> None:
    _flop_with(1500).expect(most=1500).bets("A", 1500).expect(to_act="B", most=6000)


def test_r9_1_ex_folded_to_the_small_blind() -> None:
    hand = table(FOUR, blinds=(100, 200), **POT_LIMIT).folds("UTG", "BTN")
    hand.expect(to_act="SB", call=100, least=400, most=600)


def test_r9_1_the_maximum_is_capped_by_the_stack() -> None:
    flop_with_dead("A  B 200  C", 100, 10).bets("A", 50).expect(to_act="B", most=200)


def test_r9_1_an_all_in_above_the_maximum_is_refused() -> None:
    hand = flop_with_dead("A  B 300  C", 100, 10).bets("A", 50)
    hand.refuses(Reason.ABOVE_MAXIMUM, "R-9.1", most=250).goes_all_in("B")


# ---- before the flop ----


def test_r9_2_ex_first_to_act_may_make_it_700() -> None:
    table(FOUR, blinds=(100, 200), **POT_LIMIT).expect(to_act="UTG", least=400, most=700)


@pytest.mark.parametrize(("assume", "most"), [(True, 700), (False, 600)])
def test_r9_3_ex_a_dead_small_blind(assume: bool, most: int) -> None:  # noqa: FBT001
    hand = table("UTG  BTN  SB 0  BB", blinds=(100, 200), pl_assume_full_blinds=assume, **POT_LIMIT)
    hand.expect(to_act="UTG", most=most)


@pytest.mark.parametrize(("assume", "most"), [(True, 700), (False, 600)])
def test_r9_3_ex_a_short_big_blind(assume: bool, most: int) -> None:  # noqa: FBT001
    hand = table("SB  BB 100  UTG  BTN", blinds=(100, 200), pl_assume_full_blinds=assume, **POT_LIMIT)
    hand.expect(to_act="UTG", most=most)


def test_r9_3_24_the_shortage_stays_added_for_the_whole_first_round() -> None:
    # UTG makes it 700: 100 + 100 + 700 lie there, 100 are assumed; the button: 700 + 1000 + 700
    hand = table("SB  BB 100  UTG  BTN", blinds=(100, 200), **POT_LIMIT).raises("UTG", 700)
    hand.expect(to_act="BTN", most=2400)


def test_r9_3_after_the_flop_the_pot_is_the_actual_one() -> None:
    hand = table("SB  BB 100  UTG  BTN", blinds=(100, 200), **POT_LIMIT).calls("UTG", "BTN", "SB")
    hand.expect(street="FLOP", pot=700, to_act="SB", least=200, most=700)


def test_r9_3_a_short_small_blind_is_assumed_full_too() -> None:
    table("SB 40  BB  UTG  BTN", blinds=(100, 200), **POT_LIMIT).expect(to_act="UTG", most=700)


def test_r9_3_extra_posts_count_as_posted() -> None:
    # 100 + 200 + 200 live + 100 dead = 600; UTG: 200 + 600 + 200
    hand = table("SB  BB  UTG  CO  BTN", blinds=(100, 200), live={"CO": 200}, dead={"CO": 100}, **POT_LIMIT)
    hand.expect(to_act="UTG", most=1000)


# ---- options ----


def test_r9_4_ex_the_small_blind_may_count_as_a_big_one() -> None:
    table(FOUR, blinds=(5, 10), pl_sb_counts_as_bb=True, **POT_LIMIT).expect(to_act="UTG", most=40)
    table(FOUR, blinds=(5, 10), **POT_LIMIT).expect(to_act="UTG", most=35)


def test_r9_4_24_the_small_blind_counts_up_until_the_big_blind_has_acted() -> None:
    hand = table(FOUR, blinds=(5, 10), pl_sb_counts_as_bb=True, **POT_LIMIT)
    # also after it folded: 10 + 10 + 5 + 5 counted up = 30; the big blind: 10 + 30 + 0
    folded = hand.calls("UTG", "BTN").folds("SB").expect(to_act="BB", most=10 + 40)
    # once the big blind has raised to 20 the pot is what lies there: 10 + 10 + 5 + 20 = 45
    folded.raises("BB", 20).expect(to_act="UTG", most=20 + 45 + 10)
    # a small blind that has called counts for what it put: nothing more is added
    hand.calls("UTG", "BTN", "SB").expect(to_act="BB", most=10 + 40)
    # a small blind that raised to 20 the same
    hand.folds("UTG", "BTN").raises("SB", 20).expect(to_act="BB", most=20 + 30 + 10)


def test_r9_4_a_dead_small_blind_counts_as_a_big_one_too() -> None:
    hand = table("UTG  BTN  SB 0  BB", blinds=(5, 10), pl_sb_counts_as_bb=True, **POT_LIMIT)
    hand.expect(to_act="UTG", most=40)


@pytest.mark.parametrize(("step", "most"), [(0, 35), (5, 35), (10, 40), (25, 45)])
def test_r9_4_the_pot_may_be_rounded_up(step: int, most: int) -> None:
    # a pot of 15: rounded to 5 it is 15, to 10 it is 20, to 25 it is 25; the first actor: 10 + pot + 10
    table(FOUR, blinds=(5, 10), pl_round_up=step, **POT_LIMIT).expect(to_act="UTG", most=most)


@pytest.mark.parametrize(("count", "most"), [("EACH_ONLY", 39), ("ALL", 39), ("NONE", 35)])
def test_r9_4_antes_of_each_before_the_flop(count: str, most: int) -> None:
    hand = table(FOUR, blinds=(5, 10), ante_type="EACH", ante_amount=1, pl_ante_preflop=count, **POT_LIMIT)
    hand.expect(to_act="UTG", most=most, pot=19)


@pytest.mark.parametrize("payer", ["BIG_BLIND", "BUTTON"])
@pytest.mark.parametrize(("count", "most"), [("EACH_ONLY", 700), ("ALL", 900), ("NONE", 700)])
def test_r9_4_a_single_payers_ante_before_the_flop(payer: str, count: str, most: int) -> None:
    hand = table(FOUR, blinds=(100, 200), ante_type=payer, pl_ante_preflop=count, **POT_LIMIT)
    hand.expect(to_act="UTG", most=most, pot=500)


@pytest.mark.parametrize("count", ["EACH_ONLY", "ALL", "NONE"])
def test_r9_4_an_ante_that_an_empty_button_does_not_pay_counts_nowhere(count: str) -> None:
    line = "UTG  CO  BTN 0  SB  BB"
    hand = table(line, blinds=(100, 200), ante_type="BUTTON", pl_ante_preflop=count, **POT_LIMIT)
    hand.expect(to_act="UTG", most=700)


@pytest.mark.parametrize("count", ["EACH_ONLY", "ALL", "NONE"])
def test_r9_4_from_the_flop_on_every_ante_counts(count: str) -> None:
    hand = table(FOUR, blinds=(100, 200), ante_type="BIG_BLIND", pl_ante_preflop=count, **POT_LIMIT)
    hand = hand.calls("UTG", "BTN", "SB").checks("BB")
    hand.expect(street="FLOP", pot=1000, to_act="SB", most=1000)


# ---- section 24 ----


def test_r9_24_the_maximum_is_rounded_down_to_the_step() -> None:
    # 10 + 15 + 10 = 35, in steps of 10: 30
    hand = table(FOUR, blinds=(5, 10), bet_step=10, **POT_LIMIT).expect(to_act="UTG", least=20, most=30)
    hand.refuses(Reason.ABOVE_MAXIMUM, most=30).raises("UTG", 35)


def test_r9_24_an_all_in_of_exactly_the_maximum_need_not_lie_on_the_step() -> None:
    hand = table("SB  BB  UTG 35  BTN", blinds=(5, 10), bet_step=10, **POT_LIMIT)
    hand.expect(to_act="UTG", least=20, most=35).goes_all_in("UTG").expect(to_act="BTN", call=35)


def test_r9_24_a_maximum_below_the_minimum_equals_the_minimum() -> None:
    # nothing in the middle and a minimum bet of 100
    flop("A  B", 100, **POT_LIMIT).expect(to_act="A", least=100, most=100)
    # seven in the middle
    _flop_with(7, 100).expect(to_act="A", least=100, most=100)


def test_r9_1_the_minimum_is_that_of_no_limit() -> None:
    hand = _flop_with(100).bets("A", 50).raises("B", 120).expect(to_act="C", least=190)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-8.2", least=190).raises("C", 180)
