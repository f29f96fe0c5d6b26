"""Two whole hands of the vectors, head by head and signature by signature (audit.md 4.1)."""

from __future__ import annotations

from typing import Any

import pytest

from floorman import events
from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.opening import Opening
from floorman.fairness.signing import act_message, head_message
from floorman.fairness.step_bytes import encode_step, seat_signs
from floorman.fairness.transcript import head_is_signed, step_head, trunk
from tests.fairness.vectors import HANDS, VECTORS, event_of, opening_of, step_of, unhex

HOUSE = HeadKey(VECTORS["keys"]["head_kid"], unhex(VECTORS["keys"]["head_private"]))
ACTION_KEYS = {int(seat): HeadKey(0, unhex(key)) for seat, key in VECTORS["keys"]["action_private"].items()}
STEPS = [
    pytest.param(hand, step, id=f"{hand}-{step['step']}") for hand in HANDS for step in VECTORS[hand]["steps"]
]


def opening(hand: str) -> Opening:
    return opening_of(VECTORS[hand]["opening"])


@pytest.mark.parametrize("hand", HANDS)
def test_the_trunk(hand: str) -> None:
    row = VECTORS[hand]
    assert trunk(unhex(row["open_head"]), unhex(row["P"])).hex() == row["trunk"]


@pytest.mark.parametrize("hand", HANDS)
def test_the_chain_of_heads_from_the_trunk_on(hand: str) -> None:
    row = VECTORS[hand]
    head = trunk(unhex(row["open_head"]), unhex(row["P"]))
    for number, step in enumerate(row["steps"]):
        assert step["step"] == number
        assert step["parent"] == head.hex()
        head = step_head(head, number, [encode_event(event_of(event)) for event in step["events"]])
        assert step["head"] == head.hex()


@pytest.mark.parametrize(("hand", "step"), STEPS)
def test_the_house_signs_the_heads_that_the_opening_asks_for(hand: str, step: dict[str, Any]) -> None:
    hand_id = opening(hand).hand_id
    message = head_message(hand_id, step["step"], unhex(step["parent"]), unhex(step["head"]))
    ends = any(isinstance(decode_event(unhex(event["bytes"])), events.Complete) for event in step["events"])
    due = head_is_signed(every=opening(hand).signs_every_head, step=step["step"], complete=ends)
    assert due is ("signature" in step)
    if due:
        assert HOUSE.sign(message).hex() == step["signature"]
        assert verifies(HOUSE.public_key, unhex(step["signature"]), message)


def test_at_the_ends_only_the_deal_and_the_end_are_signed() -> None:
    signed = [step["step"] for step in VECTORS["run_twice"]["steps"] if "signature" in step]
    assert signed == [0, 8]


@pytest.mark.parametrize(("hand", "step"), STEPS)
def test_seats_sign_their_own_steps(hand: str, step: dict[str, Any]) -> None:
    if step["request"] is None:
        assert step["step"] == 0
        return
    asked = step_of(step["request"])
    form = encode_step(asked)
    assert form.hex() == step["request_bytes"]
    keys = {seat.seat: seat.action_key for seat in opening(hand).seats}
    signs = seat_signs(form) and bool(keys[form[1]])
    assert signs is ("seat_signature" in step)
    if signs:
        message = act_message(opening(hand).hand_id, step["step"], unhex(step["parent"]), form)
        key = ACTION_KEYS[form[1]]
        assert key.public_key == keys[form[1]]
        assert key.sign(message).hex() == step["seat_signature"]
        assert verifies(key.public_key, unhex(step["seat_signature"]), message)


def test_a_head_binds_parent_number_and_the_border_between_events() -> None:
    parent, form = bytes(32), [b"\x20\1", b"\x21\2"]
    head = step_head(parent, 1, form)
    assert head != step_head(bytes(31) + b"\1", 1, form)
    assert head != step_head(parent, 2, form)
    assert head != step_head(parent, 1, [b"\x20\1\x21", b"\2"])
    assert head != step_head(parent, 1, form[::-1])
    assert head != step_head(parent, 1, form[:1])


def test_hands_that_differ_in_hidden_cards_only_have_equal_heads() -> None:
    """R-6.4: a head says nothing about a face that was not shown; there is no face in what it hashes."""
    dealt = [encode_event(events.DealHole(2, (0, 3))), encode_event(events.Burn(0, 6, 0xFF))]
    assert [form.hex() for form in dealt] == [
        "100200000000000000000200ff03ff",
        "11ff0000000000000000000106ff",
    ]
