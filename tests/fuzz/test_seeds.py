"""The fuzzers' seeds, replayed without atheris; and as much chance as a test run has time for."""

from __future__ import annotations

import random
from importlib import import_module

import pytest

from tests.fuzz.seeds import CORPUS, seeds

_SEEDS = seeds()
_INPUTS = 150


@pytest.mark.parametrize(("target", "name"), [(target, name) for target in _SEEDS for name in _SEEDS[target]])
def test_a_seed_is_read_without_a_fault(target: str, name: str) -> None:
    form = (CORPUS / target / name).read_bytes()
    import_module(f"tests.fuzz.fuzz_{target}").one_input(form)


@pytest.mark.parametrize("target", _SEEDS)
def test_the_corpus_holds_these_seeds_and_no_others(target: str) -> None:
    assert {file.name for file in (CORPUS / target).iterdir()} == set(_SEEDS[target])


@pytest.mark.parametrize("target", _SEEDS)
def test_seeds_with_a_few_bytes_changed_are_read_without_a_fault(target: str) -> None:
    one_input = import_module(f"tests.fuzz.fuzz_{target}").one_input
    chance = random.Random(target)
    good = [form for _, form in sorted(_SEEDS[target].items())]
    for _ in range(_INPUTS):
        form = bytearray(chance.choice(good))
        for _ in range(chance.randint(1, 6)):
            if form:
                form[chance.randrange(len(form))] = chance.randrange(256)
        one_input(bytes(form))
