"""Chips on and off the table on the wire: the questions checked, the verdicts with their bounds."""

from __future__ import annotations

from floorman.api import checks
from floorman.api.configs import config_from_wire
from floorman.api.rejection import refusal_message
from floorman.api.wording import worded
from floorman.rules.switches import TableConfig
from floorman.table.buyins import (
    Departure,
    Verdict,
    check_add_on,
    check_buy_in,
    check_cash_out,
    check_rebuy,
    check_top_up,
    rathole_left_ms,
    rathole_window_ms,
)
from floorman.v1 import config_pb2, table_service_pb2

__all__ = ["buy_in_verdict", "cash_out_verdict", "top_up_verdict"]


def buy_in_verdict(
    request: table_service_pb2.CheckBuyInRequest, languages: str
) -> table_service_pb2.CheckBuyInResponse:
    """Whether somebody may buy in.

    Raises:
        Rejected: with the field at fault.
    """
    config = _config(request.config, has=request.HasField("config"))
    amount = _amount(request.amount, "amount", least=1)
    match request.kind:
        case table_service_pb2.BUY_IN_KIND_UNSPECIFIED | table_service_pb2.BUY_IN_KIND_CASH:
            departure = _departure(request)
            verdict = check_buy_in(config, amount, departure, request.now_ms)
            left = rathole_left_ms(config, departure, request.now_ms)
            return table_service_pb2.CheckBuyInResponse(
                verdict=_verdict(verdict, languages), rathole_left_ms=left
            )
        case table_service_pb2.BUY_IN_KIND_REBUY:
            if request.HasField("departure"):
                raise checks.contradiction("departure", "A tournament lets nobody take chips away.")
            stack = _amount(request.stack, "stack")
            level = checks.number(request.level, 1, checks.MOST_UINT32, "level")
            verdict = check_rebuy(config, amount, stack=stack, taken=request.rebuys_taken, level=level)
            return table_service_pb2.CheckBuyInResponse(
                verdict=_verdict(verdict, languages),
                rebuys_left=max(0, config.rebuys_max - request.rebuys_taken),
            )
        case _:
            raise checks.unknown_enum("kind", request.kind, "R-19.1")


def top_up_verdict(
    request: table_service_pb2.CheckTopUpRequest, languages: str
) -> table_service_pb2.CheckTopUpResponse:
    """Whether chips may be added.

    Raises:
        Rejected: with the field at fault.
    """
    config = _config(request.config, has=request.HasField("config"))
    stack = _amount(request.stack, "stack")
    amount = _amount(request.amount, "amount", least=1)
    match request.kind:
        case table_service_pb2.TOP_UP_KIND_UNSPECIFIED | table_service_pb2.TOP_UP_KIND_TOP_UP:
            verdict = check_top_up(config, stack, amount, hand_running=request.hand_running)
        case table_service_pb2.TOP_UP_KIND_ADD_ON:
            level = checks.number(request.level, 1, checks.MOST_UINT32, "level")
            taken, running = request.addons_taken, request.hand_running
            verdict = check_add_on(config, amount, taken=taken, level=level, hand_running=running)
        case _:
            raise checks.unknown_enum("kind", request.kind, "R-19.1")
    return table_service_pb2.CheckTopUpResponse(verdict=_verdict(verdict, languages))


def cash_out_verdict(
    request: table_service_pb2.CheckCashOutRequest, languages: str
) -> table_service_pb2.CheckCashOutResponse:
    """Whether chips may leave.

    Raises:
        Rejected: with the field at fault.
    """
    config = _config(request.config, has=request.HasField("config"))
    stack = _amount(request.stack, "stack")
    amount = _amount(request.amount, "amount")
    verdict = check_cash_out(stack, amount, hand_running=request.hand_running)
    return table_service_pb2.CheckCashOutResponse(
        verdict=_verdict(verdict, languages), rathole_window_ms=rathole_window_ms(config)
    )


def _config(message: config_pb2.TableConfig, *, has: bool) -> TableConfig:
    if not has:
        raise checks.missing("config", "The table's rules are required: at least its blinds.")
    return config_from_wire(message, "config")


def _amount(value: int, field: str, least: int = 0) -> int:
    checks.chips(value, field)
    return checks.number(value, least, checks.MOST_INT64, field)


def _departure(request: table_service_pb2.CheckBuyInRequest) -> Departure | None:
    if not request.HasField("departure"):
        return None
    amount = _amount(request.departure.amount, "departure.amount")
    at_ms = checks.number(request.departure.at_ms, 0, checks.MOST_CLOCK_MS, "departure.at_ms")
    checks.number(request.now_ms, at_ms, checks.MOST_CLOCK_MS, "now_ms")
    return Departure(amount, at_ms)


def _verdict(verdict: Verdict, languages: str) -> table_service_pb2.ChipsVerdict:
    message = table_service_pb2.ChipsVerdict(
        allowed=verdict.refusal is None, least=verdict.least, most=verdict.most
    )
    if verdict.refusal is not None:
        message.refused.CopyFrom(worded(refusal_message(verdict.refusal), languages))
    return message
