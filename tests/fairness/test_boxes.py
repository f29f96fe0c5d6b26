"""Boxes: the vectors' open, and nothing else opens with them (audit.md 5, 7)."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from floorman.fairness.boxes import (
    BoxKeyError,
    BoxRefusedError,
    escrow_of,
    is_box_key,
    open_cards,
    open_escrow,
    seal_cards,
    seal_escrow,
)
from floorman.fairness.opening import Escrow
from tests.fairness.vectors import ENTROPY, HAND_ID, VECTORS, card_opening_of, unhex

ROW = VECTORS["hpke_box"]
PRIVATE, PUBLIC = unhex(ROW["private_key"]), unhex(ROW["public_key"])
TRUNK, SEAT = unhex(VECTORS["hand"]["trunk"]), ROW["seat"]
OPENINGS = tuple(card_opening_of(row) for row in ROW["openings"])
BOX = unhex(ROW["box"])
ESCROW = VECTORS["escrow"]
ROOT = unhex(VECTORS["secret_layer"]["root"])
SMALL_ORDER = [bytes(32), b"\1" + bytes(31)]


def test_the_box_of_the_vectors_holds_the_seats_two_openings() -> None:
    assert open_cards(PRIVATE, TRUNK, SEAT, BOX) == OPENINGS


def test_a_box_is_fresh_each_time_and_119_bytes() -> None:
    first, second = (seal_cards(PUBLIC, TRUNK, SEAT, OPENINGS) for _ in range(2))
    assert first != second
    assert len(first) == len(BOX) == 32 + 71 + 16
    assert open_cards(PRIVATE, TRUNK, SEAT, first) == open_cards(PRIVATE, TRUNK, SEAT, second) == OPENINGS


def test_a_box_opens_for_one_key_hand_and_seat() -> None:
    other = X25519PrivateKey.generate().private_bytes_raw()
    for private, trunk, seat in ((other, TRUNK, SEAT), (PRIVATE, bytes(32), SEAT), (PRIVATE, TRUNK, 4)):
        with pytest.raises(BoxRefusedError):
            open_cards(private, trunk, seat, BOX)


def test_every_byte_of_a_box_counts() -> None:
    """Also the top bit of the ephemeral key, which X25519 itself ignores: HPKE binds the key as sent."""
    for offset in range(len(BOX)):
        changed = bytearray(BOX)
        changed[offset] ^= 0x80
        with pytest.raises(BoxRefusedError):
            open_cards(PRIVATE, TRUNK, SEAT, bytes(changed))


@pytest.mark.parametrize("size", [0, 31, 32, 47, 118])
def test_a_short_box_is_refused(size: int) -> None:
    with pytest.raises(BoxRefusedError):
        open_cards(PRIVATE, TRUNK, SEAT, BOX[:size])


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(33), *SMALL_ORDER])
def test_nothing_is_sealed_to_a_key_of_no_use(key: bytes) -> None:
    assert not is_box_key(key)
    with pytest.raises(BoxKeyError):
        seal_cards(key, TRUNK, SEAT, OPENINGS)
    with pytest.raises(BoxKeyError):
        seal_escrow(key, HAND_ID, ROOT, ENTROPY)


def test_the_keys_of_the_vectors_take_boxes() -> None:
    for private in VECTORS["keys"]["hpke_private"].values():
        public = X25519PrivateKey.from_private_bytes(unhex(private)).public_key().public_bytes_raw()
        assert is_box_key(public)


def test_a_box_with_another_number_of_openings_than_it_says_is_refused() -> None:
    class Long:
        def encode(self) -> bytes:
            return bytes(36)

    box = seal_cards(PUBLIC, TRUNK, SEAT, [Long()])  # type: ignore[list-item]
    with pytest.raises(BoxRefusedError):
        open_cards(PRIVATE, TRUNK, SEAT, box)


def test_the_escrow_of_the_vectors_holds_e() -> None:
    opened = open_escrow(unhex(ESCROW["private_key"]), HAND_ID, ROOT, unhex(ESCROW["box"]))
    assert opened.hex() == ESCROW["plaintext"] == ENTROPY.hex()


def test_the_opening_binds_auditor_and_box() -> None:
    escrow = escrow_of(unhex(ESCROW["key"]), unhex(ESCROW["box"]))
    assert isinstance(escrow, Escrow)
    assert (escrow.auditor_key + escrow.box_hash).hex() == ESCROW["field"]


def test_an_escrow_opens_for_one_hand_and_root() -> None:
    box = seal_escrow(unhex(ESCROW["key"]), HAND_ID, ROOT, ENTROPY)
    private = unhex(ESCROW["private_key"])
    assert len(box) == 80
    assert open_escrow(private, HAND_ID, ROOT, box) == ENTROPY
    for hand_id, root in ((bytes(16), ROOT), (HAND_ID, bytes(32))):
        with pytest.raises(BoxRefusedError):
            open_escrow(private, hand_id, root, box)
