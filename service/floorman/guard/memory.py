"""The fork guard of one process: for a single worker, and for tests. A restart loses every hand."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from floorman.guard.place import Passage, Place

__all__ = ["MemoryGuard"]


class MemoryGuard:
    """Keeps where each hand stands in a table of this process.

    Args (of the constructor):
        keep_seconds: how long a hand is remembered after its last step.
        now: a clock in seconds that never goes back.
    """

    def __init__(self, keep_seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._keep_seconds = keep_seconds
        self._now = now
        self._lock = Lock()
        # oldest first: a hand that moves goes to the end
        self._hands: dict[bytes, tuple[bytes, float]] = {}

    def move(self, hand_id: bytes, before: Place | None, after: Place, *, unknown: bool) -> Passage:
        """See :class:`~floorman.guard.place.ForkGuard`."""
        wanted = after.encode()
        with self._lock:
            self._forget_old()
            stands, _ = self._hands.get(hand_id, (None, 0.0))
            if stands is None:
                if not unknown:
                    return Passage.LOST
            elif stands != wanted and (before is None or stands != before.encode()):
                return Passage.FORK
            self._hands.pop(hand_id, None)
            self._hands[hand_id] = wanted, self._now() + self._keep_seconds
            return Passage.FREE

    def close(self) -> None:
        """See :class:`~floorman.guard.place.ForkGuard`: it forgets every hand."""
        with self._lock:
            self._hands.clear()

    def _forget_old(self) -> None:
        now = self._now()
        while self._hands:
            hand_id, (_, until) = next(iter(self._hands.items()))
            if until > now:
                return
            del self._hands[hand_id]
