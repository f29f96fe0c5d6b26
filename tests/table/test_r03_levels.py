"""R-3.5: blind schedules."""

from __future__ import annotations

import pytest

from floorman.table.levels import (
    Break,
    Entry,
    Level,
    LevelNow,
    ScheduleWarning,
    Warned,
    at_elapsed,
    at_level,
    schedule_problems,
    schedule_warnings,
)
from floorman.v1 import config_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub

MINUTE = 60_000


def level(small: int, big: int, ante: int | None = None, minutes: int = 20) -> Level:
    return Level(small, big, ante, minutes * MINUTE)


# 20 minutes each, ten minutes of break after the second
SCHEDULE: list[Entry] = [
    level(25, 50),
    level(50, 100),
    Break(10 * MINUTE),
    level(100, 200),
    level(200, 400, None, 0),
]


@pytest.mark.parametrize(
    ("minutes", "number", "doing", "left", "next_in"),
    [
        (0, 1, "play", 20, 20),
        (19, 1, "play", 1, 1),
        (20, 2, "play", 20, 30),
        (39, 2, "play", 1, 11),
        (40, 2, "break", 10, 10),
        (49, 2, "break", 1, 1),
        (50, 3, "play", 20, 20),
        (70, 4, "play", None, None),
        (500, 4, "play", None, None),
    ],
)
def test_r3_5_a_schedule_by_elapsed_time(
    minutes: int, number: int, doing: str, left: int | None, next_in: int | None
) -> None:
    now = at_elapsed(SCHEDULE, minutes * MINUTE)
    assert (now.number, now.on_break) == (number, doing == "break")
    assert now.left_ms == (None if left is None else left * MINUTE)
    assert (None if now.next is None else now.next.in_ms) == (None if next_in is None else next_in * MINUTE)


def test_r3_5_the_break_belongs_to_the_level_before_it() -> None:
    now = at_elapsed(SCHEDULE, 45 * MINUTE)
    assert now.level == level(50, 100)
    assert now.since_ms == 40 * MINUTE
    assert now.next is not None
    assert (now.next.number, now.next.level) == (3, level(100, 200))


def test_r3_5_a_schedule_by_level() -> None:
    third = at_level(SCHEDULE, 3)
    assert isinstance(third, LevelNow)
    assert (third.level, third.since_ms, third.left_ms) == (level(100, 200), 50 * MINUTE, 20 * MINUTE)
    assert at_level(SCHEDULE, 5) is None
    assert at_level(SCHEDULE, 0) is None


def problems(*entries: Entry, preset: str | None = "CASH", unit: int = 1) -> list[tuple[int, str]]:
    return [(one.entry, one.field) for one in schedule_problems(entries, preset, {"unit": unit})]


def test_r3_5_a_good_schedule_has_no_problem() -> None:
    assert problems(*SCHEDULE, unit=25) == []


def test_r3_5_blinds_never_fall() -> None:
    assert problems(level(50, 100), level(25, 100)) == [(1, "level.small_blind")]
    assert problems(level(50, 100), level(40, 80)) == [(1, "level.small_blind"), (1, "level.big_blind")]
    assert problems(level(50, 100), level(50, 100)) == []


def test_r3_2_blinds_are_multiples_of_the_unit_and_the_small_one_is_not_the_larger() -> None:
    assert problems(level(25, 50), level(30, 60), unit=25) == [
        (1, "level.small_blind"),
        (1, "level.big_blind"),
    ]
    assert problems(level(100, 50)) == [(0, "level.small_blind")]
    assert problems(level(0, 0)) == [(0, "level.big_blind")]


def test_r3_5_everything_that_is_wrong_is_said_at_once() -> None:
    wrong = problems(Break(MINUTE), level(100, 50), Level(1, 2, None, 0), Break(0))
    assert wrong == [
        (0, "pause"),
        (1, "level.small_blind"),
        (2, "duration_ms"),
        (2, "level.small_blind"),
        (2, "level.big_blind"),
        (3, "duration_ms"),
    ]


def test_r4_1_an_ante_needs_somebody_who_pays_it() -> None:
    assert problems(level(50, 100, 100)) == [(0, "level.ante")]
    assert problems(level(50, 100, 100), preset="TOURNAMENT_TDA") == []
    assert problems(level(50, 100, 100), preset=None) == []


def test_r3_5_steep_steps_are_warned_of() -> None:
    entries = [
        level(25, 50),
        level(50, 100),
        level(150, 300),
        level(150, 300),
        level(200, 400, 50),
        level(300, 600, 40),
    ]
    assert list(schedule_warnings(entries)) == [
        ScheduleWarning(2, Warned.STEEP_STEP, 100, 300),
        ScheduleWarning(3, Warned.NO_STEP, 300, 300),
        ScheduleWarning(5, Warned.ANTE_FALLS, 50, 40),
    ]


# ---- through the service ----


def entry(small: int, big: int, minutes: int = 20, ante: int | None = None) -> wire.ScheduleEntry:
    return wire.ScheduleEntry(
        duration_ms=minutes * MINUTE, level=wire.BlindLevel(small_blind=small, big_blind=big, ante=ante)
    )


def test_r3_5_through_the_service(table: TableServiceStub) -> None:
    pause = wire.ScheduleEntry(duration_ms=10 * MINUTE, pause=wire.BlindBreak())
    answer = table.LevelAt(
        wire.LevelAtRequest(
            schedule=wire.BlindSchedule(entries=[entry(25, 50), pause, entry(100, 200, ante=25)]),
            elapsed_ms=25 * MINUTE,
            config=config_pb2.TableConfig(preset="TOURNAMENT_TDA", unit=25),
        )
    )
    assert (answer.level, answer.on_break, answer.left_ms) == (1, True, 5 * MINUTE)
    assert (answer.next.level, answer.next.blinds.ante, answer.next.in_ms) == (2, 25, 5 * MINUTE)
    assert [one.kind for one in answer.warnings] == [wire.SCHEDULE_WARNING_KIND_STEEP_STEP]
    assert (answer.config.small_blind, answer.config.big_blind) == (25, 50)
    assert answer.config.preset == "TOURNAMENT_TDA"
    assert not answer.config.HasField("ante_amount")


def test_r3_5_by_level_through_the_service(table: TableServiceStub) -> None:
    schedule = wire.BlindSchedule(entries=[entry(25, 50), entry(100, 200, ante=25)])
    answer = table.LevelAt(wire.LevelAtRequest(schedule=schedule, level=2))
    assert answer.blinds == wire.BlindLevel(small_blind=100, big_blind=200, ante=25)
    assert not answer.HasField("left_ms")
    assert not answer.HasField("next")
    assert not answer.HasField("config")
