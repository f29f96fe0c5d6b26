"""R-7: whose turn it is, what may be done, and when a round is over."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.events import CallLabel
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import flop, table

SIX = "SB  BB  UTG  HJ  CO  BTN"


# ---- first actor ----


def test_r7_1_before_the_flop_the_seat_left_of_the_big_blind_acts_first() -> None:
    table(SIX).expect(to_act="UTG")


def test_r7_1_a_newcomer_who_posted_under_the_gun_is_not_skipped() -> None:
    # M4: seed 000's "first player who has not posted" would skip it
    table(SIX, live={"UTG": 2}).expect(to_act="UTG", call=0)


def test_r7_1_with_no_blinds_or_a_button_blind_left_of_the_button_acts_first() -> None:
    for structure in ("NONE", "BUTTON_BLIND"):
        table("left  next  BTN", blind_structure=structure).expect(to_act="left")


def test_r7_1_24_heads_up_without_blinds_left_of_the_button_acts_first_on_every_street() -> None:
    for structure, owed in (("NONE", 0), ("BUTTON_BLIND", 2)):
        hand = table("BTN  left", blind_structure=structure).expect(to_act="left", call=owed)
        hand = (hand.calls("left") if owed else hand.checks("left")).expect(to_act="BTN").checks("BTN")
        hand.expect(street="FLOP", to_act="left").checks("left").expect(to_act="BTN")


def test_r7_1_later_streets_begin_left_of_the_button_and_skip_who_is_folded_or_all_in() -> None:
    hand = table("SB  BB 2  UTG  HJ  CO  BTN").calls("UTG", "HJ").folds("CO").calls("BTN").folds("SB")
    hand.expect(street="FLOP", to_act="UTG")


# ---- actions ----


def test_r7_2_no_check_when_facing_a_bet() -> None:
    hand = table(SIX)
    hand.refuses(Reason.CANNOT_CHECK, "R-7.2", owed=2).checks("UTG")
    flop("A  B  C", 10).bets("A", 10).refuses(Reason.CANNOT_CHECK, owed=10).checks("B")


def test_r7_2_no_call_when_nothing_is_owed() -> None:
    flop("A  B  C", 10).refuses(Reason.NOTHING_TO_CALL, "R-7.2", owed=0).calls("A")
    table("BTN  BB").calls("BTN").refuses(Reason.NOTHING_TO_CALL).calls("BB")


def test_r7_2_a_call_may_be_all_in_for_less() -> None:
    hand = flop("A 500  B 70  C 500", 10).bets("A", 100).expect(to_act="B", call=70, may_raise=False)
    hand.calls("B").expect(to_act="C", call=100, stacks={"B": 0}, pot=170)


def test_r7_2_a_stack_that_cannot_exceed_the_call_cannot_raise() -> None:
    hand = flop("A 500  B 70  C 500", 10).bets("A", 100)
    hand.refuses(Reason.INSUFFICIENT_CHIPS, "R-7.2", stack=70, owed=70).raises("B", 200)
    hand.refuses(Reason.INSUFFICIENT_CHIPS, "R-7.2").raises("B", 70)


def test_r7_2_the_big_blind_may_fold_although_it_could_check() -> None:
    table("BTN  BB 100").calls("BTN").expect(may_fold=True).folds("BB").ends(
        pots=[(4, "BTN")], stacks={"BB": 98}
    )


def test_r7_2_a_table_may_forbid_the_open_fold_but_never_a_fold_to_a_bet() -> None:
    hand = flop("A  B  C", 10, allow_open_fold=False).expect(may_fold=False)
    hand.refuses(Reason.FOLD_NOT_ALLOWED, "R-7.2", owed=0).folds("A")
    hand.bets("A", 10).expect(may_fold=True).folds("B")


def test_r7_2_24_bet_only_while_there_is_none_and_raise_only_over_one() -> None:
    hand = flop("A  B  C", 10)
    hand.refuses(Reason.NOT_A_RAISE, "R-7.2").raises("A", 20)
    hand.bets("A", 20).refuses(Reason.NOT_A_BET, "R-7.2", level=20).bets("B", 40)
    table(SIX).refuses(Reason.NOT_A_BET, level=2).bets("UTG", 4)


def test_r7_2_24_without_blinds_the_first_wager_before_the_flop_is_a_bet() -> None:
    hand = table("A  B  BTN", blinds=(0, 10), blind_structure="NONE").bets("A", 10)
    assert [type(event) for event in hand.last] == [events.Bet]


def test_r7_2_24_the_option_of_a_blind_is_a_raise() -> None:
    hand = table("BTN  BB").calls("BTN").raises("BB", 4)
    assert [type(event) for event in hand.last] == [events.Raise]


@pytest.mark.parametrize(
    ("stack", "kind"),
    [(60, events.Call), (100, events.Call), (140, events.Raise), (300, events.Raise)],
)
def test_r7_2_24_all_in_is_whichever_the_stack_makes_it(stack: int, kind: type[events.Event]) -> None:
    hand = flop(f"A 500  B {stack}  C 500", 10).bets("A", 100).goes_all_in("B")
    assert [type(event) for event in hand.last] == [kind]
    hand.expect(stacks={"B": 0}, to_act="C", call=max(100, stack))


def test_r7_2_24_all_in_as_the_first_wager_is_a_bet() -> None:
    hand = flop("A 500  B 500  C 500", 10).goes_all_in("A")
    assert [type(event) for event in hand.last] == [events.Bet]


def test_r7_2_24_all_in_is_refused_where_it_would_be_a_raise_that_is_not_legal() -> None:
    hand = flop("A 1000  B 140  C 1000", 10).bets("A", 100).goes_all_in("B").calls("C")
    hand.expect(to_act="A", call=40, may_raise=False)
    hand.refuses(Reason.RAISE_NOT_REOPENED, "R-11.1").goes_all_in("A")
    alone = flop("A 1000  B 140  C 1000", 10).bets("A", 200).goes_all_in("B").folds("C")
    alone.ends(pots=[(280, "A B")], returned={"A": 60})


def test_r7_2_more_than_the_stack_is_refused() -> None:
    flop("A 500  B  C", 10).refuses(Reason.INSUFFICIENT_CHIPS, "R-8.1", to=501, stack=500).bets("A", 501)


def test_r7_2_the_log_says_who_is_all_in() -> None:
    hand = flop("A 500  B 70  C 100  D 500", 10).bets("A", 50).goes_all_in("B", "C").calls("D")
    assert [event.all_in for event in hand.saw(events.Bet)] == [False]
    assert [event.all_in for event in hand.saw(events.Raise)] == [True, True]
    assert [event.all_in for event in hand.saw(events.Call)] == [False]
    hand = flop("A 500  B 70", 10).bets("A", 100).calls("B")
    assert [event.all_in for event in hand.saw(events.Call)] == [True]
    assert [event.all_in for event in flop("A 50  B", 10).goes_all_in("A").saw(events.Bet)] == [True]


# ---- the option ----


def test_r7_3_the_big_blind_may_raise_when_it_was_only_called() -> None:
    hand = table("BTN  SB  BB").calls("BTN", "SB").expect(to_act="BB", call=0, least=4)
    hand.raises("BB", 8).expect(to_act="BTN", call=6, least=14)


def test_r7_3_posting_is_not_acting_the_blinds_may_raise_after_a_short_all_in() -> None:
    # UTG all-in for 3 over a blind of 2: neither blind has acted, both may raise
    hand = table("SB  BB  UTG 3  BTN").goes_all_in("UTG").folds("BTN").expect(to_act="SB", may_raise=True)
    hand.calls("SB").expect(to_act="BB", call=1, may_raise=True, least=5)


# ---- closing ----


def test_r7_4_one_player_left_wins_at_once_without_showing() -> None:
    hand = table(SIX).raises("UTG", 6).folds("HJ", "CO", "BTN", "SB", "BB")
    hand.ends(turned="", up="", won={"UTG": 5}, returned={"UTG": 4})


def test_r7_4_everybody_acts_once_and_matches_before_the_next_street() -> None:
    hand = table("BTN  SB  BB").calls("BTN", "SB").expect(street="PREFLOP", to_act="BB")
    hand = hand.checks("BB").expect(street="FLOP", to_act="SB")
    hand = hand.checks("SB", "BB").expect(street="FLOP", to_act="BTN").bets("BTN", 2)
    hand = hand.expect(to_act="SB", call=2).calls("SB").expect(street="FLOP", to_act="BB")
    hand.calls("BB").expect(street="TURN")


def test_r7_4_any_increase_of_the_level_makes_the_others_act_again() -> None:
    hand = flop("A 1000  B 1000  C 1000  D 40", 10).checks("A").bets("B", 30).calls("C")
    hand = hand.goes_all_in("D").expect(to_act="A", call=40).folds("A")
    hand.expect(to_act="B", call=10).calls("B").expect(to_act="C", call=10).calls("C").expect(street="TURN")


def test_r7_4_all_in_players_are_exempt() -> None:
    hand = flop("A 20  B 1000  C 1000", 10).goes_all_in("A").raises("B", 60).calls("C")
    hand.expect(street="TURN", to_act="B")


# ---- no more betting ----


def test_r7_5_with_one_live_player_the_board_is_run_out() -> None:
    hand = flop("A 100  B 1000  C 1000", 10, best="A > B").bets("A", 100).calls("B").folds("C")
    hand.ends(pots=[(200, "A B")], stacks={"A": 200, "B": 900})
    assert len(hand.boards()[0].split()) == 5


def test_r7_5_a_live_player_who_owes_nothing_is_not_asked() -> None:
    # the small blind is all-in for 1 of its 1: the button's call leaves the big blind nothing to do
    hand = table("BTN 2  SB 1  BB 1000", best="SB > BTN > BB").calls("BTN")
    hand.ends(pots=[(3, "BTN SB BB"), (2, "BTN BB")], stacks={"SB": 3, "BTN": 2, "BB": 998})


def test_r7_6_against_all_ins_only_fold_or_call() -> None:
    hand = flop("A 100  B 1000", 10).goes_all_in("A").expect(to_act="B", call=100, may_raise=False)
    hand.refuses(Reason.NO_OPPONENT_TO_RAISE, "R-7.6", owed=100).raises("B", 200)
    hand.refuses(Reason.NO_OPPONENT_TO_RAISE, "R-7.6").goes_all_in("B")


def test_r7_6_a_table_may_allow_the_pointless_raise_and_its_excess_comes_back() -> None:
    hand = flop("A 100  B 1000", 10, best="A > B", allow_raise_without_live_opponent=True).goes_all_in("A")
    hand = hand.expect(call=100, least=200, most=1000).raises("B", 300)
    hand.ends(returned={"B": 200}, pots=[(200, "A B")], stacks={"A": 200, "B": 900})


def test_r7_6_24_an_opponent_with_any_chips_behind_is_enough() -> None:
    # C cannot match a raise to 500, but it is not all-in
    hand = flop("A 100  B 1000  C 120", 10, best="B > A = C").goes_all_in("A").expect(may_raise=True)
    hand = hand.raises("B", 500).expect(to_act="C", call=120, may_raise=False).calls("C")
    hand.ends(returned={"B": 380}, pots=[(300, "A B C"), (40, "B C")], stacks={"B": 1220})


# ---- R-7.8 ----


def test_r7_7_out_of_turn_wrong_seat_or_after_the_end_is_refused_and_nothing_moves() -> None:
    hand = table(SIX)
    hand.refuses(Reason.NOT_YOUR_TURN, "R-7.7", seat=4, turn=3).folds("HJ")
    hand.refuses(Reason.NOT_YOUR_TURN).raises("BB", 4)
    with_a_gap = table("SB  BB  UTG  gone 0  BTN")
    with_a_gap.refuses(Reason.UNKNOWN_SEAT, "R-7.7", seat=4).folds("gone")
    over = hand.folds("UTG", "HJ", "CO", "BTN", "SB")
    over.refuses(Reason.HAND_COMPLETE).folds("UTG")
    over.refuses(Reason.HAND_COMPLETE).checks("BB")
    over.refuses(Reason.HAND_COMPLETE).voids()
    over.refuses(Reason.HAND_COMPLETE).misdeals()


def test_r7_8_a_time_out_folds_to_a_bet_and_checks_without_one() -> None:
    hand = table("BTN  SB  BB").times_out("BTN")
    assert [type(event) for event in hand.last] == [events.TimedOut, events.Fold]
    hand = hand.calls("SB").times_out("BB").expect(street="FLOP", to_act="SB")
    assert [type(event) for event in hand.last][:2] == [events.TimedOut, events.Check]


def test_r7_8_only_the_seat_to_act_can_time_out() -> None:
    table(SIX).refuses(Reason.NOT_YOUR_TURN).times_out("BB")


def test_r7_8_a_time_out_checks_also_where_the_open_fold_is_forbidden() -> None:
    flop("A  B  C", 10, allow_open_fold=False).times_out("A").expect(to_act="B", call=0)


def test_r7_8_in_a_run_vote_a_time_out_is_one_run() -> None:
    hand = table("BTN 100  BB 100", best="BTN > BB", run_it_max=3).goes_all_in("BTN").calls("BB")
    hand = hand.expect(phase=Phase.RUN_VOTE, to_act=None, votes="BTN BB").votes("BTN", runs=3)
    hand = hand.expect(votes="BB").times_out("BB")
    assert [event.count for event in hand.saw(events.RunResult)] == [1]
    assert len(hand.boards()) == 1


def test_r7_8_at_a_showdown_a_time_out_is_the_tables_rule_for_that_seat() -> None:
    hand = table("BTN  BB", best="BB > BTN", asks=True).calls("BTN").checks("BB").checks_down()
    hand = hand.expect(phase=Phase.SHOW, to_act="BB").times_out("BB").expect(to_act="BTN").times_out("BTN")
    hand.ends(shown="BB", mucked="BTN")


# ---- labels ----


def test_r7_9_limps_have_names() -> None:
    hand = table(SIX).calls("UTG", "HJ").folds("CO").calls("BTN")
    labels = [event.label for event in hand.saw(events.Call)]
    assert labels == [CallLabel.OPEN_LIMP, CallLabel.OVER_LIMP, CallLabel.OVER_LIMP]
    after_a_raise = hand.calls("SB").raises("BB", 10).calls("UTG")
    assert after_a_raise.saw(events.Call)[-1].label is CallLabel.NONE


def test_r7_9_an_open_raise_is_the_second_bet_before_the_flop_and_a_raise_of_a_bet_after_it() -> None:
    hand = table(SIX).raises("UTG", 4).raises("HJ", 10).raises("CO", 22)
    assert [event.bet_number for event in hand.saw(events.Raise)] == [2, 3, 4]
    later = flop("A  B  C", 10).bets("A", 10).raises("B", 20).raises("C", 40)
    assert [event.bet_number for event in later.saw(events.Bet)] == [1]
    assert [event.bet_number for event in later.saw(events.Raise)] == [2, 3]


def test_r7_9_a_call_after_the_flop_is_no_limp() -> None:
    hand = flop("A  B  C", 10).bets("A", 10).calls("B")
    assert [event.label for event in hand.saw(events.Call)] == [CallLabel.NONE]
