"""The one source of every order of cards: HMAC_DRBG and the exact shuffle (audit.md 3.1).

HMAC_DRBG with SHA-256 (NIST SP 800-90A rev. 1, 10.1.2), without reseeding: a hand takes some 54 bytes.
:func:`below` rejects the bytes that would favour small numbers, so that each of the ``m`` answers has
exactly as many bytes as any other, and :func:`shuffle` reaches each order of the cards by exactly one row
of such answers (Fisher and Yates). Nothing is scaled, nothing is sorted by keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from floorman.fairness.hmac_sha256 import HmacKey

__all__ = ["HmacDrbg", "below", "shuffle"]

_REQUEST: Final = 256
"""Bytes of each Generate request behind :meth:`HmacDrbg.stream`; part of the byte form."""

_BLOCK: Final = 32
_ZERO_KEY: Final = HmacKey(bytes(_BLOCK))
_LIMITS: Final = tuple(256 - 256 % m if m else 0 for m in range(257))
"""``_LIMITS[m]``: bytes from here up are rejected, so that m divides what is left."""


class HmacDrbg:
    """HMAC_DRBG/SHA-256 after Instantiate; it is never reseeded.

    Args (of the constructor):
        entropy: the secret or public seed, 32 bytes here.
        nonce: the hand id or draw id, 16 bytes here.
        personalization: the label of what the bytes are for.
    """

    __slots__ = ("_key", "_value")

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes) -> None:
        self._key = _ZERO_KEY
        self._value = b"\x01" * _BLOCK
        self._update(entropy + nonce + personalization)

    def generate(self, size: int) -> bytes:
        """One Generate request of ``size`` bytes without additional input."""
        blocks = b"".join(self._request(-(-size // _BLOCK)))
        return blocks[:size]

    def stream(self) -> Iterator[int]:
        """Bytes without end, from one Generate request of 256 bytes after the other.

        Blocks are made when they are reached: a shuffle of 52 cards takes two of the eight in a request,
        and the update that ends a request matters to the next one only. The bytes are the same.
        """
        return chain.from_iterable(self._blocks())

    def _blocks(self) -> Iterator[bytes]:
        while True:
            yield from self._request(_REQUEST // _BLOCK)

    def _request(self, blocks: int) -> Iterator[bytes]:
        for _ in range(blocks):
            self._value = self._key.digest(self._value)
            yield self._value
        self._update(b"")

    def _update(self, provided: bytes) -> None:
        """HMAC_DRBG_Update (SP 800-90A 10.1.2.2)."""
        for round_byte in (b"\x00", b"\x01") if provided else (b"\x00",):
            self._key = HmacKey(self._key.digest(self._value + round_byte + provided))
            self._value = self._key.digest(self._value)


def below(m: int, stream: Iterator[int]) -> int:
    """A number from 0 to ``m - 1``, each exactly as likely, for 1 <= m <= 256.

    Takes bytes until one lies under the largest multiple of ``m`` that 256 holds.
    """
    limit = _LIMITS[m]
    for byte in stream:
        if byte < limit:
            return byte % m
    message = "the stream of bytes ended"
    raise ValueError(message)


def shuffle(items: Sequence[int], stream: Iterable[int]) -> list[int]:
    """The items in an order drawn from the stream, each order exactly as likely (at most 256 items).

    For i from the last place down to 1 the item at i changes places with the one at ``below(i + 1)``.
    The loop of :func:`below` is written out here: 53.6 bytes on average make 51 swaps, and a call for
    each would double the time.
    """
    deck = list(items)
    place = len(deck) - 1
    if place < 1:
        return deck
    limits = _LIMITS
    for byte in stream:
        if byte < limits[place + 1]:
            other = byte % (place + 1)
            deck[place], deck[other] = deck[other], deck[place]
            place -= 1
            if not place:
                return deck
    message = "the stream of bytes ended"
    raise ValueError(message)
