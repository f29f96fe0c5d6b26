"""audit.md 5: compare and set, an exact repeat passes, all else is a fork, and what is lost stays lost."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from floorman.guard.memory import MemoryGuard
from floorman.guard.place import OPENED, ForkGuard, GuardUnavailableError, Passage, Place
from floorman.guard.redis_guard import RedisGuard
from tests.guard.redis_server import RedisServer, running_redis

FREE, FORK, LOST = Passage.FREE, Passage.FORK, Passage.LOST


def place(step: int, branch: str = "trunk") -> Place:
    return Place(step, sha256(f"{branch} {step}".encode()).digest())


def hand(name: str) -> bytes:
    return sha256(name.encode()).digest()[:16]


def on(server: RedisServer, keep_seconds: float = 60) -> closing[RedisGuard]:
    return closing(RedisGuard(server.url, keep_seconds))


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    with running_redis(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture(params=["memory", "redis"])
def guard(request: pytest.FixtureRequest) -> Iterator[ForkGuard]:
    if request.param == "memory":
        yield MemoryGuard(keep_seconds=60)
        return
    server: RedisServer = request.getfixturevalue("redis")
    with server.client as client:
        client.flushall()
    with on(server) as shared:
        yield shared


def test_a_hand_goes_from_its_opening_to_its_end(guard: ForkGuard) -> None:
    places = [place(OPENED), *(place(step) for step in range(5))]
    assert guard.move(hand("a"), None, places[0], unknown=True) is FREE
    for before, after in pairwise(places):
        assert guard.move(hand("a"), before, after, unknown=False) is FREE


def test_an_exact_repeat_of_the_newest_step_passes(guard: ForkGuard) -> None:
    assert guard.move(hand("a"), None, place(0), unknown=True) is FREE
    assert guard.move(hand("a"), None, place(0), unknown=True) is FREE
    for _ in range(3):
        assert guard.move(hand("a"), place(0), place(1), unknown=False) is FREE


def test_another_step_from_the_same_place_is_a_fork(guard: ForkGuard) -> None:
    guard.move(hand("a"), None, place(0), unknown=True)
    assert guard.move(hand("a"), place(0), place(1), unknown=False) is FREE
    assert guard.move(hand("a"), place(0), place(1, "branch"), unknown=False) is FORK
    # and the fork has changed nothing
    assert guard.move(hand("a"), place(1), place(2), unknown=False) is FREE


def test_an_older_place_is_a_fork_even_by_the_step_that_was_taken_there(guard: ForkGuard) -> None:
    guard.move(hand("a"), None, place(0), unknown=True)
    guard.move(hand("a"), place(0), place(1), unknown=False)
    guard.move(hand("a"), place(1), place(2), unknown=False)
    assert guard.move(hand("a"), place(0), place(1), unknown=False) is FORK
    assert guard.move(hand("a"), None, place(0), unknown=True) is FORK
    assert guard.move(hand("a"), place(1), place(2), unknown=False) is FREE


def test_another_deal_of_a_dealt_hand_is_a_fork(guard: ForkGuard) -> None:
    guard.move(hand("a"), None, place(OPENED), unknown=True)
    assert guard.move(hand("a"), place(OPENED), place(0), unknown=False) is FREE
    assert guard.move(hand("a"), place(OPENED), place(0, "other seeds"), unknown=False) is FORK
    assert guard.move(hand("a"), place(OPENED), place(0), unknown=False) is FREE


def test_a_head_counts_with_its_step(guard: ForkGuard) -> None:
    same = place(0).head
    guard.move(hand("a"), None, Place(1, same), unknown=True)
    assert guard.move(hand("a"), Place(0, same), Place(2, same), unknown=False) is FORK


def test_hands_do_not_know_each_other(guard: ForkGuard) -> None:
    guard.move(hand("a"), None, place(0), unknown=True)
    assert guard.move(hand("b"), None, place(0), unknown=True) is FREE
    assert guard.move(hand("a"), place(0), place(1), unknown=False) is FREE
    assert guard.move(hand("b"), place(0), place(1, "branch"), unknown=False) is FREE


def test_a_hand_that_is_not_known_is_lost(guard: ForkGuard) -> None:
    assert guard.move(hand("a"), place(6), place(7), unknown=False) is LOST
    # and asking has not made it known
    assert guard.move(hand("a"), place(6), place(7), unknown=False) is LOST


def test_a_lost_hand_is_called_off_once(guard: ForkGuard) -> None:
    voided = place(7, "void")
    assert guard.move(hand("a"), place(6), voided, unknown=True) is FREE
    assert guard.move(hand("a"), place(6), voided, unknown=True) is FREE
    assert guard.move(hand("a"), place(5), place(6, "another void"), unknown=True) is FORK
    assert guard.move(hand("a"), place(6), place(7), unknown=False) is FORK


def test_of_many_at_once_one_passes(guard: ForkGuard) -> None:
    guard.move(hand("a"), None, place(0), unknown=True)
    branches = [place(1, f"branch {number}") for number in range(64)]
    with ThreadPoolExecutor(16) as pool:
        passages = list(
            pool.map(lambda after: guard.move(hand("a"), place(0), after, unknown=False), branches)
        )
    assert passages.count(FREE) == 1
    assert passages.count(FORK) == 63


def test_a_memory_forgets_a_hand_that_nobody_plays() -> None:
    now = 0.0
    guard = MemoryGuard(keep_seconds=10, now=lambda: now)
    guard.move(hand("a"), None, place(0), unknown=True)
    now = 6.0
    guard.move(hand("b"), None, place(0), unknown=True)
    guard.move(hand("a"), place(0), place(1), unknown=False)
    now = 15.9
    assert guard.move(hand("a"), place(1), place(2), unknown=False) is FREE
    now = 16.1
    assert guard.move(hand("b"), place(0), place(1), unknown=False) is LOST
    assert guard.move(hand("a"), place(2), place(3), unknown=False) is FREE
    assert list(guard._hands) == [hand("a")]


def test_a_guard_that_is_closed_knows_nothing() -> None:
    guard = MemoryGuard(keep_seconds=60)
    guard.move(hand("a"), None, place(0), unknown=True)
    guard.close()
    assert guard.move(hand("a"), place(0), place(1), unknown=False) is LOST


def test_a_redis_keeps_a_hand_as_long_as_it_is_told_and_no_longer(redis: RedisServer) -> None:
    key = f"floorman/1/fork/{hand('kept').hex()}"
    with on(redis, keep_seconds=90) as guard, redis.client as client:
        guard.move(hand("kept"), None, place(0), unknown=True)
        assert 89_000 < int(client.pttl(key)) <= 90_000
        client.pexpire(key, 5_000)
        guard.move(hand("kept"), place(0), place(1), unknown=False)
        assert 89_000 < int(client.pttl(key)) <= 90_000


def test_replicas_share_a_redis(redis: RedisServer) -> None:
    with on(redis) as first, on(redis) as second:
        first.move(hand("shared"), None, place(0), unknown=True)
        assert second.move(hand("shared"), place(0), place(1), unknown=False) is FREE
        assert first.move(hand("shared"), place(0), place(1, "branch"), unknown=False) is FORK


def test_a_redis_that_is_away_lets_nothing_pass_and_one_that_comes_back_empty_has_lost_the_hand(
    tmp_path: Path,
) -> None:
    with running_redis(tmp_path) as server, on(server) as guard:
        guard.move(hand("a"), None, place(0), unknown=True)
        server.stop()
        for unknown in (False, True):
            with pytest.raises(GuardUnavailableError):
                guard.move(hand("a"), place(0), place(1), unknown=unknown)
        server.start()
        assert guard.move(hand("a"), place(0), place(1), unknown=False) is LOST


def test_a_redis_that_is_full_or_only_reads_lets_nothing_pass(redis: RedisServer) -> None:
    with on(redis) as guard, redis.client as client:
        guard.move(hand("full"), None, place(0), unknown=True)
        client.config_set("maxmemory-policy", "noeviction")
        client.config_set("maxmemory", "1")
        try:
            with pytest.raises(GuardUnavailableError):
                guard.move(hand("full"), place(0), place(1), unknown=False)
        finally:
            client.config_set("maxmemory", "0")
        client.replicaof("127.0.0.1", 1)
        try:
            with pytest.raises(GuardUnavailableError):
                guard.move(hand("full"), place(0), place(1), unknown=False)
        finally:
            client.replicaof("NO", "ONE")
        assert guard.move(hand("full"), place(0), place(1), unknown=False) is FREE


def test_a_redis_that_forgot_the_script_is_told_it_again(redis: RedisServer) -> None:
    with on(redis) as guard, redis.client as client:
        guard.move(hand("script"), None, place(0), unknown=True)
        client.script_flush()
        assert guard.move(hand("script"), place(0), place(1), unknown=False) is FREE
