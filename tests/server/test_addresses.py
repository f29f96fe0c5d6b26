"""Where a service listens."""

from __future__ import annotations

import pytest

from floorman.server.addresses import Listen, read_listen


@pytest.mark.parametrize(
    ("text", "listen"),
    [
        ("127.0.0.1:7777", Listen("127.0.0.1", 7777)),
        ("localhost:0", Listen("localhost", 0)),
        ("0.0.0.0:65535", Listen("0.0.0.0", 65535)),  # noqa: S104 (read, not bound)
        ("[::1]:7777", Listen("::1", 7777)),
        ("unix:/run/floorman.sock", Listen(path="/run/floorman.sock")),
        ("unix:floorman.sock", Listen(path="floorman.sock")),
    ],
)
def test_an_address_is_read_and_written_alike(text: str, listen: Listen) -> None:
    assert read_listen(text) == listen
    assert str(listen) == text


def test_a_socket_may_be_written_as_a_url() -> None:
    assert read_listen("unix:///run/floorman.sock") == Listen(path="/run/floorman.sock")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "HOST:PORT"),
        ("7777", "HOST:PORT"),
        (":7777", "HOST:PORT"),
        ("localhost", "HOST:PORT"),
        ("localhost:", "port"),
        ("localhost:http", "port"),
        ("localhost:-1", "port"),
        ("localhost:65536", "65535"),
        ("localhost:٣", "port"),
        ("::1:7777", "brackets"),
        ("unix:", "1 to 107 bytes"),
        ("unix:/" + "x" * 107, "1 to 107 bytes"),
    ],
)
def test_what_is_no_address_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_listen(text)


@pytest.mark.parametrize(
    ("listen", "dialled"),
    [
        ("0.0.0.0:7777", "127.0.0.1:7777"),
        ("[::]:7777", "[::1]:7777"),
        ("10.1.2.3:7777", "10.1.2.3:7777"),
        ("unix:/run/floorman.sock", "unix:/run/floorman.sock"),
    ],
)
def test_every_host_includes_this_one(listen: str, dialled: str) -> None:
    assert read_listen(listen).dialled() == dialled
