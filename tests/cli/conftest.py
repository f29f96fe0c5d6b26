"""One service for all tests of the commands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from floorman.server.local import running


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with running() as address:
        yield address
