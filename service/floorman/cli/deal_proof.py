"""The proof of a hand as it was told, by what any player could do: nothing here asks the service.

It is that of a record (:mod:`floorman.records.verification`), with the hole cards that the host was given: so
those that were folded are proved too, and that each seat's cards lay where the deal put them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from floorman import events
from floorman.cards import card_name
from floorman.events import Outcome
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.opening_bytes import decode_opening, open_head_of
from floorman.fairness.public_layer import public_seed
from floorman.records.hand_record import ChainLink, HandRecord
from floorman.records.record_file import card_opening_from_message, leaves_from_bytes, step_from_message
from floorman.records.report import CheckName, Report, Standing
from floorman.records.verification import verify
from floorman.v1 import hand_pb2

__all__ = ["Proved", "prove_deal"]

# What is told of a hand without seeds, and the checks of its record that stand for it.
_TOLD: Final = {
    "table": ("it follows the table's hand before", (CheckName.CHAIN,)),
    "opening": (
        "opening and switches hash to what was promised",
        (CheckName.FORMAT, CheckName.CONFIG, CheckName.SEEDS, CheckName.CONSENTS),
    ),
    "signatures": ("the house signed it", (CheckName.OPENING_SIGNATURE, CheckName.HEAD_SIGNATURES)),
    "root": ("the leaves make the committed root", (CheckName.ROOT,)),
    "{cards} cards": (
        "{cards} opened cards lay in the committed deck",
        (CheckName.OPENINGS, CheckName.REVEALED),
    ),
    "none twice": ("no card was opened twice or as another", (CheckName.DISTINCT_CARDS,)),
    "faces": ("every face that was shown was opened, and no other", (CheckName.VISIBLE_CARDS,)),
    "{heads} heads": ("{heads} heads make one chain", (CheckName.HEADS,)),
    "rules": ("every step is legal, played again from the cards", (CheckName.RULES,)),
    "chips": ("every chip went where the rules send it", (CheckName.SETTLEMENT,)),
}


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
    """Every check of a hand's deal, transcript and rulings.

    Args:
        updates: of one service-dealt hand at level COMMIT, from the deal to the end, with leaves.
        public_key: the house's head key, 32 bytes, or None where it is not known.
        head_before: the last head of the table's hand before, 32 bytes; empty for its first hand.

    Raises:
        ValueError: bytes of the updates are not what they claim to be, or leaves are missing.
    """
    start = updates[0].start
    opening = decode_opening(start.opening.open_bytes)
    own = [card_opening_from_message(one) for view in updates[0].seat_views for one in view.openings]
    record = HandRecord(
        open_bytes=start.opening.open_bytes,
        opening_signature=start.opening.signature,
        cfg_text=start.opening.cfg_text,
        leaves=leaves_from_bytes(start.opening.leaves),
        steps=tuple(step_from_message(update) for update in updates),
    )
    before = None
    if head_before:
        before = ChainLink(opening.table_id, opening.hand_number - 1, 0, head_before, Outcome.PLAYED)
    keys = {} if public_key is None else {opening.head_kid: public_key}
    report = verify(record, keys, before, revealed=own)
    shown = {one.deck_index for step in record.steps for one in step.openings}
    counts = {"cards": len(shown | {one.deck_index for one in own}), "heads": len(record.steps)}
    told = [
        Proved(name.format_map(counts), words.format_map(counts), _holds(report, checks))
        for name, (words, checks) in _TOLD.items()
    ]
    cut = public_seed(open_head_of(record.open_bytes), {}) == start.permutation_seed
    return [
        *told[:4],
        Proved(
            "permutation",
            "the permutation follows from the opening",
            cut and _holds(report, (CheckName.PERMUTATION,)),
        ),
        Proved(
            "holes",
            "each seat's cards lie where the deal put them",
            _holes_lie_right(record, updates[0], own),
        ),
        *told[4:],
    ]


def _holds(report: Report, names: Sequence[CheckName]) -> bool | None:
    """Whether these checks hold; None if one of them could not be made."""
    standings = {check.standing for check in report.checks if check.name in names}
    if Standing.FAILED in standings or len(report.checks) < len(CheckName):
        return False
    return None if standings & {Standing.NOT_CHECKED, Standing.NOT_ASKED} else True


def _holes_lie_right(record: HandRecord, deal: hand_pb2.HandUpdate, own: Sequence[CardOpening]) -> bool:
    """Delivery HOST: the deal's update names and opens each seat's two cards, at the places of DEAL_HOLE."""
    opened = {one.deck_index: card_name(one.card) for one in own}
    named = {view.seat: list(view.cards) for view in deal.seat_views}
    happened = map(decode_event, record.steps[0].events)
    dealt = [event for event in happened if isinstance(event, events.DealHole)]
    return bool(dealt) and all(
        named.get(event.seat) == [opened.get(index) for index in event.indices] for event in dealt
    )
