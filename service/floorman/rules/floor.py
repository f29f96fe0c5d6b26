"""The floor: opens a hand, rules on every step, and lets the hand run on until somebody must decide.

:func:`open_hand` posts and deals, :func:`apply` takes one step; after each, ``course`` does everything
that follows by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from floorman import events, steps
from floorman.events import Event, Outcome
from floorman.rules import betting, courtesy, irregularities, runs, showdown
from floorman.rules.course import run_on
from floorman.rules.dealing import Deck, deal_holes
from floorman.rules.hand import NOBODY, Hand, Phase
from floorman.rules.known_cards import name_board, name_burn, name_hole, name_start
from floorman.rules.limits import note_round_start
from floorman.rules.opening import HandStart, seat_players
from floorman.rules.posting import post
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.turns import first_turn, next_to_act

__all__ = [
    "Deed",
    "apply",
    "as_move",
    "check",
    "check_chips",
    "check_start",
    "deal_in",
    "open_hand",
    "seat_players",
]

_UNBOUND: Final = bytes(32)

_WAITS: Final = {
    Phase.BET: "a seat is to bet",
    Phase.RUN_VOTE: "the seats vote on how often to run the board",
    Phase.SHOW: "a seat is to show or muck",
    Phase.WAIT_CARDS: "the hand waits for cards from the host",
    Phase.COMPLETE: "the hand is over",
}
"""What the hand is about, for a seat that asks for something else."""

Deed = Callable[[list[Event]], None]
"""What an accepted step does to its hand; it appends what happened."""


def open_hand(
    start: HandStart, deck: Deck, commitments: dict[int, bytes] | None = None
) -> tuple[Hand, list[Event]]:
    """Seats the players and deals them in: a whole start.

    Args:
        start: the facts of the start.
        deck: the floor's deck; a :class:`~floorman.rules.dealing.NoDeck` where the host deals.
        commitments: host dealing: by seat number, 32 bytes that bind the known hole cards.

    Raises:
        Refusal: the facts make no hand.
    """
    hand = seat_players(start)
    return hand, deal_in(hand, start, deck, commitments or {})


def check_start(hand: Hand, start: HandStart) -> None:
    """Whether seated players can be dealt in later: every post can be paid, known cards can lie there.

    Args:
        hand: as :func:`seat_players` gives it; it is left as it was.
        start: the facts of the start.

    Raises:
        Refusal: a straddle that cannot be paid, or cards that cannot lie there.
    """
    trial = hand.copy()
    post(trial, start)
    name_start(trial, start)


def deal_in(hand: Hand, start: HandStart, deck: Deck, commitments: Mapping[int, bytes]) -> list[Event]:
    """Posts, deals, kills absent hands, and runs on to the first decision.

    Raises:
        Refusal: a straddle that cannot be paid, or known cards that cannot lie there; the hand is spoilt.
    """
    happened = post(hand, start)
    name_start(hand, start)
    happened += deal_holes(hand, deck)
    if hand.host_deals:
        happened += [
            events.HoleKnown(seat.number, commitments.get(seat.number, _UNBOUND))
            for seat, holes in zip(hand.seats, hand.holes, strict=True)
            if holes is not None
        ]
    absent = {seat.number for seat in start.seats if seat.absent}
    for position, seat in enumerate(hand.seats):
        if seat.number in absent:
            irregularities.kill(hand, position, happened)
    note_round_start(hand)
    hand.turn = first_turn(hand)
    if hand.config.bomb_pot:
        for seat in hand.seats:
            seat.acted = True  # no action before the flop
    elif next_to_act(hand) != NOBODY and len(hand.in_hand()) > 1:
        happened.append(events.StreetBegins(hand.street, hand.pot))
    run_on(hand, deck, happened)
    check_chips(hand)
    return happened


def apply(hand: Hand, step: steps.Step, deck: Deck) -> tuple[Hand, list[Event]]:
    """The hand after a step, and what happened. The given hand is left as it was.

    Raises:
        Refusal: the step is not legal.
    """
    after = hand.copy()
    happened: list[Event] = []
    check(after, step, deck)(happened)
    check_chips(after)
    return after, happened


def check_chips(hand: Hand) -> None:
    """Every chip is in exactly one place; a hand that lost one is never handed on."""
    behind = 0
    matched = 0
    for seat in hand.seats:
        if seat.stack < 0:
            raise AssertionError(f"seat {seat.number} has {seat.stack} chips")
        behind += seat.stack - seat.start
        matched += seat.total + seat.dead
    if behind + hand.pot + hand.rake or hand.pot < 0:
        raise AssertionError(f"{behind} chips moved, {hand.pot} in the pot, {hand.rake} raked")
    if hand.phase is not Phase.COMPLETE and matched != hand.pot:
        raise AssertionError(f"{matched} chips put in, {hand.pot} in the pot")


def check(hand: Hand, step: steps.Step, deck: Deck) -> Deed:  # noqa: PLR0911 (one way a kind of step)
    """The verdict on a step: what it would do, or the refusal. Nothing changes until the deed is done.

    Raises:
        Refusal: with the reason, the rule and the numbers.
    """
    match step:
        case steps.Show() | steps.Muck() | steps.ShowOne():
            return _check_showing(hand, step, deck)
        case steps.See() | steps.Rabbit():
            return _check_courtesy(hand, step, deck)
        case _ if hand.phase is Phase.COMPLETE:
            raise Refusal(Reason.HAND_COMPLETE, "R-7.4", "The hand is over.")
        case steps.Fold() | steps.Check() | steps.Call() | steps.Bet() | steps.Raise() | steps.AllIn():
            _check_turn(hand, step.seat, Phase.BET)
            return _betting(hand, deck, step)
        case steps.Run(seat=seat, count=count):
            position = _dealt(hand, seat)
            runs.check_vote(hand, position, count)
            return _voting(hand, deck, position, count)
        case steps.Timeout(seat=seat):
            return _check_timeout(hand, deck, seat)
        case steps.Resolve():
            return _check_resolve(hand, deck)
        case steps.Kill(seat=seat):
            position = _dealt(hand, seat)
            irregularities.check_kill(hand, position)
            return lambda happened: _killing(hand, deck, position, happened)
        case steps.Expose(seat=seat, nth=nth):
            position = _dealt(hand, seat)
            irregularities.check_expose(hand, position, nth)
            return lambda happened: irregularities.expose(hand, deck, position, nth, happened)
        case steps.Misdeal(cause=cause):
            irregularities.check_misdeal(hand)
            return lambda happened: irregularities.call_off(hand, Outcome.MISDEAL, cause, happened)
        case steps.Void(cause=cause):
            return lambda happened: irregularities.call_off(hand, Outcome.VOID, cause, happened)
        case steps.DealHole() | steps.DealBoard() | steps.DealBurn():
            return _check_dealing(hand, deck, step)


def as_move(hand: Hand, step: steps.Step) -> betting.Move | None:
    """What a legal step amounts to as a bet; None for a step that moves no chip of a seat.

    Args:
        hand: the hand before the step.
        step: one that :func:`check` has accepted.
    """
    match step:
        case steps.Fold() | steps.Check() | steps.Call() | steps.Bet() | steps.Raise() | steps.AllIn():
            return betting.judge(hand, step)
        case steps.Timeout(seat=seat) if hand.phase is Phase.BET:
            return betting.judge(hand, _timed_out(hand, seat))
        case _:
            return None


def _timed_out(hand: Hand, number: int) -> steps.Fold | steps.Check:
    """R-7.8: facing a bet a fold, else a check."""
    owed = betting.options(hand, hand.actor).owed
    return steps.Fold(number) if owed else steps.Check(number)


def _dealt(hand: Hand, number: int) -> int:
    position = hand.position(number)
    if position == NOBODY:
        text = f"Seat {number} is not dealt into this hand."
        raise Refusal(Reason.UNKNOWN_SEAT, "R-7.7", text, seat=number)
    return position


def _check_turn(hand: Hand, number: int, phase: Phase) -> int:
    position = _dealt(hand, number)
    if hand.phase is not phase or hand.actor != position:
        if hand.phase is phase:
            turn = hand.seats[hand.actor].number
            text = f"It is seat {turn}'s turn, not seat {number}'s."
            raise Refusal(Reason.NOT_YOUR_TURN, "R-7.7", text, seat=number, turn=turn)
        text = f"It is not seat {number}'s turn: {_WAITS[hand.phase]}."
        raise Refusal(Reason.NOT_YOUR_TURN, "R-7.7", text, seat=number)
    return position


def _betting(hand: Hand, deck: Deck, step: betting.BetStep) -> Deed:
    move = betting.judge(hand, step)

    def deed(happened: list[Event]) -> None:
        happened += betting.act(hand, move)
        run_on(hand, deck, happened)

    return deed


def _voting(hand: Hand, deck: Deck, position: int, count: int) -> Deed:
    def deed(happened: list[Event]) -> None:
        if runs.vote(hand, position, count, happened):
            run_on(hand, deck, happened)

    return deed


def _check_showing(hand: Hand, step: steps.Show | steps.Muck | steps.ShowOne, deck: Deck) -> Deed:
    if hand.hands_up:
        raise Refusal(Reason.HANDS_ALREADY_UP, "R-12.2", "All hands were turned up together.")
    if hand.phase is Phase.COMPLETE:
        return _check_courtesy_show(hand, step)
    position = _check_turn(hand, step.seat, Phase.SHOW)
    match step:
        case steps.Show():
            showdown.check_tabled(hand, position, step.cards)
        case steps.ShowOne(which=which):
            showdown.check_show_one(hand, position, which)
        case steps.Muck():
            pass

    def deed(happened: list[Event]) -> None:
        match step:
            case steps.Show(cards=cards):
                if cards and hand.holes[position] is None:
                    name_hole(hand, position, cards)
                showdown.show(hand, position, happened)
            case steps.ShowOne(which=which):  # one card is no claim
                showdown.show_one(hand, position, which, happened)
            case steps.Muck():
                showdown.muck(hand, position, happened)
        run_on(hand, deck, happened)

    return deed


def _check_courtesy_show(hand: Hand, step: steps.Show | steps.Muck | steps.ShowOne) -> Deed:
    if isinstance(step, steps.Muck):
        raise Refusal(Reason.HAND_COMPLETE, "R-12.5", "The hand is over.")
    position = hand.position(step.seat)
    if isinstance(step, steps.Show):
        courtesy.check_courtesy_show(hand, position, courtesy.BOTH_CARDS)
        showdown.check_tabled(hand, position, step.cards)
    else:
        courtesy.check_courtesy_show(hand, position, 1 << (step.which & 1))
        showdown.check_show_one(hand, position, step.which)

    def deed(happened: list[Event]) -> None:
        if isinstance(step, steps.Show) and hand.holes[position] is None:
            name_hole(hand, position, step.cards)
        courtesy.courtesy_show(hand, step, happened)

    return deed


def _check_courtesy(hand: Hand, step: steps.See | steps.Rabbit, deck: Deck) -> Deed:
    if isinstance(step, steps.Rabbit):
        courtesy.check_rabbit(hand)
        return lambda happened: courtesy.rabbit(hand, deck, happened)
    asker, target = _dealt(hand, step.seat), _dealt(hand, step.target)
    courtesy.check_see(hand, asker, target)
    return lambda happened: courtesy.see(hand, asker, target, happened)


def _check_timeout(hand: Hand, deck: Deck, number: int) -> Deed:
    """R-7.8: facing a bet a fold, else a check; one run; at the showdown the table's rule."""
    if hand.phase is Phase.RUN_VOTE:
        position = _dealt(hand, number)
        runs.check_vote(hand, position, 1)
    else:
        position = _check_turn(hand, number, Phase.SHOW if hand.phase is Phase.SHOW else Phase.BET)

    def deed(happened: list[Event]) -> None:
        happened.append(events.TimedOut(number))
        if hand.phase is Phase.RUN_VOTE:
            _voting(hand, deck, position, 1)(happened)
        elif hand.phase is Phase.SHOW:
            showdown.decide_by_table_rule(hand, position, happened)
            run_on(hand, deck, happened)
        else:
            _betting(hand, deck, _timed_out(hand, number))(happened)

    return deed


def _check_resolve(hand: Hand, deck: Deck) -> Deed:
    """The table's own rule for everything that is open (design: RUN_VOTE, SHOW, missing hole cards)."""
    waits_for_holes = (
        hand.phase is Phase.WAIT_CARDS and bool(showdown.unnamed_claims(hand)) and hand.betting_over
    )
    if hand.phase not in {Phase.RUN_VOTE, Phase.SHOW} and not waits_for_holes:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-7.8", "Nothing is open that the table could decide.")

    def deed(happened: list[Event]) -> None:
        happened.append(events.Resolved())
        if hand.phase is Phase.RUN_VOTE:
            runs.resolve_votes(hand, happened)
        elif hand.phase is Phase.SHOW:
            hand.asks = False
        else:
            for position in showdown.unnamed_claims(hand):  # both cards or no claim
                showdown.muck(hand, position, happened)
        run_on(hand, deck, happened)

    return deed


def _killing(hand: Hand, deck: Deck, position: int, happened: list[Event]) -> None:
    irregularities.kill(hand, position, happened)
    run_on(hand, deck, happened)


def _check_dealing(hand: Hand, deck: Deck, step: steps.DealHole | steps.DealBoard | steps.DealBurn) -> Deed:
    """Host dealing: hole cards at any time, board and burn cards when the hand waits for cards."""
    if not hand.host_deals:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-6.1", "The floor deals this hand.")
    if not isinstance(step, steps.DealHole) and hand.phase is not Phase.WAIT_CARDS:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-6.1", "The hand does not wait for cards.")
    trial = hand.copy()
    _name(trial, step)  # refuses before anything changes

    def deed(happened: list[Event]) -> None:
        _name(hand, step)
        if isinstance(step, steps.DealHole):
            happened.append(events.HoleKnown(step.seat, step.commitment))
        if hand.phase is Phase.WAIT_CARDS:
            run_on(hand, deck, happened)

    return deed


def _name(hand: Hand, step: steps.DealHole | steps.DealBoard | steps.DealBurn) -> None:
    match step:
        case steps.DealHole(seat=seat, cards=cards):
            name_hole(hand, _dealt(hand, seat), cards)
        case steps.DealBoard(board=board, cards=cards):
            name_board(hand, board, cards)
        case steps.DealBurn(card=card):
            name_burn(hand, card)
