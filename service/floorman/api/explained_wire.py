"""Configs explained on the wire: effective switches, presets, rule sheets."""

from __future__ import annotations

from floorman.api.configs import config_to_wire, overrides_from_wire
from floorman.api.rejection import rejected_config
from floorman.fairness.opening import cfg_hash_of
from floorman.rules.config_text import config_text
from floorman.rules.presets import PRESETS, ConfigError
from floorman.rules.switches import Scope
from floorman.table.explain import PRESET_TEXTS, EffectiveSwitch, Source, explain, preset_switches
from floorman.table.house_rules import RuleLine
from floorman.table.rule_sheet import rule_sheet
from floorman.table.rule_sheet_zh import rule_sheet_zh
from floorman.v1 import config_pb2, refusal_pb2, table_service_pb2

__all__ = ["effective_config", "presets_to_wire"]


def effective_config(
    message: config_pb2.TableConfig,
) -> table_service_pb2.EffectiveConfig | refusal_pb2.Refusal:
    """What a config comes to, or all that is wrong with it.

    Raises:
        Rejected: an enum value that this version does not know.
    """
    try:
        config, switches = explain(message.preset, overrides_from_wire(message, "config"))
    except ConfigError as error:
        return rejected_config(error, "config").refusal
    text = config_text(config)
    return table_service_pb2.EffectiveConfig(
        config=config_to_wire(config),
        switches=[_switch(one) for one in switches],
        cfg_text=text,
        cfg_hash=cfg_hash_of(text),
        rule_sheets=[_sheet("en", rule_sheet(config)), _sheet("zh", rule_sheet_zh(config))],
    )


def _switch(one: EffectiveSwitch) -> table_service_pb2.EffectiveSwitch:
    scope = (
        table_service_pb2.SWITCH_SCOPE_HAND
        if one.switch.scope is Scope.HAND
        else table_service_pb2.SWITCH_SCOPE_TABLE
    )
    return table_service_pb2.EffectiveSwitch(
        name=one.switch.name,
        value=one.value,
        source=_source(one.source),
        scope=scope,
        rule=one.switch.rule,
        meaning=one.switch.text,
    )


def _source(source: Source) -> table_service_pb2.SwitchSource.ValueType:
    return table_service_pb2.SwitchSource.Value(f"SWITCH_SOURCE_{source.value}")


def _sheet(language: str, lines: tuple[RuleLine, ...]) -> table_service_pb2.RuleSheet:
    return table_service_pb2.RuleSheet(
        language=language,
        lines=[table_service_pb2.RuleLine(rule=line.rule, text=line.text) for line in lines],
    )


def presets_to_wire() -> list[table_service_pb2.Preset]:
    """Every preset with the switches that it sets."""
    return [
        table_service_pb2.Preset(
            name=name,
            description=PRESET_TEXTS[name],
            switches=[
                table_service_pb2.PresetSwitch(name=switch.name, value=value, rule=switch.rule)
                for switch, value in preset_switches(name)
            ],
        )
        for name in PRESETS
    ]
