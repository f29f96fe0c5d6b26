"""A record as bytes: the contract's ``HandRecord`` message, compact, and its JSON for people and for the web.

Files are named ``.flmr`` and ``.json``; a reader goes by the content. Reading is strict: what this version
does not know is refused, so that no byte of a record is ever passed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from google.protobuf.json_format import MessageToJson, Parse, ParseError
from google.protobuf.message import DecodeError

from floorman.cards import NotACardError, card_name, card_names, parse_card
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.reading import MalformedError
from floorman.fairness.transcript import join_events, split_events
from floorman.records.hand_record import (
    FORMAT_VERSION,
    BeaconValue,
    HandRecord,
    HoleOpening,
    Notes,
    RecordedSeed,
    RecordedStep,
)
from floorman.records.reading import NotARecordError
from floorman.v1 import cards_pb2, hand_pb2, record_pb2

__all__ = [
    "RECORD_SUFFIXES",
    "card_opening_from_message",
    "card_opening_to_message",
    "dump_json",
    "dump_record",
    "leaves_from_bytes",
    "load_record",
    "notes_from_message",
    "record_from_message",
    "record_to_message",
    "step_from_message",
]

RECORD_SUFFIXES: Final = (".flmr", ".json")

_HASH: Final = 32
_MOST_BYTE: Final = 0xFF


def dump_record(record: HandRecord) -> bytes:
    """The compact form; equal records give equal bytes."""
    return record_to_message(record).SerializeToString(deterministic=True)


def dump_json(record: HandRecord) -> str:
    """The form for people: proto JSON, bytes in Base64."""
    return MessageToJson(record_to_message(record), indent=1) + "\n"


def load_record(form: bytes) -> HandRecord:
    """The record in a file of either form.

    Raises:
        NotARecordError: it is none, or of a version that is not known here.
    """
    message = record_pb2.HandRecord()
    try:
        if form.lstrip()[:1] == b"{":
            Parse(form, message)
        else:
            message.ParseFromString(form)
    except (DecodeError, ParseError, UnicodeDecodeError) as error:
        raise NotARecordError(f"no record: {error}") from None
    return record_from_message(message)


# ---- to the message ----


def record_to_message(record: HandRecord) -> record_pb2.HandRecord:
    """The contract's message of a record."""
    message = record_pb2.HandRecord(
        format_version=FORMAT_VERSION,
        open_bytes=record.open_bytes,
        opening_signature=record.opening_signature,
        cfg_text=record.cfg_text,
        leaves=b"".join(record.leaves),
        seeds=[
            record_pb2.SeatSeed(seat=seed.seat, seed=seed.seed, consent=seed.consent) for seed in record.seeds
        ],
        escrow_box=record.escrow_box,
        steps=[_step_to_message(step) for step in record.steps],
    )
    if record.beacon is not None:
        message.beacon.signature = record.beacon.signature
        message.beacon.randomness = record.beacon.randomness
    if record.notes != Notes():
        message.notes.CopyFrom(_notes_to_message(record.notes))
    return message


def _step_to_message(step: RecordedStep) -> record_pb2.RecordedStep:
    return record_pb2.RecordedStep(
        step_bytes=step.step_bytes,
        act_signature=step.act_signature,
        event_bytes=join_events(step.events),
        openings=[card_opening_to_message(opening) for opening in step.openings],
        hole_openings=[
            cards_pb2.HoleOpening(seat=opening.seat, cards=card_names(opening.cards), salt=opening.salt)
            for opening in step.hole_openings
        ],
        head=step.head,
        signature=step.signature,
    )


def card_opening_to_message(opening: CardOpening) -> cards_pb2.CardOpening:
    """The contract's message of an opening."""
    return cards_pb2.CardOpening(
        deck_index=opening.deck_index, slot=opening.slot, card=card_name(opening.card), salt=opening.salt
    )


def _notes_to_message(notes: Notes) -> record_pb2.RecordNotes:
    return record_pb2.RecordNotes(
        table_title=notes.table_title,
        played_at=notes.played_at,
        names=[record_pb2.SeatName(seat=seat, name=name) for seat, name in sorted(notes.names.items())],
        history=notes.history,
    )


# ---- from the message ----


def record_from_message(message: record_pb2.HandRecord) -> HandRecord:
    """The record in a message of the contract.

    Raises:
        NotARecordError: a field is no part of a record of this version, or has another size.
    """
    if message.format_version != FORMAT_VERSION:
        raise NotARecordError(f"format version {message.format_version} is not known here")
    _refuse_unknown_fields(message)
    return HandRecord(
        open_bytes=message.open_bytes,
        opening_signature=message.opening_signature,
        cfg_text=message.cfg_text,
        leaves=leaves_from_bytes(message.leaves),
        seeds=tuple(RecordedSeed(seed.seat, seed.seed, seed.consent) for seed in message.seeds),
        beacon=BeaconValue(message.beacon.signature, message.beacon.randomness)
        if message.HasField("beacon")
        else None,
        escrow_box=message.escrow_box,
        steps=tuple(step_from_message(step) for step in message.steps),
        notes=notes_from_message(message.notes),
    )


def _refuse_unknown_fields(message: record_pb2.HandRecord) -> None:
    """What a later version might have added, or a changed byte made of a field."""
    known = record_pb2.HandRecord()
    known.CopyFrom(message)
    known.DiscardUnknownFields()
    if known.ByteSize() != message.ByteSize():
        raise NotARecordError("the record holds fields that are not known here")


def leaves_from_bytes(form: bytes) -> tuple[bytes, ...]:
    """Leaves that stand one after the other.

    Raises:
        NotARecordError: one of them is cut.
    """
    if len(form) % _HASH:
        raise NotARecordError(f"leaves: {len(form)} bytes, and each leaf has {_HASH}")
    return tuple(form[at : at + _HASH] for at in range(0, len(form), _HASH))


def step_from_message(message: record_pb2.RecordedStep | hand_pb2.HandUpdate) -> RecordedStep:
    """The step in a record's message, or in the answer by which the service told it.

    Raises:
        NotARecordError: something in it is no part of a record.
    """
    try:
        return RecordedStep(
            step_bytes=message.step_bytes,
            act_signature=message.act_signature,
            events=split_events(message.event_bytes),
            openings=tuple(card_opening_from_message(opening) for opening in message.openings),
            hole_openings=tuple(_hole_opening(opening) for opening in message.hole_openings),
            head=message.head,
            signature=message.signature,
        )
    except (MalformedError, NotACardError) as error:
        raise NotARecordError(str(error)) from None


def card_opening_from_message(message: cards_pb2.CardOpening) -> CardOpening:
    """The opening in a message of the contract.

    Raises:
        NotARecordError: an index or a salt of another size.
        NotACardError: the card is none.
    """
    if message.deck_index > _MOST_BYTE or message.slot > _MOST_BYTE or len(message.salt) != _HASH:
        raise NotARecordError("an opening has an index, a slot, a card and a salt of 32 bytes")
    return CardOpening(message.deck_index, message.slot, parse_card(message.card), message.salt)


def _hole_opening(message: cards_pb2.HoleOpening) -> HoleOpening:
    if message.seat > _MOST_BYTE or len(message.cards) != 2 or len(message.salt) != _HASH:
        raise NotARecordError("a hand is opened by its seat, two cards and a salt of 32 bytes")
    return HoleOpening(message.seat, _cards(message.cards), message.salt)


def _cards(names: Iterable[str]) -> tuple[int, ...]:
    return tuple(parse_card(name) for name in names)


def notes_from_message(message: record_pb2.RecordNotes) -> Notes:
    """The notes in a message of the contract."""
    return Notes(
        table_title=message.table_title,
        played_at=message.played_at,
        names={one.seat: one.name for one in message.names},
        history=message.history,
    )
