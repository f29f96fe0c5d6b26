"""What each seat alone sees: its hole cards, and their openings where they are new (audit.md 5)."""

from __future__ import annotations

from collections.abc import Sequence

from floorman import events
from floorman.api.view import hole_names
from floorman.cards import card_name
from floorman.events import Event
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.deck import ServiceDeck
from floorman.rules.dealing import hole_indices
from floorman.rules.hand import Hand
from floorman.v1 import cards_pb2, hand_pb2

__all__ = ["card_opening_to_wire", "seat_view", "seat_views"]


def seat_views(hand: Hand, deck: ServiceDeck | None, happened: Sequence[Event]) -> list[hand_pb2.SeatView]:
    """Delivery HOST: the cards of every seat, openings for those that were dealt or replaced just now."""
    fresh: set[int] = set()
    for event in happened:
        match event:
            case events.DealHole(seat=seat):
                fresh.add(seat)
            case events.Exposed(seat=seat, outcome=events.ExposedOutcome.REPLACED):
                fresh.add(seat)
            case _:
                pass
    return [
        seat_view(hand, deck, position, with_openings=hand.seats[position].number in fresh)
        for position in sorted(range(len(hand.seats)), key=lambda position: hand.seats[position].number)
        if hand.holes[position] is not None
    ]


def seat_view(
    hand: Hand, deck: ServiceDeck | None, position: int, *, with_openings: bool
) -> hand_pb2.SeatView:
    """What one seat alone sees."""
    view = hand_pb2.SeatView(seat=hand.seats[position].number, cards=hole_names(hand, position))
    if with_openings and deck is not None:
        view.openings.extend(
            card_opening_to_wire(deck.opening(index)) for index in hole_indices(hand, position)
        )
    return view


def card_opening_to_wire(opening: CardOpening) -> cards_pb2.CardOpening:
    """The opening of one card."""
    return cards_pb2.CardOpening(
        deck_index=opening.deck_index, slot=opening.slot, card=card_name(opening.card), salt=opening.salt
    )
