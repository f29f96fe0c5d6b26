"""``python -m tests.fuzz TARGET [libFuzzer's flags and corpus folders]``; needs atheris (``make fuzz``)."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

import atheris  # type: ignore[import-untyped]  # optional, and not installed where types are checked

TARGETS: Final = ("token", "requests", "records", "proof", "steps")


def main() -> None:
    """Fuzz one target until libFuzzer's flags say that it is enough, or something is found."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"say what to fuzz: {', '.join(TARGETS)}")
    target = sys.argv.pop(1)
    # coverage is counted in the house alone: what gRPC and protobuf do is theirs
    with atheris.instrument_imports(include=["floorman", "tomllib"]):
        one_input = import_module(f"tests.fuzz.fuzz_{target}").one_input
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()


main()
