"""Straddles: who may post one, who has to, and to what level (R-5.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from floorman.rules.choices import StraddleSeat
from floorman.rules.hand import NOBODY, Hand
from floorman.rules.positions import button_position
from floorman.rules.refusal import Reason, Refusal

__all__ = ["StraddlePost", "check_mandatory", "check_payable", "check_straddles"]


@dataclass(frozen=True, slots=True)
class StraddlePost:
    """A straddle: the seat and the level it makes, in chips (R-5.3)."""

    number: int
    amount: int


def check_straddles(hand: Hand, straddles: Sequence[StraddlePost]) -> None:
    """Whether these seats may straddle, in this order and to these levels.

    Raises:
        Refusal: STRADDLE_INVALID.
    """
    config = hand.config
    if not straddles:
        return
    if not _possible(hand):
        text = "Straddles need a big blind, enough players and a table that allows them."
        raise Refusal(
            Reason.STRADDLE_INVALID,
            "R-5.3",
            text,
            field="straddles",
            players=len(hand.seats),
            least=config.straddle_min_players,
        )
    if len(straddles) > config.straddle_max:
        text = f"{len(straddles)} straddles, and the table allows {config.straddle_max}."
        raise Refusal(
            Reason.STRADDLE_INVALID,
            "R-5.3",
            text,
            field="straddles",
            straddles=len(straddles),
            most=config.straddle_max,
        )
    due = config.big_blind
    before = NOBODY
    for place, straddle in enumerate(straddles):
        due *= config.straddle_multiple
        position = hand.position(straddle.number)
        where = f"straddles[{place}]"
        if straddle.amount != due:
            text = f"This straddle is {due} chips, {config.straddle_multiple} times what lies before it."
            raise Refusal(
                Reason.STRADDLE_INVALID,
                "R-5.3",
                text,
                field=f"{where}.amount",
                amount=straddle.amount,
                due=due,
            )
        allowed = {(before + 1) % len(hand.seats)} if before != NOBODY else set(_first_positions(hand))
        if position not in allowed:
            seats = ", ".join(str(hand.seats[candidate].number) for candidate in sorted(allowed))
            text = f"Seat {straddle.number} may not straddle here; it is for seat {seats}."
            raise Refusal(Reason.STRADDLE_INVALID, "R-5.3", text, field=f"{where}.seat", seat=straddle.number)
        before = position


def _possible(hand: Hand) -> bool:
    config = hand.config
    return (
        bool(config.straddle_seats)
        and len(hand.seats) >= config.straddle_min_players
        and hand.big_blind != NOBODY
        and not config.bomb_pot
    )


def _first_positions(hand: Hand) -> Iterator[int]:
    """Positions that may post the first straddle."""
    seats = hand.config.straddle_seats
    button = button_position(hand)
    utg = (hand.big_blind + 1) % len(hand.seats)
    for position in range(len(hand.seats)):
        anywhere = StraddleSeat.ANY in seats and position != hand.big_blind
        first = StraddleSeat.UTG in seats and position == utg
        if anywhere or first or (StraddleSeat.BUTTON in seats and position == button):
            yield position


def check_mandatory(hand: Hand, straddles: Sequence[StraddlePost]) -> None:
    """Where straddles are mandatory, a seat that can post the first one has to; called after all other posts.

    With ANY no seat is bound to, since every seat may. Where one straddle is all, the button goes before
    the seat under the gun.

    Raises:
        Refusal: STRADDLE_INVALID; the seat that has to is in the numbers.
    """
    config = hand.config
    if not config.straddle_mandatory or not _possible(hand) or StraddleSeat.ANY in config.straddle_seats:
        return
    amount = config.big_blind * config.straddle_multiple
    able = [position for position in _first_positions(hand) if _able(hand, position, amount)]
    if not able or (straddles and config.straddle_max > 1):
        return
    due = hand.seats[able[-1]].number  # table order: the button is last
    if straddles and straddles[0].number == due:
        return
    text = f"The straddle is mandatory here: seat {due} posts {amount}."
    raise Refusal(Reason.STRADDLE_INVALID, "R-5.3", text, field="straddles", seat=due, amount=amount)


def check_payable(hand: Hand, straddle: StraddlePost) -> None:
    """Whether the seat has the chips for its straddle, all other posts paid.

    Raises:
        Refusal: STRADDLE_INVALID, with the stack and what is missing.
    """
    position = hand.position(straddle.number)
    if _able(hand, position, straddle.amount):
        return
    seat = hand.seats[position]
    text = f"Seat {seat.number} has {seat.stack} chips left and cannot straddle to {straddle.amount}."
    raise Refusal(
        Reason.STRADDLE_INVALID,
        "R-5.3",
        text,
        field="straddles",
        seat=seat.number,
        stack=seat.stack,
        missing=straddle.amount - seat.put,
    )


def _able(hand: Hand, position: int, level: int) -> bool:
    """Whether a seat has enough behind to straddle to a level."""
    seat = hand.seats[position]
    return seat.stack >= (level - seat.put if hand.config.straddle_full_only else 1)
