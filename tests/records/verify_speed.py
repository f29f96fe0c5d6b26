"""What proving a record costs, by how much of it is signed: ``python -m tests.records.verify_speed``.

CPU of one process, the least of some rounds, beside the cost of checking a single signature in the same run.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Final

from floorman import steps
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.opening import Delivery, Level
from floorman.records.record_file import dump_record, load_record
from floorman.records.verification import verify
from floorman.rules.betting import options
from floorman.rules.hand import Hand
from floorman.rules.opening import HandStart, SeatStart
from floorman.rules.presets import resolve
from tests.records.recording import KEYS, NextStep, Terms, recorded_hand

ROUNDS: Final = 7
RECORDS: Final = 60
SIX: Final = HandStart(
    resolve("", {"small_blind": 1, "big_blind": 2}), 1, tuple(SeatStart(seat, 200) for seat in range(1, 7))
)
KINDS: Final = {
    "COMMIT, HOST, ends signed": Terms(),
    "COMMIT, HOST, every head signed": Terms(every=True),
    "COMMITTED, SEAT_KEY, heads and seats sign": Terms(level=Level.COMMITTED, delivery=Delivery.SEAT_KEY),
}


def _player(chance: random.Random) -> NextStep:
    """Six seats that mostly call, so that hands have some twenty actions."""

    def choose(hand: Hand) -> steps.Step | None:
        if hand.actor < 0:
            return None
        menu = options(hand, hand.actor)
        dice = chance.random()
        if menu.closed is None and dice < 0.15:
            to = min(menu.most, 2 * menu.least)
            return steps.Bet(menu.seat, to) if menu.opens else steps.Raise(menu.seat, to)
        if menu.owed and dice > 0.8:
            return steps.Fold(menu.seat)
        return steps.Call(menu.seat) if menu.owed else steps.Check(menu.seat)

    return choose


def _microseconds(work: Callable[[], object], times: int) -> float:
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - started) / times * 1e6)
    return best


def _prove_all(forms: list[bytes]) -> None:
    for form in forms:
        verify(load_record(form), KEYS)


def main() -> None:
    """Prints the costs."""
    key = HeadKey(1, bytes(range(32)))
    signature = key.sign(b"a head")
    single = _microseconds(lambda: verifies(key.public_key, signature, b"a head"), 200)
    print(f"{single:8.0f} µs  one signature checked")
    for kind, terms in KINDS.items():
        forms = []
        actions = 0
        for number in range(RECORDS):
            chance = random.Random(number)
            record, _, _ = recorded_hand(SIX, chance, _player(chance), terms)
            forms.append(dump_record(record))
            actions += len(record.steps) - 1
        whole = _microseconds(partial(_prove_all, forms), 1)
        print(f"{whole / actions:8.0f} µs  an action: {kind} ({actions / RECORDS:.0f} actions a hand)")


if __name__ == "__main__":
    main()
