"""What a fork guard is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from struct import Struct
from typing import Final, Protocol

__all__ = ["OPENED", "ForkGuard", "GuardUnavailableError", "Passage", "Place"]

OPENED: Final = -1
"""In place of a step: the hand is opened and not dealt."""

_FORM: Final = Struct(">I32s")


class Passage(Enum):
    """Whether a hand may go on to a place."""

    FREE = "the hand stood where the step comes from, or stands already where it leads"
    FORK = "the hand stands somewhere else: another step was taken"
    LOST = "the guard knows nothing of the hand"


class GuardUnavailableError(Exception):
    """The guard gave no answer. Whether it has noted the step is unknown; asked again, it says the same."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hand stands.

    Attributes:
        step: of the newest answer, 0 for the deal; OPENED before it.
        head: H_step, 32 bytes; ``open_head`` before the deal.
    """

    step: int
    head: bytes

    def encode(self) -> bytes:
        """36 bytes, equal for equal places only."""
        return _FORM.pack(self.step + 1, self.head)


class ForkGuard(Protocol):
    """Compare and set, at once for everybody who asks. Safe to share between threads."""

    def move(self, hand_id: bytes, before: Place | None, after: Place, *, unknown: bool) -> Passage:
        """Lets a hand go on from one place to the next, if it stands there; an exact repeat passes too.

        Args:
            hand_id: 16 bytes.
            before: where the step comes from; None where the hand begins.
            after: where it leads.
            unknown: a hand that the guard knows nothing of may pass as well: it begins, or it is called off
                because the guard lost it.

        Raises:
            GuardUnavailableError: no answer; the step must not be taken.
        """

    def close(self) -> None:
        """Gives back what it holds of this machine; no hand passes any more."""
