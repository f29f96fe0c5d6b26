"""A ruling as the answer of the contract: a ``HandUpdate`` that a client draws without knowing a rule."""

from __future__ import annotations

from collections.abc import Sequence

from floorman import events
from floorman.api.decision_wire import decision_to_wire
from floorman.api.event_wire import events_to_wire
from floorman.api.opened_wire import opened_to_wire
from floorman.api.ruling import Opened, Ruling
from floorman.api.seat_views import seat_views
from floorman.api.settlement_wire import settlement_to_wire
from floorman.api.view import table_view
from floorman.cards import card_name
from floorman.events import Event
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.opening import OpenFlag
from floorman.fairness.secret_layer import hole_commitment
from floorman.fairness.transcript import join_events
from floorman.records.record_file import card_opening_to_message
from floorman.rules.hand import Phase
from floorman.v1 import cards_pb2, hand_pb2, steps_pb2

__all__ = ["hand_update"]


def hand_update(ruling: Ruling, asked: steps_pb2.Step | None, act_signature: bytes) -> hand_pb2.HandUpdate:
    """The answer to the deal or to a step.

    Args:
        ruling: what the floor ruled.
        asked: the step as it came, echoed; None for the deal.
        act_signature: the seat's signature as it came.
    """
    hand = ruling.state.hand
    update = hand_pb2.HandUpdate(
        state=ruling.token,
        hand_id=ruling.hand_id,
        step=ruling.step,
        asked=asked,
        step_bytes=ruling.step_bytes,
        act_signature=act_signature,
        events=events_to_wire(ruling.events),
        event_bytes=join_events(ruling.event_bytes),
        view=table_view(hand),
        seat_views=seat_views(ruling),
        decision=decision_to_wire(hand),
        parent_head=ruling.parent,
        head=ruling.state.head,
        signature=ruling.signature,
        openings=[card_opening_to_message(opening) for opening in _newly_open(ruling.events, ruling.deck)],
        hole_openings=_hole_openings(ruling),
    )
    if hand.phase is Phase.COMPLETE and isinstance(ruling.events[-1], events.Complete):
        update.settlement.CopyFrom(settlement_to_wire(hand))
    if ruling.opened is not None:
        update.start.CopyFrom(_start(ruling, ruling.opened))
    return update


def _start(ruling: Ruling, opened: Opened) -> hand_pb2.HandStart:
    opening = opened.opening
    return hand_pb2.HandStart(
        opening=opened_to_wire(opened, dealt=True),
        permutation_seed=ruling.state.seed,
        given_entropy=OpenFlag.GIVEN_ENTROPY in opening.flags,
        host_can_look_ahead=opening.host_can_look_ahead,
    )


def _newly_open(happened: Sequence[Event], deck: ServiceDeck | None) -> list[CardOpening]:
    """The openings of every card that these events show, by rising deck index."""
    if deck is None:
        return []
    indices = {index for event in happened for index, _ in events.shown_cards(event)}
    return [deck.opening(index) for index in sorted(indices)]


def _hole_openings(ruling: Ruling) -> list[cards_pb2.HoleOpening]:
    """Host dealing: what opens the commitments of the hands that this step showed whole (audit.md 4.2)."""
    hand = ruling.state.hand
    if not hand.host_deals:
        return []
    openings = []
    for event in ruling.events:
        match event:
            case events.HandUp(seat=seat) | events.Show(seat=seat):
                shown = seat
            case events.Seen(target=target):
                shown = target
            case _:
                continue
        holes = hand.holes[hand.position(shown)]
        if holes is not None:
            bound = hole_commitment(ruling.state.entropy, ruling.hand_id, shown, holes)
            cards = [card_name(card) for card in holes]
            openings.append(cards_pb2.HoleOpening(seat=shown, cards=cards, salt=bound.salt))
    return openings
