"""The secret layer: which face lies in which slot, and the salts that bind it (audit.md 3.2).

σ (here ``order``) is fixed before any player's seed is known and published as a Merkle root over salted
leaves. A slot that nobody may see is never opened; its salt keeps its face from being guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from floorman.fairness.drbg import HmacDrbg, shuffle
from floorman.fairness.hmac_sha256 import HmacKey
from floorman.fairness.labels import label

__all__ = ["HoleCommitment", "SecretLayer", "hole_commitment", "hole_commitment_of", "leaf_of"]

_SIGMA: Final = label("sigma")
_SALT: Final = label("salt")
_LEAF: Final = b"\0" + label("leaf")
_HOLE: Final = label("hole")
_BYTES: Final = tuple(bytes((number,)) for number in range(52))


class SecretLayer:
    """σ and the salts of one hand, recomputed from E wherever a card opens.

    Args (of the constructor):
        entropy: E, 32 bytes.
        hand_id: 16 bytes.
        cards: the faces of the pack in rising order (52, or 36 in the short deck).

    Attributes:
        hand_id: 16 bytes.
        order: σ, the face (card id) in each slot.
    """

    __slots__ = ("_salts", "hand_id", "order")

    def __init__(self, entropy: bytes, hand_id: bytes, cards: Sequence[int]) -> None:
        self.hand_id = hand_id
        self.order = tuple(shuffle(cards, HmacDrbg(entropy, hand_id, _SIGMA).stream()))
        self._salts = _salt_key(entropy, hand_id)

    def salt(self, slot: int) -> bytes:
        """The 32 bytes that hide the face of a slot until it is opened."""
        return self._salts.digest(bytes((slot,)))

    def leaves(self) -> list[bytes]:
        """The leaf hash of every slot; public, since a salt of 32 bytes hides the face behind each."""
        prefix = _LEAF + self.hand_id
        salt = self._salts.digest
        # One-byte strings from a table: a tenth of this loop would go into making them.
        return [
            sha256(prefix + slot + _BYTES[card] + salt(slot)).digest()
            for slot, card in zip(_BYTES, self.order, strict=False)
        ]


def leaf_of(hand_id: bytes, slot: int, card: int, salt: bytes) -> bytes:
    """The leaf hash (32 bytes) that a face and its salt have in a slot."""
    return sha256(_LEAF + hand_id + bytes((slot, card)) + salt).digest()


@dataclass(slots=True)
class HoleCommitment:
    """HOLE_KNOWN: the floor's promise about hole cards that a host dealt (audit.md 4.2).

    Attributes:
        commitment: 32 bytes, in the events at once.
        salt: 32 bytes, shown with the cards when they are shown.
    """

    commitment: bytes
    salt: bytes


def hole_commitment(entropy: bytes, hand_id: bytes, seat: int, cards: Sequence[int]) -> HoleCommitment:
    """Commitment and salt for the two known hole cards of a seat, in the order they were dealt."""
    salt = _salt_key(entropy, hand_id).digest(_HOLE + bytes((seat,)))
    return HoleCommitment(hole_commitment_of(hand_id, seat, cards, salt), salt)


def hole_commitment_of(hand_id: bytes, seat: int, cards: Sequence[int], salt: bytes) -> bytes:
    """The commitment (32 bytes) that two shown cards and their salt must have had."""
    first, second = cards
    return sha256(_HOLE + hand_id + bytes((seat, first, second)) + salt).digest()


def _salt_key(entropy: bytes, hand_id: bytes) -> HmacKey:
    return HmacKey(HmacKey(entropy).digest(_SALT + hand_id))
