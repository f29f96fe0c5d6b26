"""Checks of single fields off the wire; each failure names the field and the numbers."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Final, TypeVar

from google.protobuf.descriptor import EnumDescriptor

from floorman.api.rejection import Rejected, rejected
from floorman.rules.switches import MAX_CHIPS
from floorman.v1 import refusal_pb2

__all__ = [
    "MOST_CLOCK_MS",
    "MOST_INT64",
    "MOST_SEAT",
    "MOST_UINT32",
    "chips",
    "choice",
    "contradiction",
    "count",
    "length",
    "missing",
    "new_seat",
    "number",
    "out_of_range",
    "unknown_enum",
]

_ERRORS: Final = refusal_pb2.ErrorReason
_Choice = TypeVar("_Choice", bound=Enum)

MOST_SEAT: Final = 10
"""Tables count their seats from 0 or from 1, and have at most ten (R-1.1)."""

MOST_INT64: Final = 2**63 - 1
MOST_UINT32: Final = 2**32 - 1
MOST_CLOCK_MS: Final = 2**53 - 1
"""Unix time in milliseconds that every client language can hold; it lasts for 285,000 years."""


def missing(field: str, text: str) -> Rejected:
    """A required field that is not set."""
    return rejected(_ERRORS.ERROR_REASON_FIELD_MISSING, text, field=field)


def contradiction(field: str, text: str, rule: str = "") -> Rejected:
    """Fields that exclude each other."""
    return rejected(_ERRORS.ERROR_REASON_CONTRADICTION, text, field=field, rule=rule)


def unknown_enum(field: str, value: int, rule: str = "") -> Rejected:
    """An enum number that this version does not know, or UNSPECIFIED where a value is required."""
    text = f"{value} is no value of {field.rpartition('.')[2]} that this version knows."
    reason = _ERRORS.ERROR_REASON_UNKNOWN_ENUM
    return rejected(reason, text, field=field, rule=rule, numbers={"value": value})


def number(value: int, least: int, most: int, field: str) -> int:
    """The value, if it lies in its range.

    Raises:
        Rejected: NUMBER_OUT_OF_RANGE.
    """
    if least <= value <= most:
        return value
    raise out_of_range(value, least, most, field)


def out_of_range(value: int, least: int, most: int, field: str) -> Rejected:
    """A number outside its range: NUMBER_OUT_OF_RANGE."""
    text = f"{value} lies outside {least} to {most}."
    numbers = {"value": min(value, MOST_INT64), "least": least, "most": most}
    return rejected(_ERRORS.ERROR_REASON_NUMBER_OUT_OF_RANGE, text, field=field, numbers=numbers)


def chips(value: int, field: str) -> int:
    """The value, if it is a possible number of chips.

    Raises:
        Rejected: CHIPS_OUT_OF_RANGE.
    """
    if 0 <= value <= MAX_CHIPS:
        return value
    text = f"{value} chips lie outside 0 to {MAX_CHIPS}."
    numbers = {"chips": value, "least": 0, "most": MAX_CHIPS}
    raise rejected(_ERRORS.ERROR_REASON_CHIPS_OUT_OF_RANGE, text, field=field, rule="R-1.1", numbers=numbers)


def length(size: int, least: int, most: int, field: str) -> None:
    """Bytes that are neither too few nor too many.

    Raises:
        Rejected: WRONG_LENGTH.
    """
    if least <= size <= most:
        return
    span = str(least) if least == most else f"{least} to {most}"
    text = f"{size} bytes where {span} belong."
    numbers = {"length": size, "least": least, "most": most}
    raise rejected(_ERRORS.ERROR_REASON_WRONG_LENGTH, text, field=field, numbers=numbers)


def count(size: int, least: int, most: int, field: str, what: str) -> None:
    """As many seats, boards or cards as belong there.

    Raises:
        Rejected: SEAT_COUNT for seats, CARD_COUNT for boards and cards.
    """
    if least <= size <= most:
        return
    span = str(least) if least == most else f"{least} to {most}"
    text = f"{size} {what} where {span} belong."
    reason = _ERRORS.ERROR_REASON_SEAT_COUNT if what == "seats" else _ERRORS.ERROR_REASON_CARD_COUNT
    raise rejected(reason, text, field=field, numbers={what: size, "least": least, "most": most})


def new_seat(seat: int, known: Collection[int], field: str) -> int:
    """The seat, if it is at the table and not there yet.

    Raises:
        Rejected: SEAT_OUT_OF_RANGE or DUPLICATE_SEAT.
    """
    if seat > MOST_SEAT:
        text = f"Seat {seat} lies outside 0 to {MOST_SEAT}."
        numbers = {"seat": seat, "least": 0, "most": MOST_SEAT}
        reason = _ERRORS.ERROR_REASON_SEAT_OUT_OF_RANGE
        raise rejected(reason, text, field=field, rule="R-1.1", numbers=numbers)
    if seat in known:
        text = f"Seat {seat} is there twice."
        reason = _ERRORS.ERROR_REASON_DUPLICATE_SEAT
        raise rejected(reason, text, field=field, rule="R-1.1", numbers={"seat": seat})
    return seat


def choice(choices: type[_Choice], enum: EnumDescriptor, value: int, field: str, rule: str = "") -> _Choice:
    """The rules' choice behind an enum number: the contract's names are the rules', with a prefix.

    Raises:
        Rejected: UNKNOWN_ENUM.
    """
    known = enum.values_by_number.get(value)
    if known is None or value == 0:
        raise unknown_enum(field, value, rule)
    prefix = enum.values_by_number[0].name.removesuffix("UNSPECIFIED")
    return choices(known.name.removeprefix(prefix))
