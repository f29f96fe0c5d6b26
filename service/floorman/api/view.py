"""The table as everybody sees it, and what each seat alone sees (R-6.4)."""

from __future__ import annotations

from typing import Final

from floorman.cards import FACE_DOWN, UNKNOWN, card_name
from floorman.rules.hand import NOBODY, Claim, Hand, Phase, Seat
from floorman.rules.positions import position_names
from floorman.rules.pots import Pot, layer
from floorman.v1 import cards_pb2, hand_pb2, settlement_pb2

__all__ = ["hole_names", "pot_to_wire", "street_of", "table_view"]

_STREETS: Final = (
    cards_pb2.STREET_PREFLOP,
    cards_pb2.STREET_FLOP,
    cards_pb2.STREET_TURN,
    cards_pb2.STREET_RIVER,
)


def street_of(hand: Hand) -> cards_pb2.Street.ValueType:
    """Where the hand stands; votes and shows come after the last betting round."""
    match hand.phase:
        case Phase.COMPLETE:
            return cards_pb2.STREET_COMPLETE
        case Phase.RUN_VOTE | Phase.SHOW:
            return cards_pb2.STREET_SHOWDOWN
        case _:
            return _STREETS[hand.street]


def table_view(hand: Hand) -> hand_pb2.TableView:
    """Everything that is on the table, without a card that is not up."""
    names = position_names(hand)
    collected = hand.betting_over or hand.phase is Phase.COMPLETE
    view = hand_pb2.TableView(
        street=street_of(hand),
        pot=hand.pot,
        pots=_closed_pots(hand, collected=collected),
        bet_level=0 if collected else hand.level,
        boards=[cards_pb2.Board(cards=[card_name(face) for face in board]) for board in hand.boards],
        button=hand.button,
    )
    if hand.small_blind != NOBODY:
        view.small_blind_seat = hand.seats[hand.small_blind].number
    if hand.big_blind != NOBODY:
        view.big_blind_seat = hand.seats[hand.big_blind].number
    for position in sorted(range(len(hand.seats)), key=lambda position: hand.seats[position].number):
        seat = hand.seats[position]
        view.seats.add(
            seat=seat.number,
            position=names[position],
            stack=seat.stack,
            put=0 if collected else seat.put,
            status=_status(seat),
            cards=_public_cards(hand, position),
        )
    return view


def _closed_pots(hand: Hand, *, collected: bool) -> list[settlement_pb2.Pot]:
    """The pots of the rounds that are closed; bets of the running round still lie before the seats."""
    if hand.phase is Phase.COMPLETE:
        return []
    totals = {
        position: seat.total - (0 if collected else seat.put) for position, seat in enumerate(hand.seats)
    }
    pots = layer(totals, hand.in_hand(), sum(seat.dead for seat in hand.seats))
    return [pot_to_wire(hand, pot) for pot in pots]


def pot_to_wire(hand: Hand, pot: Pot) -> settlement_pb2.Pot:
    """A pot with the seats that may win it."""
    seats = sorted(hand.seats[position].number for position in pot.eligible)
    return settlement_pb2.Pot(amount=pot.amount, eligible_seats=seats)


def _status(seat: Seat) -> hand_pb2.SeatStatus.ValueType:
    if seat.killed:
        return hand_pb2.SEAT_STATUS_KILLED
    if seat.folded:
        return hand_pb2.SEAT_STATUS_FOLDED
    if seat.claim is Claim.MUCKED:
        return hand_pb2.SEAT_STATUS_MUCKED
    return hand_pb2.SEAT_STATUS_LIVE if seat.stack else hand_pb2.SEAT_STATUS_ALL_IN


def _public_cards(hand: Hand, position: int) -> list[str]:
    """Faces that are up; cards that lie face down; nothing once a hand is gone."""
    seat = hand.seats[position]
    holes = hand.holes[position] or (FACE_DOWN, FACE_DOWN)
    if seat.claim is Claim.SHOWN:
        return [card_name(card) for card in holes]
    shown = [card_name(card) if up else UNKNOWN for card, up in zip(holes, _up(hand, position), strict=True)]
    gone = seat.folded or seat.claim is Claim.MUCKED
    return [] if gone and shown == [UNKNOWN, UNKNOWN] else shown


def _up(hand: Hand, position: int) -> tuple[bool, bool]:
    """Which of a seat's cards everybody has seen: shown after the hand, or exposed and kept (R-6.3)."""
    seen = hand.seats[position].seen_cards
    if hand.exposed is not None and hand.exposed[0] == position and hand.replacement == FACE_DOWN:
        seen |= 1 << hand.exposed[1]
    return bool(seen & 1), bool(seen & 2)


def hole_names(hand: Hand, position: int) -> list[str]:
    """A seat's two cards for its own eyes; empty where the floor does not know them."""
    holes = hand.holes[position]
    return [] if holes is None else [card_name(card) for card in holes]
