"""R-4: who pays an ante, what it counts for, and what a short payer pays first."""

from __future__ import annotations

import pytest

from floorman import events
from floorman.rules.presets import ConfigError
from tests.rules.table import Table, table

SHORT = "UTG 1000  CO 1000  BTN 1000  SB 1000  BB {}"


def test_r4_1_without_antes_only_the_blinds_are_in_the_pot() -> None:
    assert not table("BTN  SB  BB", ante_type="NONE", ante_amount=5).expect(pot=3).saw(events.Ante)


def test_r4_1_each_every_dealt_player_pays() -> None:
    hand = table("UTG 100  BTN 100  SB 100  BB 100", blinds=(5, 10), ante_type="EACH", ante_amount=1)
    hand.expect(pot=19, stacks={"UTG": 99, "BTN": 99, "SB": 94, "BB": 89})
    assert [event.dead for event in hand.saw(events.Ante)] == [False] * 4


def test_r4_1_the_big_blind_pays_one_big_blind_for_the_table_unless_another_amount_is_set() -> None:
    table("UTG  BTN  SB  BB 1000", blinds=(50, 100), ante_type="BIG_BLIND").expect(
        pot=250, stacks={"BB": 800}
    )
    table("UTG  BTN  SB  BB 1000", blinds=(50, 100), ante_type="BIG_BLIND", ante_amount=25).expect(pot=175)


def test_r4_1_the_button_pays_for_the_table() -> None:
    hand = table("UTG  BTN 1000  SB  BB", blinds=(50, 100), ante_type="BUTTON")
    hand.expect(pot=250, stacks={"BTN": 900})


@pytest.mark.parametrize("line", ["BTN  BB", "BTN  SB  BB"])
def test_r4_1_a_single_payers_ante_is_not_reduced_short_handed(line: str) -> None:
    table(line, blinds=(50, 100), ante_type="BIG_BLIND").expect(pot=250)


def test_r4_1_a_big_blind_ante_needs_a_big_blind() -> None:
    with pytest.raises(ConfigError) as wrong:
        table("BTN  left", blind_structure="NONE", ante_type="BIG_BLIND")
    assert [(problem.switch, problem.rule) for problem in wrong.value.problems] == [("ante_type", "R-4.1")]


def test_r4_2_an_ante_of_each_is_no_part_of_the_call() -> None:
    hand = table("UTG  BTN  SB  BB", blinds=(50, 100), ante_type="EACH", ante_amount=10)
    hand.expect(to_act="UTG", call=100, least=200)


def test_r4_2_an_ante_of_each_is_matched_chips_and_enters_the_layers() -> None:
    # A pays 10 of an ante of 25 and plays for 10 from everybody; 15 of BTN, 20 of SB and 20 of BB lie beside
    hand = table(
        "A 10  BTN 60  SB 60  BB 60", blinds=(5, 10), ante_type="EACH", ante_amount=25, best="A > BB"
    )
    hand.folds("BTN", "SB").ends(
        pots=[(40, "A BB"), (55, "BB")], returned={"BB": 5}, stacks={"A": 40, "BB": 85}
    )


def test_r4_2_a_single_payers_ante_lies_dead_in_the_main_pot_for_everybody_in_hand() -> None:
    # CO is all-in for 60 and can win the ante too
    hand = table(
        "CO 60  BTN 1000  SB 1000  BB 1000", blinds=(50, 100), ante_type="BIG_BLIND", best="CO > BTN > BB"
    )
    hand = hand.goes_all_in("CO").calls("BTN").folds("SB").checks("BB").checks_down()
    hand.ends(pots=[(330, "CO BTN BB"), (80, "BTN BB")], stacks={"CO": 330, "BTN": 980, "BB": 800})


def test_r4_2_the_payer_of_the_ante_gets_none_of_it_back() -> None:
    hand = table("UTG  BTN  SB  BB 1000", blinds=(50, 100), ante_type="BIG_BLIND")
    hand.folds("UTG", "BTN", "SB").ends(returned={"BB": 50}, pots=[(200, "BB")], stacks={"BB": 1050})


# ---- what a short single payer pays first (100/200, ante 200; BTN calls, SB folds, BB shows) ----


def _played(big_blind_stack: int, order: str) -> Table:
    hand = table(
        SHORT.format(big_blind_stack),
        blinds=(100, 200),
        ante_type="BIG_BLIND",
        ante_order=order,
        best="BB > BTN",
    )
    hand = hand.folds("UTG", "CO").expect(to_act="BTN", call=200, least=400)
    return hand.calls("BTN").folds("SB").checks_down()


def test_r4_3_ex_300_blind_first() -> None:
    hand = _played(300, "BLIND_FIRST")
    assert [(event.amount, event.dead) for event in hand.saw(events.Ante)] == [(100, True)]
    hand.ends(pots=[(600, "BTN BB")], returned={}, stacks={"BB": 600})


def test_r4_3_ex_300_ante_first() -> None:
    hand = _played(300, "ANTE_FIRST")
    assert [event.amount for event in hand.saw(events.Ante)] == [200]
    assert [event.amount for event in hand.saw(events.BigBlind)] == [100]
    hand.ends(pots=[(500, "BTN BB")], returned={"BTN": 100}, stacks={"BB": 500, "BTN": 900})


def test_r4_3_ex_150_blind_first() -> None:
    hand = _played(150, "BLIND_FIRST")
    assert not hand.saw(events.Ante)
    hand.ends(pots=[(400, "BTN BB")], returned={"BTN": 50}, stacks={"BB": 400, "BTN": 850})


def test_r4_3_ex_150_ante_first_leaves_nothing_live() -> None:
    hand = _played(150, "ANTE_FIRST")
    assert not hand.saw(events.BigBlind)
    hand.ends(pots=[(150, "BTN BB"), (200, "BTN")], returned={"BTN": 100}, stacks={"BB": 150, "BTN": 1100})


def test_r4_3_a_short_button_pays_its_ante_in_either_order_the_same() -> None:
    # the button posts no blind: only the ante is due
    for order in ("BLIND_FIRST", "ANTE_FIRST"):
        hand = table("UTG  BTN 70  SB  BB", blinds=(50, 100), ante_type="BUTTON", ante_order=order)
        hand.expect(pot=220, stacks={"BTN": 0}, to_act="UTG")


@pytest.mark.parametrize("order", ["BLIND_FIRST", "ANTE_FIRST"])
def test_r4_3b_ex_each_the_ante_is_posted_first_in_either_order(order: str) -> None:
    hand = table(
        "UTG 1000  A 10  SB 1000  BB 1000",
        button="A",
        blinds=(100, 200),
        ante_type="EACH",
        ante_amount=25,
        ante_order=order,
        best="A > BB > UTG",
    )
    hand.expect(to_act="UTG", call=200, pot=385)
    hand.calls("UTG").folds("SB").checks("BB").checks_down().ends(
        pots=[(40, "UTG A BB"), (545, "UTG BB")], stacks={"A": 40, "BB": 1320, "UTG": 775, "SB": 875}
    )


def test_r4_3_24_the_order_of_posts_for_a_short_stack() -> None:
    # section 24: EACH ante, small blind, then live and dead posts; here 12 = 10 ante + 2 of the small blind
    hand = table("UTG  BTN  SB 12  BB", blinds=(5, 10), ante_type="EACH", ante_amount=10)
    assert [event.amount for event in hand.saw(events.Ante)] == [10, 10, 10, 10]
    assert [event.amount for event in hand.saw(events.SmallBlind)] == [2]


def test_r4_24_nobody_pays_a_button_ante_on_an_empty_button() -> None:
    hand = table("UTG  CO  BTN 0  SB  BB", blinds=(50, 100), ante_type="BUTTON")
    assert not hand.expect(pot=150).saw(events.Ante)
