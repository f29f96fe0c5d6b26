"""Taking a step: the state is opened, the step is judged, done and concluded.

Judging is one and the same for ``Act`` and its dry run ``CheckAction``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman import steps
from floorman.api import checks
from floorman.api.concluding import conclude
from floorman.api.floor import Floor
from floorman.api.rejection import rejected, rejected_by_rules
from floorman.api.ruling import Ruling
from floorman.events import Event
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.keys import verifies
from floorman.fairness.opening import Delivery, OpenFlag
from floorman.fairness.secret_layer import hole_commitment
from floorman.fairness.signing import act_message
from floorman.fairness.step_bytes import encode_step, seat_signs
from floorman.guard.place import Place
from floorman.rules import floor as rules
from floorman.rules.dealing import NoDeck, pack_of
from floorman.rules.hand import Phase
from floorman.rules.refusal import Refusal
from floorman.sealing.state import HandState, encode_state
from floorman.sealing.token import TokenHeader
from floorman.v1 import refusal_pb2

__all__ = ["Judged", "act", "judge", "rewrap", "service_deck"]

_ERRORS: Final = refusal_pb2.ErrorReason


@dataclass(slots=True)
class Judged:
    """A step that the floor accepts.

    Attributes:
        step_bytes: its bytes in the transcript.
        deed: what it does to the hand.
        deck: of the hand; None where the host deals.
    """

    step_bytes: bytes
    deed: rules.Deed
    deck: ServiceDeck | None


def act(
    floor: Floor, token: bytes, hand_id: bytes, expected_step: int, asked: steps.Step, signature: bytes
) -> Ruling:
    """Takes one step.

    Args:
        floor: the authority.
        token: the sealed state.
        hand_id: of the hand that the host means.
        expected_step: the step at which the host believes it stands.
        asked: the step.
        signature: of the acting seat, or empty.

    Raises:
        Rejected: the state is not good, the step is refused, or the guard does not let it pass.
    """
    header, state = floor.expect(token, hand_id, expected_step)
    judged = judge(floor, header, state, asked, signature)
    before = Place(header.step, state.head)
    happened: list[Event] = []
    # the state was opened for this step alone, so the deed may change it in place
    judged.deed(happened)
    rules.check_chips(state.hand)
    header.step += 1
    return conclude(floor, state, header, judged.step_bytes, happened, judged.deck, before)


def judge(floor: Floor, header: TokenHeader, state: HandState, asked: steps.Step, signature: bytes) -> Judged:
    """The verdict on a step; nothing changes until its deed is done.

    Raises:
        Rejected: the rules refuse it, it comes too early, or its signature is not there or not good.
    """
    if isinstance(asked, steps.Show) and asked.cards and state.delivery is not Delivery.HOST:
        # comparing them with the hidden ones would tell the host which they are
        text = "The service dealt this hand: it is shown without naming its cards."
        raise checks.contradiction("step.show.cards", text)
    asked = _bound(state, header.hand_id, asked)
    deck = service_deck(state, header.hand_id)
    try:
        deed = rules.check(state.hand, asked, deck or NoDeck())
    except Refusal as refusal:
        raise rejected_by_rules(refusal) from None
    if isinstance(asked, steps.Timeout):
        _check_time(floor, header)
    step_bytes = encode_step(asked)
    _check_signature(header, state, step_bytes, signature)
    return Judged(step_bytes, deed, deck)


def rewrap(floor: Floor, token: bytes) -> bytes:
    """The state of a hand that is over, sealed under the newest key (audit.md 6).

    Raises:
        Rejected: the state is not good, or HAND_NOT_COMPLETE.
    """
    header, state = floor.open_state(token)
    if state.hand.phase is not Phase.COMPLETE:
        text = "The hand goes on: it keeps its key to its end."
        numbers = {"step": header.step}
        raise rejected(_ERRORS.ERROR_REASON_HAND_NOT_COMPLETE, text, numbers=numbers)
    header.kid, _ = floor.opening_kids(floor.now_ms())
    return floor.sealer.seal(header, encode_state(state))


def service_deck(state: HandState, hand_id: bytes) -> ServiceDeck | None:
    """The deck of a running hand, computed only where a card opens; None where the host deals."""
    if state.hand.host_deals:
        return None
    return ServiceDeck(state.entropy, hand_id, state.seed, pack_of(state.hand.config))


def _bound(state: HandState, hand_id: bytes, asked: steps.Step) -> steps.Step:
    """Host dealing: hole cards enter the transcript as a commitment, never as faces (audit.md 4.2)."""
    if isinstance(asked, steps.DealHole) and len(asked.cards) == 2:
        commitment = hole_commitment(state.entropy, hand_id, asked.seat, asked.cards).commitment
        return steps.DealHole(asked.seat, asked.cards, commitment)
    return asked


def _check_time(floor: Floor, header: TokenHeader) -> None:
    """audit.md 6: a time-out as step s comes no sooner than s times the minimum after the opening."""
    if not header.opened_ms:
        return
    if floor.now_ms() < header.opened_ms + floor.timeout_min_ms * (header.step + 1):
        text = "It is too early for a time-out: the hand has not been played for as long as it must."
        raise rejected(_ERRORS.ERROR_REASON_TIMEOUT_TOO_EARLY, text)


def _check_signature(header: TokenHeader, state: HandState, step_bytes: bytes, signature: bytes) -> None:
    """audit.md 4.1, 5: what a seat does past the host is signed by its player, on the head that it holds."""
    field = "act_signature"
    if not seat_signs(step_bytes):
        if signature:
            raise checks.contradiction(field, "A step by the host carries no seat's signature.")
        return
    seat = step_bytes[1]
    key = state.action_keys.get(seat)
    if not signature:
        protected = OpenFlag.HOST_CAN_LOOK_AHEAD not in state.flags
        if state.delivery is not Delivery.HOST and (key is not None or protected):
            text = f"A step of seat {seat} carries the signature of its player."
            raise rejected(_ERRORS.ERROR_REASON_SIGNATURE_MISSING, text, numbers={"seat": seat})
        return
    if key is None:
        raise checks.contradiction(field, f"Seat {seat} has no action key: send no signature.")
    message = act_message(header.hand_id, header.step + 1, state.head, step_bytes)
    if not verifies(key, signature, message):
        text = f"The signature is not that of seat {seat} for this step on this head."
        raise rejected(_ERRORS.ERROR_REASON_SIGNATURE_INVALID, text, field=field, numbers={"seat": seat})
