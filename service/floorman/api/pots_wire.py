"""``SettlePots``: chips off the wire into pots, and the pots to their winners (R-13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from google.protobuf.descriptor import EnumDescriptor

from floorman.api import checks
from floorman.api.rejection import rejected
from floorman.api.settlement_wire import parts_to_wire
from floorman.api.showing_wire import MOST_BOARDS, ranking_from_wire, settled_boards, shown_cards
from floorman.evaluation import strength
from floorman.rules.choices import OddChips, PotReport, RakeRounding
from floorman.rules.positions import table_order
from floorman.rules.pots import PaidPart, Pot, RakeRule, layer, pay_parts, rake_of_pots, uncalled
from floorman.rules.switches import MAX_CHIPS
from floorman.v1 import cards_pb2, config_pb2, evaluation_service_pb2, refusal_pb2, settlement_pb2

__all__ = ["settle_pots"]

_ERRORS: Final = refusal_pb2.ErrorReason
_Choice = TypeVar("_Choice", bound=Enum)
_MOST_BPS: Final = 10_000


@dataclass(slots=True)
class _Chips:
    """What lies in the middle: matched chips in table order, who still plays, what is forfeited."""

    totals: dict[int, int]
    in_hand: set[int]
    forfeit: dict[int, int]
    dead: int


@dataclass(slots=True)
class _Winners:
    """Strength by seat and board; a seat that is missing has mucked."""

    boards: int
    strengths: Mapping[int, Sequence[int]]


def settle_pots(
    request: evaluation_service_pb2.SettlePotsRequest,
) -> evaluation_service_pb2.SettlePotsResponse:
    """Refunds, pots, and their payment as far as the winners are told.

    Raises:
        Rejected: with the field at fault.
    """
    chips = _chips(request)
    rules = request.rules
    unit = checks.number(rules.unit, 1, MAX_CHIPS, "rules.unit") if rules.HasField("unit") else 1
    rake_rule = RakeRule(
        checks.number(rules.rake_bps, 0, _MOST_BPS, "rules.rake_bps"),
        checks.chips(rules.rake_cap, "rules.rake_cap"),
        unit,
        _choice(RakeRounding, config_pb2.RakeRounding.DESCRIPTOR, rules.rake_rounding, "rules.rake_rounding"),
    )
    odd_chips = _choice(OddChips, config_pb2.OddChips.DESCRIPTOR, rules.odd_chips, "rules.odd_chips")
    report = _choice(PotReport, config_pb2.PotReport.DESCRIPTOR, rules.pot_report, "rules.pot_report")
    response = evaluation_service_pb2.SettlePotsResponse()
    winners = _winners(request, response)
    back = uncalled(chips.totals, chips.forfeit)
    if back is not None:
        chips.totals[back[0]] -= back[1]
        response.refunds.add(seat=back[0], amount=back[1])
    pots = layer(chips.totals, chips.in_hand, chips.dead)
    rakes = rake_of_pots([pot.amount for pot in pots], rake_rule)
    payouts: dict[int, int] = {}
    for number, (pot, rake) in enumerate(zip(pots, rakes, strict=True)):
        parts = _pay(pot, pot.amount - rake, winners, unit, odd_chips)
        response.pots.append(_settled(number, pot, rake, parts))
        for part in parts:
            for seat, share in part.shares.items():
                payouts[seat] = payouts.get(seat, 0) + share
    if report is PotReport.LAYERS:
        for broken in layer(chips.totals, chips.in_hand, chips.dead, at_folded_totals=True):
            response.layers.add(amount=broken.amount, eligible_seats=sorted(broken.eligible))
    response.rake = sum(rakes)
    response.payouts.extend(
        cards_pb2.SeatChips(seat=seat, amount=payouts[seat]) for seat in sorted(payouts) if payouts[seat]
    )
    return response


def _chips(request: evaluation_service_pb2.SettlePotsRequest) -> _Chips:
    given = request.contributions
    checks.count(len(given), 1, checks.MOST_SEAT, "contributions", "seats")
    by_seat: dict[int, evaluation_service_pb2.SeatContribution] = {}
    for place, one in enumerate(given):
        where = f"contributions[{place}]"
        checks.new_seat(one.seat, by_seat, f"{where}.seat")
        checks.chips(one.matched, f"{where}.matched")
        checks.number(one.forfeited, 0, one.matched, f"{where}.forfeited")
        if one.forfeited and not one.killed:
            raise checks.contradiction(f"{where}.forfeited", "Only a killed seat forfeits chips.", "R-13.1")
        by_seat[one.seat] = one
    dead = checks.chips(request.dead_chips, "dead_chips")
    button = checks.number(request.button, 0, checks.MOST_SEAT, "button")
    order = table_order(list(by_seat), button)
    in_hand = {seat for seat in order if not by_seat[seat].folded and not by_seat[seat].killed}
    if not in_hand:
        text = "Every seat is out of the hand: nobody can win a chip."
        raise checks.contradiction("contributions", text, "R-12.1")
    totals = {seat: by_seat[seat].matched for seat in order}
    checks.chips(sum(totals.values()) + dead, "contributions")
    return _Chips(totals, in_hand, {seat: one.forfeited for seat, one in by_seat.items() if one.killed}, dead)


def _winners(
    request: evaluation_service_pb2.SettlePotsRequest, response: evaluation_service_pb2.SettlePotsResponse
) -> _Winners | None:
    """Who wins, by cards or by places; None where it is not told."""
    known = {one.seat for one in request.contributions}
    match request.WhichOneof("winners"):
        case "showing":
            rules = request.rules
            trips = rules.short_trips_beat_straight
            ranking = ranking_from_wire(rules.variant, short_trips=trips, where="rules.variant")
            cards = shown_cards(request.showing.boards, request.showing.holes, ranking, "showing.")
            _check_known(cards.holes, known, "showing.holes")
            response.boards.extend(settled_boards(cards, ranking))
            strengths = {
                seat: [strength([*board, *holes], ranking) for board in cards.boards]
                for seat, holes in cards.holes.items()
            }
            return _Winners(len(cards.boards), strengths)
        case "standings":
            return _standings(request.standings, known)
        case _:
            return None


def _standings(standings: evaluation_service_pb2.Standings, known: set[int]) -> _Winners:
    boards = standings.boards
    checks.count(len(boards), 1, MOST_BOARDS, "standings.boards", "boards")
    strengths: dict[int, list[int]] = {}
    for number, board in enumerate(boards):
        where = f"standings.boards[{number}].places"
        for place, group in enumerate(board.places):
            _check_known(group.seats, known, where)
            for seat in group.seats:
                ranks = strengths.setdefault(seat, [])
                if len(ranks) != number:
                    text = f"Seat {seat} must stand on every board, once on each."
                    raise checks.contradiction(where, text)
                ranks.append(-place)
    for seat, ranks in strengths.items():
        if len(ranks) != len(boards):
            text = f"Seat {seat} must stand on every board, once on each."
            raise checks.contradiction("standings.boards", text)
    return _Winners(len(boards), strengths)


def _check_known(seats: Sequence[int] | Mapping[int, object], known: set[int], where: str) -> None:
    for seat in seats:
        if seat not in known:
            text = f"Seat {seat} has put nothing in: it is not among the contributions."
            reason = _ERRORS.ERROR_REASON_SEAT_OUT_OF_RANGE
            raise rejected(reason, text, field=where, numbers={"seat": seat})


def _pay(pot: Pot, amount: int, winners: _Winners | None, unit: int, odd_chips: OddChips) -> list[PaidPart]:
    if len(pot.eligible) == 1:
        return pay_parts(amount, 1, pot.eligible, {}, unit, odd_chips)
    if winners is None:
        return []
    claimants = [seat for seat in pot.eligible if seat in winners.strengths]
    if not claimants:  # all who could win it mucked, and nobody says who was last
        return []
    return pay_parts(amount, winners.boards, claimants, winners.strengths, unit, odd_chips)


def _settled(number: int, pot: Pot, rake: int, parts: list[PaidPart]) -> settlement_pb2.SettledPot:
    return settlement_pb2.SettledPot(
        pot_number=number,
        amount=pot.amount,
        rake=rake,
        eligible_seats=sorted(pot.eligible),
        parts=parts_to_wire(parts, range(checks.MOST_SEAT + 1)),
    )


def _choice(choices: type[_Choice], enum: EnumDescriptor, value: int, field: str) -> _Choice:
    """The choice of a switch; UNSPECIFIED is the first, which is every one's default here."""
    return checks.choice(choices, enum, value, field) if value else next(iter(choices))
