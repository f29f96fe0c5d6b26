"""Who may see what was never shown: the auditor, by a key of its own (audit.md 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final

import grpc

from floorman.api.rejection import rejected
from floorman.v1 import refusal_pb2

__all__ = ["Auditor"]

_ERRORS: Final = refusal_pb2.ErrorReason
_SCHEME: Final = "Bearer "


def _unheard(_: bytes) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Auditor:
    """The role of the auditor at one service.

    Attributes:
        key_hash: SHA-256 of the auditor's key, 32 bytes; empty where there is no auditor. The key itself is
            random and long, so that its hash tells nothing.
        revealed: is told the hand id of every hand that is revealed, before the answer leaves.
    """

    key_hash: bytes = b""
    revealed: Callable[[bytes], None] = _unheard

    def check(self, context: grpc.ServicerContext) -> None:
        """Whether the caller is the auditor.

        Raises:
            Rejected: NOT_PERMITTED where there is none, NOT_AUTHENTICATED without a key or with another.
        """
        if not self.key_hash:
            text = "This service was started without an auditor's key: nobody may see what was never shown."
            raise rejected(_ERRORS.ERROR_REASON_NOT_PERMITTED, text)
        if not compare_digest(sha256(_key_of(context)).digest(), self.key_hash):
            text = "This call is for the auditor: send its key as `authorization: Bearer KEY`."
            raise rejected(_ERRORS.ERROR_REASON_NOT_AUTHENTICATED, text)


def _key_of(context: grpc.ServicerContext) -> bytes:
    for name, value in context.invocation_metadata() or ():
        if name == "authorization" and isinstance(value, str) and value.startswith(_SCHEME):
            return value.removeprefix(_SCHEME).encode()
    return b""
