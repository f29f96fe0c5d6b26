"""What a Poker Hand History means at the table: positions, posts, switches, chips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from floorman import steps
from floorman.cards import parse_card
from floorman.records.phh import PhhAction, PhhRecord, read_record, split_hands
from floorman.records.phh_hand import PhhHand, UnsupportedError, hand_of


def record(
    blinds: Sequence[object], *actions: str, variant: str = "NT", min_bet: object = 2, **more: object
) -> PhhRecord:
    """A record with 100 chips for each player and no ante."""
    fields: dict[str, object] = {
        "variant": variant,
        "antes": [0] * len(blinds),
        "blinds_or_straddles": list(blinds),
        "min_bet": min_bet,
        "starting_stacks": [100] * len(blinds),
        "actions": list(actions),
    }
    fields |= more
    [table] = split_hands("\n".join(f"{name} = {value!r}" for name, value in fields.items()), "a.phh")
    read = read_record(table)
    assert isinstance(read, PhhRecord)
    return read


def switches(hand: PhhHand, *names: str) -> list[Any]:
    return [hand.switches.get(name) for name in names]


# ---- positions ----


def test_player_1_is_small_blind_and_the_last_has_the_button() -> None:
    hand = hand_of(record([1, 2, 0, 0]))
    assert switches(hand, "blind_structure", "small_blind", "big_blind") == ["SB_BB", 1, 2]
    assert hand.button == 4
    assert [seat.number for seat in hand.seats] == [1, 2, 3, 4]


def test_heads_up_blinds_and_antes_are_written_the_other_way_round() -> None:
    # Player 2 has the button and posts the small blind; both lists begin with the small blind.
    hand = hand_of(record([1, 2], antes=[0, 2], starting_stacks=[50, 80], actions=["p2 cc", "p1 cc"]))
    assert switches(hand, "small_blind", "big_blind", "ante_type") == [1, 2, "BIG_BLIND"]
    assert hand.button == 2
    assert [seat.stack for seat in hand.seats] == [50, 80]
    assert hand.steps == (steps.Call(2), steps.Check(1))


# ---- posts ----


@pytest.mark.parametrize(
    ("antes", "type_and_amount"),
    [
        ([0, 0, 0, 0], [None, None]),
        ([3, 3, 3, 3], ["EACH", 3]),
        ([0, 5, 0, 0], ["BIG_BLIND", 5]),
        ([0, 0, 0, 4], ["BUTTON", 4]),
    ],
)
def test_antes_r4_1(antes: list[int], type_and_amount: list[Any]) -> None:
    hand = hand_of(record([1, 2, 0, 0], antes=antes))
    assert switches(hand, "ante_type", "ante_amount") == type_and_amount


def test_a_button_blind_r17() -> None:
    hand = hand_of(record([0, 0, 0, 6], antes=[6] * 4, variant="NS", min_bet=6))
    names = ("variant", "blind_structure", "small_blind", "big_blind", "ante_type")
    assert switches(hand, *names) == ["SHORT_DECK_36", "BUTTON_BLIND", 0, 6, "EACH"]


def test_a_blind_of_player_1_alone_is_a_single_blind_r3_1() -> None:
    assert switches(hand_of(record([2, 0, 0])), "blind_structure", "big_blind") == ["SINGLE_BLIND", 2]


def test_no_blinds_at_all_r3_1() -> None:
    hand = hand_of(record([0, 0, 0], "p1 cbr 2", antes=[1, 1, 1]))
    assert switches(hand, "blind_structure", "big_blind") == ["NONE", 2]
    assert hand.steps == (steps.Bet(1, 2),)  # the first wager without a blind is a bet


def test_larger_posts_are_straddles_in_order_r5_3() -> None:
    hand = hand_of(record([1, 2, 4, 8, 0], "p5 cc", "p1 cbr 20"))
    assert hand.straddles == ((3, 4), (4, 8))
    assert switches(hand, "straddle_max", "straddle_multiple") == [2, 2]
    assert hand.steps == (steps.Call(5), steps.Raise(1, 20))


def test_a_post_of_a_big_blind_is_live_r5_1() -> None:
    for amount in (2, -2):  # programs that write a post as a negative blind mean the same
        hand = hand_of(record([1, 2, 0, amount], "p3 f", "p4 cc", "p1 cc", "p2 cc"))
        assert [seat.live_post for seat in hand.seats] == [0, 0, 0, 2]
        assert hand.straddles == ()
        assert hand.steps == (steps.Fold(3), steps.Check(4), steps.Call(1), steps.Check(2))


# ---- chips ----


@pytest.mark.parametrize(
    ("finishing", "scale"), [([101, 99, 100], 1), ([99, 100.5, 100.5], 2), ([99.99, 100, 100.01], 100)]
)
def test_chips_are_the_least_multiple_that_is_whole(finishing: list[float], scale: int) -> None:
    hand = hand_of(record([1, 2, 0], "p3 cbr 7", finishing_stacks=finishing))
    assert hand.scale == scale
    assert switches(hand, "small_blind", "big_blind") == [scale, 2 * scale]
    assert hand.steps == (steps.Raise(3, 7 * scale),)
    assert {seat.stack for seat in hand.seats} == {100 * scale}


def test_cents_are_chips_too() -> None:
    hand = hand_of(record([0.05, 0.1, 0], "p3 cbr 0.35", min_bet=0.1))
    assert hand.scale == 20
    assert switches(hand, "small_blind", "big_blind") == [1, 2]
    assert hand.steps == (steps.Raise(3, 7),)


# ---- switches ----


def test_fixed_limit_has_its_bets_and_the_most_raises_of_any_room_r10() -> None:
    limit = record([2, 4, 0], variant="FT", small_bet=4, big_bet=8)
    names = ("betting", "fl_small_bet", "fl_big_bet", "fl_max_raises")
    assert switches(hand_of(limit), *names) == ["FIXED_LIMIT", 4, 8, 4]


def test_a_file_with_showdown_lines_has_each_seat_asked_r12_5() -> None:
    told = hand_of(record([1, 2], "p1 sm AsAh", "p2 sm"))
    assert told.asks
    assert switches(told, "allin_face_up") == ["AT_SHOWDOWN_ONLY"]
    aces = (parse_card("As"), parse_card("Ah"))
    assert told.steps == (steps.Show(1, aces), steps.Muck(2))
    assert not hand_of(record([1, 2])).asks


def test_showing_one_card_is_a_muck_r12_6() -> None:
    assert hand_of(record([1, 2], "p1 sm As??")).steps == (steps.Muck(1),)


# ---- cards and steps ----


def test_cards_that_the_file_does_not_know_are_left_out() -> None:
    hand = hand_of(record([1, 2, 0], "d dh p1 AsKd", "d dh p2 ????", "d dh p3 Qc??"))
    assert hand.holes == {1: ("As", "Kd")}


def test_check_and_call_are_told_apart_by_the_bets() -> None:
    hand = hand_of(
        record(
            [1, 2, 0],
            *("p3 cc", "p1 cc", "p2 cc", "d db 2c7d9h"),
            *("p1 cc", "p2 cbr 4", "p3 cc", "p1 cc", "d db Jc"),
            *("p1 cc", "p2 cc", "p3 cbr 9", "p1 f", "p2 cbr 30", "p3 cc"),
        )
    )
    assert hand.board == ("2c", "7d", "9h", "Jc")
    assert hand.steps == (
        *(steps.Call(3), steps.Call(1), steps.Check(2)),
        *(steps.Check(1), steps.Bet(2, 4), steps.Call(3), steps.Call(1)),
        *(steps.Check(1), steps.Check(2), steps.Bet(3, 9), steps.Fold(1), steps.Raise(2, 30), steps.Call(3)),
    )
    assert hand.places == (0, 1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14)


# ---- what the floor has no words for ----


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"stacks": (Decimal(1), Decimal("inf"), Decimal(1))}, "starting_stacks inf"),
        ({"antes": (Decimal(1), Decimal(0), Decimal(1))}, "antes"),
        ({"blinds": (Decimal(3), Decimal(2), Decimal(0))}, "blinds_or_straddles"),
        ({"blinds": (Decimal(1), Decimal(2), Decimal(5))}, "a straddle that is no multiple of the big blind"),
        ({"min_bet": Decimal(4)}, "min_bet other than the big blind"),
        ({"min_bet": None}, "no min_bet"),
        ({"variant": "FT", "small_bet": Decimal(2)}, "no big_bet"),
    ],
)
def test_what_it_cannot_say_is_named(changed: dict[str, Any], what: str) -> None:
    with pytest.raises(UnsupportedError) as raised:
        hand_of(replace(record([1, 2, 0]), **changed))
    assert raised.value.what == what


def test_two_boards_and_four_hole_cards_are_named() -> None:
    plain = record([1, 2, 0], "d db 2c7d9hJc3s", "d db 4c", "d dh p1 AsKd", "d dh p1 QcJc")
    boards: tuple[PhhAction | None, ...] = plain.actions[:2]
    with pytest.raises(UnsupportedError, match="more than one board"):
        hand_of(replace(plain, actions=boards))
    with pytest.raises(UnsupportedError, match="more than two hole cards"):
        hand_of(replace(plain, actions=plain.actions[2:]))


def test_eleven_players_are_named() -> None:
    with pytest.raises(UnsupportedError, match="11 players"):
        hand_of(record([1, 2, *[0] * 9]))
