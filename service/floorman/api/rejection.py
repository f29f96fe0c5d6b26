"""Refusals on the wire: the one message, its gRPC code, and how a call ends with it.

Everything that the service declines goes through here, so that each "no" has a reason, numbers, a rule
and a code (design: INVALID_ARGUMENT malformed, FAILED_PRECONDITION refused by the rules, ABORTED not the
state that the host means).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import status_pb2
from grpc_status import rpc_status

from floorman.api.wording import worded
from floorman.rules.presets import ConfigError
from floorman.rules.refusal import Refusal
from floorman.v1 import refusal_pb2

__all__ = [
    "Rejected",
    "abort",
    "code_of",
    "refusal_message",
    "rejected",
    "rejected_by_rules",
    "rejected_config",
    "rejected_opening",
]

_STATUS_BYTES: Final = 4096
_ERRORS: Final = refusal_pb2.ErrorReason

_ABORTED: Final = frozenset(
    {_ERRORS.ERROR_REASON_WRONG_HAND, _ERRORS.ERROR_REASON_STALE_STEP, _ERRORS.ERROR_REASON_FORK}
)
_STATE_INVALID: Final = frozenset(
    {
        _ERRORS.ERROR_REASON_MALFORMED_STATE,
        _ERRORS.ERROR_REASON_UNREADABLE_STATE,
        _ERRORS.ERROR_REASON_SIGNATURE_INVALID,
    }
)
_CODES: Final[Mapping[int, grpc.StatusCode]] = {
    _ERRORS.ERROR_REASON_GUARD_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    _ERRORS.ERROR_REASON_SECRET_WRONG: grpc.StatusCode.PERMISSION_DENIED,
    _ERRORS.ERROR_REASON_LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    _ERRORS.ERROR_REASON_NOT_AUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    _ERRORS.ERROR_REASON_NOT_PERMITTED: grpc.StatusCode.PERMISSION_DENIED,
    _ERRORS.ERROR_REASON_INTERNAL: grpc.StatusCode.INTERNAL,
}


class Rejected(Exception):  # noqa: N818 (an answer of the service, not a fault)
    """A call that ends with a refusal.

    Attributes:
        code: the gRPC code.
        refusal: reason, rule, numbers and fields; the message is worded when the call ends.
    """

    def __init__(self, code: grpc.StatusCode, refusal: refusal_pb2.Refusal) -> None:
        super().__init__(refusal.message)
        self.code = code
        self.refusal = refusal


def code_of(reason: refusal_pb2.ErrorReason.ValueType) -> grpc.StatusCode:
    """The gRPC code of a reason (refusal.proto states it group by group)."""
    if reason in _CODES:
        return _CODES[reason]
    if reason in _ABORTED:
        return grpc.StatusCode.ABORTED
    requests = _ERRORS.ERROR_REASON_FIELD_MISSING <= reason < _ERRORS.ERROR_REASON_MALFORMED_STATE
    if requests or reason in _STATE_INVALID:
        return grpc.StatusCode.INVALID_ARGUMENT
    return grpc.StatusCode.FAILED_PRECONDITION


def rejected(
    reason: refusal_pb2.ErrorReason.ValueType,
    text: str,
    *,
    field: str = "",
    rule: str = "",
    numbers: Mapping[str, int] | None = None,
) -> Rejected:
    """A rejection with at most one field at fault."""
    refusal = refusal_pb2.Refusal(
        reason=reason,
        rule=rule,
        message=text,
        numbers=[refusal_pb2.NamedNumber(name=name, value=value) for name, value in (numbers or {}).items()],
    )
    if field:
        refusal.field_violations.add(field=field, description=text)
    return Rejected(code_of(reason), refusal)


def refusal_message(refusal: Refusal) -> refusal_pb2.Refusal:
    """A refusal of the rules as the contract says it."""
    return refusal_pb2.Refusal(
        reason=_ERRORS.Value(f"ERROR_REASON_{refusal.reason.value}"),
        rule=refusal.rule,
        message=refusal.text,
        numbers=[refusal_pb2.NamedNumber(name=name, value=value) for name, value in refusal.numbers],
    )


def rejected_by_rules(refusal: Refusal) -> Rejected:
    """The rejection of a step."""
    message = refusal_message(refusal)
    return Rejected(grpc.StatusCode.FAILED_PRECONDITION, message)


def rejected_opening(refusal: Refusal) -> Rejected:
    """The rejection of facts that open no hand: the request is at fault, and the field is named."""
    message = refusal_message(refusal)
    message.field_violations.add(field=f"opening.{refusal.field}", description=refusal.text)
    return Rejected(grpc.StatusCode.INVALID_ARGUMENT, message)


def rejected_config(error: ConfigError) -> Rejected:
    """The rejection of a config, every problem at once."""
    refusal = refusal_pb2.Refusal(
        reason=_ERRORS.ERROR_REASON_CONFIG_INVALID,
        rule=error.problems[0].rule,
        message=f"The config cannot be played: {error}.",
    )
    for problem in error.problems:
        refusal.field_violations.add(field=f"opening.config.{problem.switch}", description=problem.text)
    return Rejected(grpc.StatusCode.INVALID_ARGUMENT, refusal)


def abort(context: grpc.ServicerContext, rejection: Rejected, languages: str) -> NoReturn:
    """Ends a call with a rejection: code, text, and the refusal among the details (at most 4 KiB)."""
    refusal = worded(rejection.refusal, languages)
    while refusal.field_violations and refusal.ByteSize() > _STATUS_BYTES:
        del refusal.field_violations[-1]
    detail = any_pb2.Any()
    detail.Pack(refusal)
    status = status_pb2.Status(
        code=rejection.code.value[0], message=refusal.message[: _STATUS_BYTES // 4], details=[detail]
    )
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returns never")
