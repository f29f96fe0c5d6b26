"""Settings: four origins, one order, and a clear no."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

from floorman.server.addresses import Listen
from floorman.server.settings import LogFormat, LogLevel, Settings, SettingsError, knobs, load


def _file(folder: Path, text: str) -> Path:
    file = folder / "floorman.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_nobody_says_anything() -> None:
    settings = load({}, {})
    assert settings == Settings()
    assert settings.listen == Listen("127.0.0.1", 7777)
    assert settings.threads == 4
    assert settings.max_message_bytes == 1_048_576
    assert (settings.ring, settings.ring_file, settings.log_file) == (None, None, None)
    assert not settings.allow_given_entropy
    assert settings.reflection


def test_a_flag_goes_before_a_variable_before_the_file_before_the_default(tmp_path: Path) -> None:
    file = _file(tmp_path, "threads = 2\nmax_in_flight = 20\ndrain_grace_seconds = 2.5\n")
    environ = {"FLOORMAN_MAX_IN_FLIGHT": "30", "FLOORMAN_DRAIN_GRACE_SECONDS": "3.5"}
    settings = load({"drain_grace_seconds": "4.5", "threads": None}, environ, file)
    assert settings.threads == 2
    assert settings.max_in_flight == 30
    assert settings.drain_grace_seconds == 4.5
    assert settings.drain_wait_seconds == 1.0


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    file = _file(
        tmp_path, 'listen = "0.0.0.0:7"\nlog_level = "debug"\nlog_format = "text"\nreflection = false\n'
    )
    settings = load({}, {"FLOORMAN_CONFIG": str(file)})
    assert settings.listen == Listen("0.0.0.0", 7)  # noqa: S104 (read, not bound)
    assert settings.log_level is LogLevel.DEBUG
    assert settings.log_format is LogFormat.TEXT
    assert not settings.reflection


@pytest.mark.parametrize("value", ["true", "yes", "on", "1", "TRUE"])
def test_a_switch_is_turned_on_in_the_ways_people_write(value: str) -> None:
    assert load({}, {"FLOORMAN_ALLOW_GIVEN_ENTROPY": value}).allow_given_entropy


def test_every_setting_may_be_a_variable() -> None:
    assert {knob.variable for knob in knobs()} == {
        "FLOORMAN_EQUITY_HANDS",
        "FLOORMAN_LISTEN",
        "FLOORMAN_THREADS",
        "FLOORMAN_RING_FILE",
        "FLOORMAN_RING",
        "FLOORMAN_ALLOW_GIVEN_ENTROPY",
        "FLOORMAN_FORK_GUARD",
        "FLOORMAN_AUDITOR_KEY_SHA256",
        "FLOORMAN_TOKEN_MAX_AGE_SECONDS",
        "FLOORMAN_TIMEOUT_MIN_MS",
        "FLOORMAN_MAX_MESSAGE_BYTES",
        "FLOORMAN_MAX_IN_FLIGHT",
        "FLOORMAN_DRAIN_WAIT_SECONDS",
        "FLOORMAN_DRAIN_GRACE_SECONDS",
        "FLOORMAN_REFLECTION",
        "FLOORMAN_EXIT_WITH_PARENT",
        "FLOORMAN_LOG_LEVEL",
        "FLOORMAN_LOG_FORMAT",
        "FLOORMAN_LOG_FILE",
    }


@pytest.mark.parametrize(
    ("flags", "environ", "text", "why"),
    [
        ({"threads": "0"}, {}, "", r"--threads must be a whole number from 1 to 256, not '0'"),
        ({"threads": "four"}, {}, "", r"--threads must be a whole number"),
        ({"threads": "٤"}, {}, "", r"--threads must be a whole number"),
        ({"listen": "7777"}, {}, "", r"--listen must be HOST:PORT"),
        ({}, {"FLOORMAN_THREADS": "1e3"}, "", r"FLOORMAN_THREADS must be a whole number"),
        ({}, {"FLOORMAN_REFLECTION": "maybe"}, "", r"FLOORMAN_REFLECTION must be true or false"),
        (
            {},
            {"FLOORMAN_LOG_LEVEL": "loud"},
            "",
            r"FLOORMAN_LOG_LEVEL must be one of debug, info, warning, error",
        ),
        ({}, {"FLOORMAN_DRAIN_WAIT_SECONDS": "-1"}, "", r"must be a number of seconds from 0 to 3,600"),
        ({}, {"FLOORMAN_RING_FILE": ""}, "", r"FLOORMAN_RING_FILE must be the path of a file"),
        ({}, {"FLOORMAN_RING": " "}, "", r"FLOORMAN_RING is set, but empty"),
        ({}, {}, "threads = true", r"threads in \S+floorman\.toml must be a whole number"),
        ({}, {}, "drain_wait_seconds = nan", r"drain_wait_seconds in \S+ must be a number of seconds"),
        ({}, {}, "log_format = 1", r"log_format in \S+ must be one of json, text"),
        ({}, {}, "thread = 4", r"thread in \S+ is no setting; did you mean threads\?"),
        ({}, {}, "[listen]\nport = 1", r"listen in \S+ must be HOST:PORT"),
        ({}, {}, "ring = '{}'", r"ring in \S+: a secret is given by FLOORMAN_RING only"),
        ({}, {}, "threads =", r"floorman\.toml is no TOML"),
        ({}, {"FLOORMAN_THREAD": "4"}, "", r"FLOORMAN_THREAD is no setting; did you mean FLOORMAN_THREADS\?"),
        (
            {},
            {"FLOORMAN_JACKPOT": "4"},
            "",
            r"FLOORMAN_JACKPOT is no setting; floorman serve --help lists them",
        ),
        ({}, {"FLOORMAN_RING": "{}", "FLOORMAN_RING_FILE": "x"}, "", r"both set"),
    ],
)
def test_what_cannot_be_is_refused_with_its_origin(
    flags: dict[str, object], environ: dict[str, str], text: str, why: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError, match=why):
        load(flags, environ, _file(tmp_path, text))


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"cannot read \S+nothing\.toml: No such file"):
        load({}, {}, tmp_path / "nothing.toml")


def test_kubernetes_may_add_its_links_to_a_service_of_this_name() -> None:
    links = {
        "FLOORMAN_SERVICE_HOST": "10.0.0.1",
        "FLOORMAN_SERVICE_PORT": "7777",
        "FLOORMAN_SERVICE_PORT_GRPC": "7777",
        "FLOORMAN_PORT": "tcp://10.0.0.1:7777",
        "FLOORMAN_PORT_7777_TCP": "tcp://10.0.0.1:7777",
        "FLOORMAN_PORT_7777_TCP_ADDR": "10.0.0.1",
        "FLOORMAN_HEADLESS_SERVICE_HOST": "None",
    }
    assert load({}, links) == Settings()


def test_settings_made_in_python_are_checked_too() -> None:
    with pytest.raises(SettingsError, match="threads must be a whole number from 1 to 256"):
        Settings(threads=0)


def test_settings_do_not_change_and_do_not_show_the_ring() -> None:
    settings = Settings(ring='{"key": "2f7ab2bd19ce39"}')
    assert "2f7ab2bd19ce39" not in repr(settings)
    with pytest.raises(FrozenInstanceError):
        settings.threads = 5  # type: ignore[misc]
