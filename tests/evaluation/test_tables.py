"""The tables beside the evaluator: built from this source, whole, and exact in their arithmetic."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb
from pathlib import Path

import pytest

from floorman import evaluation
from floorman.evaluation import DamagedTablesError, Ranking, tables
from floorman.evaluation.build import built_tables
from floorman.evaluation.keys import KEYS, RANK_BITS, RANK_KEYS, RANK_SUM, SUIT_KEYS, SUITED
from floorman.evaluation.tables import file_name, flush_strengths, rank_strengths

ROOM = Path(evaluation.__file__).parent


@pytest.mark.parametrize("ranking", Ranking)
def test_the_committed_tables_are_what_this_source_builds(ranking: Ranking) -> None:
    assert built_tables(ranking) == (ROOM / file_name(ranking)).read_bytes()


@pytest.mark.parametrize("ranking", Ranking)
@pytest.mark.parametrize("place", [0, 1000, -1])
def test_damaged_tables_do_not_serve(ranking: Ranking, place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged = bytearray((ROOM / file_name(ranking)).read_bytes())
    damaged[place] ^= 1
    monkeypatch.setattr(tables, "get_data", lambda *_: bytes(damaged))
    with pytest.raises(DamagedTablesError, match=f"{file_name(ranking)} are missing or damaged"):
        tables._tables.__wrapped__(ranking)


@pytest.mark.parametrize("left", [0, 3, 100_000])
def test_truncated_tables_do_not_serve(left: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = (ROOM / file_name(Ranking.HOLDEM)).read_bytes()[:left]
    monkeypatch.setattr(tables, "get_data", lambda *_: cut)
    with pytest.raises(DamagedTablesError):
        tables._tables.__wrapped__(Ranking.HOLDEM)


def test_missing_tables_do_not_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "file_name", lambda _: "nowhere.bin")
    with pytest.raises(DamagedTablesError) as caught:
        tables._tables.__wrapped__(Ranking.HOLDEM)
    assert caught.value.name == "nowhere.bin"


@pytest.mark.parametrize("count", [5, 6, 7])
def test_no_two_hands_have_the_same_sum_of_rank_keys(count: int) -> None:
    sums = [
        sum(RANK_KEYS[rank] for rank in hand)
        for hand in combinations_with_replacement(range(13), count)
        if all(hand.count(rank) <= 4 for rank in hand)
    ]
    assert len(set(sums)) == len(sums) == {5: 6175, 6: 18395, 7: 49205}[count]
    assert max(sums) <= RANK_SUM
    assert set(rank_strengths(Ranking.HOLDEM, count)) == set(sums)


@pytest.mark.parametrize("count", [5, 6, 7])
def test_the_sum_of_suit_keys_tells_exactly_the_flushes(count: int) -> None:
    for suits in product(range(14), repeat=4):
        if sum(suits) == count:
            total = sum(key * cards for key, cards in zip(SUIT_KEYS, suits, strict=True))
            ranks = SUITED[count][total]
            assert (ranks is not None) == (max(suits) >= 5)
            if ranks is not None:
                suit = suits.index(max(suits))
                assert ranks == [1 << card // 4 if card % 4 == suit else 0 for card in range(52)]


def test_every_sum_on_the_way_fits_in_one_digit_of_cpython() -> None:
    assert 7 * max(KEYS) < 1 << 30
    assert 7 * min(KEYS) > -(1 << 30)
    assert [(key & RANK_SUM, key >> RANK_BITS) for key in KEYS] == list(product(RANK_KEYS, SUIT_KEYS))


@pytest.mark.parametrize(("ranking", "ranks"), list(zip(Ranking, (13, 9, 9), strict=True)))
def test_there_is_a_flush_for_every_set_of_five_to_seven_ranks(ranking: Ranking, ranks: int) -> None:
    assert len(flush_strengths(ranking)) == sum(comb(ranks, count) for count in (5, 6, 7))
