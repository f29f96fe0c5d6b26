"""Presets and the resolving of a config: bundle, overrides, derived defaults, contradictions.

Presets are the rule book's section 21: each holds only the switches that differ from the defaults.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from floorman.rules.choices import (
    AbsentPlayer,
    AllinFaceUp,
    AllinFirst,
    AnteType,
    Betting,
    BlindStructure,
    ButtonRule,
    DealStart,
    DrawTie,
    EntryGap,
    EntryPost,
    ExposedFirstTwo,
    FirstButton,
    FlCapHeadsup,
    MinRaiseRule,
    MissedBlinds,
    PotReport,
    ReopenRule,
    StraddleSeat,
    Topup,
)
from floorman.rules.switches import MAX_CHIPS, SWITCHES, Switch, TableConfig

__all__ = ["PRESETS", "ConfigError", "ConfigProblem", "resolve"]

_MOST_CAPS: Final = 9  # for 2 to 10 players

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "CASH": {},
    "TOURNAMENT_TDA": {
        "ante_type": AnteType.BIG_BLIND,
        "entry_post": EntryPost.FREE,
        "entry_gap": EntryGap.NOT_BETWEEN_SB_AND_BUTTON,
        "missed_blinds": MissedBlinds.IGNORE,
        "allin_face_up": AllinFaceUp.ALWAYS,
        "exposed_first_two": ExposedFirstTwo.MISDEAL,
        "river_caller_right": True,
        "topup": Topup.NONE,
        "absent_player": AbsentPlayer.DEALT_AND_KILLED,
        "fl_cap_headsup": FlCapHeadsup.ONLY_LAST_TWO_IN_EVENT,
        "fl_max_raises": 4,
    },
    "WSOP_CASH": {
        "entry_post": EntryPost.FREE,
        "exposed_first_two": ExposedFirstTwo.MISDEAL,
        "fl_max_raises": 4,
        "fl_cap_headsup": FlCapHeadsup.UNCAPPED_IF_ROUND_STARTS_HEADSUP,
        "straddle_seats": frozenset({StraddleSeat.UTG, StraddleSeat.BUTTON}),
        "draw_tie": DrawTie.SUIT_ORDER,
        "bomb_button_moves": False,
    },
    "DOUBLING": {"min_raise_rule": MinRaiseRule.DOUBLE_LAST_TOTAL},
    "SINGLE_REOPEN": {"reopen_rule": ReopenRule.SINGLE_FULL},
    "JJ": {
        "deal_start": DealStart.BIG_BLIND,
        "min_raise_rule": MinRaiseRule.DOUBLE_LAST_TOTAL,
        "burn_cards": False,
        "button_rule": ButtonRule.MOVING,
    },
    "PRIVATE_GAME": {
        "first_button": FirstButton.HIGH_CARD,
        "reopen_rule": ReopenRule.CUMULATIVE_FULL,
        "allin_first": AllinFirst.FIRST_ALLIN,
        "unit": 10,
        "pot_report": PotReport.LAYERS,
    },
}
"""Preset name -> the switches that differ from the defaults (rule book, section 21)."""


@dataclass(frozen=True, slots=True)
class ConfigProblem:
    """One thing that is wrong with a config.

    Attributes:
        switch: the switch's name, or ``"preset"``.
        rule: the rule book's number.
        text: what is wrong, with the numbers, in one sentence.
    """

    switch: str
    rule: str
    text: str


class ConfigError(Exception):
    """A config that cannot be played; every problem is listed, not only the first.

    Attributes:
        problems: the preset, each value alone, what is missing, then what does not go together.
    """

    def __init__(self, problems: tuple[ConfigProblem, ...]) -> None:
        super().__init__("; ".join(f"{problem.switch}: {problem.text}" for problem in problems))
        self.problems = problems


def resolve(preset: str, overrides: Mapping[str, Any]) -> TableConfig:
    """The whole config of a table: the preset, what is set over it, and the derived defaults.

    Args:
        preset: a name of :data:`PRESETS`; empty means ``"CASH"``.
        overrides: switch name -> value, of the type that :class:`TableConfig` gives the switch.

    Raises:
        ConfigError: with every problem found.
    """
    bundle = PRESETS.get(preset or "CASH")
    problems = [problem for name, value in overrides.items() for problem in _outside(name, value)]
    if bundle is None:
        known = ", ".join(PRESETS)
        problems.insert(0, ConfigProblem("preset", "21", f"there is no preset {preset!r}; known are {known}"))
    given = {**(bundle or {}), **overrides}
    problems += [
        ConfigProblem(name, SWITCHES[name].rule, "is required: give it in chips")
        for name in ("small_blind", "big_blind")
        if name not in given
    ]
    # What is wrong alone is not held against other switches: the others are still compared.
    wrong = {problem.switch for problem in problems}
    config = TableConfig(**_derived({name: value for name, value in given.items() if name not in wrong}))
    problems += [problem for names, problem in _contradictions(config) if not wrong.intersection(names)]
    if problems:
        raise ConfigError(tuple(problems))
    return config


def _outside(name: str, value: Any) -> Iterator[ConfigProblem]:  # noqa: ANN401 (a switch's own type)
    """What is wrong with one given value, looked at alone."""
    switch = SWITCHES.get(name)
    if switch is None:
        yield ConfigProblem(name, "20", "is no switch of the rule book")
    elif switch.kind == "number" and not switch.least <= value <= switch.most:
        yield ConfigProblem(name, switch.rule, _range(switch, value))
    elif switch.kind == "caps":
        players = [count for count, _ in value]
        if len(players) > _MOST_CAPS:
            text = f"{len(players)} caps are more than one for each number of players, {_MOST_CAPS}"
            yield ConfigProblem(name, switch.rule, text)
            return
        yield from (
            ConfigProblem(name, switch.rule, _range(switch, count, "players"))
            for count in players
            if not switch.least <= count <= switch.most
        )
        yield from (
            ConfigProblem(name, switch.rule, f"a cap of {cap} chips lies outside 0 to {MAX_CHIPS}")
            for _, cap in value
            if not 0 <= cap <= MAX_CHIPS
        )
        if len(set(players)) < len(players):
            yield ConfigProblem(name, switch.rule, "two caps for one number of players")


def _range(switch: Switch, value: int, unit: str = "") -> str:
    return f"{value} lies outside {switch.least} to {switch.most} {unit or switch.unit}"


def _derived(given: dict[str, Any]) -> dict[str, Any]:
    """The given switches and the defaults that follow from them (section 20, "derived")."""
    full = dict(given)
    single_payer = full.get("ante_type") in {AnteType.BIG_BLIND, AnteType.BUTTON}
    full.setdefault("bet_step", full.get("unit", 1))
    big_blind = full.get("big_blind", 0)  # missing only where that is reported
    full.setdefault("ante_amount", big_blind if single_payer else 0)
    limit = full.get("betting") is Betting.FIXED_LIMIT
    full.setdefault("reopen_rule", ReopenRule.HALF if limit else ReopenRule.CUMULATIVE_FULL)
    full.setdefault("fl_small_bet", big_blind)
    full.setdefault("fl_big_bet", 2 * full["fl_small_bet"])
    full["rake_caps"] = tuple(sorted(full.get("rake_caps", ())))
    return full


def _contradictions(config: TableConfig) -> Iterator[tuple[tuple[str, ...], ConfigProblem]]:
    """What is wrong with the values together, each with the switches that it compares."""
    if config.fl_big_bet > MAX_CHIPS:  # as it follows from the small bet
        big_bet = _range(SWITCHES["fl_big_bet"], config.fl_big_bet)
        yield ("fl_big_bet",), ConfigProblem("fl_big_bet", "R-10.1", big_bet)
    if config.small_blind > config.big_blind:
        blinds = f"{config.small_blind} is more than the big blind of {config.big_blind}"
        yield ("small_blind", "big_blind"), ConfigProblem("small_blind", "R-3.2", blinds)
    for name in ("small_blind", "big_blind"):
        blind = getattr(config, name)
        if blind % config.unit:
            text = f"{blind} is no multiple of the unit, {config.unit}"
            yield (name, "unit"), ConfigProblem(name, "R-3.2", text)
    blinds_posted = config.blind_structure in {BlindStructure.SB_BB, BlindStructure.SINGLE_BLIND}
    if config.ante_type is AnteType.BIG_BLIND and not blinds_posted:
        text = f"BIG_BLIND needs a big blind, and {config.blind_structure.value} has none"
        yield ("ante_type", "blind_structure"), ConfigProblem("ante_type", "R-4.1", text)
    if config.boards > 1 and not config.bomb_pot:
        text = f"{config.boards} boards need a bomb pot, and bomb_pot is 0"
        yield ("boards", "bomb_pot"), ConfigProblem("boards", "R-15", text)
    if config.boards > 1 and config.run_it_max > 1:
        text = f"two boards are not combined with run-it-N, and run_it_max is {config.run_it_max}"
        yield ("boards", "run_it_max"), ConfigProblem("boards", "R-15", text)
    if 0 < config.max_buyin_bb < config.min_buyin_bb:
        text = f"{config.max_buyin_bb} is less than min_buyin_bb, {config.min_buyin_bb}"
        yield ("max_buyin_bb", "min_buyin_bb"), ConfigProblem("max_buyin_bb", "R-19.1", text)
