"""The opening of one card: what turns a leaf of the root into a face (audit.md 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.fairness.reading import Reader
from floorman.fairness.secret_layer import leaf_of

__all__ = ["OPENING_BYTES", "CardOpening"]

OPENING_BYTES: Final = 35
_SALT: Final = 32


@dataclass(slots=True)
class CardOpening:
    """A card of a service-dealt deck, shown with its proof.

    Attributes:
        deck_index: its place in the order of the deal (audit.md 3.6).
        slot: its place in the secret layer, ``pi[deck_index]``.
        card: its face, a card id.
        salt: the 32 bytes that hid the face.
    """

    deck_index: int
    slot: int
    card: int
    salt: bytes

    def encode(self) -> bytes:
        """``u8 deck_index ‖ u8 slot ‖ u8 card ‖ salt``, 35 bytes."""
        return bytes((self.deck_index, self.slot, self.card)) + self.salt

    @classmethod
    def decode(cls, form: bytes) -> CardOpening:
        """The opening behind its 35 bytes.

        Raises:
            MalformedError: they are not 35.
        """
        reader = Reader(form)
        opening = cls(
            deck_index=reader.number("deck_index", 1),
            slot=reader.number("slot", 1),
            card=reader.number("card", 1),
            salt=reader.take("salt", _SALT),
        )
        reader.finish()
        return opening

    def leaf(self, hand_id: bytes) -> bytes:
        """The leaf hash (32 bytes) that the root must hold at ``slot``."""
        return leaf_of(hand_id, self.slot, self.card, self.salt)
