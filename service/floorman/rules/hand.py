"""A hand as a value: who sits where with how much, what lies on the table, whose turn it is.

The state carries explicit facts (the level at a seat's last action, the size of the last full
raise, who has acted), so that no rule has to read the history. Seats stand in *table order*:
clockwise from the left of the button, the button last. Chips are integers.
"""

from __future__ import annotations

from copy import copy
from enum import IntEnum
from typing import Final

from floorman.cards import FACE_DOWN
from floorman.rules.switches import TableConfig

__all__ = [
    "BOARD_CARDS",
    "FLOP",
    "NOBODY",
    "NO_INDEX",
    "PREFLOP",
    "RIVER",
    "STREETS",
    "TURN",
    "Claim",
    "Hand",
    "Phase",
    "Seat",
]

PREFLOP: Final = 0
FLOP: Final = 1
TURN: Final = 2
RIVER: Final = 3
STREETS: Final = ("PREFLOP", "FLOP", "TURN", "RIVER")

BOARD_CARDS: Final = (0, 3, 4, 5)
"""Cards that lie on a board once a street is dealt."""

NOBODY: Final = -1
"""In place of a position in table order: no seat."""

NO_INDEX: Final = 0xFF
"""In place of a deck index: the card came from no deck that the floor dealt."""


class Phase(IntEnum):
    """Whom the hand waits for."""

    BET = 1
    RUN_VOTE = 2
    SHOW = 3
    WAIT_CARDS = 4
    COMPLETE = 5


class Claim(IntEnum):
    """What a seat did about its hand at the showdown."""

    OPEN = 0
    SHOWN = 1
    MUCKED = 2


class Seat:
    """A dealt-in seat.

    Attributes:
        number: the seat's number at the table.
        start: the stack before any post.
        stack: chips behind.
        put: chips of this betting round.
        total: matched chips of the hand (bets, blinds, straddles, live posts, each player's ante).
        posted: the part of ``total`` that was posted and not bet; a killed seat never gets it back.
        dead: chips in the pot that count for nobody (single-payer ante, dead post).
        refunded: uncalled chips given back at the end.
        at: the level after the seat's last action of this round (R-11.1).
        acted: has acted in this round; a check is an act, a post is not.
        raised_since: a full raise came after the seat's last action (R-11.1, SINGLE_FULL).
        folded: out of the hand, killed hands too.
        killed: the hand was killed (R-5.4).
        claim: shown, mucked or neither at the showdown.
        muck_order: 1 for the first muck of the showdown, 2 for the next; 0 = none.
        vote: the seat's run-it vote, 0 = none yet.
        called_river: called a bet on the river (R-12.7).
        last_street: the last street that the seat was in the hand on (R-12.7).
        seen_cards: how the seat's cards were shown after the hand: a bit a card.
    """

    __slots__ = (
        "acted",
        "at",
        "called_river",
        "claim",
        "dead",
        "folded",
        "killed",
        "last_street",
        "muck_order",
        "number",
        "posted",
        "put",
        "raised_since",
        "refunded",
        "seen_cards",
        "stack",
        "start",
        "total",
        "vote",
    )

    def __init__(self, number: int, stack: int) -> None:
        self.number = number
        self.start = stack
        self.stack = stack
        self.put = 0
        self.total = 0
        self.posted = 0
        self.dead = 0
        self.refunded = 0
        self.at = 0
        self.acted = False
        self.raised_since = False
        self.folded = False
        self.killed = False
        self.claim = Claim.OPEN
        self.muck_order = 0
        self.vote = 0
        self.called_river = False
        self.last_street = 0
        self.seen_cards = 0

    @property
    def all_in(self) -> bool:
        """In hand with nothing behind; an uncalled part that came back does not undo it."""
        return self.stack == self.refunded and not self.folded


class Hand:
    """One hand at one moment. Only :mod:`floorman.rules.floor` changes it.

    Attributes:
        config: the switches, fixed for the hand (R-3.5).
        seats: the dealt seats in table order.
        button: the button's seat number; the seat may be empty.
        small_blind: position in ``seats`` of the small blind, or NOBODY.
        big_blind: position of the big blind, or NOBODY.
        host_deals: the cards come from the host, not from the floor's deck.
        asks: at a showdown each seat decides in turn (else the table's rule does).
        last_two_in_event: the fact of R-10.2.
        phase: whom the hand waits for.
        actor: position of the seat that is asked in BET and SHOW, or NOBODY.
        turn: position where the search for the next actor begins.
        street: 0 pre-flop .. 3 river.
        level: the level to match in this round.
        increment: size of the last full bet or raise of this round (R-8.2).
        full_level: fixed limit: level of the last full bet (R-10.3).
        wagers: bets and raises of this round, the opening blind counted as one.
        uncapped: fixed limit: two players lifted the cap of this round (R-10.2).
        aggressor: position of the last seat that bet or raised in this round, or NOBODY.
        straddler: position of the last straddler, or NOBODY.
        pot: every chip in the middle, bets of this round included.
        single_ante: what one player paid as the ante of the table (R-4.1).
        rake: chips taken by the house, at the end.
        actions: in-turn actions so far, counted up to three (R-18.2).
        chips_wagered: one of them put chips in (R-18.2).
        first_all_in: position of the first seat that went all-in by an action (R-12.2), or NOBODY.
        betting_over: no further betting is possible.
        refunded: the uncalled bet went back.
        hands_up: all hands in hand were turned up together (R-12.2).
        runs: how often the rest of the board is dealt; 0 = not asked.
        run_from: cards that lay on the board when the runs began.
        flop_dealt: a flop came (R-13.6).
        outcome: 0 while the hand is on, else the number of an ``events.Outcome``.
        cursor: the next deck index.
        holes: the two cards of each position, None where the host has not named them (see :meth:`knows`).
        exposed: (position, nth, deck index, face) of a replaced card, or None (R-6.3).
        replacement: deck index that the owner of the exposed card got.
        boards: faces on each board.
        board_indices: their deck indices.
        burns: burn cards so far.
        known_boards: host dealing: the cards of each board that the host has named.
        known_burns: host dealing: the burns that the host has named.
    """

    __slots__ = (
        "actions",
        "actor",
        "aggressor",
        "asks",
        "betting_over",
        "big_blind",
        "board_indices",
        "boards",
        "burns",
        "button",
        "chips_wagered",
        "config",
        "cursor",
        "exposed",
        "first_all_in",
        "flop_dealt",
        "full_level",
        "hands_up",
        "holes",
        "host_deals",
        "increment",
        "known_boards",
        "known_burns",
        "last_two_in_event",
        "level",
        "outcome",
        "phase",
        "pot",
        "rake",
        "refunded",
        "replacement",
        "run_from",
        "runs",
        "seats",
        "single_ante",
        "small_blind",
        "straddler",
        "street",
        "turn",
        "uncapped",
        "wagers",
    )

    def __init__(self, config: TableConfig, seats: list[Seat], button: int) -> None:
        self.config = config
        self.seats = seats
        self.button = button
        self.small_blind = NOBODY
        self.big_blind = NOBODY
        self.host_deals = False
        self.asks = False
        self.last_two_in_event = False
        self.phase = Phase.BET
        self.actor = NOBODY
        self.turn = 0
        self.street = PREFLOP
        self.level = 0
        self.increment = config.big_blind
        self.full_level = 0
        self.wagers = 0
        self.uncapped = False
        self.aggressor = NOBODY
        self.straddler = NOBODY
        self.pot = 0
        self.single_ante = 0
        self.rake = 0
        self.actions = 0
        self.chips_wagered = False
        self.first_all_in = NOBODY
        self.betting_over = False
        self.refunded = False
        self.hands_up = False
        self.runs = 0
        self.run_from = 0
        self.flop_dealt = False
        self.outcome = 0
        self.cursor = 0
        self.exposed: tuple[int, int, int, int] | None = None
        self.replacement = NO_INDEX
        self.boards: list[list[int]] = [[] for _ in range(config.boards)]
        self.board_indices: list[list[int]] = [[] for _ in range(config.boards)]
        self.burns = 0
        self.holes: list[tuple[int, int] | None] = [None] * len(seats)
        self.known_boards: list[list[int]] = []
        self.known_burns: list[int] = []

    def copy(self) -> Hand:
        """An independent copy: what happens to it leaves this hand alone."""
        twin = copy(self)
        twin.seats = [copy(seat) for seat in self.seats]
        twin.boards = [board[:] for board in self.boards]
        twin.board_indices = [indices[:] for indices in self.board_indices]
        twin.holes = self.holes[:]
        twin.known_boards = [board[:] for board in self.known_boards]
        twin.known_burns = self.known_burns[:]
        return twin

    def knows(self, position: int) -> bool:
        """Whether both hole cards of a position are known here.

        A floor that deals knows all of them. Whoever replays a hand knows those that were shown: the others
        lie face down (FACE_DOWN). None means that the floor itself has never known them.
        """
        holes = self.holes[position]
        return holes is not None and FACE_DOWN not in holes

    def cards(self, position: int) -> tuple[int, int]:
        """Both hole cards of a position, once a check or a rule has seen to it that they were named."""
        holes = self.holes[position]
        assert holes is not None  # noqa: S101 (R-12.6: without both cards there is no claim, and nothing to show)
        return holes

    def position(self, number: int) -> int:
        """Where a seat number stands in table order, or NOBODY if it is not dealt in."""
        for position, seat in enumerate(self.seats):
            if seat.number == number:
                return position
        return NOBODY

    def in_hand(self) -> list[int]:
        """Positions of the seats that have not folded, in table order."""
        return [position for position, seat in enumerate(self.seats) if not seat.folded]

    def clockwise_from(self, position: int) -> list[int]:
        """All positions, once around the table, beginning with the given one."""
        count = len(self.seats)
        return [(position + step) % count for step in range(count)]
