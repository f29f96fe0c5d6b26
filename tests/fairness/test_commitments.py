"""Seeds, secrets and consents: what an opening accepts (audit.md 3.2, 3.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from floorman.fairness.commitments import (
    RevealedSeed,
    SeedFault,
    SeedRefusal,
    opens_secret,
    secret_hash,
    seed_commit,
    seed_refusal,
)
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.opening import Level
from floorman.fairness.opening_bytes import encode_opening, open_head_of
from floorman.fairness.signing import consent_message
from tests.fairness.vectors import VECTORS, opening_of, unhex

HAND = VECTORS["hand"]
OPENING = opening_of(HAND["opening"])
OPEN_HEAD = unhex(HAND["open_head"])
REVEALED = {row["seat"]: RevealedSeed(unhex(row["seed"]), unhex(row["ok"])) for row in HAND["seeds"]}
ACTION_KEYS = {int(seat): HeadKey(0, unhex(key)) for seat, key in VECTORS["keys"]["action_private"].items()}


@pytest.mark.parametrize("row", VECTORS["commits"])
def test_a_commit_binds_table_hand_attempt_and_seat(row: dict[str, Any]) -> None:
    seed = unhex(row["seed"])
    bound = (row["table_id"], row["hand_number"], row["attempt"], row["seat"])
    commit = seed_commit(*bound, seed)
    assert commit.hex() == row["commit"]
    assert commit != seed_commit("main-8", *bound[1:], seed)
    assert commit != seed_commit(bound[0], bound[1] + 1, *bound[2:], seed)
    assert commit != seed_commit(*bound[:2], bound[2] + 1, bound[3], seed)
    assert commit != seed_commit(*bound[:3], bound[3] + 1, seed)
    assert commit != seed_commit(*bound, seed + b"\0")


@pytest.mark.parametrize("row", HAND["seeds"])
def test_a_seat_consents_to_one_opening_with_one_seed(row: dict[str, Any]) -> None:
    message = consent_message(OPEN_HEAD, row["seat"], unhex(row["seed"]))
    key = ACTION_KEYS[row["seat"]]
    assert key.sign(message).hex() == row["ok"]
    assert verifies(key.public_key, unhex(row["ok"]), message)


def test_a_secret_is_known_by_its_hash() -> None:
    secret = bytes(range(16))
    hashed = secret_hash(secret)
    # SHA-256 of "floorman/1/secret", a zero byte and the secret, by another program
    assert hashed.hex() == "1ad9734b9f7f1097d61953658bd32b99139eff99f5532868a97015e44b569d3e"
    assert opens_secret(secret, hashed)
    assert not opens_secret(secret[:-1] + b"\0", hashed)
    assert not opens_secret(secret, b"")


def test_the_seeds_of_the_vectors_are_accepted() -> None:
    assert seed_refusal(OPENING, OPEN_HEAD, REVEALED) is None


def test_the_first_seat_at_fault_is_named() -> None:
    wrong = RevealedSeed(bytes(32), b"")
    both = {**REVEALED, 5: wrong, 2: wrong}
    assert seed_refusal(OPENING, OPEN_HEAD, both) == SeedRefusal(2, SeedFault.DOES_NOT_OPEN)


def test_a_committed_seat_that_reveals_nothing_is_missing() -> None:
    """A seed is never left out of an opening: k seats together would have 2^k decks to choose from."""
    without = {seat: reveal for seat, reveal in REVEALED.items() if seat != 5}
    assert seed_refusal(OPENING, OPEN_HEAD, without) == SeedRefusal(5, SeedFault.MISSING)


def test_a_seed_for_another_seat_does_not_open() -> None:
    swapped = {**REVEALED, 1: REVEALED[2], 2: REVEALED[1]}
    assert seed_refusal(OPENING, OPEN_HEAD, swapped) == SeedRefusal(1, SeedFault.DOES_NOT_OPEN)


def test_a_commit_of_another_attempt_does_not_open() -> None:
    again = replace(OPENING, attempt=1)
    head = open_head_of(encode_opening(again))
    assert seed_refusal(again, head, REVEALED) == SeedRefusal(1, SeedFault.DOES_NOT_OPEN)


def test_an_unknown_seat_has_no_seed() -> None:
    more = {**REVEALED, 7: REVEALED[1]}
    assert seed_refusal(OPENING, OPEN_HEAD, more) == SeedRefusal(7, SeedFault.UNKNOWN_SEAT)


@pytest.mark.parametrize("size", [0, 15, 65])
def test_a_seed_has_16_to_64_bytes(size: int) -> None:
    wrong = {**REVEALED, 1: RevealedSeed(bytes(size))}
    assert seed_refusal(OPENING, OPEN_HEAD, wrong) == SeedRefusal(1, SeedFault.LENGTH)


@pytest.mark.parametrize("consent", [b"", bytes(64), REVEALED[2].consent])
def test_a_seat_with_an_action_key_consents(consent: bytes) -> None:
    wrong = {**REVEALED, 1: RevealedSeed(REVEALED[1].seed, consent)}
    assert seed_refusal(OPENING, OPEN_HEAD, wrong) == SeedRefusal(1, SeedFault.WITHOUT_CONSENT)


def test_a_consent_to_another_opening_is_none() -> None:
    other = replace(OPENING, button=2)
    head = open_head_of(encode_opening(other))
    assert seed_refusal(other, head, REVEALED) == SeedRefusal(1, SeedFault.WITHOUT_CONSENT)


def test_at_committed_a_seat_without_commit_gives_no_seed() -> None:
    opening = replace(OPENING, seats=(replace(OPENING.seats[0], commit=b""), *OPENING.seats[1:]))
    assert seed_refusal(opening, OPEN_HEAD, REVEALED) == SeedRefusal(1, SeedFault.WITHOUT_COMMIT)
    without = {seat: reveal for seat, reveal in REVEALED.items() if seat != 1}
    assert seed_refusal(opening, OPEN_HEAD, without) is None


@pytest.mark.parametrize(
    ("level", "fault"), [(Level.COMMIT, SeedFault.NOT_AT_THIS_LEVEL), (Level.SEEDED, None)]
)
def test_seeds_without_commits(level: Level, fault: SeedFault | None) -> None:
    """COMMIT takes no seed at all; SEEDED takes them as they come (audit.md 3.5)."""
    bare = tuple(replace(seat, commit=b"", action_key=b"") for seat in OPENING.seats)
    opening = replace(OPENING, level=level, seats=bare)
    refusal = seed_refusal(opening, OPEN_HEAD, {2: RevealedSeed(bytes(16))})
    assert refusal == (fault and SeedRefusal(2, fault))
    assert seed_refusal(opening, OPEN_HEAD, {}) is None
