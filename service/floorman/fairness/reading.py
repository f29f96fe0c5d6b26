"""Strict reading of byte forms: every byte is wanted, none is guessed.

A byte form that is hashed or signed must have one reading only. So these forms are read with no
tolerance: a short field, a number outside its range or a byte left over is a :class:`MalformedError`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeVar

__all__ = ["MalformedError", "Reader"]

_Number = TypeVar("_Number", bound=IntEnum)


class MalformedError(ValueError):
    """Bytes that are not the form they claim to be.

    Attributes:
        field: the name of the field that was being read.
        offset: the byte where it begins.
    """

    def __init__(self, field: str, offset: int, why: str) -> None:
        super().__init__(f"{field} at byte {offset}: {why}")
        self.field = field
        self.offset = offset


class Reader:
    """Reads the fields of a byte form from left to right."""

    __slots__ = ("_bytes", "_offset")

    def __init__(self, form: bytes) -> None:
        self._bytes: Final = form
        self._offset = 0

    def take(self, field: str, size: int) -> bytes:
        """The next ``size`` bytes.

        Raises:
            MalformedError: fewer are left.
        """
        start = self._offset
        value = self._bytes[start : start + size]
        if len(value) != size:
            raise MalformedError(field, start, f"{len(value)} bytes left where {size} are needed")
        self._offset = start + size
        return value

    def number(self, field: str, size: int) -> int:
        """The next ``size`` bytes as an unsigned big-endian integer."""
        return int.from_bytes(self.take(field, size), "big")

    def prefixed(self, field: str) -> bytes:
        """A value behind its two-byte length (``lp`` of audit.md 3.1)."""
        return self.take(field, self.number(field, 2))

    def within(self, field: str, least: int, most: int) -> int:
        """One byte that is a number from ``least`` to ``most``."""
        value = self.number(field, 1)
        if not least <= value <= most:
            raise self.bad(field, f"{value} is not {least}..{most}", back=1)
        return value

    def flag(self, field: str) -> bool:
        """One byte that is 0 or 1."""
        return self.within(field, 0, 1) == 1

    def one_of(self, field: str, names: type[_Number]) -> _Number:
        """One byte that is a number of a closed enum."""
        value = self.number(field, 1)
        try:
            return names(value)
        except ValueError:
            raise self.bad(field, f"{value} is no {names.__name__}", back=1) from None

    def bad(self, field: str, why: str, *, back: int = 0) -> MalformedError:
        """The error for a field that began ``back`` bytes ago."""
        return MalformedError(field, self._offset - back, why)

    def left(self) -> int:
        """How many bytes are left."""
        return len(self._bytes) - self._offset

    def finish(self) -> None:
        """Nothing may be left.

        Raises:
            MalformedError: bytes are left over.
        """
        left = self.left()
        if left:
            raise MalformedError("end", self._offset, f"{left} bytes too many")
