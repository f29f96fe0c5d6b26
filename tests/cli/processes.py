"""Real processes of ``floorman serve``, for tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

FLOORMAN: Final = (sys.executable, "-m", "floorman.cli")
# `floorman` with one more service, whose calls take as long as a test wants
SLOW_FLOORMAN: Final = (sys.executable, "-m", "tests.cli.slow_floorman")
PATIENCE_SECONDS: Final = 30


def environment(**more: str) -> dict[str, str]:
    """This environment without settings of a service, and then those that are given."""
    return {key: value for key, value in os.environ.items() if not key.startswith("FLOORMAN_")} | more


@dataclass
class Serving:
    """A process that has said that it is ready.

    Attributes:
        process: with a pipe to its standard output.
        ready: the line that it said, read.
        errors: the file that its standard error goes to.
    """

    process: subprocess.Popen[str]
    ready: dict[str, Any]
    errors: Path

    @property
    def address(self) -> str:
        return str(self.ready["address"])

    def leave(self, signal: int) -> int:
        """Send a signal and wait for the exit code."""
        self.process.send_signal(signal)
        return self.process.wait(PATIENCE_SECONDS)

    def lines(self) -> list[dict[str, Any]]:
        """The log so far."""
        return [json.loads(line) for line in self.errors.read_text(encoding="utf-8").splitlines()]


@contextmanager
def serving(
    folder: Path, *flags: str, program: tuple[str, ...] = FLOORMAN, environ: Mapping[str, str] | None = None
) -> Iterator[Serving]:
    """``floorman serve`` on a free port with these flags, killed at the end of the block."""
    listen = () if "--listen" in flags else ("--listen", "127.0.0.1:0")
    errors = Path(mkdtemp(dir=folder)) / "errors.log"
    with (
        errors.open("w", encoding="utf-8") as stderr,
        subprocess.Popen(  # noqa: S603 (our own program)
            (*program, "serve", *listen, "--drain-wait-seconds", "0", *flags),
            env=environment() if environ is None else dict(environ),
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, errors.read_text(encoding="utf-8")
            yield Serving(process, json.loads(line), errors)
        finally:
            process.kill()


def run(*arguments: str, environ: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """``floorman`` with these arguments, to its end."""
    return subprocess.run(  # noqa: S603 (our own program)
        (*FLOORMAN, *arguments),
        env=environment() if environ is None else dict(environ),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
