"""The laws that a fair deck obeys: how improbable a figure is, from the standard library alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

__all__ = ["chi_square", "chi_square_of", "kolmogorov_smirnov", "normal", "poisson_one"]

_PRECISION: Final = 1e-14
_MOST_TERMS: Final = 100_000
_TINY: Final = 1e-300


def chi_square(value: float, freedom: int) -> float:
    """The probability of a chi-square of at least ``value`` with so many degrees of freedom."""
    return _upper_gamma(freedom / 2, value / 2)


def chi_square_of(observed: Iterable[int], expected: Sequence[float]) -> float:
    """The sum of (O - E)^2 / E."""
    return math.fsum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))


def normal(deviation: float) -> float:
    """The probability of a standard normal value that lies at least so far from 0, on either side."""
    return math.erfc(abs(deviation) / math.sqrt(2))


def poisson_one(count: int) -> float:
    """The probability of exactly ``count`` under a Poisson law of mean 1."""
    return math.exp(-1) / math.factorial(count)


def kolmogorov_smirnov(p_values: Sequence[float]) -> float:
    """The probability that so many p-values lie so unevenly between 0 and 1 (Kolmogorov; Stephens 1970)."""
    count = len(p_values)
    ranked = sorted(p_values)
    gap = max(max((place + 1) / count - p, p - place / count) for place, p in enumerate(ranked))
    scaled = gap * (math.sqrt(count) + 0.12 + 0.11 / math.sqrt(count))
    if scaled < 0.2:
        return 1.0  # the series below converges slowly there, and the answer differs from 1 by 1e-12
    terms = ((-1) ** (term - 1) * math.exp(-2 * (term * scaled) ** 2) for term in range(1, 101))
    return min(1.0, max(0.0, 2 * math.fsum(terms)))


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x): a series below a + 1, a fraction above."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for step in range(1, _MOST_TERMS):
            term *= x / (a + step)
            total += term
            if term < total * _PRECISION:
                break
        return 1 - total * front
    below = x + 1 - a
    ratio = 1 / _TINY
    inverse = 1 / below
    fraction = inverse
    for step in range(1, _MOST_TERMS):
        numerator = -step * (step - a)
        below += 2
        inverse = numerator * inverse + below
        inverse = 1 / (inverse if abs(inverse) > _TINY else _TINY)
        ratio = below + numerator / ratio
        ratio = ratio if abs(ratio) > _TINY else _TINY
        change = ratio * inverse
        fraction *= change
        if abs(change - 1) < _PRECISION:
            break
    return front * fraction
