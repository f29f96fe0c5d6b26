"""A live table for these tests: a moment of a real hand, what its player does, and what it must mean.

    at(flop("A  B  C", 500).bets("A", 1000)).pushes(1000, 500).means("call", back=500)

The moment is one of the engine's, so that a ruling is held against the decision that the floor would take.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Final

from floorman import steps
from floorman.interpretation import Choice, Follower, Gesture, Ground, Ruling, Spot, Wager, Word, interpret
from floorman.rules.betting import options
from floorman.rules.hand import Hand
from tests.rules.table import Table

__all__ = ["At", "at", "spot_of"]

_VERBS: Final = {
    steps.Verb.FOLD: "fold",
    steps.Verb.CALL: "call",
    steps.Verb.BET: "bet",
    steps.Verb.RAISE: "raise",
}


def spot_of(hand: Hand) -> Spot:
    """Where the seat to act stands."""
    menu = options(hand, hand.actor)
    return Spot(
        seat=menu.seat,
        betting=hand.config.betting,
        owed=menu.owed,
        put=menu.put,
        stack=menu.stack,
        wager=None if menu.closed else Wager(menu.opens, menu.least, menu.most, menu.step),
        increment=hand.increment,
        players=len(hand.in_hand()),
        faces_opening_bet=hand.wagers == 1 and menu.owed > 0,
    )


@dataclass(frozen=True)
class At:
    """A player in turn, and the gesture so far; every verb gives the gesture with one part more."""

    table: Table
    gesture: Gesture = field(default_factory=Gesture)
    followers: tuple[Follower, ...] = ()

    def says(self, word: str | int, amount: int | None = None) -> At:
        """A word, a word and a number, or a number alone."""
        if isinstance(word, int):
            return self._does(amount=word)
        return self._does(word=Word[word.upper().replace("-", "_")], amount=amount)

    def pushes(self, *chips: int) -> At:
        """One motion more."""
        return self._does(motions=(*self.gesture.motions, chips))

    def before_the_words(self) -> At:
        """The chips came first."""
        return self._does(chips_first=True)

    def has_in_front(self, *chips: int) -> At:
        """Chips of a former bet that nobody has brought in."""
        return self._does(prior=chips)

    def pulls_back(self, *chips: int) -> At:
        """Some of them go back to the stack."""
        return self._does(pulled_back=chips)

    def followed_by(self, *names: str, at: int, stack: int = 100_000) -> At:
        """Seats that called so many chips before anybody noticed."""
        seats = (Follower(self.table.names[name], at, stack) for name in names)
        return replace(self, followers=(*self.followers, *seats))

    @property
    def ruling(self) -> Ruling:
        return interpret(spot_of(self.table.hand), self.gesture, self.followers)

    def means(self, step: str, *grounds: Ground, back: int = 0, missing: int | None = None) -> Table:
        """What it comes to, on these grounds; the table after the floor has taken it."""
        ruling = self.ruling
        assert in_short(ruling) == step, ruling
        assert ruling.returned == back, ruling
        assert missing in {None, ruling.missing}, ruling
        assert not grounds or tuple(one.ground for one in ruling.applied) == grounds, ruling.applied
        return self.table if ruling.step is None else self.table.takes(ruling.step)

    def _does(self, **changes: Any) -> At:
        return replace(self, gesture=replace(self.gesture, **changes))


def at(table: Table) -> At:
    """The player whose turn it is."""
    return At(table)


def in_short(ruling: Ruling) -> str:
    """``"call"``, ``"raise 1700"``, ``"all-in 500"``, ``"fold or call"``, ``"bet 100 up to 900"``."""
    match ruling.step:
        case None:
            return " or ".join(map(_choice, ruling.choices))
        case steps.Bet(to=to):
            words = f"bet {to}"
        case steps.Raise(to=to):
            words = f"raise {to}"
        case steps.AllIn():
            words = f"all-in {ruling.to}"
        case step:
            words = type(step).__name__.lower()
    return words + "".join(f" up to {choice.most}" for choice in ruling.choices)


def _choice(choice: Choice) -> str:
    word = _VERBS[choice.verb]
    return f"{word} {choice.least} to {choice.most}" if choice.most else word
