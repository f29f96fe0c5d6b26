"""A config as text: the form that is hashed into a hand's opening, and read back by verifiers.

One line ``name=value`` for every switch of scope ``hand``, in byte order of the names (audit.md 3.3).
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any

from floorman.rules.presets import ConfigError, resolve
from floorman.rules.switches import SWITCHES, Scope, Switch, TableConfig

__all__ = ["ConfigTextError", "config_text", "parse_config_text", "written"]

_HAND_SWITCHES = tuple(sorted(name for name, switch in SWITCHES.items() if switch.scope is Scope.HAND))


class ConfigTextError(ValueError):
    """A text that is no config: the line is named."""


@lru_cache(maxsize=256)
def config_text(config: TableConfig) -> str:
    """The switches of scope ``hand`` with their resolved values, a line each."""
    return "".join(f"{name}={written(getattr(config, name))}\n" for name in _HAND_SWITCHES)


def written(value: Any) -> str:  # noqa: ANN401 (a switch's own type)
    """A switch's value in its one form (audit.md 3.3)."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Enum():
            return str(value.value)
        case frozenset():
            return ",".join(sorted(choice.value for choice in value))
        case _:
            return ",".join(f"{players}:{cap}" for players, cap in value)


@lru_cache(maxsize=256)
def parse_config_text(text: str) -> TableConfig:
    """The config of a text; table-scope switches stand at their defaults.

    Raises:
        ConfigTextError: a line is missing, out of order, unknown or has a value outside its range, or the
            values contradict each other.
    """
    lines = text.split("\n")
    if lines[-1] or len(lines) - 1 != len(_HAND_SWITCHES):
        raise ConfigTextError(f"a config has {len(_HAND_SWITCHES)} lines, each ended by a line feed")
    values = {}
    for name, line in zip(_HAND_SWITCHES, lines, strict=False):
        key, equals, value = line.partition("=")
        if key != name or not equals:
            raise ConfigTextError(f"line {line!r} should set {name}")
        values[name] = _read(SWITCHES[name], value)
    try:
        config = resolve("", values)
    except ConfigError as error:
        raise ConfigTextError(f"no table can be played so: {error}") from None
    if config_text(config) != text:
        raise ConfigTextError("a value is not written in its one form")
    return config


def _read(switch: Switch, value: str) -> Any:  # noqa: ANN401 (a switch's own type)
    try:
        match switch.kind:
            case "flag":
                return {"true": True, "false": False}[value]
            case "number":
                return _bounded(switch, int(value))
            case "caps":
                pairs = [pair.split(":") for pair in value.split(",") if pair]
                return tuple((_bounded(switch, int(players)), int(cap)) for players, cap in pairs)
            case "set":
                return frozenset(_choice(switch, part) for part in value.split(",") if part)
            case _:
                return _choice(switch, value)
    except (KeyError, ValueError) as wrong:
        raise ConfigTextError(f"{switch.name}={value!r} is not allowed") from wrong


def _choice(switch: Switch, name: str) -> Enum:
    assert switch.choices is not None  # noqa: S101 (an enum switch has its enum)
    return switch.choices(name)


def _bounded(switch: Switch, number: int) -> int:
    if not switch.least <= number <= switch.most:
        raise ValueError(number)
    return number
