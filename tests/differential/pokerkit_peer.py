"""PokerKit at the table of a case: its ready-made games, and every knob that answers to a switch.

What PokerKit has no knob for makes a case unsupported where the table asks for it, and a deviation where it
is the rule book's default (:mod:`tests.differential.deviations`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pokerkit import ShortDeckHoldemHand, StandardHighHand

from floorman import steps
from floorman.cards import UNKNOWN
from floorman.cli.case_opening import spare_cards
from floorman.cli.cases import Case, Do, Json, Refuse
from floorman.rules.choices import Variant
from floorman.rules.floor import seat_players
from floorman.rules.hand import NOBODY
from tests.differential.case_start import case_start
from tests.differential.peer import UnsupportedError
from tests.differential.pokerkit_games import pokerkit_state, unsupported

__all__ = ["PokerKitTable"]


_STREETS: Final = ("PREFLOP", "FLOP", "TURN", "RIVER")


@contextmanager
def _unwarned() -> Iterator[None]:
    """PokerKit warns of what it finds odd and does it all the same."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


class PokerKitTable:
    """One hand of PokerKit's; its players stand in table order, as the floor's do."""

    def __init__(self, case: Case) -> None:
        start = case_start(case)
        switches = tuple(unsupported(start))
        if any(isinstance(step, Do | Refuse) and isinstance(step.step, steps.Kill) for step in case.steps):
            switches += ("killed hands",)
        if switches:
            raise UnsupportedError(*switches)
        self._case = case
        self._config = start.config
        self._hand = seat_players(start)  # who sits where and who posts which blind
        self._numbers = [seat.number for seat in self._hand.seats]
        self._spare = spare_cards(case)
        self._pots: list[Json] = []
        self._categories: dict[str, Json] = {}
        self._shows: list[int] = []
        self._voted: set[int] = set()
        self._mucked: list[int] = []
        with _unwarned():
            self.state = pokerkit_state(start, self._hand)
            self._deal_on()

    # ---- what is done ----

    def do(self, step: steps.Step) -> bool:
        """Takes a step; False if PokerKit refuses it."""
        with _unwarned():
            try:
                self._take(step)
            except ValueError:
                return False
            self._deal_on()
        return True

    def _take(self, step: steps.Step) -> None:
        state = self.state
        match step:
            case steps.Resolve():
                self.resolve()
                return
            case steps.Run(seat=seat, count=count):
                self._vote(seat, count)
                return
            case steps.Timeout(seat=seat) if any(state.runout_count_selector_statuses):
                self._vote(seat, 1)
                return
        turn = state.turn_index
        number = getattr(step, "seat", NOBODY)
        if turn is None or turn != self._index(number):
            raise ValueError(f"not the turn of seat {number}")
        if state.actor_index is None:
            self._show(step)
        else:
            self._bet(step)

    def _vote(self, number: int, count: int) -> None:
        """A vote in the name of whoever is next: PokerKit 0.7.7 takes a player's index for the count."""
        player = self._index(number)
        if player == NOBODY or not self.state.statuses[player] or number in self._voted:
            raise ValueError(f"seat {number} has no vote")
        self.state.select_runout_count(count)
        self._voted.add(number)

    def _bet(self, step: steps.Step) -> None:
        state = self.state
        player = state.actor_index or 0
        owed = state.checking_or_calling_amount or 0
        match step:
            case steps.Fold():
                state.fold()
            case steps.Check() if not owed:
                state.check_or_call()
            case steps.Call() if owed:
                state.check_or_call()
            case steps.Timeout() if owed:
                state.fold()
            case steps.Timeout():
                state.check_or_call()
            case steps.Bet(to=to) | steps.Raise(to=to):
                state.complete_bet_or_raise_to(to)
            case steps.AllIn() if state.stacks[player] <= owed:
                state.check_or_call()
            case steps.AllIn():
                state.complete_bet_or_raise_to(state.bets[player] + state.stacks[player])
            case _:
                raise ValueError(step)

    def _show(self, step: steps.Step) -> None:
        match step:
            case steps.Show():
                self._turn_over(shows=True)
            case steps.Muck():
                self._turn_over(shows=False)
            case steps.Timeout():
                self._turn_over(shows=None)
            case _:
                raise ValueError(step)

    def _turn_over(self, *, shows: bool | None) -> None:
        """The next player shows or mucks; None: as PokerKit sees fit."""
        state = self.state
        player = state.showdown_index
        if player is None:
            raise ValueError("no showdown")
        if not all(state.hole_cards[player]):  # unknown cards cannot be shown
            shows = False
        operation = state.show_or_muck_hole_cards(shows)
        number = self._numbers[player]
        self._shows.append(number)
        if not operation.hole_cards:
            self._mucked.append(number)

    def resolve(self) -> None:
        """PokerKit's own way with open votes and an open showdown."""
        with _unwarned():
            while any(self.state.runout_count_selector_statuses):
                self.state.select_runout_count()
            self._deal_on()
            while self.state.showdown_index is not None:
                self._turn_over(shows=None)
                self._deal_on()

    def _deal_on(self) -> None:
        """Everything that is no decision: cards, and a showdown that nobody is asked about."""
        state = self.state
        while state.status:
            if state.can_burn_card(UNKNOWN):
                state.burn_card(UNKNOWN)
            elif state.can_deal_hole(UNKNOWN):
                player = state.hole_dealee_index or 0
                cards = self._case.holes.get(self._numbers[player], (UNKNOWN, UNKNOWN))
                state.deal_hole("".join(cards), player)
            elif state.can_deal_board():
                state.deal_board("".join(self._next_board_cards()))
            elif state.showdown_index is not None and self._shows_by_itself():
                self._note_pots()
                self._turn_over(shows=None)
            elif state.can_kill_hand():
                self._note_hands()
                state.kill_hand()
            elif state.can_push_chips():
                self._note_hands()
                state.push_chips()
            else:
                self._note_pots()
                return

    def _shows_by_itself(self) -> bool:
        return not self._case.asks or bool(self.state.all_in_status)

    def _next_board_cards(self) -> list[str]:
        state = self.state
        count = state.board_dealing_count or 0
        first = sum(street.board_dealing_count for street in state.streets[: state.street_index or 0])
        run = len(state.board_cards[first]) if first < len(state.board_cards) else 0
        named = self._case.boards[run] if run < len(self._case.boards) else ()
        known = list(named[first : first + count])
        return known + [next(self._spare) for _ in range(count - len(known))]

    def _note_pots(self) -> None:
        """The pots as betting ends: a seat that mucks is no more among theirs."""
        state = self.state
        if self._pots or state.actor_index is not None:
            return
        self._pots = [
            {
                "amount": pot.amount,
                "eligible": list[Json](sorted(self._numbers[player] for player in pot.player_indices)),
            }
            for pot in state.pots
        ]

    def _note_hands(self) -> None:
        """The hands that were shown: a beaten one is killed before the chips are pushed."""
        state = self.state
        kind = StandardHighHand if self._config.variant is Variant.HOLDEM_52 else ShortDeckHoldemHand
        board = list(state.get_board_cards(0))
        for player, cards in enumerate(state.hole_cards):
            if state.statuses[player] and all(cards) and len(board) == 5:
                label = kind.from_game(cards, board).entry.label.name
                self._categories[str(self._numbers[player])] = _CATEGORIES.get(label, label)

    # ---- what is said ----

    @property
    def waits_for_a_bet(self) -> bool:
        """A seat is asked in a betting round."""
        return self.state.actor_index is not None

    def picture(self) -> object:
        """What a refused step could have changed."""
        state = self.state
        return list(state.stacks), list(state.bets), len(state.operations), state.turn_index

    def fact(self, key: str) -> Json:  # noqa: PLR0911 (an arm for each key)
        """What PokerKit says of a key of an ``expect``; KeyError where it does not say."""
        state = self.state
        turn = state.turn_index
        asked = turn is not None and not any(state.runout_count_selector_statuses)
        match key:
            case "to_act":
                return self._numbers[turn] if asked and turn is not None else None
            case "call":
                return state.checking_or_calling_amount if self.waits_for_a_bet else 0 if asked else None
            case "min_raise_to":
                return state.min_completion_betting_or_raising_to_amount
            case "max_raise_to":
                return state.max_completion_betting_or_raising_to_amount
            case "pot":
                return state.total_pot_amount if state.status else 0
            case "street":
                return self._street()
            case "stacks":
                return {str(number): stack for number, stack in zip(self._numbers, state.stacks, strict=True)}
            case "pots" if self._pots:
                return self._pots
            case "rake":
                return sum(state.starting_stacks) - sum(state.stacks)
            case "shows" if not state.folded_status:
                return list[Json](self._shows)
            case "mucked" if not state.folded_status:
                return list[Json](sorted(self._mucked))
            case "categories":
                return self._categories
            case _:  # uncalled chips, and pots that nobody contests, are no facts of PokerKit's
                raise KeyError(key)

    def _street(self) -> str:
        state = self.state
        if not state.status:
            return "COMPLETE"
        if state.actor_index is None:
            return "SHOWDOWN"
        return _STREETS[state.street_index or 0]

    def _index(self, number: int) -> int:
        return self._numbers.index(number) if number in self._numbers else NOBODY


_CATEGORIES: Final = {"ONE_PAIR": "PAIR"}
