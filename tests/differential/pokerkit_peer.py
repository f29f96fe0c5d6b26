"""PokerKit at the table of a case: its ready-made games, and every knob that answers to a switch.

What PokerKit has no knob for makes a case unsupported where the table asks for it, and a deviation where it
is the rule book's default (:mod:`tests.differential.deviations`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any, Final

from pokerkit import (
    Automation,
    Deck,
    FixedLimitPokerMixin,
    FixedLimitTexasHoldem,
    Holdem,
    Mode,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitPokerMixin,
    ShortDeckHoldemHand,
    StandardHighHand,
    State,
    TexasHoldemMixin,
    UnfixedLimitHoldem,
    rake,
)

from floorman import steps
from floorman.cards import UNKNOWN
from floorman.cli.case_opening import spare_cards
from floorman.cli.cases import Case, Do, Json, Refuse
from floorman.rules.choices import (
    AllinFaceUp,
    AllinFirst,
    AnteType,
    Betting,
    BlindStructure,
    FlCapHeadsup,
    MinRaiseRule,
    PlAntePreflop,
    ReopenRule,
    RunItConsent,
    RunItPlayers,
    StraddleOrder,
    Variant,
)
from floorman.rules.floor import seat_players
from floorman.rules.hand import NOBODY, Hand
from floorman.rules.opening import HandStart
from floorman.rules.positions import button_position
from floorman.rules.switches import TableConfig
from tests.differential.case_start import case_start
from tests.differential.peer import UnsupportedError

__all__ = ["PokerKitTable", "unsupported"]


class _PotLimitTexasHoldem(PotLimitPokerMixin, TexasHoldemMixin, UnfixedLimitHoldem):
    """PokerKit has pot-limit Omaha ready-made; the parts of the Hold'em game are its own."""


class _PotLimitShortDeckHoldem(PotLimitPokerMixin, UnfixedLimitHoldem):
    deck = Deck.SHORT_DECK_HOLDEM
    hand_types = (ShortDeckHoldemHand,)
    hole_dealing_count = 2


class _FixedLimitShortDeckHoldem(FixedLimitPokerMixin, Holdem):
    deck = Deck.SHORT_DECK_HOLDEM
    hand_types = (ShortDeckHoldemHand,)
    hole_dealing_count = 2


_GAMES: Final[dict[tuple[Variant, Betting], type[Holdem]]] = {
    (Variant.HOLDEM_52, Betting.NO_LIMIT): NoLimitTexasHoldem,
    (Variant.HOLDEM_52, Betting.POT_LIMIT): _PotLimitTexasHoldem,
    (Variant.HOLDEM_52, Betting.FIXED_LIMIT): FixedLimitTexasHoldem,
    (Variant.SHORT_DECK_36, Betting.NO_LIMIT): NoLimitShortDeckHoldem,
    (Variant.SHORT_DECK_36, Betting.POT_LIMIT): _PotLimitShortDeckHoldem,
    (Variant.SHORT_DECK_36, Betting.FIXED_LIMIT): _FixedLimitShortDeckHoldem,
}

_AUTOMATIONS: Final = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CHIPS_PULLING,
)
_STREETS: Final = ("PREFLOP", "FLOP", "TURN", "RIVER")


def unsupported(start: HandStart) -> Iterator[str]:
    """The switches and facts of a table that PokerKit has no knob for."""
    config = start.config
    fixed = config.betting is Betting.FIXED_LIMIT
    asked = {
        "unit": config.unit != 1,
        "bet_step": config.bet_step != 1,
        "min_raise_rule": config.min_raise_rule is not MinRaiseRule.LAST_FULL_INCREMENT,
        "reopen_rule": not fixed and config.reopen_rule is not ReopenRule.CUMULATIVE_FULL,
        "allow_open_fold": not config.allow_open_fold and config.run_it_max > 1,
        "allow_raise_without_live_opponent": config.allow_raise_without_live_opponent,
        "pl_sb_counts_as_bb": config.pl_sb_counts_as_bb,
        "pl_round_up": config.pl_round_up > 0,
        "pl_ante_preflop": config.pl_ante_preflop is PlAntePreflop.NONE,
        "fl_cap_headsup": fixed and config.fl_cap_headsup is FlCapHeadsup.ONLY_LAST_TWO_IN_EVENT,
        "allin_face_up": config.allin_face_up is AllinFaceUp.AT_SHOWDOWN_ONLY,
        "allin_first": config.allin_first is AllinFirst.FIRST_ALLIN,
        "auto_muck": not config.auto_muck,
        "pot_report": config.pot_report.value == "LAYERS",
        "run_it_consent": config.run_it_consent is RunItConsent.MANDATORY,
        "run_it_players": config.run_it_players is RunItPlayers.HEADSUP_ONLY,
        "bomb_pot": config.bomb_pot > 0,
        "short_trips_beat_straight": config.short_trips_beat_straight,
        "straddle_order": bool(start.straddles) and config.straddle_order is StraddleOrder.UTG_FIRST,
        "blind_structure": config.blind_structure is BlindStructure.NONE
        and (config.ante_type is not AnteType.EACH or not config.ante_amount),
        "killed hands": any(seat.absent for seat in start.seats),
        "dead posts": any(seat.dead_post for seat in start.seats),
    }
    return (name for name, stands_in_the_way in asked.items() if stands_in_the_way)


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
            self.state = self._game(start)
            self._deal_on()

    def _game(self, start: HandStart) -> State:
        config = self._config
        kind = _GAMES[config.variant, config.betting]
        if config.betting is Betting.FIXED_LIMIT:
            cap = {"max_completion_betting_or_raising_count": config.fl_max_raises + 1}
            kind = type(kind.__name__, (kind,), cap)
            sizes: tuple[int, ...] = (config.fl_small_bet, config.fl_big_bet)
        else:
            sizes = (config.big_blind,)
        selection = () if config.run_it_max > 1 else (Automation.RUNOUT_COUNT_SELECTION,)
        game: Any = kind(
            (*_AUTOMATIONS, *selection),
            config.ante_type is AnteType.EACH,
            _in_its_order(_antes(config, self._hand)),
            _in_its_order(_blinds(start, self._hand)),
            *sizes,
            mode=Mode.CASH_GAME if config.allow_open_fold else Mode.TOURNAMENT,
            rake=_rake(config, len(self._numbers)),
        )
        stacks = [seat.stack for seat in self._hand.seats]
        state: State = game(stacks, len(stacks))
        return state

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


def _in_its_order(by_position: list[int]) -> tuple[int, ...]:
    """Heads-up PokerKit reads the second entry for its first player."""
    return tuple(reversed(by_position)) if len(by_position) == 2 else tuple(by_position)


def _antes(config: TableConfig, hand: Hand) -> list[int]:
    antes = [0] * len(hand.seats)
    payer = NOBODY
    match config.ante_type:
        case AnteType.EACH:
            return [config.ante_amount] * len(hand.seats)
        case AnteType.BIG_BLIND:
            payer = hand.big_blind
        case AnteType.BUTTON:
            payer = button_position(hand)
        case AnteType.NONE:
            pass
    if payer != NOBODY:
        antes[payer] = config.ante_amount
    return antes


def _blinds(start: HandStart, hand: Hand) -> list[int]:
    """Blinds and straddles by position; a newcomer's live post is negative, as PokerKit writes it."""
    config = start.config
    blinds = [0] * len(hand.seats)
    for seat in start.seats:
        blinds[hand.position(seat.number)] = -seat.live_post
    posts = {hand.small_blind: config.small_blind, hand.big_blind: config.big_blind}
    if config.blind_structure is BlindStructure.BUTTON_BLIND:
        posts[button_position(hand)] = config.big_blind
    posts |= {hand.position(straddle.number): straddle.amount for straddle in start.straddles}
    for position, amount in posts.items():
        if position == NOBODY:
            continue
        if blinds[position]:
            raise UnsupportedError("two posts of one seat")
        blinds[position] = amount
    if not any(blinds) and not config.ante_amount:
        raise UnsupportedError("blind_structure")
    return blinds


def _rake(config: TableConfig, dealt: int) -> Any:
    cap = config.rake_cap
    for players, players_cap in config.rake_caps:
        if players <= dealt:
            cap = players_cap
    return partial(
        rake,
        percentage=config.rake_bps / 10_000,
        cap=cap or inf,
        no_flop_no_drop=config.no_flop_no_drop,
    )
