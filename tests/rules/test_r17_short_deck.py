"""R-17: thirty-six cards and their order, and the button's blind. (R-16 has its tests under evaluation.)"""

from __future__ import annotations

import pytest

from floorman import events
from floorman.events import ButtonBlind
from tests.rules.table import Switches, Table, flop, table

SHORT: Switches = {"variant": "SHORT_DECK_36"}
CUSTOM: Switches = {**SHORT, "blind_structure": "BUTTON_BLIND", "ante_type": "EACH", "ante_amount": 200}


def _shown(holes: dict[str, str], board: str, **switches: bool) -> Table:
    hand = flop("A 100  B 100", 10, holes=holes, board=board, **SHORT, **switches).bets("A", 10).calls("B")
    return hand.checks_down()


def test_r17_a_flush_beats_a_full_house() -> None:
    holes = {"A": "Ah 9h", "B": "Kc Kd"}
    _shown(holes, "Kh Th 6h Ts Td").ends(won={"A": 20, "B": 0})


def test_r17_the_lowest_straight_is_ace_six_seven_eight_nine() -> None:
    holes = {"A": "As 6d", "B": "Kc Kd"}
    _shown(holes, "7h 8c 9s Kh Qs", short_trips_beat_straight=False).ends(won={"A": 20})
    # and it is below the ten-high one
    _shown({"A": "As 6d", "B": "Tc 6c"}, "7h 8c 9s Kh Qs").ends(won={"B": 20})


@pytest.mark.parametrize(("trips_beat_straight", "winner"), [(False, "A"), (True, "B")])
def test_r17_straights_and_trips_in_either_order(trips_beat_straight: bool, winner: str) -> None:  # noqa: FBT001
    hand = _shown(
        {"A": "Jd Td", "B": "9c 9d"}, "7h 8c 9s Kh 6s", short_trips_beat_straight=trips_beat_straight
    )
    hand.ends(won={winner: 20})


def test_r17_in_the_full_deck_the_switch_has_no_effect() -> None:
    hand = flop(
        "A 100  B 100",
        10,
        holes={"A": "Jd Td", "B": "9c 9d"},
        board="7h 8c 9s Kh 2s",
        short_trips_beat_straight=True,
    )
    hand.bets("A", 10).calls("B").checks_down().ends(won={"A": 20})


def test_r17_the_button_posts_a_blind_beside_the_antes_of_all() -> None:
    hand = table("left 9000  next 9000  BTN 9000", blinds=(0, 200), **CUSTOM)
    assert [event.amount for event in hand.saw(ButtonBlind)] == [200]
    # WL: all 200, the button 400 in total
    hand.expect(to_act="left", call=200, least=400, pot=800, stacks={"left": 8800, "BTN": 8600})


def test_r17_the_button_acts_last_with_the_option() -> None:
    hand = table("left  next  BTN", blinds=(0, 200), **CUSTOM).calls("left", "next")
    hand.expect(to_act="BTN", call=0, least=400).checks("BTN").expect(street="FLOP", to_act="left")


def test_r17_the_button_blind_works_with_the_full_deck_too() -> None:
    hand = table("left  next  BTN", blinds=(0, 4), blind_structure="BUTTON_BLIND")
    hand.expect(to_act="left", call=4, least=8, pot=4)


def test_r17_a_short_button_blind_leaves_the_price_as_it_is() -> None:
    hand = table("left  next  BTN 3", blinds=(0, 4), blind_structure="BUTTON_BLIND")
    hand.expect(to_act="left", call=4, least=8, pot=3)


def test_r17_24_on_an_empty_button_nobody_pays_the_button_blind() -> None:
    hand = table("left  next  BTN 0  last", blinds=(0, 4), blind_structure="BUTTON_BLIND")
    assert not hand.saw(events.ButtonBlind)
    hand.expect(to_act="last", call=0, pot=0, least=4)


def test_r17_normal_blinds_are_possible() -> None:
    table("BTN  SB  BB", **SHORT).expect(to_act="BTN", call=2, pot=3)


def test_r17_the_short_deck_is_dealt_from_the_sixes_up() -> None:
    assert table("SB  BB  BTN", **SHORT).hole("SB") == "6c 6s"


def test_r17_twelve_hole_cards_and_a_board_of_the_short_deck() -> None:
    hand = table("A  B  C  D  E  BTN", blinds=(0, 2), blind_structure="NONE", **SHORT).checks_down()
    assert hand.board_indices() == [[13, 14, 15, 17, 19]]
    assert hand.boards() == ["9d 9h 9s Td Ts"]
