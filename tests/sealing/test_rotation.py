"""New keys for a house (audit.md 6): on every ring before they are used, and old hands go on."""

from __future__ import annotations

import pytest

from floorman.sealing.ring import DAY_MS, NoKeyError, Ring
from floorman.sealing.rotation import RotationError, replaced, rotated

NOW = 1_800_000_000_000
HOUR = 3_600_000
OLD = Ring.generate(NOW)
LATER = NOW + 80 * DAY_MS


def kids(ring: Ring) -> tuple[list[int], list[int]]:
    return [key.kid for key in ring.token_keys], [entry.kid for entry in ring.head_keys]


def test_new_keys_begin_after_the_lead_and_old_ones_open_no_hand_from_then_on() -> None:
    ring = rotated(OLD, LATER, HOUR)
    assert kids(ring) == ([1, 2], [1, 2])
    before, after = LATER + HOUR - 1, LATER + HOUR
    assert (ring.opening_key(before).kid, ring.opening_signer(before).kid) == (1, 1)
    assert (ring.opening_key(after).kid, ring.opening_signer(after).kid) == (2, 2)
    old, new = ring.token_keys
    assert not old.seals_at(after)
    assert new.seal_until_ms - new.not_before_ms == 90 * DAY_MS
    assert new.open_until_ms - new.not_before_ms == 180 * DAY_MS


def test_a_replica_that_has_the_old_ring_and_one_that_has_the_new_agree_until_then() -> None:
    ring = rotated(OLD, LATER, HOUR)
    for moment in (LATER, LATER + HOUR - 1):
        assert ring.opening_key(moment).kid == OLD.opening_key(moment).kid
        assert ring.opening_signer(moment).kid == OLD.opening_signer(moment).kid


def test_running_hands_keep_their_keys() -> None:
    ring = rotated(OLD, LATER, HOUR)
    assert ring.token_key(1) is not None
    assert ring.token_keys[0].key == OLD.token_keys[0].key
    assert ring.token_keys[0].open_until_ms == OLD.token_keys[0].open_until_ms
    assert ring.signer(1).public_key == OLD.head_keys[0].public_key


def test_a_rotation_waits_for_the_one_before() -> None:
    ring = rotated(OLD, LATER, HOUR)
    with pytest.raises(RotationError, match="key 2"):
        rotated(ring, LATER + HOUR - 1, HOUR)
    assert kids(rotated(ring, LATER + HOUR, HOUR)) == ([1, 2, 3], [1, 2, 3])


def test_keys_that_open_nothing_leave_the_ring_and_public_halves_stay() -> None:
    ring = rotated(OLD, LATER, HOUR)
    third = rotated(ring, NOW + 170 * DAY_MS, HOUR)
    assert kids(third) == ([1, 2, 3], [1, 2, 3])
    assert third.head_keys[0].private_key is not None
    fourth = rotated(third, NOW + 250 * DAY_MS, HOUR)
    assert kids(fourth) == ([2, 3, 4], [1, 2, 3, 4])
    assert fourth.head_keys[0].private_key is None
    assert fourth.head_keys[0].public_key == OLD.head_keys[0].public_key
    with pytest.raises(NoKeyError):
        fourth.signer(1)


def test_after_an_incident_nothing_goes_on_under_an_old_key() -> None:
    ring = replaced(OLD, LATER)
    assert kids(ring) == ([1, 2], [1, 2])
    assert not ring.token_keys[0].opens_at(LATER)
    assert (ring.opening_key(LATER).kid, ring.opening_signer(LATER).kid) == (2, 2)
    assert ring.head_keys[0].private_key is None
    assert ring.head_keys[0].public_key == OLD.head_keys[0].public_key


def test_an_incident_between_a_rotation_and_its_keys_ends_those_too() -> None:
    pending = rotated(OLD, LATER, HOUR)
    ring = replaced(pending, LATER + 1)
    assert kids(ring) == ([1, 3], [1, 2, 3])
    assert [entry.private_key is None for entry in ring.head_keys] == [True, True, False]
    assert ring.opening_key(LATER + HOUR).kid == 3


def test_no_number_comes_back_while_its_key_is_on_the_ring() -> None:
    ring, now = OLD, NOW
    for _ in range(255):
        now += 2 * HOUR
        ring = rotated(ring, now, HOUR)
    heads = [entry.kid for entry in ring.head_keys]
    assert sorted(heads) == list(range(256))
    with pytest.raises(RotationError, match="256"):
        rotated(ring, now + 2 * HOUR, HOUR)


def test_a_rotated_ring_is_still_a_text() -> None:
    for ring in (rotated(OLD, LATER, HOUR), replaced(rotated(OLD, LATER, HOUR), LATER + 1)):
        assert Ring.parse(ring.dump()).dump() == ring.dump()
