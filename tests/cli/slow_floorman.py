"""``floorman`` with one more service: ``/test.Slow/Wait`` takes as many seconds as its request says."""

from __future__ import annotations

import time
from typing import Any

import grpc

from floorman.api import Floor, add_services
from floorman.cli import main
from floorman.server import process


def _wait(request: bytes, _: grpc.ServicerContext) -> bytes:
    time.sleep(float(request))
    return b"done"


def _add_services(server: grpc.Server, floor: Floor, **more: Any) -> None:
    add_services(server, floor, **more)
    methods = {"Wait": grpc.unary_unary_rpc_method_handler(_wait, bytes, bytes)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Slow", methods),))


if __name__ == "__main__":
    process.add_services = _add_services  # type: ignore[attr-defined]  # which it does not export
    main(prog_name="floorman")
