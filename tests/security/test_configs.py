"""Configs that cannot be played: every switch beyond its range, and all that is wrong said at once."""

from __future__ import annotations

from typing import Final

import pytest
from google.protobuf.descriptor import FieldDescriptor

from floorman.v1 import config_pb2
from tests.security.house import House
from tests.security.table import adjudication, hosted, opening, start_request
from tests.security.wrong import HUGE, INVALID, UTG, Wrong, check, straddling

_CONFIGS: Final = [
    Wrong(
        "no config",
        "FIELD_MISSING",
        "config",
        {},
        lambda message: message.ClearField("config"),
    ),
    Wrong(
        "no button",
        "FIELD_MISSING",
        "button",
        {},
        lambda message: message.ClearField("button"),
    ),
    Wrong("an unknown preset", "CONFIG_INVALID", "config.preset", {}, switches={"preset": "HOME"}),
    Wrong("a preset of another case", "CONFIG_INVALID", "config.preset", {}, switches={"preset": "cash"}),
    Wrong(
        "a preset of 900,000 letters",
        "CONFIG_INVALID",
        "config.preset",
        {},
        switches={"preset": "A" * 900_000},
    ),
    Wrong(
        "a preset of emoji", "CONFIG_INVALID", "config.preset", {}, switches={"preset": "\U0001f0a1" * 2000}
    ),
    Wrong(
        "no small blind",
        "CONFIG_INVALID",
        "config.small_blind",
        {},
        lambda message: message.config.ClearField("small_blind"),
    ),
    Wrong(
        "no big blind",
        "CONFIG_INVALID",
        "config.big_blind",
        {},
        lambda message: message.config.ClearField("big_blind"),
    ),
    Wrong(
        "a straddle seat twice",
        "CONTRADICTION",
        "config.straddle_seats",
        {},
        switches=straddling(UTG, UTG),
    ),
    *(
        Wrong(
            f"rake caps {caps}",
            "CONFIG_INVALID",
            "config.rake_caps",
            {},
            switches={
                "rake_caps": config_pb2.RakeCaps(
                    caps=[config_pb2.RakeCap(players=players, cap=cap) for players, cap in caps]
                )
            },
        )
        for caps in (
            [(1, 5)],
            [(11, 5)],
            [(2**32 - 1, 5)],
            [(2, 5), (2, 6)],
            [(2, -1)],
            [(2, 2**53)],
            [(2, 2**63 - 1)],
        )
    ),
    Wrong(
        "100,000 rake caps",
        "CONFIG_INVALID",
        "config.rake_caps",
        {},
        switches={"rake_caps": config_pb2.RakeCaps(caps=[config_pb2.RakeCap(players=99, cap=-1)] * 50_000)},
    ),
]


@pytest.mark.parametrize("wrong", _CONFIGS, ids=lambda wrong: wrong.what)
def test_a_config_that_cannot_be_played(house: House, wrong: Wrong) -> None:
    message = opening(*wrong.stacks, **wrong.switches)
    wrong.change(message)
    check(house.refused("StartHand", start_request(message)), wrong)


@pytest.mark.parametrize("wrong", _CONFIGS, ids=lambda wrong: wrong.what)
def test_a_record_whose_config_cannot_be_played(house: House, wrong: Wrong) -> None:
    message = hosted(*wrong.stacks, **wrong.switches)
    wrong.change(message)
    check(house.refused("AdjudicateHand", adjudication(message)), wrong)


_SWITCHES: Final = [
    one for one in config_pb2.TableConfig.DESCRIPTOR.fields if one.name not in {"preset", "rake_caps"}
]
_ENUMS: Final = [one for one in _SWITCHES if one.enum_type]
_NUMBERS: Final = [
    one for one in _SWITCHES if one.type in {FieldDescriptor.TYPE_INT64, FieldDescriptor.TYPE_UINT32}
]


@pytest.mark.parametrize("value", [99, -1, 2**31 - 1])
@pytest.mark.parametrize("switch", [one.name for one in _ENUMS])
def test_an_unknown_value_of_a_switch(house: House, switch: str, value: int) -> None:
    message = opening()
    setattr(message.config, switch, value)
    refused = house.refused("StartHand", start_request(message))
    assert (refused.reason, refused.code) == ("UNKNOWN_ENUM", INVALID)
    assert (refused.fields, refused.numbers) == ([f"opening.config.{switch}"], {"value": value})


@pytest.mark.parametrize("value", [0, 99, -1])
def test_an_unknown_straddle_seat(house: House, value: int) -> None:
    message = opening(**straddling(UTG, config_pb2.StraddleSeat.ValueType(value)))
    refused = house.refused("StartHand", start_request(message))
    assert (refused.reason, refused.fields) == ("UNKNOWN_ENUM", ["opening.config.straddle_seats"])
    assert refused.numbers == {"value": value}


def _beyond(switch: FieldDescriptor) -> tuple[int, ...]:
    return HUGE if switch.type == FieldDescriptor.TYPE_INT64 else (2**32 - 1,)


@pytest.mark.parametrize(
    ("switch", "value"), [(switch.name, value) for switch in _NUMBERS for value in _beyond(switch)]
)
def test_a_number_far_outside_of_a_switchs_range(house: House, switch: str, value: int) -> None:
    message = opening()
    setattr(message.config, switch, value)
    refused = house.refused("StartHand", start_request(message))
    assert (refused.reason, refused.code) == ("CONFIG_INVALID", INVALID)
    assert refused.fields == [f"opening.config.{switch}"]
    assert str(value) in refused.refusal.message


def test_all_that_is_wrong_with_a_config_is_said_at_once(house: House) -> None:
    message = opening()
    for switch in _NUMBERS:
        setattr(message.config, switch.name, _beyond(switch)[-1])
    refused = house.refused("StartHand", start_request(message))
    assert refused.fields == [f"opening.config.{switch.name}" for switch in _NUMBERS]
    described = [violation.description for violation in refused.refusal.field_violations]
    assert described[0] == "4294967295 lies outside 2 to 10 seats"


def test_every_contradiction_of_a_config_is_said_at_once(house: House) -> None:
    message = opening(
        small_blind=75,
        big_blind=30,
        unit=50,
        ante_type=config_pb2.ANTE_TYPE_BIG_BLIND,
        blind_structure=config_pb2.BLIND_STRUCTURE_NONE,
        boards=2,
        run_it_max=2,
        min_buyin_bb=20,
        max_buyin_bb=10,
    )
    refused = house.refused("StartHand", start_request(message))
    assert refused.reason == "CONFIG_INVALID"
    assert refused.fields == [
        f"opening.config.{switch}"
        for switch in (
            "small_blind",
            "small_blind",
            "big_blind",
            "ante_type",
            "boards",
            "boards",
            "max_buyin_bb",
        )
    ]
