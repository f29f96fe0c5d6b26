"""audit.md 15: the service plays the second hand of the vectors, one call and ENDS, to the same bytes."""

from __future__ import annotations

from typing import Final

import pytest

from floorman.api import Floor
from floorman.api.dealing import start_hand
from floorman.api.hand_update import hand_update
from floorman.api.opening_wire import start_from_wire
from floorman.api.step_wire import step_from_wire
from floorman.api.stepping import act
from floorman.v1 import hand_pb2, opening_pb2
from tests.api.vector_hands import (
    vector_event_bytes,
    vector_opening,
    vector_openings,
    vector_ring,
    vector_step,
)
from tests.fairness.vectors import VECTORS

_HAND: Final = VECTORS["run_twice"]


def _opening() -> opening_pb2.HandOpening:
    opening = vector_opening(_HAND["opening"])
    opening.config.small_blind = 10
    opening.config.big_blind = 20
    opening.config.run_it_max = 2
    opening.config.unit = 10
    return opening


def _played() -> list[hand_pb2.HandUpdate]:
    floor = Floor(vector_ring(), allow_given_entropy=True)
    updates = [hand_update(start_hand(floor, start_from_wire(_opening())), None, b"")]
    for listed in _HAND["steps"][1:]:
        last = updates[-1]
        asked = vector_step(listed["request"])
        ruling = act(floor, last.state, last.hand_id, last.step, step_from_wire(asked, "step"), b"")
        updates.append(hand_update(ruling, asked, b""))
    return updates


@pytest.fixture(scope="module")
def updates() -> list[hand_pb2.HandUpdate]:
    return _played()


def test_audit_3_2_the_opening_is_the_vectors(updates: list[hand_pb2.HandUpdate]) -> None:
    start = updates[0].start
    assert start.opening.cfg_text == _HAND["cfg_text"]
    assert start.opening.open_bytes.hex() == _HAND["open_bytes"]
    assert start.opening.open_head.hex() == _HAND["open_head"]
    assert start.opening.signature.hex() == _HAND["sig_open"]
    assert start.opening.leaves.hex() == "".join(_HAND["leaves"])
    assert start.opening.assurance == _HAND["assurance"]
    assert start.permutation_seed.hex() == _HAND["P"]


@pytest.mark.parametrize("number", range(len(_HAND["steps"])))
def test_audit_4_1_every_step_has_the_vectors_events_head_and_signature(
    updates: list[hand_pb2.HandUpdate], number: int
) -> None:
    listed = _HAND["steps"][number]
    update = updates[number]
    assert update.event_bytes == vector_event_bytes(listed)
    assert update.step == number
    assert update.step_bytes.hex() == listed.get("request_bytes", "")
    assert update.parent_head.hex() == listed["parent"]
    assert update.head.hex() == listed["head"]
    assert update.signature.hex() == listed.get("signature", "")
    rows = [(one.deck_index, one.slot, one.card, one.salt.hex()) for one in update.openings]
    assert rows == vector_openings(listed["openings"])


def test_audit_15_the_hand_ends_as_the_vectors_say(updates: list[hand_pb2.HandUpdate]) -> None:
    result = _HAND["result"]
    settlement = updates[-1].settlement
    assert {str(seat.seat): seat.stack for seat in settlement.seats} == result["stacks"]
    assert settlement.rake == result["rake"]
    assert [(pot.amount, list(pot.eligible_seats)) for pot in settlement.pots] == [
        (pot["amount"], pot["eligible"]) for pot in result["pots"]
    ]


def test_audit_6_equal_requests_give_equal_bytes_from_every_replica(
    updates: list[hand_pb2.HandUpdate],
) -> None:
    again = _played()
    assert [update.SerializeToString(deterministic=True) for update in again] == [
        update.SerializeToString(deterministic=True) for update in updates
    ]
