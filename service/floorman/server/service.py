"""The gRPC server and what stands around its services: door, threads, health, reflection, drain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import sleep
from typing import Final

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from floorman.server.addresses import Listen
from floorman.server.interceptors import Door
from floorman.server.logs import Log
from floorman.server.pools import Pools
from floorman.server.settings import Settings

__all__ = ["CLIENT_PING_SECONDS", "AddressTakenError", "Service"]

# How often a client without calls may ask whether the connection lives; more often is answered by GOAWAY
# (too_many_pings). The clients of this house ask every 30 s.
CLIENT_PING_SECONDS: Final = 10
_SERVER_PING_SECONDS: Final = 60
_PING_ANSWER_SECONDS: Final = 20
# how long a thread may be behind the answer that it has sent
_SETTLING_SECONDS: Final = 0.5


class AddressTakenError(OSError):
    """The service cannot listen where it should; the text says what to do."""

    def __init__(self, listen: Listen) -> None:
        super().__init__(
            f"cannot listen on {listen}: it is in use or is not this machine's; "
            "choose another --listen address, or port 0 for any free one"
        )


class Service:
    """One gRPC server, from the open door to the drained one.

    Args (of the constructor):
        settings: where it listens, and its limits.
        furnish: registers the servicers on the server that it is given.
        names: the full names of their services, for health and reflection.
        log: of this process.

    Attributes:
        listen: where it listens, with the real port.

    Raises:
        AddressTakenError: the address is in use.
    """

    def __init__(
        self,
        settings: Settings,
        furnish: Callable[[grpc.Server], None],
        names: Sequence[str],
        log: Log,
    ) -> None:
        self._names = names
        self._pools = Pools.of(settings.threads)
        self._door = Door(self._pools, settings.max_in_flight, log)
        self._health = health.HealthServicer()
        self._server = grpc.server(
            self._pools.calls, interceptors=[self._door], options=_channel_options(settings)
        )
        furnish(self._server)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._server)
        if settings.reflection:
            described = (*names, health.SERVICE_NAME, reflection.SERVICE_NAME)
            reflection.enable_server_reflection(described, self._server)
        self._say(health_pb2.HealthCheckResponse.NOT_SERVING)
        self.listen = self._bound(settings.listen)

    @property
    def in_flight(self) -> int:
        """Calls at work or in line."""
        return self._pools.in_flight

    def open(self) -> None:
        """Take calls, and say so to whoever checks."""
        self._server.start()
        self._say(health_pb2.HealthCheckResponse.SERVING)

    def drain(self, wait_seconds: float, grace_seconds: float) -> int:
        """Leave without breaking a promise: say NOT_SERVING, go on for a while, take no more, finish.

        Args:
            wait_seconds: how long calls are still taken. gRPC closes the port the moment that it is told to
                stop, while load balancers may not have noticed yet.
            grace_seconds: how long calls under way may take after that.

        Returns:
            How many calls were cut because the grace was over.
        """
        self._health.enter_graceful_shutdown()
        sleep(wait_seconds)
        stopped = self._server.stop(grace_seconds)
        self._door.hang_up()
        stopped.wait()
        abandoned = self._pools.left_after(_SETTLING_SECONDS)
        self._pools.close()
        return abandoned

    def _say(self, status: int) -> None:
        for name in (health.OVERALL_HEALTH, *self._names):
            self._health.set(name, status)

    def _bound(self, listen: Listen) -> Listen:
        if listen.is_answered():
            raise AddressTakenError(listen)
        try:
            port = self._server.add_insecure_port(str(listen))
        except RuntimeError:
            raise AddressTakenError(listen) from None
        return listen if listen.port is None else listen.at(port)


def _channel_options(settings: Settings) -> list[tuple[str, int]]:
    return [
        # Two services on one port by mistake would share its calls without a word.
        ("grpc.so_reuseport", 0),
        ("grpc.max_receive_message_length", settings.max_message_bytes),
        # A connection whose other end vanished is noticed, one that is only quiet is kept.
        ("grpc.keepalive_time_ms", _SERVER_PING_SECONDS * 1_000),
        ("grpc.keepalive_timeout_ms", _PING_ANSWER_SECONDS * 1_000),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.min_ping_interval_without_data_ms", CLIENT_PING_SECONDS * 1_000),
    ]
