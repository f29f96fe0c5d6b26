"""Random hands over every switch, dealt by service and host: their records are proved, also to an auditor."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from floorman import steps
from floorman.fairness.opening import Delivery, Level
from floorman.records.record_file import dump_record, load_record
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from floorman.rules.floor import check, seat_players
from floorman.rules.hand import Hand
from floorman.rules.opening import HandStart
from floorman.rules.refusal import Refusal
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import accident, next_step
from tests.records.recording import KEYS, NextStep, Terms, recorded_hand

CHUNKS = 6
HANDS = 40


def playing(chance: random.Random, table: Table) -> NextStep:
    """Legal steps of every kind, and now and then an accident that may befall a table."""
    left = [table.most_steps()]

    def choose(hand: Hand) -> steps.Step | None:
        left[0] -= 1
        if left[0] < 0:
            return None
        if chance.random() < (0.03 if hand.actions else 0.08):
            wish = accident(chance, hand)
            try:
                check(hand, wish, table.floor_deck)
            except Refusal:
                pass
            else:
                return wish
        return next_step(chance, table, hand)

    return choose


def known_at_the_start(chance: random.Random, table: Table) -> HandStart:
    """Host dealing: any part of the holes, and the first cards of the board."""
    order, first = table.deck.order, 2 * len(table.start.seats)
    holes = {
        seat.number: (order[2 * position], order[2 * position + 1])
        for position, seat in enumerate(seat_players(table.start).seats)
        if chance.random() < 0.7
    }
    board = order[first : first + chance.randint(0, 5)]
    return replace(table.start, known_holes=holes, known_boards=(board,) if board else ())


def terms(chance: random.Random) -> Terms:
    return Terms(
        level=chance.choice([Level.COMMIT, Level.SEEDED, Level.COMMITTED]),
        delivery=chance.choice([Delivery.HOST, Delivery.SEAT_KEY]),
        every=chance.random() < 0.5,
    )


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_hand_of_an_honest_house_is_proved(chunk: int) -> None:
    for seed in range(chunk * HANDS, (chunk + 1) * HANDS):
        chance = random.Random(seed)
        hosted = seed % 4 == 0
        table = deal_table(chance, host_deals=hosted)
        start = known_at_the_start(chance, table) if hosted and chance.random() < 0.6 else table.start
        record, _, openings = recorded_hand(
            start, chance, playing(chance, table), Terms() if hosted else terms(chance)
        )
        report = verify(load_record(dump_record(record)), KEYS)
        assert [
            one for one in report.checks if one.standing not in {Standing.OK, Standing.NOT_ASKED}
        ] == [], seed
        if openings:
            audited = verify(record, KEYS, revealed=openings)
            assert audited.holds, seed
            assert audited.of(CheckName.REVEALED).standing is Standing.OK
