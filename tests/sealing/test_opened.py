"""What lies in open tokens and view tokens: bytes of this codec, and no others."""

from __future__ import annotations

import pytest

from floorman.fairness.card_opening import CardOpening
from floorman.fairness.opening import Delivery
from floorman.sealing.opened import decode_opened, opened_rules_version
from floorman.sealing.seat_cards import SeatCards, decode_seat_cards, encode_seat_cards
from floorman.sealing.state import UnreadableStateError

_CARDS = SeatCards(
    Delivery.SEAT_SECRET,
    bytes(range(32)),
    bytes(range(32, 64)),
    (CardOpening(1, 48, 26, bytes(32)), CardOpening(4, 39, 15, bytes(range(32)))),
)


def test_the_cards_of_a_seat_survive_their_bytes() -> None:
    form = encode_seat_cards(_CARDS)
    assert len(form) == 135
    assert decode_seat_cards(form) == _CARDS
    assert repr(_CARDS) == "SeatCards(…)"


@pytest.mark.parametrize("change", [lambda form: form[:-1], lambda form: form + b"\0", lambda _: b""])
def test_bytes_that_are_no_seats_cards(change: object) -> None:
    assert callable(change)
    with pytest.raises(UnreadableStateError):
        decode_seat_cards(change(encode_seat_cards(_CARDS)))


def test_a_delivery_that_is_none() -> None:
    with pytest.raises(UnreadableStateError):
        decode_seat_cards(b"\x09" + encode_seat_cards(_CARDS)[1:])


@pytest.mark.parametrize("form", [b"", b"\0", b"\0\1" + bytes(32), b"\0\1" + bytes(36)])
def test_bytes_that_are_no_opened_hand(form: bytes) -> None:
    with pytest.raises(UnreadableStateError):
        decode_opened(form)


def test_the_version_of_the_rules_is_read_before_anything_else() -> None:
    assert opened_rules_version(b"\x01\x02") == 0x0102
    with pytest.raises(UnreadableStateError):
        opened_rules_version(b"\x01")
