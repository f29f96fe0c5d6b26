"""Positions: who is left of whom, who posts, who gets the first card, and what seats are called.

Whether a blind or the button is *owed* by a seat is the table's question (section 2), not the hand's.
"""

from __future__ import annotations

from collections.abc import Sequence

from floorman.rules.choices import BlindStructure, DealStart
from floorman.rules.hand import NOBODY, Hand

__all__ = ["button_position", "deal_order", "position_names", "table_order"]

# the seats between the big blind and the button, by how many there are.
_BETWEEN: tuple[tuple[str, ...], ...] = (
    (),
    ("UTG",),
    ("UTG", "CO"),
    ("UTG", "HJ", "CO"),
    ("UTG", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "MP", "LJ", "HJ", "CO"),
    # more lie between only where a blind or the button is missing
    ("UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP+1", "LJ", "HJ", "CO"),
    ("UTG", "UTG+1", "UTG+2", "UTG+3", "MP", "MP+1", "MP+2", "LJ", "HJ", "CO"),
)


def table_order(numbers: Sequence[int], button: int) -> list[int]:
    """Seat numbers clockwise from the left of the button, the button last (audit.md 4.3)."""
    rising = sorted(numbers)
    return [number for number in rising if number > button] + [
        number for number in rising if number <= button
    ]


def button_position(hand: Hand) -> int:
    """The button's position, or NOBODY where its seat is empty (a dead button, R-2.3)."""
    last = len(hand.seats) - 1
    return last if hand.seats[last].number == hand.button else NOBODY


def deal_order(hand: Hand) -> list[int]:
    """Positions in the order in which they get cards (R-6.1)."""
    if hand.config.deal_start is DealStart.BIG_BLIND and hand.big_blind != NOBODY:
        return hand.clockwise_from(hand.big_blind)
    return list(range(len(hand.seats)))


def position_names(hand: Hand) -> list[str]:
    """What each position is called at the table (R-1.4), in table order; for information only."""
    count = len(hand.seats)
    names = [""] * count
    if count == 2 and hand.config.blind_structure is BlindStructure.SB_BB:
        return ["BB", "BTN/SB"]
    button = button_position(hand)
    if button != NOBODY:
        names[button] = "BTN"
    if hand.small_blind != NOBODY:
        names[hand.small_blind] = "SB"
    if hand.big_blind != NOBODY:
        names[hand.big_blind] = "BB"
    between = [position for position in range(count) if not names[position]]
    for position, name in zip(between, _BETWEEN[len(between)], strict=True):
        names[position] = name
    return names
