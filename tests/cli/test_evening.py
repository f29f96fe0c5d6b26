"""The demo's evening: its story is told for every seed, and no chip is lost in it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from click.testing import CliRunner

from floorman.cli.demo import demo

TWO_SCREENS = 100


def told(*args: str) -> str:
    result = CliRunner().invoke(demo, ["--evening", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module", params=[1, 7, 12])
def evening(request: pytest.FixtureRequest) -> str:
    return told("--seed", str(request.param))


def test_it_has_the_whole_story(evening: str) -> None:
    for sight in (
        "Hand 1   BTN ",
        "steps out",
        "is away; has missed the big blind (R-5.2)",
        "waits, between button and big blind; has missed the small and the big blind (R-5.1)",
        # both missed: the big blind live, the small one dead
        "posts 2 live and 1 dead to come in (R-5.2)",
        "the stranger sits down",
        "is bust",
        "BTN/SB ",
    ):
        assert sight in evening
    assert re.search(r"the stranger (waits|posts|comes in)", evening)


def test_it_ends_heads_up_and_with_every_chip(evening: str) -> None:
    *_, last = re.findall(r"^Hand \d+ .*$", evening, re.MULTILINE)
    assert "BTN/SB " in last
    assert last.endswith("2 dealt in")
    ended = re.search(r"every deal is proved · (\d+) chips bought in, (\d+) cashed out$", evening.rstrip())
    assert ended
    assert ended[1] == ended[2]


def test_it_is_short(evening: str) -> None:
    assert len(evening.splitlines()) <= TWO_SCREENS
    assert max(len(line) for line in evening.splitlines()) <= 110


def test_r2_5_nobody_has_the_big_blind_twice_running(evening: str) -> None:
    bigs = re.findall(r"BB (.*?)  \d+ dealt in", evening)
    assert all(one != other for one, other in pairwise(bigs))


def test_a_seed_repeats_every_byte_and_none_is_fresh() -> None:
    assert told("--seed", "7") == told("--seed", "7")
    assert told() != told()
