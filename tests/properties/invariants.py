"""What holds of every hand at every moment (rule book, "Engine invariants")."""

from __future__ import annotations

from collections.abc import Sequence

from floorman import events
from floorman.cards import full_deck, short_deck
from floorman.events import Event
from floorman.rules.choices import Variant
from floorman.rules.decision import decision
from floorman.rules.hand import NO_INDEX, NOBODY, Hand, Phase
from floorman.rules.settlement import settle
from floorman.sealing.hand_codec import decode_hand, encode_hand
from tests.properties.tables import Table

__all__ = ["check_events", "check_hand", "check_settlement"]


def check_hand(table: Table, hand: Hand) -> None:
    """Every chip in one place, no card twice, and one question at a time."""
    behind = [seat.stack for seat in hand.seats]
    assert min(behind) >= 0
    assert min(hand.pot, hand.rake) >= 0
    assert sum(behind) + hand.pot + hand.rake == table.chips
    if hand.phase is Phase.COMPLETE:
        assert hand.pot == 0
    else:
        assert hand.pot == sum(seat.total + seat.dead for seat in hand.seats)
        assert hand.rake == 0
    _check_cards(hand)
    _check_question(hand)


def _check_cards(hand: Hand) -> None:
    deck = short_deck() if hand.config.variant is Variant.SHORT_DECK_36 else full_deck()
    shared = hand.run_from if hand.runs > 1 else 0
    assert all(board[:shared] == hand.boards[0][:shared] for board in hand.boards)
    lying = [card for holes in hand.holes if holes is not None for card in holes]
    lying += hand.boards[0][:shared]
    lying += [card for board in hand.boards for card in board[shared:]]
    if hand.exposed is not None and hand.replacement != NO_INDEX:
        lying.append(hand.exposed[3])
    assert len(set(lying)) == len(lying)
    assert set(lying) <= set(deck)


def _check_question(hand: Hand) -> None:
    """Exactly one seat is asked, or several vote, or nobody is asked; and whoever is asked can answer."""
    question = decision(hand)
    assert (question.seat != NOBODY) == (hand.phase in {Phase.BET, Phase.SHOW})
    assert bool(question.pending) == (hand.phase is Phase.RUN_VOTE)
    match hand.phase:
        case Phase.BET:
            seat = hand.seats[hand.actor]
            assert not seat.folded
            assert seat.stack > 0
            options = question.options
            assert options is not None
            assert options.owed <= seat.stack
            if options.closed is None:
                assert options.level < options.least <= options.most <= options.whole
        case Phase.RUN_VOTE:
            assert question.most_runs > 1
        case Phase.SHOW:
            assert not hand.seats[hand.actor].folded
        case Phase.WAIT_CARDS:
            assert hand.host_deals
            missing = question.missing
            assert missing is not None
            assert missing.holes or missing.count
        case Phase.COMPLETE:
            assert hand.outcome


def check_events(table: Table, happened: Sequence[Event], before: Hand | None, after: Hand) -> None:
    """Each event that moves chips carries the stack and the pot after it, and moves what it says.

    Args:
        table: the table.
        happened: the events between the two.
        before: the hand before them; None for the deal.
        after: the hand after them.
    """
    stacks = {seat.number: seat.stack for seat in (before.seats if before else ())}
    stacks = stacks or {seat.number: seat.stack for seat in table.start.seats}
    pot = before.pot if before else 0
    for event in happened:
        match event:
            case (
                events.Ante()
                | events.SmallBlind()
                | events.BigBlind()
                | events.ButtonBlind()
                | events.LivePost()
                | events.DeadPost()
                | events.Straddle()
                | events.Call()
                | events.Bet()
                | events.Raise()
            ):
                stacks[event.seat] -= event.amount
                pot += event.amount
            case events.Refund() | events.Award() | events.Returned():
                stacks[event.seat] += event.amount
                pot -= event.amount
            case events.Rake():
                pot -= event.amount
            case _:
                continue
        assert event.amount > 0, event
        assert event.pot == pot, event
        if not isinstance(event, events.Rake):
            assert event.stack == stacks[event.seat]
    assert pot == after.pot
    assert stacks == {seat.number: seat.stack for seat in after.seats}


def check_settlement(hand: Hand) -> None:
    """Settling is a reading: done twice, or after a trip through bytes, it says what was paid."""
    if hand.outcome != events.Outcome.PLAYED:
        return
    bytes_before = encode_hand(hand)
    paid = settle(hand)
    assert settle(hand) == paid
    assert settle(decode_hand(hand.config, bytes_before)) == paid
    assert encode_hand(hand) == bytes_before
    for position, seat in enumerate(hand.seats):
        put_in = seat.total + seat.dead
        assert seat.stack == seat.start - put_in + paid.won(position)
        assert paid.won(position) + seat.refunded <= seat.stack
        if paid.won(position) > 0:  # nobody wins more of another's matched chips than it put in
            most = sum(min(other.total, seat.total) for other in hand.seats)
            forfeited = sum(other.total for other in hand.seats if other.killed)
            assert paid.won(position) <= most + forfeited + sum(other.dead for other in hand.seats)
    largest, *others = sorted(hand.seats, key=lambda seat: -seat.total)
    if largest.total > others[0].total:  # only posts of a killed seat stay unmatched
        assert largest.killed
    assert sum(pot.amount for pot in paid.pots) == sum(seat.total + seat.dead for seat in hand.seats)
    assert paid.rake == hand.rake
    for pot in paid.pots:
        assert sum(part.amount for part in pot.parts) == pot.amount - pot.rake
        for part in pot.parts:
            assert sum(part.shares.values()) == part.amount
            assert set(part.shares) <= set(pot.eligible)
    assert sum(pot.amount for pot in paid.layers) == sum(pot.amount for pot in paid.pots)
