"""The one line that says what a hand's deal is proved against (audit.md 3.5)."""

from __future__ import annotations

from enum import Enum

from floorman.fairness.opening import OpenFlag, Opening

__all__ = ["BeaconStanding", "assurance_line"]


class BeaconStanding(Enum):
    """What the reader of a hand knows about its beacon value."""

    NONE = "none"
    CHECKED = "checked"
    NOT_CHECKED = "not checked"


def assurance_line(opening: Opening, beacon: BeaconStanding) -> str:
    """The line that every verifier prints, in every language, from the opening alone.

    Commits and keys are counted over all seats of the opening; ``beacon`` is the reader's own finding.
    """
    seats = len(opening.seats)
    commits = sum(bool(seat.commit) for seat in opening.seats)
    keys = sum(bool(seat.action_key) for seat in opening.seats)
    return (
        f"level={opening.level.name} commits={commits}/{seats}"
        f" dealing={opening.dealing.name} delivery={opening.delivery.name} keys={keys}/{seats}"
        f" guard={_yes_no(OpenFlag.FORK_GUARD in opening.flags)}"
        f" lookahead={_yes_no(opening.host_can_look_ahead)}"
        f" entropy={'given' if OpenFlag.GIVEN_ENTROPY in opening.flags else 'fresh'}"
        f" heads={'every' if opening.signs_every_head else 'ends'}"
        f" beacon={beacon.value} escrow={_yes_no(opening.escrow is not None)}"
    )


def _yes_no(fact: bool) -> str:  # noqa: FBT001 - the fact is what is printed
    return "yes" if fact else "no"
