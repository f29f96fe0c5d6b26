"""Sections 20 and 21: what a config comes to, in switches and in words."""

from __future__ import annotations

import json
import random
from dataclasses import fields
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from click.testing import CliRunner

from floorman.cli.config import config as config_command
from floorman.fairness.opening import cfg_hash_of
from floorman.rules.choices import StraddleSeat
from floorman.rules.config_text import config_text
from floorman.rules.presets import PRESETS, ConfigError, resolve
from floorman.rules.switches import SWITCHES, TableConfig
from floorman.table.explain import PRESET_TEXTS, Source, explain
from floorman.table.house_rules import house_rules, numbers_of
from floorman.table.rule_sheet import ENGLISH, rule_sheet
from floorman.table.rule_sheet_zh import CHINESE, rule_sheet_zh
from floorman.v1 import config_pb2, refusal_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub
from tests.fairness.vectors import VECTORS
from tests.table.chairs import rules

SHARED = Path(__file__).parents[2].parent / "shared"


# ---- switches and sources ----


def test_20_each_switch_says_who_set_it() -> None:
    _, switches = explain(
        "TOURNAMENT_TDA", {"small_blind": 50, "big_blind": 100, "topup": PRESETS["TOURNAMENT_TDA"]["topup"]}
    )
    found = {one.switch.name: (one.value, one.source) for one in switches}
    assert list(found) == list(SWITCHES)
    assert found["big_blind"] == ("100", Source.OVERRIDE)
    assert found["ante_type"] == ("BIG_BLIND", Source.PRESET)
    assert found["ante_amount"] == ("100", Source.DERIVED)
    assert found["reopen_rule"] == ("CUMULATIVE_FULL", Source.DERIVED)
    assert found["deal_start"] == ("LEFT_OF_BUTTON", Source.DEFAULT)
    assert found["topup"] == ("NONE", Source.OVERRIDE)


def test_20_what_is_wrong_alone_does_not_hide_what_does_not_go_together() -> None:
    with pytest.raises(ConfigError) as error:
        resolve("NOBODY", {"small_blind": 3, "unit": 2, "rake_bps": 20_000, "boards": 2, "max_buyin_bb": 10})
    assert [(one.switch, one.rule) for one in error.value.problems] == [
        ("preset", "21"),
        ("rake_bps", "R-13.6"),
        ("big_blind", "R-3.2"),
        ("small_blind", "R-3.2"),
        ("boards", "R-15"),
        ("max_buyin_bb", "R-19.1"),
    ]


def test_20_a_switch_that_is_wrong_alone_is_not_held_against_others() -> None:
    # with a good unit 5 and 10 would be compared with it
    with pytest.raises(ConfigError) as error:
        resolve("", {"small_blind": 5, "big_blind": 10, "unit": 0})
    assert [one.switch for one in error.value.problems] == ["unit"]


def config_of(**switches: Any) -> config_pb2.TableConfig:
    return config_pb2.TableConfig(**{"small_blind": 10, "big_blind": 20, **switches})


def test_audit_3_3_the_digest_is_that_of_the_vectors(table: TableServiceStub) -> None:
    # the vectors' second hand: unit 10, run it twice
    answer = table.ResolveConfig(wire.ResolveConfigRequest(config=config_of(unit=10, run_it_max=2)))
    assert answer.effective.cfg_text == VECTORS["run_twice"]["cfg_text"]
    assert answer.effective.cfg_hash.hex() == VECTORS["run_twice"]["opening"]["cfg_hash"]


@pytest.mark.parametrize("preset", PRESETS)
def test_20_the_effective_config_means_the_same_without_its_preset(
    table: TableServiceStub, preset: str
) -> None:
    config = config_of(preset=preset)
    config.straddle_seats.seats.append(config_pb2.STRADDLE_SEAT_ANY)
    config.rake_caps.caps.add(players=2, cap=30)
    effective = table.ResolveConfig(wire.ResolveConfigRequest(config=config)).effective
    assert effective.config.preset == ""
    again = table.ResolveConfig(wire.ResolveConfigRequest(config=effective.config)).effective
    assert again.config == effective.config
    assert again.cfg_hash == effective.cfg_hash
    assert [one.value for one in again.switches] == [one.value for one in effective.switches]
    assert {one.source for one in again.switches} == {wire.SWITCH_SOURCE_OVERRIDE}


def test_20_everything_that_is_wrong_is_answered_at_once_with_its_field(table: TableServiceStub) -> None:
    config = config_pb2.TableConfig(small_blind=30, big_blind=20, boards=2, run_it_max=2, max_buyin_bb=5)
    answer = table.ResolveConfig(wire.ResolveConfigRequest(config=config))
    assert answer.WhichOneof("outcome") == "refused"
    assert answer.refused.reason == refusal_pb2.ERROR_REASON_CONFIG_INVALID
    assert [one.field for one in answer.refused.field_violations] == [
        "config.small_blind",
        "config.boards",
        "config.boards",
        "config.max_buyin_bb",
    ]


def test_21_presets_are_listed_with_their_switches(table: TableServiceStub) -> None:
    answer = table.ListPresets(wire.ListPresetsRequest())
    assert [one.name for one in answer.presets] == list(PRESETS)
    assert all(one.description for one in answer.presets)
    found = {one.name: {switch.name: switch.value for switch in one.switches} for one in answer.presets}
    if not SHARED.is_dir():
        pytest.skip("the rule book's presets.json is not beside this project")
    listed = json.loads((SHARED / "presets.json").read_text(encoding="utf-8"))

    def said(value: Any) -> str:
        if isinstance(value, list):
            return ",".join(sorted(value))
        return str(value).lower() if isinstance(value, bool) else str(value)

    assert found == {name: {key: said(value) for key, value in each.items()} for name, each in listed.items()}


def test_21_each_preset_has_a_sentence() -> None:
    assert list(PRESET_TEXTS) == list(PRESETS)


# ---- words ----


def texts(config: TableConfig) -> dict[str, str]:
    return {one.key: text.text for one, text in zip(house_rules(config), rule_sheet(config), strict=True)}


def test_the_rule_sheet_has_the_tables_numbers() -> None:
    said = texts(rules(small_blind=1, big_blind=2, rake_bps=250, rake_cap=3))
    assert said["blind_structure.SB_BB"] == (
        "Blinds 1/2. The first seat left of the button posts 1, the next one 2."
    )
    assert said["heads_up"].startswith("Between two players the button posts 1 ")
    assert said["buyin"] == "A buy-in is 40 to 200. No chips come or go during a hand."
    assert said["rake_bps"] == "The house takes 2.50% of the pots."
    assert said["rake_cap"] == "It takes no more than 3 a hand."
    assert "straddle_order.LEFT_OF_STRADDLE" not in said


def test_the_rule_sheet_leaves_out_what_a_table_does_not_play() -> None:
    assert "buyin" not in texts(rules("TOURNAMENT_TDA"))
    assert "missed_blinds.IGNORE" not in texts(rules("TOURNAMENT_TDA"))
    assert "straddle_seats.BUTTON,UTG" in texts(rules("WSOP_CASH"))


def test_the_rule_sheet_in_chinese() -> None:
    lines = [line.text for line in rule_sheet_zh(rules())]
    assert "盲注1/2。按钮左边第一个座位下1，下一个座位下2。" in lines


def random_config(chance: random.Random) -> TableConfig:
    """A table with every switch at random that can be played."""
    while True:
        overrides: dict[str, Any] = {"small_blind": 10, "big_blind": 20}
        for name, switch in SWITCHES.items():
            if name in overrides or chance.random() < 0.4:
                continue
            match switch.kind:
                case "enum":
                    overrides[name] = chance.choice(list(switch.choices or ()))
                case "flag":
                    overrides[name] = chance.random() < 0.5
                case "set":
                    overrides[name] = frozenset(seat for seat in StraddleSeat if chance.random() < 0.5)
                case "caps":
                    overrides[name] = ((2, 5),) if chance.random() < 0.5 else ()
                case _:
                    overrides[name] = chance.randint(switch.least, min(switch.most, switch.least + 10))
        try:
            return resolve("", overrides)
        except ConfigError:
            continue


def test_every_table_has_a_rule_sheet_in_both_languages_line_by_line() -> None:
    chance = random.Random(20)
    used: set[str] = set()
    for _ in range(3000):
        config = random_config(chance)
        english, chinese = rule_sheet(config), rule_sheet_zh(config)
        assert [line.rule for line in english] == [line.rule for line in chinese]
        assert all("{" not in line.text for line in (*english, *chinese))
        used.update(one.key for one in house_rules(config))
    assert used == set(ENGLISH), "words that no table uses, or too few tables"


def test_both_languages_have_the_same_words_with_the_same_numbers() -> None:
    assert ENGLISH.keys() == CHINESE.keys()
    known = set(numbers_of(rules()))
    for key, english in ENGLISH.items():
        numbers = {name for _, name, _, _ in Formatter().parse(english) if name}
        assert numbers == {name for _, name, _, _ in Formatter().parse(CHINESE[key]) if name}, key
        assert numbers <= known
    assert {one.name for one in fields(TableConfig)} <= known


def test_both_sheets_come_from_the_service(table: TableServiceStub) -> None:
    effective = table.ResolveConfig(wire.ResolveConfigRequest(config=config_of())).effective
    english, chinese = effective.rule_sheets
    assert (english.language, chinese.language) == ("en", "zh")
    config = rules(small_blind=10, big_blind=20)
    assert [(one.rule, one.text) for one in english.lines] == [
        (one.rule, one.text) for one in rule_sheet(config)
    ]
    assert [one.text for one in chinese.lines] == [one.text for one in rule_sheet_zh(config)]


# ---- floorman config explain ----


def explained(path: Path, *options: str) -> Any:
    return CliRunner().invoke(config_command, ["explain", str(path), *options])


def test_config_explain_toml(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(
        'preset = "WSOP_CASH"\nsmall_blind = 5\nbig_blind = 10\nstraddle_seats = []\nrake_caps = {2 = 5}\n',
        encoding="utf-8",
    )
    result = explained(file)
    assert result.exit_code == 0
    lines = [line.split() for line in result.output.splitlines()]
    assert ["big_blind", "10", "override", "R-3.2"] in lines
    assert ["draw_tie", "SUIT_ORDER", "preset", "R-2.2"] in lines
    assert ["rake_caps", "2:5", "override", "R-13.6"] in lines
    assert "Blinds 5/10." in result.output
    wsop = rules("WSOP_CASH", small_blind=5, big_blind=10, straddle_seats=frozenset(), rake_caps=((2, 5),))
    assert cfg_hash_of(config_text(wsop)).hex() in result.output


def test_config_explain_json_in_chinese(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text('{"small_blind": 5, "big_blind": 10}', encoding="utf-8")
    found = json.loads(explained(file, "--json", "--language", "zh").output)
    assert [one["name"] for one in found["switches"]] == list(SWITCHES)
    assert any(line["text"].startswith("盲注5/10") for line in found["house_rules"])


def test_config_explain_says_everything_that_is_wrong(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    file.write_text(
        '{"preset": "X", "small_blind": 5, "big_blind": "ten", "nothing": 1, "boards": 2, "betting": "NONE"}',
        encoding="utf-8",
    )
    result = explained(file, "--json")
    assert result.exit_code == 1
    named = [one["switch"] for one in json.loads(result.output)["problems"]]
    assert named == ["big_blind", "nothing", "betting", "preset", "boards"]
    assert explained(file).exit_code == 1


@pytest.mark.parametrize("text", ["{", "[1]", "preset = "])
def test_config_explain_a_file_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    file = tmp_path / "table.json"
    file.write_text(text, encoding="utf-8")
    assert explained(file).exit_code == 2
