"""What has to hold all through a table's life, whoever comes and goes (R-2.3 to R-2.5, R-5.1, R-5.2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from floorman.cli.table_houses import PlannedSeat, PlayedHand
from floorman.rules.choices import ButtonRule
from floorman.table.seats import TableSeat

__all__ = ["PromiseBrokenError", "Promises"]


class PromiseBrokenError(Exception):
    """Something happened at a table that must never happen."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{rule}: {text}")


@dataclass(frozen=True, slots=True)
class _Blinds:
    """The blinds of a hand and who was in it, by name."""

    small: int | None
    big: int
    company: frozenset[int]


@dataclass(slots=True)
class Promises:
    """Watches one table.

    Attributes:
        rule: how its button moves; an orbit is promised to cost the same under the dead button only.
        max_seats: of the table.
        small_blind: of the table, chips.
        orbits_closed: players of the orbit that ended with the last hand, each one checked; 0 if none did.
        repeated: the last hand's big blind had it in the hand before too, as the moving button allows.
    """

    rule: ButtonRule
    max_seats: int
    small_blind: int
    orbits_closed: int = 0
    repeated: bool = False
    _last_big: int | None = None
    # by name: the hands since that player's last big blind, it included, as long as dealt into each of them
    _orbits: dict[int, list[_Blinds]] = field(default_factory=dict)
    _waited: dict[int, int] = field(default_factory=dict)

    def check(
        self, hand: PlayedHand, names: Mapping[int, int], before: Sequence[TableSeat], ready: Collection[int]
    ) -> None:
        """Looks at a hand that was played.

        Args:
            hand: the hand.
            names: of the players, by seat; a name is never given twice.
            before: every taken seat as it was before the hand.
            ready: the seats that could have been dealt in.

        Raises:
            PromiseBrokenError: with the rule.
        """
        self._check_seats(hand, ready)
        taken = {seat.number: seat for seat in before}
        for plan in hand.seats:
            self._check_entry(hand, plan, taken[plan.number])
        self._check_waiting(hand, names, ready)
        if hand.big is None:
            raise PromiseBrokenError("R-2.3", "nobody posted the big blind")
        company = frozenset(names[number] for number in hand.dealt)
        small = None if hand.small is None else names[hand.small]
        self._check_blinds(_Blinds(small, names[hand.big], company))

    # ---- one hand ----

    def _check_seats(self, hand: PlayedHand, ready: Collection[int]) -> None:
        where = hand.positions
        if not hand.dealt <= set(ready):
            raise PromiseBrokenError("R-19.4", f"seats {sorted(hand.dealt - set(ready))} were dealt in")
        if hand.big != where.big_blind or hand.small not in {None, where.small_blind}:
            text = f"posted by {hand.small} and {hand.big}, announced {where.small_blind}, {where.big_blind}"
            raise PromiseBrokenError("R-3.1", text)
        if hand.small is None and where.small_blind in hand.dealt:
            raise PromiseBrokenError(
                "R-2.3", f"seat {where.small_blind} was dealt in and posted no small blind"
            )
        if len(hand.dealt) == 2 and not where.button == where.small_blind == hand.small:
            raise PromiseBrokenError("R-2.4", f"heads-up the button {where.button} is not the small blind")
        if len(hand.dealt) > 2 and where.button in {where.small_blind, where.big_blind}:
            raise PromiseBrokenError("R-2.3", f"the button {where.button} has a blind among several")
        if self.rule is ButtonRule.MOVING and where.button not in hand.dealt:
            raise PromiseBrokenError("R-2.3", f"the moving button is at seat {where.button}, not dealt in")

    def _check_entry(self, hand: PlayedHand, plan: PlannedSeat, before: TableSeat) -> None:
        """R-5.1, R-5.2: nobody gets cards who owes and does not pay, and nobody pays who does not owe."""
        number = plan.number
        owes = number in hand.dealt and not hand.starts and number != hand.big
        owes = owes and (before.ledger.new or bool(before.ledger.missed))
        if owes != bool(plan.due):
            raise PromiseBrokenError("R-5.2", f"seat {number} with {before.ledger} is to post {plan.due}")
        posted = hand.posted.get(number, 0)
        is_short = before.stack < plan.due + self.small_blind
        if posted > plan.due or (posted < plan.due and not is_short):
            raise PromiseBrokenError("R-5.2", f"seat {number} posted {posted} and had to post {plan.due}")

    def _check_waiting(self, hand: PlayedHand, names: Mapping[int, int], ready: Collection[int]) -> None:
        """R-5.1: the big blind comes to whoever waits."""
        waiting = {names[number] for number in ready if number not in hand.dealt}
        self._waited = {name: self._waited.get(name, 0) + 1 for name in waiting}
        # a gap costs a hand or two more than an orbit, a button that jumps costs orbits
        orbits = 1 if self.rule is ButtonRule.DEAD else 4
        if max(self._waited.values(), default=0) > orbits * self.max_seats + 2:
            raise PromiseBrokenError("R-5.1", "somebody waits and the big blind does not come")

    # ---- hand after hand ----

    def _check_blinds(self, now: _Blinds) -> None:
        self.repeated = now.big == self._last_big
        self._last_big = now.big
        if self.rule is ButtonRule.DEAD and self.repeated:
            raise PromiseBrokenError("R-2.5", f"player {now.big} posted the big blind twice running")
        ended = self._orbits.get(now.big) if now.big in now.company else None
        self._orbits = {name: hands for name, hands in self._orbits.items() if name in now.company}
        for hands in self._orbits.values():
            hands.append(now)
        self._orbits[now.big] = [now]
        self.orbits_closed = 0
        if ended is not None and self.rule is ButtonRule.DEAD:
            self._check_orbit(now.big, ended[:-1], now.company)

    def _check_orbit(self, whose: int, orbit: list[_Blinds], after: frozenset[int]) -> None:
        """R-2.3: from one big blind of a player to the next, dealt into every hand.

        Whoever else was in all along had the big blind once too. The small one follows a player's own big
        blind: somebody else's orbit may begin with it and end with it again, if a newcomer sat down between
        the two. Between two players, who has not the big blind has the small one, whoever the other is
        (R-2.4): there it may come twice where the company changes, as in the third example of R-2.5.
        """
        bigs = [blinds.big for blinds in orbit]
        throughout = frozenset.intersection(after, *(blinds.company for blinds in orbit))
        for name in throughout:
            if bigs.count(name) != 1:
                text = f"player {name} posted {bigs.count(name)} big blinds in an orbit of {len(orbit)} hands"
                raise PromiseBrokenError("R-2.3", text)
        smalls = [blinds for blinds in orbit if blinds.small == whose]
        if sum(len(blinds.company) > 2 for blinds in smalls) > 1:
            text = f"player {whose} posted {len(smalls)} small blinds in an orbit of {len(orbit)} hands"
            raise PromiseBrokenError("R-2.3", text)
        if {blinds.company for blinds in orbit} == {after} and len(smalls) != 1:
            text = f"player {whose} posted {len(smalls)} small blinds though nobody came or went"
            raise PromiseBrokenError("R-2.3", text)
        self.orbits_closed = len(throughout)
