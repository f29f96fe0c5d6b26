"""The keys on a ring and the times between which each is used (audit.md 6).

No ``repr`` here shows a key.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from floorman.fairness.labels import label

__all__ = ["KEY_BYTES", "HeadKeyEntry", "TokenKey"]

KEY_BYTES: Final = 32
_KEY_ID: Final = label("key-id")


@dataclass(frozen=True, slots=True)
class TokenKey:
    """A key that seals tokens.

    Attributes:
        kid: its number, 0..255, in every token.
        key: K, 32 bytes.
        not_before_ms: from then on openings may be sealed under it (Unix time in milliseconds, as all here).
        seal_until_ms: from then on they may not; running hands go on.
        open_until_ms: from then on nothing under it opens.
    """

    kid: int
    key: bytes = field(repr=False)
    not_before_ms: int
    seal_until_ms: int
    open_until_ms: int

    def seals_at(self, now_ms: int) -> bool:
        """Whether an opening may be sealed under it now."""
        return self.not_before_ms <= now_ms < self.seal_until_ms

    def opens_at(self, now_ms: int) -> bool:
        """Whether tokens under it are still opened."""
        return now_ms < self.open_until_ms

    def key_id(self) -> bytes:
        """Four bytes for the log, never for an answer: they tell two keys of one number apart."""
        return sha256(_KEY_ID + self.key).digest()[:4]


@dataclass(frozen=True, slots=True)
class HeadKeyEntry:
    """A head key: the private half while hands are signed with it, the public half for ever.

    Attributes:
        kid: its number, 0..255, in every opening.
        public_key: 32 bytes (Ed25519).
        private_key: 32 bytes, None once it signs no longer.
        not_before_ms: from then on openings may be signed with it (Unix time in milliseconds).
        sign_until_ms: from then on they may not; running hands keep it.
    """

    kid: int
    public_key: bytes
    private_key: bytes | None = field(repr=False)
    not_before_ms: int
    sign_until_ms: int

    def signs_at(self, now_ms: int) -> bool:
        """Whether an opening may be signed with it now."""
        return self.private_key is not None and self.not_before_ms <= now_ms < self.sign_until_ms
