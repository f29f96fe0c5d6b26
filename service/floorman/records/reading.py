"""A record with its bytes read: what every check looks at."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from floorman import steps
from floorman.cards import full_deck, short_deck
from floorman.events import Complete, Event
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.commitments import MAX_SEED_BYTES
from floorman.fairness.event_bytes import decode_event
from floorman.fairness.opening import NO_SEAT, Dealing, Delivery, Level, Opening
from floorman.fairness.opening_bytes import decode_opening, open_head_of
from floorman.fairness.public_layer import HOST_DEALT, permutation, public_seed
from floorman.fairness.reading import MalformedError
from floorman.fairness.step_bytes import decode_step
from floorman.records.hand_record import HandRecord, HoleOpening
from floorman.rules.config_text import ConfigTextError, parse_config_text
from floorman.rules.dealing import pack_of
from floorman.rules.switches import TableConfig
from floorman.rules.version import RULES_VERSION

__all__ = ["NotARecordError", "ReadRecord", "ReadStep", "read_record"]

_HASH: Final = 32
_KNOWN_RULES: Final = frozenset({RULES_VERSION})
# Folds, checks, burns and the places of a deal come again in every hand: of 31 events 20 are known.
_decoded: Final = lru_cache(maxsize=16_384)(decode_event)


class NotARecordError(ValueError):
    """Something in a record is not what it claims to be; the text names it."""


@dataclass(frozen=True, slots=True)
class ReadStep:
    """A step and its events, read; the deal was asked by nobody.

    Attributes:
        asked: the step; None for the deal.
        events: what happened.
        event_bytes: the same as the head hashes it.
        openings, hole_openings: as recorded.
    """

    asked: steps.Step | None
    events: tuple[Event, ...]
    event_bytes: tuple[bytes, ...]
    openings: tuple[CardOpening, ...]
    hole_openings: tuple[HoleOpening, ...]

    @property
    def completes(self) -> bool:
        """Whether the hand is over with this step."""
        return any(isinstance(event, Complete) for event in self.events)


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record, read.

    Attributes:
        record: as it came.
        opening: what was signed first.
        open_head: its hash, 32 bytes.
        config: the switches; None where the text is no config, ``config_fault`` says why.
        config_fault: see there.
        seed: P, 32 bytes, as the revealed seeds and the beacon give it.
        slots: π; empty where the host deals.
        steps: read.
    """

    record: HandRecord
    opening: Opening
    open_head: bytes
    config: TableConfig | None
    config_fault: str
    seed: bytes
    slots: tuple[int, ...]
    steps: tuple[ReadStep, ...]

    @property
    def hosted(self) -> bool:
        """The cards came from the host."""
        return self.opening.dealing is Dealing.HOST

    @property
    def pack(self) -> tuple[int, ...]:
        """The cards that the hand is played with."""
        return full_deck() if self.config is None else pack_of(self.config)


def read_record(record: HandRecord) -> ReadRecord:
    """The record with its bytes read.

    Raises:
        NotARecordError: bytes that are no opening, step or event, or an opening of another time.
    """
    try:
        opening = decode_opening(record.open_bytes)
    except MalformedError as error:
        raise NotARecordError(f"open_bytes: {error}") from None
    _check_opening(opening)
    _check_parts(record, opening)
    config, fault = _config(record.cfg_text)
    open_head = open_head_of(record.open_bytes)
    seed = HOST_DEALT
    slots: tuple[int, ...] = ()
    if opening.dealing is Dealing.SERVICE:
        seeds = {revealed.seat: revealed.seed for revealed in record.seeds}
        seed = public_seed(open_head, seeds, record.beacon.randomness if record.beacon else None)
        slots = permutation(seed, opening.hand_id, len(record.leaves))
    read = tuple(_read_step(record, number) for number in range(len(record.steps)))
    return ReadRecord(record, opening, open_head, config, fault, seed, slots, read)


def _check_opening(opening: Opening) -> None:
    if opening.rules_version not in _KNOWN_RULES:
        raise NotARecordError(f"version {opening.rules_version} of the rules is not known here")
    if (opening.beacon is not None) is not (opening.level is Level.BEACON):
        raise NotARecordError("open_bytes: a beacon round belongs to level BEACON, and to no other")
    if opening.dealing is Dealing.HOST:
        promises = (opening.level, opening.delivery, opening.root)
        if promises != (Level.COMMIT, Delivery.HOST, HOST_DEALT):
            raise NotARecordError("open_bytes: where the host deals, nothing is committed to")


def _check_parts(record: HandRecord, opening: Opening) -> None:
    """Sizes, and that nothing stands where it could mean nothing: such bytes would be bound by nobody."""
    if any(len(leaf) != _HASH for leaf in record.leaves):
        raise NotARecordError("leaves: each has 32 bytes")
    packs = {0} if opening.dealing is Dealing.HOST else {len(full_deck()), len(short_deck())}
    if len(record.leaves) not in packs:
        raise NotARecordError(f"leaves: {len(record.leaves)}, and {sorted(packs)} are possible")
    seats = [revealed.seat for revealed in record.seeds]
    if seats != sorted(set(seats)) or any(seat >= NO_SEAT for seat in seats):
        raise NotARecordError("seeds: seats rise")
    if any(len(revealed.seed) > MAX_SEED_BYTES for revealed in record.seeds):
        raise NotARecordError(f"seeds: none has more than {MAX_SEED_BYTES} bytes")
    if record.beacon is not None and (opening.beacon is None or len(record.beacon.randomness) != _HASH):
        raise NotARecordError("beacon: 32 bytes of randomness, and at level BEACON only")
    if not record.steps and (record.seeds or record.beacon is not None):
        raise NotARecordError("seeds: a hand that was never dealt has none")


def _config(text: str) -> tuple[TableConfig | None, str]:
    try:
        return parse_config_text(text), ""
    except ConfigTextError as error:
        return None, str(error)


def _read_step(record: HandRecord, number: int) -> ReadStep:
    step = record.steps[number]
    if not number and (step.step_bytes or step.act_signature):
        raise NotARecordError("steps[0]: nobody asks for the deal")
    try:
        asked = decode_step(step.step_bytes) if number else None
        happened = tuple(map(_decoded, step.events))
    except MalformedError as error:
        raise NotARecordError(f"steps[{number}]: {error}") from None
    return ReadStep(asked, happened, step.events, step.openings, step.hole_openings)
