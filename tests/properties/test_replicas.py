"""Splitting a hand over replicas changes no byte: nothing is kept between two calls but the keys."""

from __future__ import annotations

import random

import pytest

from floorman.v1 import hand_pb2
from tests.properties.desk import Desk, opening_message, step_to_wire
from tests.properties.tables import deal_table
from tests.properties.wishes import next_step, not_offered

_CHUNKS = 4
_HANDS = 15  # a chunk


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_audit_6_any_replica_answers_any_request_with_the_same_bytes(chunk: int) -> None:
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        table = deal_table(chance, host_deals=seed % 4 == 0)
        opening = opening_message(table, chance.randbytes(32))
        alone, pair = Desk(), (Desk(), Desk())
        update = alone.start(opening)
        assert isinstance(update, hand_pb2.HandUpdate), update
        assert pair[0].start(opening) == update
        for number in range(table.most_steps()):
            here = pair[number % 2]
            hand = alone.hand(update)
            wrong = step_to_wire(chance.choice(not_offered(chance, hand)))
            assert here.act(update, wrong) == alone.act(update, wrong)
            assert here.view(update) == alone.view(update)
            step = next_step(chance, table, hand)
            if step is None:
                break
            asked = step_to_wire(step)
            assert here.check(update, asked) == alone.check(update, asked)
            there = here.act(update, asked)
            # a retry, to another replica, is the same answer
            assert pair[(number + 1) % 2].act(update, asked) == there
            after = alone.act(update, asked)
            assert isinstance(after, hand_pb2.HandUpdate), after
            assert there.SerializeToString(deterministic=True) == after.SerializeToString(deterministic=True)
            update = after
