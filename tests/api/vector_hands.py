"""The hands of audit-vectors.json as requests (audit.md 15)."""

from __future__ import annotations

from typing import Any, Final

from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.v1 import opening_pb2, steps_pb2
from tests.fairness.vectors import VECTORS, unhex

__all__ = ["vector_event_bytes", "vector_opening", "vector_openings", "vector_ring", "vector_step"]

_FAR_FUTURE_MS: Final = 1 << 45


def vector_ring() -> Ring:
    """The keys under which the vectors are sealed and signed."""
    keys = VECTORS["keys"]
    private = unhex(keys["head_private"])
    head_key = HeadKey(keys["head_kid"], private)
    return Ring(
        (TokenKey(keys["kid"], unhex(keys["K"]), 0, _FAR_FUTURE_MS, _FAR_FUTURE_MS),),
        (HeadKeyEntry(keys["head_kid"], head_key.public_key, private, 0, _FAR_FUTURE_MS),),
    )


def vector_opening(given: dict[str, Any]) -> opening_pb2.HandOpening:
    """What opens a vector's hand, its switches apart."""
    return opening_pb2.HandOpening(
        table_id=given["table_id"],
        hand_number=given["hand_number"],
        attempt=given["attempt"],
        prev_head=unhex(given["prev_head"]),
        dealing=opening_pb2.DEALING_SERVICE,
        button=given["button"],
        want_leaves=True,
        entropy=unhex(VECTORS["given_entropy"]["entropy"]),
        seats=[
            opening_pb2.OpeningSeat(
                seat=seat["seat"],
                stack=seat["stack"],
                commit=unhex(seat["commit"]),
                secret_hash=unhex(seat["secret_hash"]),
                hpke_key=unhex(seat["hpke_key"]),
                action_key=unhex(seat["action_key"]),
            )
            for seat in given["seats"]
        ],
    )


def vector_step(request: dict[str, Any]) -> steps_pb2.Step:
    """The step of a vector's request."""
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


def vector_event_bytes(listed: dict[str, Any]) -> bytes:
    """The events of a vector's step as an update gives them."""
    events = [unhex(event["bytes"]) for event in listed["events"]]
    counted = b"".join(len(event).to_bytes(2, "big") + event for event in events)
    return len(events).to_bytes(2, "big") + counted


def vector_openings(listed: list[dict[str, Any]]) -> list[tuple[int, int, str, str]]:
    """Card openings as comparable rows."""
    return [(one["deck_index"], one["slot"], one["card"], one["salt"]) for one in listed]
