"""Ten million decks and the raw stream, tested at length: ``make rng-report`` writes docs/rng-report.md.

The decks are what players are dealt: the secret order under the public cut, through the code that deals.
They come in a hundred batches: each batch gives a p-value a test, and of fair decks these are spread evenly,
which is tested in turn. Expect a quarter of an hour on two cores, and as long again for dieharder.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing import cpu_count, get_context
from pathlib import Path
from typing import Final

from rich.progress import track

from tests.fairness.battery import Battery, battery_over
from tests.fairness.dieharder import Finding, is_installed, run_dieharder
from tests.fairness.generators import BY_ENUMERATION, BY_STATISTICS, Decks, dealt_decks, house_decks
from tests.fairness.laws import kolmogorov_smirnov
from tests.fairness.rng_plots import draw_plots

__all__ = ["Batches", "write_report"]

BATCHES: Final = 100
_FAULTY_DECKS: Final = 200_000
_FIRST_RUN: Final = 1_000
_DOCS: Final = Path(__file__).parents[2] / "docs"
_PLOTS: Final = "images/rng"


@dataclass(slots=True)
class Batches:
    """All batches together, and the p-values of each, by test."""

    whole: Battery
    by_test: dict[str, list[float]]


def _batch(task: tuple[int, int]) -> Battery:
    run, size = task
    return battery_over(dealt_decks(run), size, thorough=True)


def _counted(decks: int) -> Batches:
    size = decks // BATCHES
    tasks = [(_FIRST_RUN + place, size) for place in range(BATCHES)]
    whole = Battery(thorough=True)
    by_test: dict[str, list[float]] = {}
    with get_context("spawn").Pool(cpu_count()) as workers:
        batches = workers.imap(_batch, tasks)
        for batch in track(batches, "decks", total=BATCHES):
            for test, p_value in batch.p_values().items():
                by_test.setdefault(test, []).append(p_value)
            whole.merge(batch)
    return Batches(whole, by_test)


_Generators = dict[str, Callable[[int], Decks]]


def _faulty(name: str) -> Battery:
    generators: _Generators = {"the house": house_decks, **BY_STATISTICS, **BY_ENUMERATION}
    return battery_over(generators[name](7), _FAULTY_DECKS)


def _compared() -> dict[str, Battery]:
    """The house and the seven faulty generators over 200,000 decks each."""
    names = ["the house", *BY_STATISTICS, *BY_ENUMERATION]
    with get_context("spawn").Pool(cpu_count()) as workers:
        found = track(workers.imap(_faulty, names), "generators", total=len(names))
        return dict(zip(names, found, strict=True))


_INTRODUCTION: Final = """\
# The random numbers, tested

`make rng-report` writes this page. What is tested is what players get: decks from fresh entropy, the
secret order under the public cut, through the code that deals; and the bytes that it draws on.

Statistics complement the exact argument and never replace it. That every order of the cards is reached by
exactly one row of choices, and every choice by equally many bytes, is shown by counting all of them
(`tests/fairness/test_drbg.py`); that the bytes are those of HMAC_DRBG (SP 800-90A), by known answers.

Python {python}, {decks:,} decks of 52 cards.

## The decks

{batches} batches of {size:,} decks. *All*: the p-value over all decks. *Evenness*: of fair decks the
p-values of the batches are spread evenly between 0 and 1; this is how probable their spread is
(Kolmogorov and Smirnov). *Least*: the smallest of the {batches}; one of 0.01 is expected.

| test | all | evenness | least |
|---|---|---|---|
"""

_COMPARISON: Final = """\
## What the tests can see

The same tests over {decks:,} decks of seven shuffles that have all been used for money. Five are caught.
The two that work with 16 bits look fair: 65,536 is no multiple of 52, but that makes 16 of the cards come
first only one time in 65,536 too often. No statistics of this size can see it (the noncentrality of their
first card is 0.03 at 200,000 decks, and 1.3 at ten million). Counting all inputs shows it at once, which is
what `tests/fairness/test_drbg.py` does.

"""

_STREAM: Final = """\
dieharder 3.31.1, every test that it calls good, each over hands of its own: for hand after hand the first
256 bytes of its generator (`python -m tests.fairness.raw_stream`). One result in a hundred is WEAK by
chance (p outside 0.005 to 0.995): of these {results} results {weak} are WEAK and {failed} FAILED.

| test | tuple | samples | p | |
|---|---|---|---|---|
"""


def write_report(
    batches: Batches, compared: dict[str, Battery], findings: Sequence[Finding], plots: Sequence[str]
) -> str:
    """The report as Markdown.

    Args:
        batches: the decks of the house.
        compared: batteries by generator.
        findings: of dieharder; none if it was not run.
        plots: paths of pictures, from docs/ on: p-values, places, and generators.
    """
    evenness, places, generators = plots
    whole = batches.whole.p_values()
    rows = [
        (test, whole[test], kolmogorov_smirnov(values), min(values))
        for test, values in batches.by_test.items()
    ]
    parts = [
        _INTRODUCTION.format(
            python=platform.python_version(),
            decks=batches.whole.decks,
            batches=BATCHES,
            size=batches.whole.decks // BATCHES,
        ),
        *(f"| {test} | {' | '.join(f'{p:.3f}' for p in values)} |\n" for test, *values in rows),
        f"\n![p-values of the batches]({evenness})\n\n![cards by places]({places})\n\n",
        _comparison(compared),
        f"\n![cards by places of faulty shuffles]({generators})\n\n",
        _stream(findings),
    ]
    return "".join(parts)


def _comparison(compared: dict[str, Battery]) -> str:
    tests = ["position x card", "first card", "ordered pair 0, 1", "fixed points", "descents"]
    lines = [
        f"| generator | {' | '.join(tests)} | caught by |",
        f"|---{'|---' * len(tests)}|---|",
    ]
    for name, battery in compared.items():
        found = battery.p_values()
        seen = any(p < 1e-6 for p in found.values())
        by = "statistics" if seen else "enumeration only" if name in BY_ENUMERATION else "–"
        lines.append(f"| {name} | {' | '.join(_short(found[test]) for test in tests)} | {by} |")
    return _COMPARISON.format(decks=_FAULTY_DECKS) + "\n".join(lines) + "\n"


def _short(p_value: float) -> str:
    return f"{p_value:.2f}" if p_value >= 0.005 else f"{p_value:.0e}" if p_value > 1e-300 else "0"


def _stream(findings: Sequence[Finding]) -> str:
    title = "## The raw stream\n\n"
    if not findings:
        return f"{title}dieharder was not run: it is not on the machine that wrote this page.\n"
    assessed = [finding.assessment for finding in findings]
    words = _STREAM.format(
        results=len(findings), weak=assessed.count("WEAK"), failed=assessed.count("FAILED")
    )
    rows = [
        f"| {one.test} | {one.tuple_size} | {one.samples} | {one.p_value:.4f} | {one.assessment} |\n"
        for one in findings
    ]
    return title + words + "".join(rows)


def main() -> int:
    """Counts, draws, writes; 1 if something is improbable beyond 1e-6."""
    parser = argparse.ArgumentParser(description="Test the random numbers at length.")
    parser.add_argument("--decks", type=int, default=10_000_000, help="how many (default: 10,000,000)")
    parser.add_argument("--no-dieharder", action="store_true", help="leave the raw stream alone")
    wanted = parser.parse_args()
    batches = _counted(wanted.decks)
    compared = _compared()
    findings: list[Finding] = []
    if not wanted.no_dieharder and is_installed():
        findings = list(track(run_dieharder(_FIRST_RUN), "dieharder", total=None))
    plots = draw_plots(batches.whole, batches.by_test, compared, _DOCS, _PLOTS)
    (_DOCS / "rng-report.md").write_text(write_report(batches, compared, findings, plots), encoding="utf-8")
    least = min(kolmogorov_smirnov(values) for values in batches.by_test.values())
    improbable = least < 1e-6 or any(p < 1e-6 for p in batches.whole.p_values().values())
    return int(improbable or any(finding.assessment == "FAILED" for finding in findings))


if __name__ == "__main__":
    sys.exit(main())
