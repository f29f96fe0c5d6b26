"""Playing a recorded hand again, with the cards that were shown and no others.

The rules decide anew; what they make must be what the record has, event for event. A card that nobody was
shown lies face down here, and the rules need no such card: a hand that was never shown was folded, mucked or
won unseen.

One thing cannot be judged without the cards: whether the table's rule mucked a hand rightly (R-12.5). Its
owner can, and an auditor: with their openings the same replay decides it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from floorman import events, steps
from floorman.cards import FACE_DOWN
from floorman.events import Event
from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.opening import Dealing, Opening
from floorman.records.hosted_cards import HostedCards, hosted_cards
from floorman.records.reading import ReadStep
from floorman.rules.dealing import Deck, NoDeck
from floorman.rules.floor import check, check_chips, open_hand
from floorman.rules.opening import HandStart
from floorman.rules.refusal import Refusal
from floorman.rules.switches import TableConfig
from floorman.sealing.opened import start_of

__all__ = ["Difference", "OpenedDeck", "Replayed", "replay"]

_PAYING: Final = (events.Refund, events.Rake, events.Award, events.Returned, events.Complete)


class _NotOpenedError(Exception):
    """The rules show a card that the record never opened."""

    def __init__(self, deck_index: int) -> None:
        super().__init__(f"card {deck_index} of the deck is dealt face up and was never opened")


class OpenedDeck:
    """A deck of which only some cards are known.

    Args (of the constructor):
        faces: card ids by deck index.
    """

    def __init__(self, faces: Mapping[int, int]) -> None:
        self._faces: Final = faces

    def face(self, index: int) -> int:
        """The card that is dealt face up at a place of the deck."""
        face = self._faces.get(index)
        if face is None:
            raise _NotOpenedError(index)
        return face

    def hole(self, index: int) -> int:
        """The card that is dealt face down there; FACE_DOWN if it is not known."""
        return self._faces.get(index, FACE_DOWN)


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the record leaves the rules.

    Attributes:
        step: at which step, 0 for the deal.
        words: what the rules say, and what the record has.
        paying: it is the paying that differs, not the play.
    """

    step: int
    words: str
    paying: bool = False


@dataclass(frozen=True, slots=True)
class Replayed:
    """A hand that was played again, and what stopped it, if anything did."""

    difference: Difference | None


def replay(
    opening: Opening, config: TableConfig, recorded: Sequence[ReadStep], faces: Mapping[int, int]
) -> Replayed:
    """Plays a record again from its start, and stops at the first difference.

    Args:
        opening: how the hand began.
        config: its switches.
        recorded: the deal and all steps.
        faces: service dealing: the cards that are known, by deck index, none twice.
    """
    hosted = hosted_cards(recorded) if opening.dealing is Dealing.HOST else None
    deck: Deck = OpenedDeck(faces) if hosted is None else NoDeck()
    start = _start(opening, config, hosted)
    if isinstance(start, Difference):
        return Replayed(start)
    try:
        hand, happened = open_hand(start, deck, hosted.commitments if hosted is not None else {})
    except (Refusal, _NotOpenedError) as refused:
        return Replayed(Difference(0, f"the opening makes no hand: {refused}"))
    difference = _compare(0, happened, recorded[0])
    for number, step in enumerate(recorded[1:], 1):
        if difference is not None:
            break
        assert step.asked is not None  # noqa: S101 (the deal alone was asked by nobody)
        happened = []
        try:
            check(hand, _dealt(step.asked, step, hosted), deck)(happened)
        except Refusal as refused:
            name = type(step.asked).__name__
            words = f"{name} is refused: {refused.text} ({refused.reason.value}, {refused.rule})"
            difference = Difference(number, words)
        except _NotOpenedError as hidden:
            difference = Difference(number, str(hidden))
        else:
            check_chips(hand)
            difference = _compare(number, happened, step)
    return Replayed(difference)


def _start(opening: Opening, config: TableConfig, hosted: HostedCards | None) -> HandStart | Difference:
    if opening.button is None:
        return Difference(0, "the opening names no button")
    start = start_of(opening, config, opening.button)
    if hosted is None:
        return start
    holes = {seat: hosted.holes[seat] for seat in hosted.commitments}
    return replace(start, known_holes=holes, known_boards=hosted.boards)


def _dealt(asked: steps.Step, step: ReadStep, hosted: HostedCards | None) -> steps.Step:
    """Host dealing: hole cards that the step's bytes leave out, as far as they were shown later."""
    if hosted is None or not isinstance(asked, steps.DealHole):
        return asked
    for event in step.events:
        if isinstance(event, events.HoleKnown) and event.seat == asked.seat:
            return steps.DealHole(asked.seat, hosted.holes[asked.seat], event.commitment)
    return asked


def _compare(number: int, happened: Sequence[Event], step: ReadStep) -> Difference | None:
    """The first event that the rules and the record have otherwise."""
    made = tuple(encode_event(event) for event in happened)
    recorded = step.event_bytes
    if made == recorded:
        return None
    both = enumerate(zip_longest(made, recorded))
    place = next(place for place, (one, other) in both if one != other)
    rules = happened[place] if place < len(made) else None
    record = decode_event(recorded[place]) if place < len(recorded) else None
    paying = isinstance(rules, _PAYING) or isinstance(record, _PAYING)
    return Difference(number, f"the rules make {_told(rules)}, the record has {_told(record)}", paying)


def _told(event: Event | None) -> str:
    """An event in a few words."""
    if event is None:
        return "nothing more"
    words = type(event).__name__
    seat, amount = getattr(event, "seat", None), getattr(event, "amount", None)
    words += f" of {amount}" if amount is not None else ""
    words += f" (seat {seat})" if seat is not None else ""
    return words
