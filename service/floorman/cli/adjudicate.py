"""``floorman adjudicate``: lets the service rule on recorded hands, and compares the stacks."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click

from floorman.cli.calls import calls_to
from floorman.cli.phh_ruling import rule_on
from floorman.cli.verdicts import Mismatch, Verdict, report
from floorman.records.phh import PhhError, PhhTable, split_hands

__all__ = ["adjudicate"]

_SUFFIXES: Final = (".phh", ".phhs")
_AT_ONCE: Final = 4


@click.command(
    epilog="Exit code 0 if and only if no hand failed; 1 if one did; 2 if they could not be ruled on."
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--address", metavar="HOST:PORT", help="Ask this service instead of one of its own.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each hand, and one for the count.")
@click.option("--quiet", is_flag=True, help="No progress bar; without --json, the count only.")
@click.pass_context
def adjudicate(
    context: click.Context,
    files: tuple[Path, ...],
    address: str | None,
    as_json: bool,  # noqa: FBT001 (click passes options by name)
    quiet: bool,  # noqa: FBT001
) -> None:
    """Rule on recorded hands, and compare the final stacks.

    FILE is a Poker Hand History (.phh one hand, .phhs many) or a folder of them. A hand fails where the floor
    refuses one of its actions or reaches other stacks than the file; a hand whose file names no stacks is ok
    if every action is legal, and says so.
    """
    tables = list(_hands(files))
    if not tables:
        raise click.UsageError("no .phh or .phhs file there")
    with calls_to(address) as calls, ThreadPoolExecutor(_AT_ONCE) as threads:
        verdicts = threads.map(
            lambda hand: hand if isinstance(hand, Verdict) else rule_on(calls, hand), tables
        )
        none_failed = report(verdicts, len(tables), "hand", as_json=as_json, quiet=quiet)
    context.exit(0 if none_failed else 1)


def _hands(files: tuple[Path, ...]) -> Iterator[PhhTable | Verdict]:
    """The hands of all files, unread; a file that cannot be split fails as one hand."""
    for file in _files(files):
        try:
            yield from split_hands(file.read_text(encoding="utf-8"), file.name)
        except (PhhError, OSError, UnicodeDecodeError) as error:
            wrong = Mismatch("start", "file", want="a hand history", got=str(error))
            yield Verdict(file.name, mismatches=(wrong,))


def _files(paths: tuple[Path, ...]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in _SUFFIXES)
        else:
            yield path
