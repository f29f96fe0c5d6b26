"""R-18.4, R-18.5: illegal amounts, chips that speak for themselves, chips of a former bet."""

from __future__ import annotations

import pytest

from floorman.interpretation import Ground
from tests.interpretation.live import At, at
from tests.rules.table import Table, flop, table


def facing(bet: int, big_blind: int = 100, line: str = "A  B  C  D") -> At:
    """B, who faces the opening bet of a flop."""
    return at(flop(line, big_blind).bets("A", bet))


def facing_the_raise_to_1100(line: str = "SB  BB  UTG  UTG+1  BTN") -> At:
    """R-18.4: blinds 250 and 500, UTG makes it 1100, an increment of 600."""
    return at(table(line, blinds=(250, 500)).raises("UTG", 1100))


# ---- half of the increment ----


@pytest.mark.parametrize("gesture", [facing(1000).says(1400), facing(1000).pushes(1000, 100, 100, 100, 100)])
def test_r18_4_ex_bet_1000_and_1400_is_a_call(gesture: At) -> None:
    gesture.means("call", back=0 if gesture.gesture.amount else 400)
    assert gesture.ruling.applied[-1].ground is Ground.UNDER_HALF


@pytest.mark.parametrize("gesture", [facing(1000).says(1500), facing(1000).pushes(500, 500, 500)])
def test_r18_4_ex_bet_1000_and_1500_is_a_raise_to_2000(gesture: At) -> None:
    gesture.means("raise 2000", missing=2000 if gesture.gesture.amount else 500)
    assert gesture.ruling.applied[-1].ground is Ground.HALF_REACHED


def test_r18_4_ex_1000_and_three_100_in_silence_over_1100_are_a_call_and_200_go_back() -> None:
    facing_the_raise_to_1100().pushes(1000, *[100] * 3).means("call", Ground.UNDER_HALF, back=200)


def test_r18_4_ex_1000_and_five_100_in_silence_over_1100_are_a_raise_to_1700() -> None:
    facing_the_raise_to_1100().pushes(1000, *[100] * 5).means("raise 1700", Ground.HALF_REACHED, missing=200)


def test_r18_4_ex_1000_and_three_500_over_1400_are_a_raise_to_2800() -> None:
    facing(1400).pushes(1000, 500, 500, 500).means("raise 2800", Ground.HALF_REACHED, missing=300)


def test_r18_4_ex_1000_and_two_500_over_1400_are_a_call() -> None:
    facing(1400).pushes(1000, 500, 500).means("call", Ground.UNDER_HALF, back=600)


def test_r18_4_exactly_half_is_enough_and_one_chip_less_is_not() -> None:
    facing(1000).says(1499).means("call")
    facing(1000).says(1500).means("raise 2000")


def test_r18_4_a_declared_raise_is_never_a_call() -> None:
    facing(1000).says("raise", 1400).means("raise 2000", Ground.TOTAL_DECLARED, Ground.RAISE_DECLARED)


def test_r18_4_a_declared_all_in_is_never_a_call() -> None:
    facing(1000, line="A  B 1400  C  D").says("all-in").means("all-in 1400", Ground.SAID)


def test_r18_4_the_increment_counts_even_where_the_stack_cannot_reach_the_raise() -> None:
    # 400 over 1000 is less than half of 1000, though more than half of the 600 that B has left to raise with
    facing(1000, line="A  B 1600  C  D").pushes(1000, *[100] * 4).means("call", Ground.UNDER_HALF, back=400)
    # 500 is half of it: the raise is full as far as the stack goes
    facing(1000, line="A  B 1600  C  D").pushes(1000, *[100] * 5).means(
        "all-in 1600", Ground.HALF_REACHED, missing=100
    )


def test_r18_4_more_than_the_minimum_stands_as_it_is() -> None:
    facing(1000).pushes(1000, 1000, 500).means("raise 2500", Ground.FULL_RAISE)


def test_r18_4_where_no_raise_is_open_more_chips_are_a_call() -> None:
    # h: A has checked, B's 20 do not reopen
    closed = flop("A  B 20  C  D", 100).checks("A").goes_all_in("B").calls("C").folds("D")
    at(closed).pushes(100, 25).means("call", Ground.NO_WAGER_OPEN, back=105)
    at(closed).says("raise", 300).means("call", Ground.NO_WAGER_OPEN)
    at(closed).says("all-in").means("call", Ground.SAID, Ground.NO_WAGER_OPEN)


def test_r8_4_a_raise_beside_the_steps_loses_what_is_over() -> None:
    hand = flop("A  B  C", 100, unit=25, bet_step=25).bets("A", 100)
    at(hand).says("raise", 260).means("raise 250", Ground.TOTAL_DECLARED, Ground.NOT_A_MULTIPLE)


# ---- one chip ----


def test_r18_5_a_single_overchip_facing_a_bet_is_a_call() -> None:
    facing(400).pushes(1000).means("call", Ground.OVERCHIP, back=600)


def test_r18_5_also_where_it_would_be_a_full_raise_or_is_the_last_chip() -> None:
    facing(400).pushes(5000).means("call", Ground.OVERCHIP, back=4600)
    facing(400, line="A  B 1000  C  D").pushes(1000).means("call", Ground.OVERCHIP, back=600)


def test_r18_5_a_single_overchip_facing_a_blind_is_a_call() -> None:
    at(table("SB  BB  UTG  BTN", blinds=(50, 100))).pushes(500).means("call", Ground.OVERCHIP, back=400)


def test_r18_5_a_single_chip_facing_no_bet_is_a_bet_of_its_value() -> None:
    at(flop("A  B  C", 100)).pushes(1000).means("bet 1000", Ground.SILENT_BET)


def test_r18_5_raise_without_an_amount_is_the_most_that_the_chip_allows() -> None:
    facing(400).says("raise").pushes(1000).means("raise 1000", Ground.OVERCHIP_DECLARED)


def test_r18_5_and_never_less_than_the_minimum() -> None:
    facing(400).says("raise").pushes(500).means(
        "raise 800", Ground.OVERCHIP_DECLARED, Ground.RAISE_DECLARED, missing=300
    )


def test_r18_5_raise_said_after_the_chip_has_landed_is_too_late() -> None:
    facing(400).pushes(1000).says("raise").before_the_words().means(
        "call", Ground.CHIPS_CAME_FIRST, Ground.OVERCHIP, back=600
    )


# ---- several chips ----


def facing_1100_on_the_flop(line: str = "A  B  C  D") -> At:
    """A opens for 400, B makes it 1100; C is in turn."""
    return at(flop(line, 100).bets("A", 400).raises("B", 1100))


def test_r18_5_ex_500_and_1000_in_silence_over_1100_are_a_call() -> None:
    facing_1100_on_the_flop().pushes(500, 1000).means("call", Ground.EVERY_CHIP_NEEDED, back=400)


def test_r18_5_two_1000_over_1200_are_a_call() -> None:
    facing(1200).pushes(1000, 1000).means("call", Ground.EVERY_CHIP_NEEDED, back=800)


def test_r18_5_525_over_325_are_a_raise_to_650() -> None:
    facing(325, big_blind=25).pushes(500, 25).means("raise 650", Ground.HALF_REACHED, missing=125)


def test_r18_5_chips_that_are_exactly_the_call() -> None:
    facing(600).pushes(500, 100).means("call", Ground.EXACT_CALL)


def test_r18_5_last_chips_are_a_call_where_all_are_needed() -> None:
    facing(1050, line="A  B 2000  C  D").pushes(1000, 1000).means("call", Ground.EVERY_CHIP_NEEDED, back=950)


def test_r18_5_last_chips_are_all_in_where_one_is_not_needed_whether_they_reach_half_or_not() -> None:
    facing(1400, line="A  B 2500  C  D").pushes(1000, 500, 500, 500).means("all-in 2500", Ground.LAST_CHIPS)
    facing(1400, line="A  B 2000  C  D").pushes(1000, 500, 500).means("all-in 2000", Ground.LAST_CHIPS)


def test_r18_5_last_chips_that_do_not_reach_the_call_are_a_call() -> None:
    facing(1400, line="A  B 900  C  D").pushes(500, 100, 100, 100, 100).means("call", Ground.EXACT_CALL)


def test_r18_5_several_chips_facing_no_bet_are_a_bet_of_their_sum() -> None:
    at(flop("A  B  C", 100)).pushes(500, 100, 100).means("bet 700", Ground.SILENT_BET)


def test_r18_5_the_option_of_the_big_blind_faces_no_bet() -> None:
    option = at(table("SB  BB  BTN", blinds=(50, 100)).calls("BTN", "SB"))
    option.pushes(1000).means("raise 1100", Ground.FULL_RAISE)
    option.pushes(50).means("raise 200", Ground.HALF_REACHED, missing=50)
    option.pushes(25).means("check", Ground.UNDER_HALF, back=25)


# ---- TDA 46: prior chips that nobody pulled in ----


def big_blind_facing_600() -> At:
    """TDA 46, situation 1: blinds 25 and 50, two 25 in front of the big blind, the button makes it 600."""
    hand = table("SB  BB  CO  BTN", blinds=(25, 50)).folds("CO").raises("BTN", 600).folds("SB")
    return at(hand).has_in_front(25, 25)


def test_r18_5_prior_chips_left_alone_and_an_overchip_are_a_call() -> None:
    big_blind_facing_600().pushes(1000).means("call", Ground.OVERCHIP, back=450)


@pytest.mark.parametrize(("chips", "back"), [((500, 500), 450), ((100, 500), 50)])
def test_r18_5_prior_chips_left_alone_and_new_ones_that_are_all_needed_are_a_call(
    chips: tuple[int, ...], back: int
) -> None:
    big_blind_facing_600().pushes(*chips).means("call", Ground.EVERY_CHIP_NEEDED, back=back)


def test_r18_5_prior_chips_left_alone_count_with_the_new_ones_where_one_is_not_needed() -> None:
    big_blind_facing_600().pushes(1000, 500).means("raise 1550", Ground.FULL_RAISE)


def test_r18_5_chips_left_alone_need_not_be_told_where_they_are_exact() -> None:
    told = big_blind_facing_600().pushes(1000, 500)
    untold = at(told.table).pushes(1000, 500)
    assert untold.ruling == told.ruling


def test_r18_5_prior_chips_pulled_back_and_an_overchip_are_a_call() -> None:
    big_blind_facing_600().pulls_back(25, 25).pushes(1000).means("call", Ground.OVERCHIP, back=400)


def test_r18_5_prior_chips_pulled_back_and_several_new_ones() -> None:
    big_blind_facing_600().pulls_back(25, 25).pushes(500, 500).means(
        "call", Ground.EVERY_CHIP_NEEDED, back=400
    )
    big_blind_facing_600().pulls_back(25, 25).pushes(1000, 500).means("raise 1500", Ground.FULL_RAISE)


def test_r18_5_prior_chips_pulled_back_in_part_count_with_a_single_new_one() -> None:
    big_blind_facing_600().pulls_back(25).pushes(1000).means(
        # 425 over 600 is at least half of 550
        "raise 1150",
        Ground.PRIOR_CHIPS_PARTLY,
        Ground.HALF_REACHED,
        missing=125,
    )


def big_blind_covered_by_a_1000() -> At:
    """TDA 46, situation 4: blinds 50 and 100, the big blind posted a 1000, the button makes it 700."""
    hand = table("SB  BB  CO  BTN", blinds=(50, 100)).folds("CO").raises("BTN", 700).folds("SB")
    return at(hand).has_in_front(1000)


def test_r18_5_prior_chips_that_cover_the_call_count_with_any_new_one() -> None:
    covered = big_blind_covered_by_a_1000()
    covered.pushes(25).means("raise 1300", Ground.PRIOR_CHIPS_COVER, Ground.HALF_REACHED, missing=275)
    covered.pushes(500).means("raise 1500", Ground.PRIOR_CHIPS_COVER, Ground.FULL_RAISE)
    covered.pulls_back(1000).pushes(5000).means("raise 5000", Ground.PRIOR_CHIPS_COVER, Ground.FULL_RAISE)


def test_r18_5_a_spoken_call_gives_the_change_of_a_prior_chip() -> None:
    big_blind_covered_by_a_1000().says("call").means("call", Ground.SAID, back=300)


@pytest.mark.parametrize("gesture", [big_blind_facing_600().pulls_back(25, 25)])
def test_r18_5_who_pulls_back_while_facing_a_raise_cannot_fold(gesture: At) -> None:
    gesture.means("call or raise 1150 to 100000", Ground.PULLED_BACK)
    gesture.says("fold").means("call or raise 1150 to 100000", Ground.PULLED_BACK)
    gesture.pushes(100).means("call", Ground.PULLED_BACK, missing=500)


def test_r18_5_the_table_takes_what_the_chips_mean() -> None:
    after: Table = facing_1100_on_the_flop().pushes(500, 1000).means("call", back=400)
    after.expect(to_act="D", call=1100, stacks={"C": 98_900})
