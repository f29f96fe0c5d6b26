"""What happened at the table: the events of a hand, in the order in which players hear of them.

An event never holds a face that its viewers may not see (R-6.4): cards are named by their place in
the deck (``index``, 0xff where the host deals), faces only once they are up. An event that moves
chips carries the seat's ``stack`` and the whole ``pot`` after it, so that each event can be checked
alone. Chips are integers, streets count 0 pre-flop .. 3 river, boards and pots from 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

from floorman.steps import Cause

__all__ = [
    "Ante",
    "Award",
    "Bet",
    "BigBlind",
    "BoardCards",
    "Burn",
    "ButtonBlind",
    "Call",
    "CallLabel",
    "Check",
    "Complete",
    "DeadPost",
    "DealHole",
    "Event",
    "Exposed",
    "ExposedOutcome",
    "Fold",
    "HandUp",
    "HoleKnown",
    "Killed",
    "LivePost",
    "Misdeal",
    "Muck",
    "Outcome",
    "RabbitCards",
    "Raise",
    "Rake",
    "Refund",
    "Resolved",
    "Returned",
    "RunResult",
    "RunVote",
    "Seen",
    "Show",
    "ShowOne",
    "SmallBlind",
    "Straddle",
    "StreetBegins",
    "TimedOut",
    "Void",
    "shown_cards",
]


class ExposedOutcome(IntEnum):
    """What became of an exposed card (R-6.3)."""

    REPLACED = 1
    KEPT = 2
    MISDEAL = 3


class Outcome(IntEnum):
    """How a hand ended."""

    PLAYED = 1
    MISDEAL = 2
    VOID = 3


class CallLabel(IntEnum):
    """What players call a call before the flop (R-7.9); for logs and screens only."""

    NONE = 0
    OPEN_LIMP = 1
    OVER_LIMP = 2


@dataclass(slots=True)
class Ante:
    """R-4: an ante; ``dead`` if one player pays for the table."""

    seat: int
    amount: int
    stack: int
    pot: int
    dead: bool


@dataclass(slots=True)
class SmallBlind:
    """R-3.1."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class BigBlind:
    """R-3.1."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class ButtonBlind:
    """R-17."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class LivePost:
    """R-5.1, R-5.2: a post that counts toward the call."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class DeadPost:
    """R-5.2: a post that belongs to the pot alone."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class Straddle:
    """R-5.3: ``amount`` chips added, ``to`` the straddle's level for this seat."""

    seat: int
    amount: int
    stack: int
    pot: int
    to: int


@dataclass(slots=True)
class DealHole:
    """R-6.1: two cards, face down, by their deck indices."""

    seat: int
    indices: tuple[int, ...]


@dataclass(slots=True)
class Burn:
    """R-6.2: a burn card; its face is shown only if it was exposed before (R-6.3)."""

    board: int
    index: int
    face: int


@dataclass(slots=True)
class BoardCards:
    """Board cards of one street."""

    board: int
    street: int
    indices: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class Exposed:
    """R-6.3: hole card ``nth`` of a seat was exposed; ``replacement`` is a deck index or 0xff."""

    seat: int
    nth: int
    outcome: ExposedOutcome
    replacement: int
    index: int
    face: int


@dataclass(slots=True)
class HoleKnown:
    """Host dealing: the floor knows the seat's cards; 32 bytes bind them."""

    seat: int
    commitment: bytes


@dataclass(slots=True)
class StreetBegins:
    """A betting round begins in which some seat is asked."""

    street: int
    pot: int


@dataclass(slots=True)
class Fold:
    """R-7.2."""

    seat: int


@dataclass(slots=True)
class Check:
    """R-7.2."""

    seat: int


@dataclass(slots=True)
class Call:
    """R-7.2: ``amount`` chips added, the seat's round total is now ``to``."""

    seat: int
    amount: int
    stack: int
    pot: int
    to: int
    all_in: bool
    label: CallLabel = CallLabel.NONE


@dataclass(slots=True)
class Bet:
    """R-7.2: ``amount`` chips added, the seat's round total is now ``to``.

    ``bet_number`` counts the round's bets, the opening blind included (R-7.9: 3-bet, 4-bet).
    """

    seat: int
    amount: int
    stack: int
    pot: int
    to: int
    all_in: bool
    bet_number: int = 0


@dataclass(slots=True)
class Raise:
    """R-7.2: as a bet; ``short`` for an all-in that is no full raise (R-8.3)."""

    seat: int
    amount: int
    stack: int
    pot: int
    to: int
    all_in: bool
    bet_number: int = 0
    short: bool = False


@dataclass(slots=True)
class TimedOut:
    """R-7.8: a marker before what the time-out causes."""

    seat: int


@dataclass(slots=True)
class Resolved:
    """A marker before what the table's own rule causes."""


@dataclass(slots=True)
class Killed:
    """R-5.4: the hand of an absent player is dead."""

    seat: int


@dataclass(slots=True)
class Refund:
    """R-13.1: the uncalled part of a bet goes back."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class HandUp:
    """R-12.2: a hand turned up by an all-in."""

    seat: int
    indices: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class RunVote:
    """R-14.1."""

    seat: int
    count: int


@dataclass(slots=True)
class RunResult:
    """R-14.1: the rest of the board is dealt ``count`` times."""

    count: int


@dataclass(slots=True)
class Show:
    """R-12.5: a hand tabled at the showdown, or shown afterwards."""

    seat: int
    indices: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class ShowOne:
    """R-12.6: one card shown."""

    seat: int
    which: int
    index: int
    face: int


@dataclass(slots=True)
class Muck:
    """R-12.5."""

    seat: int


@dataclass(slots=True)
class Seen:
    """R-12.7: ``seat`` asked and saw the hand of ``target``."""

    seat: int
    target: int
    indices: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class RabbitCards:
    """R-12.9: board cards that would have come."""

    board: int
    street: int
    indices: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(slots=True)
class Rake:
    """R-13.6: ``amount`` chips taken from pot number ``pot_number``; ``pot`` is what is left in all."""

    amount: int
    pot_number: int
    pot: int


@dataclass(slots=True)
class Award:
    """R-13: chips of pot ``pot_number`` on ``board`` go to a seat."""

    seat: int
    amount: int
    stack: int
    pot: int
    pot_number: int
    board: int


@dataclass(slots=True)
class Misdeal:
    """R-18.1."""

    cause: Cause


@dataclass(slots=True)
class Void:
    """R-18.3."""

    cause: Cause


@dataclass(slots=True)
class Returned:
    """R-18.1, R-18.3: chips put in go back after a misdeal or a void."""

    seat: int
    amount: int
    stack: int
    pot: int


@dataclass(slots=True)
class Complete:
    """The hand is over: the rake in all and every seat's stack, seats rising."""

    outcome: Outcome
    rake: int
    stacks: tuple[tuple[int, int], ...]


Event: TypeAlias = (
    Ante
    | SmallBlind
    | BigBlind
    | ButtonBlind
    | LivePost
    | DeadPost
    | Straddle
    | DealHole
    | Burn
    | BoardCards
    | Exposed
    | HoleKnown
    | StreetBegins
    | Fold
    | Check
    | Call
    | Bet
    | Raise
    | TimedOut
    | Resolved
    | Killed
    | Refund
    | HandUp
    | RunVote
    | RunResult
    | Show
    | ShowOne
    | Muck
    | Seen
    | RabbitCards
    | Rake
    | Award
    | Misdeal
    | Void
    | Returned
    | Complete
)


def shown_cards(event: Event) -> Iterable[tuple[int, int]]:
    """The cards that an event shows to everybody: (deck index, card id), none for most events.

    A burn that is face up (R-6.3) was shown when it was exposed and does not count again.
    """
    match event:
        case BoardCards() | RabbitCards() | HandUp() | Show() | Seen():
            return zip(event.indices, event.faces, strict=True)
        case ShowOne() | Exposed():
            return ((event.index, event.face),)
        case _:
            return ()
