"""R-5: what new and returning players post, straddles, and hands of absent players."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, no_table, table

SIX = "UTG  HJ  CO  BTN  SB  BB"
BLINDED = "UTG 1000  HJ 1000  CO 1000  BTN 1000  SB 1000  BB 1000"


# ---- posts ----


def test_r5_1_ex_a_live_post_may_check_or_raise() -> None:
    hand = table(SIX, live={"CO": 2}).expect(pot=5)
    hand = hand.folds("UTG", "HJ").expect(to_act="CO", call=0, least=4)
    hand.checks("CO").expect(to_act="BTN", call=2)
    hand.raises("CO", 4).expect(to_act="BTN", call=4, least=6)


def test_r5_1_a_live_post_must_still_match_a_raise() -> None:
    table(SIX, live={"CO": 2}).raises("UTG", 6).folds("HJ").expect(to_act="CO", call=4, least=10)


def test_r5_1_a_dead_post_counts_toward_no_call() -> None:
    hand = table(SIX, dead={"CO": 2}).expect(pot=5)
    hand.folds("UTG", "HJ").expect(to_act="CO", call=2)


def test_r5_2_ex_both_blinds_missed_are_one_live_and_one_dead() -> None:
    hand = table(BLINDED, live={"CO": 2}, dead={"CO": 1}).expect(pot=6, stacks={"CO": 997})
    hand = hand.folds("UTG", "HJ").checks("CO").calls("BTN").folds("SB").checks("BB")
    hand.expect(street="FLOP", pot=8)


def test_r5_2_a_dead_post_is_no_part_of_the_uncalled_bet() -> None:
    # CO raises to 6 over its 2 live and 1 dead; all fold: 4 come back, the dead chip is won
    hand = table(BLINDED, live={"CO": 2}, dead={"CO": 1}).folds("UTG", "HJ").raises("CO", 6)
    hand.folds("BTN", "SB", "BB").ends(returned={"CO": 4}, pots=[(6, "CO")], stacks={"CO": 1003})


def test_r5_2_live_chips_are_posted_before_dead_ones_when_short() -> None:
    hand = table("UTG  CO 13  BTN  SB  BB", blinds=(5, 10), live={"CO": 10}, dead={"CO": 5})
    assert [event.amount for event in hand.saw(events.LivePost)] == [10]
    assert [event.amount for event in hand.saw(events.DeadPost)] == [3]
    hand = table("UTG  CO 8  BTN  SB  BB", blinds=(5, 10), live={"CO": 10}, dead={"CO": 5})
    assert [event.amount for event in hand.saw(events.LivePost)] == [8]
    assert not hand.saw(events.DeadPost)


def test_r5_2_24_the_small_blind_comes_before_its_seats_own_live_post() -> None:
    # the small blind's seat owes a live big blind: 5 as small blind, 3 of the other 5 as the live post
    hand = table("UTG  BTN  SB 8  BB", blinds=(5, 10), live={"SB": 5})
    mine = [event for event in hand.happened if isinstance(event, events.SmallBlind | events.LivePost)]
    assert [(type(event), event.amount) for event in mine] == [(events.SmallBlind, 5), (events.LivePost, 3)]


def test_r5_2_24_entry_posts_come_before_a_single_ante_that_is_paid_last() -> None:
    # the button owes a live 10 and pays the table's ante of 10; it has 15
    hand = table("UTG  BTN 15  SB  BB", blinds=(5, 10), live={"BTN": 10}, ante_type="BUTTON")
    assert [event.amount for event in hand.saw(events.LivePost)] == [10]
    assert [event.amount for event in hand.saw(events.Ante)] == [5]
    hand = table(
        "UTG  BTN 15  SB  BB", blinds=(5, 10), live={"BTN": 10}, ante_type="BUTTON", ante_order="ANTE_FIRST"
    )
    assert [event.amount for event in hand.saw(events.Ante)] == [10]
    assert [event.amount for event in hand.saw(events.LivePost)] == [5]


def test_r5_1_a_live_post_makes_at_most_one_big_blind() -> None:
    with no_table(Reason.POST_INVALID, "R-5.1", live_post=3, most=2):
        table(SIX, live={"CO": 3})
    with no_table(Reason.POST_INVALID, "R-5.1", live_post=2, blind=1):
        table(SIX, live={"SB": 2})
    with no_table(Reason.POST_INVALID, "R-5.1", live_post=1, blind=2):
        table(SIX, live={"BB": 1})
    table(SIX, live={"SB": 1}).expect(pot=4)
    # the button blind is a big blind
    with no_table(Reason.POST_INVALID, "R-5.1", live_post=1, blind=2):
        table("left  next  BTN", blind_structure="BUTTON_BLIND", live={"BTN": 1})
    table("left  next  BTN", blind_structure="BUTTON_BLIND", live={"next": 2}).expect(pot=4)


# ---- straddles ----


def test_r5_3_without_the_switch_nobody_straddles() -> None:
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table(SIX, straddles=[("UTG", 4)])


def test_r5_3_ex_utg_straddles_and_the_next_seat_acts_first() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], straddle_seats={"UTG"})
    hand.expect(to_act="HJ", call=4, least=8, pot=7)
    hand = hand.calls("HJ", "CO").folds("BTN")
    hand = hand.expect(to_act="SB", call=3).calls("SB").expect(to_act="BB", call=2).calls("BB")
    hand.expect(to_act="UTG", call=0, least=8).raises("UTG", 8).expect(to_act="HJ", call=4)
    hand.checks("UTG").expect(street="FLOP", pot=20)


def test_r5_3_ex_by_difference_the_first_raise_is_smaller() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], straddle_seats={"UTG"}, straddle_min_raise="DIFFERENCE")
    hand.expect(to_act="HJ", call=4, least=6)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-8.2", least=6).raises("HJ", 5)


def test_r5_3_ex_a_button_straddle_lets_the_small_blind_act_first_and_the_button_last() -> None:
    hand = table(SIX, straddles=[("BTN", 4)], straddle_seats={"BUTTON"}).expect(to_act="SB", call=3)
    hand = hand.calls("SB").calls("BB").calls("UTG").calls("HJ").calls("CO")
    hand.expect(to_act="BTN", call=0, least=8)


def test_r5_3_ex_a_double_straddle() -> None:
    hand = table(SIX, straddles=[("UTG", 4), ("HJ", 8)], straddle_seats={"UTG"}, straddle_max=2)
    hand.expect(to_act="CO", call=8, least=16, pot=15)


def test_r5_3_by_difference_a_double_straddle_asks_for_the_last_step() -> None:
    hand = table(
        SIX,
        straddles=[("UTG", 4), ("HJ", 8)],
        straddle_seats={"UTG"},
        straddle_max=2,
        straddle_min_raise="DIFFERENCE",
    )
    hand.expect(to_act="CO", call=8, least=12)


def test_r5_3_ex_pot_limit_over_a_straddle() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], straddle_seats={"UTG"}, betting="POT_LIMIT")
    hand.expect(to_act="HJ", call=4, least=8, most=15)


def test_r5_3_a_straddle_is_no_raise_the_straddler_keeps_the_option() -> None:
    hand = table("UTG  BTN  SB  BB", straddles=[("UTG", 4)], straddle_seats={"UTG"})
    hand.folds("BTN", "SB").calls("BB").expect(to_act="UTG", call=0, may_raise=True)


def test_r5_3_after_the_flop_the_minimum_bet_is_the_big_blind_again() -> None:
    hand = table("UTG  BTN  SB  BB", straddles=[("UTG", 4)], straddle_seats={"UTG"})
    hand.calls("BTN", "SB", "BB").checks("UTG").expect(street="FLOP", to_act="SB", least=2)


def test_r5_3_any_seat_but_the_big_blind_may_straddle_where_the_table_says_so() -> None:
    hand = table(SIX, straddles=[("HJ", 4)], straddle_seats={"ANY"})
    hand.expect(to_act="CO", call=4)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table(SIX, straddles=[("BB", 4)], straddle_seats={"ANY"})
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table(SIX, straddles=[("HJ", 4)], straddle_seats={"UTG", "BUTTON"})


def test_r5_3_the_small_blind_straddles_what_is_missing() -> None:
    # a sleeper of the small blind: 3 more make 4; the big blind acts first
    hand = table(SIX, straddles=[("SB", 4)], straddle_seats={"ANY"}).expect(pot=6, to_act="BB", call=2)
    assert [(event.amount, event.to) for event in hand.saw(events.Straddle)] == [(3, 4)]


def test_r5_3_a_re_straddle_is_the_next_seats_and_doubles_again() -> None:
    switches: Switches = {"straddle_seats": {"UTG"}, "straddle_max": 3}
    table(SIX, straddles=[("UTG", 4), ("HJ", 8), ("CO", 16)], **switches).expect(to_act="BTN", call=16)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table(SIX, straddles=[("UTG", 4), ("CO", 8)], **switches)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", amount=7, due=8):
        table(SIX, straddles=[("UTG", 4), ("HJ", 7)], **switches)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", straddles=4, most=3):
        table(SIX, straddles=[("UTG", 4), ("HJ", 8), ("CO", 16), ("BTN", 32)], **switches)


def test_r5_3_the_multiple_is_a_switch() -> None:
    switches: Switches = {"straddle_seats": {"UTG"}, "straddle_multiple": 3}
    table(SIX, straddles=[("UTG", 6)], **switches).expect(call=6, least=12)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", amount=4, due=6):
        table(SIX, straddles=[("UTG", 4)], **switches)


def test_r5_3_a_stack_below_the_straddle_may_not_straddle_where_only_full_ones_count() -> None:
    line = "UTG 3  HJ  CO  BTN  SB  BB"
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", stack=3, missing=4):
        table(line, straddles=[("UTG", 4)], straddle_seats={"UTG"})
    hand = table(line, straddles=[("UTG", 4)], straddle_seats={"UTG"}, straddle_full_only=False)
    hand.expect(to_act="HJ", call=4, least=8, pot=6)


def test_r5_3_a_short_straddle_is_one_chip_at_least() -> None:
    short: Switches = {"straddle_seats": {"UTG"}, "straddle_full_only": False}
    table("UTG 1  HJ  CO  BTN  SB  BB", straddles=[("UTG", 4)], **short).expect(to_act="HJ", call=4, pot=4)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", stack=0, missing=4):
        antes: Switches = {"ante_type": "EACH", "ante_amount": 5}
        table("UTG 5  HJ  CO  BTN  SB  BB", straddles=[("UTG", 4)], **short, **antes)


def test_r5_3_a_straddle_needs_enough_players() -> None:
    switches: Switches = {"straddle_seats": {"UTG"}, "straddle_min_players": 4}
    table("UTG  BTN  SB  BB", straddles=[("UTG", 4)], **switches).expect(to_act="BTN", call=4)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", players=3, least=4):
        table("BTN  SB  BB", straddles=[("BTN", 4)], **switches)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", players=2, least=3):
        table("BTN  BB", straddles=[("BTN", 4)], straddle_seats={"UTG", "BUTTON"})


def test_r5_3_a_mandatory_straddle_has_to_be_posted() -> None:
    switches: Switches = {"straddle_seats": {"UTG"}, "straddle_mandatory": True}
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", amount=4):
        table(SIX, **switches)
    table(SIX, straddles=[("UTG", 4)], **switches).expect(to_act="HJ", call=4)
    table("UTG 3  HJ  CO  BTN  SB  BB", **switches).expect(to_act="UTG", call=2)  # it cannot pay in full
    table("BTN  BB", **switches).expect(to_act="BTN", call=1)  # too few players


def test_r5_3_where_both_may_the_button_goes_before_utg() -> None:
    switches: Switches = {"straddle_seats": {"UTG", "BUTTON"}, "straddle_mandatory": True}
    table(SIX, straddles=[("BTN", 4)], **switches).expect(to_act="SB", call=3)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table(SIX, straddles=[("UTG", 4)], **switches)
    # a button that cannot pay leaves it to UTG
    table("UTG  HJ  CO  BTN 3  SB  BB", straddles=[("UTG", 4)], **switches).expect(to_act="HJ", call=4)


def test_r5_3_a_seat_that_its_ante_left_too_short_does_not_have_to_straddle() -> None:
    switches: Switches = {
        "straddle_seats": {"UTG"},
        "straddle_mandatory": True,
        "ante_type": "EACH",
        "ante_amount": 1,
    }
    table("UTG 4  HJ  CO  BTN  SB  BB", **switches).expect(to_act="UTG", call=2)
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", amount=4):
        table("UTG 5  HJ  CO  BTN  SB  BB", **switches)


def test_r5_3_utg_first_lets_the_straddler_act_last() -> None:
    hand = table(SIX, straddles=[("CO", 4)], straddle_seats={"ANY"}, straddle_order="UTG_FIRST")
    hand = hand.expect(to_act="UTG", call=4).calls("UTG", "HJ").expect(to_act="BTN")
    hand = hand.calls("BTN", "SB", "BB").expect(to_act="CO", call=0, least=8)
    hand.checks("CO").expect(street="FLOP")


def test_r5_3_24_utg_first_a_raise_before_the_straddlers_turn_makes_it_act_in_turn() -> None:
    hand = table(SIX, straddles=[("CO", 4)], straddle_seats={"ANY"}, straddle_order="UTG_FIRST")
    hand.raises("UTG", 8).folds("HJ").expect(to_act="CO", call=4, least=12)


def test_r5_3_fixed_limit_the_straddle_is_no_bet_for_the_cap() -> None:
    # blind, then three raises: 4 - 6 - 8 - 10, as without a straddle (WL 130)
    hand = table("UTG  BTN  SB  BB  ", straddles=[("UTG", 4)], straddle_seats={"UTG"}, betting="FIXED_LIMIT")
    hand = hand.expect(to_act="BTN", call=4, least=6, most=6)
    hand = hand.raises("BTN", 6).raises("SB", 8).raises("BB", 10)
    hand.refuses(Reason.RAISE_CAPPED, "R-10.2").raises("UTG", 12)


# ---- absent players ----


def test_r5_4_an_absent_player_is_dealt_in_posts_and_is_dead_before_the_first_action() -> None:
    hand = table("UTG 1000  BTN 1000  SB 1000  BB 1000", blinds=(50, 100), absent="UTG BB")
    assert [event.seat for event in hand.saw(events.Killed)] == [4, 1]
    assert len(hand.saw(events.DealHole)) == 4
    hand = hand.expect(to_act="BTN", pot=150, call=100).calls("BTN").calls("SB")
    hand.expect(street="FLOP", to_act="SB", pot=300)


def test_r5_4_all_but_one_absent_and_the_last_one_wins_the_posts() -> None:
    table("BTN 1000  SB 1000  BB 1000", blinds=(50, 100), absent="SB BB").ends(
        pots=[(150, "BTN")], returned={}, stacks={"BTN": 1150, "SB": 950, "BB": 900}
    )


def test_r5_4_somebody_must_be_there() -> None:
    with no_table(Reason.SEAT_COUNT, "R-5.4"):
        table("BTN  SB  BB", absent="BTN SB BB")


@pytest.mark.parametrize("absent", ["BTN", "SB", "UTG"])
def test_r5_4_a_hand_is_killed_also_later_on(absent: str) -> None:
    hand = table("UTG  BTN  SB  BB").calls("UTG", "BTN", "SB").checks("BB").kills(absent)
    hand.expect(street="FLOP", to_act="BB" if absent == "SB" else "SB", pot=8)
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-5.4").kills(absent)
