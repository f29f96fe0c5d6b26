"""``Equity``: hands and boards off the wire, and what was counted onto it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import Final

from floorman.api import checks
from floorman.api.counting import Count
from floorman.api.rejection import rejected
from floorman.api.showing_wire import check_distinct, ranking_from_wire, shown_cards
from floorman.api.step_wire import cards_from_wire
from floorman.equity import BILLION, PARTS, Matchup
from floorman.v1 import cards_pb2, evaluation_service_pb2, refusal_pb2

__all__ = ["Question", "equity_to_wire", "question_from_wire"]

_MOST_HANDS: Final = 10
_NO_BOARD: Final = (cards_pb2.Board(),)


@dataclass(frozen=True, slots=True)
class Question:
    """What an ``Equity`` call asks.

    Attributes:
        seats: the numbers of the seats whose cards are known, rising.
        matchups: their hands on each board, in the order of the request; the hands as the seats.
    """

    seats: tuple[int, ...]
    matchups: tuple[Matchup, ...]


def question_from_wire(request: evaluation_service_pb2.EquityRequest) -> Question:
    """The hands and boards of a request, checked.

    Raises:
        Rejected: with the field at fault.
    """
    ranking = ranking_from_wire(request.variant, short_trips=request.short_trips_beat_straight)
    shown = shown_cards(request.boards or _NO_BOARD, request.holes, ranking, "", least=0)
    known = len(shown.holes)
    strangers = checks.number(request.unknown_hands, max(0, 2 - known), _MOST_HANDS - known, "unknown_hands")
    dead = cards_from_wire(request.dead_cards, "dead_cards")
    lying = {card for cards in (*shown.boards, *shown.holes.values()) for card in cards}
    check_distinct([*lying, *dead], ranking, "dead_cards")
    seats = tuple(sorted(shown.holes))
    holes = tuple((min(shown.holes[seat]), max(shown.holes[seat])) for seat in seats)
    gone = frozenset(lying.union(dead))
    matchups = tuple(Matchup(holes, strangers, tuple(sorted(board)), gone, ranking) for board in shown.boards)
    _check_deck(matchups)
    return Question(seats, matchups)


def _check_deck(matchups: tuple[Matchup, ...]) -> None:
    """The deck has the cards of every board and of every hand."""
    first, *_ = matchups
    needed = 2 * first.strangers + sum(matchup.missing for matchup in matchups)
    cards = len(first.deck)
    if needed > cards:
        text = f"{needed} cards are still to come, and {cards} are left."
        numbers = {"seats": first.hands, "needed": needed, "cards": cards}
        reason = refusal_pb2.ERROR_REASON_DECK_TOO_SMALL
        raise rejected(reason, text, field="dead_cards", rule="R-1.1", numbers=numbers)


def equity_to_wire(
    question: Question, counts: Mapping[Matchup, Count]
) -> evaluation_service_pb2.EquityResponse:
    """What was counted, for each board and over all of them."""
    boards = [counts[matchup] for matchup in question.matchups]
    return evaluation_service_pb2.EquityResponse(
        seats=[_expected(seat, hand, boards) for hand, seat in enumerate(question.seats)],
        boards=[_board(question.seats, count) for count in boards],
    )


def _expected(seat: int, hand: int, boards: list[Count]) -> evaluation_service_pb2.SeatEquity:
    share = sum(Fraction(count.tally.parts(hand), PARTS * count.tally.deals) for count in boards)
    # boards that are alike were counted once: their errors are one error
    sampled = Counter(count for count in boards if not count.exact)
    variance = sum(alike**2 * count.tally.variance(hand) for count, alike in sampled.items())
    return evaluation_service_pb2.SeatEquity(
        seat=seat,
        share_billionths=share * BILLION // len(boards),
        standard_error_billionths=isqrt(variance) // len(boards),
    )


def _board(seats: tuple[int, ...], count: Count) -> evaluation_service_pb2.BoardEquity:
    tally = count.tally
    return evaluation_service_pb2.BoardEquity(
        exact=count.exact,
        deals=tally.deals,
        odds=[
            evaluation_service_pb2.SeatOdds(
                seat=seat,
                wins=tally.wins(hand),
                ties=tally.ties(hand),
                losses=tally.losses(hand),
                share_parts=tally.parts(hand),
            )
            for hand, seat in enumerate(seats)
        ],
    )
