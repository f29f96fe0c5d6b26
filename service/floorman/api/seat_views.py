"""What each seat alone sees: its hole cards and openings, or what only its player opens (audit.md 5)."""

from __future__ import annotations

from floorman.api.delivery import newly_dealt
from floorman.api.ruling import Ruling
from floorman.api.view import hole_names
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.opening import Delivery
from floorman.records.record_file import card_opening_to_message
from floorman.rules.dealing import hole_indices
from floorman.rules.hand import Hand
from floorman.v1 import hand_pb2

__all__ = ["seat_view", "seat_views"]


def seat_views(ruling: Ruling) -> list[hand_pb2.SeatView]:
    """The seats' own views as the delivery allows, seats rising."""
    if ruling.state.delivery is not Delivery.HOST:
        return [
            hand_pb2.SeatView(seat=seat, view_token=token, sealed_cards=ruling.boxes.get(seat, b""))
            for seat, token in sorted(ruling.view_tokens.items())
        ]
    hand = ruling.state.hand
    fresh = newly_dealt(ruling.events)
    return [
        seat_view(hand, ruling.deck, position, with_openings=hand.seats[position].number in fresh)
        for position in sorted(range(len(hand.seats)), key=lambda position: hand.seats[position].number)
        if hand.holes[position] is not None
    ]


def seat_view(
    hand: Hand, deck: ServiceDeck | None, position: int, *, with_openings: bool
) -> hand_pb2.SeatView:
    """What one seat alone sees, delivery HOST."""
    view = hand_pb2.SeatView(seat=hand.seats[position].number, cards=hole_names(hand, position))
    if with_openings and deck is not None:
        view.openings.extend(
            card_opening_to_message(deck.opening(index)) for index in hole_indices(hand, position)
        )
    return view
