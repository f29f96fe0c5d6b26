"""One hand played by the floor and by PokerKit side by side, decision by decision."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from floorman import steps
from floorman.cards import card_names, parse_card
from floorman.cli.cases import read_case
from floorman.rules.betting import Options
from floorman.rules.dealing import NoDeck
from floorman.rules.decision import decision
from floorman.rules.floor import apply, open_hand
from floorman.rules.hand import Hand, Phase
from tests.differential.case_start import case_start
from tests.differential.deviations import Deviation, in_force
from tests.differential.pokerkit_peer import PokerKitTable
from tests.differential.watch import Watch

__all__ = ["Compared", "compare"]

_FACTS: Final = ("to_act", "call", "min_raise_to", "max_raise_to", "pot", "stacks")


@dataclass(slots=True)
class Compared:
    """What came of one hand.

    Attributes:
        decisions: moments at which every fact that no deviation excuses was the same.
        excused: names of the deviations that held, and at how many moments.
        stopped: the deviation after which the rest of the hand cannot be compared, or None.
        case: the hand up to the first difference, ready for ``floorman play``; None if there is none.
        differences: fact -> (the floor's, PokerKit's).
    """

    decisions: int = 0
    excused: Counter[str] = field(default_factory=Counter)
    stopped: str | None = None
    case: dict[str, Any] | None = None
    differences: dict[str, tuple[Any, Any]] = field(default_factory=dict)


def compare(chance: random.Random, table: dict[str, Any]) -> Compared:
    """Plays a table's hand on both until it ends, they differ, or a deviation parts them for good."""
    return _Pair(chance, table).played()


class _Pair:
    """The two hands."""

    def __init__(self, chance: random.Random, table: dict[str, Any]) -> None:
        self._chance = chance
        self._table = table
        self._boards = table["boards"]
        case = read_case(table)
        start = case_start(read_case({**table, "boards": []}))
        self._watch = Watch(open_hand(start, NoDeck())[0])
        self._peer = PokerKitTable(case)
        self._result = Compared()

    @property
    def _hand(self) -> Hand:
        return self._watch.hand

    def played(self) -> Compared:
        """The comparison, to its end."""
        while True:
            self._deal_on()
            held = in_force(self._watch)
            parting = next((deviation for deviation in held if deviation.lasts), None)
            if parting is not None:
                self._result.stopped = parting.name
                return self._result
            over = self._hand.phase is Phase.COMPLETE
            if over or self._result.differences or not self._agree(held):
                break
            self._move(held)
        if not self._result.differences:
            self._end()
        if self._result.differences:
            self._result.case = self._ready_case()
        return self._result

    def _deal_on(self) -> None:
        while self._hand.phase is Phase.WAIT_CARDS:
            missing = decision(self._hand).missing
            assert missing is not None
            known = self._hand.known_boards
            named = len(known[missing.board]) if missing.board < len(known) else 0
            cards = self._boards[missing.board][named : named + missing.count]
            faces = tuple(parse_card(card) for card in cards)
            self._watch.note(*apply(self._hand, steps.DealBoard(missing.board, faces), NoDeck()))

    # ---- one moment ----

    def _agree(self, held: list[Deviation]) -> bool:
        self._check_idle(held)
        if self._hand.phase is not Phase.BET:
            return True
        ours = self._facts()
        excused = {fact for deviation in held for fact in deviation.facts}
        for fact in _FACTS:
            theirs = self._peer.fact(fact)
            if theirs != ours[fact] and fact not in excused:
                self._result.differences[fact] = (ours[fact], theirs)
        for deviation in held:
            if any(self._peer.fact(fact) != ours[fact] for fact in deviation.facts & set(_FACTS)):
                self._result.excused[deviation.name] += 1
        self._result.decisions += 1
        return not self._result.differences

    def _check_idle(self, held: list[Deviation]) -> None:
        """R-7.5: PokerKit asks the one live seat that owes nothing; it checks."""
        known = any(deviation.rule == "R-7.5" for deviation in held)
        while known and self._hand.phase is not Phase.BET and self._peer.waits_for_a_bet:
            turn = self._peer.fact("to_act")
            assert isinstance(turn, int)
            self._result.excused["check with nobody to bet against"] += 1
            assert self._peer.do(steps.Check(turn))

    def _facts(self) -> dict[str, Any]:
        options = decision(self._hand).options
        assert options is not None
        open_to_raise = options.closed is None
        return {
            "to_act": options.seat,
            "call": options.owed,
            "min_raise_to": options.least if open_to_raise else None,
            "max_raise_to": options.most if open_to_raise else None,
            "pot": self._hand.pot,
            "stacks": {str(seat.number): seat.stack for seat in self._hand.seats},
        }

    def _move(self, held: list[Deviation]) -> None:
        options = decision(self._hand).options
        if options is None:
            self._vote()
            return
        expect = {key: value for key, value in self._facts().items() if key != "stacks"}
        self._table["steps"].append({"expect": expect})
        step = self._wish(options)
        if not self._peer.do(step):
            if not any("accepted" in deviation.facts for deviation in held):
                self._result.differences["accepted"] = (True, False)
            step = steps.Call(options.seat) if options.owed else steps.Check(options.seat)
            assert self._peer.do(step), step
        self._table["steps"].append(_written(step))
        self._watch.note(*apply(self._hand, step, NoDeck()))

    def _wish(self, options: Options) -> steps.Fold | steps.Check | steps.Call | steps.Bet | steps.Raise:
        """A step that is legal on both: bounds that differ by a deviation are narrowed to what they share."""
        seat = options.seat
        stay = steps.Call(seat) if options.owed else steps.Check(seat)
        dice = self._chance.random()
        if dice < 0.12 and options.owed:
            return steps.Fold(seat)
        least, most = self._peer.fact("min_raise_to"), self._peer.fact("max_raise_to")
        if (
            dice < 0.6
            or options.closed is not None
            or not isinstance(least, int)
            or not isinstance(most, int)
        ):
            return stay
        assert isinstance(least, int)
        assert isinstance(most, int)
        low, high = max(options.least, least), min(options.most, most)
        if low > high:
            return stay
        if self._chance.random() < 0.6:
            high = min(high, low + 2 * self._hand.config.big_blind)
        to = self._chance.randint(low, high) if self._chance.random() < 0.8 else high
        return steps.Bet(seat, to) if options.opens else steps.Raise(seat, to)

    def _vote(self) -> None:
        if self._hand.phase is not Phase.RUN_VOTE:
            self._watch.note(*apply(self._hand, steps.Resolve(), NoDeck()))
            return
        count = self._chance.randint(1, 2)
        for seat in decision(self._hand).pending:
            step = steps.Run(seat, count)
            assert self._peer.do(step), step
            self._table["steps"].append({"do": "run", "seat": seat, "count": count})
            self._watch.note(*apply(self._hand, step, NoDeck()))

    # ---- the end ----

    def _end(self) -> None:
        held = in_force(self._watch)
        self._check_idle(held)
        if self._peer.waits_for_a_bet:
            self._result.differences["complete"] = (True, False)
            return
        self._peer.resolve()
        ours = {str(seat.number): seat.stack for seat in self._hand.seats}
        theirs = self._peer.fact("stacks")
        if ours == theirs:
            self._result.decisions += 1
            return
        excusing = [deviation for deviation in held if "stacks" in deviation.facts]
        if excusing:
            self._result.excused[excusing[0].name] += 1
        else:
            self._result.differences["stacks"] = (ours, theirs)

    def _ready_case(self) -> dict[str, Any]:
        """The hand so far as a case that says what the floor says."""
        case = {**self._table, "boards": [card_names(board) for board in self._hand.boards]}
        if self._hand.phase is Phase.BET:
            case["steps"].append({"expect": self._facts()})
        else:
            case["expect"] = {"stacks": {str(seat.number): seat.stack for seat in self._hand.seats}}
        return case


def _written(step: steps.Fold | steps.Check | steps.Call | steps.Bet | steps.Raise) -> dict[str, Any]:
    verb = {steps.Fold: "fold", steps.Check: "check", steps.Call: "call", steps.Bet: "bet"}
    written: dict[str, Any] = {"do": verb.get(type(step), "raise"), "seat": step.seat}
    if isinstance(step, steps.Bet | steps.Raise):
        written["to"] = step.to
    return written
