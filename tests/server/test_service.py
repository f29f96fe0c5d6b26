"""The gRPC server over real sockets: health, limits, garbage, incidents, the log line, the drain."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from google.rpc import status_pb2
from grpc_health.v1 import health_pb2

from floorman.server.addresses import Listen
from floorman.server.logs import EVENTS
from floorman.server.service import AddressTakenError
from floorman.v1 import refusal_pb2
from tests.server.house import HIDDEN, NAME, SETTINGS, House, open_house

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


def _refusal(error: grpc.RpcError) -> refusal_pb2.Refusal:
    [trailer] = [each for each in error.trailing_metadata() if each.key == "grpc-status-details-bin"]
    status = status_pb2.Status.FromString(trailer.value)
    refusal = refusal_pb2.Refusal()
    assert status.details[0].Unpack(refusal)
    return refusal


def _wait_until(what: Callable[[], object], seconds: float = 5) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.01)


# ----------------------------------------------------------------------------------- health, reflection


def test_health_is_said_of_the_whole_and_of_each_service() -> None:
    with open_house() as house:
        assert house.health() == SERVING
        assert house.health(NAME) == SERVING
        with pytest.raises(grpc.RpcError) as caught:
            house.health("floorman.v1.Jackpot")
        assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def _services(house: House) -> set[str]:
    [answer] = list(house.described())
    return {service.name for service in answer.list_services_response.service}


def test_reflection_lists_the_services() -> None:
    with open_house() as house:
        assert _services(house) == {
            NAME,
            "grpc.health.v1.Health",
            "grpc.reflection.v1alpha.ServerReflection",
        }


def test_reflection_may_be_off() -> None:
    with open_house(replace(SETTINGS, reflection=False)) as house:
        with pytest.raises(grpc.RpcError) as caught:
            _services(house)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED


# ------------------------------------------------------------------------------------------- incidents


@pytest.mark.parametrize("method", ["Boom", "Exit"])
def test_what_is_unexpected_becomes_an_incident_id_and_nothing_else(method: str) -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask(method, b"request-2f7ab2")
        error = caught.value
        incident = str(error.details())
        assert error.code() is grpc.StatusCode.INTERNAL
        assert len(incident) == 16
        assert _refusal(error) == refusal_pb2.Refusal(
            reason=refusal_pb2.ERROR_REASON_INTERNAL, message=incident
        )
        assert HIDDEN not in str(error.trailing_metadata())
        [line] = house.lines("incident")
        assert line["incident"] == incident
        assert line["method"] == f"/{NAME}/{method}"
        assert any("tests/server/house.py" in frame for frame in line["frames"])
        assert house.ask("Echo", b"still there") == b"still there"
    assert HIDDEN not in house.log.getvalue()
    assert "request-2f7ab2" not in house.log.getvalue()


def test_an_incident_id_is_the_same_in_chinese() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Boom", accept_language="zh-CN")
        assert str(caught.value.details()) == house.lines("incident")[0]["incident"]


def test_an_incident_in_the_middle_of_a_stream() -> None:
    with open_house() as house:
        boom = house.channel.unary_stream(f"/{NAME}/BoomLater", bytes, bytes)
        answers = iter(boom(b"", timeout=5))
        assert next(answers) == b"one"
        with pytest.raises(grpc.RpcError) as caught:
            next(answers)
        assert caught.value.code() is grpc.StatusCode.INTERNAL
        assert str(caught.value.details()) == house.lines("incident")[0]["incident"]
        assert house.lines("incident")[0]["error"] == ["ValueError", "KeyError"]


def test_a_refusal_passes_as_it_is() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Refuse")
        assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION
        assert _refusal(caught.value).rule == "R-7.2"
        assert house.lines("incident") == []


# ------------------------------------------------------------------------------------------ the log line


def test_a_call_is_one_line() -> None:
    with open_house() as house:
        house.ask("Echo", HIDDEN.encode())
        [line] = house.lines("call")
    assert line.keys() == {"time", "level", "event", "method", "code", "duration_ms", "peer"}
    assert (line["level"], line["method"], line["code"]) == ("info", f"/{NAME}/Echo", "OK")
    assert line["peer"] == "ipv4"
    assert 0 <= line["duration_ms"] < 10_000
    assert HIDDEN not in house.log.getvalue()


def test_the_line_of_a_refusal_has_its_reason() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError):
            house.ask("Refuse")
        [line] = house.lines("call")
    assert (line["code"], line["reason"]) == ("FAILED_PRECONDITION", "CANNOT_CHECK")


def test_every_line_keeps_to_the_schema() -> None:
    with open_house() as house:
        for method in ("Echo", "Boom", "Refuse", "Exit", "Nothing"):
            try:
                house.ask(method, x_request_id="table-7")
            except grpc.RpcError:
                continue
    lines = [json.loads(line) for line in house.log.getvalue().splitlines()]
    assert len(lines) == 7
    for line in lines:
        assert line.keys() - {"time", "level", "event"} <= EVENTS[line["event"]].keys()


@pytest.mark.parametrize("method", ["Echo", "Refuse", "Boom"])
def test_a_request_id_is_logged_and_sent_back(method: str) -> None:
    with open_house() as house:
        call = house.method(method).future(b"", timeout=5, metadata=(("x-request-id", "table-7/hand-12"),))
        call.exception()
        assert dict(call.trailing_metadata())["x-request-id"] == "table-7/hand-12"
        assert house.lines("call")[0]["request_id"] == "table-7/hand-12"


@pytest.mark.parametrize("request_id", ["x" * 129, "with space", ""])
def test_a_request_id_that_is_not_fit_to_print_is_left_out(request_id: str) -> None:
    with open_house() as house:
        house.ask("Echo", x_request_id=request_id)
        assert "request_id" not in house.lines("call")[0]


def test_a_caller_that_is_gone_is_logged_as_such() -> None:
    with open_house() as house:
        call = house.begin("Slow")
        assert house.entered.wait(5)
        call.cancel()
        time.sleep(0.2)
        house.go.set()
        _wait_until(lambda: house.lines("call"))
        assert house.lines("call")[0]["code"] == "CANCELLED"


# ---------------------------------------------------------------------------------------------- limits


def test_a_method_that_does_not_exist() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Nothing" + "x" * 500)
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
        [line] = house.lines("call")
        assert line["code"] == "UNIMPLEMENTED"
        assert line["method"].startswith(f"/{NAME}/Nothing")
        assert len(line["method"]) == 128


def test_a_request_of_5_mb_gets_a_clear_error_and_the_process_lives_on() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Echo", bytes(5_000_000))
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert "larger than max (5000000 vs. 1048576)" in str(caught.value.details())
        assert house.ask("Echo", bytes(1_000_000)) == bytes(1_000_000)


def test_bytes_that_are_no_message_are_an_invalid_argument() -> None:
    with open_house() as house:
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Typed", b"\xff\xff\xff\xff")
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert "cannot be read" in str(caught.value.details())
        assert house.lines("incident") == []


def test_one_call_too_many_is_refused_while_health_is_not() -> None:
    with open_house(replace(SETTINGS, threads=1, max_in_flight=2)) as house:
        first = house.begin("Slow")
        assert house.entered.wait(5)
        second = house.begin("Slow")
        _wait_until(lambda: house.service.in_flight == 2)
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Echo")
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert _refusal(caught.value).reason == refusal_pb2.ERROR_REASON_LIMIT
        assert "2 calls" in str(caught.value.details())
        assert house.lines("call")[0]["reason"] == "LIMIT"
        # every thread is taken, and the answer does not wait for one
        assert house.health() == SERVING
        house.go.set()
        assert (first.result(5), second.result(5)) == (b"done", b"done")
        _wait_until(lambda: house.service.in_flight == 0)
        assert house.ask("Echo", b"room again") == b"room again"


def test_a_caller_that_left_the_line_makes_room() -> None:
    with open_house(replace(SETTINGS, threads=1, max_in_flight=2)) as house:
        working = house.begin("Slow")
        assert house.entered.wait(5)
        waiting = house.begin("Echo")
        _wait_until(lambda: house.service.in_flight == 2)
        waiting.cancel()
        house.go.set()
        assert working.result(5) == b"done"
        _wait_until(lambda: house.service.in_flight == 0)
        for _ in range(5):
            assert house.ask("Echo", b"room") == b"room"


def test_a_long_call_keeps_no_thread_from_the_players() -> None:
    with open_house(replace(SETTINGS, threads=1)) as house:
        long = [house.begin("Long") for _ in range(3)]
        assert house.entered.wait(5)
        assert house.ask("Echo", b"raise to 600") == b"raise to 600"
        assert not any(call.done() for call in long)
        house.go.set()
        assert [call.result() for call in long] == [b"counted"] * 3


def test_only_so_many_long_calls_wait_in_line() -> None:
    with open_house() as house:
        kept = [house.begin("Long") for _ in range(16)]
        _wait_until(lambda: house.service.in_flight == 16)
        with pytest.raises(grpc.RpcError) as caught:
            house.ask("Long")
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert _refusal(caught.value).reason == refusal_pb2.ERROR_REASON_LIMIT
        assert "16 calls" in str(caught.value.details())
        assert house.ask("Echo", b"still there") == b"still there"
        house.go.set()
        assert [call.result(5) for call in kept] == [b"counted"] * 16


def test_readers_of_the_contract_keep_no_thread_from_the_players() -> None:
    with open_house(replace(SETTINGS, threads=1)) as house:
        hold = threading.Event()
        held = [house.described(hold) for _ in range(4)]
        next(held[0])
        assert house.ask("Echo", b"play") == b"play"
        assert house.health() == SERVING
        hold.set()


# --------------------------------------------------------------------------------------------- garbage


@pytest.mark.parametrize(
    "junk",
    [
        b"\x00" * 4096,
        bytes(range(256)) * 40,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 2000,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x04\x04",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(500),
    ],
    ids=["zeros", "bytes", "broken-frames", "half-a-frame", "tls"],
)
def test_garbage_on_the_port_harms_nobody(junk: bytes) -> None:
    with open_house() as house:
        assert house.service.listen.port is not None
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", house.service.listen.port), timeout=5) as caller:
                caller.sendall(junk)
        assert house.ask("Echo", b"unharmed") == b"unharmed"


def test_a_web_browser_on_the_port_harms_nobody() -> None:
    with open_house() as house:
        browser = http.client.HTTPConnection("127.0.0.1", house.service.listen.port, timeout=5)
        browser.request("GET", "/")
        with pytest.raises((http.client.HTTPException, OSError)):
            browser.getresponse()
        browser.close()
        assert house.ask("Echo", b"unharmed") == b"unharmed"


# ------------------------------------------------------------------------------------------- addresses


def test_two_services_do_not_share_a_port_by_mistake() -> None:
    with open_house() as house:
        twice = replace(SETTINGS, listen=house.service.listen)
        with pytest.raises(AddressTakenError, match=r"on 127\.0\.0\.1:\d+: .*--listen"), open_house(twice):
            pass
        assert house.ask("Echo", b"mine") == b"mine"


def test_a_unix_socket(tmp_path: Path) -> None:
    listen = Listen(path=str(tmp_path / "house.sock"))
    with open_house(replace(SETTINGS, listen=listen)) as house:
        assert house.address == f"unix:{tmp_path}/house.sock"
        assert house.ask("Echo", b"close by") == b"close by"
        assert house.lines("call")[0]["peer"] == "unix"
        with pytest.raises(AddressTakenError), open_house(replace(SETTINGS, listen=listen)):
            pass
        assert house.ask("Echo", b"still mine") == b"still mine"


def test_a_unix_socket_that_a_crash_left_behind_is_taken_over(tmp_path: Path) -> None:
    left = tmp_path / "house.sock"
    with socket.socket(socket.AF_UNIX) as crashed:
        crashed.bind(str(left))
    assert left.exists()
    with open_house(replace(SETTINGS, listen=Listen(path=str(left)))) as house:
        assert house.ask("Echo", b"new") == b"new"


# ------------------------------------------------------------------------------------------- the drain


def _refuses(address: str) -> bool:
    with grpc.insecure_channel(address) as late:
        try:
            late.unary_unary(f"/{NAME}/Echo", bytes, bytes)(b"", timeout=5)
        except grpc.RpcError as error:
            return error.code() is grpc.StatusCode.UNAVAILABLE
    return False


def test_a_drain_says_so_first_takes_calls_a_while_and_finishes_what_is_under_way() -> None:
    with open_house() as house:
        slow = house.begin("Slow")
        assert house.entered.wait(5)
        cut: list[int] = []
        drain = threading.Thread(target=lambda: cut.append(house.service.drain(1.5, 20)))
        drain.start()
        _wait_until(lambda: house.health() == NOT_SERVING)
        assert house.health(NAME) == NOT_SERVING
        assert house.ask("Echo", b"one more") == b"one more"
        _wait_until(lambda: _refuses(house.address))
        assert not slow.done()
        house.go.set()
        assert slow.result(5) == b"done"
        drain.join(5)
        assert cut == [0]


def test_a_call_that_outlasts_the_grace_is_cut_and_counted() -> None:
    with open_house() as house:
        slow = house.begin("Slow")
        assert house.entered.wait(5)
        assert house.service.drain(0, 0.2) == 1
        error = slow.exception(5)
        assert isinstance(error, grpc.RpcError)
        assert error.code() in {grpc.StatusCode.CANCELLED, grpc.StatusCode.UNAVAILABLE}


def test_a_drain_does_not_wait_for_watchers_and_readers_that_never_leave() -> None:
    with open_house() as house:
        watch = house.channel.unary_stream(
            "/grpc.health.v1.Health/Watch",
            health_pb2.HealthCheckRequest.SerializeToString,
            health_pb2.HealthCheckResponse.FromString,
        )
        seen: list[int] = []

        def look() -> None:
            with suppress(grpc.RpcError):
                seen.extend(answer.status for answer in watch(health_pb2.HealthCheckRequest(), timeout=30))

        watcher = threading.Thread(target=look)
        watcher.start()
        _wait_until(lambda: seen == [SERVING])
        hold = threading.Event()
        next(house.described(hold))
        started = time.monotonic()
        assert house.service.drain(0.2, 10) == 0
        assert time.monotonic() - started < 5
        watcher.join(5)
        assert seen == [SERVING, NOT_SERVING]
        hold.set()
