"""Which hand beats which in hold'em: R-16.1 to R-16.3, and the facts of the cases."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from floorman.cards import RANKS, parse_card
from floorman.evaluation import Category, Ranking, board_sum, category, describe, strength, strength_with
from tests.evaluation.plain import cards_of

FACTS = [
    fact
    for line in (Path(__file__).parents[1] / "cases" / "other_dev.jsonl").read_text("utf-8").splitlines()
    if (fact := json.loads(line))["kind"] == "evaluate"
]


def of(text: str) -> int:
    return strength(cards_of(text))


def best(text: str) -> str:
    return "".join(RANKS[card >> 2] for card in describe(cards_of(text)).best)


# the highest and the lowest hand of every category, from the top down.
LADDER = [
    ("As Ks Qs Js Ts", Category.STRAIGHT_FLUSH),
    ("Kd Qd Jd Td 9d", Category.STRAIGHT_FLUSH),
    ("5h 4h 3h 2h Ah", Category.STRAIGHT_FLUSH),
    ("Ac Ad Ah As Kc", Category.FOUR_OF_A_KIND),
    ("2c 2d 2h 2s 3c", Category.FOUR_OF_A_KIND),
    ("Ac Ad Ah Kc Kd", Category.FULL_HOUSE),
    ("2c 2d 2h 3c 3d", Category.FULL_HOUSE),
    ("Ac Kc Qc Jc 9c", Category.FLUSH),
    ("7d 5d 4d 3d 2d", Category.FLUSH),
    ("Ac Kd Qh Js Tc", Category.STRAIGHT),
    ("5c 4d 3h 2s Ac", Category.STRAIGHT),
    ("Ac Ad Ah Kc Qd", Category.THREE_OF_A_KIND),
    ("2c 2d 2h 4c 3d", Category.THREE_OF_A_KIND),
    ("Ac Ad Kc Kd Qh", Category.TWO_PAIR),
    ("3c 3d 2c 2d 4h", Category.TWO_PAIR),
    ("Ac Ad Kc Qd Jh", Category.PAIR),
    ("2c 2d 5c 4d 3h", Category.PAIR),
    ("Ac Kd Qh Js 9c", Category.HIGH_CARD),
    ("7c 5d 4h 3s 2c", Category.HIGH_CARD),
]


def test_r16_3_extremes_stand_in_order() -> None:
    for (higher, _), (lower, _) in pairwise(LADDER):
        assert of(higher) > of(lower), (higher, lower)


@pytest.mark.parametrize(("cards", "made"), LADDER)
def test_r16_3_extremes_make_what_they_make(cards: str, made: Category) -> None:
    assert category(of(cards)) is made
    assert describe(cards_of(cards)).category is made


def test_r16_3_nothing_stands_between_neighbouring_categories() -> None:
    for (higher, made), (lower, below) in pairwise(LADDER):
        if made is not below:
            assert of(higher) - of(lower) == 1, (higher, lower)


def test_r16_3_the_lowest_flush_is_75432() -> None:
    # The founding document printed 6-4-3-2-A, which is an ace-high flush.
    assert of("Ad 6d 4d 3d 2d") > of("7d 5d 4d 3d 2d")
    assert best("Ad 6d 4d 3d 2d") == "A6432"
    assert best("6d 5d 4d 3d 2d 7h 8h") == "65432"
    assert category(of("6d 5d 4d 3d 2d")) is Category.STRAIGHT_FLUSH


def test_r16_1_royal_is_the_best_and_7_high_the_worst() -> None:
    assert of("As Ks Qs Js Ts") == 7462
    assert of("7c 5d 4h 3s 2c") == 1


@pytest.mark.parametrize(
    ("board", "hole", "five"),
    [
        ("Ks Kd 8h 3c 2d", "Kh Kc", "KKKK8"),  # both hole cards
        ("Ks Kd Kh 8h 2d", "Kc 3s", "KKKK8"),  # one
        ("As Ks Qs Js Ts", "2c 2d", "AKQJT"),  # none: the board plays
    ],
)
def test_r16_1_two_one_or_none_of_the_hole_cards(board: str, hole: str, five: str) -> None:
    assert best(f"{board} {hole}") == five


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        # four of a kind: rank, kicker
        ("3c 3d 3h 3s 2c", "2c 2d 2h 2s Ac"),
        ("9c 9d 9h 9s Ac", "9c 9d 9h 9s Kc"),
        # full house: trips, pair
        ("3c 3d 3h 2c 2d", "2c 2d 2h Ac Ad"),
        ("3c 3d 3h 5c 5d", "3c 3d 3h 4c 4d"),
        # flush and high card: five cards down
        ("Qd Jd 9d 7d 6d", "Qd Jd 9d 6d 5d"),
        ("Ac Kd 8h 4s 3c", "Ac Kd 8h 4s 2c"),
        # straight: top card, no wrap
        ("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac"),
        ("2c 2d 7h 8s 9d", "Qc Kd Ah 2s 3c"),
        # three of a kind: rank, two kickers
        ("3c 3d 3h 4c 2d", "2c 2d 2h Ac Kd"),
        ("8c 8d 8h Ac 3d", "8c 8d 8h Ac 2d"),
        # two pair: high, low, kicker
        ("Kc Kd 2c 2d 3h", "Qc Qd Jc Jd Ah"),
        ("Kc Kd 5c 5d 3h", "Kc Kd 4c 4d Ah"),
        ("Kc Kd 5c 5d 4h", "Kc Kd 5c 5d 3h"),
        # pair: rank, three kickers
        ("3c 3d 5h 4s 2c", "2c 2d Ah Ks Qc"),
        ("3c 3d Ah 9s 5c", "3c 3d Ah 9s 4c"),
    ],
)
def test_r16_2_ties_break_in_order(higher: str, lower: str) -> None:
    assert of(higher) > of(lower)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Ks 9s 4s 2s", "Ad Kd 9d 4d 2d"),
        ("Tc Td 9h 8s 7c", "Th Ts 9c 8d 7h"),
        ("5c 4d 3h 2s Ac", "5d 4h 3s 2c Ad"),
    ],
)
def test_r1_2_suits_never_rank(one: str, other: str) -> None:
    assert of(one) == of(other)


def test_r16_seed_003_jack_kicker_plays_on_678qk() -> None:
    assert best("6c 7d 8h Qs Kc Jh 8c") == "88KQJ"
    assert best("6c 7d 8h Qs Kc 9h 8s") == "88KQ9"
    assert of("6c 7d 8h Qs Kc Jh 8c") > of("6c 7d 8h Qs Kc 9h 8s")


def test_r16_seed_003_no_kicker_plays_on_78kqa() -> None:
    assert best("7c 8d Kh Qs Ac Jh 8c") == "88AKQ"
    assert best("7c 8d Kh Qs Ac 9h 8s") == "88AKQ"
    assert of("7c 8d Kh Qs Ac Jh 8c") == of("7c 8d Kh Qs Ac 9h 8s")


def test_r16_nuts_on_2378q_without_a_flush_are_queens() -> None:
    board = board_sum(cards_of("2c 3d 7h 8c Qd"))
    left = [card for card in range(52) if card not in cards_of("2c 3d 7h 8c Qd")]
    nuts = max(strength_with(board, one, other) for one in left for other in left if one != other)
    assert nuts == of("2c 3d 7h 8c Qd Qh Qs")
    assert best("2c 3d 7h 8c Qd Qh Qs") == "QQQ87"


@pytest.mark.parametrize("board", ["As Ks Qs Js Ts", "9c 9d 9h 9s Ac"])
def test_r16_a_board_nobody_can_beat_is_split(board: str) -> None:
    holes = ["2c 3d", "Kc Kd", "8s 8h", "Ad 5h"]
    assert len({of(f"{board} {hole}") for hole in holes}) == 1


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: f"{fact['id']} {fact.get('title', '')}".strip())
def test_r16_facts_of_the_cases(fact: dict[str, Any]) -> None:
    given, expected = fact["input"], fact["expect"]
    ranking = Ranking.HOLDEM
    if given["deck"] != "HOLDEM_52":
        trips = given["short_trips_beat_straight"]
        ranking = Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT if trips else Ranking.SHORT_DECK
    hands = {
        seat: describe([parse_card(name) for name in given["board"] + hole], ranking)
        for seat, hole in given["holes"].items()
    }
    winning = max(hand.strength for hand in hands.values())
    assert sorted(seat for seat, hand in hands.items() if hand.strength == winning) == expected["winners"]
    assert {seat: hand.category.name for seat, hand in hands.items()} == expected["categories"]
    for seat, hand in hands.items():
        ranks = [RANKS[card >> 2] for card in hand.best]
        assert sorted(ranks) == sorted(expected["best_ranks"][seat])
