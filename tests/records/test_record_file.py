"""Records as files: compact and as JSON, read strictly (audit.md 7)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from floorman.records.hand_record import BeaconValue, HandRecord, HoleOpening, Notes
from floorman.records.reading import NotARecordError
from floorman.records.record_file import dump_json, dump_record, load_record, record_to_message
from floorman.v1 import record_pb2
from tests.fairness.vectors import VECTORS
from tests.records.vector_records import HANDS, record_of

NOTES = Notes("Main 7", "last night", {2: "Ann", 1: "Bob"}, "hand history …")


def full() -> HandRecord:
    """A record with something in every field."""
    record = record_of("hand")
    hole = HoleOpening(1, (51, 50), bytes(range(32)))
    last = replace(record.steps[-1], hole_openings=(hole,))
    return replace(
        record,
        beacon=BeaconValue(bytes(48), bytes(32)),
        escrow_box=bytes(80),
        steps=(*record.steps[:-1], last),
        notes=NOTES,
    )


@pytest.mark.parametrize("record", [*map(record_of, HANDS), full()], ids=[*HANDS, "every field"])
def test_a_record_comes_back_from_either_form(record: HandRecord) -> None:
    assert load_record(dump_record(record)) == record
    assert load_record(dump_json(record).encode()) == record


def test_equal_records_are_equal_bytes() -> None:
    shuffled = replace(full(), notes=replace(NOTES, names=dict(sorted(NOTES.names.items()))))
    assert dump_record(shuffled) == dump_record(full())


@pytest.mark.parametrize("hand", HANDS)
def test_a_record_is_about_as_large_as_audit_md_12_says(hand: str) -> None:
    """4.4 KB and 5.8 KB of content; the message adds a name and a length to each of its parts."""
    row = VECTORS[hand]
    content = sum(
        len(part) // 2
        for part in (
            row["open_bytes"],
            row["sig_open"],
            *row["leaves"],
            *(seed["seed"] for seed in row["seeds"]),
        )
    )
    size = len(dump_record(record_of(hand)))
    assert content < size < 7_000


def test_people_can_read_the_json() -> None:
    told = json.loads(dump_json(full()))
    assert told["cfgText"].startswith("allin_face_up=")
    assert told["notes"]["names"] == [{"seat": 1, "name": "Bob"}, {"seat": 2, "name": "Ann"}]


# --- what is refused ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [b"", b"not a record", b"{", b"{}", b"[]", bytes(100), b"\xff\xfe"])
def test_what_is_no_record(form: bytes) -> None:
    with pytest.raises(NotARecordError):
        load_record(form)


def test_another_version_of_the_format() -> None:
    message = record_to_message(record_of("hand"))
    message.format_version = 2
    with pytest.raises(NotARecordError, match="format version 2"):
        load_record(message.SerializeToString())


@pytest.mark.parametrize("path", ["", "seeds", "steps", "steps.openings", "notes"])
def test_a_field_that_is_not_known_is_not_passed_over(path: str) -> None:
    message = record_to_message(replace(record_of("hand"), notes=NOTES))
    part = message
    for name in filter(None, path.split(".")):
        inner = getattr(part, name)
        part = inner if name == "notes" else next(one for one in inner if name != "steps" or one.openings)
    part.MergeFromString(b"\xfa\x7f\x01x")  # field 2047, one byte
    with pytest.raises(NotARecordError, match="not known"):
        load_record(message.SerializeToString())
    with pytest.raises(NotARecordError):
        load_record(
            dump_json(record_of("hand")).replace('"formatVersion"', '"more": 1, "formatVersion"').encode()
        )


def broken(change: str) -> record_pb2.HandRecord:
    message = record_to_message(full())
    step = next(step for step in message.steps if step.openings)
    match change:
        case "leaves":
            message.leaves = message.leaves[:-1]
        case "events":
            step.event_bytes += b"\0"
        case "salt":
            step.openings[0].salt = bytes(31)
        case "card":
            step.openings[0].card = "Ax"
        case "unknown card":
            step.openings[0].card = "??"
        case "index":
            step.openings[0].deck_index = 256
        case "slot":
            step.openings[0].slot = 1 << 31
        case "hole":
            message.steps[-1].hole_openings[0].cards.pop()
        case "hole salt":
            message.steps[-1].hole_openings[0].salt = b""
        case "hole seat":
            message.steps[-1].hole_openings[0].seat = 256
        case _:
            raise AssertionError(change)
    return message


@pytest.mark.parametrize(
    "change",
    [
        "leaves", "events", "salt", "card", "unknown card", "index", "slot", "hole", "hole salt", "hole seat",
    ],
)  # fmt: skip
def test_a_field_of_another_size(change: str) -> None:
    with pytest.raises(NotARecordError):
        load_record(broken(change).SerializeToString())
