"""``python -m tests.mutants``: a seeded sample of faults in the rules, and which of them went unnoticed."""

from __future__ import annotations

import argparse
import compileall
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.mutants.faults import Fault, faults_of, with_fault

_ROOT = Path(__file__).parents[2]
_SERVICE = _ROOT / "service"
_RULES = _SERVICE / "floorman" / "rules"
_REASONS = Path(__file__).parent / "survivors.txt"
_PATIENCE_SECONDS = 300.0
_KILLED_SHARE = 0.97


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a fault."""

    fault: Fault
    killed: bool
    seconds: float

    @property
    def name(self) -> str:
        """Where and what, as it stands in the list of survivors."""
        return f"{self.fault.path.relative_to(_SERVICE / 'floorman')}:{self.fault.line}: {self.fault.what}"


def main() -> int:
    """0 if at least 97 % of the sample were noticed and each survivor has its reason in survivors.txt."""
    arguments = _arguments()
    every = [fault for path in sorted(_RULES.glob("*.py")) for fault in faults_of(path)]
    sample = random.Random(arguments.seed).sample(every, min(arguments.sample, len(every)))
    console = Console(stderr=True)
    console.print(
        f"{len(every)} faults can be put into rules/; a sample of {len(sample)}, seed {arguments.seed}"
    )
    if not _survives(_SERVICE):
        console.print("the tests fail already without a fault: mend them first")
        return 1
    began = time.monotonic()
    outcomes: list[Outcome] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(*columns, console=console) as bar,
        ThreadPoolExecutor(arguments.workers) as pool,
    ):
        houses = _Houses(Path(folder), arguments.workers)
        task = bar.add_task("faults", total=len(sample))
        for future in as_completed([pool.submit(houses.try_out, fault) for fault in sample]):
            outcome = future.result()
            outcomes.append(outcome)
            bar.advance(task)
            if not outcome.killed:
                bar.console.print(f"survived: {outcome.name}")
    return _report(outcomes, time.monotonic() - began)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=400, help="how many faults (400)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="faults tried at once")
    return parser.parse_args()


class _Houses:
    """Copies of the service, one a worker, compiled once; a fault moves in and out again."""

    def __init__(self, folder: Path, count: int) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for number in range(count):
            house = folder / str(number)
            shutil.copytree(_SERVICE, house)
            compileall.compile_dir(house, quiet=2)
            self._free.put(house)

    def try_out(self, fault: Fault) -> Outcome:
        """Whether the tests notice a fault."""
        began = time.monotonic()
        house = self._free.get()
        spoilt = house / fault.path.relative_to(_SERVICE)
        spoilt.write_text(with_fault(fault))
        killed = not _survives(house)
        shutil.copy2(fault.path, spoilt)  # with its time, so that what was compiled from it holds again
        self._free.put(house)
        return Outcome(fault, killed, time.monotonic() - began)


def _survives(house: Path) -> bool:
    """Whether every test passes against a copy of the service."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(house),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_PROFILE": "ci",
    }
    try:
        tests = subprocess.run(
            [sys.executable, "-m", "tests.mutants.killing"],
            cwd=_ROOT,
            env=environment,
            capture_output=True,
            timeout=_PATIENCE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False  # a hand that never ends is noticed
    return tests.returncode == 0


def _report(outcomes: list[Outcome], seconds: float) -> int:
    survivors = sorted(outcome.name for outcome in outcomes if not outcome.killed)
    reasons = {
        line.partition("  # ")[0].strip() for line in _REASONS.read_text().splitlines() if "  # " in line
    }
    share = 1 - len(survivors) / len(outcomes)
    print(
        f"{len(outcomes) - len(survivors)} of {len(outcomes)} faults noticed, {share:.1%}, in {seconds:.0f} s"
    )
    for name in survivors:
        print(f"  survived: {name}{'' if name in reasons else '  (no reason in survivors.txt)'}")
    explained = all(name in reasons for name in survivors)
    return 0 if share >= _KILLED_SHARE and explained else 1


if __name__ == "__main__":
    sys.exit(main())
