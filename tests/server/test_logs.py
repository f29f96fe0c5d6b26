"""The log: JSON lines of a closed schema, without anything that was asked or answered."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from floorman.server.logs import EVENTS, catch_library_lines, frames_of, open_log
from floorman.server.settings import LogFormat, LogLevel

HIDDEN = "As-Kd-2f7ab2bd19ce39"


def test_a_line_is_one_json_object_that_begins_with_time_level_and_event() -> None:
    stream = io.StringIO()
    open_log(stream).warning("ring_made_up", warning="a\nb")
    line = json.loads(stream.getvalue())
    assert list(line) == ["time", "level", "event", "warning"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])
    assert (line["level"], line["event"], line["warning"]) == ("warning", "ring_made_up", "a\nb")
    assert stream.getvalue().count("\n") == 1


def test_what_is_less_important_than_the_level_is_not_written() -> None:
    stream = io.StringIO()
    log = open_log(stream, LogLevel.WARNING)
    log.info("call")
    log.error("incident")
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["incident"]


def test_a_stream_that_fails_costs_lines_and_nothing_else() -> None:
    class FullDisk(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(28, "No space left on device")

    open_log(FullDisk()).error("incident")
    closed = io.StringIO()
    log = open_log(closed)
    closed.close()
    log.error("incident")


def test_people_may_read_text() -> None:
    stream = io.StringIO()
    open_log(stream, form=LogFormat.TEXT).info("stopped", abandoned=0)
    assert "stopped" in stream.getvalue()
    assert "abandoned=0" in stream.getvalue()


def test_no_field_can_hold_a_card_or_a_key() -> None:
    fields = {field for fields in EVENTS.values() for field in fields}
    assert fields == {
        "abandoned",
        "address",
        "code",
        "duration_ms",
        "error",
        "frames",
        "grace_seconds",
        "hand_id",
        "incident",
        "logger",
        "method",
        "peer",
        "reason",
        "request_id",
        "revealed",
        "ring",
        "signal",
        "threads",
        "wait_seconds",
        "warning",
        "where",
    }


def _fail() -> None:
    try:
        int(HIDDEN)
    except ValueError as error:
        raise LookupError(HIDDEN) from error


def test_an_exception_is_told_by_types_and_places_only() -> None:
    with pytest.raises(LookupError, match=HIDDEN) as caught:
        _fail()
    told = frames_of(caught.value)
    assert told["error"] == ["LookupError", "ValueError"]
    assert [re.sub(r":\d+ ", " ", frame) for frame in told["frames"][-1:]] == [
        "tests/server/test_logs.py _fail"
    ]
    assert HIDDEN not in json.dumps(told)


def test_an_exception_that_leads_to_itself_is_told_once() -> None:
    first, second = ValueError(), KeyError()
    first.__cause__, second.__cause__ = second, first
    assert frames_of(first)["error"] == ["ValueError", "KeyError"]


@pytest.fixture
def _own_logging() -> Iterator[None]:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = before
    root.setLevel(level)


@pytest.mark.usefixtures("_own_logging")
def test_a_library_says_where_and_not_what() -> None:
    stream = io.StringIO()
    catch_library_lines(open_log(stream))
    try:
        int(HIDDEN)
    except ValueError:
        logging.getLogger("grpc._server").exception("Exception calling application: %s", HIDDEN)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"], line["logger"]) == ("library", "error", "grpc._server")
    assert line["error"] == ["ValueError"]
    assert line["where"].startswith("tests/server/test_logs.py:")
    assert HIDDEN not in stream.getvalue()
    assert set(line) <= {"time", "level", "event", *EVENTS["library"]}
