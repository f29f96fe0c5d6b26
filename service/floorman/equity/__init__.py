"""How often hands win before the board is complete: cards in, counts out, nothing in floating point.

``matchup`` says what is known, ``deals`` brings what may still come, every way or by chance, and ``tally``
counts who wins. None of them knows a clock: whoever counts does it a slice at a time and may rest between.
"""

from __future__ import annotations

from floorman.equity.deals import Deal, every_deal, random_deals
from floorman.equity.matchup import Matchup
from floorman.equity.tally import BILLION, PARTS, Tally

__all__ = ["BILLION", "PARTS", "Deal", "Matchup", "Tally", "every_deal", "random_deals"]
