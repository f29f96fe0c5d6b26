"""Openings with one thing wrong, and what their refusal must say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import grpc

from floorman.v1 import config_pb2, opening_pb2
from tests.security.house import Refused

__all__ = ["ANY", "HUGE", "INVALID", "MOST", "UTG", "Change", "Wrong", "check", "put", "straddling"]

INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
MOST: Final = 2**53 - 1
HUGE: Final = (-(2**63), -1, 2**53, 2**63 - 1)
UTG: Final = config_pb2.STRADDLE_SEAT_UTG
ANY: Final = config_pb2.STRADDLE_SEAT_ANY

Change = Callable[[opening_pb2.HandOpening], Any]


@dataclass(frozen=True)
class Wrong:
    """An opening with one thing wrong, and what the refusal must say.

    Attributes:
        what: in words; the name of the test.
        reason: without its prefix.
        at: the field, below ``opening.``.
        numbers: all of them.
        change: what makes a good opening wrong.
        switches: of the good opening.
        stacks: likewise.
    """

    what: str
    reason: str
    at: str
    numbers: dict[str, int]
    change: Change = lambda _: None
    switches: dict[str, Any] = field(default_factory=dict)
    stacks: tuple[int, ...] = ()


def put(path: str, value: int | str | bytes) -> Change:
    """``put("seats[1].stack", -1)``."""

    def change(message: Any) -> None:
        *ways, last = path.replace("]", "").replace("[", ".").split(".")
        for way in ways:
            message = message[int(way)] if way.isdecimal() else getattr(message, way)
        setattr(message, last, value)

    return change


def straddling(*seats: config_pb2.StraddleSeat.ValueType, **switches: Any) -> dict[str, Any]:
    return {"straddle_seats": config_pb2.StraddleSeats(seats=seats), **switches}


def check(refused: Refused, wrong: Wrong) -> None:
    assert refused.code is INVALID
    assert (refused.reason, refused.fields, refused.numbers) == (
        wrong.reason,
        [f"opening.{wrong.at}"],
        wrong.numbers,
    )
