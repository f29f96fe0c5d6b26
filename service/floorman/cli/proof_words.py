"""Proofs in words: a tick or a cross for each check, and the line that says what it is worth."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from typing import Final

from rich.console import Console
from rich.text import Text

from floorman.cli.progress import bar_place, with_bar
from floorman.cli.record_proofs import Proof
from floorman.records.report import Report, Standing

__all__ = ["MARKS", "tell_proofs"]

MARKS: Final = {
    Standing.OK: ("✓", "bold green"),
    Standing.FAILED: ("✗", "bold red"),
    Standing.NOT_CHECKED: ("?", "bold yellow"),
    Standing.NOT_ASKED: ("–", "dim"),
}
_NAME: Final = 18


def tell_proofs(proofs: Iterable[Proof], total: int, *, as_json: bool, quiet: bool) -> bool:
    """Tells proofs as they come, then their count.

    Args:
        proofs: in the order in which they are told.
        total: how many there will be; one alone is told at length.
        as_json: a line of JSON each, and one for the count.
        quiet: people get the count only, and no progress bar.

    Returns:
        Whether all hold.
    """
    began = time.monotonic()
    people = Console(highlight=False, soft_wrap=True)
    bar = None if quiet or total == 1 else bar_place(people, as_json=as_json)
    held = count = 0
    worth: Counter[str] = Counter()
    for proof in proofs if bar is None else with_bar(proofs, total, "record", bar):
        count += 1
        held += proof.report.holds
        worth[proof.report.assurance or "unreadable"] += 1
        if as_json:
            sys.stdout.write(json.dumps(_as_json(proof)) + "\n")
        elif not quiet:
            _tell(people, proof, at_length=total == 1)
    if as_json:
        sys.stdout.write(json.dumps({"records": count, "ok": held, "failed": count - held}) + "\n")
    else:
        _sum_up(people, count, held, worth if total > 1 else Counter(), time.monotonic() - began)
    return held == count


def _as_json(proof: Proof) -> dict[str, object]:
    report = proof.report
    return {
        "file": str(proof.file),
        "title": report.title,
        "holds": report.holds,
        "assurance": report.assurance,
        "checks": [
            {"name": check.name.name, "standing": check.standing.name, "words": check.words}
            for check in report.checks
        ],
    }


def _tell(people: Console, proof: Proof, *, at_length: bool) -> None:
    report = proof.report
    if report.holds and not at_length:
        return
    people.print(Text.assemble(_mark(holds=report.holds), f" {proof.file}", ("  " + report.title, "bold")))
    for check in report.checks:
        if at_length or check.standing in {Standing.FAILED, Standing.NOT_CHECKED}:
            people.print(
                Text.assemble("  ", MARKS[check.standing], f" {check.name.words:<{_NAME}}", check.words)
            )
    _tell_worth(people, report)


def _tell_worth(people: Console, report: Report) -> None:
    if report.assurance:
        people.print(Text(f"    {report.assurance}", "dim"))


def _mark(*, holds: bool) -> tuple[str, str]:
    return MARKS[Standing.OK if holds else Standing.FAILED]


def _sum_up(people: Console, count: int, held: int, worth: Counter[str], seconds: float) -> None:
    for line, times in worth.most_common():
        people.print(Text(f"  {times} × {line}", "dim"))
    plural = "" if count == 1 else "s"
    words = f" {count} record{plural}: {held} proved, {count - held} not"
    people.print(Text.assemble(_mark(holds=held == count), words, (f" ({seconds:.1f} s)", "dim")))
