"""Steps as bytes, and back: what a seat signs and a record keeps (audit.md 4.4).

``step_bytes = u8 verb ‖ u8 seat ‖ fields``, exactly as the sender typed it; seat 0xff is the host alone.
Cards that the host deals face down stay out, so a hole card or a burn read back has no face.
"""

from __future__ import annotations

from collections.abc import Callable
from struct import Struct
from typing import Any, Final

from floorman import steps
from floorman.cards import FACE_DOWN
from floorman.fairness.opening import NO_SEAT
from floorman.fairness.reading import MalformedError, Reader
from floorman.steps import Verb

__all__ = ["decode_step", "encode_step", "seat_signs"]

_TO: Final = Struct(">BBQ")
_LAST_CARD: Final = 51
_BOARD_CARDS: Final = 5
_OF_THE_HOST: Final = frozenset({
    Verb.RESOLVE, Verb.DEAL_BOARD, Verb.BURN, Verb.MISDEAL, Verb.VOID, Verb.RABBIT,
})  # fmt: skip
"""Steps in which no seat stands."""


def encode_step(step: steps.Step) -> bytes:
    """The bytes of a step.

    Raises:
        struct.error, ValueError: a number does not fit its field.
    """
    return _WRITERS[type(step)](step)


def decode_step(form: bytes) -> steps.Step:
    """The step behind its bytes; :func:`encode_step` gives the same bytes again.

    Raises:
        MalformedError: the bytes are no step, or not in its only form.
    """
    reader = Reader(form)
    number, seat = reader.number("verb", 1), reader.number("seat", 1)
    try:
        verb = Verb(number)
    except ValueError:
        raise MalformedError("verb", 0, f"{number} is no step") from None
    if (seat == NO_SEAT) is not (verb in _OF_THE_HOST):
        raise MalformedError("seat", 1, f"{seat} in {verb.name}")
    step = _read(verb, seat, reader)
    reader.finish()
    return step


def seat_signs(step_bytes: bytes) -> bool:
    """Whether this is a step of a seat (verbs 1-11), which its action key signs (audit.md 5)."""
    return step_bytes[0] <= Verb.SEE


# --- writing -----------------------------------------------------------------------------------------------


def _seat_only(verb: Verb) -> Callable[[Any], bytes]:
    number = int(verb)
    return lambda step: bytes((number, step.seat))


def _to_total(verb: Verb) -> Callable[[Any], bytes]:
    number, pack = int(verb), _TO.pack
    return lambda step: pack(number, step.seat, step.to)


def _of_the_host(verb: Verb) -> Callable[[Any], bytes]:
    form = bytes((verb, NO_SEAT))
    return lambda _: form


def _cause(verb: Verb) -> Callable[[Any], bytes]:
    return lambda step: bytes((verb, NO_SEAT, step.cause))


def _run(step: steps.Run) -> bytes:
    return bytes((Verb.RUN, step.seat, step.count))


def _show(step: steps.Show) -> bytes:
    return bytes((Verb.SHOW, step.seat, len(step.cards), *step.cards))


def _show_one(step: steps.ShowOne) -> bytes:
    return bytes((Verb.SHOW_ONE, step.seat, step.which))


def _see(step: steps.See) -> bytes:
    return bytes((Verb.SEE, step.seat, step.target))


def _deal_hole(step: steps.DealHole) -> bytes:
    return bytes((Verb.DEAL_HOLE, step.seat, 2, FACE_DOWN, FACE_DOWN))


def _deal_board(step: steps.DealBoard) -> bytes:
    return bytes((Verb.DEAL_BOARD, NO_SEAT, step.board, len(step.cards), *step.cards))


def _burn(_: steps.DealBurn) -> bytes:
    return bytes((Verb.BURN, NO_SEAT, 1, FACE_DOWN))


def _expose(step: steps.Expose) -> bytes:
    return bytes((Verb.EXPOSE, step.seat, step.nth))


_WRITERS: Final[dict[type, Callable[[Any], bytes]]] = {
    steps.Fold: _seat_only(Verb.FOLD),
    steps.Check: _seat_only(Verb.CHECK),
    steps.Call: _seat_only(Verb.CALL),
    steps.Bet: _to_total(Verb.BET),
    steps.Raise: _to_total(Verb.RAISE),
    steps.AllIn: _seat_only(Verb.ALL_IN),
    steps.Run: _run,
    steps.Show: _show,
    steps.Muck: _seat_only(Verb.MUCK),
    steps.ShowOne: _show_one,
    steps.See: _see,
    steps.Timeout: _seat_only(Verb.TIMEOUT),
    steps.Resolve: _of_the_host(Verb.RESOLVE),
    steps.DealHole: _deal_hole,
    steps.DealBoard: _deal_board,
    steps.DealBurn: _burn,
    steps.Expose: _expose,
    steps.Misdeal: _cause(Verb.MISDEAL),
    steps.Void: _cause(Verb.VOID),
    steps.Kill: _seat_only(Verb.KILL),
    steps.Rabbit: _of_the_host(Verb.RABBIT),
}


# --- reading -----------------------------------------------------------------------------------------------


def _read(verb: Verb, seat: int, fields: Reader) -> steps.Step:  # noqa: C901, PLR0911, PLR0912
    """The step of each verb; one row a verb, so no complexity but their number."""
    match verb:
        case Verb.FOLD:
            return steps.Fold(seat)
        case Verb.CHECK:
            return steps.Check(seat)
        case Verb.CALL:
            return steps.Call(seat)
        case Verb.BET:
            return steps.Bet(seat, fields.number("to", 8))
        case Verb.RAISE:
            return steps.Raise(seat, fields.number("to", 8))
        case Verb.ALL_IN:
            return steps.AllIn(seat)
        case Verb.RUN:
            return steps.Run(seat, fields.number("count", 1))
        case Verb.SHOW:
            return steps.Show(seat, _shown(fields))
        case Verb.MUCK:
            return steps.Muck(seat)
        case Verb.SHOW_ONE:
            return steps.ShowOne(seat, fields.within("which", 0, 1))
        case Verb.SEE:
            return steps.See(seat, fields.number("target", 1))
        case Verb.TIMEOUT:
            return steps.Timeout(seat)
        case Verb.RESOLVE:
            return steps.Resolve()
        case Verb.DEAL_HOLE:
            _face_down(fields, 2)
            return steps.DealHole(seat, (FACE_DOWN, FACE_DOWN))
        case Verb.DEAL_BOARD:
            board = fields.number("board", 1)
            return steps.DealBoard(board, _cards(fields, fields.within("cards", 1, _BOARD_CARDS)))
        case Verb.BURN:
            _face_down(fields, 1)
            return steps.DealBurn(FACE_DOWN)
        case Verb.EXPOSE:
            return steps.Expose(seat, fields.within("nth", 0, 1))
        case Verb.MISDEAL:
            return steps.Misdeal(fields.one_of("cause", steps.Cause))
        case Verb.VOID:
            return steps.Void(fields.one_of("cause", steps.Cause))
        case Verb.KILL:
            return steps.Kill(seat)
        case Verb.RABBIT:
            return steps.Rabbit()


def _shown(fields: Reader) -> tuple[int, ...]:
    """No cards where the floor knows them, both where the host dealt."""
    count = fields.number("cards", 1)
    if count not in (0, 2):
        raise fields.bad("cards", f"{count} cards, none or two are shown", back=1)
    return _cards(fields, count)


def _cards(fields: Reader, count: int) -> tuple[int, ...]:
    cards = tuple(fields.take("cards", count))
    for card in cards:
        if card > _LAST_CARD:
            raise fields.bad("cards", f"{card} is no card", back=count)
    return cards


def _face_down(fields: Reader, count: int) -> None:
    if fields.take("cards", 1 + count) != bytes((count,)) + bytes((FACE_DOWN,)) * count:
        raise fields.bad("cards", "faces stay out", back=1 + count)
