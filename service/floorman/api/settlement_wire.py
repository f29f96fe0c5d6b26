"""The settlement on the wire: pots, boards, hands in words, shares, refunds, rake, and who busted."""

from __future__ import annotations

from collections.abc import Sequence

from floorman.api.view import pot_to_wire
from floorman.cards import card_name, card_names
from floorman.evaluation import HandRank, describe
from floorman.rules.choices import PotReport
from floorman.rules.hand import Claim, Hand
from floorman.rules.pots import PaidPart
from floorman.rules.settlement import PaidPot, Settlement, ranking_of, settle
from floorman.v1 import cards_pb2, events_pb2, settlement_pb2

__all__ = ["evaluated", "parts_to_wire", "rake_shares", "settlement_to_wire"]


def settlement_to_wire(hand: Hand) -> settlement_pb2.Settlement:
    """How a hand that is over was paid."""
    outcome = events_pb2.Outcome.ValueType(hand.outcome)
    played = outcome == events_pb2.OUTCOME_PLAYED
    paid = settle(hand) if played else None
    message = settlement_pb2.Settlement(
        outcome=outcome,
        refunds=[
            cards_pb2.SeatChips(seat=seat.number, amount=seat.refunded)
            for seat in sorted(hand.seats, key=lambda seat: seat.number)
            if seat.refunded
        ],
        rake=hand.rake,
    )
    if paid is not None:
        message.pots.extend(_pot(hand, number, pot) for number, pot in enumerate(paid.pots))
        if hand.config.pot_report is PotReport.LAYERS:
            message.layers.extend(pot_to_wire(hand, pot) for pot in paid.layers)
        message.boards.extend(_boards(hand))
    message.seats.extend(_seat_results(hand, paid))
    return message


def _pot(hand: Hand, number: int, pot: PaidPot) -> settlement_pb2.SettledPot:
    return settlement_pb2.SettledPot(
        pot_number=number,
        amount=pot.amount,
        rake=pot.rake,
        eligible_seats=sorted(hand.seats[position].number for position in pot.eligible),
        parts=parts_to_wire(pot.parts, [seat.number for seat in hand.seats]),
    )


def parts_to_wire(parts: Sequence[PaidPart], numbers: Sequence[int]) -> list[settlement_pb2.PotPart]:
    """What became of a pot, board by board.

    Args:
        parts: as paid, by player.
        numbers: the seat number of each player.
    """
    return [
        settlement_pb2.PotPart(
            board=part.board,
            amount=part.amount,
            shares=[
                settlement_pb2.PotShare(seat=numbers[player], amount=share, odd_chips=part.odd.get(player, 0))
                for player, share in part.shares.items()
            ],
        )
        for part in parts
    ]


def _boards(hand: Hand) -> list[settlement_pb2.SettledBoard]:
    """Every hand that was up, on every board, best first."""
    ranking = ranking_of(hand)
    shown = [position for position in hand.in_hand() if hand.seats[position].claim is Claim.SHOWN]
    boards = []
    for number, board in enumerate(hand.boards):
        hands: list[tuple[HandRank, int, list[str]]] = []
        for position in shown:
            holes = hand.holes[position]
            if holes is not None:
                rank = describe([*board, *holes], ranking)
                hands.append((rank, hand.seats[position].number, card_names(holes)))
        hands.sort(key=lambda one: (-one[0].strength, one[1]))
        if hands:
            boards.append(
                settlement_pb2.SettledBoard(
                    board=number,
                    cards=[card_name(card) for card in board],
                    hands=[
                        cards_pb2.SeatHand(seat=seat, hole_cards=holes_, hand=evaluated(rank))
                        for rank, seat, holes_ in hands
                    ],
                )
            )
    return boards


def evaluated(rank: HandRank) -> cards_pb2.EvaluatedHand:
    """A hand's five cards and what they are."""
    return cards_pb2.EvaluatedHand(
        category=cards_pb2.HandCategory.Value(f"HAND_CATEGORY_{rank.category.name}"),
        best_five=card_names(rank.best),
        words=rank.words,
        strength=rank.strength,
    )


def _seat_results(hand: Hand, paid: Settlement | None) -> list[settlement_pb2.SeatResult]:
    rakes = _rake_by_position(hand, paid)
    results = []
    for position in sorted(range(len(hand.seats)), key=lambda position: hand.seats[position].number):
        seat = hand.seats[position]
        won = paid.won(position) if paid is not None else 0
        result = settlement_pb2.SeatResult(
            seat=seat.number,
            starting_stack=seat.start,
            stack=seat.stack,
            put_in=seat.start - seat.stack + won + seat.refunded,
            won=won,
            rake=rakes[position],
            busted=seat.stack == 0,
        )
        if seat.stack == 0 and paid is not None:
            result.busted_by.extend(_busted_by(hand, paid, position))
        results.append(result)
    return results


def _busted_by(hand: Hand, paid: Settlement, position: int) -> list[int]:
    """R-19.6: the winners of the last pot that the seat could have won; a dead hand's, of the main pot."""
    last = paid.pots[0]
    for pot in paid.pots:
        if position in pot.eligible:
            last = pot
    winners = {winner for part in last.parts for winner in part.shares}
    return sorted(hand.seats[winner].number for winner in winners)


def _rake_by_position(hand: Hand, paid: Settlement | None) -> list[int]:
    """R-13.6: each pot's rake, shared in proportion to what each seat has in the pot."""
    shares = [0] * len(hand.seats)
    if paid is None or not paid.rake:
        return shares
    below = 0
    last = len(paid.pots) - 1
    for number, pot in enumerate(paid.pots):
        tops = [hand.seats[position].total for position in pot.eligible]
        top = min(tops)
        chips = []
        for seat in hand.seats:
            reach = seat.total if number == last else min(seat.total, top)
            chips.append(max(0, reach - min(seat.total, below)) + (seat.dead if number == 0 else 0))
        for position, share in enumerate(rake_shares(pot.rake, chips)):
            shares[position] += share
        below = top
    return shares


def rake_shares(rake: int, chips: Sequence[int]) -> list[int]:
    """A rake shared out in proportion to chips, the remainders one chip each to the largest fractions."""
    whole = sum(chips)
    if not whole:
        return [0] * len(chips)
    shares = [rake * part // whole for part in chips]
    fractions = sorted(range(len(chips)), key=lambda place: (-(rake * chips[place] % whole), place))
    for place in fractions[: rake - sum(shares)]:
        shares[place] += 1
    return shares
