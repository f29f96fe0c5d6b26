"""A Redis for a test: Debian's server on a free port, with nothing on disk but its own folder."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from redis.exceptions import RedisError

__all__ = ["RedisServer", "running_redis"]

_MISSING: Final = (
    "no redis-server on this machine: the fork guard on Redis is NOT tested (apt-get install redis-server)"
)
_PATIENCE_SECONDS: Final = 20.0


@dataclass
class RedisServer:
    """A server that a test may stop and start again; it forgets everything when it stops.

    Attributes:
        program: the server's path.
        folder: where it runs.
        port: where it listens.
    """

    program: str
    folder: Path
    port: int
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    @property
    def client(self) -> Redis:
        """For what the operator of a Redis does."""
        return Redis.from_url(self.url)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        settings = ("--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
        self._process = subprocess.Popen(  # noqa: S603 (the server of this machine)
            [self.program, *settings], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            with self.client as client:
                try:
                    client.ping()
                except RedisError:
                    assert time.monotonic() < until, "redis-server does not answer"
                    time.sleep(0.05)
                else:
                    return

    def stop(self) -> None:
        """Ends it, and all that it knew."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def running_redis(folder: Path) -> Iterator[RedisServer]:
    """A Redis that runs while the block does; the test is skipped, and says so, where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip(_MISSING)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = RedisServer(program, folder, port)
    server.start()
    try:
        yield server
    finally:
        server.stop()
