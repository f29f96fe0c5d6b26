"""What can go wrong, as types: the floor's refusals with their numbers, and answers that never came.

A call ends in one of three ways. It is answered. It is refused: `RefusedError`, and nothing has changed. Or
nobody knows (`UnansweredError`): the answer was lost on the way, and the same request must be repeated before
any other is sent in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, Self

import grpc
from google.protobuf.message import DecodeError

from floorman_client import v1
from floorman_client.reasons import Reason
from floorman_client.rpc.status_pb2 import Status

__all__ = [
    "DeadlineExceededError",
    "FieldViolation",
    "FloormanError",
    "IllegalActionError",
    "InvalidRequestError",
    "LimitExceededError",
    "NotAuthenticatedError",
    "NotPermittedError",
    "OutstandingError",
    "Refusal",
    "RefusedError",
    "ServiceError",
    "StaleStateError",
    "UnansweredError",
    "UnavailableError",
    "UnusableStateError",
    "error_of",
]

_DETAILS: Final = "grpc-status-details-bin"


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """A field of the request that is wrong.

    Attributes:
        field: its path from the request down, ``"opening.seats[2].stack"``.
        description: what is wrong with it, for people.
    """

    field: str
    description: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the floor says no.

    Attributes:
        reason: for programs; UNSPECIFIED where something on the way refused, and not the floor.
        rule: the rule of the rule book that decides, ``"R-8.2"``; empty where none does.
        numbers: what decides it, by name, in the order of the reason's documentation: chips, seats, counts.
        field_violations: the fields that are wrong, in the order of the request.
        message: for people, in the language that the client asked for.
    """

    reason: Reason
    rule: str
    numbers: Mapping[str, int]
    field_violations: tuple[FieldViolation, ...]
    message: str

    @classmethod
    def of(cls, refusal: v1.Refusal) -> Self:
        """The refusal that a message of the contract holds."""
        return cls(
            reason=Reason(refusal.reason),
            rule=refusal.rule,
            numbers={number.name: number.value for number in refusal.numbers},
            field_violations=tuple(
                FieldViolation(violation.field, violation.description)
                for violation in refusal.field_violations
            ),
            message=refusal.message,
        )


class FloormanError(Exception):
    """The base of every error that this package raises about the service."""


class OutstandingError(FloormanError):
    """Another step of the hand still waits for its answer, so this one was not sent.

    `Hand.resume` repeats the step that waits, ``Hand.outstanding``.
    """


class RefusedError(FloormanError):
    """The answer is no, and nothing has changed. The subclasses say what kind of no.

    Attributes:
        code: the gRPC code.
        refusal: why.
    """

    def __init__(self, code: grpc.StatusCode, refusal: Refusal) -> None:
        super().__init__(code, refusal)
        self.code = code
        self.refusal = refusal

    def __str__(self) -> str:
        where = [self.refusal.reason.name, self.refusal.rule]
        where += [f"{name}={number}" for name, number in self.refusal.numbers.items()]
        fields = [
            f"; {wrong.field}" + (f": {wrong.description}" if wrong.description != self.message else "")
            for wrong in self.field_violations
        ]
        return f"{self.message} [{', '.join(filter(None, where))}]{''.join(fields)}"

    @property
    def reason(self) -> Reason:
        """Why, for programs."""
        return self.refusal.reason

    @property
    def rule(self) -> str:
        """The rule that decides, ``"R-8.2"``; empty where none does."""
        return self.refusal.rule

    @property
    def numbers(self) -> Mapping[str, int]:
        """The numbers that decide, by name."""
        return self.refusal.numbers

    @property
    def field_violations(self) -> tuple[FieldViolation, ...]:
        """The fields that are wrong."""
        return self.refusal.field_violations

    @property
    def message(self) -> str:
        """Why, for people."""
        return self.refusal.message


class IllegalActionError(RefusedError):
    """The rules refuse a well-formed step (FAILED_PRECONDITION)."""


class InvalidRequestError(RefusedError):
    """The request is malformed or contradicts itself; `field_violations` says where (INVALID_ARGUMENT)."""


class StaleStateError(RefusedError):
    """The state is not that of the hand and step, or another step was taken from it (ABORTED)."""


class UnusableStateError(RefusedError):
    """The state cannot be read or is no longer taken: forged, foreign, too old, its key retired."""


class LimitExceededError(RefusedError):
    """A limit of the service: on steps, hands, bytes or calls (RESOURCE_EXHAUSTED)."""


class NotAuthenticatedError(RefusedError):
    """No credentials, or none that hold (UNAUTHENTICATED)."""


class NotPermittedError(RefusedError):
    """The caller's role does not cover the call, or a secret is wrong (PERMISSION_DENIED)."""


class UnansweredError(FloormanError):
    """No answer came that counts: the request may or may not have been taken. Repeat it, or nothing.

    Attributes:
        code: the gRPC code.
        message: what went wrong, for people.
        refusal: what the service said about it, where it was the service that spoke.
    """

    def __init__(self, code: grpc.StatusCode, message: str, refusal: Refusal | None) -> None:
        super().__init__(code, message, refusal)
        self.code = code
        self.message = message
        self.refusal = refusal

    def __str__(self) -> str:
        return f"{self.message} [{self.code.name}]"


class UnavailableError(UnansweredError):
    """The service cannot be reached or cannot answer now; the retries are used up (UNAVAILABLE)."""


class DeadlineExceededError(UnansweredError):
    """No answer within the deadline (DEADLINE_EXCEEDED)."""


class ServiceError(UnansweredError):
    """The service failed; the message holds the incident's id for its operator (INTERNAL)."""


_UNANSWERED: Final[Mapping[grpc.StatusCode, type[UnansweredError]]] = {
    grpc.StatusCode.CANCELLED: UnansweredError,
    grpc.StatusCode.UNKNOWN: UnansweredError,
    grpc.StatusCode.DATA_LOSS: UnansweredError,
    grpc.StatusCode.UNAVAILABLE: UnavailableError,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceededError,
    grpc.StatusCode.INTERNAL: ServiceError,
}
_REFUSED: Final[Mapping[grpc.StatusCode, type[RefusedError]]] = {
    grpc.StatusCode.FAILED_PRECONDITION: IllegalActionError,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequestError,
    grpc.StatusCode.ABORTED: StaleStateError,
    grpc.StatusCode.RESOURCE_EXHAUSTED: LimitExceededError,
    grpc.StatusCode.UNAUTHENTICATED: NotAuthenticatedError,
    grpc.StatusCode.PERMISSION_DENIED: NotPermittedError,
}
_ABOUT_THE_STATE: Final = frozenset(
    {
        Reason.MALFORMED_STATE,
        Reason.UNREADABLE_STATE,
        Reason.KEY_RETIRED,
        Reason.RULES_VERSION,
        Reason.STATE_TOO_OLD,
        Reason.GUARD_LOST,
    }
)


class FailedCall(Protocol):
    """A failed call, as both of gRPC's ways to call hand it over."""

    def code(self) -> grpc.StatusCode:
        """The gRPC code."""

    def details(self) -> str | None:
        """The text beside the code."""

    def trailing_metadata(self) -> Iterable[tuple[str, str | bytes]] | None:
        """The trailers, the rich status among them."""


def error_of(call: FailedCall) -> RefusedError | UnansweredError:
    """The error that a failed call stands for."""
    code, message = call.code(), call.details() or ""
    refusal = _refusal_in(call.trailing_metadata() or ())
    if code in _UNANSWERED:
        return _UNANSWERED[code](code, message, refusal)
    if code is grpc.StatusCode.RESOURCE_EXHAUSTED and refusal is None:
        # not the floor's word: gRPC itself says so too when an answer is too large to be taken
        return UnansweredError(code, message, None)
    if refusal is None:
        refusal = Refusal(Reason.UNSPECIFIED, "", {}, (), message)
    if refusal.reason in _ABOUT_THE_STATE:
        return UnusableStateError(code, refusal)
    return _REFUSED.get(code, RefusedError)(code, refusal)


def _refusal_in(trailers: Iterable[tuple[str, str | bytes]]) -> Refusal | None:
    """The floor's refusal among the trailers of a call, if it is there."""
    statuses = (value for name, value in trailers if name == _DETAILS and isinstance(value, bytes))
    refusal = v1.Refusal()
    try:
        found = any(detail.Unpack(refusal) for detail in Status.FromString(next(statuses, b"")).details)
    except DecodeError:
        # whoever wrote that was not the floor
        return None
    return Refusal.of(refusal) if found else None
