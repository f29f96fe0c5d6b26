"""``floorman table simulate``: a table's whole life at random, and what must hold all along."""

from __future__ import annotations

import multiprocessing
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from random import Random
from typing import Final

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from floorman.cli.calls import NoRulingError, ServiceCalls, calls_to
from floorman.cli.own_service import own_service
from floorman.cli.progress import bar_place
from floorman.cli.table_houses import House, RulesHouse, ServiceHouse
from floorman.cli.table_life import Count, Life, Stretch
from floorman.cli.table_promises import Promises
from floorman.cli.table_switches import table_config
from floorman.rules.choices import ButtonRule
from floorman.v1 import config_pb2

__all__ = ["table"]

_SMALL_BLIND: Final = 5
_BIG_BLIND: Final = 10
_RAKE_BPS: Final = 500
_RAKE_CAP: Final = 20
_SIZES: Final = (2, 3, 4, 6, 8, 9, 10)
_HANDS_OF_A_TABLE: Final = 1_000
_HANDS_BETWEEN_REPORTS: Final = 10
_WIDTH: Final = 100
_EPILOG: Final = """\b
Checked after every hand:
  who owes gets no cards without paying, and nobody pays who does not owe (R-5.1, R-5.2)
  whoever waits for the big blind gets it (R-5.1)
  heads-up the button is the small blind (R-2.4)
  chips bought in = on the table + cashed out + raked
Under the dead button too:
  nobody posts the big blind twice running (R-2.5)
  from one big blind of a player to the next, whoever is dealt into every hand pays exactly one
    big blind; that player pays one small blind at most in hands of three or more, and exactly
    one where nobody comes or goes. Where a company shrinks to two, one of them may be small
    blind twice, as in the third example of R-2.5.

\b
Examples:
  floorman table simulate --hands 200000 --rule dead
  floorman table simulate --hands 200000 --rule moving
  floorman table simulate --hands 2000 --through-service

Exit code 0 if and only if all of it held.
"""


@click.group()
def table() -> None:
    """Play a table's life at random, and check what it promises."""


@table.command(epilog=_EPILOG)
@click.option("--hands", type=click.IntRange(min=1), default=20_000, show_default=True, help="How many.")
@click.option("--seed", type=click.IntRange(min=0), help="Repeat everything.  [default: drawn, and printed]")
@click.option(
    "--rule",
    type=click.Choice(["dead", "moving"]),
    default="dead",
    show_default=True,
    help="How the button moves.",
)
@click.option("--through-service", is_flag=True, help="Over gRPC: PrepareHand, StartHand, Act.")
@click.option("--address", metavar="HOST:PORT", help="Likewise, at this service instead of one of its own.")
@click.pass_context
def simulate(
    context: click.Context,
    hands: int,
    seed: int | None,
    rule: str,
    through_service: bool,  # noqa: FBT001 (click passes options by name)
    address: str | None,
) -> None:
    """Live through tables at random.

    Players sit down, bust, buy in again, go away, miss blinds, come back and leave, at tables of two to ten
    seats, a thousand hands each; every hand is played to its end by seats that act at random.

    With --address and --seed the service must have been started with --allow-given-entropy; with --address
    alone the seats' doings follow from the printed seed, and the cards do not.
    """
    began = time.monotonic()
    button_rule = ButtonRule(rule.upper())
    chosen = secrets.randbits(32) if seed is None else seed
    people = Console(highlight=False)
    if not people.is_terminal:
        people.width = _WIDTH
    with ExitStack() as stack:
        if through_service or address is not None:
            repeats = seed is not None or address is None
            if address is None:
                address, _ = stack.enter_context(own_service())
            calls = stack.enter_context(calls_to(address))
            stretches = _through(calls, button_rule, hands, chosen, repeats=repeats)
        else:
            stretches = _here(button_rule, hands, chosen)
        try:
            total = _added(_with_bar(stretches, hands, people))
        except NoRulingError as error:
            raise click.ClickException(str(error)) from None
    _sum_up(people, total, button_rule, chosen, time.monotonic() - began)
    context.exit(1 if total.faults else 0)


# ---- the tables ----


def _tables(hands: int) -> Iterator[tuple[int, int]]:
    """The tables by number, and how many hands each plays."""
    for number, done in enumerate(range(0, hands, _HANDS_OF_A_TABLE)):
        yield number, min(_HANDS_OF_A_TABLE, hands - done)


def _here(rule: ButtonRule, hands: int, seed: int) -> Iterator[Stretch]:
    """Lived by the rules in this process, or on all cores where there is more than one table."""
    tables = list(_tables(hands))
    if len(tables) == 1:
        yield _whole_life(rule, seed, *tables[0])
        return
    # spawn: the bar has a thread by now, and a forked thread is a thread that hangs
    with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as cores:
        for lived in as_completed([cores.submit(_whole_life, rule, seed, *one) for one in tables]):
            yield lived.result()


def _whole_life(rule: ButtonRule, seed: int, number: int, hands: int) -> Stretch:
    chance = _chance(seed, number)
    config = _config(rule, chance)
    life = _life(number, config, rule, chance, RulesHouse(config, chance))
    return _added([life.play(hands), life.close()])


def _through(
    calls: ServiceCalls, rule: ButtonRule, hands: int, seed: int, *, repeats: bool
) -> Iterator[Stretch]:
    for number, share in _tables(hands):
        chance = _chance(seed, number)
        config = _config(rule, chance)
        house = ServiceHouse(calls, f"simulated table {number}", config, chance, seed if repeats else None)
        life = _life(number, config, rule, chance, house)
        for done in range(0, share, _HANDS_BETWEEN_REPORTS):
            stretch = life.play(min(_HANDS_BETWEEN_REPORTS, share - done))
            yield stretch
            if stretch.faults:
                break
        yield life.close()


def _chance(seed: int, number: int) -> Random:
    return Random(f"{seed} {number}")  # noqa: S311 (what players do, and no player's cards)


def _config(rule: ButtonRule, chance: Random) -> config_pb2.TableConfig:
    return table_config(
        "",
        {
            "small_blind": _SMALL_BLIND,
            "big_blind": _BIG_BLIND,
            "rake_bps": _RAKE_BPS,
            "rake_cap": _RAKE_CAP,
            "button_rule": rule.value,
            "max_seats": chance.choice(_SIZES),
        },
    )


def _life(
    number: int, config: config_pb2.TableConfig, rule: ButtonRule, chance: Random, house: House
) -> Life:
    seats = config.max_seats
    return Life(f"table {number} of {seats} seats", house, chance, seats, Promises(rule, seats, _SMALL_BLIND))


# ---- what came of them ----


def _added(stretches: Iterable[Stretch]) -> Stretch:
    counts: Counter[Count] = Counter()
    faults: list[str] = []
    for stretch in stretches:
        counts.update(stretch.counts)
        faults += stretch.faults
    return Stretch(counts, tuple(faults))


def _with_bar(stretches: Iterable[Stretch], hands: int, people: Console) -> Iterator[Stretch]:
    """The stretches as they come, and a bar that counts their hands."""
    place = bar_place(people, as_json=False)
    if place is None:
        yield from stretches
        return
    columns = (TextColumn("hands"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=place, transient=True) as progress:
        task = progress.add_task("hands", total=hands)
        for stretch in stretches:
            progress.advance(task, stretch.counts[Count.HANDS])
            yield stretch


def _sum_up(people: Console, total: Stretch, rule: ButtonRule, seed: int, seconds: float) -> None:
    summary = Table(box=None, show_header=False, pad_edge=False)
    summary.add_column(justify="right")
    summary.add_column()
    for count in Count:
        summary.add_row(f"{total.counts[count]:,}", count.value)
    people.print(summary)
    for fault in total.faults:
        people.print(f"[bold red]✗[/] {escape(fault)}", soft_wrap=True)
    name = rule.value.lower()
    if total.faults:
        people.print(f"[bold red]✗ {name} button: {len(total.faults)} promises broken[/] (seed {seed})")
    else:
        kept = "everything held" + (", no big blind twice running" if rule is ButtonRule.DEAD else "")
        people.print(f"[bold green]✓[/] {name} button: {kept} [dim](seed {seed}, {seconds:.0f} s)[/]")
