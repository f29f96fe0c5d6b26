"""A service in this process, asked over a real channel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import grpc

from floorman.server.local import running
from floorman.v1 import evaluation_service_pb2, hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from floorman.v1.evaluation_service_pb2_grpc import EvaluationServiceStub
from floorman.v1.hand_service_pb2_grpc import HandServiceStub

__all__ = ["CALL", "CHECK", "FOLD", "Service", "asked"]

CHECK: Final = {"check": steps_pb2.CheckStep()}
CALL: Final = {"call": steps_pb2.CallStep()}
FOLD: Final = {"fold": steps_pb2.FoldStep()}


@dataclass(frozen=True, slots=True)
class Service:
    """The two services that these facts are asked of."""

    hands: HandServiceStub
    evaluation: EvaluationServiceStub

    def start(self, opening: opening_pb2.HandOpening) -> hand_pb2.HandUpdate:
        return self.hands.StartHand(hand_service_pb2.StartHandRequest(opening=opening)).update

    def act(self, hand: hand_pb2.HandUpdate, **step: Any) -> hand_pb2.HandUpdate:
        """A step by the seat whose turn it is, or by the one that is named."""
        return self.hands.Act(
            hand_service_pb2.ActRequest(
                state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=_step(hand, step)
            )
        ).update

    def check(self, hand: hand_pb2.HandUpdate, **step: Any) -> hand_service_pb2.CheckActionResponse:
        """What ``act`` would say."""
        return self.hands.CheckAction(
            hand_service_pb2.CheckActionRequest(
                state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=_step(hand, step)
            )
        )

    def settle(self, **request: Any) -> evaluation_service_pb2.SettlePotsResponse:
        return self.evaluation.SettlePots(evaluation_service_pb2.SettlePotsRequest(**request))


def _step(hand: hand_pb2.HandUpdate, step: dict[str, Any]) -> steps_pb2.Step:
    return steps_pb2.Step(**{"seat": hand.decision.seat, **step})


@contextmanager
def asked() -> Iterator[Service]:
    """A service that runs while the block does; a request may bring its own entropy."""
    with running(allow_given_entropy=True) as address, grpc.insecure_channel(address) as channel:
        yield Service(HandServiceStub(channel), EvaluationServiceStub(channel))
