"""The switches of a table: every rule that card rooms play differently, by its name.

The names, ranges, defaults and rule numbers are the rule book's section 20. Amounts are chips. A
switch of scope HAND is fixed when a hand opens (R-3.5) and enters the hand's proof; one of scope
TABLE matters only between hands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, Final

from floorman.rules.choices import (
    AbsentPlayer,
    AllinFaceUp,
    AllinFirst,
    AnteOrder,
    AnteType,
    Betting,
    BlindStructure,
    ButtonRule,
    DealPattern,
    DealStart,
    DrawTie,
    EntryGap,
    EntryPost,
    ExposedCard,
    ExposedFirstTwo,
    FirstButton,
    FlCapHeadsup,
    FlPartialBase,
    MinRaiseRule,
    MissedBlinds,
    MissedSbAlone,
    OddChips,
    PlAntePreflop,
    PotReport,
    RakeRounding,
    ReopenRule,
    RunItBurn,
    RunItConsent,
    RunItPlayers,
    ShowAfterUncontested,
    ShowRequest,
    StraddleMinRaise,
    StraddleOrder,
    StraddleSeat,
    Topup,
    Variant,
)

__all__ = ["MAX_CHIPS", "SWITCHES", "Scope", "Switch", "TableConfig"]

MAX_CHIPS: Final = 2**53 - 1
"""The most chips a table may hold, so that every client language can count them exactly."""


class Scope(Enum):
    """What a switch belongs to: one hand, or the table between hands."""

    HAND = "hand"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class Switch:
    """What is known of a switch beside its value.

    Attributes:
        kind: "enum", "flag", "number", "set" or "caps".
        rule: the rule book's number.
        scope: a hand's or the table's.
        text: what it decides, in words.
        unit: what a number counts ("chips", "seats"), empty for the others.
        least: smallest number allowed.
        most: largest number allowed.
        derived: in words, what stands where nothing is given; empty if the default is a value.
        choices: the enum of an "enum" or a "set".
        name: the switch's own name.
    """

    kind: str
    rule: str
    scope: Scope
    text: str
    unit: str = ""
    least: int = 0
    most: int = 0
    derived: str = ""
    choices: type[Enum] | None = None
    name: str = ""


_HAND: Final = Scope.HAND
_TABLE: Final = Scope.TABLE


def _enum(default: Enum, rule: str, scope: Scope, text: str, derived: str = "") -> Any:
    switch = Switch("enum", rule, scope, text, derived=derived, choices=type(default))
    return field(default=default, metadata={"switch": switch})


def _set(choices: type[Enum], rule: str, scope: Scope, text: str) -> Any:
    return field(default=frozenset(), metadata={"switch": Switch("set", rule, scope, text, choices=choices)})


def _flag(default: bool, rule: str, scope: Scope, text: str) -> Any:  # noqa: FBT001 (a flag's default is a flag)
    return field(default=default, metadata={"switch": Switch("flag", rule, scope, text)})


def _number(
    default: int, least: int, most: int, unit: str, rule: str, scope: Scope, text: str, derived: str = ""
) -> Any:
    switch = Switch("number", rule, scope, text, unit, least, most, derived)
    return field(default=default, metadata={"switch": switch})


def _caps(rule: str, scope: Scope, text: str) -> Any:
    return field(default=(), metadata={"switch": Switch("caps", rule, scope, text, "chips", 2, 10)})


@dataclass(frozen=True, slots=True, kw_only=True)
class TableConfig:
    """Every switch of a table, resolved: no value is missing and none contradicts another.

    Build one with :func:`floorman.rules.presets.resolve`, which checks and derives.
    """

    variant: Variant = _enum(Variant.HOLDEM_52, "R-1.2", _HAND, "the deck, and with it the order of hands")
    max_seats: int = _number(10, 2, 10, "seats", "R-1.1", _TABLE, "seats at the table")
    unit: int = _number(
        1,
        1,
        MAX_CHIPS,
        "chips",
        "R-13.5",
        _HAND,
        "smallest chip: blinds are multiples of it, odd chips and rake are counted in it",
    )
    bet_step: int = _number(
        0,
        1,
        MAX_CHIPS,
        "chips",
        "R-8.4",
        _HAND,
        "bets and raises are multiples of it, all-ins and fixed-limit sizes excepted",
        "unit",
    )
    betting: Betting = _enum(Betting.NO_LIMIT, "R-8.1", _HAND, "how much a bet or raise may be")
    first_button: FirstButton = _enum(FirstButton.RANDOM, "R-2.1", _TABLE, "how the first button is found")
    draw_tie: DrawTie = _enum(DrawTie.REDRAW_TIED, "R-2.2", _TABLE, "what equal high cards do in a draw")
    button_rule: ButtonRule = _enum(ButtonRule.DEAD, "R-2.3", _TABLE, "how button and blinds move")
    blind_structure: BlindStructure = _enum(BlindStructure.SB_BB, "R-3.1", _HAND, "who posts a blind")
    small_blind: int = _number(
        0,
        0,
        MAX_CHIPS,
        "chips",
        "R-3.2",
        _HAND,
        "the small blind; at most the big blind",
        "required, no default",
    )
    big_blind: int = _number(
        0,
        1,
        MAX_CHIPS,
        "chips",
        "R-3.2",
        _HAND,
        "the big blind, and the minimum bet after the flop, also where nobody posts it",
        "required, no default",
    )
    ante_type: AnteType = _enum(AnteType.NONE, "R-4.1", _HAND, "who pays an ante")
    ante_amount: int = _number(
        0,
        0,
        MAX_CHIPS,
        "chips",
        "R-4.1",
        _HAND,
        "the ante of each payer",
        "big_blind where ante_type is BIG_BLIND or BUTTON, otherwise 0",
    )
    ante_order: AnteOrder = _enum(
        AnteOrder.BLIND_FIRST, "R-4.3", _HAND, "what a short single payer pays first"
    )
    entry_post: EntryPost = _enum(EntryPost.POST_BB_LIVE, "R-5.1", _TABLE, "what a newcomer owes")
    entry_gap: EntryGap = _enum(
        EntryGap.NOT_BETWEEN_BUTTON_AND_BB, "R-5.1", _TABLE, "where a newcomer is not dealt in"
    )
    missed_blinds: MissedBlinds = _enum(
        MissedBlinds.POST, "R-5.2", _TABLE, "how a seat returns that missed blinds"
    )
    missed_sb_alone: MissedSbAlone = _enum(
        MissedSbAlone.DEAD, "R-5.2", _TABLE, "what a missed small blind alone is when it is posted"
    )
    straddle_seats: frozenset[StraddleSeat] = _set(
        StraddleSeat, "R-5.3", _HAND, "which seats may straddle; empty = none"
    )
    straddle_mandatory: bool = _flag(False, "R-5.3", _HAND, "the seats that may straddle have to")
    straddle_multiple: int = _number(
        2, 2, 100, "times", "R-5.3", _HAND, "a straddle is this many times the blind or straddle before it"
    )
    straddle_max: int = _number(1, 1, 8, "straddles", "R-5.3", _HAND, "how many straddles one hand may have")
    straddle_full_only: bool = _flag(True, "R-5.3", _HAND, "a stack below the straddle may not straddle")
    straddle_min_players: int = _number(
        3, 3, 10, "players", "R-5.3", _HAND, "fewest dealt players with whom straddles are allowed"
    )
    straddle_order: StraddleOrder = _enum(
        StraddleOrder.LEFT_OF_STRADDLE, "R-5.3", _HAND, "who acts first after a straddle"
    )
    straddle_min_raise: StraddleMinRaise = _enum(
        StraddleMinRaise.FULL, "R-5.3", _HAND, "the increment of the first raise over a straddle"
    )
    deal_start: DealStart = _enum(
        DealStart.LEFT_OF_BUTTON, "R-6.1", _HAND, "the seat that gets the first card"
    )
    deal_pattern: DealPattern = _enum(
        DealPattern.ONE_AT_A_TIME, "R-6.1", _HAND, "how the two hole cards are dealt"
    )
    burn_cards: bool = _flag(True, "R-6.2", _HAND, "one card is burned before flop, turn and river")
    exposed_card: ExposedCard = _enum(
        ExposedCard.REPLACE_WITH_BURN, "R-6.3", _HAND, "a hole card that the dealer exposes"
    )
    exposed_first_two: ExposedFirstTwo = _enum(
        ExposedFirstTwo.REPLACE, "R-6.3", _HAND, "the same for the first two cards off the deck"
    )
    min_raise_rule: MinRaiseRule = _enum(
        MinRaiseRule.LAST_FULL_INCREMENT, "R-8.2", _HAND, "the minimum raise"
    )
    reopen_rule: ReopenRule = _enum(
        ReopenRule.CUMULATIVE_FULL,
        "R-11.1",
        _HAND,
        "when short all-ins give a seat that has acted the right to raise",
        "HALF where betting is FIXED_LIMIT, otherwise CUMULATIVE_FULL",
    )
    half_inclusive: bool = _flag(True, "R-11.1", _HAND, "HALF: exactly half is enough")
    allow_open_fold: bool = _flag(True, "R-7.2", _HAND, "a seat may fold although it could check")
    allow_raise_without_live_opponent: bool = _flag(
        False, "R-7.6", _HAND, "a seat may raise although all opponents are all-in"
    )
    pl_assume_full_blinds: bool = _flag(
        True, "R-9.3", _HAND, "pot limit before the flop: short and dead blinds count in full"
    )
    pl_sb_counts_as_bb: bool = _flag(
        False,
        "R-9.4",
        _HAND,
        "pot limit: the small blind counts as a big blind until the big blind has acted",
    )
    pl_round_up: int = _number(
        0,
        0,
        MAX_CHIPS,
        "chips",
        "R-9.4",
        _HAND,
        "pot limit: the pot is rounded up to a multiple of it; 0 = not",
    )
    pl_ante_preflop: PlAntePreflop = _enum(
        PlAntePreflop.EACH_ONLY, "R-9.4", _HAND, "pot limit: which antes count before the flop"
    )
    fl_small_bet: int = _number(
        0, 1, MAX_CHIPS, "chips", "R-10.1", _HAND, "fixed limit: the bet before and on the flop", "big_blind"
    )
    fl_big_bet: int = _number(
        0,
        1,
        MAX_CHIPS,
        "chips",
        "R-10.1",
        _HAND,
        "fixed limit: the bet on turn and river",
        "2 * fl_small_bet",
    )
    fl_max_raises: int = _number(
        3, 1, 1000, "raises", "R-10.2", _HAND, "fixed limit: raises after the bet in one round"
    )
    fl_cap_headsup: FlCapHeadsup = _enum(
        FlCapHeadsup.UNCAPPED_IF_HEADSUP_BEFORE_CAP,
        "R-10.2",
        _HAND,
        "fixed limit: when two players lift the cap",
    )
    fl_partial_base: FlPartialBase = _enum(
        FlPartialBase.ALLIN_AMOUNT,
        "R-10.3",
        _HAND,
        "fixed limit: from where the raise over an all-in of at least half a bet counts",
    )
    allin_face_up: AllinFaceUp = _enum(
        AllinFaceUp.BEFORE_RIVER, "R-12.2", _HAND, "when an all-in turns all hands up"
    )
    allin_first: AllinFirst = _enum(
        AllinFirst.SIMULTANEOUS, "R-12.2", _HAND, "the order in which they are turned up"
    )
    auto_muck: bool = _flag(
        True, "R-12.5", _HAND, "the table mucks a beaten hand for its owner; false = it shows every hand"
    )
    show_after_uncontested: ShowAfterUncontested = _enum(
        ShowAfterUncontested.BOTH, "R-12.1", _HAND, "how many cards an uncontested winner may show"
    )
    show_request: ShowRequest = _enum(ShowRequest.OWNER_DECIDES, "R-12.7", _HAND, "who may ask to see a hand")
    river_caller_right: bool = _flag(
        False, "R-12.7", _HAND, "a caller of a river bet may see the last aggressor's hand"
    )
    rabbit_hunt: bool = _flag(False, "R-12.9", _HAND, "undealt board cards may be shown after the hand")
    odd_chips: OddChips = _enum(OddChips.ONE_EACH, "R-13.5", _HAND, "who gets the remainder of a split")
    pot_report: PotReport = _enum(
        PotReport.MERGED,
        "R-13.2",
        _HAND,
        "whether pots also break at folded players' totals; pay-outs are the same",
    )
    run_it_max: int = _number(
        1, 1, 4, "boards", "R-14.1", _HAND, "how often the rest of the board may be dealt; 1 = off"
    )
    run_it_consent: RunItConsent = _enum(
        RunItConsent.UNANIMOUS, "R-14.1", _HAND, "whether the players are asked"
    )
    run_it_players: RunItPlayers = _enum(
        RunItPlayers.ANY, "R-14.1", _HAND, "with how many players in hand it is offered"
    )
    run_it_burn: RunItBurn = _enum(RunItBurn.PER_BOARD, "R-14.2", _HAND, "burn cards of the further boards")
    rake_bps: int = _number(0, 0, 10000, "1/10000 of the pot", "R-13.6", _HAND, "rake; 0 = none")
    rake_cap: int = _number(0, 0, MAX_CHIPS, "chips", "R-13.6", _HAND, "most rake of one hand; 0 = no cap")
    rake_caps: tuple[tuple[int, int], ...] = _caps(
        "R-13.6",
        _HAND,
        "players dealt -> cap: the entry with the largest number not above the players dealt, else rake_cap",
    )
    no_flop_no_drop: bool = _flag(True, "R-13.6", _HAND, "no rake where no flop was dealt")
    rake_rounding: RakeRounding = _enum(
        RakeRounding.DOWN, "R-13.6", _HAND, "rounding of the rake to the unit"
    )
    bomb_pot: int = _number(
        0, 0, MAX_CHIPS, "chips", "R-15", _HAND, "ante of a bomb pot; 0 = an ordinary hand"
    )
    boards: int = _number(1, 1, 2, "boards", "R-15", _HAND, "boards of a bomb pot")
    bomb_button_moves: bool = _flag(True, "R-15", _TABLE, "the button moves after a bomb pot")
    short_trips_beat_straight: bool = _flag(
        False, "R-17", _HAND, "short deck: three of a kind beats a straight"
    )
    min_buyin_bb: int = _number(20, 1, 1000000, "big blinds", "R-19.1", _TABLE, "smallest buy-in")
    max_buyin_bb: int = _number(
        100,
        0,
        1000000,
        "big blinds",
        "R-19.1",
        _TABLE,
        "largest buy-in, and the most a top-up may reach; 0 = no limit",
    )
    topup: Topup = _enum(Topup.BETWEEN_HANDS, "R-19.1", _TABLE, "whether chips may be added between hands")
    rathole_minutes: int = _number(
        60,
        0,
        525600,
        "minutes",
        "R-19.2",
        _TABLE,
        "for how long a returning player must bring what was taken away; 0 = off",
    )
    rebuys_max: int = _number(
        0, 0, 1000, "re-buys", "R-19.3", _TABLE, "how often a bust player may buy in again in a tournament"
    )
    rebuy_last_level: int = _number(
        0, 0, 1000, "level", "R-19.3", _TABLE, "the last level with re-buys; 0 = every level"
    )
    addon: bool = _flag(False, "R-19.3", _TABLE, "an add-on between hands is offered in a tournament")
    absent_player: AbsentPlayer = _enum(
        AbsentPlayer.SIT_OUT, "R-5.4", _TABLE, "what happens to a seat whose player is absent"
    )


def _named(name: str, switch: Switch) -> Switch:
    return Switch(
        switch.kind,
        switch.rule,
        switch.scope,
        switch.text,
        switch.unit,
        switch.least,
        switch.most,
        switch.derived,
        switch.choices,
        name,
    )


SWITCHES: Final = {entry.name: _named(entry.name, entry.metadata["switch"]) for entry in fields(TableConfig)}
"""Every switch by its name, in the order of the rule book."""
