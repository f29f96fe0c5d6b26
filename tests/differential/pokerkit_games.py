"""PokerKit's game for a table of ours: a ready-made one, with every knob that answers to a switch."""

from __future__ import annotations

from collections.abc import Iterator
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
    State,
    TexasHoldemMixin,
    UnfixedLimitHoldem,
    rake,
)

from floorman.rules.choices import (
    AllinFaceUp,
    AllinFirst,
    AnteType,
    Betting,
    BlindStructure,
    FlCapHeadsup,
    MinRaiseRule,
    PlAntePreflop,
    PotReport,
    ReopenRule,
    RunItConsent,
    RunItPlayers,
    StraddleOrder,
    Variant,
)
from floorman.rules.hand import NOBODY, Hand
from floorman.rules.opening import HandStart
from floorman.rules.positions import button_position
from floorman.rules.switches import TableConfig
from tests.differential.peer import UnsupportedError

__all__ = ["pokerkit_state", "unsupported"]


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
        "pot_report": config.pot_report is PotReport.LAYERS,
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


def pokerkit_state(start: HandStart, hand: Hand) -> State:
    """The game as it is before the first card, its players in table order.

    Raises:
        UnsupportedError: posts that PokerKit cannot say.
    """
    config = start.config
    kind = _GAMES[config.variant, config.betting]
    sizes: tuple[int, ...] = (config.big_blind,)
    if config.betting is Betting.FIXED_LIMIT:
        cap = {"max_completion_betting_or_raising_count": config.fl_max_raises + 1}
        kind = type(kind.__name__, (kind,), cap)
        sizes = (config.fl_small_bet, config.fl_big_bet)
    selection = () if config.run_it_max > 1 else (Automation.RUNOUT_COUNT_SELECTION,)
    game: Any = kind(
        (*_AUTOMATIONS, *selection),
        config.ante_type is AnteType.EACH,
        _in_its_order(_antes(config, hand)),
        _in_its_order(_blinds(start, hand)),
        *sizes,
        mode=Mode.CASH_GAME if config.allow_open_fold else Mode.TOURNAMENT,
        rake=_rake(config, len(hand.seats)),
    )
    stacks = [seat.stack for seat in hand.seats]
    state: State = game(stacks, len(stacks))
    return state


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
