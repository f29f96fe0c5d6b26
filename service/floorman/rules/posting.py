"""Posts before the deal, in their order, short stacks included (R-3 to R-5, order: section 24)."""

from __future__ import annotations

from floorman import events
from floorman.events import Event
from floorman.rules.choices import AnteOrder, AnteType, Betting, BlindStructure, StraddleMinRaise
from floorman.rules.hand import NOBODY, Hand, Seat
from floorman.rules.opening import HandStart, SeatStart
from floorman.rules.positions import button_position
from floorman.rules.straddles import StraddlePost, check_mandatory, check_payable

__all__ = ["post"]


def post(hand: Hand, start: HandStart) -> list[Event]:
    """Every post of the start, each at most the seat's stack; sets the price of the first round.

    Raises:
        Refusal: a straddle that the stack cannot pay where only full ones count, or one that is mandatory
            and missing (R-5.3).
    """
    happened: list[Event] = []
    _post_each_antes(hand, happened)
    if hand.config.ante_order is AnteOrder.ANTE_FIRST:
        _post_single_ante(hand, happened)
    _post_blinds(hand, happened)
    _post_entries(hand, {seat.number: seat for seat in start.seats}, happened)
    if hand.config.ante_order is AnteOrder.BLIND_FIRST:
        _post_single_ante(hand, happened)
    check_mandatory(hand, start.straddles)
    for straddle in start.straddles:
        check_payable(hand, straddle)
        _post_straddle(hand, straddle, happened)
    return happened


def _matched(hand: Hand, seat: Seat, amount: int) -> int:
    """Moves at most ``amount`` chips that others can match into the pot."""
    paid = min(amount, seat.stack)
    seat.stack -= paid
    seat.total += paid
    seat.posted += paid
    hand.pot += paid
    return paid


def _live(hand: Hand, seat: Seat, amount: int) -> int:
    """Moves at most ``amount`` chips that count toward the call."""
    paid = _matched(hand, seat, amount)
    seat.put += paid
    return paid


def _dead(hand: Hand, seat: Seat, amount: int) -> int:
    """Moves at most ``amount`` chips that count for nobody (R-4.2)."""
    paid = min(amount, seat.stack)
    seat.stack -= paid
    seat.dead += paid
    hand.pot += paid
    return paid


def _post_each_antes(hand: Hand, happened: list[Event]) -> None:
    """R-4.2, R-15: antes of every player are matched chips, but not part of the first bet."""
    config = hand.config
    each = config.ante_amount if config.ante_type is AnteType.EACH else 0
    amount = config.bomb_pot or each
    if not amount:
        return
    happened += [
        events.Ante(seat.number, paid, seat.stack, hand.pot, dead=False)
        for seat in hand.seats
        if (paid := _matched(hand, seat, amount))
    ]


def _post_single_ante(hand: Hand, happened: list[Event]) -> None:
    """R-4.1: one player pays the ante of the table; an empty button pays nothing."""
    config = hand.config
    payer = NOBODY
    if config.bomb_pot:
        return
    if config.ante_type is AnteType.BIG_BLIND:
        payer = hand.big_blind
    elif config.ante_type is AnteType.BUTTON:
        payer = button_position(hand)
    if payer == NOBODY:
        return
    seat = hand.seats[payer]
    hand.single_ante = _dead(hand, seat, config.ante_amount)
    if hand.single_ante:
        happened.append(events.Ante(seat.number, hand.single_ante, seat.stack, hand.pot, dead=True))


def _post_blinds(hand: Hand, happened: list[Event]) -> None:
    """R-3.1 to R-3.4, R-17. The price is the nominal blind, however short the post (R-3.3)."""
    config = hand.config
    if config.bomb_pot:
        return
    if hand.small_blind != NOBODY:
        seat = hand.seats[hand.small_blind]
        if paid := _live(hand, seat, config.small_blind):
            happened.append(events.SmallBlind(seat.number, paid, seat.stack, hand.pot))
    blind = hand.big_blind
    if config.blind_structure is BlindStructure.BUTTON_BLIND:
        blind = button_position(hand)
    if blind == NOBODY:
        return
    _set_price(hand, config.big_blind)
    hand.wagers = 1  # the blind is the first bet
    seat = hand.seats[blind]
    paid = _live(hand, seat, config.big_blind)
    if not paid:
        return
    if config.blind_structure is BlindStructure.BUTTON_BLIND:
        happened.append(events.ButtonBlind(seat.number, paid, seat.stack, hand.pot))
    else:
        happened.append(events.BigBlind(seat.number, paid, seat.stack, hand.pot))


def _set_price(hand: Hand, level: int) -> None:
    hand.level = level
    hand.full_level = level


def _post_entries(hand: Hand, starts: dict[int, SeatStart], happened: list[Event]) -> None:
    """R-5.1, R-5.2: posts of new and returning players, live chips before dead ones."""
    for seat in hand.seats:
        owed = starts[seat.number]
        if paid := _live(hand, seat, owed.live_post):
            happened.append(events.LivePost(seat.number, paid, seat.stack, hand.pot))
        if paid := _dead(hand, seat, owed.dead_post):
            happened.append(events.DeadPost(seat.number, paid, seat.stack, hand.pot))
    largest = max(owed.live_post for owed in starts.values())
    if largest and not hand.level:  # nobody posts a blind here: the newcomer's is the one to match
        hand.level = hand.full_level = largest
        hand.wagers = 1


def _post_straddle(hand: Hand, straddle: StraddlePost, happened: list[Event]) -> None:
    """R-5.3: a straddle is a bigger big blind, not a raise."""
    config = hand.config
    position = hand.position(straddle.number)
    seat = hand.seats[position]
    paid = _live(hand, seat, straddle.amount - seat.put)
    happened.append(events.Straddle(seat.number, paid, seat.stack, hand.pot, straddle.amount))
    if config.betting is not Betting.FIXED_LIMIT:  # section 24: a fixed-limit raise stays one bet
        difference = config.straddle_min_raise is StraddleMinRaise.DIFFERENCE
        hand.increment = straddle.amount - hand.level if difference else straddle.amount
    _set_price(hand, straddle.amount)
    hand.straddler = position
