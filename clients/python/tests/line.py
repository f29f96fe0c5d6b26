"""A line between client and floor that can be cut, so that an answer is lost on the way as it is in life."""

from __future__ import annotations

import contextlib
import socket
from threading import Lock, Thread


class Line:
    """Passes bytes between whoever connects to `address` and the floor at the other end."""

    def __init__(self, to: str) -> None:
        host, _, port = to.rpartition(":")
        self._to = (host, int(port))
        self._lock = Lock()
        self._ends: list[socket.socket] = []
        self._listener = self._listen(0)
        self.address = f"127.0.0.1:{self._listener.getsockname()[1]}"

    def cut(self) -> None:
        """Breaks every connection. New ones may be made."""
        with self._lock:
            ends, self._ends = self._ends, []
        for end in ends:
            _end(end)

    def go_down(self) -> None:
        """Breaks every connection and takes no new one."""
        _end(self._listener)
        self.cut()

    def come_up(self) -> None:
        """Takes connections again."""
        self._listener = self._listen(int(self.address.rpartition(":")[2]))

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
            except OSError:  # the line went down
                return
            try:
                far = socket.create_connection(self._to)
            except OSError:  # the floor is gone
                _end(near)
                continue
            with self._lock:
                self._ends += near, far
            Thread(target=_pass_on, args=(near, far), daemon=True).start()
            Thread(target=_pass_on, args=(far, near), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            sink.sendall(chunk)
    _end(source)
    _end(sink)


def _end(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()
