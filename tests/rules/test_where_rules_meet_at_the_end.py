"""Rules that meet at the end of a hand. Where the book is silent, docs/rules.md names the choice."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, table

UTG_STRADDLES: Switches = {"straddle_seats": {"UTG"}}
POT_LIMIT: Switches = {"betting": "POT_LIMIT"}
LIMIT: Switches = {"betting": "FIXED_LIMIT"}
BOMB: Switches = {"bomb_pot": 10}


# ---- runs, odd chips, rake, boards (R-13, R-14, R-15) ----

TIE_THEN_BB: Switches = {
    "holes": {"BTN": "As 2h", "BB": "Ad 2d"},
    "board": "Kc Qd Jh Ts 3c | 2c 7d 9h 5d 8d",  # board 1: broadway for both; board 2: diamonds for BB
}


def test_r14_meets_r13_5_and_r13_6_run_twice_with_odd_chips_and_rake() -> None:
    # 2 x 103 = 206, 5 % is 10, 196: 98 each board; board 1 is split 49/49
    hand = table("BTN 103  BB 103", rake_bps=500, run_it_max=2, **TIE_THEN_BB)
    hand = hand.goes_all_in("BTN").calls("BB").votes("BTN", "BB", runs=2)
    hand.ends(rake=[10], won={"BTN": 49, "BB": 147})
    # in units of 10: 220 less 20 of rake (22 down to the unit): 100 each board; 50/50 and 100
    hand = table("BTN 110  BB 110", blinds=(10, 20), unit=10, rake_bps=1000, run_it_max=2, **TIE_THEN_BB)
    hand = hand.goes_all_in("BTN").calls("BB").votes("BTN", "BB", runs=2)
    hand.ends(rake=[20], won={"BTN": 50, "BB": 150})
    # 240 less 10 by cap is 230: 120 and 110; the tie of 120 is 60/60
    hand = table(
        "BTN 120  BB 120", blinds=(10, 20), unit=10, rake_bps=1000, rake_cap=10, run_it_max=2, **TIE_THEN_BB
    )
    hand = hand.goes_all_in("BTN").calls("BB").votes("BTN", "BB", runs=2)
    hand.ends(rake=[10], won={"BTN": 60, "BB": 170})


def test_r14_meets_r13_5_a_tie_of_an_odd_part_goes_left_of_the_button_on_every_board() -> None:
    # 2 x 55 = 110 less 4 of rake: 53 each board; both boards tie: 27 to the big blind, 26 to the button
    hand = table(
        "BTN 55  BB 55",
        rake_bps=400,
        run_it_max=2,
        holes={"BTN": "As 2h", "BB": "Ad 2d"},
        board="Kc Qd Jh Ts 3c | Kd Qc Jc Th 3s",
    )
    hand = hand.goes_all_in("BTN").calls("BB").votes("BTN", "BB", runs=2)
    hand.ends(rake=[4], won={"BTN": 52, "BB": 54})


def test_r14_meets_r13_5_all_odd_chips_to_the_first_winner_but_the_boards_get_one_each() -> None:
    # 4 x 50 = 200 and 3 dead: 203 by two boards: 102 and 101, ONE_EACH whatever odd_chips says;
    # three tie on both: 34/34/34, and 101 is 35/33/33 by ALL_TO_FIRST
    hand = table(
        "A 50  B 50  C 50  BTN 53",
        blinds=(0, 1),
        blind_structure="NONE",
        dead={"BTN": 3},
        odd_chips="ALL_TO_FIRST",
        run_it_max=2,
        holes={"A": "As 2h", "B": "Ad 2d", "C": "Ah 2s", "BTN": "9h 8h"},
        board="Kc Qd Jh Ts 3c | Kd Qc Jc Th 3s",
    )
    hand = hand.goes_all_in("A", "B", "C").calls("BTN").votes("A", "B", "C", "BTN", runs=2)
    hand.ends(pots=[(203, "A B C BTN")], won={"A": 69, "B": 67, "C": 67})


def test_r14_meets_r13_2_a_pot_of_one_is_paid_whole_on_the_first_board() -> None:
    # C folded the 20 that lie with B's above A's all-in: only B can win those 40
    hand = flop("A 20  B 100  C 100", 10, run_it_max=2, run_it_consent="MANDATORY").goes_all_in("A")
    hand = hand.raises("B", 40).calls("C").bets("B", 60).folds("C")
    hand.ends(returned={"B": 60}, pots=[(60, "A B"), (40, "B")])
    awards = [(event.pot_number, event.board, event.amount) for event in hand.saw(events.Award)]
    assert awards[0] == (1, 0, 40)
    assert [board for number, board, _ in awards if number == 0] == [0, 1]


def test_r15_meets_r13_5_and_r13_6_two_boards_with_rake_and_a_tie() -> None:
    # 3 x 7 = 21 less 5 % (1) is 20: 10 a board; board 1 is A's and B's, board 2 is A's
    hand = table(
        "A  B  BTN",
        bomb_pot=7,
        boards=2,
        rake_bps=500,
        holes={"A": "As Ah", "B": "Ad Ac", "BTN": "2c 7d"},
        board="3c 8d 9h Jc 5s | Kh Qh 9s 4h 2h",
    )
    hand.checks_down().ends(rake=[1], won={"A": 15, "B": 5, "BTN": 0})


def test_r15_meets_r13_6_a_bomb_pot_always_has_a_flop() -> None:
    hand = table("A  B  BTN", bomb_pot=10, rake_bps=1000).bets("A", 10).folds("B", "BTN")
    hand.ends(pots=[(30, "A")], rake=[3])


def test_r13_6_meets_r13_2_a_pot_of_one_is_raked_like_the_others() -> None:
    hand = flop("A 20  B 100  C 100", 10, best="A > B", rake_bps=1000).goes_all_in("A").raises("B", 60)
    hand.calls("C").bets("B", 40).folds("C").ends(
        returned={"B": 40}, pots=[(60, "A B"), (80, "B")], rake=[6, 8], stacks={"A": 54, "B": 112}
    )


def test_r13_6_meets_r13_5_rake_in_units_and_a_remainder_below_the_unit() -> None:
    # stacks are no multiples of 10: 2 x 57 = 114, 10 % is 11.4, down to 10; 104 by two is 50, and 4 crumbs
    hand = flop("A 57  B 57", 10, unit=10, rake_bps=1000, best="A = B").goes_all_in("A").calls("B")
    hand.ends(pots=[(114, "A B")], rake=[10], won={"A": 54, "B": 50})


# ---- pot limit, fixed limit (R-9, R-10) ----


def test_r9_3_meets_r3_4_and_r4_a_dead_blind_and_antes_in_pot_limit() -> None:
    # dead small blind assumed, antes of each counted: 100 + 200 + 3 x 10; 200 + 330 + 200
    hand = table("UTG  BTN  SB 0  BB", blinds=(100, 200), ante_type="EACH", ante_amount=10, **POT_LIMIT)
    hand.expect(to_act="UTG", most=730, pot=230)


def test_r9_3_meets_r4_2_a_short_stack_whose_ante_took_its_blind() -> None:
    # BB has 60: 50 of ante and 10 of its blind; the missing 190 are assumed
    hand = table("UTG  BTN  SB  BB 60", blinds=(100, 200), ante_type="EACH", ante_amount=50, **POT_LIMIT)
    hand.expect(to_act="UTG", call=200, most=200 + (200 + 100 + 200) + 200)


def test_r9_1_meets_r8_3_the_pot_is_measured_over_a_short_all_in() -> None:
    # 100 dead, bet 50, all-in 70: 220 lie there; 70 + 220 + 70
    hand = table(
        "A  B 70  C 500", blinds=(0, 10), blind_structure="NONE", dead={"C": 100}, **POT_LIMIT
    ).checks_to("FLOP")
    hand.bets("A", 50).goes_all_in("B").expect(to_act="C", call=70, least=120, most=360)


def test_r9_1_meets_r11_the_bettor_who_is_not_reopened_has_no_pot_to_raise() -> None:
    hand = flop("A  B 140  C", 100, **POT_LIMIT).bets("A", 100).goes_all_in("B").calls("C")
    hand.expect(to_act="A", may_raise=False).refuses(Reason.RAISE_NOT_REOPENED).raises("A", 240)


def test_r10_2_meets_r3_3_a_short_blind_is_still_the_first_bet() -> None:
    hand = table("SB  BB 4  UTG  BTN", blinds=(5, 10), **LIMIT).expect(to_act="UTG", call=10, least=20)
    hand = hand.raises("UTG", 20).raises("BTN", 30).raises("SB", 40)
    hand.refuses(Reason.RAISE_CAPPED).raises("UTG", 50)


def test_r10_2_meets_r3_1_without_blinds_the_first_bet_is_the_first_wager() -> None:
    hand = table("A  B  BTN", blinds=(0, 10), blind_structure="NONE", **LIMIT).bets("A", 10)
    hand = hand.raises("B", 20).raises("BTN", 30).raises("A", 40)
    hand.refuses(Reason.RAISE_CAPPED).raises("B", 50)


def test_r10_3_meets_r10_2_a_short_all_in_over_the_cap_is_refused_above_the_call() -> None:
    hand = flop("A  B  C 85  D", 20, **LIMIT).bets("A", 20).raises("B", 40).calls("C").raises("D", 60)
    hand = hand.raises("A", 80).calls("B").expect(to_act="C", call=40, may_raise=False)
    hand.refuses(Reason.RAISE_CAPPED).goes_all_in("C")


# ---- showdown (R-12) ----


def test_r12_5_meets_r13_2_all_contenders_of_a_side_pot_muck_and_the_last_of_them_takes_it() -> None:
    hand = flop("A 20  B 100  C 100", 10, best="B > C > A", asks=True).goes_all_in("A").calls("B", "C")
    hand = hand.bets("B", 40).calls("C").checks_down().expect(to_act="B")
    hand = hand.mucks("B").expect(to_act="C").mucks("C")
    # A, all-in and alone with a claim on the main pot, wins it unshown
    hand.ends(pots=[(60, "A B C"), (80, "B C")], mucked="B C", shown="", stacks={"A": 60, "B": 40, "C": 120})


def test_r12_5_meets_r12_6_one_card_shown_is_the_last_muck_of_a_side_pot() -> None:
    hand = flop("A 20  B 100  C 100", 10, best="B > C > A", asks=True).goes_all_in("A").calls("B", "C")
    hand = hand.bets("B", 40).calls("C").checks_down().mucks("B").shows_one("C", 1)
    hand.ends(stacks={"A": 60, "B": 40, "C": 120})


def test_r12_5_meets_r13_2_a_muck_gives_up_the_main_pot_but_not_a_pot_of_one() -> None:
    # B's side pot (D's folded 40 and B's own) has no other claim; A's shown hand wins the main pot
    hand = flop("A 20  B 100  C 20  D 100", 10, best="B > A > C", asks=True).goes_all_in("A")
    hand = hand.raises("B", 60).goes_all_in("C").calls("D").bets("B", 40).folds("D")
    hand.ends(returned={"B": 40}, pots=[(80, "A B C"), (80, "B")], up="A B C", won={"B": 160})


def test_r12_5_a_muck_at_a_river_showdown_keeps_the_pot_of_one() -> None:
    # on the river: A all-in 20, B 60, C folds to it after calling 40 on the turn
    hand = flop("A 20  B 200  C 200", 10, best="B > A", asks=True, allin_face_up="AT_SHOWDOWN_ONLY")
    hand = hand.goes_all_in("A").calls("B", "C").bets("B", 40).calls("C").checks_to("RIVER")
    hand = hand.bets("B", 50).folds("C").expect(phase=Phase.SHOW, to_act="B").mucks("B")
    hand.ends(
        pots=[(60, "A B"), (80, "B")],
        returned={"B": 50},
        mucked="B",
        shown="",
        stacks={"A": 60, "B": 220, "C": 140},
    )


def test_r12_6_meets_r12_2_unknown_cards_at_an_all_in_are_waited_for() -> None:
    hand = flop("A 100  B 100", 10, holes={"A": "As Ad"}, board="Kc Qd 7h 5s 2c").goes_all_in("A").calls("B")
    hand = hand.expect(phase=Phase.WAIT_CARDS, to_act=None)
    missing = hand.decision.missing
    assert missing is not None
    assert missing.holes == [2]
    hand.deals_hole("B", "Ks Kd").ends(up="A B", won={"B": 200})


def test_r12_6_meets_r12_2_the_table_resolves_unknown_cards_as_a_muck() -> None:
    hand = flop("A 100  B 100", 10, holes={"A": "As Ad"}, board="Kc Qd 7h 5s 2c").goes_all_in("A").calls("B")
    hand.resolves().ends(mucked="B", won={"A": 200})


def test_r12_6_meets_r12_2_always_waits_for_unknown_cards_on_the_river_too() -> None:
    hand = flop("A 100  B 200", 10, holes={"A": "As Ad"}, board="Kc Qd 7h 5s 2c", allin_face_up="ALWAYS")
    hand = hand.checks_to("RIVER").goes_all_in("A").calls("B").expect(phase=Phase.WAIT_CARDS)
    hand.deals_hole("B", "Ks Kd").ends(up="A B", won={"B": 200})
    hand.resolves().ends(mucked="B", won={"A": 200})


def test_r12_6_where_no_cards_are_known_at_all_the_last_in_table_order_is_left_with_the_pot() -> None:
    hand = flop("A 100  B 100", 10, board="Kc Qd 7h 5s 2c").goes_all_in("A").calls("B").resolves()
    hand.ends(won={"B": 200})


def test_r12_2_meets_r14_1_hands_go_up_before_the_vote_and_stay_up() -> None:
    hand = flop("A 100  B 100", 10, run_it_max=2).goes_all_in("A").calls("B")
    hand = hand.expect(phase=Phase.RUN_VOTE)
    assert len(hand.saw(events.HandUp)) == 2
    hand.refuses(Reason.HANDS_ALREADY_UP).mucks("A")


def test_r12_2_meets_r14_1_at_showdown_only_each_seat_decides_after_the_runs() -> None:
    hand = flop(
        "A 100  B 100",
        10,
        holes={"A": "As Ah", "B": "Ks Kh"},
        board="2c 7d 9h Jc 3s | 2c 7d 9h Kd 4h",
        run_it_max=2,
        allin_face_up="AT_SHOWDOWN_ONLY",
    )
    hand = hand.goes_all_in("A").calls("B").votes("A", "B", runs=2)
    hand.ends(shown="A B", won={"A": 100, "B": 100})  # B's kings win on the second board


def test_r12_3_meets_r14_after_a_run_out_the_left_of_the_button_shows_first() -> None:
    hand = flop("A 100  B 100", 10, best="B > A", allin_face_up="AT_SHOWDOWN_ONLY").checks("A")
    hand.goes_all_in("B").calls("A").ends(turned="A B", shown="A B")


def test_r12_3_meets_r5_4_a_killed_aggressor_leads_nobody_but_its_place() -> None:
    hand = flop("A  B  C", 10, best="A > C", asks=True).bets("A", 10).calls("B", "C").checks_to("RIVER")
    hand = hand.checks("A").bets("B", 10).calls("C").kills("B").expect(to_act="A", call=10).calls("A")
    hand.expect(phase=Phase.SHOW, to_act="C")


def test_r12_7_meets_r12_6_one_card_shown_at_the_showdown_is_still_hidden_in_part() -> None:
    hand = flop("A  B", 10, best="A > B", asks=True, show_request="RIVER_CALLERS").bets("A", 10).calls("B")
    hand = hand.checks_down().shows("A").shows_one("B", 0)
    assert hand.sees() == [("A", "B")]
    assert len(hand.asks_to_see("A", "B").saw(events.Seen)[0].faces) == 2


def test_r12_1_meets_r12_9_courtesies_come_in_any_order() -> None:
    hand = table("SB  BB  BTN", rabbit_hunt=True).folds("BTN", "SB")
    hand.shows_one("BB", 1).hunts_rabbits().shows_one("BB", 0)
    hand.hunts_rabbits().shows("BB")


def test_r12_1_unknown_cards_of_a_winner_are_brought_to_be_shown() -> None:
    hand = table("BTN  BB", host_deals=True).folds("BTN")
    hand.refuses(Reason.UNKNOWN_CARDS, "R-12.6").shows("BB")
    hand.refuses(Reason.UNKNOWN_CARDS, "R-12.6").shows_one("BB", 0)
    assert [event.faces for event in hand.shows("BB", "2c 2d").saw(events.Show)] == [(0, 1)]


# ---- misdeals and voids (R-18) ----


def test_r18_1_meets_r5_3_a_misdeal_returns_straddles_too() -> None:
    hand = table("SB 100  BB 100  UTG 100  BTN 100", straddles=[("UTG", 4)], **UTG_STRADDLES).misdeals()
    hand.ends(stacks={"SB": 100, "BB": 100, "UTG": 100, "BTN": 100})


def test_r18_3_meets_r13_1_a_void_returns_also_what_a_killed_seat_forfeits() -> None:
    hand = table("UTG 100  BTN 100  SB 100  BB 100", absent="BB").calls("UTG").voids()
    hand.ends(stacks={"UTG": 100, "BTN": 100, "SB": 100, "BB": 100})


@pytest.mark.parametrize("verb", ["misdeals", "voids"])
def test_r18_meets_r15_antes_of_a_bomb_pot_go_back(verb: str) -> None:
    hand: Table = getattr(table("A 100  B 4  BTN 100", **BOMB), verb)()
    hand.ends(stacks={"A": 100, "B": 4, "BTN": 100})
