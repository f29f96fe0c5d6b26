"""A table at one moment: what may be asked of it, what it shows, what must be. See ``tests.rules.table``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from copy import deepcopy
from enum import Enum
from typing import TypedDict, TypeVar, Unpack

import pytest

from floorman import events, steps
from floorman.cards import card_names, parse_card
from floorman.rules.betting import Options
from floorman.rules.dealing import Deck, hole_indices
from floorman.rules.decision import Decision, decision
from floorman.rules.floor import apply
from floorman.rules.hand import STREETS, Hand, Phase
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.settlement import Settlement, settle
from tests.rules.telling import check_told

__all__ = ["Ends", "Facts", "Refused", "Table", "cards_of", "picture"]

_E = TypeVar("_E", bound=events.Event)


def cards_of(text: str) -> tuple[int, ...]:
    """The cards of a text like ``"As Kd"``."""
    return tuple(parse_card(card) for card in text.split())


class Facts(TypedDict, total=False):
    """What can be expected of a moment; only what is named is compared.

    ``to_act``: a seat, or None for nobody. ``call``: chips still to add. ``least``, ``most``: the totals
    between which it may bet or raise. ``may_raise``: whether it may bet or raise at all. ``may_fold``.
    ``pot``: every chip in the middle. ``street``. ``stacks``: of the seats named. ``phase``: whom the hand
    waits for. ``votes``: the seats whose votes are missing.
    """

    to_act: str | None
    call: int
    least: int
    most: int
    may_raise: bool
    may_fold: bool
    pot: int
    street: str
    stacks: Mapping[str, int]
    phase: Phase
    votes: str


class Ends(TypedDict, total=False):
    """What can be expected of a hand that is over; only what is named is compared.

    ``stacks`` and ``won``: of the seats named. ``pots``: before rake, main pot first, each with the seats
    that could win it. ``layers``: the same as the table reports them. ``returned``: uncalled chips, all of
    them. ``rake``: of each pot. ``up``: who was turned up together, ``turned``: who showed or mucked in
    turn, ``shown`` and ``mucked``: who did which; each in its order.
    """

    stacks: Mapping[str, int]
    won: Mapping[str, int]
    pots: Sequence[tuple[int, str]]
    layers: Sequence[tuple[int, str]]
    returned: Mapping[str, int]
    rake: Sequence[int]
    up: str
    turned: str
    shown: str
    mucked: str
    outcome: events.Outcome


class _Verbs(ABC):
    """What can be asked of a table; a verb that takes several seats asks for each in turn."""

    @abstractmethod
    def _ask(self, *wishes: steps.Step) -> Table:
        """Asks the floor for steps, one after the other."""

    @abstractmethod
    def _number(self, name: str) -> int:
        """The seat number of a name."""

    def folds(self, *names: str) -> Table:
        return self._ask(*(steps.Fold(self._number(name)) for name in names))

    def checks(self, *names: str) -> Table:
        return self._ask(*(steps.Check(self._number(name)) for name in names))

    def calls(self, *names: str) -> Table:
        return self._ask(*(steps.Call(self._number(name)) for name in names))

    def bets(self, name: str, to: int) -> Table:
        return self._ask(steps.Bet(self._number(name), to))

    def raises(self, name: str, to: int) -> Table:
        return self._ask(steps.Raise(self._number(name), to))

    def goes_all_in(self, *names: str) -> Table:
        return self._ask(*(steps.AllIn(self._number(name)) for name in names))

    def votes(self, *names: str, runs: int) -> Table:
        return self._ask(*(steps.Run(self._number(name), runs) for name in names))

    def shows(self, name: str, cards: str = "") -> Table:
        return self._ask(steps.Show(self._number(name), cards_of(cards)))

    def mucks(self, *names: str) -> Table:
        return self._ask(*(steps.Muck(self._number(name)) for name in names))

    def shows_one(self, name: str, which: int) -> Table:
        return self._ask(steps.ShowOne(self._number(name), which))

    def asks_to_see(self, name: str, target: str) -> Table:
        return self._ask(steps.See(self._number(name), self._number(target)))

    def times_out(self, *names: str) -> Table:
        return self._ask(*(steps.Timeout(self._number(name)) for name in names))

    def resolves(self) -> Table:
        return self._ask(steps.Resolve())

    def deals_hole(self, name: str, cards: str) -> Table:
        return self._ask(steps.DealHole(self._number(name), cards_of(cards)))

    def deals_board(self, cards: str, board: int = 0) -> Table:
        return self._ask(steps.DealBoard(board, cards_of(cards)))

    def deals_burn(self, card: str) -> Table:
        return self._ask(steps.DealBurn(parse_card(card)))

    def exposes(self, name: str, nth: int) -> Table:
        return self._ask(steps.Expose(self._number(name), nth))

    def misdeals(self) -> Table:
        return self._ask(steps.Misdeal(steps.Cause.DEALING_ERROR))

    def voids(self) -> Table:
        return self._ask(steps.Void(steps.Cause.INTEGRITY))

    def kills(self, *names: str) -> Table:
        return self._ask(*(steps.Kill(self._number(name)) for name in names))

    def hunts_rabbits(self) -> Table:
        return self._ask(steps.Rabbit())


class Table(_Verbs):
    """A hand at one moment, its seats by name.

    Attributes:
        hand: the hand itself.
        names: seat name -> seat number, clockwise.
        deck: where the cards come from.
        happened: all events so far.
        last: the events of the last step, or of the start.
    """

    __slots__ = ("deck", "hand", "happened", "last", "names")

    def __init__(
        self,
        hand: Hand,
        names: Mapping[str, int],
        deck: Deck,
        before: Sequence[events.Event],
        last: Sequence[events.Event],
    ) -> None:
        self.hand = hand
        self.names = names
        self.deck = deck
        self.happened = (*before, *last)
        self.last = tuple(last)
        check_told(hand, self.happened)

    # ---- playing on ----

    def _number(self, name: str) -> int:
        return self.names[name]

    def _ask(self, *wishes: steps.Step) -> Table:
        seen: Table = self
        for wish in wishes:
            hand, happened = apply(seen.hand, wish, self.deck)
            seen = Table(hand, self.names, self.deck, seen.happened, happened)
        return seen

    def takes(self, wish: steps.Step) -> Table:
        """Any step at all, seats by number."""
        return self._ask(wish)

    def refuses(self, reason: Reason, rule: str | None = None, **numbers: int) -> Refused:
        """The verb that follows must be refused, for this reason, by this rule, with these numbers."""
        return Refused(self, reason, rule, numbers)

    def checks_to(self, street: str) -> Table:
        """Everybody checks until the street begins, or until the betting is over."""
        seen = self
        while seen.hand.phase is Phase.BET and STREETS[seen.hand.street] != street:
            seen = seen.takes(steps.Check(seen.options.seat))
        return seen

    def checks_down(self) -> Table:
        """Everybody checks until the betting is over."""
        return self.checks_to("the end")

    # ---- looking at it ----

    @property
    def decision(self) -> Decision:
        """What the hand waits for."""
        return decision(self.hand)

    @property
    def options(self) -> Options:
        """What the seat to act may do."""
        options = self.decision.options
        assert options is not None, "no seat is asked to bet"
        return options

    @property
    def settlement(self) -> Settlement:
        """How a hand that is over was paid."""
        assert self.hand.phase is Phase.COMPLETE, f"the hand waits: {self.decision}"
        return settle(self.hand)

    def name(self, number: int) -> str | None:
        """The name of a seat number."""
        return next((name for name, seat in self.names.items() if seat == number), None)

    def saw(self, kind: type[_E]) -> list[_E]:
        """All events of a kind so far."""
        return [event for event in self.happened if isinstance(event, kind)]

    def boards(self) -> list[str]:
        """The cards of each board."""
        return [" ".join(card_names(board)) for board in self.hand.boards]

    def board_indices(self) -> list[list[int]]:
        """The places in the deck that the cards of each board came from."""
        return self.hand.board_indices

    def hole_indices(self, name: str) -> tuple[int, int]:
        """The places in the deck that a seat's cards came from."""
        return hole_indices(self.hand, self._position(name))

    def hole(self, name: str) -> str:
        """A seat's cards."""
        cards = self.hand.holes[self._position(name)]
        return " ".join(card_names(cards or ()))

    def burn_indices(self) -> list[int]:
        """The places in the deck that the burn cards came from."""
        return [burn.index for burn in self.saw(events.Burn)]

    def stacks(self, *names: str) -> tuple[int, ...]:
        """The chips behind of some seats."""
        return tuple(self.hand.seats[self._position(name)].stack for name in names)

    def sees(self) -> list[tuple[str | None, str | None]]:
        """Who may ask to see whose hand, now that the hand is over."""
        courtesies = self.decision.courtesies
        assert courtesies is not None, "the hand is not over"
        return [(self.name(asker), self.name(target)) for asker, target in courtesies.sees]

    def _position(self, name: str) -> int:
        return self.hand.position(self.names[name])

    def _listed(self, numbers: Sequence[int]) -> str:
        return " ".join(str(self.name(number)) for number in numbers)

    def _eligible(self, positions: Sequence[int]) -> str:
        """Seats by name, in the order of the line."""
        return self._listed(sorted(self.hand.seats[position].number for position in positions))

    # ---- what must be ----

    def expect(self, **facts: Unpack[Facts]) -> Table:
        """Compares the moment with what must be; gives the same table."""
        found = {fact: self._fact(fact, wanted) for fact, wanted in facts.items()}
        assert found == facts
        return self

    def _fact(self, fact: str, wanted: object) -> object:  # noqa: PLR0911 (an arm for each fact)
        match fact:
            case "to_act":
                return self.name(self.decision.seat)
            case "call":
                return self.options.owed
            case "least":
                return self.options.least
            case "most":
                return self.options.most
            case "may_raise":
                return self.options.closed is None
            case "may_fold":
                return self.options.may_fold
            case "pot":
                return self.hand.pot
            case "street":
                return STREETS[self.hand.street]
            case "stacks":
                assert isinstance(wanted, Mapping)
                return {name: self.stacks(name)[0] for name in wanted}
            case "phase":
                return self.hand.phase
            case "votes":
                return self._listed(sorted(self.decision.pending))
            case _:
                raise AssertionError(f"no such fact: {fact}")

    def ends(self, **facts: Unpack[Ends]) -> Table:
        """Compares a hand that is over with what must have come of it; gives the same table."""
        settlement = self.settlement
        found = {fact: self._end(fact, wanted, settlement) for fact, wanted in facts.items()}
        assert found == facts
        return self

    def _end(self, fact: str, wanted: object, settlement: Settlement) -> object:  # noqa: PLR0911 (likewise)
        match fact:
            case "stacks":
                return self._fact("stacks", wanted)
            case "won":
                assert isinstance(wanted, Mapping)
                return {name: settlement.won(self._position(name)) for name in wanted}
            case "pots":
                return [(pot.amount, self._eligible(pot.eligible)) for pot in settlement.pots]
            case "layers":
                return [(pot.amount, self._eligible(pot.eligible)) for pot in settlement.layers]
            case "returned":
                refunds = settlement.refunds.items()
                return {self.name(self.hand.seats[position].number): chips for position, chips in refunds}
            case "rake":
                return [pot.rake for pot in settlement.pots]
            case "up":
                return self._listed([event.seat for event in self.saw(events.HandUp)])
            case "turned":
                kinds = (events.Show, events.ShowOne, events.Muck)
                return self._listed([event.seat for event in self.happened if isinstance(event, kinds)])
            case "shown":
                return self._listed([event.seat for event in self.saw(events.Show)])
            case "mucked":
                return self._listed([event.seat for event in self.saw(events.Muck)])
            case "outcome":
                return self.hand.outcome
            case _:
                raise AssertionError(f"no such end: {fact}")


class Refused(_Verbs):
    """A table that must refuse what it is asked next, each seat's wish, and stay as it is."""

    __slots__ = ("_numbers", "_reason", "_rule", "_table")

    def __init__(self, table: Table, reason: Reason, rule: str | None, numbers: Mapping[str, int]) -> None:
        self._table = table
        self._reason = reason
        self._rule = rule
        self._numbers = numbers

    def _number(self, name: str) -> int:
        return self._table.names[name]

    def _ask(self, *wishes: steps.Step) -> Table:
        before = picture(self._table.hand)
        for wish in wishes:
            with pytest.raises(Refusal) as refused:
                apply(self._table.hand, wish, self._table.deck)
            refusal = refused.value
            assert refusal.reason is self._reason, refusal.text
            assert self._rule in {None, refusal.rule}
            assert self._numbers.items() <= dict(refusal.numbers).items()
            assert picture(self._table.hand) == before
        return self._table

    def takes(self, wish: steps.Step) -> Table:
        """Any step at all, seats by number."""
        return self._ask(wish)


def picture(thing: object) -> object:
    """Everything that a hand holds, to see that nothing moved."""
    slots = getattr(thing, "__slots__", None)
    if isinstance(thing, list):
        return [picture(part) for part in thing]
    if slots is None or isinstance(thing, Enum):
        return deepcopy(thing)
    return {slot: picture(getattr(thing, slot)) for slot in slots}
