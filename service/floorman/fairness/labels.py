"""Labels and length prefixes: what keeps one hash from ever meaning two things (audit.md 3.1).

Every hash, key derivation and signature begins with a label of its own. A label ends with a zero byte,
which none contains before, so no label is a prefix of another; the format's version is part of each.
"""

from __future__ import annotations

from typing import Final

__all__ = ["MAX_PREFIXED", "TooLongError", "label", "prefixed"]

MAX_PREFIXED: Final = 0xFFFF
"""The most bytes that a length prefix of two bytes can announce."""


class TooLongError(ValueError):
    """A value that its two-byte length prefix cannot announce.

    Attributes:
        size: its length in bytes.
    """

    def __init__(self, size: int) -> None:
        super().__init__(f"{size} bytes are more than the {MAX_PREFIXED} of a two-byte length")
        self.size = size


def label(name: str) -> bytes:
    """``LBL"name"``: ``floorman/1/name`` in ASCII and one zero byte (audit.md 3.1)."""
    return f"floorman/1/{name}\0".encode("ascii")


def prefixed(value: bytes) -> bytes:
    """``lp(value)``: its length as two bytes, big-endian, and the value (audit.md 3.1).

    Raises:
        TooLongError: the value is longer than 65,535 bytes.
    """
    size = len(value)
    if size > MAX_PREFIXED:
        raise TooLongError(size)
    return size.to_bytes(2, "big") + value
