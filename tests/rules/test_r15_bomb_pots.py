"""R-15: everybody antes, nobody posts a blind, the flop comes at once; one board or two."""

from __future__ import annotations

from floorman import events
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, no_table, table

SIX = "A 100  B 100  C 100  D 100  E 100  BTN 100"
BOMB: Switches = {"bomb_pot": 10}


def test_r15_every_dealt_player_antes_and_nobody_posts_a_blind() -> None:
    hand = table(SIX, **BOMB)
    assert [event.amount for event in hand.saw(events.Ante)] == [10] * 6
    assert not hand.saw(events.SmallBlind)
    assert not hand.saw(events.BigBlind)
    hand.expect(street="FLOP", to_act="A", pot=60, call=0)


def test_r15_24_the_minimum_bet_stays_the_big_blind() -> None:
    hand = table("A  B  BTN", blinds=(5, 25), **BOMB).expect(to_act="A", least=25)
    hand.bets("A", 25).expect(to_act="B", call=25, least=50)


def test_r15_there_is_no_action_before_the_flop() -> None:
    hand = table("A  B  BTN", **BOMB)
    assert [event.street for event in hand.saw(events.StreetBegins)] == [1]


def test_r15_ex_six_players_and_one_has_4() -> None:
    hand = table("A 4  B 100  C 100  D 100  E 100  BTN 100", best="A > B > C > D > E > BTN", **BOMB)
    hand.expect(to_act="B", pot=54).checks_down().ends(
        pots=[(24, "A B C D E BTN"), (30, "B C D E BTN")], stacks={"A": 24, "B": 120, "C": 90}
    )


def test_r15_heads_up_left_of_the_button_acts_first() -> None:
    table("BTN  left", **BOMB).expect(street="FLOP", to_act="left")


def test_r15_all_in_by_the_ante_the_board_is_run_out() -> None:
    hand = table("A 10  B 10  BTN 10", best="B > A > BTN", **BOMB)
    hand.ends(pots=[(30, "A B BTN")], won={"B": 30}, up="A B BTN")


def test_r15_one_live_player_left_is_not_asked() -> None:
    table("A 10  B 10  BTN 100", best="B > A > BTN", **BOMB).ends(pots=[(30, "A B BTN")], won={"B": 30})


def test_r15_two_boards_share_every_pot_by_halves_the_odd_unit_on_board_1() -> None:
    hand = table(
        "A  B 3  BTN",
        bomb_pot=3,
        boards=2,
        holes={"A": "As Ah", "B": "Ks Kh", "BTN": "2s 2h"},
        board="3c 7d 9h Jc 5s | Kd 8c 9s Jd 4h",
    )
    hand.checks_down().ends(pots=[(9, "A B BTN")], won={"A": 5, "B": 4})


def test_r15_two_boards_burn_one_card_a_street_for_both() -> None:
    hand = table(SIX, boards=2, **BOMB).checks_down()
    assert hand.burn_indices() == [12, 19, 22]
    assert hand.board_indices() == [[13, 14, 15, 20, 23], [16, 17, 18, 21, 24]]


def test_r15_two_boards_without_burns() -> None:
    hand = table(SIX, boards=2, burn_cards=False, **BOMB)
    hand = hand.checks_down()
    assert hand.board_indices() == [[12, 13, 14, 18, 20], [15, 16, 17, 19, 21]]


def test_r15_a_side_pot_of_one_is_won_whole_and_not_by_board() -> None:
    # B folds 20 of the flop's bet to A, who alone claims it beside the all-in C
    hand = table(
        "A 100  B 100  C 10",
        bomb_pot=10,
        boards=2,
        holes={"A": "As Ah", "C": "Ks Kh"},
        board="3c 7d 9h Jc 5s | Kd 8c 9s Jd 4h",
    )
    hand = hand.bets("A", 20).calls("B").bets("A", 30).folds("B")
    hand.ends(pots=[(30, "A C"), (40, "A")], returned={"A": 30}, won={"A": 55, "C": 15})


def test_r15_24_a_bomb_pot_is_not_run_several_times() -> None:
    hand = table("A 10  B 10  BTN 10", run_it_max=3, **BOMB)
    assert not hand.saw(events.RunResult)
    assert len(hand.boards()) == 1


def test_r15_no_posts_and_no_straddles_in_a_bomb_pot() -> None:
    with no_table(Reason.POST_INVALID, "R-15"):
        table("A  B  BTN", live={"A": 2}, **BOMB)
    with no_table(Reason.POST_INVALID, "R-15"):
        table("A  B  BTN", dead={"A": 1}, **BOMB)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table("A  B  C  BTN", straddles=[("C", 4)], straddle_seats={"UTG"}, **BOMB)


def test_r15_the_bomb_pots_ante_stands_in_the_place_of_the_tables_own() -> None:
    table("A  B  BTN", ante_type="EACH", ante_amount=1, **BOMB).expect(pot=30)
    table("A  B  BTN", ante_type="BIG_BLIND", **BOMB).expect(pot=30)


def test_r15_pot_limit_measures_the_bomb_pot() -> None:
    table("A  B  BTN", betting="POT_LIMIT", blinds=(1, 2), **BOMB).expect(to_act="A", least=2, most=30)


def test_r15_fixed_limit_has_its_small_bet_on_the_flop() -> None:
    table("A  B  BTN", betting="FIXED_LIMIT", blinds=(5, 10), **BOMB).expect(to_act="A", least=10, most=10)
