"""A tournament's blind schedule: what is played now, what comes next, and whether it is a good one (R-3.5).

Time is what the caller's clock says has been played, in milliseconds; a stopped clock is the caller's affair.
A level that begins during a hand holds from the next one on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeAlias

from floorman.rules.choices import AnteType
from floorman.rules.presets import PRESETS, ConfigError, resolve

__all__ = [
    "Break",
    "Entry",
    "Level",
    "LevelNow",
    "NextLevel",
    "ScheduleProblem",
    "ScheduleWarning",
    "Warned",
    "at_elapsed",
    "at_level",
    "check_config",
    "schedule_problems",
    "schedule_warnings",
    "switches_of",
]

_STEEP: Final = 2
"""More than doubling the big blind from one level to the next leaves most stacks nothing to play with."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level, chips and milliseconds.

    Attributes:
        small_blind, big_blind: as in the config.
        ante: None leaves it to the config.
        duration_ms: 0 only for the last entry of a schedule: to the end.
    """

    small_blind: int
    big_blind: int
    ante: int | None
    duration_ms: int


@dataclass(frozen=True, slots=True)
class Break:
    """A pause; it belongs to the level before it."""

    duration_ms: int


Entry: TypeAlias = Level | Break


@dataclass(frozen=True, slots=True)
class NextLevel:
    """The level to come, its number from 1, and in how many milliseconds it begins, breaks included."""

    number: int
    level: Level
    in_ms: int


@dataclass(frozen=True, slots=True)
class LevelNow:
    """Where a schedule stands.

    Attributes:
        number: of the level that is played or was played last, from 1; breaks are not counted.
        level: that level.
        on_break: no hand is begun.
        since_ms: elapsed milliseconds at which the level, or the break, began.
        left_ms: until it ends; None for the last level.
        next: None after the last level.
    """

    number: int
    level: Level
    on_break: bool
    since_ms: int
    left_ms: int | None
    next: NextLevel | None


@dataclass(frozen=True, slots=True)
class ScheduleProblem:
    """What makes a schedule unplayable: the entry from 0, its field, and why."""

    entry: int
    field: str
    text: str


class Warned(Enum):
    """What is unusual about a level."""

    STEEP_STEP = "STEEP_STEP"
    NO_STEP = "NO_STEP"
    ANTE_FALLS = "ANTE_FALLS"


@dataclass(frozen=True, slots=True)
class ScheduleWarning:
    """Something unusual: the entry from 0, and the numbers before and at it, in chips."""

    entry: int
    warned: Warned
    before: int
    now: int


def switches_of(level: Level) -> dict[str, int]:
    """The switches that a level sets."""
    blinds = {"small_blind": level.small_blind, "big_blind": level.big_blind}
    return blinds if level.ante is None else {**blinds, "ante_amount": level.ante}


def check_config(preset: str, overrides: Mapping[str, Any]) -> None:
    """Whether the config that levels are played under is good, its blinds apart.

    Raises:
        ConfigError: with every problem.
    """
    unit = overrides.get("unit", PRESETS.get(preset or "CASH", {}).get("unit", 1))
    resolve(preset, {**overrides, "small_blind": 0, "big_blind": max(1, unit)})


def schedule_problems(
    entries: Sequence[Entry], preset: str | None, overrides: Mapping[str, Any]
) -> Iterator[ScheduleProblem]:
    """Everything that makes a schedule unplayable, entry by entry.

    Args:
        entries: levels and breaks in order.
        preset: of the config that the levels are played under, None where it is not told.
        overrides: of that config, good by :func:`check_config`; the levels set their own blinds over it.
    """
    last = len(entries) - 1
    before: Level | None = None
    for place, entry in enumerate(entries):
        least = 0 if place == last and isinstance(entry, Level) else 1
        if entry.duration_ms < least:
            yield ScheduleProblem(place, "duration_ms", f"{entry.duration_ms} milliseconds are no duration")
        match entry:
            case Break():
                if before is None:
                    yield ScheduleProblem(place, "pause", "a schedule begins with a level")
            case Level():
                yield from _level_problems(place, entry, before, preset, overrides)
                before = entry


def _level_problems(
    place: int, level: Level, before: Level | None, preset: str | None, overrides: Mapping[str, Any]
) -> Iterator[ScheduleProblem]:
    try:
        config = resolve(preset or "", {**overrides, **switches_of(level)})
    except ConfigError as error:
        for problem in error.problems:  # the rest of the config is good: they are about the level's own
            field = "ante" if problem.switch == "ante_amount" else problem.switch
            yield ScheduleProblem(place, f"level.{field}", problem.text)
    else:
        if level.ante and preset is not None and config.ante_type is AnteType.NONE:
            text = f"an ante of {level.ante}, and with ante_type NONE nobody pays one"
            yield ScheduleProblem(place, "level.ante", text)
    if before is None:
        return
    for name in ("small_blind", "big_blind"):
        was, now = getattr(before, name), getattr(level, name)
        if now < was:
            yield ScheduleProblem(place, f"level.{name}", f"{now} is less than {was} in the level before")


def schedule_warnings(entries: Sequence[Entry]) -> Iterator[ScheduleWarning]:
    """What is unusual about a playable schedule, level by level."""
    before: Level | None = None
    for place, level in enumerate(entries):
        if isinstance(level, Break):
            continue
        if before is not None:
            if level.big_blind > _STEEP * before.big_blind:
                yield ScheduleWarning(place, Warned.STEEP_STEP, before.big_blind, level.big_blind)
            ante, ante_before = level.ante or 0, before.ante or 0
            if ante < ante_before:
                yield ScheduleWarning(place, Warned.ANTE_FALLS, ante_before, ante)
            if switches_of(level) == switches_of(before):
                yield ScheduleWarning(place, Warned.NO_STEP, before.big_blind, level.big_blind)
        before = level


def at_elapsed(entries: Sequence[Entry], elapsed_ms: int) -> LevelNow:
    """Where a playable schedule stands after so many milliseconds; the last level has no end.

    A level that ends at a moment has ended at it.
    """
    since = 0
    for place, entry in enumerate(entries[:-1]):
        if elapsed_ms < since + entry.duration_ms:
            return _standing(entries, place, since, elapsed_ms)
        since += entry.duration_ms
    return _standing(entries, len(entries) - 1, since, elapsed_ms)


def at_level(entries: Sequence[Entry], number: int) -> LevelNow | None:
    """Where a playable schedule stands when its level of that number begins; None if it has no such level."""
    since, counted = 0, 0
    for place, entry in enumerate(entries):
        counted += isinstance(entry, Level)
        if counted == number and isinstance(entry, Level):
            return _standing(entries, place, since, since)
        since += entry.duration_ms
    return None


def _standing(entries: Sequence[Entry], place: int, since: int, elapsed_ms: int) -> LevelNow:
    played = [entry for entry in entries[: place + 1] if isinstance(entry, Level)]
    to_come = _to_come(entries, place, len(played), since - elapsed_ms)
    entry = entries[place]
    left = since + entry.duration_ms - elapsed_ms if place < len(entries) - 1 else None
    return LevelNow(len(played), played[-1], isinstance(entry, Break), since, left, to_come)


def _to_come(entries: Sequence[Entry], place: int, played: int, in_ms: int) -> NextLevel | None:
    for entry, after in zip(entries[place:], entries[place + 1 :], strict=False):
        in_ms += entry.duration_ms
        if isinstance(after, Level):
            return NextLevel(played + 1, after, in_ms)
    return None
