"""``EvaluationService``: the parts of a hand on their own, cards and chips in, no state."""

from __future__ import annotations

from typing import Final

import grpc

from floorman.api import checks
from floorman.api.answering import answering, takes_long
from floorman.api.counting import count_within
from floorman.api.equity_wire import equity_to_wire, question_from_wire
from floorman.api.interpretation_wire import interpret_gesture
from floorman.api.pots_wire import settle_pots
from floorman.api.rejection import rejected
from floorman.api.settlement_wire import evaluated
from floorman.api.showing_wire import check_distinct, compared_boards, ranking_from_wire, shown_cards
from floorman.api.step_wire import cards_from_wire
from floorman.evaluation import HandRank, Ranking, describe
from floorman.v1 import evaluation_service_pb2, evaluation_service_pb2_grpc, refusal_pb2

__all__ = ["EvaluationServicer"]

_ERRORS: Final = refusal_pb2.ErrorReason
_MOST_HANDS: Final = 1000


class EvaluationServicer(evaluation_service_pb2_grpc.EvaluationServiceServicer):
    """Pure answers; safe to share between threads.

    Args (of the constructor):
        equity_hands: how many hands one ``Equity`` call ranks at most.
    """

    def __init__(self, equity_hands: int) -> None:
        self._equity_hands = equity_hands

    @answering
    def EvaluateHands(  # noqa: N802 (the contract's name)
        self, request: evaluation_service_pb2.EvaluateHandsRequest, context: grpc.ServicerContext
    ) -> evaluation_service_pb2.EvaluateHandsResponse:
        """The best five of every hand."""
        del context
        if len(request.hands) > _MOST_HANDS:
            text = f"{len(request.hands)} hands are more than {_MOST_HANDS}."
            numbers = {"value": len(request.hands), "most": _MOST_HANDS}
            raise rejected(_ERRORS.ERROR_REASON_LIMIT, text, field="hands", numbers=numbers)
        ranking = ranking_from_wire(request.variant, short_trips=request.short_trips_beat_straight)
        board = cards_from_wire(request.board, "board")
        checks.count(len(board), 0, 5, "board", "cards")
        check_distinct(board, ranking, "board")
        ranks = []
        for place, hand in enumerate(request.hands):
            where = f"hands[{place}].cards"
            ranks.append(_ranked([*board, *cards_from_wire(hand.cards, where)], ranking, where))
        return evaluation_service_pb2.EvaluateHandsResponse(hands=[evaluated(rank) for rank in ranks])

    @answering
    def CompareHands(  # noqa: N802 (the contract's name)
        self, request: evaluation_service_pb2.CompareHandsRequest, context: grpc.ServicerContext
    ) -> evaluation_service_pb2.CompareHandsResponse:
        """Who wins on each board."""
        del context
        ranking = ranking_from_wire(request.variant, short_trips=request.short_trips_beat_straight)
        cards = shown_cards(request.boards, request.holes, ranking, "")
        return evaluation_service_pb2.CompareHandsResponse(boards=compared_boards(cards, ranking))

    @answering
    def SettlePots(  # noqa: N802 (the contract's name)
        self, request: evaluation_service_pb2.SettlePotsRequest, context: grpc.ServicerContext
    ) -> evaluation_service_pb2.SettlePotsResponse:
        """Pots out of contributions, paid where the winners are told."""
        del context
        return settle_pots(request)

    @takes_long
    @answering
    def Equity(  # noqa: N802 (the contract's name)
        self, request: evaluation_service_pb2.EquityRequest, context: grpc.ServicerContext
    ) -> evaluation_service_pb2.EquityResponse:
        """How often hands win, exact or by chance."""
        question = question_from_wire(request)
        return equity_to_wire(question, count_within(question.matchups, self._equity_hands, context))

    @answering
    def Interpret(  # noqa: N802 (the contract's name)
        self, request: evaluation_service_pb2.InterpretRequest, context: grpc.ServicerContext
    ) -> evaluation_service_pb2.InterpretResponse:
        """What a gesture at a live table means."""
        del context
        return interpret_gesture(request)


def _ranked(cards: list[int], ranking: Ranking, where: str) -> HandRank:
    checks.count(len(cards), 5, 7, where, "cards")
    check_distinct(cards, ranking, where)
    return describe(cards, ranking)
