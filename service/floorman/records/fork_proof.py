"""Two records that cannot both be true: the proof that a hand was played, or opened, twice (audit.md 4.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from floorman.fairness.forks import (
    ForkVerdict,
    SignedEnding,
    SignedHead,
    SignedOpening,
    fork_of_endings,
    fork_of_heads,
    fork_of_openings,
)
from floorman.fairness.opening_bytes import open_head_of
from floorman.fairness.transcript import trunk
from floorman.records.hand_record import HandRecord
from floorman.records.reading import ReadRecord, read_record

__all__ = ["ForkProof", "SignedValue", "fork_between"]


@dataclass(frozen=True, slots=True)
class SignedValue:
    """What the house signed, for whoever wants to check it without these records.

    Attributes:
        what: in words, which value it is.
        parent: of a head, 32 bytes; empty for an opening.
        head: the head, or ``open_head``, 32 bytes.
        signature: 64 bytes.
    """

    what: str
    parent: bytes
    head: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class ForkProof:
    """What two records prove together; the values are there if they prove something.

    Attributes:
        verdict: what it is.
        hand_id: of the hand that was played twice, 16 bytes; of the first opening otherwise.
        head_kid: the number of the key that signed the first value.
        values: the two signed values.
    """

    verdict: ForkVerdict
    hand_id: bytes
    head_kid: int
    values: tuple[SignedValue, ...] = ()


def fork_between(a: HandRecord, b: HandRecord, keys: Mapping[int, bytes]) -> ForkProof:
    """The first fork that two records show: of heads, of endings, or of openings.

    Args:
        a: a record, whole or as far as its reader has it.
        b: another.
        keys: the house's public head keys by number.

    Raises:
        NotARecordError: one of them cannot be read.
    """
    one, two = read_record(a), read_record(b)
    found = next((proof for proof in _proofs(one, two, keys) if proof.verdict.proves), None)
    if found is not None:
        return found
    known = {one.opening.head_kid, two.opening.head_kid} <= keys.keys()
    signed = known and all(_signed_opening(read).is_signed_by(_key(read, keys)) for read in (one, two))
    verdict = ForkVerdict.NO_FORK if signed else ForkVerdict.NOT_SIGNED
    return ForkProof(verdict, one.opening.hand_id, one.opening.head_kid)


def _key(read: ReadRecord, keys: Mapping[int, bytes]) -> bytes:
    return keys.get(read.opening.head_kid, b"")


def _proofs(one: ReadRecord, two: ReadRecord, keys: Mapping[int, bytes]) -> Iterator[ForkProof]:
    """What each pair of signed values proves, heads before endings before openings."""
    hand_id, kid = one.opening.hand_id, one.opening.head_kid
    key = _key(one, keys)
    pairs = list(product(_signed_heads(one), _signed_heads(two))) if hand_id == two.opening.hand_id else []
    for (head, _), (other, _) in pairs:
        # spares two signature checks for each pair that cannot contradict each other
        if head.head != other.head and (head.step == other.step or head.parent == other.parent):
            values = _value(head), _value(other)
            yield ForkProof(fork_of_heads(head, other, key), hand_id, kid, values)
    for (head, forms), (other, other_forms) in pairs:
        if head.head != other.head and forms and other_forms:
            verdict = fork_of_endings(SignedEnding(head, forms), SignedEnding(other, other_forms), key)
            yield ForkProof(verdict, hand_id, kid, (_value(head), _value(other)))
    openings = _signed_opening(one), _signed_opening(two)
    verdict = fork_of_openings(*openings, key, _key(two, keys))
    shown = tuple(
        SignedValue("an opening", b"", open_head_of(opening.open_bytes), opening.signature)
        for opening in openings
    )
    yield ForkProof(verdict, hand_id, kid, shown)


def _signed_heads(read: ReadRecord) -> Iterator[tuple[SignedHead, tuple[bytes, ...]]]:
    """Each signed head; with the events of its step where they end the hand."""
    parent = trunk(read.open_head, read.seed)
    for number, (recorded, step) in enumerate(zip(read.record.steps, read.steps, strict=True)):
        if recorded.signature:
            signed = SignedHead(read.opening.hand_id, number, parent, recorded.head, recorded.signature)
            yield signed, recorded.events if step.completes else ()
        parent = recorded.head


def _signed_opening(read: ReadRecord) -> SignedOpening:
    return SignedOpening(read.record.open_bytes, read.record.opening_signature)


def _value(head: SignedHead) -> SignedValue:
    return SignedValue(f"the head of step {head.step}", head.parent, head.head, head.signature)
