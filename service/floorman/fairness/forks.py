"""Proof that a hand was played twice, or opened twice (audit.md 4.1).

The house signs one head a step. Two that cannot both belong to one hand are evidence that anybody can
check, with nothing but the house's public key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from floorman.fairness.event_bytes import Kind
from floorman.fairness.keys import verifies
from floorman.fairness.opening_bytes import decode_opening, open_head_of
from floorman.fairness.reading import MalformedError
from floorman.fairness.signing import head_message, opening_message
from floorman.fairness.transcript import step_head

__all__ = [
    "ForkVerdict",
    "SignedEnding",
    "SignedHead",
    "SignedOpening",
    "fork_of_endings",
    "fork_of_heads",
    "fork_of_openings",
]


class ForkVerdict(Enum):
    """What two signed things prove together."""

    SAME_STEP = "two heads for one step of one hand"
    SAME_PARENT = "two heads upon one parent"
    TWO_ENDINGS = "two endings of one hand"
    TWO_OPENINGS = "two openings of one attempt at one hand"
    NOT_SIGNED = "a signature does not verify: no proof"
    NOT_AS_SHOWN = "what is shown does not give the head that was signed: no proof"
    NO_FORK = "both can belong to one hand: no proof"

    @property
    def proves(self) -> bool:
        """Whether this is a proof."""
        return self in _PROOFS


_PROOFS = frozenset({
    ForkVerdict.SAME_STEP, ForkVerdict.SAME_PARENT, ForkVerdict.TWO_ENDINGS, ForkVerdict.TWO_OPENINGS,
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A head that the house signed: step ``step`` of ``hand_id`` led from ``parent`` to ``head``."""

    hand_id: bytes
    step: int
    parent: bytes
    head: bytes
    signature: bytes

    def is_signed_by(self, public_key: bytes) -> bool:
        """Whether the signature is the house's."""
        return verifies(
            public_key, self.signature, head_message(self.hand_id, self.step, self.parent, self.head)
        )


@dataclass(frozen=True, slots=True)
class SignedEnding:
    """A signed head shown with the bytes of its events, among them COMPLETE."""

    signed: SignedHead
    events: Sequence[bytes]

    def is_as_shown(self) -> bool:
        """Whether the events give the head, and end the hand."""
        ends = any(event[:1] == bytes((Kind.COMPLETE,)) for event in self.events)
        return ends and step_head(self.signed.parent, self.signed.step, self.events) == self.signed.head


@dataclass(frozen=True, slots=True)
class SignedOpening:
    """``open_bytes`` with the house's signature over their hash."""

    open_bytes: bytes
    signature: bytes

    def is_signed_by(self, public_key: bytes) -> bool:
        """Whether the signature is the house's."""
        return verifies(public_key, self.signature, opening_message(open_head_of(self.open_bytes)))


def fork_of_heads(a: SignedHead, b: SignedHead, public_key: bytes) -> ForkVerdict:
    """Two heads for one step, or upon one parent. Complete where every head is signed."""
    if not (a.is_signed_by(public_key) and b.is_signed_by(public_key)):
        return ForkVerdict.NOT_SIGNED
    if a.head == b.head:
        return ForkVerdict.NO_FORK
    if (a.hand_id, a.step) == (b.hand_id, b.step):
        return ForkVerdict.SAME_STEP
    if a.parent == b.parent:
        return ForkVerdict.SAME_PARENT
    return ForkVerdict.NO_FORK


def fork_of_endings(a: SignedEnding, b: SignedEnding, public_key: bytes) -> ForkVerdict:
    """Two endings of one hand, for hands whose heads are signed at the ends only."""
    if not (a.signed.is_signed_by(public_key) and b.signed.is_signed_by(public_key)):
        return ForkVerdict.NOT_SIGNED
    if not (a.is_as_shown() and b.is_as_shown()):
        return ForkVerdict.NOT_AS_SHOWN
    if a.signed.hand_id == b.signed.hand_id and a.signed.head != b.signed.head:
        return ForkVerdict.TWO_ENDINGS
    return ForkVerdict.NO_FORK


def fork_of_openings(a: SignedOpening, b: SignedOpening, key_a: bytes, key_b: bytes) -> ForkVerdict:
    """Two openings for one (table, hand number, attempt).

    Args:
        a: one opening.
        b: the other.
        key_a: the public head key that ``a`` names.
        key_b: the one that ``b`` names; another if the house changed keys between.
    """
    if not (a.is_signed_by(key_a) and b.is_signed_by(key_b)):
        return ForkVerdict.NOT_SIGNED
    try:
        first, second = decode_opening(a.open_bytes), decode_opening(b.open_bytes)
    except MalformedError:
        return ForkVerdict.NOT_AS_SHOWN
    same_hand = (first.table_id, first.hand_number, first.attempt) == (
        second.table_id,
        second.hand_number,
        second.attempt,
    )
    return ForkVerdict.TWO_OPENINGS if same_hand and a.open_bytes != b.open_bytes else ForkVerdict.NO_FORK
