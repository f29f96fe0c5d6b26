"""What the contract says about each reason: the comments of ``ErrorReason`` in refusal.proto, read."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from floorman.v1 import refusal_pb2

__all__ = ["Reason", "SaidOf", "fits_comment", "name_of", "said_of"]

Reason: TypeAlias = refusal_pb2.ErrorReason.ValueType

_PROTO: Final = Path(__file__).parents[2] / "protos" / "floorman" / "v1" / "refusal.proto"
_VALUE: Final = re.compile(r"  ERROR_REASON_(\w+) = \d+;")
SaidOf: TypeAlias = str
"""A reason's comment in one line."""


def name_of(reason: Reason) -> str:
    """Without its prefix."""
    return refusal_pb2.ErrorReason.Name(reason).removeprefix("ERROR_REASON_")


@cache
def _comments() -> dict[str, SaidOf]:
    comments: dict[str, SaidOf] = {}
    lines: list[str] = []
    for line in _PROTO.read_text(encoding="utf-8").splitlines():
        if value := _VALUE.fullmatch(line):
            comments[value[1]] = " ".join(lines)
        if line.startswith("  // "):
            lines.append(line.removeprefix("  // "))
        else:
            lines = []
    return comments


def said_of(reason: Reason) -> SaidOf:
    """The comment of a reason."""
    return _comments()[name_of(reason)]


def fits_comment(names: list[str], comment: SaidOf) -> bool:
    """Whether a refusal's numbers are named by the comment, in one of its alternatives and in its order."""
    _, found, told = comment.partition("Numbers:")
    assert found, f"a comment without numbers: {comment}"
    if re.match(r"\s*none\b", told) or not names:
        return not names
    # "to, least, most, stack; or stack, owed, most, where …" are two lists, "seat; turn, where …" is one
    return any(_named_in_order(names, one) for one in (told, *told.split("; or ")))


def _named_in_order(names: list[str], told: str) -> bool:
    return re.search(r"\b.*\b".join(rf"{re.escape(name)}" for name in names), told) is not None and all(
        re.search(rf"\b{re.escape(name)}\b", told) for name in names
    )
