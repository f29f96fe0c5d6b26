"""Where the service listens: a host and port, or a Unix socket."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from pathlib import Path

__all__ = ["LOOPBACK", "Listen", "read_listen"]

_MOST_PORT = 65_535
# sun_path holds 108 bytes on Linux, the last of them zero
_MOST_PATH_BYTES = 107
_WILDCARDS = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (read, not bound)


@dataclass(frozen=True, slots=True)
class Listen:
    """An address to listen on.

    Attributes:
        host: a name or an IP address; empty with a Unix socket.
        port: 0..65535, where 0 lets the kernel choose; None with a Unix socket.
        path: of the Unix socket; empty with a host.
    """

    host: str = ""
    port: int | None = None
    path: str = ""

    def __str__(self) -> str:
        """The address as it is written in a setting, and as a gRPC client dials it."""
        if self.port is None:
            return f"unix:{self.path}"
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    def at(self, port: int | None) -> Listen:
        """The same place with the port that the kernel chose."""
        return Listen(self.host, port, self.path)

    def dialled(self) -> str:
        """What a client on this machine dials: every host includes this one."""
        return str(Listen(_WILDCARDS.get(self.host, self.host), self.port, self.path))

    def is_answered(self) -> bool:
        """Whether somebody listens on this Unix socket; False for a host and port.

        gRPC removes a socket that it finds before it binds its own: right after a crash, and wrong while
        another service is alive behind it.
        """
        if self.port is not None:
            return False
        with socket.socket(socket.AF_UNIX) as caller:
            try:
                caller.connect(self.path)
            except OSError:
                return False
        return True


# A free port of this machine that nobody else can reach.
LOOPBACK = Listen("127.0.0.1", 0)


def read_listen(text: str) -> Listen:
    """Read ``HOST:PORT``, ``[IPv6]:PORT`` or ``unix:PATH``.

    Raises:
        ValueError: it is none of these; the text says what it should be.
    """
    if text.startswith("unix:"):
        path = text.removeprefix("unix:").removeprefix("//")
        if not 0 < len(path.encode()) <= _MOST_PATH_BYTES:
            raise ValueError(f"the path of a Unix socket has 1 to {_MOST_PATH_BYTES} bytes")
        return Listen(path=str(Path(path)))
    host, colon, port = text.rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    elif ":" in host:
        raise ValueError("an IPv6 address stands in brackets: [::1]:7777")
    if not colon or not host:
        raise ValueError(f"must be HOST:PORT or unix:PATH, not {text!r}")
    if not (port.isascii() and port.isdigit() and int(port) <= _MOST_PORT):
        raise ValueError(f"the port is a number from 0 to {_MOST_PORT}, not {port!r}")
    return Listen(host, int(port))
