"""audit.md 15: the service plays the second hand of the vectors, one call and ENDS, to the same bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorman.api import Floor
from floorman.api.dealing import start_hand
from floorman.api.hand_update import hand_update
from floorman.api.opening_wire import start_from_wire
from floorman.api.step_wire import step_from_wire
from floorman.api.stepping import act
from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.v1 import hand_pb2, opening_pb2, steps_pb2

_VECTORS = json.loads((Path(__file__).parents[1] / "fairness" / "audit-vectors.json").read_text())
_HAND = _VECTORS["run_twice"]
_FAR_FUTURE_MS = 1 << 45


def _ring() -> Ring:
    keys = _VECTORS["keys"]
    private = bytes.fromhex(keys["head_private"])
    head_key = HeadKey(keys["head_kid"], private)
    return Ring(
        (TokenKey(keys["kid"], bytes.fromhex(keys["K"]), 0, _FAR_FUTURE_MS, _FAR_FUTURE_MS),),
        (HeadKeyEntry(keys["head_kid"], head_key.public_key, private, 0, _FAR_FUTURE_MS),),
    )


def _opening() -> opening_pb2.HandOpening:
    given = _HAND["opening"]
    opening = opening_pb2.HandOpening(
        table_id=given["table_id"],
        hand_number=given["hand_number"],
        attempt=given["attempt"],
        prev_head=bytes.fromhex(given["prev_head"]),
        dealing=opening_pb2.DEALING_SERVICE,
        button=given["button"],
        want_leaves=True,
        entropy=bytes.fromhex(_VECTORS["given_entropy"]["entropy"]),
        seats=[opening_pb2.OpeningSeat(seat=seat["seat"], stack=seat["stack"]) for seat in given["seats"]],
    )
    opening.config.small_blind = 10
    opening.config.big_blind = 20
    opening.config.run_it_max = 2
    opening.config.unit = 10
    return opening


def _step(request: dict[str, Any]) -> steps_pb2.Step:
    step = steps_pb2.Step(seat=request["seat"])
    match request["verb"]:
        case "raise":
            step.raise_to = request["to"]
        case "bet":
            step.bet_to = request["to"]
        case "run":
            step.run.count = request["count"]
        case verb:
            getattr(step, verb).SetInParent()
    return step


def _played() -> list[hand_pb2.HandUpdate]:
    floor = Floor(_ring(), allow_given_entropy=True)
    updates = [hand_update(start_hand(floor, start_from_wire(_opening())), None, b"")]
    for listed in _HAND["steps"][1:]:
        last = updates[-1]
        asked = _step(listed["request"])
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
    events = [bytes.fromhex(event["bytes"]) for event in listed["events"]]
    assert update.event_bytes == len(events).to_bytes(2, "big") + b"".join(
        len(event).to_bytes(2, "big") + event for event in events
    )
    assert update.step == number
    assert update.step_bytes.hex() == listed.get("request_bytes", "")
    assert update.parent_head.hex() == listed["parent"]
    assert update.head.hex() == listed["head"]
    assert update.signature.hex() == listed.get("signature", "")
    assert [
        {"deck_index": one.deck_index, "slot": one.slot, "card": one.card, "salt": one.salt.hex()}
        for one in update.openings
    ] == [{key: one[key] for key in ("deck_index", "slot", "card", "salt")} for one in listed["openings"]]


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
