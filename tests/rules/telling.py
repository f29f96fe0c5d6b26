"""The events alone tell where every chip is: each names the stack and the pot after it, and adds up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman import events
from floorman.rules.hand import Hand, Phase

__all__ = ["check_told"]

PUT_IN: Final = (
    events.Ante
    | events.SmallBlind
    | events.BigBlind
    | events.ButtonBlind
    | events.LivePost
    | events.DeadPost
    | events.Straddle
    | events.Call
    | events.Bet
    | events.Raise
)
TAKEN_OUT: Final = events.Refund | events.Award | events.Returned


def check_told(hand: Hand, happened: Sequence[events.Event]) -> None:
    """Holds every event against the ones before it, and all of them against the hand."""
    stacks = {seat.number: seat.start for seat in hand.seats}
    pot = rake = 0
    for event in happened:
        if isinstance(event, PUT_IN | TAKEN_OUT):
            moved = event.amount if isinstance(event, PUT_IN) else -event.amount
            stacks[event.seat] -= moved
            pot += moved
            assert event.amount > 0
            assert (event.stack, event.pot) == (stacks[event.seat], pot), event
        elif isinstance(event, events.Rake):
            pot -= event.amount
            rake += event.amount
            assert event.pot == pot, event
        elif isinstance(event, events.Complete):
            assert (event.rake, event.stacks) == (rake, tuple(sorted(stacks.items())))
            assert event.outcome == hand.outcome
    assert stacks == {seat.number: seat.stack for seat in hand.seats}
    assert pot == hand.pot
    assert (hand.phase is Phase.COMPLETE) == any(isinstance(event, events.Complete) for event in happened)
