"""Round the table: seats count clockwise, and after the highest number comes the lowest again."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

__all__ = ["between", "next_seat", "previous_seat"]

# More seats than any table has: distances round the table need a circle, not its true size.
_CIRCLE: Final = 256


def next_seat(seats: Collection[int], after: int) -> int:
    """The first of these seats clockwise after a seat; that seat itself comes last.

    Args:
        seats: seat numbers, at least one.
        after: a seat number, of these or not.
    """
    return min(seats, key=lambda seat: (seat - after - 1) % _CIRCLE)


def previous_seat(seats: Collection[int], before: int) -> int:
    """The first of these seats counter-clockwise from a seat; that seat itself comes last."""
    return min(seats, key=lambda seat: (before - seat - 1) % _CIRCLE)


def between(seat: int, left: int, right: int) -> bool:
    """Whether a seat lies strictly between two, clockwise from ``left``; of one all others do (R-5.1)."""
    return 0 < (seat - left) % _CIRCLE < ((right - left) % _CIRCLE or _CIRCLE)
