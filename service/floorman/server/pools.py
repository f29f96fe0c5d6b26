"""The threads of the service: who works on calls, and who must never wait behind them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Condition
from typing import ParamSpec, TypeVar

__all__ = ["CountingPool", "Pools"]

P = ParamSpec("P")
T = TypeVar("T")


class CountingPool(ThreadPoolExecutor):
    """A pool that knows how many calls it has taken and not finished, those in line included.

    gRPC hands a call to the pool as one piece of work, from reading the request to sending the answer, so
    this count is the number of calls in flight. It also falls for a caller that went away while in line; a
    count kept around the servicer would not, since then no servicer is called.
    """

    def __init__(self, threads: int, name: str) -> None:
        super().__init__(threads, thread_name_prefix=name)
        self._changed = Condition()
        self._in_flight = 0

    @property
    def in_flight(self) -> int:
        """Calls at work or in line."""
        return self._in_flight

    def left_after(self, seconds: float) -> int:
        """Wait until no call is in flight, but no longer than this; how many are left then."""
        with self._changed:
            self._changed.wait_for(lambda: not self._in_flight, seconds)
            return self._in_flight

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Put a call in line."""
        call = super().submit(work, *args, **kwargs)
        with self._changed:
            self._in_flight += 1
        # runs at once if the call is over by now
        call.add_done_callback(self._finished)
        return call

    def _finished(self, _: Future[T]) -> None:
        with self._changed:
            self._in_flight -= 1
            if not self._in_flight:
                self._changed.notify_all()


@dataclass(frozen=True, slots=True)
class Pools:
    """All threads of one service.

    Attributes:
        calls: the calls that the house is for.
        long: calls that compute for so long that others must not wait behind them; one thread, because two
            would only take from each other, and together more from the rest.
        aside: health checks and refusals, which are short and must not wait in the line of the calls.
        streams: streams that their reader may hold open for ever; each keeps a thread while it does.
    """

    calls: CountingPool
    long: CountingPool
    aside: ThreadPoolExecutor
    streams: ThreadPoolExecutor

    @classmethod
    def of(cls, threads: int) -> Pools:
        """Pools with so many threads for calls, one for long ones, and two each for the rest."""
        return cls(
            calls=CountingPool(threads, "call"),
            long=CountingPool(1, "long"),
            aside=ThreadPoolExecutor(2, thread_name_prefix="aside"),
            streams=ThreadPoolExecutor(2, thread_name_prefix="stream"),
        )

    @property
    def in_flight(self) -> int:
        """Calls at work or in line, long ones included."""
        return self.calls.in_flight + self.long.in_flight

    def left_after(self, seconds: float) -> int:
        """Wait until no call is in flight, but no longer than this for each line; how many are left then."""
        return self.calls.left_after(seconds) + self.long.left_after(seconds)

    def close(self) -> None:
        """Take no more work and drop what is in line; threads end with the call that they are at."""
        for pool in (self.calls, self.long, self.aside, self.streams):
            pool.shutdown(wait=False, cancel_futures=True)
