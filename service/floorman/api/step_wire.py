"""Steps on the wire <-> steps of the floor; every field checked, nothing guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from floorman import steps
from floorman.api import checks
from floorman.api.rejection import rejected
from floorman.cards import FACE_DOWN, UNKNOWN, NotACardError, card_names, parse_card
from floorman.rules.betting import Move
from floorman.v1 import refusal_pb2, steps_pb2

__all__ = ["burn_from_wire", "cards_from_wire", "move_to_wire", "step_from_wire", "step_to_wire"]

_ERRORS: Final = refusal_pb2.ErrorReason
_MOST_SEAT: Final = 0xFE
_BOARD: Final = 5


def cards_from_wire(names: Sequence[str], where: str) -> tuple[int, ...]:
    """Card ids of card names.

    Raises:
        Rejected: a text that names no card; the field is named.
    """
    return tuple(_card(name, f"{where}[{place}]") for place, name in enumerate(names))


def _card(name: str, where: str) -> int:
    try:
        return parse_card(name)
    except NotACardError as error:
        reason = _ERRORS.ERROR_REASON_NOT_A_CARD
        raise rejected(reason, str(error), field=where, rule="R-1.2") from None


def burn_from_wire(name: str, where: str) -> int:
    """The id of a burn card, FACE_DOWN for ``"??"``: a burn may go unseen.

    Raises:
        Rejected: a text that names no card.
    """
    return FACE_DOWN if name == UNKNOWN else _card(name, where)


def step_from_wire(message: steps_pb2.Step, where: str) -> steps.Step:
    """The step of a message.

    Args:
        message: as it came.
        where: its path in the request, for the fields of a rejection.

    Raises:
        Rejected: no kind, no seat where one belongs, a number outside its range, or no card.
    """
    kind = message.WhichOneof("kind")
    if kind is None:
        raise checks.missing(f"{where}.kind", "Say what the step is: exactly one kind.")
    read = _READ.get(kind)
    if read is not None:
        _check_no_seat(message, kind, where)
        return read(message, where)
    return _SEATED[kind](_seat(message, where), message, where)


def _seat(message: steps_pb2.Step, where: str) -> int:
    if not message.HasField("seat"):
        raise checks.missing(f"{where}.seat", "This step needs the seat that it is of.")
    return checks.number(message.seat, 0, _MOST_SEAT, f"{where}.seat")


def _check_no_seat(message: steps_pb2.Step, kind: str, where: str) -> None:
    if message.HasField("seat"):
        raise checks.contradiction(f"{where}.seat", f"The step {kind} is about no seat.")


def _cause(value: int, where: str) -> steps.Cause:
    try:
        return steps.Cause(value)
    except ValueError:
        raise checks.unknown_enum(where, value) from None


def _board_cards(step: steps_pb2.Step, where: str) -> tuple[int, ...]:
    cards = cards_from_wire(step.deal_board.cards, f"{where}.deal_board.cards")
    checks.count(len(cards), 1, _BOARD, f"{where}.deal_board.cards", "cards")
    return cards


_SEATED: Final[dict[str, Callable[[int, steps_pb2.Step, str], steps.Step]]] = {
    "fold": lambda seat, _, __: steps.Fold(seat),
    "check": lambda seat, _, __: steps.Check(seat),
    "call": lambda seat, _, __: steps.Call(seat),
    "bet_to": lambda seat, step, at: steps.Bet(seat, checks.chips(step.bet_to, f"{at}.bet_to")),
    "raise_to": lambda seat, step, at: steps.Raise(seat, checks.chips(step.raise_to, f"{at}.raise_to")),
    "all_in": lambda seat, _, __: steps.AllIn(seat),
    "run": lambda seat, step, at: steps.Run(seat, checks.number(step.run.count, 0, 255, f"{at}.run.count")),
    "show": lambda seat, step, at: steps.Show(seat, cards_from_wire(step.show.cards, f"{at}.show.cards")),
    "muck": lambda seat, _, __: steps.Muck(seat),
    "show_one": lambda seat, step, at: steps.ShowOne(
        seat, checks.number(step.show_one.which, 0, 1, f"{at}.show_one.which")
    ),
    "see": lambda seat, step, at: steps.See(
        seat, checks.number(step.see.target_seat, 0, _MOST_SEAT, f"{at}.see.target_seat")
    ),
    "timeout": lambda seat, _, __: steps.Timeout(seat),
    "deal_hole": lambda seat, step, at: steps.DealHole(
        seat, cards_from_wire(step.deal_hole.cards, f"{at}.deal_hole.cards")
    ),
    "expose": lambda seat, step, at: steps.Expose(
        seat, checks.number(step.expose.nth, 0, 1, f"{at}.expose.nth")
    ),
    "kill": lambda seat, _, __: steps.Kill(seat),
}

_READ: Final[dict[str, Callable[[steps_pb2.Step, str], steps.Step]]] = {
    "resolve": lambda _, __: steps.Resolve(),
    "deal_board": lambda step, at: steps.DealBoard(
        checks.number(step.deal_board.board, 0, 3, f"{at}.deal_board.board"),
        _board_cards(step, at),
    ),
    "burn": lambda step, at: steps.DealBurn(burn_from_wire(step.burn.card, f"{at}.burn.card")),
    "misdeal": lambda step, at: steps.Misdeal(_cause(step.misdeal.cause, f"{at}.misdeal.cause")),
    "void_hand": lambda step, at: steps.Void(_cause(step.void_hand.cause, f"{at}.void_hand.cause")),
    "rabbit": lambda _, __: steps.Rabbit(),
}


def move_to_wire(move: Move) -> steps_pb2.Step:
    """A judged move: an all-in stands as the call, bet or raise that it is."""
    match move.verb:
        case steps.Verb.FOLD:
            return steps_pb2.Step(seat=move.seat, fold=steps_pb2.FoldStep())
        case steps.Verb.CHECK:
            return steps_pb2.Step(seat=move.seat, check=steps_pb2.CheckStep())
        case steps.Verb.CALL:
            return steps_pb2.Step(seat=move.seat, call=steps_pb2.CallStep())
        case steps.Verb.BET:
            return steps_pb2.Step(seat=move.seat, bet_to=move.to)
        case _:
            return steps_pb2.Step(seat=move.seat, raise_to=move.to)


def step_to_wire(step: steps.Step) -> steps_pb2.Step:  # noqa: C901, PLR0911, PLR0912 (an arm for each kind)
    """The contract's message for a step.

    Raises:
        ValueError: a seat or an amount that the contract has no room for.
    """
    match step:
        case steps.Fold(seat):
            return steps_pb2.Step(seat=seat, fold=steps_pb2.FoldStep())
        case steps.Check(seat):
            return steps_pb2.Step(seat=seat, check=steps_pb2.CheckStep())
        case steps.Call(seat):
            return steps_pb2.Step(seat=seat, call=steps_pb2.CallStep())
        case steps.Bet(seat, to):
            return steps_pb2.Step(seat=seat, bet_to=to)
        case steps.Raise(seat, to):
            return steps_pb2.Step(seat=seat, raise_to=to)
        case steps.AllIn(seat):
            return steps_pb2.Step(seat=seat, all_in=steps_pb2.AllInStep())
        case steps.Run(seat, count):
            return steps_pb2.Step(seat=seat, run=steps_pb2.RunStep(count=count))
        case steps.Show(seat, cards):
            return steps_pb2.Step(seat=seat, show=steps_pb2.ShowStep(cards=card_names(cards)))
        case steps.Muck(seat):
            return steps_pb2.Step(seat=seat, muck=steps_pb2.MuckStep())
        case steps.ShowOne(seat, which):
            return steps_pb2.Step(seat=seat, show_one=steps_pb2.ShowOneStep(which=which))
        case steps.See(seat, target):
            return steps_pb2.Step(seat=seat, see=steps_pb2.SeeStep(target_seat=target))
        case steps.Timeout(seat):
            return steps_pb2.Step(seat=seat, timeout=steps_pb2.TimeoutStep())
        case steps.Resolve():
            return steps_pb2.Step(resolve=steps_pb2.ResolveStep())
        case steps.DealHole(seat, cards):
            return steps_pb2.Step(seat=seat, deal_hole=steps_pb2.DealHoleStep(cards=card_names(cards)))
        case steps.DealBoard(board, cards):
            return steps_pb2.Step(deal_board=steps_pb2.DealBoardStep(board=board, cards=card_names(cards)))
        case steps.DealBurn(card):
            return steps_pb2.Step(burn=steps_pb2.BurnStep(card=card_names([card])[0]))
        case steps.Expose(seat, nth):
            return steps_pb2.Step(seat=seat, expose=steps_pb2.ExposeStep(nth=nth))
        case steps.Misdeal(cause):
            return steps_pb2.Step(misdeal=steps_pb2.MisdealStep(cause=steps_pb2.Cause.ValueType(cause)))
        case steps.Void(cause):
            return steps_pb2.Step(void_hand=steps_pb2.VoidStep(cause=steps_pb2.Cause.ValueType(cause)))
        case steps.Kill(seat):
            return steps_pb2.Step(seat=seat, kill=steps_pb2.KillStep())
        case steps.Rabbit():
            return steps_pb2.Step(rabbit=steps_pb2.RabbitStep())
