"""The service inside this process: for programs and tests that want one for themselves."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final

from floorman.api import SERVICES, Floor, add_services
from floorman.server.addresses import LOOPBACK
from floorman.server.keys import temporary_ring
from floorman.server.logs import open_log
from floorman.server.service import Service
from floorman.server.settings import LogLevel, Settings

__all__ = ["running"]

# No load balancer must notice in time.
_SETTINGS: Final = Settings(listen=LOOPBACK, drain_wait_seconds=0)


@contextmanager
def running(floor: Floor | None = None, *, allow_given_entropy: bool = False) -> Iterator[str]:
    """A service that runs while the block does, over a real socket on a free port of this machine.

    Args:
        floor: the authority that answers; None for a fresh one, whose keys nobody else has.
        allow_given_entropy: whether a request may bring its own entropy, where ``floor`` is None.

    Yields:
        The address to dial.
    """
    floor = floor or Floor(ring=temporary_ring(), allow_given_entropy=allow_given_entropy)
    log = open_log(sys.stderr, LogLevel.ERROR)
    service = Service(_SETTINGS, partial(add_services, floor=floor), SERVICES, log)
    service.open()
    try:
        yield str(service.listen)
    finally:
        service.drain(_SETTINGS.drain_wait_seconds, _SETTINGS.drain_grace_seconds)
