"""``HandService``: the life of one hand."""

from __future__ import annotations

import grpc

from floorman import steps
from floorman.api.adjudication import adjudicate
from floorman.api.answering import answering, languages_of, takes_long
from floorman.api.dealing import deal_hand, start_hand
from floorman.api.exporting import export_hand
from floorman.api.floor import Floor
from floorman.api.hand_update import hand_update
from floorman.api.opened_wire import opened_to_wire
from floorman.api.opening import open_hand
from floorman.api.opening_wire import opening_from_wire, start_from_wire
from floorman.api.rejection import Rejected
from floorman.api.step_wire import move_to_wire, step_from_wire
from floorman.api.stepping import act, judge, rewrap
from floorman.api.viewing import view_as_host, view_as_seat
from floorman.api.wording import worded
from floorman.records.record_file import record_to_message
from floorman.rules import floor as rules
from floorman.rules.hand import Hand, Phase
from floorman.v1 import hand_service_pb2, hand_service_pb2_grpc, steps_pb2

__all__ = ["HandServicer"]


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
        ruling = start_hand(self._floor, start_from_wire(request.opening))
        return hand_service_pb2.StartHandResponse(update=hand_update(ruling, None, b""))

    @answering
    def OpenHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.OpenHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.OpenHandResponse:
        """Opens a hand that is dealt later."""
        del context
        opened, token = open_hand(self._floor, opening_from_wire(request.opening))
        return hand_service_pb2.OpenHandResponse(
            opening=opened_to_wire(opened, dealt=False), hand_id=opened.opening.hand_id, open_token=token
        )

    @answering
    def DealHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.DealHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.DealHandResponse:
        """Deals an opened hand."""
        del context
        ruling = deal_hand(self._floor, request.open_token, request.seeds, request.beacon_signature)
        return hand_service_pb2.DealHandResponse(update=hand_update(ruling, None, b""))

    @answering
    def Act(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.ActRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.ActResponse:
        """Takes one step."""
        del context
        asked = step_from_wire(request.step, "step")
        signature = request.act_signature
        ruling = act(self._floor, request.state, request.hand_id, request.expected_step, asked, signature)
        update = hand_update(ruling, request.step, signature)
        return hand_service_pb2.ActResponse(update=update)

    @answering
    def CheckAction(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.CheckActionRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.CheckActionResponse:
        """Says what Act would say; shows no card, no event and no state."""
        asked = step_from_wire(request.step, "step")
        header, state = self._floor.expect(request.state, request.hand_id, request.expected_step)
        try:
            judge(self._floor, header, state, asked, request.act_signature)
        except Rejected as rejection:
            if rejection.code is not grpc.StatusCode.FAILED_PRECONDITION:
                raise
            refused = worded(rejection.refusal, languages_of(context))
            return hand_service_pb2.CheckActionResponse(refused=refused)
        return hand_service_pb2.CheckActionResponse(accepted=_accepted(state.hand, asked, request.step))

    @answering
    def ViewHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.ViewHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.ViewHandResponse:
        """Shows a hand without changing it."""
        del context
        if request.WhichOneof("token") == "view_token":
            return view_as_seat(self._floor, request)
        return view_as_host(self._floor, request)

    @answering
    def AdjudicateHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.AdjudicateHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.AdjudicateHandResponse:
        """Rules on a whole recorded hand."""
        return adjudicate(request, languages_of(context))

    @answering
    def RewrapState(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.RewrapStateRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.RewrapStateResponse:
        """Seals the state of a hand that is over under the newest key."""
        del context
        return hand_service_pb2.RewrapStateResponse(state=rewrap(self._floor, request.state))

    @takes_long
    @answering
    def ExportHand(  # noqa: N802 (the contract's name)
        self, request: hand_service_pb2.ExportHandRequest, context: grpc.ServicerContext
    ) -> hand_service_pb2.ExportHandResponse:
        """Makes the record of a hand that is over."""
        del context
        record = record_to_message(export_hand(self._floor, request))
        return hand_service_pb2.ExportHandResponse(record=record)


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
