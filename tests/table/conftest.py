"""One service for all tests of the table, and failures that say what was asked."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from floorman.server.local import running
from floorman.v1.table_service_pb2_grpc import TableServiceStub

pytest.register_assert_rewrite("tests.table.chairs", "tests.table.walk")


@pytest.fixture(scope="session")
def channel() -> Iterator[grpc.Channel]:
    with running() as address, grpc.insecure_channel(address) as channel:
        yield channel


@pytest.fixture
def table(channel: grpc.Channel) -> TableServiceStub:
    return TableServiceStub(channel)
