"""A tournament's questions on the wire: blind schedule, colour-up, finishes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import grpc

from floorman.api import checks
from floorman.api.configs import overrides_from_wire
from floorman.api.rejection import Rejected, rejected_config
from floorman.api.showing_wire import check_distinct
from floorman.api.step_wire import cards_from_wire
from floorman.evaluation import Ranking
from floorman.rules.presets import ConfigError
from floorman.rules.switches import MAX_CHIPS
from floorman.table.color_up import color_up, odd_chips
from floorman.table.finishers import Bust, bounties, rank_finishers
from floorman.table.levels import (
    Break,
    Entry,
    Level,
    LevelNow,
    ScheduleProblem,
    at_elapsed,
    at_level,
    check_config,
    schedule_problems,
    schedule_warnings,
)
from floorman.v1 import refusal_pb2, table_service_pb2

__all__ = ["colored_up", "level_at", "ranked"]

_ERRORS: Final = refusal_pb2.ErrorReason
_MOST_ENTRIES: Final = 500
_MOST_BUSTED: Final = 1_000
_MOST_PLAYERS: Final = 1_000_000
_MOST_FOR_ONE: Final = 10_000
"""Small chips for a large one; tournaments change 4 or 5."""


# ---- the blind schedule ----


def level_at(request: table_service_pb2.LevelAtRequest) -> table_service_pb2.LevelAtResponse:
    """Where a schedule stands.

    Raises:
        Rejected: with the field at fault; a schedule with everything that is wrong with it.
    """
    entries = list(_entries(request))
    _check_schedule(request, entries)
    match request.WhichOneof("at"):
        case "level":
            now = at_level(entries, request.level)
            if now is None:
                levels = sum(isinstance(entry, Level) for entry in entries)
                raise checks.out_of_range(request.level, 1, levels, "level")
        case "elapsed_ms":
            now = at_elapsed(entries, checks.number(request.elapsed_ms, 0, checks.MOST_INT64, "elapsed_ms"))
        case _:
            raise checks.missing("at", "Ask for a level or for an elapsed time.")
    return _level_answer(request, entries, now)


def _entries(request: table_service_pb2.LevelAtRequest) -> Iterator[Entry]:
    messages = request.schedule.entries
    checks.number(len(messages), 1, _MOST_ENTRIES, "schedule.entries")
    for place, message in enumerate(messages):
        where = f"schedule.entries[{place}]"
        duration = checks.number(message.duration_ms, 0, MAX_CHIPS, f"{where}.duration_ms")
        match message.WhichOneof("entry"):
            case "level":
                level = message.level
                ante = checks.chips(level.ante, f"{where}.level.ante") if level.HasField("ante") else None
                yield Level(level.small_blind, level.big_blind, ante, duration)
            case "pause":
                yield Break(duration)
            case _:
                raise checks.missing(f"{where}.entry", "An entry is a level or a break.")


def _check_schedule(request: table_service_pb2.LevelAtRequest, entries: list[Entry]) -> None:
    overrides = overrides_from_wire(request.config, "config")
    try:
        check_config(request.config.preset, overrides)
    except ConfigError as error:
        raise rejected_config(error, "config") from None
    preset = request.config.preset if request.HasField("config") else None
    problems = list(schedule_problems(entries, preset, overrides))
    if problems:
        raise _schedule_rejected(problems)


def _schedule_rejected(problems: list[ScheduleProblem]) -> Rejected:
    refusal = refusal_pb2.Refusal(
        reason=_ERRORS.ERROR_REASON_SCHEDULE_INVALID,
        rule="R-3.5",
        message=f"The schedule cannot be played: {len(problems)} things are wrong with it.",
    )
    for problem in problems:
        field = f"schedule.entries[{problem.entry}].{problem.field}"
        refusal.field_violations.add(field=field, description=f"{problem.text}.")
    return Rejected(grpc.StatusCode.INVALID_ARGUMENT, refusal)


def _level_answer(
    request: table_service_pb2.LevelAtRequest, entries: list[Entry], now: LevelNow
) -> table_service_pb2.LevelAtResponse:
    response = table_service_pb2.LevelAtResponse(
        level=now.number,
        blinds=_blinds(now.level),
        on_break=now.on_break,
        since_ms=now.since_ms,
        left_ms=now.left_ms,
        warnings=[
            table_service_pb2.ScheduleWarning(
                entry=warning.entry,
                kind=table_service_pb2.ScheduleWarningKind.Value(
                    f"SCHEDULE_WARNING_KIND_{warning.warned.value}"
                ),
                before=warning.before,
                now=warning.now,
            )
            for warning in schedule_warnings(entries)
        ],
    )
    if now.next is not None:
        coming = now.next
        response.next.MergeFrom(
            table_service_pb2.NextLevel(level=coming.number, blinds=_blinds(coming.level), in_ms=coming.in_ms)
        )
    if request.HasField("config"):
        response.config.CopyFrom(request.config)
        response.config.small_blind = now.level.small_blind
        response.config.big_blind = now.level.big_blind
        if now.level.ante is not None:
            response.config.ante_amount = now.level.ante
    return response


def _blinds(level: Level) -> table_service_pb2.BlindLevel:
    return table_service_pb2.BlindLevel(
        small_blind=level.small_blind, big_blind=level.big_blind, ante=level.ante
    )


# ---- the smallest chips ----


def colored_up(request: table_service_pb2.ColorUpRequest) -> table_service_pb2.ColorUpResponse:
    """A table without its smallest chips.

    Raises:
        Rejected: with the field at fault.
    """
    old = checks.number(request.old_unit, 1, MAX_CHIPS, "old_unit")
    new = checks.number(request.new_unit, 1, min(MAX_CHIPS, old * _MOST_FOR_ONE), "new_unit")
    if new <= old or new % old:
        text = f"{new} is no larger multiple of {old}."
        raise checks.contradiction("new_unit", text, "R-19.5")
    stacks = _stacks(request, old)
    cards = cards_from_wire(request.cards, "cards")
    check_distinct(cards, Ranking.HOLDEM, "cards")
    if cards:
        due = sum(odd_chips(stacks, old, new).values())
        checks.count(len(cards), due, due, "cards", "cards")
    result = color_up(stacks, old, new, cards)
    return table_service_pb2.ColorUpResponse(
        seats=[
            table_service_pb2.ColoredSeat(
                seat=seat.number,
                before=seat.before,
                after=seat.after,
                odd_chips=seat.odd_chips,
                won=seat.won,
            )
            for seat in result.seats
        ],
        awarded=result.awarded,
        added=result.added,
        removed=result.removed,
    )


def _stacks(request: table_service_pb2.ColorUpRequest, old: int) -> dict[int, int]:
    checks.count(len(request.stacks), 1, checks.MOST_SEAT, "stacks", "seats")
    stacks: dict[int, int] = {}
    for place, message in enumerate(request.stacks):
        where = f"stacks[{place}]"
        seat = checks.new_seat(message.seat, stacks, f"{where}.seat")
        chips = checks.chips(message.amount, f"{where}.amount")
        if chips < old or chips % old:
            text = f"{chips} is no stack of chips of {old}."
            raise checks.contradiction(f"{where}.amount", text, "R-19.5")
        stacks[seat] = chips
    checks.chips(sum(stacks.values()), "stacks")
    return stacks


# ---- who finished where ----


def ranked(request: table_service_pb2.RankFinishersRequest) -> table_service_pb2.RankFinishersResponse:
    """The finishes and bounties of one hand.

    Raises:
        Rejected: with the field at fault.
    """
    checks.number(len(request.busted), 1, _MOST_BUSTED, "busted")
    players = checks.number(request.players, len(request.busted) + 1, _MOST_PLAYERS, "players")
    unit = checks.number(request.bounty_unit, 0, MAX_CHIPS, "bounty_unit") or 1
    busts = _busts(request)
    return table_service_pb2.RankFinishersResponse(
        places=[
            table_service_pb2.FinishingPlace(
                player=place.player, best_place=place.best, worst_place=place.worst
            )
            for place in rank_finishers(busts, players)
        ],
        bounties=[
            table_service_pb2.BountyShare(player=one.player, busted_player=one.out, amount=one.amount)
            for one in bounties(busts, unit)
        ],
        players_left=players - len(busts),
    )


def _busts(request: table_service_pb2.RankFinishersRequest) -> list[Bust]:
    out = [message.player for message in request.busted]
    busts: dict[int, Bust] = {}
    for place, message in enumerate(request.busted):
        where = f"busted[{place}]"
        if message.player in busts:
            raise checks.contradiction(f"{where}.player", f"Player {message.player} is there twice.")
        stack = checks.chips(message.starting_stack, f"{where}.starting_stack")
        checks.number(stack, 1, MAX_CHIPS, f"{where}.starting_stack")
        by = tuple(message.busted_by)
        checks.number(len(by), 0, checks.MOST_SEAT, f"{where}.busted_by")
        if len(set(by)) < len(by) or set(by).intersection(out):
            text = "Who won the pot is there once, and is not out."
            raise checks.contradiction(f"{where}.busted_by", text, "R-19.6")
        bounty = checks.chips(message.bounty, f"{where}.bounty")
        busts[message.player] = Bust(message.player, stack, by, bounty)
    return list(busts.values())
