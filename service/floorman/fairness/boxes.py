"""Boxes for one pair of eyes: hole cards for a seat, E for an auditor (audit.md 5, 7).

HPKE (RFC 9180) base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. A box is the ephemeral key
(32 bytes) and the ciphertext; that key is fresh each time, so equal hands give unequal boxes.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite

from floorman.fairness.card_opening import OPENING_BYTES, CardOpening
from floorman.fairness.labels import label
from floorman.fairness.opening import Escrow

__all__ = [
    "BoxKeyError",
    "BoxRefusedError",
    "escrow_of",
    "is_box_key",
    "open_cards",
    "open_escrow",
    "seal_cards",
    "seal_escrow",
]

_SUITE: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_256_GCM)
_CARDS: Final = label("cards")
_ESCROW: Final = label("escrow")
_ESCROW_BOX: Final = label("escrow-box")
_PROBE: Final = X25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Any private key: with a public key of small order it agrees on nothing, as every other does."""


class BoxKeyError(ValueError):
    """A public key that nothing can be sealed to: not 32 bytes, or of small order."""


class BoxRefusedError(ValueError):
    """A box that does not open: another key, another hand or seat, or changed bytes."""


def is_box_key(public_key: bytes) -> bool:
    """Whether boxes can be sealed to a public key (X25519, 32 bytes)."""
    try:
        _PROBE.exchange(X25519PublicKey.from_public_bytes(public_key))
    except ValueError:
        return False
    return True


def seal_cards(hpke_key: bytes, trunk: bytes, seat: int, openings: Sequence[CardOpening]) -> bytes:
    """The box with a seat's two openings, 119 bytes, that only the key's owner opens.

    Args:
        hpke_key: the seat's public key, 32 bytes.
        trunk: H_{-1} of the hand, 32 bytes.
        seat: its number.
        openings: of both hole cards.

    Raises:
        BoxKeyError: the key takes no box.
    """
    plaintext = bytes((len(openings),)) + b"".join(opening.encode() for opening in openings)
    return _seal(hpke_key, plaintext, _cards_info(trunk, seat))


def open_cards(private_key: bytes, trunk: bytes, seat: int, box: bytes) -> tuple[CardOpening, ...]:
    """The openings in a seat's box; the seat's side of :func:`seal_cards`.

    Raises:
        BoxRefusedError: the box does not open, or holds no openings.
    """
    plaintext = _open(private_key, box, _cards_info(trunk, seat))
    if len(plaintext) != 1 + plaintext[0] * OPENING_BYTES:
        raise BoxRefusedError
    starts = range(1, len(plaintext), OPENING_BYTES)
    return tuple(CardOpening.decode(plaintext[start : start + OPENING_BYTES]) for start in starts)


def seal_escrow(auditor_key: bytes, hand_id: bytes, root: bytes, entropy: bytes) -> bytes:
    """The box with E, 80 bytes, with which an auditor opens the hand without the service (A3).

    Raises:
        BoxKeyError: the key takes no box.
    """
    return _seal(auditor_key, entropy, _ESCROW + hand_id + root)


def open_escrow(private_key: bytes, hand_id: bytes, root: bytes, box: bytes) -> bytes:
    """E, 32 bytes; the auditor's side of :func:`seal_escrow`.

    Raises:
        BoxRefusedError: the box does not open.
    """
    return _open(private_key, box, _ESCROW + hand_id + root)


def escrow_of(auditor_key: bytes, box: bytes) -> Escrow:
    """What an opening says about a box, so that no other can be shown later."""
    return Escrow(auditor_key, sha256(_ESCROW_BOX + box).digest())


def _cards_info(trunk: bytes, seat: int) -> bytes:
    return _CARDS + trunk + bytes((seat,))


def _seal(public_key: bytes, plaintext: bytes, info: bytes) -> bytes:
    try:
        return _SUITE.encrypt(plaintext, X25519PublicKey.from_public_bytes(public_key), info=info)
    except ValueError:
        raise BoxKeyError from None


def _open(private_key: bytes, box: bytes, info: bytes) -> bytes:
    try:
        return _SUITE.decrypt(box, X25519PrivateKey.from_private_bytes(private_key), info=info)
    except InvalidTag:
        raise BoxRefusedError from None
