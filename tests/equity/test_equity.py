"""Counting who wins: against a second evaluator, figures of a second program, and counts by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import shake_256
from itertools import combinations, islice
from math import comb, isqrt, sqrt
from statistics import pstdev

import pokerkit
import pytest

from floorman.cards import card_name, full_deck, short_deck
from floorman.equity import PARTS, Matchup, Tally, every_deal, random_deals
from floorman.evaluation import Ranking
from tests.evaluation.plain import cards_of, plain_value


def matchup(
    *hands: str, board: str = "", strangers: int = 0, dead: str = "", ranking: Ranking = Ranking.HOLDEM
) -> Matchup:
    holes = tuple((cards[0], cards[1]) for cards in map(cards_of, hands))
    return Matchup(holes, strangers, tuple(cards_of(board)), frozenset(cards_of(dead)), ranking)


def counted(question: Matchup) -> Tally:
    tally = Tally(question)
    assert tally.count(every_deal(question)) == question.deals
    return tally


def in_short(tally: Tally) -> list[tuple[int, int, int]]:
    """Wins, ties and losses of each hand."""
    return [(tally.wins(hand), tally.ties(hand), tally.losses(hand)) for hand in range(len(tally.shared))]


def plainly_shared(question: Matchup) -> list[Counter[int]]:
    """The same counts by a second evaluator and a second loop: by hand, how many shared how often."""
    shared: list[Counter[int]] = [Counter() for _ in question.holes]
    known = {*question.gone, *question.board, *(card for hole in question.holes for card in hole)}
    cards = full_deck() if question.ranking is Ranking.HOLDEM else short_deck()
    left = [card for card in cards if card not in known]
    for coming in combinations(left, 5 - len(question.board)):
        board = [*question.board, *coming]
        rest = [card for card in left if card not in coming]
        for stranger in combinations(rest, 2) if question.strangers else [()]:
            hands = [*question.holes, stranger] if stranger else [*question.holes]
            values = [plain_value([*board, *hole], question.ranking) for hole in hands]
            best = max(values)
            for hand in range(len(question.holes)):
                if values[hand] == best:
                    shared[hand][values.count(best)] += 1
    return shared


# ---- every deal ----


@pytest.mark.parametrize(
    "question",
    [
        matchup("As Ah", "Kd Kc", board="2c 7d 9h Ks"),
        matchup("As Ah", "Kd Kc", "7s 6s", board="2c 7d 9h 8s"),
        matchup("As Kd", "Ah Kc", "2c 2d", board="3h 8h Qh Jd"),
        matchup("As Ah", "Kd Kc", board="2c 7d 9h Ks", dead="Kh 2d"),
        matchup("9s 8s", "Ah Ad", board="7s 6s 2d"),
        matchup("As Kh", board="Qs Js 9d 2c 3h", strangers=1),
        matchup("As Ah", "Td 9d", board="8d 7d Ac Kh", ranking=Ranking.SHORT_DECK),
        matchup(
            "6s 6h", "Td 9d", board="8d 7c 6c Kh", ranking=Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT, dead="6d"
        ),
    ],
    ids=["turn", "three", "ties", "dead", "flop", "stranger", "short deck", "short deck, trips"],
)
def test_every_deal_is_counted_as_a_second_evaluator_counts_it(question: Matchup) -> None:
    tally = counted(question)
    for hand, shared in enumerate(plainly_shared(question)):
        assert tally.shared[hand] == [shared[winners] for winners in range(question.hands + 1)]


def test_every_flop_deal_is_counted_as_pokerkit_counts_it() -> None:
    question = matchup("Ah Kh", "Qs Qd", board="Qh 7h 2c")
    hands = [list(pokerkit.Card.parse("".join(names))) for names in (("Ah", "Kh"), ("Qs", "Qd"))]
    wins = [0, 0]
    for coming, _ in every_deal(question):
        board = list(pokerkit.Card.parse("".join(map(card_name, question.board + coming))))
        first, second = (pokerkit.StandardHighHand.from_game(hand, board) for hand in hands)
        wins[0] += first > second
        wins[1] += second > first
    assert [won for won, _, _ in in_short(counted(question))] == wins
    assert sum(wins) == 990


def test_two_outs_of_44_on_the_turn() -> None:
    # kings against aces, four cards on the board, no straight or flush to come: two kings are left
    assert in_short(counted(matchup("As Ah", "Kd Kc", board="2c 7d 9h 4s"))) == [(42, 0, 2), (2, 0, 42)]


def test_a_dead_card_takes_an_out() -> None:
    question = matchup("As Ah", "Kd Kc", board="2c 7d 9h 4s", dead="Kh")
    assert in_short(counted(question)) == [(42, 0, 1), (1, 0, 42)]


def test_r13_4_a_board_that_plays_is_shared_by_all() -> None:
    tally = counted(matchup("2c 3c", "2d 3d", "4h 4s", board="As Ks Qs Js Ts"))
    assert in_short(tally) == [(0, 1, 0)] * 3
    assert [tally.parts(hand) for hand in range(3)] == [PARTS // 3] * 3


def test_parts_are_whole_for_any_number_of_winners() -> None:
    assert [PARTS % winners for winners in range(1, 11)] == [0] * 10


def test_what_the_hands_get_is_one_pot_a_deal() -> None:
    tally = counted(matchup("As Kd", "Ah Kc", "Ad Ks", board="3h 8h Qh Jd"))
    assert sum(tally.parts(hand) for hand in range(3)) == PARTS * tally.deals


@pytest.mark.parametrize(
    ("question", "ways"),
    [
        (matchup("As Ah", "Kd Kc"), 1_712_304),
        (matchup("As Ah", "Kd Kc", board="2c 7d 9h"), 990),
        (matchup("As Ah", "Kd Kc", board="2c 7d 9h 4s 5s"), 1),
        (matchup("As Ah", strangers=1), comb(50, 5) * comb(45, 2)),
        (matchup("As Ah", strangers=2, board="2c 7d 9h"), comb(47, 2) * comb(45, 2) * comb(43, 2)),
        (matchup("As Ah", "Kd Kc", ranking=Ranking.SHORT_DECK), comb(32, 5)),
    ],
)
def test_in_how_many_ways_it_can_go_on(question: Matchup, ways: int) -> None:
    assert question.deals == ways


def test_every_deal_comes_once() -> None:
    question = matchup("As Ah", strangers=2, board="2c 7d 9h 4s 5s", dead=_all_but_nine())
    deals = list(every_deal(question))
    assert len(set(deals)) == len(deals) == question.deals == comb(9, 2) * comb(7, 2)


def _all_but_nine() -> str:
    """A deck of nine cards."""
    known = {*cards_of("As Ah 2c 7d 9h 4s 5s")}
    return " ".join(card_name(card) for card in [card for card in full_deck() if card not in known][9:])


# ---- deals by chance ----


@pytest.mark.parametrize(
    ("hands", "wins", "ties", "losses"),
    [
        # counted over all 1,712,304 boards by a program in C that shares nothing with this one
        (("As Ah", "Kd Kc"), 1_388_072, 6_538, 317_694),
        (("As Ah", "Ks Kh"), 1_410_336, 9_308, 292_660),
        (("Ah Kh", "Qs Qd"), 787_966, 6_732, 917_606),
        (("7c 2d", "As Ah"), 212_248, 6_236, 1_493_820),
    ],
)
def test_drawn_deals_come_near_the_exact_share(
    hands: tuple[str, ...], wins: int, ties: int, losses: int
) -> None:
    question = matchup(*hands)
    assert wins + ties + losses == question.deals
    tally = Tally(question)
    tally.count(islice(random_deals(question, b"some seed"), 20_000))
    exact = Fraction(2 * wins + ties, 2 * question.deals)
    drawn = Fraction(tally.parts(0), PARTS * tally.deals)
    error = isqrt(tally.variance(0))
    assert 2_000_000 < error < 3_600_000  # 0.2 to 0.36 %
    assert abs(drawn - exact) * 10**9 < 4 * error


def test_the_standard_error_is_the_spread_of_the_shares_over_the_root_of_their_number() -> None:
    question = matchup("As Kd", "Ah Kc", "2c 2d", board="3h 8h")
    tally = Tally(question)
    shares = []
    for deal in islice(random_deals(question, b""), 500):
        before = tally.parts(0)
        tally.count([deal])
        shares.append((tally.parts(0) - before) / PARTS)
    assert isqrt(tally.variance(0)) == pytest.approx(1e9 * pstdev(shares) / sqrt(499), rel=1e-6)


def test_equal_seeds_draw_equal_deals() -> None:
    question = matchup("As Ah", "Kd Kc", strangers=2)
    first, again, other = (list(islice(random_deals(question, seed), 500)) for seed in (b"a", b"a", b"b"))
    assert first == again
    assert first != other


def test_drawn_cards_are_different_and_none_is_known() -> None:
    question = matchup("As Ah", "Kd Kc", strangers=3, board="2c", dead="3c 4c")
    for board, strangers in islice(random_deals(question, b"x"), 2_000):
        cards = [*board, *(card for hole in strangers for card in hole)]
        assert (len(board), len(strangers)) == (4, 3)
        assert len(set(cards)) == 10
        assert set(cards) <= set(question.deck)


def test_every_card_comes_as_often_as_any_other() -> None:
    question = matchup("As Ah", "Kd Kc")
    seen: Counter[int] = Counter()
    for board, _ in islice(random_deals(question, b"even"), 24_000):
        seen.update(board)
    # 48 cards, 2500 times each; chi-squared with 47 degrees of freedom: 0.1 % lies above 82.7
    assert set(seen) == set(question.deck)
    assert sum((often - 2500) ** 2 / 2500 for often in seen.values()) < 82.7


def test_the_draw_is_written_down_so_that_anybody_can_repeat_it() -> None:
    question = matchup("As Ah", "Kd Kc")
    drawn = shake_256(b"seed" + bytes(8)).digest(64 * 20)
    deck, left, cards = list(question.deck), 48, []
    for place in range(5):
        word = int.from_bytes(drawn[4 * place : 4 * place + 4], "little")
        chosen = word * left >> 32
        left -= 1
        cards.append(deck[chosen])
        deck[chosen] = deck[left]
    assert next(random_deals(question, b"seed")) == (tuple(cards), ())
