"""``floorman play``: plays cases through the service and says which come out as written."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import click

from floorman.cli.calls import calls_to
from floorman.cli.case_runner import play_case
from floorman.cli.cases import Case, CaseError, read_cases
from floorman.cli.verdicts import Verdict, report

__all__ = ["play"]

# The service works on one hand while the runner compares another; more threads than this wait for each other.
_AT_ONCE: Final = 4


@click.command(
    epilog="Exit code 0 if and only if no case failed; 1 if one did; 2 if they could not be played."
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--address", metavar="HOST:PORT", help="Play against this service instead of one of its own.")
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each case, and one for the count.")
@click.option("--quiet", is_flag=True, help="No progress bar; without --json, the count only.")
@click.pass_context
def play(
    context: click.Context,
    files: tuple[Path, ...],
    address: str | None,
    as_json: bool,  # noqa: FBT001 (click passes options by name)
    quiet: bool,  # noqa: FBT001
) -> None:
    """Play cases through the service, and report every difference.

    A case is one hand with known cards: what every seat does, and what must come of it. FILE holds one JSON
    object a line, in the format of the conformance pack (tests/cases/README.md of the source).
    """
    cases = _cases(files)
    with calls_to(address) as calls, ThreadPoolExecutor(_AT_ONCE) as threads:
        verdicts: Iterator[Verdict] = threads.map(lambda case: play_case(calls, case), cases)
        none_failed = report(verdicts, len(cases), "case", as_json=as_json, quiet=quiet)
    context.exit(0 if none_failed else 1)


def _cases(files: tuple[Path, ...]) -> list[Case]:
    try:
        return [case for file in files for case in read_cases(file)]
    except (CaseError, OSError, UnicodeDecodeError) as error:
        raise click.UsageError(str(error)) from None
