"""What players call a call before the flop (R-7.9). Derived, decides nothing."""

from __future__ import annotations

from floorman.events import CallLabel
from floorman.rules.hand import NOBODY, PREFLOP, Hand

__all__ = ["call_label"]


def call_label(hand: Hand) -> CallLabel:
    """The name of a call that is about to be made: a limp only where nobody has raised."""
    if hand.street != PREFLOP or hand.aggressor != NOBODY or not hand.wagers:
        return CallLabel.NONE
    limped = any(seat.acted and not seat.folded and seat.put >= hand.level for seat in hand.seats)
    return CallLabel.OVER_LIMP if limped else CallLabel.OPEN_LIMP
