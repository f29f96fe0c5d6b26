"""The opening: bytes, hash, signature, and the line that says what it is worth (audit.md 3.2, 3.3, 3.5)."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman.fairness.assurance import BeaconStanding, assurance_line
from floorman.fairness.keys import HeadKey, fingerprint, verifies
from floorman.fairness.labels import TooLongError, prefixed
from floorman.fairness.opening import (
    BeaconRound,
    Dealing,
    Delivery,
    Escrow,
    Level,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
    cfg_hash_of,
    first_prev_head,
)
from floorman.fairness.opening_bytes import UnfitFieldError, decode_opening, encode_opening, open_head_of
from floorman.fairness.reading import MalformedError
from floorman.fairness.signing import opening_message
from tests.fairness.vectors import HANDS, VECTORS, opening_of, unhex

OPENINGS = [*HANDS, "beacon", "short_deck"]
OPENING = opening_of(VECTORS["hand"]["opening"])


@pytest.mark.parametrize("name", OPENINGS)
def test_open_bytes_and_open_head(name: str) -> None:
    row = VECTORS[name]
    form = encode_opening(opening_of(row["opening"]))
    assert form.hex() == row["open_bytes"]
    assert open_head_of(form).hex() == row["open_head"]


@pytest.mark.parametrize("name", OPENINGS)
def test_an_opening_read_back(name: str) -> None:
    row = VECTORS[name]
    assert decode_opening(unhex(row["open_bytes"])) == opening_of(row["opening"])


@pytest.mark.parametrize("hand", HANDS)
def test_the_house_signs_the_opening(hand: str) -> None:
    keys, row = VECTORS["keys"], VECTORS[hand]
    key = HeadKey(keys["head_kid"], unhex(keys["head_private"]))
    message = opening_message(unhex(row["open_head"]))
    assert key.public_key.hex() == keys["head_public"]
    assert key.sign(message).hex() == row["sig_open"]
    assert verifies(key.public_key, unhex(row["sig_open"]), message)
    assert not verifies(key.public_key, unhex(row["sig_open"]), message[:-1])


def test_a_head_key_shows_its_public_half_only() -> None:
    private = unhex(VECTORS["keys"]["head_private"])
    key = HeadKey(3, private)
    assert repr(key) == f"HeadKey(kid=3, fingerprint={fingerprint(key.public_key)})"
    assert private.hex() not in repr(key)


@pytest.mark.parametrize("hand", HANDS)
def test_the_config_is_bound_by_its_text(hand: str) -> None:
    row = VECTORS[hand]
    assert cfg_hash_of(row["cfg_text"]).hex() == row["opening"]["cfg_hash"]


def test_cfg_hash_of_odd_values() -> None:
    row = VECTORS["cfg_form"]
    assert cfg_hash_of(row["cfg_text"]).hex() == row["cfg_hash"]


def test_the_first_hand_of_a_table_stands_on_its_name() -> None:
    row = VECTORS["first_prev_head"]
    assert first_prev_head(row["table_id"]).hex() == row["prev_head"]
    assert row["prev_head"] == VECTORS["hand"]["opening"]["prev_head"]


def test_the_second_hand_stands_on_the_head_of_the_first() -> None:
    assert VECTORS["run_twice"]["opening"]["prev_head"] == VECTORS["hand"]["steps"][-1]["head"]


@pytest.mark.parametrize("hand", HANDS)
def test_the_assurance_line(hand: str) -> None:
    row = VECTORS[hand]
    assert assurance_line(opening_of(row["opening"]), BeaconStanding.NONE) == row["assurance"]


def test_the_assurance_line_of_a_beacon_and_an_escrow() -> None:
    opening = replace(opening_of(VECTORS["beacon"]["opening"]), escrow=Escrow(bytes(32), bytes(32)))
    wanted = (
        "level=BEACON commits=3/3 dealing=SERVICE delivery=SEAT_KEY keys=3/3 guard=yes lookahead=no"
        " entropy=fresh heads=every beacon={} escrow=yes"
    )
    assert assurance_line(opening, BeaconStanding.CHECKED) == wanted.format("checked")
    assert assurance_line(opening, BeaconStanding.NOT_CHECKED) == wanted.format("not checked")


def test_committed_hands_sign_every_head_whatever_the_flag_says() -> None:
    for level, every in ((Level.COMMIT, False), (Level.SEEDED, False), (Level.COMMITTED, True)):
        opening = replace(OPENING, level=level, flags=OpenFlag(0))
        assert opening.signs_every_head is every
        assert ("heads=every" in assurance_line(opening, BeaconStanding.NONE)) is every


def test_a_host_that_insisted_on_less_can_look_ahead() -> None:
    assert not OPENING.host_can_look_ahead
    assert replace(OPENING, flags=OpenFlag.HOST_CAN_LOOK_AHEAD).host_can_look_ahead
    assert replace(OPENING, delivery=Delivery.HOST).host_can_look_ahead


CHANGED: dict[str, object] = {
    "rules_version": 2,
    "head_kid": 4,
    "hand_id": bytes(16),
    "opened_ms": 1,
    "table_id": "main-8",
    "hand_number": 107,
    "attempt": 1,
    "prev_head": bytes(32),
    "cfg_hash": bytes(32),
    "root": bytes(32),
    "dealing": Dealing.HOST,
    "delivery": Delivery.SEAT_SECRET,
    "level": Level.SEEDED,
    "flags": OpenFlag.SHOWDOWN_ASK,
    "beacon": BeaconRound(bytes(32), 1),
    "escrow": Escrow(bytes(32), bytes(32)),
    "button": None,
    "small_blind_seat": 5,
    "big_blind_seat": 2,
    "seats": OPENING.seats[:2],
    "straddles": (StraddlePosted(1, 200),),
}


@pytest.mark.parametrize("field", [field.name for field in fields(Opening)])
def test_each_field_of_the_opening_is_in_its_head(field: str) -> None:
    changed = replace(OPENING, **{field: CHANGED[field]})  # type: ignore[arg-type]
    assert open_head_of(encode_opening(changed)) != open_head_of(encode_opening(OPENING))


SEAT_CHANGED: dict[str, object] = {
    "seat": 0,
    "stack": 401,
    "live_post": 1,
    "dead_post": 1,
    "absent": True,
    "secret_hash": bytes(32),
    "hpke_key": bytes(32),
    "action_key": bytes(32),
    "commit": b"",
}


@pytest.mark.parametrize("field", [field.name for field in fields(OpeningSeat)])
def test_each_field_of_a_seat_is_in_the_head(field: str) -> None:
    seat = replace(OPENING.seats[0], **{field: SEAT_CHANGED[field]})  # type: ignore[arg-type]
    changed = replace(OPENING, seats=(seat, *OPENING.seats[1:]))
    assert open_head_of(encode_opening(changed)) != open_head_of(encode_opening(OPENING))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hand_id", bytes(15)),
        ("prev_head", bytes(31)),
        ("cfg_hash", bytes(33)),
        ("root", b""),
        ("escrow", Escrow(bytes(31), bytes(32))),
        ("escrow", Escrow(bytes(32), bytes(33))),
        ("seats", OPENING.seats[::-1]),
        ("seats", (OPENING.seats[0], OPENING.seats[0])),
        ("seats", (OpeningSeat(255, 1),)),
        ("seats", (OpeningSeat(0, 1, commit=bytes(31)),)),
        ("seats", (OpeningSeat(0, 1, secret_hash=bytes(33)),)),
        ("seats", (OpeningSeat(0, 1, hpke_key=bytes(31)),)),
        ("seats", (OpeningSeat(0, 1, action_key=bytes(1)),)),
    ],
)
def test_what_has_no_place_in_the_bytes_is_not_padded_or_cut(field: str, value: object) -> None:
    with pytest.raises(UnfitFieldError):
        encode_opening(replace(OPENING, **{field: value}))  # type: ignore[arg-type]


def test_a_table_name_is_at_most_65535_bytes() -> None:
    with pytest.raises(TooLongError):
        encode_opening(replace(OPENING, table_id="é" * 40_000))


# label 16, rules_version 2, head_kid 1, hand_id 16, opened_ms 8, "main-7" with its length 8,
# hand_number 8, attempt 1, three hashes of 32
OFFSETS = dict(zip(("dealing", "delivery", "level", "flags", "beacon"), range(156, 161), strict=True))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("dealing", 0), ("dealing", 3), ("delivery", 0), ("delivery", 4), ("level", 0), ("level", 5),
        ("flags", 64), ("flags", 128), ("beacon", 2),
    ],
)  # fmt: skip
def test_unknown_numbers_are_refused_by_name(field: str, value: int) -> None:
    form = bytearray(encode_opening(OPENING))
    offset = OFFSETS[field]
    form[offset] = value
    with pytest.raises(MalformedError) as refused:
        decode_opening(bytes(form))
    assert refused.value.field == field
    assert refused.value.offset == offset


def test_no_prefix_of_an_opening_and_nothing_after_it_is_one() -> None:
    form = encode_opening(OPENING)
    for size in range(len(form)):
        with pytest.raises(MalformedError):
            decode_opening(form[:size])
    with pytest.raises(MalformedError, match="1 bytes too many"):
        decode_opening(form + b"\0")


@pytest.mark.parametrize("seat", [0, 1, 255])
def test_seats_rise_and_stand_once(seat: int) -> None:
    form = bytearray(encode_opening(OPENING))
    first = OFFSETS["beacon"] + 1 + 2 + 3 + 1
    # a seat is 26 bytes and four lengths of two; here it has no secret hash and three keys of 32
    second = first + 26 + 4 * 2 + 3 * 32
    assert (form[first], form[second]) == (1, 2)
    form[second] = seat
    with pytest.raises(MalformedError) as refused:
        decode_opening(bytes(form))
    assert (refused.value.field, refused.value.offset) == ("seat", second)


@pytest.mark.parametrize("size", [1, 32, 63, 65])
def test_an_escrow_is_none_or_64_bytes(size: int) -> None:
    form = encode_opening(OPENING)
    offset = OFFSETS["beacon"] + 1
    changed = form[:offset] + prefixed(bytes(size)) + form[offset + 2 :]
    with pytest.raises(MalformedError, match="escrow"):
        decode_opening(changed)


@pytest.mark.parametrize("key", ["hpke_key", "action_key", "commit"])
def test_a_key_is_none_or_32_bytes(key: str) -> None:
    form, value = encode_opening(OPENING), getattr(OPENING.seats[2], key)
    with pytest.raises(MalformedError, match=key):
        decode_opening(form.replace(prefixed(value), prefixed(value[:-1])))


def test_a_table_name_that_is_no_text_is_refused() -> None:
    form = encode_opening(OPENING).replace(b"main-7", b"main-\xff")
    with pytest.raises(MalformedError, match="table_id"):
        decode_opening(form)


key = st.sampled_from([b"", bytes(32), bytes(range(32))])
chips = st.integers(0, 2**53 - 1)
seats = st.lists(
    st.builds(
        OpeningSeat,
        seat=st.integers(0, 254),
        stack=chips,
        live_post=chips,
        dead_post=chips,
        absent=st.booleans(),
        secret_hash=key,
        hpke_key=key,
        action_key=key,
        commit=key,
    ),
    unique_by=lambda seat: seat.seat,
    max_size=10,
).map(lambda rows: tuple(sorted(rows, key=lambda seat: seat.seat)))
place = st.none() | st.integers(0, 254)
hashed = st.binary(min_size=32, max_size=32)
openings = st.builds(
    Opening,
    rules_version=st.integers(0, 2**16 - 1),
    head_kid=st.integers(0, 255),
    hand_id=st.binary(min_size=16, max_size=16),
    opened_ms=st.integers(0, 2**64 - 1),
    table_id=st.text(st.characters(codec="utf-8"), max_size=40),
    hand_number=st.integers(0, 2**64 - 1),
    attempt=st.integers(0, 255),
    prev_head=hashed,
    cfg_hash=hashed,
    root=hashed,
    dealing=st.sampled_from(Dealing),
    delivery=st.sampled_from(Delivery),
    level=st.sampled_from(Level),
    flags=st.integers(0, 63).map(OpenFlag),
    beacon=st.none() | st.builds(BeaconRound, hashed, st.integers(0, 2**64 - 1)),
    escrow=st.none() | st.builds(Escrow, hashed, hashed),
    button=place,
    small_blind_seat=place,
    big_blind_seat=place,
    seats=seats,
    straddles=st.lists(st.builds(StraddlePosted, st.integers(0, 254), chips), max_size=3).map(tuple),
)


@given(openings)
def test_any_opening_comes_back(opening: Opening) -> None:
    assert decode_opening(encode_opening(opening)) == opening


@given(openings, st.data())
def test_changed_bytes_are_refused_or_are_another_opening(opening: Opening, data: st.DataObject) -> None:
    """No two byte forms mean one opening: else a head could be shown with either."""
    form = bytearray(encode_opening(opening))
    offset = data.draw(st.integers(0, len(form) - 1))
    form[offset] ^= data.draw(st.integers(1, 255))
    try:
        other = decode_opening(bytes(form))
    except MalformedError:
        return
    assert other != opening
    assert encode_opening(other) == bytes(form)
