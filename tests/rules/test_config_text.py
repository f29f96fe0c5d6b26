"""audit.md 3.3: the switches of a hand as text, a line each, and back."""

from __future__ import annotations

import pytest

from floorman.rules.config_text import ConfigTextError, config_text, parse_config_text
from floorman.rules.presets import PRESETS, resolve
from floorman.rules.switches import SWITCHES, Scope, TableConfig
from tests.rules.table import switch_value

BLINDS = {"small_blind": 5, "big_blind": 10}


def _config(**switches: object) -> TableConfig:
    return resolve("CASH", {**BLINDS, **{name: switch_value(name, one) for name, one in switches.items()}})


def _line(name: str, **switches: object) -> str:
    return next(line for line in config_text(_config(**switches)).splitlines() if line.startswith(f"{name}="))


def test_one_line_for_every_switch_of_a_hand_in_byte_order() -> None:
    text = config_text(_config())
    names = [line.partition("=")[0] for line in text.splitlines()]
    assert names == sorted(name for name, switch in SWITCHES.items() if switch.scope is Scope.HAND)
    assert text.endswith("\n")
    assert "\n\n" not in text


@pytest.mark.parametrize(
    ("line", "switches"),
    [
        ("ante_amount=10", {"ante_type": "BUTTON"}),
        ("ante_type=BIG_BLIND", {"ante_type": "BIG_BLIND"}),
        ("auto_muck=false", {"auto_muck": False}),
        ("burn_cards=true", {}),
        ("bet_step=5", {"unit": 5}),
        ("reopen_rule=HALF", {"betting": "FIXED_LIMIT"}),
        ("fl_big_bet=20", {}),
        ("straddle_seats=", {}),
        ("straddle_seats=BUTTON,UTG", {"straddle_seats": {"UTG", "BUTTON"}}),
        ("rake_caps=", {}),
        ("rake_caps=2:3,10:9", {"rake_caps": {10: 9, 2: 3}}),
    ],
)
def test_how_a_value_is_written(line: str, switches: dict[str, object]) -> None:
    assert _line(line.partition("=")[0], **switches) == line


@pytest.mark.parametrize("preset", PRESETS)
def test_a_text_is_read_back_to_the_same_text(preset: str) -> None:
    text = config_text(resolve(preset, {"small_blind": 10, "big_blind": 20}))
    assert config_text(parse_config_text(text)) == text


def test_what_belongs_to_the_table_is_not_in_the_text() -> None:
    assert config_text(_config(max_seats=6, rebuys_max=3)) == config_text(_config())
    assert parse_config_text(config_text(_config(max_seats=6))).max_seats == 10


TEXT = config_text(_config(rake_caps={2: 3}, straddle_seats={"UTG", "BUTTON"}))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ante_amount=0\n", ""),
        ("ante_amount=0\n", "ante_amount=0\nante_amount=0\n"),
        ("ante_amount=0\nante_order=BLIND_FIRST\n", "ante_order=BLIND_FIRST\nante_amount=0\n"),
        ("ante_amount=0", "ante_amount:0"),
        ("ante_amount=0", "ante_amount"),
        ("ante_amount=0", "ante_amount=00"),
        ("ante_amount=0", "ante_amount= 0"),
        ("ante_amount=0", "ante_amount=-1"),
        ("ante_amount=0", "ante_amount=x"),
        ("run_it_max=1", "run_it_max=5"),
        ("auto_muck=true", "auto_muck=True"),
        ("ante_type=NONE", "ante_type=none"),
        ("straddle_seats=BUTTON,UTG", "straddle_seats=UTG,BUTTON"),
        ("straddle_seats=BUTTON,UTG", "straddle_seats=BUTTON,UTG,"),
        ("straddle_seats=BUTTON,UTG", "straddle_seats=BUTTON,DEALER"),
        ("rake_caps=2:3", "rake_caps=2:3:4"),
        ("rake_caps=2:3", "rake_caps=1:3"),
        ("rake_caps=2:3", "rake_caps=2"),
    ],
)
def test_a_text_that_is_no_config(old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(ConfigTextError):
        parse_config_text(TEXT.replace(old, new))


@pytest.mark.parametrize("text", ["", TEXT.rstrip("\n"), TEXT + "\n", TEXT + "wild=true\n"])
def test_a_text_with_another_number_of_lines(text: str) -> None:
    with pytest.raises(ConfigTextError):
        parse_config_text(text)
