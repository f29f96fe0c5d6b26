"""New keys for a house, and the end of old ones (audit.md 6).

A key is on every replica's ring before any seals with it: a rotation makes keys that begin some time from
now, and until then everything goes on under the old ones. What was opened under an old key stays with it.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import DAY_MS, OPEN_DAYS, SEAL_DAYS, Ring
from floorman.sealing.ring_keys import KEY_BYTES, HeadKeyEntry, TokenKey

__all__ = ["RotationError", "replaced", "rotated"]

_NUMBERS: Final = 256
_SIGNS_ON_MS: Final = (OPEN_DAYS - SEAL_DAYS) * DAY_MS
"""How long after its last opening a head key keeps its private half: as long as any token of then opens."""


class RotationError(ValueError):
    """A ring that cannot be rotated now; the text says why."""


def rotated(ring: Ring, now_ms: int, lead_ms: int) -> Ring:
    """The ring with a new key of each kind, in use from ``lead_ms`` on.

    Old keys open no hand after that, and go on with theirs to the end. Token keys that open nothing any more
    are left out; head keys that sign nothing any more keep their public half, by which records are proved.

    Args:
        ring: the house's keys.
        now_ms: Unix time in milliseconds.
        lead_ms: milliseconds until the new keys are used: every replica must have the new ring by then.

    Raises:
        RotationError: the keys of the last rotation are not in use yet, or no number is left.
    """
    begin_ms = now_ms + lead_ms
    pending = [key.kid for key in ring.token_keys if key.not_before_ms > now_ms]
    pending += [entry.kid for entry in ring.head_keys if entry.not_before_ms > now_ms]
    if pending:
        raise RotationError(f"key {pending[0]} was made by the last rotation and is not in use yet")
    token_keys = [
        replace(key, seal_until_ms=min(key.seal_until_ms, begin_ms))
        for key in ring.token_keys
        if key.opens_at(now_ms)
    ]
    head_keys = [
        _resting(replace(entry, sign_until_ms=min(entry.sign_until_ms, begin_ms)), now_ms)
        for entry in ring.head_keys
    ]
    return Ring(
        (*token_keys, _new_token_key(ring, begin_ms)),
        (*head_keys, _new_head_key(ring, begin_ms)),
    )


def replaced(ring: Ring, now_ms: int) -> Ring:
    """The ring after an incident: new keys at once, and nothing under the old ones goes on.

    Running hands end where they stand. Old head keys keep their public half only.

    Raises:
        RotationError: no number is left.
    """
    token_keys = [
        replace(key, seal_until_ms=min(key.seal_until_ms, now_ms), open_until_ms=now_ms)
        for key in ring.token_keys
        if key.opens_at(now_ms) and key.not_before_ms <= now_ms
    ]
    head_keys = []
    for entry in ring.head_keys:
        ended_ms = min(entry.sign_until_ms, max(entry.not_before_ms, now_ms))
        head_keys.append(replace(entry, private_key=None, sign_until_ms=ended_ms))
    return Ring(
        (*token_keys, _new_token_key(ring, now_ms)),
        (*head_keys, _new_head_key(ring, now_ms)),
    )


def _resting(entry: HeadKeyEntry, now_ms: int) -> HeadKeyEntry:
    """Without its private half, once no hand can need it."""
    return replace(entry, private_key=None) if entry.sign_until_ms + _SIGNS_ON_MS <= now_ms else entry


def _new_token_key(ring: Ring, begin_ms: int) -> TokenKey:
    newest = max(ring.token_keys, key=lambda key: (key.not_before_ms, key.kid))
    kid = _next_number(newest.kid, {key.kid for key in ring.token_keys})
    return TokenKey(
        kid, os.urandom(KEY_BYTES), begin_ms, begin_ms + SEAL_DAYS * DAY_MS, begin_ms + OPEN_DAYS * DAY_MS
    )


def _new_head_key(ring: Ring, begin_ms: int) -> HeadKeyEntry:
    newest = max(ring.head_keys, key=lambda entry: (entry.not_before_ms, entry.kid))
    kid = _next_number(newest.kid, {entry.kid for entry in ring.head_keys})
    private_key = os.urandom(KEY_BYTES)
    public_key = HeadKey(kid, private_key).public_key
    return HeadKeyEntry(kid, public_key, private_key, begin_ms, begin_ms + SEAL_DAYS * DAY_MS)


def _next_number(newest: int, taken: Collection[int]) -> int:
    """The next number that no key on the ring has: none comes back while its key is known."""
    for step in range(1, _NUMBERS):
        number = (newest + step) % _NUMBERS
        if number not in taken:
            return number
    raise RotationError("all 256 numbers are on the ring: take keys off it whose records nobody proves")
