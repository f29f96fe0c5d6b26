"""The terms of the audit in an opening, off the wire: level, delivery, keys, beacon, escrow (audit.md 3, 5).

Here stands what is wrong in the request by itself. What the service offers and what protects a delivery is
judged where the hand is opened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.api import checks
from floorman.fairness.boxes import is_box_key
from floorman.fairness.opening import BeaconRound, Dealing, Delivery, Level
from floorman.v1 import opening_pb2

__all__ = ["AuditTerms", "SeatKeys", "terms_from_wire"]

_HASH: Final = 32


@dataclass(frozen=True, slots=True)
class SeatKeys:
    """What a player gave its seat for the audit; 32 bytes each, or empty."""

    commit: bytes = b""
    secret_hash: bytes = b""
    hpke_key: bytes = b""
    action_key: bytes = b""

    def of(self, delivery: Delivery) -> bytes:
        """The key by which a delivery finds the player."""
        match delivery:
            case Delivery.HOST:
                return b""
            case Delivery.SEAT_SECRET:
                return self.secret_hash
            case Delivery.SEAT_KEY:
                return self.hpke_key


@dataclass(frozen=True, slots=True)
class AuditTerms:
    """What the players are promised.

    Attributes:
        dealing, level, delivery: see their enums.
        keys: of the seats, in the order of the request.
        beacon: at level BEACON, else None.
        auditor_key: 32 bytes, or empty without an escrow.
        signs_every_head: every step is signed.
        asks_guard: the fork guard is asked for, whatever the delivery.
        accepts_lookahead: less than what protects the delivery is good enough.
    """

    dealing: Dealing
    level: Level
    delivery: Delivery
    keys: tuple[SeatKeys, ...]
    beacon: BeaconRound | None
    auditor_key: bytes
    signs_every_head: bool
    asks_guard: bool
    accepts_lookahead: bool


def terms_from_wire(message: opening_pb2.HandOpening, level: Level) -> AuditTerms:
    """The checked terms of an opening.

    Args:
        message: as it came.
        level: as the call admits it.

    Raises:
        Rejected: with the field at fault.
    """
    dealing = _dealing(message.dealing)
    delivery = _delivery(message.delivery)
    if message.sign_heads not in opening_pb2.SignHeads.values():
        raise checks.unknown_enum("opening.sign_heads", message.sign_heads)
    if dealing is Dealing.HOST:
        _check_host_dealt(message, level, delivery)
    keys = tuple(_seat_keys(seat, place, level, delivery) for place, seat in enumerate(message.seats))
    if level is Level.COMMITTED and not any(seat.commit for seat in keys):
        text = "At level COMMITTED at least one seat commits to a seed."
        raise checks.missing("opening.seats", text)
    return AuditTerms(
        dealing=dealing,
        level=level,
        delivery=delivery,
        keys=keys,
        beacon=_beacon(message, level),
        auditor_key=_auditor_key(message),
        signs_every_head=message.sign_heads == opening_pb2.SIGN_HEADS_EVERY or level >= Level.COMMITTED,
        asks_guard=message.fork_guard,
        accepts_lookahead=message.accept_host_lookahead,
    )


def _dealing(value: opening_pb2.Dealing.ValueType) -> Dealing:
    if value == opening_pb2.DEALING_SERVICE:
        return Dealing.SERVICE
    if value == opening_pb2.DEALING_HOST:
        return Dealing.HOST
    raise checks.unknown_enum("opening.dealing", value)


def _delivery(value: opening_pb2.Delivery.ValueType) -> Delivery:
    if value == opening_pb2.DELIVERY_UNSPECIFIED:
        return Delivery.HOST
    try:
        return Delivery(value)
    except ValueError:
        raise checks.unknown_enum("opening.delivery", value) from None


def _check_host_dealt(message: opening_pb2.HandOpening, level: Level, delivery: Delivery) -> None:
    """audit.md 3.2: there is no deck to prove and none to hide from the host."""
    if level is not Level.COMMIT:
        text = "The host deals: no seed can cut its deck."
        raise checks.contradiction("opening.level", text)
    if delivery is not Delivery.HOST:
        text = "The host deals and knows the cards: they cannot be kept from it."
        raise checks.contradiction("opening.delivery", text)
    if message.want_leaves:
        text = "The host deals: there is no committed deck and no leaf."
        raise checks.contradiction("opening.want_leaves", text)


def _seat_keys(seat: opening_pb2.OpeningSeat, place: int, level: Level, delivery: Delivery) -> SeatKeys:
    where = f"opening.seats[{place}]"
    belongs = {
        "commit": level >= Level.COMMITTED,
        "secret_hash": delivery is Delivery.SEAT_SECRET,
        "hpke_key": delivery is Delivery.SEAT_KEY,
        "action_key": True,
    }
    for name, here in belongs.items():
        key = getattr(seat, name)
        if key and not here:
            text = f"{name} belongs to a level or a delivery that this hand does not have."
            raise checks.contradiction(f"{where}.{name}", text)
        if key:
            checks.length(len(key), _HASH, _HASH, f"{where}.{name}")
    return SeatKeys(seat.commit, seat.secret_hash, seat.hpke_key, seat.action_key)


def _beacon(message: opening_pb2.HandOpening, level: Level) -> BeaconRound | None:
    if level is not Level.BEACON:
        if message.HasField("beacon"):
            raise checks.contradiction("opening.beacon", "A beacon belongs to level BEACON.")
        return None
    if not message.HasField("beacon"):
        raise checks.missing("opening.beacon", "Level BEACON needs the round whose value adds to the seeds.")
    if message.entropy:
        text = "Whoever gives the entropy knows the deck: no beacon helps."
        raise checks.contradiction("opening.entropy", text)
    checks.length(len(message.beacon.chain_hash), _HASH, _HASH, "opening.beacon.chain_hash")
    return BeaconRound(message.beacon.chain_hash, message.beacon.round)


def _auditor_key(message: opening_pb2.HandOpening) -> bytes:
    if not message.HasField("escrow"):
        return b""
    key = message.escrow.auditor_key
    where = "opening.escrow.auditor_key"
    checks.length(len(key), _HASH, _HASH, where)
    if not is_box_key(key):
        raise checks.contradiction(where, "Nothing can be sealed to this key: it is of small order.")
    if message.entropy:
        text = "Whoever gives the entropy can show it: it is not sealed to an auditor."
        raise checks.contradiction("opening.entropy", text)
    return key
