"""Rules that meet at the start of a hand. Where the book is silent, docs/rules.md names the choice."""

from __future__ import annotations

from typing import Any

import pytest

from floorman import events
from floorman.events import Outcome
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, no_table, table

SIX = "SB  BB  UTG  HJ  CO  BTN"
UTG_STRADDLES: Switches = {"straddle_seats": {"UTG"}}
POT_LIMIT: Switches = {"betting": "POT_LIMIT"}
LIMIT: Switches = {"betting": "FIXED_LIMIT"}


# ---- straddles (R-5.3) ----


def test_r5_3_meets_r3_3_a_straddle_over_a_short_big_blind() -> None:
    hand = table(
        "UTG 1000  BTN 1000  SB 1000  BB 30",
        blinds=(50, 100),
        straddles=[("UTG", 200)],
        best="BB > UTG",
        **UTG_STRADDLES,
    )
    hand = hand.expect(to_act="BTN", call=200, least=400, pot=280)
    # all fold: the straddler is not asked, for the only opponent is all-in for less
    hand.folds("BTN", "SB").ends(
        returned={"UTG": 150}, pots=[(90, "UTG BB"), (40, "UTG")], stacks={"UTG": 990, "BB": 90}
    )


def test_r5_3_meets_r3_3_against_all_ins_for_less_than_the_straddle_a_call_costs_their_largest_put() -> None:
    hand = table(
        "UTG 130  BTN 150  SB 1000  BB 90",
        blinds=(50, 100),
        straddles=[("UTG", 200)],
        straddle_full_only=False,
        best="BB > UTG > BTN > SB",
        **UTG_STRADDLES,
    )
    hand = hand.expect(to_act="BTN", call=150, may_raise=False, pot=270).goes_all_in("BTN")
    hand.expect(to_act="SB", call=100, may_raise=False).calls("SB").ends(
        pots=[(360, "UTG BTN SB BB"), (120, "UTG BTN SB"), (40, "BTN SB")], returned={}
    )


def test_r5_3_meets_r3_4_a_dead_small_blind_and_a_straddle() -> None:
    hand = table("UTG  CO  BTN  SB 0  BB", straddles=[("UTG", 4)], **UTG_STRADDLES)
    hand.expect(to_act="CO", call=4, least=8, pot=6)


def test_r5_3_meets_r2_3_an_empty_button_cannot_straddle() -> None:
    with no_table(Reason.STRADDLE_INVALID, "R-5.3"):
        table("UTG  CO  BTN 0  SB  BB", straddles=[("BTN", 4)], straddle_seats={"BUTTON"})
    mandatory: Switches = {"straddle_seats": {"BUTTON"}, "straddle_mandatory": True}
    table("UTG  CO  BTN 0  SB  BB", **mandatory).expect(to_act="UTG", call=2)


def test_r5_3_meets_r5_1_a_live_post_owes_the_rest_of_the_straddle() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], live={"CO": 2}, dead={"CO": 1}, **UTG_STRADDLES)
    hand.expect(to_act="HJ", pot=10).folds("HJ").expect(to_act="CO", call=2, least=8)


def test_r5_3_a_live_post_of_the_straddler_is_part_of_its_straddle() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], live={"UTG": 2}, **UTG_STRADDLES).expect(pot=7, to_act="HJ")
    assert [(event.amount, event.to) for event in hand.saw(events.Straddle)] == [(2, 4)]


def test_r5_3_a_short_re_straddle_makes_the_full_level() -> None:
    hand = table(
        "SB  BB  UTG  HJ 5  CO  BTN",
        straddles=[("UTG", 4), ("HJ", 8)],
        straddle_max=2,
        straddle_full_only=False,
        **UTG_STRADDLES,
    )
    hand.expect(to_act="CO", call=8, least=16, pot=12, stacks={"HJ": 0})


def test_r5_3_a_short_first_straddle_does_not_lower_the_second() -> None:
    hand = table(
        "SB  BB  UTG 3  HJ  CO  BTN",
        straddles=[("UTG", 4), ("HJ", 8)],
        straddle_max=2,
        straddle_full_only=False,
        straddle_min_raise="DIFFERENCE",
        **UTG_STRADDLES,
    )
    hand.expect(to_act="CO", call=8, least=12, pot=14)


def test_r5_3_utg_first_meets_an_all_in_straddler_who_has_nothing_to_decide() -> None:
    hand = table(
        "SB  BB  UTG  HJ  CO 3  BTN",
        straddles=[("CO", 4)],
        straddle_seats={"ANY"},
        straddle_order="UTG_FIRST",
        straddle_full_only=False,
    )
    hand = hand.expect(to_act="UTG", call=4).calls("UTG", "HJ").expect(to_act="BTN")
    hand.calls("BTN", "SB", "BB").expect(street="FLOP", to_act="SB", pot=23)


def test_r5_3_utg_first_meets_a_short_all_in_which_is_a_raise_too() -> None:
    hand = table(
        "SB  BB  UTG 5  HJ  CO  BTN",
        straddles=[("CO", 4)],
        straddle_seats={"ANY"},
        straddle_order="UTG_FIRST",
    )
    hand.goes_all_in("UTG").calls("HJ").expect(to_act="CO", call=1, least=9)


def test_r5_3_utg_first_with_two_straddles_only_the_last_straddler_waits() -> None:
    hand = table(
        SIX,
        straddles=[("UTG", 4), ("HJ", 8)],
        straddle_max=2,
        straddle_order="UTG_FIRST",
        **UTG_STRADDLES,
    )
    hand = hand.expect(to_act="UTG", call=4).calls("UTG").expect(to_act="CO").calls("CO", "BTN", "SB", "BB")
    hand.expect(to_act="HJ", call=0, least=16)


def test_r5_3_meets_r11_a_short_all_in_over_a_straddle() -> None:
    # 6 over a straddle of 4 is no full raise of 4; the straddler has not acted and may raise, to 10 at least
    hand = table("SB  BB  UTG  CO 6  BTN", straddles=[("UTG", 4)], **UTG_STRADDLES).goes_all_in("CO")
    hand = hand.calls("BTN").folds("SB", "BB").expect(to_act="UTG", call=2, least=10).calls("UTG")
    hand.expect(street="FLOP")


def test_r5_3_meets_r8_2_doubling_over_a_straddle() -> None:
    for first_raise in ("FULL", "DIFFERENCE"):
        hand = table(
            SIX,
            straddles=[("UTG", 4)],
            straddle_min_raise=first_raise,
            min_raise_rule="DOUBLE_LAST_TOTAL",
            **UTG_STRADDLES,
        )
        hand.expect(to_act="HJ", least=8)


def test_r5_3_meets_r9_3_a_short_straddle_counts_in_the_pot_as_posted() -> None:
    # blinds are assumed full, a straddle is not: 1 + 2 + 3 lie there; 4 + 6 + 4
    hand = table(
        "SB  BB  UTG 3  HJ  BTN",
        straddles=[("UTG", 4)],
        straddle_full_only=False,
        **UTG_STRADDLES,
        **POT_LIMIT,
    )
    hand.expect(to_act="HJ", most=14)


def test_r5_3_meets_r9_3_a_straddle_over_short_and_dead_blinds_in_pot_limit() -> None:
    # the dead small blind and the missing half of the big blind are assumed: 1 + 2 + 4; 4 + 7 + 4
    hand = table("UTG  HJ  BTN  SB 0  BB 1", straddles=[("UTG", 4)], **UTG_STRADDLES, **POT_LIMIT)
    hand.expect(to_act="HJ", call=4, most=15)


def test_r5_3_meets_r9_4_the_small_blind_counts_as_a_big_one_also_under_a_straddle() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], pl_sb_counts_as_bb=True, **UTG_STRADDLES, **POT_LIMIT)
    hand.expect(to_act="HJ", most=16)


def test_r5_3_meets_r10_3_a_partial_all_in_over_a_straddle_is_completed_to_one_bet_more() -> None:
    # blinds 5/10, straddle 20, bet 10: 24 is less than half a bet over 20
    hand = table("SB  BB  UTG  CO 24  BTN", blinds=(5, 10), straddles=[("UTG", 20)], **UTG_STRADDLES, **LIMIT)
    hand = hand.goes_all_in("CO").expect(to_act="BTN", call=24, least=30, most=30)
    hand = hand.raises("BTN", 30).expect(to_act="SB", call=25, least=40, most=40)
    # blind, completion, two raises: the cap
    hand.raises("SB", 40).raises("BB", 50).refuses(Reason.RAISE_CAPPED, "R-10.2").raises("UTG", 60)


def test_r5_3_meets_r4_1_an_ante_first_leaves_too_little_for_a_full_straddle() -> None:
    with no_table(Reason.STRADDLE_INVALID, "R-5.3", stack=3, missing=4):
        table(
            "SB  BB  UTG 4  BTN",
            straddles=[("UTG", 4)],
            ante_type="EACH",
            ante_amount=1,
            **UTG_STRADDLES,
        )


# ---- antes (R-4) ----


def test_r4_3_meets_r2_4_a_short_big_blind_ante_heads_up() -> None:
    short: Switches = {"ante_type": "BIG_BLIND", "best": "BB > BTN"}
    hand = table("BTN 1000  BB 150", blinds=(100, 200), **short).expect(to_act="BTN", call=50)
    hand.calls("BTN").ends(pots=[(300, "BTN BB")], stacks={"BTN": 850, "BB": 300})
    # the ante takes all: nothing is live against the button, who is not asked and gets its blind back
    hand = table("BTN 1000  BB 150", blinds=(100, 200), ante_order="ANTE_FIRST", **short)
    hand.ends(pots=[(150, "BTN BB")], returned={"BTN": 100}, stacks={"BTN": 1000, "BB": 150})


def test_r4_3_24_everything_that_is_posted_comes_in_its_order() -> None:
    hand = table(
        SIX,
        blinds=(50, 100),
        ante_type="BIG_BLIND",
        live={"CO": 100},
        dead={"CO": 50, "HJ": 50},
        straddles=[("UTG", 200)],
        **UTG_STRADDLES,
    )
    assert [type(event) for event in hand.happened[:7]] == [
        events.SmallBlind,
        events.BigBlind,
        events.DeadPost,  # HJ: seat by seat in table order
        events.LivePost,  # CO: live before dead
        events.DeadPost,
        events.Ante,
        events.Straddle,
    ]


# ---- absent and killed seats (R-5.4, R-13.1) ----


def test_r5_4_meets_r5_3_a_killed_straddler_leaves_its_straddle_as_the_price() -> None:
    hand = table(SIX, straddles=[("UTG", 4)], absent="UTG", **UTG_STRADDLES)
    hand.expect(to_act="HJ", call=4, least=8, pot=7)


def test_r5_4_meets_r4_1_an_absent_big_blind_pays_the_tables_ante_too() -> None:
    hand = table("UTG 60  BTN  SB  BB 500", blinds=(50, 100), ante_type="BIG_BLIND", absent="BB")
    hand.goes_all_in("UTG").folds("BTN", "SB").ends(pots=[(310, "UTG")], returned={}, stacks={"BB": 300})


def test_r5_4_meets_r13_2_a_side_pot_whose_contenders_are_killed_falls_to_the_main_pot() -> None:
    # A is all-in for 20; B and C, with 60 each, are killed when they should show
    hand = flop("A 20  B 100  C 100", 10, best="C > B > A", asks=True).goes_all_in("A").calls("B", "C")
    hand = hand.bets("B", 40).calls("C").checks_down().expect(phase=Phase.SHOW, to_act="B")
    hand.kills("B").kills("C").ends(pots=[(140, "A")], stacks={"A": 140, "B": 40, "C": 40})


def test_r5_4_meets_r13_2_one_contender_of_a_side_pot_is_killed() -> None:
    hand = flop("A 20  B 100  C 100", 10, best="A > B").goes_all_in("A").calls("B", "C").bets("B", 40)
    # C is killed while it faces 40: B's uncalled 40 come back
    hand.kills("C").ends(returned={"B": 40}, pots=[(60, "A B")], stacks={"A": 60, "B": 80, "C": 80})


def test_r5_4_meets_r12_a_hand_is_killed_at_the_showdown_when_its_turn_comes() -> None:
    hand = flop("A 100  B 100  C 100", 10, best="A > B > C", asks=True).bets("A", 10).calls("B", "C")
    hand = hand.checks_down().expect(phase=Phase.SHOW, to_act="A").kills("A").expect(to_act="B")
    hand.shows("B").mucks("C").ends(won={"B": 30}, shown="B", mucked="C")


def test_r5_4_meets_r12_the_last_open_hand_wins_unshown_when_the_others_are_killed() -> None:
    hand = flop("A 100  B 100", 10, best="A > B", asks=True).bets("A", 10).calls("B").checks_down()
    hand.kills("A").ends(won={"B": 20}, turned="")


def test_r5_4_the_turn_passes_on_when_the_seat_to_act_is_killed() -> None:
    hand = table(SIX).kills("UTG").expect(to_act="HJ").calls("HJ").kills("CO").expect(to_act="BTN")
    hand.calls("BTN").kills("SB").expect(to_act="BB")


def test_r5_4_killing_a_seat_that_is_not_to_act_leaves_the_turn_where_it_is() -> None:
    hand = table(SIX).calls("UTG").kills("CO").expect(to_act="HJ").calls("HJ").expect(to_act="BTN")
    hand.kills("UTG").expect(to_act="BTN", call=2)


def test_r5_4_meets_r13_2_chips_that_a_killed_seat_called_stay_in_their_layers() -> None:
    # UTG is all-in for 60, CO has called 100 and is killed; BB, who owes nothing, is not asked any more
    hand = table("SB 500  BB 500  UTG 60  CO 500", blinds=(50, 100)).goes_all_in("UTG").calls("CO")
    hand.folds("SB").kills("CO").ends(pots=[(230, "BB UTG"), (80, "BB")], returned={})


# ---- exposed cards (R-6.3) ----

TABLE_OF_SIX = "A  B  C  D  E  BTN"
BOMB: Switches = {"bomb_pot": 10}


def test_r6_3_meets_r15_in_a_bomb_pot_the_owner_gets_the_flop_burn_that_lies_face_down() -> None:
    hand = table(TABLE_OF_SIX, **BOMB).exposes("C", 1).expect(street="FLOP", to_act="A")
    assert hand.hole_indices("C") == (2, 12)
    assert hand.checks_down().board_indices() == [[13, 14, 15, 17, 19]]


def test_r6_3_meets_r15_without_burns_the_owner_gets_the_card_after_the_flop() -> None:
    hand = table(TABLE_OF_SIX, burn_cards=False, **BOMB).exposes("C", 1)
    assert hand.hole_indices("C") == (2, 15)
    assert hand.checks_down().board_indices() == [[12, 13, 14, 16, 17]]


def test_r6_3_meets_r15_two_boards_keep_their_places() -> None:
    hand = table(TABLE_OF_SIX, boards=2, **BOMB).exposes("C", 1)
    assert hand.hole_indices("C") == (2, 12)
    assert hand.checks_down().board_indices() == [[13, 14, 15, 20, 23], [16, 17, 18, 21, 24]]


def test_r6_3_meets_r15_a_misdeal_in_a_bomb_pot_returns_the_antes() -> None:
    hand = table("A 100  B 100  BTN 100", exposed_card="MISDEAL", **BOMB).exposes("B", 0)
    hand.ends(outcome=Outcome.MISDEAL, stacks={"A": 100, "B": 100, "BTN": 100})


def _exposed_and_all_in(**switches: Any) -> Table:
    """Three players, the first card off the deck is exposed, all are all-in and run it twice."""
    hand = table("SB 100  BB 100  BTN 100", run_it_max=2, **switches).exposes("SB", 0)
    return hand.goes_all_in("BTN", "SB", "BB").votes("SB", "BB", "BTN", runs=2)


def test_r6_3_meets_r14_the_exposed_card_is_the_flop_burn_of_the_first_board() -> None:
    hand = _exposed_and_all_in()
    assert hand.hole_indices("SB") == (6, 3)
    assert hand.board_indices() == [[7, 8, 9, 11, 13], [15, 16, 17, 19, 21]]
    assert hand.burn_indices() == [0, 10, 12, 14, 18, 20]


def test_r6_3_meets_r14_without_burns_in_the_runs_it_is_out_of_play() -> None:
    hand = _exposed_and_all_in(run_it_burn="NONE")
    assert hand.hole_indices("SB") == (6, 3)
    assert hand.board_indices() == [[7, 8, 9, 10, 11], [12, 13, 14, 15, 16]]
    assert hand.burn_indices() == []


@pytest.mark.parametrize(
    ("players", "burns", "exposed", "most"),
    [
        (6, "PER_BOARD", False, 3),  # 12 + 3 x 8 = 36
        (6, "PER_BOARD", True, 3),  # the owner's new card is one more, the flop burn is one less
        (8, "NONE", False, 4),  # 16 + 4 x 5 = 36
        (8, "NONE", True, 3),  # the exposed card is out of play: 37 would be needed
    ],
)
def test_r6_3_meets_r14_how_often_the_deck_allows_with_an_exposed_card(
    players: int,
    burns: str,
    exposed: bool,  # noqa: FBT001
    most: int,
) -> None:
    names = "ABCDEFGH"[:players]
    line = "  ".join(f"{name} 100" for name in names)
    short: Switches = {"variant": "SHORT_DECK_36", "run_it_max": 4, "run_it_burn": burns}
    hand = table(line, blinds=(0, 2), blind_structure="NONE", **short)
    hand = (hand.exposes("C", 0) if exposed else hand).goes_all_in(*names)
    assert hand.decision.most_runs == most


def test_r6_3_meets_r14_a_card_that_plays_though_exposed_saves_no_burn() -> None:
    # seven in a short deck, burns for the first board only: 14 + 3 + 4 x 5 would be 37
    names = "ABCDEFG"
    line = "  ".join(f"{name} 100" for name in names)
    short: Switches = {"variant": "SHORT_DECK_36", "run_it_max": 4, "run_it_burn": "FIRST_BOARD_ONLY"}
    hand = table(line, blinds=(0, 2), blind_structure="NONE", exposed_card="KEEP", **short)
    hand = hand.exposes("C", 0).goes_all_in(*names)
    assert hand.decision.most_runs == 3
    assert max(index for board in hand.votes(*names, runs=3).board_indices() for index in board) == 31


def test_r6_3_meets_r12_9_rabbits_know_of_the_exposed_card() -> None:
    hand = table("SB  BB  BTN", rabbit_hunt=True).exposes("SB", 0).folds("BTN", "SB").hunts_rabbits()
    assert [event.indices for event in hand.saw(events.RabbitCards)] == [(7, 8, 9), (11,), (13,)]
    hand = table("SB  BB  BTN", rabbit_hunt=True, burn_cards=False).exposes("SB", 0).folds("BTN", "SB")
    hand = hand.hunts_rabbits()
    assert [event.indices for event in hand.saw(events.RabbitCards)] == [(7, 8, 9), (10,), (11,)]


def test_r6_3_meets_r12_9_without_burns_rabbits_follow_the_hole_cards() -> None:
    hand = table("SB  BB  BTN", rabbit_hunt=True, burn_cards=False).folds("BTN", "SB").hunts_rabbits()
    assert [event.indices for event in hand.saw(events.RabbitCards)] == [(6, 7, 8), (9,), (10,)]


def test_r15_meets_r12_9_rabbits_of_two_boards() -> None:
    hand = table(TABLE_OF_SIX, boards=2, rabbit_hunt=True, **BOMB).bets("A", 10)
    hand = hand.folds("B", "C", "D", "E", "BTN").hunts_rabbits()
    assert [(event.board, event.indices) for event in hand.saw(events.RabbitCards)] == [
        (0, (20,)), (1, (21,)), (0, (23,)), (1, (24,))
    ]  # fmt: skip


def test_r6_3_meets_r5_4_a_card_of_an_absent_seat_may_be_exposed_before_the_first_action() -> None:
    hand = table("SB  BB  UTG  BTN", absent="BB").exposes("BB", 0).expect(to_act="UTG")
    assert hand.hole_indices("BB") == (8, 5)
