"""audit.md 3.4: with which seeds, consents and beacon values an opened hand is dealt, and with which not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Final

import grpc
import pytest

from floorman.api import Floor
from floorman.api import seeds as seeds_module
from floorman.cards import card_name
from floorman.fairness.beacon import QUICKNET, BeaconCheck, can_check
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.opening import first_prev_head
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.public_layer import permutation, public_seed
from floorman.guard.memory import MemoryGuard
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, record_pb2
from tests.api.vector_hands import vector_ring
from tests.fairness.vectors import VECTORS, card, unhex
from tests.security.house import House, Refused, open_house
from tests.security.players import COMMITTED, SEEDED, Player, dealt, keyed, open_request
from tests.security.table import act_request, opening, start, step

COMMIT: Final = opening_pb2.ASSURANCE_LEVEL_COMMIT
BEACON: Final = opening_pb2.ASSURANCE_LEVEL_BEACON
HOST: Final = opening_pb2.DELIVERY_HOST
DealHand = hand_service_pb2.DealHandRequest
Opened = hand_service_pb2.OpenHandResponse
SeatSeed = record_pb2.SeatSeed

needs_extra = pytest.mark.skipif(
    not can_check(), reason="the optional extra [beacon] is not installed: level BEACON is not tested"
)


def opened(house: House, message: opening_pb2.HandOpening) -> Opened:
    answer: Opened = house.ask("OpenHand", open_request(message))
    return answer


def deal(house: House, hand: Opened, *seeds: SeatSeed, beacon: bytes = b"") -> hand_pb2.HandUpdate:
    request = DealHand(open_token=hand.open_token, seeds=seeds, beacon_signature=beacon)
    update: hand_pb2.HandUpdate = house.ask("DealHand", request).update
    return update


def refused(house: House, hand: Opened, *seeds: SeatSeed, beacon: bytes = b"") -> Refused:
    said = house.refused(
        "DealHand", DealHand(open_token=hand.open_token, seeds=seeds, beacon_signature=beacon)
    )
    assert said.code is grpc.StatusCode.INVALID_ARGUMENT
    return said


def revealed(hand: Opened, *seats: int) -> list[SeatSeed]:
    return [Player(seat).reveal(hand) for seat in seats or (0, 1, 2)]


def thin(level: opening_pb2.AssuranceLevel.ValueType) -> opening_pb2.HandOpening:
    """Players without action keys; those of seats 0 and 2 commit where the level has commits."""
    message = opening()
    message.level = level
    if level >= COMMITTED:
        for seat in (message.seats[0], message.seats[2]):
            seat.commit = Player(seat.seat).commit(message)
    return message


def bare(seat: int, seed: bytes | None = None) -> SeatSeed:
    return SeatSeed(seat=seat, seed=Player(seat).seed if seed is None else seed)


# ---- what a level takes ----


def test_at_commit_any_seed_is_refused(house: House) -> None:
    hand = opened(house, thin(COMMIT))
    said = refused(house, hand, bare(1))
    assert (said.reason, said.fields, said.numbers) == ("SEED_REFUSED", ["seeds[0].seed"], {"seat": 1})
    assert deal(house, hand).start.permutation_seed == public_seed(hand.opening.open_head, {})


def test_at_seeded_any_of_the_seats_may_reveal(house: House) -> None:
    hand = opened(house, thin(SEEDED))
    for seats in ((), (1,), (2, 0), (0, 1, 2)):
        update = deal(house, hand, *(bare(seat) for seat in seats))
        seeds = {seat: Player(seat).seed for seat in seats}
        assert update.start.permutation_seed == public_seed(hand.opening.open_head, seeds)


def test_at_committed_every_seat_that_committed_reveals_and_no_other(house: House) -> None:
    hand = opened(house, thin(COMMITTED))
    update = deal(house, hand, bare(2), bare(0))
    seeds = {seat: Player(seat).seed for seat in (0, 2)}
    assert update.start.permutation_seed == public_seed(hand.opening.open_head, seeds)
    said = refused(house, hand, bare(0), bare(1), bare(2))
    assert (said.reason, said.fields, said.numbers) == ("SEED_REFUSED", ["seeds[1].seed"], {"seat": 1})
    for seats, missing in (((0,), 2), ((2,), 0), ((), 0)):
        said = refused(house, hand, *(bare(seat) for seat in seats))
        assert (said.reason, said.fields, said.numbers) == ("SEED_MISSING", ["seeds"], {"seat": missing})


def test_a_seed_that_does_not_open_its_commit(house: House) -> None:
    hand = opened(house, thin(COMMITTED))
    other = sha256(b"another seed").digest()
    said = refused(house, hand, bare(0), bare(2, other))
    assert (said.reason, said.fields, said.numbers) == ("SEED_REFUSED", ["seeds[1].seed"], {"seat": 2})


@pytest.mark.parametrize(
    ("field", "value"), [("table_id", "table 8"), ("hand_number", 13), ("attempt", 1), ("seat", 1)]
)
def test_audit_10_a_commit_is_good_for_one_seat_of_one_attempt_of_one_hand(
    house: House, field: str, value: str | int
) -> None:
    message = thin(COMMITTED)
    reused = message.seats[0].commit
    if field == "seat":
        message.seats[1].commit, message.seats[0].commit = reused, b""
    else:
        setattr(message, field, value)
        message.seats[2].commit = Player(2).commit(message)
    seat = 1 if field == "seat" else 0
    said = refused(house, opened(house, message), bare(seat, Player(0).seed), bare(2))
    assert (said.reason, said.numbers) == ("SEED_REFUSED", {"seat": seat})


@pytest.mark.parametrize("length", [0, 15, 65, 1000])
def test_a_seed_has_16_to_64_bytes(house: House, length: int) -> None:
    said = refused(house, opened(house, thin(SEEDED)), bare(1, bytes(length)))
    assert (said.reason, said.fields) == ("WRONG_LENGTH", ["seeds[0].seed"])
    assert said.numbers == {"length": length, "least": 16, "most": 64}
    for good in (16, 64):
        assert deal(house, opened(house, thin(SEEDED)), bare(1, bytes(good))).hand_id


def test_a_seed_of_nobody(house: House) -> None:
    hand = opened(house, thin(SEEDED))
    said = refused(house, hand, bare(1), SeatSeed(seat=7, seed=bytes(16)))
    assert (said.reason, said.fields, said.numbers) == ("SEED_REFUSED", ["seeds[1].seed"], {"seat": 7})
    said = refused(house, hand, SeatSeed(seat=255, seed=bytes(16)))
    assert (said.reason, said.fields) == ("SEAT_OUT_OF_RANGE", ["seeds[0].seat"])
    said = refused(house, hand, bare(1), bare(1))
    assert (said.reason, said.fields, said.numbers) == ("DUPLICATE_SEAT", ["seeds[1].seat"], {"seat": 1})


# ---- consents ----


def _signed_by(other: int) -> Callable[[Opened, SeatSeed], None]:
    def change(hand: Opened, seed: SeatSeed) -> None:
        seed.consent = Player(other).reveal(hand).consent

    return change


def _for_another_seed(_: Opened, seed: SeatSeed) -> None:
    seed.seed = sha256(b"another seed").digest()


def _for_another_opening(_: Opened, seed: SeatSeed) -> None:
    other = Opened()
    other.opening.open_head = bytes(32)
    seed.consent = Player(seed.seat).reveal(other).consent


def _changed(_: Opened, seed: SeatSeed) -> None:
    seed.consent = seed.consent[:-1] + bytes((seed.consent[-1] ^ 1,))


@pytest.mark.parametrize(
    "change",
    [
        lambda _, seed: seed.ClearField("consent"),
        lambda _, seed: setattr(seed, "consent", b"yes"),
        _changed,
        _signed_by(2),
        _for_another_seed,
        _for_another_opening,
    ],
    ids=["missing", "no signature", "changed", "of another player", "of another seed", "of another opening"],
)
@pytest.mark.parametrize("level", [SEEDED, COMMITTED])
def test_a_seat_with_an_action_key_reveals_with_its_consent(
    house: House,
    level: opening_pb2.AssuranceLevel.ValueType,
    change: Callable[[Opened, SeatSeed], None],
) -> None:
    hand = opened(house, keyed(HOST, level))
    seeds = revealed(hand)
    change(hand, seeds[1])
    said = refused(house, hand, *seeds)
    if change is _for_another_seed and level == COMMITTED:
        assert (said.reason, said.fields) == ("SEED_REFUSED", ["seeds[1].seed"])
    else:
        assert (said.reason, said.fields) == ("CONSENT_INVALID", ["seeds[1].consent"])
    assert said.numbers == {"seat": 1}
    assert deal(house, hand, *revealed(hand)).hand_id == hand.hand_id


def test_a_seat_without_an_action_key_consents_to_nothing(house: House) -> None:
    hand = opened(house, thin(SEEDED))
    said = refused(house, hand, bare(0), Player(1).reveal(hand))
    assert (said.reason, said.fields, said.numbers) == ("CONSENT_INVALID", ["seeds[1].consent"], {"seat": 1})


# ---- the deal as everybody can check it ----


def test_audit_3_4_what_is_dealt_follows_from_the_opening_and_the_seeds(house: House) -> None:
    message = keyed(HOST)
    message.want_leaves = True
    hand = opened(house, message)
    update = deal(house, hand, *revealed(hand))
    seeds = {seat: Player(seat).seed for seat in range(3)}
    cut = public_seed(hand.opening.open_head, seeds)
    assert update.start.permutation_seed == cut
    slots = permutation(cut, hand.hand_id, 52)
    leaves = [hand.opening.leaves[at : at + 32] for at in range(0, 52 * 32, 32)]
    for view in update.seat_views:
        # seat 1 is dealt first, the button, seat 0, last
        first = (view.seat + 2) % 3
        assert [one.deck_index for one in view.openings] == [first, 3 + first]
        for one, name in zip(view.openings, view.cards, strict=True):
            shown = CardOpening(one.deck_index, one.slot, card(one.card), one.salt)
            assert (one.slot, one.card) == (slots[one.deck_index], name)
            assert shown.leaf(hand.hand_id) == leaves[one.slot]
            assert card_name(shown.card) == name


def test_audit_3_5_at_committed_the_same_open_token_gives_one_deal(house: House) -> None:
    hand = opened(house, keyed(HOST))
    seeds = revealed(hand)
    assert deal(house, hand, *seeds) == deal(house, hand, *reversed(seeds))


def test_audit_3_5_at_seeded_a_host_could_deal_again_unless_a_guard_stands(house: House) -> None:
    hand = opened(house, thin(SEEDED))
    assert deal(house, hand, bare(0)).seat_views != deal(house, hand, bare(0, bytes(16))).seat_views
    with open_house(Floor(ring=house.floor.ring, guard=MemoryGuard(600))) as guarded:
        message = thin(SEEDED)
        message.fork_guard = True
        hand = opened(guarded, message)
        dealt_once = deal(guarded, hand, bare(0))
        again = DealHand(open_token=hand.open_token, seeds=[bare(0, bytes(16))])
        said = guarded.refused("DealHand", again)
        assert (said.reason, said.code, said.numbers) == ("FORK", grpc.StatusCode.ABORTED, {"step": 0})
        assert deal(guarded, hand, bare(0)) == dealt_once


def test_audit_3_4_a_missing_reveal_opens_the_hand_again(house: House) -> None:
    message = keyed(HOST)
    abandoned = opened(house, message)
    assert refused(house, abandoned, *revealed(abandoned, 0, 2)).reason == "SEED_MISSING"
    message.attempt = 1
    message.prev_head = abandoned.opening.open_head
    for seat in message.seats:
        seat.commit = Player(seat.seat).commit(message)
    again = opened(house, message)
    bound = decode_opening(again.opening.open_bytes)
    assert (bound.attempt, bound.prev_head) == (1, abandoned.opening.open_head)
    assert decode_opening(abandoned.opening.open_bytes).prev_head == first_prev_head("table 7")
    assert deal(house, again, *revealed(again)).hand_id == again.hand_id != abandoned.hand_id


# ---- a beacon ----


@pytest.fixture(scope="module")
def with_beacon() -> Iterator[tuple[House, Opened]]:
    """A hand that waits for round 123, opened when it lay in the future."""
    row = VECTORS["beacon"]
    floor = Floor(ring=vector_ring(), now_ms=lambda: 1_000 * (QUICKNET.time_of(row["round"]) - 1))
    with open_house(floor) as house:
        message = thin(BEACON)
        message.beacon.chain_hash = unhex(row["chain_hash"])
        message.beacon.round = row["round"]
        yield house, opened(house, message)


@needs_extra
def test_audit_3_5_the_value_of_the_round_adds_to_the_seeds(with_beacon: tuple[House, Opened]) -> None:
    house, hand = with_beacon
    row = VECTORS["beacon"]
    update = deal(house, hand, bare(0), bare(2), beacon=unhex(row["signature"]))
    seeds = {seat: Player(seat).seed for seat in (0, 2)}
    cut = public_seed(hand.opening.open_head, seeds, unhex(row["randomness"]))
    assert update.start.permutation_seed == cut
    assert "beacon=checked" in update.start.opening.assurance
    assert "beacon=not checked" in hand.opening.assurance


@needs_extra
def test_audit_10_a_value_that_is_not_the_rounds(with_beacon: tuple[House, Opened]) -> None:
    house, hand = with_beacon
    seeds = bare(0), bare(2)
    said = refused(house, hand, *seeds)
    assert (said.reason, said.fields) == ("FIELD_MISSING", ["beacon_signature"])
    signature = unhex(VECTORS["beacon"]["signature"])
    for wrong in (b"x", signature[:-1] + bytes((signature[-1] ^ 1,)), signature + b"\0", bytes(48)):
        said = refused(house, hand, *seeds, beacon=wrong)
        assert (said.reason, said.fields) == ("BEACON_INVALID", ["beacon_signature"])
    said = refused(house, hand, bare(0), beacon=signature)
    assert said.reason == "SEED_MISSING"


@needs_extra
def test_a_replica_that_cannot_check_the_value_does_not_deal(
    with_beacon: tuple[House, Opened], monkeypatch: pytest.MonkeyPatch
) -> None:
    house, hand = with_beacon
    monkeypatch.setattr(seeds_module, "check_round", lambda *_: BeaconCheck.NOT_AVAILABLE)
    said = refused(house, hand, bare(0), bare(2), beacon=unhex(VECTORS["beacon"]["signature"]))
    assert (said.reason, said.fields) == ("NOT_OFFERED", ["beacon_signature"])


def test_a_value_where_no_beacon_is_waited_for(house: House) -> None:
    said = refused(house, opened(house, thin(COMMIT)), beacon=bytes(48))
    assert (said.reason, said.fields) == ("CONTRADICTION", ["beacon_signature"])


# ---- the token ----


def test_an_open_token_is_no_state_and_a_state_no_open_token(house: House) -> None:
    hand = opened(house, thin(COMMIT))
    update = start(house)
    said = house.refused("DealHand", DealHand(open_token=update.state))
    assert (said.reason, said.code) == ("MALFORMED_STATE", grpc.StatusCode.INVALID_ARGUMENT)
    request = act_request(update, step("call", 0))
    request.state = hand.open_token
    assert house.refused("Act", request).reason == "MALFORMED_STATE"
    for view in (
        hand_service_pb2.ViewHandRequest(state=hand.open_token),
        hand_service_pb2.ViewHandRequest(view_token=hand.open_token),
    ):
        assert house.refused("ViewHand", view).reason == "MALFORMED_STATE"


def test_an_open_token_with_a_byte_changed_deals_nothing(house: House) -> None:
    token = opened(house, thin(COMMIT)).open_token
    for offset in range(len(token)):
        changed = bytearray(token)
        changed[offset] ^= 1
        with pytest.raises(grpc.RpcError):
            house.ask("DealHand", DealHand(open_token=bytes(changed)))
    assert house.ask("DealHand", DealHand(open_token=token)).update.hand_id


def test_a_hand_dealt_in_two_calls_is_played_as_one_dealt_in_one(house: House) -> None:
    update = dealt(house, keyed(HOST))
    while update.decision.kind == hand_pb2.DECISION_KIND_BET:
        kind = "call" if update.decision.call else "check"
        update = house.ask("Act", act_request(update, step(kind, update.decision.seat))).update
    assert update.decision.kind == hand_pb2.DECISION_KIND_COMPLETE
    assert update.signature
