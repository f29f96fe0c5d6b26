"""Which hand is best: 5 to 7 cards, hold'em and short deck (R-16, R-17).

`strength` is the fast path and trusts its caller; in a showdown `board_sum` and `strength_with` add up the
board only once. `describe` checks its cards and tells people what a hand is.
"""

from __future__ import annotations

from floorman.evaluation.hand_rank import (
    CardOutOfDeckError,
    CardTwiceError,
    HandRank,
    HandSizeError,
    NotAHandError,
    checked_strength,
    describe,
)
from floorman.evaluation.ranking import Category, Ranking
from floorman.evaluation.strength import BoardSum, board_sum, category, strength, strength_with
from floorman.evaluation.tables import DamagedTablesError

__all__ = [
    "BoardSum",
    "CardOutOfDeckError",
    "CardTwiceError",
    "Category",
    "DamagedTablesError",
    "HandRank",
    "HandSizeError",
    "NotAHandError",
    "Ranking",
    "board_sum",
    "category",
    "checked_strength",
    "describe",
    "strength",
    "strength_with",
]
