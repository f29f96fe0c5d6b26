"""What an operator can set: each setting once, with its meaning, its limits and its names.

A setting comes from a flag (``--max-in-flight 500``), else from the environment
(``FLOORMAN_MAX_IN_FLIGHT=500``), else from a TOML file (``max_in_flight = 500``), else it is the default.
The command line, its help and the error messages are made from the fields of ``Settings``; a new setting
is a new field and nothing else.
"""

# ruff: noqa: RUF009 (the call in the class body is the declaration of the setting)

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

from floorman.api import EQUITY_HANDS
from floorman.server.addresses import Listen, read_listen
from floorman.server.guards import GuardChoice, GuardKind, read_guard

__all__ = ["Knob", "LogFormat", "LogLevel", "Settings", "SettingsError", "knobs", "load"]

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

_PREFIX: Final = "FLOORMAN_"
_CONFIG: Final = "FLOORMAN_CONFIG"
_KNOB: Final = "knob"
# Kubernetes gives every container the address of each Service, as FLOORMAN_SERVICE_HOST, FLOORMAN_PORT,
# FLOORMAN_PORT_7777_TCP_ADDR and so on for a Service called "floorman" (or "floorman-anything").
_SERVICE_LINK: Final = re.compile(
    r"FLOORMAN_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)",
    re.ASCII,
)


class SettingsError(ValueError):
    """A setting that cannot be; the text says where it came from and what it should be."""


class LogLevel(StrEnum):
    """The least important line that is written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """What a line of the log looks like."""

    JSON = "json"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Knob:
    """One setting as the outside sees it.

    Attributes:
        name: as in the TOML file and as a field of ``Settings``.
        what: one or two sentences of help.
        form: what stands for the value in the help, like ``SECONDS``; empty for a switch.
        default: the value when nobody sets it.
        read: a text or a TOML value to the setting's value, or a ValueError whose text follows the name.
        secret: whether it is taken from the environment only, since every user of a machine can read the
            flags of a process, and a configuration file is passed around.
    """

    name: str
    what: str
    form: str
    default: object
    read: Callable[[object], object]
    secret: bool

    @property
    def flag(self) -> str:
        """As a flag: ``--max-in-flight``."""
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """As a variable of the environment: ``FLOORMAN_MAX_IN_FLIGHT``."""
        return _PREFIX + self.name.upper()


def _setting(default: T, what: str, form: str, read: Callable[[object], T], *, secret: bool = False) -> T:
    # the name is the field's, which a field does not know while it is declared
    return field(
        default=default, repr=not secret, metadata={_KNOB: Knob("", what, form, default, read, secret)}
    )


# ------------------------------------------------------------------------------------- kinds of values


def _whole(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        match value:
            case bool():
                number = None
            case int():
                number = value
            case str() if re.fullmatch(r"[+-]?\d{1,18}", value, re.ASCII):
                number = int(value)
            case _:
                number = None
        if number is None or not least <= number <= most:
            raise ValueError(f"must be a whole number from {least:,} to {most:,}, not {value!r}")
        return number

    return read


def _seconds(most: int) -> Callable[[object], float]:
    def read(value: object) -> float:
        match value:
            case bool():
                number = None
            case int() | float():
                number = float(value)
            case str() if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value, re.ASCII):
                number = float(value)
            case _:
                number = None
        # a TOML file may say nan, which is in no range
        if number is None or not 0 <= number <= most:
            raise ValueError(f"must be a number of seconds from 0 to {most:,}, not {value!r}")
        return number

    return read


def _switch(value: object) -> bool:
    match value:
        case bool():
            return value
        case str() if value.lower() in {"true", "yes", "on", "1"}:
            return True
        case str() if value.lower() in {"false", "no", "off", "0"}:
            return False
        case _:
            raise ValueError(f"must be true or false, not {value!r}")


def _one_of(kind: type[E]) -> Callable[[object], E]:
    def read(value: object) -> E:
        if isinstance(value, str) and value in set(kind):
            return kind(value)
        raise ValueError(f"must be one of {', '.join(kind)}, not {value!r}")

    return read


def _digest(value: object) -> bytes | None:
    match value:
        case None | bytes():
            return value
        case str() if re.fullmatch(r"[0-9a-fA-F]{64}", value, re.ASCII):
            return bytes.fromhex(value)
        case _:
            raise ValueError("must be a SHA-256, 64 hexadecimal digits")


def _listen(value: object) -> Listen:
    match value:
        case Listen():
            return value
        case str():
            return read_listen(value)
        case _:
            raise ValueError(f"must be HOST:PORT or unix:PATH, not {value!r}")


def _guard(value: object) -> GuardChoice:
    match value:
        case GuardChoice():
            return value
        case str():
            return read_guard(value)
        case _:
            raise ValueError("must be none, memory or a redis:// URL")


def _path(value: object) -> Path | None:
    match value:
        case None | Path():
            return value
        case str() if value:
            return Path(value)
        case _:
            raise ValueError(f"must be the path of a file, not {value!r}")


def _secret(value: object) -> str | None:
    match value:
        case None:
            return None
        case str() if value.strip():
            return value
        case _:
            raise ValueError("is set, but empty")


# ---------------------------------------------------------------------------------------- the settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything that is set, checked; ``load`` collects it from where people write it.

    Raises:
        SettingsError: a value outside its limits, or two settings that exclude each other.
    """

    listen: Listen = _setting(
        Listen("127.0.0.1", 7777),
        "Where to listen: HOST:PORT (port 0: any free one) or unix:PATH.",
        "ADDRESS",
        _listen,
    )
    threads: int = _setting(
        4,
        "How many calls are worked on at a time; the rest wait in line.",
        "N",
        _whole(1, 256),
    )
    ring_file: Path | None = _setting(
        None,
        "The key ring, a JSON file that only the service can read. Without a ring a key is made for this "
        "process, and a restart orphans the hands in play.",
        "FILE",
        _path,
    )
    ring: str | None = _setting(
        None,
        "The key ring itself, where secrets come by environment.",
        "JSON",
        _secret,
        secret=True,
    )
    allow_given_entropy: bool = _setting(
        default=False,
        what="Let a request bring its own entropy, for repeatable tests. Whoever knows it knows the cards.",
        form="",
        read=_switch,
    )
    fork_guard: GuardChoice = _setting(
        GuardChoice(GuardKind.NONE),
        "What keeps a hand from being played along two branches: none, memory (one process, no replicas) or "
        "the redis:// URL of a Redis that all replicas share. A URL with a password belongs in "
        "FLOORMAN_FORK_GUARD: every user of a machine can read flags.",
        "GUARD",
        _guard,
    )
    auditor_key_sha256: bytes | None = _setting(
        None,
        "The SHA-256 of the key by which an auditor may have a hand revealed that is over; without it nobody "
        "may. The key is long and random (32 bytes), and no part of the settings.",
        "HEX",
        _digest,
    )
    token_max_age_seconds: int = _setting(
        86_400,
        "How long after its opening a hand can be dealt and played.",
        "SECONDS",
        _whole(60, 31_536_000),
    )
    timeout_min_ms: int = _setting(
        0,
        "The least time that a step takes before a time-out is believed: as step s, it comes no sooner than "
        "s times this after the opening.",
        "MILLISECONDS",
        _whole(0, 3_600_000),
    )
    max_message_bytes: int = _setting(
        1 << 20,
        "The largest request that is read, in bytes.",
        "BYTES",
        _whole(1 << 12, 1 << 28),
    )
    max_in_flight: int = _setting(
        1_000,
        "How many calls may be at work or in line; one more is refused with RESOURCE_EXHAUSTED. Health "
        "checks do not count.",
        "N",
        _whole(1, 1_000_000),
    )
    equity_hands: int = _setting(
        EQUITY_HANDS,
        "How many hands one Equity call ranks at most: boards for which all that may come needs no more are "
        "counted exactly, for others deals are drawn by chance.",
        "N",
        _whole(10_000, 10_000_000),
    )
    drain_wait_seconds: float = _setting(
        1.0,
        "On SIGTERM: how long health says NOT_SERVING while calls are still taken, so that load balancers "
        "notice in time.",
        "SECONDS",
        _seconds(3_600),
    )
    drain_grace_seconds: float = _setting(
        10.0,
        "After that: how long calls under way may take to end.",
        "SECONDS",
        _seconds(3_600),
    )
    reflection: bool = _setting(
        default=True,
        what="Describe the contract to tools that ask for it (gRPC reflection).",
        form="",
        read=_switch,
    )
    exit_with_parent: bool = _setting(
        default=False,
        what="Leave when the process that started this one has ended: for a game server that starts its own.",
        form="",
        read=_switch,
    )
    log_level: LogLevel = _setting(
        LogLevel.INFO,
        f"The least important line to write: {', '.join(LogLevel)}.",
        "LEVEL",
        _one_of(LogLevel),
    )
    log_format: LogFormat = _setting(
        LogFormat.JSON,
        f"A line as {' or as '.join(LogFormat)}.",
        "FORMAT",
        _one_of(LogFormat),
    )
    log_file: Path | None = _setting(
        None,
        "Where the log goes instead of the standard error stream; lines are added at its end.",
        "FILE",
        _path,
    )

    def __post_init__(self) -> None:
        for knob in knobs():
            try:
                knob.read(getattr(self, knob.name))
            except ValueError as error:
                raise SettingsError(f"{knob.name} {error}") from None
        if self.ring is not None and self.ring_file is not None:
            raise SettingsError(
                "FLOORMAN_RING and ring_file are both set; a house has one key ring: take one of them away"
            )


def knobs() -> tuple[Knob, ...]:
    """All settings, in the order of the help."""
    return tuple(replace(each.metadata[_KNOB], name=each.name) for each in fields(Settings))


# -------------------------------------------------------------------------------------- where they come from


def load(flags: Mapping[str, object], environ: Mapping[str, str], config: Path | None = None) -> Settings:
    """Collect the settings: flags before environment before file before default.

    Args:
        flags: by name of the setting; None means not given.
        environ: the environment; every variable that begins with ``FLOORMAN_`` must be a setting,
            or one of those that Kubernetes adds for a Service of this name.
        config: a TOML file; else the one that ``FLOORMAN_CONFIG`` names, else none.

    Raises:
        SettingsError: an unknown name, or a value that cannot be; the text names its origin.
    """
    if config is None and environ.get(_CONFIG):
        config = Path(environ[_CONFIG])
    known = {knob.name: knob for knob in knobs()}
    values = _from_file(config, known) if config is not None else {}
    values |= _from_environment(environ, known)
    values |= {
        name: _value(known[name], value, known[name].flag)
        for name, value in flags.items()
        if value is not None
    }
    return Settings(**values)  # type: ignore[arg-type]  # each value was read by its own setting


def _value(knob: Knob, value: object, origin: str) -> object:
    try:
        return knob.read(value)
    except ValueError as error:
        raise SettingsError(f"{origin} {error}") from None


def _from_environment(environ: Mapping[str, str], known: Mapping[str, Knob]) -> dict[str, object]:
    by_variable = {knob.variable: knob for knob in known.values()}
    found: dict[str, object] = {}
    for variable, value in environ.items():
        if not variable.startswith(_PREFIX) or variable == _CONFIG:
            continue
        knob = by_variable.get(variable)
        if knob is not None:
            found[knob.name] = _value(knob, value, variable)
        elif not _SERVICE_LINK.fullmatch(variable):
            raise SettingsError(f"{variable} is no setting{_meant(variable, by_variable)}")
    return found


def _from_file(config: Path, known: Mapping[str, Knob]) -> dict[str, object]:
    try:
        table = tomllib.loads(config.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read {config}: {error.strerror}") from None
    except ValueError as error:  # of TOML, or of UTF-8
        raise SettingsError(f"{config} is no TOML: {error}") from None
    found: dict[str, object] = {}
    for name, value in table.items():
        knob = known.get(name)
        if knob is None:
            raise SettingsError(f"{name} in {config} is no setting{_meant(name, known)}")
        if knob.secret:
            raise SettingsError(f"{name} in {config}: a secret is given by {knob.variable} only")
        found[name] = _value(knob, value, f"{name} in {config}")
    return found


def _meant(name: str, known: Iterable[str]) -> str:
    # the prefix alone would make any two variables look alike
    short = {each.removeprefix(_PREFIX): each for each in known}
    near = get_close_matches(name.removeprefix(_PREFIX), short, n=1)
    return f"; did you mean {short[near[0]]}?" if near else "; floorman serve --help lists them"
