"""The fake floor, and a line to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clients.python.tests.fake_floor import FakeFloor, served
from clients.python.tests.line import Line


@pytest.fixture
def floor() -> FakeFloor:
    """A floor that does what the test tells it."""
    # what the client does not call answers UNIMPLEMENTED, as gRPC's own base class does
    return FakeFloor()  # type: ignore[abstract]


@pytest.fixture
def address(floor: FakeFloor) -> Iterator[str]:
    """Where the floor is."""
    with served(floor) as address:
        yield address


@pytest.fixture
def line(address: str) -> Iterator[Line]:
    """A line to the floor."""
    line = Line(address)
    yield line
    line.go_down()
