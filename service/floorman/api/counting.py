"""Counting that gives way: slices of work with rests between, within a limit and a caller's deadline.

Python runs one thread at a time, so a call that only computes would hold up every call that somebody waits
for. Between two slices this one sleeps as long as the slice took, waiting for its own turn included: it never
takes more than half of the process, and less the more the others have to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from itertools import islice
from time import perf_counter, sleep
from typing import Final

import grpc

from floorman.api.rejection import rejected
from floorman.equity import Matchup, Tally, every_deal, random_deals
from floorman.v1 import refusal_pb2

__all__ = ["Count", "count_within"]

_LABEL: Final = b"floorman/v1/equity"
_SLICE_HANDS: Final = 250
"""How many hands a slice ranks: a quarter to half a millisecond."""
_LONGEST_REST: Final = 0.02
_FEWEST_DEALS: Final = 1_000
"""An answer of fewer drawn deals than were wanted has at least so many."""
_WAY_BACK: Final = 0.02
"""Seconds before the deadline at which the answer leaves."""


class Count:
    """The counting of one matchup.

    Attributes:
        tally: as far as it has come.
        exact: every deal is counted; otherwise deals are drawn by chance.
        wanted: how many deals are.
    """

    __slots__ = ("_deals", "_slice", "exact", "tally", "wanted")

    def __init__(self, matchup: Matchup, most_hands: int) -> None:
        self.tally = Tally(matchup)
        self.exact = matchup.deals * matchup.hands <= most_hands
        self.wanted = matchup.deals if self.exact else most_hands // matchup.hands
        self._deals = every_deal(matchup) if self.exact else random_deals(matchup, _seed(matchup))
        self._slice = max(1, _SLICE_HANDS // matchup.hands)

    @property
    def done(self) -> bool:
        """All that was wanted is counted."""
        return self.tally.deals == self.wanted

    @property
    def answers(self) -> bool:
        """What is counted makes an answer: every deal, or enough of them by chance."""
        return self.done or (not self.exact and self.tally.deals >= _FEWEST_DEALS)

    def go_on(self) -> None:
        """Counts one slice."""
        self.tally.count(islice(self._deals, min(self._slice, self.wanted - self.tally.deals)))


def _seed(matchup: Matchup) -> bytes:
    """What deals are drawn from: all that is known, so that equal questions draw equal deals."""
    parts = (matchup.board, sorted(matchup.gone), *matchup.holes)
    form = b"".join(len(part).to_bytes(1, "big") + bytes(part) for part in parts)
    head = matchup.ranking.value.encode() + matchup.strangers.to_bytes(1, "big")
    return sha256(_LABEL + len(head).to_bytes(1, "big") + head + form).digest()


def count_within(
    matchups: Iterable[Matchup], most_hands: int, context: grpc.ServicerContext
) -> Mapping[Matchup, Count]:
    """Counts matchups; boards that are alike are counted once.

    Args:
        matchups: of one call.
        most_hands: how many hands may be ranked in all.
        context: whose deadline holds.

    Raises:
        Rejected: OUT_OF_TIME: no answer within the deadline, or nobody left to take it.
    """
    distinct = dict.fromkeys(matchups)
    counts = {matchup: Count(matchup, most_hands // len(distinct)) for matchup in distinct}
    while running := [count for count in counts.values() if not count.done]:
        if not context.is_active() or context.time_remaining() < _WAY_BACK:
            break
        for count in running:
            began = perf_counter()
            count.go_on()
            sleep(min(perf_counter() - began, _LONGEST_REST))
    if not context.is_active() or not all(count.answers for count in counts.values()):
        text = "The deadline came before there was an answer."
        raise rejected(refusal_pb2.ERROR_REASON_OUT_OF_TIME, text)
    return counts
