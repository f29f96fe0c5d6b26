"""The floor as an authority: opens hands and takes steps, sealed state in, sealed state out.

The data flows one way: open the token, apply the rules, bind what happened into the transcript, seal.
Nothing is kept between two calls; all that stays are the keys and the policy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from floorman import events, steps
from floorman.api.opening_wire import OpeningRequest
from floorman.api.rejection import Rejected, rejected, rejected_by_rules, rejected_opening
from floorman.cards import full_deck, short_deck
from floorman.events import Event
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.entropy import EntropySource, given_hand_id
from floorman.fairness.event_bytes import encode_event
from floorman.fairness.merkle import root_of
from floorman.fairness.opening import (
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
from floorman.fairness.public_layer import HOST_DEALT, public_seed
from floorman.fairness.secret_layer import SecretLayer, hole_commitment
from floorman.fairness.signing import head_message, opening_message
from floorman.fairness.step_bytes import encode_step
from floorman.fairness.transcript import head_is_signed, step_head, trunk
from floorman.rules import floor as rules
from floorman.rules.choices import Variant
from floorman.rules.config_text import config_text
from floorman.rules.dealing import Deck, NoDeck
from floorman.rules.hand import Hand, Phase
from floorman.rules.opening import HandStart
from floorman.rules.refusal import Refusal
from floorman.rules.switches import TableConfig
from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.state import (
    CODEC,
    CODECS,
    HandState,
    decode_state,
    encode_state,
    rules_version_of,
)
from floorman.sealing.token import Sealer, TokenFault, TokenHeader, TokenRefusedError, TokenType, nonce_of
from floorman.v1 import refusal_pb2

__all__ = ["RULES_VERSION", "Floor", "Opened", "Ruling", "bound", "newly_open", "service_deck"]

RULES_VERSION: Final = 1
"""The version of the rule book that new hands are opened under."""

_ERRORS: Final = refusal_pb2.ErrorReason
_ZERO_HASH: Final = bytes(32)


@dataclass(slots=True)
class Opened:
    """What binds the opening of a hand: only the deal's ruling has it."""

    opening: Opening
    open_bytes: bytes
    open_head: bytes
    signature: bytes
    config_text: str
    leaves: list[bytes]


@dataclass(slots=True)
class Ruling:
    """An accepted step, or the deal, with everything that an answer is made of.

    Attributes:
        token: the sealed state after it.
        state: the same, open.
        hand_id: 16 bytes.
        step: its number.
        asked: the step as it came; None for the deal.
        step_bytes: its bytes in the transcript; empty for the deal.
        events: what happened.
        event_bytes: the same, each as the head binds it.
        parent: the head before, 32 bytes.
        signature: over both heads, 64 bytes, or empty where none is due.
        deck: the floor's deck; None where the host deals.
        opened: the opening; None but for the deal.
    """

    token: bytes
    state: HandState
    hand_id: bytes
    step: int
    asked: steps.Step | None
    step_bytes: bytes
    events: list[Event]
    event_bytes: list[bytes]
    parent: bytes
    signature: bytes
    deck: ServiceDeck | None
    opened: Opened | None = None


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Floor:
    """The authority: its keys and its policy.

    Attributes:
        ring: the keys that seal and sign.
        allow_given_entropy: a request may bring its own entropy (audit.md 3.7).
        max_age_ms: how long after its opening a hand accepts steps, milliseconds.
        now_ms: the clock, Unix time in milliseconds.
    """

    ring: Ring
    allow_given_entropy: bool = False
    max_age_ms: int = 86_400_000
    now_ms: Callable[[], int] = _now_ms
    _entropy: EntropySource = field(default_factory=EntropySource)
    _sealer: Sealer = field(init=False)

    def __post_init__(self) -> None:
        self._sealer = Sealer(self.ring, CODECS)

    # ---- opening a hand ----

    def start(self, request: OpeningRequest) -> Ruling:
        """Opens and deals a hand in one call, level COMMIT.

        Raises:
            Rejected: the facts make no hand, or given entropy is not allowed here.
        """
        now_ms = self.now_ms()
        entropy, hand_id, opened_ms = self._draw(request, now_ms)
        hosted = request.dealing is Dealing.HOST
        cards = _pack(request.start.config)
        leaves = [] if hosted else SecretLayer(entropy, hand_id, cards).leaves()
        root = root_of(leaves) if leaves else _ZERO_HASH
        hand = _seated(request.start)
        opened = self._bind(request, hand, hand_id, opened_ms, root, leaves)
        seed = HOST_DEALT if hosted else public_seed(opened.open_head, {})
        deck = None if hosted else ServiceDeck(entropy, hand_id, seed, cards)
        commitments = {
            seat: hole_commitment(entropy, hand_id, seat, holes).commitment
            for seat, holes in request.start.known_holes.items()
        }
        happened = _dealt_in(hand, request.start, deck or NoDeck(), commitments)
        state = HandState(
            entropy=entropy,
            open_head=opened.open_head,
            seed=seed,
            head=trunk(opened.open_head, seed),
            rules_version=RULES_VERSION,
            head_kid=opened.opening.head_kid,
            flags=opened.opening.flags,
            delivery=opened.opening.delivery,
            level=opened.opening.level,
            action_keys={},
            delivery_keys={},
            hand=hand,
        )
        kid = self.ring.opening_key(now_ms).kid
        header = TokenHeader(TokenType.STATE, CODEC, kid, hand_id, 0, opened_ms, b"")
        ruling = self._conclude(state, header, None, happened, deck)
        ruling.opened = opened
        return ruling

    def _draw(self, request: OpeningRequest, now_ms: int) -> tuple[bytes, bytes, int]:
        """E, hand_id and opened_ms: fresh, or as the request gives them."""
        if not request.entropy:
            fresh = self._entropy.draw()
            return fresh.entropy, fresh.hand_id, now_ms
        if not self.allow_given_entropy:
            text = "This service draws its own entropy; it was not started to allow given entropy."
            raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.entropy")
        given = given_hand_id(request.entropy, request.table_id, request.hand_number, request.attempt)
        return request.entropy, given, 0

    def _bind(
        self,
        request: OpeningRequest,
        hand: Hand,
        hand_id: bytes,
        opened_ms: int,
        root: bytes,
        leaves: list[bytes],
    ) -> Opened:
        """Everything about the start in one signed head (audit.md 3.2)."""
        start = request.start
        signer = self.ring.opening_signer(self.now_ms())
        text = config_text(start.config)
        flags = OpenFlag(0)
        flags |= OpenFlag.GIVEN_ENTROPY if request.entropy else flags
        flags |= OpenFlag.SIGN_EVERY if request.signs_every_head else flags
        flags |= OpenFlag.SHOWDOWN_ASK if start.asks else flags
        flags |= OpenFlag.LAST_TWO_IN_EVENT if start.last_two_in_event else flags
        opening = Opening(
            rules_version=RULES_VERSION,
            head_kid=signer.kid,
            hand_id=hand_id,
            opened_ms=opened_ms,
            table_id=request.table_id,
            hand_number=request.hand_number,
            attempt=request.attempt,
            prev_head=request.prev_head or first_prev_head(request.table_id),
            cfg_hash=cfg_hash_of(text),
            root=root,
            dealing=request.dealing,
            delivery=Delivery.HOST,
            level=Level.COMMIT,
            flags=flags,
            beacon=None,
            escrow=None,
            button=start.button,
            small_blind_seat=_seat_number(hand, hand.small_blind),
            big_blind_seat=_seat_number(hand, hand.big_blind),
            seats=tuple(
                OpeningSeat(seat.number, seat.stack, seat.live_post, seat.dead_post, seat.absent)
                for seat in sorted(start.seats, key=lambda seat: seat.number)
            ),
            straddles=tuple(StraddlePosted(post.number, post.amount) for post in start.straddles),
        )
        open_bytes = encode_opening(opening)
        open_head = open_head_of(open_bytes)
        signature = signer.sign(opening_message(open_head))
        return Opened(opening, open_bytes, open_head, signature, text, leaves if request.want_leaves else [])

    # ---- one step ----

    def open_state(self, token: bytes) -> tuple[TokenHeader, HandState]:
        """The state that a host sends back.

        Raises:
            Rejected: no token of ours, changed, foreign, retired, or of an unknown version.
        """
        try:
            header, plaintext = self._sealer.open(token, TokenType.STATE, self.now_ms())
        except TokenRefusedError as refused:
            raise _token_rejected(refused) from None
        version = rules_version_of(plaintext)
        if version != RULES_VERSION:
            text = f"This replica does not know version {version} of the rules."
            raise rejected(_ERRORS.ERROR_REASON_RULES_VERSION, text, numbers={"rules_version": version})
        return header, decode_state(plaintext)

    def expect(self, token: bytes, hand_id: bytes, step: int) -> tuple[TokenHeader, HandState]:
        """The state, if it is the one that the host means and its hand can go on here.

        Raises:
            Rejected: as :meth:`open_state`, another hand, another step, too old, or its head key is gone.
        """
        header, state = self.open_state(token)
        if header.hand_id != hand_id:
            text = "hand_id is not the hand of this state."
            raise rejected(_ERRORS.ERROR_REASON_WRONG_HAND, text)
        if header.step != step:
            text = f"expected_step is {step}, and the state stands at step {header.step}."
            numbers = {"expected_step": step, "step": header.step}
            raise rejected(_ERRORS.ERROR_REASON_STALE_STEP, text, numbers=numbers)
        if header.opened_ms and self.now_ms() - header.opened_ms > self.max_age_ms:
            seconds = self.max_age_ms // 1000
            text = f"The hand was opened more than {seconds} seconds ago."
            raise rejected(_ERRORS.ERROR_REASON_STATE_TOO_OLD, text, numbers={"max_seconds": seconds})
        try:
            self.ring.signer(state.head_kid)
        except NoKeyError:
            text = f"Head key {state.head_kid}, which signs this hand, is not on the ring any more."
            numbers = {"key_id": state.head_kid}
            raise rejected(_ERRORS.ERROR_REASON_KEY_RETIRED, text, numbers=numbers) from None
        return header, state

    def act(self, token: bytes, hand_id: bytes, expected_step: int, asked: steps.Step) -> Ruling:
        """Takes one step.

        Raises:
            Rejected: the state is not good, or the rules refuse the step.
        """
        header, state = self.expect(token, hand_id, expected_step)
        asked = bound(state, header.hand_id, asked)
        deck = service_deck(state, header.hand_id)
        happened: list[Event] = []
        try:
            # the state was opened for this step alone, so the deed may change it in place
            rules.check(state.hand, asked, deck or NoDeck())(happened)
        except Refusal as refusal:
            raise rejected_by_rules(refusal) from None
        rules.check_chips(state.hand)
        header.step += 1
        return self._conclude(state, header, asked, happened, deck)

    def _conclude(
        self,
        state: HandState,
        header: TokenHeader,
        asked: steps.Step | None,
        happened: list[Event],
        deck: ServiceDeck | None,
    ) -> Ruling:
        """Binds what happened into the transcript, signs where due, and seals (audit.md 4.1)."""
        event_bytes = [encode_event(event) for event in happened]
        parent = state.head
        state.head = step_head(parent, header.step, event_bytes)
        complete = state.hand.phase is Phase.COMPLETE
        every = OpenFlag.SIGN_EVERY in state.flags
        signature = b""
        if head_is_signed(every=every, step=header.step, complete=complete):
            message = head_message(header.hand_id, header.step, parent, state.head)
            signature = self.ring.signer(state.head_kid).sign(message)
        header.nonce = nonce_of(state.head)
        return Ruling(
            token=self._sealer.seal(header, encode_state(state)),
            state=state,
            hand_id=header.hand_id,
            step=header.step,
            asked=asked,
            step_bytes=encode_step(asked) if asked is not None else b"",
            events=happened,
            event_bytes=event_bytes,
            parent=parent,
            signature=signature,
            deck=deck,
        )


def _pack(config: TableConfig) -> tuple[int, ...]:
    return short_deck() if config.variant is Variant.SHORT_DECK_36 else full_deck()


def _seated(start: HandStart) -> Hand:
    try:
        return rules.seat_players(start)
    except Refusal as refusal:
        raise rejected_opening(refusal) from None


def _dealt_in(hand: Hand, start: HandStart, deck: Deck, commitments: dict[int, bytes]) -> list[Event]:
    try:
        return rules.deal_in(hand, start, deck, commitments)
    except Refusal as refusal:
        raise rejected_opening(refusal) from None


def _seat_number(hand: Hand, position: int) -> int | None:
    return None if position < 0 else hand.seats[position].number


def service_deck(state: HandState, hand_id: bytes) -> ServiceDeck | None:
    """The deck of a running hand, computed only where a card opens; None where the host deals."""
    if state.hand.host_deals:
        return None
    return ServiceDeck(state.entropy, hand_id, state.seed, _pack(state.hand.config))


def bound(state: HandState, hand_id: bytes, asked: steps.Step) -> steps.Step:
    """Host dealing: hole cards enter the transcript as a commitment, never as faces (audit.md 4.2)."""
    if isinstance(asked, steps.DealHole) and len(asked.cards) == 2:
        commitment = hole_commitment(state.entropy, hand_id, asked.seat, asked.cards).commitment
        return steps.DealHole(asked.seat, asked.cards, commitment)
    return asked


def newly_open(happened: Sequence[Event], deck: ServiceDeck | None) -> list[CardOpening]:
    """The openings of every card that these events show, by rising deck index."""
    if deck is None:
        return []
    indices: set[int] = set()
    for event in happened:
        match event:
            case events.BoardCards() | events.RabbitCards() | events.HandUp() | events.Show() | events.Seen():
                indices.update(event.indices)
            case events.ShowOne() | events.Exposed():
                indices.add(event.index)
            case _:
                pass
    return [deck.opening(index) for index in sorted(indices)]


def _token_rejected(refused: TokenRefusedError) -> Rejected:
    number = refused.number or 0
    match refused.fault:
        case TokenFault.UNREADABLE | TokenFault.WRONG_TYPE:
            text = "This is no state token of this service."
            return rejected(_ERRORS.ERROR_REASON_MALFORMED_STATE, text)
        case TokenFault.UNKNOWN_CODEC:
            text = f"This replica does not know codec {number}."
            return rejected(_ERRORS.ERROR_REASON_RULES_VERSION, text, numbers={"codec": number})
        case TokenFault.RETIRED_KEY:
            text = f"Key {number} is retired: what was sealed with it does not open any more."
            return rejected(_ERRORS.ERROR_REASON_KEY_RETIRED, text, numbers={"key_id": number})
        case TokenFault.UNKNOWN_KID | TokenFault.FORGED:
            text = "The state was changed, cut or sealed with another key."
            return rejected(_ERRORS.ERROR_REASON_UNREADABLE_STATE, text)
