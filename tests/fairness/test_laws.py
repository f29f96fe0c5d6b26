"""The laws against printed tables: Abramowitz and Stegun 26.7, 26.2; Kolmogorov's table."""

from __future__ import annotations

import math
import random

import pytest

from tests.fairness.laws import chi_square, chi_square_of, kolmogorov_smirnov, normal, poisson_one


@pytest.mark.parametrize(
    ("value", "freedom", "probability"),
    [
        (3.841, 1, 0.05), (6.635, 1, 0.01), (5.991, 2, 0.05), (18.307, 10, 0.05), (29.588, 10, 0.001),
        (43.773, 30, 0.05), (124.342, 100, 0.05), (77.929, 100, 0.95),
    ],
)  # fmt: skip
def test_chi_square_as_in_the_tables(value: float, freedom: int, probability: float) -> None:
    assert chi_square(value, freedom) == pytest.approx(probability, rel=2e-3)


def test_chi_square_with_two_degrees_of_freedom_is_an_exponential() -> None:
    for value in (0.1, 1.0, 5.0, 40.0, 600.0):
        assert chi_square(value, 2) == pytest.approx(math.exp(-value / 2), rel=1e-10)


@pytest.mark.parametrize("freedom", [51, 2601, 22_099])
def test_chi_square_with_many_degrees_is_nearly_normal(freedom: int) -> None:
    """Wilson and Hilferty's cube root, good to a few percent of a tail."""
    for deviation in (-3.0, -1.0, 0.0, 1.0, 3.0):
        spread = 2 / (9 * freedom)
        value = freedom * (1 - spread + deviation * math.sqrt(spread)) ** 3
        tail = math.erfc(deviation / math.sqrt(2)) / 2
        assert chi_square(value, freedom) == pytest.approx(tail, rel=0.02)


def test_a_chi_square_is_the_sum_of_its_cells() -> None:
    assert chi_square_of([8, 12, 10], [10.0, 10.0, 10.0]) == pytest.approx(0.8)


def test_normal_counts_both_sides() -> None:
    assert normal(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal(-1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal(0) == 1


def test_poisson_of_mean_one() -> None:
    assert [round(poisson_one(count), 5) for count in range(4)] == [0.36788, 0.36788, 0.18394, 0.06131]


def test_kolmogorov_as_in_the_table() -> None:
    """For 100 values a gap of 1.358 / (10 + 0.12 + 0.011) has probability 0.05, one of 1.628 / … 0.01."""
    for critical, probability in ((1.358, 0.05), (1.628, 0.01)):
        gap = critical / 10.131
        shifted = [min(1.0, (place + 0.5) / 100 * (1 - gap) + gap - 0.005) for place in range(100)]
        assert kolmogorov_smirnov(shifted) == pytest.approx(probability, rel=0.1)


def test_kolmogorov_of_even_values_and_of_lumps() -> None:
    assert kolmogorov_smirnov([(place + 0.5) / 100 for place in range(100)]) == 1
    assert kolmogorov_smirnov([0.5] * 100) < 1e-15
    assert (
        kolmogorov_smirnov([random.Random(5).random() for _ in range(100)]) < 1e-15
    )  # one number, 100 times
    chance = random.Random(5)
    assert kolmogorov_smirnov([chance.random() for _ in range(1000)]) > 0.01
