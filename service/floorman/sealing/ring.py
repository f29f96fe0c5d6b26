"""The key ring of a house: keys that seal tokens, keys that sign heads, and their times (audit.md 6).

A ring is one JSON text, from a file or a variable of the environment::

    {
        "token_keys": [
            {
                "kid": 7,
                "key": "…",
                "not_before": "2026-01-01T00:00:00Z",
                "seal_until": "2026-04-01T00:00:00Z",
                "open_until": "2026-07-01T00:00:00Z",
            }
        ],
        "head_keys": [
            {
                "head_kid": 3,
                "private_key": "…",
                "not_before": "2026-01-01T00:00:00Z",
                "sign_until": "2026-04-01T00:00:00Z",
            }
        ],
    }

``kid`` and ``head_kid`` are 0..255 and never come back for another key while tokens or records name them.
Keys are 32 bytes, as 64 hexadecimal digits or in Base64. Times are UTC, to the second or millisecond.
``seal_until`` and ``sign_until`` end *openings* under a key: running hands keep their keys to the end, or
until ``open_until``. A head key that signs no longer may give its ``public_key`` in place of the private
one; it is served as long as records must verify. Nothing else may stand in the text, and nothing twice.
"""

from __future__ import annotations

import os
from typing import Final

from floorman.fairness.keys import HeadKey
from floorman.sealing.ring_keys import KEY_BYTES, HeadKeyEntry, TokenKey
from floorman.sealing.ring_text import dump_keys, parse_keys

__all__ = ["DAY_MS", "OPEN_DAYS", "SEAL_DAYS", "NoKeyError", "Ring"]

DAY_MS: Final = 86_400_000
SEAL_DAYS: Final = 90
"""How long a key opens hands, unless an operator says otherwise."""
OPEN_DAYS: Final = 180
"""How long what was sealed under it opens."""


class NoKeyError(LookupError):
    """The ring has no key for what is asked.

    Attributes:
        use: ``"token"`` or ``"head"``.
        kid: the number asked for, None if any key for openings would do.
    """

    def __init__(self, use: str, kid: int | None = None) -> None:
        which = "for openings at this time" if kid is None else f"number {kid} to use"
        super().__init__(f"no {use} key {which} on the ring")
        self.use = use
        self.kid = kid


class Ring:
    """All keys of a house; never changed, replaced as a whole. Its ``repr`` shows numbers only.

    Args (of the constructor):
        token_keys: with different numbers.
        head_keys: likewise.

    Attributes:
        token_keys, head_keys: as given.
    """

    __slots__ = ("_by_kid", "_signers", "head_keys", "token_keys")

    def __init__(self, token_keys: tuple[TokenKey, ...], head_keys: tuple[HeadKeyEntry, ...]) -> None:
        self.token_keys = token_keys
        self.head_keys = head_keys
        self._by_kid = {key.kid: key for key in token_keys}
        self._signers = {
            entry.kid: HeadKey(entry.kid, entry.private_key)
            for entry in head_keys
            if entry.private_key is not None
        }

    @classmethod
    def parse(cls, text: str) -> Ring:
        """The ring in a JSON text.

        Raises:
            RingFormError: names the first field at fault, and shows no value.
        """
        return cls(*parse_keys(text))

    def dump(self) -> str:
        """The text that :meth:`parse` reads back. It holds the keys: for a pipe or a secret mount only."""
        return dump_keys(self.token_keys, self.head_keys)

    @classmethod
    def generate(cls, now_ms: int, *, seal_days: int = SEAL_DAYS, open_days: int = OPEN_DAYS) -> Ring:
        """A fresh ring with one key of each kind, both number 1, good from now on.

        Args:
            now_ms: Unix time in milliseconds.
            seal_days: how long openings are sealed and signed with it.
            open_days: how long its tokens open: at least the longest hand and the audit window more.
        """
        seal_until_ms = now_ms + seal_days * DAY_MS
        private_key = os.urandom(KEY_BYTES)
        token_key = TokenKey(1, os.urandom(KEY_BYTES), now_ms, seal_until_ms, now_ms + open_days * DAY_MS)
        head_key = HeadKeyEntry(1, HeadKey(1, private_key).public_key, private_key, now_ms, seal_until_ms)
        return cls((token_key,), (head_key,))

    def opening_key(self, now_ms: int) -> TokenKey:
        """The newest key that openings are sealed under now; every replica with this ring takes the same.

        Raises:
            NoKeyError: none may be used now.
        """
        usable = [key for key in self.token_keys if key.seals_at(now_ms)]
        if not usable:
            raise NoKeyError("token")
        return max(usable, key=lambda key: (key.not_before_ms, key.kid))

    def opening_signer(self, now_ms: int) -> HeadKey:
        """The newest head key that openings are signed with now.

        Raises:
            NoKeyError: none may be used now.
        """
        usable = [entry for entry in self.head_keys if entry.signs_at(now_ms)]
        if not usable:
            raise NoKeyError("head")
        return self._signers[max(usable, key=lambda entry: (entry.not_before_ms, entry.kid)).kid]

    def token_key(self, kid: int) -> TokenKey | None:
        """The token key of that number, whatever its times; None if it is not on the ring."""
        return self._by_kid.get(kid)

    def signer(self, head_kid: int) -> HeadKey:
        """The head key of a running hand, which keeps it whatever its times.

        Raises:
            NoKeyError: the ring has no private head key of that number.
        """
        try:
            return self._signers[head_kid]
        except KeyError:
            raise NoKeyError("head", head_kid) from None

    def __repr__(self) -> str:
        token_kids = [key.kid for key in self.token_keys]
        head_kids = [entry.kid for entry in self.head_keys]
        return f"Ring(token_keys={token_kids}, head_keys={head_kids})"
