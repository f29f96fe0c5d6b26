"""Steps as bytes: what a seat signs means one step only (audit.md 4.4)."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman import steps
from floorman.cards import FACE_DOWN
from floorman.fairness.reading import MalformedError
from floorman.fairness.step_bytes import decode_step, encode_step, seat_signs
from floorman.steps import Verb
from tests.fairness.vectors import HANDS, VECTORS, step_of, unhex

ROWS = [
    *((row, row["bytes"]) for row in VECTORS["steps"]),
    *(
        (step["request"], step["request_bytes"])
        for hand in HANDS
        for step in VECTORS[hand]["steps"]
        if step["request"]
    ),
    (VECTORS["fork_proof"]["b"]["request"], VECTORS["fork_proof"]["b"]["request_bytes"]),
]

# One of each, by hand from the text of audit.md 4.4.
BY_HAND: list[tuple[steps.Step, str]] = [
    (steps.Fold(1), "0101"),
    (steps.Check(2), "0202"),
    (steps.Call(3), "0303"),
    (steps.Bet(5, 300), "0405000000000000012c"),
    (steps.Raise(5, 301), "0505000000000000012d"),
    (steps.AllIn(0), "0600"),
    (steps.Run(0, 2), "070002"),
    (steps.Show(2), "080200"),
    (steps.Show(2, (51, 0)), "0802023300"),
    (steps.Muck(4), "0904"),
    (steps.ShowOne(2, 1), "0a0201"),
    (steps.See(1, 5), "0b0105"),
    (steps.Timeout(2), "2002"),
    (steps.Resolve(), "21ff"),
    (steps.DealHole(2, (FACE_DOWN, FACE_DOWN)), "220202ffff"),
    (steps.DealBoard(0, (0, 33, 47)), "23ff000300212f"),
    (steps.DealBurn(FACE_DOWN), "24ff01ff"),
    (steps.Expose(2, 1), "250201"),
    (steps.Misdeal(steps.Cause.DEALING_ERROR), "26ff02"),
    (steps.Void(steps.Cause.HOST), "27ff03"),
    (steps.Kill(6), "2806"),
    (steps.Rabbit(), "29ff"),
]


@pytest.mark.parametrize(("row", "form"), ROWS)
def test_a_step_of_the_vectors(row: dict[str, Any], form: str) -> None:
    assert encode_step(step_of(row)).hex() == form
    assert decode_step(unhex(form)) == step_of(row)


@pytest.mark.parametrize(("step", "form"), BY_HAND)
def test_a_step_of_every_verb(step: steps.Step, form: str) -> None:
    assert encode_step(step).hex() == form
    assert decode_step(unhex(form)) == step


def test_every_verb_and_class_is_among_them() -> None:
    assert len(VECTORS["steps"]) == 13
    assert {type(step) for step, _ in BY_HAND} == set(get_args(steps.Step))
    assert {unhex(form)[0] for _, form in BY_HAND} == set(Verb)


def test_faces_that_the_host_deals_stay_out() -> None:
    assert encode_step(steps.DealHole(2, (51, 0), bytes(range(32)))).hex() == "220202ffff"
    assert encode_step(steps.DealBurn(17)).hex() == "24ff01ff"


def test_seats_sign_verbs_1_to_11_and_the_host_none() -> None:
    signing = {Verb(unhex(form)[0]) for _, form in BY_HAND if seat_signs(unhex(form))}
    assert signing == {Verb(number) for number in range(1, 12)}


@pytest.mark.parametrize(("step", "form"), BY_HAND)
def test_no_prefix_of_a_step_and_nothing_after_it_is_one(step: steps.Step, form: str) -> None:
    whole = unhex(form)
    for size in range(len(whole)):
        with pytest.raises(MalformedError):
            decode_step(whole[:size])
    with pytest.raises(MalformedError):
        decode_step(whole + b"\0")
    for offset, change in ((offset, change) for offset in range(len(whole)) for change in range(1, 256)):
        changed = bytearray(whole)
        changed[offset] ^= change
        try:
            other = decode_step(bytes(changed))
        except MalformedError:
            continue
        assert other != step
        assert encode_step(other) == bytes(changed)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ("0001", "verb"),
        ("0c01", "verb"),
        ("1f01", "verb"),
        ("2aff", "verb"),
        ("01ff", "seat"),
        ("20ff", "seat"),
        ("2101", "seat"),
        ("08020133", "cards"),
        ("0802023334", "cards"),
        ("08020233ff", "cards"),
        ("0a0202", "which"),
        ("250202", "nth"),
        ("220202ff00", "cards"),
        ("220201ff", "cards"),
        ("23ff0000", "cards"),
        ("23ff0006000102030405", "cards"),
        ("24ff0100", "cards"),
        ("26ff00", "cause"),
        ("27ff06", "cause"),
    ],
)
def test_what_is_no_step_is_refused_by_its_field(form: str, field: str) -> None:
    with pytest.raises(MalformedError) as refused:
        decode_step(unhex(form))
    assert refused.value.field == field


seat, small, chips, face = (
    st.integers(0, 254), st.integers(0, 255), st.integers(0, 2**64 - 1), st.integers(0, 51)
)  # fmt: skip
cause, nth = st.sampled_from(steps.Cause), st.integers(0, 1)
any_step = st.one_of(
    *(st.builds(verb, seat) for verb in (steps.Fold, steps.Check, steps.Call, steps.AllIn, steps.Muck)),
    *(st.builds(verb, seat) for verb in (steps.Timeout, steps.Kill)),
    st.builds(steps.Bet, seat, chips),
    st.builds(steps.Raise, seat, chips),
    st.builds(steps.Run, seat, small),
    st.builds(steps.Show, seat, st.just(()) | st.tuples(face, face)),
    st.builds(steps.ShowOne, seat, nth),
    st.builds(steps.See, seat, small),
    st.builds(steps.DealBoard, small, st.lists(face, min_size=1, max_size=5).map(tuple)),
    st.builds(steps.Expose, seat, nth),
    st.builds(steps.Misdeal, cause),
    st.builds(steps.Void, cause),
)


@given(any_step)
def test_any_step_comes_back(step: steps.Step) -> None:
    assert decode_step(encode_step(step)) == step
