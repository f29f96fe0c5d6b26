"""The tests that a fault must not survive, in one process: facts, then cases, then properties.

``python -m tests.mutants.killing`` runs against whatever ``floorman`` it finds on its path; exit 0 means
that every test passed, so the fault went unnoticed.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NoReturn, cast

import grpc
import pytest
from google.rpc import status_pb2

from floorman.api import Floor
from floorman.api.hand_service import HandServicer
from floorman.cli.calls import ServiceCalls
from floorman.cli.case_runner import play_case
from floorman.cli.cases import read_cases
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, refusal_pb2, steps_pb2

__all__ = ["DirectCalls", "main"]

_CASES = Path(__file__).parents[1] / "cases"
_FILES = ("bugs_dev.jsonl", "switches_dev.jsonl", "random_dev.jsonl")
_RULES = "tests/rules"
_PROPERTIES = ("tests/properties/test_found.py", "tests/properties/test_every_hand.py")


class _NoCall:
    """Stands where a gRPC context stands: a refusal comes out as the exception that it is."""

    def invocation_metadata(self) -> tuple[()]:
        return ()

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        raise _RefusedError(status)


_NO_CALL = cast("grpc.ServicerContext", _NoCall())


class _RefusedError(Exception):
    def __init__(self, status: grpc.Status) -> None:
        super().__init__(status.details)
        refusal = refusal_pb2.Refusal()
        for key, value in status.trailing_metadata:
            if key == "grpc-status-details-bin":
                status_pb2.Status.FromString(value).details[0].Unpack(refusal)
        self.refusal = refusal


class DirectCalls(ServiceCalls):
    """The calls of the case runner, answered by the servicer itself: the rules are what is tested here."""

    def __init__(self) -> None:
        self._servicer = HandServicer(Floor(temporary_ring()))

    def start(self, opening: opening_pb2.HandOpening) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        try:
            request = hand_service_pb2.StartHandRequest(opening=opening)
            return self._servicer.StartHand(request, _NO_CALL).update
        except _RefusedError as refused:
            return refused.refusal

    def act(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        request = hand_service_pb2.ActRequest(
            state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=step
        )
        try:
            return self._servicer.Act(request, _NO_CALL).update
        except _RefusedError as refused:
            return refused.refusal

    def check(
        self, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_service_pb2.AcceptedStep | refusal_pb2.Refusal:
        request = hand_service_pb2.CheckActionRequest(
            state=hand.state, hand_id=hand.hand_id, expected_step=hand.step, step=step
        )
        try:
            answer = self._servicer.CheckAction(request, _NO_CALL)
        except _RefusedError as refused:
            return refused.refusal
        return answer.accepted if answer.WhichOneof("verdict") == "accepted" else answer.refused

    def view(self, hand: hand_pb2.HandUpdate) -> hand_service_pb2.ViewHandResponse | refusal_pb2.Refusal:
        return self._servicer.ViewHand(hand_service_pb2.ViewHandRequest(state=hand.state), _NO_CALL)


def main() -> int:
    """0 if every test passed; the quickest judges first."""
    return int(not (_pass(_RULES) and _cases_pass() and _pass(*_PROPERTIES)))


def _pass(*tests: str) -> bool:
    return pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--no-header", *tests]) == 0


def _cases_pass() -> bool:
    calls = DirectCalls()
    return all(play_case(calls, case).ok for name in _FILES for case in read_cases(_CASES / name))


if __name__ == "__main__":
    sys.exit(main())
