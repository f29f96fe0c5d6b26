"""Two ways to prepare and play a table's hands at random: by the rules in this process, or over gRPC."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from typing import Final, Protocol, TypeAlias

from floorman import events, steps
from floorman.api.configs import config_from_wire
from floorman.api.step_wire import step_to_wire
from floorman.cli.calls import RefusedError, ServiceCalls, accepted
from floorman.rules import floor
from floorman.rules.decision import decision
from floorman.rules.hand import Phase
from floorman.rules.refusal import Refusal
from floorman.table.prepare import Outcome, prepare_hand
from floorman.table.seats import Ledger, Missed, Positions, TableSeat
from floorman.v1 import config_pb2, events_pb2, hand_pb2, opening_pb2, steps_pb2
from floorman.v1 import table_service_pb2 as wire

__all__ = ["House", "PlannedSeat", "PlayedHand", "RulesHouse", "ServiceHouse"]

_DECK: Final = range(52)
_FOLDS: Final = 0.5
_CALLS: Final = 0.9
_CHECKS: Final = 0.8

_Wager: TypeAlias = tuple[bool, int, int]
"""Whether it would be a bet and not a raise, its least and its largest total."""


@dataclass(frozen=True, slots=True)
class PlannedSeat:
    """A taken seat as the hand was prepared.

    Attributes:
        number: as numbered at the table.
        due: chips that it has to post beside the blinds.
        ledger: once the hand is dealt.
    """

    number: int
    due: int
    ledger: Ledger


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand from its preparation to its end.

    Attributes:
        starts: the game started with it, so that nobody owed anything.
        positions: as announced.
        seats: every taken seat.
        small, big: seats that posted the blinds; None where nobody did.
        posted: chips beside the blinds, by seat.
        stacks: of the dealt seats, after it.
        rake: chips of the house.
    """

    starts: bool
    positions: Positions
    seats: Sequence[PlannedSeat]
    small: int | None
    big: int | None
    posted: Mapping[int, int]
    stacks: Mapping[int, int]
    rake: int

    @property
    def dealt(self) -> frozenset[int]:
        """Who got cards."""
        return frozenset(self.stacks)


class House(Protocol):
    """Prepares and plays the hands of one table, one after the other."""

    def play(self, seats: Sequence[TableSeat], first_button: int | None) -> PlayedHand | None:
        """The next hand; None where there are too few players.

        Args:
            seats: every taken seat.
            first_button: a seat that could be dealt in, looked at where a game starts.

        Raises:
            RefusedError: it was refused.
        """


# ---- by the rules ----


class _Shuffled:
    """A deck in the order in which it was shuffled."""

    __slots__ = ("_cards",)

    def __init__(self, chance: Random) -> None:
        self._cards = chance.sample(_DECK, len(_DECK))

    def face(self, index: int) -> int:
        """The card there."""
        return self._cards[index]

    hole = face


class RulesHouse:
    """Asks the rules themselves.

    Args (of the constructor):
        config: the table's rules.
        chance: what the cards are and what the seats do.
    """

    def __init__(self, config: config_pb2.TableConfig, chance: Random) -> None:
        self._config = config_from_wire(config)
        self._chance = chance
        self._last: Positions | None = None

    def play(self, seats: Sequence[TableSeat], first_button: int | None) -> PlayedHand | None:
        """The next hand."""
        try:
            plan = prepare_hand(self._config, seats, self._last, first_button)
            if plan.outcome is Outcome.TOO_FEW_PLAYERS:
                return None
            if plan.start is None or plan.positions is None:
                raise RefusedError(plan.outcome.value)
            deck = _Shuffled(self._chance)
            hand, happened = floor.open_hand(plan.start, deck)
            while hand.phase is not Phase.COMPLETE:
                options = decision(hand).options
                if options is None:
                    raise RefusedError(f"the hand asks for {hand.phase.name}")
                wager = (options.opens, options.least, options.most) if options.least else None
                step = _whim(options.seat, options.owed, wager, self._chance)
                floor.check(hand, step, deck)([])  # in place, where floor.apply would copy
            floor.check_chips(hand)
        except Refusal as refusal:
            raise RefusedError(f"{refusal.reason.name}: {refusal.text}") from None
        self._last = plan.positions
        small = next((event.seat for event in happened if isinstance(event, events.SmallBlind)), None)
        big = next((event.seat for event in happened if isinstance(event, events.BigBlind)), None)
        posted: dict[int, int] = {}
        for event in happened:
            if isinstance(event, events.LivePost | events.DeadPost):
                posted[event.seat] = posted.get(event.seat, 0) + event.amount
        return PlayedHand(
            starts=plan.starts,
            positions=plan.positions,
            seats=[
                PlannedSeat(seat.number, seat.posts.live + seat.posts.dead, seat.ledger)
                for seat in plan.seats
            ],
            small=small,
            big=big,
            posted=posted,
            stacks={seat.number: seat.stack for seat in hand.seats},
            rake=hand.rake,
        )


def _whim(seat: int, owed: int, wager: _Wager | None, chance: Random) -> steps.Step:
    """A legal step at random: mostly small, sometimes everything, so that stacks move and players bust."""
    what = chance.random()
    if owed and what < _FOLDS:
        return steps.Fold(seat)
    if wager is None or what < (_CALLS if owed else _CHECKS):
        return steps.Call(seat) if owed else steps.Check(seat)
    opens, least, most = wager
    to = chance.choice((least, min(2 * least, most), most))
    return steps.Bet(seat, to) if opens else steps.Raise(seat, to)


# ---- through the service ----


class ServiceHouse:
    """Asks a service: PrepareHand, StartHand, and Act for every step.

    Args (of the constructor):
        calls: the service's.
        table_id: the host's name for the table.
        config: its rules.
        chance: what the seats do.
        seed: the deals follow from it; None where the service draws them.
    """

    def __init__(
        self,
        calls: ServiceCalls,
        table_id: str,
        config: config_pb2.TableConfig,
        chance: Random,
        seed: int | None,
    ) -> None:
        self._calls = calls
        self._table_id = table_id
        self._config = config
        self._chance = chance
        self._seed = seed
        self._last: wire.TablePositions | None = None
        self._number = 0
        self._head = b""

    def play(self, seats: Sequence[TableSeat], first_button: int | None) -> PlayedHand | None:
        """The next hand."""
        plan = accepted(self._calls.prepare(self._request(seats, first_button)))
        if plan.outcome == wire.PREPARE_OUTCOME_TOO_FEW_PLAYERS:
            return None
        update = accepted(self._calls.start(plan.opening))
        happened = list(update.events)
        while update.decision.kind == hand_pb2.DECISION_KIND_BET:
            step = _whim(update.decision.seat, update.decision.call, _wager_in(update.decision), self._chance)
            update = accepted(self._calls.act(update, step_to_wire(step)))
        if not update.HasField("settlement"):
            raise RefusedError(f"the hand asks for {update.decision.kind}")
        self._last, self._number, self._head = plan.positions, self._number + 1, update.head
        blinds = _blinds_in(happened)
        return PlayedHand(
            starts=plan.game_starts,
            positions=_positions(plan.positions),
            seats=[
                PlannedSeat(seat.seat, seat.live_post + seat.dead_post, _ledger(seat.ledger))
                for seat in plan.seats
            ],
            small=blinds.get("small_blind"),
            big=blinds.get("big_blind"),
            posted=_posts_in(happened),
            stacks={seat.seat: seat.stack for seat in update.settlement.seats},
            rake=update.settlement.rake,
        )

    def _request(self, seats: Sequence[TableSeat], first_button: int | None) -> wire.PrepareHandRequest:
        drawn = f"{self._table_id} {self._seed} {self._number}".encode()
        return wire.PrepareHandRequest(
            opening=opening_pb2.HandOpening(
                config=self._config,
                table_id=self._table_id,
                hand_number=self._number,
                prev_head=self._head,
                dealing=opening_pb2.DEALING_SERVICE,
                entropy=b"" if self._seed is None else sha256(drawn).digest(),
            ),
            seats=[
                wire.TakenSeat(
                    seat=seat.number,
                    stack=seat.stack,
                    away=seat.away,
                    ledger=wire.SeatLedger(
                        newcomer=seat.ledger.new,
                        missed_small_blind=seat.ledger.missed.small_blind,
                        missed_big_blind=seat.ledger.missed.big_blind,
                        missed_straddle=seat.ledger.missed.straddle,
                    ),
                    wish=_WISHES[seat.wish.value],
                )
                for seat in seats
            ],
            last_hand=self._last,
            first_button=first_button,
        )


_WISHES: Final = {
    name.removeprefix("ENTRY_WISH_").replace("UNSPECIFIED", "NONE"): value
    for name, value in wire.EntryWish.items()
}


def _wager_in(asked: hand_pb2.Decision) -> _Wager | None:
    for action in asked.actions:
        match action.kind:
            case steps_pb2.STEP_KIND_BET:
                return True, action.min_to, action.max_to
            case steps_pb2.STEP_KIND_RAISE:
                return False, action.min_to, action.max_to
            case _:
                pass
    return None


def _blinds_in(happened: Sequence[events_pb2.HandEvent]) -> dict[str, int]:
    """Who posted the blinds, by the event's kind."""
    kinds = [(event.WhichOneof("kind") or "", event) for event in happened]
    return {kind: getattr(event, kind).seat for kind, event in kinds if kind in {"small_blind", "big_blind"}}


def _posts_in(happened: Sequence[events_pb2.HandEvent]) -> dict[int, int]:
    posted: dict[int, int] = {}
    for event in happened:
        kind = event.WhichOneof("kind") or ""
        if kind in {"live_post", "dead_post"}:
            post = getattr(event, kind)
            posted[post.seat] = posted.get(post.seat, 0) + post.amount
    return posted


def _positions(message: wire.TablePositions) -> Positions:
    return Positions(
        button=message.button,
        small_blind=message.small_blind_position if message.HasField("small_blind_position") else None,
        big_blind=message.big_blind_seat if message.HasField("big_blind_seat") else None,
        bomb_pot=message.bomb_pot,
    )


def _ledger(message: wire.SeatLedger) -> Ledger:
    missed = Missed(message.missed_small_blind, message.missed_big_blind, message.missed_straddle)
    return Ledger(message.newcomer, missed)
