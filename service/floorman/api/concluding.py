"""Concluding a step: what happened goes into the transcript, past the guard, gets a signature and a seal.

This is the last thing of every deal and step, in the order of audit.md 4.1 and 5.
"""

from __future__ import annotations

from typing import Final

from floorman import steps
from floorman.api.delivery import view_tokens
from floorman.api.floor import Floor
from floorman.api.ruling import Ruling
from floorman.events import Event
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.event_bytes import encode_event
from floorman.fairness.opening import OpenFlag
from floorman.fairness.signing import head_message
from floorman.fairness.step_bytes import encode_step
from floorman.fairness.transcript import head_is_signed, step_head
from floorman.guard.place import Place
from floorman.rules.hand import Phase
from floorman.sealing.state import HandState, encode_state
from floorman.sealing.token import TokenHeader, nonce_of
from floorman.steps import Cause

__all__ = ["conclude"]

_LOST: Final = encode_step(steps.Void(Cause.GUARD_LOST))
"""The one step that a hand may take once the guard has lost it: it shows no card (audit.md 5)."""


def conclude(
    floor: Floor,
    state: HandState,
    header: TokenHeader,
    step_bytes: bytes,
    happened: list[Event],
    deck: ServiceDeck | None,
    before: Place | None,
) -> Ruling:
    """The ruling on a deal or step that the rules have accepted.

    Args:
        floor: the authority.
        state: with the hand after the step and the head before it.
        header: of the state, with the number of the step.
        step_bytes: of the step; empty for the deal.
        happened: in the step.
        deck: of the hand; None where the host deals.
        before: where the hand came from; None where it begins with this.

    Raises:
        Rejected: the fork guard does not let it pass.
    """
    event_bytes = [encode_event(event) for event in happened]
    parent = state.head
    state.head = step_head(parent, header.step, event_bytes)
    place = Place(header.step, state.head)
    unknown = before is None or step_bytes == _LOST
    floor.pass_guard(state.flags, header.hand_id, before, place, unknown=unknown)
    header.nonce = nonce_of(state.head)
    tokens = view_tokens(floor, state, header, deck, happened) if deck is not None else {}
    if not _may_replace(state):
        state.delivery_keys = {}
    return Ruling(
        token=floor.sealer.seal(header, encode_state(state)),
        state=state,
        hand_id=header.hand_id,
        step=header.step,
        step_bytes=step_bytes,
        events=happened,
        event_bytes=event_bytes,
        parent=parent,
        signature=_signature(floor, state, header, parent),
        deck=deck,
        view_tokens=tokens,
    )


def _may_replace(state: HandState) -> bool:
    """R-6.3: a card that the dealer exposed is replaced before the first action only."""
    return not state.hand.actions and state.hand.phase is not Phase.COMPLETE


def _signature(floor: Floor, state: HandState, header: TokenHeader, parent: bytes) -> bytes:
    complete = state.hand.phase is Phase.COMPLETE
    every = OpenFlag.SIGN_EVERY in state.flags
    if not head_is_signed(every=every, step=header.step, complete=complete):
        return b""
    message = head_message(header.hand_id, header.step, parent, state.head)
    return floor.signer(state.head_kid).sign(message)
