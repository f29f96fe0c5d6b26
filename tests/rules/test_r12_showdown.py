"""R-12: who shows, in which order, who may muck, and what may be seen afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from floorman import events
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, table


def _river(line: str, best: str, **more: Any) -> Table:
    """The river of a hand to which everybody brought 10, and nobody bet."""
    antes: Switches = {"ante_type": "EACH", "ante_amount": 10}
    hand = table(line, blinds=(0, 10), blind_structure="NONE", best=best, **antes, **more)
    return hand.checks_to("RIVER")


# ---- uncontested ----


def test_r12_1_the_last_player_in_hand_wins_without_showing() -> None:
    hand = flop("A 100  B 100  C 100", 10).bets("A", 50).folds("B", "C")
    hand.ends(returned={"A": 50}, turned="", up="", stacks={"A": 100})


def _uncontested(**switches: Any) -> Table:
    return table("BTN  BB", **switches).folds("BTN")


def test_r12_1_the_winner_may_show_both_cards_or_one_or_none() -> None:
    hand = _uncontested().shows("BB")
    assert [event.seat for event in hand.saw(events.Show)] == [2]
    one = _uncontested().shows_one("BB", 1)
    assert [(event.which, event.index) for event in one.saw(events.ShowOne)] == [(1, 2)]


def test_r12_1_one_card_and_then_the_other() -> None:
    hand = _uncontested().shows_one("BB", 0)
    hand.refuses(Reason.HAND_COMPLETE, "R-12.1").shows_one("BB", 0)
    hand = hand.shows_one("BB", 1)
    assert [event.which for event in hand.saw(events.ShowOne)] == [0, 1]
    hand.refuses(Reason.HAND_COMPLETE, "R-12.1").shows("BB")
    _uncontested().shows_one("BB", 1).shows("BB")


def test_r12_1_a_table_may_allow_one_card_only_or_none() -> None:
    hand = _uncontested(show_after_uncontested="ONE")
    hand.refuses(Reason.HAND_COMPLETE, "R-12.1", most=1).shows("BB")
    hand.shows_one("BB", 0).refuses(Reason.HAND_COMPLETE, most=1).shows_one("BB", 1)
    hand = _uncontested(show_after_uncontested="NONE")
    hand.refuses(Reason.HAND_COMPLETE, "R-12.1", most=0).shows_one("BB", 0)
    hand.refuses(Reason.HAND_COMPLETE, most=0).shows("BB")


def test_r12_1_showing_afterwards_is_a_courtesy_of_the_winner_only_and_no_claim() -> None:
    hand = _uncontested()
    hand.refuses(Reason.HAND_COMPLETE).shows("BTN")
    hand.refuses(Reason.HAND_COMPLETE).mucks("BB")
    before = hand.stacks("BTN", "BB")
    assert hand.shows("BB").stacks("BTN", "BB") == before


def test_r12_1_after_a_contested_showdown_nobody_shows_any_more() -> None:
    hand = _river("A  B", "A > B").checks("A", "B")
    hand.refuses(Reason.HAND_COMPLETE).shows("B")


# ---- all-ins ----

THREE = "A 100  B 1000  C 1000"


def _all_in_before_the_river(rule: str) -> Table:
    return flop("A 100  B 1000", 10, best="A > B", allin_face_up=rule).goes_all_in("A").calls("B")


@pytest.mark.parametrize("rule", ["BEFORE_RIVER", "ALWAYS"])
def test_r12_2_hands_are_turned_up_before_the_board_is_run_out(rule: str) -> None:
    hand = _all_in_before_the_river(rule).ends(up="A B", turned="")
    kinds = [type(event) for event in hand.happened]
    assert kinds.index(events.HandUp) < max(
        place for place, kind in enumerate(kinds) if kind is events.BoardCards
    )
    hand.refuses(Reason.HANDS_ALREADY_UP, "R-12.2").mucks("B")
    hand.refuses(Reason.HANDS_ALREADY_UP, "R-12.2").shows("A")


def test_r12_2_at_showdown_only_the_hands_stay_down_and_show_in_turn() -> None:
    _all_in_before_the_river("AT_SHOWDOWN_ONLY").ends(up="", shown="A", mucked="B")


def _all_in_on_the_river(rule: str) -> Table:
    hand = flop("A 100  B 1000", 10, best="A > B", allin_face_up=rule).checks_to("RIVER")
    return hand.goes_all_in("A").calls("B")


def test_r12_2_always_turns_up_also_when_river_betting_ends_with_an_all_in() -> None:
    _all_in_on_the_river("ALWAYS").ends(up="A B", turned="")


@pytest.mark.parametrize("rule", ["BEFORE_RIVER", "AT_SHOWDOWN_ONLY"])
def test_r12_2_else_an_all_in_on_the_river_is_shown_in_turn(rule: str) -> None:
    _all_in_on_the_river(rule).ends(up="", shown="A", mucked="B")


@pytest.mark.parametrize("rule", ["BEFORE_RIVER", "ALWAYS"])
def test_r12_2_an_all_in_hand_stays_down_while_a_side_pot_is_bet(rule: str) -> None:
    hand = flop(THREE, 10, best="A > B > C", allin_face_up=rule).goes_all_in("A").calls("B", "C")
    hand = hand.expect(street="TURN", to_act="B")
    assert not hand.saw(events.HandUp)
    hand = hand.bets("B", 50).calls("C")
    assert not hand.saw(events.HandUp)
    over = hand.goes_all_in("B").calls("C")  # on the river: B 850 more, C calls
    if rule == "ALWAYS":
        over.ends(up="A B C", turned="")
    else:
        over.ends(up="", shown="B A", mucked="C")


def test_r12_2_always_without_an_all_in_is_an_ordinary_showdown() -> None:
    _river("A  B", "B > A", allin_face_up="ALWAYS").checks("A", "B").ends(up="", shown="A B")


@pytest.mark.parametrize(("first", "up"), [("SIMULTANEOUS", "A B C"), ("FIRST_ALLIN", "B C A")])
def test_r12_2_24_the_first_all_in_action_leads_where_all_are_all_in(first: str, up: str) -> None:
    hand = flop("A 300  B 100  C 300", 10, best="A > B > C", allin_first=first)
    hand.checks("A").goes_all_in("B", "C").goes_all_in("A").ends(up=up)


def test_r12_2_24_a_post_is_no_all_in_action() -> None:
    # the big blind is all-in by its post; the button's all-in is the first action
    hand = table("SB 50  BB 2  BTN 50", best="SB > BB > BTN", allin_first="FIRST_ALLIN")
    hand.goes_all_in("BTN").goes_all_in("SB").ends(up="BTN SB BB")


def test_r12_2_24_with_a_live_player_left_there_is_no_order() -> None:
    hand = flop("A 300  B 100  C 100", 10, best="A > B > C", allin_first="FIRST_ALLIN")
    hand.checks("A").goes_all_in("B").goes_all_in("C").calls("A").ends(up="A B C")


# ---- the order ----


def test_r12_3_the_last_aggressor_on_the_river_shows_first() -> None:
    hand = _river("A  B  C", "A > B > C").checks("A").bets("B", 10).calls("C", "A")
    hand.ends(turned="B C A", shown="B A", mucked="C")
    raised = _river("A  B  C", "C > A > B").bets("A", 10).raises("B", 20).calls("C", "A")
    raised.ends(turned="B C A", shown="B C", mucked="A")


def test_r12_3_a_short_all_in_raise_counts_and_an_all_in_call_does_not() -> None:
    short = _river("A  B 25  C", "A > B > C").bets("A", 10).goes_all_in("B").calls("C", "A")
    short.ends(turned="B C A")
    called = _river("A  B 20  C", "A > B > C").bets("A", 10).goes_all_in("B").calls("C")
    called.ends(turned="A B C")


def test_r12_3_a_river_that_was_checked_is_shown_from_the_left_of_the_button() -> None:
    hand = flop("A  B  C", 10, best="C > B > A").bets("A", 10).raises("B", 20).calls("C", "A")
    hand.checks_down().ends(turned="A B C", shown="A B C")


def test_r12_3_who_left_the_hand_is_passed_over() -> None:
    hand = flop("A  B  C", 10, best="C > B").bets("A", 10).calls("B", "C").checks("A").bets("B", 10)
    hand.calls("C").folds("A").checks_down().ends(turned="B C")


# ---- side pots first ----


def test_r12_4_contenders_of_the_last_side_pot_show_first() -> None:
    hand = flop("A 20  B 60  C  D", 10, best="A > B > C > D").goes_all_in("A").calls("B", "C", "D")
    hand = hand.goes_all_in("B").calls("C", "D").checks("C", "D")
    hand.ends(
        pots=[(80, "A B C D"), (120, "B C D")],
        turned="B C D A",
        shown="B A",
        mucked="C D",
    )


def test_r12_4_each_pot_is_shown_from_the_rivers_last_aggressor_among_its_contenders() -> None:
    hand = flop("A 20  B  C  D", 10, best="A > B = C > D").goes_all_in("A").calls("B", "C", "D")
    hand = hand.checks_to("RIVER").checks("B", "C").bets("D", 30).calls("B", "C")
    hand.ends(turned="D B C A", shown="D B C A")


def test_r12_4_24_a_pot_of_one_never_leads_the_order() -> None:
    # B's chips above C's lie in a pot of its own, for D folded beside them
    hand = flop("A 20  B  C 60  D", 10, best="A > C > B").goes_all_in("A").calls("B", "C", "D")
    hand = hand.checks("B", "C", "D").bets("B", 100).goes_all_in("C").folds("D")
    hand.ends(pots=[(80, "A B C"), (80, "B C")], returned={"B": 60}, turned="B C A")


# ---- muck ----


def test_r12_5_a_hand_that_wins_or_ties_nothing_against_the_shown_ones_is_mucked_by_the_table() -> None:
    _river("A  B  C", "B = C > A").checks("A", "B", "C").ends(shown="A B C", mucked="")
    _river("A  B  C", "A > B > C").checks("A", "B", "C").ends(shown="A", mucked="B C")


def test_r12_5_a_hand_is_shown_if_it_ties_on_any_board() -> None:
    hand = table(
        "A  B  BTN",
        blinds=(0, 10),
        bomb_pot=10,
        boards=2,
        holes={"A": "As 2s", "B": "Kd 3d"},
        board="Ad 7c 8h Ts Jc | Kc 7d 9h 4s 5c",
    )
    hand = hand.checks("A", "B").folds("BTN").checks_down().ends(shown="A B")
    hand.ends(won={"A": 15, "B": 15})


def test_r12_5_auto_muck_off_shows_every_hand() -> None:
    _river("A  B  C", "A > B > C", auto_muck=False).checks("A", "B", "C").ends(shown="A B C", mucked="")


def test_r12_5_in_turn_a_seat_may_show_or_muck() -> None:
    hand = _river("A  B", "B > A", asks=True).checks("A", "B").expect(phase=Phase.SHOW, to_act="A")
    hand.refuses(Reason.NOT_YOUR_TURN).shows("B")
    hand.mucks("A").ends(mucked="A", shown="", won={"B": 20})
    hand.shows("A").expect(to_act="B").shows("B").ends(shown="A B")


def test_r12_5_a_muck_is_no_claim_even_of_the_best_hand() -> None:
    hand = flop("A 100  B 100", 10, best="B > A", asks=True).bets("A", 10).calls("B").checks_down()
    hand.shows("A").mucks("B").ends(stacks={"A": 110, "B": 90})


def test_r12_5_if_all_but_one_muck_the_last_need_not_show() -> None:
    hand = _river("A  B  C", "C > B > A", asks=True).checks("A", "B", "C").mucks("A", "B")
    hand.ends(mucked="A B", shown="")


def test_r12_5_where_nobody_is_asked_show_and_muck_are_refused() -> None:
    hand = _river("A  B", "A > B")
    hand.refuses(Reason.NOT_YOUR_TURN).shows("A")
    hand.refuses(Reason.NOT_YOUR_TURN).mucks("A")


def test_r12_5_resolve_decides_for_everybody_who_is_open() -> None:
    hand = _river("A  B  C", "A > B > C", asks=True).checks("A", "B", "C").shows("A").resolves()
    hand.ends(shown="A", mucked="B C")
    hand = _river("A  B  C", "A > B > C", asks=True, auto_muck=False).checks("A", "B", "C").resolves()
    hand.ends(shown="A B C")


def test_r12_5_a_beaten_side_pot_hand_is_beaten_in_the_main_pot_too() -> None:
    hand = flop("A 20  B  C", 10, best="B > C > A").goes_all_in("A").calls("B", "C").bets("B", 30)
    hand = hand.calls("C").checks_down()
    hand.ends(turned="B C A", shown="B", mucked="C A", won={"B": 120})


def test_r12_5_the_first_hand_is_shown_even_where_there_is_nothing_to_win() -> None:
    flop("A  B", 10, best="B > A").checks_down().ends(pots=[], turned="A B", shown="A")


# ---- both cards ----


def test_r12_6_one_card_shown_is_a_muck_also_when_playing_the_board() -> None:
    hand = flop(
        "A 100  B 100",
        10,
        holes={"A": "2c 3d", "B": "2d 3c"},
        board="As Ks Qs Js Ts",
        asks=True,
    )
    hand = hand.bets("A", 10).calls("B").checks_down().shows("A").shows_one("B", 0)
    hand.ends(stacks={"A": 110, "B": 90})
    assert [(event.which, event.face) for event in hand.saw(events.ShowOne)] == [(0, 1)]
    assert [seat.seen_cards for seat in hand.hand.seats] == [0, 1]  # a bit a card


def test_r12_6_unknown_cards_must_be_brought_to_be_shown() -> None:
    hand = flop("A 100  B 100", 10, holes={"A": "As Ad"}, board="Kc Qd 7h 5s 2c", asks=True)
    hand = hand.bets("A", 10).calls("B").checks_down()
    assert hand.expect(to_act="A").decision.cards_known
    hand = hand.shows("A")
    assert not hand.expect(to_act="B").decision.cards_known
    hand.refuses(Reason.UNKNOWN_CARDS, "R-12.6", seat=2).shows("B")
    hand.refuses(Reason.UNKNOWN_CARDS, "R-12.6").shows_one("B", 0)
    hand.refuses(Reason.CARD_TWICE, "R-1.2").shows("B", "As Kd")
    hand.shows("B", "Kd Ks").ends(stacks={"A": 90, "B": 110})
    hand.mucks("B").ends(stacks={"A": 110, "B": 90})


def test_r12_6_known_cards_cannot_be_shown_as_others() -> None:
    hand = _river("A  B", "A > B", asks=True).checks("A", "B")
    hand.refuses(Reason.WRONG_CARDS, "R-12.6", seat=1).shows("A", "7d 7c")


def test_r12_6_the_table_mucks_cards_that_it_does_not_know() -> None:
    hand = flop("A 100  B 100", 10, holes={"B": "2c 7d"}, board="Kc Qd Jh 5s 2d").bets("A", 10)
    hand.calls("B").checks_down().ends(mucked="A", shown="", won={"B": 20})


# ---- requests to see ----


def _mucked_river(**switches: Any) -> Table:
    """A folds on the flop, B on the turn, C bets the river and is called by D and E; C wins, both muck."""
    hand = flop("A  B  C  D  E", 10, best="C > D > E", **switches).bets("A", 10).calls("B", "C", "D", "E")
    hand = hand.expect(street="TURN").checks("A").checks("B").bets("C", 10).calls("D", "E").folds("A")
    hand = hand.calls("B").expect(street="RIVER", to_act="B").checks("B").bets("C", 10).calls("D", "E")
    return hand.folds("B")


def test_r12_7_by_default_the_owner_decides() -> None:
    hand = _mucked_river().ends(shown="C", mucked="D E")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-12.7").asks_to_see("C", "D")
    assert hand.sees() == []


def test_r12_7_anyone_may_ask_who_has_not_mucked_at_the_showdown() -> None:
    hand = _mucked_river(show_request="ANYONE")
    assert hand.sees() == [(asker, target) for asker in "ABC" for target in "DE"]
    hand = hand.asks_to_see("A", "D")
    assert [(event.seat, event.target) for event in hand.saw(events.Seen)] == [(1, 4)]
    assert hand.saw(events.Seen)[-1].faces == hand.hand.holes[3]
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("D", "E")  # who mucked cannot ask
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("A", "B")  # folded, not mucked at the showdown
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("A", "C")  # shown already
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("B", "D")  # seen already


def test_r12_7_those_who_reached_the_turn_may_ask() -> None:
    hand = flop("A  B  C  D", 10, best="C > D", show_request="TURN_REACHED").bets("A", 10).folds("B")
    hand = hand.calls("C", "D").checks("A").bets("C", 10).calls("D").folds("A").checks_down()
    hand.ends(shown="C", mucked="D")
    assert hand.sees() == [("A", "D"), ("C", "D")]  # A folded on the turn, B on the flop


def test_r12_7_those_who_stayed_to_the_end_may_ask() -> None:
    assert _mucked_river(show_request="RIVER_CALLERS").sees() == [("C", "D"), ("C", "E")]


def test_r12_7_a_caller_of_a_river_bet_may_see_the_last_aggressor() -> None:
    # A bets the river, B and C call; A mucks, B shows, C has shown too: both kept their cards
    hand = _river("A  B  C", "B = C > A", asks=True, river_caller_right=True).bets("A", 10).calls("B", "C")
    hand = hand.mucks("A").shows("B").shows("C")
    assert hand.sees() == [("B", "A"), ("C", "A")]
    hand.asks_to_see("C", "A").refuses(Reason.STEP_NOT_ALLOWED, "R-12.7").asks_to_see("B", "A")


def test_r12_7_a_caller_who_mucked_has_no_right_nor_has_anybody_else() -> None:
    hand = _river("A  B  C  D", "B > C > A", asks=True, river_caller_right=True).bets("A", 10)
    hand = hand.calls("B", "C").folds("D").mucks("A").shows("B").mucks("C")
    assert hand.sees() == [("B", "A")]
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("C", "A")
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("D", "A")
    hand.refuses(Reason.STEP_NOT_ALLOWED).asks_to_see("B", "C")  # no aggressor


def test_r12_7_without_the_switch_or_a_river_bet_there_is_no_such_right() -> None:
    hand = _river("A  B", "B > A", asks=True).bets("A", 10).calls("B").mucks("A")
    assert hand.sees() == []
    hand = flop("A  B", 10, best="B > A", asks=True, river_caller_right=True).bets("A", 10).calls("B")
    hand = hand.checks_down().mucks("A")
    assert hand.sees() == []


def test_r12_7_cards_that_nobody_knows_cannot_be_seen() -> None:
    hand = flop("A  B", 10, holes={"B": "2c 7d"}, board="Kc Qd Jh 5s 2d", show_request="ANYONE")
    hand = hand.checks_down().ends(mucked="A")
    hand.refuses(Reason.UNKNOWN_CARDS, "R-12.7").asks_to_see("B", "A")


def test_r12_7_it_is_asked_after_the_hand() -> None:
    flop("A  B", 10, show_request="ANYONE").refuses(Reason.STEP_NOT_ALLOWED, "R-12.7").asks_to_see("A", "B")


def test_r12_7_the_winner_of_an_uncontested_pot_is_seen_by_nobody() -> None:
    hand = flop("A  B  C", 10, show_request="ANYONE").bets("A", 10).folds("B", "C")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-12.7").asks_to_see("B", "A")


# ---- R-12.9 ----


def test_r12_8_cards_speak() -> None:
    # nobody claims anything: the best five count, here a wheel against a pair of kings
    hand = flop("A 100  B 100", 10, holes={"A": "Ks Qc", "B": "Ah 5s"}, board="2d 3c 4h 9s Kd")
    hand.bets("A", 10).calls("B").checks_down().ends(stacks={"A": 90, "B": 110})


def test_r12_9_no_rabbits_by_default() -> None:
    _uncontested().refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()


def test_r12_9_rabbits_are_hunted_after_the_hand_and_only_undealt_cards() -> None:
    hand = table("SB  BB  BTN", rabbit_hunt=True)
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()
    over = hand.folds("BTN", "SB").hunts_rabbits()
    assert [(event.street, event.indices) for event in over.saw(events.RabbitCards)] == [
        (1, (7, 8, 9)), (2, (11,)), (3, (13,))
    ]  # fmt: skip
    over.refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()
    flopped = hand.calls("BTN", "SB").checks("BB").bets("SB", 2).folds("BB", "BTN").hunts_rabbits()
    assert [event.indices for event in flopped.saw(events.RabbitCards)] == [(11,), (13,)]


def test_r12_9_a_full_board_has_no_rabbits() -> None:
    hand = table("BTN  BB", rabbit_hunt=True).calls("BTN").checks("BB").checks_down()
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()


def test_r12_9_a_host_that_deals_holds_the_rabbits_itself() -> None:
    hand = table("BTN  BB", host_deals=True, rabbit_hunt=True).folds("BTN")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()


def test_r12_9_a_hand_that_was_called_off_shows_no_rabbits() -> None:
    table("BTN  BB", rabbit_hunt=True).voids().refuses(Reason.STEP_NOT_ALLOWED, "R-12.9").hunts_rabbits()


def test_r12_what_may_still_be_done_when_the_hand_is_over_is_listed() -> None:
    def listed(hand: Table) -> tuple[str | None, list[int], bool]:
        courtesies = hand.decision.courtesies
        assert courtesies is not None
        return hand.name(courtesies.winner), courtesies.shows, courtesies.rabbit

    hand = table("BTN  BB", rabbit_hunt=True).folds("BTN")
    assert listed(hand) == ("BB", [1, 2, 3], True)
    assert listed(hand.shows_one("BB", 0)) == ("BB", [2, 3], True)
    assert listed(hand.shows("BB").hunts_rabbits()) == ("BB", [], False)
    assert listed(_uncontested(show_after_uncontested="ONE")) == ("BB", [1, 2], False)
    assert listed(_uncontested(show_after_uncontested="NONE")) == ("BB", [], False)
    assert listed(_river("A  B", "A > B").checks("A", "B")) == (None, [], False)
    assert listed(table("BTN  BB", rabbit_hunt=True).voids()) == (None, [], False)
    # cards that the floor does not know are brought both or not at all
    assert listed(table("BTN  BB", host_deals=True).folds("BTN")) == ("BB", [3], False)


# ---- the worked example ----


def test_r12_ex_seed_001() -> None:
    hand = table(
        "UTG 100  HJ 100  CO 100  BTN 100  SB 100  BB 100",
        holes={"CO": "Kh Qh", "BTN": "8s 8c", "BB": "7d 6d"},
        board="Ks 8d 3c 5h Js",
    )
    hand = hand.folds("UTG", "HJ").raises("CO", 5).calls("BTN").folds("SB").calls("BB").expect(pot=16)
    hand = hand.checks("BB").bets("CO", 8).calls("BTN").folds("BB").expect(pot=32, street="TURN")
    hand = hand.checks("CO").bets("BTN", 20).calls("CO").expect(pot=72, street="RIVER")
    hand.checks("CO", "BTN").ends(
        turned="CO BTN", shown="CO BTN", pots=[(72, "CO BTN")], stacks={"BTN": 139, "CO": 67}
    )
