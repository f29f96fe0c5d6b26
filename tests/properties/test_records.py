"""A hand told again, by its own record, by its host or by its chips alone, ends the same."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

import pytest

from floorman import events, steps
from floorman.api.pots_wire import settle_pots
from floorman.cards import card_names
from floorman.events import Event, ExposedOutcome, Outcome
from floorman.rules.dealing import NoDeck
from floorman.rules.floor import apply, open_hand
from floorman.rules.hand import NO_INDEX, Claim, Hand, Phase
from floorman.v1 import (
    cards_pb2,
    config_pb2,
    evaluation_service_pb2,
    hand_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    settlement_pb2,
)
from tests.properties.desk import Desk, opening_message, step_to_wire
from tests.properties.tables import Table, deal_table, hosted
from tests.properties.wishes import accident, next_step

_CHUNKS = 6
_HANDS = 25  # a chunk


@dataclass(slots=True)
class Record:
    """A hand that was played through the service, and what was done."""

    table: Table
    done: list[steps.Step]
    hand: Hand
    settlement: settlement_pb2.Settlement

    @property
    def cards(self) -> opening_pb2.KnownCards:
        """Every card of the hand, as a host knows them afterwards."""
        return opening_pb2.KnownCards(
            holes=[
                cards_pb2.HoleCards(seat=seat.number, cards=card_names(holes))
                for seat, holes in zip(self.hand.seats, self.hand.holes, strict=True)
                if holes is not None
            ],
            boards=[cards_pb2.Board(cards=card_names(board)) for board in self.hand.boards],
        )

    @property
    def told(self) -> list[steps.Step]:
        """The steps as a host tells them: of a replaced card it names the one that played (R-6.3)."""
        replaced = self.hand.replacement != NO_INDEX
        return [step for step in self.done if not (replaced and isinstance(step, steps.Expose))]


def played(desk: Desk, seed: int) -> Record:
    """A random hand that the service deals, with an accident now and then."""
    chance = random.Random(seed)
    table = deal_table(chance)
    update = desk.start(opening_message(table, chance.randbytes(32)))
    assert isinstance(update, hand_pb2.HandUpdate), update
    settlement = update.settlement
    done: list[steps.Step] = []
    while True:
        hand = desk.hand(update)
        wish = accident(chance, hand) if chance.random() < 0.05 else next_step(chance, table, hand)
        if wish is None or isinstance(wish, steps.Rabbit):
            return Record(table, done, hand, settlement)
        after = desk.act(update, step_to_wire(wish))
        if isinstance(after, refusal_pb2.Refusal):
            continue  # an accident that could not happen now
        done.append(wish)
        update = after
        if update.HasField("settlement"):
            settlement = update.settlement


def records(chunk: int) -> list[Record]:
    desk = Desk()
    return [played(desk, seed) for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS)]


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_a_hand_adjudicated_from_its_own_record_gives_its_settlement(chunk: int) -> None:
    desk = Desk()
    for record in records(chunk):
        opening = opening_message(hosted(record.table))
        opening.known_cards.CopyFrom(record.cards)
        told = [step_to_wire(step) for step in record.told]
        ruling = desk.adjudicate(hand_service_pb2.AdjudicateHandRequest(opening=opening, steps=told))
        assert isinstance(ruling, hand_service_pb2.AdjudicateHandResponse), ruling
        assert ruling.settlement == record.settlement, (record.table, record.done)


# ---- a host with the same cards ----


def _told_by_a_host(happened: list[Event]) -> list[Event]:
    """Events without what only a deck of the floor has: places, and a card exposed and replaced."""
    told: list[Event] = []
    for event in happened:
        match event:
            case events.HoleKnown() | events.Exposed(outcome=ExposedOutcome.REPLACED):
                continue
            case events.Burn():
                told.append(replace(event, index=0, face=0))
            case events.ShowOne() | events.Exposed():
                told.append(replace(event, index=0))
            case events.DealHole() | events.BoardCards() | events.HandUp() | events.Show() | events.Seen():
                told.append(replace(event, indices=()))
            case _:
                told.append(event)
    return told


def moves_the_same_chips(chance: random.Random, table: Table) -> None:
    """Plays a hand from the floor's deck, then with a host that names the same cards from the start."""
    hand, happened = open_hand(table.start, table.deck)
    done: list[steps.Step] = []
    while (step := next_step(chance, table, hand)) is not None and not isinstance(step, steps.Rabbit):
        hand, more = apply(hand, step, table.deck)
        happened += more
        done.append(step)
    holes = {
        seat.number: cards for seat, cards in zip(hand.seats, hand.holes, strict=True) if cards is not None
    }
    boards = tuple(tuple(board) for board in hand.boards)
    start = replace(hosted(table).start, known_holes=holes, known_boards=boards)
    twin, twins = open_hand(start, NoDeck())
    for step in done:
        twin, more = apply(twin, step, NoDeck())
        twins += more
    assert _told_by_a_host(twins) == _told_by_a_host(happened)
    assert twin.phase is Phase.COMPLETE


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_a_host_that_deals_the_same_cards_moves_the_same_chips(chunk: int) -> None:
    for seed in range(2 * chunk * _HANDS, 2 * (chunk + 1) * _HANDS):
        chance = random.Random(seed)
        moves_the_same_chips(chance, deal_table(chance))


# ---- the chips alone ----


def _contributions(hand: Hand) -> list[evaluation_service_pb2.SeatContribution]:
    return [
        evaluation_service_pb2.SeatContribution(
            seat=seat.number,
            matched=seat.total + seat.refunded,
            folded=seat.folded and not seat.killed,
            killed=seat.killed,
            forfeited=seat.posted if seat.killed else 0,
        )
        for seat in hand.seats
    ]


def _rules(hand: Hand) -> evaluation_service_pb2.PotRules:
    config = hand.config
    cap = config.rake_cap
    for players, players_cap in config.rake_caps:
        if players <= len(hand.seats):
            cap = players_cap
    raked = hand.flop_dealt or not config.no_flop_no_drop
    return evaluation_service_pb2.PotRules(
        unit=config.unit,
        odd_chips=config_pb2.OddChips.Value(f"ODD_CHIPS_{config.odd_chips.value}"),
        pot_report=config_pb2.PotReport.Value(f"POT_REPORT_{config.pot_report.value}"),
        rake_bps=config.rake_bps if raked else 0,
        rake_cap=cap,
        rake_rounding=config_pb2.RakeRounding.Value(f"RAKE_ROUNDING_{config.rake_rounding.value}"),
        variant=config_pb2.Variant.Value(f"VARIANT_{config.variant.value}"),
        short_trips_beat_straight=config.short_trips_beat_straight,
    )


def _request(hand: Hand) -> evaluation_service_pb2.SettlePotsRequest:
    request = evaluation_service_pb2.SettlePotsRequest(
        contributions=_contributions(hand),
        dead_chips=sum(seat.dead for seat in hand.seats),
        button=hand.button,
        rules=_rules(hand),
    )
    if len(hand.in_hand()) > 1:
        claiming = [
            (seat, holes)
            for seat, holes in zip(hand.seats, hand.holes, strict=True)
            if not seat.folded and seat.claim is not Claim.MUCKED and holes is not None
        ]
        request.showing.boards.extend(cards_pb2.Board(cards=card_names(board)) for board in hand.boards)
        request.showing.holes.extend(
            cards_pb2.HoleCards(seat=seat.number, cards=card_names(holes)) for seat, holes in claiming
        )
    return request


def _a_muck_won(record: Record) -> bool:
    """R-12.5: of a pot that all mucked the last one wins, which cards and chips do not tell."""
    mucked = {seat.number for seat in record.hand.seats if seat.claim is Claim.MUCKED}
    return any(
        len(pot.eligible_seats) > 1 and set(pot.eligible_seats) <= mucked for pot in record.settlement.pots
    )


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_r13_settle_pots_on_the_final_contributions_gives_the_hands_awards(chunk: int) -> None:
    compared = 0
    for record in records(chunk):
        if record.hand.outcome != Outcome.PLAYED or _a_muck_won(record):
            continue
        compared += 1
        settled = settle_pots(_request(record.hand))
        assert list(settled.refunds) == list(record.settlement.refunds)
        assert list(settled.pots) == list(record.settlement.pots)
        assert list(settled.layers) == list(record.settlement.layers)
        assert settled.rake == record.settlement.rake
        won = {seat.seat: seat.won for seat in record.settlement.seats if seat.won}
        assert {paid.seat: paid.amount for paid in settled.payouts} == won
    assert compared > _HANDS // 2
