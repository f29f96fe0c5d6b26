"""PokerKit and the floor on the same random hands: the same seat, call, bounds, pot, stacks at every step."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from floorman.rules.choices import Betting
from tests.differential.deviations import DEVIATIONS, Deviation, in_force
from tests.differential.lockstep import compare
from tests.differential.random_tables import random_table
from tests.differential.watch import Watch

_CHUNKS = 8
_HANDS = 50  # a chunk


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_pokerkit_sees_what_the_floor_sees(chunk: int) -> None:
    stopped = 0
    decisions = 0
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        compared = compare(chance, random_table(chance, f"DIFF-{seed}"))
        assert compared.case is None, f"{compared.differences}\n{json.dumps(compared.case)}"
        stopped += compared.stopped is not None
        decisions += compared.decisions
    # most hands are compared to their end, and not excused away
    assert stopped < _HANDS // 5
    assert decisions > 8 * _HANDS


def test_the_random_tables_are_of_every_structure_both_play() -> None:
    configs = [random_table(random.Random(seed), "")["config"] for seed in range(300)]
    assert {config["betting"] for config in configs} == {betting.value for betting in Betting}
    assert {config["blind_structure"] for config in configs} == {"SB_BB", "SINGLE_BLIND", "BUTTON_BLIND"}
    assert {config.get("ante_type") for config in configs} == {None, "EACH", "BIG_BLIND", "BUTTON"}
    assert {config.get("run_it_max") for config in configs} == {None, 2}
    assert {config.get("straddle_max") for config in configs} == {None, 1, 2}
    assert {config.get("variant") for config in configs} == {None, "SHORT_DECK_36"}


def test_each_deviation_is_named_once_and_sourced() -> None:
    names = Counter(deviation.name for deviation in DEVIATIONS)
    assert set(names.values()) == {1}
    assert all(deviation.source and deviation.facts for deviation in DEVIATIONS)


@pytest.mark.parametrize("wrong", ["R-3.3", "R-10.2", "R-10.3", "R-5.3", "R-7.6", "R-13.6"])
def test_a_deviation_that_is_not_known_is_found(monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """Each excuse is needed: without it the same hands differ, and the difference is a case."""

    def forgetful(watch: Watch) -> list[Deviation]:
        return [deviation for deviation in in_force(watch) if deviation.rule != wrong]

    monkeypatch.setattr("tests.differential.lockstep.in_force", forgetful)
    for seed in range(400):
        chance = random.Random(seed)
        compared = compare(chance, random_table(chance, f"DIFF-{seed}"))
        if compared.case is not None:
            assert compared.case["steps"]
            return
    raise AssertionError(f"nothing differs without {wrong}")
