"""R-17: the short deck's order of hands."""

from __future__ import annotations

from itertools import pairwise

import pytest

from floorman.evaluation import Category, Ranking, category, describe, strength
from tests.evaluation.plain import cards_of

SHORT = Ranking.SHORT_DECK
TRIPS = Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT

# The highest and the lowest hand of every category, from the top down, straight over three of a kind.
TOP = [
    ("As Ks Qs Js Ts", Category.STRAIGHT_FLUSH),
    ("9h 8h 7h 6h Ah", Category.STRAIGHT_FLUSH),
    ("Ac Ad Ah As Kc", Category.FOUR_OF_A_KIND),
    ("6c 6d 6h 6s 7c", Category.FOUR_OF_A_KIND),
    ("Ac Kc Qc Jc 9c", Category.FLUSH),
    ("Jd 9d 8d 7d 6d", Category.FLUSH),
    ("Ac Ad Ah Kc Kd", Category.FULL_HOUSE),
    ("6c 6d 6h 7c 7d", Category.FULL_HOUSE),
]
STRAIGHTS = [("Ac Kd Qh Js Tc", Category.STRAIGHT), ("9c 8d 7h 6s Ac", Category.STRAIGHT)]
SETS = [("Ac Ad Ah Kc Qd", Category.THREE_OF_A_KIND), ("6c 6d 6h 8c 7d", Category.THREE_OF_A_KIND)]
BOTTOM = [
    ("Ac Ad Kc Kd Qh", Category.TWO_PAIR),
    ("7c 7d 6c 6d 8h", Category.TWO_PAIR),
    ("Ac Ad Kc Qd Jh", Category.PAIR),
    ("6c 6d 9c 8d 7h", Category.PAIR),
    ("Ac Kd Qh Js 9c", Category.HIGH_CARD),
    ("Jc 9d 8h 7s 6c", Category.HIGH_CARD),
]
LADDERS = {SHORT: [*TOP, *STRAIGHTS, *SETS, *BOTTOM], TRIPS: [*TOP, *SETS, *STRAIGHTS, *BOTTOM]}


@pytest.mark.parametrize("ranking", [SHORT, TRIPS])
def test_r17_extremes_stand_in_order(ranking: Ranking) -> None:
    ladder = LADDERS[ranking]
    for cards, made in ladder:
        assert category(strength(cards_of(cards), ranking), ranking) is made
    for (higher, made), (lower, below) in pairwise(ladder):
        gap = strength(cards_of(higher), ranking) - strength(cards_of(lower), ranking)
        assert gap > 0, (higher, lower)
        assert made is below or gap == 1, (higher, lower)
    assert strength(cards_of(ladder[0][0]), ranking) == 1404
    assert strength(cards_of(ladder[-1][0]), ranking) == 1


def test_r17_the_ace_stands_below_the_six() -> None:
    hand = describe(cards_of("Ac 6d 7h 8s 9c Kd Ks"), SHORT)
    assert hand.category is Category.STRAIGHT
    assert hand.best == tuple(cards_of("9c 8s 7h 6d Ac"))
    assert hand.words == "straight, nine high"
    assert hand.strength < strength(cards_of("6d 7h 8s 9c Td"), SHORT)


def test_r17_the_ace_below_the_six_is_no_straight_in_holdem() -> None:
    assert describe(cards_of("Ac 6d 7h 8s 9c Kd Ks")).category is Category.PAIR


@pytest.mark.parametrize(("ranking", "straight_wins"), [(SHORT, True), (TRIPS, False)])
def test_r17_straight_against_three_kings(ranking: Ranking, *, straight_wins: bool) -> None:
    board = "6h 7c 9d Kd Ks"
    straight = strength(cards_of(f"{board} Ac 8s"), ranking)
    kings = strength(cards_of(f"{board} Kc Qd"), ranking)
    assert (straight > kings) is straight_wins


@pytest.mark.parametrize(("ranking", "made"), [(SHORT, Category.STRAIGHT), (TRIPS, Category.THREE_OF_A_KIND)])
def test_r17_the_better_of_both_in_one_hand(ranking: Ranking, made: Category) -> None:
    assert describe(cards_of("6h 7c 8d 9s Td Tc Th"), ranking).category is made


@pytest.mark.parametrize("ranking", [SHORT, TRIPS])
def test_r17_flush_beats_full_house(ranking: Ranking) -> None:
    board = "6h 9h Kh Kd 9c"
    assert strength(cards_of(f"{board} Ah 7h"), ranking) > strength(cards_of(f"{board} Ks 9s"), ranking)
    assert strength(cards_of(f"{board} Ah 7h")) < strength(cards_of(f"{board} Ks 9s"))
