"""What every test runs under: how hypothesis searches, and which helpers say how a fact does not hold."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# before any test imports them, as some outside tests/rules do
pytest.register_assert_rewrite("tests.rules.playing", "tests.rules.table", "tests.rules.telling")

# A deadline in milliseconds measures the machine, not the code: two cores may be shared with anything.
settings.register_profile("local", deadline=None)
# The same examples every time, so that a change never fails for what another one brought in.
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
# HYPOTHESIS_PROFILE=search: a long hunt for what the other two miss.
settings.register_profile("search", deadline=None, max_examples=5_000)

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "local"))
