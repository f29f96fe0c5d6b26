"""Sections 20 and 21: the list of switches, what follows from what, presets, and configs that contradict."""

from __future__ import annotations

import json
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from floorman.rules.choices import (
    AllinFaceUp,
    AllinFirst,
    AnteType,
    DealStart,
    ExposedFirstTwo,
    FlCapHeadsup,
    MinRaiseRule,
    PotReport,
    ReopenRule,
    StraddleSeat,
)
from floorman.rules.presets import PRESETS, ConfigError, resolve
from floorman.rules.switches import MAX_CHIPS, SWITCHES, TableConfig
from tests.rules.table import Switches, switch_value, table

SHARED = Path(__file__).parents[3] / "shared"
BLINDS: Switches = {"small_blind": 5, "big_blind": 10}


def _page(name: str) -> Any:
    page = SHARED / name
    if not page.exists():
        pytest.skip(f"the shared page {name} is not here")
    return json.loads(page.read_text())


def _plain(value: object) -> object:
    """A switch's value as the pages write it."""
    match value:
        case Enum():
            return value.value
        case frozenset():
            return sorted(choice.value for choice in value)
        case tuple():
            return dict(value)
        case _:
            return value


def _config(**switches: object) -> TableConfig:
    return resolve("CASH", {**BLINDS, **{name: switch_value(name, one) for name, one in switches.items()}})


def _problems(preset: str, switches: Switches) -> list[tuple[str, str]]:
    with pytest.raises(ConfigError) as wrong:
        resolve(preset, {name: switch_value(name, value) for name, value in switches.items()})
    return [(problem.switch, problem.rule) for problem in wrong.value.problems]


# ---- section 20 ----


def test_section_20_the_switches_are_those_of_the_page() -> None:
    page = _page("switches.json")
    assert [row["name"] for row in page] == list(SWITCHES)
    for row in page:
        switch = SWITCHES[row["name"]]
        assert (switch.rule, switch.scope.value) == (row["rule"], row["scope"]), row["name"]
        if "values" in row:
            assert switch.choices is not None
            assert [choice.value for choice in switch.choices] == row["values"], row["name"]
        if row["type"] == "int":
            assert (switch.least, switch.most) == (row["min"], row["max"]), row["name"]


def test_section_20_the_defaults_are_those_of_the_page() -> None:
    config = _config()
    for row in _page("switches.json"):
        if row["default"] is not None:
            assert _plain(getattr(config, row["name"])) == row["default"], row["name"]


def test_section_20_both_blinds_are_required() -> None:
    assert _problems("CASH", {}) == [("small_blind", "R-3.2"), ("big_blind", "R-3.2")]
    assert _problems("CASH", {"big_blind": 2}) == [("small_blind", "R-3.2")]


def test_section_20_what_is_not_given_follows() -> None:
    config = _config()
    assert (config.bet_step, config.ante_amount, config.fl_small_bet, config.fl_big_bet) == (1, 0, 10, 20)
    assert config.reopen_rule is ReopenRule.CUMULATIVE_FULL
    assert _config(unit=5).bet_step == 5
    assert _config(ante_type="EACH").ante_amount == 0
    assert _config(ante_type="BIG_BLIND").ante_amount == 10
    assert _config(ante_type="BUTTON").ante_amount == 10
    assert _config(ante_type="BUTTON", ante_amount=3).ante_amount == 3
    assert _config(betting="FIXED_LIMIT").reopen_rule is ReopenRule.HALF
    assert _config(betting="POT_LIMIT").reopen_rule is ReopenRule.CUMULATIVE_FULL
    assert _config(betting="FIXED_LIMIT", reopen_rule="SINGLE_FULL").reopen_rule is ReopenRule.SINGLE_FULL
    assert _config(fl_small_bet=15).fl_big_bet == 30
    assert _config(fl_small_bet=15, fl_big_bet=20).fl_big_bet == 20


def test_section_20_caps_are_kept_in_rising_order() -> None:
    assert _config(rake_caps={5: 6, 3: 4}).rake_caps == ((3, 4), (5, 6))


@pytest.mark.parametrize(
    ("switches", "problems"),
    [
        ({"small_blind": 11}, [("small_blind", "R-3.2")]),
        ({"unit": 10}, [("small_blind", "R-3.2")]),
        ({"unit": 3}, [("small_blind", "R-3.2"), ("big_blind", "R-3.2")]),
        ({"ante_type": "BIG_BLIND", "blind_structure": "NONE"}, [("ante_type", "R-4.1")]),
        ({"ante_type": "BIG_BLIND", "blind_structure": "BUTTON_BLIND"}, [("ante_type", "R-4.1")]),
        ({"boards": 2}, [("boards", "R-15")]),
        ({"boards": 2, "bomb_pot": 5, "run_it_max": 2}, [("boards", "R-15")]),
        ({"min_buyin_bb": 50, "max_buyin_bb": 40}, [("max_buyin_bb", "R-19.1")]),
        ({"min_buyin_bb": 2, "max_buyin_bb": 1}, [("max_buyin_bb", "R-19.1")]),
    ],
)
def test_section_20_values_that_contradict_each_other(
    switches: Switches, problems: list[tuple[str, str]]
) -> None:
    assert _problems("CASH", {**BLINDS, **switches}) == problems


@pytest.mark.parametrize(
    "switches",
    [
        {"ante_type": "BIG_BLIND", "blind_structure": "SINGLE_BLIND"},
        {"ante_type": "BUTTON", "blind_structure": "NONE"},
        {"boards": 2, "bomb_pot": 5},
        {"bomb_pot": 5, "run_it_max": 2},
        {"min_buyin_bb": 50, "max_buyin_bb": 0},
        {"min_buyin_bb": 50, "max_buyin_bb": 50},
        {"small_blind": 10},
    ],
)
def test_section_20_values_that_go_together(switches: Switches) -> None:
    _config(**switches)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("max_seats", 1),
        ("max_seats", 11),
        ("unit", 0),
        ("big_blind", 0),
        ("small_blind", -1),
        ("big_blind", MAX_CHIPS + 1),
        ("straddle_multiple", 1),
        ("straddle_multiple", 101),
        ("straddle_max", 9),
        ("straddle_min_players", 2),
        ("fl_max_raises", 0),
        ("run_it_max", 5),
        ("rake_bps", 10_001),
        ("boards", 3),
        ("rake_caps", {1: 5}),
        ("rake_caps", {11: 5}),
        ("rake_caps", {3: -1}),
    ],
)
def test_section_20_numbers_outside_their_range(name: str, value: object) -> None:
    assert _problems("CASH", {**BLINDS, name: value}) == [(name, SWITCHES[name].rule)]


def test_section_20_two_caps_for_one_number_of_players() -> None:
    assert _problems("CASH", {**BLINDS, "rake_caps": ((3, 4), (3, 5))}) == [("rake_caps", "R-13.6")]


def test_section_20_every_problem_is_told_at_once() -> None:
    problems = _problems("CASH", {**BLINDS, "unit": 0, "boards": 3, "run_it_max": 5})
    assert problems == [("unit", "R-13.5"), ("boards", "R-15"), ("run_it_max", "R-14.1")]


def test_section_20_a_switch_that_nobody_knows() -> None:
    with pytest.raises(ConfigError) as wrong:
        resolve("CASH", {**BLINDS, "wild_cards": True})
    assert [problem.switch for problem in wrong.value.problems] == ["wild_cards"]


# ---- section 21 ----


def test_section_21_the_presets_are_those_of_the_page() -> None:
    page = _page("presets.json")
    plain = {
        preset: {name: _plain(value) for name, value in bundle.items()} for preset, bundle in PRESETS.items()
    }
    assert plain == page


def test_section_21_cash_is_the_defaults_and_the_preset_of_whoever_names_none() -> None:
    assert resolve("", BLINDS) == resolve("CASH", BLINDS) == _config()


def test_section_21_an_override_goes_over_its_preset() -> None:
    config = resolve("TOURNAMENT_TDA", {**BLINDS, "fl_max_raises": 3, "straddle_seats": frozenset()})
    assert (config.fl_max_raises, config.ante_type) == (3, AnteType.BIG_BLIND)
    none = resolve("WSOP_CASH", {**BLINDS, "straddle_seats": frozenset()})
    assert none.straddle_seats == frozenset()


def test_section_21_an_unknown_preset() -> None:
    assert [switch for switch, _rule in _problems("TOURNAMENT", BLINDS)] == ["preset"]


def test_section_21_tournament_tda() -> None:
    config = resolve("TOURNAMENT_TDA", {"small_blind": 50, "big_blind": 100})
    assert (config.ante_type, config.ante_amount) == (AnteType.BIG_BLIND, 100)
    assert config.allin_face_up is AllinFaceUp.ALWAYS
    assert config.exposed_first_two is ExposedFirstTwo.MISDEAL
    assert config.fl_cap_headsup is FlCapHeadsup.ONLY_LAST_TWO_IN_EVENT
    assert (config.river_caller_right, config.fl_max_raises) == (True, 4)
    table("UTG  BTN  SB  BB", blinds=(50, 100), preset="TOURNAMENT_TDA").expect(pot=250)


def test_section_21_wsop_cash() -> None:
    config = resolve("WSOP_CASH", BLINDS)
    assert config.straddle_seats == {StraddleSeat.UTG, StraddleSeat.BUTTON}
    assert config.fl_cap_headsup is FlCapHeadsup.UNCAPPED_IF_ROUND_STARTS_HEADSUP
    table("UTG  CO  BTN  SB  BB", preset="WSOP_CASH", straddles=[("BTN", 4)]).expect(to_act="SB", call=3)


def test_section_21_doubling_and_single_reopen() -> None:
    assert resolve("DOUBLING", BLINDS).min_raise_rule is MinRaiseRule.DOUBLE_LAST_TOTAL
    assert resolve("DOUBLING", BLINDS).allin_face_up is AllinFaceUp.BEFORE_RIVER
    assert resolve("SINGLE_REOPEN", BLINDS).reopen_rule is ReopenRule.SINGLE_FULL
    assert resolve("SINGLE_REOPEN", {**BLINDS}).min_raise_rule is MinRaiseRule.LAST_FULL_INCREMENT


def test_section_21_jj() -> None:
    config = resolve("JJ", BLINDS)
    assert (config.deal_start, config.burn_cards) == (DealStart.BIG_BLIND, False)
    hand = table("BTN  SB  BB", preset="JJ")
    assert hand.hole_indices("BB") == (0, 3)
    hand.raises("BTN", 6).expect(to_act="SB", least=12)


def test_section_21_private_game() -> None:
    config = resolve("PRIVATE_GAME", {"small_blind": 10, "big_blind": 20})
    assert (config.unit, config.bet_step) == (10, 10)
    assert config.allin_first is AllinFirst.FIRST_ALLIN
    assert config.pot_report is PotReport.LAYERS
    assert config.reopen_rule is ReopenRule.CUMULATIVE_FULL
