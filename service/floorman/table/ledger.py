"""The ledger: which blinds have passed whom, and who is new (R-5.2).

A blind passes a seat when its position moves over the seat while the seat is not dealt in. A new player has
missed nothing: the button may go by as often as the player likes (R-5.1). Under the moving button, blinds
also pass seats that *are* dealt in; they are noted alike, which repairs what that rule breaks (R-2.3).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from floorman.rules.choices import BlindStructure, ButtonRule, MissedBlinds, StraddleSeat
from floorman.rules.switches import TableConfig
from floorman.table.button import Moved
from floorman.table.clockwise import between, next_seat
from floorman.table.seats import Ledger, Missed, Positions, TableSeat

__all__ = ["next_ledger"]


def next_ledger(
    config: TableConfig,
    last: Positions | None,
    moved: Moved,
    seats: Sequence[TableSeat],
    entering: Collection[int],
) -> dict[int, Ledger]:
    """The ledger by seat, once the hand is dealt.

    Args:
        config: the table's rules.
        last: button and blinds of the hand before; None for a game's first.
        moved: those of this one, and who is dealt in.
        seats: every taken seat.
        entering: the dealt seats that come in with this hand, whatever they post.
    """
    if config.bomb_pot:  # nobody posts a blind, so none is missed and none is made up
        return {seat.number: seat.ledger for seat in seats}
    return {seat.number: _entry(config, last, moved, seat, entering) for seat in seats}


def _entry(
    config: TableConfig, last: Positions | None, moved: Moved, seat: TableSeat, entering: Collection[int]
) -> Ledger:
    dealt = seat.number in moved.dealt
    if seat.ledger.new and not dealt:
        return seat.ledger
    if last is None or config.missed_blinds is MissedBlinds.IGNORE or seat.number in entering:
        return Ledger()
    if dealt and config.button_rule is ButtonRule.DEAD:  # whoever is dealt in there has paid what was due
        return Ledger()
    before = Missed() if dealt else seat.ledger.missed
    return Ledger(
        missed=Missed(
            small_blind=before.small_blind or _small_blind_passed(config, last, moved, seat.number),
            big_blind=before.big_blind or _big_blind_passed(config, last, moved, seat.number),
            straddle=before.straddle or (not dealt and _straddle_passed(config, last, moved, seat.number)),
        )
    )


def _big_blind_passed(config: TableConfig, last: Positions, moved: Moved, seat: int) -> bool:
    now = moved.positions
    if config.blind_structure is BlindStructure.BUTTON_BLIND:  # the button's blind is the big one
        return last.button != now.button and between(seat, last.button, now.button)
    if last.big_blind is None or now.big_blind is None or last.big_blind == now.big_blind:
        return False
    return between(seat, last.big_blind, now.big_blind)


def _small_blind_passed(config: TableConfig, last: Positions, moved: Moved, seat: int) -> bool:
    now = moved.positions
    if last.bomb_pot and not config.bomb_button_moves:  # the position has not moved
        return False
    # The dead button's small blind was due where the big blind was, also where two players moved it.
    due = last.big_blind if config.button_rule is ButtonRule.DEAD else now.small_blind
    if last.small_blind is None or now.small_blind is None or due is None or last.small_blind == due:
        return False
    if seat == moved.small_blind:
        return False
    return between(seat, last.small_blind, due) or seat == due


def _straddle_passed(config: TableConfig, last: Positions, moved: Moved, seat: int) -> bool:
    """R-5.3: whether a mandatory straddle would have been this seat's."""
    choices = config.straddle_seats
    if not config.straddle_mandatory or not choices or StraddleSeat.ANY in choices:
        return False
    now = moved.positions
    if len(moved.dealt) < config.straddle_min_players or now.big_blind is None:
        return False
    if StraddleSeat.BUTTON in choices and (config.straddle_max == 1 or StraddleSeat.UTG not in choices):
        return last.button != now.button and between(seat, last.button, now.button)
    return between(seat, now.big_blind, next_seat(moved.dealt, now.big_blind))
