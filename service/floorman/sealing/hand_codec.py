"""A hand as packed bytes, codec 1: straight into slotted objects and back, nothing that grows with the hand.

Facts of one byte first, then the chips in the narrowest of 2, 4 or 8 bytes that holds them all, then a
seat's marks in three bytes, then cards. Arrays of chips that are all zero are left out.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Final

from floorman.cards import FACE_DOWN
from floorman.rules.hand import Claim, Hand, Phase, Seat
from floorman.rules.switches import TableConfig

__all__ = ["decode_hand", "encode_hand"]

# button, blinds, phase, actor, turn, street, aggressor, straddler, actions, first all-in, runs, run_from,
# outcome, cursor, burns, replacement, boards, seats, chip width, chip arrays present, wagers, marks
_FACTS: Final = Struct(">BbbBbBBbbBbBBBBBBBBBBIH")
_EXPOSED: Final = Struct(">BBBB")
_MARKS: Final = (
    "host_deals",
    "asks",
    "last_two_in_event",
    "uncapped",
    "chips_wagered",
    "betting_over",
    "refunded",
    "hands_up",
    "flop_dealt",
)
_EXPOSED_MARK: Final = 1 << len(_MARKS)
_TABLE_CHIPS: Final = 6
_WIDTHS: Final = {2: "H", 4: "I", 8: "Q"}


@lru_cache(maxsize=64)
def _chips(width: int, count: int) -> Struct:
    return Struct(f">{count}{_WIDTHS[width]}")


def encode_hand(hand: Hand) -> bytes:
    """The bytes of a hand, its config apart."""
    seats = hand.seats
    count = len(seats)
    chips = [hand.level, hand.increment, hand.full_level, hand.pot, hand.single_ante, hand.rake]
    present = 0
    arrays = (
        [seat.stack for seat in seats],
        [seat.put for seat in seats],
        [seat.total for seat in seats],
        [seat.posted for seat in seats],
        [seat.dead for seat in seats],
        [seat.at for seat in seats],
        [seat.refunded for seat in seats],
        # while the hand is on, the start follows from the rest
        [seat.start for seat in seats] if hand.phase is Phase.COMPLETE else [],
    )
    for bit, array in enumerate(arrays):
        if any(array):
            present |= 1 << bit
            chips += array
    most = max(chips)
    width = 2 if most < 1 << 16 else 4 if most < 1 << 32 else 8
    marks = 0
    for bit, mark in enumerate(_MARKS):
        if getattr(hand, mark):
            marks |= 1 << bit
    exposed = b""
    if hand.exposed is not None:
        marks |= _EXPOSED_MARK
        exposed = _EXPOSED.pack(*hand.exposed)
    facts = _FACTS.pack(
        hand.button,
        hand.small_blind,
        hand.big_blind,
        hand.phase,
        hand.actor,
        hand.turn,
        hand.street,
        hand.aggressor,
        hand.straddler,
        hand.actions,
        hand.first_all_in,
        hand.runs,
        hand.run_from,
        hand.outcome,
        hand.cursor,
        hand.burns,
        hand.replacement,
        len(hand.boards),
        count,
        width,
        present,
        min(hand.wagers, 0xFFFFFFFF),  # only fixed limit counts them, and it has a cap
        marks,
    )
    parts = [facts, exposed, _chips(width, len(chips)).pack(*chips), _seat_bytes(seats), _card_bytes(hand)]
    return b"".join(parts)


def _seat_bytes(seats: list[Seat]) -> bytes:
    form = bytearray()
    for seat in seats:
        form += bytes(
            (
                seat.number,
                seat.acted
                | seat.raised_since << 1
                | seat.folded << 2
                | seat.killed << 3
                | seat.claim << 4
                | seat.called_river << 6,
                seat.last_street | seat.vote << 2 | seat.seen_cards << 5,
                seat.muck_order,
            )
        )
    return bytes(form)


def _card_bytes(hand: Hand) -> bytes:
    form = bytearray()
    for holes in hand.holes:
        form += bytes(holes) if holes is not None else bytes((FACE_DOWN, FACE_DOWN))
    for faces, indices in zip(hand.boards, hand.board_indices, strict=True):
        form.append(len(faces))
        form += bytes(faces)
        form += bytes(indices)
    if hand.host_deals:
        form.append(len(hand.known_boards))
        for board in hand.known_boards:
            form.append(len(board))
            form += bytes(board)
        form.append(len(hand.known_burns))
        form += bytes(hand.known_burns)
    return bytes(form)


def decode_hand(config: TableConfig, form: bytes) -> Hand:
    """The hand behind its bytes, which the service has sealed itself.

    Raises:
        struct.error, IndexError, ValueError: they are no hand of this codec.
    """
    hand = Hand.__new__(Hand)
    hand.config = config
    (
        hand.button,
        hand.small_blind,
        hand.big_blind,
        phase,
        hand.actor,
        hand.turn,
        hand.street,
        hand.aggressor,
        hand.straddler,
        hand.actions,
        hand.first_all_in,
        hand.runs,
        hand.run_from,
        hand.outcome,
        hand.cursor,
        hand.burns,
        hand.replacement,
        boards,
        count,
        width,
        present,
        hand.wagers,
        marks,
    ) = _FACTS.unpack_from(form)
    hand.phase = Phase(phase)
    for bit, mark in enumerate(_MARKS):
        setattr(hand, mark, bool(marks >> bit & 1))
    offset = _FACTS.size
    hand.exposed = None
    if marks & _EXPOSED_MARK:
        hand.exposed = _EXPOSED.unpack_from(form, offset)
        offset += _EXPOSED.size
    layout = _chips(width, _TABLE_CHIPS + count * present.bit_count())
    chips = layout.unpack_from(form, offset)
    offset += layout.size
    hand.level, hand.increment, hand.full_level, hand.pot, hand.single_ante, hand.rake = chips[:_TABLE_CHIPS]
    hand.seats = _read_seats(form[offset : offset + 4 * count], chips[_TABLE_CHIPS:], present, count)
    _read_cards(hand, form, offset + 4 * count, boards)
    return hand


def _read_seats(form: bytes, chips: tuple[int, ...], present: int, count: int) -> list[Seat]:
    arrays: list[tuple[int, ...]] = []
    zeros = (0,) * count
    begin = 0
    for bit in range(8):
        if present >> bit & 1:
            arrays.append(chips[begin : begin + count])
            begin += count
        else:
            arrays.append(zeros)
    stacks, puts, totals, posted, dead, at, refunded, starts = arrays
    started = present >> 7 & 1
    seats = []
    for place in range(count):
        number, marks, more, muck_order = form[4 * place : 4 * place + 4]
        seat = Seat(number, stacks[place])
        seat.put = puts[place]
        seat.total = totals[place]
        seat.posted = posted[place]
        seat.dead = dead[place]
        seat.at = at[place]
        seat.refunded = refunded[place]
        seat.start = starts[place] if started else seat.stack + seat.total + seat.dead
        seat.acted = bool(marks & 1)
        seat.raised_since = bool(marks & 2)
        seat.folded = bool(marks & 4)
        seat.killed = bool(marks & 8)
        seat.claim = Claim(marks >> 4 & 3)
        seat.called_river = bool(marks & 64)
        seat.last_street = more & 3
        seat.vote = more >> 2 & 7
        seat.seen_cards = more >> 5 & 3
        seat.muck_order = muck_order
        seats.append(seat)
    return seats


def _read_cards(hand: Hand, form: bytes, offset: int, boards: int) -> None:
    hand.holes = []
    for _ in hand.seats:
        first, second = form[offset : offset + 2]
        hand.holes.append(None if first == FACE_DOWN else (first, second))
        offset += 2
    hand.boards = []
    hand.board_indices = []
    for _ in range(boards):
        count = form[offset]
        hand.boards.append(list(form[offset + 1 : offset + 1 + count]))
        hand.board_indices.append(list(form[offset + 1 + count : offset + 1 + 2 * count]))
        offset += 1 + 2 * count
    hand.known_boards = []
    hand.known_burns = []
    if hand.host_deals:
        known = form[offset]
        offset += 1
        for _ in range(known):
            count = form[offset]
            hand.known_boards.append(list(form[offset + 1 : offset + 1 + count]))
            offset += 1 + count
        count = form[offset]
        hand.known_burns = list(form[offset + 1 : offset + 1 + count])
        offset += 1 + count
    if offset != len(form):
        raise ValueError(offset)
