"""Draws for the button, for seats and for the high card, which anybody can check (audit.md 8, R-1.3, R-2.2).

Nothing stays secret here, so plain commit and reveal is enough: the house commits to ``s``, entrants to
their seeds; D binds all of it and the order follows from D.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha256
from typing import Final

from floorman.fairness.commitments import MAX_SEED_BYTES, MIN_SEED_BYTES, SeedFault, SeedRefusal
from floorman.fairness.drbg import HmacDrbg, shuffle
from floorman.fairness.labels import label, prefixed

__all__ = [
    "Draw",
    "DrawKind",
    "DrawTie",
    "Entrant",
    "HighCard",
    "PackTooSmallError",
    "draw_commit",
    "draw_outcome",
    "draw_secret_hash",
    "draw_seed_refusal",
    "drawn_order",
    "high_card",
]

_COMMIT: Final = label("draw-commit")
_DRAW: Final = label("draw")
_SECRET: Final = label("draw-s")
_OUTCOME: Final = label("draw-pi")
_PERMUTATION: Final = label("draw-perm")


class DrawKind(IntEnum):
    """What is drawn for."""

    SEATS = 1
    BUTTON = 2
    HIGH_CARD = 3


class DrawTie(IntEnum):
    """What equal high cards do (R-2.2, switch ``draw_tie``); NONE where no cards are drawn."""

    NONE = 0
    REDRAW_TIED = 1
    REDRAW_ALL = 2
    SUIT_ORDER = 3


@dataclass(frozen=True, slots=True)
class Entrant:
    """One who draws: a number (seat or player, 0..255) and a commit (32 bytes, empty without one)."""

    number: int
    commit: bytes = b""


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw as it was opened.

    Attributes:
        draw_id: 16 bytes.
        table_id: UTF-8.
        kind, tie: see their enums.
        secret_hash: of s (:func:`draw_secret_hash`), 32 bytes.
        items: open seats (SEATS), dealt seats (BUTTON) or the pack (HIGH_CARD).
        entrants: in the order in which they draw or take seats.
    """

    draw_id: bytes
    table_id: str
    kind: DrawKind
    tie: DrawTie
    secret_hash: bytes
    items: tuple[int, ...]
    entrants: tuple[Entrant, ...]

    def head(self) -> bytes:
        """``draw_head``, 32 bytes: what the house signs before a seed is revealed."""
        entrants = b"".join(bytes((entrant.number,)) + prefixed(entrant.commit) for entrant in self.entrants)
        return sha256(
            _DRAW
            + self.draw_id
            + prefixed(self.table_id.encode())
            + bytes((self.kind, self.tie))
            + self.secret_hash
            + bytes((len(self.items), *self.items))
            + bytes((len(self.entrants),))
            + entrants
        ).digest()


@dataclass(frozen=True, slots=True)
class HighCard:
    """A draw for the high card: the winner and every card, round by round.

    Attributes:
        winner: the entrant's number.
        rounds: of each round the entrants that drew, in turn, with their cards (card ids).
    """

    winner: int
    rounds: tuple[tuple[tuple[int, int], ...], ...]


class PackTooSmallError(ValueError):
    """More entrants than the pack has cards, or none at all.

    Attributes:
        entrants, cards: how many of each.
    """

    def __init__(self, entrants: int, cards: int) -> None:
        super().__init__(f"{entrants} entrants cannot draw from {cards} cards")
        self.entrants = entrants
        self.cards = cards


def draw_commit(table_id: str, entrant: int, seed: bytes) -> bytes:
    """``commit_e``, 32 bytes, of a seed (16..64 bytes) that was never used before."""
    return sha256(_COMMIT + prefixed(table_id.encode()) + bytes((entrant,)) + prefixed(seed)).digest()


def draw_secret_hash(draw_id: bytes, secret: bytes) -> bytes:
    """The house's commit (32 bytes) to s (32 bytes)."""
    return sha256(_SECRET + draw_id + secret).digest()


def draw_seed_refusal(draw: Draw, seeds: Mapping[int, bytes]) -> SeedRefusal | None:
    """Whether a draw accepts these seeds by entrant: None, or the first fault in the entrants' order.

    Every commit must be opened and nothing else may be: the same draw never gives two results.
    """
    numbers = {entrant.number for entrant in draw.entrants}
    for number in sorted(seeds.keys() - numbers):
        return SeedRefusal(number, SeedFault.UNKNOWN_SEAT)
    for entrant in draw.entrants:
        fault = _seed_fault(draw, entrant, seeds.get(entrant.number))
        if fault is not None:
            return SeedRefusal(entrant.number, fault)
    return None


def _seed_fault(draw: Draw, entrant: Entrant, seed: bytes | None) -> SeedFault | None:
    if seed is None:
        return SeedFault.MISSING if entrant.commit else None
    if not entrant.commit:
        return SeedFault.WITHOUT_COMMIT
    if not MIN_SEED_BYTES <= len(seed) <= MAX_SEED_BYTES:
        return SeedFault.LENGTH
    if entrant.commit != draw_commit(draw.table_id, entrant.number, seed):
        return SeedFault.DOES_NOT_OPEN
    return None


def draw_outcome(draw: Draw, secret: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """D, 32 bytes; the seeds enter in the order of the draw's entrants.

    Args:
        draw: as it was opened.
        secret: s, 32 bytes.
        seeds: by entrant, accepted by :func:`draw_seed_refusal`.
    """
    revealed = [entrant.number for entrant in draw.entrants if entrant.number in seeds]
    reveals = b"".join(bytes((number,)) + prefixed(seeds[number]) for number in revealed)
    return sha256(_OUTCOME + draw.head() + secret + bytes((len(revealed),)) + reveals).digest()


def drawn_order(draw: Draw, outcome: bytes) -> list[int]:
    """The items in the order that D gives: entrant k takes seat k, the first seat has the button."""
    return shuffle(draw.items, _stream(draw, outcome))


def high_card(draw: Draw, outcome: bytes) -> HighCard:
    """Who draws the high card and what everybody drew (R-2.2).

    Cards go to the entrants in turn from the order of :func:`drawn_order`; a redraw takes the next ones.
    Where fewer are left than needed, the whole pack is shuffled again with the generator's next bytes.

    Raises:
        PackTooSmallError: a round would need more cards than the pack has, or nobody draws.
    """
    stream = _stream(draw, outcome)
    pack = shuffle(draw.items, stream)
    drawing = [entrant.number for entrant in draw.entrants]
    if not 0 < len(drawing) <= len(pack):
        raise PackTooSmallError(len(drawing), len(pack))
    rounds: list[tuple[tuple[int, int], ...]] = []
    while True:
        if len(pack) < len(drawing):
            pack = shuffle(draw.items, stream)
        cards, pack = pack[: len(drawing)], pack[len(drawing) :]
        rounds.append(tuple(zip(drawing, cards, strict=True)))
        best = _highest(drawing, cards, draw.tie)
        if len(best) == 1:
            return HighCard(best[0], tuple(rounds))
        if draw.tie is not DrawTie.REDRAW_ALL:
            drawing = best


def _highest(drawing: Sequence[int], cards: Sequence[int], tie: DrawTie) -> list[int]:
    """Those with the highest card; by SUIT_ORDER it is one, since a card's id ranks spades highest."""
    strengths = list(cards) if tie is DrawTie.SUIT_ORDER else [card // 4 for card in cards]
    top = max(strengths)
    return [entrant for entrant, strength in zip(drawing, strengths, strict=True) if strength == top]


def _stream(draw: Draw, outcome: bytes) -> Iterator[int]:
    return HmacDrbg(outcome, draw.draw_id, _PERMUTATION).stream()
