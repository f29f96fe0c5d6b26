"""What a seat may do in a betting round, stated once: the menu, the verdict and the deed (R-7, R-8, R-11).

:func:`options` computes every bound; :func:`judge` holds a step against them, and :func:`act` does
what was judged. Accepting, refusing with numbers, listing the choices and the dry run read the same
:class:`Options`.
"""

from __future__ import annotations

from dataclasses import dataclass

from floorman import events, steps
from floorman.events import Event
from floorman.rules.choices import Betting, ReopenRule
from floorman.rules.hand import NOBODY, RIVER, Hand, Seat
from floorman.rules.labels import call_label
from floorman.rules.limits import capped, note_wager, wager_bounds
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.turns import price

__all__ = ["BetStep", "Move", "Options", "act", "judge", "options"]

BetStep = steps.Fold | steps.Check | steps.Call | steps.Bet | steps.Raise | steps.AllIn


@dataclass(slots=True)
class Options:
    """Everything that the seat whose turn it is may do, in chips.

    Attributes:
        seat: the seat's number.
        owed: chips still to add for a call, capped by the stack; 0 = it may check.
        may_fold: folding is allowed (R-7.2).
        opens: a wager would be a bet, not a raise (nothing to match yet).
        least: smallest total that it may bet or raise to; 0 if it may do neither.
        most: largest total.
        step: bets and raises are multiples of it, all-ins excepted (R-8.4).
        closed: why it may neither bet nor raise; None if it may.
        level: the level to match.
        put: the seat's chips of this round.
        stack: chips behind.
    """

    seat: int
    owed: int
    may_fold: bool
    opens: bool
    least: int
    most: int
    step: int
    closed: Reason | None
    level: int
    put: int
    stack: int

    @property
    def whole(self) -> int:
        """The total that an all-in makes."""
        return self.put + self.stack


@dataclass(slots=True)
class Move:
    """A step that was found legal, as what it really is: ``all_in`` is a call, a bet or a raise.

    Attributes:
        verb: FOLD, CHECK, CALL, BET or RAISE.
        seat: the seat's number.
        to: the seat's total of the round after it.
        adds: chips that it adds.
    """

    verb: steps.Verb
    seat: int
    to: int
    adds: int


def options(hand: Hand, position: int) -> Options:
    """What the seat at a position may do now."""
    seat = hand.seats[position]
    owed = max(0, min(seat.stack, price(hand, position) - seat.put))
    closed = _wager_closed(hand, position, owed)
    least, most = (0, 0) if closed else wager_bounds(hand, seat)
    return Options(
        seat=seat.number,
        owed=owed,
        may_fold=owed > 0 or hand.config.allow_open_fold,
        opens=hand.level == 0,
        least=least,
        most=most,
        step=hand.config.bet_step,
        closed=closed,
        level=hand.level,
        put=seat.put,
        stack=seat.stack,
    )


def _wager_closed(hand: Hand, position: int, owed: int) -> Reason | None:
    """Why a seat may not bet or raise at all, in the order in which a floor would say it."""
    seat = hand.seats[position]
    if seat.stack <= owed:
        return Reason.INSUFFICIENT_CHIPS
    if not hand.config.allow_raise_without_live_opponent and not _live_opponent(hand, position):
        return Reason.NO_OPPONENT_TO_RAISE
    if seat.put + seat.stack <= hand.level:
        return Reason.INSUFFICIENT_CHIPS
    if capped(hand):
        return Reason.RAISE_CAPPED
    if seat.acted and not _reopened(hand, seat):
        return Reason.RAISE_NOT_REOPENED
    return None


def _live_opponent(hand: Hand, position: int) -> bool:
    """R-7.6, taken literally: an opponent with any chips behind is enough."""
    return any(seat.stack and not seat.folded for other, seat in enumerate(hand.seats) if other != position)


def _reopened(hand: Hand, seat: Seat) -> bool:
    """R-11.1: whether a seat that has acted got the right to raise again."""
    grown = hand.level - seat.at
    match hand.config.reopen_rule:
        case ReopenRule.CUMULATIVE_FULL:
            return grown >= hand.increment
        case ReopenRule.SINGLE_FULL:
            return seat.raised_since
        case ReopenRule.HALF if hand.config.half_inclusive:
            return 2 * grown >= hand.increment
        case ReopenRule.HALF:
            return 2 * grown > hand.increment


def judge(hand: Hand, step: BetStep) -> Move:
    """The move that a step of the acting seat is.

    Raises:
        Refusal: it is not legal; the hand is unchanged.
    """
    choice = options(hand, hand.actor)
    match step:
        case steps.Fold():
            if not choice.may_fold:
                text = "There is nothing to call, and this table does not allow an open fold: check."
                raise Refusal(Reason.FOLD_NOT_ALLOWED, "R-7.2", text, owed=0)
            return Move(steps.Verb.FOLD, choice.seat, choice.put, 0)
        case steps.Check():
            if choice.owed:
                text = f"Seat {choice.seat} owes {choice.owed} and cannot check."
                raise Refusal(Reason.CANNOT_CHECK, "R-7.2", text, owed=choice.owed)
            return Move(steps.Verb.CHECK, choice.seat, choice.put, 0)
        case steps.Call():
            if not choice.owed:
                raise Refusal(Reason.NOTHING_TO_CALL, "R-7.2", "There is nothing to call: check.", owed=0)
            return Move(steps.Verb.CALL, choice.seat, choice.put + choice.owed, choice.owed)
        case steps.Bet(to=to):
            if not choice.opens:
                text = f"There is a bet of {choice.level} already: raise it."
                raise Refusal(Reason.NOT_A_BET, "R-7.2", text, level=choice.level)
            return _wager(hand, choice, to)
        case steps.Raise(to=to):
            if choice.opens:
                raise Refusal(Reason.NOT_A_RAISE, "R-7.2", "There is no bet to raise: bet.", level=0)
            return _wager(hand, choice, to)
        case steps.AllIn():
            if choice.stack <= choice.owed:
                return Move(steps.Verb.CALL, choice.seat, choice.whole, choice.stack)
            return _wager(hand, choice, choice.whole)


def _wager(hand: Hand, choice: Options, to: int) -> Move:
    if choice.closed is not None:
        raise _closed(hand, choice)
    _check_amount(hand, choice, to)
    verb = steps.Verb.BET if choice.opens else steps.Verb.RAISE
    return Move(verb, choice.seat, to, to - choice.put)


def _closed(hand: Hand, choice: Options) -> Refusal:
    seat = choice.seat
    match choice.closed:
        case Reason.INSUFFICIENT_CHIPS:
            text = f"Seat {seat} has {choice.stack} behind and cannot exceed the {choice.owed} it owes."
            return Refusal(
                Reason.INSUFFICIENT_CHIPS,
                "R-7.2",
                text,
                stack=choice.stack,
                owed=choice.owed,
                most=choice.whole,
            )
        case Reason.NO_OPPONENT_TO_RAISE:
            text = "Every opponent in the hand is all-in: there is nobody to raise."
            return Refusal(Reason.NO_OPPONENT_TO_RAISE, "R-7.6", text, owed=choice.owed)
        case Reason.RAISE_CAPPED:
            most = 1 + hand.config.fl_max_raises
            text = f"The betting is capped at a bet and {hand.config.fl_max_raises} raises."
            return Refusal(Reason.RAISE_CAPPED, "R-10.2", text, bets=hand.wagers, most=most, owed=choice.owed)
        case _:
            at = hand.seats[hand.actor].at
            text = (
                f"Seat {seat} has acted at {at}, and only short all-ins followed: "
                f"{hand.level - at} more is no full raise of {hand.increment}."
            )
            return Refusal(
                Reason.RAISE_NOT_REOPENED,
                "R-11.1",
                text,
                level=hand.level,
                acted_at=at,
                increment=hand.increment,
                owed=choice.owed,
            )


def _check_amount(hand: Hand, choice: Options, to: int) -> None:
    least, most = choice.least, choice.most
    limit = hand.config.betting is Betting.FIXED_LIMIT
    if to > choice.whole:
        text = f"Seat {choice.seat} can make it {choice.whole} at most; {to} is more than its stack."
        raise Refusal(
            Reason.INSUFFICIENT_CHIPS, "R-8.1", text, to=to, least=least, most=most, stack=choice.stack
        )
    if to > most:
        text = f"{to} is above the most that is allowed here, {most}."
        raise Refusal(
            Reason.ABOVE_MAXIMUM, "R-10.1" if limit else "R-9.1", text, to=to, least=least, most=most
        )
    if to == choice.whole and to > choice.level:
        return  # an all-in may be less than the minimum, and lie beside the steps
    if to < least:
        rule = "R-10.1" if limit else "R-8.1" if choice.opens else "R-8.2"
        reason = Reason.BET_BELOW_MINIMUM if choice.opens else Reason.RAISE_BELOW_MINIMUM
        raise Refusal(
            reason, rule, f"{to} is below the minimum here, {least}.", to=to, least=least, most=most
        )
    if to % choice.step and not limit:
        text = f"{to} is no multiple of {choice.step}."
        raise Refusal(
            Reason.NOT_A_MULTIPLE_OF_STEP, "R-8.4", text, to=to, least=least, most=most, step=choice.step
        )


def act(hand: Hand, move: Move) -> list[Event]:
    """Does what was judged; the turn passes on."""
    position = hand.actor
    seat = hand.seats[position]
    happened: list[Event] = []
    match move.verb:
        case steps.Verb.FOLD:
            seat.folded = True
            happened.append(events.Fold(seat.number))
        case steps.Verb.CHECK:
            happened.append(events.Check(seat.number))
        case steps.Verb.CALL:
            label = call_label(hand)
            _put_in(hand, position, move.adds)
            seat.called_river = seat.called_river or hand.street == RIVER
            happened.append(
                events.Call(seat.number, move.adds, seat.stack, hand.pot, seat.put, seat.stack == 0, label)
            )
        case _:
            happened.append(_raise_to(hand, position, move))
    seat.acted = True
    seat.at = hand.level
    seat.raised_since = False
    hand.turn = (position + 1) % len(hand.seats)
    hand.actor = NOBODY
    hand.actions = min(3, hand.actions + 1)
    hand.chips_wagered = hand.chips_wagered or move.adds > 0
    return happened


def _put_in(hand: Hand, position: int, chips: int) -> None:
    seat = hand.seats[position]
    seat.stack -= chips
    seat.put += chips
    seat.total += chips
    hand.pot += chips
    if seat.stack == 0 and hand.first_all_in == NOBODY:
        hand.first_all_in = position


def _raise_to(hand: Hand, position: int, move: Move) -> Event:
    seat = hand.seats[position]
    _put_in(hand, position, move.adds)
    full = note_wager(hand, move.to)
    hand.aggressor = position
    if full:
        for other in hand.seats:
            other.raised_since = True
    chips = (seat.number, move.adds, seat.stack, hand.pot, seat.put, seat.stack == 0, hand.wagers)
    return events.Bet(*chips) if move.verb is steps.Verb.BET else events.Raise(*chips, short=not full)
