"""The servicers asked without a socket: requests in, answers or refusals out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

import grpc
from google.rpc import status_pb2

from floorman.api import Floor
from floorman.api.hand_service import HandServicer
from floorman.api.step_wire import step_to_wire
from floorman.cli.table_switches import Switch, table_config
from floorman.fairness.keys import HeadKey
from floorman.rules.hand import Hand
from floorman.rules.opening import FOLLOWS
from floorman.rules.switches import SWITCHES, Scope, TableConfig
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.v1 import (
    config_pb2,
    hand_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    steps_pb2,
)
from tests.properties.tables import Table

__all__ = ["Desk", "opening_message", "ring", "step_to_wire"]

_Request = TypeVar("_Request")
_Response = TypeVar("_Response")

_FAR_FUTURE_MS: Final = 1 << 45


def ring() -> Ring:
    """The one key ring that all replicas of the tests share."""
    private = bytes(range(32))
    head_key = HeadKey(1, private)
    token_key = TokenKey(1, bytes(reversed(range(32))), 0, _FAR_FUTURE_MS, _FAR_FUTURE_MS)
    return Ring((token_key,), (HeadKeyEntry(1, head_key.public_key, private, 0, _FAR_FUTURE_MS),))


class _RefusedError(Exception):
    """What a call ends with instead of an answer."""

    def __init__(self, refusal: refusal_pb2.Refusal) -> None:
        super().__init__(refusal.message)
        self.refusal = refusal


class _Call:
    """A call's context: it has no metadata, and ends with a status."""

    def invocation_metadata(self) -> tuple[()]:
        return ()

    def abort_with_status(self, status: grpc.Status) -> None:
        rich = status_pb2.Status()
        for key, value in status.trailing_metadata:
            if key == "grpc-status-details-bin":
                rich = status_pb2.Status.FromString(value)
        refusal = refusal_pb2.Refusal()
        assert rich.details[0].Unpack(refusal)
        raise _RefusedError(refusal)


class Desk:
    """One replica: its servicers, with given entropy so that every replica deals alike."""

    def __init__(self) -> None:
        self._floor = Floor(ring(), allow_given_entropy=True)
        self._hands = HandServicer(self._floor)

    def hand(self, update: hand_pb2.HandUpdate) -> Hand:
        """What the sealed state holds."""
        return self._floor.open_state(update.state)[1].hand

    def start(self, opening: opening_pb2.HandOpening) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        """Opens and deals a hand."""
        answer = _ask(self._hands.StartHand, hand_service_pb2.StartHandRequest(opening=opening))
        return answer if isinstance(answer, refusal_pb2.Refusal) else answer.update

    def act(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        """Takes a step."""
        request = hand_service_pb2.ActRequest(
            state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=step
        )
        answer = _ask(self._hands.Act, request)
        return answer if isinstance(answer, refusal_pb2.Refusal) else answer.update

    def check(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_service_pb2.AcceptedStep | refusal_pb2.Refusal:
        """What :meth:`act` would say."""
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
        """Rules on a recorded hand."""
        return _ask(self._hands.AdjudicateHand, request)


def _ask(
    method: Callable[[_Request, grpc.ServicerContext], _Response], request: _Request
) -> _Response | refusal_pb2.Refusal:
    try:
        return method(request, cast("grpc.ServicerContext", _Call()))
    except _RefusedError as refused:
        return refused.refusal


def opening_message(table: Table, entropy: bytes = b"") -> opening_pb2.HandOpening:
    """The opening of a random table, every switch of a hand said aloud."""
    start = table.start
    opening = opening_pb2.HandOpening(
        config=_config_message(table.preset, start.config),
        table_id="properties",
        dealing=opening_pb2.DEALING_HOST if start.host_deals else opening_pb2.DEALING_SERVICE,
        showdown=opening_pb2.SHOWDOWN_ASK if start.asks else opening_pb2.SHOWDOWN_TABLE_RULE,
        button=start.button,
        small_blind_dead=start.blinds.small is None,
        seats=[
            opening_pb2.OpeningSeat(
                seat=seat.number,
                stack=seat.stack,
                live_post=seat.live_post,
                dead_post=seat.dead_post,
                absent=seat.absent,
            )
            for seat in start.seats
        ],
        straddles=[opening_pb2.StraddlePost(seat=one.number, amount=one.amount) for one in start.straddles],
        last_two_in_event=start.last_two_in_event,
        entropy=entropy,
    )
    if start.blinds.small not in {None, FOLLOWS}:
        opening.small_blind_seat = start.blinds.small or 0
    if start.blinds.big not in {None, FOLLOWS}:
        opening.big_blind_seat = start.blinds.big or 0
    return opening


def _config_message(preset: str, config: TableConfig) -> config_pb2.TableConfig:
    switches = {
        name: _written(switch.kind, getattr(config, name))
        for name, switch in SWITCHES.items()
        if switch.scope is Scope.HAND
    }
    return table_config(preset, switches)


def _written(kind: str, value: Any) -> Switch:
    match kind:
        case "enum":
            return str(value.value)
        case "set":
            return sorted(choice.value for choice in value)
        case "caps":
            return {str(players): cap for players, cap in value}
        case _:
            return cast("Switch", value)
