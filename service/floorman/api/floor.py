"""The floor between two calls: its keys, its policy, and nothing of any hand.

What a host brings is unsealed here; ``opening``, ``dealing`` and ``stepping`` do the work of a call.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from floorman.api.rejection import Rejected, rejected
from floorman.fairness.entropy import EntropySource
from floorman.fairness.keys import HeadKey
from floorman.fairness.opening import OpenFlag
from floorman.guard.place import ForkGuard, GuardUnavailableError, Passage, Place
from floorman.rules.version import RULES_VERSION
from floorman.sealing.draw_codec import SealedDraw, decode_draw
from floorman.sealing.opened import OpenedHand, decode_opened, opened_rules_version
from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.seat_cards import SeatCards, decode_seat_cards
from floorman.sealing.state import CODECS, HandState, decode_state, rules_version_of
from floorman.sealing.token import Sealer, TokenFault, TokenHeader, TokenRefusedError, TokenType
from floorman.v1 import refusal_pb2

__all__ = ["Floor"]

_ERRORS: Final = refusal_pb2.ErrorReason


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


@dataclass(slots=True)
class Floor:
    """The authority: its keys and its policy.

    Attributes:
        ring: the keys that seal and sign.
        allow_given_entropy: a request may bring its own entropy (audit.md 3.7).
        max_age_ms: how long after its opening a hand is dealt and accepts steps, milliseconds.
        timeout_min_ms: a time-out as step s comes no sooner than s times this after the opening.
        guard: keeps hands from being played along two branches; None where this floor has none.
        now_ms: the clock, Unix time in milliseconds.
        entropy: where fresh hands begin.
        sealer: of the ring.
    """

    ring: Ring
    allow_given_entropy: bool = False
    max_age_ms: int = 86_400_000
    timeout_min_ms: int = 0
    guard: ForkGuard | None = None
    now_ms: Callable[[], int] = _now_ms
    entropy: EntropySource = field(default_factory=EntropySource)
    sealer: Sealer = field(init=False)

    def __post_init__(self) -> None:
        self.sealer = Sealer(self.ring, CODECS)

    # ---- what a host or a player brings ----

    def open_state(self, token: bytes) -> tuple[TokenHeader, HandState]:
        """The state that a host sends back.

        Raises:
            Rejected: no token of ours, changed, foreign, retired, or of an unknown version.
        """
        header, plaintext = self._unsealed(token, TokenType.STATE)
        _check_version(rules_version_of(plaintext))
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
        self._check_age(header)
        self.signer(state.head_kid)
        return header, state

    def open_opened(self, token: bytes) -> tuple[TokenHeader, OpenedHand]:
        """The opened hand that a host brings to be dealt.

        Raises:
            Rejected: as :meth:`open_state`, too old, or its head key is gone.
        """
        header, plaintext = self._unsealed(token, TokenType.OPEN)
        _check_version(opened_rules_version(plaintext))
        opened = decode_opened(plaintext)
        self._check_age(header)
        self.signer(opened.opening.head_kid)
        return header, opened

    def open_cards(self, token: bytes) -> tuple[TokenHeader, SeatCards]:
        """The cards that a player asks for, of whatever age.

        Raises:
            Rejected: as :meth:`open_state`.
        """
        header, plaintext = self._unsealed(token, TokenType.VIEW)
        return header, decode_seat_cards(plaintext)

    def open_draw(self, token: bytes) -> SealedDraw:
        """The draw that a host brings to be completed, of whatever age.

        Raises:
            Rejected: as :meth:`open_state`, or its head key is gone.
        """
        header, plaintext = self._unsealed(token, TokenType.DRAW)
        sealed = decode_draw(header.hand_id, plaintext)
        self.signer(sealed.head_kid)
        return sealed

    def _unsealed(self, token: bytes, meant: TokenType) -> tuple[TokenHeader, bytes]:
        try:
            return self.sealer.open(token, meant, self.now_ms())
        except TokenRefusedError as refused:
            raise _token_rejected(refused, meant) from None

    def _check_age(self, header: TokenHeader) -> None:
        """audit.md 6: hands with given entropy have no age."""
        if header.opened_ms and self.now_ms() - header.opened_ms > self.max_age_ms:
            seconds = self.max_age_ms // 1000
            text = f"The hand was opened more than {seconds} seconds ago."
            raise rejected(_ERRORS.ERROR_REASON_STATE_TOO_OLD, text, numbers={"max_seconds": seconds})

    # ---- what it signs with and asks ----

    def signer(self, head_kid: int) -> HeadKey:
        """The head key of a hand, which it keeps for life.

        Raises:
            Rejected: KEY_RETIRED.
        """
        try:
            return self.ring.signer(head_kid)
        except NoKeyError:
            text = f"Head key {head_kid}, which signs this hand, is not on the ring any more."
            numbers = {"key_id": head_kid}
            raise rejected(_ERRORS.ERROR_REASON_KEY_RETIRED, text, numbers=numbers) from None

    def opening_kids(self, now_ms: int) -> tuple[int, int]:
        """The numbers of the token key and the head key that hands and draws opened now get.

        Raises:
            Rejected: KEY_RETIRED, where the ring's last key for openings has ended.
        """
        try:
            return self.ring.opening_key(now_ms).kid, self.ring.opening_signer(now_ms).kid
        except NoKeyError:
            text = "No key of this service opens hands any more: the ring must be rotated."
            raise rejected(_ERRORS.ERROR_REASON_KEY_RETIRED, text) from None

    def pass_guard(
        self,
        flags: OpenFlag,
        hand_id: bytes,
        before: Place | None,
        after: Place,
        *,
        unknown: bool = False,
    ) -> None:
        """Has a hand pass the fork guard, if its opening asks for it: before anything of the step leaves.

        Args:
            flags: of the opening.
            hand_id: 16 bytes.
            before: where the step comes from; None where the hand begins.
            after: where it leads.
            unknown: it may pass though the guard knows nothing of the hand.

        Raises:
            Rejected: FORK, GUARD_LOST, or GUARD_UNAVAILABLE: then nobody may go on.
        """
        if OpenFlag.FORK_GUARD not in flags:
            return
        if self.guard is None:
            raise _guard_unavailable(
                "This hand passes a fork guard at every step, and this replica has none."
            )
        try:
            passage = self.guard.move(hand_id, before, after, unknown=unknown)
        except GuardUnavailableError:
            raise _guard_unavailable("The fork guard does not answer: repeat this request.") from None
        match passage:
            case Passage.FREE:
                return
            case Passage.FORK:
                text = "The hand went on from here by another step."
                numbers = {"step": max(after.step, 0)}
                raise rejected(_ERRORS.ERROR_REASON_FORK, text, numbers=numbers)
            case Passage.LOST:
                text = "The fork guard has lost this hand: void it with cause GUARD_LOST, or open it again."
                raise rejected(_ERRORS.ERROR_REASON_GUARD_LOST, text)


def _guard_unavailable(text: str) -> Rejected:
    return rejected(_ERRORS.ERROR_REASON_GUARD_UNAVAILABLE, text)


def _check_version(version: int) -> None:
    if version != RULES_VERSION:
        text = f"This replica does not know version {version} of the rules."
        raise rejected(_ERRORS.ERROR_REASON_RULES_VERSION, text, numbers={"rules_version": version})


def _token_rejected(refused: TokenRefusedError, meant: TokenType) -> Rejected:
    number = refused.number or 0
    name = meant.name.lower()
    match refused.fault:
        case TokenFault.UNREADABLE | TokenFault.WRONG_TYPE:
            text = f"This is no {name} token of this service."
            return rejected(_ERRORS.ERROR_REASON_MALFORMED_STATE, text)
        case TokenFault.UNKNOWN_CODEC:
            text = f"This replica does not know codec {number}."
            return rejected(_ERRORS.ERROR_REASON_RULES_VERSION, text, numbers={"codec": number})
        case TokenFault.RETIRED_KEY:
            text = f"Key {number} is retired: what was sealed with it does not open any more."
            return rejected(_ERRORS.ERROR_REASON_KEY_RETIRED, text, numbers={"key_id": number})
        case TokenFault.UNKNOWN_KID | TokenFault.FORGED:
            text = f"The {name} token was changed, cut or sealed with another key."
            return rejected(_ERRORS.ERROR_REASON_UNREADABLE_STATE, text)
