"""The answer of PrepareHand opens a hand as it is; what it says to keep is all that the next one needs."""

from __future__ import annotations

from random import Random
from typing import Any

import grpc
import pytest

from floorman.rules.presets import PRESETS
from floorman.v1 import config_pb2, hand_service_pb2, opening_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.hand_service_pb2_grpc import HandServiceStub
from floorman.v1.table_service_pb2_grpc import TableServiceStub

HANDS = 25
STRADDLES = config_pb2.StraddleSeats(seats=[config_pb2.STRADDLE_SEAT_UTG, config_pb2.STRADDLE_SEAT_BUTTON])
TABLES: dict[str, dict[str, Any]] = {
    **{preset: {"preset": preset} for preset in PRESETS},
    "bought button": {"entry_gap": config_pb2.ENTRY_GAP_BUY_BUTTON},
    "mandatory straddles": {"straddle_seats": STRADDLES, "straddle_mandatory": True, "straddle_max": 3},
    "one blind": {"blind_structure": config_pb2.BLIND_STRUCTURE_SINGLE_BLIND},
    "button blind": {
        "blind_structure": config_pb2.BLIND_STRUCTURE_BUTTON_BLIND,
        "variant": config_pb2.VARIANT_SHORT_DECK_36,
    },
    "no blinds": {"blind_structure": config_pb2.BLIND_STRUCTURE_NONE, "ante_type": config_pb2.ANTE_TYPE_EACH},
    "bomb pots": {"bomb_pot": 20, "boards": 2, "bomb_button_moves": False},
}


def happens(seats: dict[int, wire.TakenSeat], chance: Random) -> None:
    """Somebody leaves, sits down, goes away or comes back."""
    for number, seat in list(seats.items()):
        if chance.random() < 0.06:
            del seats[number]
        elif chance.random() < 0.1:
            seat.away = not seat.away
    for number in range(10):
        if number not in seats and chance.random() < 0.1:
            wish = chance.choice(wire.EntryWish.values())
            seats[number] = wire.TakenSeat(
                seat=number,
                stack=chance.choice((10, 50, 2000)),
                ledger=wire.SeatLedger(newcomer=True),
                wish=wish,
                straddle=chance.random() < 0.5,
            )


@pytest.mark.parametrize("name", TABLES)
def test_every_prepared_hand_opens(channel: grpc.Channel, name: str) -> None:
    table, hands = TableServiceStub(channel), HandServiceStub(channel)
    chance = Random(name)
    config = config_pb2.TableConfig(**{"small_blind": 10, "big_blind": 20, **TABLES[name]})
    seats: dict[int, wire.TakenSeat] = {}
    last: wire.TablePositions | None = None
    played = 0
    for number in range(HANDS * 2):
        happens(seats, chance)
        request = wire.PrepareHandRequest(
            opening=opening_pb2.HandOpening(
                config=config, table_id=name, hand_number=number, dealing=opening_pb2.DEALING_SERVICE
            ),
            seats=seats.values(),
            last_hand=last,
            first_button=chance.choice([seat.seat for seat in seats.values() if not seat.away] or [0]),
        )
        answer = table.PrepareHand(request)
        assert table.PrepareHand(request) == answer
        if answer.outcome != wire.PREPARE_OUTCOME_READY:
            assert answer.outcome == wire.PREPARE_OUTCOME_TOO_FEW_PLAYERS
            continue
        update = hands.StartHand(hand_service_pb2.StartHandRequest(opening=answer.opening)).update
        played += 1
        assert update.view.button == answer.positions.button
        assert [seat.seat for seat in update.view.seats] == [seat.seat for seat in answer.opening.seats]
        assert {one.seat: one.position for one in update.view.seats} == {
            plan.seat: plan.position for plan in answer.seats if plan.position
        }
        assert answer.opening.hand_number == number
        last = answer.positions
        for plan in answer.seats:
            seats[plan.seat].ledger.CopyFrom(plan.ledger)
    assert played > HANDS


def test_r2_1_an_empty_table_asks_for_its_button_as_the_table_finds_it(table: TableServiceStub) -> None:
    request = wire.PrepareHandRequest(
        opening=opening_pb2.HandOpening(
            config=config_pb2.TableConfig(preset="PRIVATE_GAME", small_blind=10, big_blind=20)
        ),
        seats=[wire.TakenSeat(seat=seat, stack=500) for seat in (2, 5)],
    )
    answer = table.PrepareHand(request)
    assert answer.outcome == wire.PREPARE_OUTCOME_BUTTON_NEEDED
    assert answer.first_button_method == config_pb2.FIRST_BUTTON_HIGH_CARD
    drawn = table.DrawButton(
        wire.DrawButtonRequest(table_id="t", seats=[2, 5], method=answer.first_button_method)
    )
    request.first_button = drawn.result.button
    answer = table.PrepareHand(request)
    assert answer.opening.button == answer.opening.small_blind_seat == drawn.result.button
    assert answer.game_starts


def test_r3_4_a_dead_small_blind_is_said_in_the_opening(table: TableServiceStub) -> None:
    answer = table.PrepareHand(
        wire.PrepareHandRequest(
            opening=opening_pb2.HandOpening(config=config_pb2.TableConfig(small_blind=1, big_blind=2)),
            seats=[wire.TakenSeat(seat=seat, stack=500) for seat in (0, 1, 3)],
            last_hand=wire.TablePositions(button=0, small_blind_position=1, big_blind_seat=2),
        )
    )
    assert answer.opening.small_blind_dead
    assert not answer.opening.HasField("small_blind_seat")
    assert answer.positions == wire.TablePositions(button=1, small_blind_position=2, big_blind_seat=3)
