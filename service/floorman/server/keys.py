"""The key ring of this process: from a file, from the environment, or made up."""

from __future__ import annotations

from pathlib import Path
from time import time_ns
from typing import Final, Literal

from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.ring_text import RingFormError
from floorman.server.settings import Settings

__all__ = ["RingError", "RingSource", "new_ring", "ring_of", "temporary_ring"]

RingSource = Literal["file", "environment", "process"]

_ADVICE: Final = (
    "`floorman keys new FILE` makes one; without any the service makes a key for this process only."
)
# A ring that was made up is never rotated: it must outlive the process.
_CENTURY_DAYS: Final = 36_500


class RingError(ValueError):
    """A key ring that cannot be used; the text says where it came from, what is wrong and what to do."""


def ring_of(settings: Settings) -> tuple[Ring, RingSource]:
    """The ring that the settings give, ready to open hands, or one for this process only.

    Raises:
        RingError: it cannot be read, is no ring, or has no key for openings at this moment: a ring that is
            wrong must stop the house at its door, not at the first hand.
    """
    if settings.ring_file is not None:
        return _usable(_read(settings.ring_file), f"the key ring in {settings.ring_file}"), "file"
    if settings.ring is not None:
        return _usable(settings.ring, "the key ring in FLOORMAN_RING"), "environment"
    return temporary_ring(), "process"


def temporary_ring() -> Ring:
    """A fresh ring that lives as long as whoever holds it."""
    return Ring.generate(_now_ms(), seal_days=_CENTURY_DAYS, open_days=_CENTURY_DAYS)


def new_ring() -> Ring:
    """A fresh ring for a file, with the times of a ring that is rotated."""
    return Ring.generate(_now_ms())


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise RingError(
            f"cannot read the key ring in {file}: {why}. "
            f"Give the path of a file that this user can read. {_ADVICE}"
        ) from None


def _usable(text: str, where: str) -> Ring:
    try:
        ring = Ring.parse(text)
    except RingFormError as error:
        raise RingError(f"{where} is no key ring: {error}. Correct it and start again. {_ADVICE}") from None
    try:
        ring.opening_key(_now_ms())
        ring.opening_signer(_now_ms())
    except NoKeyError as error:
        raise RingError(
            f"{where} cannot open a hand: {error}. "
            "Add a key whose time is now, and see that this machine's clock is right."
        ) from None
    return ring


def _now_ms() -> int:
    return time_ns() // 1_000_000
