"""The Merkle tree over the leaves of a deck (RFC 6962 2.1, RFC 9162 2.1.3).

Leaves come hashed already (with the byte 0 in front, :mod:`floorman.fairness.secret_layer`); inner nodes
hash the byte 1 and their two children. The tree splits at the largest power of two below its size, which
from below is: pair neighbours, and carry an odd one up.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from floorman.fairness.reading import Reader

__all__ = ["decode_path", "encode_path", "path_to", "root_of", "root_through"]

_HASH: Final = 32


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The root (32 bytes) over one or more leaf hashes.

    Raises:
        ValueError: there is no leaf.
    """
    if not leaves:
        message = "a tree needs a leaf"
        raise ValueError(message)
    level = leaves
    while len(level) > 1:
        level = _next_level(level)
    return level[0]


def path_to(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The neighbours that lead from leaf ``index`` to the root, lowest first (RFC 6962 2.1.1)."""
    if not 0 <= index < len(leaves):
        message = f"leaf {index} of {len(leaves)}"
        raise ValueError(message)
    path: list[bytes] = []
    level = leaves
    while len(level) > 1:
        neighbour = index ^ 1
        if neighbour < len(level):
            path.append(level[neighbour])
        level = _next_level(level)
        index >>= 1
    return path


def root_through(leaf: bytes, index: int, size: int, path: Sequence[bytes]) -> bytes | None:
    """The root that a leaf has by its path in a tree of ``size`` leaves (RFC 9162 2.1.3.2).

    Returns:
        32 bytes to compare with the root, or None if no such place has a path of this length.
    """
    if not 0 <= index < size:
        return None
    node = leaf
    last = size - 1
    steps = iter(path)
    while last:
        if index & 1 or index < last:
            neighbour = next(steps, None)
            if neighbour is None:
                return None
            pair = neighbour + node if index & 1 else node + neighbour
            node = sha256(b"\x01" + pair).digest()
        index >>= 1
        last >>= 1
    return node if next(steps, None) is None else None


def encode_path(path: Sequence[bytes]) -> bytes:
    """``u8 m ‖ m x 32`` (audit.md 7)."""
    return bytes((len(path),)) + b"".join(path)


def decode_path(form: bytes) -> list[bytes]:
    """The path behind its byte form.

    Raises:
        MalformedError: the form is short or has bytes left over.
    """
    reader = Reader(form)
    path = [reader.take("path", _HASH) for _ in range(reader.number("path", 1))]
    reader.finish()
    return path


def _next_level(level: Sequence[bytes]) -> list[bytes]:
    pairs = zip(level[::2], level[1::2], strict=False)
    above = [sha256(b"\x01" + left + right).digest() for left, right in pairs]
    if len(level) & 1:
        above.append(level[-1])
    return above
