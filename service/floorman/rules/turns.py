"""Whose turn it is: first actor, next actor, and when a round is closed (R-7.1, R-7.4, R-7.5)."""

from __future__ import annotations

from floorman.rules.choices import StraddleOrder
from floorman.rules.hand import NOBODY, PREFLOP, Hand

__all__ = ["first_turn", "live_seats", "next_to_act", "price"]


def first_turn(hand: Hand) -> int:
    """The position from which the first actor of a street is sought (R-7.1)."""
    if hand.street != PREFLOP or hand.config.bomb_pot:
        return 0
    sleeper = hand.config.straddle_order is StraddleOrder.UTG_FIRST
    last_blind = hand.big_blind if sleeper or hand.straddler == NOBODY else hand.straddler
    # without blinds, or with the button's alone, NOBODY + 1 is the seat left of the button
    return (last_blind + 1) % len(hand.seats)


def live_seats(hand: Hand) -> int:
    """How many seats in hand have chips behind."""
    return sum(1 for seat in hand.seats if seat.stack and not seat.folded)


def price(hand: Hand, position: int) -> int:
    """The level that a seat has to match.

    R-3.3: where every opponent in hand is all-in for less than the nominal level, no more than
    their largest put; the surplus would come back anyway.
    """
    most = 0
    for other, seat in enumerate(hand.seats):
        if seat.folded or other == position:
            continue
        if seat.stack:
            return hand.level
        most = max(most, seat.put)
    return min(hand.level, most)


def next_to_act(hand: Hand) -> int:
    """The position that is asked next, or NOBODY if the round is closed (R-7.4, R-7.5)."""
    count = len(hand.seats)
    live = live_seats(hand)
    waiting = NOBODY
    for step in range(count):
        position = (hand.turn + step) % count
        seat = hand.seats[position]
        if seat.folded or not seat.stack:
            continue
        if live == 1:  # nobody is left to bet against: only an unmatched bet is still a question
            return position if seat.put < price(hand, position) else NOBODY
        if seat.acted and seat.put >= hand.level:
            continue
        if _waits_as_straddler(hand, position):
            waiting = position
            continue
        return position
    return waiting


def _waits_as_straddler(hand: Hand, position: int) -> bool:
    """R-5.3, UTG_FIRST: the last straddler acts last while nobody has raised."""
    return (
        position == hand.straddler
        and hand.street == PREFLOP
        and hand.aggressor == NOBODY
        and hand.config.straddle_order is StraddleOrder.UTG_FIRST
    )
