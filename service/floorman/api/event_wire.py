"""Events of the floor on the wire: one message a kind, chips with what stood before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from floorman import events
from floorman.cards import FACE_DOWN, card_name
from floorman.v1 import cards_pb2, events_pb2

__all__ = ["event_to_wire", "events_to_wire"]

_STREETS: Final = (
    cards_pb2.STREET_PREFLOP,
    cards_pb2.STREET_FLOP,
    cards_pb2.STREET_TURN,
    cards_pb2.STREET_RIVER,
)
_MESSAGES: Final = events_pb2.HandEvent


def events_to_wire(happened: Sequence[events.Event]) -> list[events_pb2.HandEvent]:
    """The messages of several events, in their order."""
    return [event_to_wire(event) for event in happened]


def event_to_wire(event: events.Event) -> events_pb2.HandEvent:
    """The message of one event."""
    return _WRITE[type(event)](event)


def _into_pot(event: Any) -> dict[str, Any]:  # noqa: ANN401 (any event that moves chips into the pot)
    return {
        "seat": event.seat,
        "amount": event.amount,
        "stack_before": event.stack + event.amount,
        "stack_after": event.stack,
        "pot_before": event.pot - event.amount,
        "pot_after": event.pot,
    }


def _out_of_pot(event: Any) -> dict[str, Any]:  # noqa: ANN401 (any event that moves chips to a stack)
    return {
        "seat": event.seat,
        "amount": event.amount,
        "stack_before": event.stack - event.amount,
        "stack_after": event.stack,
        "pot_before": event.pot + event.amount,
        "pot_after": event.pot,
    }


def _names(faces: tuple[int, ...]) -> list[str]:
    return [card_name(face) for face in faces]


def _tabled(event: Any) -> dict[str, Any]:  # noqa: ANN401 (HandUp or Show)
    return {"seat": event.seat, "deck_indices": event.indices, "cards": _names(event.faces)}


def _board(event: Any) -> dict[str, Any]:  # noqa: ANN401 (BoardCards or RabbitCards)
    return {
        "board": event.board,
        "street": _STREETS[event.street],
        "deck_indices": event.indices,
        "cards": _names(event.faces),
    }


def _exposed(event: events.Exposed) -> events_pb2.ExposedEvent:
    message = events_pb2.ExposedEvent(
        seat=event.seat,
        nth=event.nth,
        outcome=events_pb2.ExposedOutcome.ValueType(event.outcome),
        deck_index=event.index,
        card=card_name(event.face),
    )
    if event.outcome is events.ExposedOutcome.REPLACED:
        message.replacement_deck_index = event.replacement
    return message


def _burn(event: events.Burn) -> events_pb2.BurnEvent:
    face = "" if event.face == FACE_DOWN else card_name(event.face)
    return events_pb2.BurnEvent(board=event.board, deck_index=event.index, card=face)


_Write = Callable[[Any], events_pb2.HandEvent]

_WRITE: Final[dict[type[Any], _Write]] = {
    events.Ante: lambda e: _MESSAGES(ante=events_pb2.AnteEvent(**_into_pot(e), dead=e.dead)),
    events.SmallBlind: lambda e: _MESSAGES(small_blind=events_pb2.SmallBlindEvent(**_into_pot(e))),
    events.BigBlind: lambda e: _MESSAGES(big_blind=events_pb2.BigBlindEvent(**_into_pot(e))),
    events.ButtonBlind: lambda e: _MESSAGES(button_blind=events_pb2.ButtonBlindEvent(**_into_pot(e))),
    events.LivePost: lambda e: _MESSAGES(live_post=events_pb2.LivePostEvent(**_into_pot(e))),
    events.DeadPost: lambda e: _MESSAGES(dead_post=events_pb2.DeadPostEvent(**_into_pot(e))),
    events.Straddle: lambda e: _MESSAGES(straddle=events_pb2.StraddleEvent(**_into_pot(e), to=e.to)),
    events.DealHole: lambda e: _MESSAGES(
        deal_hole=events_pb2.DealHoleEvent(seat=e.seat, deck_indices=e.indices)
    ),
    events.Burn: lambda e: _MESSAGES(burn=_burn(e)),
    events.BoardCards: lambda e: _MESSAGES(board_cards=events_pb2.BoardCardsEvent(**_board(e))),
    events.Exposed: lambda e: _MESSAGES(exposed=_exposed(e)),
    events.HoleKnown: lambda e: _MESSAGES(
        hole_known=events_pb2.HoleKnownEvent(seat=e.seat, commitment=e.commitment)
    ),
    events.StreetBegins: lambda e: _MESSAGES(
        street_begins=events_pb2.StreetBeginsEvent(street=_STREETS[e.street], pot=e.pot)
    ),
    events.Fold: lambda e: _MESSAGES(fold=events_pb2.FoldEvent(seat=e.seat)),
    events.Check: lambda e: _MESSAGES(check=events_pb2.CheckEvent(seat=e.seat)),
    events.Call: lambda e: _MESSAGES(
        call=events_pb2.CallEvent(**_into_pot(e), to=e.to, all_in=e.all_in, label=e.label.value)
    ),
    events.Bet: lambda e: _MESSAGES(
        bet=events_pb2.BetEvent(**_into_pot(e), to=e.to, all_in=e.all_in, bet_number=e.bet_number)
    ),
    events.Raise: lambda e: _MESSAGES(
        raised=events_pb2.RaiseEvent(
            **_into_pot(e), to=e.to, all_in=e.all_in, bet_number=e.bet_number, short_raise=e.short
        )
    ),
    events.TimedOut: lambda e: _MESSAGES(timed_out=events_pb2.TimedOutEvent(seat=e.seat)),
    events.Resolved: lambda _: _MESSAGES(resolved=events_pb2.ResolvedEvent()),
    events.Killed: lambda e: _MESSAGES(killed=events_pb2.KilledEvent(seat=e.seat)),
    events.Refund: lambda e: _MESSAGES(refund=events_pb2.RefundEvent(**_out_of_pot(e))),
    events.HandUp: lambda e: _MESSAGES(hand_up=events_pb2.HandUpEvent(**_tabled(e))),
    events.RunVote: lambda e: _MESSAGES(run_vote=events_pb2.RunVoteEvent(seat=e.seat, count=e.count)),
    events.RunResult: lambda e: _MESSAGES(run_result=events_pb2.RunResultEvent(count=e.count)),
    events.Show: lambda e: _MESSAGES(show=events_pb2.ShowEvent(**_tabled(e))),
    events.ShowOne: lambda e: _MESSAGES(
        show_one=events_pb2.ShowOneEvent(
            seat=e.seat, which=e.which, deck_index=e.index, card=card_name(e.face)
        )
    ),
    events.Muck: lambda e: _MESSAGES(muck=events_pb2.MuckEvent(seat=e.seat)),
    events.Seen: lambda e: _MESSAGES(
        seen=events_pb2.SeenEvent(
            seat=e.seat, target_seat=e.target, deck_indices=e.indices, cards=_names(e.faces)
        )
    ),
    events.RabbitCards: lambda e: _MESSAGES(rabbit_cards=events_pb2.RabbitCardsEvent(**_board(e))),
    events.Rake: lambda e: _MESSAGES(
        rake=events_pb2.RakeEvent(
            amount=e.amount, pot_number=e.pot_number, pot_before=e.pot + e.amount, pot_after=e.pot
        )
    ),
    events.Award: lambda e: _MESSAGES(
        award=events_pb2.AwardEvent(**_out_of_pot(e), pot_number=e.pot_number, board=e.board)
    ),
    events.Misdeal: lambda e: _MESSAGES(misdeal=events_pb2.MisdealEvent(cause=e.cause.value)),
    events.Void: lambda e: _MESSAGES(voided=events_pb2.VoidEvent(cause=e.cause.value)),
    events.Returned: lambda e: _MESSAGES(returned=events_pb2.ReturnedEvent(**_out_of_pot(e))),
    events.Complete: lambda e: _MESSAGES(
        complete=events_pb2.CompleteEvent(
            outcome=e.outcome.value,
            rake=e.rake,
            stacks=[cards_pb2.SeatChips(seat=seat, amount=stack) for seat, stack in e.stacks],
        )
    ),
}
