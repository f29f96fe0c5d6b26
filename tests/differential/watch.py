"""A hand followed move by move: what deviations are told by, and no single moment of the hand says."""

from __future__ import annotations

from collections.abc import Sequence

from floorman import events
from floorman.events import Event
from floorman.rules.hand import Hand

__all__ = ["Watch"]


class Watch:
    """The hand as it stands, and how its betting round came there.

    Attributes:
        hand: as it stands.
        full_wager: a full bet or raise was made in this round.
        short_wager: an all-in for less than one was made in this round.
        short_run: PokerKit's count of consecutive short all-ins: it begins anew once they make a full raise.
    """

    __slots__ = ("full_wager", "hand", "short_run", "short_wager")

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self._new_round()

    def _new_round(self) -> None:
        self.full_wager = False
        self.short_wager = False
        self.short_run = 0

    def note(self, after: Hand, happened: Sequence[Event]) -> None:
        """Takes in one step."""
        before = self.hand
        if any(isinstance(event, events.Bet | events.Raise) for event in happened):
            raised = after_level(happened) - before.level
            if raised >= before.increment:
                self.full_wager = True
                self.short_run = 0
            else:
                self.short_wager = True
                self.short_run += raised
                if self.short_run >= before.increment:
                    self.short_run = 0
        if after.street != before.street:
            self._new_round()
        self.hand = after


def after_level(happened: Sequence[Event]) -> int:
    """The level that a wager among these events made."""
    return next(event.to for event in happened if isinstance(event, events.Bet | events.Raise))
