"""The key ring: its text, its times, its silence (audit.md 6)."""

from __future__ import annotations

import json
import traceback
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.sealing.ring_text import RingFormError

K7, K8, HEAD3 = bytes(range(96, 128)), bytes(range(32)), bytes(range(64, 96))
# 2026-01-01, 2026-04-01 and 2026-07-01, midnight UTC (date -u -d … +%s)
JANUARY, APRIL, JULY = 1_767_225_600_000, 1_775_001_600_000, 1_782_864_000_000


def ring_text() -> dict[str, Any]:
    return {
        "token_keys": [
            {
                "kid": 7,
                "key": K7.hex(),
                "not_before": "2026-01-01T00:00:00Z",
                "seal_until": "2026-04-01T00:00:00Z",
                "open_until": "2026-07-01T00:00:00.000Z",
            },
            {
                "kid": 8,
                "key": b64encode(K8).decode(),
                "not_before": "2026-03-01T00:00:00Z",
                "seal_until": "2026-06-01T00:00:00Z",
                "open_until": "2026-09-01T00:00:00Z",
            },
        ],
        "head_keys": [
            {
                "head_kid": 3,
                "private_key": HEAD3.hex(),
                "not_before": "2026-01-01T00:00:00Z",
                "sign_until": "2026-04-01T00:00:00Z",
            },
            {
                "head_kid": 2,
                "public_key": HeadKey(2, bytes(32)).public_key.hex(),
                "not_before": "2025-10-01T00:00:00Z",
                "sign_until": "2026-01-01T00:00:00Z",
            },
        ],
    }


def parsed(text: object) -> Ring:
    return Ring.parse(json.dumps(text))


def test_a_ring_read_from_its_text() -> None:
    ring = parsed(ring_text())
    assert ring.token_keys[0] == TokenKey(7, K7, JANUARY, APRIL, JULY)
    assert ring.token_keys[1].key == K8
    assert ring.head_keys[0] == HeadKeyEntry(3, HeadKey(3, HEAD3).public_key, HEAD3, JANUARY, APRIL)
    assert ring.head_keys[1].private_key is None
    assert ring.token_key(8) is ring.token_keys[1]
    assert ring.token_key(9) is None


def test_a_dumped_ring_is_the_same_ring() -> None:
    ring = parsed(ring_text())
    again = Ring.parse(ring.dump())
    assert (again.token_keys, again.head_keys) == (ring.token_keys, ring.head_keys)
    assert again.signer(3).sign(b"x") == ring.signer(3).sign(b"x")


def test_a_fresh_ring_seals_and_signs_from_now_on() -> None:
    now = JANUARY + 123
    ring = Ring.generate(now)
    key = ring.opening_key(now)
    assert (key.kid, key.not_before_ms) == (1, now)
    assert key.seal_until_ms - now == 90 * 86_400_000
    assert key.open_until_ms - now == 180 * 86_400_000
    assert ring.opening_signer(now).public_key == ring.head_keys[0].public_key
    assert Ring.parse(ring.dump()).token_keys == ring.token_keys


def test_two_fresh_rings_share_nothing() -> None:
    first, second = Ring.generate(0), Ring.generate(0)
    assert first.token_keys[0].key != second.token_keys[0].key
    assert first.token_keys[0].key != first.head_keys[0].private_key
    assert first.head_keys[0].public_key != second.head_keys[0].public_key


@pytest.mark.parametrize(
    ("moment", "kid"),
    [
        (JANUARY, 7),
        (1_772_323_200_000 - 1, 7),  # the millisecond before March
        (1_772_323_200_000, 8),
        (APRIL, 8),
    ],
)
def test_openings_take_the_newest_key(moment: int, kid: int) -> None:
    ring = parsed(ring_text())
    assert ring.opening_key(moment).kid == kid


def test_newest_is_by_time_and_not_by_number() -> None:
    private = bytes(range(32))
    tokens = (TokenKey(9, K7, 0, 100, 200), TokenKey(4, K8, 50, 100, 200))
    heads = tuple(
        HeadKeyEntry(kid, HeadKey(kid, private[::order]).public_key, private[::order], begins, 100)
        for kid, begins, order in ((9, 0, 1), (4, 50, -1))
    )
    ring = Ring(tokens, heads)
    assert [ring.opening_key(now).kid for now in (49, 50)] == [9, 4]
    assert [ring.opening_signer(now).kid for now in (49, 50)] == [9, 4]


def test_of_two_keys_from_one_moment_every_replica_takes_the_higher_number() -> None:
    keys = tuple(TokenKey(kid, bytes((kid,)) * 32, 0, 10, 20) for kid in (4, 9, 6))
    assert Ring(keys, ()).opening_key(5).kid == Ring(keys[::-1], ()).opening_key(5).kid == 9


def test_before_and_after_all_keys_nothing_is_opened() -> None:
    ring = parsed(ring_text())
    for moment in (JANUARY - 1, 1_780_272_000_000):  # 2026-06-01
        with pytest.raises(NoKeyError, match="token") as none:
            ring.opening_key(moment)
        assert (none.value.use, none.value.kid) == ("token", None)
    for moment in (JANUARY - 1, APRIL):
        with pytest.raises(NoKeyError, match="head"):
            ring.opening_signer(moment)


def test_a_running_hand_keeps_its_head_key_after_its_time() -> None:
    ring = parsed(ring_text())
    assert ring.signer(3).kid == 3
    assert ring.opening_signer(APRIL - 1).kid == 3


def test_a_head_key_of_which_only_the_public_half_is_left_signs_nothing() -> None:
    ring = parsed(ring_text())
    for head_kid in (2, 4):
        with pytest.raises(NoKeyError) as none:
            ring.signer(head_kid)
        assert (none.value.use, none.value.kid) == ("head", head_kid)
    with pytest.raises(NoKeyError):
        ring.opening_signer(JANUARY - 1)  # within the times of head key 2


def test_a_key_has_four_bytes_for_the_log() -> None:
    # SHA-256 of "floorman/1/key-id", a zero byte and the key, by another program
    assert TokenKey(7, K7, 0, 0, 0).key_id().hex() == "309ef519"


def change(path: str, value: object) -> Callable[[dict[str, Any]], None]:
    """Sets the field at a path like ``token_keys.0.kid``."""
    *parents, last = path.split(".")

    def apply(text: dict[str, Any]) -> None:
        row: Any = text
        for parent in parents:
            row = row[int(parent)] if parent.isdigit() else row[parent]
        row[last] = value

    return apply


def drop(path: str) -> Callable[[dict[str, Any]], None]:
    *parents, last = path.split(".")

    def apply(text: dict[str, Any]) -> None:
        row: Any = text
        for parent in parents:
            row = row[int(parent)] if parent.isdigit() else row[parent]
        del row[last]

    return apply


@pytest.mark.parametrize(
    ("fault", "path"),
    [
        (drop("token_keys"), "token_keys"),
        (drop("head_keys"), "head_keys"),
        (change("token_keys", []), "token_keys"),
        (change("head_keys", {}), "head_keys"),
        (change("extra", 1), "extra"),
        (change("token_keys", [7]), "token_keys[0]"),
        (drop("token_keys.0.kid"), "token_keys[0].kid"),
        (drop("token_keys.1.open_until"), "token_keys[1].open_until"),
        (change("token_keys.1.note", "mine"), "token_keys[1].note"),
        (change("token_keys.0.kid", 256), "token_keys[0].kid"),
        (change("token_keys.0.kid", -1), "token_keys[0].kid"),
        (change("token_keys.0.kid", True), "token_keys[0].kid"),
        (change("token_keys.0.kid", 7.0), "token_keys[0].kid"),
        (change("token_keys.0.kid", "7"), "token_keys[0].kid"),
        (change("token_keys.0.key", K7.hex()[:-2]), "token_keys[0].key"),
        (change("token_keys.0.key", K7.hex() + "00"), "token_keys[0].key"),
        (change("token_keys.0.key", b64encode(K7[:-1]).decode()), "token_keys[0].key"),
        (change("token_keys.0.key", b64encode(K7).decode() + "\n"), "token_keys[0].key"),
        (change("token_keys.0.key", "not a key é"), "token_keys[0].key"),
        (change("token_keys.0.key", ""), "token_keys[0].key"),
        (change("token_keys.0.key", None), "token_keys[0].key"),
        (change("token_keys.0.not_before", JANUARY), "token_keys[0].not_before"),
        (change("token_keys.0.not_before", "2026-01-01"), "token_keys[0].not_before"),
        (change("token_keys.0.not_before", "2026-01-01T00:00:00"), "token_keys[0].not_before"),
        (change("token_keys.0.not_before", "2026-01-01T00:00:00+01:00"), "token_keys[0].not_before"),
        (change("token_keys.0.not_before", "2026-02-30T00:00:00Z"), "token_keys[0].not_before"),
        (change("token_keys.0.seal_until", "2025-12-31T00:00:00Z"), "token_keys[0].seal_until"),
        (change("token_keys.0.open_until", "2026-03-31T00:00:00Z"), "token_keys[0].open_until"),
        (change("token_keys.1.kid", 7), "token_keys[1].kid"),
        (change("token_keys.1.key", K7.hex()), "token_keys[1].key"),
        (drop("head_keys.0.private_key"), "head_keys[0].private_key"),
        (change("head_keys.0.public_key", K7.hex()), "head_keys[0].private_key"),
        (change("head_keys.0.private_key", "00"), "head_keys[0].private_key"),
        (change("head_keys.0.sign_until", "2025-12-31T00:00:00Z"), "head_keys[0].sign_until"),
        (change("head_keys.0.sign_until", ""), "head_keys[0].sign_until"),
        (change("head_keys.1.head_kid", 3), "head_keys[1].head_kid"),
        (change("head_keys.1.public_key", HeadKey(3, HEAD3).public_key.hex()), "head_keys[1]"),
    ],
)
def test_a_fault_in_the_text_is_named_by_its_path(fault: Callable[[dict[str, Any]], None], path: str) -> None:
    text = ring_text()
    fault(text)
    with pytest.raises(RingFormError) as refused:
        parsed(text)
    assert refused.value.path == path
    assert path in str(refused.value)


@pytest.mark.parametrize("text", ["", "[", "[]", "null", '"ring"', "{}", "7"])
def test_what_is_no_ring_at_all_is_refused(text: str) -> None:
    with pytest.raises(RingFormError):
        Ring.parse(text)


def test_a_field_that_stands_twice_is_refused() -> None:
    text = json.dumps(ring_text()).replace('"kid": 7', '"kid": 7, "kid": 9')
    with pytest.raises(RingFormError, match="kid: stands twice"):
        Ring.parse(text)


def every_form(key: bytes) -> list[str]:
    return [key.hex(), b64encode(key).decode(), repr(key)[2:-1]]


def test_no_key_is_ever_shown() -> None:
    ring = parsed(ring_text())
    shown = f"{ring!r} {ring.token_keys!r} {ring.head_keys!r} {ring.signer(3)!r}"
    for key in (K7, K8, HEAD3):
        for form in every_form(key):
            assert form not in shown
    assert repr(ring) == "Ring(token_keys=[7, 8], head_keys=[3, 2])"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-1],
        lambda text: text.replace('"kid": 7', '"kid": 700'),
        lambda text: text.replace(K7.hex(), K7.hex() + "0"),
    ],
)
def test_an_error_holds_neither_key_nor_text(spoil: Callable[[str], str]) -> None:
    with pytest.raises(RingFormError) as refused:
        Ring.parse(spoil(json.dumps(ring_text())))
    error: BaseException | None = refused.value
    while error is not None:
        told = "".join(traceback.format_exception_only(error)) + repr(vars(error))
        for form in (*every_form(K7), *every_form(HEAD3)):
            assert form not in told
        error = error.__context__
