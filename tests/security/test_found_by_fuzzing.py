"""What the fuzzers and the sweeps of this folder have found, each as one small fact that stays true."""

from __future__ import annotations

import grpc
import pytest

from floorman.records.phh import PhhError, PhhRecord, read_record, split_hands
from floorman.records.phh_hand import UnsupportedError, hand_of
from floorman.v1 import config_pb2
from tests.fuzz.fuzz_records import HAND
from tests.fuzz.fuzz_records import one_input as rule_on_text
from tests.security.house import House
from tests.security.table import act, hosted, opening, start, start_request, step
from tests.security.wrong import ANY, straddling

# --------------------------------------------------------------------------------------------- the service


def test_a_second_straddle_that_no_integer_of_the_wire_holds_was_an_internal_error(house: House) -> None:
    blind = 2**52 - 1
    message = opening(**straddling(ANY, big_blind=blind, straddle_max=8, straddle_multiple=100))
    message.straddles.add(seat=0, amount=100 * blind)
    message.straddles.add(seat=1, amount=1)
    assert house.refused("StartHand", start_request(message)).reason == "CHIPS_OUT_OF_RANGE"


def test_a_big_bet_that_follows_from_the_blind_was_bound_into_a_config_that_nobody_can_read(
    house: House,
) -> None:
    """R-10.1: twice a small bet of 2^52 is more than the switch holds; a record of such a hand was none."""
    refused = house.refused("StartHand", start_request(opening(small_blind=0, big_blind=2**52)))
    assert (refused.reason, refused.fields) == ("CONFIG_INVALID", ["opening.config.fl_big_bet"])


def test_a_preset_of_a_megabyte_was_sent_back_and_lost_on_the_way(house: House) -> None:
    refused = house.refused("StartHand", start_request(opening(preset="X" * 900_000)))
    assert refused.fields == ["opening.config.preset"]
    assert len(refused.refusal.message.encode()) <= 400


def test_rake_caps_by_the_thousand_took_minutes_to_refuse(house: House) -> None:
    """Every one was described, and the description cut from the end, each cut measuring what was left."""
    caps = config_pb2.RakeCaps(caps=[config_pb2.RakeCap(players=99, cap=-1)] * 50_000)
    assert house.refused("StartHand", start_request(opening(rake_caps=caps))).reason == "CONFIG_INVALID"


def test_a_board_of_no_cards_was_a_step_that_no_record_could_hold(house: House) -> None:
    hand = act(house, start(house, hosted(5000, 5000)), step("call", 0), step("check", 1))
    with pytest.raises(grpc.RpcError) as caught:
        act(house, hand, step("deal_board", cards=[]))
    assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT


def test_burns_that_nobody_saw_had_no_end_and_did_not_fit_into_a_state(house: House) -> None:
    message = hosted()
    message.known_cards.burns.extend(["??"] * 100)
    assert house.refused("StartHand", start_request(message)).reason == "CARD_COUNT"


# ------------------------------------------------------------------------------------- hand history files


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "9" * 5000,  # an integer of more digits than Python reads
        "a = 1e-9999999999999999999999",  # an exponent beyond all decimals
        "a = " + "[" * 5000,  # a nesting deeper than the stack
        "a = 1\na = 2",
        "\x00",
    ],
)
def test_a_text_beyond_all_measure_is_no_record(text: str) -> None:
    with pytest.raises(PhhError, match="no TOML"):
        split_hands(text, "found")


@pytest.mark.parametrize("amount", ["1E-999999999", "1E+999999999", "-1E+16", "NaN", "1E-10"])
def test_an_amount_that_is_no_money_is_refused_before_it_becomes_a_fraction(amount: str) -> None:
    """The least factor that makes chips of 1E-999999999 has a billion digits."""
    text = "\n".join(f"{name} = {value!r}" for name, value in HAND.items())
    for line in (
        text.replace("starting_stacks = [5000", f"starting_stacks = [{amount.lower()}"),
        text.replace("cbr 300", f"cbr {amount}"),
        text.replace("min_bet = 100", f"min_bet = {amount.lower()}"),
    ):
        assert line != text
        [table] = split_hands(line, "found")
        with pytest.raises(PhhError, match=r"is no amount|is no action"):
            read_record(table)


def test_a_signalling_nan_is_no_amount() -> None:
    [table] = split_hands("min_bet = nan\nvariant = 'NT'\nstarting_stacks = [1, 2]", "found")
    with pytest.raises(PhhError):
        read_record(table)
    rule_on_text(b"\x00\x03\x00\x16")


@pytest.mark.parametrize(
    ("good", "wrong", "what"),
    [
        ("[5000, 3000, 700]", "[1000000000000000, 3000, 0.123456789]", r"\d+ chips"),
        ("[50, 100, 0]", "[50, 100, 10100]", "a straddle of 101 big blinds"),
    ],
)
def test_more_chips_than_the_wire_carries_are_named_as_such(good: str, wrong: str, what: str) -> None:
    text = "\n".join(f"{name} = {value!r}" for name, value in HAND.items())
    [table] = split_hands(text.replace(good, wrong), "found")
    record = read_record(table)
    assert isinstance(record, PhhRecord)
    with pytest.raises(UnsupportedError, match=what):
        hand_of(record)
