"""What a config means: every switch with its value and where the value comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Any, Final

from floorman.rules.config_text import written
from floorman.rules.presets import PRESETS, resolve
from floorman.rules.switches import SWITCHES, Switch, TableConfig

__all__ = ["PRESET_TEXTS", "EffectiveSwitch", "Source", "explain", "preset_switches"]

PRESET_TEXTS: Final = MappingProxyType(
    {
        "CASH": "A cash game by the defaults of the rule book.",
        "TOURNAMENT_TDA": "A tournament by the rules of the Poker Tournament Directors Association.",
        "WSOP_CASH": "A live cash game as the World Series of Poker has it.",
        "DOUBLING": "Every raise at least doubles what it raises.",
        "SINGLE_REOPEN": "Only a full raise lets a player who has acted raise again.",
        "JJ": "A plain online table: the button moves, no card is burned, raises double.",
        "PRIVATE_GAME": "A game at home: the button by high card, chips of ten.",
    }
)
"""Each preset in one sentence."""


class Source(Enum):
    """Where the value of a switch comes from."""

    DEFAULT = "DEFAULT"
    PRESET = "PRESET"
    OVERRIDE = "OVERRIDE"
    DERIVED = "DERIVED"


@dataclass(frozen=True, slots=True)
class EffectiveSwitch:
    """A switch of a table: its value in words, and who set it."""

    switch: Switch
    value: str
    source: Source


def explain(preset: str, overrides: Mapping[str, Any]) -> tuple[TableConfig, tuple[EffectiveSwitch, ...]]:
    """The effective config and its switches in the rule book's order.

    Args:
        preset: as in :func:`floorman.rules.presets.resolve`.
        overrides: likewise.

    Raises:
        ConfigError: with every problem.
    """
    config = resolve(preset, overrides)
    bundle = PRESETS[preset or "CASH"]
    return config, tuple(
        EffectiveSwitch(switch, written(getattr(config, name)), _source(switch, bundle, overrides))
        for name, switch in SWITCHES.items()
    )


def _source(switch: Switch, bundle: Mapping[str, Any], overrides: Mapping[str, Any]) -> Source:
    if switch.name in overrides:
        return Source.OVERRIDE
    if switch.name in bundle:
        return Source.PRESET
    return Source.DERIVED if switch.derived else Source.DEFAULT


def preset_switches(preset: str) -> list[tuple[Switch, str]]:
    """The switches that a preset sets, with their values in words, in the rule book's order."""
    bundle = PRESETS[preset]
    return [(switch, written(bundle[name])) for name, switch in SWITCHES.items() if name in bundle]
