"""A call from the moment that a thread takes it: how it ended, what the caller and the log are told."""

from __future__ import annotations

import re
from secrets import token_hex
from time import perf_counter_ns
from types import TracebackType
from typing import Final

import grpc

from floorman.server.logs import Log, frames_of
from floorman.server.refusals import TRAILER, reason_of, refuse_incident

__all__ = ["Watch"]

_REQUEST_ID: Final = "x-request-id"
# Fit to print and to send back. A sealed state is longer, so none can land in the log by this way.
_FIT_REQUEST_ID: Final = re.compile(r"[\x21-\x7e]{1,128}", re.ASCII)


class Watch:
    """A ``with`` around the servicer.

    An exception that is no answer leaves as an incident: the log holds its types and places under an id,
    the caller gets INTERNAL and the id. Left to itself gRPC would send the text of the exception.

    Args (of the constructor):
        context: the call's.
        method: its full name.
        log: gets one line at the end, and one more for an incident.
    """

    __slots__ = ("_context", "_log", "_method", "_started")

    def __init__(self, context: grpc.ServicerContext, method: str, log: Log) -> None:
        self._context = context
        self._method = method
        self._log = log

    def __enter__(self) -> None:
        self._started = perf_counter_ns()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is not None and not self._is_an_ending(error):
                incident = token_hex(8)
                self._log.error("incident", incident=incident, method=self._method, **frames_of(error))
                refuse_incident(self._context, incident)
        finally:
            self._say_how_it_ended()

    def _is_an_ending(self, error: BaseException) -> bool:
        """Whether the exception is one of those by which gRPC ends a call."""
        # An abort is a bare Exception() once the code is set. Were it another one, gRPC would send its text:
        # nothing.
        if type(error) is Exception and not error.args:
            return _code_of(self._context) is not None
        # The caller is gone: its next request cannot be read, and nobody takes the next answer.
        return isinstance(error, grpc.RpcError | GeneratorExit) and not self._context.is_active()

    def _say_how_it_ended(self) -> None:
        context = self._context
        fields = {"method": self._method, "code": "OK"}
        trailers = context.trailing_metadata() or ()
        if not context.is_active():
            fields["code"] = "CANCELLED"
        elif (code := _code_of(context)) is not None:
            fields["code"] = code.name
            for key, value in trailers:
                if key == TRAILER and isinstance(value, bytes) and (reason := reason_of(value)):
                    fields["reason"] = reason
        if (request_id := _request_id_of(context)) is not None:
            fields["request_id"] = request_id
            # last, because an abort replaces the trailers that were set before it
            context.set_trailing_metadata((*trailers, (_REQUEST_ID, request_id)))
        duration_ms = (perf_counter_ns() - self._started) / 1e6
        peer, _, _ = context.peer().partition(":")
        self._log.info("call", **fields, duration_ms=round(duration_ms, 3), peer=peer)


def _code_of(context: grpc.ServicerContext) -> grpc.StatusCode | None:
    code: grpc.StatusCode | None = context.code()  # type: ignore[attr-defined]  # the stubs have forgotten it
    return code


def _request_id_of(context: grpc.ServicerContext) -> str | None:
    for key, value in context.invocation_metadata():
        if key == _REQUEST_ID and isinstance(value, str) and _FIT_REQUEST_ID.fullmatch(value):
            return value
    return None
