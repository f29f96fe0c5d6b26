"""R-16.4: every hand that the decks can make, counted: ``python -m tests.evaluation.exhaustive``.

It ranks all five-card and all seven-card hands of both decks with the functions that the service pays pots
with, on all cores, and compares the counts with the rule book's table, whose numbers come from a program
that shares no code with this one.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import cpu_count, get_context

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from floorman.cards import full_deck, short_deck
from floorman.evaluation import Category, Ranking, board_sum, category, strength, strength_with

__all__ = ["FIVE_CARD_ROWS", "SEVEN_CARD_ROWS", "Counts", "Row", "counted", "five_card_strengths"]

COLUMNS = ("royal", "SF", "four", "full", "flush", "straight", "three", "2 pair", "pair", "high")
COLUMN_OF = dict(zip(reversed(Category), COLUMNS[1:], strict=True))


@dataclass(frozen=True, slots=True)
class Counts:
    """One row of the table of R-16.4: hands by column, all hands, and strengths that occur."""

    hands: Mapping[str, int]
    total: int
    classes: int


@dataclass(frozen=True, slots=True)
class Row:
    """A deck, an order of hands, how many cards are dealt, and what R-16.4 says."""

    name: str
    deck: Sequence[int]
    ranking: Ranking
    expected: Counts

    def __str__(self) -> str:
        return self.name


def _row(name: str, deck: Sequence[int], ranking: Ranking, numbers: Sequence[int]) -> Row:
    *hands, total, classes = numbers
    return Row(name, deck, ranking, Counts(dict(zip(COLUMNS, hands, strict=True)), total, classes))


# fmt: off
FIVE_CARD_ROWS = [
    _row("52, 5 cards", full_deck(), Ranking.HOLDEM,
         (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540, 2598960, 7462)),
    _row("36, 5 cards", short_deck(), Ranking.SHORT_DECK,
         (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400, 376992, 1404)),
    _row("36, 5 (trips>straight)", short_deck(), Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT,
         (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400, 376992, 1404)),
]
SEVEN_CARD_ROWS = [
    _row("52, 7 cards", full_deck(), Ranking.HOLDEM,
         (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460,
          133784560, 4824)),
    _row("36, 7 (straight>trips)", short_deck(), Ranking.SHORT_DECK,
         (1860, 8700, 44640, 633024, 175560, 1169940, 607200, 3157056, 2316600, 233100, 8347680, 752)),
    _row("36, 7 (trips>straight)", short_deck(), Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT,
         (1860, 8700, 44640, 633024, 175560, 1139580, 637560, 3157056, 2316600, 233100, 8347680, 762)),
]
# fmt: on


def five_card_strengths(row: Row) -> Counter[int]:
    """How often each strength occurs among all five-card hands of a deck."""
    return Counter(strength(cards, row.ranking) for cards in combinations(row.deck, 5))


def seven_card_strengths(row: Row, first: int, second: int) -> Counter[int]:
    """The same for the seven-card hands whose two lowest cards are these places of the deck."""
    occurs: Counter[int] = Counter()
    deck = row.deck
    for rest in combinations(range(second + 1, len(deck) - 2), 3):
        board = board_sum([deck[place] for place in (first, second, *rest)], row.ranking)
        for one, other in combinations(deck[rest[-1] + 1 :], 2):
            occurs[strength_with(board, one, other)] += 1
    return occurs


def counted(occurs: Counter[int], ranking: Ranking) -> Counts:
    """The row of R-16.4 that these strengths make."""
    hands = dict.fromkeys(COLUMNS, 0)
    royal = strength(full_deck()[-20::4], ranking)
    for value, times in occurs.items():
        hands["royal" if value == royal else COLUMN_OF[category(value, ranking)]] += times
    return Counts(hands, occurs.total(), len(occurs))


Task = tuple[int, int, int]


def _ranked(task: Task) -> tuple[int, Counter[int]]:
    row, first, second = task
    return row, seven_card_strengths(SEVEN_CARD_ROWS[row], first, second)


def _tasks() -> Iterator[Task]:
    """The shares of the work, the largest first, so that no core is left alone with one at the end."""
    for row, one in enumerate(SEVEN_CARD_ROWS):
        for second in range(1, len(one.deck) - 5):
            for first in range(second):
                yield row, first, second


def _seven_cards() -> list[Counter[int]]:
    occurs: list[Counter[int]] = [Counter() for _ in SEVEN_CARD_ROWS]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with get_context("spawn").Pool(cpu_count()) as pool, Progress(*columns) as progress:
        bar = progress.add_task("seven-card hands", total=sum(row.expected.total for row in SEVEN_CARD_ROWS))
        for row, part in pool.imap_unordered(_ranked, _tasks(), chunksize=4):
            occurs[row].update(part)
            progress.advance(bar, part.total())
    return occurs


def main() -> int:
    """Counts every hand and prints the table of R-16.4, a tick at each number that agrees; 1 if one fails."""
    began = time.monotonic()
    found = [counted(five_card_strengths(row), row.ranking) for row in FIVE_CARD_ROWS]
    found += [
        counted(occurs, row.ranking) for row, occurs in zip(SEVEN_CARD_ROWS, _seven_cards(), strict=True)
    ]
    rows = [*FIVE_CARD_ROWS, *SEVEN_CARD_ROWS]
    table = Table("R-16.4", *(row.name for row in rows))
    for column in (*COLUMNS, "total", "classes"):
        got = [_number(counts, column) for counts in found]
        want = [_number(row.expected, column) for row in rows]
        table.add_row(column, *map(_verdict, got, want))
    console = Console(width=None if sys.stdout.isatty() else 160)
    console.print(table)
    right = all(counts == row.expected for counts, row in zip(found, rows, strict=True))
    hands = sum(counts.total for counts in found)
    verdict = "all as R-16.4 says" if right else "NOT as R-16.4 says"
    console.print(f"{hands:,} hands in {time.monotonic() - began:.0f} s: {verdict}")
    return 0 if right else 1


def _number(counts: Counts, column: str) -> int:
    match column:
        case "total":
            return counts.total
        case "classes":
            return counts.classes
        case _:
            return counts.hands[column]


def _verdict(got: int, want: int) -> str:
    return f"{got:,} ✓" if got == want else f"{got:,} ✗ not {want:,}"


if __name__ == "__main__":
    sys.exit(main())
