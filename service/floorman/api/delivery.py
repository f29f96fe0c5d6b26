"""Delivery past the host: tokens and boxes that open for one player only (audit.md 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from floorman import events
from floorman.api import checks
from floorman.api.floor import Floor
from floorman.api.rejection import rejected
from floorman.events import Event
from floorman.fairness.boxes import seal_cards
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.commitments import MIN_SECRET_BYTES, opens_secret
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.opening import Delivery
from floorman.fairness.transcript import trunk
from floorman.rules.dealing import hole_indices
from floorman.rules.hand import Hand
from floorman.sealing.seat_cards import SeatCards, encode_seat_cards
from floorman.sealing.state import HandState
from floorman.sealing.token import TokenHeader, TokenType
from floorman.v1 import refusal_pb2

__all__ = ["card_boxes", "check_secret", "newly_dealt", "view_tokens"]

_ERRORS: Final = refusal_pb2.ErrorReason
_MOST_SECRET: Final = 1024


def newly_dealt(happened: Sequence[Event]) -> list[int]:
    """The seats whose hole cards these events dealt or replaced, in their order."""
    seats = []
    for event in happened:
        match event:
            case (
                events.DealHole(seat=seat) | events.Exposed(seat=seat, outcome=events.ExposedOutcome.REPLACED)
            ):
                seats.append(seat)
            case _:
                pass
    return seats


def view_tokens(
    floor: Floor, state: HandState, header: TokenHeader, deck: ServiceDeck, happened: Sequence[Event]
) -> dict[int, bytes]:
    """The view tokens of the seats whose cards are new, by seat.

    Args:
        floor: seals them.
        state: after the step.
        header: of the state.
        deck: of the hand.
        happened: in the step.
    """
    if not state.delivery_keys:
        return {}
    stem = trunk(state.open_head, state.seed)
    tokens = {}
    for seat in newly_dealt(happened):
        key = state.delivery_keys.get(seat)
        if key is not None:
            cards = SeatCards(state.delivery, stem, key, _hole_openings(state.hand, deck, seat))
            own = replace(header, type=TokenType.VIEW, seat=seat)
            tokens[seat] = floor.sealer.seal(own, encode_seat_cards(cards))
    return tokens


def card_boxes(state: HandState, deck: ServiceDeck, keys: Mapping[int, bytes]) -> dict[int, bytes]:
    """The hole cards of each seat, sealed to its key for boxes; fresh bytes each time."""
    stem = trunk(state.open_head, state.seed)
    return {
        seat: seal_cards(key, stem, seat, _hole_openings(state.hand, deck, seat))
        for seat, key in keys.items()
    }


def check_secret(cards: SeatCards, secret: bytes) -> None:
    """Whether a player may see the cards of a view token.

    Raises:
        Rejected: SECRET_WRONG, or a secret that none can be.
    """
    match cards.delivery:
        case Delivery.SEAT_SECRET:
            if not secret:
                raise checks.missing("secret", "This view token opens with the player's secret.")
            checks.length(len(secret), MIN_SECRET_BYTES, _MOST_SECRET, "secret")
            if not opens_secret(secret, cards.key):
                raise rejected(_ERRORS.ERROR_REASON_SECRET_WRONG, "This is not the secret of the seat.")
        case Delivery.SEAT_KEY | Delivery.HOST:
            if secret:
                raise checks.contradiction(
                    "secret", "The cards are sealed to the seat's key: send no secret."
                )


def _hole_openings(hand: Hand, deck: ServiceDeck, seat: int) -> tuple[CardOpening, CardOpening]:
    first, second = hole_indices(hand, hand.position(seat))
    return deck.opening(first), deck.opening(second)
