"""The building blocks against published answers (audit.md 1)."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from cryptography.hazmat.bindings._rust import openssl
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCMSIV
from cryptography.hazmat.primitives.hpke import AEAD, KDF, KEM, Suite
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from floorman.fairness.drbg import HmacDrbg
from floorman.fairness.hmac_sha256 import HmacKey
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.labels import MAX_PREFIXED, TooLongError, label, prefixed
from floorman.fairness.merkle import root_of
from tests.fairness.vectors import VECTORS, unhex

ANSWERS: dict[str, dict[str, Any]] = VECTORS["known_answers"]


def test_cavp_hmac_drbg_second_output_of_128_bytes() -> None:
    row = ANSWERS["hmac_drbg"]
    generator = HmacDrbg(unhex(row["entropy"]), unhex(row["nonce"]), b"")
    generator.generate(128)
    assert generator.generate(128).hex() == row["second_output"]


def test_rfc_4231_hmac_sha256_case_2() -> None:
    answer = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    assert HmacKey(b"Jefe").digest(b"what do ya want for nothing?").hex() == answer


def test_a_key_longer_than_a_block_is_no_key_here() -> None:
    with pytest.raises(ValueError, match="65 bytes"):
        HmacKey(bytes(65))


@pytest.mark.parametrize("size", range(1, 9))
def test_rfc_6962_trees_of_one_to_eight_leaves(size: int) -> None:
    row = ANSWERS["merkle"]
    leaves = [sha256(b"\0" + unhex(leaf)).digest() for leaf in row["data"][:size]]
    assert root_of(leaves).hex() == row["roots"][size - 1]


def test_rfc_5869_hkdf() -> None:
    row = ANSWERS["hkdf"]
    derived = HKDF(hashes.SHA256(), 42, unhex(row["salt"]), unhex(row["info"])).derive(unhex(row["ikm"]))
    assert derived.hex() == row["okm"]


def test_rfc_8032_ed25519() -> None:
    row = ANSWERS["ed25519"]
    key = HeadKey(0, unhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"))
    assert key.public_key.hex() == row["public_key"]
    assert key.sign(b"").hex() == row["signature"]
    assert verifies(unhex(row["public_key"]), unhex(row["signature"]), b"")


def test_rfc_8452_aes_256_gcm_siv() -> None:
    row = ANSWERS["aes_256_gcm_siv"]
    sealed = AESGCMSIV(unhex(row["key"])).encrypt(unhex(row["nonce"]), unhex(row["plaintext"]), b"")
    assert sealed.hex() == row["result"]


def test_rfc_9180_hpke() -> None:
    row = ANSWERS["hpke"]
    plaintext = openssl.hpke._decrypt_with_aad(
        Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.AES_128_GCM),
        unhex(row["box"]),
        X25519PrivateKey.from_private_bytes(unhex(row["private_key"])),
        info=unhex(row["info"]),
        aad=unhex(row["aad"]),
    )
    assert plaintext.hex() == row["plaintext"]


def test_a_label_is_the_format_its_name_and_a_zero_byte() -> None:
    assert label("sigma").hex() == VECTORS["label"]["sigma"]


def test_lp_is_two_bytes_of_length_and_the_value() -> None:
    assert prefixed(b"") == b"\0\0"
    assert prefixed(b"main-7") == b"\0\6main-7"
    assert len(prefixed(bytes(MAX_PREFIXED))) == MAX_PREFIXED + 2
    with pytest.raises(TooLongError) as refused:
        prefixed(bytes(MAX_PREFIXED + 1))
    assert refused.value.size == 65_536


@pytest.mark.parametrize(
    ("key", "signature"),
    [
        (bytes(31), bytes(64)),
        (bytes(33), bytes(64)),
        (b"\xff" * 32, bytes(64)),
        (bytes(32), b""),
        (bytes(32), bytes(63)),
    ],
)
def test_a_key_or_signature_of_no_form_is_not_good_and_nothing_is_raised(
    key: bytes, signature: bytes
) -> None:
    assert not verifies(key, signature, b"message")
