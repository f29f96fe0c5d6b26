"""A long comparison with PokerKit: ``python -m tests.differential --hands 100000 --seed 7``."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter

from rich.console import Console
from rich.progress import track

from tests.differential.lockstep import compare
from tests.differential.random_tables import random_table


def main() -> int:
    """Prints each hand on which the two differ as a case, and what is excused; 1 if any differ."""
    words = argparse.ArgumentParser(prog="python -m tests.differential", description=__doc__)
    words.add_argument("--hands", type=int, default=1000, help="how many hands (default: 1000)")
    words.add_argument("--seed", type=int, default=0, help="the first hand's seed (default: 0)")
    asked = words.parse_args()
    people = Console(stderr=True)
    excused: Counter[str] = Counter()
    stopped: Counter[str] = Counter()
    decisions = differ = 0
    seeds = range(asked.seed, asked.seed + asked.hands)
    for seed in track(seeds, "hands", console=people, transient=True, disable=not people.is_terminal):
        chance = random.Random(seed)
        compared = compare(chance, random_table(chance, f"DIFF-{seed}"))
        decisions += compared.decisions
        excused += compared.excused
        if compared.stopped is not None:
            stopped[compared.stopped] += 1
        if compared.case is not None:
            differ += 1
            sys.stdout.write(json.dumps(compared.case) + "\n")
    people.print(f"{asked.hands} hands, {decisions} decisions: {differ} differ")
    for name, count in excused.most_common():
        people.print(f"  {count:6} decisions: {name}")
    for name, count in stopped.most_common():
        people.print(f"  {count:6} hands not played on: {name}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
