"""An auditor's key opens the whole deck without the service (audit.md 7, A3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from floorman.cards import full_deck
from floorman.fairness.boxes import escrow_of, seal_escrow
from floorman.fairness.opening_bytes import decode_opening, encode_opening
from floorman.records.escrow import EscrowError, open_deck
from floorman.records.hand_record import HandRecord
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from tests.fairness.vectors import ENTROPY, VECTORS, unhex
from tests.records.lies import RECORD, signed_anew
from tests.records.vector_records import KEYS

AUDITOR = unhex(VECTORS["escrow"]["private_key"])
AUDITOR_KEY = unhex(VECTORS["escrow"]["key"])


def with_escrow(entropy: bytes) -> HandRecord:
    """The vectors' hand, abandoned, with a box for the auditor."""
    opening = decode_opening(RECORD.open_bytes)
    box = seal_escrow(AUDITOR_KEY, opening.hand_id, opening.root, entropy)
    form = encode_opening(replace(opening, escrow=escrow_of(AUDITOR_KEY, box)))
    return signed_anew(replace(RECORD, open_bytes=form, escrow_box=box, steps=(), seeds=()))


def test_the_auditor_opens_every_card_and_all_lie_in_the_committed_deck() -> None:
    record = with_escrow(ENTROPY)
    deck = open_deck(record, AUDITOR)
    assert sorted(opening.card for opening in deck) == list(full_deck())
    report = verify(record, KEYS, revealed=deck)
    assert report.holds
    assert report.of(CheckName.ESCROW).standing is Standing.OK
    assert report.of(CheckName.REVEALED).words.startswith("all 52 cards")
    assert "escrow=yes" in report.assurance


def test_the_box_of_the_vectors_opens_to_the_vectors_entropy() -> None:
    opening = decode_opening(RECORD.open_bytes)
    box = unhex(VECTORS["escrow"]["box"])
    form = encode_opening(replace(opening, escrow=escrow_of(AUDITOR_KEY, box)))
    record = signed_anew(replace(RECORD, open_bytes=form, escrow_box=box, steps=(), seeds=()))
    assert len(open_deck(record, AUDITOR)) == 52


def test_what_opens_nothing() -> None:
    record = with_escrow(ENTROPY)
    with pytest.raises(EscrowError, match="no escrow"):
        open_deck(RECORD, AUDITOR)
    with pytest.raises(EscrowError, match="this key"):
        open_deck(record, bytes(31) + b"\1")
    with pytest.raises(EscrowError, match="this key"):
        open_deck(replace(record, escrow_box=bytes(80)), AUDITOR)


@pytest.mark.parametrize(
    "entropy", [bytes(32), ENTROPY + b"\0", ENTROPY[:16], bytes(100)], ids=["other", "longer", "half", "long"]
)
def test_a_box_with_something_else_in_it_is_found_out(entropy: bytes) -> None:
    with pytest.raises(EscrowError, match="did not make this deck"):
        open_deck(with_escrow(entropy), AUDITOR)


def test_a_box_that_was_exchanged() -> None:
    record = replace(with_escrow(ENTROPY), escrow_box=bytes(80))
    assert verify(record, KEYS).of(CheckName.ESCROW).standing is Standing.FAILED
    nobody_signed = replace(RECORD, escrow_box=bytes(80))
    assert verify(nobody_signed, KEYS).of(CheckName.ESCROW).standing is Standing.FAILED
