"""A hand between calls: what the floor last said of it, and the step that still waits for an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from threading import Lock
from typing import Generic, TypeVar

from floorman_client import steps
from floorman_client.cards import Cards
from floorman_client.errors import OutstandingError
from floorman_client.steps import CauseName
from floorman_client.v1 import (
    ActRequest,
    CheckActionRequest,
    Decision,
    DecisionKind,
    HandEvent,
    HandUpdate,
    Settlement,
    Step,
    TableView,
    ViewHandRequest,
)

__all__ = ["HandOf"]

Answer = TypeVar("Answer")
"""What a step gives: the update itself, or something that is awaited for it."""


class HandOf(ABC, Generic[Answer]):
    """A hand, kept by the host from call to call; the service keeps nothing.

    `update` is all that must be stored. It holds the sealed state, which never goes to a player, and in the
    default delivery every hole card.

    While a step has no answer, no other is sent (`OutstandingError`): the service may have taken it, and a
    second one from the same state would be a fork of the hand. `resume` repeats it, and so does asking for
    the same step again. Several threads may use a hand: of two different steps at a time one is refused so.
    Whoever reads several things of one step while others may act takes `update` once and reads from it.
    """

    def __init__(self, update: HandUpdate) -> None:
        self._lock = Lock()
        self._update = update
        self._outstanding: ActRequest | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.hand_id.hex()} at step {self.step}>"

    # ---- what the floor last said ----

    @property
    def update(self) -> HandUpdate:
        """The last update, whole. To be read, stored and never changed."""
        return self._update

    @property
    def state(self) -> bytes:
        """The sealed state."""
        return self._update.state

    @property
    def hand_id(self) -> bytes:
        """The hand, 16 bytes."""
        return self._update.hand_id

    @property
    def step(self) -> int:
        """The number of the last step; 0 is the deal."""
        return self._update.step

    @property
    def events(self) -> Sequence[HandEvent]:
        """What the last step brought about, in order."""
        return self._update.events

    @property
    def view(self) -> TableView:
        """The table as everybody sees it."""
        return self._update.view

    @property
    def decision(self) -> Decision:
        """What may happen next, with exact bounds."""
        return self._update.decision

    @property
    def complete(self) -> bool:
        """The hand is over and paid."""
        return self._update.decision.kind == DecisionKind.DECISION_KIND_COMPLETE

    @property
    def settlement(self) -> Settlement | None:
        """How the hand was paid, once it is complete."""
        return self._update.settlement if self._update.HasField("settlement") else None

    @property
    def outstanding(self) -> Step | None:
        """The step that was sent and has no answer yet."""
        request = self._outstanding
        return request.step if request else None

    def cards(self, seat: int) -> Sequence[str]:
        """The hole cards of a seat, as far as they are for the host; otherwise none."""
        return next((view.cards for view in self._update.seat_views if view.seat == seat), ())

    # ---- the step under way ----

    @abstractmethod
    def act(self, step: Step, *, signature: bytes = b"") -> Answer:
        """Takes a step, or repeats it if it is the one without an answer.

        Args:
            step: what is asked; `floorman_client.steps` makes it.
            signature: of the seat's action key, 64 bytes, where the seat has one.

        Raises:
            RefusedError: the floor refuses it; nothing has changed.
            UnansweredError: nobody knows whether it was taken; `resume` repeats it.
            OutstandingError: another step has no answer yet; this one was not sent.
        """

    @abstractmethod
    def resume(self) -> Answer:
        """Repeats the step that has no answer; where there is none, gives the last update again.

        Raises:
            RefusedError: the floor refuses the step; nothing has changed.
            UnansweredError: still no answer.
        """

    def _take_up(self, step: Step, signature: bytes) -> ActRequest:
        """The request for a step, from now on the one that waits."""
        with self._lock:
            request = ActRequest(
                state=self.state,
                hand_id=self.hand_id,
                expected_step=self.step,
                step=step,
                act_signature=signature,
            )
            if self._outstanding is not None and self._outstanding != request:
                raise OutstandingError(
                    f"step {self.step + 1}, {self._outstanding.step.WhichOneof('kind')}, has no answer yet; "
                    f"resume() repeats it, and {step.WhichOneof('kind')} was not sent"
                )
            self._outstanding = request
            return request

    def _answered(self, request: ActRequest, update: HandUpdate | None) -> None:
        """An answer came: the update, or None for a refusal."""
        with self._lock:
            if self._outstanding == request:
                self._outstanding = None
            # the same request may have been under way twice
            if update and update.step > self.step:
                self._update = update

    def _check_request(self, step: Step, signature: bytes) -> CheckActionRequest:
        return CheckActionRequest(
            state=self.state,
            hand_id=self.hand_id,
            expected_step=self.step,
            step=step,
            act_signature=signature,
        )

    def _view_request(self, seat: int | None) -> ViewHandRequest:
        return ViewHandRequest(state=self.state, seat=seat)

    # ---- by a seat ----

    def fold(self, seat: int) -> Answer:
        """The seat gives up its hand (R-7.2)."""
        return self.act(steps.fold(seat))

    def check(self, seat: int) -> Answer:
        """The seat stays without adding a chip (R-7.2)."""
        return self.act(steps.check(seat))

    def call(self, seat: int) -> Answer:
        """The seat matches the bet, or goes all-in for less (R-7.2)."""
        return self.act(steps.call(seat))

    def bet(self, seat: int, to: int) -> Answer:
        """The first wager of a round, to a total of so many chips (R-7.2)."""
        return self.act(steps.bet(seat, to))

    def raise_to(self, seat: int, to: int) -> Answer:
        """A larger wager, to a total of so many chips for the round (R-7.2)."""
        return self.act(steps.raise_to(seat, to))

    def all_in(self, seat: int) -> Answer:
        """Whichever of call, bet or raise the whole stack makes it (R-7.2)."""
        return self.act(steps.all_in(seat))

    def run(self, seat: int, count: int) -> Answer:
        """A vote to run the rest of the board so many times (R-14.1)."""
        return self.act(steps.run(seat, count))

    def show(self, seat: int, cards: Cards = ()) -> Answer:
        """The seat tables its hand (R-12.5), with its two cards where the floor does not know them."""
        return self.act(steps.show(seat, cards))

    def muck(self, seat: int) -> Answer:
        """The seat gives up its claim without showing (R-12.5)."""
        return self.act(steps.muck(seat))

    def show_one(self, seat: int, which: int) -> Answer:
        """The seat shows one card, 0 the first dealt or 1 the second (R-12.6)."""
        return self.act(steps.show_one(seat, which))

    def see(self, seat: int, target: int) -> Answer:
        """The seat asks to see the hand of another one (R-12.7)."""
        return self.act(steps.see(seat, target))

    # ---- by the host ----

    def timeout(self, seat: int) -> Answer:
        """The seat's time is over (R-7.8)."""
        return self.act(steps.timeout(seat))

    def resolve(self) -> Answer:
        """The table's own rule for everything that is open in a vote or a showdown."""
        return self.act(steps.resolve())

    def deal_hole(self, seat: int, cards: Cards) -> Answer:
        """Host dealing: the seat's two cards."""
        return self.act(steps.deal_hole(seat, cards))

    def deal_board(self, cards: Cards, board: int = 0) -> Answer:
        """Host dealing: the next cards of a board."""
        return self.act(steps.deal_board(cards, board))

    def burn(self, card: str) -> Answer:
        """Host dealing: the next burn card, ``"??"`` where it is not known (R-6.2)."""
        return self.act(steps.burn(card))

    def expose(self, seat: int, nth: int) -> Answer:
        """The dealer exposed a hole card of the seat, 0 the first dealt or 1 the second (R-6.3)."""
        return self.act(steps.expose(seat, nth))

    def misdeal(self, cause: CauseName) -> Answer:
        """A misdeal, before substantial action only (R-18.1, R-18.2)."""
        return self.act(steps.misdeal(cause))

    def void(self, cause: CauseName) -> Answer:
        """The hand is called off and all bets go back (R-18.3)."""
        return self.act(steps.void(cause))

    def kill(self, seat: int) -> Answer:
        """The hand of an absent player is killed (R-5.4)."""
        return self.act(steps.kill(seat))

    def rabbit(self) -> Answer:
        """The undealt board cards are shown after the hand (R-12.9)."""
        return self.act(steps.rabbit())
