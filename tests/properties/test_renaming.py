"""Metamorphic laws: other names for seats and suits, and other chips, change nothing but the names."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman.rules.decision import decision
from floorman.rules.floor import apply, check, open_hand
from floorman.rules.hand import Hand
from floorman.rules.refusal import Refusal
from tests.properties.renaming import Renaming
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import next_step, not_offered

_CHUNKS = 4
_HANDS = 40  # a chunk

LAWS = {
    "the table turned by one seat": Renaming(turn=1),
    "the table turned half around": Renaming(turn=6),
    "suits renamed": Renaming(suits=(2, 3, 1, 0)),
    "every chip worth seven": Renaming(worth=7),
    "every chip worth a million": Renaming(worth=1_000_000),
    "all at once": Renaming(turn=4, suits=(3, 0, 1, 2), worth=13),
}


def _menu(hand: Hand, names: Renaming) -> object:
    question = decision(hand)
    pending = tuple(names.seat(seat) for seat in question.pending)
    options = names.named(question.options) if question.options is not None else None
    return question.phase, names.seat(question.seat), pending, options, question.most_runs


def _refusal(hand: Hand, table: Table, step: object) -> object:
    with pytest.raises(Refusal) as refused:
        check(hand, step, table.floor_deck)  # type: ignore[arg-type]
    return refused.value.reason, refused.value.rule, [name for name, _ in refused.value.numbers]


def changes_nothing(chance: random.Random, table: Table, names: Renaming) -> None:
    """Plays a hand and its double side by side; the double only hears the new names."""
    double = names.table(table)
    hand, happened = open_hand(table.start, table.floor_deck)
    twin, twins = open_hand(double.start, double.floor_deck)
    for _ in range(table.most_steps()):
        assert twins == names.events(happened)
        assert _menu(twin, Renaming()) == _menu(hand, names)
        wrong = chance.choice(not_offered(chance, hand))
        # one chip outside is a whole new chip outside
        assert _refusal(twin, double, names.step(wrong)) == _refusal(hand, table, wrong)
        step = next_step(chance, table, hand)
        if step is None:
            return
        hand, happened = apply(hand, step, table.floor_deck)
        twin, twins = apply(twin, names.step(step), double.floor_deck)
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_other_names_change_nothing_but_the_names(law: str, chunk: int) -> None:
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        table = deal_table(chance, host_deals=seed % 5 == 0)
        try:
            changes_nothing(chance, table, LAWS[law])
        except Exception as fault:
            fault.add_note(f"seed {seed}: {table.preset} {table.overrides}")
            raise


@given(
    st.randoms(use_true_random=False),
    st.builds(
        Renaming,
        turn=st.integers(0, 10),
        suits=st.permutations((0, 1, 2, 3)).map(tuple),
        worth=st.integers(1, 1000),
    ),
)
def test_the_same_of_hands_and_names_that_shrink(chance: random.Random, names: Renaming) -> None:
    changes_nothing(chance, deal_table(chance, most_bb=20), names)
