"""What opens a hand, off the wire: every field checked, then the facts for rules and for the proof."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.api import checks
from floorman.api.configs import config_from_wire
from floorman.api.rejection import rejected
from floorman.api.step_wire import burn_from_wire, cards_from_wire
from floorman.cards import UNKNOWN
from floorman.fairness.opening import Dealing
from floorman.rules.opening import FOLLOWS, Blinds, HandStart, SeatStart, StraddlePost
from floorman.v1 import opening_pb2, refusal_pb2

__all__ = ["OpeningRequest", "opening_from_wire"]

_ERRORS: Final = refusal_pb2.ErrorReason
_HASH: Final = 32
_MOST_TABLE_ID: Final = 255
_MOST_ATTEMPT: Final = 255


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """A checked request for a hand.

    Attributes:
        start: the facts for the rules.
        table_id: 1 to 255 bytes of UTF-8.
        hand_number: 0 to 2^63-1.
        attempt: 0 to 255.
        prev_head: 32 bytes, or empty for a table's first hand.
        dealing: who deals.
        signs_every_head: ``sign_heads`` EVERY.
        want_leaves: the answer brings the leaves.
        entropy: 32 given bytes, or empty.
    """

    start: HandStart
    table_id: str
    hand_number: int
    attempt: int
    prev_head: bytes
    dealing: Dealing
    signs_every_head: bool
    want_leaves: bool
    entropy: bytes


def opening_from_wire(message: opening_pb2.HandOpening) -> OpeningRequest:
    """The checked opening of a request.

    Raises:
        Rejected: with the field at fault.
    """
    if not message.HasField("config"):
        raise checks.missing("opening.config", "The table's rules are required: at least its blinds.")
    config = config_from_wire(message.config)
    dealing = _dealing(message.dealing)
    _check_offered(message, dealing)
    checks.length(len(message.table_id.encode()), 1, _MOST_TABLE_ID, "opening.table_id")
    checks.number(message.hand_number, 0, checks.MOST_INT64, "opening.hand_number")
    checks.number(message.attempt, 0, _MOST_ATTEMPT, "opening.attempt")
    _check_hash("prev_head", message.prev_head)
    _check_hash("entropy", message.entropy)
    if not message.HasField("button"):
        raise checks.missing("opening.button", "The button's seat is required; the seat may be empty.")
    holes, boards, burns = _known_cards(message, dealing)
    start = HandStart(
        config=config,
        button=message.button,
        seats=tuple(_seat(seat, place) for place, seat in enumerate(message.seats)),
        blinds=_blinds(message),
        straddles=tuple(StraddlePost(straddle.seat, straddle.amount) for straddle in message.straddles),
        host_deals=dealing is Dealing.HOST,
        asks=message.showdown == opening_pb2.SHOWDOWN_ASK,
        last_two_in_event=message.last_two_in_event,
        known_holes=holes,
        known_boards=boards,
        known_burns=burns,
    )
    return OpeningRequest(
        start=start,
        table_id=message.table_id,
        hand_number=message.hand_number,
        attempt=message.attempt,
        prev_head=message.prev_head,
        dealing=dealing,
        signs_every_head=message.sign_heads == opening_pb2.SIGN_HEADS_EVERY,
        want_leaves=message.want_leaves,
        entropy=message.entropy,
    )


def _dealing(value: opening_pb2.Dealing.ValueType) -> Dealing:
    if value == opening_pb2.DEALING_SERVICE:
        return Dealing.SERVICE
    if value == opening_pb2.DEALING_HOST:
        return Dealing.HOST
    raise checks.unknown_enum("opening.dealing", value)


def _check_offered(message: opening_pb2.HandOpening, dealing: Dealing) -> None:
    """Enums that this version knows, and of the audit what it offers today."""
    enums = (
        ("level", message.level, opening_pb2.AssuranceLevel.values()),
        ("delivery", message.delivery, opening_pb2.Delivery.values()),
        ("sign_heads", message.sign_heads, opening_pb2.SignHeads.values()),
        ("showdown", message.showdown, opening_pb2.Showdown.values()),
    )
    for field, value, known in enums:
        if value not in known:
            raise checks.unknown_enum(f"opening.{field}", value)
    commit = {opening_pb2.ASSURANCE_LEVEL_UNSPECIFIED, opening_pb2.ASSURANCE_LEVEL_COMMIT}
    if message.level not in commit:
        text = "StartHand opens at level COMMIT only: seeds seen before the deck is fixed protect nobody."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.level")
    host = {opening_pb2.DELIVERY_UNSPECIFIED, opening_pb2.DELIVERY_HOST}
    if message.delivery not in host:
        text = "This version delivers hole cards to the host only."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.delivery")
    if dealing is Dealing.HOST and message.want_leaves:
        raise checks.contradiction(
            "opening.want_leaves", "The host deals: there is no committed deck and no leaf."
        )


def _check_hash(field: str, value: bytes) -> None:
    """32 bytes, or none."""
    if value:
        checks.length(len(value), _HASH, _HASH, f"opening.{field}")


def _seat(seat: opening_pb2.OpeningSeat, place: int) -> SeatStart:
    for field in ("commit", "secret_hash", "hpke_key", "action_key"):
        if getattr(seat, field):
            text = f"{field} belongs to a level or a delivery that this hand does not have."
            raise checks.contradiction(f"opening.seats[{place}].{field}", text)
    return SeatStart(seat.seat, seat.stack, seat.live_post, seat.dead_post, seat.absent)


def _blinds(message: opening_pb2.HandOpening) -> Blinds:
    small: int | None = FOLLOWS
    if message.HasField("small_blind_seat"):
        if message.small_blind_dead:
            raise checks.contradiction(
                "opening.small_blind_dead", "A dead small blind has no seat that posts it."
            )
        small = message.small_blind_seat
    elif message.small_blind_dead:
        small = None
    return Blinds(small, message.big_blind_seat if message.HasField("big_blind_seat") else FOLLOWS)


_Known = tuple[dict[int, tuple[int, int]], tuple[tuple[int, ...], ...], tuple[int, ...]]


def _known_cards(message: opening_pb2.HandOpening, dealing: Dealing) -> _Known:
    known = message.known_cards
    if dealing is Dealing.SERVICE:
        if known.holes or known.boards or known.burns:
            raise checks.contradiction(
                "opening.known_cards", "The service deals: it takes no cards from the host."
            )
        return {}, (), ()
    named: set[int] = set()
    holes: dict[int, tuple[int, int]] = {}
    for place, hole in enumerate(known.holes):
        where = f"opening.known_cards.holes[{place}]"
        named.add(checks.new_seat(hole.seat, named, f"{where}.seat"))
        checks.count(len(hole.cards), 2, 2, f"{where}.cards", "cards")
        if all(card == UNKNOWN for card in hole.cards):
            continue
        first, second = cards_from_wire(hole.cards, f"{where}.cards")
        holes[hole.seat] = (first, second)
    boards = tuple(
        cards_from_wire(board.cards, f"opening.known_cards.boards[{place}].cards")
        for place, board in enumerate(known.boards)
    )
    burns = tuple(
        burn_from_wire(name, f"opening.known_cards.burns[{place}]") for place, name in enumerate(known.burns)
    )
    return holes, boards, burns
