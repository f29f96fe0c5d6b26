"""What the process itself answers, where no servicer was asked or one failed."""

from __future__ import annotations

from typing import Final, Never

import grpc
from google.protobuf import any_pb2
from google.rpc import status_pb2
from grpc_status import rpc_status

from floorman.api.answering import languages_of
from floorman.api.rejection import Rejected, abort
from floorman.v1 import refusal_pb2

__all__ = ["TRAILER", "reason_of", "refuse_busy", "refuse_incident", "refuse_unknown", "refuse_unreadable"]

# where gRPC carries google.rpc.Status (grpc-status)
TRAILER: Final = "grpc-status-details-bin"
_REASON_PREFIX: Final = "ERROR_REASON_"


def refuse_busy(context: grpc.ServicerContext, most: int) -> Never:
    """Too many calls are in flight: RESOURCE_EXHAUSTED, LIMIT."""
    refusal = refusal_pb2.Refusal(
        reason=refusal_pb2.ERROR_REASON_LIMIT,
        message=f"The service is busy: no more than {most} calls may be in flight. Try again later.",
    )
    abort(context, Rejected(grpc.StatusCode.RESOURCE_EXHAUSTED, refusal), languages_of(context))


def refuse_unreadable(context: grpc.ServicerContext) -> Never:
    """The bytes of the request are no message of the contract: INVALID_ARGUMENT, UNREADABLE_REQUEST."""
    refusal = refusal_pb2.Refusal(
        reason=refusal_pb2.ERROR_REASON_UNREADABLE_REQUEST,
        message="The request cannot be read: its bytes are not the message of this method.",
    )
    abort(context, Rejected(grpc.StatusCode.INVALID_ARGUMENT, refusal), languages_of(context))


def refuse_unknown(context: grpc.ServicerContext) -> Never:
    """No service here has this method: UNIMPLEMENTED."""
    context.abort(grpc.StatusCode.UNIMPLEMENTED, "This service has no such method.")


def refuse_incident(context: grpc.ServicerContext, incident: str) -> Never:
    """Something unexpected: INTERNAL, the id of the incident and nothing else, in any language."""
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ERROR_REASON_INTERNAL, message=incident)
    detail = any_pb2.Any()
    detail.Pack(refusal)
    code, _ = grpc.StatusCode.INTERNAL.value
    context.abort_with_status(
        rpc_status.to_status(status_pb2.Status(code=code, message=incident, details=[detail]))
    )


def reason_of(trailer: bytes) -> str:
    """The reason of the refusal in a rich status, without its prefix; empty if there is none."""
    refusal = refusal_pb2.Refusal()
    for detail in status_pb2.Status.FromString(trailer).details:
        if detail.Unpack(refusal) and refusal.reason:
            return refusal_pb2.ErrorReason.Name(refusal.reason).removeprefix(_REASON_PREFIX)
    return ""
