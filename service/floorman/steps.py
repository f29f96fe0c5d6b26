"""What somebody asks the floor to do: the steps of a hand.

A seat acts, votes and shows; the host keeps time, deals known cards and rules on accidents. A step
is only a wish: :mod:`floorman.rules` accepts or refuses it. Amounts are chips, ``to`` is always the
seat's total for the betting round, seats are the numbers used at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

__all__ = [
    "AllIn",
    "Bet",
    "Call",
    "Cause",
    "Check",
    "DealBoard",
    "DealBurn",
    "DealHole",
    "Expose",
    "Fold",
    "Kill",
    "Misdeal",
    "Muck",
    "Rabbit",
    "Raise",
    "Resolve",
    "Run",
    "See",
    "Show",
    "ShowOne",
    "Step",
    "Timeout",
    "Verb",
    "Void",
]


class Verb(IntEnum):
    """The number of each kind of step in its byte form (audit.md 4.4)."""

    FOLD = 1
    CHECK = 2
    CALL = 3
    BET = 4
    RAISE = 5
    ALL_IN = 6
    RUN = 7
    SHOW = 8
    MUCK = 9
    SHOW_ONE = 10
    SEE = 11
    TIMEOUT = 32
    RESOLVE = 33
    DEAL_HOLE = 34
    DEAL_BOARD = 35
    BURN = 36
    EXPOSE = 37
    MISDEAL = 38
    VOID = 39
    KILL = 40
    RABBIT = 41


class Cause(IntEnum):
    """Why a hand ends without a winner (R-18.1, R-18.3)."""

    EXPOSED = 1
    DEALING_ERROR = 2
    HOST = 3
    INTEGRITY = 4
    GUARD_LOST = 5


@dataclass(slots=True)
class Fold:
    """R-7.2: the seat gives up its hand."""

    seat: int


@dataclass(slots=True)
class Check:
    """R-7.2: the seat stays without adding a chip."""

    seat: int


@dataclass(slots=True)
class Call:
    """R-7.2: the seat matches the bet, or goes all-in for less."""

    seat: int


@dataclass(slots=True)
class Bet:
    """R-7.2: the first wager of a round, to a total of ``to`` chips."""

    seat: int
    to: int


@dataclass(slots=True)
class Raise:
    """R-7.2: a larger wager, to a total of ``to`` chips."""

    seat: int
    to: int


@dataclass(slots=True)
class AllIn:
    """R-7.2: whichever of call, bet or raise the whole stack makes it."""

    seat: int


@dataclass(slots=True)
class Run:
    """R-14.1: the seat's vote to run the rest of the board ``count`` times."""

    seat: int
    count: int


@dataclass(slots=True)
class Show:
    """R-12.5: the seat tables its hand; ``cards`` only where the floor does not know them."""

    seat: int
    cards: tuple[int, ...] = ()


@dataclass(slots=True)
class Muck:
    """R-12.5: the seat gives up its claim without showing."""

    seat: int


@dataclass(slots=True)
class ShowOne:
    """R-12.6: the seat shows one card (``which``: 0 or 1), which counts as a muck at a showdown."""

    seat: int
    which: int


@dataclass(slots=True)
class See:
    """R-12.7: the seat asks to see the hand of ``target``."""

    seat: int
    target: int


@dataclass(slots=True)
class Timeout:
    """R-7.8: the seat's time is over."""

    seat: int


@dataclass(slots=True)
class Resolve:
    """The table's own rule for everything that is open in a vote or a showdown."""


@dataclass(slots=True)
class DealHole:
    """Host dealing: the seat's two cards; the ``commitment`` (32 bytes) stands for them in events."""

    seat: int
    cards: tuple[int, ...]
    commitment: bytes = bytes(32)


@dataclass(slots=True)
class DealBoard:
    """Host dealing: the next cards of a board."""

    board: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class DealBurn:
    """Host dealing: the next burn card."""

    card: int


@dataclass(slots=True)
class Expose:
    """R-6.3: the dealer exposed the seat's hole card number ``nth`` (0 or 1)."""

    seat: int
    nth: int


@dataclass(slots=True)
class Misdeal:
    """R-18.1: the host declares a misdeal."""

    cause: Cause


@dataclass(slots=True)
class Void:
    """R-18.3: the host calls the hand off; all bets go back."""

    cause: Cause


@dataclass(slots=True)
class Kill:
    """R-5.4: the hand of an absent player is killed."""

    seat: int


@dataclass(slots=True)
class Rabbit:
    """R-12.9: the undealt board cards are shown after the hand."""


Step: TypeAlias = (
    Fold
    | Check
    | Call
    | Bet
    | Raise
    | AllIn
    | Run
    | Show
    | Muck
    | ShowOne
    | See
    | Timeout
    | Resolve
    | DealHole
    | DealBoard
    | DealBurn
    | Expose
    | Misdeal
    | Void
    | Kill
    | Rabbit
)
