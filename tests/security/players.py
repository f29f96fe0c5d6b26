"""Players who hold keys: what each gives its seat, reveals, signs and opens (audit.md 3.4, 5)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from floorman.api.step_wire import step_from_wire
from floorman.cards import card_name
from floorman.fairness.boxes import open_cards
from floorman.fairness.commitments import secret_hash, seed_commit
from floorman.fairness.signing import act_message, consent_message
from floorman.fairness.step_bytes import encode_step
from floorman.fairness.transcript import trunk
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, record_pb2, steps_pb2
from tests.security.house import Guest
from tests.security.table import act_request, opening

__all__ = [
    "COMMITTED",
    "SEAT_KEY",
    "SEAT_SECRET",
    "SEEDED",
    "Player",
    "acted",
    "dealt",
    "keyed",
    "open_request",
    "signed",
]

SEAT_SECRET = opening_pb2.DELIVERY_SEAT_SECRET
SEAT_KEY = opening_pb2.DELIVERY_SEAT_KEY
SEEDED = opening_pb2.ASSURANCE_LEVEL_SEEDED
COMMITTED = opening_pb2.ASSURANCE_LEVEL_COMMITTED


def _derived(what: str, seat: int) -> bytes:
    return sha256(f"{what} of seat {seat}".encode()).digest()


@dataclass(frozen=True)
class Player:
    """A player and its secrets, the same in every run."""

    seat: int

    @property
    def secret(self) -> bytes:
        return _derived("secret", self.seat)

    @property
    def seed(self) -> bytes:
        return _derived("seed", self.seat)

    @property
    def action_key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(_derived("action key", self.seat))

    @property
    def box_key(self) -> bytes:
        return _derived("box key", self.seat)

    def sit(self, message: opening_pb2.HandOpening, seat: opening_pb2.OpeningSeat) -> None:
        """Gives the seat what level and delivery ask for."""
        seat.action_key = self.action_key.public_key().public_bytes_raw()
        if message.delivery == SEAT_SECRET:
            seat.secret_hash = secret_hash(self.secret)
        if message.delivery == SEAT_KEY:
            box_key = X25519PrivateKey.from_private_bytes(self.box_key)
            seat.hpke_key = box_key.public_key().public_bytes_raw()
        if message.level >= COMMITTED:
            seat.commit = self.commit(message)

    def commit(self, message: opening_pb2.HandOpening) -> bytes:
        """To its seed, for this attempt of this hand at this table."""
        return seed_commit(message.table_id, message.hand_number, message.attempt, self.seat, self.seed)

    def reveal(self, opened: hand_service_pb2.OpenHandResponse) -> record_pb2.SeatSeed:
        """Its seed, with its consent to this opening."""
        message = consent_message(opened.opening.open_head, self.seat, self.seed)
        return record_pb2.SeatSeed(seat=self.seat, seed=self.seed, consent=self.action_key.sign(message))

    def sign(self, update: hand_pb2.HandUpdate, step: steps_pb2.Step) -> bytes:
        """The step as its next one after an update."""
        form = encode_step(step_from_wire(step, "step"))
        message = act_message(update.hand_id, update.step + 1, update.head, form)
        return self.action_key.sign(message)

    def open_box(self, deal: hand_pb2.HandUpdate, box: bytes) -> list[str]:
        """The cards in a box of this hand."""
        stem = trunk(deal.start.opening.open_head, deal.start.permutation_seed)
        return [card_name(one.card) for one in open_cards(self.box_key, stem, self.seat, box)]


def keyed(
    delivery: opening_pb2.Delivery.ValueType,
    level: opening_pb2.AssuranceLevel.ValueType = COMMITTED,
    *stacks: int,
    **switches: Any,
) -> opening_pb2.HandOpening:
    """An opening in which every player has given its seat all that level and delivery ask for."""
    message = opening(*stacks, **switches)
    message.level = level
    message.delivery = delivery
    for seat in message.seats:
        Player(seat.seat).sit(message, seat)
    return message


def open_request(message: opening_pb2.HandOpening) -> hand_service_pb2.OpenHandRequest:
    return hand_service_pb2.OpenHandRequest(opening=message)


def dealt(house: Guest, message: opening_pb2.HandOpening) -> hand_pb2.HandUpdate:
    """The first update of a hand for which every seat that committed, or could, has revealed its seed."""
    opened: hand_service_pb2.OpenHandResponse = house.ask("OpenHand", open_request(message))
    request = hand_service_pb2.DealHandRequest(open_token=opened.open_token)
    if message.level > opening_pb2.ASSURANCE_LEVEL_COMMIT:
        request.seeds.extend(
            Player(seat.seat).reveal(opened)
            for seat in message.seats
            if seat.commit or message.level == SEEDED
        )
    answer: hand_service_pb2.DealHandResponse = house.ask("DealHand", request)
    return answer.update


def signed(update: hand_pb2.HandUpdate, step: steps_pb2.Step) -> hand_service_pb2.ActRequest:
    """The step as the next one, signed by the player whose step it is."""
    request = act_request(update, step)
    request.act_signature = Player(step.seat).sign(update, step)
    return request


def acted(house: Guest, update: hand_pb2.HandUpdate, *steps: steps_pb2.Step) -> hand_pb2.HandUpdate:
    """The update after these signed steps."""
    for step in steps:
        answer: hand_service_pb2.ActResponse = house.ask("Act", signed(update, step))
        update = answer.update
    return update
