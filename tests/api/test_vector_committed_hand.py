"""audit.md 15: the vectors' first hand through the service: COMMITTED, SEAT_KEY, EVERY, guarded, signed.

The players' side (commits, seeds, consents, act signatures) is taken from the vectors' keys; every byte that
the service answers with is compared with the vectors'.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from floorman.api import Floor
from floorman.cards import card_name
from floorman.fairness.boxes import open_cards
from floorman.fairness.signing import act_message, consent_message
from floorman.guard.memory import MemoryGuard
from floorman.sealing.token import HEADER_BYTES
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, record_pb2
from tests.api.vector_hands import (
    vector_event_bytes,
    vector_opening,
    vector_openings,
    vector_ring,
    vector_step,
)
from tests.fairness.vectors import VECTORS, unhex
from tests.security.house import House, open_house

_HAND: Final = VECTORS["hand"]
_KEYS: Final = VECTORS["keys"]
_SEATS: Final = (1, 2, 5)


def _opening() -> opening_pb2.HandOpening:
    opening = vector_opening(_HAND["opening"])
    opening.config.small_blind = 50
    opening.config.big_blind = 100
    opening.config.rake_bps = 500
    opening.config.rake_cap = 100
    opening.level = opening_pb2.ASSURANCE_LEVEL_COMMITTED
    opening.delivery = opening_pb2.DELIVERY_SEAT_KEY
    return opening


def _signed(seat: int, message: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(unhex(_KEYS["action_private"][str(seat)])).sign(message)


@dataclass
class Played:
    """The hand as a service answered it."""

    opened: hand_service_pb2.OpenHandResponse
    updates: list[hand_pb2.HandUpdate]
    requests: list[hand_service_pb2.DealHandRequest | hand_service_pb2.ActRequest] = field(
        default_factory=list
    )


def _play(house: House) -> Played:
    opened = house.ask("OpenHand", hand_service_pb2.OpenHandRequest(opening=_opening()))
    head = opened.opening.open_head
    deal = hand_service_pb2.DealHandRequest(
        open_token=opened.open_token,
        seeds=[
            record_pb2.SeatSeed(
                seat=row["seat"],
                seed=unhex(row["seed"]),
                consent=_signed(row["seat"], consent_message(head, row["seat"], unhex(row["seed"]))),
            )
            for row in _HAND["seeds"]
        ],
    )
    played = Played(opened, [house.ask("DealHand", deal).update], [deal])
    for listed in _HAND["steps"][1:]:
        last = played.updates[-1]
        request = hand_service_pb2.ActRequest(
            state=last.state,
            hand_id=last.hand_id,
            expected_step=last.step,
            step=vector_step(listed["request"]),
        )
        if "seat_signature" in listed:
            message = act_message(last.hand_id, last.step + 1, last.head, unhex(listed["request_bytes"]))
            request.act_signature = _signed(listed["request"]["seat"], message)
        played.requests.append(request)
        played.updates.append(house.ask("Act", request).update)
    return played


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    floor = Floor(vector_ring(), allow_given_entropy=True, guard=MemoryGuard(keep_seconds=600))
    with open_house(floor) as opened:
        yield opened


@pytest.fixture(scope="module")
def played(house: House) -> Played:
    return _play(house)


def test_audit_3_2_the_opening_is_the_vectors(played: Played) -> None:
    opening = played.opened.opening
    assert opening.open_bytes.hex() == _HAND["open_bytes"]
    assert opening.open_head.hex() == _HAND["open_head"]
    assert opening.signature.hex() == _HAND["sig_open"]
    assert opening.head_key_id == _KEYS["head_kid"]
    assert opening.cfg_text == _HAND["cfg_text"]
    assert opening.leaves.hex() == "".join(_HAND["leaves"])
    assert opening.assurance == _HAND["assurance"]
    assert played.opened.hand_id.hex() == _HAND["opening"]["hand_id"]


def test_audit_3_4_the_consents_are_the_vectors_and_the_deal_tells_the_opening_again(played: Played) -> None:
    deal = played.requests[0]
    assert isinstance(deal, hand_service_pb2.DealHandRequest)
    assert [seed.consent.hex() for seed in deal.seeds] == [row["ok"] for row in _HAND["seeds"]]
    start = played.updates[0].start
    assert start.permutation_seed.hex() == _HAND["P"]
    assert start.given_entropy
    assert not start.host_can_look_ahead
    told = opening_pb2.SignedOpening()
    told.CopyFrom(played.opened.opening)
    told.leaves = b""
    assert start.opening == told


@pytest.mark.parametrize("number", range(len(_HAND["steps"])))
def test_audit_4_1_every_step_has_the_vectors_bytes_head_and_signatures(played: Played, number: int) -> None:
    listed = _HAND["steps"][number]
    update = played.updates[number]
    assert update.event_bytes == vector_event_bytes(listed)
    assert update.step == number
    assert update.step_bytes.hex() == listed.get("request_bytes", "")
    assert update.act_signature.hex() == listed.get("seat_signature", "")
    assert update.parent_head.hex() == listed["parent"]
    assert update.head.hex() == listed["head"]
    assert update.signature.hex() == listed["signature"]
    rows = [(one.deck_index, one.slot, one.card, one.salt.hex()) for one in update.openings]
    assert rows == vector_openings(listed["openings"])


def test_audit_15_the_hand_ends_as_the_vectors_say(played: Played) -> None:
    result = _HAND["result"]
    settlement = played.updates[-1].settlement
    assert {str(seat.seat): seat.stack for seat in settlement.seats} == result["stacks"]
    assert settlement.rake == result["rake"]
    assert {str(refund.seat): refund.amount for refund in settlement.refunds} == result["returned"]
    assert [(pot.amount, list(pot.eligible_seats)) for pot in settlement.pots] == [
        (pot["amount"], pot["eligible"]) for pot in result["pots"]
    ]


def test_audit_5_the_tokens_have_the_vectors_headers(played: Played) -> None:
    headers = {row["type"]: row["header"] for row in VECTORS["tokens"]}
    views = {view.seat: view for view in played.updates[0].seat_views}
    assert played.opened.open_token[:HEADER_BYTES].hex() == headers["open"]
    assert played.updates[9].state[:HEADER_BYTES].hex() == headers["state"]
    assert views[5].view_token[:HEADER_BYTES].hex() == headers["view"]


def test_audit_5_each_seat_gets_a_box_that_its_key_opens_and_the_host_no_card(played: Played) -> None:
    views = {view.seat: view for view in played.updates[0].seat_views}
    assert list(views) == list(_SEATS)
    shown = {
        opening.deck_index: card_name(opening.card)
        for seat, view in views.items()
        for opening in open_cards(
            unhex(_KEYS["hpke_private"][str(seat)]), unhex(_HAND["trunk"]), seat, view.sealed_cards
        )
    }
    # all three hands went up at the end: what the boxes held is what the table then saw
    assert shown == {
        one["deck_index"]: one["card"] for one in _HAND["steps"][9]["openings"] if one["deck_index"] < 6
    }
    assert all(not view.cards and not view.openings for view in views.values())
    assert all(not update.seat_views for update in played.updates[1:])


def test_audit_5_the_box_of_seat_5_holds_the_vectors_openings(house: House, played: Played) -> None:
    token = next(view.view_token for view in played.updates[0].seat_views if view.seat == 5)
    answer = house.ask("ViewHand", hand_service_pb2.ViewHandRequest(view_token=token))
    assert (answer.hand_id, answer.step, answer.seat_view.seat) == (played.opened.hand_id, 0, 5)
    row = VECTORS["hpke_box"]
    opened = open_cards(unhex(row["private_key"]), unhex(_HAND["trunk"]), 5, answer.seat_view.sealed_cards)
    assert [
        (one.deck_index, one.slot, card_name(one.card), one.salt.hex()) for one in opened
    ] == vector_openings(row["openings"])


def test_audit_6_equal_requests_give_equal_bytes_on_every_replica_but_for_the_boxes(played: Played) -> None:
    floor = Floor(vector_ring(), allow_given_entropy=True, guard=MemoryGuard(keep_seconds=600))
    with open_house(floor) as replica:
        again = _play(replica)
    assert again.opened == played.opened
    assert again.updates[1:] == played.updates[1:]
    for mine, theirs in zip(played.updates[0].seat_views, again.updates[0].seat_views, strict=True):
        assert mine.sealed_cards != theirs.sealed_cards
        assert mine.view_token == theirs.view_token
    assert _without_boxes(again.updates[0]) == _without_boxes(played.updates[0])


def _without_boxes(update: hand_pb2.HandUpdate) -> hand_pb2.HandUpdate:
    rest = hand_pb2.HandUpdate()
    rest.CopyFrom(update)
    for view in rest.seat_views:
        view.ClearField("sealed_cards")
    return rest


def test_audit_5_the_newest_answer_may_be_asked_for_again_and_no_older_one(
    house: House, played: Played
) -> None:
    last = played.requests[-1]
    assert house.ask("Act", last).update == played.updates[-1]
    refused = house.refused("DealHand", played.requests[0])
    assert (refused.reason, refused.numbers) == ("FORK", {"step": 0})
    for number, request in enumerate(played.requests[1:-1], 1):
        refused = house.refused("Act", request)
        assert (refused.reason, refused.numbers) == ("FORK", {"step": number})
