"""Pictures of the random numbers, for people who trust their eyes (matplotlib; ``make rng-report`` only)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")

from matplotlib import pyplot as plt

from tests.fairness.battery import Battery

__all__ = ["draw_plots"]

_DPI = 90
_SPAN = 4.0


def draw_plots(
    whole: Battery,
    by_test: Mapping[str, Sequence[float]],
    compared: Mapping[str, Battery],
    docs: Path,
    stem: str,
) -> list[str]:
    """Draws the pictures of the report; their paths from ``docs`` on."""
    (docs / stem).parent.mkdir(parents=True, exist_ok=True)
    paths = [f"{stem}-{name}.png" for name in ("evenness", "places", "generators")]
    _draw_evenness(by_test, docs / paths[0])
    _draw_places({"the house": whole}, docs / paths[1], columns=1)
    _draw_places(compared, docs / paths[2], columns=4)
    return paths


def _draw_evenness(by_test: Mapping[str, Sequence[float]], file: Path) -> None:
    """The p-values of the batches, ranked: of fair decks they lie along the diagonal."""
    figure, axes = plt.subplots(figsize=(6, 5))
    axes.plot([0, 1], [0, 1], color="black", linewidth=0.8)
    for test, values in by_test.items():
        shares = [(place + 0.5) / len(values) for place in range(len(values))]
        axes.plot(shares, sorted(values), linewidth=1.1, label=test)
    axes.set(xlabel="rank among the batches", ylabel="p-value", xlim=(0, 1), ylim=(0, 1))
    axes.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(file, dpi=_DPI)
    plt.close(figure)


def _draw_places(batteries: Mapping[str, Battery], file: Path, *, columns: int) -> None:
    """How far each card is from its share at each place, in standard deviations."""
    rows = -(-len(batteries) // columns)
    figure, grid = plt.subplots(rows, columns, figsize=(3.4 * columns + 1, 3.4 * rows), squeeze=False)
    image = None
    for axes in grid.flat:
        axes.axis("off")
    for axes, (name, battery) in zip(grid.flat, batteries.items(), strict=False):
        share = battery.decks / 52
        spread = math.sqrt(share * 51 / 52)
        deviations = [[(count - share) / spread for count in row] for row in battery.position_counts()]
        axes.axis("on")
        image = axes.imshow(deviations, cmap="coolwarm", vmin=-_SPAN, vmax=_SPAN)
        axes.set(title=name, xlabel="card", ylabel="place")
        axes.label_outer()
        axes.title.set_size(9)
    if image is not None:
        figure.colorbar(image, ax=grid, shrink=0.7, label="standard deviations")
    figure.savefig(file, dpi=_DPI, bbox_inches="tight")
    plt.close(figure)
