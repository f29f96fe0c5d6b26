"""The client that waits for its answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self, TypeVar, Unpack, cast

import grpc

from floorman_client.cards import Cards
from floorman_client.connection import Connection
from floorman_client.errors import FailedCall, Refusal, RefusedError, error_of
from floorman_client.evaluation import Pots, Rank, compare_request, evaluate_request, pots_request
from floorman_client.hand import HandOf
from floorman_client.opening import Opening, hand_opening
from floorman_client.v1 import (
    AcceptedStep,
    ActRequest,
    AdjudicateHandRequest,
    AdjudicateHandResponse,
    CompareHandsResponse,
    EvaluateHandsResponse,
    EvaluationServiceStub,
    HandOpening,
    HandServiceStub,
    HandUpdate,
    SettlePotsResponse,
    StartHandRequest,
    Step,
    ViewHandRequest,
    ViewHandResponse,
)

__all__ = ["Floorman", "Hand"]

Request = TypeVar("Request")
Response = TypeVar("Response")


class Wire:
    """The services at the other end of a connection, and how each call to them is made."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.channel = connection.channel()
        self.hands = HandServiceStub(self.channel)
        self.evaluation = EvaluationServiceStub(self.channel)

    def call(self, method: grpc.UnaryUnaryMultiCallable[Request, Response], request: Request) -> Response:
        """One call, with deadline and credentials, and its failure as one of the errors of this package."""
        try:
            return method(request, timeout=self._connection.deadline, metadata=self._connection.metadata)
        except grpc.RpcError as failed:
            raise error_of(cast("FailedCall", failed)) from failed


class Floorman:
    """A connection to the floor. Use it in a ``with`` block, or close it.

    It is safe to share among threads. Every call raises `RefusedError` for a no, and `UnansweredError` where
    no answer came within the deadline and the retries.
    """

    def __init__(self, where: str | Connection) -> None:
        self._wire = Wire(Connection.to(where))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection; calls under way fail."""
        self._wire.channel.close()

    # ---- hands ----

    def start_hand(self, **opening: Unpack[Opening]) -> Hand:
        """Opens and deals a hand; `Opening` says what each argument means.

        A start without an answer is a hand nobody saw: it is never repeated by itself, and may be started
        again.
        """
        return self.start(hand_opening(**opening))

    def start(self, opening: HandOpening) -> Hand:
        """Opens and deals a hand from a message of the contract."""
        answer = self._wire.call(self._wire.hands.StartHand, StartHandRequest(opening=opening))
        return self.hand(answer.update)

    def hand(self, update: HandUpdate) -> Hand:
        """Goes on with a hand that was stored as its last update.

        A host that may have sent a step before it fell repeats that step first, and no other.
        """
        return Hand(self._wire, update)

    def seat_view(self, view_token: bytes, secret: bytes = b"") -> ViewHandResponse:
        """What a player sees with the seat's view token, and with its secret where the delivery needs it."""
        return self._wire.call(
            self._wire.hands.ViewHand, ViewHandRequest(view_token=view_token, secret=secret)
        )

    def adjudicate(
        self, opening: HandOpening, steps: Iterable[Step], *, want_events: bool = False
    ) -> AdjudicateHandResponse:
        """Rules on a whole recorded hand with known cards."""
        request = AdjudicateHandRequest(opening=opening, steps=steps, want_events=want_events)
        return self._wire.call(self._wire.hands.AdjudicateHand, request)

    # ---- cards and chips on their own ----

    def evaluate(
        self, hands: Iterable[Cards], board: Cards = (), **rank: Unpack[Rank]
    ) -> EvaluateHandsResponse:
        """Finds the best five of each hand: five to seven cards together with the board."""
        return self._wire.call(self._wire.evaluation.EvaluateHands, evaluate_request(hands, board, **rank))

    def compare(
        self, holes: Mapping[int, Cards], *boards: Cards, **rank: Unpack[Rank]
    ) -> CompareHandsResponse:
        """Compares hole cards, by seat, on one or more boards."""
        return self._wire.call(self._wire.evaluation.CompareHands, compare_request(holes, *boards, **rank))

    def settle_pots(self, **pots: Unpack[Pots]) -> SettlePotsResponse:
        """Makes pots and pays them; `Pots` says what each argument means."""
        return self._wire.call(self._wire.evaluation.SettlePots, pots_request(**pots))


class Hand(HandOf[HandUpdate]):
    """A hand, kept by the host from call to call. `HandOf` says what a hand holds and how its steps go."""

    def __init__(self, wire: Wire, update: HandUpdate) -> None:
        super().__init__(update)
        self._wire = wire

    def act(self, step: Step, *, signature: bytes = b"") -> HandUpdate:  # noqa: D102 (said by HandOf)
        return self._send(self._take_up(step, signature))

    def resume(self) -> HandUpdate:  # noqa: D102 (said by HandOf)
        request = self._outstanding
        return self._send(request) if request else self.update

    def check_action(self, step: Step, *, signature: bytes = b"") -> AcceptedStep | Refusal:
        """Asks whether `act` would take a step, and as what. Nothing happens."""
        answer = self._wire.call(self._wire.hands.CheckAction, self._check_request(step, signature))
        return Refusal.of(answer.refused) if answer.HasField("refused") else answer.accepted

    def look(self, seat: int | None = None) -> ViewHandResponse:
        """Looks at the hand again: as everybody sees it, and with a seat also what the seat sees."""
        return self._wire.call(self._wire.hands.ViewHand, self._view_request(seat))

    def _send(self, request: ActRequest) -> HandUpdate:
        try:
            answer = self._wire.call(self._wire.hands.Act, request)
        except RefusedError:
            self._answered(request, None)
            raise
        self._answered(request, answer.update)
        return answer.update
