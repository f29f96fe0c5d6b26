"""audit.md 3.4, 5: what OpenHand and StartHand refuse of levels, keys, guards, beacons and escrows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import grpc
import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from floorman.api import Floor
from floorman.api import opening as opening_module
from floorman.cards import full_deck
from floorman.fairness.beacon import QUICKNET, can_check
from floorman.fairness.boxes import escrow_of, open_escrow
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import OpenFlag
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.secret_layer import SecretLayer
from floorman.guard.memory import MemoryGuard
from floorman.server.keys import temporary_ring
from floorman.v1 import config_pb2, opening_pb2
from tests.api.vector_hands import vector_ring
from tests.security.house import House, Refused, open_house
from tests.security.players import COMMITTED, SEAT_KEY, SEAT_SECRET, SEEDED, keyed, open_request
from tests.security.table import hosted, opening, start_request

COMMIT: Final = opening_pb2.ASSURANCE_LEVEL_COMMIT
BEACON: Final = opening_pb2.ASSURANCE_LEVEL_BEACON
HOST: Final = opening_pb2.DELIVERY_HOST
_AUDITOR: Final = X25519PrivateKey.from_private_bytes(bytes(range(32)))
Change = Callable[[opening_pb2.HandOpening], object]

needs_extra = pytest.mark.skipif(
    not can_check(), reason="the optional extra [beacon] is not installed: level BEACON is not tested"
)


@pytest.fixture(scope="module")
def guarded() -> Iterator[House]:
    floor = Floor(ring=temporary_ring(), guard=MemoryGuard(600), allow_given_entropy=True)
    with open_house(floor) as opened:
        yield opened


def refused(house: House, message: opening_pb2.HandOpening) -> Refused:
    """How OpenHand refuses it; StartHand does the same at level COMMIT."""
    said = house.refused("OpenHand", open_request(message))
    if message.level == COMMIT:
        assert house.refused("StartHand", start_request(message)) == said
    assert said.code is grpc.StatusCode.INVALID_ARGUMENT
    return said


def at(level: opening_pb2.AssuranceLevel.ValueType) -> opening_pb2.HandOpening:
    message = opening()
    message.level = level
    return message


def test_a_level_is_never_guessed(guarded: House) -> None:
    said = refused(guarded, at(opening_pb2.ASSURANCE_LEVEL_UNSPECIFIED))
    assert (said.reason, said.fields) == ("UNKNOWN_ENUM", ["opening.level"])


def test_audit_3_4_committed_needs_a_commit(guarded: House) -> None:
    said = refused(guarded, at(COMMITTED))
    assert (said.reason, said.fields) == ("FIELD_MISSING", ["opening.seats"])
    one = at(COMMITTED)
    one.seats[2].commit = bytes(32)
    assert "commits=1/3" in guarded.ask("OpenHand", open_request(one)).opening.assurance


@pytest.mark.parametrize("level", [COMMIT, SEEDED])
def test_audit_3_4_commits_belong_to_no_lower_level(
    guarded: House, level: opening_pb2.AssuranceLevel.ValueType
) -> None:
    message = at(level)
    message.seats[1].commit = bytes(32)
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["opening.seats[1].commit"])


@pytest.mark.parametrize("length", [1, 31, 33, 64])
@pytest.mark.parametrize(
    ("delivery", "key"),
    [(HOST, "commit"), (HOST, "action_key"), (SEAT_SECRET, "secret_hash"), (SEAT_KEY, "hpke_key")],
)
def test_a_key_of_a_wrong_length(
    guarded: House, delivery: opening_pb2.Delivery.ValueType, key: str, length: int
) -> None:
    message = keyed(delivery)
    setattr(message.seats[1], key, bytes(length))
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("WRONG_LENGTH", [f"opening.seats[1].{key}"])
    assert said.numbers == {"length": length, "least": 32, "most": 32}


@pytest.mark.parametrize(
    ("delivery", "key"),
    [
        (HOST, "secret_hash"),
        (HOST, "hpke_key"),
        (SEAT_KEY, "secret_hash"),
        (SEAT_SECRET, "hpke_key"),
    ],
)
def test_a_key_of_another_delivery(
    guarded: House, delivery: opening_pb2.Delivery.ValueType, key: str
) -> None:
    message = keyed(delivery)
    setattr(message.seats[1], key, bytes(range(32)))
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("CONTRADICTION", [f"opening.seats[1].{key}"])


@pytest.mark.parametrize("call", ["OpenHand", "StartHand"])
@pytest.mark.parametrize(
    ("delivery", "key"),
    [
        (SEAT_SECRET, "secret_hash"),
        (SEAT_KEY, "hpke_key"),
        (SEAT_SECRET, "action_key"),
        (SEAT_KEY, "action_key"),
    ],
)
def test_audit_5_a_delivery_past_the_host_needs_its_keys(
    guarded: House, delivery: opening_pb2.Delivery.ValueType, key: str, call: str
) -> None:
    message = keyed(delivery, COMMIT)
    message.seats[1].ClearField(key)  # type: ignore[arg-type]
    said = guarded.refused(call, start_request(message) if call == "StartHand" else open_request(message))
    assert (said.reason, said.fields) == ("DELIVERY_UNPROTECTED", [f"opening.seats[1].{key}"])
    assert said.numbers == {"seat": 1}
    # a seat whose player is absent is killed before it could see or do anything
    message.seats[1].absent = True
    assert guarded.ask("OpenHand", open_request(message)).open_token


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_audit_5_a_delivery_past_the_host_needs_a_guard(
    house: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    said = refused(house, keyed(delivery, COMMIT))
    assert (said.reason, said.fields) == ("DELIVERY_UNPROTECTED", ["opening.delivery"])
    assert not said.numbers


@pytest.mark.parametrize("key", [bytes(32), (1).to_bytes(32, "little")], ids=["zero", "one"])
def test_audit_5_nothing_can_be_sealed_to_a_key_of_small_order(guarded: House, key: bytes) -> None:
    message = keyed(SEAT_KEY)
    message.seats[2].hpke_key = key
    message.accept_host_lookahead = True
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("DELIVERY_UNPROTECTED", ["opening.seats[2].hpke_key"])


def flags(house: House, message: opening_pb2.HandOpening) -> tuple[OpenFlag, str]:
    opened = house.ask("OpenHand", open_request(message)).opening
    return decode_opening(opened.open_bytes).flags, opened.assurance


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_audit_5_a_host_may_insist_on_less_and_the_opening_says_so(
    house: House, guarded: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    whole = keyed(delivery)
    whole.accept_host_lookahead = True
    keyless = keyed(delivery)
    keyless.accept_host_lookahead = True
    keyless.seats[0].ClearField("action_key")
    bound, line = flags(guarded, whole)
    assert bound == OpenFlag.FORK_GUARD | OpenFlag.SIGN_EVERY
    assert "keys=3/3 guard=yes lookahead=no" in line
    bound, line = flags(guarded, keyless)
    assert bound == OpenFlag.FORK_GUARD | OpenFlag.SIGN_EVERY | OpenFlag.HOST_CAN_LOOK_AHEAD
    assert "keys=2/3 guard=yes lookahead=yes" in line
    bound, line = flags(house, whole)
    assert bound == OpenFlag.SIGN_EVERY | OpenFlag.HOST_CAN_LOOK_AHEAD
    assert "keys=3/3 guard=no lookahead=yes" in line


@pytest.mark.parametrize(("delivery", "key"), [(SEAT_SECRET, "secret_hash"), (SEAT_KEY, "hpke_key")])
def test_a_host_that_insists_on_less_cannot_insist_on_cards_that_nobody_sees(
    guarded: House, delivery: opening_pb2.Delivery.ValueType, key: str
) -> None:
    message = keyed(delivery)
    message.accept_host_lookahead = True
    message.seats[0].ClearField(key)  # type: ignore[arg-type]
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("DELIVERY_UNPROTECTED", [f"opening.seats[0].{key}"])


def test_a_guard_may_be_asked_for_with_any_delivery(house: House, guarded: House) -> None:
    message = at(SEEDED)
    assert flags(guarded, message)[0] == OpenFlag(0)
    message.fork_guard = True
    bound, line = flags(guarded, message)
    assert bound == OpenFlag.FORK_GUARD
    assert "delivery=HOST keys=0/3 guard=yes lookahead=yes" in line
    said = refused(house, message)
    assert (said.reason, said.fields) == ("NOT_OFFERED", ["opening.fork_guard"])


@pytest.mark.parametrize("level", [SEEDED, COMMITTED, BEACON])
def test_audit_3_2_no_seed_cuts_the_deck_of_a_host(
    guarded: House, level: opening_pb2.AssuranceLevel.ValueType
) -> None:
    message = hosted()
    message.level = level
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["opening.level"])


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_audit_5_cards_cannot_be_kept_from_a_host_that_deals(
    guarded: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    message = hosted()
    message.level = COMMIT
    message.delivery = delivery
    message.accept_host_lookahead = True
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["opening.delivery"])


@pytest.mark.parametrize("sign_heads", opening_pb2.SignHeads.values())
def test_audit_4_1_committed_signs_every_head(
    guarded: House, sign_heads: opening_pb2.SignHeads.ValueType
) -> None:
    message = keyed(HOST)
    message.sign_heads = sign_heads
    bound, line = flags(guarded, message)
    assert bound == OpenFlag.SIGN_EVERY
    assert "heads=every" in line


def test_what_the_deal_would_refuse_is_refused_at_the_opening(guarded: House) -> None:
    message = opening(150, 5000, 5000)
    message.level = SEEDED
    message.config.straddle_seats.seats.append(config_pb2.STRADDLE_SEAT_UTG)
    message.straddles.add(seat=0, amount=200)
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("STRADDLE_INVALID", ["opening.straddles"])
    assert said.numbers == {"seat": 0, "stack": 150, "missing": 200}


# ---- given entropy, beacon, escrow ----


def test_audit_3_7_given_entropy_is_not_for_everybody(house: House) -> None:
    message = at(SEEDED)
    message.entropy = bytes(32)
    said = refused(house, message)
    assert (said.reason, said.fields) == ("NOT_OFFERED", ["opening.entropy"])


def with_beacon(message: opening_pb2.HandOpening, round_number: int = 1 << 40) -> opening_pb2.HandOpening:
    message.beacon.chain_hash = QUICKNET.chain_hash
    message.beacon.round = round_number
    return message


_NEXT_ROUND: Final = 124
_NOW_MS: Final = 1_000 * QUICKNET.time_of(_NEXT_ROUND - 1)


@pytest.fixture(scope="module")
def between_rounds() -> Iterator[House]:
    """A house whose clock stands where round 123 has just appeared, and a key ring that was good then."""
    floor = Floor(ring=vector_ring(), allow_given_entropy=True, now_ms=lambda: _NOW_MS)
    with open_house(floor) as opened:
        yield opened


@needs_extra
def test_audit_3_4_a_round_lies_in_the_future(between_rounds: House) -> None:
    for past in (0, 1, _NEXT_ROUND - 1):
        said = refused(between_rounds, with_beacon(at(BEACON), past))
        assert (said.reason, said.fields) == ("NUMBER_OUT_OF_RANGE", ["opening.beacon.round"])
        assert said.numbers == {"value": past, "least": _NEXT_ROUND, "most": 2**63 - 1}
    opened = between_rounds.ask("OpenHand", open_request(with_beacon(at(BEACON), _NEXT_ROUND))).opening
    beacon = decode_opening(opened.open_bytes).beacon
    assert beacon is not None
    assert (beacon.chain_hash, beacon.round) == (QUICKNET.chain_hash, _NEXT_ROUND)
    assert opened.assurance.startswith("level=BEACON commits=0/3")
    assert "heads=every beacon=not checked" in opened.assurance


def test_audit_3_5_level_beacon_is_not_offered_where_nobody_can_check_it(
    guarded: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening_module, "can_check", lambda: False)
    said = refused(guarded, with_beacon(at(BEACON)))
    assert (said.reason, said.fields) == ("NOT_OFFERED", ["opening.level"])


def _unknown_chain(message: opening_pb2.HandOpening) -> None:
    message.beacon.chain_hash = bytes(32)


@needs_extra
@pytest.mark.parametrize(
    ("change", "reason", "field"),
    [
        (lambda message: message.ClearField("beacon"), "FIELD_MISSING", "beacon"),
        (_unknown_chain, "NOT_OFFERED", "beacon.chain_hash"),
        (lambda message: setattr(message.beacon, "chain_hash", b"x"), "WRONG_LENGTH", "beacon.chain_hash"),
        (lambda message: message.beacon.ClearField("chain_hash"), "WRONG_LENGTH", "beacon.chain_hash"),
        (lambda message: setattr(message, "entropy", bytes(32)), "CONTRADICTION", "entropy"),
    ],
    ids=["none", "another chain", "no hash", "no chain", "a deck that is known"],
)
def test_a_beacon_that_is_none(guarded: House, change: Change, reason: str, field: str) -> None:
    message = with_beacon(at(BEACON))
    change(message)
    said = refused(guarded, message)
    assert (said.reason, said.fields) == (reason, [f"opening.{field}"])


@pytest.mark.parametrize("level", [COMMIT, SEEDED, COMMITTED])
def test_a_beacon_belongs_to_its_level(guarded: House, level: opening_pb2.AssuranceLevel.ValueType) -> None:
    said = refused(guarded, with_beacon(keyed(HOST, level)))
    assert (said.reason, said.fields) == ("CONTRADICTION", ["opening.beacon"])


@pytest.mark.parametrize("call", ["OpenHand", "StartHand"])
def test_audit_7_an_escrow_holds_the_entropy_of_the_deck_for_its_auditor(guarded: House, call: str) -> None:
    message = at(COMMIT)
    message.escrow.auditor_key = _AUDITOR.public_key().public_bytes_raw()
    if call == "OpenHand":
        signed = guarded.ask(call, open_request(message)).opening
    else:
        signed = guarded.ask(call, start_request(message)).update.start.opening
    opening_ = decode_opening(signed.open_bytes)
    entropy = open_escrow(_AUDITOR.private_bytes_raw(), opening_.hand_id, opening_.root, signed.escrow_box)
    assert root_of(SecretLayer(entropy, opening_.hand_id, full_deck()).leaves()) == opening_.root
    assert opening_.escrow == escrow_of(message.escrow.auditor_key, signed.escrow_box)
    assert signed.assurance.endswith("escrow=yes")


@pytest.mark.parametrize(
    ("key", "reason"), [(b"", "WRONG_LENGTH"), (bytes(31), "WRONG_LENGTH"), (bytes(32), "CONTRADICTION")]
)
def test_an_auditor_that_nothing_can_be_sealed_to(guarded: House, key: bytes, reason: str) -> None:
    message = at(COMMIT)
    message.escrow.SetInParent()
    message.escrow.auditor_key = key
    said = refused(guarded, message)
    assert (said.reason, said.fields) == (reason, ["opening.escrow.auditor_key"])


def test_audit_3_7_given_entropy_needs_no_escrow(guarded: House) -> None:
    message = at(COMMIT)
    message.escrow.auditor_key = _AUDITOR.public_key().public_bytes_raw()
    message.entropy = bytes(32)
    said = refused(guarded, message)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["opening.entropy"])
