"""Button and blinds from hand to hand: dead and moving button, heads-up in both directions (R-2.3 to R-2.6).

Who takes part depends on where button and big blind go, and where they go depends on who takes part. So both
are found together: the groups say what each seat would do, the answer who is dealt in.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from floorman.rules.choices import BlindStructure, ButtonRule, EntryGap
from floorman.rules.switches import TableConfig
from floorman.table.clockwise import between, next_seat, previous_seat
from floorman.table.seats import Positions

__all__ = ["Groups", "Moved", "first_hand", "next_hand"]


@dataclass(frozen=True, slots=True)
class Groups:
    """The seats that could be dealt in, by what they would do.

    Attributes:
        playing: owe nothing and are dealt in.
        posting: come in with a post wherever they may (R-5.1, R-5.2), in the gap not.
        waiting: come in as the big blind only.
        buying: those of the last two that would buy the button (R-5.1).
    """

    playing: frozenset[int]
    posting: frozenset[int] = frozenset()
    waiting: frozenset[int] = frozenset()
    buying: frozenset[int] = frozenset()

    @property
    def ready(self) -> frozenset[int]:
        """All of them."""
        return self.playing | self.posting | self.waiting


@dataclass(frozen=True, slots=True)
class Moved:
    """Where the next hand has button and blinds, and who is in it.

    Attributes:
        positions: as the hand after it needs them.
        dealt: seats that get cards; with fewer than two there is no hand.
        gap: seats that may not come in yet because of where they sit (R-5.1).
        buyer: the seat that buys the button: it posts both blinds where nobody posts the small one.
        may_buy: a seat in the gap could buy the button.
    """

    positions: Positions
    dealt: frozenset[int]
    gap: frozenset[int] = frozenset()
    buyer: int | None = None
    may_buy: bool = False

    @property
    def small_blind(self) -> int | None:
        """The seat that posts the small blind; None where nobody does (R-3.4)."""
        seat = self.positions.small_blind
        return seat if seat in self.dealt and seat != self.buyer else None


def first_hand(config: TableConfig, seats: Collection[int], button: int) -> Moved:
    """A game's first hand: everybody is in, the blinds sit left of the button (R-2.1, R-2.4).

    Args:
        config: the table's rules.
        seats: seat numbers, two or more.
        button: one of them.
    """
    dealt = frozenset(seats)
    return Moved(_first_positions(config, dealt, button), dealt)


def _first_positions(config: TableConfig, dealt: frozenset[int], button: int) -> Positions:
    match config.blind_structure:
        case BlindStructure.SB_BB:
            small = button if len(dealt) == 2 else next_seat(dealt, button)
            return Positions(button, small, next_seat(dealt, small))
        case BlindStructure.SINGLE_BLIND:
            return Positions(button, None, next_seat(dealt, button))
        case BlindStructure.BUTTON_BLIND | BlindStructure.NONE:
            return Positions(button)


def next_hand(config: TableConfig, last: Positions, groups: Groups) -> Moved:
    """The hand after a hand.

    Args:
        config: the table's rules.
        last: where button and blinds were.
        groups: who could be dealt in; at least one seat.
    """
    stays = last.bomb_pot and not config.bomb_button_moves  # what was due then is due now
    if config.blind_structure in {BlindStructure.BUTTON_BLIND, BlindStructure.NONE}:
        return _button_alone(last, groups, stays=stays)
    if config.button_rule is ButtonRule.DEAD and _leads(config, last):
        return _dead(config, last, groups, stays=stays)
    return _moving(config, last, groups, stays=stays)


def _leads(config: TableConfig, last: Positions) -> bool:
    """Whether the last hand had the blinds that a dead button follows; not so where the structure changed."""
    needs_small = config.blind_structure is BlindStructure.SB_BB
    return last.big_blind is not None and (last.small_blind is not None or not needs_small)


# ---- dead button: the big blind leads, the others follow over empty seats too ----


def _dead(config: TableConfig, last: Positions, groups: Groups, *, stays: bool) -> Moved:
    led_by = last.big_blind
    assert led_by is not None  # noqa: S101 (the caller saw to it)
    ready = groups.ready
    big = led_by if stays and led_by in ready else next_seat(ready, led_by)
    if stays and big != last.small_blind:
        button, small = last.button, last.small_blind
    elif config.blind_structure is BlindStructure.SINGLE_BLIND:  # the blind sits left of the button
        button, small = led_by, None
    else:
        button, small = last.small_blind if last.small_blind is not None else last.button, led_by
    gap = _gap(config, groups, button, small, big)
    dealt = (groups.playing | groups.posting | {big}) - gap
    may_buy = (
        config.entry_gap is EntryGap.BUY_BUTTON
        and small is not None
        and small not in dealt
        and len(dealt) > 1
        and bool(gap)
    )
    buyers = groups.buying & gap if may_buy else frozenset()
    buyer = next_seat(buyers, button) if buyers else None
    if buyer is not None:  # the buyer's seat is the small blind's position, so the button comes there next
        dealt |= {buyer}
        small = buyer
    if len(dealt) == 2:  # the other one is the button, and the small blind
        button = next_seat(dealt, big)
        small = None if small is None else button
    elif dealt - {big} and button in {big, small}:  # after a heads-up hand
        around = big if small is None else small
        button = previous_seat(dealt - {big}, around)
    return Moved(Positions(button, small, big), dealt, gap - {buyer}, buyer, may_buy)


def _gap(config: TableConfig, groups: Groups, button: int, small: int | None, big: int) -> frozenset[int]:
    """R-5.1: the seats between button and blind, where nobody comes in who owes something."""
    end = big
    if config.entry_gap is EntryGap.NOT_BETWEEN_SB_AND_BUTTON:
        if small is None:
            return frozenset()
        end = small
    entering = (groups.posting | groups.waiting) - {big}
    return frozenset(seat for seat in entering if between(seat, button, end))


# ---- moving button: the button leads, the blinds are the next two ----


def _moving(config: TableConfig, last: Positions, groups: Groups, *, stays: bool) -> Moved:
    taking = groups.playing | groups.posting
    if not taking:
        return Moved(last, frozenset())
    button = last.button if stays and last.button in taking else next_seat(taking, last.button)
    others = groups.ready - {button}
    if not others:
        return Moved(last, frozenset({button}))
    if config.blind_structure is BlindStructure.SINGLE_BLIND:
        big = next_seat(others, button)
        return Moved(Positions(button, None, big), taking | {big})
    tournament = config.entry_gap is EntryGap.NOT_BETWEEN_SB_AND_BUTTON
    small_blinds = (taking if tournament else groups.playing) - {button}
    small = next_seat(small_blinds or others, button)
    beyond = [seat for seat in others if between(seat, small, button)] if small_blinds else []
    if not beyond:
        dealt = frozenset({button, small})
        return Moved(Positions(button, button, small), dealt, (taking | groups.waiting) - dealt)
    big = next_seat(beyond, small)
    gap = frozenset(seat for seat in groups.posting | groups.waiting if between(seat, button, small))
    return Moved(Positions(button, small, big), (taking | {big}) - gap, gap)


# ---- no blind left of the button ----


def _button_alone(last: Positions, groups: Groups, *, stays: bool) -> Moved:
    """R-17, R-3.1: the button itself goes to the next seat, so it is never dead."""
    ready = groups.ready
    button = last.button if stays and last.button in ready else next_seat(ready, last.button)
    return Moved(Positions(button), groups.playing | groups.posting | {button})
