"""Requests to TableService that are wrong: reason, field and numbers, in both languages; nothing worse."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message

from floorman.fairness.draws import draw_commit
from floorman.v1 import cards_pb2, config_pb2, draw_pb2, opening_pb2
from floorman.v1 import table_service_pb2 as wire
from tests.security.filling import filled
from tests.security.house import METHODS, House, Refused, open_house, read_refusal

CONFIG = config_pb2.TableConfig(small_blind=1, big_blind=2)
SEED = b"\x11" * 32
MINUTE = 60_000


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house() as house:
        yield house


def prepare(**changes: Any) -> wire.PrepareHandRequest:
    """A request for the next hand of four, with one thing about it changed."""
    request = wire.PrepareHandRequest(
        opening=opening_pb2.HandOpening(config=CONFIG),
        seats=[wire.TakenSeat(seat=seat, stack=200) for seat in range(4)],
        last_hand=wire.TablePositions(button=0, small_blind_position=1, big_blind_seat=2),
    )
    for name, value in changes.items():
        part: Any = request
        *path, last = name.split("__")
        for step in path:
            part = part[int(step)] if step.isdigit() else getattr(part, step)
        if last == "clear":
            request.ClearField(value)
        elif isinstance(value, Message):
            getattr(part, last).CopyFrom(value)
        elif isinstance(value, list):
            del getattr(part, last)[:]
            getattr(part, last).extend(value)
        else:
            setattr(part, last, value)
    return request


def schedule(*entries: wire.ScheduleEntry, **at: Any) -> wire.LevelAtRequest:
    return wire.LevelAtRequest(schedule=wire.BlindSchedule(entries=entries), **(at or {"elapsed_ms": 0}))


def level(small: int, big: int, duration: int = MINUTE, ante: int | None = None) -> wire.ScheduleEntry:
    return wire.ScheduleEntry(
        duration_ms=duration, level=wire.BlindLevel(small_blind=small, big_blind=big, ante=ante)
    )


def colors(stacks: dict[int, int], old: int = 25, new: int = 100, cards: str = "") -> wire.ColorUpRequest:
    return wire.ColorUpRequest(
        old_unit=old,
        new_unit=new,
        stacks=[cards_pb2.SeatChips(seat=seat, amount=stacks[seat]) for seat in stacks],
        cards=cards.split(),
    )


def busted(*players: wire.BustedPlayer, left: int = 9, unit: int = 0) -> wire.RankFinishersRequest:
    return wire.RankFinishersRequest(players=left, busted=players, bounty_unit=unit)


def out(player: int, stack: int = 100, by: tuple[int, ...] = (), bounty: int = 0) -> wire.BustedPlayer:
    return wire.BustedPlayer(player=player, starting_stack=stack, busted_by=by, bounty=bounty)


def entrants(*numbers: int) -> list[draw_pb2.DrawEntrant]:
    return [draw_pb2.DrawEntrant(entrant=number) for number in numbers]


def draw(kind: draw_pb2.DrawKind.ValueType, **fields: Any) -> wire.OpenDrawRequest:
    return wire.OpenDrawRequest(**{"table_id": "t", "kind": kind, **fields})


SEATS, BUTTON, HIGH = draw_pb2.DRAW_KIND_SEATS, draw_pb2.DRAW_KIND_BUTTON, draw_pb2.DRAW_KIND_HIGH_CARD
SUITS = config_pb2.DRAW_TIE_SUIT_ORDER
SHORT = config_pb2.VARIANT_SHORT_DECK_36
TWICE = [wire.TakenSeat(seat=1, stack=5), wire.TakenSeat(seat=1, stack=5)]
SIX_SEATS = config_pb2.TableConfig(small_blind=1, big_blind=2, max_seats=6)
NINE = [wire.TakenSeat(seat=seat, stack=5) for seat in range(9)]
BIG = entrants(256)
NO_BUTTON = wire.TablePositions(big_blind_seat=1)
RICH = wire.TakenSeat(seat=2, stack=2**53 - 1)

WRONG: list[tuple[str, Message, str, str]] = [
    # the rules of a table
    ("ResolveConfig", wire.ResolveConfigRequest(), "FIELD_MISSING", "config"),
    (
        "ResolveConfig",
        wire.ResolveConfigRequest(config=config_pb2.TableConfig(betting=99)),  # type: ignore[arg-type]
        "UNKNOWN_ENUM",
        "config.betting",
    ),
    # the next hand
    ("PrepareHand", wire.PrepareHandRequest(), "FIELD_MISSING", "opening.config"),
    ("PrepareHand", prepare(opening__config__boards=2), "CONFIG_INVALID", "opening.config.boards"),
    ("PrepareHand", prepare(opening__button=1), "CONTRADICTION", "opening.button"),
    ("PrepareHand", prepare(opening__small_blind_seat=1), "CONTRADICTION", "opening.small_blind_seat"),
    ("PrepareHand", prepare(opening__big_blind_seat=1), "CONTRADICTION", "opening.big_blind_seat"),
    ("PrepareHand", prepare(opening__small_blind_dead=True), "CONTRADICTION", "opening.small_blind_dead"),
    (
        "PrepareHand",
        prepare(opening__seats=[opening_pb2.OpeningSeat()]),
        "CONTRADICTION",
        "opening.seats",
    ),
    (
        "PrepareHand",
        prepare(opening__straddles=[opening_pb2.StraddlePost(seat=1)]),
        "CONTRADICTION",
        "opening.straddles",
    ),
    ("PrepareHand", prepare(seats__2__seat=11), "SEAT_OUT_OF_RANGE", "seats[2].seat"),
    ("PrepareHand", prepare(seats=TWICE), "DUPLICATE_SEAT", "seats[1].seat"),
    ("PrepareHand", prepare(seats__1__stack=-1), "CHIPS_OUT_OF_RANGE", "seats[1].stack"),
    ("PrepareHand", prepare(seats__1__stack=2**53), "CHIPS_OUT_OF_RANGE", "seats[1].stack"),
    ("PrepareHand", prepare(seats=[*TWICE[:1], RICH]), "CHIPS_OUT_OF_RANGE", "seats"),
    ("PrepareHand", prepare(seats__0__wish=99), "UNKNOWN_ENUM", "seats[0].wish"),
    ("PrepareHand", prepare(opening__config=SIX_SEATS, seats=NINE), "SEAT_COUNT", "seats"),
    (
        "PrepareHand",
        prepare(last_hand=wire.TablePositions(big_blind_seat=1)),
        "FIELD_MISSING",
        "last_hand.button",
    ),
    ("PrepareHand", prepare(last_hand__button=11), "SEAT_OUT_OF_RANGE", "last_hand.button"),
    ("PrepareHand", prepare(last_hand__big_blind_seat=99), "SEAT_OUT_OF_RANGE", "last_hand.big_blind_seat"),
    ("PrepareHand", prepare(last_hand__big_blind_seat=1), "CONTRADICTION", "last_hand.big_blind_seat"),
    ("PrepareHand", prepare(first_button=99), "SEAT_OUT_OF_RANGE", "first_button"),
    ("PrepareHand", prepare(clear="last_hand", first_button=9), "UNKNOWN_SEAT", "first_button"),
    # draws
    ("OpenDraw", draw(draw_pb2.DRAW_KIND_UNSPECIFIED), "UNKNOWN_ENUM", "kind"),
    ("OpenDraw", draw(SEATS, table_id="", seats=[1], entrants=entrants(1)), "WRONG_LENGTH", "table_id"),
    ("OpenDraw", draw(SEATS, entrants=entrants(1)), "SEAT_COUNT", "seats"),
    ("OpenDraw", draw(SEATS, seats=[1, 1], entrants=entrants(1)), "DUPLICATE_SEAT", "seats[1]"),
    ("OpenDraw", draw(SEATS, seats=[1, 11], entrants=entrants(1)), "SEAT_OUT_OF_RANGE", "seats[1]"),
    ("OpenDraw", draw(SEATS, seats=[1], entrants=entrants(1, 2)), "NUMBER_OUT_OF_RANGE", "entrants"),
    ("OpenDraw", draw(SEATS, seats=[1]), "NUMBER_OUT_OF_RANGE", "entrants"),
    ("OpenDraw", draw(SEATS, seats=[1, 2], entrants=entrants(7, 7)), "CONTRADICTION", "entrants[1].entrant"),
    (
        "OpenDraw",
        draw(SEATS, seats=[1], entrants=entrants(256)),
        "NUMBER_OUT_OF_RANGE",
        "entrants[0].entrant",
    ),
    (
        "OpenDraw",
        draw(BUTTON, seats=[1], entrants=[draw_pb2.DrawEntrant(entrant=1, commit=b"short")]),
        "WRONG_LENGTH",
        "entrants[0].commit",
    ),
    ("OpenDraw", draw(BUTTON, seats=[1], tie=SUITS), "CONTRADICTION", "tie"),
    ("OpenDraw", draw(BUTTON, seats=[1], variant=SHORT), "CONTRADICTION", "variant"),
    ("OpenDraw", draw(HIGH, entrants=entrants(1), tie=99), "UNKNOWN_ENUM", "tie"),
    ("OpenDraw", draw(HIGH, entrants=entrants(1), variant=99), "UNKNOWN_ENUM", "variant"),
    ("OpenDraw", draw(HIGH, seats=[1], entrants=entrants(1)), "CONTRADICTION", "seats"),
    ("OpenDraw", draw(HIGH), "NUMBER_OUT_OF_RANGE", "entrants"),
    ("OpenDraw", draw(HIGH, entrants=entrants(*range(23))), "NUMBER_OUT_OF_RANGE", "entrants"),
    ("DrawSeats", wire.DrawSeatsRequest(table_id="t", open_seats=[1]), "NUMBER_OUT_OF_RANGE", "entrants"),
    (
        "DrawSeats",
        wire.DrawSeatsRequest(table_id="t", open_seats=[1, 2], entrants=[5, 5]),
        "CONTRADICTION",
        "entrants[1]",
    ),
    ("DrawSeats", wire.DrawSeatsRequest(open_seats=[1], entrants=[5]), "WRONG_LENGTH", "table_id"),
    ("DrawButton", wire.DrawButtonRequest(table_id="t"), "SEAT_COUNT", "seats"),
    (
        "DrawButton",
        wire.DrawButtonRequest(table_id="t", seats=[1], method=config_pb2.FIRST_BUTTON_GIVEN),
        "CONTRADICTION",
        "method",
    ),
    (
        "DrawButton",
        wire.DrawButtonRequest(table_id="t", seats=[1], method=99),  # type: ignore[arg-type]
        "UNKNOWN_ENUM",
        "method",
    ),
    ("DrawButton", wire.DrawButtonRequest(table_id="t", seats=[1], tie=SUITS), "CONTRADICTION", "tie"),
    (
        "DrawButton",
        wire.DrawButtonRequest(table_id="t", seats=[1], variant=SHORT),
        "CONTRADICTION",
        "variant",
    ),
    # chips
    ("CheckBuyIn", wire.CheckBuyInRequest(amount=50), "FIELD_MISSING", "config"),
    ("CheckBuyIn", wire.CheckBuyInRequest(config=CONFIG), "NUMBER_OUT_OF_RANGE", "amount"),
    ("CheckBuyIn", wire.CheckBuyInRequest(config=CONFIG, amount=-5), "CHIPS_OUT_OF_RANGE", "amount"),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(config=CONFIG, amount=50, kind=99),  # type: ignore[arg-type]
        "UNKNOWN_ENUM",
        "kind",
    ),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(config=CONFIG, amount=50, departure=wire.Departure(at_ms=9), now_ms=8),
        "NUMBER_OUT_OF_RANGE",
        "now_ms",
    ),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(config=CONFIG, amount=50, departure=wire.Departure(at_ms=-1)),
        "NUMBER_OUT_OF_RANGE",
        "departure.at_ms",
    ),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(config=CONFIG, amount=50, departure=wire.Departure(amount=-1)),
        "CHIPS_OUT_OF_RANGE",
        "departure.amount",
    ),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(config=CONFIG, amount=50, kind=wire.BUY_IN_KIND_REBUY),
        "NUMBER_OUT_OF_RANGE",
        "level",
    ),
    (
        "CheckBuyIn",
        wire.CheckBuyInRequest(
            config=CONFIG, amount=50, kind=wire.BUY_IN_KIND_REBUY, level=1, departure=wire.Departure()
        ),
        "CONTRADICTION",
        "departure",
    ),
    ("CheckTopUp", wire.CheckTopUpRequest(config=CONFIG, stack=-1, amount=5), "CHIPS_OUT_OF_RANGE", "stack"),
    ("CheckTopUp", wire.CheckTopUpRequest(config=CONFIG, stack=1), "NUMBER_OUT_OF_RANGE", "amount"),
    (
        "CheckTopUp",
        wire.CheckTopUpRequest(config=CONFIG, amount=5, kind=wire.TOP_UP_KIND_ADD_ON),
        "NUMBER_OUT_OF_RANGE",
        "level",
    ),
    (
        "CheckTopUp",
        wire.CheckTopUpRequest(config=CONFIG, amount=5, kind=99),  # type: ignore[arg-type]
        "UNKNOWN_ENUM",
        "kind",
    ),
    ("CheckCashOut", wire.CheckCashOutRequest(stack=5, amount=5), "FIELD_MISSING", "config"),
    ("CheckCashOut", wire.CheckCashOutRequest(config=CONFIG, amount=2**53), "CHIPS_OUT_OF_RANGE", "amount"),
    # blind schedules
    ("LevelAt", wire.LevelAtRequest(elapsed_ms=0), "NUMBER_OUT_OF_RANGE", "schedule.entries"),
    ("LevelAt", schedule(*([level(1, 2)] * 501)), "NUMBER_OUT_OF_RANGE", "schedule.entries"),
    ("LevelAt", schedule(wire.ScheduleEntry(duration_ms=5)), "FIELD_MISSING", "schedule.entries[0].entry"),
    ("LevelAt", schedule(level(1, 2, -1)), "NUMBER_OUT_OF_RANGE", "schedule.entries[0].duration_ms"),
    ("LevelAt", schedule(level(1, 2, ante=-1)), "CHIPS_OUT_OF_RANGE", "schedule.entries[0].level.ante"),
    ("LevelAt", schedule(level(1, 2), elapsed_ms=-1), "NUMBER_OUT_OF_RANGE", "elapsed_ms"),
    ("LevelAt", schedule(level(1, 2), level=0), "NUMBER_OUT_OF_RANGE", "level"),
    ("LevelAt", schedule(level(1, 2), level=2), "NUMBER_OUT_OF_RANGE", "level"),
    ("LevelAt", wire.LevelAtRequest(schedule=schedule(level(1, 2)).schedule), "FIELD_MISSING", "at"),
    (
        "LevelAt",
        schedule(level(1, 2), elapsed_ms=0, config=config_pb2.TableConfig(preset="X", boards=2)),
        "CONFIG_INVALID",
        "config.preset",
    ),
    # colour-up
    ("ColorUp", colors({1: 100}, old=0), "NUMBER_OUT_OF_RANGE", "old_unit"),
    ("ColorUp", colors({1: 100}, new=0), "NUMBER_OUT_OF_RANGE", "new_unit"),
    ("ColorUp", colors({1: 100}, new=25), "CONTRADICTION", "new_unit"),
    ("ColorUp", colors({1: 100}, new=60), "CONTRADICTION", "new_unit"),
    ("ColorUp", colors({1: 100}, old=1, new=10_001), "NUMBER_OUT_OF_RANGE", "new_unit"),
    ("ColorUp", colors({}), "SEAT_COUNT", "stacks"),
    ("ColorUp", colors({1: 110}), "CONTRADICTION", "stacks[0].amount"),
    ("ColorUp", colors({1: 0}), "CONTRADICTION", "stacks[0].amount"),
    ("ColorUp", colors({11: 100}), "SEAT_OUT_OF_RANGE", "stacks[0].seat"),
    ("ColorUp", colors({1: 75, 2: 125}, cards="As Kd Qc"), "CARD_COUNT", "cards"),
    ("ColorUp", colors({1: 75, 2: 125}, cards="As Kd Qc 2c 3c"), "CARD_COUNT", "cards"),
    ("ColorUp", colors({1: 75, 2: 125}, cards="As Kd Qc As"), "CARD_TWICE", "cards"),
    ("ColorUp", colors({1: 75, 2: 125}, cards="As Kd Qc Xx"), "NOT_A_CARD", "cards[3]"),
    # finishes
    ("RankFinishers", busted(), "NUMBER_OUT_OF_RANGE", "busted"),
    ("RankFinishers", busted(out(1), left=1), "NUMBER_OUT_OF_RANGE", "players"),
    ("RankFinishers", busted(out(1), out(1)), "CONTRADICTION", "busted[1].player"),
    ("RankFinishers", busted(out(1, stack=0)), "NUMBER_OUT_OF_RANGE", "busted[0].starting_stack"),
    ("RankFinishers", busted(out(1, by=(3, 3))), "CONTRADICTION", "busted[0].busted_by"),
    ("RankFinishers", busted(out(1, by=(2,)), out(2)), "CONTRADICTION", "busted[0].busted_by"),
    ("RankFinishers", busted(out(1, by=tuple(range(2, 13)))), "NUMBER_OUT_OF_RANGE", "busted[0].busted_by"),
    ("RankFinishers", busted(out(1, bounty=-1)), "CHIPS_OUT_OF_RANGE", "busted[0].bounty"),
    ("RankFinishers", busted(out(1), unit=-1), "NUMBER_OUT_OF_RANGE", "bounty_unit"),
]


@pytest.mark.parametrize(
    ("method", "request_", "reason", "field"),
    WRONG,
    ids=[f"{method} {field} {reason}" for method, _, reason, field in WRONG],
)
def test_a_wrong_request_names_its_field(
    house: House, method: str, request_: Message, reason: str, field: str
) -> None:
    refused = house.refused(method, request_)
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
    assert refused.reason == reason
    assert refused.fields[0] == field


def test_a_schedule_says_everything_that_is_wrong(house: House) -> None:
    entries = [level(50, 100), level(40, 30), wire.ScheduleEntry(pause=wire.BlindBreak())]
    refused = house.refused("LevelAt", schedule(*entries))
    assert refused.reason == "SCHEDULE_INVALID"
    assert refused.fields == [
        "schedule.entries[1].level.small_blind",
        "schedule.entries[1].level.small_blind",
        "schedule.entries[1].level.big_blind",
        "schedule.entries[2].duration_ms",
    ]


# ---- draws: tokens and seeds ----


def opened(house: House) -> wire.OpenDrawResponse:
    answer: wire.OpenDrawResponse = house.ask(
        "OpenDraw",
        draw(
            BUTTON,
            seats=[1, 2, 5],
            entrants=[
                draw_pb2.DrawEntrant(entrant=1, commit=draw_commit("t", 1, SEED)),
                draw_pb2.DrawEntrant(entrant=2),
            ],
        ),
    )
    return answer


def seed(entrant: int, value: bytes = SEED) -> draw_pb2.DrawSeed:
    return draw_pb2.DrawSeed(entrant=entrant, seed=value)


@pytest.mark.parametrize(
    ("seeds", "reason", "field"),
    [
        ([], "SEED_MISSING", "seeds"),
        ([seed(1, b"\x12" * 32)], "SEED_REFUSED", "seeds[0].seed"),
        ([seed(1), seed(2)], "SEED_REFUSED", "seeds[1].seed"),
        ([seed(7), seed(1)], "SEED_REFUSED", "seeds[0].seed"),
        ([seed(1, b"short")], "WRONG_LENGTH", "seeds[0].seed"),
        ([seed(1, b"\x11" * 65)], "WRONG_LENGTH", "seeds[0].seed"),
        ([seed(1), seed(1)], "CONTRADICTION", "seeds[1].entrant"),
    ],
)
def test_audit_8_a_draw_takes_every_committed_seed_and_no_other(
    house: House, seeds: list[draw_pb2.DrawSeed], reason: str, field: str
) -> None:
    request = wire.CompleteDrawRequest(draw_token=opened(house).draw_token, seeds=seeds)
    refused = house.refused("CompleteDraw", request)
    assert (refused.reason, refused.fields[0]) == (reason, field)


def test_audit_8_a_changed_token_is_no_draw(house: House) -> None:
    token = opened(house).draw_token
    good = wire.CompleteDrawRequest(draw_token=token, seeds=[seed(1)])
    assert house.ask("CompleteDraw", good).result.button in {1, 2, 5}
    for place in range(len(token)):
        changed = bytearray(token)
        changed[place] ^= 1
        request = wire.CompleteDrawRequest(draw_token=bytes(changed), seeds=[seed(1)])
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("CompleteDraw", request)
        assert read_refusal(caught.value).reason in {"MALFORMED_STATE", "UNREADABLE_STATE", "RULES_VERSION"}


@pytest.mark.parametrize("token", [b"", b"x" * 100, b"FLM1" + b"\4" * 200])
def test_what_is_no_token_is_no_draw(house: House, token: bytes) -> None:
    refused = house.refused("CompleteDraw", wire.CompleteDrawRequest(draw_token=token))
    assert refused.code is grpc.StatusCode.INVALID_ARGUMENT or refused.reason == "RULES_VERSION"


# ---- anything ----

TABLE_METHODS = [name for name, (path, _, _) in METHODS.items() if "TableService" in path]


@pytest.mark.parametrize("method", TABLE_METHODS)
def test_whatever_comes_is_answered_or_refused_with_a_reason(house: House, method: str) -> None:
    chance = random.Random(f"table {method}")
    request_type = METHODS[method][1]
    for _ in range(300):
        request: Any = filled(request_type(), chance)
        for name in ("config", "opening"):
            if hasattr(request, name) and chance.random() < 0.7:  # further than the blinds
                config = request.opening.config if name == "opening" else request.config
                config.CopyFrom(CONFIG)
        refusal = refusal_if_any(house, method, request)
        assert refusal is None or refusal.reason


def refusal_if_any(house: House, method: str, request: Message) -> Refused | None:
    try:
        house.ask(method, request)
    except grpc.RpcError as error:
        return read_refusal(error)
    return None


def test_all_thirteen_methods_are_tried() -> None:
    assert len(TABLE_METHODS) == 13
