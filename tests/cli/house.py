"""A service for the tests of the commands, and how a command is run against it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from click.testing import CliRunner

__all__ = ["CASES", "SHARED", "Said", "run", "steps", "table", "written"]

ROOT: Final = Path(__file__).parents[2]
CASES: Final = ROOT / "tests" / "cases"
SHARED: Final = ROOT.parent / "shared"


@dataclass(frozen=True)
class Said:
    """What a command printed as JSON, and how it ended."""

    exit_code: int
    hands: list[dict[str, Any]]
    count: dict[str, int]


def run(command: click.Command, *args: str | Path) -> Said:
    """Runs a command with ``--json``."""
    result = CliRunner().invoke(command, ["--json", *map(str, args)])
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert lines, result.output
    return Said(result.exit_code, lines[:-1], lines[-1])


def table(*stacks: int, **more: Any) -> dict[str, Any]:
    """A case: seats 1, 2, … with these stacks, the button on the last, blinds 1 and 2."""
    config = {"small_blind": 1, "big_blind": 2} | more.pop("config", {})
    seats = [{"seat": seat, "stack": stack} for seat, stack in enumerate(stacks, 1)]
    return {
        "id": "T",
        "config": config,
        "button": len(stacks),
        "seats": seats,
        "holes": {},
        "boards": [],
        "steps": [],
    } | more


def steps(*words: str) -> Iterator[dict[str, Any]]:
    """Steps in short: "2 raise 6", "1 fold", "2 run 3"."""
    for word in words:
        seat, verb, *number = word.split()
        step: dict[str, Any] = {"do": verb, "seat": int(seat)}
        if number:
            step["count" if verb == "run" else "to"] = int(number[0])
        yield step


def written(folder: Path, *cases: dict[str, Any]) -> Path:
    """A file of these cases."""
    file = folder / "cases.jsonl"
    file.write_text("".join(json.dumps(entry) + "\n" for entry in cases), encoding="utf-8")
    return file
