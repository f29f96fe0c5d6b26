"""Events as bytes, and back: what the heads of a hand are made of (audit.md 4.2).

``event = u8 kind ‖ u8 seat ‖ u64 amount ‖ extra``; seat 0xff is nobody, amount is what the event moves,
``cards = u8 m ‖ m x (u8 deck_index ‖ u8 card)`` with face 0xff while the card is down.

What a stack or the pot holds *after* an event is not in its bytes, since it follows from the events
before. Events read back carry :data:`NOT_IN_BYTES` there, a number that no stack can be; names for logs
(a limp, the number of a bet) keep their defaults.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from struct import Struct
from typing import Any, Final

from floorman import events
from floorman.cards import FACE_DOWN
from floorman.fairness.opening import NO_SEAT
from floorman.fairness.reading import MalformedError, Reader
from floorman.steps import Cause

__all__ = ["NOT_IN_BYTES", "Kind", "decode_event", "encode_event"]

NOT_IN_BYTES: Final = -1
"""Stack and pot of an event that was read from bytes."""


class Kind(IntEnum):
    """The first byte of an event."""

    ANTE = 0x01
    SMALL_BLIND = 0x02
    BIG_BLIND = 0x03
    BUTTON_BLIND = 0x04
    LIVE_POST = 0x05
    DEAD_POST = 0x06
    STRADDLE = 0x07
    DEAL_HOLE = 0x10
    BURN = 0x11
    BOARD = 0x12
    EXPOSED = 0x13
    HOLE_KNOWN = 0x14
    STREET = 0x18
    FOLD = 0x20
    CHECK = 0x21
    CALL = 0x22
    BET = 0x23
    RAISE = 0x24
    TIMEOUT = 0x28
    RESOLVE = 0x29
    KILL = 0x2A
    REFUND = 0x30
    HAND_UP = 0x31
    RUN_VOTE = 0x32
    RUN_RESULT = 0x33
    SHOW = 0x38
    SHOW_ONE = 0x39
    MUCK = 0x3A
    SEEN = 0x3B
    RABBIT = 0x3C
    RAKE = 0x40
    AWARD = 0x41
    MISDEAL = 0x50
    VOID = 0x51
    RETURN = 0x52
    COMPLETE = 0x5F


_OF_THE_TABLE: Final = frozenset({
    Kind.BURN, Kind.BOARD, Kind.STREET, Kind.RESOLVE, Kind.RUN_RESULT, Kind.RABBIT, Kind.RAKE,
    Kind.MISDEAL, Kind.VOID, Kind.COMPLETE,
})  # fmt: skip
"""Events in which no seat stands."""

_MOVES_CHIPS: Final = frozenset({
    Kind.ANTE, Kind.SMALL_BLIND, Kind.BIG_BLIND, Kind.BUTTON_BLIND, Kind.LIVE_POST, Kind.DEAD_POST,
    Kind.STRADDLE, Kind.CALL, Kind.BET, Kind.RAISE, Kind.REFUND, Kind.RAKE, Kind.AWARD, Kind.RETURN,
})  # fmt: skip
"""Events of one chip or more: one of none is not written (audit.md 4.3)."""

_STATES_CHIPS: Final = frozenset({Kind.STREET, Kind.COMPLETE})
"""Events whose amount only tells, and may be 0: the pot of a street, the rake in all."""

_HEADER: Final = Struct(">BBQ")
_BYTE: Final = Struct(">BBQB")
_TWO_BYTES: Final = Struct(">BBQBB")
_TO: Final = Struct(">BBQQ")
_WAGER: Final = Struct(">BBQQB")
_CARD: Final = Struct(">BBQBBBB")
_HAND: Final = Struct(">BBQBBBBB")
_HAND_SEEN: Final = Struct(">BBQBBBBBB")
_EXPOSED: Final = Struct(">BBQBBBBBB")
_STACK: Final = Struct(">BQ")

_LAST_STREET: Final = 3
_BOARD_CARDS: Final = 5
_COMMITMENT: Final = 32
_LAST_CARD: Final = 51


def encode_event(event: events.Event) -> bytes:
    """The bytes of an event.

    Raises:
        struct.error: a number does not fit its field.
        ValueError: a hand of other than two cards.
    """
    return _WRITERS[type(event)](event)


def decode_event(form: bytes) -> events.Event:
    """The event behind its bytes; :func:`encode_event` gives the same bytes again.

    Raises:
        MalformedError: the bytes are no event, or not in its only form.
    """
    reader = Reader(form)
    number, seat, amount = reader.number("kind", 1), reader.number("seat", 1), reader.number("amount", 8)
    try:
        kind = Kind(number)
    except ValueError:
        raise MalformedError("kind", 0, f"{number:#x} is no event") from None
    if (seat == NO_SEAT) is not (kind in _OF_THE_TABLE):
        raise MalformedError("seat", 1, f"{seat} in {kind.name}")
    if kind not in _STATES_CHIPS and (amount > 0) is not (kind in _MOVES_CHIPS):
        raise MalformedError("amount", 2, f"{amount} in {kind.name}")
    event = _read(kind, seat, amount, reader)
    reader.finish()
    return event


# --- writing -----------------------------------------------------------------------------------------------


def _marker(kind: Kind) -> Callable[[Any], bytes]:
    number, pack = int(kind), _HEADER.pack
    return lambda event: pack(number, event.seat, 0)


def _chips(kind: Kind) -> Callable[[Any], bytes]:
    number, pack = int(kind), _HEADER.pack
    return lambda event: pack(number, event.seat, event.amount)


def _wager(kind: Kind) -> Callable[[Any], bytes]:
    number, pack = int(kind), _WAGER.pack
    return lambda event: pack(number, event.seat, event.amount, event.to, event.all_in)


def _tabled(kind: Kind) -> Callable[[Any], bytes]:
    number, pack = int(kind), _HAND.pack

    def write(event: events.HandUp | events.Show) -> bytes:
        (first, second), (face, other) = event.indices, event.faces
        return pack(number, event.seat, 0, 2, first, face, second, other)

    return write


def _board_cards(kind: Kind) -> Callable[[Any], bytes]:
    number, pack = int(kind), _TWO_BYTES.pack

    def write(event: events.BoardCards | events.RabbitCards) -> bytes:
        cards = bytearray((len(event.indices),))
        for pair in zip(event.indices, event.faces, strict=True):
            cards += bytes(pair)
        return pack(number, NO_SEAT, 0, event.board, event.street) + cards

    return write


def _cause(kind: Kind) -> Callable[[Any], bytes]:
    return lambda event: _BYTE.pack(kind, NO_SEAT, 0, event.cause)


def _ante(event: events.Ante) -> bytes:
    return _BYTE.pack(Kind.ANTE, event.seat, event.amount, event.dead)


def _straddle(event: events.Straddle) -> bytes:
    return _TO.pack(Kind.STRADDLE, event.seat, event.amount, event.to)


def _deal_hole(event: events.DealHole) -> bytes:
    first, second = event.indices
    return _HAND.pack(Kind.DEAL_HOLE, event.seat, 0, 2, first, FACE_DOWN, second, FACE_DOWN)


def _burn(event: events.Burn) -> bytes:
    return _CARD.pack(Kind.BURN, NO_SEAT, 0, event.board, 1, event.index, event.face)


def _exposed(event: events.Exposed) -> bytes:
    return _EXPOSED.pack(
        Kind.EXPOSED, event.seat, 0, event.nth, event.outcome, event.replacement, 1, event.index, event.face
    )


def _hole_known(event: events.HoleKnown) -> bytes:
    if len(event.commitment) != _COMMITMENT:
        message = f"a commitment of {len(event.commitment)} bytes"
        raise ValueError(message)
    return _HEADER.pack(Kind.HOLE_KNOWN, event.seat, 0) + event.commitment


def _street(event: events.StreetBegins) -> bytes:
    return _BYTE.pack(Kind.STREET, NO_SEAT, event.pot, event.street)


def _resolved(_: events.Resolved) -> bytes:
    return _HEADER.pack(Kind.RESOLVE, NO_SEAT, 0)


def _run_vote(event: events.RunVote) -> bytes:
    return _BYTE.pack(Kind.RUN_VOTE, event.seat, 0, event.count)


def _run_result(event: events.RunResult) -> bytes:
    return _BYTE.pack(Kind.RUN_RESULT, NO_SEAT, 0, event.count)


def _show_one(event: events.ShowOne) -> bytes:
    return _CARD.pack(Kind.SHOW_ONE, event.seat, 0, event.which, 1, event.index, event.face)


def _seen(event: events.Seen) -> bytes:
    (first, second), (face, other) = event.indices, event.faces
    return _HAND_SEEN.pack(Kind.SEEN, event.seat, 0, event.target, 2, first, face, second, other)


def _rake(event: events.Rake) -> bytes:
    return _BYTE.pack(Kind.RAKE, NO_SEAT, event.amount, event.pot_number)


def _award(event: events.Award) -> bytes:
    return _TWO_BYTES.pack(Kind.AWARD, event.seat, event.amount, event.pot_number, event.board)


def _complete(event: events.Complete) -> bytes:
    stacks = b"".join(_STACK.pack(seat, stack) for seat, stack in event.stacks)
    return _TWO_BYTES.pack(Kind.COMPLETE, NO_SEAT, event.rake, event.outcome, len(event.stacks)) + stacks


_WRITERS: Final[dict[type, Callable[[Any], bytes]]] = {
    events.Ante: _ante,
    events.SmallBlind: _chips(Kind.SMALL_BLIND),
    events.BigBlind: _chips(Kind.BIG_BLIND),
    events.ButtonBlind: _chips(Kind.BUTTON_BLIND),
    events.LivePost: _chips(Kind.LIVE_POST),
    events.DeadPost: _chips(Kind.DEAD_POST),
    events.Straddle: _straddle,
    events.DealHole: _deal_hole,
    events.Burn: _burn,
    events.BoardCards: _board_cards(Kind.BOARD),
    events.Exposed: _exposed,
    events.HoleKnown: _hole_known,
    events.StreetBegins: _street,
    events.Fold: _marker(Kind.FOLD),
    events.Check: _marker(Kind.CHECK),
    events.Call: _wager(Kind.CALL),
    events.Bet: _wager(Kind.BET),
    events.Raise: _wager(Kind.RAISE),
    events.TimedOut: _marker(Kind.TIMEOUT),
    events.Resolved: _resolved,
    events.Killed: _marker(Kind.KILL),
    events.Refund: _chips(Kind.REFUND),
    events.HandUp: _tabled(Kind.HAND_UP),
    events.RunVote: _run_vote,
    events.RunResult: _run_result,
    events.Show: _tabled(Kind.SHOW),
    events.ShowOne: _show_one,
    events.Muck: _marker(Kind.MUCK),
    events.Seen: _seen,
    events.RabbitCards: _board_cards(Kind.RABBIT),
    events.Rake: _rake,
    events.Award: _award,
    events.Misdeal: _cause(Kind.MISDEAL),
    events.Void: _cause(Kind.VOID),
    events.Returned: _chips(Kind.RETURN),
    events.Complete: _complete,
}


# --- reading -----------------------------------------------------------------------------------------------


def _read(kind: Kind, seat: int, amount: int, extra: Reader) -> events.Event:  # noqa: C901, PLR0911, PLR0912
    """The event of each kind; one row a kind, so no complexity but their number."""
    after = NOT_IN_BYTES
    match kind:
        case Kind.ANTE:
            return events.Ante(seat, amount, after, after, extra.flag("dead"))
        case Kind.SMALL_BLIND:
            return events.SmallBlind(seat, amount, after, after)
        case Kind.BIG_BLIND:
            return events.BigBlind(seat, amount, after, after)
        case Kind.BUTTON_BLIND:
            return events.ButtonBlind(seat, amount, after, after)
        case Kind.LIVE_POST:
            return events.LivePost(seat, amount, after, after)
        case Kind.DEAD_POST:
            return events.DeadPost(seat, amount, after, after)
        case Kind.STRADDLE:
            return events.Straddle(seat, amount, after, after, extra.number("to", 8))
        case Kind.DEAL_HOLE:
            indices, faces = _cards(extra, 2, 2)
            if faces != (FACE_DOWN, FACE_DOWN):
                raise extra.bad("cards", "a hole card is dealt face down", back=4)
            return events.DealHole(seat, indices)
        case Kind.BURN:
            return events.Burn(extra.number("board", 1), *_card(extra))
        case Kind.BOARD:
            return events.BoardCards(*_place(extra), *_faces(extra, 1, _BOARD_CARDS))
        case Kind.EXPOSED:
            nth, outcome = extra.within("nth", 0, 1), extra.one_of("outcome", events.ExposedOutcome)
            return events.Exposed(seat, nth, outcome, extra.number("replacement", 1), *_face(extra))
        case Kind.HOLE_KNOWN:
            return events.HoleKnown(seat, extra.take("commitment", _COMMITMENT))
        case Kind.STREET:
            return events.StreetBegins(extra.within("street", 0, _LAST_STREET), amount)
        case Kind.FOLD:
            return events.Fold(seat)
        case Kind.CHECK:
            return events.Check(seat)
        case Kind.CALL:
            return events.Call(seat, amount, after, after, *_to(extra))
        case Kind.BET:
            return events.Bet(seat, amount, after, after, *_to(extra))
        case Kind.RAISE:
            return events.Raise(seat, amount, after, after, *_to(extra))
        case Kind.TIMEOUT:
            return events.TimedOut(seat)
        case Kind.RESOLVE:
            return events.Resolved()
        case Kind.KILL:
            return events.Killed(seat)
        case Kind.REFUND:
            return events.Refund(seat, amount, after, after)
        case Kind.HAND_UP:
            return events.HandUp(seat, *_faces(extra, 2, 2))
        case Kind.RUN_VOTE:
            return events.RunVote(seat, extra.number("count", 1))
        case Kind.RUN_RESULT:
            return events.RunResult(extra.number("count", 1))
        case Kind.SHOW:
            return events.Show(seat, *_faces(extra, 2, 2))
        case Kind.SHOW_ONE:
            return events.ShowOne(seat, extra.within("which", 0, 1), *_face(extra))
        case Kind.MUCK:
            return events.Muck(seat)
        case Kind.SEEN:
            return events.Seen(seat, extra.number("target", 1), *_faces(extra, 2, 2))
        case Kind.RABBIT:
            return events.RabbitCards(*_place(extra), *_faces(extra, 1, _BOARD_CARDS))
        case Kind.RAKE:
            return events.Rake(amount, extra.number("pot", 1), after)
        case Kind.AWARD:
            return events.Award(seat, amount, after, after, extra.number("pot", 1), extra.number("board", 1))
        case Kind.MISDEAL:
            return events.Misdeal(extra.one_of("cause", Cause))
        case Kind.VOID:
            return events.Void(extra.one_of("cause", Cause))
        case Kind.RETURN:
            return events.Returned(seat, amount, after, after)
        case Kind.COMPLETE:
            return events.Complete(extra.one_of("outcome", events.Outcome), amount, _stacks(extra))


def _to(extra: Reader) -> tuple[int, bool]:
    return extra.number("to", 8), extra.flag("all_in")


def _place(extra: Reader) -> tuple[int, int]:
    """The board and the street of board cards; a street that brings cards comes after pre-flop."""
    return extra.number("board", 1), extra.within("street", 1, _LAST_STREET)


def _cards(extra: Reader, least: int, most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deck indices and faces."""
    count = extra.within("cards", least, most)
    pairs = extra.take("cards", 2 * count)
    faces = tuple(pairs[1::2])
    for card in faces:
        if card > _LAST_CARD and card != FACE_DOWN:
            raise extra.bad("cards", f"{card} is no card", back=2 * count)
    return tuple(pairs[::2]), faces


def _faces(extra: Reader, least: int, most: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Deck indices and faces of cards that lie face up."""
    indices, faces = _cards(extra, least, most)
    if FACE_DOWN in faces:
        raise extra.bad("cards", "a card that is shown has a face", back=2 * len(faces))
    return indices, faces


def _card(extra: Reader) -> tuple[int, int]:
    indices, faces = _cards(extra, 1, 1)
    return indices[0], faces[0]


def _face(extra: Reader) -> tuple[int, int]:
    indices, faces = _faces(extra, 1, 1)
    return indices[0], faces[0]


def _stacks(extra: Reader) -> tuple[tuple[int, int], ...]:
    """Every seat's stack, seats rising."""
    stacks: list[tuple[int, int]] = []
    least = 0
    for _ in range(extra.number("seats", 1)):
        seat = extra.within("seat", least, NO_SEAT - 1)
        stacks.append((seat, extra.number("stack", 8)))
        least = seat + 1
    return tuple(stacks)
