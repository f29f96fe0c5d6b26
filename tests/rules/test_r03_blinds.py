"""R-3: who posts a blind, and what a short or a dead one does to everybody else."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from floorman import events
from floorman.rules.presets import ConfigError
from floorman.rules.refusal import Reason
from tests.rules.table import no_table, table


def test_r3_1_small_and_big_blind_are_the_first_two_left_of_the_button() -> None:
    hand = table("UTG  CO  BTN  SB 1000  BB 1000", blinds=(50, 100))
    hand.expect(to_act="UTG", pot=150, stacks={"SB": 950, "BB": 900})


def test_r3_1_a_single_blind_is_posted_left_of_the_button() -> None:
    hand = table("BTN 1000  BB 1000  next 1000", blinds=(50, 100), blind_structure="SINGLE_BLIND")
    hand.expect(to_act="next", call=100, pot=100, stacks={"BTN": 1000, "BB": 900})
    hand.calls("next", "BTN").expect(to_act="BB", call=0, least=200)


def test_r3_1_heads_up_a_single_blind_is_still_left_of_the_button() -> None:
    hand = table("BTN  BB", blinds=(50, 100), blind_structure="SINGLE_BLIND")
    hand.expect(to_act="BTN", call=100, pot=100).calls("BTN").checks("BB").expect(street="FLOP", to_act="BB")


def test_r3_1_without_blinds_the_seat_left_of_the_button_acts_first_and_may_check() -> None:
    hand = table("BTN  left  next", blinds=(50, 100), blind_structure="NONE")
    hand.expect(to_act="left", call=0, pot=0, least=100)
    hand.checks("left", "next", "BTN").expect(street="FLOP", to_act="left")


@pytest.mark.parametrize(
    ("structure", "posting"),
    [
        ("SINGLE_BLIND", ("left", "next")),
        ("NONE", (None, "left")),
        ("NONE", ("left", None)),
        ("BUTTON_BLIND", (None, "BTN")),
    ],
)
def test_r3_1_nobody_posts_a_blind_that_the_structure_does_not_know(
    structure: str, posting: tuple[str | None, str | None]
) -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1"):
        table("BTN  left  next", blind_structure=structure, posting=posting)


def test_r3_1_the_host_may_say_who_posts_where_it_does_not_follow_from_the_button() -> None:
    # MOVING over a skipped seat: the blinds are the table's word, and the action follows the big blind
    hand = table("BTN  skipped  third 10  fourth 10", posting=("third", "fourth"))
    hand.expect(to_act="BTN", stacks={"third": 9, "fourth": 8}, pot=3)


@pytest.mark.parametrize("blinds", [(1, 2), (1, 3), (10, 15), (0, 2), (2, 2)])
def test_r3_2_no_ratio_of_the_blinds_is_enforced(blinds: tuple[int, int]) -> None:
    small, big = blinds
    table("BTN  SB 90  BB 90", blinds=blinds).expect(
        to_act="BTN", call=big, least=2 * big, pot=small + big, stacks={"SB": 90 - small, "BB": 90 - big}
    )


def test_r3_2_the_small_blind_is_at_most_the_big_one() -> None:
    with pytest.raises(ConfigError) as wrong:
        table("BTN  SB  BB", blinds=(3, 2))
    assert [(problem.switch, problem.rule) for problem in wrong.value.problems] == [("small_blind", "R-3.2")]


def test_r3_2_blinds_are_multiples_of_the_unit() -> None:
    with pytest.raises(ConfigError) as wrong:
        table("BTN  SB  BB", blinds=(5, 15), unit=10)
    assert [problem.switch for problem in wrong.value.problems] == ["small_blind", "big_blind"]


def test_r3_2_a_blind_counts_toward_the_call() -> None:
    hand = table("BTN  SB 1000  BB 1000", blinds=(50, 100)).calls("BTN")
    hand.expect(to_act="SB", call=50).calls("SB").expect(to_act="BB", call=0, stacks={"SB": 900})


# ---- a short blind ----

SHORT_BIG_BLIND = "UTG 1000  BTN 1000  SB 1000  BB 30"


def test_r3_3_ex_a_short_big_blind_leaves_call_and_raise_as_they_were() -> None:
    hand = table(SHORT_BIG_BLIND, blinds=(50, 100))
    hand.expect(to_act="UTG", call=100, least=200, pot=80, stacks={"BB": 0})
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, "R-8.2", least=200).raises("UTG", 130)


def test_r3_3_ex_utg_calls_and_gets_back_what_nobody_matched() -> None:
    hand = table(SHORT_BIG_BLIND, blinds=(50, 100), best="BB > UTG")
    hand.calls("UTG").folds("BTN", "SB").ends(
        returned={"UTG": 50},
        pots=[(90, "UTG BB"), (40, "UTG")],
        stacks={"BB": 90, "UTG": 990, "SB": 950},
    )


def test_r3_3_ex_folded_to_the_small_blind_nobody_is_asked() -> None:
    hand = table(SHORT_BIG_BLIND, blinds=(50, 100), best="BB > SB").folds("UTG", "BTN")
    hand.ends(returned={"SB": 20}, pots=[(60, "SB BB")], stacks={"SB": 970, "BB": 60})


def test_r3_3_a_short_small_blind_is_all_in_for_what_it_has() -> None:
    hand = table("UTG  BTN  SB 20  BB 1000", blinds=(50, 100)).expect(pot=120, stacks={"SB": 0})
    hand.folds("UTG").calls("BTN").checks("BB").expect(street="FLOP", to_act="BB")


def test_r3_3_against_all_ins_for_less_a_call_costs_their_largest_put() -> None:
    # BB 60 of 100 and BTN 80 are all-in: whoever is left calls 80, not 100
    hand = table("UTG 1000  BTN 80  SB 1000  BB 60", blinds=(50, 100), best="BB > BTN > SB")
    hand = hand.folds("UTG").goes_all_in("BTN")
    hand.expect(to_act="SB", call=30, may_raise=False)
    hand.refuses(Reason.NO_OPPONENT_TO_RAISE, "R-7.6").raises("SB", 200)
    hand.calls("SB").ends(pots=[(180, "BTN SB BB"), (40, "BTN SB")], returned={})


def test_r3_3_the_reduced_call_holds_also_beside_a_killed_seats_post() -> None:
    # the absent big blind's 100 stay in the pot; UTG is all-in for 60: SB calls 10 more, not 50
    hand = table("UTG 60  BTN  SB 1000  BB 1000", blinds=(50, 100), absent="BB", best="SB > UTG")
    hand = hand.goes_all_in("UTG").folds("BTN").expect(to_act="SB", call=10, may_raise=False)
    hand.calls("SB").ends(pots=[(220, "UTG SB")], stacks={"SB": 1160, "BB": 900, "UTG": 0})


def test_r3_3_the_actor_is_not_asked_once_every_opponent_is_all_in_for_no_more_than_it_put() -> None:
    # heads-up the big blind is all-in for 40 of 100, and the small blind of 50 covers it
    table("BTN 1000  BB 40", blinds=(50, 100), best="BB > BTN").ends(
        returned={"BTN": 10}, pots=[(80, "BTN BB")], stacks={"BTN": 960, "BB": 80}
    )


def test_r3_3_both_blinds_short_and_nobody_else_left() -> None:
    hand = table("UTG  SB 20  BB 30", blinds=(50, 100), button="UTG", best="SB > BB").folds("UTG")
    hand.ends(returned={"BB": 10}, pots=[(40, "SB BB")], stacks={"SB": 40, "BB": 10})


# ---- R-3.5 ----


def test_r3_5_a_hands_rules_are_fixed_when_it_opens() -> None:
    hand = table("BTN  SB  BB", blinds=(50, 100))
    with pytest.raises(FrozenInstanceError):
        hand.hand.config.big_blind = 200  # type: ignore[misc]
    hand.calls("BTN", "SB").checks("BB").expect(street="FLOP", least=100)


# ---- a dead small blind ----


def test_r3_4_a_dead_small_blind_leaves_no_small_blind_in_the_pot() -> None:
    hand = table("UTG  BTN  SB 0  BB  ", blinds=(50, 100))
    hand.expect(to_act="UTG", pot=100)
    assert not hand.saw(events.SmallBlind)


def test_r3_4_deal_and_later_streets_begin_at_the_first_dealt_seat_left_of_the_button() -> None:
    hand = table("UTG  BTN  SB 0  BB", blinds=(50, 100))
    assert [hand.hole_indices(seat)[0] for seat in ("BB", "UTG", "BTN")] == [0, 1, 2]
    hand.calls("UTG", "BTN").checks("BB").expect(street="FLOP", to_act="BB")


def test_r3_4_the_big_blind_is_never_dead() -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-2.3"):
        table("BTN  first  second", posting=("first", None))
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1"):
        table("BTN  first  second", posting=("second", "second"))
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1"):
        table("BTN  first  empty 0  third", posting=("first", "empty"))
