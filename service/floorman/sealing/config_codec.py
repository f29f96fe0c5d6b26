"""A hand's config in a few bytes: only the switches that differ from their defaults (audit.md 5).

``n × (u8 number ‖ value)``: the number is the switch's place in the byte order of the names of scope
``hand``; flags and enums take a byte, sets a byte of bits, numbers eight, caps a count and their pairs.
The same few configs come again and again, so both directions are remembered.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Any, Final

from floorman.fairness.reading import Reader
from floorman.rules.switches import SWITCHES, Scope, Switch, TableConfig

__all__ = ["decode_config", "encode_config"]

_NUMBER: Final = Struct(">Q")
_CAP: Final = Struct(">BQ")
_SWITCHES: Final = tuple(SWITCHES[name] for name in sorted(SWITCHES) if SWITCHES[name].scope is Scope.HAND)
_DEFAULTS: Final = TableConfig()


@lru_cache(maxsize=256)
def encode_config(config: TableConfig) -> bytes:
    """The bytes of a config; table-scope switches are left out."""
    return b"".join(
        bytes((number,)) + _value_bytes(switch, getattr(config, switch.name))
        for number, switch in enumerate(_SWITCHES)
        if getattr(config, switch.name) != getattr(_DEFAULTS, switch.name)
    )


def _value_bytes(switch: Switch, value: Any) -> bytes:  # noqa: ANN401 (a switch's own type)
    match switch.kind:
        case "flag":
            return bytes((value,))
        case "number":
            return _NUMBER.pack(value)
        case "caps":
            return bytes((len(value),)) + b"".join(_CAP.pack(*cap) for cap in value)
        case "set":
            return bytes((sum(1 << bit for bit, choice in enumerate(_choices(switch)) if choice in value),))
        case _:
            return bytes((_choices(switch).index(value),))


def _choices(switch: Switch) -> list[Any]:
    return list(switch.choices or ())


@lru_cache(maxsize=256)
def decode_config(form: bytes) -> TableConfig:
    """The config behind its bytes.

    Raises:
        MalformedError: they are no config of this codec.
    """
    reader = Reader(form)
    values: dict[str, Any] = {}
    while reader.left():
        switch = _SWITCHES[reader.within("switch", 0, len(_SWITCHES) - 1)]
        values[switch.name] = _read_value(switch, reader)
    return TableConfig(**values)


def _read_value(switch: Switch, reader: Reader) -> Any:  # noqa: ANN401 (a switch's own type)
    match switch.kind:
        case "flag":
            return reader.flag(switch.name)
        case "number":
            return reader.number(switch.name, 8)
        case "caps":
            count = reader.number(switch.name, 1)
            return tuple((reader.number("players", 1), reader.number("cap", 8)) for _ in range(count))
        case "set":
            bits = reader.number(switch.name, 1)
            return frozenset(choice for bit, choice in enumerate(_choices(switch)) if bits >> bit & 1)
        case _:
            choices = _choices(switch)
            return choices[reader.within(switch.name, 0, len(choices) - 1)]
