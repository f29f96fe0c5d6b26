"""What a player said and did with chips, in the order that counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from floorman.interpretation.spot import Spot

__all__ = ["ContradictoryGestureError", "Gesture", "Word"]


class ContradictoryGestureError(ValueError):
    """A gesture that nobody can have made in this spot.

    Attributes:
        field: the part of it that cannot be.
    """

    def __init__(self, field: str, text: str) -> None:
        super().__init__(text)
        self.field = field


class Word(Enum):
    """The betting terms that a floor takes (TDA 3)."""

    FOLD = "FOLD"
    CHECK = "CHECK"
    CALL = "CALL"
    BET = "BET"
    RAISE = "RAISE"
    ALL_IN = "ALL_IN"
    POT = "POT"


@dataclass(frozen=True, slots=True)
class Gesture:
    """What the seat in turn said and did.

    Attributes:
        word: what it said; None for no word.
        amount: the number that it said, in chips; None for none. Without a word it is a number alone.
        chips_first: the chips were on the table before the words.
        motions: the chips that it pushed, the values of each motion in the order of the motions.
        prior: the values of the chips that lay in front of it before; empty where they were brought in, or
            were exactly what the seat has put in this round.
        pulled_back: the values of those among them that it pulled back before it pushed others.
    """

    word: Word | None = None
    amount: int | None = None
    chips_first: bool = False
    motions: tuple[tuple[int, ...], ...] = ()
    prior: tuple[int, ...] = ()
    pulled_back: tuple[int, ...] = ()

    @property
    def silent(self) -> bool:
        """Nothing was said."""
        return self.word is None and self.amount is None

    @property
    def left(self) -> tuple[int, ...]:
        """The values of the prior chips that still lie in front when others are pushed."""
        return tuple((Counter(self.prior) - Counter(self.pulled_back)).elements())

    def lying(self, put: int) -> int:
        """Chips in front before any are pushed, of a seat that has put so many in this round."""
        return sum(self.left) if self.prior else put

    def check(self, spot: Spot) -> None:
        """Whether the seat can have made it.

        Raises:
            ContradictoryGestureError: it cannot.
        """
        if self.silent and not self.motions and not (self.pulled_back and spot.owed):
            raise ContradictoryGestureError(
                "gesture", "Nothing was said, and no chip was moved that matters."
            )
        if self.amount is not None and self.word not in {None, Word.BET, Word.RAISE}:
            text = "A number goes with a bet or a raise, or stands alone."
            raise ContradictoryGestureError("gesture.amount", text)
        if not all(self.motions):
            raise ContradictoryGestureError("gesture.motions", "A motion without a chip is none.")
        if Counter(self.pulled_back) - Counter(self.prior):
            text = "Only chips that lay in front can be pulled back."
            raise ContradictoryGestureError("gesture.pulled_back", text)
        if self.prior and sum(self.prior) < spot.put:
            text = f"The seat has put in {spot.put}, and only {sum(self.prior)} lie in front of it."
            raise ContradictoryGestureError("gesture.prior_chips", text)
        moved = max(self.lying(spot.put) + sum(map(sum, self.motions)), sum(self.prior))
        if moved > spot.whole:
            text = f"The seat has {spot.whole} in all, and {moved} lie in front of it."
            raise ContradictoryGestureError("gesture.motions", text)
