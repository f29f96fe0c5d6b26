"""``floorman serve``: the life of one process, from its keys to its exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Final, TextIO

from floorman.api import SERVICES, Auditor, Floor, add_services
from floorman.fairness.selftest import run_self_test
from floorman.server.guards import guard_of
from floorman.server.keys import RingSource, ring_of
from floorman.server.logs import Log, catch_library_lines, open_log
from floorman.server.service import Service
from floorman.server.settings import Settings
from floorman.server.signals import leaving

__all__ = ["RESTART_ORPHANS", "Ready", "serve"]

RESTART_ORPHANS: Final = (
    "no key ring was given, so one was made that lives as long as this process: a restart orphans every hand "
    "in play, and no other replica can go on with one"
)
_GIVEN_ENTROPY: Final = (
    "requests may bring their own entropy: whoever knows it knows every card; for repeatable tests only"
)


@dataclass(frozen=True, slots=True)
class Ready:
    """What a process says of itself once it takes calls.

    Attributes:
        address: what to dial, with the real port.
        port: the real port; None with a Unix socket.
        pid: of this process.
        version: of the package.
        ring: where the key ring came from.
    """

    address: str
    port: int | None
    pid: int
    version: str
    ring: RingSource


def serve(settings: Settings, announce: Callable[[Ready], None]) -> int:
    """Serve until somebody asks to leave; in the main thread.

    Args:
        settings: of the process.
        announce: is told once, when calls are taken.

    Returns:
        How many calls were cut when the grace of the drain was over.

    Raises:
        SelfTestFailedError: a known answer did not come out.
        RingError: the key ring cannot be used.
        GuardError: the fork guard cannot be used.
        AddressTakenError: the address is in use.
        OSError: the log file cannot be opened.
    """
    parent = os.getppid() if settings.exit_with_parent else None
    with _log_stream(settings.log_file) as stream:
        log = open_log(stream, settings.log_level, settings.log_format)
        catch_library_lines(log)
        return _serve(settings, parent, log, announce)


def _log_stream(file: Path | None) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stderr) if file is None else file.open("a", encoding="utf-8")


def _serve(settings: Settings, parent: int | None, log: Log, announce: Callable[[Ready], None]) -> int:
    run_self_test()
    ring, source = ring_of(settings)
    if source == "process":
        log.warning("ring_made_up", warning=RESTART_ORPHANS)
    if settings.allow_given_entropy:
        log.warning("given_entropy_allowed", warning=_GIVEN_ENTROPY)
    guard = guard_of(settings.fork_guard, settings.token_max_age_seconds, workers=1)
    floor = Floor(
        ring=ring,
        allow_given_entropy=settings.allow_given_entropy,
        max_age_ms=settings.token_max_age_seconds * 1_000,
        timeout_min_ms=settings.timeout_min_ms,
        guard=guard,
    )
    furnish = partial(
        add_services, floor=floor, equity_hands=settings.equity_hands, auditor=_auditor(settings, log)
    )
    with leaving() as asked, nullcontext() if guard is None else closing(guard):
        service = Service(settings, furnish, SERVICES, log)
        service.open()
        address = str(service.listen)
        log.info("ready", address=address, threads=settings.threads, ring=source)
        announce(Ready(address, service.listen.port, os.getpid(), version("floorman"), source))
        return _leave(service, settings, log, asked.wait(parent))


def _auditor(settings: Settings, log: Log) -> Auditor:
    """The auditor, whose every look at hidden cards is logged and counted (audit.md 7, A2)."""
    reveals = count(1)

    def revealed(hand_id: bytes) -> None:
        log.warning("hand_revealed", hand_id=hand_id.hex(), revealed=next(reveals))

    return Auditor(settings.auditor_key_sha256 or b"", revealed)


def _leave(service: Service, settings: Settings, log: Log, signal: str) -> int:
    wait, grace = settings.drain_wait_seconds, settings.drain_grace_seconds
    log.info("draining", signal=signal, wait_seconds=wait, grace_seconds=grace)
    abandoned = service.drain(wait, grace)
    log.info("stopped", abandoned=abandoned)
    return abandoned
