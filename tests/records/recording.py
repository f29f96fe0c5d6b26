"""A house that plays a hand and keeps its record, from rules and proof alone; it may be told to lie.

It shares no code with the service's export, so that a record that verifies is the work of two.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from floorman import events, steps
from floorman.cards import full_deck, short_deck
from floorman.events import Event
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.commitments import seed_commit
from floorman.fairness.event_bytes import encode_event
from floorman.fairness.keys import HeadKey
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import (
    BeaconRound,
    Dealing,
    Delivery,
    Level,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
    cfg_hash_of,
    first_prev_head,
)
from floorman.fairness.opening_bytes import encode_opening, open_head_of
from floorman.fairness.public_layer import HOST_DEALT, permutation, public_seed
from floorman.fairness.secret_layer import SecretLayer, hole_commitment
from floorman.fairness.signing import act_message, consent_message, head_message, opening_message
from floorman.fairness.step_bytes import encode_step, seat_signs
from floorman.fairness.transcript import head_is_signed, step_head, trunk
from floorman.records.hand_record import BeaconValue, HandRecord, HoleOpening, RecordedSeed, RecordedStep
from floorman.rules.choices import Variant
from floorman.rules.config_text import config_text
from floorman.rules.dealing import Deck, NoDeck
from floorman.rules.floor import apply, deal_in, seat_players
from floorman.rules.hand import NOBODY, Hand, Phase
from floorman.rules.opening import HandStart
from floorman.rules.version import RULES_VERSION

__all__ = ["HOUSE_KEY", "KEYS", "NextStep", "Terms", "recorded_hand"]

HOUSE_KEY: Final = HeadKey(3, bytes(range(32)))
KEYS: Final = {HOUSE_KEY.kid: HOUSE_KEY.public_key}

NextStep = Callable[[Hand], steps.Step | None]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a hand is proved against, and where the house lies.

    Attributes:
        level: COMMIT to COMMITTED, or BEACON with a round and what its chain gave.
        delivery: other than HOST every seat has an action key and signs.
        every: the house signs every head.
        number, attempt, prev_head: of the opening.
        opened_ms: when, by the house's clock.
        sigma: the house lies about the pack: what lies in which slot.
    """

    level: Level = Level.COMMIT
    delivery: Delivery = Delivery.HOST
    every: bool = False
    number: int = 1
    attempt: int = 0
    prev_head: bytes = b""
    opened_ms: int = 1_700_000_000_000
    beacon: tuple[BeaconRound, BeaconValue] | None = None
    sigma: Sequence[int] | None = None


@dataclass(slots=True)
class _Secret:
    """σ and the salts, as the house has them."""

    layer: SecretLayer
    sigma: Sequence[int]
    slots: tuple[int, ...] = ()
    opened: list[CardOpening] = field(default_factory=list)

    def leaves(self) -> list[bytes]:
        return [self._opening(0, slot).leaf(self.layer.hand_id) for slot in range(len(self.sigma))]

    def _opening(self, index: int, slot: int) -> CardOpening:
        return CardOpening(index, slot, self.sigma[slot], self.layer.salt(slot))

    def opening(self, index: int) -> CardOpening:
        return self._opening(index, self.slots[index])

    def face(self, index: int) -> int:
        return self.sigma[self.slots[index]]

    hole = face


def _entropy(chance: random.Random) -> bytes:
    return chance.randbytes(32)


def _seat_key(seat: int) -> HeadKey:
    return HeadKey(seat, sha256(f"seat {seat}".encode()).digest())


def recorded_hand(
    start: HandStart, chance: random.Random, next_step: NextStep, terms: Terms = Terms()
) -> tuple[HandRecord, Hand, list[CardOpening]]:
    """Plays a hand and keeps its record.

    Args:
        start: the facts of the start.
        chance: entropy and seeds.
        next_step: what is asked next; None once nothing is.
        terms: of the proof.

    Returns:
        The record, the hand at its end, and the opening of every card of the deck (none if the host deals).
    """
    entropy, hand_id = _entropy(chance), chance.randbytes(16)
    secret = None
    if not start.host_deals:
        pack = short_deck() if start.config.variant is Variant.SHORT_DECK_36 else full_deck()
        layer = SecretLayer(entropy, hand_id, pack)
        secret = _Secret(layer, terms.sigma or layer.order)
    leaves = [] if secret is None else secret.leaves()
    hand = seat_players(start)
    seeds = {seat.number: chance.randbytes(32) for seat in start.seats if terms.level > Level.COMMIT}
    open_bytes = encode_opening(_opening(start, hand, hand_id, leaves, seeds, terms))
    open_head = open_head_of(open_bytes)
    _, value = terms.beacon or (None, None)
    randomness = value.randomness if value else None
    seed = HOST_DEALT if secret is None else public_seed(open_head, seeds, randomness)
    deck: Deck = NoDeck()
    if secret is not None:
        secret.slots = permutation(seed, hand_id, len(leaves))
        deck = secret
    book = _Book(hand_id, trunk(open_head, seed), terms, secret, entropy)
    commitments = {
        seat: hole_commitment(entropy, hand_id, seat, holes).commitment
        for seat, holes in start.known_holes.items()
    }
    happened = deal_in(hand, start, deck, commitments)
    book.write(None, happened, hand)
    while (asked := next_step(hand)) is not None:
        if isinstance(asked, steps.DealHole):
            bound = hole_commitment(entropy, hand_id, asked.seat, asked.cards)
            asked = replace(asked, commitment=bound.commitment)
        hand, happened = apply(hand, asked, deck)
        book.write(asked, happened, hand)
    record = HandRecord(
        open_bytes=open_bytes,
        opening_signature=HOUSE_KEY.sign(opening_message(open_head)),
        cfg_text=config_text(start.config),
        leaves=tuple(leaves),
        seeds=tuple(
            RecordedSeed(seat, seeds[seat], _consent(open_head, seat, seeds[seat], terms))
            for seat in sorted(seeds)
        ),
        beacon=value,
        steps=tuple(book.steps),
    )
    openings = [] if secret is None else [secret.opening(index) for index in range(len(leaves))]
    return record, hand, openings


def _consent(open_head: bytes, seat: int, seed: bytes, terms: Terms) -> bytes:
    if terms.delivery is Delivery.HOST:
        return b""
    return _seat_key(seat).sign(consent_message(open_head, seat, seed))


def _opening(
    start: HandStart, hand: Hand, hand_id: bytes, leaves: list[bytes], seeds: dict[int, bytes], terms: Terms
) -> Opening:
    flags = OpenFlag(0)
    flags |= OpenFlag.SIGN_EVERY if terms.every else flags
    flags |= OpenFlag.SHOWDOWN_ASK if start.asks else flags
    flags |= OpenFlag.LAST_TWO_IN_EVENT if start.last_two_in_event else flags
    flags |= OpenFlag.FORK_GUARD if terms.delivery is not Delivery.HOST else flags
    table = "records"

    def seat_number(position: int) -> int | None:
        return None if position == NOBODY else hand.seats[position].number

    return Opening(
        rules_version=RULES_VERSION,
        head_kid=HOUSE_KEY.kid,
        hand_id=hand_id,
        opened_ms=terms.opened_ms,
        table_id=table,
        hand_number=terms.number,
        attempt=terms.attempt,
        prev_head=terms.prev_head or first_prev_head(table),
        cfg_hash=cfg_hash_of(config_text(start.config)),
        root=root_of(leaves) if leaves else HOST_DEALT,
        dealing=Dealing.HOST if start.host_deals else Dealing.SERVICE,
        delivery=terms.delivery,
        level=terms.level,
        flags=flags,
        beacon=terms.beacon[0] if terms.beacon else None,
        escrow=None,
        button=start.button,
        small_blind_seat=seat_number(hand.small_blind),
        big_blind_seat=seat_number(hand.big_blind),
        seats=tuple(
            OpeningSeat(
                seat.number,
                seat.stack,
                seat.live_post,
                seat.dead_post,
                seat.absent,
                action_key=b"" if terms.delivery is Delivery.HOST else _seat_key(seat.number).public_key,
                commit=seed_commit(table, terms.number, terms.attempt, seat.number, seeds[seat.number])
                if terms.level >= Level.COMMITTED
                else b"",
            )
            for seat in sorted(start.seats, key=lambda seat: seat.number)
        ),
        straddles=tuple(StraddlePosted(post.number, post.amount) for post in start.straddles),
    )


class _Book:
    """The transcript as it grows."""

    def __init__(
        self, hand_id: bytes, head: bytes, terms: Terms, secret: _Secret | None, entropy: bytes
    ) -> None:
        self.steps: list[RecordedStep] = []
        self._hand_id = hand_id
        self._head = head
        self._terms = terms
        self._secret = secret
        self._entropy = entropy
        self._committed: set[int] = set()

    def write(self, asked: steps.Step | None, happened: list[Event], hand: Hand) -> None:
        number = len(self.steps)
        forms = tuple(encode_event(event) for event in happened)
        parent, self._head = self._head, step_head(self._head, number, forms)
        step_bytes = b"" if asked is None else encode_step(asked)
        act_signature = b""
        if asked is not None and seat_signs(step_bytes) and self._terms.delivery is not Delivery.HOST:
            message = act_message(self._hand_id, number, parent, step_bytes)
            act_signature = _seat_key(step_bytes[1]).sign(message)
        every = self._terms.every or self._terms.level >= Level.COMMITTED
        signature = b""
        if head_is_signed(every=every, step=number, complete=hand.phase is Phase.COMPLETE):
            signature = HOUSE_KEY.sign(head_message(self._hand_id, number, parent, self._head))
        self._committed |= {event.seat for event in happened if isinstance(event, events.HoleKnown)}
        self.steps.append(
            RecordedStep(
                step_bytes,
                act_signature,
                forms,
                tuple(self._card_openings(happened)),
                tuple(self._hole_openings(happened, hand)),
                self._head,
                signature,
            )
        )

    def _card_openings(self, happened: list[Event]) -> list[CardOpening]:
        if self._secret is None:
            return []
        shown = {index for event in happened for index, _ in events.shown_cards(event)}
        return [self._secret.opening(index) for index in sorted(shown)]

    def _hole_openings(self, happened: list[Event], hand: Hand) -> list[HoleOpening]:
        opened = []
        for event in happened:
            match event:
                case events.HandUp(seat=seat) | events.Show(seat=seat) | events.Seen(target=seat):
                    holes = hand.holes[hand.position(seat)]
                    if self._secret is None and seat in self._committed and holes is not None:
                        bound = hole_commitment(self._entropy, self._hand_id, seat, holes)
                        opened.append(HoleOpening(seat, holes, bound.salt))
                case _:
                    pass
        return opened
