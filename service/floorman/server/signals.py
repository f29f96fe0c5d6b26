"""How a process is asked to leave: by a signal, or by the end of its parent."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from types import FrameType
from typing import Final

__all__ = ["Leaving", "leaving"]

_PARENT_CHECK_SECONDS: Final = 0.5


class Leaving:
    """Whether somebody has asked this process to leave, and who."""

    def __init__(self) -> None:
        self._asked = Event()
        self._by = ""

    def wait(self, parent: int | None) -> str:
        """Sleep until asked.

        Args:
            parent: the process whose end is a request to leave too; None for nobody.

        Returns:
            Who asked: ``"SIGTERM"``, ``"SIGINT"`` or ``"parent"``.
        """
        # Asked for every half second. Linux could send a signal at the parent's end, but means by it the
        # thread that started this process, and a Go program's threads come and go.
        while not self._asked.wait(None if parent is None else _PARENT_CHECK_SECONDS):
            if os.getppid() != parent:
                return "parent"
        return self._by

    def ask(self, number: int, _: FrameType | None) -> None:
        """Take a signal: the first one asks, the second one does not ask again."""
        if self._asked.is_set():
            os._exit(128 + number)
        self._by = signal.Signals(number).name
        self._asked.set()


@contextmanager
def leaving() -> Iterator[Leaving]:
    """Turn SIGTERM and SIGINT into requests to leave; in the main thread only."""
    asked = Leaving()
    before = {number: signal.signal(number, asked.ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
