"""The fork guard as an operator sets it (audit.md 5): read, refused, and its password never printed."""

from __future__ import annotations

import sys

import pytest

from floorman.guard.memory import MemoryGuard
from floorman.guard.redis_guard import RedisGuard
from floorman.server.guards import GuardChoice, GuardError, GuardKind, guard_of, read_guard
from floorman.server.settings import Settings, SettingsError, load

_URL = "redis://:hunter2hunter2@127.0.0.1:1/0"


def test_nobody_asks_for_a_guard() -> None:
    assert Settings().fork_guard == GuardChoice(GuardKind.NONE)
    assert guard_of(Settings().fork_guard, 60, workers=4) is None


@pytest.mark.parametrize("url", ["redis://127.0.0.1:6379/0", "rediss://guard:6380", "unix:///run/redis.sock"])
def test_a_redis_is_named_by_its_url(url: str) -> None:
    choice = load({"fork_guard": url}, {}).fork_guard
    assert choice == GuardChoice(GuardKind.REDIS, url)
    # nobody is asked before the first hand
    assert isinstance(guard_of(choice, 60, workers=4), RedisGuard)


def test_a_memory_is_for_one_worker() -> None:
    choice = load({}, {"FLOORMAN_FORK_GUARD": "memory"}).fork_guard
    assert isinstance(guard_of(choice, 60, workers=1), MemoryGuard)
    with pytest.raises(GuardError, match="one process's own, and 2 workers serve"):
        guard_of(choice, 60, workers=2)


@pytest.mark.parametrize("value", ["", "Memory", "redis", "redis:/x", "http://redis", "none ", "all"])
def test_what_is_no_guard(value: str) -> None:
    with pytest.raises(SettingsError, match="--fork-guard must be none, memory, or a URL"):
        load({"fork_guard": value}, {})


def test_what_is_no_url() -> None:
    with pytest.raises(GuardError, match="cannot read"):
        guard_of(read_guard("redis://host:port"), 60, workers=1)


def test_the_password_of_a_redis_is_printed_by_nothing() -> None:
    settings = Settings(fork_guard=read_guard(_URL))
    for words in (str(settings), repr(settings), str(settings.fork_guard), repr(settings.fork_guard)):
        assert "hunter2" not in words
    with pytest.raises(SettingsError) as caught:
        load({"fork_guard": _URL.removeprefix("redis")}, {})
    assert "hunter2" not in str(caught.value)


def test_a_redis_without_its_package_is_refused_at_the_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "floorman.guard.redis_guard", raising=False)
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(GuardError, match=r"pip install 'floorman\[redis\]'"):
        guard_of(read_guard("redis://127.0.0.1"), 60, workers=1)
