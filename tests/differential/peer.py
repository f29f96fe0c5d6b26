"""What a peer engine must answer to be measured, and the runner that plays cases with it.

A case is told in decisions only, as in ``floorman play``; a peer deals what falls due by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Protocol, TypeAlias

from floorman import steps
from floorman.cli.cases import Case, Do, Expect, Json, Refuse
from floorman.cli.verdicts import Mismatch, Verdict

__all__ = ["Peer", "PeerSeat", "UnsupportedError", "play_case"]


class UnsupportedError(Exception):
    """A hand that the peer does not play.

    Attributes:
        switches: the switches of its table that stand in the way.
    """

    def __init__(self, *switches: str) -> None:
        super().__init__(", ".join(switches))
        self.switches = switches


class Peer(Protocol):
    """One hand as a peer plays it; seats are the numbers of the table."""

    def do(self, step: steps.Step) -> bool:
        """Takes a step; False if the peer refuses it."""

    def fact(self, key: str) -> Json:
        """What the peer says of a key of an ``expect``.

        Raises:
            KeyError: it does not say.
        """

    def picture(self) -> object:
        """Everything of the hand that a refused step could have changed, for a comparison."""

    @property
    def waits_for_a_bet(self) -> bool:
        """A seat is asked in a betting round."""

    def resolve(self) -> None:
        """Lets the peer decide what is open: run votes and a showdown."""


PeerSeat: TypeAlias = Callable[[Case], Peer]
"""Seats the players of a case at a peer's table; raises :class:`UnsupportedError`."""

_SEATED: Final = frozenset({"stacks", "categories"})


def play_case(sit_down: PeerSeat, case: Case) -> Verdict:
    """The verdict of a case on a peer. A peer names no reasons for its refusals: none is compared."""
    try:
        peer = sit_down(case)
    except UnsupportedError as unsupported:
        return Verdict(case.name, case.title, unsupported=unsupported.switches)
    except Exception as fault:  # noqa: BLE001 (whatever a peer breaks with is what it says)
        return Verdict(case.name, case.title, mismatches=(_broken("start", fault),))
    return Verdict(case.name, case.title, mismatches=tuple(_mismatches(peer, case)))


def _broken(step: int | str, fault: Exception) -> Mismatch:
    return Mismatch(step, "answer", want="a ruling", got=type(fault).__name__, words=str(fault))


def _mismatches(peer: Peer, case: Case) -> Iterator[Mismatch]:
    number: int | str = "start"
    try:
        for number, step in enumerate(case.steps):
            match step:
                case Expect(wanted):
                    yield from _differences(peer, number, wanted)
                case Do(wish):
                    if not peer.do(wish):
                        yield Mismatch(number, "accepted", want=True, got=False)
                        return
                case Refuse(wish, _):
                    before = peer.picture()
                    if peer.do(wish):
                        yield Mismatch(number, "accepted", want=False, got=True)
                        return
                    if peer.picture() != before:
                        yield Mismatch(number, "state", want="unchanged", got="changed")
        number = "end"
        yield from _end(peer, case)
    except UnsupportedError:
        raise
    except Exception as fault:  # noqa: BLE001 (whatever a peer breaks with is what it says)
        yield _broken(number, fault)


def _end(peer: Peer, case: Case) -> Iterator[Mismatch]:
    if case.expect is None:
        return
    if peer.waits_for_a_bet:
        yield Mismatch("end", "complete", want=True, got=False)
        return
    peer.resolve()
    yield from _differences(peer, "end", case.expect)


def _differences(peer: Peer, number: int | str, wanted: dict[str, Json]) -> Iterator[Mismatch]:
    for key, want in wanted.items():
        try:
            got = peer.fact(key)
        except KeyError:
            continue
        if key in _SEATED and isinstance(got, dict) and isinstance(want, dict):
            got = {seat: got.get(seat) for seat in want}
        if got != want:
            yield Mismatch(number, key, want=want, got=got)
