"""texasholdem (PyPI) at the table of a case: no-limit Hold'em with two blinds is all that it plays."""

from __future__ import annotations

import warnings
from typing import Final

from texasholdem.card.card import Card
from texasholdem.card.deck import Deck
from texasholdem.game.action_type import ActionType
from texasholdem.game.game import TexasHoldEm
from texasholdem.game.hand_phase import HandPhase

from floorman import steps
from floorman.cli.case_opening import spare_cards
from floorman.cli.cases import Case, Do, Json, Refuse
from floorman.rules.floor import seat_players
from floorman.rules.hand import NOBODY
from floorman.rules.opening import HandStart
from floorman.rules.presets import resolve
from floorman.rules.switches import SWITCHES, Scope
from tests.differential.case_start import case_start
from tests.differential.peer import UnsupportedError

__all__ = ["TexasHoldEmTable"]

_ACTIONS: Final = {
    steps.Fold: ActionType.FOLD,
    steps.Check: ActionType.CHECK,
    steps.Call: ActionType.CALL,
    steps.Bet: ActionType.RAISE,
    steps.Raise: ActionType.RAISE,
    steps.AllIn: ActionType.ALL_IN,
}


def _unsupported(case: Case, start: HandStart) -> list[str]:
    config = start.config
    plain = resolve("CASH", {"small_blind": config.small_blind, "big_blind": config.big_blind})
    names = [
        name
        for name, switch in SWITCHES.items()
        if switch.scope is Scope.HAND and getattr(config, name) != getattr(plain, name)
    ]
    wishes = {type(step.step) for step in case.steps if isinstance(step, Do | Refuse)}
    facts = {
        "posts": any(seat.live_post or seat.dead_post or seat.absent for seat in start.seats),
        "straddles": bool(start.straddles),
        "blinds beside the button's left": (start.blinds.small, start.blinds.big) != (-1, -1),
        "dead button": start.button not in {seat.number for seat in start.seats},
        "showdown": case.asks,
        "steps beside bets": not wishes <= set(_ACTIONS),
    }
    return names + [name for name, stands_in_the_way in facts.items() if stands_in_the_way]


class TexasHoldEmTable:
    """One hand of texasholdem's; its players stand in table order, the button last."""

    def __init__(self, case: Case) -> None:
        start = case_start(case)
        if switches := _unsupported(case, start):
            raise UnsupportedError(*switches)
        seats = seat_players(start).seats
        self._numbers = [seat.number for seat in seats]
        spare = spare_cards(case)
        self._game = TexasHoldEm(1, start.config.big_blind, start.config.small_blind, len(seats))
        for player, seat in zip(self._game.players, seats, strict=True):
            player.chips = seat.stack
        self._game.btn_loc = len(seats) - 2  # the game moves it on
        self._game.start_hand()
        if not self._game.is_hand_running():  # it has dealt itself cards of its own
            raise UnsupportedError("a hand that its posts end")
        for index, number in enumerate(self._numbers):
            holes = case.holes.get(number) or (next(spare), next(spare))
            self._game.hands[index] = [Card(card) for card in holes]
        board = list(case.boards[0]) if case.boards else []
        deck = Deck()
        deck.cards = [Card(card) for card in [*board, *(next(spare) for _ in range(5 - len(board)))]]
        self._game._deck = deck  # as the game's own import of a history does it

    def do(self, step: steps.Step) -> bool:
        """Takes a step; False if the game refuses it."""
        game = self._game
        if not self.waits_for_a_bet or getattr(step, "seat", NOBODY) != self._turn():
            return False
        total = step.to if isinstance(step, steps.Bet | steps.Raise) else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                game.take_action(_ACTIONS[type(step)], total=total)
            except ValueError:
                return False
        return True

    def _turn(self) -> int:
        turn: int = self._game.current_player
        return self._numbers[turn]

    @property
    def waits_for_a_bet(self) -> bool:
        """A seat is asked."""
        return bool(self._game.is_hand_running())

    def resolve(self) -> None:
        """Nothing is ever open: the game settles by itself."""

    def picture(self) -> object:
        """What a refused step could have changed."""
        game = self._game
        pots = [(pot.amount, pot.raised, dict(pot.player_amounts)) for pot in game.pots]
        return [player.chips for player in game.players], pots, game.current_player, game.hand_phase

    def fact(self, key: str) -> Json:
        """What the game says of a key of an ``expect``; KeyError where it does not say."""
        game = self._game
        asked = self.waits_for_a_bet
        match key:
            case "to_act":
                return self._turn() if asked else None
            case "call" if asked:
                player = game.current_player
                return int(min(game.chips_to_call(player), game.players[player].chips))
            case "min_raise_to" | "max_raise_to":
                raises = game.get_available_moves().raise_range if asked else range(0)
                return (raises[0] if key == "min_raise_to" else raises[-1]) if raises else None
            case "pot":
                return sum(pot.get_total_amount() for pot in game.pots) if asked else 0
            case "stacks":
                chips = [player.chips for player in game.players]
                return {str(number): stack for number, stack in zip(self._numbers, chips, strict=True)}
            case "street":
                return "COMPLETE" if game.hand_phase is HandPhase.PREHAND else str(game.hand_phase.name)
            case _:
                raise KeyError(key)
