"""Random tables: every switch, every number of seats, stacks from one chip up, from one source of chance.

The source is a ``random.Random``: a seed repeats a table, and hypothesis may stand in for it to shrink one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from floorman.cards import full_deck, short_deck
from floorman.rules.choices import AnteType, BlindStructure, StraddleSeat, Variant
from floorman.rules.dealing import Deck, NoDeck
from floorman.rules.floor import open_hand
from floorman.rules.opening import Blinds, HandStart, SeatStart, StraddlePost
from floorman.rules.presets import PRESETS, resolve
from floorman.rules.refusal import Refusal
from floorman.rules.switches import SWITCHES, Scope, Switch, TableConfig

__all__ = ["CHIP_SWITCHES", "MOST_SEAT", "StackedDeck", "Table", "deal_table", "hosted"]

MOST_SEAT: Final = 10
"""Seats are 0 to 10: tables count from 0 or from 1."""

CHIP_SWITCHES: Final = (
    "unit",
    "bet_step",
    "small_blind",
    "big_blind",
    "ante_amount",
    "pl_round_up",
    "fl_small_bet",
    "fl_big_bet",
    "rake_cap",
    "bomb_pot",
)
"""The switches that are amounts; ``rake_caps`` holds more of them."""

_HAND_SWITCHES: Final = [
    switch
    for name, switch in SWITCHES.items()
    if switch.scope is Scope.HAND and switch.kind in {"enum", "flag", "set"}
]
_FLIPPED: Final = 0.12
"""How often a switch with named values differs from its preset."""


class StackedDeck:
    """A deck whose order is known from the start."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def face(self, index: int) -> int:
        """The card at a place of the deck."""
        return self.order[index]

    hole = face


@dataclass(frozen=True, slots=True)
class Table:
    """A table that makes a hand, and the deck that it is dealt from.

    Attributes:
        preset: the bundle that its config began with.
        overrides: what differs from it.
        start: the facts of the start.
        deck: what the floor deals from; where the host deals, the cards that it will name.
    """

    preset: str
    overrides: Mapping[str, Any]
    start: HandStart
    deck: StackedDeck

    @property
    def chips(self) -> int:
        """Every chip on the table."""
        return sum(seat.stack for seat in self.start.seats)

    @property
    def floor_deck(self) -> Deck:
        """The deck as the floor sees it."""
        return NoDeck() if self.start.host_deals else self.deck

    def most_steps(self) -> int:
        """More steps than this no hand of the table takes.

        A raise that is not all-in is a full one of a big blind at least, and no level is above the largest
        stack; before the next raise each seat acts once. Then everybody votes, and shows.
        """
        seats = len(self.start.seats)
        raises = max(seat.stack for seat in self.start.seats) // self.start.config.big_blind + seats + 1
        return 4 * seats * (raises + 1) + 2 * seats + 4


def deal_table(chance: random.Random, *, host_deals: bool = False, most_bb: int = 200) -> Table:
    """A random table.

    Args:
        chance: where everything comes from.
        host_deals: the cards are the host's; none of them is known yet.
        most_bb: the deepest stacks, in big blinds.
    """
    preset = chance.choice(list(PRESETS))
    overrides = _overrides(chance, PRESETS[preset])
    config = resolve(preset, overrides)
    order = list(short_deck() if config.variant is Variant.SHORT_DECK_36 else full_deck())
    chance.shuffle(order)
    deck = StackedDeck(tuple(order))
    numbers = sorted(chance.sample(range(MOST_SEAT + 1), chance.randint(2, _most_seats(config))))
    button = chance.choice(numbers) if chance.random() < 0.85 else chance.randint(0, MOST_SEAT)
    blinds = _blinds(chance, config, numbers, button)
    start = HandStart(
        config=config,
        button=button,
        seats=tuple(_seats(chance, config, numbers, most_bb)),
        blinds=blinds,
        host_deals=host_deals,
        asks=chance.random() < 0.4,
        last_two_in_event=chance.random() < 0.1,
    )
    start = _straddled(chance, _legal_posts(start))
    return Table(preset, overrides, start, deck)


def hosted(table: Table) -> Table:
    """The same table with a host that deals the same order of cards."""
    return replace(table, start=replace(table.start, host_deals=True))


def _most_seats(config: TableConfig) -> int:
    cards = 36 if config.variant is Variant.SHORT_DECK_36 else 52
    spare = cards - 5 * config.boards - (3 if config.burn_cards else 0)
    return min(10, spare // 2)


# ---- the config ----


def _overrides(chance: random.Random, bundle: Mapping[str, Any]) -> dict[str, Any]:
    overrides = {
        switch.name: _other_value(chance, switch) for switch in _HAND_SWITCHES if chance.random() < _FLIPPED
    }
    if chance.random() < 0.5:  # the betting structure divides the rules more than any other switch
        overrides["betting"] = chance.choice(list(type(resolve("", _BLINDS).betting)))
    overrides |= _amounts(chance, {**bundle, **overrides})
    full = {**bundle, **overrides}
    posts_big = full.get("blind_structure", BlindStructure.SB_BB) in {
        BlindStructure.SB_BB,
        BlindStructure.SINGLE_BLIND,
    }
    if full.get("ante_type") is AnteType.BIG_BLIND and not posts_big:
        overrides["ante_type"] = AnteType.EACH
    return overrides


_BLINDS: Final = {"small_blind": 1, "big_blind": 2}


def _other_value(chance: random.Random, switch: Switch) -> Any:
    match switch.kind:
        case "flag":
            return chance.random() < 0.5
        case "set":
            return frozenset(choice for choice in StraddleSeat if chance.random() < 0.5)
        case _:
            assert switch.choices is not None
            return chance.choice(list(switch.choices))


def _amounts(chance: random.Random, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch that is a number, some of them left to their defaults."""
    unit = chance.choice((1, 1, 1, 2, 5, 10, 25))
    small = chance.randint(0, 4)
    big = chance.randint(max(1, small), max(1, 3 * small))
    amounts: dict[str, Any] = {"unit": unit, "small_blind": small * unit, "big_blind": big * unit}
    blind = big * unit
    optional: dict[str, tuple[float, Callable[[], Any]]] = {
        "bet_step": (0.2, lambda: unit * chance.randint(1, 5)),
        "ante_amount": (0.3, lambda: chance.randint(0, 2 * blind)),
        "straddle_multiple": (0.2, lambda: chance.randint(2, 3)),
        "straddle_max": (0.4, lambda: chance.randint(1, 3)),
        "straddle_min_players": (0.1, lambda: chance.randint(3, 6)),
        "pl_round_up": (0.15, lambda: chance.randint(1, 5 * unit)),
        "fl_small_bet": (0.2, lambda: chance.randint(1, 2 * blind)),
        "fl_big_bet": (0.2, lambda: chance.randint(1, 4 * blind)),
        "fl_max_raises": (0.3, lambda: chance.randint(1, 4)),
        "run_it_max": (0.4, lambda: chance.randint(2, 4)),
        "rake_bps": (0.4, lambda: chance.choice((1, 250, 500, 1000, 10_000))),
        "rake_cap": (0.3, lambda: chance.randint(0, 4 * blind)),
        "rake_caps": (0.1, lambda: ((2, chance.randint(0, blind)), (5, chance.randint(0, 3 * blind)))),
        "bomb_pot": (0.12, lambda: chance.randint(1, 3 * blind)),
    }
    amounts |= {name: amount() for name, (often, amount) in optional.items() if chance.random() < often}
    if "ante_type" in given and given["ante_type"] is AnteType.EACH:
        amounts.setdefault("ante_amount", chance.randint(1, blind))
    if amounts.get("bomb_pot") and amounts.get("run_it_max", 1) == 1 and chance.random() < 0.6:
        amounts["boards"] = 2
    return amounts


# ---- the seats ----


def _seats(
    chance: random.Random, config: TableConfig, numbers: list[int], most_bb: int
) -> Iterator[SeatStart]:
    absent_too = chance.random() < 0.15
    posting_too = not config.bomb_pot and chance.random() < 0.2
    present = chance.choice(numbers)
    for number in numbers:
        yield SeatStart(
            number,
            _stack(chance, config, most_bb),
            live_post=config.big_blind if posting_too and chance.random() < 0.4 else 0,
            dead_post=config.small_blind if posting_too and chance.random() < 0.4 else 0,
            absent=absent_too and number != present and chance.random() < 0.3,
        )


def _stack(chance: random.Random, config: TableConfig, most_bb: int) -> int:
    """From one chip to deep, seldom a whole number of chips of the table."""
    blind = config.big_blind
    match chance.randint(0, 9):
        case 0:
            return chance.randint(1, 3)
        case 1 | 2:
            return chance.randint(1, 2 * blind)
        case 3 | 4 | 5:
            return chance.randint(1, 12 * blind)
        case 6 | 7:
            return blind * chance.randint(1, 25)
        case _:
            return chance.randint(1, most_bb * blind)


def _blinds(chance: random.Random, config: TableConfig, numbers: list[int], button: int) -> Blinds:
    """Mostly as they follow from the button; sometimes dead, sometimes where the last hand left them."""
    if config.blind_structure is not BlindStructure.SB_BB or config.bomb_pot or chance.random() < 0.8:
        return Blinds()
    clockwise = [number for number in numbers if number > button] + [
        number for number in numbers if number <= button
    ]
    if chance.random() < 0.5:
        return Blinds(None, clockwise[0])
    small, big = sorted(chance.sample(range(len(clockwise)), 2))
    return Blinds(clockwise[small], clockwise[big])


def _legal_posts(start: HandStart) -> HandStart:
    """R-5.1: a seat's live post and its blind make one big blind at most; the floor says whose."""
    bare = replace(start, config=replace(start.config, straddle_mandatory=False))
    while (refusal := _refusal(bare)) is not None:
        seat = dict(refusal.numbers)["seat"]
        bare = replace(bare, seats=tuple(_without_post(other, seat) for other in bare.seats))
    return replace(start, seats=bare.seats)


def _without_post(seat: SeatStart, number: int) -> SeatStart:
    return replace(seat, live_post=0) if seat.number == number else seat


def _straddled(chance: random.Random, start: HandStart) -> HandStart:
    """R-5.3: straddles where the table allows them; the floor itself says which seats may."""
    config = start.config
    if config.straddle_seats and chance.random() < 0.7:
        numbers = [seat.number for seat in start.seats]
        chance.shuffle(numbers)
        for number in numbers:
            for count in range(config.straddle_max, 0, -1):
                tried = replace(start, straddles=tuple(_straddles_from(start, number, count)))
                if _refusal(tried) is None:
                    return tried
    if _refusal(start) is not None:  # a mandatory straddle that nobody posts
        return replace(start, config=replace(config, straddle_mandatory=False))
    return start


def _straddles_from(start: HandStart, first: int, count: int) -> Iterator[StraddlePost]:
    numbers = sorted(seat.number for seat in start.seats)
    amount = start.config.big_blind
    for step in range(count):
        amount *= start.config.straddle_multiple
        yield StraddlePost(numbers[(numbers.index(first) + step) % len(numbers)], amount)


def _refusal(start: HandStart) -> Refusal | None:
    """Why a start makes no hand; None if it does."""
    try:
        open_hand(replace(start, host_deals=True), NoDeck())
    except Refusal as refusal:
        return refusal
    return None
