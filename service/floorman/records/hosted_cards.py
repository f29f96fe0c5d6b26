"""Host dealing: which cards a record shows, and which the host had named before they fell.

A host names cards at the start or by steps. The bytes of a record hold boards and shown hands, and a
commitment for each hand that the floor knew. What the host had named at the start stands nowhere, and follows
from them: it is what fell without a step that brought it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from floorman import events, steps
from floorman.cards import FACE_DOWN
from floorman.records.reading import ReadStep

__all__ = ["HostedCards", "hosted_cards"]


@dataclass(frozen=True, slots=True)
class HostedCards:
    """The cards of a host-dealt record.

    Attributes:
        commitments: of the hands that the floor knew at the start, by seat, 32 bytes each.
        holes: what is known of a seat's cards, FACE_DOWN for a card that was never shown; by seat.
        boards: what the host had named at the start.
    """

    commitments: dict[int, bytes]
    holes: dict[int, tuple[int, int]]
    boards: tuple[tuple[int, ...], ...]


def hosted_cards(recorded: Sequence[ReadStep]) -> HostedCards:
    """The cards of a host-dealt record; ``recorded`` are its deal and steps."""
    commitments = {
        event.seat: event.commitment for event in recorded[0].events if isinstance(event, events.HoleKnown)
    }
    return HostedCards(commitments, _holes(recorded), _named_at_the_start(recorded))


def _holes(recorded: Sequence[ReadStep]) -> dict[int, tuple[int, int]]:
    """Openings show both cards of a hand; a card that was shown alone is taken on the host's word."""
    known: dict[int, list[int]] = {}
    for step in recorded:
        for event in step.events:
            match event:
                case events.HoleKnown(seat=seat):
                    known.setdefault(seat, [FACE_DOWN, FACE_DOWN])
                case events.ShowOne(seat=seat, which=which, face=face):
                    known.setdefault(seat, [FACE_DOWN, FACE_DOWN])[which] = face
                case events.Exposed(seat=seat, nth=nth, face=face):
                    known.setdefault(seat, [FACE_DOWN, FACE_DOWN])[nth] = face
                case _:
                    pass
    for step in recorded:
        for opening in step.hole_openings:
            known[opening.seat] = list(opening.cards)
    return {seat: (cards[0], cards[1]) for seat, cards in known.items()}


def _named_at_the_start(recorded: Sequence[ReadStep]) -> tuple[tuple[int, ...], ...]:
    fallen = [event for step in recorded for event in step.events if isinstance(event, events.BoardCards)]
    shared = _shared(recorded) if _runs(recorded) else ()
    boards = 1 + max((event.board for event in fallen), default=-1)
    return tuple(_named(recorded, board, shared if board else ()) for board in range(boards))


def _named(recorded: Sequence[ReadStep], board: int, shared: tuple[int, ...]) -> tuple[int, ...]:
    """The first cards of a board that no step had brought when they lay there.

    A further run begins with the shared cards, which nobody has to bring (R-14.2).
    """
    lying: tuple[int, ...] = ()
    brought = 0
    missing = 0
    for step in recorded:
        if isinstance(step.asked, steps.DealBoard) and step.asked.board == board:
            brought += len(step.asked.cards)
        for event in step.events:
            if isinstance(event, events.BoardCards) and event.board == board:
                lying += event.faces
        missing = max(missing, len(lying) - brought)
    return (*shared, *lying[:missing]) if missing else ()


def _runs(recorded: Sequence[ReadStep]) -> bool:
    """Whether the boards are runs, which share their first cards (R-14.2), and not two boards (R-15)."""
    return any(isinstance(event, events.RunResult) for step in recorded for event in step.events)


def _shared(recorded: Sequence[ReadStep]) -> tuple[int, ...]:
    """The cards of board 0 that lay when the runs began."""
    cards: list[int] = []
    for step in recorded:
        for event in step.events:
            match event:
                case events.RunResult():
                    return tuple(cards)
                case events.BoardCards(board=0, faces=faces):
                    cards += faces
                case _:
                    pass
    return tuple(cards)
