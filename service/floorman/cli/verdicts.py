"""What a run over cases or records says: a verdict each, and the count at the end.

The JSON form is fixed: scripts and other engines' runners compare it. People get the failures in words.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from rich.console import Console
from rich.markup import escape

from floorman.cli.cases import Json
from floorman.cli.progress import bar_place, with_bar

__all__ = ["Mismatch", "Verdict", "report"]

_COUNTED: Final = ("cases", "ok", "failed", "unsupported")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One difference between what was written and what the floor rules.

    Attributes:
        step: where, from 0; "start" for the opening, "end" for the outcome.
        field: what differs.
        want: what was written.
        got: what the floor says.
        words: why, for people; no part of the JSON form.
    """

    step: int | str
    field: str
    want: Json
    got: Json
    words: str = ""

    def json(self) -> dict[str, Json]:
        """The fixed form of a mismatch."""
        return {"step": self.step, "field": self.field, "want": self.want, "got": self.got}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one hand.

    Attributes:
        name: the hand's id.
        title: what it is, for people.
        unsupported: what this service does not play, or None where it plays everything.
        mismatches: every difference, in the order of the hand.
        more: what the JSON form of this command says beside the fixed part.
    """

    name: str
    title: str = ""
    unsupported: tuple[str, ...] | None = None
    mismatches: tuple[Mismatch, ...] = ()
    more: dict[str, Json] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Everything came out as written."""
        return self.unsupported is None and not self.mismatches

    @property
    def failed(self) -> bool:
        """Something came out otherwise."""
        return self.unsupported is None and bool(self.mismatches)

    def json(self) -> dict[str, Json]:
        """The fixed form of a verdict."""
        unsupported = None if self.unsupported is None else list[Json](self.unsupported)
        mismatches: list[Json] = [mismatch.json() for mismatch in self.mismatches]
        return {
            "id": self.name,
            "ok": self.ok,
            "unsupported": unsupported,
            "mismatches": mismatches,
            **self.more,
        }


def report(verdicts: Iterable[Verdict], total: int, noun: str, *, as_json: bool, quiet: bool) -> bool:
    """Prints verdicts as they come, then their count.

    Args:
        verdicts: in the order in which they are told.
        total: how many there will be.
        noun: what each is about.
        as_json: a line of JSON each, and one for the count.
        quiet: people get the count only, and no progress bar.

    Returns:
        Whether none failed.
    """
    began = time.monotonic()
    counts: Counter[str] = Counter()
    switches: Counter[str] = Counter()
    people = Console(highlight=False, soft_wrap=True)
    bar = None if quiet else bar_place(people, as_json=as_json)
    for verdict in verdicts if bar is None else with_bar(verdicts, total, noun, bar):
        counts["cases"] += 1
        counts["ok"] += verdict.ok
        counts["failed"] += verdict.failed
        counts["unsupported"] += verdict.unsupported is not None
        switches.update(verdict.unsupported or ())
        if as_json:
            sys.stdout.write(json.dumps(verdict.json()) + "\n")
        elif not quiet:
            _tell(people, verdict)
    if as_json:
        sys.stdout.write(json.dumps({key: counts[key] for key in _COUNTED}) + "\n")
    else:
        _sum_up(people, counts, switches, noun, time.monotonic() - began)
    return not counts["failed"]


def _tell(people: Console, verdict: Verdict) -> None:
    """Failures in words, and what was remarkable about the others; a hand without either says nothing."""
    note = verdict.more.get("note")
    if verdict.failed:
        people.print(f"[bold red]✗ {escape(verdict.name)}[/]  {escape(verdict.title)}".rstrip())
        for mismatch in verdict.mismatches:
            people.print(f"    {_where(mismatch.step)}: {escape(_difference(mismatch))}")
    elif note and verdict.ok:
        people.print(f"[green]✓ {escape(verdict.name)}[/]  [dim]{escape(str(note))}[/]")


def _where(step: int | str) -> str:
    return {"start": "at the start", "end": "at the end"}.get(str(step), f"step {step}")


def _difference(mismatch: Mismatch) -> str:
    why = f" ({mismatch.words})" if mismatch.words else ""
    if mismatch.field == "accepted":
        reason = f", {mismatch.got}" if isinstance(mismatch.got, str) else ""
        return f"was refused{reason}{why}" if mismatch.want else "was accepted, and must be refused"
    want, got = json.dumps(mismatch.want), json.dumps(mismatch.got)
    return f"{mismatch.field} is {got}, and should be {want}{why}"


def _sum_up(people: Console, counts: Counter[str], switches: Counter[str], noun: str, seconds: float) -> None:
    if switches:
        reasons = ", ".join(f"{name} {count}" for name, count in switches.most_common())
        people.print(f"[yellow]–[/] not played by this service: {escape(reasons)}")
    mark = "[bold red]✗[/]" if counts["failed"] else "[bold green]✓[/]"
    plural = "" if counts["cases"] == 1 else "s"
    people.print(
        f"{mark} {counts['cases']} {noun}{plural}: {counts['ok']} ok, {counts['failed']} failed, "
        f"{counts['unsupported']} unsupported [dim]({seconds:.1f} s)[/]"
    )
