"""What the random hands have found, each as one small fact."""

from __future__ import annotations

from typing import Any

from floorman import steps
from floorman.rules.choices import BlindStructure
from floorman.rules.courtesy import BOTH_CARDS
from floorman.rules.dealing import NoDeck
from floorman.rules.decision import decision
from floorman.rules.floor import apply, open_hand
from floorman.rules.hand import Hand
from floorman.rules.opening import HandStart, SeatStart
from floorman.rules.pots import RakeRule, rake_of_pots
from floorman.rules.presets import resolve


def host_dealt(*seats: SeatStart, **switches: Any) -> Hand:
    config = resolve("CASH", {"small_blind": 1, "big_blind": 2, **switches})
    return open_hand(HandStart(config, button=seats[-1].number, seats=seats, host_deals=True), NoDeck())[0]


def test_r13_6_a_side_pot_pays_no_more_rake_than_it_holds() -> None:
    # 5 % of 199 are no whole unit of 10; of 200 they are, and the side pot holds one chip
    assert rake_of_pots([199, 1], RakeRule(bps=500, unit=10)) == [0, 1]
    # what the small pot could not give is due from the next one
    assert rake_of_pots([199, 1, 400], RakeRule(bps=500, unit=10)) == [0, 1, 29]


def test_r12_6_a_winner_whose_cards_nobody_knows_is_offered_to_show_both_and_not_one() -> None:
    hand = host_dealt(SeatStart(1, 100), SeatStart(2, 100))
    won, _ = apply(hand, steps.Fold(2), NoDeck())
    courtesies = decision(won).courtesies
    assert courtesies is not None
    assert (courtesies.winner, courtesies.shows) == (1, [BOTH_CARDS])


def test_r5_1_a_live_post_without_blinds_is_the_bet_to_match() -> None:
    seats = (SeatStart(1, 100), SeatStart(2, 100, live_post=2), SeatStart(3, 100))
    hand = host_dealt(*seats, blind_structure=BlindStructure.NONE)
    options = decision(hand).options
    assert options is not None
    assert (options.seat, options.owed, options.opens, options.least) == (1, 2, False, 4)


def test_r14_2_a_host_that_has_named_no_board_may_run_it_twice() -> None:
    hand = host_dealt(SeatStart(1, 100), SeatStart(2, 100), run_it_max=2)
    cards = (steps.DealHole(1, (0, 1)), steps.DealHole(2, (4, 5)))
    votes = (steps.Run(1, 2), steps.Run(2, 2))
    for step in (*cards, steps.AllIn(2), steps.Call(1), *votes):
        hand, _ = apply(hand, step, NoDeck())
    for board in (0, 1):
        for count in (3, 1, 1):
            missing = decision(hand).missing
            assert missing is not None
            assert (missing.board, missing.count) == (board, count)
            first = 20 + 5 * board + len(hand.boards[board])
            hand, _ = apply(hand, steps.DealBoard(board, tuple(range(first, first + count))), NoDeck())
    assert hand.boards == [[20, 21, 22, 23, 24], [25, 26, 27, 28, 29]]
