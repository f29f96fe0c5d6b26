"""Events as bytes: one of every kind by the vectors, and no second form of any (audit.md 4.2)."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman import events
from floorman.fairness.event_bytes import NOT_IN_BYTES, Kind, decode_event, encode_event
from floorman.fairness.reading import MalformedError
from floorman.steps import Cause
from tests.fairness.vectors import HANDS, VECTORS, event_of, unhex

ROWS = [
    *VECTORS["events"],
    *(row for hand in HANDS for step in VECTORS[hand]["steps"] for row in step["events"]),
    *VECTORS["fork_proof"]["b"]["events"],
]


def name(row: dict[str, Any]) -> str:
    return f"{row['kind']}-{row['bytes']}"


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_an_event_of_the_vectors(row: dict[str, Any]) -> None:
    event = event_of(row)
    assert encode_event(event).hex() == row["bytes"]
    assert decode_event(unhex(row["bytes"])) == event


def test_the_vectors_hold_every_class_of_event() -> None:
    assert len(VECTORS["events"]) == 41
    assert {type(event_of(row)) for row in VECTORS["events"]} == set(get_args(events.Event))
    assert {row["kind"] for row in VECTORS["events"]} == set(Kind.__members__)


def test_what_players_call_an_event_is_not_in_its_bytes() -> None:
    """R-7.9: a limp is a call."""
    limp = events.Call(2, 50, 1950, 150, 100, all_in=False, label=events.CallLabel.OPEN_LIMP)
    assert encode_event(limp) == encode_event(events.Call(2, 50, 1950, 150, 100, all_in=False))
    third = events.Raise(2, 50, 1950, 150, 100, all_in=True, bet_number=3, short=True)
    assert encode_event(third) == encode_event(events.Raise(2, 50, 1950, 150, 100, all_in=True))


def test_what_is_held_after_an_event_is_not_in_its_bytes() -> None:
    """R-3.1: the same blind, whatever stack and pot it leaves, is the same bytes."""
    assert encode_event(events.SmallBlind(2, 50, 1950, 50)) == encode_event(events.SmallBlind(2, 50, 0, 800))
    read = decode_event(unhex("02020000000000000032"))
    assert read == events.SmallBlind(2, 50, NOT_IN_BYTES, NOT_IN_BYTES)


@pytest.mark.parametrize("row", VECTORS["events"], ids=name)
def test_no_prefix_of_an_event_and_nothing_after_it_is_one(row: dict[str, Any]) -> None:
    form = unhex(row["bytes"])
    for size in range(len(form)):
        with pytest.raises(MalformedError):
            decode_event(form[:size])
    with pytest.raises(MalformedError):
        decode_event(form + b"\0")


@pytest.mark.parametrize("row", VECTORS["events"], ids=name)
def test_each_byte_changed_in_every_way_is_refused_or_another_event(row: dict[str, Any]) -> None:
    form = unhex(row["bytes"])
    event = decode_event(form)
    for offset, change in ((offset, change) for offset in range(len(form)) for change in range(1, 256)):
        changed = bytearray(form)
        changed[offset] ^= change
        try:
            other = decode_event(bytes(changed))
        except MalformedError:
            continue
        assert other != event
        assert encode_event(other) == bytes(changed)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ("00010000000000000000", "kind"),
        ("08010000000000000001", "kind"),
        ("60010000000000000000", "kind"),
        ("20ff0000000000000000", "seat"),  # nobody folds
        ("29010000000000000000", "seat"),  # the table resolves, no seat
        ("20010000000000000001", "amount"),  # a fold moves no chips
        ("02020000000000000000", "amount"),  # an event of no chips is not written
        ("2201000000000000000a000000000000000a02", "all_in"),
        ("0104000000000000001902", "dead"),
        ("100200000000000000000200ff0300", "cards"),  # a hole card is dealt face down
        ("100200000000000000000100ff", "cards"),
        ("11ff000000000000000000010634", "cards"),  # no card 52
        ("12ff00000000000000000000010700", "street"),  # no board card before the flop
        ("12ff00000000000000000004010700", "street"),
        ("12ff0000000000000000000100", "cards"),
        ("12ff000000000000000000010607000800090010001100120013", "cards"),
        ("12ff000000000000000000010107ff", "cards"),  # a board card lies face up
        ("1302000000000000000002010c01081c", "nth"),
        ("1302000000000000000001000c01081c", "outcome"),
        ("1302000000000000000001040c01081c", "outcome"),
        ("1302000000000000000001010c0108ff", "cards"),  # an exposed card was seen
        ("18ff00000000000005dc04", "street"),
        ("3102000000000000000002081c0aff", "cards"),
        ("3902000000000000000002010a33", "which"),
        ("50ff000000000000000000", "cause"),
        ("51ff000000000000000006", "cause"),
        ("5fff00000000000000640003010000000000000474", "outcome"),
        ("5fff000000000000006401020100000000000004740100000000000004ff", "seat"),  # a seat twice
        ("5fff00000000000000640101ff0000000000000474", "seat"),
    ],
)
def test_what_is_no_event_is_refused_by_its_field(form: str, field: str) -> None:
    with pytest.raises(MalformedError) as refused:
        decode_event(unhex(form))
    assert refused.value.field == field


def test_a_hand_has_two_cards_and_a_commitment_32_bytes() -> None:
    with pytest.raises(ValueError, match="values to unpack"):
        encode_event(events.DealHole(1, (0,)))
    with pytest.raises(ValueError, match="values to unpack"):
        encode_event(events.Show(1, (0, 1, 2), (5, 6, 7)))
    with pytest.raises(ValueError, match="31 bytes"):
        encode_event(events.HoleKnown(1, bytes(31)))


seat, small, chips = st.integers(0, 254), st.integers(0, 255), st.integers(1, 2**53 - 1)
index, face = st.integers(0, 51) | st.just(0xFF), st.integers(0, 51)
after = st.just(NOT_IN_BYTES)
pair, faces = st.tuples(index, index), st.tuples(face, face)
BY_FIELD: dict[str, st.SearchStrategy[Any]] = {
    "seat": seat, "target": small, "amount": chips, "to": chips, "count": small, "board": small,
    "pot_number": small, "nth": st.integers(0, 1), "which": st.integers(0, 1), "index": index, "face": face,
    "replacement": small, "stack": after, "dead": st.booleans(), "all_in": st.booleans(),
    "commitment": st.binary(min_size=32, max_size=32), "rake": st.integers(0, 2**53 - 1),
    "street": st.integers(1, 3), "indices": pair, "faces": faces,
}  # fmt: skip


def any_of(event: type) -> st.SearchStrategy[Any]:
    """Any event of a class; what has a default in it is not in its bytes."""
    stated = [field.name for field in fields(event) if field.default is MISSING]
    by_field = {name: BY_FIELD.get(name) for name in stated}
    if "pot" in by_field:
        by_field["pot"] = st.integers(0, 2**53 - 1) if event is events.StreetBegins else after
    if event is events.Exposed:
        by_field["outcome"] = st.sampled_from(events.ExposedOutcome)
    if event is events.Complete:
        by_field["outcome"] = st.sampled_from(events.Outcome)
        stacks = st.dictionaries(seat, st.integers(0, 2**53 - 1), max_size=10)
        by_field["stacks"] = stacks.map(lambda held: tuple(sorted(held.items())))
    if event in (events.Misdeal, events.Void):
        by_field["cause"] = st.sampled_from(Cause)
    return st.builds(event, **by_field)  # type: ignore[arg-type]


@given(st.one_of([any_of(event) for event in get_args(events.Event)]))
def test_any_event_comes_back(event: events.Event) -> None:
    assert decode_event(encode_event(event)) == event
