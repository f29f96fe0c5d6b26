"""Fields of an opening that can be bound into no transcript: table, number, hashes, levels, deliveries."""

from __future__ import annotations

from typing import Final

import pytest

from floorman.v1 import opening_pb2
from tests.security.house import House
from tests.security.table import hole, hosted, opening, start_request
from tests.security.wrong import INVALID, Wrong, check, put


def _dead_and_posted(message: opening_pb2.HandOpening) -> None:
    message.small_blind_seat = 1
    message.small_blind_dead = True


_ALONE: Final = [
    Wrong(
        "an empty table_id",
        "WRONG_LENGTH",
        "table_id",
        {"length": 0, "least": 1, "most": 255},
        lambda message: message.ClearField("table_id"),
    ),
    Wrong(
        "a table_id of 256 bytes",
        "WRONG_LENGTH",
        "table_id",
        {"length": 256, "least": 1, "most": 255},
        put("table_id", "é" * 128),
    ),
    Wrong(
        "a table_id of 900,000 bytes",
        "WRONG_LENGTH",
        "table_id",
        {"length": 900_000, "least": 1, "most": 255},
        put("table_id", "t" * 900_000),
    ),
    Wrong(
        "a hand number beyond int64",
        "NUMBER_OUT_OF_RANGE",
        "hand_number",
        {"value": 2**63 - 1, "least": 0, "most": 2**63 - 1},
        put("hand_number", 2**63),
    ),
    Wrong(
        "attempt 256",
        "NUMBER_OUT_OF_RANGE",
        "attempt",
        {"value": 256, "least": 0, "most": 255},
        put("attempt", 256),
    ),
    Wrong(
        "attempt 2^32-1",
        "NUMBER_OUT_OF_RANGE",
        "attempt",
        {"value": 2**32 - 1, "least": 0, "most": 255},
        put("attempt", 2**32 - 1),
    ),
    Wrong("nobody deals", "UNKNOWN_ENUM", "dealing", {"value": 0}, put("dealing", 0)),
    Wrong(
        "given entropy where it is not allowed",
        "NOT_OFFERED",
        "entropy",
        {},
        put("entropy", bytes(32)),
    ),
    *(
        Wrong(f"{enum} 99", "UNKNOWN_ENUM", enum, {"value": 99}, put(enum, 99))
        for enum in ("dealing", "level", "delivery", "sign_heads", "showdown")
    ),
    *(
        Wrong(f"{enum} -1", "UNKNOWN_ENUM", enum, {"value": -1}, put(enum, -1))
        for enum in ("dealing", "level", "delivery", "sign_heads", "showdown")
    ),
    *(
        Wrong(
            f"{name} of {length} bytes",
            "WRONG_LENGTH",
            name,
            {"length": length, "least": 32, "most": 32},
            put(name, bytes(length)),
        )
        for name in ("prev_head", "entropy")
        for length in (1, 31, 33, 900_000)
    ),
    *(
        Wrong(
            f"level {opening_pb2.AssuranceLevel.Name(level)} in one call",
            "NOT_OFFERED",
            "level",
            {},
            put("level", level),
        )
        for level in (
            opening_pb2.ASSURANCE_LEVEL_SEEDED,
            opening_pb2.ASSURANCE_LEVEL_COMMITTED,
            opening_pb2.ASSURANCE_LEVEL_BEACON,
        )
    ),
    Wrong(
        "both a dead small blind and one that is posted",
        "CONTRADICTION",
        "small_blind_dead",
        {},
        _dead_and_posted,
    ),
    Wrong(
        "cards from the host in a hand that the service deals",
        "CONTRADICTION",
        "known_cards",
        {},
        lambda message: message.known_cards.holes.append(hole(1, "As", "Ks")),
    ),
    Wrong(
        "a burn from the host in a hand that the service deals",
        "CONTRADICTION",
        "known_cards",
        {},
        lambda message: message.known_cards.burns.append("As"),
    ),
]


@pytest.mark.parametrize("wrong", _ALONE, ids=lambda wrong: wrong.what)
def test_an_opening_that_cannot_be_bound(house: House, wrong: Wrong) -> None:
    message = opening()
    wrong.change(message)
    check(house.refused("StartHand", start_request(message)), wrong)


@pytest.mark.parametrize("delivery", [opening_pb2.DELIVERY_SEAT_SECRET, opening_pb2.DELIVERY_SEAT_KEY])
def test_audit_5_a_delivery_without_what_makes_it_true(house: House, delivery: int) -> None:
    for message in (opening(), hosted()):
        put("delivery", delivery)(message)
        refused = house.refused("StartHand", start_request(message))
        assert refused.code is INVALID
        assert refused.reason in {"NOT_OFFERED", "DELIVERY_UNPROTECTED", "CONTRADICTION"}


@pytest.mark.parametrize("length", [1, 31, 33])
@pytest.mark.parametrize("key", ["commit", "secret_hash", "hpke_key", "action_key"])
def test_a_hash_or_key_of_a_seat_that_is_none(house: House, key: str, length: int) -> None:
    message = opening()
    setattr(message.seats[1], key, bytes(length))
    refused = house.refused("StartHand", start_request(message))
    assert refused.code is INVALID
    assert refused.fields == [f"opening.seats[1].{key}"]
    assert refused.reason in {"WRONG_LENGTH", "CONTRADICTION"}


def test_leaves_of_a_deck_that_the_host_holds(house: House) -> None:
    message = hosted()
    message.want_leaves = True
    refused = house.refused("StartHand", start_request(message))
    assert (refused.reason, refused.fields) == ("CONTRADICTION", ["opening.want_leaves"])
