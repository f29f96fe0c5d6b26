"""How a step is refused: by Act and by CheckAction alike, and the hand stays as it was."""

from __future__ import annotations

import grpc

from floorman.v1 import hand_pb2, hand_service_pb2, steps_pb2
from tests.security.house import Guest, Refused
from tests.security.table import act_request

__all__ = ["refused"]


def refused(house: Guest, hand: hand_pb2.HandUpdate, asked: steps_pb2.Step) -> Refused:
    """The refusal of a step. The two methods must agree: by the verdict where the rules say no, by the status
    where the request is not good.
    """
    request = act_request(hand, asked)
    said = house.refused("Act", request)
    question = hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())
    if said.code is grpc.StatusCode.FAILED_PRECONDITION:
        verdict = house.ask("CheckAction", question)
        assert verdict.refused == said.refusal
    else:
        assert house.refused("CheckAction", question) == said
    shown = house.ask("ViewHand", hand_service_pb2.ViewHandRequest(state=hand.state))
    assert (shown.view, shown.decision, shown.head) == (hand.view, hand.decision, hand.head)
    return said
