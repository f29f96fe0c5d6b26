"""The pack's statements about the deal (tests/cases/statements_dev.jsonl), each under its id."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import floorman
from floorman.cards import full_deck
from floorman.fairness.commitments import MIN_SEED_BYTES
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.drbg import below, shuffle
from floorman.fairness.entropy import ENTROPY_BYTES, EntropySource
from floorman.fairness.merkle import root_of
from floorman.fairness.public_layer import permutation, public_seed
from floorman.fairness.secret_layer import SecretLayer
from tests.fairness.vectors import ENTROPY, HAND_ID, VECTORS, card, unhex

CARDS: Final = full_deck()
SOURCES: Final = Path(floorman.__file__).parent

seeds = st.binary(min_size=32, max_size=32)


@given(seeds, st.binary(min_size=16, max_size=16), seeds)
def test_h18_any_seeds_give_52_different_cards(entropy: bytes, hand_id: bytes, seed: bytes) -> None:
    deck = ServiceDeck(entropy, hand_id, seed, CARDS)
    assert sorted(deck.face(index) for index in range(52)) == list(CARDS)


# ---- RN-01, RN-02: the swaps ----


def _swapped(count: int, places: Sequence[int], choices: Sequence[int]) -> tuple[int, ...]:
    items = list(range(count))
    for place, other in zip(places, choices, strict=True):
        items[place], items[other] = items[other], items[place]
    return tuple(items)


def _shuffled(count: int) -> Counter[tuple[int, ...]]:
    """The orders of our shuffle over every row of fair choices: below(count), …, below(2)."""
    rows = product(*(range(size) for size in range(count, 1, -1)))
    return Counter(tuple(shuffle(range(count), iter(row))) for row in rows)


def test_rn_01_swapping_with_any_place_would_favour_some_orders() -> None:
    naive = Counter(_swapped(3, range(3), choices) for choices in product(range(3), repeat=3))
    assert sorted(naive.values()) == [4, 4, 4, 5, 5, 5]
    assert naive.total() == 27


@pytest.mark.parametrize("count", [2, 3, 4])
def test_rn_01_each_order_comes_exactly_once(count: int) -> None:
    assert _shuffled(count) == Counter(permutations(range(count)))


def test_rn_02_an_upper_bound_that_is_off_by_one_would_leave_no_card_in_its_place() -> None:
    rows = product(range(3), range(2), range(1))
    orders = {_swapped(4, (3, 2, 1), row) for row in rows}
    assert len(orders) == 6
    assert all(order[place] != place for order in orders for place in range(4))


def test_rn_02_every_card_can_stay_in_its_place() -> None:
    orders = _shuffled(4)
    assert len(orders) == 24
    assert all(any(order[place] == place for order in orders) for place in range(4))


# ---- RN-03: modulo ----


@pytest.mark.parametrize(("bits", "most", "least", "favoured"), [(8, 5, 4, 48), (16, 1261, 1260, 16)])
def test_rn_03_a_plain_remainder_would_favour_some_cards(
    bits: int, most: int, least: int, favoured: int
) -> None:
    weights = Counter(number % 52 for number in range(2**bits))
    assert Counter(weights.values()) == {most: favoured, least: 52 - favoured}


@pytest.mark.parametrize("size", range(1, 53))
def test_rn_03_rejection_makes_every_answer_equally_likely(size: int) -> None:
    fair = Counter(below(size, iter((byte,))) for byte in range(256 - 256 % size))
    assert set(fair.values()) == {256 // size}
    assert len(fair) == size


def test_rn_03_the_bytes_that_are_taken_can_be_replayed() -> None:
    # below(52) rejects 208 to 255, below(51) rejects 204 to 255: three bytes for the first two choices
    taken: list[int] = []

    def watched(stream: Sequence[int]) -> Iterator[int]:
        for byte in stream:
            taken.append(byte)
            yield byte

    stream = watched([208, 207, 203, *([0] * 49)])
    deck = shuffle(range(52), stream)
    assert len(taken) == 52
    assert deck[51] == 207 % 52
    assert sorted(deck) == list(range(52))


# ---- RN-06, RN-09: what is published, and who mixes ----


def test_rn_06_the_commitment_and_all_that_is_public_do_not_give_the_deck() -> None:
    # the same public inputs, another E: another order; and what is published is no key to it
    layer = SecretLayer(ENTROPY, HAND_ID, CARDS)
    root = root_of(layer.leaves())
    assert SecretLayer(bytes(32), HAND_ID, CARDS).order != layer.order
    for public in (root, unhex(VECTORS["public_layer"]["P"])):
        assert SecretLayer(public, HAND_ID, CARDS).order != layer.order
        assert permutation(public, HAND_ID, 52) != layer.order


def test_rn_06_a_leaf_hides_its_face_behind_a_salt_of_its_own() -> None:
    layer = SecretLayer(ENTROPY, HAND_ID, CARDS)
    salts = {layer.salt(slot) for slot in range(52)}
    assert len(salts) == 52
    assert {len(salt) for salt in salts} == {32}
    assert len(set(layer.leaves())) == 52


def test_rn_09_the_services_seed_has_256_bits_and_is_mixed_with_the_players() -> None:
    assert 8 * ENTROPY_BYTES >= 256
    assert 8 * MIN_SEED_BYTES >= 128
    assert len(EntropySource().draw().entropy) == ENTROPY_BYTES
    head, mine = bytes(32), {1: b"a" * 16, 2: b"b" * 16}
    other = public_seed(head, {**mine, 2: b"c" * 16})
    assert permutation(public_seed(head, mine), HAND_ID, 52) != permutation(other, HAND_ID, 52)


def test_rn_09_the_deck_is_fixed_before_any_player_has_spoken() -> None:
    # σ and its root take E and the hand id and nothing else: no seed of a player can move them
    layer = SecretLayer(ENTROPY, HAND_ID, CARDS)
    assert root_of(layer.leaves()).hex() == VECTORS["secret_layer"]["root"]


# ---- RN-10: the same everywhere, and nothing else by chance ----


def test_rn_10_the_seed_of_the_vectors_gives_the_cards_of_the_vectors() -> None:
    deck = ServiceDeck(ENTROPY, HAND_ID, unhex(VECTORS["public_layer"]["P"]), CARDS)
    sigma = [card(name) for name in VECTORS["secret_layer"]["sigma"]]
    pi = VECTORS["public_layer"]["pi"]
    assert [deck.face(index) for index in range(52)] == [sigma[slot] for slot in pi]


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def test_rn_10_no_other_chance_is_used_where_hands_are_made() -> None:
    # the process numbers its incidents by chance and the demo's players draw their whims: no part of a hand
    shell = {"cli", "server"}
    chance = {
        f"{path.relative_to(SOURCES)}: {name}"
        for path in SOURCES.rglob("*.py")
        for name in _imports(path)
        if name in {"random", "secrets", "numpy", "uuid"} and path.relative_to(SOURCES).parts[0] not in shell
    }
    assert chance == set()
