"""The next hand on the wire: a table between two hands in, its plan and its opening out."""

from __future__ import annotations

from typing import Final

import grpc

from floorman.api import checks
from floorman.api.configs import config_from_wire
from floorman.api.rejection import Rejected, refusal_message, rejected
from floorman.rules.choices import BlindStructure
from floorman.rules.opening import HandStart
from floorman.rules.refusal import Refusal
from floorman.rules.switches import TableConfig
from floorman.table.prepare import NextHand, Outcome, SeatPlan, prepare_hand
from floorman.table.seats import Ledger, Missed, Positions, TableSeat, Wish
from floorman.v1 import config_pb2, opening_pb2, refusal_pb2, table_service_pb2

__all__ = ["prepare"]

_ERRORS: Final = refusal_pb2.ErrorReason


def prepare(request: table_service_pb2.PrepareHandRequest) -> table_service_pb2.PrepareHandResponse:
    """The next hand of a table.

    Raises:
        Rejected: with the field at fault.
    """
    _check_opening(request.opening)
    config = config_from_wire(request.opening.config)
    seats = _seats(request, config)
    last = _positions(request.last_hand, config) if request.HasField("last_hand") else None
    button = None
    if request.HasField("first_button"):
        button = _seat_number(request.first_button, config, "first_button")
    try:
        hand = prepare_hand(config, seats, last, button)
    except Refusal as refusal:
        raise _no_hand(refusal) from None
    return _answer(request, config, hand)


def _check_opening(opening: opening_pb2.HandOpening) -> None:
    if not opening.HasField("config"):
        raise checks.missing("opening.config", "The table's rules are required: at least its blinds.")
    for field in ("button", "small_blind_seat", "big_blind_seat"):
        if opening.HasField(field):
            raise checks.contradiction(f"opening.{field}", "The answer says where button and blinds are.")
    if opening.small_blind_dead:
        text = "The answer says where button and blinds are."
        raise checks.contradiction("opening.small_blind_dead", text)
    if opening.seats:
        raise checks.contradiction("opening.seats", "The answer says who is dealt in.")
    if opening.straddles:
        raise checks.contradiction("opening.straddles", "The answer says who straddles.")


def _seats(request: table_service_pb2.PrepareHandRequest, config: TableConfig) -> list[TableSeat]:
    checks.count(len(request.seats), 0, config.max_seats, "seats", "seats")
    seats: dict[int, TableSeat] = {}
    for place, message in enumerate(request.seats):
        where = f"seats[{place}]"
        number = _seat_number(message.seat, config, f"{where}.seat")
        checks.new_seat(number, seats, f"{where}.seat")
        missed = Missed(
            message.ledger.missed_small_blind,
            message.ledger.missed_big_blind,
            message.ledger.missed_straddle,
        )
        seats[number] = TableSeat(
            number=number,
            stack=checks.chips(message.stack, f"{where}.stack"),
            away=message.away,
            ledger=Ledger(message.ledger.newcomer, missed),
            wish=_wish(message.wish, f"{where}.wish"),
            straddles=message.straddle,
        )
    checks.chips(sum(seat.stack for seat in seats.values()), "seats")
    return list(seats.values())


def _seat_number(seat: int, config: TableConfig, field: str) -> int:
    if seat <= config.max_seats:
        return seat
    text = f"Seat {seat} lies outside 0 to {config.max_seats}."
    numbers = {"seat": seat, "least": 0, "most": config.max_seats}
    reason = _ERRORS.ERROR_REASON_SEAT_OUT_OF_RANGE
    raise rejected(reason, text, field=field, rule="R-1.1", numbers=numbers)


def _wish(value: table_service_pb2.EntryWish.ValueType, field: str) -> Wish:
    match value:
        case table_service_pb2.ENTRY_WISH_UNSPECIFIED:
            return Wish.NONE
        case table_service_pb2.ENTRY_WISH_POST:
            return Wish.POST
        case table_service_pb2.ENTRY_WISH_WAIT:
            return Wish.WAIT
        case table_service_pb2.ENTRY_WISH_BUY_BUTTON:
            return Wish.BUY_BUTTON
        case _:
            raise checks.unknown_enum(field, value, "R-5.1")


def _positions(message: table_service_pb2.TablePositions, config: TableConfig) -> Positions:
    if not message.HasField("button"):
        raise checks.missing("last_hand.button", "The last hand's button is required; its seat may be empty.")
    small = big = None
    if message.HasField("small_blind_position"):
        small = _seat_number(message.small_blind_position, config, "last_hand.small_blind_position")
    if message.HasField("big_blind_seat"):
        big = _seat_number(message.big_blind_seat, config, "last_hand.big_blind_seat")
        if big == small:
            text = "One seat cannot have had both blinds."
            raise checks.contradiction("last_hand.big_blind_seat", text, "R-3.1")
    button = _seat_number(message.button, config, "last_hand.button")
    return Positions(button, small, big, message.bomb_pot)


def _no_hand(refusal: Refusal) -> Rejected:
    """Facts that make no hand: the seats are at fault, or the first button."""
    message = refusal_message(refusal)
    field = "first_button" if refusal.field == "first_button" else "seats"
    message.field_violations.add(field=field, description=refusal.text)
    return Rejected(grpc.StatusCode.INVALID_ARGUMENT, message)


def _answer(
    request: table_service_pb2.PrepareHandRequest, config: TableConfig, hand: NextHand
) -> table_service_pb2.PrepareHandResponse:
    response = table_service_pb2.PrepareHandResponse(
        outcome=table_service_pb2.PrepareOutcome.Value(f"PREPARE_OUTCOME_{hand.outcome.value}"),
        seats=[_plan(plan) for plan in hand.seats],
        straddle_offers=[
            table_service_pb2.StraddleOffer(
                seat=offer.seat,
                amount=offer.amount,
                over_seats=[below.number for below in offer.over],
                mandatory=offer.mandatory,
            )
            for offer in hand.straddles
        ],
        game_starts=hand.starts,
    )
    if hand.outcome is Outcome.BUTTON_NEEDED:
        response.first_button_method = config_pb2.FirstButton.Value(
            f"FIRST_BUTTON_{config.first_button.value}"
        )
    if hand.positions is not None:
        response.positions.CopyFrom(_positions_to_wire(hand.positions))
    if hand.start is not None:
        response.opening.CopyFrom(request.opening)
        _fill(response.opening, hand.start)
    return response


def _positions_to_wire(positions: Positions) -> table_service_pb2.TablePositions:
    return table_service_pb2.TablePositions(
        button=positions.button,
        small_blind_position=positions.small_blind,
        big_blind_seat=positions.big_blind,
        bomb_pot=positions.bomb_pot,
    )


def _fill(opening: opening_pb2.HandOpening, start: HandStart) -> None:
    """What the table knows of a hand's start; the blinds are named where the structure has them."""
    opening.button = start.button
    if start.blinds.small is not None:
        opening.small_blind_seat = start.blinds.small
    elif start.config.blind_structure is BlindStructure.SB_BB and not start.config.bomb_pot:
        opening.small_blind_dead = True
    if start.blinds.big is not None:
        opening.big_blind_seat = start.blinds.big
    opening.seats.extend(
        opening_pb2.OpeningSeat(
            seat=seat.number,
            stack=seat.stack,
            live_post=seat.live_post,
            dead_post=seat.dead_post,
            absent=seat.absent,
        )
        for seat in start.seats
    )
    opening.straddles.extend(
        opening_pb2.StraddlePost(seat=straddle.number, amount=straddle.amount) for straddle in start.straddles
    )


def _plan(plan: SeatPlan) -> table_service_pb2.SeatPlan:
    return table_service_pb2.SeatPlan(
        seat=plan.number,
        standing=table_service_pb2.SeatStanding.Value(f"SEAT_STANDING_{plan.standing.value}"),
        position=plan.position,
        live_post=plan.posts.live,
        dead_post=plan.posts.dead,
        absent=plan.absent,
        choices=[
            table_service_pb2.EntryChoice(
                wish=table_service_pb2.EntryWish.Value(f"ENTRY_WISH_{choice.wish.value}"),
                live=choice.price.live,
                dead=choice.price.dead,
            )
            for choice in plan.choices
        ],
        ledger=table_service_pb2.SeatLedger(
            newcomer=plan.ledger.new,
            missed_small_blind=plan.ledger.missed.small_blind,
            missed_big_blind=plan.ledger.missed.big_blind,
            missed_straddle=plan.ledger.missed.straddle,
        ),
    )
