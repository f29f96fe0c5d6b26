"""A progress bar over many hands, where it stands in nobody's way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

__all__ = ["bar_place", "with_bar"]

T = TypeVar("T")


def bar_place(people: Console, *, as_json: bool) -> Console | None:
    """Where a bar can stand: above the failures, or where no lines go; None if there is no such place."""
    if people.is_terminal:
        return None if as_json else people
    errors = Console(stderr=True)
    return errors if errors.is_terminal else None


def with_bar(things: Iterable[T], total: int, noun: str, place: Console) -> Iterator[T]:
    """The things as they come, and a bar that counts them."""
    columns = (TextColumn(f"{noun}s"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=place, transient=True) as progress:
        yield from progress.track(things, total=total)
