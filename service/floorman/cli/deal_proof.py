"""The proof of a service-dealt hand from what its updates hold, as any player could work it out (audit.md).

Nothing here asks the service: the permutation, the tree and the chain of heads are recomputed, and every card
that was shown is opened against the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from floorman import events
from floorman.cards import FACE_DOWN, parse_card
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.keys import verifies
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import Opening, cfg_hash_of, first_prev_head
from floorman.fairness.opening_bytes import decode_opening, open_head_of
from floorman.fairness.public_layer import permutation, public_seed
from floorman.fairness.reading import Reader
from floorman.fairness.signing import head_message, opening_message
from floorman.fairness.transcript import head_is_signed, step_head, trunk
from floorman.v1 import cards_pb2, hand_pb2

__all__ = ["Proved", "prove_deal"]

_HASH: Final = 32


@dataclass(frozen=True, slots=True)
class Proved:
    """One thing that was checked.

    Attributes:
        name: in a word or two.
        words: what it says.
        holds: whether it does; None where it could not be checked.
    """

    name: str
    words: str
    holds: bool | None


def prove_deal(
    updates: Sequence[hand_pb2.HandUpdate], public_key: bytes | None, head_before: bytes
) -> list[Proved]:
    """Every check of a hand's deal and transcript.

    Args:
        updates: of one service-dealt hand at level COMMIT, from the deal to the end, with leaves.
        public_key: the house's head key, 32 bytes, or None where it is not known.
        head_before: the last head of the table's hand before, 32 bytes; empty for its first hand.

    Raises:
        ValueError: bytes of the updates are not what they claim to be, or leaves are missing.
    """
    start = updates[0].start
    opening = decode_opening(start.opening.open_bytes)
    leaves = [start.opening.leaves[at : at + _HASH] for at in range(0, len(start.opening.leaves), _HASH)]
    openings = list(_openings(updates))
    transcript = [_events(update) for update in updates]
    deal = updates[0]
    cards = len({opening.deck_index for opening in openings})
    return [
        Proved("table", "it follows the table's hand before", _follows(opening, head_before)),
        Proved("opening", "opening and switches hash to what was promised", _opening_holds(deal, opening)),
        Proved("signatures", "the house signed it", _signatures_hold(updates, opening, public_key)),
        Proved("root", f"{len(leaves)} leaves make the committed root", root_of(leaves) == opening.root),
        Proved("permutation", "the permutation follows from the opening", _permutation_holds(deal)),
        Proved(
            f"{cards} cards",
            f"{cards} opened cards lay in the committed deck",
            _all_open(openings, leaves, opening.hand_id, start.permutation_seed),
        ),
        Proved("none twice", "no card was opened twice or as another", _are_distinct(openings)),
        Proved(
            "holes", "each seat's cards lie where the deal put them", _holes_lie_right(updates, transcript)
        ),
        Proved("faces", "every face that was shown was opened", _faces_are_opened(transcript, openings)),
        Proved(
            f"{len(updates)} heads", f"{len(updates)} heads make one chain", _heads_hold(updates, transcript)
        ),
    ]


def _openings(updates: Iterable[hand_pb2.HandUpdate]) -> Iterator[CardOpening]:
    """The opened cards: those of each seat with the deal, and those that everybody saw."""
    for update in updates:
        for view in update.seat_views:
            yield from map(_opened, view.openings)
        yield from map(_opened, update.openings)


def _opened(message: cards_pb2.CardOpening) -> CardOpening:
    return CardOpening(message.deck_index, message.slot, parse_card(message.card), message.salt)


def _events(update: hand_pb2.HandUpdate) -> list[bytes]:
    reader = Reader(update.event_bytes)
    forms = [reader.prefixed("event") for _ in range(reader.number("events", 2))]
    reader.finish()
    return forms


def _follows(opening: Opening, head_before: bytes) -> bool:
    return opening.prev_head == (head_before or first_prev_head(opening.table_id))


def _opening_holds(deal: hand_pb2.HandUpdate, opening: Opening) -> bool:
    signed = deal.start.opening
    return (
        open_head_of(signed.open_bytes) == signed.open_head
        and cfg_hash_of(signed.cfg_text) == opening.cfg_hash
        and opening.hand_id == deal.hand_id
    )


def _signatures_hold(
    updates: Sequence[hand_pb2.HandUpdate], opening: Opening, public_key: bytes | None
) -> bool | None:
    if public_key is None:
        return None
    signed = updates[0].start.opening
    if not verifies(public_key, signed.signature, opening_message(signed.open_head)):
        return False
    return all(
        verifies(
            public_key,
            update.signature,
            head_message(update.hand_id, update.step, update.parent_head, update.head),
        )
        for update in updates
        if head_is_signed(
            every=opening.signs_every_head,
            step=update.step,
            complete=update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE,
        )
    )


def _permutation_holds(deal: hand_pb2.HandUpdate) -> bool:
    # level COMMIT: no player has a seed in it, and no beacon
    return public_seed(deal.start.opening.open_head, {}) == deal.start.permutation_seed


def _all_open(openings: Iterable[CardOpening], leaves: Sequence[bytes], hand_id: bytes, seed: bytes) -> bool:
    slots = permutation(seed, hand_id, len(leaves))
    return all(
        opening.deck_index < len(slots)
        and slots[opening.deck_index] == opening.slot
        and leaves[opening.slot] == opening.leaf(hand_id)
        for opening in openings
    )


def _are_distinct(openings: Iterable[CardOpening]) -> bool:
    faces = {(opening.deck_index, opening.card) for opening in openings}
    return len(faces) == len({index for index, _ in faces}) == len({card for _, card in faces})


def _holes_lie_right(updates: Sequence[hand_pb2.HandUpdate], transcript: Sequence[list[bytes]]) -> bool:
    """Delivery HOST: the deal's update opens each seat's two cards, at the places of its DEAL_HOLE."""
    held = {
        view.seat: tuple((opening.deck_index, opening.card) for opening in view.openings)
        for view in updates[0].seat_views
    }
    dealt = [event for event in map(decode_event, transcript[0]) if isinstance(event, events.DealHole)]
    cards = {view.seat: tuple(view.cards) for view in updates[0].seat_views}
    return bool(dealt) and all(
        held.get(event.seat) == tuple(zip(event.indices, cards.get(event.seat, ()), strict=True))
        for event in dealt
    )


def _faces_are_opened(transcript: Iterable[list[bytes]], openings: Iterable[CardOpening]) -> bool:
    opened = {opening.deck_index: opening.card for opening in openings}
    return all(
        opened.get(index) == face
        for forms in transcript
        for form in forms
        for index, face in _faces(decode_event(form))
        if face != FACE_DOWN
    )


def _faces(event: events.Event) -> Iterator[tuple[int, int]]:
    """The cards of an event: places in the deck and faces."""
    match event:
        case (
            events.BoardCards(indices=indices, faces=faces)
            | events.HandUp(indices=indices, faces=faces)
            | events.Show(indices=indices, faces=faces)
            | events.Seen(indices=indices, faces=faces)
            | events.RabbitCards(indices=indices, faces=faces)
        ):
            yield from zip(indices, faces, strict=True)
        case (
            events.Burn(index=index, face=face)
            | events.Exposed(index=index, face=face)
            | events.ShowOne(index=index, face=face)
        ):
            yield index, face
        case _:
            pass


def _heads_hold(updates: Sequence[hand_pb2.HandUpdate], transcript: Sequence[list[bytes]]) -> bool:
    start = updates[0].start
    head = trunk(start.opening.open_head, start.permutation_seed)
    for number, (update, forms) in enumerate(zip(updates, transcript, strict=True)):
        following = step_head(head, number, forms)
        if (update.step, update.parent_head, update.head) != (number, head, following):
            return False
        head = following
    return True
