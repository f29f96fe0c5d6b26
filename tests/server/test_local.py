"""The service inside another program."""

from __future__ import annotations

import grpc
import pytest
from grpc_health.v1 import health_pb2

from floorman.server.local import running


def _is_healthy(address: str) -> bool:
    with grpc.insecure_channel(address) as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            health_pb2.HealthCheckRequest.SerializeToString,
            health_pb2.HealthCheckResponse.FromString,
        )
        asked = health_pb2.HealthCheckRequest(service="floorman.v1.HandService")
        return check(asked, timeout=5).status == health_pb2.HealthCheckResponse.SERVING


def test_it_runs_while_the_block_does() -> None:
    with running() as address:
        assert _is_healthy(address)
    with pytest.raises(grpc.RpcError):
        _is_healthy(address)


def test_two_may_run_side_by_side_and_end_in_any_order() -> None:
    with running() as first:
        with running() as second:
            assert first != second
            assert _is_healthy(second)
        assert _is_healthy(first)
