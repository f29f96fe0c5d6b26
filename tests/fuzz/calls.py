"""The service called without a socket, as fast as a fuzzer wants, under the rules of the door."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, cast
from zlib import crc32

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc import status_pb2

from floorman.api import Floor, add_services
from floorman.fairness.keys import HeadKey
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.v1 import refusal_pb2

__all__ = ["NOW_MS", "Answer", "Counter", "ring"]

NOW_MS: Final = 1_800_000_000_000
_FAR_FUTURE_MS: Final = 1 << 45
_FAULTS: Final = {grpc.StatusCode.UNKNOWN.value[0], grpc.StatusCode.INTERNAL.value[0]}
_MOST_DETAIL_BYTES: Final = 4096


def ring() -> Ring:
    """The one ring of all fuzzers, so that what one finds every run repeats."""
    private = bytes(range(32))
    token_key = TokenKey(1, bytes(reversed(range(32))), 0, _FAR_FUTURE_MS, _FAR_FUTURE_MS)
    return Ring((token_key,), (HeadKeyEntry(1, HeadKey(1, private).public_key, private, 0, _FAR_FUTURE_MS),))


class _EndedError(Exception):
    """A call that ended with a status."""

    def __init__(self, status: status_pb2.Status) -> None:
        super().__init__(status.message)
        self.status = status


class _Context:
    """As much of a call's context as servicers use."""

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        return (("accept-language", "zh"),)

    def abort_with_status(self, status: grpc.Status) -> NoReturn:
        [rich] = [value for key, value in status.trailing_metadata if key == "grpc-status-details-bin"]
        raise _EndedError(status_pb2.Status.FromString(cast("bytes", rich)))

    def peer(self) -> str:
        return "ipv4:127.0.0.1:1"

    def is_active(self) -> bool:
        return True


@dataclass(frozen=True)
class Answer:
    """What came of a call: a message, or a refusal."""

    message: Any
    refusal: refusal_pb2.Refusal | None


class Counter:
    """Every unary method of the service, by its name.

    It stands in for the server at which servicers register.
    """

    def __init__(self) -> None:
        self.floor = Floor(ring(), allow_given_entropy=True, now_ms=lambda: NOW_MS)
        self._handlers: dict[str, Any] = {}
        add_services(cast("grpc.Server", self), self.floor)

    def method_at(self, byte: int) -> str:
        """The method that a byte of an input picks; it stays the same when others come in."""
        return min(self._handlers, key=lambda name: (crc32(name.encode()) - byte) % 256)

    def add_generic_rpc_handlers(self, _: Sequence[grpc.GenericRpcHandler]) -> None:
        """They are registered by name too."""

    def add_registered_method_handlers(self, _: str, handlers: dict[str, Any]) -> None:
        """What the generated code calls to register a service."""
        self._handlers |= {
            name: handler
            for name, handler in handlers.items()
            if not handler.request_streaming and not handler.response_streaming
        }

    def request(self, method: str, form: bytes) -> Message | None:
        """The request that the bytes are; None if they are none."""
        try:
            return cast("Message", self._handlers[method].request_deserializer(form))
        except DecodeError:
            return None

    def ask(self, method: str, request: Message) -> Answer:
        """The answer; an exception of the service passes through, and a refusal must be a good one."""
        # off the wire, as a servicer gets it
        asked = self._handlers[method].request_deserializer(request.SerializeToString())
        try:
            answer = self._handlers[method].unary_unary(asked, _Context())
        except _EndedError as ended:
            return Answer(None, _refusal(ended.status))
        self._handlers[method].response_serializer(answer)
        return Answer(answer, None)


def _refusal(status: status_pb2.Status) -> refusal_pb2.Refusal:
    assert status.code not in _FAULTS
    refusal = refusal_pb2.Refusal()
    [detail] = status.details
    assert detail.Unpack(refusal)
    assert refusal.reason
    assert refusal.message
    assert status.ByteSize() <= _MOST_DETAIL_BYTES
    return refusal
