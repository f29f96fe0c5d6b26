"""What words and chips at a live table mean (R-18.4 to R-18.8): a gesture in, the action that it is out.

``spot`` is where a seat stands and ``gesture`` what it said and pushed; ``ruling`` finds the action and
``grounds`` says why. The floor itself takes typed actions only.
"""

from __future__ import annotations

from floorman.interpretation.gesture import ContradictoryGestureError, Gesture, Word
from floorman.interpretation.grounds import Applied, Ground
from floorman.interpretation.ruling import Choice, Follower, Ruling, interpret
from floorman.interpretation.spot import ImpossibleSpotError, Spot, Wager

__all__ = [
    "Applied",
    "Choice",
    "ContradictoryGestureError",
    "Follower",
    "Gesture",
    "Ground",
    "ImpossibleSpotError",
    "Ruling",
    "Spot",
    "Wager",
    "Word",
    "interpret",
]
