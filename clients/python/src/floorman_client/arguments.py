"""Keyword arguments that are declared once, as a TypedDict, and taken by several calls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

__all__ = ["check_arguments"]


class Declared(Protocol):
    """A TypedDict class, as far as it matters here."""

    __required_keys__: frozenset[str]
    __optional_keys__: frozenset[str]


def check_arguments(given: Mapping[str, object], declared: Declared) -> None:
    """Holds arguments against their declaration, as Python does for a signature.

    Raises:
        TypeError: an argument that is missing or unknown.
    """
    unknown = sorted(given.keys() - declared.__required_keys__ - declared.__optional_keys__)
    if unknown:
        raise TypeError(f"no argument is named {', '.join(unknown)}")
    missing = sorted(declared.__required_keys__ - given.keys())
    if missing:
        raise TypeError(f"missing: {', '.join(missing)}")
