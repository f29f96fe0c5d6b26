"""The language of these tests: who sits where, what the last hand had, and what the next one gets.

    hand = prepared(taken(0, 1, 2, 3, new={3}), last=(0, 1, 2))
    assert positions(hand) == (1, 2, 0)

Seats are numbers, clockwise. Nobody is short unless a stack says so; blinds are 1/2.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from floorman.rules.presets import resolve
from floorman.rules.switches import TableConfig
from floorman.table.prepare import NextHand, SeatPlan, Standing, prepare_hand
from floorman.table.seats import Ledger, Missed, Positions, TableSeat, Wish

__all__ = [
    "BOTH",
    "dealt",
    "ledger",
    "plan",
    "positions",
    "posts",
    "prepared",
    "rules",
    "standing",
    "taken",
]

BOTH = Missed(small_blind=True, big_blind=True)
_DEEP = 200


def rules(preset: str = "", **switches: Any) -> TableConfig:
    return resolve(preset, {"small_blind": 1, "big_blind": 2, **switches})


def taken(
    *numbers: int,
    stacks: Mapping[int, int] | None = None,
    new: Collection[int] = (),
    away: Collection[int] = (),
    missed: Mapping[int, Missed] | None = None,
    wish: Mapping[int, Wish] | None = None,
    straddles: Collection[int] = (),
) -> list[TableSeat]:
    return [
        TableSeat(
            number=number,
            stack=(stacks or {}).get(number, _DEEP),
            away=number in away,
            ledger=Ledger(number in new, (missed or {}).get(number, Missed())),
            wish=(wish or {}).get(number, Wish.NONE),
            straddles=number in straddles,
        )
        for number in numbers
    ]


def prepared(
    seats: list[TableSeat],
    last: tuple[int, int | None, int | None] | Positions | None = None,
    button: int | None = None,
    config: TableConfig | None = None,
) -> NextHand:
    before = Positions(*last) if isinstance(last, tuple) else last
    return prepare_hand(config or rules(), seats, before, button)


def positions(hand: NextHand) -> tuple[int, int | None, int | None]:
    """Button, small blind and big blind as they are posted; None for a blind that nobody posts."""
    assert hand.start is not None
    return hand.start.button, hand.start.blinds.small, hand.start.blinds.big


def dealt(hand: NextHand) -> list[int]:
    assert hand.start is not None
    return [seat.number for seat in hand.start.seats]


def plan(hand: NextHand, seat: int) -> SeatPlan:
    return next(one for one in hand.seats if one.number == seat)


def standing(hand: NextHand, seat: int) -> Standing:
    return plan(hand, seat).standing


def posts(hand: NextHand, seat: int) -> tuple[int, int]:
    """Live and dead chips beside the blinds."""
    return plan(hand, seat).posts.live, plan(hand, seat).posts.dead


def ledger(hand: NextHand, seat: int) -> Ledger:
    return plan(hand, seat).ledger
