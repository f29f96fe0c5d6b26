"""dieharder (R. G. Brown) over the raw stream: one process a test, each with hands of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Finding", "is_installed", "run_dieharder"]

_STDIN_RAW: Final = "200"

# Every test that dieharder calls good, with its arguments beyond the defaults. The greatest common divisors
# take 80 MB a sample, so they get 20 samples and not the usual 100.
_TESTS: Final = (
    *((number, ()) for number in (0, 1, 2, 3, 4, 8, 9, 10, 11, 12, 13, 15, 16)),
    (17, ("-p", "20")),
    *((number, ()) for number in (100, 101, 102)),
    (200, ("-n", "4")),
    (201, ("-n", "3")),
    (202, ("-n", "4")),
    (203, ("-n", "2")),
    *((number, ()) for number in (204, 205, 206, 207, 208, 209)),
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of dieharder: ``assessment`` is PASSED, WEAK (p outside 0.005 to 0.995) or FAILED (1e-6)."""

    test: str
    tuple_size: int
    samples: int
    p_value: float
    assessment: str


def is_installed() -> bool:
    """Whether this machine has it (Debian: ``apt install dieharder``)."""
    return shutil.which("dieharder") is not None


def run_dieharder(run: int) -> Iterator[Finding]:
    """What each test finds; ``run`` picks the hands of the first test, the others take those after it."""
    for place, (number, arguments) in enumerate(_TESTS):
        yield from _findings(number, arguments, run + place)


def _findings(number: int, arguments: tuple[str, ...], run: int) -> list[Finding]:
    program = shutil.which("dieharder") or "dieharder"
    stream = subprocess.Popen(  # noqa: S603 (our own program)
        [sys.executable, "-m", "tests.fairness.raw_stream", "--run", str(run)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )
    try:
        told = subprocess.run(  # noqa: S603 (found by which; nothing of it is anybody's input)
            [program, "-d", str(number), "-g", _STDIN_RAW, *arguments],
            stdin=stream.stdout,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
    finally:
        stream.kill()
        stream.wait()
    return [_read(line) for line in told.splitlines() if line.count("|") == 5 and "test_name" not in line]


def _read(line: str) -> Finding:
    test, tuple_size, _, samples, p_value, assessment = (part.strip() for part in line.split("|"))
    return Finding(test, int(tuple_size), int(samples), float(p_value), assessment)
