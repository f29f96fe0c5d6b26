"""Colouring up: the smallest chips leave the table (R-19.5, TDA 24).

Each seat changes its small chips for larger ones as far as they go. The odd ones are raced for: all of them
together buy some larger chips, of which a winner gets one, and nobody is raced out of the tournament.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

__all__ = ["ColorUp", "ColoredSeat", "color_up", "odd_chips"]


@dataclass(frozen=True, slots=True)
class ColoredSeat:
    """What colouring up does to one seat.

    Attributes:
        number: the seat.
        before, after: its chips.
        odd_chips: how many small chips it races with, and how many cards it gets.
        won: it gets a larger chip for them.
    """

    number: int
    before: int
    after: int
    odd_chips: int
    won: bool


@dataclass(frozen=True, slots=True)
class ColorUp:
    """The whole table; ``before + added == after + removed`` over its chips.

    Attributes:
        seats: rising.
        awarded: larger chips that were raced for.
        added: chips that the house gave so that nobody is raced out.
        removed: odd chips that did not buy a larger one.
    """

    seats: tuple[ColoredSeat, ...]
    awarded: int
    added: int
    removed: int


def odd_chips(stacks: Mapping[int, int], old_unit: int, new_unit: int) -> dict[int, int]:
    """How many small chips each seat is left with, seats rising; seats without any are left out."""
    odd = {seat: stacks[seat] % new_unit // old_unit for seat in sorted(stacks)}
    return {seat: count for seat, count in odd.items() if count}


def color_up(stacks: Mapping[int, int], old_unit: int, new_unit: int, cards: Sequence[int] = ()) -> ColorUp:
    """The stacks without their small chips.

    The race goes first to seats that would be out, so that no chip has to be made for them; then by the
    cards, one to a small chip, all of a seat before the next, from the lowest seat on, highest card wins with
    suits breaking ties; without cards from the lowest seat on. A seat that would still be out gets one chip.

    Args:
        stacks: chips by seat, each at least 1 and a multiple of ``old_unit``.
        old_unit: the smallest chip so far.
        new_unit: the smallest chip from now on, a multiple of ``old_unit``.
        cards: as dealt, different card ids, as many as there are odd chips; or none.
    """
    odd = odd_chips(stacks, old_unit, new_unit)
    awarded, left = divmod(sum(odd.values()) * old_unit, new_unit)
    would_be_out = {seat for seat in odd if stacks[seat] < new_unit}
    best = _best_cards(odd, cards)
    race = sorted(odd, key=lambda seat: (seat not in would_be_out, -best.get(seat, 0), seat))
    winners = set(race[:awarded])
    kept_in = would_be_out - winners
    seats = tuple(
        ColoredSeat(
            seat,
            stacks[seat],
            stacks[seat] // new_unit * new_unit + (new_unit if seat in winners | kept_in else 0),
            odd.get(seat, 0),
            seat in winners,
        )
        for seat in sorted(stacks)
    )
    return ColorUp(seats, awarded, len(kept_in) * new_unit, left)


def _best_cards(odd: Mapping[int, int], cards: Sequence[int]) -> dict[int, int]:
    """Each seat's highest card; by its id, since spades rank highest."""
    if not cards:
        return {}
    best, dealt = {}, 0
    for seat, count in odd.items():
        best[seat] = max(cards[dealt : dealt + count])
        dealt += count
    return best
