"""The self-test passes here, and stops the house where a part is broken."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest
from cryptography.exceptions import UnsupportedAlgorithm

from floorman.fairness import selftest
from floorman.fairness.selftest import SelfTestFailedError, run_self_test


def test_all_known_answers_come_out() -> None:
    run_self_test()


def missing(*_: object) -> NoReturn:
    raise UnsupportedAlgorithm("not in this build")


def wrong(*_: object, **__: object) -> bytes:
    return bytes(32)


@pytest.mark.parametrize(
    ("name", "broken", "part"),
    [
        ("HmacDrbg.generate", wrong, "HMAC_DRBG"),
        ("root_of", wrong, "Merkle tree"),
        ("root_through", wrong, "Merkle tree"),
        ("HKDF", missing, "HKDF-SHA256"),
        ("HeadKey.sign", wrong, "Ed25519"),
        ("verifies", lambda *_: True, "Ed25519"),
        ("AESGCMSIV", missing, "AES-256-GCM-SIV"),
        ("open_cards", wrong, "HPKE"),
        ("seal_cards", wrong, "HPKE"),
    ],
)
def test_a_broken_part_is_named(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., object], part: str
) -> None:
    monkeypatch.setattr(f"{selftest.__name__}.{name}", broken)
    with pytest.raises(SelfTestFailedError, match=part) as failed:
        run_self_test()
    assert failed.value.part == part
