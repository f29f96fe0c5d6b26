"""Records that anybody may bring to be proved: good ones, their parts changed, cut, repeated, bound anew.

The opening is written again after each change, so that the checks behind its form are reached: the reader
says that it is no record, or every check has its tick or cross. A changed record never holds under the
house's keys.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, Final

from floorman.fairness.opening import Dealing, Delivery, Level, OpenFlag, Opening, cfg_hash_of
from floorman.fairness.opening_bytes import UnfitFieldError, decode_opening, encode_opening
from floorman.fairness.reading import MalformedError
from floorman.records.hand_record import HandRecord, RecordedStep
from floorman.records.reading import NotARecordError
from floorman.records.record_file import dump_record, load_record
from floorman.records.verification import verify
from floorman.rules.config_text import config_text, parse_config_text
from floorman.rules.switches import SWITCHES
from tests.fuzz.chance import Chance
from tests.records.vector_records import HANDS, KEYS, record_of

__all__ = ["one_input"]

_NUMBERS: Final = (
    *(0, 1, 2, 3, 10, 11, 100, 254, 255),
    *(2**16 - 1, 2**32 - 1, 2**53 - 1, 2**53, 2**63 - 1, 2**64 - 1),
)
_PLACES: Final = ("button", "small_blind_seat", "big_blind_seat")
_COUNTS: Final = ("hand_number", "attempt", "opened_ms", "rules_version", "head_kid")


@cache
def _good(name: str) -> HandRecord:
    return record_of(name)


def one_input(form: bytes) -> None:
    """Any bytes, as changes of one of the vectors' hands."""
    chance = Chance(form)
    good = _good(sorted(HANDS)[chance.take(1)[0] % len(HANDS)])
    record = good
    while chance.bytes_left():
        record = _CHANGES[chance.take(1)[0] % len(_CHANGES)](record, chance)
    verify(record, {}, want_signatures=False)
    assert verify(record, KEYS).holds == (record == good)
    try:
        assert load_record(dump_record(record)) == record
    except NotARecordError:
        return


# ------------------------------------------------------------------------------------------- the opening


def _bound(record: HandRecord, change: Callable[[Opening], Opening]) -> HandRecord:
    """The record with another opening, if that has bytes."""
    try:
        return replace(record, open_bytes=encode_opening(change(decode_opening(record.open_bytes))))
    except (MalformedError, UnfitFieldError, struct.error):
        return record


def _number(chance: Chance) -> int:
    return _NUMBERS[chance.take(1)[0] % len(_NUMBERS)]


def _opening_field(record: HandRecord, chance: Chance) -> HandRecord:
    name = (*_PLACES, *_COUNTS)[chance.take(1)[0] % (len(_PLACES) + len(_COUNTS))]
    number: int | None = _number(chance)
    if name in _PLACES:
        number = None if number == 255 else (number or 0) & 0x7F
    changes: dict[str, Any] = {name: number}
    return _bound(record, lambda opening: replace(opening, **changes))


def _flags(record: HandRecord, chance: Chance) -> HandRecord:
    flags = OpenFlag(chance.take(1)[0] & 63)
    return _bound(record, lambda opening: replace(opening, flags=flags))


def _mode(record: HandRecord, chance: Chance) -> HandRecord:
    byte = chance.take(1)[0]
    changes: dict[str, Any] = {
        "dealing": list(Dealing)[byte % len(Dealing)],
        "delivery": list(Delivery)[byte // 2 % len(Delivery)],
        "level": list(Level)[byte // 6 % len(Level)],
    }
    return _bound(record, lambda opening: replace(opening, **changes))


def _seat(record: HandRecord, chance: Chance) -> HandRecord:
    name = ("seat", "stack", "live_post", "dead_post")[chance.take(1)[0] % 4]
    number, place, how = _number(chance), chance.take(1)[0], chance.take(1)[0] % 4
    changes: dict[str, Any] = {name: number, "absent": bool(place & 16)}

    def change(opening: Opening) -> Opening:
        seats = list(opening.seats)
        if not seats:
            return opening
        at = place % len(seats)
        match how:
            case 0:
                del seats[at]
            case 1:
                seats.append(replace(seats[at], seat=number & 0xFF))
            case _:
                seats[at] = replace(seats[at], **changes)
        return replace(opening, seats=tuple(sorted(seats, key=lambda seat: seat.seat)))

    return _bound(record, change)


def _switch(record: HandRecord, chance: Chance) -> HandRecord:
    """Another value of a switch, and the config's new hash in the opening."""
    switch = list(SWITCHES.values())[chance.take(1)[0] % len(SWITCHES)]
    config = parse_config_text(_good(min(HANDS)).cfg_text)
    match switch.kind:
        case "flag":
            value: Any = bool(chance.take(1)[0] & 1)
        case "number":
            value = _number(chance)
        case "enum" if switch.choices is not None:
            choices = list(switch.choices)
            value = choices[chance.take(1)[0] % len(choices)]
        case _:
            return record
    changes: dict[str, Any] = {switch.name: value}
    text = config_text(replace(config, **changes))
    changed = replace(record, cfg_text=text)
    return _bound(changed, lambda opening: replace(opening, cfg_hash=cfg_hash_of(text)))


# --------------------------------------------------------------------------------------------- the steps


def _bytes(form: bytes, chance: Chance) -> bytes:
    """Bytes with one changed, cut, or put in."""
    place = chance.getrandbits(16) % (len(form) + 1)
    match chance.take(1)[0] % 3:
        case 0:
            return form[:place] + chance.take(1) + form[place + 1 :]
        case 1:
            return form[:place]
        case _:
            return form[:place] + chance.take(1 + chance.take(1)[0] % 40) + form[place:]


def _step(record: HandRecord, chance: Chance) -> HandRecord:
    steps = list(record.steps)
    if not steps:
        return record
    at = chance.take(1)[0] % len(steps)
    match chance.take(1)[0] % 8:
        case 0:
            del steps[at]
        case 1:
            steps.insert(at, steps[chance.take(1)[0] % len(steps)])
        case 2:
            steps[at] = replace(steps[at], step_bytes=_bytes(steps[at].step_bytes, chance))
        case 3:
            steps[at] = replace(steps[at], openings=steps[at].openings[1:])
        case _:
            steps[at] = _event(steps[at], chance)
    return replace(record, steps=tuple(steps))


def _event(step: RecordedStep, chance: Chance) -> RecordedStep:
    events = list(step.events)
    if not events:
        return step
    at = chance.take(1)[0] % len(events)
    match chance.take(1)[0] % 4:
        case 0:
            del events[at]
        case 1:
            events.insert(at, events[chance.take(1)[0] % len(events)])
        case _:
            events[at] = _bytes(events[at], chance)
    return replace(step, events=tuple(events))


def _part(record: HandRecord, chance: Chance) -> HandRecord:
    """The bytes of a whole part."""
    match chance.take(1)[0] % 5:
        case 0:
            return replace(record, open_bytes=_bytes(record.open_bytes, chance))
        case 1:
            return replace(record, opening_signature=_bytes(record.opening_signature, chance))
        case 2:
            return replace(record, leaves=record.leaves[: chance.take(1)[0]])
        case 3:
            return replace(record, seeds=record.seeds[: chance.take(1)[0] % 4])
        case _:
            text = _bytes(record.cfg_text.encode(), chance).decode("utf-8", "replace")
            return replace(record, cfg_text=text)


_CHANGES: Final[tuple[Callable[[HandRecord, Chance], HandRecord], ...]] = (
    _opening_field,
    _flags,
    _mode,
    _seat,
    _seat,
    _switch,
    _step,
    _step,
    _part,
)
