"""R-8: how much a bet or a raise may be where there is no limit."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.rules.refusal import Reason
from tests.rules.table import flop, table

SIX = "SB  BB  UTG  HJ  CO  BTN"


# ---- R-8.1 ----


@pytest.mark.parametrize("street", ["FLOP", "TURN", "RIVER"])
def test_r8_1_the_minimum_bet_is_the_big_blind_on_every_street(street: str) -> None:
    hand = flop("A 900  B  C", 100).checks_to(street).expect(to_act="A", least=100, most=900)
    hand.refuses(Reason.BET_BELOW_MINIMUM, "R-8.1", to=99, least=100, most=900).bets("A", 99)
    hand.bets("A", 100)


def test_r8_1_less_than_the_minimum_is_possible_all_in_only() -> None:
    flop("A 40  B  C", 100).expect(to_act="A", least=40, most=40).bets("A", 40).expect(to_act="B", call=40)
    flop("A 40  B  C", 100).refuses(Reason.BET_BELOW_MINIMUM).bets("A", 39)


def test_r8_1_the_maximum_is_the_stack() -> None:
    hand = table("SB  BB  UTG 777  BTN").expect(to_act="UTG", most=777)
    hand.refuses(Reason.INSUFFICIENT_CHIPS, "R-8.1", to=778, most=777).raises("UTG", 778)
    hand.raises("UTG", 777).expect(stacks={"UTG": 0})


# ---- R-8.2 ----


def test_r8_2_ex_seed_001_a_raise_is_at_least_the_last_increment() -> None:
    hand = table(SIX).expect(least=4).raises("UTG", 6).expect(to_act="HJ", least=10)
    hand = hand.raises("HJ", 20).expect(to_act="CO", least=34)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-8.2", to=33, least=34).raises("CO", 33)
    hand.raises("CO", 34)


def test_r8_2_ex_doubling_asks_for_twice_the_last_total() -> None:
    hand = table(SIX, min_raise_rule="DOUBLE_LAST_TOTAL").expect(least=4).raises("UTG", 6)
    hand.expect(to_act="HJ", least=12).raises("HJ", 20).expect(to_act="CO", least=40)


def test_r8_2_ex_seed_003_over_a_bet_of_10_the_total_is_at_least_20() -> None:
    flop("A  B  C", 10).bets("A", 10).expect(to_act="B", least=20)


def test_r8_2_ex_a_game_of_200_600_1600_3600() -> None:
    hand = flop("A  B  C  D", 200).bets("A", 600).raises("B", 1600).raises("C", 3600)
    hand.expect(to_act="D", least=5600)


def test_r8_2_ex_big_blind_50_125_200_500() -> None:
    hand = table(SIX, blinds=(25, 50)).raises("UTG", 125).raises("HJ", 200).raises("CO", 500)
    hand.expect(to_act="BTN", least=800)


def test_r8_2_ex_big_blind_50_raised_to_500_and_called_twice() -> None:
    hand = table(SIX, blinds=(25, 50)).raises("UTG", 500).calls("HJ", "CO")
    hand.expect(to_act="BTN", least=950)


def test_r8_2_ex_bet_300_raised_to_1000() -> None:
    flop("A  B  C", 200).bets("A", 300).raises("B", 1000).expect(to_act="C", least=1700)


def test_r8_2_a_raise_above_the_minimum_sets_the_next_minimum() -> None:
    flop("A  B  C", 10).bets("A", 10).raises("B", 50).expect(to_act="C", least=90)


def test_r8_2_a_new_street_begins_again_with_the_big_blind() -> None:
    hand = flop("A  B", 10).bets("A", 500).calls("B").expect(street="TURN", to_act="A", least=10)
    hand.bets("A", 10).expect(to_act="B", least=20)


def test_r8_2_24_doubling_after_a_short_all_in_takes_the_larger_of_both_minima() -> None:
    # bet 100, all-in 140: twice 140 is 280, and 140 + 100 is 240
    hand = flop("A 900  B 140  C 900", 100, min_raise_rule="DOUBLE_LAST_TOTAL").bets("A", 100)
    hand.goes_all_in("B").expect(to_act="C", least=280)
    # bet 100, raise to 400, all-in 450: twice 450 is 900, and 450 + 300 is 750
    hand = flop("A  B 900  C 450  D", 100, min_raise_rule="DOUBLE_LAST_TOTAL").bets("A", 100)
    hand.raises("B", 400).goes_all_in("C").expect(to_act="D", least=900)
    # the opening all-in of 20 under a big blind of 100: 20 + 100 is more than twice 20
    hand = flop("A 20  B 900  C 900", 100, min_raise_rule="DOUBLE_LAST_TOTAL").goes_all_in("A")
    hand.expect(to_act="B", least=120)


def test_r8_2_24_doubling_judges_a_full_raise_by_the_increment() -> None:
    # C's all-in of 500 over 300 is 200 more: a full raise, though below the doubled minimum of 600
    hand = flop("A  B  C 500", 100, min_raise_rule="DOUBLE_LAST_TOTAL").bets("A", 100).raises("B", 300)
    hand = hand.expect(least=500, most=500).goes_all_in("C")
    assert [event.short for event in hand.saw(events.Raise)] == [False, False]
    hand.calls("A").expect(to_act="B", may_raise=True, least=1000)


# ---- short all-in raises ----


def test_r8_3_ex_all_in_150_over_a_big_blind_of_100() -> None:
    table("SB  BB  UTG 150  BTN", blinds=(50, 100)).goes_all_in("UTG").expect(
        to_act="BTN", call=150, least=250
    )


def test_r8_3_ex_bet_100_all_in_140() -> None:
    hand = flop("A  B 140  C", 100).bets("A", 100).goes_all_in("B").expect(to_act="C", call=140, least=240)
    assert hand.saw(events.Raise)[-1].short


def test_r8_3_ex_opening_all_in_of_20() -> None:
    flop("A 20  B  C", 100).goes_all_in("A").expect(to_act="B", call=20, least=120)


def test_r8_3_ex_300_and_all_ins_of_500_650_800() -> None:
    hand = flop("A  B 500  C 650  D 800  E  F", 100).bets("A", 300).goes_all_in("B", "C", "D")
    hand.expect(to_act="E", call=800, least=1100).calls("E").expect(to_act="F", least=1100)


def test_r8_3_completing_is_not_possible_in_no_limit() -> None:
    hand = flop("A  B 140  C", 100).bets("A", 100).goes_all_in("B")
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-8.2", least=240).raises("C", 200)


# ---- R-8.5 ----


def test_r8_4_bets_and_raises_are_multiples_of_the_step() -> None:
    hand = flop("A 5555  B 5555  C", 100, bet_step=25).expect(least=100)
    hand.refuses(Reason.NOT_A_MULTIPLE_OF_STEP, "R-8.4", to=110, step=25).bets("A", 110)
    hand = hand.bets("A", 125).expect(to_act="B", least=250)
    hand.refuses(Reason.NOT_A_MULTIPLE_OF_STEP, "R-8.4").raises("B", 260)
    hand.raises("B", 5555)  # all-in


def test_r8_4_the_step_is_the_unit_where_none_is_given() -> None:
    hand = flop("A  B  C", 100, unit=10)
    hand.refuses(Reason.NOT_A_MULTIPLE_OF_STEP, step=10).bets("A", 105)
    flop("A  B  C", 100, unit=10, bet_step=1).bets("A", 105)


def test_r8_4_24_the_minimum_is_rounded_up_to_the_step() -> None:
    # an all-in of 130 over 100 leaves a minimum of 230: the next multiple of 25 is 250
    hand = flop("A  B 130  C", 100, bet_step=25).bets("A", 100).goes_all_in("B").expect(least=250)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, least=250).raises("C", 230)


def test_r8_5_the_number_of_raises_is_not_limited() -> None:
    hand = flop("A  B", 10).bets("A", 10)
    for level in range(20, 400, 20):
        hand = hand.raises("B", level).raises("A", level + 10)
    hand.expect(to_act="B", may_raise=True)
