"""A floor that does what a test tells it: refuses, stays silent, or loses the line before it answers."""
# ruff: noqa: N802 (the calls have the contract's names)

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import Message

from floorman_client.rpc.status_pb2 import Status
from floorman_client.v1 import (
    AcceptedStep,
    ActRequest,
    ActResponse,
    AdjudicateHandRequest,
    AdjudicateHandResponse,
    CheckActionRequest,
    CheckActionResponse,
    CompareHandsRequest,
    CompareHandsResponse,
    EvaluateHandsRequest,
    EvaluateHandsResponse,
    EvaluationServiceServicer,
    HandServiceServicer,
    HandUpdate,
    Refusal,
    SettlePotsRequest,
    SettlePotsResponse,
    StartHandRequest,
    StartHandResponse,
    ViewHandRequest,
    ViewHandResponse,
    add_EvaluationServiceServicer_to_server,
    add_HandServiceServicer_to_server,
)

Whim: TypeAlias = Callable[[grpc.ServicerContext], None]
"""What happens to one call before it is answered."""

HAND_ID = bytes(range(16))


def refuses(code: grpc.StatusCode, *details: Message, message: str = "no") -> Whim:
    """The call ends with a rich status."""

    def whim(context: grpc.ServicerContext) -> None:
        status = Status(code=code.value[0], message=message)
        for detail in details:
            status.details.add().Pack(detail)
        context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
        context.abort(code, message)

    return whim


def refuses_for(code: grpc.StatusCode, refusal: Refusal) -> Whim:
    """The call is refused as the service refuses."""
    return refuses(code, refusal, message=refusal.message)


def breaks(code: grpc.StatusCode) -> Whim:
    """The call ends with a bare code, as something on the way may end it."""
    return lambda context: context.abort(code, "broken")


def waits(seconds: float) -> Whim:
    """The answer takes its time."""
    return lambda _: time.sleep(seconds)


def holds(arrived: Event, go_on: Event) -> Whim:
    """The answer waits until the test lets it go."""

    def whim(_: grpc.ServicerContext) -> None:
        arrived.set()
        go_on.wait(5.0)

    return whim


def loses(cut: Callable[[], None]) -> Whim:
    """The request has arrived, and the line is cut before its answer."""
    return lambda _: cut()


class FakeFloor(HandServiceServicer, EvaluationServiceServicer):
    """Takes every step, counts them in its state, and keeps all requests.

    Attributes:
        whims: one for each call to come, the next first; without one the call is simply answered.
        requests: what arrived, in order.
        metadata: what came with the last call.
        verdict: the refusal that a dry run gives; without one it accepts.
    """

    def __init__(self) -> None:
        self.whims: deque[Whim] = deque()
        self.requests: list[Message] = []
        self.metadata: dict[str, str | bytes] = {}
        self.verdict: Refusal | None = None

    def _arrives(self, request: Message, context: grpc.ServicerContext) -> None:
        self.requests.append(request)
        self.metadata = dict(context.invocation_metadata() or ())
        if self.whims:
            self.whims.popleft()(context)

    def StartHand(self, request: StartHandRequest, context: grpc.ServicerContext) -> StartHandResponse:
        self._arrives(request, context)
        return StartHandResponse(update=HandUpdate(hand_id=HAND_ID, state=b"sealed 0"))

    def Act(self, request: ActRequest, context: grpc.ServicerContext) -> ActResponse:
        self._arrives(request, context)
        step = request.expected_step + 1
        return ActResponse(
            update=HandUpdate(
                hand_id=request.hand_id, state=f"sealed {step}".encode(), step=step, asked=request.step
            )
        )

    def CheckAction(self, request: CheckActionRequest, context: grpc.ServicerContext) -> CheckActionResponse:
        self._arrives(request, context)
        if self.verdict:
            return CheckActionResponse(refused=self.verdict)
        return CheckActionResponse(accepted=AcceptedStep(step=request.step))

    def ViewHand(self, request: ViewHandRequest, context: grpc.ServicerContext) -> ViewHandResponse:
        self._arrives(request, context)
        return ViewHandResponse(hand_id=HAND_ID)

    def AdjudicateHand(
        self, request: AdjudicateHandRequest, context: grpc.ServicerContext
    ) -> AdjudicateHandResponse:
        self._arrives(request, context)
        return AdjudicateHandResponse()

    def EvaluateHands(
        self, request: EvaluateHandsRequest, context: grpc.ServicerContext
    ) -> EvaluateHandsResponse:
        self._arrives(request, context)
        return EvaluateHandsResponse()

    def CompareHands(
        self, request: CompareHandsRequest, context: grpc.ServicerContext
    ) -> CompareHandsResponse:
        self._arrives(request, context)
        return CompareHandsResponse()

    def SettlePots(self, request: SettlePotsRequest, context: grpc.ServicerContext) -> SettlePotsResponse:
        self._arrives(request, context)
        return SettlePotsResponse()


@contextmanager
def served(
    floor: FakeFloor,
    address: str = "127.0.0.1:0",
    *,
    credentials: grpc.ServerCredentials | None = None,
    options: Sequence[tuple[str, Any]] = (),
) -> Iterator[str]:
    """Serves the fake floor and gives its address."""
    server = grpc.server(ThreadPoolExecutor(8), options=options)
    add_HandServiceServicer_to_server(floor, server)
    add_EvaluationServiceServicer_to_server(floor, server)
    port = server.add_secure_port(address, credentials) if credentials else server.add_insecure_port(address)
    server.start()
    try:
        yield address if address.startswith("unix:") else f"127.0.0.1:{port}"
    finally:
        server.stop(None).wait()
