"""R-11: what an all-in that is no full raise does to those who have acted. Each row under every rule."""

from __future__ import annotations

import pytest

from floorman.rules.refusal import Reason
from tests.rules.table import Table, flop, table

CUMULATIVE, SINGLE, HALF = "CUMULATIVE_FULL", "SINGLE_FULL", "HALF"
RULES = (CUMULATIVE, SINGLE, HALF)


def _may(hand: Table, seat: str, least: int, *, may: bool, to: int = 0) -> None:
    """The seat may raise from ``least`` on, or may only call or fold."""
    hand.expect(to_act=seat, may_raise=may)
    if may:
        hand.expect(least=least).raises(seat, to or least)
    else:
        hand.refuses(Reason.RAISE_NOT_REOPENED, "R-11.1").raises(seat, least)
        hand.calls(seat)
        hand.folds(seat)


# ---- R-11.1 ----


@pytest.mark.parametrize("rule", RULES)
def test_r11_1_who_has_not_acted_may_always_raise(rule: str) -> None:
    hand = flop("A  B 125  C  D", 100, reopen_rule=rule).bets("A", 100).goes_all_in("B")
    _may(hand, "C", 225, may=True)
    _may(hand.calls("C"), "D", 225, may=True)


@pytest.mark.parametrize("rule", RULES)
def test_r11_1_a_full_raise_reopens_under_every_rule(rule: str) -> None:
    hand = flop("A  B  C", 100, reopen_rule=rule).bets("A", 100).raises("B", 200).folds("C")
    _may(hand, "A", 300, may=True)


def test_r11_1_the_default_is_cumulative_in_no_limit_and_half_in_fixed_limit() -> None:
    # 150 over 100: half a raise. No limit: closed. Fixed limit (a bet of 100): open.
    hand = flop("A  B 150  C", 100).bets("A", 100).goes_all_in("B").calls("C")
    hand.expect(to_act="A", may_raise=False)
    hand = flop("A  B 150  C", 100, betting="FIXED_LIMIT").bets("A", 100).goes_all_in("B").calls("C")
    hand.expect(to_act="A", may_raise=True)


# ---- the worked rows ----


def _row_a(rule: str) -> Table:
    """BB 100. A 100, B all-in 125, C calls, D all-in 200, E calls; A is asked."""
    hand = flop("A  B 125  C  D 200  E", 100, reopen_rule=rule)
    return hand.bets("A", 100).goes_all_in("B").calls("C").goes_all_in("D").calls("E")


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, True), (SINGLE, False), (HALF, True)])
def test_r11_2_a_two_short_all_ins_make_a_full_raise_together(rule: str, may: bool) -> None:  # noqa: FBT001
    _may(_row_a(rule).expect(call=100), "A", 300, may=may)


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, False), (SINGLE, False), (HALF, True)])
def test_r11_2_b_who_called_between_them_faces_less(rule: str, may: bool) -> None:  # noqa: FBT001
    _may(_row_a(rule).calls("A").expect(call=75), "C", 300, may=may)


@pytest.mark.parametrize("rule", [CUMULATIVE, HALF])
def test_r11_2_c_the_reopened_raise_reopens_for_the_others(rule: str) -> None:
    _may(_row_a(rule).raises("A", 300).expect(call=175), "C", 400, may=True)


def _row_d(rule: str, *short: int) -> Table:
    """Seed 003: A 500, B 1000, C calls 1000, all-ins follow; A calls."""
    names = "DE"[: len(short)]
    allins = "  ".join(f"{name} {chips}" for name, chips in zip(names, short, strict=True))
    hand = flop(f"A  B  C  {allins}", 100, reopen_rule=rule).bets("A", 500).raises("B", 1000).calls("C")
    return hand.goes_all_in(*names)


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, True), (SINGLE, False), (HALF, True)])
def test_r11_2_d_two_short_all_ins_reopen_cumulatively(rule: str, may: bool) -> None:  # noqa: FBT001
    hand = _row_d(rule, 1300, 1700)
    _may(hand, "A", 2200, may=True)  # B's 500 was a full raise after A acted
    _may(hand.calls("A"), "B", 2200, may=may)
    _may(hand.folds("A").calls("B"), "C", 2200, may=may)


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, False), (SINGLE, False), (HALF, True)])
def test_r11_2_e_one_short_all_in_of_300_over_500(rule: str, may: bool) -> None:  # noqa: FBT001
    hand = _row_d(rule, 1300)
    _may(hand.calls("A"), "B", 1800, may=may)


@pytest.mark.parametrize(
    ("rule", "inclusive", "may"),
    [(CUMULATIVE, True, False), (SINGLE, True, False), (HALF, True, True), (HALF, False, False)],
)
def test_r11_2_f_exactly_half_is_enough_if_inclusive(rule: str, inclusive: bool, may: bool) -> None:  # noqa: FBT001
    hand = flop("A  B  C  D 1250", 100, reopen_rule=rule, half_inclusive=inclusive)
    hand = hand.bets("A", 500).raises("B", 1000).calls("C").goes_all_in("D").calls("A")
    _may(hand, "B", 1750, may=may)


@pytest.mark.parametrize("inclusive", [True, False])
def test_r11_2_f_more_than_half_is_enough_either_way(inclusive: bool) -> None:  # noqa: FBT001
    hand = flop("A  B  C  D 1251", 100, reopen_rule=HALF, half_inclusive=inclusive)
    hand = hand.bets("A", 500).raises("B", 1000).calls("C").goes_all_in("D").calls("A")
    _may(hand, "B", 1751, may=True)


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, False), (SINGLE, False), (HALF, True)])
def test_r11_2_g_the_raiser_faces_a_short_all_in_the_bettor_a_full_raise(rule: str, may: bool) -> None:  # noqa: FBT001
    hand = flop("A  B  C 250", 100, reopen_rule=rule).bets("A", 100).raises("B", 200).goes_all_in("C")
    _may(hand.expect(call=150), "A", 350, may=True)
    _may(hand.calls("A").expect(call=50), "B", 350, may=may)


@pytest.mark.parametrize("rule", RULES)
def test_r11_2_h_a_check_is_an_act(rule: str) -> None:
    hand = flop("A  B 20  C", 100, reopen_rule=rule).checks("A").goes_all_in("B").calls("C")
    _may(hand.expect(call=20), "A", 120, may=False)


def _row_i(rule: str) -> Table:
    """Blinds 2000/4000: A calls, C all-in 7500, SB folds; BB is asked."""
    hand = table("A  C 7500  SB  BB", button="C", blinds=(2000, 4000), reopen_rule=rule)
    return hand.calls("A").goes_all_in("C").folds("SB")


@pytest.mark.parametrize(("rule", "may"), [(CUMULATIVE, False), (SINGLE, False), (HALF, True)])
def test_r11_2_i_a_post_is_no_act_the_big_blind_may_raise(rule: str, may: bool) -> None:  # noqa: FBT001
    _may(_row_i(rule), "BB", 11500, may=True)
    _may(_row_i(rule).calls("BB").expect(call=3500), "A", 11500, may=may)


@pytest.mark.parametrize("rule", RULES)
def test_r11_2_j_the_big_blinds_raise_reopens(rule: str) -> None:
    _may(_row_i(rule).raises("BB", 11500).expect(call=7500), "A", 15500, may=True)


# ---- R-11.3 ----


def test_r11_3_a_short_all_in_makes_everybody_behind_it_act_up_to_the_seat_before() -> None:
    hand = flop("A  B  C 130  D", 100).bets("A", 100).calls("B").goes_all_in("C").calls("D")
    hand = hand.expect(to_act="A", call=30).calls("A").expect(to_act="B", call=30).calls("B")
    hand.expect(street="TURN", pot=520)


def test_r11_3_the_action_ends_before_the_last_one_who_increased_the_level() -> None:
    hand = flop("A  B  C  D", 100).bets("A", 100).calls("B").raises("C", 300).calls("D", "A", "B")
    hand.expect(street="TURN")


@pytest.mark.parametrize("rule", RULES)
def test_r11_3_any_verb_is_held_to_it(rule: str) -> None:
    # probe H3: raise to 300, call, all-in 350: the first raiser may not raise again, not by all-in either
    hand = table("SB  BB  UTG 5000  CO 5000  BTN 350", blinds=(50, 100), reopen_rule=rule)
    hand = hand.raises("UTG", 300).calls("CO").goes_all_in("BTN").folds("SB", "BB")
    hand.expect(to_act="UTG", call=50, may_raise=False)
    hand.refuses(Reason.RAISE_NOT_REOPENED, acted_at=300, level=350, increment=200).goes_all_in("UTG")
    hand.calls("UTG").refuses(Reason.RAISE_NOT_REOPENED).raises("CO", 550)
