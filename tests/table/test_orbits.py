"""A table's life at random, for a hundred thousand hands: what R-2 and R-5 promise holds all along."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from floorman.rules.choices import (
    BlindStructure,
    ButtonRule,
    EntryGap,
    EntryPost,
    MissedBlinds,
    MissedSbAlone,
)
from tests.table.chairs import rules
from tests.table.walk import Life

STEPS = 100_000
SHORT = 4_000

TABLES: dict[str, dict[str, Any]] = {
    "moving": {"button_rule": ButtonRule.MOVING},
    "moving, six seats, waiting only": {
        "button_rule": ButtonRule.MOVING,
        "max_seats": 6,
        "entry_post": EntryPost.WAIT_FOR_BB,
        "missed_blinds": MissedBlinds.WAIT_ONLY,
    },
    "moving, tournament gap": {
        "button_rule": ButtonRule.MOVING,
        "entry_gap": EntryGap.NOT_BETWEEN_SB_AND_BUTTON,
        "entry_post": EntryPost.FREE,
    },
    "dead, three seats": {"max_seats": 3},
    "dead, two seats": {"max_seats": 2},
    "dead, the button for sale": {"entry_gap": EntryGap.BUY_BUTTON, "max_seats": 6},
    "dead, waiting only": {
        "entry_post": EntryPost.WAIT_FOR_BB,
        "missed_blinds": MissedBlinds.WAIT_ONLY,
    },
    "dead, free": {"entry_post": EntryPost.FREE, "missed_blinds": MissedBlinds.IGNORE},
    "dead, dead posts": {"entry_post": EntryPost.POST_BB_DEAD, "missed_sb_alone": MissedSbAlone.LIVE},
    "dead, tournament gap": {
        "entry_gap": EntryGap.NOT_BETWEEN_SB_AND_BUTTON,
        "entry_post": EntryPost.FREE,
        "missed_blinds": MissedBlinds.IGNORE,
    },
    "one blind": {"blind_structure": BlindStructure.SINGLE_BLIND},
    "one blind, moving": {
        "blind_structure": BlindStructure.SINGLE_BLIND,
        "button_rule": ButtonRule.MOVING,
    },
    "button blind": {"blind_structure": BlindStructure.BUTTON_BLIND},
    "no blinds": {"blind_structure": BlindStructure.NONE},
}


def lived(steps: int, seed: int, **switches: Any) -> Life:
    life = Life(rules(**switches), Random(seed))
    for _ in range(steps):
        life.step()
    return life


def test_r2_5_nobody_posts_the_big_blind_twice_running_and_an_orbit_costs_one_of_each() -> None:
    life = lived(STEPS, 1)
    assert life.hands > STEPS * 0.8
    assert life.orbits > 10_000


@pytest.mark.parametrize("name", TABLES)
def test_r2_r5_hold_at_every_kind_of_table(name: str) -> None:
    seed = list(TABLES).index(name)
    assert lived(SHORT, seed, **TABLES[name]).hands > SHORT * 0.1
