"""What makes a delivery true: keys of the seats and the fork guard (audit.md 5).

Hole cards that go past the host are hidden from it only if it can play no side branch by itself: every step
of a seat is signed by its player, and every step at all passes the guard. A host may insist on less; then
the opening says so.
"""

from __future__ import annotations

from typing import Final

from floorman.api.opening_wire import OpeningRequest
from floorman.api.rejection import Rejected, rejected
from floorman.fairness.boxes import is_box_key
from floorman.fairness.opening import Delivery, OpenFlag
from floorman.v1 import refusal_pb2

__all__ = ["protection"]

_ERRORS: Final = refusal_pb2.ErrorReason


def protection(request: OpeningRequest, *, guarded: bool) -> OpenFlag:
    """The flags that say what protects a hand: FORK_GUARD, HOST_CAN_LOOK_AHEAD.

    Args:
        request: with seats that make a hand.
        guarded: this service has a fork guard.

    Raises:
        Rejected: NOT_OFFERED for a guard that is asked for and not there, DELIVERY_UNPROTECTED.
    """
    terms = request.terms
    if terms.asks_guard and not guarded:
        text = "This service has no fork guard."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.fork_guard")
    if terms.delivery is Delivery.HOST:
        return OpenFlag.FORK_GUARD if terms.asks_guard else OpenFlag(0)
    _check_delivery_keys(request)
    missing = _first_unprotected(request, guarded=guarded)
    if missing is None:
        return OpenFlag.FORK_GUARD
    if not terms.accepts_lookahead:
        raise missing
    return OpenFlag.HOST_CAN_LOOK_AHEAD | (OpenFlag.FORK_GUARD if guarded else OpenFlag(0))


def _check_delivery_keys(request: OpeningRequest) -> None:
    """Without the delivery's own key nobody at all could see a seat's cards: nothing makes up for it."""
    delivery = request.terms.delivery
    name = "secret_hash" if delivery is Delivery.SEAT_SECRET else "hpke_key"
    for place, (seat, keys) in enumerate(zip(request.start.seats, request.terms.keys, strict=True)):
        key = keys.of(delivery)
        where = f"opening.seats[{place}].{name}"
        if not key and not seat.absent:
            text = f"Delivery {delivery.name} needs the {name} of every seat that is not absent."
            raise _unprotected(text, where, seat.number)
        if key and delivery is Delivery.SEAT_KEY and not is_box_key(key):
            text = "Nothing can be sealed to this key: it is of small order."
            raise _unprotected(text, where, seat.number)


def _first_unprotected(request: OpeningRequest, *, guarded: bool) -> Rejected | None:
    """What would let the host look ahead."""
    name = request.terms.delivery.name
    for place, (seat, keys) in enumerate(zip(request.start.seats, request.terms.keys, strict=True)):
        if not keys.action_key and not seat.absent:
            text = f"Delivery {name} needs the action_key of every seat that is not absent."
            return _unprotected(text, f"opening.seats[{place}].action_key", seat.number)
    if not guarded:
        text = f"Delivery {name} needs a fork guard, and this service has none."
        return _unprotected(text, "opening.delivery")
    return None


def _unprotected(text: str, field: str, seat: int | None = None) -> Rejected:
    numbers = {} if seat is None else {"seat": seat}
    return rejected(_ERRORS.ERROR_REASON_DELIVERY_UNPROTECTED, text, field=field, numbers=numbers)
