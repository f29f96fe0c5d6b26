"""The calls of the command line: one channel, and refusals that are answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Final, TypeVar

import click
import grpc
from google.rpc import status_pb2

from floorman.v1 import (
    cards_pb2,
    evaluation_service_pb2,
    hand_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    steps_pb2,
    table_service_pb2,
)
from floorman.v1.evaluation_service_pb2_grpc import EvaluationServiceStub
from floorman.v1.hand_service_pb2_grpc import HandServiceStub
from floorman.v1.table_service_pb2_grpc import TableServiceStub

__all__ = [
    "NoRulingError",
    "NoServiceError",
    "RefusedError",
    "ServiceCalls",
    "accepted",
    "calls_to",
    "reason_name",
]

_PATIENCE_SECONDS: Final = 30.0
_CONNECT_SECONDS: Final = 10.0
_REASON_PREFIX: Final = "ERROR_REASON_"
_RICH_STATUS: Final = "grpc-status-details-bin"
_LIMIT: Final = 401  # from here on ErrorReason speaks of the service and the caller, not of the hand

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")


class NoServiceError(click.ClickException):
    """No call gets through: the service is not there, or does not let this caller in. Exit code 2."""

    exit_code = 2


class NoRulingError(Exception):
    """One call got no ruling; the next may. The text names the gRPC code and what the service says."""


class RefusedError(Exception):
    """What had to be possible was refused. The text names the reason."""


class ServiceCalls:
    """The calls that the commands make. A refusal is returned, since it is an answer.

    Args (of the constructor):
        channel: an open channel; it is shared by all threads and not closed here.

    Every call raises :class:`NoServiceError` or :class:`NoRulingError` where the service gives no ruling.
    """

    __slots__ = ("_evaluation", "_hands", "_table")

    def __init__(self, channel: grpc.Channel) -> None:
        self._hands = HandServiceStub(channel)
        self._evaluation = EvaluationServiceStub(channel)
        self._table = TableServiceStub(channel)

    def prepare(
        self, request: table_service_pb2.PrepareHandRequest
    ) -> table_service_pb2.PrepareHandResponse | refusal_pb2.Refusal:
        """The next hand of a table."""
        return _ask(self._table.PrepareHand, request)

    def start(self, opening: opening_pb2.HandOpening) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        """Opens a hand and deals it."""
        answer = _ask(self._hands.StartHand, hand_service_pb2.StartHandRequest(opening=opening))
        return answer if isinstance(answer, refusal_pb2.Refusal) else answer.update

    def act(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        """Takes a step of the hand as ``hand`` left it."""
        request = hand_service_pb2.ActRequest(
            state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=step
        )
        answer = _ask(self._hands.Act, request)
        return answer if isinstance(answer, refusal_pb2.Refusal) else answer.update

    def check(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_service_pb2.AcceptedStep | refusal_pb2.Refusal:
        """What ``act`` would say to the same step."""
        request = hand_service_pb2.CheckActionRequest(
            state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=step
        )
        answer = _ask(self._hands.CheckAction, request)
        if isinstance(answer, refusal_pb2.Refusal):
            return answer
        return answer.accepted if answer.WhichOneof("verdict") == "accepted" else answer.refused

    def view(self, hand: hand_pb2.HandUpdate) -> hand_service_pb2.ViewHandResponse | refusal_pb2.Refusal:
        """The hand as everybody sees it."""
        return _ask(self._hands.ViewHand, hand_service_pb2.ViewHandRequest(state=hand.state))

    def adjudicate(
        self, request: hand_service_pb2.AdjudicateHandRequest
    ) -> hand_service_pb2.AdjudicateHandResponse | refusal_pb2.Refusal:
        """Rules on a recorded hand; a refusal here is one of its opening."""
        return _ask(self._hands.AdjudicateHand, request)

    def evaluate(
        self, board: Sequence[str], hole: Sequence[str]
    ) -> cards_pb2.EvaluatedHand | refusal_pb2.Refusal:
        """What two cards make with a board of three to five."""
        request = evaluation_service_pb2.EvaluateHandsRequest(
            board=board, hands=[evaluation_service_pb2.CardSet(cards=hole)]
        )
        answer = _ask(self._evaluation.EvaluateHands, request)
        return answer if isinstance(answer, refusal_pb2.Refusal) else answer.hands[0]


@contextmanager
def calls_to(address: str | None) -> Iterator[ServiceCalls]:
    """The calls of the service at an address, or of one that ends with the block.

    Args:
        address: ``HOST:PORT`` or ``unix:PATH``; None starts a service on a free loopback port.

    Raises:
        NoServiceError: nobody answers at the address.
    """
    with ExitStack() as stack:
        if address is None:
            # Here and not above: `--help` and a service of somebody else need no server.
            from floorman.server.local import running  # noqa: PLC0415

            address = stack.enter_context(running())
        yield stack.enter_context(_dialled(address))


@contextmanager
def _dialled(address: str) -> Iterator[ServiceCalls]:
    with grpc.insecure_channel(address) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=_CONNECT_SECONDS)
        except grpc.FutureTimeoutError:
            text = f"no service answers at {address}: start one with `floorman serve --listen {address}`"
            raise NoServiceError(text) from None
        yield ServiceCalls(channel)


def reason_name(refusal: refusal_pb2.Refusal) -> str:
    """The reason as cases write it: ``RAISE_BELOW_MINIMUM``."""
    return refusal_pb2.ErrorReason.Name(refusal.reason).removeprefix(_REASON_PREFIX)


def accepted(answer: _Response | refusal_pb2.Refusal) -> _Response:
    """An answer that has to be a yes.

    Raises:
        RefusedError: it is a refusal.
    """
    if isinstance(answer, refusal_pb2.Refusal):
        raise RefusedError(f"{reason_name(answer)}: {answer.message}")
    return answer


def _ask(call: Callable[..., _Response], request: _Request) -> _Response | refusal_pb2.Refusal:
    try:
        return call(request, timeout=_PATIENCE_SECONDS)
    except grpc.RpcError as error:
        refusal = _refusal_in(error)
        if refusal is not None and refusal.reason < _LIMIT:
            return refusal
        raise _no_ruling(error, refusal) from None


def _refusal_in(error: grpc.RpcError) -> refusal_pb2.Refusal | None:
    for datum in error.trailing_metadata() or ():
        if datum.key == _RICH_STATUS:
            for detail in status_pb2.Status.FromString(datum.value).details:
                refusal = refusal_pb2.Refusal()
                if detail.Unpack(refusal):
                    return refusal
    return None


def _no_ruling(error: grpc.RpcError, refusal: refusal_pb2.Refusal | None) -> NoServiceError | NoRulingError:
    code = error.code()
    words = refusal.message if refusal is not None else error.details()
    text = f"{code.name}: {words}"
    match code:
        case (
            grpc.StatusCode.UNAVAILABLE
            | grpc.StatusCode.UNIMPLEMENTED
            | grpc.StatusCode.UNAUTHENTICATED
            | grpc.StatusCode.PERMISSION_DENIED
        ):
            return NoServiceError(text)
        case _:
            return NoRulingError(text)
