"""Proofs on the wire: what a caller brings, and the report on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman.api import checks
from floorman.api.rejection import rejected
from floorman.api.step_wire import cards_from_wire
from floorman.cards import full_deck, short_deck
from floorman.events import Outcome
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.merkle import decode_path
from floorman.fairness.reading import MalformedError
from floorman.records.hand_record import ChainLink
from floorman.records.report import Check, Report, Standing
from floorman.v1 import audit_service_pb2, cards_pb2, events_pb2, record_pb2, refusal_pb2

__all__ = [
    "card_opening_from_wire",
    "checks_to_wire",
    "leaves_from_wire",
    "link_from_wire",
    "path_from_wire",
    "record_within_limits",
    "report_to_wire",
]

_ERRORS: Final = refusal_pb2.ErrorReason
_MOST_BYTES: Final = 512 << 10
_MOST_STEPS: Final = 2_000
_MOST_SIGNATURES: Final = 4_000
_HASH: Final = 32
_MOST_PLACE: Final = 51
_PACKS: Final = (len(short_deck()), len(full_deck()))
_STANDINGS: Final = {
    Standing.OK: audit_service_pb2.CHECK_STANDING_OK,
    Standing.FAILED: audit_service_pb2.CHECK_STANDING_FAILED,
    Standing.NOT_CHECKED: audit_service_pb2.CHECK_STANDING_NOT_CHECKED,
    Standing.NOT_ASKED: audit_service_pb2.CHECK_STANDING_NOT_ASKED,
}


def record_within_limits(message: record_pb2.HandRecord) -> record_pb2.HandRecord:
    """The record, if proving it is within the limits of a request (audit.md 6).

    Raises:
        Rejected: LIMIT.
    """
    signatures = sum(bool(step.act_signature) + bool(step.signature) for step in message.steps)
    signatures += len(message.seeds) + 1
    for value, most, what in (
        (message.ByteSize(), _MOST_BYTES, "bytes"),
        (len(message.steps), _MOST_STEPS + 1, "steps"),
        (signatures, _MOST_SIGNATURES, "signatures"),
    ):
        if value > most:
            text = f"A record of {value} {what} is proved by `floorman verify`, and not by a call."
            numbers = {"value": value, "most": most}
            raise rejected(_ERRORS.ERROR_REASON_LIMIT, text, field="record", numbers=numbers)
    return message


def link_from_wire(message: audit_service_pb2.RecordLink) -> ChainLink:
    """The record before.

    Raises:
        Rejected: a number outside its range, or an outcome that is none.
    """
    checks.length(len(message.head), _HASH, _HASH, "before.head")
    outcome = None
    if message.outcome != events_pb2.OUTCOME_UNSPECIFIED:
        try:
            outcome = Outcome(message.outcome)
        except ValueError:
            raise checks.unknown_enum("before.outcome", message.outcome) from None
    return ChainLink(message.table_id, message.hand_number, message.attempt, message.head, outcome)


def card_opening_from_wire(message: cards_pb2.CardOpening, where: str) -> CardOpening:
    """The opening of a card.

    Raises:
        Rejected: an index or a salt of another size, or no card.
    """
    (card,) = cards_from_wire((message.card,), f"{where}.card")
    checks.length(len(message.salt), _HASH, _HASH, f"{where}.salt")
    return CardOpening(
        checks.number(message.deck_index, 0, _MOST_PLACE, f"{where}.deck_index"),
        checks.number(message.slot, 0, _MOST_PLACE, f"{where}.slot"),
        card,
        message.salt,
    )


def leaves_from_wire(form: bytes) -> list[bytes]:
    """All leaves of a committed deck, 32 bytes each.

    Raises:
        Rejected: WRONG_LENGTH, as many as no pack has cards.
    """
    if len(form) % _HASH or len(form) // _HASH not in _PACKS:
        least, most = _PACKS
        text = f"{len(form)} bytes where {least} or {most} leaves of {_HASH} bytes belong."
        numbers = {"length": len(form), "least": least * _HASH, "most": most * _HASH}
        raise rejected(_ERRORS.ERROR_REASON_WRONG_LENGTH, text, field="leaves", numbers=numbers)
    return [form[at : at + _HASH] for at in range(0, len(form), _HASH)]


def path_from_wire(message: audit_service_pb2.LeafPath) -> tuple[list[bytes], int]:
    """The way from a leaf to the root, and how many leaves the tree has.

    Raises:
        Rejected: as many leaves as no pack has cards, or bytes that are no path.
    """
    if message.leaf_count not in _PACKS:
        least, most = _PACKS
        text = f"A deck has {least} or {most} leaves, not {message.leaf_count}."
        numbers = {"value": message.leaf_count, "least": least, "most": most}
        reason = _ERRORS.ERROR_REASON_NUMBER_OUT_OF_RANGE
        raise rejected(reason, text, field="path.leaf_count", numbers=numbers)
    try:
        return decode_path(message.path), message.leaf_count
    except MalformedError as error:
        numbers = {"length": len(message.path), "least": 1, "most": 1 + 0xFF * _HASH}
        reason = _ERRORS.ERROR_REASON_WRONG_LENGTH
        raise rejected(reason, f"No path: {error}.", field="path.path", numbers=numbers) from None


def report_to_wire(report: Report) -> audit_service_pb2.VerifyHandResponse:
    """The proof of a record."""
    return audit_service_pb2.VerifyHandResponse(
        holds=report.holds,
        checks=checks_to_wire(report.checks),
        assurance=report.assurance,
        title=report.title,
    )


def checks_to_wire(found: Sequence[Check]) -> list[audit_service_pb2.RecordCheck]:
    """Checks, in their order."""
    return [
        audit_service_pb2.RecordCheck(
            name=audit_service_pb2.CheckName.Value(f"CHECK_NAME_{check.name.name}"),
            standing=_STANDINGS[check.standing],
            words=check.words,
        )
        for check in found
    ]
