"""From one hand to the next: who is dealt in and why, button, blinds, posts, straddles, the new ledger."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from floorman.rules.choices import AbsentPlayer, BlindStructure
from floorman.rules.opening import Blinds, HandStart, SeatStart, seat_players
from floorman.rules.positions import position_names
from floorman.rules.posting import post
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.switches import TableConfig
from floorman.table.button import Groups, Moved, first_hand, next_hand
from floorman.table.entries import Dues, button_price, dues, enters, group, may_post
from floorman.table.ledger import next_ledger
from floorman.table.seats import Ledger, Positions, TableSeat, Wish
from floorman.table.straddling import StraddleOffer, offers, posted

__all__ = ["EntryChoice", "NextHand", "Outcome", "SeatPlan", "Standing", "prepare_hand"]


class Outcome(Enum):
    """Whether there is a next hand."""

    READY = "READY"
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    BUTTON_NEEDED = "BUTTON_NEEDED"


class Standing(Enum):
    """What a seat does in the next hand, and why."""

    DEALT = "DEALT"
    AWAY = "AWAY"
    NO_CHIPS = "NO_CHIPS"
    IN_GAP = "IN_GAP"
    WAITS_FOR_BLIND = "WAITS_FOR_BLIND"
    NO_HAND = "NO_HAND"


@dataclass(frozen=True, slots=True)
class EntryChoice:
    """A way for a seat to come in: the wish that takes it, and its price in chips."""

    wish: Wish
    price: Dues


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat in the next hand.

    Attributes:
        number: as numbered at the table.
        standing: dealt in, or why not.
        position: its name (R-1.4), empty where it is not dealt in.
        posts: beside the blinds.
        absent: dealt in and killed (R-5.4).
        choices: open to it, where it owes something and may choose.
        ledger: once the hand is dealt.
    """

    number: int
    standing: Standing
    position: str
    posts: Dues
    absent: bool
    choices: tuple[EntryChoice, ...]
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the table does next.

    Attributes:
        outcome: a hand, or why there is none.
        positions: what the hand after it asks for; those of the last hand where there is none.
        starts: the game starts, or starts again: nobody owes anything (R-5.1).
        start: ready to be opened; None without a hand.
        seats: every taken seat, rising.
        straddles: open to whom.
    """

    outcome: Outcome
    positions: Positions | None
    starts: bool
    start: HandStart | None
    seats: tuple[SeatPlan, ...]
    straddles: tuple[StraddleOffer, ...] = ()


def prepare_hand(
    config: TableConfig, seats: Sequence[TableSeat], last: Positions | None, first_button: int | None
) -> NextHand:
    """The next hand of a table.

    Args:
        config: the table's rules, in force for that hand (R-3.5).
        seats: every taken seat, none twice.
        last: button and blinds of the last hand; None before the first.
        first_button: the button as it was drawn or given (R-2.1), looked at only where a game starts.

    Raises:
        Refusal: UNKNOWN_SEAT, the button of a first hand is not dealt in; or the seats make no hand at all.
    """
    seats = sorted(seats, key=lambda seat: seat.number)
    ready = [seat for seat in seats if _is_ready(config, seat)]
    if len(ready) < 2 or all(seat.away for seat in ready):
        return _no_hand(Outcome.TOO_FEW_PLAYERS, seats, last)
    known = sum(not seat.ledger.new for seat in ready)
    if last is None or not known:  # also where everybody who played has left
        if first_button is None:
            return _no_hand(Outcome.BUTTON_NEEDED, seats, last)
        return _planned(config, seats, None, _first(config, ready, first_button), starts=True)
    # a running game has two who have played here
    starts = known < 2
    moved = next_hand(config, last, _groups(config, ready, nobody_owes=starts))
    if len(moved.dealt) < 2:  # everybody waits for everybody: the game starts again
        starts = True
        moved = next_hand(config, last, _groups(config, ready, nobody_owes=True))
    return _planned(config, seats, last, moved, starts=starts)


def _is_ready(config: TableConfig, seat: TableSeat) -> bool:
    dealt_absent = config.absent_player is AbsentPlayer.DEALT_AND_KILLED
    return seat.stack > 0 and (dealt_absent or not seat.away)


def _groups(config: TableConfig, ready: Sequence[TableSeat], *, nobody_owes: bool) -> Groups:
    # a bomb pot has no blinds to owe or to wait for
    return group(config, ready, nobody_owes=nobody_owes or bool(config.bomb_pot))


def _first(config: TableConfig, ready: Sequence[TableSeat], button: int) -> Moved:
    numbers = [seat.number for seat in ready]
    if button not in numbers:
        text = f"Seat {button} is not dealt into the first hand and cannot have the button."
        raise Refusal(Reason.UNKNOWN_SEAT, "R-2.1", text, field="first_button", seat=button)
    return first_hand(config, numbers, button)


def _no_hand(outcome: Outcome, seats: Sequence[TableSeat], last: Positions | None) -> NextHand:
    plans = tuple(
        SeatPlan(seat.number, _missing(seat) or Standing.NO_HAND, "", Dues(), False, (), seat.ledger)
        for seat in seats
    )
    return NextHand(outcome, last, outcome is Outcome.BUTTON_NEEDED, None, plans)


def _missing(seat: TableSeat) -> Standing | None:
    if not seat.stack:
        return Standing.NO_CHIPS
    return Standing.AWAY if seat.away else None


def _planned(
    config: TableConfig, seats: Sequence[TableSeat], last: Positions | None, moved: Moved, *, starts: bool
) -> NextHand:
    entering = _entering(config, seats, moved, starts=starts)
    posts = {
        seat.number: button_price(config) if seat.number == moved.buyer else _posts(config, seat, moved)
        for seat in seats
        if seat.number in entering and not starts and not config.bomb_pot
    }
    start = HandStart(
        config=config,
        button=moved.positions.button,
        seats=tuple(
            SeatStart(
                seat.number,
                seat.stack,
                posts.get(seat.number, Dues()).live,
                posts.get(seat.number, Dues()).dead,
                seat.away,
            )
            for seat in seats
            if seat.number in moved.dealt
        ),
        blinds=_blinds(config, moved),
    )
    open_to = offers(start)
    willing = frozenset(seat.number for seat in seats if seat.straddles)
    start = replace(start, straddles=posted(start, open_to, willing))
    hand = seat_players(start)
    names = dict(zip((seat.number for seat in hand.seats), position_names(hand), strict=True))
    post(hand, start)  # what the hand would refuse, it refuses here
    ledger = next_ledger(config, last, moved, seats, entering)
    plans = tuple(
        SeatPlan(
            number=seat.number,
            standing=_standing(seat, moved),
            position=names.get(seat.number, ""),
            posts=posts.get(seat.number, Dues()),
            absent=seat.away and seat.number in moved.dealt,
            choices=() if starts else _choices(config, seat, moved),
            ledger=ledger[seat.number],
        )
        for seat in seats
    )
    positions = replace(moved.positions, bomb_pot=bool(config.bomb_pot))
    return NextHand(Outcome.READY, positions, starts, start, plans, tuple(open_to))


def _entering(
    config: TableConfig, seats: Sequence[TableSeat], moved: Moved, *, starts: bool
) -> frozenset[int]:
    return frozenset(
        seat.number
        for seat in seats
        if seat.number in moved.dealt and (starts or enters(config, seat) or seat.ledger.new)
    )


def _posts(config: TableConfig, seat: TableSeat, moved: Moved) -> Dues:
    """R-5.1, R-5.2: the big blind settles everything; the small one counts toward a live post."""
    if seat.number == _paying_blind(config, moved):
        return Dues()
    due = dues(config, seat)
    own = config.small_blind if seat.number == moved.small_blind else 0
    return Dues(max(0, due.live - own), due.dead)


def _paying_blind(config: TableConfig, moved: Moved) -> int | None:
    if config.blind_structure is BlindStructure.BUTTON_BLIND:
        return moved.positions.button
    return moved.positions.big_blind


def _blinds(config: TableConfig, moved: Moved) -> Blinds:
    if config.bomb_pot or config.blind_structure in {BlindStructure.BUTTON_BLIND, BlindStructure.NONE}:
        return Blinds(None, None)
    return Blinds(moved.small_blind, moved.positions.big_blind)


def _standing(seat: TableSeat, moved: Moved) -> Standing:
    if seat.number in moved.dealt:
        return Standing.DEALT
    if seat.number in moved.gap:
        return Standing.IN_GAP
    return _missing(seat) or Standing.WAITS_FOR_BLIND


def _choices(config: TableConfig, seat: TableSeat, moved: Moved) -> tuple[EntryChoice, ...]:
    """What an entering seat may choose for this hand; nothing where the big blind has come to it."""
    if config.bomb_pot or not _is_ready(config, seat) or not enters(config, seat):
        return ()
    if seat.number == _paying_blind(config, moved):
        return ()
    wait = EntryChoice(Wish.WAIT, Dues())
    if seat.number in moved.gap or seat.number == moved.buyer:
        return (EntryChoice(Wish.BUY_BUTTON, button_price(config)), wait) if moved.may_buy else (wait,)
    if may_post(config, seat):
        return (EntryChoice(Wish.POST, _posts(config, seat, moved)), wait)
    return (wait,)
