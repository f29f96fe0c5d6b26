"""``Interpret``: a spot and a gesture off the wire, what they mean onto it (R-18.4 to R-18.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from floorman.api import checks
from floorman.api.rejection import rejected
from floorman.api.step_wire import step_to_wire
from floorman.interpretation import (
    Choice,
    ContradictoryGestureError,
    Follower,
    Gesture,
    ImpossibleSpotError,
    Ruling,
    Spot,
    Wager,
    Word,
    interpret,
)
from floorman.rules.choices import Betting
from floorman.rules.switches import MAX_CHIPS
from floorman.v1 import cards_pb2, config_pb2, evaluation_service_pb2, hand_pb2, refusal_pb2, steps_pb2

__all__ = ["interpret_gesture"]

_MOST_CHIPS: Final = 1000
_MOST_PLAYERS: Final = 10
_WAGERS: Final = {steps_pb2.STEP_KIND_BET: True, steps_pb2.STEP_KIND_RAISE: False}


def interpret_gesture(
    request: evaluation_service_pb2.InterpretRequest,
) -> evaluation_service_pb2.InterpretResponse:
    """What a gesture means.

    Raises:
        Rejected: with the field at fault.
    """
    if not request.HasField("spot"):
        raise checks.missing("spot", "Say where the seat stands.")
    try:
        spot = _spot(request.spot)
    except ImpossibleSpotError as error:
        raise checks.contradiction(f"spot.{error.field}", str(error), "R-7.2") from None
    try:
        return _to_wire(interpret(spot, _gesture(request.gesture), _followers(request, spot.seat)))
    except ContradictoryGestureError as error:
        raise checks.contradiction(error.field, str(error)) from None


def _spot(message: evaluation_service_pb2.BettingSpot) -> Spot:
    put = checks.chips(message.put, "spot.put")
    stack = checks.number(message.stack, 1, MAX_CHIPS - put, "spot.stack")
    owed = checks.chips(message.call, "spot.call")
    wager = _wager(message.wager) if message.HasField("wager") else None
    increment = 0 if wager is None else wager.least - put - owed
    if message.HasField("increment"):
        increment = checks.number(message.increment, 1, MAX_CHIPS, "spot.increment")
    return Spot(
        seat=checks.new_seat(message.seat, (), "spot.seat"),
        betting=_betting(message.betting),
        owed=owed,
        put=put,
        stack=stack,
        wager=wager,
        increment=increment,
        players=checks.number(message.players_in_hand, 2, _MOST_PLAYERS, "spot.players_in_hand"),
        faces_opening_bet=message.faces_opening_bet,
    )


def _betting(value: config_pb2.Betting.ValueType) -> Betting:
    if not value:
        return Betting.NO_LIMIT
    return checks.choice(Betting, config_pb2.Betting.DESCRIPTOR, value, "spot.betting", "R-8.1")


def _wager(message: hand_pb2.LegalAction) -> Wager:
    if message.kind not in _WAGERS:
        raise checks.contradiction("spot.wager.kind", "A wager is a bet or a raise.", "R-7.2")
    return Wager(
        opens=_WAGERS[message.kind],
        least=checks.chips(message.min_to, "spot.wager.min_to"),
        most=checks.chips(message.max_to, "spot.wager.max_to"),
        multiple_of=checks.number(message.multiple_of, 0, MAX_CHIPS, "spot.wager.multiple_of") or 1,
    )


def _gesture(message: evaluation_service_pb2.Gesture) -> Gesture:
    motions = [motion.chips for motion in message.motions]
    count = sum(map(len, (*motions, message.prior_chips, message.pulled_back)))
    if max(count, len(motions)) > _MOST_CHIPS:
        text = f"{count} chips in {len(motions)} motions are more than {_MOST_CHIPS}."
        numbers = {"value": max(count, len(motions)), "most": _MOST_CHIPS}
        raise rejected(refusal_pb2.ERROR_REASON_LIMIT, text, field="gesture.motions", numbers=numbers)
    amount = None
    if message.HasField("amount"):
        amount = checks.number(message.amount, 1, MAX_CHIPS, "gesture.amount")
    word = None
    if message.word:
        words = evaluation_service_pb2.SpokenWord.DESCRIPTOR
        word = checks.choice(Word, words, message.word, "gesture.word", "R-18.7")
    return Gesture(
        word=word,
        amount=amount,
        chips_first=message.chips_first,
        motions=tuple(
            _values(motion, f"gesture.motions[{place}].chips") for place, motion in enumerate(motions)
        ),
        prior=_values(message.prior_chips, "gesture.prior_chips"),
        pulled_back=_values(message.pulled_back, "gesture.pulled_back"),
    )


def _values(chips: Iterable[int], where: str) -> tuple[int, ...]:
    return tuple(checks.number(value, 1, MAX_CHIPS, f"{where}[{place}]") for place, value in enumerate(chips))


def _followers(request: evaluation_service_pb2.InterpretRequest, actor: int) -> tuple[Follower, ...]:
    seats = {actor}
    followers = []
    for place, message in enumerate(request.followers):
        where = f"followers[{place}]"
        seats.add(checks.new_seat(message.seat, seats, f"{where}.seat"))
        put = checks.chips(message.put, f"{where}.put")
        stack = checks.number(message.stack, 0, MAX_CHIPS - put, f"{where}.stack")
        followers.append(Follower(message.seat, put, stack))
    return tuple(followers)


def _to_wire(ruling: Ruling) -> evaluation_service_pb2.InterpretResponse:
    return evaluation_service_pb2.InterpretResponse(
        step=None if ruling.step is None else step_to_wire(ruling.step),
        to=ruling.to,
        choices=[_choice_to_wire(choice) for choice in ruling.choices],
        returned=ruling.returned,
        missing=ruling.missing,
        totals=[
            cards_pb2.SeatChips(seat=seat, amount=amount) for seat, amount in sorted(ruling.totals.items())
        ],
        applied=[
            evaluation_service_pb2.AppliedRule(
                rule=one.ground.rule, source=one.ground.source, words=one.words, words_zh=one.words_zh
            )
            for one in ruling.applied
        ],
    )


def _choice_to_wire(choice: Choice) -> hand_pb2.LegalAction:
    return hand_pb2.LegalAction(
        kind=steps_pb2.StepKind.ValueType(choice.verb),
        min_to=choice.least,
        max_to=choice.most,
        multiple_of=choice.multiple_of,
    )
