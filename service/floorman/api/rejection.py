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

# Trailers above 8 KiB are lost on the way (design 6): the status in Base64, its text again, percent-encoded.
_STATUS_BYTES: Final = 4096
_TEXT_BYTES: Final = 400
# what is around the texts of a status, and around those of one field of it
_FRAME_BYTES: Final = 64
_FIELD_BYTES: Final = 10
_ERRORS: Final = refusal_pb2.ErrorReason

_ABORTED: Final = frozenset(
    {_ERRORS.ERROR_REASON_WRONG_HAND, _ERRORS.ERROR_REASON_STALE_STEP, _ERRORS.ERROR_REASON_FORK}
)
_MALFORMED: Final = frozenset(
    {
        # of an opening or of EvaluationService; a step's are the rules' (rejected_by_rules)
        _ERRORS.ERROR_REASON_CARD_TWICE,
        _ERRORS.ERROR_REASON_CARD_NOT_IN_DECK,
        _ERRORS.ERROR_REASON_CARD_COUNT,
        _ERRORS.ERROR_REASON_MALFORMED_STATE,
        _ERRORS.ERROR_REASON_UNREADABLE_STATE,
        _ERRORS.ERROR_REASON_SIGNATURE_INVALID,
        _ERRORS.ERROR_REASON_NOT_PROVED,
    }
)
_CODES: Final[Mapping[int, grpc.StatusCode]] = {
    _ERRORS.ERROR_REASON_GUARD_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    _ERRORS.ERROR_REASON_SECRET_WRONG: grpc.StatusCode.PERMISSION_DENIED,
    _ERRORS.ERROR_REASON_LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    _ERRORS.ERROR_REASON_NOT_AUTHENTICATED: grpc.StatusCode.UNAUTHENTICATED,
    _ERRORS.ERROR_REASON_NOT_PERMITTED: grpc.StatusCode.PERMISSION_DENIED,
    _ERRORS.ERROR_REASON_INTERNAL: grpc.StatusCode.INTERNAL,
    _ERRORS.ERROR_REASON_OUT_OF_TIME: grpc.StatusCode.DEADLINE_EXCEEDED,
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
    if requests or reason in _MALFORMED:
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


def rejected_config(error: ConfigError, where: str) -> Rejected:
    """The rejection of the config in a field, every problem at once."""
    refusal = refusal_pb2.Refusal(
        reason=_ERRORS.ERROR_REASON_CONFIG_INVALID,
        rule=error.problems[0].rule,
        message=f"The config cannot be played: {error}.",
    )
    for problem in error.problems:
        refusal.field_violations.add(field=f"{where}.{problem.switch}", description=problem.text)
    return Rejected(grpc.StatusCode.INVALID_ARGUMENT, refusal)


def abort(context: grpc.ServicerContext, rejection: Rejected, languages: str) -> NoReturn:
    """Ends a call with a rejection: code, text, and the refusal among the details (at most 4 KiB)."""
    refusal = _fitted(worded(rejection.refusal, languages))
    detail = any_pb2.Any()
    detail.Pack(refusal)
    status = status_pb2.Status(code=rejection.code.value[0], message=refusal.message, details=[detail])
    context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort_with_status returns never")


def _fitted(refusal: refusal_pb2.Refusal) -> refusal_pb2.Refusal:
    """The refusal within the bytes of a status: every field if it can be, then descriptions from the first.

    A text may quote what the caller sent, so nothing but this bounds it.
    """
    fitted = refusal_pb2.Refusal(
        reason=refusal.reason, rule=refusal.rule, numbers=refusal.numbers, message=_cut(refusal.message)
    )
    # the text stands in the status too
    left = _STATUS_BYTES - _FRAME_BYTES - fitted.ByteSize() - len(fitted.message.encode())
    for violation in refusal.field_violations:
        left -= _FIELD_BYTES + len(violation.field)
        if left < 0:
            break
        fitted.field_violations.add(field=violation.field)
    for kept, violation in zip(fitted.field_violations, refusal.field_violations, strict=False):
        description = _cut(violation.description)
        left -= len(description.encode())
        if left < 0:
            break
        kept.description = description
    return fitted


def _cut(text: str) -> str:
    form = text.encode()
    if len(form) <= _TEXT_BYTES:
        return text
    return form[: _TEXT_BYTES - 3].decode(errors="ignore") + "…"
