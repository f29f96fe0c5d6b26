"""The envelope of everything the host carries: opening, state, view and draw tokens (audit.md 5).

``header ‖ AES-256-GCM-SIV(plaintext)``, the header of 48 bytes in the clear and authenticated. Nothing in
it depends on clock or chance: the key follows from the ring, the hand, the type and the seat, the nonce
from the head, so every replica seals a state into the same bytes.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from struct import Struct
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from floorman.fairness.labels import label
from floorman.fairness.opening import NO_SEAT
from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.ring_keys import KEY_BYTES

__all__ = [
    "HEADER_BYTES",
    "OVERHEAD_BYTES",
    "Sealer",
    "TokenFault",
    "TokenHeader",
    "TokenRefusedError",
    "TokenType",
    "derive_key",
    "nonce_of",
    "read_header",
]

HEADER_BYTES: Final = 48
OVERHEAD_BYTES: Final = 64
"""Header and tag: what a token is longer than its plaintext."""

_MAGIC: Final = b"FLM1"
_HEADER: Final = Struct(">4sBBBB16sIQ12s")
_TOKEN: Final = label("token")
_NONCE: Final = 12
_KEPT_CIPHERS: Final = 1024


class TokenType(IntEnum):
    """What a token holds."""

    OPEN = 1
    STATE = 2
    VIEW = 3
    DRAW = 4


class TokenFault(Enum):
    """Why a token is not opened.

    FORGED is one answer for every token that does not authenticate: a changed byte, another ring's key of
    the same number, another hand's or seat's token cannot be told apart.
    """

    UNREADABLE = "no token of this service"
    WRONG_TYPE = "a token of another type than is meant here"
    UNKNOWN_CODEC = "sealed by a release that this one does not know"
    UNKNOWN_KID = "sealed under a key that is not on the ring"
    RETIRED_KEY = "sealed under a key that is retired"
    FORGED = "does not authenticate"


class TokenRefusedError(Exception):
    """A token that is not opened.

    Attributes:
        fault: why.
        number: the type, codec or kid that decided it, else None.
    """

    def __init__(self, fault: TokenFault, number: int | None = None) -> None:
        super().__init__(fault.value if number is None else f"{fault.value}: {number}")
        self.fault = fault
        self.number = number


@dataclass(slots=True)
class TokenHeader:
    """What a token says in the clear.

    Attributes:
        type: what it holds.
        codec: the version of its plaintext, 0..255.
        kid: the number of its key.
        hand_id: 16 bytes; the draw id in a draw token.
        step: of the state, or of the deal or exposed card that a view token was made with; else 0.
        opened_ms: Unix time of the opening in milliseconds, 0 with given entropy.
        nonce: :func:`nonce_of` the head.
        seat: the seat of a view token, else 0xff.
    """

    type: TokenType
    codec: int
    kid: int
    hand_id: bytes
    step: int
    opened_ms: int
    nonce: bytes
    seat: int = NO_SEAT

    def encode(self) -> bytes:
        """The 48 bytes."""
        return _HEADER.pack(
            _MAGIC,
            self.type,
            self.codec,
            self.kid,
            self.seat,
            self.hand_id,
            self.step,
            self.opened_ms,
            self.nonce,
        )


def read_header(token: bytes) -> TokenHeader:
    """The header of a token, which anybody can read and nobody vouches for before it is opened.

    Raises:
        TokenRefusedError: UNREADABLE or WRONG_TYPE.
    """
    if len(token) < OVERHEAD_BYTES:
        raise TokenRefusedError(TokenFault.UNREADABLE)
    magic, number, codec, kid, seat, hand_id, step, opened_ms, nonce = _HEADER.unpack_from(token)
    if magic != _MAGIC:
        raise TokenRefusedError(TokenFault.UNREADABLE)
    try:
        token_type = TokenType(number)
    except ValueError:
        raise TokenRefusedError(TokenFault.WRONG_TYPE, number) from None
    return TokenHeader(token_type, codec, kid, hand_id, step, opened_ms, nonce, seat)


def nonce_of(head: bytes) -> bytes:
    """The nonce (12 bytes) of the one state with this head: open_head, H_s or draw_head (32 bytes)."""
    return head[:_NONCE]


def derive_key(key: bytes, hand_id: bytes, token_type: TokenType, seat: int) -> bytes:
    """The key (32 bytes) of the tokens of one hand, type and seat, from K (32 bytes)."""
    info = _TOKEN + bytes((token_type, seat))
    return HKDF(hashes.SHA256(), KEY_BYTES, salt=hand_id, info=info).derive(key)


class Sealer:
    """Seals and opens the tokens of one ring. Safe to share between threads.

    A step opens one state and seals the next under the same derived key, so the last 1,024 are kept (3 MB):
    making one takes 6 µs, where opening 400 bytes takes 5 and sealing them 3.

    Args (of the constructor):
        ring: the keys.
        codecs: versions of plaintexts that this release reads.
    """

    __slots__ = ("_cipher", "_codecs", "_ring")

    def __init__(self, ring: Ring, codecs: Container[int]) -> None:
        self._ring = ring
        self._codecs = codecs
        self._cipher = lru_cache(maxsize=_KEPT_CIPHERS)(self._derive)

    def seal(self, header: TokenHeader, plaintext: bytes) -> bytes:
        """The token, 64 bytes longer than its plaintext.

        Raises:
            NoKeyError: the header's key is not on the ring.
        """
        form = header.encode()
        cipher = self._cipher(header.kid, header.hand_id, header.type, header.seat)
        return form + cipher.encrypt(header.nonce, plaintext, form)

    def open(self, token: bytes, meant: TokenType, now_ms: int) -> tuple[TokenHeader, bytes]:
        """Header and plaintext of a token.

        Args:
            token: as the host sent it.
            meant: the type that belongs here.
            now_ms: Unix time in milliseconds, for retired keys.

        Raises:
            TokenRefusedError: see its faults; the age of a hand is for the caller to judge.
        """
        header = read_header(token)
        if header.type is not meant:
            raise TokenRefusedError(TokenFault.WRONG_TYPE, header.type)
        if header.codec not in self._codecs:
            raise TokenRefusedError(TokenFault.UNKNOWN_CODEC, header.codec)
        key = self._ring.token_key(header.kid)
        if key is None:
            raise TokenRefusedError(TokenFault.UNKNOWN_KID, header.kid)
        if not key.opens_at(now_ms):
            raise TokenRefusedError(TokenFault.RETIRED_KEY, header.kid)
        cipher = self._cipher(header.kid, header.hand_id, header.type, header.seat)
        try:
            plaintext = cipher.decrypt(header.nonce, token[HEADER_BYTES:], token[:HEADER_BYTES])
        except InvalidTag:
            raise TokenRefusedError(TokenFault.FORGED) from None
        return header, plaintext

    def _derive(self, kid: int, hand_id: bytes, token_type: TokenType, seat: int) -> AESGCMSIV:
        key = self._ring.token_key(kid)
        if key is None:
            raise NoKeyError("token", kid)
        return AESGCMSIV(derive_key(key.key, hand_id, token_type, seat))
