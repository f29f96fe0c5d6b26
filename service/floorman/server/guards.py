"""The fork guard of this process, as it is set: none, in memory, or in a Redis (audit.md 5)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from floorman.guard.memory import MemoryGuard
from floorman.guard.place import ForkGuard

__all__ = ["GuardChoice", "GuardError", "GuardKind", "guard_of", "read_guard"]

_SCHEMES: Final = ("redis://", "rediss://", "unix://")
# A guard may never forget a hand that can still be played; replicas' clocks differ a little.
_MARGIN_SECONDS: Final = 3_600


class GuardError(ValueError):
    """A fork guard that cannot be; the text says what to do."""


class GuardKind(StrEnum):
    """Where a guard remembers the hands."""

    NONE = "none"
    MEMORY = "memory"
    REDIS = "redis"


@dataclass(frozen=True, slots=True)
class GuardChoice:
    """A guard as it is set.

    Attributes:
        kind: where it remembers.
        url: of the Redis; it may hold a password, so nothing prints it.
    """

    kind: GuardKind
    url: str = field(default="", repr=False)

    def __str__(self) -> str:
        return self.kind


def read_guard(value: str) -> GuardChoice:
    """The guard that a text means: ``none``, ``memory``, or the URL of a Redis.

    Raises:
        ValueError: it means none; its text follows the name of the setting.
    """
    if value in {GuardKind.NONE, GuardKind.MEMORY}:
        return GuardChoice(GuardKind(value))
    if value.startswith(_SCHEMES):
        return GuardChoice(GuardKind.REDIS, value)
    # what was given is not repeated: it may be a URL with a password
    raise ValueError("must be none, memory, or a URL that begins with redis://, rediss:// or unix://")


def guard_of(choice: GuardChoice, max_age_seconds: float, *, workers: int) -> ForkGuard | None:
    """The guard that was chosen; None for none.

    Args:
        choice: as it was set.
        max_age_seconds: how long after its opening a hand may be played.
        workers: processes that serve together.

    Raises:
        GuardError: a memory that workers would not share, a URL that cannot be read, or a package missing.
    """
    keep_seconds = max_age_seconds + _MARGIN_SECONDS
    match choice.kind:
        case GuardKind.NONE:
            return None
        case GuardKind.MEMORY:
            if workers > 1:
                raise GuardError(
                    f"fork_guard memory is one process's own, and {workers} workers serve: "
                    "take a redis:// URL, or one worker"
                )
            return MemoryGuard(keep_seconds)
        case GuardKind.REDIS:
            return _in_redis(choice.url, keep_seconds)


def _in_redis(url: str, keep_seconds: float) -> ForkGuard:
    try:
        # Here and not above: the package is an optional extra.
        from floorman.guard.redis_guard import RedisGuard  # noqa: PLC0415
    except ModuleNotFoundError:
        raise GuardError(
            "fork_guard needs the package redis for this URL: pip install 'floorman[redis]'"
        ) from None
    try:
        return RedisGuard(url, keep_seconds)
    except ValueError:
        raise GuardError("fork_guard is a URL that the package redis cannot read") from None
