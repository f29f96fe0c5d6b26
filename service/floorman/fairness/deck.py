"""The deck of a running hand that the service deals.

A sealed state carries E and P, never an order of cards. What a step shows is recomputed from them: a step
that opens nothing pays nothing, one that does pays two shuffles and one HMAC a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from floorman.fairness.card_opening import CardOpening
from floorman.fairness.public_layer import permutation
from floorman.fairness.secret_layer import SecretLayer

__all__ = ["ServiceDeck"]


class ServiceDeck:
    """The cards of one hand by deck index (audit.md 3.6).

    Args (of the constructor):
        entropy: E, 32 bytes.
        hand_id: 16 bytes.
        seed: P, 32 bytes.
        cards: the faces of the pack in rising order.
    """

    def __init__(self, entropy: bytes, hand_id: bytes, seed: bytes, cards: Sequence[int]) -> None:
        self._entropy: Final = entropy
        self._hand_id: Final = hand_id
        self._seed: Final = seed
        self._cards: Final = cards

    @cached_property
    def _secret(self) -> SecretLayer:
        return SecretLayer(self._entropy, self._hand_id, self._cards)

    @cached_property
    def _slots(self) -> tuple[int, ...]:
        return permutation(self._seed, self._hand_id, len(self._cards))

    def face(self, deck_index: int) -> int:
        """The card id at a place of the deck.

        Raises:
            IndexError: the pack has no such place.
        """
        return self._secret.order[self._slots[deck_index]]

    def hole(self, deck_index: int) -> int:
        """The same for a card that goes face down to a seat: whoever deals knows them all."""
        return self.face(deck_index)

    def opening(self, deck_index: int) -> CardOpening:
        """The card at a place of the deck with its proof; for eyes that may see it.

        Raises:
            IndexError: the pack has no such place.
        """
        slot = self._slots[deck_index]
        return CardOpening(deck_index, slot, self._secret.order[slot], self._secret.salt(slot))

    def openings(self) -> list[CardOpening]:
        """Every card with its proof, by rising deck index; for an auditor's eyes."""
        return [self.opening(index) for index in range(len(self._cards))]
