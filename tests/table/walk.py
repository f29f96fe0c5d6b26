"""A table's life at random: players sit down, go away, come back and leave; the ledger is all that is kept.

What must always hold is checked after every hand; what must hold over an orbit is kept by player.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from floorman.rules.choices import BlindStructure, ButtonRule, EntryPost, MissedBlinds
from floorman.rules.switches import TableConfig
from floorman.table.prepare import NextHand, Outcome, SeatPlan, Standing, prepare_hand
from floorman.table.seats import Ledger, Positions, TableSeat, Wish

__all__ = ["Life", "Player"]


@dataclass(frozen=True)
class Posted:
    """The blinds of a hand and who was in it, by name."""

    small: int | None
    big: int | None
    company: frozenset[int]


@dataclass
class Player:
    """Somebody at the table.

    ``orbit``: the blinds of each hand since this player's last big blind, that hand included; None where the
    player was not dealt into every one of them.
    """

    name: int
    stack: int
    away: bool = False
    ledger: Ledger = field(default_factory=lambda: Ledger(new=True))
    wish: Wish = Wish.NONE
    waited: int = 0
    orbit: list[Posted] | None = None


@dataclass
class Life:
    """A table and its past."""

    config: TableConfig
    chance: Random
    seats: dict[int, Player] = field(default_factory=dict)
    positions: Positions | None = None
    names: int = 0
    hands: int = 0
    orbits: int = 0
    last_big: int | None = None

    def step(self) -> None:
        """Things happen between two hands; then the next one is prepared, and checked."""
        self._happen()
        seats = [
            TableSeat(number, player.stack, player.away, player.ledger, player.wish)
            for number, player in self.seats.items()
        ]
        ready = [number for number, player in self.seats.items() if player.stack and not player.away]
        button = self.chance.choice(ready) if ready else None
        hand = prepare_hand(self.config, seats, self.positions, button)
        if hand.outcome is not Outcome.READY:
            assert hand.outcome is Outcome.TOO_FEW_PLAYERS
            assert len(ready) < 2
            return
        self.hands += 1
        self._check(hand)
        self._remember(hand)

    # ---- what happens ----

    def _happen(self) -> None:
        chance = self.chance
        for number, player in list(self.seats.items()):
            what = chance.random()
            if what < 0.03:
                del self.seats[number]  # busts or leaves
            elif what < 0.07:
                player.away = not player.away
            elif what < 0.09:
                player.wish = chance.choice(list(Wish))
        for number in range(self.config.max_seats):
            if number not in self.seats and chance.random() < 0.03:
                self.names += 1
                wish = chance.choice(list(Wish))
                self.seats[number] = Player(self.names, chance.choice((1, 3, 50, 200)), wish=wish)

    # ---- what always holds ----

    def _check(self, hand: NextHand) -> None:
        assert hand.start is not None
        assert hand.positions is not None
        dealt = {seat.number for seat in hand.start.seats}
        assert len(dealt) >= 2
        positions = hand.positions
        both = self.config.blind_structure is BlindStructure.SB_BB
        if both:
            assert positions.big_blind in dealt
            assert positions.big_blind != positions.small_blind
            if len(dealt) == 2:
                assert positions.button == positions.small_blind in dealt
            else:
                assert positions.button not in {positions.small_blind, positions.big_blind}
        for plan in hand.seats:
            player = self.seats[plan.number]
            can = bool(player.stack) and not player.away
            assert (plan.number in dealt) == (plan.standing is Standing.DEALT)
            assert not (plan.number in dealt and not can)
            assert not (can and plan.standing in {Standing.AWAY, Standing.NO_CHIPS})
            self._check_entry(hand, plan, dealt)
            player.waited = player.waited + 1 if can and plan.number not in dealt else 0
            # the big blind comes to whoever waits; a gap costs a hand more, a button that jumps costs orbits
            orbits = 1 if self.config.button_rule is ButtonRule.DEAD else 4
            assert player.waited <= orbits * self.config.max_seats + 2

    def _check_entry(self, hand: NextHand, plan: SeatPlan, dealt: set[int]) -> None:
        """Nobody gets cards who owes and does not pay, and nobody pays who does not owe."""
        number = plan.number
        player = self.seats[number]
        assert hand.positions is not None
        paid = plan.posts.live or plan.posts.dead
        owes = player.ledger.new or (
            bool(player.ledger.missed) and self.config.missed_blinds is not MissedBlinds.IGNORE
        )
        structure = self.config.blind_structure
        if number not in dealt or hand.starts or not owes or structure is BlindStructure.NONE:
            assert not paid
            return
        free = player.ledger.new and self.config.entry_post is EntryPost.FREE
        button_pays = structure is BlindStructure.BUTTON_BLIND
        assert paid or free or number == (hand.positions.button if button_pays else hand.positions.big_blind)
        assert not plan.ledger.new
        assert not plan.ledger.missed

    # ---- what holds over an orbit ----

    def _remember(self, hand: NextHand) -> None:
        assert hand.start is not None
        assert hand.positions is not None
        dealt = {seat.number for seat in hand.start.seats}
        big = hand.positions.big_blind
        company = frozenset(self.seats[seat].name for seat in dealt)
        blinds = Posted(self._name(hand.start.blinds.small), self._name(big), company)
        dead = self.config.button_rule is ButtonRule.DEAD
        if dead:
            assert blinds.big is None or blinds.big != self.last_big, "the big blind twice running"
        for number, player in self.seats.items():
            if number not in dealt or player.orbit is None:
                player.orbit = None
            elif number == big:
                if dead:
                    self._check_orbit(player, company)
                player.orbit = None
            else:
                player.orbit.append(blinds)
            if number == big and number in dealt:
                player.orbit = [blinds]
        self.last_big = blinds.big
        self.positions = hand.positions
        for plan in hand.seats:
            self.seats[plan.number].ledger = plan.ledger

    def _name(self, seat: int | None) -> int | None:
        return self.seats[seat].name if seat is not None and seat in self.seats else None

    def _check_orbit(self, player: Player, company: frozenset[int]) -> None:
        """From one big blind of a player to the next, dealt into every hand: one big, at most one small one.

        Between two, who has not the big blind has the small one, whoever the other is (R-2.4): there it may
        come twice where the company changes, as in the third example of R-2.5.
        """
        orbit = player.orbit
        assert orbit is not None
        self.orbits += 1
        bigs = [posted.big for posted in orbit]
        assert bigs.count(player.name) == 1
        assert len(set(bigs)) == len(bigs), "meanwhile somebody else had it twice"
        smalls = [len(posted.company) for posted in orbit if posted.small == player.name]
        assert len([players for players in smalls if players > 2]) <= 1
        if {posted.company for posted in orbit} == {company}:
            assert len(smalls) == (1 if self.config.blind_structure is BlindStructure.SB_BB else 0)
            assert set(bigs) == company, "everybody had it once"
