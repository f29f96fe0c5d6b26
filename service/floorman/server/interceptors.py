"""The door of the service: what every call passes before and after its servicer.

A call is counted, refused if too many are in flight, watched while it runs, and written into the log. Health
checks walk past all of it: a busy service is not a dead one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, Final, Never, TypeAlias, TypeVar

import grpc
from google.protobuf.message import DecodeError

from floorman.server.logs import Log
from floorman.server.pools import Pools
from floorman.server.refusals import refuse_busy, refuse_unknown, refuse_unreadable
from floorman.server.watch import Watch

__all__ = ["Door"]

Request = TypeVar("Request")
Response = TypeVar("Response")
# a text, since the class of gRPC takes parameters in its stubs only
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
Behavior = Callable[..., Any]

_HEALTH: Final = "/grpc.health.v1.Health/"
_REFLECTION: Final = "/grpc.reflection."
_MOST_METHOD_CHARACTERS: Final = 128
# in line for one thread: the last of them waits some seconds
_MOST_LONG_CALLS: Final = 16
# stands for a request whose bytes are no message
_UNREADABLE: Final = object()
# kinds of handlers, by whether requests and responses stream: the field of the behavior, and what makes one
_KINDS: Final[Mapping[tuple[bool, bool], tuple[str, Callable[..., Handler]]]] = {
    (False, False): ("unary_unary", grpc.unary_unary_rpc_method_handler),
    (False, True): ("unary_stream", grpc.unary_stream_rpc_method_handler),
    (True, False): ("stream_unary", grpc.stream_unary_rpc_method_handler),
    (True, True): ("stream_stream", grpc.stream_stream_rpc_method_handler),
}


class Door(grpc.ServerInterceptor):
    """The one interceptor of the service.

    It is one and not a chain because what it makes of a method is then made once and kept, so that a call
    costs a lookup here. All that differs from call to call is whether there is room.

    Args (of the constructor):
        pools: whose calls are counted, and whose threads answer what must not wait.
        most_in_flight: how many calls may be at work or in line.
        log: gets a line a call.
    """

    def __init__(self, pools: Pools, most_in_flight: int, log: Log) -> None:
        self._pools = pools
        self._most_in_flight = most_in_flight
        self._log = log
        self._kept: dict[str, Handler] = {}
        self._busy: dict[str, Handler] = {}
        self._long: set[str] = set()
        self._endless: set[grpc.ServicerContext] = set()
        self._lock = Lock()

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[Request, Response] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Request, Response] | None:
        """Find what answers a call; on gRPC's own thread, so without waiting, not even for the log."""
        method = handler_call_details.method
        kept = self._kept.get(method)
        if kept is None:
            handler = continuation(handler_call_details)
            if handler is None:
                return self._refusing(method[:_MOST_METHOD_CHARACTERS], refuse_unknown)
            kept = self._kept[method] = self._prepared(method, handler)
            most = _MOST_LONG_CALLS if method in self._long else self._most_in_flight
            self._busy[method] = self._refusing(method, partial(refuse_busy, most=most))
        if self._is_full(method):
            return self._busy[method]
        return kept

    def _is_full(self, method: str) -> bool:
        if method in self._long and self._pools.long.in_flight >= _MOST_LONG_CALLS:
            return True
        return self._pools.in_flight >= self._most_in_flight and not method.startswith(_HEALTH)

    def hang_up(self) -> None:
        """End the streams that have no end of their own, which would otherwise hold up a drain."""
        with self._lock:
            endless = list(self._endless)
        for context in endless:
            context.cancel()

    # ------------------------------------------------------------------------- what is made of a method

    def _prepared(self, method: str, handler: Handler) -> Handler:
        if method.startswith(_HEALTH):
            return _remade(handler, lambda behavior: _on(self._pools.aside, self._listed(behavior)))
        watched = _remade(handler, partial(self._watched, method, streaming=handler.response_streaming))
        if method.startswith(_REFLECTION):
            return _remade(watched, lambda behavior: _on(self._pools.streams, self._listed(behavior)))
        if getattr(handler.unary_unary, "takes_long", False):
            self._long.add(method)
            return _remade(watched, partial(_on, self._pools.long))
        return watched

    def _refusing(self, method: str, refuse: Callable[[grpc.ServicerContext], Never]) -> Handler:
        def refused(_: Iterator[bytes], context: grpc.ServicerContext) -> Never:
            refuse(context)

        # Whatever the method is, it is answered as one that streams requests: their first is not waited for.
        return grpc.stream_unary_rpc_method_handler(
            _on(self._pools.aside, self._watched(method, refused, streaming=False))
        )

    def _watched(self, method: str, behavior: Behavior, *, streaming: bool) -> Behavior:
        log = self._log

        def answer(request: object, context: grpc.ServicerContext) -> object:
            with Watch(context, method, log):
                if request is _UNREADABLE:
                    refuse_unreadable(context)
                return behavior(request, context)

        def stream(request: object, context: grpc.ServicerContext) -> Iterator[object]:
            with Watch(context, method, log):
                if request is _UNREADABLE:
                    refuse_unreadable(context)
                yield from behavior(request, context)

        return stream if streaming else answer

    def _listed(self, behavior: Behavior) -> Behavior:
        def listed(request: object, context: grpc.ServicerContext, *more: object) -> object:
            with self._lock:
                self._endless.add(context)
            if not context.add_callback(partial(self._forget, context)):
                self._forget(context)
            return behavior(request, context, *more)

        # how grpc_health says that its Watch sends by callback and gives its thread back
        listed.experimental_non_blocking = getattr(behavior, "experimental_non_blocking", False)  # type: ignore[attr-defined]
        return listed

    def _forget(self, context: grpc.ServicerContext) -> None:
        with self._lock:
            self._endless.discard(context)


def _on(pool: ThreadPoolExecutor, behavior: Behavior) -> Behavior:
    """The behavior, which gRPC will run on that pool instead of the server's."""
    behavior.experimental_thread_pool = pool  # type: ignore[attr-defined]  # gRPC's own name for it
    return behavior


def _remade(handler: Handler, wrap: Callable[[Behavior], Behavior]) -> Handler:
    """The handler of the same kind around another behavior."""
    name, make = _KINDS[bool(handler.request_streaming), bool(handler.response_streaming)]
    return make(wrap(getattr(handler, name)), _readable(handler), handler.response_serializer)


def _readable(handler: Handler) -> Callable[[bytes], Any] | None:
    """Its deserializer, which gives a sign for bytes that are no message: gRPC would call them INTERNAL."""
    deserialize = handler.request_deserializer
    if deserialize is None or handler.request_streaming:
        return deserialize

    def read(serialized: bytes) -> object:
        try:
            return deserialize(serialized)
        except DecodeError:
            return _UNREADABLE

    return read
