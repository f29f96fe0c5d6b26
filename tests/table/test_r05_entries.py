"""R-5.1, R-5.2, R-5.4: newcomers, missed blinds, absent players."""

from __future__ import annotations

from dataclasses import replace

import pytest

from floorman.rules.choices import (
    BlindStructure,
    EntryGap,
    EntryPost,
    MissedBlinds,
    MissedSbAlone,
)
from floorman.rules.dealing import NoDeck
from floorman.rules.floor import open_hand
from floorman.table.entries import Dues
from floorman.table.prepare import EntryChoice, NextHand, Outcome, Standing
from floorman.table.seats import Ledger, Missed, Wish
from tests.table.chairs import BOTH, dealt, ledger, plan, positions, posts, prepared, rules, standing, taken

# six-handed: button 0, small blind 1, big blind 2 in the last hand; in the next one button 1, blinds 2 and 3,
# UTG 4, HJ 5, and seat 0 is the cutoff
SIX = (0, 1, 2, 3, 4, 5)
LAST = (0, 1, 2)
POST = {0: Wish.POST}
WAIT = {0: Wish.WAIT}
SB = Missed(small_blind=True)
BB = Missed(big_blind=True)


def pot_before_action(hand: NextHand) -> int:
    assert hand.start is not None
    opened, _ = open_hand(replace(hand.start, host_deals=True), NoDeck())
    return opened.pot


# ---- what a newcomer owes ----


def test_r5_1_ex_the_cutoff_is_new_and_posts_a_live_big_blind() -> None:
    hand = prepared(taken(*SIX, new={0}, wish=POST), last=LAST)
    assert plan(hand, 0).position == "CO"
    assert posts(hand, 0) == (2, 0)
    assert ledger(hand, 0) == Ledger()
    assert pot_before_action(hand) == 5


def test_r5_1_a_newcomer_who_has_not_said_so_pays_nothing_and_waits() -> None:
    hand = prepared(taken(*SIX, new={0}), last=LAST)
    assert standing(hand, 0) is Standing.WAITS_FOR_BLIND
    assert plan(hand, 0).choices == (EntryChoice(Wish.POST, Dues(live=2)), EntryChoice(Wish.WAIT, Dues()))
    assert ledger(hand, 0).new


def test_r5_1_whoever_waits_comes_in_as_the_big_blind_and_posts_nothing_else() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, new={3}, wish={3: Wish.WAIT}), last=LAST)
    assert positions(hand) == (1, 2, 3)
    assert posts(hand, 3) == (0, 0)
    assert plan(hand, 3).choices == ()
    assert ledger(hand, 3) == Ledger()


@pytest.mark.parametrize(
    ("entry_post", "standing_", "post"),
    [
        (EntryPost.POST_BB_LIVE, Standing.DEALT, (2, 0)),
        (EntryPost.POST_BB_DEAD, Standing.DEALT, (0, 2)),
        (EntryPost.WAIT_FOR_BB, Standing.WAITS_FOR_BLIND, (0, 0)),
        (EntryPost.FREE, Standing.DEALT, (0, 0)),
    ],
)
def test_r5_1_entry_post(entry_post: EntryPost, standing_: Standing, post: tuple[int, int]) -> None:
    hand = prepared(taken(*SIX, new={0}, wish=POST), last=LAST, config=rules(entry_post=entry_post))
    assert (standing(hand, 0), posts(hand, 0)) == (standing_, post)


def test_r5_1_a_free_newcomer_need_not_be_asked() -> None:
    hand = prepared(taken(*SIX, new={0}), last=LAST, config=rules(entry_post=EntryPost.FREE))
    assert standing(hand, 0) is Standing.DEALT


def test_r5_1_a_newcomer_may_wait_where_posting_is_free_too() -> None:
    hand = prepared(taken(*SIX, new={0}, wish=WAIT), last=LAST, config=rules(entry_post=EntryPost.FREE))
    assert standing(hand, 0) is Standing.WAITS_FOR_BLIND


def test_r5_1_a_newcomer_whom_the_button_passes_has_missed_nothing() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.WAIT}, away={2}), last=(0, 1, 3))
    assert ledger(hand, 2) == Ledger(new=True)
    hand = prepared(taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.POST}), last=(2, 3, 4))
    assert standing(hand, 2) is Standing.DEALT
    assert posts(hand, 2) == (2, 0)


def test_r5_1_a_game_with_one_known_player_starts_again_and_nobody_owes() -> None:
    hand = prepared(taken(2, 3, 4, new={3, 4}), last=LAST)
    assert hand.starts
    assert positions(hand) == (1, 2, 3)
    assert dealt(hand) == [2, 3, 4]
    assert not any(posts(hand, seat) != (0, 0) for seat in (2, 3, 4))


def test_r5_1_where_everybody_waits_for_everybody_the_game_starts_again() -> None:
    # seat 0 plays, 1 and 2 are back and wait for the big blind, which is with seat 0 next
    missed = {1: BB, 2: BB}
    seats = taken(0, 1, 2, missed=missed, wish={1: Wish.WAIT, 2: Wish.WAIT})
    hand = prepared(seats, last=(1, 2, 5))
    assert hand.starts
    assert dealt(hand) == [0, 1, 2]
    assert positions(hand)[2] == 0
    assert not ledger(hand, 1).missed


# ---- the gap ----


def test_r5_1_nobody_comes_in_between_button_and_big_blind() -> None:
    # seat 2 leaves after its big blind and somebody sits down there: it is the dead small blind's seat
    hand = prepared(taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.POST}), last=LAST)
    assert positions(hand) == (1, None, 3)
    assert standing(hand, 2) is Standing.IN_GAP
    assert plan(hand, 2).choices == (EntryChoice(Wish.WAIT, Dues()),)
    # with the button on that seat it comes in
    hand = prepared(taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.POST}), last=hand.positions)
    assert positions(hand) == (2, 3, 4)
    assert posts(hand, 2) == (2, 0)


def test_r5_1_the_button_itself_is_no_gap() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, new={1}, wish={1: Wish.POST}), last=LAST)
    assert positions(hand) == (1, 2, 3)
    assert posts(hand, 1) == (2, 0)


def test_r5_1_tournament_newcomers_wait_only_between_button_and_small_blind() -> None:
    tda = rules("TOURNAMENT_TDA")
    # button 1, small blind 3: seat 2 waits; seat 4, left of the last big blind, is the next one
    hand = prepared(taken(1, 2, 3, 4, 5, 6, new={2, 4}), last=(0, 1, 3), config=tda)
    assert positions(hand) == (1, 3, 4)
    assert standing(hand, 2) is Standing.IN_GAP
    assert standing(hand, 4) is Standing.DEALT
    # and where the big blind has gone a newcomer posts the small blind of its seat
    hand = prepared(taken(0, 1, 2, 3, new={2}), last=LAST, config=tda)
    assert positions(hand) == (1, 2, 3)
    assert posts(hand, 2) == (0, 0)


BUY = rules(entry_gap=EntryGap.BUY_BUTTON)


def test_r5_1_buying_the_button_costs_both_blinds_and_brings_the_button_next() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.BUY_BUTTON}), last=LAST, config=BUY)
    assert positions(hand) == (1, None, 3)
    assert dealt(hand) == [0, 1, 2, 3, 4]
    assert posts(hand, 2) == (2, 1)
    assert positions(prepared(taken(0, 1, 2, 3, 4), last=hand.positions)) == (2, 3, 4)


def test_r5_1_the_button_comes_to_the_buyer_also_where_the_last_big_blind_sat_further_left() -> None:
    # the big blind on 4 has left, the button comes to 1: a newcomer on 3 buys it
    seats = taken(0, 1, 3, 5, 6, new={3}, wish={3: Wish.BUY_BUTTON})
    hand = prepared(seats, last=(0, 1, 4), config=BUY)
    assert positions(hand) == (1, None, 5)
    assert posts(hand, 3) == (2, 1)
    assert positions(prepared(taken(0, 1, 3, 5, 6), last=hand.positions, config=BUY)) == (3, 5, 6)


def test_r5_1_the_button_cannot_be_bought_where_somebody_posts_the_small_blind() -> None:
    seats = taken(0, 1, 3, 4, 5, 6, new={4}, wish={4: Wish.BUY_BUTTON})
    hand = prepared(seats, last=(1, 3, 5), config=BUY)
    assert positions(hand) == (3, 5, 6)
    assert standing(hand, 4) is Standing.IN_GAP
    assert plan(hand, 4).choices == (EntryChoice(Wish.WAIT, Dues()),)


def test_r5_1_of_two_the_one_nearer_to_the_button_buys_it() -> None:
    wishes = {3: Wish.BUY_BUTTON, 4: Wish.BUY_BUTTON}
    seats = taken(0, 1, 3, 4, 5, new={3, 4}, wish=wishes)
    hand = prepared(seats, last=(0, 1, 4), config=BUY)
    assert positions(hand) == (1, None, 5)
    assert posts(hand, 3) == (2, 1)
    assert standing(hand, 4) is Standing.IN_GAP
    assert plan(hand, 4).choices[0] == EntryChoice(Wish.BUY_BUTTON, Dues(2, 1))


def test_r5_1_who_missed_blinds_may_buy_the_button_too() -> None:
    seats = taken(0, 1, 2, 3, 4, missed={2: SB}, wish={2: Wish.BUY_BUTTON})
    hand = prepared(seats, last=LAST, config=BUY)
    assert posts(hand, 2) == (2, 1)
    assert not ledger(hand, 2).missed


def test_r5_1_outside_the_gap_a_buyer_just_posts() -> None:
    hand = prepared(taken(*SIX, new={0}, wish={0: Wish.BUY_BUTTON}), last=LAST, config=BUY)
    assert posts(hand, 0) == (2, 0)


def test_r5_1_outside_the_gap_a_buyer_waits_where_the_table_takes_no_posts() -> None:
    config = rules(entry_gap=EntryGap.BUY_BUTTON, entry_post=EntryPost.WAIT_FOR_BB)
    hand = prepared(taken(*SIX, new={0}, wish={0: Wish.BUY_BUTTON}), last=LAST, config=config)
    assert standing(hand, 0) is Standing.WAITS_FOR_BLIND
    # the button it may buy all the same
    seats = taken(0, 1, 2, 3, 4, new={2}, wish={2: Wish.BUY_BUTTON})
    assert posts(prepared(seats, last=LAST, config=config), 2) == (2, 1)


# ---- missed blinds ----


def test_r5_2_the_ledger_notes_each_blind_that_passes_an_absent_player() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, 5, away={3}), last=LAST)
    assert positions(hand) == (1, 2, 4)
    assert standing(hand, 3) is Standing.AWAY
    assert ledger(hand, 3).missed == BB
    hand = prepared(taken(0, 1, 2, 3, 4, 5, away={3}, missed={3: BB}), last=hand.positions)
    assert positions(hand) == (2, 4, 5)
    assert ledger(hand, 3).missed == BOTH


def test_r5_2_who_goes_after_the_big_blind_misses_the_small_one_only() -> None:
    hand = prepared(taken(*SIX, away={2}), last=LAST)
    assert positions(hand) == (1, None, 3)
    assert ledger(hand, 2).missed == SB


def test_r5_2_also_where_two_are_left() -> None:
    # three-handed, the big blind goes away: heads-up, and the small blind that was its own is missed
    hand = prepared(taken(0, 1, 2, away={2}), last=LAST)
    assert positions(hand) == (1, 1, 0)
    assert ledger(hand, 2).missed == SB


def test_r5_2_who_is_away_while_no_blind_comes_owes_nothing() -> None:
    hand = prepared(taken(*SIX, away={5}), last=LAST)
    assert ledger(hand, 5) == Ledger()
    assert standing(prepared(taken(*SIX), last=hand.positions), 5) is Standing.DEALT


def test_r5_2_a_seat_without_chips_misses_blinds_too() -> None:
    hand = prepared(taken(*SIX, stacks={3: 0}), last=LAST)
    assert standing(hand, 3) is Standing.NO_CHIPS
    assert ledger(hand, 3).missed == BB


def test_r5_2_ex_the_cutoff_owes_both_and_posts_them() -> None:
    hand = prepared(taken(*SIX, missed={0: BOTH}), last=LAST)
    assert posts(hand, 0) == (2, 1)
    assert not ledger(hand, 0).missed
    assert pot_before_action(hand) == 6


@pytest.mark.parametrize(
    ("missed", "alone", "post"),
    [
        (BB, MissedSbAlone.DEAD, (2, 0)),
        (SB, MissedSbAlone.DEAD, (0, 1)),
        (SB, MissedSbAlone.LIVE, (1, 0)),
        (BOTH, MissedSbAlone.LIVE, (2, 1)),
    ],
)
def test_r5_2_what_is_made_up(missed: Missed, alone: MissedSbAlone, post: tuple[int, int]) -> None:
    hand = prepared(taken(*SIX, missed={0: missed}), last=LAST, config=rules(missed_sb_alone=alone))
    assert posts(hand, 0) == post


def test_r5_2_who_comes_back_may_wait_for_the_big_blind_which_settles_everything() -> None:
    hand = prepared(taken(*SIX, missed={0: BOTH}, wish=WAIT), last=LAST)
    assert standing(hand, 0) is Standing.WAITS_FOR_BLIND
    assert ledger(hand, 0).missed == BOTH
    hand = prepared(taken(*SIX, missed={3: BOTH}, wish={3: Wish.WAIT}), last=LAST)
    assert positions(hand) == (1, 2, 3)
    assert posts(hand, 3) == (0, 0)
    assert not ledger(hand, 3).missed


def test_r5_2_who_waits_is_missed_by_the_next_blind_as_well() -> None:
    # big blind passed seat 3 already; it is back in the gap and cannot post: now the small one passes too
    hand = prepared(taken(*SIX, missed={3: BB}), last=(1, 2, 4))
    assert positions(hand) == (2, 4, 5)
    assert standing(hand, 3) is Standing.IN_GAP
    assert ledger(hand, 3).missed == BOTH


def test_r5_2_wait_only() -> None:
    config = rules(missed_blinds=MissedBlinds.WAIT_ONLY)
    hand = prepared(taken(*SIX, missed={0: BB}, wish=POST), last=LAST, config=config)
    assert standing(hand, 0) is Standing.WAITS_FOR_BLIND
    assert plan(hand, 0).choices == (EntryChoice(Wish.WAIT, Dues()),)


def test_r5_2_ignore() -> None:
    config = rules(missed_blinds=MissedBlinds.IGNORE)
    hand = prepared(taken(*SIX, missed={0: BOTH}, away={3}), last=LAST, config=config)
    assert (standing(hand, 0), posts(hand, 0)) == (Standing.DEALT, (0, 0))
    assert not ledger(hand, 3).missed


def test_r5_2_a_short_stack_posts_what_it_has() -> None:
    hand = prepared(taken(*SIX, missed={0: BOTH}, stacks={0: 2}), last=LAST)
    assert posts(hand, 0) == (2, 1)
    assert pot_before_action(hand) == 5


def test_r17_the_button_blind_is_missed_and_made_up_like_a_big_one() -> None:
    config = rules(blind_structure=BlindStructure.BUTTON_BLIND)
    hand = prepared(taken(0, 1, 2, 3, away={1}), last=(0, None, None), config=config)
    assert positions(hand) == (2, None, None)
    assert ledger(hand, 1).missed == BB
    hand = prepared(taken(0, 1, 2, 3, missed={1: BB}), last=hand.positions, config=config)
    assert positions(hand) == (3, None, None)
    assert posts(hand, 1) == (2, 0)


def test_r3_1_without_blinds_nobody_owes() -> None:
    config = rules(blind_structure=BlindStructure.NONE)
    hand = prepared(taken(0, 1, 2, 3, new={3}), last=(0, None, None), config=config)
    assert dealt(hand) == [0, 1, 2, 3]
    assert not ledger(hand, 3).new


# ---- absent players ----


def test_r5_4_tournament_absent_players_are_dealt_in_and_post() -> None:
    hand = prepared(taken(0, 1, 2, 3, away={3}), last=LAST, config=rules("TOURNAMENT_TDA"))
    assert positions(hand) == (1, 2, 3)
    assert plan(hand, 3).absent
    assert hand.start is not None
    assert [seat.absent for seat in hand.start.seats] == [False, False, False, True]
    assert ledger(hand, 3) == Ledger()


def test_r5_4_a_table_of_absent_players_plays_no_hand() -> None:
    seats = taken(0, 1, 2, away={0, 1, 2})
    hand = prepared(seats, last=LAST, config=rules("TOURNAMENT_TDA"))
    assert hand.outcome is Outcome.TOO_FEW_PLAYERS
