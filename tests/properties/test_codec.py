"""A hand through its bytes and back is the same hand, to its last field, and goes on as it would have."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman.fairness.opening import Delivery, Level, OpenFlag
from floorman.rules.config_text import config_text
from floorman.rules.floor import apply, open_hand
from floorman.rules.hand import Hand, Phase, Seat
from floorman.sealing.hand_codec import encode_hand
from floorman.sealing.state import HandState, decode_state, encode_state
from tests.properties.renaming import Renaming
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import next_step

_CHUNKS = 3
_HANDS = 60  # a chunk

# two, four and eight bytes a chip
WORTHS = (1, 70_000, 2**32)


def facts(hand: Hand) -> dict[str, object]:
    """Every field of a hand and of its seats; of the config what belongs to a hand."""
    fields = {name: getattr(hand, name) for name in Hand.__slots__ if name not in {"config", "seats"}}
    seats = [{name: getattr(seat, name) for name in Seat.__slots__} for seat in hand.seats]
    return {**fields, "config": config_text(hand.config), "seats": seats}


def stated(chance: random.Random, hand: Hand) -> HandState:
    """A state around a hand, everything beside it random."""
    return HandState(
        entropy=chance.randbytes(32),
        open_head=chance.randbytes(32),
        seed=chance.randbytes(32),
        head=chance.randbytes(32),
        rules_version=chance.randrange(1, 1 << 16),
        head_kid=chance.randrange(256),
        flags=OpenFlag(chance.randrange(16)),
        delivery=chance.choice(list(Delivery)),
        level=chance.choice(list(Level)),
        action_keys={seat.number: chance.randbytes(32) for seat in hand.seats if chance.random() < 0.2},
        delivery_keys={seat.number: chance.randbytes(32) for seat in hand.seats if chance.random() < 0.2},
        hand=hand,
    )


def through_bytes(chance: random.Random, hand: Hand) -> Hand:
    """The hand after a trip through the bytes of its state, which must come back whole."""
    state = stated(chance, hand)
    form = encode_state(state)
    back = decode_state(form)
    for name in HandState.__slots__:
        assert name == "hand" or getattr(back, name) == getattr(state, name), name
    assert facts(back.hand) == facts(hand)
    assert encode_state(back) == form
    return back.hand


def goes_on_as_it_would_have(chance: random.Random, table: Table) -> None:
    """Plays a hand twice: once in memory, once through bytes before every step."""
    hand, _ = open_hand(table.start, table.floor_deck)
    for _ in range(table.most_steps()):
        travelled = through_bytes(chance, hand)
        step = next_step(chance, table, hand)
        if step is None:
            assert hand.phase is Phase.COMPLETE
            return
        hand, happened = apply(hand, step, table.floor_deck)
        arrived, heard = apply(travelled, step, table.floor_deck)
        assert heard == happened
        assert encode_hand(arrived) == encode_hand(hand)
    raise AssertionError("the hand did not end")


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_audit_5_a_state_is_the_hand(worth: int, chunk: int) -> None:
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        table = Renaming(worth=worth).table(deal_table(chance, host_deals=seed % 4 == 0))
        try:
            goes_on_as_it_would_have(chance, table)
        except Exception as fault:
            fault.add_note(f"seed {seed}: {table.preset} {table.overrides}")
            raise


@given(st.randoms(use_true_random=False), st.booleans())
def test_the_same_of_hands_that_shrink(chance: random.Random, host_deals: bool) -> None:  # noqa: FBT001
    goes_on_as_it_would_have(chance, deal_table(chance, host_deals=host_deals, most_bb=20))
