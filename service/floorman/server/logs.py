"""The log: one JSON object a line, with a closed set of events and fields, none of which can hold a card.

Every line has ``time`` (UTC, RFC 3339, milliseconds), ``level`` and ``event``, then the fields of ``EVENTS``.
No line holds what was asked or answered: no card, token, entropy, secret or key (audit.md 11). Even the text
of an exception is left out, since it may quote the value that it stumbled over.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Final, TextIO

import structlog
from structlog.types import EventDict, FilteringBoundLogger, Processor, WrappedLogger

from floorman.server.settings import LogFormat, LogLevel

__all__ = ["EVENTS", "Log", "catch_library_lines", "frames_of", "open_log"]

# What the process says with; bound fields come first.
Log = FilteringBoundLogger

# Each event with its fields, and what they hold.
EVENTS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "ready": {
            "address": "where the service listens, with the real port",
            "threads": "calls worked on at a time",
            "ring": "where the key ring came from: file, environment or process",
        },
        "ring_made_up": {
            "warning": "in words: the key ring lives as long as this process",
        },
        "given_entropy_allowed": {
            "warning": "in words: a request may bring its own entropy",
        },
        "hand_revealed": {
            "hand_id": "the hand whose every card the auditor was shown, hexadecimal",
            "revealed": "how many this process has revealed so far",
        },
        "call": {
            "method": "full name, /floorman.v1.HandService/Act",
            "code": "gRPC code by name; CANCELLED if the caller was gone before the answer",
            "reason": "ErrorReason of a refusal by name, without its prefix; absent otherwise",
            "duration_ms": "from the moment that a thread took the call to the answer",
            "peer": "how the caller is connected: ipv4, ipv6 or unix",
            "request_id": "the caller's x-request-id; absent if it sent none that is fit to print",
        },
        "incident": {
            "incident": "the id that the caller was given",
            "method": "as in a call",
            "error": "type of the exception, and of those that led to it",
            "frames": "where, innermost last: file:line function",
        },
        "draining": {
            "signal": "what asked for it: SIGTERM, SIGINT, or parent",
            "wait_seconds": "how long calls are still taken",
            "grace_seconds": "how long those under way may take after that",
        },
        "stopped": {
            "abandoned": "calls that were not over when the grace was",
        },
        "library": {
            "logger": "which library",
            "where": "file:line in it",
            "error": "as in an incident; absent if there was none",
            "frames": "as in an incident; absent if there was none",
        },
    }
)


class _Lines:
    """Whole lines to a stream, each at once, from any thread.

    A disk that is full, or a reader that has gone, costs lines and stops no hand.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = Lock()

    def _write(self, line: str) -> None:
        with self._lock, suppress(OSError, ValueError):  # ValueError: the stream was closed
            self._stream.write(line + "\n")
            self._stream.flush()

    debug = info = warning = error = critical = _write


def open_log(stream: TextIO, level: LogLevel = LogLevel.INFO, form: LogFormat = LogFormat.JSON) -> Log:
    """A log onto a stream.

    Args:
        stream: where to.
        level: the least important line to write.
        form: JSON, or text for people.
    """
    logger: Log = structlog.wrap_logger(
        _Lines(stream),
        processors=_processors(form, stream),
        wrapper_class=structlog.make_filtering_bound_logger(level),
        context_class=dict,
        cache_logger_on_first_use=True,
    )
    return logger


def _processors(form: LogFormat, stream: TextIO) -> list[Processor]:
    match form:
        case LogFormat.JSON:
            return [_as_json]
        case LogFormat.TEXT:
            return [
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.dev.ConsoleRenderer(colors=stream.isatty()),
            ]


def _as_json(_: WrappedLogger, level: str, fields: EventDict) -> str:
    # One step in place of structlog's four: most lines are calls, and each costs what the rules cost.
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    time = now.removesuffix("+00:00") + "Z"
    return json.dumps({"time": time, "level": level, "event": fields.pop("event"), **fields})


def frames_of(error: BaseException) -> dict[str, list[str]]:
    """The fields ``error`` and ``frames`` of an exception: its types and places, and no text of it."""
    chain: list[BaseException] = []
    link: BaseException | None = error
    while link is not None and link not in chain:
        chain.append(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return {
        "error": [type(each).__qualname__ for each in chain],
        "frames": [
            f"{_short(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}"
            for each in reversed(chain)
            for frame, line in traceback.walk_tb(each.__traceback__)
        ],
    }


def _short(file: str) -> str:
    """The last three parts of a path: enough to find it, and nothing of the machine."""
    return "/".join(Path(file).parts[-3:])


class _LibraryLines(logging.Handler):
    """Says where a library complained, and not what it said: gRPC quotes exceptions and requests."""

    def __init__(self, log: Log) -> None:
        super().__init__(logging.WARNING)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._log.log(
            record.levelno,
            "library",
            logger=record.name,
            where=f"{_short(record.pathname)}:{record.lineno}",
            **({} if error is None else frames_of(error)),
        )


def catch_library_lines(log: Log) -> None:
    """Lead the standard library's logging of this whole process into the log."""
    logging.basicConfig(handlers=[_LibraryLines(log)], level=logging.WARNING, force=True)
