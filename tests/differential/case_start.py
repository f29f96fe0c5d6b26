"""A case's table in the words of the rules, without the service."""

from __future__ import annotations

from typing import Any, cast

from floorman.cards import UNKNOWN, parse_card
from floorman.cli.cases import Case
from floorman.rules.opening import Blinds, HandStart, SeatStart, StraddlePost
from floorman.rules.presets import resolve
from floorman.rules.switches import SWITCHES

__all__ = ["case_start"]


def case_start(case: Case) -> HandStart:
    """The start of a case's hand, all the cards that it names known to the host."""
    overrides = {name: _value(name, value) for name, value in case.switches.items()}
    dealt = {seat.number for seat in case.seats}
    return HandStart(
        config=resolve(case.preset, overrides),
        button=case.button,
        seats=tuple(
            SeatStart(seat.number, seat.stack, seat.live_post, seat.dead_post, seat.absent)
            for seat in case.seats
        ),
        blinds=Blinds(case.small_blind_seat, case.big_blind_seat),
        straddles=tuple(StraddlePost(seat, amount) for seat, amount in case.straddles),
        host_deals=True,
        asks=case.asks,
        last_two_in_event=case.last_two_in_event,
        known_holes={
            seat: (parse_card(cards[0]), parse_card(cards[1]))
            for seat, cards in case.holes.items()
            if seat in dealt and UNKNOWN not in cards
        },
        known_boards=tuple(tuple(parse_card(card) for card in board) for board in case.boards),
        known_burns=tuple(parse_card(card) for card in case.burns if card != UNKNOWN),
    )


def _value(name: str, written: Any) -> Any:
    switch = SWITCHES[name]
    match switch.kind:
        case "enum":
            return cast("Any", switch.choices)(written)
        case "set":
            return frozenset(cast("Any", switch.choices)(one) for one in written)
        case "caps":
            return tuple((int(players), cap) for players, cap in written.items())
        case _:
            return written
