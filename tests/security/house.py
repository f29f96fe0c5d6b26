"""The real service behind a real socket, and what a refused call says, held against the contract."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc import status_pb2

from floorman.api import NO_AUDITOR, SERVICES, Auditor, Floor, add_services
from floorman.server.addresses import LOOPBACK
from floorman.server.keys import temporary_ring
from floorman.server.logs import open_log
from floorman.server.service import Service
from floorman.server.settings import Settings
from floorman.v1 import refusal_pb2
from tests.security.reasons import fits_comment, name_of, said_of

__all__ = ["METHODS", "Guest", "House", "Refused", "open_house", "read_refusal"]

_SETTINGS: Final = Settings(listen=LOOPBACK, drain_wait_seconds=0, drain_grace_seconds=5)
_TRAILER: Final = "grpc-status-details-bin"
_MOST_DETAIL_BYTES: Final = 4096  # refusal.proto: "in at most 4 KiB"
_RULE: Final = re.compile(r"(R-\d+(\.\d+)?|\d+)?")
_PATH_PART: Final = re.compile(r"([a-z0-9_]+)(?:\[(\d+)\])?")
_CHINESE: Final = re.compile("[\u4e00-\u9fff]")
_FAULTS_OF_THE_SERVICE: Final = {grpc.StatusCode.UNKNOWN, grpc.StatusCode.INTERNAL}


def _unary_methods() -> dict[str, tuple[str, type[Message], type[Message]]]:
    methods = {}
    for service in SERVICES:
        for method in Default().FindServiceByName(service).methods:
            if not method.client_streaming and not method.server_streaming:
                kinds = GetMessageClass(method.input_type), GetMessageClass(method.output_type)
                methods[method.name] = (f"/{service}/{method.name}", *kinds)
    return methods


METHODS: Final[dict[str, tuple[str, type[Message], type[Message]]]] = _unary_methods()
"""Every unary method of the contract: its path, what it takes and what it answers."""


@dataclass(frozen=True)
class Refused:
    """How a call was refused.

    Attributes:
        code: the gRPC code.
        refusal: as it stands among the details of the status.
    """

    code: grpc.StatusCode
    refusal: refusal_pb2.Refusal

    @property
    def reason(self) -> str:
        return name_of(self.refusal.reason)

    @property
    def numbers(self) -> dict[str, int]:
        return {number.name: number.value for number in self.refusal.numbers}

    @property
    def fields(self) -> list[str]:
        return [violation.field for violation in self.refusal.field_violations]


@dataclass
class Guest:
    """Whoever calls a service.

    Attributes:
        channel: to it.
    """

    channel: grpc.Channel

    def ask(self, method: str, request: Message | bytes, language: str = "en") -> Any:
        """The answer of a method, or an RpcError."""
        path, _, answer = METHODS[method]
        form = request if isinstance(request, bytes) else request.SerializeToString()
        call = self.channel.unary_unary(path, bytes, answer.FromString)
        return call(form, timeout=20, metadata=(("accept-language", language),))

    def refused(self, method: str, request: Message) -> Refused:
        """The refusal of a request, after everything that must be true of every refusal was seen to hold."""
        english = self._refusal(method, request, "en")
        chinese = self._refusal(method, request, "zh-CN,zh;q=0.9,en;q=0.1")
        _check_refusal(english, request)
        assert _CHINESE.search(chinese.refusal.message)
        same = refusal_pb2.Refusal()
        same.CopyFrom(chinese.refusal)
        same.message = english.refusal.message
        assert (chinese.code, same) == (english.code, english.refusal)
        return english

    def _refusal(self, method: str, request: Message, language: str) -> Refused:
        try:
            answer = self.ask(method, request, language)
        except grpc.RpcError as error:
            return read_refusal(error)
        raise AssertionError(f"{method} was not refused: {str(answer)[:300]}")


@dataclass
class House(Guest):
    """A running service of a test, and the way to it.

    Attributes:
        floor: the authority behind it.
        log: what it has written.
    """

    floor: Floor
    log: io.StringIO

    def incidents(self) -> list[dict[str, Any]]:
        """What the log says of things that nobody expected."""
        lines = [json.loads(line) for line in self.log.getvalue().splitlines()]
        return [line for line in lines if line["event"] in {"incident", "library"}]


def read_refusal(error: grpc.RpcError) -> Refused:
    """Code and refusal of a failed call; the one may not belie the other."""
    code = error.code()
    assert code not in _FAULTS_OF_THE_SERVICE, f"{code.name}: {error.details()}"
    trailers = {pair.key: pair.value for pair in error.trailing_metadata() or ()}
    assert _TRAILER in trailers, f"{code.name} without details: {error.details()}"
    form = trailers[_TRAILER]
    assert isinstance(form, bytes)
    status = status_pb2.Status.FromString(form)
    assert status.code == code.value[0]
    refusal = refusal_pb2.Refusal()
    [detail] = status.details
    assert detail.Unpack(refusal)
    assert len(detail.value) <= _MOST_DETAIL_BYTES
    assert status.message == refusal.message == error.details()
    return Refused(code, refusal)


def _check_refusal(refused: Refused, request: Message) -> None:
    refusal = refused.refusal
    assert refusal.reason, "a refusal without a reason"
    assert refusal.message.endswith((".", "'", "…")), refusal.message
    assert _RULE.fullmatch(refusal.rule), refusal.rule
    names = [number.name for number in refusal.numbers]
    comment = said_of(refusal.reason)
    assert fits_comment(names, comment), f"{refused.reason} has {names}, and the contract says: {comment}"
    _check_code(refused)
    for violation in refusal.field_violations:
        _check_path(violation.field, request.DESCRIPTOR)
        assert violation.description


def _check_code(refused: Refused) -> None:
    """The code that the heading of the reason's group, or its comment, names (refusal.proto)."""
    group = refused.refusal.reason // 100
    if group in {1, 2}:
        assert refused.code is grpc.StatusCode.INVALID_ARGUMENT
        assert refused.fields, f"{refused.reason} names no field"
    elif refused.code is grpc.StatusCode.INVALID_ARGUMENT and group == 0:
        assert refused.fields, f"{refused.reason} names no field"
    elif group == 0:
        assert refused.code is grpc.StatusCode.FAILED_PRECONDITION
    else:
        assert f"{refused.code.name}." in said_of(refused.refusal.reason)


def _check_path(path: str, message: Any) -> None:
    """A field of a refusal leads from the request down, by the names of the contract."""
    for part in path.split("."):
        named = _PATH_PART.fullmatch(part)
        assert named, path
        assert message is not None, path
        if part in message.oneofs_by_name:
            message = None
            continue
        one: FieldDescriptor = message.fields_by_name[named[1]]
        assert one.is_repeated or named[2] is None, path
        message = one.message_type


@contextmanager
def open_house(floor: Floor | None = None, auditor: Auditor = NO_AUDITOR) -> Iterator[House]:
    """A service on a free port, whose log must not hold an incident at the end of the block."""
    floor = floor or Floor(ring=temporary_ring())
    log = io.StringIO()
    service = Service(_SETTINGS, partial(add_services, floor=floor, auditor=auditor), SERVICES, open_log(log))
    service.open()
    with grpc.insecure_channel(str(service.listen)) as channel:
        house = House(channel, floor, log)
        try:
            yield house
        finally:
            service.drain(0, 5)
    assert house.incidents() == []
