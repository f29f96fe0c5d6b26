"""Head keys: Ed25519 (RFC 8032) signatures of the house, and the check of anybody's."""

from __future__ import annotations

from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

__all__ = ["HeadKey", "fingerprint", "verifies"]


class HeadKey:
    """A private head key; its ``repr`` shows the public part only.

    Args (of the constructor):
        kid: its number, 0..255, in openings.
        private_key: 32 bytes.

    Attributes:
        kid: as given.
        public_key: 32 bytes.

    Raises:
        ValueError: the private key has not 32 bytes.
    """

    __slots__ = ("_private", "kid", "public_key")

    def __init__(self, kid: int, private_key: bytes) -> None:
        # Loading costs as much as a signature (35 µs): a process does it once a key.
        self._private = Ed25519PrivateKey.from_private_bytes(private_key)
        self.kid = kid
        self.public_key = self._private.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """The signature (64 bytes); equal messages give equal bytes."""
        return self._private.sign(message)

    def __repr__(self) -> str:
        return f"HeadKey(kid={self.kid}, fingerprint={fingerprint(self.public_key)})"


def verifies(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Whether a signature over the message is good under a public key (32 bytes).

    A key or signature of another length, or no point of the curve, is not good; nothing is raised.
    """
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public_key: bytes) -> str:
    """What people compare when they pin a key: SHA-256 of its 32 bytes, 64 hexadecimal digits."""
    return sha256(public_key).hexdigest()
