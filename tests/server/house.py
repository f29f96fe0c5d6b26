"""A service whose servicers misbehave on demand, for tests of everything around servicers."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2

from floorman.api.answering import takes_long
from floorman.api.rejection import Rejected, abort
from floorman.server.addresses import LOOPBACK
from floorman.server.logs import open_log
from floorman.server.service import Service
from floorman.server.settings import Settings
from floorman.v1 import evaluation_service_pb2, refusal_pb2

NAME: Final = "test.House"
SETTINGS: Final = Settings(listen=LOOPBACK, drain_wait_seconds=0, drain_grace_seconds=5)
# what an exception may quote, and nobody may read
HIDDEN: Final = "As-Kd-2f7ab2bd19ce39"


@dataclass
class House:
    """A running service of a test.

    Attributes:
        service: the thing under test.
        channel: to it.
        log: what it has written.
        entered: set once a slow call is at work.
        go: lets slow calls end.
    """

    log: io.StringIO = field(default_factory=io.StringIO)
    entered: Event = field(default_factory=Event)
    go: Event = field(default_factory=Event)
    service: Service = field(init=False)
    channel: grpc.Channel = field(init=False)

    @property
    def address(self) -> str:
        return str(self.service.listen)

    def method(self, name: str) -> grpc.UnaryUnaryMultiCallable[bytes, bytes]:
        """A method, raw bytes in and out."""
        return self.channel.unary_unary(f"/{NAME}/{name}", bytes, bytes)

    def health(self, service: str = "") -> int:
        """What the service says of itself, or of one service."""
        check = self.channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            health_pb2.HealthCheckRequest.SerializeToString,
            health_pb2.HealthCheckResponse.FromString,
        )
        return check(health_pb2.HealthCheckRequest(service=service), timeout=5).status

    def described(self, hold: Event | None = None) -> Iterator[reflection_pb2.ServerReflectionResponse]:
        """A stream that asks for the list of services, and stays open until told."""

        def asked() -> Iterator[reflection_pb2.ServerReflectionRequest]:
            yield reflection_pb2.ServerReflectionRequest(list_services="")
            if hold is not None:
                hold.wait(20)

        describe = self.channel.stream_stream(
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
            reflection_pb2.ServerReflectionRequest.SerializeToString,
            reflection_pb2.ServerReflectionResponse.FromString,
        )
        return iter(describe(asked(), timeout=30))

    def ask(self, method: str, request: bytes = b"", **metadata: str) -> bytes:
        """The answer of a method, or a RpcError."""
        pairs = tuple((key.replace("_", "-"), value) for key, value in metadata.items())
        return self.method(method)(request, timeout=10, metadata=pairs)

    def begin(self, method: str) -> grpc.Future[bytes]:
        """A call whose answer is not waited for."""
        return self.method(method).future(b"", timeout=30)

    def lines(self, event: str) -> list[dict[str, Any]]:
        """What the log says of an event."""
        lines = [json.loads(line) for line in self.log.getvalue().splitlines()]
        return [line for line in lines if line["event"] == event]

    # ------------------------------------------------------------------------------------ the servicers

    def _echo(self, request: bytes, _: grpc.ServicerContext) -> bytes:
        return request

    def _boom(self, request: bytes, _: grpc.ServicerContext) -> bytes:
        try:
            return {b"": b""}[HIDDEN.encode()]
        except KeyError as error:
            raise ValueError(f"no card {HIDDEN} in {request!r}") from error

    def _boom_later(self, request: bytes, context: grpc.ServicerContext) -> Iterator[bytes]:
        yield b"one"
        self._boom(request, context)

    def _exit(self, _: bytes, __: grpc.ServicerContext) -> bytes:
        raise SystemExit(HIDDEN)

    def _slow(self, _: bytes, __: grpc.ServicerContext) -> bytes:
        self.entered.set()
        self.go.wait(20)
        return b"done"

    @takes_long
    def _long(self, _: bytes, __: grpc.ServicerContext) -> bytes:
        self.entered.set()
        self.go.wait(20)
        return b"counted"

    def _refuse(self, _: bytes, context: grpc.ServicerContext) -> bytes:
        refusal = refusal_pb2.Refusal(
            reason=refusal_pb2.ERROR_REASON_CANNOT_CHECK, rule="R-7.2", message="no"
        )
        abort(context, Rejected(grpc.StatusCode.FAILED_PRECONDITION, refusal), "")

    def furnish(self, server: grpc.Server) -> None:
        """Register the servicers."""
        unary = grpc.unary_unary_rpc_method_handler
        methods = {
            "Echo": unary(self._echo),
            "Boom": unary(self._boom),
            "BoomLater": grpc.unary_stream_rpc_method_handler(self._boom_later),
            "Exit": unary(self._exit),
            "Slow": unary(self._slow),
            "Long": unary(self._long),
            "Refuse": unary(self._refuse),
            "Typed": unary(
                lambda request, _: request,
                request_deserializer=evaluation_service_pb2.EvaluateHandsRequest.FromString,
                response_serializer=evaluation_service_pb2.EvaluateHandsRequest.SerializeToString,
            ),
        }
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, methods),))


@contextmanager
def open_house(settings: Settings = SETTINGS) -> Iterator[House]:
    """A service on a free port, drained at the end of the block."""
    house = House()
    house.service = Service(settings, house.furnish, (NAME,), open_log(house.log, settings.log_level))
    house.service.open()
    with grpc.insecure_channel(house.address) as house.channel:
        try:
            yield house
        finally:
            house.go.set()
            house.service.drain(0, 5)
