"""The facts with which a hand opens, and the checks that they make a hand (R-1.1, R-3, R-5).

Straddles, posts, absent seats and positions are facts of the start. Not checked here, because no
single hand can know it: whether the button or a post is *owed* (sections 2 and 5).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from floorman.rules.choices import BlindStructure
from floorman.rules.dealing import pack_of
from floorman.rules.hand import NOBODY, Hand, Seat
from floorman.rules.positions import table_order
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.straddles import StraddlePost, check_straddles
from floorman.rules.switches import MAX_CHIPS, TableConfig

__all__ = ["FOLLOWS", "Blinds", "HandStart", "SeatStart", "StraddlePost", "seat_players"]

FOLLOWS = -1
"""In place of a blind's seat: it follows from the button (R-3.1)."""


@dataclass(frozen=True, slots=True)
class SeatStart:
    """A dealt-in seat as the hand opens.

    Attributes:
        number: 0..max_seats.
        stack: chips before any post, at least 1.
        live_post: chips of a new or returning player that count toward the call (R-5.1, R-5.2).
        dead_post: chips that go to the pot alone (R-5.2).
        absent: dealt in, posts, and is killed before the first action (R-5.4).
    """

    number: int
    stack: int
    live_post: int = 0
    dead_post: int = 0
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Blinds:
    """Who posts the blinds: seat numbers, FOLLOWS, or None for a blind that nobody posts."""

    small: int | None = FOLLOWS
    big: int | None = FOLLOWS


@dataclass(frozen=True, slots=True)
class HandStart:
    """Everything that a hand opens with; its ``repr`` shows no card.

    Attributes:
        config: the resolved switches.
        button: the button's seat number; the seat may be empty (R-2.3).
        seats: the dealt seats, in any order.
        blinds: who posts, where it does not follow from the button.
        straddles: in the order posted.
        host_deals: the host deals known cards; else the floor deals.
        asks: at a showdown each seat decides in turn (ASK); else the table's rule (TABLE_RULE).
        last_two_in_event: R-10.2.
        known_holes: host dealing: seat number -> two cards.
        known_boards: host dealing: up to five cards a board.
        known_burns: host dealing: burn cards in order.
    """

    config: TableConfig
    button: int
    seats: tuple[SeatStart, ...]
    blinds: Blinds = Blinds()
    straddles: tuple[StraddlePost, ...] = ()
    host_deals: bool = False
    asks: bool = False
    last_two_in_event: bool = False
    known_holes: dict[int, tuple[int, int]] = field(default_factory=dict, repr=False)
    known_boards: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    known_burns: tuple[int, ...] = field(default=(), repr=False)


def seat_players(start: HandStart) -> Hand:
    """The hand before the first chip moves, seats and blinds in their places.

    Raises:
        Refusal: the facts make no hand; the field names the part of the start.
    """
    _check_seats(start)
    by_number = {seat.number: seat for seat in start.seats}
    order = table_order([seat.number for seat in start.seats], start.button)
    hand = Hand(start.config, [Seat(number, by_number[number].stack) for number in order], start.button)
    hand.host_deals = start.host_deals
    hand.asks = start.asks
    hand.last_two_in_event = start.last_two_in_event
    _seat_blinds(hand, start.blinds)
    _check_posts(hand, start)
    check_straddles(hand, start.straddles)
    return hand


def _check_seats(start: HandStart) -> None:
    config = start.config
    count = len(start.seats)
    if not 2 <= count <= config.max_seats:
        raise Refusal(
            Reason.SEAT_COUNT,
            "R-1.1",
            f"A hand needs 2 to {config.max_seats} dealt seats; {count} are given.",
            field="seats",
            seats=count,
            least=2,
            most=config.max_seats,
        )
    _check_deck(config, count)
    seen: set[int] = set()
    for place, seat in enumerate(start.seats):
        where = f"seats[{place}]"
        _check_seat_number(seat.number, config, f"{where}.seat", Reason.SEAT_OUT_OF_RANGE)
        if seat.number in seen:
            text = f"Seat {seat.number} is given twice."
            raise Refusal(Reason.DUPLICATE_SEAT, "R-1.1", text, field=f"{where}.seat", seat=seat.number)
        seen.add(seat.number)
        _check_chips(seat.stack, f"{where}.stack", least=1)
        _check_chips(seat.live_post, f"{where}.live_post")
        _check_chips(seat.dead_post, f"{where}.dead_post")
    if all(seat.absent for seat in start.seats):
        text = "Every seat is absent: nobody is left to win the pot."
        raise Refusal(Reason.SEAT_COUNT, "R-5.4", text, field="seats", seats=0, least=1)
    total = sum(seat.stack for seat in start.seats)
    _check_chips(total, "seats", least=1)
    for place, straddle in enumerate(start.straddles):
        _check_chips(straddle.amount, f"straddles[{place}].amount", least=1)
    _check_seat_number(start.button, config, "button", Reason.BUTTON_OUT_OF_RANGE)


def _check_seat_number(number: int, config: TableConfig, where: str, reason: Reason) -> None:
    # Tables count their seats from 0 or from 1: both 0 and max_seats are good numbers.
    if not 0 <= number <= config.max_seats:
        text = f"Seat {number} is not at this table: seats are 0 to {config.max_seats}."
        raise Refusal(reason, "R-1.1", text, field=where, seat=number, least=0, most=config.max_seats)


def _check_chips(chips: int, where: str, least: int = 0) -> None:
    if not least <= chips <= MAX_CHIPS:
        text = f"{chips} chips lie outside {least} to {MAX_CHIPS}."
        raise Refusal(
            Reason.CHIPS_OUT_OF_RANGE, "R-1.1", text, field=where, chips=chips, least=least, most=MAX_CHIPS
        )


def _check_deck(config: TableConfig, count: int) -> None:
    """R-1.1: two hole cards each, five to a board and the burns must come out of the deck."""
    cards = len(pack_of(config))
    needed = 2 * count + 5 * config.boards + (3 if config.burn_cards else 0)
    if needed > cards:
        text = f"{count} seats need {needed} cards, and the deck has {cards}."
        raise Refusal(
            Reason.DECK_TOO_SMALL, "R-1.1", text, field="seats", seats=count, needed=needed, cards=cards
        )


def _seat_blinds(hand: Hand, blinds: Blinds) -> None:
    """R-3.1, R-2.4: the blinds' positions, as given or as they follow from the button."""
    if hand.config.bomb_pot:  # nobody posts a blind, wherever the table's blinds stand
        return
    structure = hand.config.blind_structure
    both = structure is BlindStructure.SB_BB
    heads_up = len(hand.seats) == 2 and both  # the button, last in table order, is small blind
    if both:
        small = hand.seats[1 if heads_up else 0].number if blinds.small == FOLLOWS else blinds.small
        hand.small_blind = _dealt_blind(hand, small, "small_blind_seat")
    elif blinds.small not in {FOLLOWS, None}:
        _no_such_blind(hand, blinds.small, "small_blind_seat")
    if both or structure is BlindStructure.SINGLE_BLIND:
        follows = 1 if both and not heads_up and hand.small_blind == 0 else 0
        big = hand.seats[follows].number if blinds.big == FOLLOWS else blinds.big
        hand.big_blind = _dealt_blind(hand, big, "big_blind_seat")
        _check_big_blind(hand)
    elif blinds.big not in {FOLLOWS, None}:
        _no_such_blind(hand, blinds.big, "big_blind_seat")


def _check_big_blind(hand: Hand) -> None:
    if hand.big_blind == NOBODY:
        text = "The big blind is never dead: name a dealt seat."
        raise Refusal(Reason.BLIND_SEAT_INVALID, "R-2.3", text, field="big_blind_seat")
    if hand.big_blind == hand.small_blind:
        seat = hand.seats[hand.big_blind].number
        text = f"Seat {seat} cannot post both blinds."
        raise Refusal(Reason.BLIND_SEAT_INVALID, "R-3.1", text, field="big_blind_seat", seat=seat)


def _dealt_blind(hand: Hand, number: int | None, where: str) -> int:
    if number is None:
        return NOBODY
    position = hand.position(number)
    if position == NOBODY:
        text = f"Seat {number} is not dealt in and cannot post a blind."
        raise Refusal(Reason.BLIND_SEAT_INVALID, "R-3.1", text, field=where, seat=number)
    return position


def _no_such_blind(hand: Hand, number: int | None, where: str) -> None:
    structure = hand.config.blind_structure.value
    text = f"With blind_structure {structure} nobody posts this blind."
    raise Refusal(Reason.BLIND_SEAT_INVALID, "R-3.1", text, field=where, seat=number or 0)


def _check_posts(hand: Hand, start: HandStart) -> None:
    """R-5.1, R-5.2: a live post is at most the big blind, the seat's own blind included."""
    config = hand.config
    for place, seat in enumerate(start.seats):
        if config.bomb_pot and seat.live_post + seat.dead_post:
            text = "In a bomb pot nobody posts anything but the bomb pot's ante."
            raise Refusal(
                Reason.POST_INVALID, "R-15", text, field=f"seats[{place}].live_post", seat=seat.number
            )
        blind = _own_blind(hand, seat.number)
        if seat.live_post and blind + seat.live_post > config.big_blind:
            text = f"A live post makes at most one big blind of {config.big_blind}."
            raise Refusal(
                Reason.POST_INVALID,
                "R-5.1",
                text,
                field=f"seats[{place}].live_post",
                seat=seat.number,
                live_post=seat.live_post,
                blind=blind,
                most=config.big_blind,
            )


def _own_blind(hand: Hand, number: int) -> int:
    """The blind that a seat posts, chips; the button's blind counts as the big blind it is (R-17)."""
    position = hand.position(number)
    pays_button_blind = hand.config.blind_structure is BlindStructure.BUTTON_BLIND and number == hand.button
    if position == hand.big_blind or pays_button_blind:
        return hand.config.big_blind
    return hand.config.small_blind if position == hand.small_blind else 0
