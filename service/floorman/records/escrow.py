"""Opening a whole deck with an auditor's key, without the service (audit.md 7, A3)."""

from __future__ import annotations

from floorman.fairness.boxes import BoxRefusedError, open_escrow
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.entropy import ENTROPY_BYTES
from floorman.fairness.secret_layer import SecretLayer
from floorman.records.hand_record import HandRecord
from floorman.records.reading import read_record

__all__ = ["EscrowError", "open_deck"]


class EscrowError(ValueError):
    """A deck that the escrow does not open; the text says why."""


def open_deck(record: HandRecord, private_key: bytes) -> list[CardOpening]:
    """The opening of every card of the deck, by rising deck index.

    Args:
        record: of a hand that was opened with an escrow.
        private_key: the auditor's, X25519, 32 bytes.

    Raises:
        NotARecordError: the record cannot be read.
        EscrowError: there is no escrow, the key is another's, or what lies in the box is not this deck's E.
    """
    read = read_record(record)
    opening = read.opening
    if opening.escrow is None or not read.slots:
        raise EscrowError("this hand has no escrow")
    try:
        entropy = open_escrow(private_key, opening.hand_id, opening.root, record.escrow_box)
    except BoxRefusedError:
        raise EscrowError("the box does not open with this key") from None
    layer = SecretLayer(entropy[:ENTROPY_BYTES], opening.hand_id, read.pack)
    if len(entropy) != ENTROPY_BYTES or tuple(layer.leaves()) != record.leaves:
        raise EscrowError("what lies in the box did not make this deck")
    return [
        CardOpening(index, slot, layer.order[slot], layer.salt(slot)) for index, slot in enumerate(read.slots)
    ]
