"""Reading Poker Hand History: the text of a hand, and texts that are none."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

import pytest

from floorman.records.phh import (
    CheckOrCall,
    DealBoard,
    DealHole,
    Fold,
    OtherGame,
    PhhError,
    PhhRecord,
    ShowOrMuck,
    WagerTo,
    read_record,
    split_hands,
)

HAND: Final = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 80.25, inf]
actions = [
  'd dh p1 AsKd', 'd dh p2 ????', 'd dh p3 Q?J?', '# a comment', '',
  'p3 cbr 2.50 # opens', 'p1 f', 'p2 cc', 'd db 2c7d9h',
  'p2 sm', 'p3 sm -', 'p1 sm AsKd',
]
_table_mood = 'friendly'
"""


def read(text: str, name: str = "a.phh") -> PhhRecord:
    [table] = split_hands(text, name)
    record = read_record(table)
    assert isinstance(record, PhhRecord)
    return record


def test_amounts_are_decimals_and_never_binary_fractions() -> None:
    record = read(HAND)
    assert record.blinds == (Decimal("0.5"), Decimal(1), Decimal(0))
    assert record.stacks == (Decimal(100), Decimal("80.25"), Decimal("inf"))
    assert (record.min_bet, record.small_bet, record.big_bet) == (Decimal(1), None, None)


def test_actions_keep_their_places_and_comments_say_nothing() -> None:
    assert read(HAND).actions == (
        DealHole(1, ("As", "Kd")),
        DealHole(2, ("??", "??")),
        DealHole(3, ("??", "??")),  # a rank without a suit is no card that the floor could compare
        None,
        None,
        WagerTo(3, Decimal("2.5")),
        Fold(1),
        CheckOrCall(2),
        DealBoard(("2c", "7d", "9h")),
        ShowOrMuck(2, None),
        ShowOrMuck(3, ()),
        ShowOrMuck(1, ("As", "Kd")),
    )


def test_results_may_be_left_out() -> None:
    record = read(HAND)
    assert (record.finishing_stacks, record.winnings) == (None, None)
    assert read(HAND + "winnings = [0, 0, 5.5]").winnings == (Decimal(0), Decimal(0), Decimal("5.5"))


def test_a_file_of_many_hands_names_each_by_its_key() -> None:
    hand = HAND.replace("inf", "7")
    hands = split_hands(f"[1]{hand}[7]{hand}", "many.phhs")
    assert [table.name for table in hands] == ["many.phhs[1]", "many.phhs[7]"]


def test_of_another_game_only_the_name_is_read() -> None:
    [table] = split_hands("variant = 'FB'\nactions = ['p1 sd', 'p2 pb']\n", "badugi.phh")
    assert read_record(table) == OtherGame("badugi.phh", "FB")


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("variant = 'NT'", "variant = 7", r"a\.phh: variant: a text is required"),
        ("antes = [0, 0, 0]", "", "antes: a list of amounts is required"),
        ("antes = [0, 0, 0]", "antes = [0, 0]", "antes: 2 amounts for 3 players"),
        ("antes = [0, 0, 0]", "antes = [0, true, 0]", "antes: True is no amount"),
        ("min_bet = 1", "min_bet = nan", "min_bet: NaN is no amount"),
        ("'p1 f'", "'p4 f'", r"actions\[6\]: there is no player 4"),
        ("'p1 f'", "'p1 folds'", r"actions\[6\]: 'p1 folds' is no action"),
        ("'p1 f'", "'x1 f'", r"actions\[6\]: 'x1 f' is no action"),
        ("'p1 f'", "'p1 cbr many'", r"actions\[6\]: 'p1 cbr many' is no action"),
        ("2c7d9h", "2c7d9", r"actions\[8\]: .* is no action"),
        ("2c7d9h", "2c7d1h", r"actions\[8\]: .* is no action"),
    ],
)
def test_a_field_of_another_form_is_named(before: str, after: str, why: str) -> None:
    with pytest.raises(PhhError, match=why):
        read(HAND.replace(before, after))


@pytest.mark.parametrize("text", ["", "author = 'nobody'", "variant = "])
def test_a_text_without_a_hand_is_named(text: str) -> None:
    with pytest.raises(PhhError, match=r"^a\.phh: no "):
        split_hands(text, "a.phh")
