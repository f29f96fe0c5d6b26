"""One service for the tests of a file; it must still play a hand when they are through with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.security.house import House, open_house
from tests.security.table import play_to_the_end


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    """A service with keys of its own, which is living on at the end."""
    with open_house() as opened:
        yield opened
        play_to_the_end(opened)
