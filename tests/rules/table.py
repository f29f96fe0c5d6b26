"""The language of these tests: a table in one line, what is played at it, and what must come of it.

    hand = table("UTG  CO  BTN  SB  BB 30", blinds=(50, 100))
    hand.expect(to_act="UTG", call=100, least=200)
    hand.refuses(Reason.RAISE_BELOW_MINIMUM, least=200).raises("UTG", 150)
    hand.calls("UTG").folds("CO", "BTN", "SB").ends(pots=[(90, "UTG BB"), (40, "UTG")])

A line names the chairs clockwise, each with the chips of its player; without a number a player is deep.
A chair with 0 chips is empty: an empty BTN is a dead button, an empty SB a dead small blind. The button is
BTN, or the last chair where no BTN is named; who posts follows from it. A table never changes: every verb
gives the next one, so that one moment can go on in several ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final, TypeAlias

import pytest

from floorman.cards import full_deck, short_deck
from floorman.rules.choices import Variant
from floorman.rules.dealing import Deck, NoDeck
from floorman.rules.floor import open_hand
from floorman.rules.hand import NOBODY, Hand
from floorman.rules.opening import Blinds, HandStart, SeatStart, StraddlePost
from floorman.rules.presets import resolve
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.switches import SWITCHES
from tests.rules.playing import Table, cards_of

__all__ = ["DEEP", "Switches", "Table", "flop", "no_table", "switch_value", "table"]

DEEP: Final = 100_000
"""The chips of a player whose line names none."""

Switches: TypeAlias = dict[str, Any]
"""Switches that several tables of a test share, by name."""


class _InOrder:
    """A deck whose cards are known: those named, then the others in rising order."""

    def __init__(self, first: Sequence[int], variant: Variant) -> None:
        cards = short_deck() if variant is Variant.SHORT_DECK_36 else full_deck()
        self._cards = [*first, *(card for card in cards if card not in first)]

    def face(self, index: int) -> int:
        return self._cards[index]

    hole = face


def table(
    line: str,
    blinds: tuple[int, int] = (1, 2),
    *,
    preset: str = "CASH",
    button: str = "",
    posting: tuple[str | None, str | None] | None = None,
    straddles: Sequence[tuple[str, int]] = (),
    live: Mapping[str, int] | None = None,
    dead: Mapping[str, int] | None = None,
    absent: str = "",
    asks: bool = False,
    last_two_in_event: bool = False,
    holes: Mapping[str, str] | None = None,
    best: str = "",
    board: str = "",
    burns: str = "",
    deck: str = "",
    host_deals: bool = False,
    **switches: object,
) -> Table:
    """A hand that was just dealt.

    Args:
        line: the chairs clockwise, each a name and its chips, like ``"UTG  BTN 500  SB  BB 30"``.
        blinds: small and big, chips.
        preset: of the rule book's section 21.
        button: the button's chair, where it is neither BTN nor the last one.
        posting: who posts the small and the big blind, where it does not follow; None: nobody.
        straddles: chair and level, in the order posted.
        live: posts that count toward the call, by chair.
        dead: posts that belong to the pot alone, by chair.
        absent: chairs whose players are away (R-5.4).
        asks: at a showdown each seat decides, else the table's rule does.
        last_two_in_event: R-10.2.
        holes: hole cards by chair; the host deals.
        best: instead of cards, whose hand is how good: ``"A > B = C > D"``; the host deals.
        board: the cards of the board; the host deals. Several boards: ``"2c 7d 9h | 3c 8d Th"``.
        burns: the burn cards, as they fall; the host deals.
        deck: the first cards of the deck that the floor deals; without it the cards lie in rising order.
        host_deals: the host deals and has named no card yet.
        switches: by the rule book's names, values as it writes them.

    Raises:
        Refusal: these facts make no hand.
    """
    chips = dict(_chairs(line))
    names = {name: number for number, name in enumerate(chips, 1)}
    dealt = [name for name, stack in chips.items() if stack]
    small, big = blinds
    given = {name: switch_value(name, value) for name, value in switches.items()}
    config = resolve(preset, {"small_blind": small, "big_blind": big, **given})
    if best:
        ladder = _ladder(best)
        holes = {**ladder, **(holes or {})}
        board = board or _LADDER_BOARD
    absentees = absent.split()
    start = HandStart(
        config=config,
        button=names[button or ("BTN" if "BTN" in names else list(names)[-1])],
        seats=tuple(
            SeatStart(
                names[name],
                chips[name],
                (live or {}).get(name, 0),
                (dead or {}).get(name, 0),
                name in absentees,
            )
            for name in dealt
        ),
        blinds=_blinds(names, chips, posting),
        straddles=tuple(StraddlePost(names[name], level) for name, level in straddles),
        host_deals=host_deals or bool(holes or board or burns),
        asks=asks,
        last_two_in_event=last_two_in_event,
        known_holes={names[name]: _two(cards) for name, cards in (holes or {}).items()},
        known_boards=tuple(cards_of(cards) for cards in board.split("|") if cards),
        known_burns=cards_of(burns),
    )
    source: Deck = NoDeck() if start.host_deals else _InOrder(cards_of(deck), config.variant)
    hand, happened = open_hand(start, source)
    _check_labels(hand, names)
    return Table(hand, names, source, (), happened)


def flop(line: str, big_blind: int, **more: Any) -> Table:
    """A flop that cost nobody a chip: nobody posted and everybody checked. The first of the line acts."""
    hand = table(line, blinds=(0, big_blind), blind_structure="NONE", **more).checks_to("FLOP")
    return hand.expect(street="FLOP", to_act=next(iter(hand.names)), pot=0)


@contextmanager
def no_table(reason: Reason, rule: str | None = None, *, field: str = "", **numbers: int) -> Iterator[None]:
    """The facts of the block must make no hand: for this reason, by this rule, at fault in this field."""
    with pytest.raises(Refusal) as refused:
        yield
    refusal = refused.value
    assert refusal.reason is reason, refusal.text
    assert rule in {None, refusal.rule}
    assert field in {"", refusal.field}
    assert numbers.items() <= dict(refusal.numbers).items()


def switch_value(name: str, value: object) -> object:
    """The value of a switch as the rules hold it, from how the rule book writes it."""
    switch = SWITCHES[name]
    make: Callable[[object], Enum] | None = switch.choices
    match switch.kind, value:
        case "enum", str() if make is not None:
            return make(value)
        case "set", set() | frozenset() if make is not None:
            return frozenset(make(one) for one in value)
        case "caps", dict():
            return tuple(sorted(value.items()))
        case _:
            return value


def _chairs(line: str) -> Iterator[tuple[str, int]]:
    words = line.split()
    for place, word in enumerate(words):
        if not word.isdecimal():
            chips = words[place + 1] if place + 1 < len(words) else ""
            yield word, int(chips) if chips.isdecimal() else DEEP


def _blinds(
    names: Mapping[str, int], chips: Mapping[str, int], posting: tuple[str | None, str | None] | None
) -> Blinds:
    if posting is not None:
        small, big = (None if name is None else names[name] for name in posting)
        return Blinds(small, big)
    return Blinds(small=None) if chips.get("SB") == 0 else Blinds()


def _check_labels(hand: Hand, names: Mapping[str, int]) -> None:
    """A chair that is called SB or BB is where that blind stands."""
    for label, position in (("SB", hand.small_blind), ("BB", hand.big_blind)):
        if label in names and position != NOBODY:
            assert hand.seats[position].number == names[label], f"{label} does not post the blind"


def _two(text: str) -> tuple[int, int]:
    first, second = cards_of(text)
    return first, second


# With these on the board every hand is a pair of kings, and its first card decides: the second never plays.
_LADDER_BOARD: Final = "Kc Kd 9h 7s 4c"
_LADDER: Final = (
    ("A2", "shdc"),
    ("Q3", "shdc"),
    ("J5", "shdc"),
    ("T6", "shdc"),
    ("82", "cd"),
    ("63", "cd"),
    ("52", "dc"),
)
"""The two ranks of each rung, best first, and the suits of those who share it."""


def _ladder(best: str) -> dict[str, str]:
    """Hole cards that make hands as good as wanted, best first."""
    holes: dict[str, str] = {}
    for (ranks, suits), group in zip(_LADDER, best.split(">"), strict=False):
        names = [name.strip() for name in group.split("=")]
        for name, suit in zip(names, suits[: len(names)], strict=True):
            holes[name] = f"{ranks[0]}{suit} {ranks[1]}{suit}"
    return holes
