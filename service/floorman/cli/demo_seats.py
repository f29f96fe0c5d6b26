"""The seats of the demo: a few temperaments, no cleverness. They know what the service tells them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from floorman import steps
from floorman.cards import RANKS
from floorman.cli.calls import ServiceCalls, accepted
from floorman.v1 import cards_pb2, hand_pb2, steps_pb2

__all__ = ["TEMPERAMENTS", "SeatStep", "Temperament", "choose", "feeling", "liking", "mistakes"]

SeatStep: TypeAlias = steps.Fold | steps.Check | steps.Call | steps.Bet | steps.Raise | steps.AllIn
"""What a seat does in a betting round."""


@dataclass(frozen=True, slots=True)
class Temperament:
    """How a seat plays.

    Attributes:
        name: what the log calls it.
        patience: the liking (0..1) below which it gives up facing a bet.
        drive: how often (0..1) it bets or raises a hand that it likes.
        nerve: how often (0..1) such a wager is everything it has.
        bluff: how often (0..1) it likes a hand for no reason.
    """

    name: str
    patience: float
    drive: float
    nerve: float
    bluff: float


TEMPERAMENTS: Final = (
    Temperament("the rock", patience=0.5, drive=0.6, nerve=0.2, bluff=0.02),
    Temperament("the caller", patience=0.2, drive=0.1, nerve=0.2, bluff=0.1),
    Temperament("the maniac", patience=0.2, drive=0.9, nerve=0.3, bluff=0.4),
    Temperament("the shark", patience=0.4, drive=0.7, nerve=0.2, bluff=0.2),
    Temperament("the tourist", patience=0.25, drive=0.5, nerve=0.3, bluff=0.25),
    Temperament("the banker", patience=0.45, drive=0.4, nerve=0.1, bluff=0.1),
)

_MADE: Final = {
    cards_pb2.HAND_CATEGORY_HIGH_CARD: 0.15,
    cards_pb2.HAND_CATEGORY_PAIR: 0.5,
    cards_pb2.HAND_CATEGORY_TWO_PAIR: 0.75,
    cards_pb2.HAND_CATEGORY_THREE_OF_A_KIND: 0.85,
}

_STRONG: Final = 0.95


def liking(hole: list[str], made: cards_pb2.EvaluatedHand | None) -> float:
    """How much a seat likes its cards, 0..1.

    Args:
        hole: its two cards.
        made: what they make with the board; None before the flop.
    """
    if made is not None:
        return _MADE.get(made.category, _STRONG)
    first, second = sorted(RANKS.index(card[0]) for card in hole)
    if first == second:
        return 0.55 + first / 30
    suited = hole[0][1] == hole[1][1]
    return (first + 2 * second) / 48 + (0.08 if suited else 0)


def feeling(calls: ServiceCalls, update: hand_pb2.HandUpdate, holes: Mapping[int, list[str]]) -> float:
    """How much the seat that is asked likes its cards with the board, 0..1; the service says what they make.

    Args:
        calls: the service's.
        update: where the hand stands, at a decision of a seat.
        holes: the hole cards by seat.
    """
    hole = holes[update.decision.seat]
    board = update.view.boards[0].cards if update.view.boards else ()
    return liking(hole, accepted(calls.evaluate(board, hole)) if board else None)


def choose(seat: Temperament, decision: hand_pb2.Decision, likes: float, random: Random) -> SeatStep:
    """What a seat does about a bet.

    Args:
        seat: how it plays.
        decision: of kind BET; everything in it is legal.
        likes: how much it likes its cards.
        random: the whims of the table.
    """
    if random.random() < seat.bluff:
        likes = max(likes, random.random())
    likes += random.uniform(-0.1, 0.1)
    wager = _wager(decision)
    if wager is not None and likes > seat.patience and random.random() < seat.drive * likes:
        return _put_in(seat, decision, wager, random)
    if decision.call == 0:
        return steps.Check(decision.seat)
    price = decision.call / decision.pot_after_call
    return steps.Call(decision.seat) if likes > seat.patience + price / 3 else steps.Fold(decision.seat)


def _wager(decision: hand_pb2.Decision) -> hand_pb2.LegalAction | None:
    kinds = {steps_pb2.STEP_KIND_BET, steps_pb2.STEP_KIND_RAISE}
    return next((action for action in decision.actions if action.kind in kinds), None)


def _put_in(
    seat: Temperament, decision: hand_pb2.Decision, wager: hand_pb2.LegalAction, random: Random
) -> SeatStep:
    if random.random() < seat.nerve:
        return steps.AllIn(decision.seat)
    step = max(1, wager.multiple_of)
    part = random.choice((2, 3, 4))  # half the pot, three quarters, all of it
    to = min(wager.min_to + part * decision.pot_after_call // (4 * step) * step, wager.max_to)
    bets = wager.kind == steps_pb2.STEP_KIND_BET
    return steps.Bet(decision.seat, to) if bets else steps.Raise(decision.seat, to)


def mistakes(decision: hand_pb2.Decision, others: Iterable[int]) -> Iterator[tuple[str, SeatStep]]:
    """What nobody may do now: what kind of mistake, and the step, to be refused.

    Args:
        decision: of kind BET.
        others: seats that are in the hand and not asked.
    """
    seat = decision.seat
    wager = _wager(decision)
    if wager is not None and wager.kind == steps_pb2.STEP_KIND_RAISE and wager.min_to < wager.max_to:
        yield "too small", steps.Raise(seat, wager.min_to - 1)
    if decision.call > 0:
        yield "for free", steps.Check(seat)
    yield from (("out of turn", steps.Fold(other)) for other in others)
    if wager is not None:
        too_much = wager.max_to + max(1, wager.multiple_of)
        bets = wager.kind == steps_pb2.STEP_KIND_BET
        yield "too much", steps.Bet(seat, too_much) if bets else steps.Raise(seat, too_much)
