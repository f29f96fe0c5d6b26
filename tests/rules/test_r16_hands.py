"""R-16 at a table: pots go to the best five of seven. (The order of hands has its tests under evaluation.)"""

from __future__ import annotations

import pytest

from tests.rules.table import flop


def _paid(holes: dict[str, str], board: str) -> dict[str, int]:
    line = "  ".join(f"{name} 100" for name in holes)
    hand = flop(line, 10, holes=holes, board=board).bets("A", 10).calls(*list(holes)[1:]).checks_down()
    return {name: hand.settlement.won(hand.hand.position(seat)) for name, seat in hand.names.items()}


def test_r16_ex_seed_003_the_kicker_plays_where_it_is_among_the_five() -> None:
    assert _paid({"A": "Jh 8c", "B": "9h 8s"}, "6c 7d 8h Qs Kc") == {"A": 20, "B": 0}
    assert _paid({"A": "Jh 8c", "B": "9h 8s"}, "7c 8d Kh Qs Ac") == {"A": 10, "B": 10}


def test_r16_ex_seed_003_the_nuts_are_three_queens() -> None:
    assert _paid({"A": "Ah Kd", "B": "Qc Qh", "C": "8c 8h"}, "2c 3d 7h 8d Qs") == {"A": 0, "B": 30, "C": 0}


@pytest.mark.parametrize("board", ["As Ks Qs Js Ts", "9c 9d 9h 9s Ac"])
def test_r16_ex_a_board_that_nobody_can_improve_is_split_by_all_in_hand(board: str) -> None:
    assert _paid({"A": "2c 2d", "B": "Kh Kd", "C": "7h 6d"}, board) == {"A": 10, "B": 10, "C": 10}


def test_r16_1_none_of_the_hole_cards_need_be_used() -> None:
    assert _paid({"A": "2c 2d", "B": "3h 3d"}, "Kc Kd 9s 9h As") == {"A": 10, "B": 10}


def test_r16_2_structure_comes_before_the_largest_card() -> None:
    # M3: 333KK beats 222AA
    assert _paid({"A": "Ac Ad", "B": "3c Kd"}, "2c 2d 2h 3d 3h") == {"A": 0, "B": 20}
