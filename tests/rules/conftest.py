"""Lets a fact that does not hold say how."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.rules.playing", "tests.rules.table", "tests.rules.telling")
