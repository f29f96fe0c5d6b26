"""Opening and dealing in two calls gives what one call gives: nothing is lost in an open token."""

from __future__ import annotations

import random
from typing import Final

import pytest

from floorman.api import Floor
from floorman.api.dealing import deal_hand, start_hand
from floorman.api.hand_update import hand_update
from floorman.api.opening import open_hand
from floorman.api.opening_wire import opening_from_wire, start_from_wire
from floorman.cards import card_name
from floorman.sealing.opened import decode_opened, encode_opened
from floorman.v1 import hand_pb2, opening_pb2
from tests.properties.desk import opening_message, ring
from tests.properties.tables import Table, deal_table

_CHUNKS: Final = 4
_HANDS: Final = 40  # a chunk


def known(chance: random.Random, table: Table, message: opening_pb2.HandOpening) -> None:
    """Host dealing: some of the cards are known from the start."""
    names = [card_name(card) for card in table.deck.order]
    for seat in table.start.seats:
        first, second, *names = names
        if chance.random() < 0.5:
            message.known_cards.holes.add(seat=seat.number, cards=[first, second])
    if chance.random() < 0.5:
        message.known_cards.boards.add(cards=names[: chance.choice([1, 3, 4, 5])])
    if chance.random() < 0.5 and table.start.config.burn_cards:
        message.known_cards.burns.extend(chance.choice([["??"], names[5:6], [names[5], "??"]]))


def in_one_call(floor: Floor, message: opening_pb2.HandOpening) -> hand_pb2.HandUpdate:
    return hand_update(start_hand(floor, start_from_wire(message)), None, b"")


def in_two_calls(floor: Floor, message: opening_pb2.HandOpening) -> hand_pb2.HandUpdate:
    opened, token = open_hand(floor, opening_from_wire(message))
    update = hand_update(deal_hand(floor, token, (), b""), None, b"")
    # the leaves are given once, with the opening
    update.start.opening.leaves = b"".join(opened.leaves)
    return update


@pytest.mark.parametrize("hosted", [False, True], ids=["the floor deals", "the host deals"])
@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_two_calls_are_one(chunk: int, hosted: bool) -> None:  # noqa: FBT001 (who deals)
    chance = random.Random(f"two calls {chunk} {hosted}")
    floor = Floor(ring(), allow_given_entropy=True)
    for _ in range(_HANDS):
        table = deal_table(chance, host_deals=hosted)
        message = opening_message(table, chance.randbytes(32))
        message.level = opening_pb2.ASSURANCE_LEVEL_COMMIT
        message.want_leaves = not hosted
        if hosted:
            known(chance, table, message)
        assert in_two_calls(floor, message) == in_one_call(floor, message)


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_an_opened_hand_survives_its_bytes(chunk: int) -> None:
    chance = random.Random(f"open tokens {chunk}")
    floor = Floor(ring(), allow_given_entropy=True)
    for _ in range(_HANDS):
        table = deal_table(chance, host_deals=chance.random() < 0.3)
        message = opening_message(table, chance.randbytes(32))
        message.level = opening_pb2.ASSURANCE_LEVEL_COMMIT
        if table.start.host_deals:
            known(chance, table, message)
        for seat in message.seats:
            seat.action_key = chance.randbytes(32) if chance.random() < 0.5 else b""
        _, token = open_hand(floor, opening_from_wire(message))
        _, hand = floor.open_opened(token)
        form = encode_opened(hand)
        again = decode_opened(form)
        assert encode_opened(again) == form
        assert (again.entropy, again.opening, again.start) == (hand.entropy, hand.opening, hand.start)
        assert hand.entropy == message.entropy
        assert repr(hand) == "OpenedHand(…)"
