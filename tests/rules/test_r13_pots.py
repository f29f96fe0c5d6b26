"""R-13: what comes back, who can win what, who gets the odd chip, what the house takes."""

from __future__ import annotations

from typing import Any

import pytest

from floorman import events
from floorman.rules.choices import OddChips, RakeRounding
from floorman.rules.pots import Pot, RakeRule, board_parts, layer, pay_parts, rake_of_pots, split, uncalled
from tests.rules.table import Table, flop, table

A, B, C, D, E, F = range(6)


# ---- the uncalled bet ----


def test_r13_1_ex_a_walk() -> None:
    hand = table("BTN  SB 100  BB 100").folds("BTN", "SB")
    hand.ends(returned={"BB": 1}, pots=[(2, "BB")], stacks={"BB": 101, "SB": 99})


def test_r13_1_ex_a_river_bet_that_nobody_calls() -> None:
    hand = flop("A 200  B 200", 10).bets("A", 10).calls("B").checks_to("RIVER").bets("A", 50).folds("B")
    hand.ends(returned={"A": 50}, pots=[(20, "A")], stacks={"A": 210, "B": 190})


def test_r13_1_a_folded_seats_chips_count_as_the_second_largest() -> None:
    # A raised to 60 and C folded 40 of it; B is all-in for 20: only 20 of A come back
    hand = flop("A 100  B 20  C 100", 10, best="B > A").checks("A").goes_all_in("B").raises("C", 40)
    hand = hand.raises("A", 60).folds("C")
    hand.ends(returned={"A": 20}, pots=[(60, "A B"), (40, "A")], stacks={"A": 100, "B": 60, "C": 60})


def test_r13_1_it_comes_back_before_rake_and_pots() -> None:
    hand = flop("A 1000  B 100", 10, best="A > B", rake_bps=1000).bets("A", 500).goes_all_in("B")
    hand.ends(returned={"A": 400}, pots=[(200, "A B")], rake=[20], stacks={"A": 1080})


@pytest.mark.parametrize(
    ("totals", "forfeit", "back"),
    [
        ({A: 1, B: 2}, {}, (B, 1)),
        ({A: 50, B: 50}, {}, None),
        ({A: 10, B: 20, C: 30, D: 40}, {}, (D, 10)),
        ({A: 40, B: 20, C: 30}, {}, (A, 10)),
        ({A: 100}, {}, (A, 100)),
        ({A: 1}, {}, (A, 1)),
        ({}, {}, None),
        # a killed seat: posts stay, what it bet itself comes back
        ({A: 60, B: 100}, {B: 100}, None),
        ({A: 60, B: 400, C: 100}, {B: 100}, (B, 300)),
        ({A: 60, B: 400}, {B: 100}, (B, 300)),
        ({A: 200, B: 400}, {B: 300}, (B, 100)),
    ],
)
def test_r13_1_who_gets_how_much_back(
    totals: dict[int, int], forfeit: dict[int, int], back: tuple[int, int] | None
) -> None:
    assert uncalled(totals, forfeit) == back


# ---- layers ----


def test_r13_2_ex_13a_four_all_ins() -> None:
    def played(best: str) -> Table:
        hand = flop("D 40  A 10  B 20  C 30", 5, best=best).goes_all_in("D", "A", "B", "C")
        return hand.ends(pots=[(40, "D A B C"), (30, "D B C"), (20, "D C")], returned={"D": 10})

    played("A > B > C > D").ends(stacks={"A": 40, "B": 30, "C": 20, "D": 10})
    played("B > A > D > C").ends(stacks={"A": 0, "B": 70, "C": 0, "D": 30})


def test_r13_2_ex_13b_one_all_in_and_a_side_pot() -> None:
    hand = flop("A 50  B 500  C 500", 10, best="A > B > C").goes_all_in("A").calls("B", "C")
    hand = hand.bets("B", 100).calls("C").checks_down()
    hand.ends(pots=[(150, "A B C"), (200, "B C")], stacks={"A": 150, "B": 550, "C": 350})


def _ex_13c(report: str) -> Table:
    """A 50, B 250, C 350, D 800, E 800; F puts in 500 and folds; F > A > B > D > E > C."""
    line = "F 900  A 50  B 250  C 350  D 800  E 800"
    hand = flop(line, 10, best="F > A > B > D > E > C", pot_report=report).bets("F", 500)
    return hand.goes_all_in("A", "B", "C", "D").calls("E").folds("F")


def test_r13_2_ex_13c_merged() -> None:
    _ex_13c("MERGED").ends(
        pots=[(300, "A B C D E"), (1000, "B C D E"), (400, "C D E"), (1050, "D E")],
        layers=[(300, "A B C D E"), (1000, "B C D E"), (400, "C D E"), (1050, "D E")],
        stacks={"A": 300, "B": 1000, "C": 0, "D": 1450, "E": 0, "F": 400},
    )


def test_r13_2_24_layers_change_the_report_and_never_the_pay_out() -> None:
    _ex_13c("LAYERS").ends(
        layers=[(300, "A B C D E"), (1000, "B C D E"), (400, "C D E"), (450, "D E"), (600, "D E")],
        pots=[(300, "A B C D E"), (1000, "B C D E"), (400, "C D E"), (1050, "D E")],
        stacks={"A": 300, "B": 1000, "C": 0, "D": 1450, "E": 0, "F": 400},
    )


def test_r13_2_pots_depend_on_amounts_and_never_on_the_order_of_the_all_ins() -> None:
    # M16: the largest goes all-in first
    hand = flop("A 40  B 30  C 20  D 10", 5, best="D > C > B > A").goes_all_in("A", "B", "C", "D")
    hand.ends(
        returned={"A": 10},
        pots=[(40, "A B C D"), (30, "A B C"), (20, "A B")],
        stacks={"A": 10, "B": 20, "C": 30, "D": 40},
    )


def test_r13_2_a_folded_players_chips_lie_in_the_layers_they_reach() -> None:
    assert layer({A: 50, B: 100, C: 70}, [A, B], 0) == [Pot(150, (A, B)), Pot(70, (B,))]


def test_r13_2_neighbours_with_equal_claims_are_one_pot() -> None:
    assert layer({A: 50, B: 50, C: 30}, [A, B], 0) == [Pot(130, (A, B))]
    assert layer({A: 50, B: 50, C: 30}, [A, B], 0, at_folded_totals=True) == [
        Pot(90, (A, B)), Pot(40, (A, B))
    ]  # fmt: skip


def test_r13_2_dead_chips_lie_in_the_main_pot() -> None:
    assert layer({A: 50, B: 100, C: 100}, [A, B, C], 25) == [Pot(175, (A, B, C)), Pot(100, (B, C))]


def test_r13_2_24_a_player_all_in_for_a_dead_ante_contests_the_dead_chips_alone() -> None:
    assert layer({A: 0, B: 100, C: 100}, [A, B], 30) == [Pot(30, (A, B)), Pot(200, (B,))]


def test_r13_2_a_layer_that_nobody_claims_falls_to_the_pot_below() -> None:
    assert layer({A: 60, B: 100, C: 100}, [A], 0) == [Pot(260, (A,))]
    assert layer({A: 60, B: 60, C: 100}, [A, B], 5) == [Pot(225, (A, B))]


def test_r13_2_a_layer_of_one_is_his_immediately() -> None:
    hand = flop("A 20  B 100  C 100", 10, best="A > B").goes_all_in("A").raises("B", 60).calls("C")
    hand.bets("B", 40).folds("C").ends(
        returned={"B": 40}, pots=[(60, "A B"), (80, "B")], stacks={"A": 60, "B": 120, "C": 40}
    )


# ---- Ex 13d: killed hands ----


def test_r13_ex_13d_the_post_of_an_absent_seat_stays() -> None:
    hand = table("UTG 60  BTN  SB 500  BB 500", blinds=(50, 100), absent="BB")
    hand.goes_all_in("UTG").folds("BTN", "SB").ends(
        pots=[(210, "UTG")], returned={}, stacks={"UTG": 210, "SB": 450, "BB": 400}
    )


def test_r13_ex_13d_two_absent_seats() -> None:
    hand = table("UTG 60  P 500  BTN  SB 500  BB 500", blinds=(50, 100), live={"P": 100}, absent="BB P")
    hand.goes_all_in("UTG").folds("BTN", "SB").ends(
        pots=[(310, "UTG")], returned={}, stacks={"UTG": 310, "SB": 450, "BB": 400, "P": 400}
    )


def test_r13_ex_13d_a_raise_that_a_killed_seat_made_itself_comes_back() -> None:
    # BB raises to 400 over its post of 100 and is killed: 300 come back, the post stays
    hand = table("UTG 60  P 500  SB 500  BB 500", button="P", blinds=(50, 100), best="UTG > P")
    hand = hand.goes_all_in("UTG").calls("P").folds("SB").raises("BB", 400).kills("BB")
    hand.ends(
        returned={"BB": 300}, pots=[(230, "UTG P"), (80, "P")], stacks={"UTG": 230, "P": 480, "BB": 400}
    )


# ---- to R-13.5 ----


def test_r13_3_a_player_wins_at_most_the_own_stack_times_the_players() -> None:
    hand = flop("A 10  B 500  C 500  D 500", 5, best="A > B > C > D").goes_all_in("A").raises("B", 500)
    hand.calls("C", "D").ends(won={"A": 40, "B": 1470})


def test_r13_4_each_pot_is_split_equally_and_not_by_what_was_put_in() -> None:
    # M15: A put in 50 and B 150; they tie for the main pot
    hand = flop("A 50  B 150  C 150", 10, best="A = B > C").goes_all_in("A", "B", "C")
    hand.ends(pots=[(150, "A B C"), (200, "B C")], won={"A": 75, "B": 275, "C": 0})


def _split_between_c_d_e(unit: int, odd_chips: str, line: str, dead: int) -> Table:
    hand = table(
        line,
        blinds=(0, unit),
        blind_structure="NONE",
        dead={"A": dead},
        unit=unit,
        odd_chips=odd_chips,
        best="C = D = E > A",
    )
    return hand.checks_down()


SEED_003 = "C  D  E  A"


def test_r13_5_ex_seed_003_1000_by_three_in_units_of_10() -> None:
    _split_between_c_d_e(10, "ONE_EACH", SEED_003, 1000).ends(won={"C": 340, "D": 330, "E": 330})


def test_r13_5_ex_101_by_three() -> None:
    _split_between_c_d_e(1, "ONE_EACH", SEED_003, 101).ends(won={"C": 34, "D": 34, "E": 33})
    _split_between_c_d_e(1, "ALL_TO_FIRST", SEED_003, 101).ends(won={"C": 35, "D": 33, "E": 33})


def test_r13_5_the_first_winner_left_of_the_button_and_not_the_first_player() -> None:
    # M14: A, left of the button, is beaten; of the winners the button itself comes last
    hand = table(
        "A  B  C  BTN",
        blinds=(0, 1),
        blind_structure="NONE",
        dead={"A": 7},
        best="B = BTN > A > C",
    )
    hand.checks_down().ends(won={"B": 4, "BTN": 3})


def test_r13_5_heads_up_the_big_blind_gets_the_odd_chip() -> None:
    hand = table("BTN 100  BB 100", dead={"BTN": 1}, best="BTN = BB").calls("BTN").checks("BB")
    hand.checks_down().ends(pots=[(5, "BTN BB")], won={"BB": 3, "BTN": 2})


@pytest.mark.parametrize(
    ("pot", "winners", "unit", "odd", "shares"),
    [
        (1000, [C, D, E], 10, OddChips.ONE_EACH, [340, 330, 330]),
        (1010, [C, E], 10, OddChips.ONE_EACH, [510, 500]),
        (7, [D, A], 1, OddChips.ONE_EACH, [4, 3]),
        (11, [A, B, C], 1, OddChips.ONE_EACH, [4, 4, 3]),
        (11, [A, B, C], 1, OddChips.ALL_TO_FIRST, [5, 3, 3]),
        (1010, [A, B, C], 10, OddChips.ALL_TO_FIRST, [350, 330, 330]),
        # section 24: a remainder below the unit goes to the first winner
        (1017, [A, B, C], 10, OddChips.ONE_EACH, [347, 340, 330]),
        (1017, [A, B, C], 10, OddChips.ALL_TO_FIRST, [357, 330, 330]),
        (5, [A, B], 10, OddChips.ONE_EACH, [5, 0]),
    ],
)
def test_r13_5_shares(pot: int, winners: list[int], unit: int, odd: OddChips, shares: list[int]) -> None:
    assert list(split(pot, winners, unit, odd).values()) == shares


def test_r13_5_the_odd_chips_within_a_share_are_named() -> None:
    (part,) = pay_parts(101, 1, [C, D, E], {C: [9], D: [9], E: [9]}, 1, OddChips.ONE_EACH)
    assert (part.shares, part.odd) == ({C: 34, D: 34, E: 33}, {C: 1, D: 1})
    (part,) = pay_parts(101, 1, [C, D, E], {C: [9], D: [9], E: [9]}, 1, OddChips.ALL_TO_FIRST)
    assert (part.shares, part.odd) == ({C: 35, D: 33, E: 33}, {C: 2})
    (part,) = pay_parts(1010, 1, [C, E], {C: [9], E: [9]}, 10, OddChips.ONE_EACH)
    assert (part.shares, part.odd) == ({C: 510, E: 500}, {C: 10})
    (part,) = pay_parts(100, 1, [C, D], {C: [9], D: [8]}, 1, OddChips.ONE_EACH)
    assert (part.shares, part.odd) == ({C: 100}, {})


def test_r13_5_each_pot_has_its_own_odd_chip() -> None:
    hand = table(
        "A 11  B 18  C  BTN", blinds=(0, 1), blind_structure="NONE", dead={"BTN": 2}, best="A = B = C > BTN"
    )
    # main pot 4 x 11 + 2 = 46 by three, side pot 3 x 7 = 21 by two
    hand = hand.goes_all_in("A", "B").calls("C", "BTN").checks_down()
    hand.ends(pots=[(46, "A B C BTN"), (21, "B C BTN")], won={"A": 16, "B": 26, "C": 25})


# ---- rake ----


def _raked(**switches: Any) -> Table:
    """Pots of 150 and 200; A has the best hand, then B."""
    hand = flop("A 50  B 500  C 500", 10, best="A > B > C", **switches).goes_all_in("A").calls("B", "C")
    return hand.bets("B", 100).calls("C").checks_down()


def test_r13_6_no_rake_by_default() -> None:
    _raked().ends(rake=[0, 0], stacks={"A": 150, "B": 550})


def test_r13_6_ex_five_percent_with_a_cap_of_10_over_two_pots() -> None:
    _raked(rake_bps=500, rake_cap=10).ends(rake=[7, 3], stacks={"A": 143, "B": 547})


def test_r13_6_a_cap_of_0_is_none() -> None:
    # 5 % of 350 is 17.5, down to 17: 7 of the main pot, 10 of the side pot
    _raked(rake_bps=500).ends(rake=[7, 10], stacks={"A": 143, "B": 540})


@pytest.mark.parametrize(
    ("pots", "rule", "rake"),
    [
        ([150, 200], RakeRule(500, 10), [7, 3]),
        ([72], RakeRule(500, 3), [3]),
        ([72], RakeRule(500), [3]),
        ([50], RakeRule(500), [2]),
        ([600, 400], RakeRule(500), [30, 20]),
        # probe H12: one cap a hand
        ([100, 100, 100], RakeRule(1000, 15), [10, 5, 0]),
        # to the unit: 5 % of 150 is 7.5, of 350 is 17.5
        ([150, 200], RakeRule(500, 0, 5), [5, 10]),
        # HALF_EVEN: ties to the even number of units
        ([50], RakeRule(500, 0, 1, RakeRounding.HALF_EVEN), [2]),
        ([70], RakeRule(500, 0, 1, RakeRounding.HALF_EVEN), [4]),
        ([72], RakeRule(500, 0, 1, RakeRounding.HALF_EVEN), [4]),
        ([68], RakeRule(500, 0, 1, RakeRounding.HALF_EVEN), [3]),
        ([72], RakeRule(500, 3, 1, RakeRounding.HALF_EVEN), [3]),
    ],
)
def test_r13_6_rake_of_pots(pots: list[int], rule: RakeRule, rake: list[int]) -> None:
    assert rake_of_pots(pots, rule) == rake


def test_r13_6_no_flop_no_drop() -> None:
    hand = table("BTN 100  SB 100  BB 100", rake_bps=1000).raises("BTN", 20).calls("SB").folds("BB")
    hand.bets("SB", 10).folds("BTN").ends(pots=[(42, "SB")], rake=[4], stacks={"SB": 118})
    walked = table("BTN 100  SB 100  BB 100", rake_bps=1000).raises("BTN", 50).goes_all_in("SB")
    walked.folds("BB", "BTN").ends(pots=[(102, "SB")], rake=[0])
    dropped = table("BTN 100  SB 100  BB 100", rake_bps=1000, no_flop_no_drop=False).raises("BTN", 50)
    dropped.goes_all_in("SB").folds("BB", "BTN").ends(pots=[(102, "SB")], rake=[10], stacks={"SB": 142})


def test_r13_6_a_flop_that_was_run_out_is_a_flop() -> None:
    table("BTN 100  BB 100", rake_bps=1000, best="BTN > BB").goes_all_in("BTN").calls("BB").ends(
        rake=[20], stacks={"BTN": 180}
    )


@pytest.mark.parametrize(
    ("players", "rake"),
    [(2, 10), (3, 4), (4, 4), (5, 6)],  # the entry with the largest number not above the players dealt
)
def test_r13_6_caps_by_the_number_of_players_dealt(players: int, rake: int) -> None:
    line = "  ".join("ABCDE"[:players])
    hand = flop(line, 10, best="A > B", rake_bps=1000, rake_cap=10, rake_caps={3: 4, 5: 6}).bets("A", 100)
    hand = hand.calls("B")
    hand.folds(*"CDE"[: players - 2]).checks_down().ends(pots=[(200, "A B")], rake=[rake])


def test_r13_6_a_cap_by_number_may_be_0_and_is_then_none() -> None:
    hand = flop("A  B  C", 10, best="A > B", rake_bps=1000, rake_cap=10, rake_caps={3: 0}).bets("A", 100)
    hand.calls("B").folds("C").checks_down().ends(rake=[20])


def test_r13_6_the_rake_is_taken_by_rising_pot_before_the_awards() -> None:
    hand = _raked(rake_bps=500, rake_cap=10)
    paid = [event for event in hand.happened if isinstance(event, events.Rake | events.Award)]
    assert [(type(event), event.pot_number, event.amount) for event in paid] == [
        (events.Rake, 0, 7), (events.Rake, 1, 3), (events.Award, 1, 197), (events.Award, 0, 143)
    ]  # fmt: skip


# ---- parts by board ----


@pytest.mark.parametrize(
    ("pot", "boards", "unit", "parts"),
    [
        (101, 2, 1, [51, 50]),
        (1000, 3, 1, [334, 333, 333]),
        (1000, 3, 10, [340, 330, 330]),
        (7, 4, 1, [2, 2, 2, 1]),
        # section 24: a remainder below the unit goes to the first board
        (1005, 2, 10, [505, 500]),
    ],
)
def test_r14_3_ex_parts_of_a_pot_by_board(pot: int, boards: int, unit: int, parts: list[int]) -> None:
    assert board_parts(pot, boards, unit) == parts
