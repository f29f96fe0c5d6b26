"""The optional extra ``[beacon]``: tests that need it, and tests of its absence."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from floorman.fairness import beacon

__all__ = ["missing_extra", "needs_extra"]

needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("py_arkworks_bls12381") is None,
    reason="the optional extra [beacon] is not installed: BLS signatures cannot be checked",
)


@contextmanager
def missing_extra() -> Iterator[None]:
    """As on a machine where the extra is not installed."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "py_arkworks_bls12381", None)
        beacon._curves.cache_clear()
        yield
    beacon._curves.cache_clear()
