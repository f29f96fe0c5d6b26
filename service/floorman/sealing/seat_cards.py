"""What a view token holds, and its bytes: one seat's two cards, and to whom they may go (audit.md 5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.fairness.card_opening import OPENING_BYTES, CardOpening
from floorman.fairness.opening import Delivery
from floorman.fairness.reading import Reader
from floorman.sealing.state import UnreadableStateError

__all__ = ["SeatCards", "decode_seat_cards", "encode_seat_cards"]

_HASH: Final = 32


@dataclass(slots=True)
class SeatCards:
    """The cards of one seat, whose number and hand are in the token's header.

    Attributes:
        delivery: SEAT_SECRET or SEAT_KEY.
        trunk: H_{-1} of the hand, 32 bytes.
        key: the hash of the seat's secret, or its public key for boxes; 32 bytes.
        openings: of both hole cards, in the order dealt.
    """

    delivery: Delivery
    trunk: bytes
    key: bytes
    openings: tuple[CardOpening, CardOpening]

    def __repr__(self) -> str:
        return "SeatCards(…)"  # it holds two cards


def encode_seat_cards(cards: SeatCards) -> bytes:
    """The plaintext of a view token, codec 1: 135 bytes."""
    first, second = cards.openings
    return bytes((cards.delivery,)) + cards.trunk + cards.key + first.encode() + second.encode()


def decode_seat_cards(form: bytes) -> SeatCards:
    """The cards behind their bytes.

    Raises:
        UnreadableStateError: they are no cards of codec 1.
    """
    reader = Reader(form)
    try:
        cards = SeatCards(
            delivery=reader.one_of("delivery", Delivery),
            trunk=reader.take("trunk", _HASH),
            key=reader.take("key", _HASH),
            openings=(_opening(reader), _opening(reader)),
        )
        reader.finish()
    except ValueError as fault:
        raise UnreadableStateError("the seat's cards do not decode") from fault
    return cards


def _opening(reader: Reader) -> CardOpening:
    return CardOpening.decode(reader.take("opening", OPENING_BYTES))
