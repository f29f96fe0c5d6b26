"""An evening at one table, through gRPC: who comes and goes, and what the service says to it."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from random import Random
from typing import Final

import click
from rich.console import Console

from floorman import steps
from floorman.api.step_wire import step_to_wire
from floorman.cli.calls import ServiceCalls, accepted
from floorman.cli.deal_proof import prove_deal
from floorman.cli.demo_seats import TEMPERAMENTS, SeatStep, Temperament, choose, feeling
from floorman.cli.evening_log import EveningLog
from floorman.table.clockwise import next_seat
from floorman.v1 import config_pb2, hand_pb2, opening_pb2, steps_pb2
from floorman.v1 import table_service_pb2 as wire

__all__ = ["Evening"]

_TABLE: Final = "floorman demo, an evening"
_SMALL_BLIND: Final = 1
_BIG_BLIND: Final = 2
_SEATS: Final = 7
_LEAST: Final = 80
_MOST: Final = 160
_STRANGER: Final = Temperament("the stranger", patience=0.35, drive=0.5, nerve=0.2, bluff=0.15)


@dataclass(slots=True)
class _Guest:
    """Somebody at the table: how it plays, and what a game server keeps of its seat."""

    plays: Temperament
    seat: wire.TakenSeat
    steams: bool = False


class Evening:
    """One table from the first hand to the last two players.

    Args (of the constructor):
        console: where it is told.
        calls: the service's.
        public_key: the house's, 32 bytes; None where it is not known.
        seed: everything follows from it; None draws afresh.
    """

    def __init__(
        self, console: Console, calls: ServiceCalls, public_key: bytes | None, seed: int | None
    ) -> None:
        self._calls = calls
        self._public_key = public_key
        self._seed = seed
        self._whims = Random(secrets.randbits(64) if seed is None else seed)  # noqa: S311 (temper, not cards)
        # Nobody is reckless as long as the evening is young.
        calm = [replace(temper, nerve=0, patience=temper.patience + 0.1) for temper in TEMPERAMENTS]
        self._bought_in = 0
        self._cashed_out = 0
        self._guests: dict[int, _Guest] = {}
        for number, plays in enumerate(calm, 1):
            self._sit(number, plays, self._whims.randint(_LEAST, _MOST))
        self._first_button = self._whims.choice(list(self._guests))
        self._log = EveningLog(console)
        self._positions: wire.TablePositions | None = None
        self._played = 0
        self._busted: list[str] = []
        self._head = b""
        self._holds = True

    def play(self) -> bool:
        """Plays it; whether every proof held and every chip was kept."""
        self._log.begin(_SMALL_BLIND, _BIG_BLIND, self._names(), self._bought_in)
        for _ in self._story():
            if not self._hand():
                break
        for number in list(self._guests):
            self._cash_out(number)
        kept = self._cashed_out == self._bought_in
        self._log.end(self._played, self._bought_in, self._cashed_out, holds=self._holds)
        return self._holds and kept

    # ---- the story ----

    def _story(self) -> Iterator[None]:
        """What happens between hands, in order; a hand is played at each yield."""
        yield
        smoker = next_seat(self._playing(), self._last.big_blind_seat)
        self._log.say(f"{self._name(smoker)} steps out: the big blind is coming")
        self._guests[smoker].seat.away = True
        yield
        self._log.say(f"{self._name(smoker)} is back")
        self._guests[smoker].seat.away = False
        yield
        yield
        self._log.say(f"{_STRANGER.name} sits down in seat {_SEATS} with {_MOST}")
        self._sit(_SEATS, _STRANGER, _MOST)
        yield
        stranger = self._guests.get(_SEATS)
        if stranger is not None and stranger.seat.ledger.newcomer:
            self._log.say(f"{_STRANGER.name} does not want to wait any longer")
            stranger.seat.wish = wire.ENTRY_WISH_POST
        yield
        yield from self._until_somebody_busts()
        yield from self._until_two_are_left()
        yield

    def _until_somebody_busts(self) -> Iterator[None]:
        """The two shortest stacks move all-in until one of them has no chip left."""
        if self._busted or len(self._guests) < 2:
            return
        short = sorted(self._playing(), key=lambda number: self._guests[number].seat.stack)[:2]
        self._log.say(f"{' and '.join(self._name(number) for number in short)} want their money back")
        for number in short:
            self._guests[number].steams = True
        while not self._busted:
            yield
        for guest in self._guests.values():
            guest.steams = False

    def _until_two_are_left(self) -> Iterator[None]:
        """Somebody goes home before each hand, first the big blind: small blind and button pass its seat."""
        leaves = self._last.big_blind_seat
        while len(self._guests) > 2:
            if leaves not in self._guests:
                leaves = self._whims.choice(list(self._guests))
            self._log.say(f"{self._name(leaves)} goes home with {self._guests[leaves].seat.stack}")
            self._cash_out(leaves)
            yield

    @property
    def _last(self) -> wire.TablePositions:
        return self._positions or wire.TablePositions(button=self._first_button)

    def _sit(self, number: int, plays: Temperament, chips: int) -> None:
        ledger = wire.SeatLedger(newcomer=True)
        self._guests[number] = _Guest(plays, wire.TakenSeat(seat=number, stack=chips, ledger=ledger))
        self._bought_in += chips

    def _cash_out(self, number: int) -> None:
        self._cashed_out += self._guests.pop(number).seat.stack

    def _playing(self) -> list[int]:
        return [number for number, guest in self._guests.items() if not guest.seat.away]

    def _name(self, number: int) -> str:
        return self._guests[number].plays.name

    def _names(self) -> dict[int, str]:
        return {number: guest.plays.name for number, guest in self._guests.items()}

    # ---- a hand ----

    def _hand(self) -> bool:
        """The next hand; whether there was one."""
        plan = accepted(self._calls.prepare(self._request()))
        if plan.outcome != wire.PREPARE_OUTCOME_READY:
            return False
        self._played += 1
        before = {number: guest.seat.ledger for number, guest in self._guests.items()}
        self._log.open_hand(self._played, plan, before, self._names())
        updates = self._play_out(plan.opening)
        self._log.settle(updates[-1], self._names())
        self._prove(updates)
        self._positions = plan.positions
        for seat in plan.seats:
            self._guests[seat.seat].seat.ledger.CopyFrom(seat.ledger)
        for result in updates[-1].settlement.seats:
            self._guests[result.seat].seat.stack = result.stack
            if result.busted:
                self._busted.append(self._name(result.seat))
                self._log.say(f"{self._name(result.seat)} is bust and goes home")
                self._cash_out(result.seat)
        return True

    def _request(self) -> wire.PrepareHandRequest:
        entropy = (
            b"" if self._seed is None else sha256(f"{_TABLE} {self._seed} {self._played}".encode()).digest()
        )
        return wire.PrepareHandRequest(
            opening=opening_pb2.HandOpening(
                config=config_pb2.TableConfig(
                    small_blind=_SMALL_BLIND, big_blind=_BIG_BLIND, max_seats=_SEATS
                ),
                table_id=_TABLE,
                hand_number=self._played + 1,
                prev_head=self._head,
                dealing=opening_pb2.DEALING_SERVICE,
                want_leaves=True,
                entropy=entropy,
            ),
            seats=[guest.seat for guest in self._guests.values()],
            last_hand=self._positions,
            first_button=self._first_button,
        )

    def _play_out(self, opening: opening_pb2.HandOpening) -> list[hand_pb2.HandUpdate]:
        update = accepted(self._calls.start(opening))
        updates = [update]
        holes = {view.seat: list(view.cards) for view in update.seat_views}
        while update.decision.kind == hand_pb2.DECISION_KIND_BET:
            guest = self._guests[update.decision.seat]
            if guest.steams:
                step = _everything(update.decision)
            else:
                likes = feeling(self._calls, update, holes)
                step = choose(guest.plays, update.decision, likes, self._whims)
            update = accepted(self._calls.act(update, step_to_wire(step)))
            updates.append(update)
        return updates

    def _prove(self, updates: list[hand_pb2.HandUpdate]) -> None:
        try:
            checks = prove_deal(updates, self._public_key, self._head)
        except ValueError as error:
            raise click.ClickException(f"the deal cannot be checked: {error}") from None
        self._head = updates[-1].head
        self._holds = self._holds and all(check.holds is not False for check in checks)


def _everything(asked: hand_pb2.Decision) -> SeatStep:
    """All-in where that is possible, else a call."""
    if any(action.kind in {steps_pb2.STEP_KIND_BET, steps_pb2.STEP_KIND_RAISE} for action in asked.actions):
        return steps.AllIn(asked.seat)
    return steps.Call(asked.seat) if asked.call else steps.Check(asked.seat)
