"""R-19.1 to R-19.3: chips on and off the table."""

from __future__ import annotations

import pytest

from floorman.rules.choices import Topup
from floorman.rules.refusal import Reason
from floorman.rules.switches import MAX_CHIPS
from floorman.table.buyins import (
    Departure,
    Verdict,
    check_add_on,
    check_buy_in,
    check_cash_out,
    check_rebuy,
    check_top_up,
    rathole_left_ms,
)
from floorman.v1 import config_pb2, refusal_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub
from tests.table.chairs import rules

MINUTE = 60_000
NOW = 1_700_000_000_000
TABLE = rules()  # 1/2: 40 to 200


def said(verdict: Verdict) -> tuple[Reason | None, int, int]:
    return verdict.refusal.reason if verdict.refusal else None, verdict.least, verdict.most


# ---- R-19.1 ----


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        (39, Reason.BELOW_MINIMUM_BUYIN),
        (40, None),
        (200, None),
        (201, Reason.ABOVE_MAXIMUM_BUYIN),
    ],
)
def test_r19_1_a_buy_in_is_20_to_100_big_blinds(amount: int, reason: Reason | None) -> None:
    assert said(check_buy_in(TABLE, amount, None, 0)) == (reason, 40, 200)


def test_r19_1_no_maximum() -> None:
    assert said(check_buy_in(rules(max_buyin_bb=0), 1_000_000, None, 0)) == (None, 40, MAX_CHIPS)


def test_r13_5_no_smaller_chip_than_the_unit() -> None:
    tens = rules(unit=10, small_blind=10, big_blind=20)
    assert said(check_buy_in(tens, 405, None, 0))[0] is Reason.NOT_A_MULTIPLE_OF_UNIT
    assert said(check_top_up(tens, 400, 15, hand_running=False))[0] is Reason.NOT_A_MULTIPLE_OF_UNIT
    # whoever left with odd chips comes back with them
    assert said(check_buy_in(tens, 405, Departure(405, NOW), NOW)) == (None, 405, 2000)


@pytest.mark.parametrize(
    ("stack", "amount", "reason", "room"),
    [
        (150, 50, None, 50),
        (150, 51, Reason.ABOVE_MAXIMUM_BUYIN, 50),
        (199, 1, None, 1),
        (200, 1, Reason.ABOVE_MAXIMUM_BUYIN, 0),
        (350, 1, Reason.ABOVE_MAXIMUM_BUYIN, 0),
    ],
)
def test_r19_1_a_top_up_reaches_the_largest_buy_in(
    stack: int, amount: int, reason: Reason | None, room: int
) -> None:
    verdict = check_top_up(TABLE, stack, amount, hand_running=False)
    assert said(verdict) == (reason, min(1, room), room)


def test_r19_1_no_chips_come_or_go_during_a_hand() -> None:
    assert said(check_top_up(TABLE, 100, 50, hand_running=True)) == (Reason.HAND_RUNNING, 1, 100)
    assert said(check_cash_out(100, 100, hand_running=True)) == (Reason.HAND_RUNNING, 100, 100)


def test_r19_1_chips_leave_only_with_their_player() -> None:
    assert said(check_cash_out(350, 350, hand_running=False)) == (None, 350, 350)
    assert said(check_cash_out(350, 150, hand_running=False)) == (Reason.GOING_SOUTH, 350, 350)
    assert said(check_cash_out(350, 351, hand_running=False)) == (Reason.INSUFFICIENT_CHIPS, 350, 350)


def test_r19_1_a_table_that_sells_no_more_chips() -> None:
    verdict = check_top_up(rules(topup=Topup.NONE), 10, 10, hand_running=False)
    assert said(verdict) == (Reason.TOPUP_NOT_OFFERED, 0, 0)


# ---- R-19.2 ----


@pytest.mark.parametrize(
    ("minutes", "amount", "answer"),
    [
        (30, 250, (None, 250, 250)),  # the example: 250 even though the table sells 200
        (30, 249, (Reason.BELOW_AMOUNT_TAKEN, 250, 250)),
        (30, 200, (Reason.BELOW_AMOUNT_TAKEN, 250, 250)),
        (30, 251, (Reason.ABOVE_MAXIMUM_BUYIN, 250, 250)),
        (59, 249, (Reason.BELOW_AMOUNT_TAKEN, 250, 250)),
        (60, 200, (None, 40, 200)),
        (60, 250, (Reason.ABOVE_MAXIMUM_BUYIN, 40, 200)),
    ],
)
def test_r19_2_ex_left_with_250(minutes: int, amount: int, answer: tuple[Reason | None, int, int]) -> None:
    departure = Departure(250, NOW)
    assert said(check_buy_in(TABLE, amount, departure, NOW + minutes * MINUTE)) == answer


def test_r19_2_within_the_tables_bounds_what_was_taken_is_the_least() -> None:
    departure = Departure(120, NOW)
    assert said(check_buy_in(TABLE, 119, departure, NOW)) == (Reason.BELOW_AMOUNT_TAKEN, 120, 200)
    assert said(check_buy_in(TABLE, 150, departure, NOW)) == (None, 120, 200)


def test_r19_2_who_left_with_little_buys_in_like_anybody() -> None:
    assert said(check_buy_in(TABLE, 39, Departure(10, NOW), NOW)) == (Reason.BELOW_MINIMUM_BUYIN, 40, 200)
    assert said(check_buy_in(TABLE, 40, Departure(0, NOW), NOW)) == (None, 40, 200)


def test_r19_2_off() -> None:
    assert said(check_buy_in(rules(rathole_minutes=0), 40, Departure(250, NOW), NOW)) == (None, 40, 200)


@pytest.mark.parametrize(
    ("passed", "left"), [(0, 60 * MINUTE), (59 * MINUTE + 59_999, 1), (60 * MINUTE, 0), (90 * MINUTE, 0)]
)
def test_r19_2_the_time_that_is_left(passed: int, left: int) -> None:
    assert rathole_left_ms(TABLE, Departure(250, NOW), NOW + passed) == left
    assert rathole_left_ms(TABLE, None, NOW) == 0


# ---- R-19.3 ----

REBUYS = rules("TOURNAMENT_TDA", rebuys_max=2, rebuy_last_level=6, addon=True)


@pytest.mark.parametrize(
    ("stack", "taken", "level", "reason"),
    [
        (0, 0, 1, None),
        (0, 1, 6, None),
        (0, 2, 3, Reason.REBUYS_USED_UP),
        (0, 0, 7, Reason.REBUYS_OVER),
        (5, 0, 1, Reason.NOT_BUST),
    ],
)
def test_r19_3_rebuys(stack: int, taken: int, level: int, reason: Reason | None) -> None:
    assert said(check_rebuy(REBUYS, 5000, stack=stack, taken=taken, level=level))[0] is reason


def test_r19_3_a_tournament_has_no_rebuys_unless_it_says_so() -> None:
    verdict = check_rebuy(rules("TOURNAMENT_TDA"), 5000, stack=0, taken=0, level=1)
    assert said(verdict) == (Reason.REBUYS_USED_UP, 0, 0)


def test_r19_3_every_level_may_have_rebuys() -> None:
    config = rules("TOURNAMENT_TDA", rebuys_max=1)
    assert said(check_rebuy(config, 5000, stack=0, taken=0, level=40))[0] is None


def test_r19_3_one_add_on_for_each_between_hands_in_the_period() -> None:
    def asked(taken: int = 0, level: int = 6, *, running: bool = False) -> Reason | None:
        return said(check_add_on(REBUYS, 10_000, taken=taken, level=level, hand_running=running))[0]

    assert asked() is None
    assert asked(taken=1) is Reason.ADDON_NOT_OFFERED
    assert asked(level=7) is Reason.REBUYS_OVER
    assert asked(running=True) is Reason.HAND_RUNNING
    without = check_add_on(rules("TOURNAMENT_TDA"), 10_000, taken=0, level=1, hand_running=False)
    assert said(without) == (Reason.ADDON_NOT_OFFERED, 0, 0)


def test_r19_3_a_tournament_has_no_top_up() -> None:
    verdict = check_top_up(rules("TOURNAMENT_TDA"), 10, 10, hand_running=False)
    assert said(verdict)[0] is Reason.TOPUP_NOT_OFFERED


# ---- through the service ----

CONFIG = config_pb2.TableConfig(small_blind=1, big_blind=2)


def test_r19_2_ex_through_the_service(table: TableServiceStub) -> None:
    request = wire.CheckBuyInRequest(
        config=CONFIG,
        amount=200,
        departure=wire.Departure(amount=250, at_ms=NOW),
        now_ms=NOW + 30 * MINUTE,
    )
    answer = table.CheckBuyIn(request)
    assert not answer.verdict.allowed
    assert (answer.verdict.least, answer.verdict.most) == (250, 250)
    assert answer.rathole_left_ms == 30 * MINUTE
    refused = answer.verdict.refused
    assert refused.reason == refusal_pb2.ERROR_REASON_BELOW_AMOUNT_TAKEN
    assert refused.rule == "R-19.2"
    assert [(one.name, one.value) for one in refused.numbers] == [
        ("amount", 200),
        ("least", 250),
        ("most", 250),
    ]
    request.amount = 250
    answer = table.CheckBuyIn(request)
    assert answer.verdict.allowed
    assert not answer.verdict.HasField("refused")


def test_refusals_of_chips_speak_chinese(table: TableServiceStub) -> None:
    request = wire.CheckTopUpRequest(config=CONFIG, stack=200, amount=1)
    answer = table.CheckTopUp(request, metadata=(("accept-language", "zh"),))
    assert "超过最高买入额" in answer.verdict.refused.message


def test_r19_1_cash_out_through_the_service(table: TableServiceStub) -> None:
    answer = table.CheckCashOut(wire.CheckCashOutRequest(config=CONFIG, stack=350, amount=350))
    assert answer.verdict.allowed
    assert answer.rathole_window_ms == 60 * MINUTE


def test_r19_3_rebuys_through_the_service(table: TableServiceStub) -> None:
    config = config_pb2.TableConfig(
        preset="TOURNAMENT_TDA", small_blind=50, big_blind=100, rebuys_max=2, addon=True
    )
    answer = table.CheckBuyIn(
        wire.CheckBuyInRequest(
            config=config, amount=5000, kind=wire.BUY_IN_KIND_REBUY, rebuys_taken=1, level=3
        )
    )
    assert answer.verdict.allowed
    assert answer.rebuys_left == 1
    add_on = table.CheckTopUp(
        wire.CheckTopUpRequest(config=config, stack=700, amount=10_000, kind=wire.TOP_UP_KIND_ADD_ON, level=3)
    )
    assert add_on.verdict.allowed
