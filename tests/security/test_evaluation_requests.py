"""Requests to EvaluationService that are wrong: cards, seats, chips, switches and places."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from floorman.v1 import cards_pb2, config_pb2, evaluation_service_pb2
from tests.security.house import House
from tests.security.table import board, hole

_MOST: Final = 2**53 - 1
_HUGE: Final = (-(2**63), -1, 2**53, 2**63 - 1)
_BOARD: Final = board("2c", "7d", "9h", "Jc", "3s")
_SHORT: Final = config_pb2.VARIANT_SHORT_DECK_36


@dataclass(frozen=True)
class Wrong:
    """A request with one thing wrong, and what the refusal must say."""

    what: str
    method: str
    request: Message
    reason: str
    at: str
    numbers: dict[str, int] = field(default_factory=dict)


def _hands(*hands: tuple[str, ...], **fields: Any) -> Message:
    return evaluation_service_pb2.EvaluateHandsRequest(
        hands=[evaluation_service_pb2.CardSet(cards=cards) for cards in hands], **fields
    )


def _compare(*holes: cards_pb2.HoleCards, **fields: Any) -> Message:
    return evaluation_service_pb2.CompareHandsRequest(holes=holes, **{"boards": [_BOARD], **fields})


def _pots(*contributions: tuple[int, int], **fields: Any) -> evaluation_service_pb2.SettlePotsRequest:
    """What seats put in; two put in 100 each where it is not said."""
    return evaluation_service_pb2.SettlePotsRequest(
        contributions=[
            evaluation_service_pb2.SeatContribution(seat=seat, matched=matched)
            for seat, matched in contributions or ((1, 100), (2, 100))
        ],
        **fields,
    )


def _standing(*boards: list[list[int]]) -> evaluation_service_pb2.Standings:
    """For each board the seats in groups that tie."""
    return evaluation_service_pb2.Standings(
        boards=[
            evaluation_service_pb2.BoardStandings(
                places=[cards_pb2.SeatGroup(seats=seats) for seats in places]
            )
            for places in boards
        ]
    )


def _seven(*more: str) -> tuple[str, ...]:
    return ("As", "Ks", "Qs", "Js", "9s", "8s", "7s", *more)


_HANDS: Final = [
    Wrong(
        "1,001 hands",
        "EvaluateHands",
        _hands(*[_seven()] * 1001),
        "LIMIT",
        "hands",
        {"value": 1001, "most": 1000},
    ),
    *(
        Wrong(
            f"a hand of {len(cards)}",
            "EvaluateHands",
            _hands(_seven(), cards),
            "CARD_COUNT",
            "hands[1].cards",
            {"cards": len(cards), "least": 5, "most": 7},
        )
        for cards in ((), _seven()[:4], _seven("6s"), _seven() * 10_000)
    ),
    Wrong(
        "a board of six",
        "EvaluateHands",
        _hands(("7s",), board=["As", "Ks", "Qs", "Js", "9s", "8s"]),
        "CARD_COUNT",
        "board",
        {"cards": 6, "least": 0, "most": 5},
    ),
    Wrong(
        "a hand that repeats the board",
        "EvaluateHands",
        _hands(("7s", "As"), board=["As", "Ks", "Qs"]),
        "CARD_TWICE",
        "hands[0].cards",
        {"card": 51},
    ),
    Wrong(
        "a card twice on a board without hands",
        "EvaluateHands",
        _hands(board=["As", "As"]),
        "CARD_TWICE",
        "board",
        {"card": 51},
    ),
    Wrong(
        "R-17: a five in a short deck",
        "EvaluateHands",
        _hands(("As", "Ks", "Qs", "Js", "5c"), variant=_SHORT),
        "CARD_NOT_IN_DECK",
        "hands[0].cards",
        {"card": 12},
    ),
    *(
        Wrong(
            f"{name!r} for a card",
            "EvaluateHands",
            _hands(("As", "Ks", "Qs", "Js", name)),
            "NOT_A_CARD",
            "hands[0].cards[4]",
        )
        for name in ("", "??", "5", "5C", "♠5", "5c\n")
    ),
    Wrong(
        "no card on the board",
        "EvaluateHands",
        _hands(_seven()[:4], board=["card"]),
        "NOT_A_CARD",
        "board[0]",
    ),
]

_COMPARED: Final = [
    Wrong(
        "no board",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), boards=[]),
        "CARD_COUNT",
        "boards",
        {"boards": 0, "least": 1, "most": 4},
    ),
    Wrong(
        "five boards",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), boards=[_BOARD] * 5),
        "CARD_COUNT",
        "boards",
        {"boards": 5, "least": 1, "most": 4},
    ),
    Wrong(
        "no hole cards",
        "CompareHands",
        _compare(),
        "SEAT_COUNT",
        "holes",
        {"seats": 0, "least": 1, "most": 10},
    ),
    Wrong(
        "eleven seats",
        "CompareHands",
        _compare(*[hole(seat, "As", "Ks") for seat in range(11)]),
        "SEAT_COUNT",
        "holes",
        {"seats": 11, "least": 1, "most": 10},
    ),
    Wrong(
        "a board of four",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), boards=[_BOARD, board("2c", "3c", "4c", "5c")]),
        "CARD_COUNT",
        "boards[1].cards",
        {"cards": 4, "least": 5, "most": 5},
    ),
    Wrong(
        "three hole cards",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), hole(2, "Ah", "Kh", "Qh")),
        "CARD_COUNT",
        "holes[1].cards",
        {"cards": 3, "least": 2, "most": 2},
    ),
    Wrong(
        "a seat twice",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), hole(1, "Ah", "Kh")),
        "DUPLICATE_SEAT",
        "holes[1].seat",
        {"seat": 1},
    ),
    Wrong(
        "seat 11",
        "CompareHands",
        _compare(hole(11, "As", "Ks")),
        "SEAT_OUT_OF_RANGE",
        "holes[0].seat",
        {"seat": 11, "least": 0, "most": 10},
    ),
    Wrong(
        "a card in two hands",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), hole(2, "As", "Kh")),
        "CARD_TWICE",
        "boards[0]",
        {"card": 51},
    ),
    Wrong(
        "a card on the board and in a hand",
        "CompareHands",
        _compare(hole(1, "2c", "Ks")),
        "CARD_TWICE",
        "boards[0]",
        {"card": 0},
    ),
    Wrong(
        "a card twice on a board",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), boards=[board("2c", "2c", "3c", "4c", "5c")]),
        "CARD_TWICE",
        "boards[0].cards",
        {"card": 0},
    ),
    Wrong(
        "R-17: a deuce in a short deck",
        "CompareHands",
        _compare(hole(1, "As", "Ks"), variant=_SHORT),
        "CARD_NOT_IN_DECK",
        "boards[0].cards",
        {"card": 0},
    ),
    Wrong(
        "no card in a hand", "CompareHands", _compare(hole(1, "As", "xx")), "NOT_A_CARD", "holes[0].cards[1]"
    ),
]


def _rules(name: str, value: int) -> evaluation_service_pb2.PotRules:
    rules = evaluation_service_pb2.PotRules()
    setattr(rules, name, value)
    return rules


def _variants() -> list[Wrong]:
    showing = evaluation_service_pb2.Showing(
        boards=[_BOARD], holes=[hole(1, "As", "Ks"), hole(2, "Ah", "Kh")]
    )
    return [
        wrong
        for value in (99, -1)
        for wrong in (
            Wrong(
                f"variant {value}",
                "EvaluateHands",
                _hands(_seven(), variant=value),
                "UNKNOWN_ENUM",
                "variant",
                {"value": value},
            ),
            Wrong(
                f"variant {value}",
                "CompareHands",
                _compare(hole(1, "As", "Ks"), variant=value),
                "UNKNOWN_ENUM",
                "variant",
                {"value": value},
            ),
            *(
                Wrong(
                    f"{name} {value}",
                    "SettlePots",
                    _pots(rules=_rules(name, value), showing=showing),
                    "UNKNOWN_ENUM",
                    f"rules.{name}",
                    {"value": value},
                )
                for name in ("variant", "odd_chips", "pot_report", "rake_rounding")
            ),
        )
    ]


def _killed(**fields: Any) -> evaluation_service_pb2.SettlePotsRequest:
    request = _pots()
    request.contributions[0].MergeFrom(evaluation_service_pb2.SeatContribution(**fields))
    return request


def _everybody_out() -> Message:
    request = _killed(folded=True)
    request.contributions[1].killed = True
    return request


def _button(seat: int) -> Message:
    return _pots(button=seat)


_POTS: Final = [
    Wrong(
        "nobody put anything in",
        "SettlePots",
        evaluation_service_pb2.SettlePotsRequest(),
        "SEAT_COUNT",
        "contributions",
        {"seats": 0, "least": 1, "most": 10},
    ),
    Wrong(
        "eleven seats",
        "SettlePots",
        _pots(*[(seat, 100) for seat in range(11)]),
        "SEAT_COUNT",
        "contributions",
        {"seats": 11, "least": 1, "most": 10},
    ),
    Wrong(
        "a seat twice",
        "SettlePots",
        _pots((1, 100), (1, 100)),
        "DUPLICATE_SEAT",
        "contributions[1].seat",
        {"seat": 1},
    ),
    Wrong(
        "seat 11",
        "SettlePots",
        _pots((11, 100)),
        "SEAT_OUT_OF_RANGE",
        "contributions[0].seat",
        {"seat": 11, "least": 0, "most": 10},
    ),
    *(
        Wrong(
            f"{chips} put in",
            "SettlePots",
            _pots((1, 100), (2, chips)),
            "CHIPS_OUT_OF_RANGE",
            "contributions[1].matched",
            {"chips": chips, "least": 0, "most": _MOST},
        )
        for chips in _HUGE
    ),
    *(
        Wrong(
            f"{chips} dead",
            "SettlePots",
            _pots(dead_chips=chips),
            "CHIPS_OUT_OF_RANGE",
            "dead_chips",
            {"chips": chips, "least": 0, "most": _MOST},
        )
        for chips in _HUGE
    ),
    *(
        Wrong(
            f"a cap of {chips}",
            "SettlePots",
            _pots(rules=evaluation_service_pb2.PotRules(rake_cap=chips)),
            "CHIPS_OUT_OF_RANGE",
            "rules.rake_cap",
            {"chips": chips, "least": 0, "most": _MOST},
        )
        for chips in _HUGE
    ),
    *(
        Wrong(
            f"a unit of {chips}",
            "SettlePots",
            _pots(rules=evaluation_service_pb2.PotRules(unit=chips)),
            "NUMBER_OUT_OF_RANGE",
            "rules.unit",
            {"value": chips, "least": 1, "most": _MOST},
        )
        for chips in (*_HUGE, 0)
    ),
    *(
        Wrong(
            f"{chips} forfeited of 100",
            "SettlePots",
            _killed(killed=True, forfeited=chips),
            "NUMBER_OUT_OF_RANGE",
            "contributions[0].forfeited",
            {"value": chips, "least": 0, "most": 100},
        )
        for chips in (*_HUGE, 101)
    ),
    Wrong(
        "chips forfeited by a hand that lives",
        "SettlePots",
        _killed(forfeited=1),
        "CONTRADICTION",
        "contributions[0].forfeited",
    ),
    Wrong(
        "more chips together than there may be",
        "SettlePots",
        _pots((1, 2**52), (2, 2**52)),
        "CHIPS_OUT_OF_RANGE",
        "contributions",
        {"chips": 2**53, "least": 0, "most": _MOST},
    ),
    Wrong(
        "rake of more than the pot",
        "SettlePots",
        _pots(rules=evaluation_service_pb2.PotRules(rake_bps=10_001)),
        "NUMBER_OUT_OF_RANGE",
        "rules.rake_bps",
        {"value": 10_001, "least": 0, "most": 10_000},
    ),
    Wrong(
        "the button on seat 11",
        "SettlePots",
        _button(11),
        "NUMBER_OUT_OF_RANGE",
        "button",
        {"value": 11, "least": 0, "most": 10},
    ),
    Wrong(
        "the button on seat 2^32-1",
        "SettlePots",
        _button(2**32 - 1),
        "NUMBER_OUT_OF_RANGE",
        "button",
        {"value": 2**32 - 1, "least": 0, "most": 10},
    ),
    Wrong("nobody left", "SettlePots", _everybody_out(), "CONTRADICTION", "contributions"),
    Wrong(
        "a hand shown by a stranger",
        "SettlePots",
        _pots(showing=evaluation_service_pb2.Showing(boards=[_BOARD], holes=[hole(3, "As", "Ks")])),
        "SEAT_OUT_OF_RANGE",
        "showing.holes",
        {"seat": 3},
    ),
    Wrong(
        "a showdown without a board",
        "SettlePots",
        _pots(showing=evaluation_service_pb2.Showing(holes=[hole(1, "As", "Ks")])),
        "CARD_COUNT",
        "showing.boards",
        {"boards": 0, "least": 1, "most": 4},
    ),
    Wrong(
        "places on no board",
        "SettlePots",
        _pots(standings=_standing()),
        "CARD_COUNT",
        "standings.boards",
        {"boards": 0, "least": 1, "most": 4},
    ),
    Wrong(
        "places on five boards",
        "SettlePots",
        _pots(standings=_standing(*[[[1], [2]]] * 5)),
        "CARD_COUNT",
        "standings.boards",
        {"boards": 5, "least": 1, "most": 4},
    ),
    Wrong(
        "a place for a stranger",
        "SettlePots",
        _pots(standings=_standing([[1], [2**32 - 1]])),
        "SEAT_OUT_OF_RANGE",
        "standings.boards[0].places",
        {"seat": 2**32 - 1},
    ),
    Wrong(
        "two places for a seat",
        "SettlePots",
        _pots(standings=_standing([[1, 2], [1]])),
        "CONTRADICTION",
        "standings.boards[0].places",
    ),
    Wrong(
        "a place on one board of two",
        "SettlePots",
        _pots(standings=_standing([[1], [2]], [[1]])),
        "CONTRADICTION",
        "standings.boards",
    ),
]


@pytest.mark.parametrize(
    "wrong", [*_HANDS, *_COMPARED, *_variants(), *_POTS], ids=lambda wrong: f"{wrong.method}: {wrong.what}"
)
def test_a_question_that_is_wrong(house: House, wrong: Wrong) -> None:
    said = house.refused(wrong.method, wrong.request)
    limit = wrong.reason == "LIMIT"
    assert said.code is (grpc.StatusCode.RESOURCE_EXHAUSTED if limit else grpc.StatusCode.INVALID_ARGUMENT)
    assert (said.reason, said.fields, said.numbers) == (wrong.reason, [wrong.at], wrong.numbers)


def test_all_the_chips_there_may_be_are_paid(house: House) -> None:
    answer = house.ask("SettlePots", _pots((1, 2**52), (2, 2**52 - 1), standings=_standing([[2], [1]])))
    assert [(one.seat, one.amount) for one in answer.refunds] == [(1, 1)]
    assert [(one.seat, one.amount) for one in answer.payouts] == [(2, 2**53 - 2)]
