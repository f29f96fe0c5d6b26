"""A table's rules as a file writes them, turned into the contract's ``TableConfig``.

A file names each switch as the rule book does (section 20) and leaves out what its preset says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from floorman.v1 import config_pb2

__all__ = ["Switch", "SwitchError", "table_config"]

Switch = bool | int | str | list[str] | dict[str, int]
"""The value of a switch: a number, a word, a set of words, or chips by number of players."""

_FIELDS: Final = config_pb2.TableConfig.DESCRIPTOR.fields_by_name


class SwitchError(ValueError):
    """A switch that the contract cannot say.

    Attributes:
        name: the switch.
    """

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name}: {why}")
        self.name = name


def table_config(preset: str, switches: Mapping[str, Switch]) -> config_pb2.TableConfig:
    """The contract's words for a preset and what differs from it.

    Args:
        preset: a name of section 21; empty for CASH.
        switches: the values by the rule book's names.

    Raises:
        SwitchError: no switch has this name, or it has no such value.
    """
    config = config_pb2.TableConfig(preset=preset)
    for name, value in switches.items():
        field = _FIELDS.get(name)
        if field is None or name == "preset":
            raise SwitchError(name, "the contract has no such switch")
        try:
            _set(config, field, value)
        except (TypeError, ValueError) as error:
            raise SwitchError(name, str(error)) from None
    return config


def _set(config: config_pb2.TableConfig, field: FieldDescriptor, value: Switch) -> None:
    match field.type, value:
        case FieldDescriptor.TYPE_ENUM, str() if field.enum_type is not None:
            setattr(config, field.name, _number(field.enum_type, value))
        case FieldDescriptor.TYPE_MESSAGE, list() if field.name == "straddle_seats":
            config.straddle_seats.SetInParent()  # an empty set overrides a preset
            for word in value:
                number = _number(config_pb2.StraddleSeat.DESCRIPTOR, word)
                config.straddle_seats.seats.append(config_pb2.StraddleSeat.ValueType(number))
        case FieldDescriptor.TYPE_MESSAGE, dict() if field.name == "rake_caps":
            config.rake_caps.SetInParent()
            for players, cap in value.items():
                config.rake_caps.caps.add(players=int(players), cap=cap)
        case FieldDescriptor.TYPE_BOOL, bool():
            setattr(config, field.name, value)
        case FieldDescriptor.TYPE_INT64 | FieldDescriptor.TYPE_UINT32, int() if not isinstance(value, bool):
            setattr(config, field.name, value)
        case _:
            raise TypeError(f"{value!r} is no value of this switch")


def _number(enum: EnumDescriptor, word: str) -> int:
    """The number of a value: each name of an enum begins with the enum's own."""
    prefix = enum.values[0].name.removesuffix("UNSPECIFIED")
    value = enum.values_by_name.get(prefix + word)
    if value is None or value.number == 0:
        raise ValueError(f"{word} is no value of this switch")
    return int(value.number)
