"""What opens the hand of a case: a hand that the host deals, with the cards that the case knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from floorman.cards import UNKNOWN, card_names, full_deck, short_deck
from floorman.cli.cases import BLIND_FOLLOWS, Case
from floorman.cli.table_switches import table_config
from floorman.v1 import cards_pb2, opening_pb2

__all__ = ["case_opening", "spare_cards"]

_TABLE: Final = "floorman play"


def case_opening(case: Case) -> opening_pb2.HandOpening:
    """The opening of a case's hand.

    Raises:
        SwitchError: a switch that the contract cannot say.
    """
    opening = opening_pb2.HandOpening(
        config=table_config(case.preset, case.switches),
        table_id=_TABLE,
        dealing=opening_pb2.DEALING_HOST,
        showdown=opening_pb2.SHOWDOWN_ASK if case.asks else opening_pb2.SHOWDOWN_TABLE_RULE,
        button=case.button,
        small_blind_dead=case.small_blind_seat is None,
        seats=[
            opening_pb2.OpeningSeat(
                seat=seat.number,
                stack=seat.stack,
                live_post=seat.live_post,
                dead_post=seat.dead_post,
                absent=seat.absent,
            )
            for seat in case.seats
        ],
        straddles=[opening_pb2.StraddlePost(seat=seat, amount=amount) for seat, amount in case.straddles],
        last_two_in_event=case.last_two_in_event,
        known_cards=_known_cards(case),
    )
    if case.small_blind_seat not in {None, BLIND_FOLLOWS}:
        opening.small_blind_seat = case.small_blind_seat
    if case.big_blind_seat not in {None, BLIND_FOLLOWS}:
        opening.big_blind_seat = case.big_blind_seat
    return opening


def _known_cards(case: Case) -> opening_pb2.KnownCards:
    dealt = {seat.number for seat in case.seats}
    return opening_pb2.KnownCards(
        holes=[
            cards_pb2.HoleCards(seat=seat, cards=cards)
            for seat, cards in case.holes.items()
            if seat in dealt and set(cards) != {UNKNOWN}
        ],
        boards=[cards_pb2.Board(cards=cards) for cards in case.boards],
        burns=case.burns,
    )


def spare_cards(case: Case) -> Iterator[str]:
    """The cards that a case names nowhere, the lowest first: with them the runner completes boards."""
    named = {card for cards in (*case.holes.values(), *case.boards, case.burns) for card in cards}
    deck = short_deck() if case.switches.get("variant") == "SHORT_DECK_36" else full_deck()
    return (card for card in card_names(deck) if card not in named)
