"""R-2.4: two at a table. (Who gets the button is the table's question, not the hand's.)"""

from __future__ import annotations

from tests.rules.table import table


def test_r2_4_the_button_posts_the_small_blind_and_acts_first_before_the_flop() -> None:
    hand = table("BTN 1000  BB 1000", blinds=(50, 100))
    hand.expect(to_act="BTN", call=50, pot=150, stacks={"BTN": 950, "BB": 900})


def test_r2_4_after_the_flop_the_big_blind_acts_first_and_the_button_last() -> None:
    hand = table("BTN  BB").calls("BTN").checks("BB")
    for street in ("FLOP", "TURN", "RIVER"):
        hand = hand.expect(street=street, to_act="BB").checks("BB").expect(to_act="BTN").checks("BTN")


def test_r2_4_the_button_gets_the_last_card_of_the_deal() -> None:
    hand = table("BTN  BB")
    assert hand.hole_indices("BB") == (0, 2)
    assert hand.hole_indices("BTN") == (1, 3)


def test_r2_4_the_big_blind_has_the_option_heads_up() -> None:
    table("BTN  BB").calls("BTN").expect(to_act="BB", call=0, least=4).raises("BB", 4)


def test_r2_3_ex_a_dead_button_posts_nothing_and_acts_never() -> None:
    # seats 0-3, button 0: seat 1 busts, the button moves to its empty chair, 2 and 3 post
    hand = table("first 1000  BTN 0  SB 1000  BB 1000", blinds=(50, 100))
    hand.expect(to_act="first", call=100, pot=150).calls("first", "SB").checks("BB")


def test_r2_3_ex_a_dead_small_blind_is_posted_by_nobody() -> None:
    # seat 2 busts: button 1, small blind position 2 is dead, big blind 3
    hand = table("first 1000  BTN 1000  SB 0  BB 1000", blinds=(50, 100))
    hand.expect(to_act="first", call=100, pot=100)
    hand.calls("first", "BTN").checks("BB").expect(street="FLOP", to_act="BB")
