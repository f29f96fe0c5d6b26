"""Opening a hand: entropy, the secret order, and everything about the start in one signed head (audit.md 3).

No seed is known here yet. What comes out is signed for the players, and sealed for the deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.api import checks
from floorman.api.floor import Floor
from floorman.api.opening_wire import OpeningRequest
from floorman.api.protection import protection
from floorman.api.rejection import rejected, rejected_opening
from floorman.api.ruling import Opened
from floorman.fairness.beacon import can_check, chain_of
from floorman.fairness.boxes import escrow_of, seal_escrow
from floorman.fairness.entropy import given_hand_id
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import (
    BeaconRound,
    Dealing,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
    cfg_hash_of,
    first_prev_head,
)
from floorman.fairness.opening_bytes import encode_opening, open_head_of
from floorman.fairness.public_layer import HOST_DEALT
from floorman.fairness.secret_layer import SecretLayer
from floorman.fairness.signing import opening_message
from floorman.guard.place import OPENED, Place
from floorman.rules import floor as rules
from floorman.rules.config_text import config_text
from floorman.rules.dealing import pack_of
from floorman.rules.hand import Hand
from floorman.rules.refusal import Refusal
from floorman.rules.switches import TableConfig
from floorman.rules.version import RULES_VERSION
from floorman.sealing.opened import OpenedHand, encode_opened
from floorman.sealing.state import CODEC
from floorman.sealing.token import TokenHeader, TokenType, nonce_of
from floorman.v1 import refusal_pb2

__all__ = ["Binding", "bind", "open_hand", "opened_again"]

_ERRORS: Final = refusal_pb2.ErrorReason


@dataclass(slots=True)
class Binding:
    """An opening before it is sealed or dealt.

    Attributes:
        hand: what is sealed until the deal.
        opened: what everybody sees.
        header: of the open token.
    """

    hand: OpenedHand
    opened: Opened
    header: TokenHeader


def open_hand(floor: Floor, request: OpeningRequest) -> tuple[Opened, bytes]:
    """Opens a hand that is dealt later: the signed opening, and the open token.

    Raises:
        Rejected: the facts make no hand, what is asked for is not offered here, or the guard refuses.
    """
    binding = bind(floor, request)
    opening, open_head = binding.opened.opening, binding.opened.open_head
    # The guard knows a hand from its opening on: one that it has lost cannot be dealt once more.
    floor.pass_guard(opening.flags, opening.hand_id, None, Place(OPENED, open_head), unknown=True)
    return binding.opened, floor.sealer.seal(binding.header, encode_opened(binding.hand))


def bind(floor: Floor, request: OpeningRequest) -> Binding:
    """Draws a hand and binds everything about its start.

    Raises:
        Rejected: the facts make no hand, or what is asked for is not offered here.
    """
    now_ms = floor.now_ms()
    start, terms = request.start, request.terms
    hand = _seated(request)
    flags = _flags(request) | protection(request, guarded=floor.guard is not None)
    if terms.beacon is not None:
        _check_beacon(terms.beacon, now_ms)
    kid, head_kid = floor.opening_kids(now_ms)
    entropy, hand_id, opened_ms = _drawn(floor, request, now_ms)
    hosted = terms.dealing is Dealing.HOST
    leaves = [] if hosted else SecretLayer(entropy, hand_id, pack_of(start.config)).leaves()
    root = HOST_DEALT if hosted else root_of(leaves)
    box = seal_escrow(terms.auditor_key, hand_id, root, entropy) if terms.auditor_key else b""
    opening = Opening(
        rules_version=RULES_VERSION,
        head_kid=head_kid,
        hand_id=hand_id,
        opened_ms=opened_ms,
        table_id=request.table_id,
        hand_number=request.hand_number,
        attempt=request.attempt,
        prev_head=request.prev_head or first_prev_head(request.table_id),
        cfg_hash=cfg_hash_of(config_text(start.config)),
        root=root,
        dealing=terms.dealing,
        delivery=terms.delivery,
        level=terms.level,
        flags=flags,
        beacon=terms.beacon,
        escrow=escrow_of(terms.auditor_key, box) if box else None,
        button=start.button,
        small_blind_seat=_seat_number(hand, hand.small_blind),
        big_blind_seat=_seat_number(hand, hand.big_blind),
        seats=_opening_seats(request),
        straddles=tuple(StraddlePosted(post.number, post.amount) for post in start.straddles),
    )
    opened = _signed(floor, opening, start.config)
    opened.leaves = leaves if request.want_leaves else []
    opened.escrow_box = box
    header = TokenHeader(TokenType.OPEN, CODEC, kid, hand_id, 0, opened_ms, nonce_of(opened.open_head))
    return Binding(OpenedHand(entropy, opening, start), opened, header)


def opened_again(floor: Floor, hand: OpenedHand) -> Opened:
    """The opening of a hand as it was signed; leaves and escrow box were given once."""
    return _signed(floor, hand.opening, hand.start.config)


def _signed(floor: Floor, opening: Opening, config: TableConfig) -> Opened:
    open_bytes = encode_opening(opening)
    open_head = open_head_of(open_bytes)
    signature = floor.signer(opening.head_kid).sign(opening_message(open_head))
    return Opened(opening, open_bytes, open_head, signature, config_text(config))


def _seated(request: OpeningRequest) -> Hand:
    """The seats in their places; everything that the deal could refuse is refused now."""
    try:
        hand = rules.seat_players(request.start)
        rules.check_start(hand, request.start)
    except Refusal as refusal:
        raise rejected_opening(refusal) from None
    return hand


def _flags(request: OpeningRequest) -> OpenFlag:
    facts = {
        OpenFlag.GIVEN_ENTROPY: bool(request.entropy),
        OpenFlag.SIGN_EVERY: request.terms.signs_every_head,
        OpenFlag.SHOWDOWN_ASK: request.start.asks,
        OpenFlag.LAST_TWO_IN_EVENT: request.start.last_two_in_event,
    }
    flags = OpenFlag(0)
    for flag, holds in facts.items():
        flags |= flag if holds else OpenFlag(0)
    return flags


def _check_beacon(beacon: BeaconRound, now_ms: int) -> None:
    """audit.md 3.4: a value that can be checked here, and that nobody can know yet."""
    if not can_check():
        text = "This service cannot check the signatures of a beacon (extra [beacon])."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.level")
    chain = chain_of(beacon.chain_hash)
    if chain is None:
        text = "This service does not know a beacon of this chain hash."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.beacon.chain_hash")
    least = chain.first_after(now_ms)
    checks.number(beacon.round, least, checks.MOST_INT64, "opening.beacon.round")


def _drawn(floor: Floor, request: OpeningRequest, now_ms: int) -> tuple[bytes, bytes, int]:
    """E, hand_id and opened_ms: fresh, or as the request gives them."""
    if not request.entropy:
        fresh = floor.entropy.draw()
        return fresh.entropy, fresh.hand_id, now_ms
    if not floor.allow_given_entropy:
        text = "This service draws its own entropy; it was not started to allow given entropy."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.entropy")
    given = given_hand_id(request.entropy, request.table_id, request.hand_number, request.attempt)
    return request.entropy, given, 0


def _opening_seats(request: OpeningRequest) -> tuple[OpeningSeat, ...]:
    seats = [
        OpeningSeat(
            seat=seat.number,
            stack=seat.stack,
            live_post=seat.live_post,
            dead_post=seat.dead_post,
            absent=seat.absent,
            secret_hash=keys.secret_hash,
            hpke_key=keys.hpke_key,
            action_key=keys.action_key,
            commit=keys.commit,
        )
        for seat, keys in zip(request.start.seats, request.terms.keys, strict=True)
    ]
    return tuple(sorted(seats, key=lambda seat: seat.seat))


def _seat_number(hand: Hand, position: int) -> int | None:
    return None if position < 0 else hand.seats[position].number
