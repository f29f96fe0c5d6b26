"""Two signed things that cannot both be true (audit.md 4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from floorman import events
from floorman.fairness.event_bytes import encode_event
from floorman.fairness.forks import (
    ForkVerdict,
    SignedEnding,
    SignedHead,
    SignedOpening,
    fork_of_endings,
    fork_of_heads,
    fork_of_openings,
)
from floorman.fairness.keys import HeadKey
from floorman.fairness.opening_bytes import encode_opening, open_head_of
from floorman.fairness.signing import head_message, opening_message
from floorman.fairness.transcript import step_head
from tests.fairness.vectors import VECTORS, event_of, opening_of, unhex

ROW = VECTORS["fork_proof"]
HAND_ID, HOUSE_KEY = unhex(ROW["hand_id"]), unhex(ROW["public_key"])
HOUSE = HeadKey(3, unhex(VECTORS["keys"]["head_private"]))


def branch(row: dict[str, Any]) -> SignedHead:
    return SignedHead(HAND_ID, ROW["step"], unhex(row["parent"]), unhex(row["head"]), unhex(row["signature"]))


def sign(hand_id: bytes, step: int, parent: bytes, head: bytes) -> SignedHead:
    return SignedHead(hand_id, step, parent, head, HOUSE.sign(head_message(hand_id, step, parent, head)))


A, B = branch(ROW["a"]), branch(ROW["b"])


def test_the_fork_of_the_vectors_is_proved() -> None:
    forms = [encode_event(event_of(event)) for event in ROW["b"]["events"]]
    assert step_head(B.parent, B.step, forms) == B.head
    verdict = fork_of_heads(A, B, HOUSE_KEY)
    assert verdict is ForkVerdict.SAME_STEP
    assert verdict.proves


def test_two_heads_upon_one_parent_are_a_fork_whatever_their_numbers_say() -> None:
    first, second = sign(HAND_ID, 2, bytes(32), b"\1" * 32), sign(HAND_ID, 3, bytes(32), b"\2" * 32)
    assert fork_of_heads(first, second, HOUSE_KEY) is ForkVerdict.SAME_PARENT


def test_one_head_twice_is_no_fork() -> None:
    verdict = fork_of_heads(A, A, HOUSE_KEY)
    assert verdict is ForkVerdict.NO_FORK
    assert not verdict.proves


def test_two_steps_of_one_branch_are_no_fork() -> None:
    first, second = VECTORS["hand"]["steps"][1:3]
    heads = [
        SignedHead(
            HAND_ID, step["step"], unhex(step["parent"]), unhex(step["head"]), unhex(step["signature"])
        )
        for step in (first, second)
    ]
    assert fork_of_heads(heads[0], heads[1], HOUSE_KEY) is ForkVerdict.NO_FORK


@pytest.mark.parametrize(
    "forged",
    [
        {"signature": bytes(64)},
        {"step": 3},
        {"hand_id": bytes(16)},
        {"head": bytes(32)},
        {"parent": bytes(32)},
    ],
)
def test_a_fork_that_the_house_did_not_sign_proves_nothing(forged: dict[str, Any]) -> None:
    assert fork_of_heads(A, replace(B, **forged), HOUSE_KEY) is ForkVerdict.NOT_SIGNED
    assert fork_of_heads(replace(A, **forged), B, HOUSE_KEY) is ForkVerdict.NOT_SIGNED
    assert fork_of_heads(A, B, HeadKey(0, bytes(32)).public_key) is ForkVerdict.NOT_SIGNED


# --- heads signed at the ends only -------------------------------------------------------------------------


def ending(step: int, stack: int, hand_id: bytes = HAND_ID) -> SignedEnding:
    forms = [encode_event(events.Complete(events.Outcome.PLAYED, 0, ((1, stack),)))]
    parent = bytes((step,)) * 32
    return SignedEnding(sign(hand_id, step, parent, step_head(parent, step, forms)), forms)


def test_two_endings_of_one_hand_are_a_fork() -> None:
    assert fork_of_endings(ending(8, 500), ending(9, 400), HOUSE_KEY) is ForkVerdict.TWO_ENDINGS


def test_one_ending_twice_and_endings_of_two_hands_are_none() -> None:
    assert fork_of_endings(ending(8, 500), ending(8, 500), HOUSE_KEY) is ForkVerdict.NO_FORK
    assert fork_of_endings(ending(8, 500), ending(8, 400, bytes(16)), HOUSE_KEY) is ForkVerdict.NO_FORK


def test_an_ending_is_shown_with_its_events() -> None:
    first, second = ending(8, 500), ending(9, 400)
    other = replace(second, events=first.events)
    assert fork_of_endings(first, other, HOUSE_KEY) is ForkVerdict.NOT_AS_SHOWN


def test_a_step_that_ends_nothing_is_no_ending() -> None:
    forms = [encode_event(events.Check(1))]
    signed = sign(HAND_ID, 4, bytes(32), step_head(bytes(32), 4, forms))
    assert fork_of_endings(ending(8, 500), SignedEnding(signed, forms), HOUSE_KEY) is ForkVerdict.NOT_AS_SHOWN


def test_an_ending_that_is_not_signed_proves_nothing() -> None:
    first, second = ending(8, 500), ending(9, 400)
    forged = replace(second, signed=replace(second.signed, signature=bytes(64)))
    assert fork_of_endings(first, forged, HOUSE_KEY) is ForkVerdict.NOT_SIGNED


# --- openings ----------------------------------------------------------------------------------------------

OPENING = opening_of(VECTORS["hand"]["opening"])


def opened(house: HeadKey = HOUSE, **changed: object) -> SignedOpening:
    form = encode_opening(replace(OPENING, **changed))  # type: ignore[arg-type]
    return SignedOpening(form, house.sign(opening_message(open_head_of(form))))


def test_two_openings_of_one_attempt_are_a_fork() -> None:
    verdict = fork_of_openings(opened(), opened(root=bytes(32)), HOUSE_KEY, HOUSE_KEY)
    assert verdict is ForkVerdict.TWO_OPENINGS
    assert verdict.proves


def test_also_under_two_head_keys() -> None:
    newer = HeadKey(4, bytes(range(32)))
    second = opened(newer, head_kid=4)
    assert fork_of_openings(opened(), second, HOUSE_KEY, newer.public_key) is ForkVerdict.TWO_OPENINGS
    assert fork_of_openings(opened(), second, HOUSE_KEY, HOUSE_KEY) is ForkVerdict.NOT_SIGNED


@pytest.mark.parametrize("changed", [{}, {"attempt": 1}, {"hand_number": 107}, {"table_id": "main-8"}])
def test_openings_of_other_attempts_hands_and_tables_are_none(changed: dict[str, Any]) -> None:
    assert fork_of_openings(opened(), opened(**changed), HOUSE_KEY, HOUSE_KEY) is ForkVerdict.NO_FORK


def test_signed_bytes_that_are_no_opening_prove_nothing() -> None:
    form = b"not an opening"
    signed = SignedOpening(form, HOUSE.sign(opening_message(open_head_of(form))))
    assert fork_of_openings(opened(), signed, HOUSE_KEY, HOUSE_KEY) is ForkVerdict.NOT_AS_SHOWN
