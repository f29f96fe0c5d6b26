"""The proof of one opened card, without the rest of its hand (audit.md 7)."""

from __future__ import annotations

from collections.abc import Sequence

from floorman.cards import card_name
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.merkle import root_of, root_through
from floorman.fairness.public_layer import permutation
from floorman.records.report import Check, CheckName, failed, ok

__all__ = ["prove_by_leaves", "prove_by_path", "prove_place"]


def prove_by_leaves(
    hand_id: bytes, opening: CardOpening, root: bytes, leaves: Sequence[bytes]
) -> list[Check]:
    """Whether the leaves make the root, and the card's leaf is one of them.

    Args:
        hand_id: 16 bytes.
        opening: of the card.
        root: as it was signed, 32 bytes.
        leaves: 52 or 36, 32 bytes each, in slot order.
    """
    root_check = ok(CheckName.ROOT, f"{len(leaves)} leaves make the root")
    if root_of(leaves) != root:
        root_check = failed(CheckName.ROOT, "the leaves do not make the root")
    under = opening.slot < len(leaves) and leaves[opening.slot] == opening.leaf(hand_id)
    return [root_check, _opening_check(opening, under=under)]


def prove_by_path(
    hand_id: bytes, opening: CardOpening, root: bytes, path: Sequence[bytes], leaf_count: int
) -> list[Check]:
    """Whether the path leads from the card's leaf to the root.

    Args:
        hand_id: 16 bytes.
        opening: of the card.
        root: as it was signed, 32 bytes.
        path: neighbours of 32 bytes, the lowest first.
        leaf_count: of the tree, 52 or 36.
    """
    under = root_through(opening.leaf(hand_id), opening.slot, leaf_count, path) == root
    return [_opening_check(opening, under=under)]


def _opening_check(opening: CardOpening, *, under: bool) -> Check:
    card = card_name(opening.card)
    if under:
        return ok(CheckName.OPENINGS, f"{card} was committed to in slot {opening.slot}")
    return failed(CheckName.OPENINGS, f"{card} was not committed to in slot {opening.slot}")


def prove_place(hand_id: bytes, opening: CardOpening, seed: bytes, leaf_count: int) -> Check:
    """Whether the card's slot is the one that P gives its place in the deck.

    Args:
        hand_id: 16 bytes.
        opening: of the card.
        seed: P, 32 bytes.
        leaf_count: cards in the pack, 52 or 36.
    """
    index, slot = opening.deck_index, opening.slot
    if index < leaf_count and permutation(seed, hand_id, leaf_count)[index] == slot:
        return ok(CheckName.PERMUTATION, f"card {index} of the deck lies in slot {slot}")
    return failed(CheckName.PERMUTATION, f"card {index} of the deck does not lie in slot {slot}")
