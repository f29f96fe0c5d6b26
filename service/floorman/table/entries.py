"""Coming in: what new and returning players owe, and who of them would take cards now (R-5.1, R-5.2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from floorman.rules.choices import BlindStructure, EntryPost, MissedBlinds, MissedSbAlone
from floorman.rules.switches import TableConfig
from floorman.table.button import Groups
from floorman.table.seats import Missed, TableSeat, Wish

__all__ = ["Dues", "button_price", "dues", "enters", "group", "may_post"]


@dataclass(frozen=True, slots=True)
class Dues:
    """What a seat posts beside the blinds, chips: ``live`` counts toward the call, ``dead`` for nobody."""

    live: int = 0
    dead: int = 0


def enters(config: TableConfig, seat: TableSeat) -> bool:
    """Whether a seat has to come in: it is new, or blinds have passed it that this table wants made up."""
    if config.blind_structure is BlindStructure.NONE:
        return False
    return seat.ledger.new or bool(_owed(config, seat))


def _owed(config: TableConfig, seat: TableSeat) -> Missed:
    return Missed() if config.missed_blinds is MissedBlinds.IGNORE else seat.ledger.missed


def dues(config: TableConfig, seat: TableSeat) -> Dues:
    """What an entering seat posts where it is no blind itself."""
    if not enters(config, seat):
        return Dues()
    if seat.ledger.new:
        match config.entry_post:
            case EntryPost.POST_BB_DEAD:
                return Dues(dead=config.big_blind)
            case EntryPost.POST_BB_LIVE | EntryPost.WAIT_FOR_BB:
                return Dues(live=config.big_blind)
            case EntryPost.FREE:
                return Dues()
    owed = _owed(config, seat)
    live = config.big_blind if owed.big_blind else 0
    dead = config.small_blind if owed.small_blind else 0
    if owed.small_blind and not owed.big_blind and config.missed_sb_alone is MissedSbAlone.LIVE:
        live, dead = dead, 0
    if owed.straddle:  # a missed mandatory straddle is made up dead
        dead += config.big_blind * config.straddle_multiple
    return Dues(live, dead)


def button_price(config: TableConfig) -> Dues:
    """What buying the button costs (R-5.1): both blinds, of which the big one is live."""
    return Dues(config.big_blind, config.small_blind)


def may_post(config: TableConfig, seat: TableSeat) -> bool:
    """Whether this table lets an entering seat post, and does not make it wait for the big blind."""
    if seat.ledger.new:
        return config.entry_post is not EntryPost.WAIT_FOR_BB
    return config.missed_blinds is not MissedBlinds.WAIT_ONLY


def group(config: TableConfig, seats: Iterable[TableSeat], *, nobody_owes: bool) -> Groups:
    """What each seat that could be dealt in would do.

    Args:
        config: the table's rules.
        seats: those that could, their chips and presence looked at.
        nobody_owes: the game starts, or every seat is dealt in for another reason.
    """
    playing: set[int] = set()
    posting: set[int] = set()
    waiting: set[int] = set()
    buying: set[int] = set()
    for seat in seats:
        if nobody_owes or not enters(config, seat):
            playing.add(seat.number)
            continue
        (posting if _would_post(config, seat) else waiting).add(seat.number)
        if seat.wish is Wish.BUY_BUTTON:
            buying.add(seat.number)
    return Groups(frozenset(playing), frozenset(posting), frozenset(waiting), frozenset(buying))


def _would_post(config: TableConfig, seat: TableSeat) -> bool:
    match seat.wish:
        case Wish.POST | Wish.BUY_BUTTON:  # where the button is not for sale a buyer posts
            return may_post(config, seat)
        case Wish.WAIT:
            return False
        case Wish.NONE:
            asked_first = seat.ledger.new and dues(config, seat) != Dues()
            return may_post(config, seat) and not asked_first
