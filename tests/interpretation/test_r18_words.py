"""R-18.6 to R-18.8, R-9.5: string bets, declarations, undercalls and underraises."""

from __future__ import annotations

import pytest

from floorman.interpretation import Ground
from tests.interpretation.live import At, at
from tests.rules.table import Switches, Table, flop, table

POT_LIMIT: Switches = {"betting": "POT_LIMIT"}
FIXED_LIMIT: Switches = {"betting": "FIXED_LIMIT"}


def facing(bet: int, line: str = "A  B  C  D", **switches: object) -> At:
    """B, who faces the opening bet of a flop with a minimum of 100."""
    return at(flop(line, 100, **switches).bets("A", bet))


# ---- R-18.6 ----


def test_r18_6_a_string_bet_is_its_first_motion() -> None:
    facing(400).pushes(400).pushes(400).means("call", Ground.STRING_BET, Ground.EXACT_CALL, back=400)
    at(flop("A  B  C", 100)).pushes(100).pushes(500).means(
        "bet 100", Ground.STRING_BET, Ground.SILENT_BET, back=500
    )


def test_r18_6_a_raise_without_an_amount_has_one_motion_too() -> None:
    facing(400).says("raise").pushes(500, 500).pushes(1000).means(
        "raise 1000", Ground.STRING_BET, Ground.ONE_MOTION, back=1000
    )


def test_r18_6_unless_the_amount_was_declared_first() -> None:
    facing(400).says("raise", 1200).pushes(400).pushes(500).pushes(300).means(
        "raise 1200", Ground.TOTAL_DECLARED, missing=0
    )


# ---- R-18.7 ----


def test_r18_7_a_number_alone_is_that_many_chips() -> None:
    at(flop("A  B  C", 100)).says(300).means("bet 300", Ground.NUMBER_ALONE)
    # the big blind has 100 in front: 500 more make 600
    raised = table("SB  BB  BTN", blinds=(50, 100)).raises("BTN", 300).folds("SB")
    at(raised).says(500).means("raise 600", Ground.NUMBER_ALONE, Ground.FULL_RAISE, missing=500)


def test_r18_7_ex_raise_8000_is_a_total_of_8000() -> None:
    facing(2000).says("raise", 8000).means("raise 8000", Ground.TOTAL_DECLARED, missing=8000)


def test_r18_7_a_call_with_no_bet_is_a_check() -> None:
    at(flop("A  B  C", 100)).says("call").means("check", Ground.CALL_WITHOUT_BET)


def test_r18_7_a_raise_with_no_bet_is_at_least_the_minimum_bet() -> None:
    nobody_bet = at(flop("A  B  C", 100))
    nobody_bet.says("raise").means(
        "bet 100 up to 100000", Ground.RAISE_WITHOUT_BET, Ground.NO_AMOUNT, missing=100
    )
    nobody_bet.says("raise").pushes(500).means("bet 500", Ground.RAISE_WITHOUT_BET, Ground.OVERCHIP_DECLARED)
    nobody_bet.says("raise", 50).means("bet 100", Ground.TOTAL_DECLARED, Ground.BELOW_MINIMUM)


def test_r18_7_raise_alone_is_at_least_the_minimum_raise() -> None:
    facing(400).says("raise").means("raise 800 up to 100000", Ground.NO_AMOUNT, missing=800)


def test_r18_7_a_check_facing_a_bet_may_call_or_fold_and_not_raise() -> None:
    facing(400).says("check").means("fold or call", Ground.CHECK_FACING_BET)
    facing(400).says("check").pushes(5000, 5000).means("call", Ground.CHECK_FACING_BET, back=9600)


def test_r18_7_pot_in_no_limit_is_at_least_a_minimum_bet_or_raise() -> None:
    at(flop("A  B  C", 100)).says("pot").means(
        "bet 100 up to 100000", Ground.POT_WITHOUT_POT_LIMIT, Ground.NO_AMOUNT
    )
    facing(400).says("pot").means("raise 800 up to 100000", Ground.POT_WITHOUT_POT_LIMIT, Ground.NO_AMOUNT)
    facing(400).says("pot").pushes(1000, 200).means(
        "raise 1200", Ground.POT_WITHOUT_POT_LIMIT, Ground.ONE_MOTION
    )


def test_r18_7_words_before_chips_count_and_chips_before_words_too() -> None:
    facing(400).says("call").pushes(1000, 500).means("call", Ground.SAID, back=1100)
    facing(400).pushes(1000, 500).says("call").before_the_words().means(
        "raise 1500", Ground.CHIPS_CAME_FIRST, Ground.FULL_RAISE
    )


@pytest.mark.parametrize("word", ["check", "fold"])
def test_r18_7_what_was_said_in_turn_binds(word: str) -> None:
    at(flop("A  B  C", 100)).says(word).pushes(500).means(word, Ground.SAID, back=500)


# ---- pot limit; R-10: fixed limit ----


def first_in_pot_limit() -> At:
    """R-9.2: first to act at 100 and 200 may make it 700."""
    return at(table("SB  BB  UTG  BTN", blinds=(100, 200), **POT_LIMIT))


def test_r9_2_ex_pot_is_the_maximum_in_pot_limit() -> None:
    first_in_pot_limit().says("pot").means("raise 700", Ground.POT)


def test_r9_5_an_over_bet_is_reduced_to_the_maximum() -> None:
    first_in_pot_limit().says("raise", 1000).means("raise 700", Ground.TOTAL_DECLARED, Ground.ABOVE_POT_LIMIT)
    first_in_pot_limit().pushes(500, 500).means(
        "raise 700", Ground.FULL_RAISE, Ground.ABOVE_POT_LIMIT, back=300
    )
    first_in_pot_limit().says("all-in").means("raise 700", Ground.SAID, Ground.ABOVE_POT_LIMIT)


def test_r8_1_no_limit_ends_at_the_stack() -> None:
    facing(400, line="A  B 5000  C  D").says("raise", 8000).means(
        "all-in 5000", Ground.TOTAL_DECLARED, Ground.MORE_THAN_THE_STACK
    )


def test_r10_1_every_raise_of_a_limit_game_is_one_bet() -> None:
    limit = facing(100, **FIXED_LIMIT)
    limit.says("raise").means("raise 200")
    limit.says("raise", 500).means("raise 200", Ground.TOTAL_DECLARED, Ground.ABOVE_FIXED_LIMIT)
    limit.pushes(100, 50).means("raise 200", Ground.HALF_REACHED, missing=50)
    limit.pushes(100, 25).means("call", Ground.UNDER_HALF, back=25)


# ---- undercalls ----


def test_r18_8_an_undercall_of_the_opening_bet_is_a_full_call() -> None:
    facing(8000).pushes(2000).means("call", Ground.UNDERCALL_OF_OPENING_BET, missing=6000)
    facing(8000).says(2000).means("call", Ground.NUMBER_ALONE, Ground.UNDERCALL_OF_OPENING_BET)


def test_r18_8_before_the_flop_the_big_blind_is_the_opening_bet() -> None:
    at(table("SB  BB  UTG  BTN", blinds=(50, 100))).pushes(25, 25).means(
        "call", Ground.UNDERCALL_OF_OPENING_BET, missing=50
    )


def test_r18_8_an_undercall_heads_up_is_a_full_call_of_any_bet() -> None:
    raised = flop("A  B", 100).bets("A", 400).raises("B", 1200)
    at(raised).pushes(500).means("call", Ground.UNDERCALL_HEADS_UP, missing=300)


def test_r18_8_an_undercall_of_a_raise_with_several_in_hand_is_the_floors_to_rule() -> None:
    raised = flop("A  B  C  D", 100).bets("A", 2000).raises("B", 8000)
    at(raised).pushes(2000).means("fold or call", Ground.UNDERCALL_OF_RAISE)
    at(raised).says("call").pushes(2000).means("call", Ground.SAID, missing=6000)


# ---- underraises ----


def test_r18_8_ex_a_600_b_1000_c_and_d_call_all_stand_at_1200() -> None:
    late = facing(600).says(1000).followed_by("C", "D", at=1000)
    after = late.means("raise 1200", Ground.NUMBER_ALONE, Ground.HALF_REACHED, Ground.MADE_GOOD_BY_ALL)
    assert late.ruling.totals == {3: 1200, 4: 1200}
    after.calls("C", "D").expect(to_act="A", call=600, pot=4200)


def test_r18_8_a_follower_gives_no_more_than_he_has() -> None:
    late = facing(600).says(1000).followed_by("C", at=1000, stack=150).followed_by("D", at=1000)
    assert late.ruling.totals == {3: 1150, 4: 1200}


def test_r18_8_an_over_bet_of_the_pot_comes_down_for_all() -> None:
    late = first_in_pot_limit().says("raise", 1000).followed_by("BTN", at=1000)
    assert late.ruling.totals == {4: 700}
    assert late.ruling.applied[-1].ground is Ground.MADE_GOOD_BY_ALL


def test_r18_8_a_bet_below_the_minimum_is_made_good() -> None:
    low = at(flop("A  B  C", 100))
    low.pushes(25, 25).means("bet 100", Ground.SILENT_BET, Ground.BELOW_MINIMUM, missing=50)
    late = low.says(60).followed_by("B", at=60)
    assert late.ruling.totals == {2: 100}


def test_r18_8_nothing_changes_for_those_who_called_what_it_was() -> None:
    late = facing(600).says("raise", 1200).followed_by("C", "D", at=1200)
    assert late.ruling.totals == {3: 1200, 4: 1200}
    assert Ground.MADE_GOOD_BY_ALL not in [one.ground for one in late.ruling.applied]


def test_r18_8_a_call_that_looked_like_a_raise_leaves_the_level() -> None:
    after: Table = facing(600).pushes(500, 100, 100).means("call", Ground.UNDER_HALF, back=100)
    after.expect(to_act="C", call=600, least=1200)
