"""Where a seat stands when it makes its gesture: every number that the meaning depends on."""

from __future__ import annotations

from dataclasses import dataclass

from floorman.rules.choices import Betting

__all__ = ["ImpossibleSpotError", "Spot", "Wager"]


class ImpossibleSpotError(ValueError):
    """Numbers that cannot stand together.

    Attributes:
        field: the one that the others speak against.
    """

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


@dataclass(frozen=True, slots=True)
class Wager:
    """The bet or raise that is open to the seat, as a decision lists it; totals for the round, in chips.

    Attributes:
        opens: it is a bet, the first wager of the round (R-7.2).
        least: the smallest total, or the whole stack where that is less.
        most: the largest total.
        multiple_of: totals between are multiples of it (R-8.4).
    """

    opens: bool
    least: int
    most: int
    multiple_of: int = 1


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat in turn.

    Attributes:
        seat: its number.
        betting: which limit is played.
        owed: chips that it has to add to call, at most its stack; 0 = it faces no bet.
        put: its chips of this round.
        stack: its chips behind.
        wager: the bet or raise that is open to it; None where it may neither bet nor raise (R-7.6, R-10.2,
            R-11.1).
        increment: the size of the last full bet or raise of the round (R-8.2), whose half R-18.4 measures.
        players: how many are in hand, itself and those all-in included.
        faces_opening_bet: what it faces is the first bet of the round; before the flop the big blind.

    Raises:
        ImpossibleSpotError: numbers that exclude each other.
    """

    seat: int
    betting: Betting
    owed: int
    put: int
    stack: int
    wager: Wager | None
    increment: int
    players: int
    faces_opening_bet: bool

    def __post_init__(self) -> None:
        if self.owed > self.stack:
            text = f"The seat owes {self.owed} and has {self.stack}: a call is at most the stack."
            raise ImpossibleSpotError("call", text)
        wager = self.wager
        if wager is None:
            return
        if wager.opens and self.level:
            text = f"There are {self.level} to match: what is open is a raise and no bet."
            raise ImpossibleSpotError("wager.kind", text)
        if not self.level < wager.least <= wager.most <= self.whole:
            text = (
                f"A wager lies above the {self.level} to match and within the {self.whole} of the seat, "
                f"not at {wager.least} to {wager.most}."
            )
            raise ImpossibleSpotError("wager", text)

    @property
    def level(self) -> int:
        """The total that a call makes."""
        return self.put + self.owed

    @property
    def whole(self) -> int:
        """The total that an all-in makes."""
        return self.put + self.stack
