"""The table config on the wire <-> the config of the rules, switch by switch, under the same names."""

from __future__ import annotations

from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from floorman.api.checks import choice, contradiction
from floorman.api.rejection import rejected_config
from floorman.rules.choices import StraddleSeat
from floorman.rules.presets import ConfigError, resolve
from floorman.rules.switches import SWITCHES, Switch, TableConfig
from floorman.v1 import config_pb2

__all__ = ["config_from_wire", "config_to_wire", "overrides_from_wire"]

_FIELDS: Final = config_pb2.TableConfig.DESCRIPTOR.fields_by_name


def config_from_wire(message: config_pb2.TableConfig, where: str = "opening.config") -> TableConfig:
    """The resolved config of a request.

    Args:
        message: the config.
        where: the field that holds it.

    Raises:
        Rejected: an unknown enum value, or a config that cannot be played, with every problem.
    """
    overrides = overrides_from_wire(message, where)
    try:
        return resolve(message.preset, overrides)
    except ConfigError as error:
        raise rejected_config(error, where) from None


def overrides_from_wire(message: config_pb2.TableConfig, where: str) -> dict[str, Any]:
    """The switches that a config sets over its preset, as the rules take them; not looked at for sense.

    Raises:
        Rejected: an unknown enum value, or a set with a choice twice.
    """
    return {
        name: _value(switch, message, where)
        for name, switch in SWITCHES.items()
        if _is_set(message, _FIELDS[name], switch)
    }


def config_to_wire(config: TableConfig) -> config_pb2.TableConfig:
    """A resolved config with every switch set, so that no preset and no default is needed to read it."""
    message = config_pb2.TableConfig()
    for name, switch in SWITCHES.items():
        value = getattr(config, name)
        match switch.kind:
            case "enum":
                setattr(message, name, _number(_enum_of(switch), value.name))
            case "set":
                message.straddle_seats.SetInParent()
                numbers = sorted(_number(config_pb2.StraddleSeat.DESCRIPTOR, seat.name) for seat in value)
                message.straddle_seats.seats.extend(
                    config_pb2.StraddleSeat.ValueType(number) for number in numbers
                )
            case "caps":
                message.rake_caps.SetInParent()
                for players, cap in value:
                    message.rake_caps.caps.add(players=players, cap=cap)
            case _:
                setattr(message, name, value)
    return message


def _number(enum: EnumDescriptor, name: str) -> int:
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return int(enum.values_by_name[prefix + name].number)


def _is_set(message: config_pb2.TableConfig, field: FieldDescriptor, switch: Switch) -> bool:
    # an enum's zero means "the preset's value"; all others tell "not given" from zero by presence
    return bool(getattr(message, field.name)) if switch.kind == "enum" else message.HasField(field.name)  # type: ignore[arg-type]


def _value(switch: Switch, message: config_pb2.TableConfig, where: str) -> Any:  # noqa: ANN401 (a switch's own type)
    given = getattr(message, switch.name)
    where = f"{where}.{switch.name}"
    match switch.kind:
        case "enum" if switch.choices is not None:
            return choice(switch.choices, _enum_of(switch), given, where, switch.rule)
        case "set":
            enum = config_pb2.StraddleSeat.DESCRIPTOR
            seats = [choice(StraddleSeat, enum, seat, where, switch.rule) for seat in given.seats]
            if len(set(seats)) < len(seats):
                raise contradiction(where, "A choice stands there twice.", switch.rule)
            return frozenset(seats)
        case "caps":
            return tuple((cap.players, cap.cap) for cap in given.caps)
        case _:
            return given


def _enum_of(switch: Switch) -> EnumDescriptor:
    enum = _FIELDS[switch.name].enum_type
    assert enum is not None  # noqa: S101 (the contract and the rules agree on the kinds of switches)
    return enum
