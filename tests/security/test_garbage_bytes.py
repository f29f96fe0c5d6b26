"""Bytes that are no request, requests of chance, and requests that are too large, on every method."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import DecodeError, Message

from floorman.v1 import evaluation_service_pb2
from tests.security.filling import filled
from tests.security.house import METHODS, House, read_refusal
from tests.security.table import act_request, adjudication, hosted, opening, start, start_request, step

_REQUESTS: Final = 300
_OK: Final = grpc.StatusCode.OK


def _answer(house: House, method: str, form: bytes) -> grpc.StatusCode:
    """The code of the answer; a failed call must bring its refusal."""
    try:
        house.ask(method, form)
    except grpc.RpcError as error:
        refused = read_refusal(error)
        assert refused.refusal.reason
        return refused.code
    return _OK


def _is_message(method: str, form: bytes) -> bool:
    try:
        METHODS[method][1].FromString(form)
    except DecodeError:
        return False
    return True


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("form", [b"\xff\xff\xff\xff", b"\x0a\xff", b"\x08", b"\x0b" * 200, b"\x00"])
def test_bytes_that_are_no_message(house: House, method: str, form: bytes) -> None:
    assert not _is_message(method, form)
    with pytest.raises(grpc.RpcError) as caught:
        house.ask(method, form)
    refused = read_refusal(caught.value)
    assert (refused.code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "UNREADABLE_REQUEST")
    assert (
        refused.refusal.message == "The request cannot be read: its bytes are not the message of this method."
    )


@pytest.mark.parametrize("method", METHODS)
def test_random_bytes_are_answered(house: House, method: str) -> None:
    chance = random.Random(f"bytes {method}")
    for _ in range(_REQUESTS):
        form = chance.randbytes(chance.choice((0, 1, 2, 5, 20, 200)))
        code = _answer(house, method, form)
        assert _is_message(method, form) or code is grpc.StatusCode.INVALID_ARGUMENT


# ----------------------------------------------------------------------------------- messages of chance


@pytest.mark.parametrize("method", METHODS)
def test_messages_of_chance_are_answered(house: House, method: str) -> None:
    chance = random.Random(f"messages {method}")
    for _ in range(_REQUESTS):
        _answer(house, method, filled(METHODS[method][1](), chance).SerializeToString())


def _good_requests(house: House) -> Iterator[tuple[str, Message]]:
    hand = start(house)
    yield "StartHand", start_request(opening())
    yield "StartHand", start_request(hosted(5000, 200, 7, 1))
    yield "Act", act_request(hand, step("raise_to", 0, 300))
    yield "CheckAction", act_request(hand, step("call", 0))
    yield "AdjudicateHand", adjudication(hosted(), step("call", 0), step("raise_to", 1, 400), step("fold", 2))
    yield (
        "EvaluateHands",
        evaluation_service_pb2.EvaluateHandsRequest(
            board=["2c", "7d", "9h"], hands=[evaluation_service_pb2.CardSet(cards=["As", "Ks", "Qs"])]
        ),
    )


def test_good_requests_with_a_few_bytes_changed_are_answered(house: House) -> None:
    chance = random.Random("changed")
    for method, request in _good_requests(house):
        form = request.SerializeToString()
        assert _answer(house, method, form) is _OK
        for _ in range(_REQUESTS):
            changed = bytearray(form)
            for _ in range(chance.randint(1, 4)):
                place = chance.randrange(len(changed))
                match chance.randrange(3):
                    case 0:
                        changed[place] ^= 1 << chance.randrange(8)
                    case 1:
                        del changed[place]
                    case _:
                        changed.insert(place, chance.randrange(256))
            _answer(house, method, bytes(changed))


# ------------------------------------------------------------------------------------------- too large


@pytest.mark.parametrize("method", METHODS)
def test_a_message_of_5_mb(house: House, method: str) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        house.ask(method, b"\x7a\x80\xda\xb1\x02" + bytes(5_000_000))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "larger than max" in str(caught.value.details())


def _repeated(message: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every way from a request down to a field that may repeat."""
    for one in message.fields:
        if one.is_repeated:
            yield (*way, one)
        if one.message_type and one not in way:
            yield from _repeated(one.message_type, (*way, one))


def _path(way: tuple[Any, ...]) -> str:
    return ".".join(one.name for one in way)


def _delimited(one: Any, form: bytes) -> bytes:
    """A field of a length, as it stands on the wire."""
    return _varint(one.number << 3 | 2) + _varint(len(form)) + form


def _varint(value: int) -> bytes:
    form = bytearray()
    while value > 127:
        form.append(value & 127 | 128)
        value >>= 7
    form.append(value)
    return bytes(form)


@pytest.mark.parametrize(
    ("method", "path"),
    [(name, _path(way)) for name, (_, kind, _) in METHODS.items() for way in _repeated(kind.DESCRIPTOR)],
)
def test_a_field_that_repeats_until_the_message_is_full(house: House, method: str, path: str) -> None:
    """A million bytes of one field behind a good request: answered, and soon."""
    good = {name: request.SerializeToString() for name, request in _good_requests(house)}.get(method, b"")
    [way] = [one for one in _repeated(METHODS[method][1].DESCRIPTOR) if _path(one) == path]
    *ways, last = way
    for element in (b"", b"As", b"\x08\x01"):
        once = _delimited(last, element)
        form = once * (1_000_000 // len(once))
        for one in reversed(ways):
            form = _delimited(one, form)
        _answer(house, method, good + form)
