"""Dealing an opened hand: the seeds cut the deck, posts and hole cards fall (audit.md 3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from floorman.api.concluding import conclude
from floorman.api.delivery import card_boxes
from floorman.api.floor import Floor
from floorman.api.opening import bind, opened_again
from floorman.api.opening_wire import OpeningRequest
from floorman.api.ruling import Opened, Ruling
from floorman.api.seeds import accepted_seeds, beacon_value
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.opening import Dealing, Delivery, Opening, OpeningSeat
from floorman.fairness.public_layer import HOST_DEALT, public_seed
from floorman.fairness.secret_layer import hole_commitment
from floorman.fairness.transcript import trunk
from floorman.guard.place import OPENED, Place
from floorman.rules import floor as rules
from floorman.rules.dealing import NoDeck, pack_of
from floorman.sealing.opened import OpenedHand
from floorman.sealing.state import HandState
from floorman.sealing.token import TokenHeader, TokenType
from floorman.v1 import record_pb2

__all__ = ["deal_hand", "start_hand"]

_NO_SEEDS: Final[Mapping[int, bytes]] = {}


def start_hand(floor: Floor, request: OpeningRequest) -> Ruling:
    """Opens and deals a hand in one call, level COMMIT.

    Raises:
        Rejected: the facts make no hand, what is asked for is not offered here, or the guard refuses.
    """
    binding = bind(floor, request)
    seed = _cut(binding.opened, _NO_SEEDS, None)
    return _deal(floor, binding.hand, binding.opened, binding.header, seed, None)


def deal_hand(
    floor: Floor, token: bytes, seeds: Sequence[record_pb2.SeatSeed], beacon_signature: bytes
) -> Ruling:
    """Deals an opened hand.

    Args:
        floor: the authority.
        token: the open token.
        seeds: as they were revealed.
        beacon_signature: of the round at level BEACON, else empty.

    Raises:
        Rejected: the token is not good, the opening does not accept the seeds, or the guard refuses.
    """
    header, hand = floor.open_opened(token)
    opened = opened_again(floor, hand)
    cut = accepted_seeds(hand.opening, opened.open_head, seeds)
    seed = _cut(opened, cut, beacon_value(hand.opening, beacon_signature))
    return _deal(floor, hand, opened, header, seed, Place(OPENED, opened.open_head))


def _cut(opened: Opened, seeds: Mapping[int, bytes], randomness: bytes | None) -> bytes:
    """P, 32 bytes."""
    if opened.opening.dealing is Dealing.HOST:
        return HOST_DEALT
    return public_seed(opened.open_head, seeds, randomness)


def _deal(
    floor: Floor,
    opened_hand: OpenedHand,
    opened: Opened,
    header: TokenHeader,
    seed: bytes,
    before: Place | None,
) -> Ruling:
    opening, start, entropy = opened_hand.opening, opened_hand.start, opened_hand.entropy
    deck = None
    if opening.dealing is Dealing.SERVICE:
        deck = ServiceDeck(entropy, opening.hand_id, seed, pack_of(start.config))
    commitments = {
        seat: hole_commitment(entropy, opening.hand_id, seat, holes).commitment
        for seat, holes in start.known_holes.items()
    }
    hand = rules.seat_players(start)
    happened = rules.deal_in(hand, start, deck or NoDeck(), commitments)
    keys = {seat.seat: key for seat in opening.seats if (key := _delivery_key(opening, seat))}
    state = HandState(
        entropy=entropy,
        open_head=opened.open_head,
        seed=seed,
        head=trunk(opened.open_head, seed),
        rules_version=opening.rules_version,
        head_kid=opening.head_kid,
        flags=opening.flags,
        delivery=opening.delivery,
        level=opening.level,
        action_keys={seat.seat: seat.action_key for seat in opening.seats if seat.action_key},
        delivery_keys=keys,
        hand=hand,
    )
    ruling = conclude(floor, state, replace(header, type=TokenType.STATE), b"", happened, deck, before)
    if deck is not None and opening.delivery is Delivery.SEAT_KEY:
        ruling.boxes = card_boxes(state, deck, keys)
    ruling.opened = opened
    return ruling


def _delivery_key(opening: Opening, seat: OpeningSeat) -> bytes:
    """The key by which the delivery finds a seat's player; empty where there is none."""
    match opening.delivery:
        case Delivery.HOST:
            return b""
        case Delivery.SEAT_SECRET:
            return seat.secret_hash
        case Delivery.SEAT_KEY:
            return seat.hpke_key
