"""Showing a hand: to the host by its state, to a player by its view token (audit.md 5)."""

from __future__ import annotations

from typing import Final

from floorman.api import checks
from floorman.api.decision_wire import decision_to_wire
from floorman.api.delivery import check_secret
from floorman.api.floor import Floor
from floorman.api.rejection import rejected
from floorman.api.seat_views import seat_view
from floorman.api.stepping import service_deck
from floorman.api.view import table_view
from floorman.cards import card_name
from floorman.fairness.boxes import seal_cards
from floorman.fairness.opening import Delivery
from floorman.records.record_file import card_opening_to_message
from floorman.rules.hand import NOBODY
from floorman.sealing.state import HandState
from floorman.v1 import hand_pb2, hand_service_pb2, refusal_pb2

__all__ = ["view_as_host", "view_as_seat"]

_ERRORS: Final = refusal_pb2.ErrorReason


def view_as_host(
    floor: Floor, request: hand_service_pb2.ViewHandRequest
) -> hand_service_pb2.ViewHandResponse:
    """The table as everybody sees it; with delivery HOST also the cards of one seat.

    Raises:
        Rejected: the state is missing or not good, or the seat's cards are not for the host.
    """
    if request.WhichOneof("token") is None:
        raise checks.missing("state", "Bring the state of the hand, or a seat's view token.")
    if request.secret:
        raise checks.contradiction("secret", "A secret goes with a view token, and never to a host.")
    header, state = floor.open_state(request.state)
    response = hand_service_pb2.ViewHandResponse(
        hand_id=header.hand_id,
        step=header.step,
        view=table_view(state.hand),
        decision=decision_to_wire(state.hand),
        head=state.head,
    )
    if request.HasField("seat"):
        response.seat_view.CopyFrom(_seat_of(state, header.hand_id, request.seat))
    return response


def _seat_of(state: HandState, hand_id: bytes, seat: int) -> hand_pb2.SeatView:
    if state.delivery is not Delivery.HOST:
        text = f"Delivery {state.delivery.name}: the cards of a seat are for its player, by its view token."
        raise checks.contradiction("seat", text)
    position = state.hand.position(seat)
    if position == NOBODY:
        text = f"Seat {seat} is not dealt into this hand."
        raise rejected(_ERRORS.ERROR_REASON_UNKNOWN_SEAT, text, rule="R-7.7", numbers={"seat": seat})
    return seat_view(state.hand, service_deck(state, hand_id), position, with_openings=True)


def view_as_seat(
    floor: Floor, request: hand_service_pb2.ViewHandRequest
) -> hand_service_pb2.ViewHandResponse:
    """The cards of the token's seat: for its secret, or sealed to its key.

    Raises:
        Rejected: the token is not good, or the secret is not the seat's.
    """
    if request.HasField("seat"):
        raise checks.contradiction("seat", "A view token is one seat's, and says which.")
    header, cards = floor.open_cards(request.view_token)
    check_secret(cards, request.secret)
    view = hand_pb2.SeatView(seat=header.seat)
    if cards.delivery is Delivery.SEAT_KEY:
        view.sealed_cards = seal_cards(cards.key, cards.trunk, header.seat, cards.openings)
    else:
        view.cards.extend(card_name(opening.card) for opening in cards.openings)
        view.openings.extend(card_opening_to_message(opening) for opening in cards.openings)
    return hand_service_pb2.ViewHandResponse(hand_id=header.hand_id, step=header.step, seat_view=view)
