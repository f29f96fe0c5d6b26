"""Ruling on a recorded hand: every step in order, to its settlement or to the first that breaks a rule."""

from __future__ import annotations

from typing import Final

from floorman.api.decision_wire import decision_to_wire
from floorman.api.event_wire import events_to_wire
from floorman.api.opening_wire import start_from_wire
from floorman.api.rejection import refusal_message, rejected, rejected_opening
from floorman.api.settlement_wire import settlement_to_wire
from floorman.api.step_wire import step_from_wire
from floorman.api.view import table_view
from floorman.api.wording import worded
from floorman.rules import floor as rules
from floorman.rules.dealing import NoDeck
from floorman.rules.hand import Phase
from floorman.rules.refusal import Refusal
from floorman.v1 import hand_service_pb2, opening_pb2, refusal_pb2

__all__ = ["MOST_STEPS", "adjudicate"]

MOST_STEPS: Final = 2000
"""Steps of one recorded hand (audit.md 6)."""

_ERRORS: Final = refusal_pb2.ErrorReason


def adjudicate(
    request: hand_service_pb2.AdjudicateHandRequest, languages: str
) -> hand_service_pb2.AdjudicateHandResponse:
    """The ruling on a recorded hand.

    Args:
        request: opening with known cards, and steps.
        languages: the caller's ``accept-language``.

    Raises:
        Rejected: the opening makes no hand, a step cannot be read, or there are too many.
    """
    if len(request.steps) > MOST_STEPS:
        text = f"{len(request.steps)} steps are more than {MOST_STEPS}."
        numbers = {"value": len(request.steps), "most": MOST_STEPS}
        raise rejected(_ERRORS.ERROR_REASON_LIMIT, text, field="steps", numbers=numbers)
    if request.opening.dealing == opening_pb2.DEALING_SERVICE:
        text = "A recorded hand brings its cards: dealing is HOST."
        raise rejected(_ERRORS.ERROR_REASON_CONTRADICTION, text, field="opening.dealing")
    start = start_from_wire(request.opening).start
    asked = [step_from_wire(step, f"steps[{index}]") for index, step in enumerate(request.steps)]
    deck = NoDeck()
    try:
        hand, happened = rules.open_hand(start, deck)
    except Refusal as refusal:
        raise rejected_opening(refusal) from None
    response = hand_service_pb2.AdjudicateHandResponse()
    for index, step in enumerate(asked):
        try:
            rules.check(hand, step, deck)(happened)
        except Refusal as refusal:
            response.refused.index = index
            response.refused.refusal.CopyFrom(worded(refusal_message(refusal), languages))
            response.refused.decision.CopyFrom(decision_to_wire(hand))
            break
        rules.check_chips(hand)
    else:
        if hand.phase is Phase.COMPLETE:
            response.settlement.CopyFrom(settlement_to_wire(hand))
        else:
            response.unfinished.CopyFrom(decision_to_wire(hand))
    response.view.CopyFrom(table_view(hand))
    if request.want_events:
        response.events.extend(events_to_wire(happened))
    return response
