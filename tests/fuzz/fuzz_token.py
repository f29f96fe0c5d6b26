"""Tokens, and all bytes that are sealed or bound: states, rings, steps, events, openings, configs.

The first byte says what the rest is taken for. Nothing but the reader's own error may leave it, and what it
reads must be written again as the same bytes: a second form of one thing would be a second hash of it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from floorman.fairness.event_bytes import decode_event, encode_event
from floorman.fairness.opening_bytes import decode_opening, encode_opening
from floorman.fairness.reading import MalformedError
from floorman.fairness.step_bytes import decode_step, encode_step
from floorman.rules.config_text import ConfigTextError, config_text, parse_config_text
from floorman.sealing.ring import Ring
from floorman.sealing.ring_text import RingFormError
from floorman.sealing.state import CODECS, UnreadableStateError, decode_state
from floorman.sealing.token import Sealer, TokenRefusedError, TokenType
from floorman.v1 import hand_service_pb2
from tests.fuzz.calls import NOW_MS, Counter, ring
from tests.fuzz.chance import Chance
from tests.security.table import act_request, opening, start_request, step

__all__ = ["one_input"]

_ENTROPY: Final = bytes(32)
_SEALER: Final = Sealer(ring(), CODECS)


@cache
def _counter() -> Counter:
    return Counter()


@cache
def _request() -> hand_service_pb2.ActRequest:
    """A step of a hand that every run deals alike."""
    message = opening()
    message.entropy = _ENTROPY
    return act_request(_counter().ask("StartHand", start_request(message)).message.update, step("call", 0))


def _edited_token(form: bytes) -> None:
    """A good token with bytes changed, cut or put in: refused, unless it is the good one after all."""
    chance = Chance(form)
    good = _request()
    token = bytearray(good.state)
    while chance.bytes_left() and token:
        place = chance.randrange(len(token))
        match chance.randrange(4):
            case 0:
                token[place] ^= chance.take(1)[0]
            case 1:
                del token[place:]
            case 2:
                token[place:place] = chance.take(1 + chance.randrange(7))
            case _:
                del token[place]
    request = hand_service_pb2.ActRequest()
    request.CopyFrom(good)
    request.state = bytes(token)
    answer = _counter().ask("Act", request)
    assert (answer.refusal is None) == (request.state == good.state)


def _opened_token(form: bytes) -> None:
    try:
        header, plaintext = _SEALER.open(form, TokenType.STATE, NOW_MS)
    except TokenRefusedError:
        return
    assert _SEALER.seal(header, plaintext) == form


def _state(form: bytes) -> None:
    try:
        decode_state(form)
    except UnreadableStateError:
        return


def _ring_text(form: bytes) -> None:
    try:
        read = Ring.parse(form.decode("utf-8", "replace"))
    except RingFormError:
        return
    again = Ring.parse(read.dump())
    assert (again.token_keys, again.head_keys) == (read.token_keys, read.head_keys)


def _step(form: bytes) -> None:
    try:
        read = decode_step(form)
    except MalformedError:
        return
    assert encode_step(read) == form


def _event(form: bytes) -> None:
    try:
        read = decode_event(form)
    except MalformedError:
        return
    assert encode_event(read) == form


def _opening(form: bytes) -> None:
    try:
        read = decode_opening(form)
    except MalformedError:
        return
    assert encode_opening(read) == form


def _config_text(form: bytes) -> None:
    text = form.decode("utf-8", "replace")
    try:
        read = parse_config_text(text)
    except ConfigTextError:
        return
    assert config_text(read) == text


_READERS: Final[tuple[Callable[[bytes], None], ...]] = (
    _edited_token,
    _opened_token,
    _state,
    _ring_text,
    _step,
    _event,
    _opening,
    _config_text,
)
"""What an input may be taken for, by its first byte; seeds.py counts on the order."""


def one_input(form: bytes) -> None:
    """Any bytes, read as what their first says they are."""
    if form:
        _READERS[form[0] % len(_READERS)](form[1:])
