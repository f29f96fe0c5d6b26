"""A published round of drand's quicknet (audit.md 3.5)."""

from __future__ import annotations

import pytest

from floorman.fairness import beacon
from floorman.fairness.beacon import (
    QUICKNET,
    BeaconCheck,
    can_check,
    chain_of,
    check_round,
    randomness_of,
)
from tests.fairness.extra import missing_extra, needs_extra
from tests.fairness.vectors import VECTORS, unhex

ROW = VECTORS["beacon"]
SIGNATURE = unhex(ROW["signature"])


def test_the_value_is_the_hash_of_the_signature() -> None:
    assert randomness_of(SIGNATURE).hex() == ROW["randomness"]


def test_a_round_has_its_time() -> None:
    assert QUICKNET.time_of(1) == 1_692_803_367
    assert QUICKNET.time_of(ROW["round"]) == ROW["round_time"]


def test_a_chain_is_found_by_its_hash() -> None:
    assert chain_of(unhex(ROW["chain_hash"])) is QUICKNET
    assert chain_of(bytes(32)) is None


@needs_extra
def test_the_published_signature_is_good() -> None:
    assert can_check()
    assert check_round(QUICKNET, 123, SIGNATURE) is BeaconCheck.GOOD


@needs_extra
@pytest.mark.parametrize("number", [0, 122, 124, 2**64 - 1])
def test_for_another_round_it_is_not(number: int) -> None:
    assert check_round(QUICKNET, number, SIGNATURE) is BeaconCheck.BAD


@needs_extra
@pytest.mark.parametrize("offset", range(48))
def test_with_a_byte_changed_it_is_not(offset: int) -> None:
    changed = bytearray(SIGNATURE)
    changed[offset] ^= 1
    assert check_round(QUICKNET, 123, bytes(changed)) is BeaconCheck.BAD


@needs_extra
@pytest.mark.parametrize(
    "signature",
    [b"", SIGNATURE[:-1], SIGNATURE + b"\0", bytes(48), b"\xc0" + bytes(47), b"\xff" * 48],
    ids=["empty", "short", "long", "zeros", "infinity", "infinity in another form"],
)
def test_what_is_no_signature_is_bad(signature: bytes) -> None:
    assert check_round(QUICKNET, 123, signature) is BeaconCheck.BAD


class TolerantCurves:
    """A library that reads more than one form of a point and finds every pairing good."""

    class G1Point:
        @classmethod
        def from_compressed_bytes(cls, _: bytes) -> TolerantCurves.G1Point:
            return cls()

        @classmethod
        def hash_to_curve(cls, *_: bytes) -> TolerantCurves.G1Point:
            return cls()

        def to_compressed_bytes(self) -> bytes:
            return SIGNATURE

        def __neg__(self) -> TolerantCurves.G1Point:
            return self

    G2Point = G1Point

    class GT:
        @staticmethod
        def pairing_check(*_: object) -> bool:
            return True


def test_a_point_in_another_form_would_be_another_value_and_is_bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beacon, "_curves", lambda: TolerantCurves)
    assert check_round(QUICKNET, 123, SIGNATURE) is BeaconCheck.GOOD
    assert check_round(QUICKNET, 123, SIGNATURE + b"\0") is BeaconCheck.BAD


def test_without_the_extra_the_answer_is_not_available() -> None:
    with missing_extra():
        assert not can_check()
        assert check_round(QUICKNET, 123, SIGNATURE) is BeaconCheck.NOT_AVAILABLE
