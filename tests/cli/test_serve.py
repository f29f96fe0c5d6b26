"""``floorman serve`` as a process: what it prints, how it refuses to start, and how it leaves."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import grpc
import pytest
from click.testing import CliRunner

from floorman.cli import main
from floorman.fairness.selftest import SelfTestFailedError
from floorman.sealing.ring import Ring
from floorman.server.logs import EVENTS
from tests.cli.processes import FLOORMAN, PATIENCE_SECONDS, SLOW_FLOORMAN, environment, run, serving

_NOW_MS = time.time_ns() // 1_000_000
_YEAR_MS = 366 * 86_400_000


def _ring(folder: Path, text: str | None = None) -> Path:
    file = folder / "ring.json"
    file.write_text(Ring.generate(_NOW_MS).dump() if text is None else text, encoding="utf-8")
    return file


# ------------------------------------------------------------------------------------------- being ready


def test_it_prints_one_line_with_the_real_port(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        assert service.ready == {
            "event": "ready",
            "address": f"127.0.0.1:{service.ready['port']}",
            "port": service.ready["port"],
            "pid": service.process.pid,
            "version": version("floorman"),
        }
        assert service.ready["port"] > 0
        assert run("healthcheck", "--address", service.address).returncode == 0
        assert service.leave(signal.SIGTERM) == 0
        assert service.process.stdout is not None
        assert service.process.stdout.read() == ""


def test_a_unix_socket_has_no_port_and_is_removed_at_the_end(tmp_path: Path) -> None:
    socket_file = tmp_path / "floorman.sock"
    with serving(tmp_path, "--listen", f"unix:{socket_file}") as service:
        assert (service.address, service.ready["port"]) == (f"unix:{socket_file}", None)
        assert run("healthcheck", "--address", service.address).returncode == 0
        assert service.leave(signal.SIGTERM) == 0
    assert not socket_file.exists()


def test_every_line_on_standard_error_is_json_of_the_documented_schema(tmp_path: Path) -> None:
    with serving(tmp_path, "--allow-given-entropy", "--max-message-bytes", "4096") as service:
        with grpc.insecure_channel(service.address) as channel:
            for request in (b"\xff\xff", bytes(5_000)):
                with pytest.raises(grpc.RpcError):
                    channel.unary_unary("/floorman.v1.EvaluationService/EvaluateHands", bytes, bytes)(
                        request, timeout=10
                    )
        with socket.create_connection(("127.0.0.1", service.ready["port"])) as caller:
            caller.sendall(b"GET / HTTP/1.1\r\n\r\n" + os.urandom(2_000))
        assert service.leave(signal.SIGTERM) == 0
        lines = service.lines()
    assert [line["event"] for line in lines] == [
        "ring_made_up",
        "given_entropy_allowed",
        "ready",
        "call",
        "draining",
        "stopped",
    ]
    for line in lines:
        assert list(line)[:3] == ["time", "level", "event"]
        assert line.keys() - {"time", "level", "event"} <= EVENTS[line["event"]].keys()


def test_the_log_may_go_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "floorman.log"
    with serving(tmp_path, "--log-file", str(log)) as service:
        assert service.leave(signal.SIGTERM) == 0
        assert service.lines() == []
    assert [json.loads(line)["event"] for line in log.read_text().splitlines()][-1] == "stopped"


def test_a_person_at_a_terminal_is_told_what_to_type_next() -> None:
    controller, terminal = pty.openpty()
    with subprocess.Popen(  # noqa: S603 (our own program)
        (*FLOORMAN, "serve", "--listen", "127.0.0.1:0"),
        env=environment(),
        stdout=terminal,
        stderr=terminal,
    ) as process:
        os.close(terminal)
        seen = b""
        while b"--ring-file" not in seen:
            seen += os.read(controller, 65_536)
        process.kill()
    os.close(controller)
    text = seen.decode()
    ready = re.search(r'^\{"event": "ready".*\}\r$', text, re.MULTILINE)
    assert ready is not None
    address = json.loads(ready[0])["address"]
    assert f"floorman healthcheck --address {address}" in text
    assert "a restart orphans every hand in play" in text


# ------------------------------------------------------------------------------------------------- keys


def test_without_a_ring_it_says_loudly_that_a_restart_orphans_hands(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        first = service.lines()[0]
    assert (first["level"], first["event"]) == ("warning", "ring_made_up")
    assert "a restart orphans every hand in play" in first["warning"]


def test_a_ring_from_a_file(tmp_path: Path) -> None:
    with serving(tmp_path, "--ring-file", str(_ring(tmp_path))) as service:
        [ready] = service.lines()
    assert (ready["event"], ready["ring"]) == ("ready", "file")


def test_a_ring_from_the_environment(tmp_path: Path) -> None:
    ring = Ring.generate(_NOW_MS)
    with serving(tmp_path, environ=environment(FLOORMAN_RING=ring.dump())) as service:
        [ready] = service.lines()
        assert service.leave(signal.SIGTERM) == 0
        log = service.errors.read_text()
    assert (ready["event"], ready["ring"]) == ("ready", "environment")
    key = ring.token_keys[0].key
    assert key.hex() not in log


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", r"the key ring in \S+ring\.json is no key ring: .*Correct it and start again"),
        ("{}", r"is no key ring: .*Correct it and start again"),
        ('{"token_keys": [], "head_keys": []}', r"is no key ring: .*Correct it and start again"),
        (Ring.generate(_NOW_MS - _YEAR_MS).dump(), r"cannot open a hand: .*Add a key whose time is now"),
        (Ring.generate(_NOW_MS + _YEAR_MS).dump(), r"cannot open a hand: .*Add a key whose time is now"),
    ],
    ids=["empty", "no-ring", "no-keys", "over", "not-yet"],
)
def test_a_ring_that_cannot_be_used_keeps_the_door_shut(text: str, why: str, tmp_path: Path) -> None:
    ended = run("serve", "--listen", "127.0.0.1:0", "--ring-file", str(_ring(tmp_path, text)))
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert re.search(f"Error: .*{why}", ended.stderr)


def test_a_ring_that_is_not_there_keeps_the_door_shut(tmp_path: Path) -> None:
    ended = run("serve", "--ring-file", str(tmp_path / "ring.json"))
    assert ended.returncode == 1
    assert re.search(r"cannot read the key ring in \S+ring\.json: No such file.*keys new", ended.stderr)


def test_a_wrong_ring_is_not_repeated_in_the_message() -> None:
    text = Ring.generate(_NOW_MS).dump()
    key = json.loads(text)["token_keys"][0]["key"]
    ended = run("serve", environ=environment(FLOORMAN_RING=text.replace(key, key[:-1] + "!")))
    assert ended.returncode == 1
    assert "the key ring in FLOORMAN_RING is no key ring: token_keys[0].key" in ended.stderr
    assert key[:16] not in ended.stderr


# ------------------------------------------------------------------------------------- refusing to start


def test_a_setting_that_cannot_be_keeps_the_door_shut() -> None:
    ended = run("serve", environ=environment(FLOORMAN_THREADS="many"))
    assert ended.returncode == 1
    assert ended.stderr == "Error: FLOORMAN_THREADS must be a whole number from 1 to 256, not 'many'\n"


def test_a_port_that_is_taken_keeps_the_door_shut() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ended = run("serve", "--listen", f"127.0.0.1:{port}", "--log-level", "error")
    assert ended.returncode == 1
    assert ended.stderr == (
        f"Error: cannot listen on 127.0.0.1:{port}: it is in use or is not this machine's; "
        "choose another --listen address, or port 0 for any free one\n"
    )


def test_a_failed_self_test_keeps_the_door_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    def failed() -> None:
        raise SelfTestFailedError("AES-256-GCM-SIV")

    monkeypatch.setattr("floorman.server.process.run_self_test", failed)
    ended = CliRunner().invoke(main, ["serve", "--listen", "127.0.0.1:0"], env=environment())
    assert ended.exit_code == 1
    assert ended.stderr == "Error: self-test failed: AES-256-GCM-SIV does not give its known answer\n"
    assert ended.stdout == ""


# ----------------------------------------------------------------------------------------------- leaving


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_the_call_under_way_finish_and_leaves_with_0(number: int, tmp_path: Path) -> None:
    with (
        serving(tmp_path, program=SLOW_FLOORMAN) as service,
        grpc.insecure_channel(service.address) as channel,
    ):
        slow = channel.unary_unary("/test.Slow/Wait", bytes, bytes).future(b"1.5", timeout=20)
        time.sleep(0.5)
        service.process.send_signal(number)
        assert slow.result(20) == b"done"
        assert service.process.wait(PATIENCE_SECONDS) == 0
        draining, call, stopped = service.lines()[-3:]
    assert (draining["event"], draining["signal"]) == ("draining", signal.Signals(number).name)
    assert (call["method"], call["code"]) == ("/test.Slow/Wait", "OK")
    assert (stopped["event"], stopped["abandoned"]) == ("stopped", 0)


def test_a_call_that_outlasts_the_grace_does_not_hold_the_process(tmp_path: Path) -> None:
    with (
        serving(tmp_path, "--drain-grace-seconds", "0.3", program=SLOW_FLOORMAN) as service,
        grpc.insecure_channel(service.address) as channel,
    ):
        slow = channel.unary_unary("/test.Slow/Wait", bytes, bytes).future(b"25", timeout=30)
        time.sleep(0.5)
        started = time.monotonic()
        assert service.leave(signal.SIGTERM) == 0
        assert time.monotonic() - started < 15
        assert isinstance(slow.exception(5), grpc.RpcError)
        assert service.lines()[-1]["abandoned"] == 1


def test_a_second_signal_leaves_at_once(tmp_path: Path) -> None:
    with (
        serving(tmp_path, program=SLOW_FLOORMAN) as service,
        grpc.insecure_channel(service.address) as channel,
    ):
        slow = channel.unary_unary("/test.Slow/Wait", bytes, bytes).future(b"25", timeout=30)
        time.sleep(0.5)
        service.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert service.lines()[-1]["event"] == "draining"
        assert service.leave(signal.SIGTERM) == 128 + signal.SIGTERM
        assert isinstance(slow.exception(5), grpc.RpcError)


def _is_up(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def test_it_leaves_with_its_parent_if_told_to() -> None:
    # a game server that starts its own floor, reads the line, and dies without a word
    parent = (
        "import subprocess, sys\n"
        f"floor = subprocess.Popen({FLOORMAN!r} + ('serve', '--listen', '127.0.0.1:0', '--exit-with-parent',"
        " '--drain-wait-seconds', '0'), stdout=subprocess.PIPE, text=True)\n"
        "print(floor.stdout.readline(), flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(  # noqa: S603 (our own program)
        (sys.executable, "-W", "ignore", "-c", parent),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as game_server:
        assert game_server.stdout is not None
        port = json.loads(game_server.stdout.readline())["port"]
        assert _is_up(port)
        game_server.kill()
        end = time.monotonic() + PATIENCE_SECONDS
        while _is_up(port):
            assert time.monotonic() < end
            time.sleep(0.1)


# -------------------------------------------------------------------------------------------- the others


def test_healthcheck_looks_where_serve_would_listen(tmp_path: Path) -> None:
    with serving(tmp_path) as service:
        healthy = run("healthcheck", environ=environment(FLOORMAN_LISTEN=service.address))
        assert (healthy.returncode, healthy.stdout) == (0, f"{service.address} says SERVING\n")
        assert service.leave(signal.SIGTERM) == 0
        gone = run("healthcheck", environ=environment(FLOORMAN_LISTEN=service.address))
    assert gone.returncode == 1
    assert (
        gone.stderr
        == f"Error: {service.address} does not answer (UNAVAILABLE): is `floorman serve` running there?\n"
    )


def test_a_new_ring_is_for_its_owner_only_and_serves(tmp_path: Path) -> None:
    file = tmp_path / "ring.json"
    assert run("keys", "new", str(file)).returncode == 0
    assert file.stat().st_mode & 0o777 == 0o600
    with serving(tmp_path, "--ring-file", str(file)) as service:
        assert service.lines()[0]["ring"] == "file"


def test_a_ring_is_never_written_over(tmp_path: Path) -> None:
    file = _ring(tmp_path, "the only key to hands in play")
    ended = run("keys", "new", str(file))
    assert (ended.returncode, ended.stderr) == (1, f"Error: cannot make {file}: File exists\n")
    assert file.read_text() == "the only key to hands in play"
