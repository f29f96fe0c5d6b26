"""R-14: the rest of the board, dealt several times."""

from __future__ import annotations

from typing import Any

import pytest

from floorman import events
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import Table, table


def _all_in_before_the_flop(line: str = "BTN 100  BB 100", **more: Any) -> Table:
    """Everybody is all-in before the flop, the cards are the floor's."""
    hand = table(line, **{"run_it_max": 4, **more})
    while hand.hand.phase is Phase.BET:
        hand = hand.goes_all_in(str(hand.name(hand.options.seat)))
    return hand


# ---- the vote ----


def test_r14_1_the_players_in_hand_are_asked_in_any_order_and_nobody_is_to_act() -> None:
    hand = _all_in_before_the_flop().expect(phase=Phase.RUN_VOTE, to_act=None, votes="BTN BB")
    assert hand.decision.most_runs == 4
    hand.votes("BB", runs=2).expect(votes="BTN")
    hand.votes("BTN", runs=2).expect(votes="BB")


@pytest.mark.parametrize("runs", [1, 2, 3, 4])
def test_r14_1_a_unanimous_vote_decides(runs: int) -> None:
    hand = _all_in_before_the_flop().votes("BB", "BTN", runs=runs)
    assert [event.count for event in hand.saw(events.RunResult)] == [runs]
    assert len(hand.boards()) == runs


def test_r14_1_24_votes_that_differ_give_one_run() -> None:
    hand = _all_in_before_the_flop().votes("BB", runs=3).votes("BTN", runs=2)
    assert len(hand.boards()) == 1


def test_r14_1_one_seat_that_does_not_agree_is_enough() -> None:
    hand = _all_in_before_the_flop("BTN 100  SB 100  BB 100").votes("BTN", "SB", runs=2).votes("BB", runs=1)
    assert len(hand.boards()) == 1


def test_r14_1_a_vote_is_refused_twice_out_of_range_or_from_outside_the_hand() -> None:
    hand = _all_in_before_the_flop(run_it_max=3)
    hand.refuses(Reason.RUN_NOT_OFFERED, "R-14.1", most=3).votes("BTN", runs=4)
    hand.refuses(Reason.RUN_NOT_OFFERED, "R-14.1").votes("BTN", runs=0)
    hand.votes("BTN", runs=3).refuses(Reason.RUN_NOT_OFFERED).votes("BTN", runs=3)
    folded = table("BTN 100  SB 100  BB 100", run_it_max=2).folds("BTN").goes_all_in("SB", "BB")
    folded.expect(votes="SB BB").refuses(Reason.RUN_NOT_OFFERED).votes("BTN", runs=2)
    asked = table("BTN  BB", run_it_max=2)
    asked.refuses(Reason.RUN_NOT_OFFERED, "R-14.1", seat=1, count=2, most=0).votes("BTN", runs=2)


def test_r14_1_24_while_votes_are_missing_nobody_may_act() -> None:
    hand = _all_in_before_the_flop()
    hand.refuses(Reason.NOT_YOUR_TURN).checks("BB")
    hand.refuses(Reason.STEP_NOT_ALLOWED).kills("BB")


def test_r14_1_the_tables_own_answer_is_one_run() -> None:
    hand = _all_in_before_the_flop().votes("BB", runs=2).resolves()
    assert [event.count for event in hand.saw(events.RunResult)] == [1]


def test_r14_1_24_where_runs_are_mandatory_nobody_is_asked() -> None:
    hand = _all_in_before_the_flop(run_it_max=3, run_it_consent="MANDATORY")
    assert hand.hand.phase is Phase.COMPLETE
    assert len(hand.boards()) == 3
    assert [event.count for event in hand.saw(events.RunResult)] == [3]


def test_r14_1_only_heads_up_where_the_table_says_so() -> None:
    three = _all_in_before_the_flop("BTN 100  SB 100  BB 100", run_it_players="HEADSUP_ONLY")
    assert three.hand.phase is Phase.COMPLETE
    assert len(three.boards()) == 1
    two = table("BTN 100  SB 100  BB 100", run_it_max=2, run_it_players="HEADSUP_ONLY").folds("BTN")
    two.goes_all_in("SB", "BB").expect(phase=Phase.RUN_VOTE, votes="SB BB")


def test_r14_1_off_by_default_and_not_offered_with_a_full_board() -> None:
    assert _all_in_before_the_flop(run_it_max=1).hand.phase is Phase.COMPLETE
    hand = table("BTN  BB", run_it_max=4).calls("BTN").checks("BB").checks_to("RIVER")
    hand = hand.goes_all_in("BB").calls("BTN")
    assert not hand.saw(events.RunResult)
    assert hand.hand.phase is Phase.COMPLETE


def test_r14_1_the_hands_are_up_before_the_vote_if_the_table_turns_them_up() -> None:
    assert len(_all_in_before_the_flop().saw(events.HandUp)) == 2
    assert not _all_in_before_the_flop(allin_face_up="AT_SHOWDOWN_ONLY").saw(events.HandUp)


# ---- the cards ----


def _run(hand: Table, runs: int) -> tuple[list[list[int]], list[int]]:
    names = [name for name, seat in hand.names.items() if seat in hand.decision.pending]
    hand = hand.votes(*names, runs=runs)
    return hand.board_indices(), hand.burn_indices()


def _three_after_the_flop(burns: str) -> Table:
    hand = table("SB 100  BB 100  BTN 100", run_it_max=2, run_it_burn=burns).calls("BTN", "SB")
    return hand.checks("BB").goes_all_in("SB").calls("BB", "BTN")


def test_r14_2_each_board_burns_its_own_cards() -> None:
    assert _run(_three_after_the_flop("PER_BOARD"), 2) == (
        [[7, 8, 9, 11, 13], [7, 8, 9, 15, 17]], [6, 10, 12, 14, 16]
    )  # fmt: skip


def test_r14_2_burns_for_the_first_board_only() -> None:
    assert _run(_three_after_the_flop("FIRST_BOARD_ONLY"), 2) == (
        [[7, 8, 9, 11, 13], [7, 8, 9, 14, 15]], [6, 10, 12]
    )  # fmt: skip


def test_r14_2_no_burns_in_the_runs() -> None:
    assert _run(_three_after_the_flop("NONE"), 2) == ([[7, 8, 9, 10, 11], [7, 8, 9, 12, 13]], [6])


@pytest.mark.parametrize("burns", ["PER_BOARD", "FIRST_BOARD_ONLY", "NONE"])
def test_r14_2_a_vote_that_ends_in_one_run_is_no_run_and_burns_as_always(burns: str) -> None:
    assert _run(_three_after_the_flop(burns), 1) == ([[7, 8, 9, 11, 13]], [6, 10, 12])


def test_r14_2_from_before_the_flop_nothing_is_shared() -> None:
    boards, _ = _run(_all_in_before_the_flop(), 2)
    assert boards == [[5, 6, 7, 9, 11], [13, 14, 15, 17, 19]]


@pytest.mark.parametrize(
    ("players", "variant", "most"),
    [
        (2, "HOLDEM_52", 4),
        (6, "HOLDEM_52", 4),
        (10, "HOLDEM_52", 4),  # exactly 52 cards
        (10, "SHORT_DECK_36", 2),
        (6, "SHORT_DECK_36", 3),  # 12 + 3 x 8 = 36
        (7, "SHORT_DECK_36", 2),  # 14 + 3 x 8 = 38
    ],
)
def test_r14_2_as_often_as_the_deck_allows(players: int, variant: str, most: int) -> None:
    line = "  ".join(f"{name} 100" for name in "ABCDEFGHIJ"[:players])
    hand = _all_in_before_the_flop(line, variant=variant)
    assert hand.decision.most_runs == most
    hand.refuses(Reason.RUN_NOT_OFFERED, most=most).votes("A", runs=most + 1)
    boards, _ = _run(hand, most)
    assert len({index for board in boards for index in board}) == 5 * most


def test_r14_2_ten_players_and_four_boards_take_the_whole_deck() -> None:
    hand = _all_in_before_the_flop("  ".join(f"{name} 100" for name in "ABCDEFGHIJ"))
    assert max(index for board in _run(hand, 4)[0] for index in board) == 51


def test_r14_2_24_mandatory_runs_are_as_many_as_the_deck_allows() -> None:
    line = "  ".join(f"{name} 100" for name in "ABCDEFGHIJ")
    hand = _all_in_before_the_flop(line, variant="SHORT_DECK_36", run_it_consent="MANDATORY")
    assert len(hand.boards()) == 2


# ---- the chips ----

# on the first board A's aces hold, on the second B's kings
AGAINST: dict[str, str] = {"A": "As Ah", "B": "Ks Kh"}
ACES_THEN_KINGS = "2c 7d 9h Jc 3s | Kd 8c 9s Jd 4h"


def test_r14_3_ex_101_run_twice() -> None:
    hand = table(
        "A 50  B 50  C 51",
        blinds=(0, 1),
        button="C",
        blind_structure="NONE",
        dead={"C": 1},
        holes=AGAINST,
        board=ACES_THEN_KINGS,
        run_it_max=2,
    )
    hand = hand.goes_all_in("A").calls("B").folds("C").votes("A", "B", runs=2)
    hand.ends(pots=[(101, "A B")], won={"A": 51, "B": 50})


def test_r14_3_ex_a_tie_on_board_1_of_51_heads_up() -> None:
    # 102 chips less one of rake: 51 and 50; board 1 is split 26 to the big blind's side and 25
    hand = table(
        "BTN 51  BB 51",
        rake_bps=100,
        holes={"BTN": "As 2h", "BB": "Ad 2d"},
        board="Kc Qd Jh Ts 3c | 2c 7d 9h 5d 8d",
        run_it_max=2,
    )
    hand = hand.goes_all_in("BTN").calls("BB").votes("BTN", "BB", runs=2)
    # board 2: BB has a flush of diamonds
    hand.ends(pots=[(102, "BTN BB")], rake=[1], won={"BTN": 25, "BB": 76})


def test_r14_3_each_pot_is_divided_after_rake_and_each_part_is_awarded() -> None:
    # main 3 x 20, side 2 x 40; A wins both boards of the main pot, B one and C one of the side pot
    hand = table(
        "A 20  B 60  C 60",
        blinds=(0, 1),
        blind_structure="NONE",
        holes={"A": "As Ah", "B": "Ks Kh", "C": "Qs Qh"},
        board="2c 7d 9h Jc 3s | Qd Qc 9s Jd 4h",
        run_it_max=2,
    )
    hand = hand.goes_all_in("A", "B").calls("C").votes("A", "B", "C", runs=2)
    hand.ends(pots=[(60, "A B C"), (80, "B C")], won={"A": 30, "B": 40, "C": 70})


def test_r14_3_odd_units_go_to_the_first_boards() -> None:
    # 100 by three boards in units of 10: 40, 30, 30
    hand = table(
        "A 50  B 50",
        blinds=(0, 10),
        blind_structure="NONE",
        unit=10,
        holes=AGAINST,
        board=ACES_THEN_KINGS + " | 2d 7h 9c Js 3d",
        run_it_max=3,
    )
    hand = hand.goes_all_in("A").calls("B").votes("A", "B", runs=3)
    hand.ends(pots=[(100, "A B")], won={"A": 70, "B": 30})


def test_r14_2_a_known_board_that_was_dealt_before_stands_in_every_run() -> None:
    hand = table(
        "A 50  B 50",
        blinds=(0, 10),
        blind_structure="NONE",
        holes=AGAINST,
        board="2c 7d 9h Jc 3s | 2c 7d 9h Kd 4h",
        run_it_max=2,
    )
    hand = hand.checks("A", "B").goes_all_in("A").calls("B").votes("A", "B", runs=2)
    assert hand.boards() == ["2c 7d 9h Jc 3s", "2c 7d 9h Kd 4h"]
    hand.ends(won={"A": 50, "B": 50})
