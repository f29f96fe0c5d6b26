"""Who gets which chips: a pure reading of the final hand (R-13, R-14.3), and the paying of it."""

from __future__ import annotations

from dataclasses import dataclass

from floorman import events
from floorman.evaluation import Ranking, strength
from floorman.events import Event
from floorman.rules.choices import PotReport, Variant
from floorman.rules.hand import Claim, Hand
from floorman.rules.pots import PaidPart, Pot, RakeRule, layer, pay_parts, rake_of_pots, uncalled

__all__ = ["PaidPot", "Settlement", "merged_pots", "pay", "ranking_of", "refund", "settle", "strengths_of"]


@dataclass(slots=True)
class PaidPot:
    """A merged pot and what became of it; ``amount`` is before rake."""

    amount: int
    rake: int
    eligible: tuple[int, ...]
    parts: list[PaidPart]


@dataclass(slots=True)
class Settlement:
    """What a hand pays, by position in table order.

    Attributes:
        refunds: uncalled chips.
        pots: from the main pot up.
        layers: the same chips as the table reports them (R-13.2, ``pot_report``).
        strengths: position -> strength on each board, where hands were compared.
        rake: chips of the house in all.
    """

    refunds: dict[int, int]
    pots: list[PaidPot]
    layers: list[Pot]
    strengths: dict[int, list[int]]
    rake: int

    def won(self, position: int) -> int:
        """Chips that a seat gets out of all pots."""
        return sum(part.shares.get(position, 0) for pot in self.pots for part in pot.parts)


def refund(hand: Hand, happened: list[Event]) -> None:
    """R-13.1: the uncalled part of the largest contribution goes back, once."""
    if hand.refunded:
        return
    hand.refunded = True
    totals = {position: seat.total for position, seat in enumerate(hand.seats)}
    forfeit = {position: seat.posted for position, seat in enumerate(hand.seats) if seat.killed}
    back = uncalled(totals, forfeit)
    if back is None:
        return
    position, chips = back
    seat = hand.seats[position]
    seat.total -= chips
    seat.refunded += chips
    seat.stack += chips
    hand.pot -= chips
    happened.append(events.Refund(seat.number, chips, seat.stack, hand.pot))


def merged_pots(hand: Hand, *, at_folded_totals: bool = False) -> list[Pot]:
    """The pots as they stand, eligible seats by position (R-13.2)."""
    totals = {position: seat.total for position, seat in enumerate(hand.seats)}
    dead = sum(seat.dead for seat in hand.seats)
    return layer(totals, hand.in_hand(), dead, at_folded_totals=at_folded_totals)


def ranking_of(hand: Hand) -> Ranking:
    """Which order of hands the deck has (R-16, R-17)."""
    if hand.config.variant is Variant.HOLDEM_52:
        return Ranking.HOLDEM
    if hand.config.short_trips_beat_straight:
        return Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT
    return Ranking.SHORT_DECK


def settle(hand: Hand) -> Settlement:
    """What the hand pays, read from its final facts; nothing moves."""
    pots = merged_pots(hand)
    strengths = _compared(hand, pots)
    rakes = _rakes(hand, pots)
    paid = [
        PaidPot(pot.amount, rake, pot.eligible, _parts(hand, pot, pot.amount - rake, strengths))
        for pot, rake in zip(pots, rakes, strict=True)
    ]
    layers = pots
    if hand.config.pot_report is PotReport.LAYERS:
        layers = merged_pots(hand, at_folded_totals=True)
    refunds = {position: seat.refunded for position, seat in enumerate(hand.seats) if seat.refunded}
    return Settlement(refunds, paid, layers, strengths, sum(rakes))


def _claimants(hand: Hand, pot: Pot) -> list[int]:
    """Who can still win a pot: a muck gives up every pot but one that nobody else claims (R-12.5)."""
    if len(pot.eligible) == 1:
        return list(pot.eligible)
    claiming = [position for position in pot.eligible if hand.seats[position].claim is not Claim.MUCKED]
    return claiming or [max(pot.eligible, key=lambda position: hand.seats[position].muck_order)]


def strengths_of(hand: Hand, position: int) -> list[int]:
    """The strength of a hand whose cards are known, on every board."""
    holes, ranking = hand.cards(position), ranking_of(hand)
    return [strength([*board, *holes], ranking) for board in hand.boards]


def _compared(hand: Hand, pots: list[Pot]) -> dict[int, list[int]]:
    """The strengths of every hand that has to be compared."""
    comparing: set[int] = set()
    for pot in pots:
        claimants = _claimants(hand, pot)
        if len(claimants) > 1:
            comparing.update(claimants)
    return {position: strengths_of(hand, position) for position in sorted(comparing)}


def _rakes(hand: Hand, pots: list[Pot]) -> list[int]:
    config = hand.config
    if not config.rake_bps or (config.no_flop_no_drop and not hand.flop_dealt):
        return [0] * len(pots)
    cap = config.rake_cap
    for players, players_cap in config.rake_caps:  # rising: the largest number not above the dealt seats
        if players <= len(hand.seats):
            cap = players_cap
    rule = RakeRule(config.rake_bps, cap, config.unit, config.rake_rounding)
    return rake_of_pots([pot.amount for pot in pots], rule)


def _parts(hand: Hand, pot: Pot, amount: int, strengths: dict[int, list[int]]) -> list[PaidPart]:
    config = hand.config
    boards = len(hand.boards) if len(pot.eligible) > 1 else 1  # a pot of one is paid whole, on board 0
    return pay_parts(amount, boards, _claimants(hand, pot), strengths, config.unit, config.odd_chips)


def pay(hand: Hand, settlement: Settlement, happened: list[Event]) -> None:
    """Moves the chips: rake by rising pot, then awards from the last side pot down (audit.md 4.3)."""
    for number, pot in enumerate(settlement.pots):
        if pot.rake:
            hand.pot -= pot.rake
            hand.rake += pot.rake
            happened.append(events.Rake(pot.rake, number, hand.pot))
    for number in reversed(range(len(settlement.pots))):
        for part in settlement.pots[number].parts:
            for position, share in part.shares.items():
                if share:
                    seat = hand.seats[position]
                    seat.stack += share
                    hand.pot -= share
                    happened.append(
                        events.Award(seat.number, share, seat.stack, hand.pot, number, part.board)
                    )
