"""Exactness of the shuffle: proved by counting, where statistics could only fail to object (audit.md 13)."""

from __future__ import annotations

from collections import Counter
from itertools import islice, permutations, product

import pytest

from floorman.fairness.drbg import HmacDrbg, below, shuffle


def generator() -> HmacDrbg:
    return HmacDrbg(bytes(range(32)), bytes(16), b"a test")


@pytest.mark.parametrize("m", range(1, 53))
def test_below_gives_every_answer_for_equally_many_bytes(m: int) -> None:
    answers: Counter[int] = Counter()
    rejected = 0
    for byte in range(256):
        try:
            answers[below(m, iter((byte,)))] += 1
        except ValueError:
            rejected += 1
    assert answers == dict.fromkeys(range(m), 256 // m)
    assert rejected == 256 % m


def test_below_takes_bytes_until_one_is_fair() -> None:
    # 256 mod 52 = 48, so 208 and up are rejected
    assert below(52, iter((208, 255, 207, 3))) == 207 % 52


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_each_order_comes_from_exactly_one_row_of_choices(size: int) -> None:
    choices = product(*(range(place + 1) for place in range(size - 1, 0, -1)))
    orders = Counter(tuple(shuffle(range(size), iter(row))) for row in choices)
    assert orders == dict.fromkeys(permutations(range(size)), 1)


def test_shuffle_takes_its_choices_as_below_does() -> None:
    stream, again = generator().stream(), generator().stream()
    for _ in range(200):
        deck = list(range(52))
        for place in range(51, 0, -1):
            other = below(place + 1, again)
            deck[place], deck[other] = deck[other], deck[place]
        assert shuffle(range(52), stream) == deck


def test_a_deck_takes_53_6_bytes_on_average() -> None:
    """The sum over i = 51..1 of 256 / (256 - 256 mod (i + 1)) is 53.56; 2,000 decks vary by 0.05."""
    stream = generator().stream()
    taken = 0

    def counted() -> object:
        nonlocal taken
        for byte in stream:
            taken += 1
            yield byte

    counting = counted()
    for _ in range(2000):
        shuffle(range(52), counting)  # type: ignore[arg-type]
    assert taken / 2000 == pytest.approx(53.56, abs=0.25)


@pytest.mark.parametrize("items", [[], [7]])
def test_nothing_and_one_item_take_no_byte(items: list[int]) -> None:
    assert shuffle(items, iter(())) == items


def test_a_stream_that_ends_gives_no_order() -> None:
    with pytest.raises(ValueError, match="ended"):
        shuffle(range(52), iter((1, 2, 3)))
    with pytest.raises(ValueError, match="ended"):
        below(52, iter((255,)))


def test_the_stream_is_generate_requests_of_256_bytes() -> None:
    requests = generator()
    wanted = b"".join(requests.generate(256) for _ in range(5))
    assert bytes(islice(generator().stream(), 5 * 256)) == wanted


def test_a_generate_request_may_end_within_a_block() -> None:
    assert generator().generate(40) == generator().generate(64)[:40]


# --- what is not done here, and why ------------------------------------------------------------------------


def test_sixteen_bits_modulo_52_would_favour_sixteen_cards() -> None:
    counts = Counter(number % 52 for number in range(65_536))
    assert {card for card, count in counts.items() if count == 1261} == set(range(16))
    assert {card for card, count in counts.items() if count == 1260} == set(range(16, 52))


def test_sorting_by_random_keys_would_favour_the_order_given() -> None:
    orders = Counter(tuple(sorted(range(3), key=keys.__getitem__)) for keys in product(range(16), repeat=3))
    assert sorted(orders.values()) == [560, 680, 680, 680, 680, 816]
    assert orders[(0, 1, 2)] == 816
    assert orders[(2, 1, 0)] == 560
