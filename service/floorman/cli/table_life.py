"""A table's life at random: players sit down, bust, buy in again, miss blinds, come back and leave.

All that is kept from hand to hand is what a game server keeps: seats, chips and the ledger.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Final

from floorman.cli.calls import RefusedError
from floorman.cli.table_houses import House, PlayedHand
from floorman.cli.table_promises import PromiseBrokenError, Promises
from floorman.table.seats import Ledger, TableSeat, Wish

__all__ = ["Count", "Life", "Stretch"]

_LEAVES: Final = 0.01
_GOES_AWAY: Final = 0.03
_COMES_BACK: Final = 0.2
_BUYS_IN_AGAIN: Final = 0.4
_GIVES_UP: Final = 0.3
_SITS_DOWN: Final = 0.05
_CHANGES_MIND: Final = 0.1
_BUY_INS: Final = (4, 150, 400, 1000)  # the first is less than a blind, which the table lets in here


class Count(StrEnum):
    """What is counted in a life, in the words of the summary."""

    HANDS = "hands"
    HEADS_UP = "of them heads-up"
    DEAD_BUTTONS = "of them with a dead button"
    DEAD_SMALL_BLINDS = "of them with a dead small blind"
    NO_HAND = "times too few players for a hand"
    SAT_DOWN = "players sat down"
    LEFT = "players left"
    BUSTS = "players busted"
    REENTRIES = "bought in again"
    WENT_AWAY = "went away for a while"
    POSTED = "came in with a post"
    CAME_AS_BIG_BLIND = "came in as the big blind"
    WAITED = "hands waited through"
    ORBITS = "orbits checked, player by player"
    REPEATS = "big blinds twice running"
    BOUGHT_IN = "chips bought in"
    CASHED_OUT = "chips cashed out"
    RAKED = "chips raked"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a table's life: what was counted, and the promises that were broken, in words."""

    counts: Counter[Count]
    faults: tuple[str, ...] = ()


@dataclass(slots=True)
class _Player:
    name: int
    stack: int
    wish: Wish
    away: bool = False
    ledger: Ledger = field(default_factory=lambda: Ledger(new=True))

    @property
    def ready(self) -> bool:
        """Could be dealt in."""
        return self.stack > 0 and not self.away


@dataclass(slots=True)
class Life:
    """One table from its first player to its last.

    Attributes:
        name: the table's, for people.
        house: who prepares and plays its hands.
        chance: what happens between hands.
        max_seats: seats 0 to ``max_seats`` - 1.
        promises: what has to hold all along.
    """

    name: str
    house: House
    chance: Random
    max_seats: int
    promises: Promises
    _seats: dict[int, _Player] = field(default_factory=dict)
    _names: int = 0
    _on_table: int = 0
    _counts: Counter[Count] = field(default_factory=Counter)
    _faults: list[str] = field(default_factory=list)

    def play(self, hands: int) -> Stretch:
        """Lives on for so many hands, or until a promise is broken."""
        self._counts, self._faults = Counter(), []
        while self._counts[Count.HANDS] < hands and not self._faults:
            try:
                self._happen()
                self._hand()
            except (PromiseBrokenError, RefusedError) as broken:
                self._faults.append(f"{self.name}, after {self._counts[Count.HANDS]} hands: {broken}")
        return Stretch(self._counts, tuple(self._faults))

    def close(self) -> Stretch:
        """Everybody cashes out."""
        self._counts, self._faults = Counter(), []
        for number in list(self._seats):
            self._leave(number)
        if self._on_table:
            self._faults.append(f"{self.name}: {self._on_table} chips belong to nobody when all have left")
        return Stretch(self._counts, tuple(self._faults))

    # ---- between hands ----

    def _happen(self) -> None:
        for number, player in list(self._seats.items()):
            self._live(number, player)
        for number in range(self.max_seats):
            if number not in self._seats and self.chance.random() < _SITS_DOWN:
                self._names += 1
                self._counts[Count.SAT_DOWN] += 1
                self._seats[number] = _Player(self._names, self._buy_in(), self._any_wish())

    def _live(self, number: int, player: _Player) -> None:
        chance = self.chance.random()
        if not player.stack:
            if chance < _BUYS_IN_AGAIN:
                self._counts[Count.REENTRIES] += 1
                player.stack = self._buy_in()
            elif chance < _BUYS_IN_AGAIN + _GIVES_UP:
                self._leave(number)
        elif player.away:
            player.away = chance >= _COMES_BACK
        elif chance < _LEAVES:
            self._leave(number)
        elif chance < _LEAVES + _GOES_AWAY:
            self._counts[Count.WENT_AWAY] += 1
            player.away = True
        elif chance > 1 - _CHANGES_MIND:
            player.wish = self._any_wish()

    def _any_wish(self) -> Wish:
        return self.chance.choice(list(Wish))

    def _buy_in(self) -> int:
        chips = self.chance.choice(_BUY_INS)
        self._on_table += chips
        self._counts[Count.BOUGHT_IN] += chips
        return chips

    def _leave(self, number: int) -> None:
        player = self._seats.pop(number)
        self._on_table -= player.stack
        self._counts[Count.LEFT] += 1
        self._counts[Count.CASHED_OUT] += player.stack

    # ---- a hand ----

    def _hand(self) -> None:
        ready = [number for number, player in self._seats.items() if player.ready]
        seats = [
            TableSeat(number, player.stack, player.away, player.ledger, player.wish)
            for number, player in self._seats.items()
        ]
        hand = self.house.play(seats, self.chance.choice(ready) if ready else None)
        if hand is None:
            self._counts[Count.NO_HAND] += 1
            if len(ready) >= 2:
                raise PromiseBrokenError("R-1.1", f"seats {ready} could play, and there was no hand")
            return
        names = {number: player.name for number, player in self._seats.items()}
        self.promises.check(hand, names, seats, ready)
        self._count(hand)
        for plan in hand.seats:
            self._seats[plan.number].ledger = plan.ledger
        for number, stack in hand.stacks.items():
            self._counts[Count.BUSTS] += not stack
            self._seats[number].stack = stack
        self._on_table -= hand.rake
        there = sum(player.stack for player in self._seats.values())
        if there != self._on_table:
            text = f"{there} chips are on the table, {self._on_table} should be"
            raise PromiseBrokenError("section 0", text)

    def _count(self, hand: PlayedHand) -> None:
        dealt = hand.dealt
        self._counts.update(
            {
                Count.HANDS: 1,
                Count.HEADS_UP: len(dealt) == 2,
                Count.DEAD_BUTTONS: hand.positions.button not in dealt,
                Count.DEAD_SMALL_BLINDS: hand.small is None,
                Count.POSTED: len(hand.posted),
                Count.WAITED: sum(
                    player.ready and number not in dealt for number, player in self._seats.items()
                ),
                Count.CAME_AS_BIG_BLIND: not hand.starts and self._owed_something(hand.big),
                Count.RAKED: hand.rake,
                Count.ORBITS: self.promises.orbits_closed,
                Count.REPEATS: self.promises.repeated,
            }
        )

    def _owed_something(self, number: int | None) -> bool:
        if number is None:
            return False
        ledger = self._seats[number].ledger
        return ledger.new or bool(ledger.missed)
