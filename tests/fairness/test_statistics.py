"""Statistics over 200,000 shuffles, and what statistics can and cannot see (audit.md 13).

They complement the exact argument (test_drbg) and never replace it. The seeds are fixed: a change that makes
a figure improbable has changed the shuffle.
"""

from __future__ import annotations

import math
import random
from itertools import islice

import pytest

from floorman.cards import full_deck
from floorman.fairness.secret_layer import SecretLayer
from tests.fairness.battery import Battery, battery_over
from tests.fairness.generators import BY_ENUMERATION, BY_STATISTICS, dealt_decks, hands, house_decks

SHUFFLES = 200_000
FEWER = 50_000
ALARM = 1e-6


def caught(battery: Battery) -> dict[str, float]:
    return {test: p for test, p in battery.p_values().items() if not ALARM < p < 1 - ALARM}


def test_the_house_shuffles_as_the_laws_of_chance_have_it() -> None:
    battery = battery_over(house_decks(1), SHUFFLES)
    assert battery.decks == SHUFFLES
    assert caught(battery) == {}


def test_what_the_players_are_dealt_is_as_fair() -> None:
    assert caught(battery_over(dealt_decks(2), FEWER, thorough=True)) == {}


def test_the_decks_of_this_test_are_those_of_the_service() -> None:
    for deck, (entropy, hand_id) in zip(islice(house_decks(1), 20), hands(1), strict=False):
        assert tuple(deck) == SecretLayer(entropy, hand_id, full_deck()).order


@pytest.mark.parametrize("name", BY_STATISTICS)
def test_a_wrong_shuffle_is_caught_by_counting(name: str) -> None:
    found = caught(battery_over(BY_STATISTICS[name](3), FEWER))
    assert "position x card" in found or "descents" in found


@pytest.mark.parametrize("name", BY_ENUMERATION)
def test_a_shuffle_that_is_wrong_by_little_is_not(name: str) -> None:
    """Their first card is off by a noncentrality of some 0.03 at 200,000 decks; test_drbg has the proof."""
    assert caught(battery_over(BY_ENUMERATION[name](4), FEWER)) == {}


def test_the_battery_has_the_degrees_of_freedom_of_audit_md() -> None:
    """Decks in rising order break every law; the means they are held against are those of the page."""
    battery = Battery(thorough=True)
    battery.add([list(range(52))] * 1000)
    assert set(caught(battery)) == set(battery.p_values())
    assert sum(1 / k for k in range(1, 53)) == pytest.approx(4.538, abs=5e-4)
    assert pytest.approx(4014.83, abs=5e-3) == 52 * 51 * 109 / 72
    assert (math.comb(52, 2) - 1, math.comb(52, 3) - 1, 52 * 51 - 1, 52 * 52 - 1) == (
        1325, 22_099, 2651, 2703,
    )  # fmt: skip


def test_true_decks_give_p_values_of_every_size() -> None:
    """Calibration over 40 runs: a battery that always said "fair" would be worth nothing."""
    chance = random.Random(9)
    values = []
    for _ in range(40):
        battery = Battery()
        battery.add([chance.sample(range(52), 52) for _ in range(1_000)])
        found = battery.p_values()
        values.append([found[test] for test in ("position x card", "first card", "descents", "cycles")])
    for column in zip(*values, strict=True):
        assert min(column) < 0.2
        assert max(column) > 0.8
