"""``ExportHand``: a record from the host's updates, which is proved offline or is not made (audit.md 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

from floorman.api import Floor
from floorman.guard.memory import MemoryGuard
from floorman.records.hand_record import HandRecord, Notes
from floorman.records.record_file import record_from_message
from floorman.records.report import CheckName
from floorman.records.verification import verify
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, record_pb2, steps_pb2
from tests.api.test_vector_committed_hand import _play as play_committed
from tests.api.test_vector_hand import _played as play_run_twice
from tests.api.vector_hands import vector_ring
from tests.records.vector_records import record_of
from tests.security.house import Guest, House, open_house
from tests.security.players import COMMITTED, SEAT_KEY, SEEDED, Player, acted, keyed, open_request, signed
from tests.security.table import act, hole, hosted, opening, start, step

Updates = list[hand_pb2.HandUpdate]
Request = hand_service_pb2.ExportHandRequest

NUMBERS: Final = {name.name: name.value for name in CheckName}


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    floor = Floor(temporary_ring(), guard=MemoryGuard(keep_seconds=600))
    with open_house(floor) as opened:
        yield opened


@pytest.fixture(scope="module")
def vectors_house() -> Iterator[House]:
    floor = Floor(vector_ring(), allow_given_entropy=True, guard=MemoryGuard(keep_seconds=600))
    with open_house(floor) as opened:
        yield opened


def export_request(updates: Updates, *seeds: record_pb2.SeatSeed) -> Request:
    """What a host has kept, less what the service need not be told."""
    kept = [
        hand_pb2.HandUpdate(
            step_bytes=update.step_bytes,
            act_signature=update.act_signature,
            event_bytes=update.event_bytes,
            openings=update.openings,
            hole_openings=update.hole_openings,
            head=update.head,
            signature=update.signature,
        )
        for update in updates
    ]
    return Request(state=updates[-1].state, opening=updates[0].start.opening, seeds=seeds, updates=kept)


def exported(house: House, request: Request) -> HandRecord:
    answer: hand_service_pb2.ExportHandResponse = house.ask("ExportHand", request)
    return record_from_message(answer.record)


def keys_of(house: House) -> dict[int, bytes]:
    return {entry.kid: entry.public_key for entry in house.floor.ring.head_keys}


def checked_down(house: Guest, first: hand_pb2.HandUpdate) -> Updates:
    """A hand of checks and calls to its end."""
    updates = [first]
    while updates[-1].decision.kind == hand_pb2.DECISION_KIND_BET:
        decision = updates[-1].decision
        updates.append(act(house, updates[-1], step("call" if decision.call else "check", decision.seat)))
    return updates


# --- the vectors -------------------------------------------------------------------------------------------


def test_audit_15_the_first_hand_is_exported_as_the_vectors_have_it(vectors_house: House) -> None:
    played = play_committed(vectors_house)
    deal = played.requests[0]
    assert isinstance(deal, hand_service_pb2.DealHandRequest)
    request = export_request(played.updates, *deal.seeds)
    assert exported(vectors_house, request) == record_of("hand")


def test_audit_15_the_second_hand_is_exported_as_the_vectors_have_it(vectors_house: House) -> None:
    assert exported(vectors_house, export_request(play_run_twice())) == record_of("run_twice")


# --- other hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [True, False])
def test_a_hand_dealt_to_the_host_is_proved_offline(house: House, leaves: bool) -> None:  # noqa: FBT001
    message = opening()
    message.want_leaves = leaves
    record = exported(house, export_request(checked_down(house, start(house, message))))
    report = verify(record, keys_of(house))
    assert report.holds
    assert report.of(CheckName.ROOT).words == "52 leaves make the root that was signed"


def test_a_hand_of_players_with_keys_and_seeds_is_proved_offline(house: House) -> None:
    message = keyed(SEAT_KEY, COMMITTED)
    opened = house.ask("OpenHand", open_request(message))
    seeds = [Player(seat.seat).reveal(opened) for seat in message.seats]
    deal = hand_service_pb2.DealHandRequest(open_token=opened.open_token, seeds=seeds)
    updates = [house.ask("DealHand", deal).update]
    for one in (step("raise_to", 0, 300), step("fold", 1), step("fold", 2)):
        updates.append(acted(house, updates[-1], one))
    request = export_request(updates, *reversed(seeds))
    report = verify(exported(house, request), keys_of(house))
    assert report.holds
    assert report.of(CheckName.SEAT_SIGNATURES).words == "seats signed 3 steps"
    assert report.of(CheckName.CONSENTS).words == "3 seats signed this opening"


def test_a_host_dealt_hand_keeps_only_openings_of_what_was_committed_to(house: House) -> None:
    """Seat 0's cards are known from the start; seat 2 brings its own to show them, bound by nothing."""
    message = hosted(500, 500, 500, allin_face_up="ALLIN_FACE_UP_AT_SHOWDOWN_ONLY")
    message.known_cards.holes.append(hole(0, "As", "Ah"))
    message.known_cards.boards.add().cards.extend(["2c", "3d", "4h", "8s", "9c"])
    message.showdown = opening_pb2.SHOWDOWN_ASK
    updates = [start(house, message)]
    for one in (step("all_in", 0), step("fold", 1), step("call", 2)):
        updates.append(act(house, updates[-1], one))
    while updates[-1].decision.kind == hand_pb2.DECISION_KIND_SHOW:
        seat = updates[-1].decision.seat
        shown = ["Kd", "Kh"] if seat == 2 else []
        updates.append(act(house, updates[-1], step("show", seat, cards=shown)))
    record = exported(house, export_request(updates))
    assert [hole.seat for one in record.steps for hole in one.hole_openings] == [0]
    assert verify(record, keys_of(house)).holds


def test_a_hand_that_was_called_off_has_a_record_too(house: House) -> None:
    first = start(house)
    void = act(house, first, step("void_hand", cause=steps_pb2.CAUSE_HOST))
    assert verify(exported(house, export_request([first, void])), keys_of(house)).holds


def test_notes_are_the_hosts(house: House) -> None:
    request = export_request(checked_down(house, start(house)))
    request.notes.table_title = "Main 7"
    request.notes.names.add(seat=1, name="Ann")
    assert exported(house, request).notes == Notes("Main 7", names={1: "Ann"})


def test_equal_requests_give_equal_records(house: House) -> None:
    request = export_request(checked_down(house, start(house)))
    assert house.ask("ExportHand", request) == house.ask("ExportHand", request)


# --- what makes no record ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(house: House) -> Updates:
    return checked_down(house, start(house))


def not_proved(house: House, request: Request) -> str:
    refused = house.refused("ExportHand", request)
    assert refused.reason == "NOT_PROVED"
    return CheckName(refused.numbers["check"]).name


def test_a_hand_that_goes_on(house: House) -> None:
    first = start(house)
    refused = house.refused("ExportHand", export_request([first]))
    assert (refused.reason, refused.numbers) == ("HAND_NOT_COMPLETE", {"step": 0})


def test_more_steps_than_a_record_may_have(house: House, played: Updates) -> None:
    request = export_request(played)
    request.updates.extend([hand_pb2.HandUpdate()] * 2001)
    refused = house.refused("ExportHand", request)
    assert refused.reason == "LIMIT"
    assert refused.numbers == {"value": len(played) + 2000, "most": 2000}


def changed(played: Updates, change: Callable[[Request], Any]) -> Request:
    request = export_request(played)
    change(request)
    return request


CHANGES: Final[dict[str, tuple[Callable[[Request], Any], str]]] = {
    "another opening": (lambda r: setattr(r.opening, "open_bytes", b"x"), "OPENING_SIGNATURE"),
    "no opening": (lambda r: r.ClearField("opening"), "OPENING_SIGNATURE"),
    "another signature": (lambda r: setattr(r.opening, "signature", bytes(64)), "OPENING_SIGNATURE"),
    "other switches": (lambda r: setattr(r.opening, "cfg_text", "x=1\n"), "CONFIG"),
    "a box": (lambda r: setattr(r.opening, "escrow_box", bytes(80)), "ESCROW"),
    "a seed": (lambda r: r.seeds.add(seat=0, seed=bytes(32)), "SEEDS"),
    "a seat twice": (lambda r: r.seeds.extend([record_pb2.SeatSeed(), record_pb2.SeatSeed()]), "FORMAT"),
    "a beacon": (lambda r: setattr(r, "beacon_signature", bytes(48)), "FORMAT"),
    "no update": (lambda r: r.ClearField("updates"), "HEADS"),
    "an update less": (lambda r: r.updates.pop(), "HEADS"),
    "an update in the middle less": (lambda r: r.updates.pop(3), "HEADS"),
    "another event": (lambda r: setattr(r.updates[2], "event_bytes", r.updates[1].event_bytes), "HEADS"),
    "no events": (lambda r: setattr(r.updates[2], "event_bytes", b"\xff"), "FORMAT"),
    "another step": (lambda r: setattr(r.updates[1], "step_bytes", b"\x01\x00"), "RULES"),
    "no step": (lambda r: setattr(r.updates[1], "step_bytes", b""), "FORMAT"),
    "a signature of a seat": (lambda r: setattr(r.updates[1], "act_signature", bytes(64)), "SEAT_SIGNATURES"),
    "no signature": (lambda r: setattr(r.updates[0], "signature", b""), "HEAD_SIGNATURES"),
    "a card less": (lambda r: r.updates[-1].openings.pop(), "VISIBLE_CARDS"),
    "another salt": (lambda r: setattr(r.updates[-1].openings[0], "salt", bytes(32)), "OPENINGS"),
    "no card": (lambda r: setattr(r.updates[-1].openings[0], "card", "??"), "FORMAT"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_does_not_prove_the_hand(house: House, played: Updates, change: str) -> None:
    wrong, check = CHANGES[change]
    assert not_proved(house, changed(played, wrong)) == check


def test_updates_of_another_hand(house: House, played: Updates) -> None:
    other = checked_down(house, start(house))
    request = export_request(other)
    request.state = played[-1].state
    assert not_proved(house, request) == "OPENING_SIGNATURE"
    request.opening.CopyFrom(played[0].start.opening)
    assert not_proved(house, request) == "HEADS"


def test_seeds_that_did_not_cut_this_deck(house: House) -> None:
    message = opening()
    message.level = SEEDED
    opened = house.ask("OpenHand", open_request(message))
    seeds = [record_pb2.SeatSeed(seat=seat, seed=bytes([seat]) * 32) for seat in range(3)]
    deal = hand_service_pb2.DealHandRequest(open_token=opened.open_token, seeds=seeds)
    updates = checked_down(house, house.ask("DealHand", deal).update)
    assert verify(exported(house, export_request(updates, *seeds)), keys_of(house)).holds
    other = record_pb2.SeatSeed(seat=0, seed=bytes(32) + b"x")
    assert not_proved(house, export_request(updates, other, *seeds[1:])) == "PERMUTATION"
    assert not_proved(house, export_request(updates, *seeds[1:])) == "PERMUTATION"


def test_a_state_of_another_house(house: House) -> None:
    refused = house.refused("ExportHand", export_request(play_run_twice()))
    assert refused.reason == "UNREADABLE_STATE"


def test_a_step_that_a_seat_signed_cannot_be_exchanged(house: House) -> None:
    message = keyed(SEAT_KEY, COMMITTED)
    opened = house.ask("OpenHand", open_request(message))
    seeds = [Player(seat.seat).reveal(opened) for seat in message.seats]
    deal = hand_service_pb2.DealHandRequest(open_token=opened.open_token, seeds=seeds)
    updates = [house.ask("DealHand", deal).update]
    for one in (step("fold", 0), step("fold", 1)):
        request = signed(updates[-1], one)
        updates.append(house.ask("Act", request).update)
    exchanged = export_request(updates, *seeds)
    exchanged.updates[1].act_signature = exchanged.updates[2].act_signature
    assert not_proved(house, exchanged) == "SEAT_SIGNATURES"
    exchanged.updates[1].act_signature = b""
    assert not_proved(house, exchanged) == "SEAT_SIGNATURES"
