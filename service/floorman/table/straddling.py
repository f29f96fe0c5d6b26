"""Straddles of the hand to come: which are open to whom, and which are posted (R-5.3).

What is allowed is not said again here: a straddle is open if the hand with it would open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from floorman.rules.choices import StraddleSeat
from floorman.rules.opening import HandStart, seat_players
from floorman.rules.posting import post
from floorman.rules.refusal import Refusal
from floorman.rules.straddles import StraddlePost
from floorman.table.clockwise import next_seat, previous_seat

__all__ = ["StraddleOffer", "offers", "posted"]


@dataclass(frozen=True, slots=True)
class StraddleOffer:
    """A straddle that a seat may post.

    Attributes:
        seat: whose it is.
        amount: the level that it makes, chips.
        over: the straddles that it follows, in the order posted.
        mandatory: the seat has to.
    """

    seat: int
    amount: int
    over: tuple[StraddlePost, ...] = ()
    mandatory: bool = False


def offers(start: HandStart) -> list[StraddleOffer]:
    """Every straddle that could be posted, over each straddle that could lie before it.

    Args:
        start: the hand to come, without straddles.
    """
    config = start.config
    if not config.straddle_seats or config.bomb_pot:
        return []
    found: list[StraddleOffer] = []
    numbers = sorted(seat.number for seat in start.seats)
    amount = config.big_blind * config.straddle_multiple
    binding = config.straddle_mandatory and StraddleSeat.ANY not in config.straddle_seats
    for seat in numbers:
        chain: tuple[StraddlePost, ...] = ()
        level = amount
        number = seat
        while _opens(start, (*chain, StraddlePost(number, level))):
            found.append(StraddleOffer(number, level, chain, mandatory=binding and not chain))
            chain = (*chain, StraddlePost(number, level))
            number = next_seat(numbers, number)
            level *= config.straddle_multiple
    return found


def _opens(start: HandStart, straddles: tuple[StraddlePost, ...]) -> bool:
    try:
        tried = replace(start, straddles=straddles)
        post(seat_players(tried), tried)
    except Refusal:
        return False
    return True


def posted(
    start: HandStart, open_to: Sequence[StraddleOffer], willing: frozenset[int]
) -> tuple[StraddlePost, ...]:
    """The straddles that are posted, given who wants to.

    Where one straddle is all, the button goes before the seat under the gun (R-5.3) and, where any seat may,
    the seats to its right after it. Where more may follow, the first one left of the big blind begins, since
    a straddle over it belongs to the next seat left.

    Args:
        start: the hand to come, without straddles.
        open_to: what :func:`offers` found.
        willing: seats that want to straddle; the others do where they have to.
    """
    firsts = {
        offer.seat for offer in open_to if not offer.over and (offer.mandatory or offer.seat in willing)
    }
    if not firsts:
        return ()
    if start.config.straddle_max == 1:
        first = start.button if start.button in firsts else previous_seat(firsts, start.button)
    else:
        big = start.blinds.big
        first = next_seat(firsts, big if big is not None else start.button)
    chain: tuple[StraddlePost, ...] = ()
    taker: int | None = first
    while taker is not None:
        offer = next(one for one in open_to if one.seat == taker and one.over == chain)
        chain = (*chain, StraddlePost(offer.seat, offer.amount))
        follow = (one.seat for one in open_to if one.over == chain and one.seat in willing)
        taker = next(follow, None)
    return chain
