"""A hand as people see it: best five, words in both languages, and cards that make no hand."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from floorman.cards import FACE_DOWN, card_names, full_deck
from floorman.evaluation import (
    CardOutOfDeckError,
    CardTwiceError,
    Category,
    HandRank,
    HandSizeError,
    NotAHandError,
    Ranking,
    category,
    checked_strength,
    describe,
    strength,
)
from floorman.evaluation.tables import class_of
from floorman.evaluation.words import words, words_zh
from tests.evaluation.plain import cards_of

STRENGTHS = {
    Ranking.HOLDEM: 7462,
    Ranking.SHORT_DECK: 1404,
    Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT: 1404,
}


def hand(text: str) -> HandRank:
    return describe(cards_of(text))


@pytest.mark.parametrize(
    ("cards", "best", "english", "chinese"),
    [
        ("2c As 9d Ks Qs Js Ts", "As Ks Qs Js Ts", "royal flush", "皇家同花顺"),
        ("8d 9d 7d 6d 5d Ad Kd", "9d 8d 7d 6d 5d", "straight flush, nine high", "同花顺，9高"),
        ("2d 3d 4d 5d Kc Ad 9s", "5d 4d 3d 2d Ad", "straight flush, five high", "同花顺，5高"),
        ("9c 9d 9h 9s 4c Ah 2d", "9s 9h 9d 9c Ah", "four of a kind, nines, ace kicker", "四条9，踢脚A"),
        ("Ac As Ah Kd Kc 2d 3d", "As Ah Ac Kd Kc", "full house, aces over kings", "葫芦，A带K"),
        ("6c 6d 6h 2s 2c 2d Ad", "6h 6d 6c 2s 2d", "full house, sixes over deuces", "葫芦，6带2"),
        (
            "Ah 4h Kh 8h Th Ac Ad",
            "Ah Kh Th 8h 4h",
            "flush, ace high, king ten eight four",
            "同花，A高，其余K、10、8、4",
        ),
        ("9d 8c 7h 6s 5c 5d 9s", "9s 8c 7h 6s 5d", "straight, nine high", "顺子，9高"),
        ("Ad 5s 2c 3c 4h 9s Kd", "5s 4h 3c 2c Ad", "straight, five high", "顺子，5高"),
        (
            "7c 7d 7h As 2c Kd 4c",
            "7h 7d 7c As Kd",
            "three of a kind, sevens, ace king kickers",
            "三条7，踢脚A、K",
        ),
        (
            "8c Kd 8h Kc Qs 2d 3d",
            "Kd Kc 8h 8c Qs",
            "two pair, kings and eights, queen kicker",
            "两对K和8，踢脚Q",
        ),
        (
            "Ad Ac 6c 6s Qc 3s 3d",
            "Ad Ac 6s 6c Qc",
            "two pair, aces and sixes, queen kicker",
            "两对A和6，踢脚Q",
        ),
        (
            "3h 5d 5c 6h Ac Kc 8d",
            "5d 5c Ac Kc 8d",
            "pair of fives, ace king eight kickers",
            "一对5，踢脚A、K、8",
        ),
        (
            "9s Jc 3c Qd 8h Ad Ks",
            "Ad Ks Qd Jc 9s",
            "high card ace, king queen jack nine kickers",
            "高牌A，踢脚K、Q、J、9",
        ),
    ],
)
def test_r16_hands_in_words(cards: str, best: str, english: str, chinese: str) -> None:
    found = hand(cards)
    assert " ".join(card_names(found.best)) == best
    assert found.words == english
    assert found.words_zh == chinese


@pytest.mark.parametrize("ranking", Ranking)
def test_r16_2_hands_have_the_same_words_only_if_they_tie(ranking: Ranking) -> None:
    classes = [class_of(value, ranking) for value in range(1, STRENGTHS[ranking] + 1)]
    assert len({words(*one) for one in classes}) == len(classes)
    assert len({words_zh(*one) for one in classes}) == len(classes)


def test_r16_1_best_five_alone_are_as_strong_as_all_cards() -> None:
    deal = random.Random(16)
    for _ in range(2_000):
        cards = deal.sample(full_deck(), deal.randint(5, 7))
        found = describe(cards)
        assert set(found.best) <= set(cards)
        assert strength(found.best) == found.strength == strength(cards)


def test_r1_2_best_five_takes_the_higher_suit_where_several_would_do() -> None:
    assert card_names(hand("9c 9d 8c 7c 6c 5d 5s").best) == ["9d", "8c", "7c", "6c", "5s"]
    assert card_names(hand("Kc Kd Kh Qc Qd Qs 2c").best) == ["Kh", "Kd", "Kc", "Qs", "Qd"]


def test_the_order_of_the_cards_does_not_matter() -> None:
    cards = cards_of("9c 9d 8c 7c 6c 5d 5s")
    deal = random.Random(1)
    assert len({describe(deal.sample(cards, 7)) for _ in range(100)}) == 1


@pytest.mark.parametrize("count", [0, 1, 4, 8, 52])
def test_a_hand_is_five_to_seven_cards(count: int) -> None:
    with pytest.raises(HandSizeError) as caught:
        describe(full_deck()[:count])
    assert caught.value.count == count
    assert str(caught.value) == f"a hand is 5 to 7 cards, not {count}"


@pytest.mark.parametrize(
    ("card", "name"), [(52, "id 52"), (-1, "id -1"), (FACE_DOWN, "??"), (1 << 40, "id 1099511627776")]
)
def test_r1_2_an_id_of_no_card_is_refused(card: int, name: str) -> None:
    with pytest.raises(CardOutOfDeckError) as caught:
        describe([0, 5, 10, 15, card])
    assert caught.value.card == card
    assert str(caught.value) == f"{name} is not in the deck of HOLDEM (R-1.2)"


@pytest.mark.parametrize("ranking", [Ranking.SHORT_DECK, Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT])
def test_r17_a_five_is_not_in_the_short_deck(ranking: Ranking) -> None:
    cards = cards_of("As Ks Qs Js 5c")
    assert checked_strength(cards) == strength(cards)
    with pytest.raises(CardOutOfDeckError) as caught:
        checked_strength(cards, ranking)
    assert (caught.value.card, caught.value.ranking) == (cards[-1], ranking)


def test_a_card_twice_is_refused() -> None:
    with pytest.raises(CardTwiceError) as caught:
        checked_strength(cards_of("As Ks Qs Js Td 2c Ks"))
    assert caught.value.card == cards_of("Ks")[0]
    assert str(caught.value) == "Ks is there twice"


def test_what_makes_no_hand_is_a_value_error_of_one_type() -> None:
    for wrong in ([1], [0, 1, 2, 3, 99], [0, 1, 2, 3, 3]):
        with pytest.raises(NotAHandError):
            describe(wrong)
    assert issubclass(NotAHandError, ValueError)


@pytest.mark.parametrize("ranking", Ranking)
def test_categories_never_fall_as_strengths_rise(ranking: Ranking) -> None:
    made = [category(value, ranking) for value in range(1, STRENGTHS[ranking] + 1)]
    places = [ranking.categories.index(one) for one in made]
    assert places == sorted(places)
    assert set(made) == set(Category)


@pytest.mark.parametrize("ranking", Ranking)
def test_a_strength_that_no_hand_has_is_of_no_category(ranking: Ranking) -> None:
    for value in (0, -1, STRENGTHS[ranking] + 1):
        with pytest.raises(ValueError, match=f"no hand of {ranking.name} has the strength {value}"):
            category(value, ranking)


def test_r16_1_every_royal_flush_is_called_so() -> None:
    royals = [cards for cards in combinations(full_deck()[32:], 5) if describe(cards).words == "royal flush"]
    assert len(royals) == 4
