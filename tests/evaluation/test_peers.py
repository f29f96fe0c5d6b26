"""Random hands: the evaluator against a plain one, against PokerKit, and against itself asked otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit import ShortDeckHoldemHand, StandardHighHand

from floorman.cards import card_names, full_deck, short_deck
from floorman.evaluation import Ranking, board_sum, category, describe, strength, strength_with
from tests.evaluation.plain import plain_category, plain_value

DECKS = {
    Ranking.HOLDEM: full_deck(),
    Ranking.SHORT_DECK: short_deck(),
    Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT: short_deck(),
}


def sign(difference: int) -> int:
    return (difference > 0) - (difference < 0)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Ranking, list[int], list[int]]:
    """Two hands of 5 to 7 cards that share three to five of them, as at a table; often of few suits."""
    ranking = draw(st.sampled_from(Ranking))
    suits = draw(st.sampled_from([(0, 1), (2, 3), (0, 1, 2, 3)]))
    deck = [card for card in DECKS[ranking] if card & 3 in suits]
    size = draw(st.integers(5, 7))
    cards = draw(st.lists(st.sampled_from(deck), min_size=size + 2, max_size=size + 2, unique=True))
    board = cards[: size - 2]
    return ranking, board + cards[size - 2 : size], board + cards[size:]


@given(deals())
def test_r16_r17_as_the_plain_evaluator_says(deal: tuple[Ranking, list[int], list[int]]) -> None:
    ranking, one, other = deal
    mine, theirs = strength(one, ranking), strength(other, ranking)
    plain = plain_value(one, ranking), plain_value(other, ranking)
    assert sign(mine - theirs) == (plain[0] > plain[1]) - (plain[0] < plain[1])
    assert category(mine, ranking) is plain_category(one, ranking)
    assert describe(one, ranking).strength == mine


@given(deals(), st.randoms(use_true_random=False))
def test_every_way_of_asking_agrees(
    deal: tuple[Ranking, list[int], list[int]], shuffler: random.Random
) -> None:
    ranking, cards, _ = deal
    asked = strength(cards, ranking)
    *board, first, second = shuffler.sample(cards, len(cards))
    assert strength_with(board_sum(board, ranking), first, second) == asked
    assert strength_with(board_sum(board, ranking), second, first) == asked
    assert strength(tuple(shuffler.sample(cards, len(cards))), ranking) == asked
    assert strength(bytes(cards), ranking) == asked


@pytest.mark.parametrize("ranking", Ranking)
def test_r16_r17_flushes_and_straights_as_the_plain_evaluator_says(ranking: Ranking) -> None:
    """Whole orders, of cards of two suits only: random ones seldom share a suit."""
    deal = random.Random(17)
    deck = [card for card in DECKS[ranking] if card & 3 in (1, 2)]
    hands = [deal.sample(deck, deal.randint(5, 7)) for _ in range(600)]
    by_strength = sorted(hands, key=lambda cards: strength(cards, ranking))
    plain = [plain_value(cards, ranking) for cards in by_strength]
    assert plain == sorted(plain)
    assert len(set(plain)) == len({strength(cards, ranking) for cards in hands})


@pytest.mark.parametrize(
    ("ranking", "peer"),
    [(Ranking.HOLDEM, StandardHighHand), (Ranking.SHORT_DECK, ShortDeckHoldemHand)],
)
def test_r16_r17_as_pokerkit_says(
    ranking: Ranking, peer: type[StandardHighHand | ShortDeckHoldemHand]
) -> None:
    deal = random.Random(52)
    for _ in range(400):
        cards = deal.sample(DECKS[ranking], 9)
        board, one, other = cards[:5], cards[5:7], cards[7:]
        ours = strength(board + one, ranking) - strength(board + other, ranking)
        mine = peer.from_game("".join(card_names(one)), "".join(card_names(board)))
        theirs = peer.from_game("".join(card_names(other)), "".join(card_names(board)))
        assert sign(ours) == (mine > theirs) - (mine < theirs), card_names(cards)


def ladder(ranking: Ranking) -> Sequence[Sequence[int]]:
    """Some hand of every category, weakest first, as the plain evaluator orders them."""
    deal = random.Random(9)
    found: dict[str, list[int]] = {}
    while len(found) < 9:
        cards = deal.sample(DECKS[ranking], 7)
        found.setdefault(plain_category(cards, ranking).name, cards)
    return sorted(found.values(), key=lambda cards: plain_value(cards, ranking))


@pytest.mark.parametrize("ranking", Ranking)
def test_r16_1_categories_stand_in_the_rankings_order(ranking: Ranking) -> None:
    assert [category(strength(cards, ranking), ranking) for cards in ladder(ranking)] == list(
        ranking.categories
    )
