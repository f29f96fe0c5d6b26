"""``AuditService``: proofs by call, public keys, and hands revealed to an auditor (audit.md 7)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from floorman.api import Auditor, Floor
from floorman.cards import card_name, full_deck, parse_card
from floorman.fairness.keys import fingerprint
from floorman.fairness.merkle import encode_path, path_to
from floorman.fairness.secret_layer import hole_commitment_of
from floorman.records.hand_record import HandRecord, link_of
from floorman.records.record_file import card_opening_from_message, record_to_message
from floorman.records.report import CheckName, Standing
from floorman.records.verification import verify
from floorman.sealing.ring import Ring
from floorman.sealing.rotation import rotated
from floorman.v1 import audit_service_pb2, cards_pb2, events_pb2, hand_pb2
from tests.api.test_export import checked_down, export_request, exported, keys_of
from tests.api.vector_hands import vector_ring
from tests.fairness.vectors import HAND_ID, VECTORS, unhex
from tests.records.test_verification import all_openings
from tests.records.vector_records import HANDS, record_of
from tests.security.house import METHODS, Guest, House, open_house
from tests.security.table import act, hole, hosted, start, step

AUDITOR_KEY: Final = "an auditor's key, as long and random as it gets"


class Caller(Guest):
    """Somebody with a key."""

    def __init__(self, channel: grpc.Channel, authorization: str) -> None:
        super().__init__(channel)
        self._authorization = authorization

    def ask(self, method: str, request: Message | bytes, language: str = "en") -> Any:
        path, _, answer = METHODS[method]
        form = request if isinstance(request, bytes) else request.SerializeToString()
        metadata = (("accept-language", language), ("authorization", self._authorization))
        return self.channel.unary_unary(path, bytes, answer.FromString)(form, timeout=20, metadata=metadata)


@pytest.fixture(scope="module")
def seen() -> list[bytes]:
    """The hands that were revealed."""
    return []


@pytest.fixture(scope="module")
def house(seen: list[bytes]) -> Iterator[House]:
    auditor = Auditor(sha256(AUDITOR_KEY.encode()).digest(), seen.append)
    with open_house(Floor(vector_ring()), auditor) as opened:
        yield opened


def standings(answer: Any) -> dict[str, str]:
    names, values = audit_service_pb2.CheckName, audit_service_pb2.CheckStanding
    return {
        names.Name(check.name).removeprefix("CHECK_NAME_"): values.Name(check.standing).removeprefix(
            "CHECK_STANDING_"
        )
        for check in answer.checks
    }


def failed(answer: Any) -> set[str]:
    return {name for name, standing in standings(answer).items() if standing == "FAILED"}


# --- VerifyHand --------------------------------------------------------------------------------------------


def proof_request(record: HandRecord) -> audit_service_pb2.VerifyHandRequest:
    return audit_service_pb2.VerifyHandRequest(record=record_to_message(record))


@pytest.mark.parametrize("hand", HANDS)
def test_a_record_is_proved_as_offline(house: House, hand: str) -> None:
    record = record_of(hand)
    answer = house.ask("VerifyHand", proof_request(record))
    report = verify(record, keys_of(house))
    assert answer.holds
    assert answer.assurance == VECTORS[hand]["assurance"]
    assert answer.title == report.title
    assert [(check.name, check.words) for check in answer.checks] == [
        (check.name.value, check.words) for check in report.checks
    ]
    assert list(standings(answer).values()) == [check.standing.name for check in report.checks]


def test_a_record_that_does_not_hold_is_an_answer(house: House) -> None:
    record = record_of("hand")
    answer = house.ask("VerifyHand", proof_request(replace(record, leaves=record.leaves[::-1])))
    assert not answer.holds
    assert failed(answer) == {"ROOT", "OPENINGS"}
    nonsense = house.ask("VerifyHand", proof_request(replace(record, open_bytes=b"nonsense")))
    assert (nonsense.holds, failed(nonsense), nonsense.assurance) == (False, {"FORMAT"}, "")
    unread = proof_request(record)
    unread.record.format_version = 7
    assert failed(house.ask("VerifyHand", unread)) == {"FORMAT"}


def test_a_record_that_another_house_signed_stays_unchecked(house: House) -> None:
    with open_house() as other:
        record = exported(other, export_request(checked_down(other, start(other))))
    # the other house's head key has number 1, which this one does not have
    answer = house.ask("VerifyHand", proof_request(record))
    assert not answer.holds
    assert standings(answer)["HEAD_SIGNATURES"] == "NOT_CHECKED"


def test_with_the_record_before_the_chain_is_checked(house: House) -> None:
    request = proof_request(record_of("run_twice"))
    assert standings(house.ask("VerifyHand", request))["CHAIN"] == "NOT_ASKED"
    link = link_of(record_of("hand"))
    assert link is not None
    request.before.table_id = link.table_id
    request.before.hand_number = link.hand_number
    request.before.head = link.head
    request.before.outcome = events_pb2.OUTCOME_PLAYED
    assert standings(house.ask("VerifyHand", request))["CHAIN"] == "OK"
    request.before.head = bytes(32)
    assert failed(house.ask("VerifyHand", request)) == {"CHAIN"}
    request.before.outcome = 9  # type: ignore[assignment]
    assert house.refused("VerifyHand", request).reason == "UNKNOWN_ENUM"
    request.before.head = b""
    assert house.refused("VerifyHand", request).fields == ["before.head"]


def test_with_the_openings_of_hidden_cards(house: House) -> None:
    request = proof_request(record_of("hand"))
    request.revealed.extend(map(wire, all_openings()))
    answer = house.ask("VerifyHand", request)
    assert answer.holds
    assert standings(answer)["REVEALED"] == "OK"
    request.revealed[7].salt = bytes(32)
    assert failed(house.ask("VerifyHand", request)) == {"REVEALED"}
    request.revealed[7].salt = b""
    assert house.refused("VerifyHand", request).fields == ["revealed[7].salt"]
    request.revealed.append(request.revealed[0])
    assert house.refused("VerifyHand", request).reason == "CARD_COUNT"


def test_no_record(house: House) -> None:
    refused = house.refused("VerifyHand", audit_service_pb2.VerifyHandRequest())
    assert (refused.reason, refused.fields) == ("FIELD_MISSING", ["record"])


@pytest.mark.parametrize(("what", "most"), [("bytes", 524_288), ("steps", 2_001), ("signatures", 4_000)])
def test_a_record_that_is_too_much_for_a_call(house: House, what: str, most: int) -> None:
    request = proof_request(record_of("hand"))
    match what:
        case "bytes":
            request.record.notes.history = "x" * most
        case "steps":
            while len(request.record.steps) <= most:
                request.record.steps.add()
        case _:
            while len(request.record.steps) < 1_995:
                request.record.steps.add(act_signature=b"x", signature=b"x")
            request.record.seeds.extend(request.record.seeds[0] for _ in range(20))
    refused = house.refused("VerifyHand", request)
    assert (refused.reason, refused.numbers["most"]) == ("LIMIT", most)
    assert refused.numbers["value"] > most


# --- VerifyOpening -----------------------------------------------------------------------------------------

LEAVES: Final = record_of("hand").leaves


def wire(one: Any) -> cards_pb2.CardOpening:
    return cards_pb2.CardOpening(
        deck_index=one.deck_index, slot=one.slot, card=card_name(one.card), salt=one.salt
    )


def card_request(place: int = 5) -> audit_service_pb2.VerifyOpeningRequest:
    return audit_service_pb2.VerifyOpeningRequest(
        hand_id=HAND_ID,
        opening=wire(all_openings()[place]),
        root=unhex(VECTORS["secret_layer"]["root"]),
        permutation_seed=unhex(VECTORS["hand"]["P"]),
    )


def by_leaves(place: int = 5) -> audit_service_pb2.VerifyOpeningRequest:
    request = card_request(place)
    request.leaves = b"".join(LEAVES)
    return request


def by_path(place: int = 5) -> audit_service_pb2.VerifyOpeningRequest:
    request = card_request(place)
    request.path.path = encode_path(path_to(LEAVES, request.opening.slot))
    request.path.leaf_count = 52
    return request


@pytest.mark.parametrize("place", [0, 5, 51])
def test_one_card_is_proved_by_all_leaves_or_by_its_path(house: House, place: int) -> None:
    leaves = house.ask("VerifyOpening", by_leaves(place))
    assert (leaves.holds, standings(leaves)) == (
        True,
        {"ROOT": "OK", "OPENINGS": "OK", "PERMUTATION": "OK"},
    )
    path = house.ask("VerifyOpening", by_path(place))
    assert (path.holds, standings(path)) == (True, {"OPENINGS": "OK", "PERMUTATION": "OK"})
    request = by_path(place)
    request.permutation_seed = b""
    assert standings(house.ask("VerifyOpening", request)) == {"OPENINGS": "OK"}


def test_a_card_that_did_not_lie_there(house: House) -> None:
    for request, with_root in ((by_leaves(), True), (by_path(), False)):
        lie = type(request)()
        lie.CopyFrom(request)
        lie.opening.card = "2c" if request.opening.card != "2c" else "2d"
        assert failed(house.ask("VerifyOpening", lie)) == {"OPENINGS"}
        lie.CopyFrom(request)
        lie.root = bytes(32)
        assert failed(house.ask("VerifyOpening", lie)) == ({"ROOT"} if with_root else {"OPENINGS"})
        lie.CopyFrom(request)
        lie.opening.deck_index += 1
        assert failed(house.ask("VerifyOpening", lie)) == {"PERMUTATION"}
        lie.CopyFrom(request)
        lie.hand_id = bytes(16)
        assert "OPENINGS" in failed(house.ask("VerifyOpening", lie))


def test_an_opening_of_no_form(house: House) -> None:
    for field, value in (("hand_id", b""), ("root", b"x"), ("permutation_seed", b"x"), ("leaves", bytes(33))):
        request = by_leaves()
        setattr(request, field, value)
        refused = house.refused("VerifyOpening", request)
        assert (refused.reason, refused.fields) == ("WRONG_LENGTH", [field])
    missing = card_request()
    assert house.refused("VerifyOpening", missing).fields == ["proof"]
    path = by_path()
    path.path.leaf_count = 51
    assert house.refused("VerifyOpening", path).fields == ["path.leaf_count"]
    path = by_path()
    path.path.path += b"x"
    assert house.refused("VerifyOpening", path).fields == ["path.path"]
    place = by_path()
    place.opening.slot = 52
    assert house.refused("VerifyOpening", place).fields == ["opening.slot"]


# --- GetPublicKeys -----------------------------------------------------------------------------------------


def test_every_head_key_is_told_with_its_fingerprint() -> None:
    ring: Ring = rotated(vector_ring(), 1_800_000_000_000, 60_000)
    with open_house(Floor(ring)) as turned:
        answer = turned.ask("GetPublicKeys", audit_service_pb2.GetPublicKeysRequest())
    assert [(key.head_key_id, key.public_key) for key in answer.keys] == [
        (entry.kid, entry.public_key) for entry in ring.head_keys
    ]
    assert [key.head_key_id for key in answer.keys] == [3, 4]
    assert answer.keys[0].fingerprint == fingerprint(unhex(VECTORS["keys"]["head_public"]))
    assert VECTORS["keys"]["head_private"] not in answer.SerializeToString().hex()


# --- RevealHand --------------------------------------------------------------------------------------------


def reveal(update: hand_pb2.HandUpdate) -> audit_service_pb2.RevealHandRequest:
    return audit_service_pb2.RevealHandRequest(state=update.state)


def auditor(house: House) -> Caller:
    return Caller(house.channel, f"Bearer {AUDITOR_KEY}")


def test_a2_the_auditor_sees_the_whole_deck_and_it_is_the_committed_one(
    house: House, seen: list[bytes]
) -> None:
    updates = checked_down(house, start(house))
    answer = auditor(house).ask("RevealHand", reveal(updates[-1]))
    assert [opening.deck_index for opening in answer.openings] == list(range(52))
    assert sorted(parse_card(opening.card) for opening in answer.openings) == list(full_deck())
    record = exported(house, export_request(updates))
    revealed = [card_opening_from_message(opening) for opening in answer.openings]
    report = verify(record, keys_of(house), revealed=revealed)
    assert report.holds
    assert report.of(CheckName.REVEALED).standing is Standing.OK
    assert seen[-1] == answer.hand_id == updates[0].hand_id


def test_a_hosts_hand_is_revealed_as_far_as_the_floor_knows_it(house: House) -> None:
    message = hosted()
    message.known_cards.holes.append(hole(2, "Kd", "Kh"))
    first = start(house, message)
    over = act(house, first, step("fold", 0), step("fold", 1))
    answer = auditor(house).ask("RevealHand", reveal(over))
    assert not answer.openings
    (opened,) = answer.hole_openings
    known = next(event.hole_known for event in first.events if event.HasField("hole_known"))
    cards = [parse_card(card) for card in opened.cards]
    assert (opened.seat, list(opened.cards)) == (2, ["Kd", "Kh"])
    assert hole_commitment_of(first.hand_id, 2, cards, opened.salt) == known.commitment


def test_a_hand_that_goes_on_is_revealed_to_nobody(house: House, seen: list[bytes]) -> None:
    before = list(seen)
    refused = auditor(house).refused("RevealHand", reveal(start(house)))
    assert refused.reason == "HAND_NOT_COMPLETE"
    assert seen == before


@pytest.mark.parametrize(
    "authorization",
    ["", AUDITOR_KEY, f"Basic {AUDITOR_KEY}", "Bearer ", f"Bearer {AUDITOR_KEY}x", "Bearer x"],
)
def test_nobody_else_sees_a_hand(house: House, seen: list[bytes], authorization: str) -> None:
    over = checked_down(house, start(house))[-1]
    before = list(seen)
    refused = Caller(house.channel, authorization).refused("RevealHand", reveal(over))
    assert (refused.code, refused.reason) == (grpc.StatusCode.UNAUTHENTICATED, "NOT_AUTHENTICATED")
    assert house.refused("RevealHand", reveal(over)).reason == "NOT_AUTHENTICATED"
    assert seen == before


def test_without_an_auditor_nobody_does() -> None:
    with open_house() as other:
        over = checked_down(other, start(other))[-1]
        refused = auditor(other).refused("RevealHand", reveal(over))
        assert (refused.code, refused.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_PERMITTED")
        empty = Caller(other.channel, "Bearer ")
        assert empty.refused("RevealHand", reveal(over)).reason == "NOT_PERMITTED"


def test_who_may_not_see_it_is_told_before_the_state_is_looked_at(house: House) -> None:
    nonsense = audit_service_pb2.RevealHandRequest(state=b"nonsense")
    assert house.refused("RevealHand", nonsense).reason == "NOT_AUTHENTICATED"
    assert auditor(house).refused("RevealHand", nonsense).reason == "MALFORMED_STATE"
