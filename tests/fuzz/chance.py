"""Chance out of bytes: whatever draws from a ``random.Random`` is steered by a fuzzer's input."""

from __future__ import annotations

import random

__all__ = ["Chance"]


class Chance(random.Random):
    """A source of chance that reads bytes, and gives zeros once they are used up.

    Zeros are the first choice and the smallest number, so that the end of an input is the plainest case.
    """

    def __init__(self, form: bytes) -> None:
        super().__init__(0)
        self._form = form
        self._place = 0

    def bytes_left(self) -> int:
        """How many bytes still decide something."""
        return max(0, len(self._form) - self._place)

    def take(self, count: int) -> bytes:
        """The next bytes, zeros for those that are missing."""
        part = self._form[self._place : self._place + count]
        self._place += count
        return part + bytes(count - len(part))

    def rest(self) -> bytes:
        """All bytes that are left."""
        return self.take(self.bytes_left())

    def getrandbits(self, bits: int, /) -> int:
        """A number of so many bits, from whole bytes."""
        return int.from_bytes(self.take((bits + 7) // 8), "little") & ((1 << bits) - 1)

    def random(self) -> float:
        """A number in [0, 1), from one byte."""
        return self.take(1)[0] / 256
