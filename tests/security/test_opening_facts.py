"""Seats, chips, blinds, posts and straddles that make no hand, asked of StartHand and of AdjudicateHand.

One thing is wrong in each opening, and the refusal says which, why and with what numbers.
"""

from __future__ import annotations

from typing import Final

import grpc
import pytest
from google.protobuf.message import Message

from floorman.v1 import config_pb2, opening_pb2
from tests.security.house import House
from tests.security.table import adjudication, hosted, opening, start_request
from tests.security.wrong import ANY, HUGE, MOST, UTG, Change, Wrong, check, put, straddling


def _seats(count: int) -> Change:
    def change(message: opening_pb2.HandOpening) -> None:
        del message.seats[:]
        message.seats.extend(opening_pb2.OpeningSeat(seat=number, stack=5000) for number in range(count))

    return change


def _all_absent(message: opening_pb2.HandOpening) -> None:
    for seat in message.seats:
        seat.absent = True


def _straddle(*posts: tuple[int, int]) -> Change:
    return lambda message: message.straddles.extend(
        opening_pb2.StraddlePost(seat=seat, amount=amount) for seat, amount in posts
    )


_BLIND: Final = 2**52 - 1  # the largest of which twice as much is a number of chips

_CHIPS: Final = [
    *(
        Wrong(
            f"a stack of {chips}",
            "CHIPS_OUT_OF_RANGE",
            "seats[1].stack",
            {"chips": chips, "least": 1, "most": MOST},
            put("seats[1].stack", chips),
        )
        for chips in (*HUGE, 0)
    ),
    *(
        Wrong(
            f"a {post} of {chips}",
            "CHIPS_OUT_OF_RANGE",
            f"seats[2].{post}",
            {"chips": chips, "least": 0, "most": MOST},
            put(f"seats[2].{post}", chips),
        )
        for post in ("live_post", "dead_post")
        for chips in HUGE
    ),
    *(
        Wrong(
            f"a straddle of {chips}",
            "CHIPS_OUT_OF_RANGE",
            "straddles[0].amount",
            {"chips": chips, "least": 1, "most": MOST},
            _straddle((0, chips)),
            straddling(ANY),
        )
        for chips in (*HUGE, 0)
    ),
    Wrong(
        "two stacks that are one chip too many together",
        "CHIPS_OUT_OF_RANGE",
        "seats",
        {"chips": 2**53, "least": 1, "most": MOST},
        stacks=(2**52, 2**52),
    ),
    Wrong(
        "ten stacks of all chips there may be",
        "CHIPS_OUT_OF_RANGE",
        "seats",
        {"chips": 10 * MOST, "least": 1, "most": MOST},
        stacks=(MOST,) * 10,
    ),
]

_SEATS: Final = [
    *(
        Wrong(
            f"{count} seats",
            "SEAT_COUNT",
            "seats",
            {"seats": count, "least": 2, "most": 10},
            _seats(count),
        )
        for count in (0, 1, 11, 100)
    ),
    Wrong(
        "more seats than the table has",
        "SEAT_COUNT",
        "seats",
        {"seats": 3, "least": 2, "most": 2},
        switches={"max_seats": 2},
    ),
    Wrong(
        "nobody is there",
        "SEAT_COUNT",
        "seats",
        {"seats": 0, "least": 1},
        _all_absent,
    ),
    Wrong("a seat twice", "DUPLICATE_SEAT", "seats[2].seat", {"seat": 1}, put("seats[2].seat", 1)),
    *(
        Wrong(
            f"seat {number}",
            "SEAT_OUT_OF_RANGE",
            "seats[2].seat",
            {"seat": number, "least": 0, "most": 10},
            put("seats[2].seat", number),
        )
        for number in (11, 255, 256, 2**32 - 1)
    ),
    Wrong(
        "a seat beyond a table of six",
        "SEAT_OUT_OF_RANGE",
        "seats[0].seat",
        {"seat": 7, "least": 0, "most": 6},
        put("seats[0].seat", 7),
        {"max_seats": 6},
    ),
    *(
        Wrong(
            f"the button on seat {number}",
            "BUTTON_OUT_OF_RANGE",
            "button",
            {"seat": number, "least": 0, "most": 10},
            put("button", number),
        )
        for number in (11, 2**32 - 1)
    ),
]

_BLINDS: Final = [
    Wrong(
        "the small blind of a seat that is not dealt",
        "BLIND_SEAT_INVALID",
        "small_blind_seat",
        {"seat": 7},
        put("small_blind_seat", 7),
    ),
    Wrong(
        "the big blind of a seat that cannot be",
        "BLIND_SEAT_INVALID",
        "big_blind_seat",
        {"seat": 2**32 - 1},
        put("big_blind_seat", 2**32 - 1),
    ),
    Wrong(
        "both blinds by one seat",
        "BLIND_SEAT_INVALID",
        "big_blind_seat",
        {"seat": 1},
        put("big_blind_seat", 1),
    ),
    Wrong(
        "R-3.1: a small blind where only the big one is posted",
        "BLIND_SEAT_INVALID",
        "small_blind_seat",
        {"seat": 1},
        put("small_blind_seat", 1),
        {"blind_structure": config_pb2.BLIND_STRUCTURE_SINGLE_BLIND},
    ),
    *(
        Wrong(
            f"R-3.1: a {blind} where nobody posts one ({config_pb2.BlindStructure.Name(structure)})",
            "BLIND_SEAT_INVALID",
            f"{blind}_seat",
            {"seat": 1},
            put(f"{blind}_seat", 1),
            {"blind_structure": structure},
        )
        for structure in (config_pb2.BLIND_STRUCTURE_BUTTON_BLIND, config_pb2.BLIND_STRUCTURE_NONE)
        for blind in ("small_blind", "big_blind")
    ),
]

_POSTS: Final = [
    Wrong(
        "R-5.1: a live post of more than the big blind",
        "POST_INVALID",
        "seats[0].live_post",
        {"seat": 0, "live_post": 101, "blind": 0, "most": 100},
        put("seats[0].live_post", 101),
    ),
    Wrong(
        "R-5.1: a live post beside the small blind that makes more than a big one",
        "POST_INVALID",
        "seats[1].live_post",
        {"seat": 1, "live_post": 51, "blind": 50, "most": 100},
        put("seats[1].live_post", 51),
    ),
    Wrong(
        "R-5.1: a live post beside the big blind",
        "POST_INVALID",
        "seats[2].live_post",
        {"seat": 2, "live_post": 1, "blind": 100, "most": 100},
        put("seats[2].live_post", 1),
    ),
    Wrong(
        "R-15: a live post in a bomb pot",
        "POST_INVALID",
        "seats[0].live_post",
        {"seat": 0},
        put("seats[0].live_post", 100),
        {"bomb_pot": 200},
    ),
]

_STRADDLES: Final = [
    Wrong(
        "R-5.3: a straddle where the table has none",
        "STRADDLE_INVALID",
        "straddles",
        {"players": 3, "least": 3},
        _straddle((0, 200)),
    ),
    Wrong(
        "R-5.3: a straddle heads-up",
        "STRADDLE_INVALID",
        "straddles",
        {"players": 2, "least": 3},
        _straddle((0, 200)),
        straddling(ANY),
        (5000, 5000),
    ),
    Wrong(
        "R-5.3: a straddle with one player too few",
        "STRADDLE_INVALID",
        "straddles",
        {"players": 3, "least": 4},
        _straddle((0, 200)),
        straddling(ANY, straddle_min_players=4),
    ),
    Wrong(
        "R-15: a straddle in a bomb pot",
        "STRADDLE_INVALID",
        "straddles",
        {"players": 3, "least": 3},
        _straddle((0, 200)),
        straddling(ANY, bomb_pot=200),
    ),
    Wrong(
        "R-5.3: a straddle without a big blind to straddle",
        "STRADDLE_INVALID",
        "straddles",
        {"players": 3, "least": 3},
        _straddle((0, 200)),
        straddling(ANY, blind_structure=config_pb2.BLIND_STRUCTURE_NONE),
    ),
    Wrong(
        "R-5.3: one straddle too many",
        "STRADDLE_INVALID",
        "straddles",
        {"straddles": 2, "most": 1},
        _straddle((3, 200), (4, 400)),
        straddling(UTG),
        (5000,) * 6,
    ),
    Wrong(
        "R-5.3: a straddle of another amount",
        "STRADDLE_INVALID",
        "straddles[0].amount",
        {"amount": 199, "due": 200},
        _straddle((3, 199)),
        straddling(UTG),
        (5000,) * 6,
    ),
    Wrong(
        "R-5.3: a second straddle that does not double the first",
        "STRADDLE_INVALID",
        "straddles[1].amount",
        {"amount": 300, "due": 400},
        _straddle((3, 200), (4, 300)),
        straddling(UTG, straddle_max=2),
        (5000,) * 6,
    ),
    Wrong(
        "a second straddle whose due no integer of the wire holds",
        "CHIPS_OUT_OF_RANGE",
        "straddles[0].amount",
        {"chips": 100 * _BLIND, "least": 1, "most": MOST},
        _straddle((0, 100 * _BLIND), (1, 1)),
        straddling(ANY, big_blind=_BLIND, straddle_max=8, straddle_multiple=100),
    ),
    Wrong(
        "R-5.3: a straddle by another seat than the one under the gun",
        "STRADDLE_INVALID",
        "straddles[0].seat",
        {"seat": 4},
        _straddle((4, 200)),
        straddling(UTG),
        (5000,) * 6,
    ),
    Wrong(
        "R-5.3: a second straddle not left of the first",
        "STRADDLE_INVALID",
        "straddles[1].seat",
        {"seat": 5},
        _straddle((3, 200), (5, 400)),
        straddling(UTG, straddle_max=2),
        (5000,) * 6,
    ),
    Wrong(
        "R-5.3: a straddle by the big blind",
        "STRADDLE_INVALID",
        "straddles[0].seat",
        {"seat": 2},
        _straddle((2, 200)),
        straddling(ANY),
        (5000,) * 6,
    ),
    Wrong(
        "a straddle by a seat that is not dealt",
        "STRADDLE_INVALID",
        "straddles[0].seat",
        {"seat": 9},
        _straddle((9, 200)),
        straddling(ANY),
        (5000,) * 6,
    ),
    Wrong(
        "R-5.3: a straddle that the stack cannot pay",
        "STRADDLE_INVALID",
        "straddles",
        {"seat": 3, "stack": 199, "missing": 200},
        _straddle((3, 200)),
        straddling(UTG),
        (5000, 5000, 5000, 199),
    ),
    Wrong(
        "R-5.3: no straddle where it is mandatory",
        "STRADDLE_INVALID",
        "straddles",
        {"seat": 3, "amount": 200},
        switches=straddling(UTG, straddle_mandatory=True),
        stacks=(5000,) * 6,
    ),
]

_WRONG: Final = [*_CHIPS, *_SEATS, *_BLINDS, *_POSTS, *_STRADDLES]


@pytest.mark.parametrize("wrong", _WRONG, ids=lambda wrong: wrong.what)
def test_an_opening_that_makes_no_hand(house: House, wrong: Wrong) -> None:
    message = opening(*wrong.stacks, **wrong.switches)
    wrong.change(message)
    check(house.refused("StartHand", start_request(message)), wrong)


@pytest.mark.parametrize("wrong", _WRONG, ids=lambda wrong: wrong.what)
def test_a_record_that_opens_no_hand(house: House, wrong: Wrong) -> None:
    message = hosted(*wrong.stacks, **wrong.switches)
    wrong.change(message)
    check(house.refused("AdjudicateHand", adjudication(message)), wrong)


@pytest.mark.parametrize("method", ["StartHand", "AdjudicateHand"])
def test_a_request_of_nothing(house: House, method: str) -> None:
    empty: Message = start_request(opening_pb2.HandOpening())
    if method == "AdjudicateHand":
        empty = adjudication(opening_pb2.HandOpening())
    assert house.refused(method, empty).fields == ["opening.config"]


def test_a_recorded_hand_is_not_dealt_by_the_service(house: House) -> None:
    refused = house.refused("AdjudicateHand", adjudication(opening()))
    assert (refused.reason, refused.fields) == ("CONTRADICTION", ["opening.dealing"])


@pytest.mark.parametrize("method", ["StartHand", "AdjudicateHand"])
def test_more_seats_than_any_table_has_are_not_looked_at(house: House, method: str) -> None:
    message = hosted()
    _seats(101)(message)
    request: Message = start_request(message) if method == "StartHand" else adjudication(message)
    said = house.refused(method, request)
    assert (said.code, said.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "LIMIT")
    assert (said.fields, said.numbers) == (["opening.seats"], {"value": 101, "most": 100})
