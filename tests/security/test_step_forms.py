"""Steps that cannot be read, whatever the hand, and views of nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import grpc
import pytest

from floorman.v1 import hand_service_pb2, opening_pb2, steps_pb2
from tests.security.house import House
from tests.security.steps import refused
from tests.security.table import act_request, adjudication, hosted, opening, start, step

_INVALID: Final = grpc.StatusCode.INVALID_ARGUMENT
_MOST: Final = 2**53 - 1


@dataclass(frozen=True)
class Unreadable:
    """A step that cannot be read, whatever the hand."""

    what: str
    step: steps_pb2.Step
    reason: str
    at: str
    numbers: dict[str, int] = field(default_factory=dict)


_SEATED: Final = (
    "fold",
    "check",
    "call",
    "all_in",
    "run",
    "show",
    "muck",
    "show_one",
    "see",
    "timeout",
    "deal_hole",
    "expose",
    "kill",
)
_SEATLESS: Final = ("resolve", "deal_board", "burn", "misdeal", "void_hand", "rabbit")


def _amount(kind: str, chips: int) -> Unreadable:
    numbers = {"chips": chips, "least": 0, "most": _MOST}
    return Unreadable(f"{kind} {chips}", step(kind, 0, chips), "CHIPS_OUT_OF_RANGE", f"step.{kind}", numbers)


def _number(kind: str, name: str, value: int, most: int) -> Unreadable:
    asked = step(kind, None if kind == "deal_board" else 0, **{name: value})
    numbers = {"value": value, "least": 0, "most": most}
    return Unreadable(f"{kind} {name} {value}", asked, "NUMBER_OUT_OF_RANGE", f"step.{kind}.{name}", numbers)


_UNREADABLE: Final = [
    Unreadable("no kind", steps_pb2.Step(), "FIELD_MISSING", "step.kind"),
    Unreadable("a seat and no kind", steps_pb2.Step(seat=1), "FIELD_MISSING", "step.kind"),
    *(Unreadable(f"{kind} of no seat", step(kind), "FIELD_MISSING", "step.seat") for kind in _SEATED),
    *(
        Unreadable(f"{kind} of no seat", step(kind, None, 300), "FIELD_MISSING", "step.seat")
        for kind in ("bet_to", "raise_to")
    ),
    *(Unreadable(f"{kind} of a seat", step(kind, 1), "CONTRADICTION", "step.seat") for kind in _SEATLESS),
    *(
        Unreadable(
            f"fold of seat {seat}",
            step("fold", seat),
            "NUMBER_OUT_OF_RANGE",
            "step.seat",
            {"value": seat, "least": 0, "most": 254},
        )
        for seat in (255, 256, 2**32 - 1)
    ),
    *(_amount(kind, chips) for kind in ("bet_to", "raise_to") for chips in (-(2**63), -1, 2**53, 2**63 - 1)),
    _number("run", "count", 4_000_000_000, 255),
    _number("show_one", "which", 2, 1),
    _number("show_one", "which", 2**32 - 1, 1),
    _number("expose", "nth", 2, 1),
    _number("see", "target_seat", 255, 254),
    _number("deal_board", "board", 4, 3),
    *(
        Unreadable(
            f"{kind} for cause {cause}",
            step(kind, cause=cause),
            "UNKNOWN_ENUM",
            f"step.{kind}.cause",
            {"value": cause},
        )
        for kind in ("misdeal", "void_hand")
        for cause in (0, 6, 99, -1)
    ),
    Unreadable("show xx", step("show", 0, cards=["As", "xx"]), "NOT_A_CARD", "step.show.cards[1]"),
    Unreadable("show ??", step("show", 0, cards=["??", "??"]), "NOT_A_CARD", "step.show.cards[0]"),
    Unreadable("deal ??", step("deal_hole", 0, cards=["As", "??"]), "NOT_A_CARD", "step.deal_hole.cards[1]"),
    Unreadable("burn nothing", step("burn"), "NOT_A_CARD", "step.burn.card"),
    *(
        Unreadable(
            f"a board of {count} more cards",
            step("deal_board", cards=["As", "Ks", "Qs", "Js", "Ts", "9s"][:count]),
            "CARD_COUNT",
            "step.deal_board.cards",
            {"cards": count, "least": 1, "most": 5},
        )
        for count in (0, 6)
    ),
]


@pytest.mark.parametrize("dealt", [opening, hosted])
@pytest.mark.parametrize("wrong", _UNREADABLE, ids=lambda wrong: wrong.what)
def test_a_step_that_cannot_be_read(
    house: House, dealt: Callable[[], opening_pb2.HandOpening], wrong: Unreadable
) -> None:
    said = refused(house, start(house, dealt()), wrong.step)
    assert (said.code, said.reason) == (_INVALID, wrong.reason)
    assert (said.fields, said.numbers) == ([wrong.at], wrong.numbers)


@pytest.mark.parametrize("wrong", _UNREADABLE, ids=lambda wrong: wrong.what)
def test_a_recorded_step_that_cannot_be_read(house: House, wrong: Unreadable) -> None:
    said = house.refused("AdjudicateHand", adjudication(hosted(), step("call", 0), wrong.step))
    assert (said.code, said.reason) == (_INVALID, wrong.reason)
    assert (said.fields, said.numbers) == (["steps[1]" + wrong.at.removeprefix("step")], wrong.numbers)


def test_a_kind_of_step_of_a_later_release_is_no_step(house: House) -> None:
    later = steps_pb2.Step.FromString(steps_pb2.Step(seat=0).SerializeToString() + b"\x92\x03\x00")
    assert refused(house, start(house), later).fields == ["step.kind"]


def test_a_signature_where_seats_have_no_keys(house: House) -> None:
    for method in ("Act", "CheckAction"):
        request = act_request(start(house), step("fold", 0))
        request.act_signature = bytes(64)
        question = hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())
        said = house.refused(method, request if method == "Act" else question)
        assert (said.reason, said.fields) == ("CONTRADICTION", ["act_signature"])


def test_2001_steps_of_one_hand(house: House) -> None:
    said = house.refused("AdjudicateHand", adjudication(hosted(), *[step("call", 0)] * 2001))
    assert (said.code, said.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT")
    assert (said.fields, said.numbers) == (["steps"], {"value": 2001, "most": 2000})


def test_2000_steps_of_one_hand_are_ruled_on(house: House) -> None:
    ruling = house.ask("AdjudicateHand", adjudication(hosted(), *[step("call", 0)] * 2000))
    assert ruling.refused.index == 1


@pytest.mark.parametrize("seat", [3, 255, 2**32 - 1])
def test_a_view_of_a_seat_that_is_not_dealt(house: House, seat: int) -> None:
    request = hand_service_pb2.ViewHandRequest(state=start(house).state, seat=seat)
    said = house.refused("ViewHand", request)
    assert (said.code, said.reason, said.numbers) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        "UNKNOWN_SEAT",
        {"seat": seat},
    )


def test_a_view_without_a_token(house: House) -> None:
    said = house.refused("ViewHand", hand_service_pb2.ViewHandRequest(seat=1))
    assert (said.code, said.reason, said.fields) == (_INVALID, "FIELD_MISSING", ["state"])
