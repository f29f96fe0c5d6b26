"""The switches of the rule book as Python values, set in a message by their own names.

A bool or an int is itself; an enum is the rule book's word (``"POT_LIMIT"``); ``straddle_seats`` is a list of
such words; ``rake_caps`` maps players to chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import TypeAlias

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from floorman_client.v1 import PotRules, RakeCap, RakeCaps, StraddleSeat, StraddleSeats, TableConfig

__all__ = ["Switch", "Switches", "pot_rules", "table_config"]

Switch: TypeAlias = bool | int | str | Iterable[str] | Mapping[int, int]
"""The value of one switch."""

Switches: TypeAlias = Mapping[str, Switch]
"""Switches by name; those left out keep the preset's value."""


def table_config(preset: str, switches: Switches) -> TableConfig:
    """The rules of a table: a preset and what differs from it.

    Raises:
        ValueError: no switch has this name, or the switch has no such value.
        TypeError: the value is not of the switch's type.
    """
    config = TableConfig(preset=preset)
    _set(config, switches)
    return config


def pot_rules(switches: Switches) -> PotRules:
    """The switches that pay pots (R-13).

    Raises:
        ValueError: no such switch pays pots, or the switch has no such value.
        TypeError: the value is not of the switch's type.
    """
    rules = PotRules()
    _set(rules, switches)
    return rules


def _set(message: TableConfig | PotRules, switches: Switches) -> None:
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in switches.items():
        if name not in fields or name == "preset":
            close = get_close_matches(name, fields, n=1)
            raise ValueError(f"no switch is named {name!r}" + (f"; {close[0]!r} is" if close else ""))
        if fields[name].message_type:
            getattr(message, name).CopyFrom(_set_of(name, value))
        else:
            setattr(message, name, _scalar(fields[name], value))


def _scalar(field: FieldDescriptor, value: Switch) -> int:
    """The value of a switch that is one bool, number or word."""
    if field.enum_type:
        return field.enum_type.values_by_name[_enum_value(field.name, field.enum_type, value)].number
    # a bool is an int in Python, and a mistake where chips are meant
    wanted = bool if field.type == FieldDescriptor.TYPE_BOOL else int
    if type(value) is not wanted:
        raise TypeError(f"{field.name} takes {wanted.__name__}, not {value!r}")
    return value


def _enum_value(name: str, enum: EnumDescriptor, value: Switch) -> str:
    """The contract's name for a word of the rule book: BETTING_POT_LIMIT for POT_LIMIT."""
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    words = [each.name.removeprefix(prefix) for each in enum.values if each.number]
    if value not in words:
        raise ValueError(f"{name} has no value {value!r}; it has {', '.join(words)}")
    return f"{prefix}{value}"


def _set_of(name: str, value: Switch) -> StraddleSeats | RakeCaps:
    """The value of a switch that is a set: straddle_seats or rake_caps."""
    if name == "straddle_seats" and isinstance(value, Iterable) and not isinstance(value, str):
        return StraddleSeats(
            seats=[StraddleSeat.Value(_enum_value(name, StraddleSeat.DESCRIPTOR, word)) for word in value]
        )
    if name == "rake_caps" and isinstance(value, Mapping):
        return RakeCaps(caps=[RakeCap(players=players, cap=cap) for players, cap in value.items()])
    wanted = "a list of words" if name == "straddle_seats" else "a dict of players and chips"
    raise TypeError(f"{name} takes {wanted}, not {value!r}")
