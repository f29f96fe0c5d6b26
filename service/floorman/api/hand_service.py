"""``HandService``: the life of one hand."""

from __future__ import annotations

from typing import Final

import grpc

from floorman import steps
from floorman.api.adjudication import adjudicate
from floorman.api.answering import answering, languages_of
from floorman.api.decision_wire import decision_to_wire
from floorman.api.floor import Floor, bound, service_deck
from floorman.api.hand_update import hand_update
from floorman.api.opening_wire import opening_from_wire
from floorman.api.rejection import refusal_message, rejected
from floorman.api.seat_views import seat_view
from floorman.api.step_wire import move_to_wire, step_from_wire
from floorman.api.view import table_view
from floorman.api.wording import worded
from floorman.rules import floor as rules
from floorman.rules.dealing import NoDeck
from floorman.rules.hand import NOBODY, Hand, Phase
from floorman.rules.refusal import Refusal
from floorman.v1 import hand_service_pb2, hand_service_pb2_grpc, refusal_pb2, steps_pb2

__all__ = ["HandServicer"]

_ERRORS: Final = refusal_pb2.ErrorReason


class HandServicer(hand_service_pb2_grpc.HandServiceServicer):
    """Answers for one floor; safe to share between threads."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    @answering
    def StartHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.StartHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.StartHandResponse:
        """Opens and deals a hand."""
        del context
        ruling = self._floor.start(opening_from_wire(request.opening))
        return hand_service_pb2.StartHandResponse(update=hand_update(ruling, None, b""))

    @answering
    def Act(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.ActRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.ActResponse:
        """Takes one step."""
        del context
        _check_unsigned(request.act_signature)
        asked = step_from_wire(request.step, "step")
        ruling = self._floor.act(request.state, request.hand_id, request.expected_step, asked)
        update = hand_update(ruling, request.step, request.act_signature)
        return hand_service_pb2.ActResponse(update=update)

    @answering
    def CheckAction(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.CheckActionRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.CheckActionResponse:
        """Says what Act would say; shows no card, no event and no state."""
        _check_unsigned(request.act_signature)
        asked = step_from_wire(request.step, "step")
        header, state = self._floor.expect(request.state, request.hand_id, request.expected_step)
        deck = service_deck(state, header.hand_id) or NoDeck()
        try:
            rules.check(state.hand, bound(state, header.hand_id, asked), deck)
        except Refusal as refusal:
            refused = worded(refusal_message(refusal), languages_of(context))
            return hand_service_pb2.CheckActionResponse(refused=refused)
        return hand_service_pb2.CheckActionResponse(accepted=_accepted(state.hand, asked, request.step))

    @answering
    def ViewHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.ViewHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.ViewHandResponse:
        """Shows a hand without changing it."""
        del context
        if request.WhichOneof("token") != "state":
            text = "Bring the state of the hand; this version delivers to the host and has no view tokens."
            raise rejected(_ERRORS.ERROR_REASON_FIELD_MISSING, text, field="state")
        header, state = self._floor.open_state(request.state)
        response = hand_service_pb2.ViewHandResponse(
            hand_id=header.hand_id,
            step=header.step,
            view=table_view(state.hand),
            decision=decision_to_wire(state.hand),
            head=state.head,
        )
        if request.HasField("seat"):
            position = state.hand.position(request.seat)
            if position == NOBODY:
                text = f"Seat {request.seat} is not dealt into this hand."
                numbers = {"seat": request.seat}
                raise rejected(_ERRORS.ERROR_REASON_UNKNOWN_SEAT, text, rule="R-7.7", numbers=numbers)
            deck = service_deck(state, header.hand_id)
            response.seat_view.CopyFrom(seat_view(state.hand, deck, position, with_openings=True))
        return response

    @answering
    def AdjudicateHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.AdjudicateHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.AdjudicateHandResponse:
        """Rules on a whole recorded hand."""
        return adjudicate(request, languages_of(context))


def _check_unsigned(signature: bytes) -> None:
    """Delivery HOST gives seats no action keys, so a signature could bind nobody."""
    if signature:
        text = "The seats of this hand have no action keys: send no signature."
        raise rejected(_ERRORS.ERROR_REASON_CONTRADICTION, text, field="act_signature")


def _accepted(hand: Hand, asked: steps.Step, echoed: steps_pb2.Step) -> hand_service_pb2.AcceptedStep:
    """What an accepted step amounts to: for the seat's own step its chips, else the step alone."""
    move = rules.as_move(hand, asked)
    if move is None:
        if isinstance(asked, steps.Timeout) and hand.phase is Phase.RUN_VOTE:  # a vote for one run
            echoed = steps_pb2.Step(seat=asked.seat, run=steps_pb2.RunStep(count=1))
        return hand_service_pb2.AcceptedStep(step=echoed, pot=hand.pot)
    seat = hand.seats[hand.actor]
    return hand_service_pb2.AcceptedStep(
        step=move_to_wire(move),
        amount=move.adds,
        to=move.to,
        stack=seat.stack - move.adds,
        pot=hand.pot + move.adds,
        all_in=move.adds > 0 and move.adds == seat.stack,
    )
