"""Which house rules a table has, for its players: the switches that matter there, in the course of a hand.

The words for each are in ``rule_sheet`` (English) and ``rule_sheet_zh`` (Chinese), under the keys made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields

from floorman.rules.choices import (
    AbsentPlayer,
    AllinFaceUp,
    AllinFirst,
    AnteType,
    Betting,
    BlindStructure,
    ExposedCard,
    ExposedFirstTwo,
    FirstButton,
    MissedBlinds,
    ReopenRule,
    RunItConsent,
    ShowRequest,
    StraddleSeat,
    Topup,
    Variant,
)
from floorman.rules.config_text import written
from floorman.rules.switches import SWITCHES, TableConfig

__all__ = ["HouseRule", "RuleLine", "house_rules", "in_words", "numbers_of"]


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule that a table has: the rule book's number, and the key of its words."""

    rule: str
    key: str


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A house rule in words."""

    rule: str
    text: str


def in_words(config: TableConfig, words: Mapping[str, str]) -> tuple[RuleLine, ...]:
    """The house rules of a table in the words of a language, by key, with the table's numbers in braces."""
    numbers = numbers_of(config)
    return tuple(RuleLine(one.rule, words[one.key].format_map(numbers)) for one in house_rules(config))


def numbers_of(config: TableConfig) -> dict[str, object]:
    """The numbers that a rule's words may name: the switches, and what they come to in chips."""
    percent, rest = divmod(config.rake_bps, 100)
    return {
        **{one.name: getattr(config, one.name) for one in fields(config)},
        "straddle": config.big_blind * config.straddle_multiple,
        "least_buyin": config.min_buyin_bb * config.big_blind,
        "most_buyin": config.max_buyin_bb * config.big_blind,
        "rake_percent": f"{percent}.{rest:02}" if rest else str(percent),
        "rake_caps": ", ".join(f"{players}+: {cap}" for players, cap in config.rake_caps),
    }


def house_rules(config: TableConfig) -> Iterator[HouseRule]:
    """The rules that this table has; what it does not use is left out."""
    for rooms in (
        _game,
        _forced_bets,
        _button,
        _coming_in,
        _straddles,
        _deal,
        _bets,
        _showdown,
        _pots,
        _chips,
    ):
        for named in rooms(config):
            yield named if isinstance(named, HouseRule) else _of_switch(config, named)


_Named = Iterator[str | HouseRule]


def _of_switch(config: TableConfig, name: str) -> HouseRule:
    """A number has one sentence, any other switch one for each value."""
    switch = SWITCHES[name]
    value = getattr(config, name)
    return HouseRule(switch.rule, name if switch.kind in {"number", "caps"} else f"{name}.{written(value)}")


def _game(config: TableConfig) -> _Named:
    yield "variant"
    if config.variant is Variant.SHORT_DECK_36:
        yield "short_trips_beat_straight"
    yield "max_seats"
    yield "betting"


def _forced_bets(config: TableConfig) -> _Named:
    if config.bomb_pot:
        yield "bomb_pot"
        if config.boards > 1:
            yield "boards"
        yield "bomb_button_moves"
    yield "blind_structure"
    if config.blind_structure is BlindStructure.SB_BB:
        yield HouseRule("R-2.4", "heads_up")
    if config.ante_type is not AnteType.NONE:
        yield "ante_type"
    if config.ante_type in {AnteType.BIG_BLIND, AnteType.BUTTON}:
        yield "ante_order"


def _button(config: TableConfig) -> _Named:
    yield "first_button"
    if config.first_button is FirstButton.HIGH_CARD:
        yield "draw_tie"
    if config.blind_structure in {BlindStructure.SB_BB, BlindStructure.SINGLE_BLIND}:
        yield "button_rule"
    else:
        yield HouseRule("R-2.3", "button_alone")


def _coming_in(config: TableConfig) -> _Named:
    yield "absent_player"
    if config.blind_structure is BlindStructure.NONE:
        return
    yield "entry_post"
    if config.blind_structure is not BlindStructure.BUTTON_BLIND:
        yield "entry_gap"
    if config.absent_player is AbsentPlayer.SIT_OUT:
        yield "missed_blinds"
        if config.missed_blinds is MissedBlinds.POST and config.blind_structure is BlindStructure.SB_BB:
            yield "missed_sb_alone"


def _straddles(config: TableConfig) -> _Named:
    seats = config.straddle_seats
    if not seats:
        return
    if StraddleSeat.ANY in seats:
        yield HouseRule("R-5.3", "straddle_seats.ANY")
    else:
        yield "straddle_seats"
        if config.straddle_mandatory:
            yield "straddle_mandatory"
    if config.straddle_max > 1:
        yield "straddle_max"
    if config.straddle_full_only:
        yield "straddle_full_only"
    yield "straddle_min_players"
    yield "straddle_order"
    if config.betting is not Betting.FIXED_LIMIT:
        yield "straddle_min_raise"


def _deal(config: TableConfig) -> _Named:
    yield from ("deal_start", "deal_pattern", "burn_cards", "exposed_card")
    if config.exposed_first_two is ExposedFirstTwo.MISDEAL and config.exposed_card is not ExposedCard.MISDEAL:
        yield "exposed_first_two"


def _bets(config: TableConfig) -> _Named:
    if config.betting is Betting.FIXED_LIMIT:
        yield from ("fl_small_bet", "fl_max_raises", "fl_cap_headsup", "fl_partial_base")
    else:
        yield HouseRule("R-8.1", "minimum_bet")
        yield "min_raise_rule"
        if config.bet_step > 1:
            yield "bet_step"
    if config.betting is Betting.POT_LIMIT:
        if config.pl_assume_full_blinds:
            yield "pl_assume_full_blinds"
        if config.pl_sb_counts_as_bb:
            yield "pl_sb_counts_as_bb"
        if config.pl_round_up:
            yield "pl_round_up"
        if config.ante_type is not AnteType.NONE:
            yield "pl_ante_preflop"
    yield "reopen_rule"
    if config.reopen_rule is ReopenRule.HALF:
        yield "half_inclusive"
    if not config.allow_open_fold:
        yield "allow_open_fold"
    if config.allow_raise_without_live_opponent:
        yield "allow_raise_without_live_opponent"


def _showdown(config: TableConfig) -> _Named:
    yield "allin_face_up"
    if (
        config.allin_first is AllinFirst.FIRST_ALLIN
        and config.allin_face_up is not AllinFaceUp.AT_SHOWDOWN_ONLY
    ):
        yield "allin_first"
    yield HouseRule("R-12.3", "showing_order")
    yield "auto_muck"
    yield HouseRule("R-12.6", "both_cards")
    yield "show_after_uncontested"
    if config.show_request is not ShowRequest.OWNER_DECIDES:
        yield "show_request"
    if config.river_caller_right:
        yield "river_caller_right"
    if config.rabbit_hunt:
        yield "rabbit_hunt"


def _pots(config: TableConfig) -> _Named:
    yield "odd_chips"
    if config.run_it_max > 1:
        yield "run_it_max"
        yield "run_it_consent"
        yield "run_it_burn"
        if config.run_it_consent is RunItConsent.UNANIMOUS:
            yield "run_it_players"
    if config.rake_bps:
        yield "rake_bps"
        if config.rake_cap:
            yield "rake_cap"
        if config.rake_caps:
            yield "rake_caps"
        yield "rake_rounding"
        if config.no_flop_no_drop:
            yield "no_flop_no_drop"


def _chips(config: TableConfig) -> _Named:
    if config.unit > 1:
        yield "unit"
    if config.topup is Topup.BETWEEN_HANDS:  # a tournament sells its chips once, at its own price
        yield HouseRule("R-19.1", "buyin" if config.max_buyin_bb else "buyin_without_limit")
    yield "topup"
    if config.topup is Topup.BETWEEN_HANDS and config.rathole_minutes:
        yield "rathole_minutes"
    if config.rebuys_max:
        yield "rebuys_max"
        if config.rebuy_last_level:
            yield "rebuy_last_level"
    if config.addon:
        yield "addon"
