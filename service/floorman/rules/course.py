"""The course of a hand: everything that follows by itself, until somebody must decide (audit.md 4.3).

The turn passes, streets are dealt, the betting ends, hands go up, the hand is paid.
"""

from __future__ import annotations

from floorman import events
from floorman.events import Event, Outcome
from floorman.rules import runs, showdown
from floorman.rules.dealing import Deck, deal_street, run_out_board
from floorman.rules.hand import BOARD_CARDS, NOBODY, RIVER, Hand, Phase
from floorman.rules.irregularities import finish
from floorman.rules.limits import open_round
from floorman.rules.settlement import pay, refund, settle
from floorman.rules.turns import first_turn, live_seats, next_to_act

__all__ = ["run_on"]


def run_on(hand: Hand, deck: Deck, happened: list[Event]) -> None:
    """Lets a hand run on to the next decision, or to its end; appends what happened.

    Args:
        hand: after a deal or a step; it is changed.
        deck: whence its cards come.
        happened: gets the events, in the order of audit.md 4.3.
    """
    while hand.phase is not Phase.COMPLETE:
        if len(hand.in_hand()) == 1:
            _settle(hand, happened)
            return
        if not hand.betting_over:
            hand.actor = next_to_act(hand)
            if hand.actor != NOBODY:
                hand.phase = Phase.BET
                return
        if _over(hand):
            _finish_betting(hand, deck, happened)
            return
        if not deal_street(hand, deck, happened):
            hand.phase = Phase.WAIT_CARDS
            return
        _begin_round(hand, happened)


def _over(hand: Hand) -> bool:
    """R-7.5: whether the closed round was the last one."""
    return hand.betting_over or hand.street == RIVER or live_seats(hand) <= 1


def _begin_round(hand: Hand, happened: list[Event]) -> None:
    """R-7: a new street; only its first bet sets a price again."""
    for seat in hand.seats:
        seat.put = 0
        seat.at = 0
        seat.acted = False
        seat.raised_since = False
        if not seat.folded:
            seat.last_street = hand.street
    open_round(hand)
    hand.turn = first_turn(hand)
    if next_to_act(hand) != NOBODY:
        happened.append(events.StreetBegins(hand.street, hand.pot))


def _finish_betting(hand: Hand, deck: Deck, happened: list[Event]) -> None:
    """R-12.2, R-14: no more betting: hands up, run votes, the rest of the boards, the showdown."""
    hand.betting_over = True
    hand.actor = NOBODY
    for position in hand.in_hand():
        hand.seats[position].last_street = RIVER
    refund(hand, happened)
    to_come = any(len(board) < BOARD_CARDS[RIVER] for board in hand.boards)
    if to_come and not hand.hands_up and showdown.turns_up_before_the_board(hand):
        if showdown.unnamed_claims(hand):
            hand.phase = Phase.WAIT_CARDS
            return
        showdown.turn_up(hand, happened)
    if to_come and not hand.runs and runs.open_question(hand, happened):
        return
    for board in range(len(hand.boards)):
        if not run_out_board(hand, deck, board, happened):
            hand.phase = Phase.WAIT_CARDS
            return
    _show_down(hand, happened)


def _show_down(hand: Hand, happened: list[Event]) -> None:
    """R-12.3 to R-12.6: hands up together, or one by one in their order."""
    if not hand.hands_up and showdown.turns_up_at_showdown(hand):
        if showdown.unnamed_claims(hand):
            hand.phase = Phase.WAIT_CARDS
            return
        showdown.turn_up(hand, happened)
    while not hand.hands_up:
        position = showdown.next_to_show(hand)
        if position == NOBODY:
            break
        if hand.asks:
            hand.phase = Phase.SHOW
            hand.actor = position
            return
        showdown.decide_by_table_rule(hand, position, happened)
    _settle(hand, happened)


def _settle(hand: Hand, happened: list[Event]) -> None:
    refund(hand, happened)
    pay(hand, settle(hand), happened)
    finish(hand, Outcome.PLAYED, happened)
