"""R-2: the button from hand to hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from floorman.rules.choices import BlindStructure, ButtonRule, EntryPost, MissedBlinds
from floorman.rules.refusal import Reason, Refusal
from floorman.table.prepare import Outcome, Standing
from floorman.table.seats import Missed, Positions, Wish
from floorman.v1 import config_pb2, opening_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub
from tests.table.chairs import dealt, ledger, plan, positions, prepared, rules, standing, taken

MOVING = rules(button_rule=ButtonRule.MOVING)
PACK = (Path(__file__).parents[1] / "cases" / "other_dev.jsonl").read_text(encoding="utf-8")
FACTS = [fact for fact in map(json.loads, PACK.splitlines()) if fact["kind"] == "button"]


# ---- the first hand ----


def test_r2_1_a_first_hand_needs_a_button() -> None:
    hand = prepared(taken(1, 2, 3, 4))
    assert hand.outcome is Outcome.BUTTON_NEEDED
    assert hand.start is None


def test_r2_1_on_the_first_hand_everybody_is_dealt_in_and_nobody_owes() -> None:
    hand = prepared(taken(1, 2, 3, 4, new={1, 2, 3, 4}), button=3)
    assert positions(hand) == (3, 4, 1)
    assert dealt(hand) == [1, 2, 3, 4]
    assert hand.starts
    assert not any(one.posts.live or one.posts.dead or one.ledger.new for one in hand.seats)


def test_r2_1_the_first_button_is_dealt_in() -> None:
    with pytest.raises(Refusal) as refused:
        prepared(taken(1, 2, 3), button=7)
    assert (refused.value.reason, refused.value.field) == (Reason.UNKNOWN_SEAT, "first_button")


def test_r2_1_a_table_of_new_faces_starts_again() -> None:
    hand = prepared(taken(5, 6, 7, new={5, 6, 7}), last=(0, 1, 2))
    assert hand.outcome is Outcome.BUTTON_NEEDED
    assert positions(prepared(taken(5, 6, 7, new={5, 6, 7}), last=(0, 1, 2), button=6)) == (6, 7, 5)


@pytest.mark.parametrize(
    "seats",
    [
        taken(4),
        taken(1, 2, away={2}),
        taken(1, 2, stacks={2: 0}),
        [],
    ],
    ids=["one seat", "one away", "one without chips", "nobody"],
)
def test_r1_1_a_hand_needs_two(seats: list[Any]) -> None:
    hand = prepared(seats, last=(0, 1, 2))
    assert hand.outcome is Outcome.TOO_FEW_PLAYERS
    assert hand.positions == Positions(0, 1, 2)
    assert [one.ledger for one in hand.seats] == [seat.ledger for seat in seats]


# ---- dead and moving button ----


def test_r2_3_nobody_leaves_and_all_move_one_seat() -> None:
    assert positions(prepared(taken(0, 1, 2, 3), last=(0, 1, 2))) == (1, 2, 3)


@pytest.mark.parametrize(
    ("left", "expected"),
    [((0, 2, 3), (1, 2, 3)), ((0, 1, 3), (1, None, 3)), ((0, 3), (0, 0, 3))],
    ids=["seat 1 busts", "seat 2 busts", "seats 1 and 2 bust"],
)
def test_r2_3_ex_dead_button(left: tuple[int, ...], expected: tuple[int, int | None, int]) -> None:
    assert positions(prepared(taken(*left), last=(0, 1, 2))) == expected


def test_r2_3_a_position_is_kept_where_the_small_blind_is_dead() -> None:
    hand = prepared(taken(0, 1, 3), last=(0, 1, 2))
    assert hand.positions == Positions(1, 2, 3)
    # and one hand later the empty seat has the button
    assert positions(prepared(taken(0, 1, 3), last=hand.positions)) == (2, 3, 0)


def test_r2_3_ex_moving_button() -> None:
    assert positions(prepared(taken(0, 2, 3), last=(0, 1, 2), config=MOVING)) == (2, 3, 0)


def test_r2_3_the_moving_button_skips_empty_seats_and_absent_players() -> None:
    seats = taken(0, 1, 2, 5, 8, away={1})
    assert positions(prepared(seats, last=(0, 1, 2), config=MOVING)) == (2, 5, 8)


def test_r2_3_the_moving_button_may_repeat_a_big_blind() -> None:
    # three-handed, the button leaves: the next button is seat 1, and seat 2 posts the big blind again
    assert positions(prepared(taken(1, 2), last=(0, 1, 2), config=MOVING)) == (1, 1, 2)


def test_r2_3_the_ledger_repairs_what_the_moving_button_skips() -> None:
    # six-handed, the small blind leaves: seat 2 paid its big blind and gets the button without a small one,
    # seat 3 posts the small blind without a big one before
    hand = prepared(taken(0, 2, 3, 4, 5), last=(0, 1, 2), config=MOVING)
    assert positions(hand) == (2, 3, 4)
    assert ledger(hand, 2).missed == Missed(small_blind=True)
    assert ledger(hand, 3).missed == Missed(big_blind=True)
    missed = {2: Missed(small_blind=True), 3: Missed(big_blind=True)}
    hand = prepared(taken(0, 2, 3, 4, 5, missed=missed), last=(2, 3, 4), config=MOVING)
    assert positions(hand) == (3, 4, 5)
    assert (plan(hand, 2).posts.live, plan(hand, 2).posts.dead) == (0, 1)
    assert (plan(hand, 3).posts.live, plan(hand, 3).posts.dead) == (2, 0)
    assert not ledger(hand, 2).missed
    assert not ledger(hand, 3).missed


# ---- heads-up in both directions ----


def test_r2_4_heads_up_the_button_posts_the_small_blind_and_they_alternate() -> None:
    hand = prepared(taken(3, 8), button=3)
    assert positions(hand) == (3, 3, 8)
    hand = prepared(taken(3, 8), last=hand.positions)
    assert positions(hand) == (8, 8, 3)
    assert positions(prepared(taken(3, 8), last=hand.positions)) == (3, 3, 8)


@pytest.mark.parametrize(
    ("left", "expected"),
    [((1, 2), (2, 2, 1)), ((0, 2), (2, 2, 0)), ((0, 1), (1, 1, 0))],
    ids=["0 busts", "1 busts", "2 busts"],
)
def test_r2_5_ex_three_handed_to_heads_up(left: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    assert positions(prepared(taken(*left), last=(0, 1, 2))) == expected


POST_7 = {7: Wish.POST}
POST_3 = {3: Wish.POST}


def test_r2_6_ex_a_newcomer_left_of_the_big_blind_is_the_big_blind_at_once() -> None:
    hand = prepared(taken(0, 5, 7, new={7}), last=(0, 0, 5))
    assert positions(hand) == (0, 5, 7)
    assert dealt(hand) == [0, 5, 7]
    assert not plan(hand, 7).posts.live


def test_r2_6_ex_a_newcomer_right_of_the_big_blind_waits_a_hand() -> None:
    hand = prepared(taken(0, 3, 5, new={3}, wish=POST_3), last=(0, 0, 5))
    assert positions(hand) == (5, 5, 0)
    assert dealt(hand) == [0, 5]
    assert standing(hand, 3) is Standing.IN_GAP
    hand = prepared(taken(0, 3, 5, new={3}, wish=POST_3), last=hand.positions)
    assert positions(hand) == (5, 0, 3)
    assert dealt(hand) == [0, 3, 5]


def test_r2_3_a_button_that_would_be_on_a_blind_goes_to_the_right_of_the_small_blind() -> None:
    # heads-up 0 and 5; 3 comes back owing nothing: the big blind is 0, the old button; the button goes to 3
    free = rules(missed_blinds=MissedBlinds.IGNORE)
    hand = prepared(taken(0, 3, 5), last=(0, 0, 5), config=free)
    assert positions(hand) == (3, 5, 0)
    assert dealt(hand) == [0, 3, 5]


# ---- other structures (R-3.1, R-17) ----


def test_r3_1_a_single_blind_sits_left_of_the_button_over_empty_seats_too() -> None:
    single = rules(blind_structure=BlindStructure.SINGLE_BLIND)
    assert positions(prepared(taken(0, 1, 2, 3), button=0, config=single)) == (0, None, 1)
    assert positions(prepared(taken(0, 1, 2, 3), last=(0, None, 1), config=single)) == (1, None, 2)
    assert positions(prepared(taken(0, 2, 3), last=(0, None, 1), config=single)) == (1, None, 2)
    assert positions(prepared(taken(2, 3), last=(0, None, 2), config=single)) == (2, None, 3)


@pytest.mark.parametrize("structure", [BlindStructure.BUTTON_BLIND, BlindStructure.NONE])
def test_r3_1_without_a_blind_left_of_it_the_button_goes_to_the_next_player(
    structure: BlindStructure,
) -> None:
    config = rules(blind_structure=structure)
    assert positions(prepared(taken(0, 1, 2, 3), last=(0, None, None), config=config)) == (1, None, None)
    assert positions(prepared(taken(0, 2, 3), last=(0, None, None), config=config)) == (2, None, None)


def test_r2_3_a_table_that_changes_its_structure_goes_on_from_its_button() -> None:
    hand = prepared(taken(0, 1, 2, 3), last=(0, None, None))
    assert positions(hand) == (1, 2, 3)


# ---- bomb pots ----


def test_r15_the_button_moves_after_a_bomb_pot_and_the_blinds_of_that_hand_are_not_posted() -> None:
    bomb = rules(bomb_pot=10)
    hand = prepared(taken(0, 1, 2, 3), last=(0, 1, 2), config=bomb)
    assert hand.positions == Positions(1, 2, 3, bomb_pot=True)
    assert positions(prepared(taken(0, 1, 2, 3), last=hand.positions)) == (2, 3, 0)


def test_r15_wsop_the_button_stays_after_a_bomb_pot() -> None:
    stays = rules(bomb_button_moves=False)
    last = Positions(1, 2, 3, bomb_pot=True)
    assert positions(prepared(taken(0, 1, 2, 3), last=last, config=stays)) == (1, 2, 3)
    # the big blind of the bomb pot has left: the next seat has it, the others stay
    assert positions(prepared(taken(0, 1, 2), last=last, config=stays)) == (1, 2, 0)


def test_r15_in_a_bomb_pot_nobody_posts_and_debts_stay() -> None:
    bomb = rules(bomb_pot=10)
    seats = taken(0, 1, 2, 3, 4, new={4}, missed={3: Missed(big_blind=True)})
    hand = prepared(seats, last=(0, 1, 2), config=bomb)
    assert dealt(hand) == [0, 1, 2, 3, 4]
    assert not any(one.posts.live or one.posts.dead for one in hand.seats)
    assert ledger(hand, 4).new
    assert ledger(hand, 3).missed.big_blind


# ---- R-1.4 ----


def test_r1_4_names_of_the_positions() -> None:
    hand = prepared(taken(0, 1, 2, 3, 4, 5), last=(5, 0, 1))
    assert {one.number: one.position for one in hand.seats} == {
        0: "BTN", 1: "SB", 2: "BB", 3: "UTG", 4: "HJ", 5: "CO",
    }  # fmt: skip


# ---- the pack's facts, through the service ----


@pytest.mark.parametrize("fact", FACTS, ids=[fact["id"] for fact in FACTS])
def test_button_facts_of_the_pack(table: TableServiceStub, fact: dict[str, Any]) -> None:
    given, wanted = fact["input"], fact["expect"]
    before = given["previous"]
    answer = table.PrepareHand(
        wire.PrepareHandRequest(
            opening=opening_pb2.HandOpening(
                config=config_pb2.TableConfig(
                    small_blind=1,
                    big_blind=2,
                    button_rule=config_pb2.ButtonRule.Value(f"BUTTON_RULE_{given['button_rule']}"),
                )
            ),
            seats=[
                *(wire.TakenSeat(seat=seat, stack=200) for seat in given["eligible"]),
                *(
                    wire.TakenSeat(
                        seat=seat,
                        stack=200,
                        ledger=wire.SeatLedger(newcomer=True),
                        wish=wire.ENTRY_WISH_POST,
                    )
                    for seat in given["newcomers"]
                ),
            ],
            last_hand=wire.TablePositions(
                button=before["button"],
                small_blind_position=before["small_blind_seat"],
                big_blind_seat=before["big_blind_seat"],
            ),
        )
    )
    assert answer.outcome == wire.PREPARE_OUTCOME_READY
    opening = answer.opening
    assert {
        "button": opening.button,
        "small_blind_seat": None if opening.small_blind_dead else opening.small_blind_seat,
        "big_blind_seat": opening.big_blind_seat,
        "dealt": [seat.seat for seat in opening.seats],
        "waiting": [one.seat for one in answer.seats if one.standing != wire.SEAT_STANDING_DEALT],
    } == wanted


def test_the_pack_has_button_facts() -> None:
    assert len(FACTS) >= 14


def test_r5_1_entry_under_the_moving_button_waits_between_button_and_blind() -> None:
    # seats 0 and 5 play; 7 sits down between the button-to-be (5) and its blind (0)
    free = rules(button_rule=ButtonRule.MOVING, entry_post=EntryPost.FREE)
    hand = prepared(taken(0, 5, 7, new={7}), last=(0, 0, 5), config=free)
    assert positions(hand) == (5, 5, 0)
    assert standing(hand, 7) is Standing.IN_GAP
    hand = prepared(taken(0, 5, 7, new={7}), last=hand.positions, config=free)
    assert positions(hand) == (7, 0, 5)
