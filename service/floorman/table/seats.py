"""What a game server knows of its table between two hands: the seats, what they owe, where the button was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

__all__ = ["Ledger", "Missed", "Positions", "TableSeat", "Wish"]


class Wish(Enum):
    """How a seat that owes something wants to come in (R-5.1, R-5.2).

    With NONE a new player waits for the big blind, so that nobody pays unasked; a player who comes back
    posts, since to be back is to ask for cards.
    """

    NONE = "NONE"
    POST = "POST"
    WAIT = "WAIT"
    BUY_BUTTON = "BUY_BUTTON"


@dataclass(frozen=True, slots=True)
class Missed:
    """What passed a seat that is in the game while it was not dealt in (R-5.2, R-5.3)."""

    small_blind: bool = False
    big_blind: bool = False
    straddle: bool = False

    def __bool__(self) -> bool:
        return self.small_blind or self.big_blind or self.straddle


@dataclass(frozen=True, slots=True)
class Ledger:
    """What the table keeps of a seat from hand to hand.

    Attributes:
        new: its player has not been dealt in at this table yet.
        missed: what it has to make up.
    """

    new: bool = False
    missed: Missed = Missed()


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A taken seat between two hands.

    Attributes:
        number: 0..max_seats.
        stack: chips, 0 or more.
        away: its player is not there, or sits out.
        ledger: as the last answer gave it; for a player who sat down since, ``Ledger(new=True)``.
        wish: how it wants to come in, if it owes something.
        straddles: it wants to straddle if it may (R-5.3).
    """

    number: int
    stack: int
    away: bool = False
    ledger: Ledger = Ledger()
    wish: Wish = Wish.NONE
    straddles: bool = False


@dataclass(frozen=True, slots=True)
class Positions:
    """Where button and blinds are in a hand: seat numbers, taken or empty.

    Attributes:
        button: an empty seat is a dead button (R-2.3).
        small_blind: the position, also where the blind is dead (section 24); the button's heads-up; None in a
            structure without one.
        big_blind: None in a structure without one.
        bomb_pot: the hand was a bomb pot, so nobody posted (R-15).
    """

    button: int
    small_blind: int | None = None
    big_blind: int | None = None
    bomb_pot: bool = False
