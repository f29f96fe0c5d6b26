"""What may be done at a moment of a hand, and what just may not: the menu, and one chip or seat beside it.

Both are read off the :class:`~floorman.rules.decision.Decision` alone, as a client would; whether the floor
agrees is what the tests ask.
"""

from __future__ import annotations

import random
from typing import Final

from floorman import steps
from floorman.rules.betting import Options
from floorman.rules.courtesy import BOTH_CARDS
from floorman.rules.decision import Courtesies, Decision, Missing, decision
from floorman.rules.hand import Hand, Phase
from tests.properties.tables import MOST_SEAT, Table

__all__ = ["accident", "between", "next_step", "not_offered", "offered", "wager"]

_NOBODYS_SEAT: Final = MOST_SEAT + 1


def wager(options: Options, to: int) -> steps.Bet | steps.Raise:
    """The wager that the menu offers, to an amount."""
    return steps.Bet(options.seat, to) if options.opens else steps.Raise(options.seat, to)


def between(chance: random.Random, options: Options) -> int:
    """An amount that the menu allows: an end, or a multiple of its step between them."""
    first = -(-options.least // options.step)
    last = options.most // options.step
    if last < first or chance.random() < 0.2:
        return chance.choice((options.least, options.most))
    low = chance.random() < 0.7  # small wagers make long hands
    return options.step * chance.randint(first, min(last, first + 4) if low else last)


# ---- on the menu ----


def offered(chance: random.Random, table: Table, hand: Hand) -> list[steps.Step]:
    """At least one step of every kind that the decision offers, wagers at both ends and between."""
    question = decision(hand)
    match question.phase:
        case Phase.BET:
            assert question.options is not None
            return _bet_menu(chance, question.options)
        case Phase.RUN_VOTE:
            return _vote_menu(question)
        case Phase.SHOW:
            return _show_menu(table, hand, question)
        case Phase.WAIT_CARDS:
            assert question.missing is not None
            return _card_menu(table, hand, question.missing)
        case Phase.COMPLETE:
            assert question.courtesies is not None
            return _courtesy_menu(table, hand, question.courtesies)


def _bet_menu(chance: random.Random, options: Options) -> list[steps.Step]:
    seat = options.seat
    menu: list[steps.Step] = [steps.Call(seat) if options.owed else steps.Check(seat), steps.Timeout(seat)]
    if options.may_fold:
        menu.append(steps.Fold(seat))
    if options.closed is None:
        ends = {options.least, options.most, between(chance, options), between(chance, options)}
        menu += [wager(options, to) for to in sorted(ends)]
    if options.stack <= options.owed or (options.closed is None and options.whole <= options.most):
        menu.append(steps.AllIn(seat))
    return menu


def _vote_menu(question: Decision) -> list[steps.Step]:
    votes: list[steps.Step] = [
        steps.Run(seat, count) for seat in question.pending for count in range(1, question.most_runs + 1)
    ]
    return [*votes, *(steps.Timeout(seat) for seat in question.pending), steps.Resolve()]


def _show_menu(table: Table, hand: Hand, question: Decision) -> list[steps.Step]:
    seat = question.seat
    menu: list[steps.Step] = [steps.Muck(seat), steps.Timeout(seat), steps.Resolve()]
    if question.cards_known:
        return [*menu, steps.Show(seat), steps.ShowOne(seat, 0), steps.ShowOne(seat, 1)]
    return [*menu, steps.Show(seat, _holes(table, hand, seat))]


def _card_menu(table: Table, hand: Hand, missing: Missing) -> list[steps.Step]:
    if missing.holes:
        deals: list[steps.Step] = [steps.DealHole(seat, _holes(table, hand, seat)) for seat in missing.holes]
        return [*deals, steps.Resolve()]
    return [steps.DealBoard(missing.board, _next_board_cards(table, hand, missing))]


def _courtesy_menu(table: Table, hand: Hand, courtesies: Courtesies) -> list[steps.Step]:
    menu: list[steps.Step] = [steps.See(asker, target) for asker, target in courtesies.sees]
    winner = courtesies.winner
    for cards in courtesies.shows:
        if cards != BOTH_CARDS:
            menu.append(steps.ShowOne(winner, cards - 1))
        elif hand.holes[hand.position(winner)] is None:
            menu.append(steps.Show(winner, _holes(table, hand, winner)))
        else:
            menu.append(steps.Show(winner))
    if courtesies.rabbit:
        menu.append(steps.Rabbit())
    return menu


def _holes(table: Table, hand: Hand, seat: int) -> tuple[int, ...]:
    """Host dealing: the two cards that the host's deck has for a seat."""
    position = hand.position(seat)
    return table.deck.order[2 * position], table.deck.order[2 * position + 1]


def _next_board_cards(table: Table, hand: Hand, missing: Missing) -> tuple[int, ...]:
    """Host dealing: the next cards of a board."""
    named = len(hand.known_boards[missing.board]) if missing.board < len(hand.known_boards) else 0
    first = 2 * len(hand.seats) + 5 * missing.board + named
    return table.deck.order[first : first + missing.count]


# ---- beside the menu ----


def not_offered(chance: random.Random, hand: Hand) -> list[steps.Step]:
    """Steps that must be refused: wagers one chip outside, the other verbs, other seats, other phases."""
    question = decision(hand)
    numbers = [seat.number for seat in hand.seats]
    other = chance.choice([number for number in numbers if number != question.seat])
    beside: list[steps.Step] = [steps.Check(_NOBODYS_SEAT)]
    if question.phase is not Phase.COMPLETE:
        beside += [steps.See(numbers[0], numbers[1]), steps.Rabbit()]
    if question.phase in {Phase.RUN_VOTE, Phase.WAIT_CARDS, Phase.COMPLETE}:
        beside.append(steps.Kill(other))
    if question.phase is not Phase.WAIT_CARDS:
        beside += [steps.DealBoard(0, (0, 1, 2)), steps.DealBurn(0)]
    if not hand.host_deals:
        beside.append(steps.DealHole(numbers[0], (0, 1)))
    if question.phase is Phase.BET:
        assert question.options is not None
        return [*beside, *_beside_bet(chance, question.options, other), steps.Resolve(), steps.Run(other, 1)]
    actions = (steps.Fold(other), steps.Check(other), steps.Call(other), steps.AllIn(other))
    beside += [*actions, steps.Bet(other, 1), steps.Raise(other, 1)]
    if question.phase is Phase.RUN_VOTE:
        voted = [number for number in numbers if number not in question.pending]
        count = question.most_runs + 1
        return [
            *beside,
            *(steps.Run(number, 1) for number in voted),
            *(steps.Run(question.pending[0], wrong) for wrong in (0, count)),
            steps.Show(question.pending[0]),
        ]
    if question.phase is Phase.SHOW:
        return [*beside, steps.Show(other), steps.Muck(other), steps.Run(question.seat, 1)]
    return [*beside, steps.Run(other, 1), steps.Timeout(other), steps.Muck(other)]


def _beside_bet(chance: random.Random, options: Options, other: int) -> list[steps.Step]:
    seat = options.seat
    wrong: list[steps.Step] = [
        steps.Check(seat) if options.owed else steps.Call(seat),
        # the right verb of the wrong seat, and the other verb of the right one
        steps.Call(other) if options.owed else steps.Check(other),
        steps.Fold(other),
        steps.AllIn(other),
        steps.Timeout(other),
        steps.Muck(seat),
        steps.Raise(seat, options.most) if options.opens else steps.Bet(seat, options.most),
    ]
    if not options.may_fold:
        wrong.append(steps.Fold(seat))
    if options.closed is None:
        outside = [options.least - 1, options.most + 1, options.level, 0, options.whole + 1]
        if options.step > 1 and options.most - options.least > options.step:
            beside_step = between(chance, options) + 1
            if options.least < beside_step < options.most:
                outside.append(beside_step)
        wrong += [wager(options, to) for to in outside]
        if options.whole > options.most:
            wrong.append(steps.AllIn(seat))
    else:
        amounts = {options.level + 1, options.whole, options.whole + 1, max(0, options.put - 1)}
        wrong += [wager(options, to) for to in sorted(amounts)]
        if options.stack > options.owed:
            wrong.append(steps.AllIn(seat))
    return wrong


# ---- playing on ----


def accident(chance: random.Random, hand: Hand) -> steps.Step:
    """What a host may declare; often too late, or of a seat that is gone."""
    seat = chance.choice(hand.seats).number
    if hand.phase is Phase.BET and not hand.actions:
        return steps.Expose(seat, chance.randint(0, 1))
    return chance.choice(
        (
            steps.Kill(seat),
            steps.Kill(seat),
            steps.Expose(seat, chance.randint(0, 1)),
            steps.Misdeal(steps.Cause.DEALING_ERROR),
            steps.Void(steps.Cause.HOST),
        )
    )


def next_step(chance: random.Random, table: Table, hand: Hand) -> steps.Step | None:
    """One step of the menu, weighted so that hands reach the river; None once nothing is left."""
    menu = offered(chance, table, hand)
    if hand.phase is not Phase.BET:
        return chance.choice(menu) if menu else None
    match chance.random():
        case dice if dice < 0.55:
            return menu[0]
        case dice if dice < 0.63 and isinstance(menu[-1], steps.AllIn):
            return menu[-1]
        case dice if dice < 0.92:
            wagers = [step for step in menu if isinstance(step, steps.Bet | steps.Raise)]
            return chance.choice(wagers) if wagers else menu[0]
        case _:
            return chance.choice(menu)
