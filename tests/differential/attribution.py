"""Which known deviation a peer's first mismatch on a case is: the case replayed by the floor's own rules."""

from __future__ import annotations

from collections.abc import Iterator

from floorman import steps
from floorman.cards import parse_card
from floorman.cli.case_opening import spare_cards
from floorman.cli.cases import Case, Do
from floorman.cli.verdicts import Mismatch
from floorman.rules.dealing import NoDeck
from floorman.rules.decision import decision
from floorman.rules.floor import apply, open_hand
from floorman.rules.hand import Hand, Phase
from tests.differential.case_start import case_start
from tests.differential.deviations import DEVIATIONS, Deviation
from tests.differential.watch import Watch

__all__ = ["explained_by"]


def explained_by(case: Case, mismatch: Mismatch) -> list[Deviation]:
    """The deviations that could have made the mismatch; empty: nothing known explains it."""
    lasting: list[Deviation] = []
    watch: Watch | None = None
    for number, watch in _moments(case):
        held = [deviation for deviation in DEVIATIONS if deviation.holds(watch)]
        lasting += [deviation for deviation in held if deviation.lasts and deviation not in lasting]
        if number == mismatch.step:
            break
    if watch is None:
        return []
    now = [deviation for deviation in DEVIATIONS if deviation.holds(watch)]
    return [deviation for deviation in [*lasting, *now] if mismatch.field in deviation.facts]


def _moments(case: Case) -> Iterator[tuple[int | str, Watch]]:
    """The hand before each step of a case, and at its end."""
    hand, _ = open_hand(case_start(case), NoDeck())
    watch = Watch(hand)
    spare = spare_cards(case)
    _deal_on(watch, spare)
    yield "start", watch
    for number, step in enumerate(case.steps):
        yield number, watch
        if isinstance(step, Do):
            _move(watch, step.step)
            _deal_on(watch, spare)
    while watch.hand.phase in {Phase.RUN_VOTE, Phase.SHOW}:
        _move(watch, steps.Resolve())
        _deal_on(watch, spare)
    yield "end", watch


def _move(watch: Watch, step: steps.Step) -> None:
    watch.note(*apply(watch.hand, step, NoDeck()))


def _deal_on(watch: Watch, spare: Iterator[str]) -> None:
    """Brings the cards that the hand waits for; a claim without cards is none."""
    while watch.hand.phase is Phase.WAIT_CARDS:
        _move(watch, _awaited(watch.hand, spare))


def _awaited(hand: Hand, spare: Iterator[str]) -> steps.Step:
    missing = decision(hand).missing
    if missing is None or not missing.count:
        return steps.Resolve()
    return steps.DealBoard(missing.board, tuple(parse_card(next(spare)) for _ in range(missing.count)))
