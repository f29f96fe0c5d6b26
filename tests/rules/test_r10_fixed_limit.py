"""R-10: one size a street, a cap on the raises, and all-ins of less than a bet."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, table

LIMIT: Switches = {"betting": "FIXED_LIMIT"}
UNCAPPED_EARLY = "UNCAPPED_IF_HEADSUP_BEFORE_CAP"
UNCAPPED_AT_START = "UNCAPPED_IF_ROUND_STARTS_HEADSUP"


def _flop(line: str, **switches: str | int | bool) -> Table:
    """A flop whose one bet is 20."""
    return flop(line, 20, **LIMIT, **switches)


# ---- R-10.1 ----


def test_r10_1_before_the_flop_and_on_it_the_bet_is_the_big_blind_later_twice_that() -> None:
    hand = table("SB  BB  UTG  BTN", blinds=(5, 10), **LIMIT).expect(to_act="UTG", least=20, most=20)
    hand = hand.calls("UTG", "BTN", "SB").checks("BB").expect(street="FLOP", least=10, most=10)
    hand = hand.checks_to("TURN").expect(least=20, most=20)
    hand.checks_to("RIVER").expect(least=20, most=20)


def test_r10_1_the_sizes_are_switches() -> None:
    sizes: Switches = {"fl_small_bet": 30, "fl_big_bet": 50}
    hand = table("SB  BB  UTG  BTN", blinds=(5, 10), **LIMIT, **sizes).expect(least=40, most=40)
    hand = hand.calls("UTG", "BTN", "SB").checks("BB").expect(street="FLOP", least=30, most=30)
    hand.checks_to("TURN").expect(least=50, most=50)
    # the big bet is twice the small one where it is not given
    table("BTN  BB", blinds=(5, 10), fl_small_bet=30, **LIMIT).calls("BTN").checks_to("TURN").expect(least=60)


def test_r10_1_bets_and_raises_are_exactly_one_bet() -> None:
    hand = _flop("A  B  C")
    hand.refuses(Reason.ABOVE_MAXIMUM, "R-10.1", to=21, most=20).bets("A", 21)
    hand.refuses(Reason.BET_BELOW_MINIMUM, "R-10.1", to=19, least=20).bets("A", 19)
    hand = hand.bets("A", 20).expect(to_act="B", least=40, most=40)
    hand.refuses(Reason.ABOVE_MAXIMUM, "R-10.1").raises("B", 60)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-10.1").raises("B", 30)


def test_r10_1_an_all_in_for_more_than_one_bet_is_refused() -> None:
    _flop("A 500  B  C").refuses(Reason.ABOVE_MAXIMUM, "R-10.1", most=20).goes_all_in("A")


def test_r10_1_24_fixed_sizes_need_not_lie_on_the_step() -> None:
    hand = table("SB  BB  UTG  BTN", blinds=(10, 20), bet_step=20, fl_small_bet=30, **LIMIT)
    hand.expect(to_act="UTG", least=50, most=50).raises("UTG", 50)


# ---- the cap ----


def test_r10_2_ex_10_20_before_the_flop_a_bet_and_three_raises() -> None:
    hand = table("SB  BB  UTG  BTN", blinds=(5, 10), **LIMIT)
    hand = hand.raises("UTG", 20).raises("BTN", 30).raises("SB", 40)
    hand.expect(to_act="BB", call=30, may_raise=False)
    hand.refuses(Reason.RAISE_CAPPED, "R-10.2", bets=4, most=4).raises("BB", 50)


def test_r10_2_some_rooms_allow_four_raises() -> None:
    hand = table("SB  BB  UTG  BTN", blinds=(5, 10), fl_max_raises=4, **LIMIT)
    hand = hand.raises("UTG", 20).raises("BTN", 30).raises("SB", 40).raises("BB", 50)
    hand.expect(to_act="UTG", may_raise=False)


def test_r10_2_after_the_flop_the_cap_is_a_bet_and_three_raises() -> None:
    hand = _flop("A  B  C").bets("A", 20).raises("B", 40).raises("C", 60).raises("A", 80)
    hand.refuses(Reason.RAISE_CAPPED, "R-10.2").raises("B", 100)
    hand.calls("B", "C").expect(street="TURN", to_act="A", least=40)


def _two_left_before_the_cap(rule: str, last_two: bool = False) -> Table:  # noqa: FBT001, FBT002
    """Three see the flop, C folds to the first raise; A and B raise to the cap of 80."""
    hand = _flop("A  B  C", fl_cap_headsup=rule, last_two_in_event=last_two)
    return hand.bets("A", 20).raises("B", 40).folds("C").raises("A", 60).raises("B", 80)


def test_r10_2_two_left_before_the_cap_is_reached_lift_it() -> None:
    _two_left_before_the_cap(UNCAPPED_EARLY).expect(to_act="A", least=100, most=100)


@pytest.mark.parametrize("rule", [UNCAPPED_AT_START, "ONLY_LAST_TWO_IN_EVENT", "ALWAYS_CAPPED"])
def test_r10_2_the_other_rules_keep_the_cap_then(rule: str) -> None:
    _two_left_before_the_cap(rule).refuses(Reason.RAISE_CAPPED, "R-10.2").raises("A", 100)


def test_r10_2_once_capped_a_later_fold_does_not_uncap() -> None:
    hand = _flop("A  B  C").bets("A", 20).raises("B", 40).raises("C", 60).raises("A", 80).folds("B")
    hand.expect(to_act="C", call=20, may_raise=False)


def _two_start(rule: str, last_two: bool = False) -> Table:  # noqa: FBT001, FBT002
    hand = _flop("A  B", fl_cap_headsup=rule, last_two_in_event=last_two)
    return hand.bets("A", 20).raises("B", 40).raises("A", 60).raises("B", 80)


@pytest.mark.parametrize("rule", [UNCAPPED_EARLY, UNCAPPED_AT_START])
def test_r10_2_a_round_that_two_players_start_has_no_cap(rule: str) -> None:
    _two_start(rule).raises("A", 100).expect(to_act="B", least=120)


def test_r10_2_always_capped_holds_for_two_as_well() -> None:
    _two_start("ALWAYS_CAPPED").refuses(Reason.RAISE_CAPPED).raises("A", 100)


def test_r10_2_24_only_the_last_two_of_an_event_are_uncapped_and_the_start_must_say_so() -> None:
    _two_start("ONLY_LAST_TWO_IN_EVENT", last_two=True).raises("A", 100)
    _two_start("ONLY_LAST_TWO_IN_EVENT").refuses(Reason.RAISE_CAPPED).raises("A", 100)


def test_r10_2_24_the_round_starts_heads_up_if_two_are_in_hand_all_in_ones_counted() -> None:
    # A, B and C are in hand on the flop though C is all-in: no heads-up
    hand = table(
        "A  B  C 20  BTN",
        blinds=(0, 20),
        blind_structure="NONE",
        fl_cap_headsup=UNCAPPED_AT_START,
        **LIMIT,
    )
    hand = hand.bets("A", 20).calls("B").goes_all_in("C").folds("BTN").expect(street="FLOP", to_act="A")
    hand = hand.bets("A", 20).raises("B", 40).raises("A", 60).raises("B", 80)
    hand.refuses(Reason.RAISE_CAPPED).raises("A", 100)


def test_r10_2_24_before_the_flop_the_dealt_players_are_counted() -> None:
    # three are dealt, two are left after the button's fold: the round did not start heads-up
    hand = table("SB  BB  BTN", blinds=(5, 10), fl_cap_headsup=UNCAPPED_AT_START, **LIMIT).folds("BTN")
    hand = hand.raises("SB", 20).raises("BB", 30).raises("SB", 40)
    hand.refuses(Reason.RAISE_CAPPED).raises("BB", 50)
    # two are dealt: it did
    two = table("BTN  BB", blinds=(5, 10), fl_cap_headsup=UNCAPPED_AT_START, **LIMIT)
    two.raises("BTN", 20).raises("BB", 30).raises("BTN", 40).raises("BB", 50)


def test_r10_2_24_a_seat_that_was_dealt_in_and_killed_counts_before_the_flop_and_not_after_it() -> None:
    # three are dealt and one is absent: before the flop it is no heads-up, on the flop it is
    three: Switches = {"fl_cap_headsup": UNCAPPED_AT_START, **LIMIT}
    hand = table("SB  BB  BTN", blinds=(5, 10), absent="BTN", **three).raises("SB", 20).raises("BB", 30)
    hand = hand.raises("SB", 40)
    hand.refuses(Reason.RAISE_CAPPED).raises("BB", 50)
    hand = hand.calls("BB").bets("SB", 10).raises("BB", 20).raises("SB", 30).raises("BB", 40)
    hand.raises("SB", 50)


def test_r10_2_24_an_all_in_player_counts_at_the_bet_that_reaches_the_cap() -> None:
    # C is all-in in the pot: A and B are not heads-up when B makes it 80
    hand = _flop("A  B  C 20").bets("A", 20).raises("B", 40).goes_all_in("C").raises("A", 60)
    hand.raises("B", 80).refuses(Reason.RAISE_CAPPED).raises("A", 100)


# ---- partial all-ins (b = 20) ----


def test_r10_3_ex_an_opening_all_in_of_15_counts_as_a_bet() -> None:
    hand = _flop("A 15  B  C").goes_all_in("A").expect(to_act="B", call=15, least=35, most=35)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-10.1").raises("B", 20)
    _flop("A 15  B  C", fl_partial_base="NEXT_LEVEL").goes_all_in("A").expect(least=40, most=40)


def test_r10_3_ex_an_opening_all_in_of_8_is_called_or_completed_to_20() -> None:
    hand = _flop("A 8  B  C").goes_all_in("A").expect(to_act="B", call=8, least=20, most=20)
    hand.raises("B", 20).expect(to_act="C", call=20, least=40, most=40)


def test_r10_3_ex_bet_20_all_in_28_is_called_or_completed_to_40() -> None:
    hand = _flop("A  B  C 28  D").bets("A", 20).calls("B").goes_all_in("C")
    hand.expect(to_act="D", call=28, least=40, most=40)
    hand = hand.calls("D").expect(to_act="A", call=8, may_raise=False).calls("A")
    hand.refuses(Reason.RAISE_NOT_REOPENED, "R-11.1").raises("B", 40)


def test_r10_3_ex_bet_20_all_in_30_is_exactly_half_and_full() -> None:
    hand = _flop("A  B 30  C").bets("A", 20).goes_all_in("B").expect(to_act="C", call=30, least=50)
    hand.calls("C").expect(to_act="A", call=10, least=50, most=50)
    by_level = _flop("A  B 30  C", fl_partial_base="NEXT_LEVEL").bets("A", 20).goes_all_in("B")
    by_level.expect(to_act="C", call=30, least=60)


def test_r10_3_bet_20_all_in_35_is_full() -> None:
    _flop("A  B 35  C").bets("A", 20).goes_all_in("B").expect(to_act="C", call=35, least=55, most=55)


def test_r10_3_two_short_all_ins_are_added_up() -> None:
    # 20, all-in 26, all-in 31: together 11 of 20 over the last full bet: full
    hand = _flop("A  B 26  C 31  D").bets("A", 20).goes_all_in("B").expect(least=31)
    hand = hand.goes_all_in("C").expect(to_act="D", call=31, least=51, most=51)
    hand.calls("D").expect(to_act="A", call=11, may_raise=True)


def test_r10_3_a_full_partial_counts_toward_the_cap_and_a_short_one_does_not() -> None:
    full = _flop("A  B  C 70  D").bets("A", 20).raises("B", 40).expect(to_act="C", least=60)
    full = full.raises("C", 60).raises("D", 80)
    full.refuses(Reason.RAISE_CAPPED).raises("A", 100)
    half = _flop("A  B 30  C  D").bets("A", 20).goes_all_in("B").raises("C", 50).raises("D", 70)
    half.refuses(Reason.RAISE_CAPPED).raises("A", 90)
    short = _flop("A  B 28  C  D").bets("A", 20).goes_all_in("B").raises("C", 40).raises("D", 60)
    short.raises("A", 80).refuses(Reason.RAISE_CAPPED).raises("C", 100)


def test_r10_3_24_a_completion_is_a_full_raise_under_single_full() -> None:
    hand = _flop("A  B  C 28  D", reopen_rule="SINGLE_FULL").bets("A", 20).calls("B").goes_all_in("C")
    hand = hand.raises("D", 40).expect(to_act="A", call=20, least=60)
    assert [event.short for event in hand.saw(events.Raise)] == [True, False]
    hand.calls("A").expect(to_act="B", may_raise=True)


def test_r10_3_24_half_inclusive_moves_the_right_to_raise_and_not_the_half_bet() -> None:
    # exactly half: a full bet all the same, but the bettor is not reopened
    hand = _flop("A  B 30  C", half_inclusive=False).bets("A", 20).goes_all_in("B")
    hand.expect(to_act="C", least=50).calls("C").expect(to_act="A", call=10, may_raise=False)


def test_r10_3_before_the_flop_the_big_blind_is_the_last_full_bet() -> None:
    # 10: all-in 14 is short (complete to 20), all-in 15 is half of it (raise to 25)
    table("SB  BB  UTG 14  BTN", blinds=(5, 10), **LIMIT).goes_all_in("UTG").expect(call=14, least=20)
    table("SB  BB  UTG 15  BTN", blinds=(5, 10), **LIMIT).goes_all_in("UTG").expect(call=15, least=25)


def test_r10_24_over_a_straddle_raises_are_one_bet_and_reopening_goes_by_the_bet() -> None:
    straddled: Switches = {"straddle_seats": {"UTG"}, "straddle_min_raise": "DIFFERENCE", **LIMIT}
    hand = table("SB  BB  UTG  CO 25  BTN", blinds=(5, 10), straddles=[("UTG", 20)], **straddled)
    hand = hand.expect(to_act="CO", call=20, least=25, most=25)  # 30, were it not for its stack
    # 25 over 20 is half a bet of 10: full; the next raise is to 35
    hand.goes_all_in("CO").expect(to_act="BTN", call=25, least=35, most=35)
