"""Messages of chance: about half of the fields set, to anything that the wire can carry."""

from __future__ import annotations

import random
from typing import Any, Final, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

__all__ = ["filled"]

_M = TypeVar("_M", bound=Message)

_SPECIAL: Final = (0, 1, 2, 9, 10, 11, 50, 100, 255, 256, 2**31 - 1, 2**32 - 1, 2**53 - 1, 2**53, 2**63 - 1)
_TEXTS: Final = ("", "As", "??", "Kd", "2c", "CASH", "JJ", "x" * 300, "牌", "\U0001f0a1")


def filled(message: _M, chance: random.Random, depth: int = 0) -> _M:
    """The message, with what chance put into it."""
    for one in message.DESCRIPTOR.fields:
        if chance.random() < 0.5 + 0.1 * depth:
            continue
        if one.is_repeated:
            many = getattr(message, one.name)
            for _ in range(chance.choice((1, 2, 3, 11))):
                if one.message_type:
                    filled(many.add(), chance, depth + 1)
                else:
                    many.append(_value(one, chance))
        elif one.message_type:
            inner = getattr(message, one.name)
            inner.SetInParent()
            filled(inner, chance, depth + 1)
        else:
            setattr(message, one.name, _value(one, chance))
    return message


def _value(one: Any, chance: random.Random) -> Any:
    match one.type:
        case FieldDescriptor.TYPE_STRING:
            return chance.choice(_TEXTS)
        case FieldDescriptor.TYPE_BYTES:
            return chance.randbytes(chance.choice((0, 16, 31, 32, 33, 400)))
        case FieldDescriptor.TYPE_BOOL:
            return chance.random() < 0.5
        case FieldDescriptor.TYPE_ENUM:
            return chance.choice((0, 1, 2, 3, 4, 99, -1))
        case FieldDescriptor.TYPE_UINT32:
            return chance.choice(_SPECIAL) % 2**32
        case FieldDescriptor.TYPE_UINT64:
            return chance.choice((*_SPECIAL, 2**64 - 1))
        case _:
            return chance.choice((-1, 1)) * chance.choice(_SPECIAL)
