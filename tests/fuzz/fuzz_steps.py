"""Whole hands at tables of chance: steps of the menu, accidents, steps out of the blue, every law checked.

The tables, the menus and the laws are those of the property tests; here coverage leads chance instead of a
seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman import steps
from floorman.events import Event
from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.step_bytes import decode_step, encode_step
from floorman.rules.floor import apply, check, open_hand
from floorman.rules.hand import Hand, Phase
from floorman.rules.refusal import Refusal
from floorman.sealing.hand_codec import decode_hand, encode_hand
from tests.fuzz.chance import Chance
from tests.properties.invariants import check_events, check_hand, check_settlement
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import accident, next_step, not_offered, offered

__all__ = ["one_input"]

_MOST_STEPS: Final = 300
_OF_CARDS: Final = steps.DealHole | steps.DealBoard | steps.DealBurn | steps.Show


def one_input(form: bytes) -> None:
    """Any bytes, as the chances of one hand."""
    chance = Chance(form)
    table = deal_table(chance, host_deals=chance.random() < 0.25)
    hand, happened = open_hand(table.start, table.floor_deck)
    check_events(table, happened, None, hand)
    for _ in range(_MOST_STEPS):
        check_hand(table, hand)
        asked = _asked(chance, table, hand)
        if asked is None or (hand.phase is Phase.COMPLETE and not chance.bytes_left()):
            break
        after, happened = _unchanged_by(hand, asked, table)
        _check_bytes(after, asked, happened)
        check_events(table, happened, hand, after)
        hand = after
    if hand.phase is Phase.COMPLETE:
        check_settlement(hand)


def _unchanged_by(hand: Hand, asked: steps.Step, table: Table) -> tuple[Hand, list[Event]]:
    """The hand after a step; the hand before stays as it was."""
    form = encode_hand(hand)
    try:
        return apply(hand, asked, table.floor_deck)
    finally:
        assert encode_hand(hand) == form


def _asked(chance: Chance, table: Table, hand: Hand) -> steps.Step | None:
    """A legal step; on the way to it others may be tried, and the menu."""
    match chance.take(1)[0] % 16:
        case 0:
            wish = accident(chance, hand)
        case 1 | 2 | 3:
            wish = _out_of_the_blue(chance)
        case 4:
            _try_the_menu(chance, table, hand)
            return next_step(chance, table, hand)
        case _:
            return next_step(chance, table, hand)
    try:
        _unchanged_by(hand, wish, table)
    except Refusal:
        return next_step(chance, table, hand)
    # cards that a host names out of the blue would be missing from the deck that the menu deals from
    return next_step(chance, table, hand) if isinstance(wish, _OF_CARDS) else wish


def _try_the_menu(chance: Chance, table: Table, hand: Hand) -> None:
    """What is offered is accepted, what is not is refused."""
    for step in offered(chance, table, hand):
        check(hand, step, table.floor_deck)
    for step in not_offered(chance, hand):
        try:
            check(hand, step, table.floor_deck)
        except Refusal:
            continue
        raise AssertionError(f"{step} is not offered, and accepted")


def _out_of_the_blue(chance: Chance) -> steps.Step:
    """Any step that the wire lets through, of seats that may not exist, with cards that may lie somewhere."""
    seat, number = chance.take(1)[0] % 12, chance.take(1)[0]
    cards = tuple(card % 52 for card in chance.take(number % 6))
    amount = chance.getrandbits(8 * (1 + number % 6))
    kinds: tuple[steps.Step, ...] = (
        steps.Fold(seat),
        steps.Check(seat),
        steps.Call(seat),
        steps.Bet(seat, amount),
        steps.Raise(seat, amount),
        steps.AllIn(seat),
        steps.Run(seat, number),
        steps.Show(seat, cards),
        steps.Muck(seat),
        steps.ShowOne(seat, number & 1),
        steps.See(seat, number % 12),
        steps.Timeout(seat),
        steps.Resolve(),
        steps.DealHole(seat, cards),
        steps.DealBoard(number % 4, cards or (0,)),
        steps.DealBurn(number % 52),
        steps.Expose(seat, number & 1),
        steps.Misdeal(steps.Cause.HOST),
        steps.Void(steps.Cause.INTEGRITY),
        steps.Kill(seat),
        steps.Rabbit(),
    )
    return kinds[chance.take(1)[0] % len(kinds)]


def _check_bytes(hand: Hand, asked: steps.Step, happened: Sequence[Event]) -> None:
    """The state, the step and the events have bytes, and these are read as what they were."""
    assert encode_hand(decode_hand(hand.config, encode_hand(hand))) == encode_hand(hand)
    step_bytes = encode_step(asked)
    assert encode_step(decode_step(step_bytes)) == step_bytes
    for event in happened:
        event_bytes = encode_event(event)
        assert encode_event(decode_event(event_bytes)) == event_bytes
