"""Steps and switches in the words of the contract: nothing is lost on the way to the service."""

from __future__ import annotations

from typing import Final

import pytest

from floorman import steps
from floorman.api.step_wire import step_from_wire, step_to_wire
from floorman.cli.table_switches import Switch, SwitchError, table_config
from floorman.v1 import config_pb2

EVERY_STEP: Final = (
    steps.Fold(1),
    steps.Check(2),
    steps.Call(3),
    steps.Bet(4, 10),
    steps.Raise(5, 25),
    steps.AllIn(6),
    steps.Run(7, 2),
    steps.Show(8),
    steps.Show(8, (51, 50)),
    steps.Muck(9),
    steps.ShowOne(10, 1),
    steps.See(1, 2),
    steps.Timeout(3),
    steps.Resolve(),
    steps.DealHole(4, (0, 1)),
    steps.DealBoard(1, (2, 3, 4)),
    steps.DealBurn(5),
    steps.Expose(6, 1),
    steps.Misdeal(steps.Cause.DEALING_ERROR),
    steps.Void(steps.Cause.INTEGRITY),
    steps.Kill(7),
    steps.Rabbit(),
)


@pytest.mark.parametrize("step", EVERY_STEP, ids=lambda step: type(step).__name__)
def test_the_service_reads_the_step_that_was_meant(step: steps.Step) -> None:
    assert step_from_wire(step_to_wire(step), "step") == step


def test_no_step_is_forgotten() -> None:
    assert {type(step) for step in EVERY_STEP} == set(steps.Step.__args__)


def test_switches_of_every_form() -> None:
    config = table_config(
        "TOURNAMENT_TDA",
        {
            "small_blind": 1,
            "betting": "POT_LIMIT",
            "burn_cards": False,
            "straddle_seats": ["UTG", "BUTTON"],
            "rake_caps": {"2": 3, "6": 5},
        },
    )
    assert config == config_pb2.TableConfig(
        preset="TOURNAMENT_TDA",
        small_blind=1,
        betting=config_pb2.BETTING_POT_LIMIT,
        burn_cards=False,
        straddle_seats=config_pb2.StraddleSeats(
            seats=[config_pb2.STRADDLE_SEAT_UTG, config_pb2.STRADDLE_SEAT_BUTTON]
        ),
        rake_caps=config_pb2.RakeCaps(
            caps=[config_pb2.RakeCap(players=2, cap=3), config_pb2.RakeCap(players=6, cap=5)]
        ),
    )


def test_an_empty_set_and_an_empty_table_override_the_preset() -> None:
    config = table_config("WSOP_CASH", {"straddle_seats": [], "rake_caps": {}})
    assert config.HasField("straddle_seats")
    assert config.HasField("rake_caps")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("wild_cards", 1),
        ("preset", "CASH"),
        ("betting", "SPREAD_LIMIT"),
        ("betting", "UNSPECIFIED"),
        ("burn_cards", 1),
        ("big_blind", True),
        ("big_blind", "2"),
        ("straddle_seats", "UTG"),
        ("rake_caps", {"six": 5}),
        ("fl_max_raises", -1),
    ],
)
def test_what_the_contract_cannot_say_is_named(name: str, value: Switch) -> None:
    with pytest.raises(SwitchError) as raised:
        table_config("", {name: value})
    assert raised.value.name == name
