"""Rulings on Poker Hand History: stacks worked out by hand, and files that lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner

from floorman.cli.adjudicate import adjudicate
from tests.cli.house import SHARED, Said, run

# Seat 1 folds its 1; seats 2 and 3 put in 6, then 10: 33 chips for the aces of seat 2.
SHOWDOWN: Final = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  'd dh p1 7c2d', 'd dh p2 AsAh', 'd dh p3 KsKh',
  'p3 cbr 6', 'p1 f', 'p2 cc', 'd db 2c7d9h',
  'p2 cc', 'p3 cbr 10', 'p2 cc', 'd db Jc', 'p2 cc', 'p3 cc', 'd db 3s', 'p2 cc', 'p3 cc',
  'p2 sm AsAh', 'p3 sm',
]
finishing_stacks = [99, 117, 84]
"""


def ruled(folder: Path, address: str, text: str, name: str = "hand.phh") -> dict[str, Any]:
    (folder / name).write_text(text, encoding="utf-8")
    [hand] = run(adjudicate, folder / name, "--address", address).hands
    return hand


def fine(stacks: list[Any], name: str = "hand.phh") -> dict[str, Any]:
    return {"id": name, "ok": True, "unsupported": None, "mismatches": [], "stacks": stacks}


# ---- hands that come out as their files say ----


def test_a_showdown_with_a_muck(address: str, tmp_path: Path) -> None:
    assert ruled(tmp_path, address, SHOWDOWN) == fine([99, 117, 84])


def test_the_floor_says_who_shows_first_whatever_the_file_s_order_r12_3(address: str, tmp_path: Path) -> None:
    bet = SHOWDOWN.replace("'d db 3s', 'p2 cc', 'p3 cc',", "'d db 3s', 'p2 cc', 'p3 cbr 20', 'p2 cc',")
    shown = bet.replace("[99, 117, 84]", "[99, 137, 64]").replace("'p3 sm',", "'p3 sm KsKh',")
    assert "'p2 sm AsAh', 'p3 sm KsKh'" in shown  # seat 3 bet the river and has to show first
    assert ruled(tmp_path, address, shown) == fine([99, 137, 64])


def test_a_winner_who_mucks_gets_nothing_r12_5(address: str, tmp_path: Path) -> None:
    lines = "'p2 sm AsAh', 'p3 sm',"
    mucked = SHOWDOWN.replace(lines, "'p2 sm', 'p3 sm KsKh',").replace("[99, 117, 84]", "[99, 84, 117]")
    assert ruled(tmp_path, address, mucked) == fine([99, 84, 117])


def test_a_seat_without_a_line_is_decided_by_the_table(address: str, tmp_path: Path) -> None:
    silent = SHOWDOWN.replace("'p3 sm',", "")
    assert ruled(tmp_path, address, silent) == fine([99, 117, 84])


def test_a_file_without_showdown_lines_is_decided_by_the_table(address: str, tmp_path: Path) -> None:
    silent = SHOWDOWN.replace("'p2 sm AsAh', 'p3 sm',", "")
    assert ruled(tmp_path, address, silent) == fine([99, 117, 84])


def test_cards_that_only_the_showdown_tells(address: str, tmp_path: Path) -> None:
    hidden = SHOWDOWN.replace("p1 7c2d", "p1 ????").replace("p2 AsAh", "p2 ????", 1).replace("KsKh", "????")
    assert ruled(tmp_path, address, hidden) == fine([99, 117, 84])


def test_heads_up_the_button_posts_the_small_blind(address: str, tmp_path: Path) -> None:
    walk = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 100]
actions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'p2 f']
finishing_stacks = [51, 99]
"""
    assert ruled(tmp_path, address, walk) == fine([51, 99])


SPLIT: Final = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  'd dh p1 7c2d', 'd dh p2 AsKd', 'd dh p3 AhKc', 'p3 cc', 'p1 f', 'p2 cc', 'd db 2c7d9h',
  'p2 cc', 'p3 cc', 'd db Jc', 'p2 cc', 'p3 cc', 'd db 3s', 'p2 cc', 'p3 cc',
  'p2 sm AsKd', 'p3 sm AhKc',
]
"""


def test_half_chips_are_halves_of_an_odd_pot_r13_5(address: str, tmp_path: Path) -> None:
    halves = SPLIT + "finishing_stacks = [99, 100.5, 100.5]\n"
    assert ruled(tmp_path, address, halves) == fine([99, "100.5", "100.5"])


def test_whole_chips_give_the_odd_one_to_the_first_seat_r13_5(address: str, tmp_path: Path) -> None:
    whole = SPLIT + "finishing_stacks = [99, 101, 100]\n"
    assert ruled(tmp_path, address, whole) == fine([99, 101, 100])


def test_a_straddle_and_a_big_blind_ante(address: str, tmp_path: Path) -> None:
    # Straddle 4 by seat 3, ante 2 by seat 2; seat 4 makes it 12, all fold: it wins 1 + 2 + 2 + 4.
    text = """
variant = 'NT'
antes = [0, 2, 0, 0]
blinds_or_straddles = [1, 2, 4, 0]
min_bet = 2
starting_stacks = [100, 100, 100, 100]
actions = ['p4 cbr 12', 'p1 f', 'p2 f', 'p3 f']
finishing_stacks = [99, 96, 96, 109]
"""
    assert ruled(tmp_path, address, text) == fine([99, 96, 96, 109])


def test_a_short_deck_button_blind(address: str, tmp_path: Path) -> None:
    # Antes 3 x 5 and the button's 5; seat 1 calls 5, the others fold: the button's blind is folded too.
    text = """
variant = 'NS'
antes = [5, 5, 5]
blinds_or_straddles = [0, 0, 5]
min_bet = 5
starting_stacks = [100, 100, 100]
actions = ['p1 cbr 10', 'p2 f', 'p3 f']
finishing_stacks = [115, 95, 90]
"""
    assert ruled(tmp_path, address, text) == fine([115, 95, 90])


def test_fixed_limit_bets(address: str, tmp_path: Path) -> None:
    text = """
variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
small_bet = 2
big_bet = 4
starting_stacks = [100, 100, 100]
actions = ['p3 cbr 4', 'p1 f', 'p2 cc', 'd db 2c7d9h', 'p2 cbr 2', 'p3 cc', 'd db Jc', 'p2 cbr 4', 'p3 f']
finishing_stacks = [99, 107, 94]
"""
    assert ruled(tmp_path, address, text) == fine([99, 107, 94])


# ---- files without stacks ----


def test_without_stacks_a_hand_is_ok_if_it_is_legal_and_says_so(address: str, tmp_path: Path) -> None:
    bare = SHOWDOWN.replace("finishing_stacks = [99, 117, 84]", "")
    note = "every action is legal; the file names no stacks to compare"
    assert ruled(tmp_path, address, bare) == fine([99, 117, 84]) | {"note": note}


@pytest.mark.parametrize(
    ("winnings", "note"),
    [("[0, 33, 0]", "the winnings fit"), ("[0, 31.5, 0]", "the winnings fit, less rake 1.5")],
)
def test_winnings_are_compared_where_there_are_no_stacks(
    address: str, tmp_path: Path, winnings: str, note: str
) -> None:
    told = SHOWDOWN.replace("finishing_stacks = [99, 117, 84]", f"winnings = {winnings}")
    assert ruled(tmp_path, address, told) == fine([99, 117, 84]) | {"note": note}


@pytest.mark.parametrize("winnings", [[0, 34, 0], [0, 32, 1], [0, 0, 33]])
def test_winnings_that_no_rake_explains_are_a_mismatch(
    address: str, tmp_path: Path, winnings: list[int]
) -> None:
    told = SHOWDOWN.replace("finishing_stacks = [99, 117, 84]", f"winnings = {winnings}")
    assert ruled(tmp_path, address, told)["mismatches"] == [
        {"step": "end", "field": "winnings", "want": winnings, "got": [0, 33, 0]}
    ]


# ---- files that lie ----


def test_other_stacks_are_a_mismatch(address: str, tmp_path: Path) -> None:
    wrong = SHOWDOWN.replace("[99, 117, 84]", "[99, 116.5, 84.5]")
    hand = ruled(tmp_path, address, wrong)
    assert hand["mismatches"] == [
        {"step": "end", "field": "finishing_stacks", "want": [99, "116.5", "84.5"], "got": [99, 117, 84]}
    ]
    assert not hand["ok"]


@pytest.mark.parametrize(
    ("line", "place", "reason"),
    [
        ("'p3 cbr 3'", 3, "RAISE_BELOW_MINIMUM"),
        ("'p3 cbr 101'", 3, "INSUFFICIENT_CHIPS"),
        ("'p1 cbr 6'", 3, "NOT_YOUR_TURN"),
    ],
)
def test_the_first_illegal_action_is_named_by_its_place(
    address: str, tmp_path: Path, line: str, place: int, reason: str
) -> None:
    hand = ruled(tmp_path, address, SHOWDOWN.replace("'p3 cbr 6'", line))
    assert hand["mismatches"] == [{"step": place, "field": "accepted", "want": True, "got": reason}]


def test_showing_other_cards_than_were_dealt_is_refused(address: str, tmp_path: Path) -> None:
    hand = ruled(tmp_path, address, SHOWDOWN.replace("sm AsAh", "sm AsAd"))
    assert hand["mismatches"] == [{"step": 16, "field": "accepted", "want": True, "got": "WRONG_CARDS"}]


def test_a_card_twice_opens_no_hand(address: str, tmp_path: Path) -> None:
    hand = ruled(tmp_path, address, SHOWDOWN.replace("p3 KsKh", "p3 AsKh"))
    assert hand["mismatches"] == [{"step": "start", "field": "accepted", "want": True, "got": "CARD_TWICE"}]


def test_a_hand_that_stops_half_way_is_no_hand(address: str, tmp_path: Path) -> None:
    text = SHOWDOWN[: SHOWDOWN.index("'d db Jc'")] + "]\n"
    assert ruled(tmp_path, address, text)["mismatches"] == [
        {"step": "end", "field": "complete", "want": True, "got": False}
    ]


def test_a_file_that_is_no_hand_history_fails_alone(address: str, tmp_path: Path) -> None:
    (tmp_path / "bad.phh").write_text("variant = ", encoding="utf-8")
    (tmp_path / "good.phh").write_text(SHOWDOWN, encoding="utf-8")
    said = run(adjudicate, tmp_path, "--address", address)
    [bad, good] = said.hands
    assert [(wrong["step"], wrong["field"]) for wrong in bad["mismatches"]] == [("start", "file")]
    assert good["ok"]
    assert said.count == {"cases": 2, "ok": 1, "failed": 1, "unsupported": 0}
    assert said.exit_code == 1


# ---- what is not played here ----


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("variant = 'NT'", "variant = 'PO'", "variant PO"),
        ("[100, 100, 100]", "[100, inf, 100]", "starting_stacks inf"),
        ("antes = [0, 0, 0]", "antes = [1, 0, 1]", "antes"),
    ],
)
def test_other_structures_are_unsupported_by_name(
    address: str, tmp_path: Path, before: str, after: str, what: str
) -> None:
    hand = ruled(tmp_path, address, SHOWDOWN.replace(before, after))
    assert (hand["ok"], hand["unsupported"], hand["mismatches"]) == (False, [what], [])


# ---- the command ----


def test_many_hands_in_a_file_and_many_files_in_a_folder(address: str, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "many.phhs").write_text(f"[1]{SHOWDOWN}[2]{SHOWDOWN}", encoding="utf-8")
    (tmp_path / "one.phh").write_text(SHOWDOWN, encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no hand", encoding="utf-8")
    said = run(adjudicate, tmp_path, "--address", address)
    assert [hand["id"] for hand in said.hands] == ["many.phhs[1]", "many.phhs[2]", "one.phh"]
    assert (said.count["ok"], said.exit_code) == (3, 0)


def test_a_folder_without_hands_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(adjudicate, [str(tmp_path)])
    assert result.exit_code == 2
    assert "no .phh or .phhs file there" in result.stderr


def test_people_read_why_an_action_was_refused(address: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN.replace("'p3 cbr 6'", "'p3 cbr 3'"), encoding="utf-8")
    told = CliRunner().invoke(adjudicate, [str(file), "--address", address]).stdout
    assert "✗ hand.phh\n    step 3: was refused, RAISE_BELOW_MINIMUM (" in told
    assert "✗ 1 hand: 0 ok, 1 failed, 0 unsupported" in told


def test_real_records_come_out_with_their_own_stacks(address: str) -> None:
    folder = SHARED / "hands" / "phh"
    if not folder.exists():
        pytest.skip("the real records lie beside the project, not in it, and are not here")
    said: Said = run(adjudicate, folder, "--address", address)
    assert [hand for hand in said.hands if not hand["ok"]] == []
    assert said.count == {"cases": 69, "ok": 69, "failed": 0, "unsupported": 0}
