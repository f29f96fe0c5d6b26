"""Known answers, checked before a single card is dealt (audit.md 6).

A library that lacks an algorithm, or computes one wrongly, must stop the house at its door and not at the
first showdown. Every value here is published, or comes from the project's own vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from floorman.fairness.boxes import open_cards, seal_cards
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.drbg import HmacDrbg
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.merkle import path_to, root_of, root_through

__all__ = ["SelfTestFailedError", "run_self_test"]


class SelfTestFailedError(RuntimeError):
    """A known answer did not come out: do not serve.

    Attributes:
        part: what failed, like ``"AES-256-GCM-SIV"``.
    """

    def __init__(self, part: str) -> None:
        super().__init__(f"self-test failed: {part} does not give its known answer")
        self.part = part


def run_self_test() -> None:
    """Compute every known answer; takes about a millisecond.

    Raises:
        SelfTestFailedError: one is wrong, or its algorithm is missing.
    """
    for part, is_right in _PARTS.items():
        try:
            right = is_right()
        except Exception as error:  # whatever a broken library raises, the answer is the same
            raise SelfTestFailedError(part) from error
        if not right:
            raise SelfTestFailedError(part)


def _hmac_drbg() -> bool:
    """CAVP, HMAC_DRBG SHA-256 without reseeding, count 0: the second output counts."""
    generator = HmacDrbg(
        bytes.fromhex("ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488"),
        bytes.fromhex("659ba96c601dc69fc902940805ec0ca8"),
        b"",
    )
    generator.generate(128)
    return generator.generate(128) == bytes.fromhex(
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21"
        "036d2460b6f73ebad0dc2aba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c0"
        "7162c8b5ccde0668961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
    )


def _merkle() -> bool:
    """The tree of RFC 6962 implementations, seven and eight leaves."""
    inputs = (
        "",
        "00",
        "10",
        "2021",
        "3031",
        "40414243",
        "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
    leaves = [sha256(b"\0" + bytes.fromhex(leaf)).digest() for leaf in inputs]
    seven = bytes.fromhex("ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c")
    eight = bytes.fromhex("5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328")
    path = path_to(leaves[:7], 6)
    return (
        root_of(leaves[:7]) == seven
        and root_of(leaves) == eight
        and root_through(leaves[6], 6, 7, path) == seven
    )


def _hkdf() -> bool:
    """RFC 5869 A.1."""
    derive = HKDF(
        hashes.SHA256(),
        42,
        bytes.fromhex("000102030405060708090a0b0c"),
        bytes.fromhex("f0f1f2f3f4f5f6f7f8f9"),
    ).derive
    return derive(bytes.fromhex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b")) == bytes.fromhex(
        "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    )


def _ed25519() -> bool:
    """RFC 8032 7.1, test 1: sign, verify, and refuse another message."""
    key = HeadKey(0, bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    public_key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = bytes.fromhex(
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e3970"
        "1cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    return (
        key.public_key == public_key
        and key.sign(b"") == signature
        and verifies(public_key, signature, b"")
        and not verifies(public_key, signature, b"another")
    )


def _gcm_siv() -> bool:
    """RFC 8452 C.2, and back."""
    cipher = AESGCMSIV(bytes.fromhex("0100000000000000000000000000000000000000000000000000000000000000"))
    nonce = bytes.fromhex("030000000000000000000000")
    plaintext = bytes.fromhex("0100000000000000")
    sealed = bytes.fromhex("c2ef328e5c71c83b843122130f7364b761e0b97427e3df28")
    return cipher.encrypt(nonce, plaintext, b"") == sealed and cipher.decrypt(nonce, sealed, b"") == plaintext


def _hpke() -> bool:
    """A box of the project's vectors opens, and a fresh one comes back."""
    private_key = bytes.fromhex("b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5b5")
    trunk = bytes.fromhex("2f83e6034e0608e1d25da76b66bcdd7ff2e8450de2d5d83d0e0a175996b3d81b")
    box = bytes.fromhex(
        "408a84c7d8f6b88aed766474e7e5ee44f0a8ce2b55b6eb1ec4f11ab93fd73d70f6b04919175fcbdc15020e5b"
        "2e0b6e3e200f6cd41f37422440b1f29f57c300e1d15697601444a2b27ccc455beda360ba1a57982c993e1363"
        "4c42850ebc3cbd54becfcf33e15b9bd5976ab8e3db8093ee3aa76f13bddc2f"
    )
    salts = (
        bytes.fromhex("294aa9bf433a9d928c4f76716e9d200bc56e4d6fe23aa35081d02a3d07fcec0d"),
        bytes.fromhex("abea93761c60e21953016dffc5c31ba945eff76168d0f26917b0b25f7f2ac385"),
    )
    openings = (CardOpening(1, 48, 26, salts[0]), CardOpening(4, 39, 15, salts[1]))
    public_key = X25519PrivateKey.from_private_bytes(private_key).public_key().public_bytes_raw()
    fresh = seal_cards(public_key, trunk, 5, openings)
    return open_cards(private_key, trunk, 5, box) == openings == open_cards(private_key, trunk, 5, fresh)


_PARTS: Final[dict[str, Callable[[], bool]]] = {
    "HMAC_DRBG": _hmac_drbg,
    "Merkle tree": _merkle,
    "HKDF-SHA256": _hkdf,
    "Ed25519": _ed25519,
    "AES-256-GCM-SIV": _gcm_siv,
    "HPKE": _hpke,
}
