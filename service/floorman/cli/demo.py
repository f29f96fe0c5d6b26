"""``floorman demo``: a table that plays some hands through gRPC, and the proof of every deal."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from random import Random
from typing import Final

import click
from rich.console import Console

from floorman.api.step_wire import step_to_wire
from floorman.cli.calls import NoRulingError, RefusedError, ServiceCalls, accepted, calls_to
from floorman.cli.deal_proof import prove_deal
from floorman.cli.demo_seats import TEMPERAMENTS, choose, feeling, mistakes
from floorman.cli.evening import Evening
from floorman.cli.own_service import own_service
from floorman.cli.table_log import TableLog
from floorman.v1 import config_pb2, hand_pb2, opening_pb2

__all__ = ["demo"]

_TABLE: Final = "floorman demo"
_SMALL_BLIND: Final = 1
_BIG_BLIND: Final = 2
_SHORTEST: Final = 15
_DEEPEST: Final = 150
_WIDTH: Final = 100


@click.command(
    epilog="Exit code 0 if and only if every proof holds and no chip was lost or made in all hands."
)
@click.option("--seed", type=click.IntRange(min=0), help="Repeat everything, the deal included.")
@click.option("--hands", type=click.IntRange(min=1), default=6, show_default=True, help="How many hands.")
@click.option("--evening", is_flag=True, help="Play a whole evening instead, a few lines a hand.")
@click.option("--address", metavar="HOST:PORT", help="Play at this service instead of one of its own.")
@click.pass_context
def demo(
    context: click.Context,
    seed: int | None,
    hands: int,
    evening: bool,  # noqa: FBT001 (click passes options by name)
    address: str | None,
) -> None:
    """Deal and play some hands through gRPC, and prove the deal.

    Six seats of different temper play no-limit hold'em. The service deals, says what each may do, refuses
    what nobody may, and pays the pots. After each hand everything that was shown is checked against what the
    service had committed to before the first card.

    An evening is the table between the hands: six sit down, one steps out and misses the blinds, a stranger
    comes, somebody goes bust, and two are left at the end. The service says who has the button, who posts
    what, and who waits and why.

    With --address and --seed the service must have been started with --allow-given-entropy.
    """
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH  # the same lines wherever they go
    with ExitStack() as stack:
        public_key = None
        if address is None:
            address, public_key = stack.enter_context(own_service())
        calls = stack.enter_context(calls_to(address))
        try:
            if evening:
                holds = Evening(console, calls, public_key, seed).play()
            else:
                holds = _Session(console, calls, public_key, seed).play(hands)
        except (NoRulingError, RefusedError) as error:
            raise click.ClickException(str(error)) from None
    context.exit(0 if holds else 1)


class _Session:
    """Some hands of one table, from the first buy-in to the last proof."""

    def __init__(
        self, console: Console, calls: ServiceCalls, public_key: bytes | None, seed: int | None
    ) -> None:
        self._console = console
        self._calls = calls
        self._public_key = public_key
        self._seed = seed
        self._whims = Random(secrets.randbits(64) if seed is None else seed)  # noqa: S311 (temper, not cards)
        self._seats = dict(enumerate(TEMPERAMENTS, 1))
        self._log = TableLog(console, {seat: temper.name for seat, temper in self._seats.items()})
        self._stacks = {seat: self._whims.randint(_SHORTEST, _DEEPEST) for seat in self._seats}
        self._button = self._whims.choice(list(self._seats))
        self._head = b""
        self._refused: set[str] = set()

    def play(self, hands: int) -> bool:
        """Plays the hands; whether every proof held and every chip was kept."""
        chips = sum(self._stacks.values())
        self._console.print(
            f"[bold]Six seats, {chips} chips, {_counted(hands)}.[/] "
            "The service deals and rules; the seats only ask.\n"
            "[dim]Beside each action stands what the service had said the seat could do.[/]"
        )
        holds = True
        played = 0
        for number in range(1, hands + 1):
            if sum(stack > 0 for stack in self._stacks.values()) < 2:
                break
            holds = self._hand(number) and holds
            played += 1
            self._button = next(self._left_of(self._button))
        kept = sum(self._stacks.values()) == chips
        self._sum_up(played, chips, holds=holds, kept=kept)
        return holds and kept

    def _left_of(self, seat: int) -> Iterator[int]:
        """The seats with chips, clockwise from the left of one."""
        seats = sorted(self._seats, key=lambda other: ((other - seat - 1) % len(self._seats), other))
        return (other for other in seats if self._stacks[other])

    def _hand(self, number: int) -> bool:
        update = accepted(self._calls.start(self._opening(number)))
        self._log.open_hand(number, update, f"no-limit hold'em {_SMALL_BLIND}/{_BIG_BLIND}")
        self._log.tell(update, None)
        updates = [update]
        holes = {view.seat: list(view.cards) for view in update.seat_views}
        erred = False
        while update.decision.kind == hand_pb2.DECISION_KIND_BET:
            erred = erred or self._try_a_mistake(update)
            asked = update.decision
            wish = choose(self._seats[asked.seat], asked, feeling(self._calls, update, holes), self._whims)
            update = accepted(self._calls.act(update, step_to_wire(wish)))
            updates.append(update)
            self._log.tell(update, asked)
        self._log.settle(update.settlement)
        self._stacks |= {result.seat: result.stack for result in update.settlement.seats}
        return self._prove(updates, at_length=number == 1)

    def _prove(self, updates: list[hand_pb2.HandUpdate], *, at_length: bool) -> bool:
        try:
            checks = prove_deal(updates, self._public_key, self._head)
        except ValueError as error:
            raise click.ClickException(f"the deal cannot be checked: {error}") from None
        self._head = updates[-1].head
        self._log.prove(checks, updates[0].start.opening.assurance, at_length=at_length)
        return all(check.holds is not False for check in checks)

    def _opening(self, number: int) -> opening_pb2.HandOpening:
        seats = [
            opening_pb2.OpeningSeat(seat=seat, stack=stack) for seat, stack in self._stacks.items() if stack
        ]
        return opening_pb2.HandOpening(
            config=config_pb2.TableConfig(small_blind=_SMALL_BLIND, big_blind=_BIG_BLIND),
            table_id=_TABLE,
            hand_number=number,
            prev_head=self._head,
            dealing=opening_pb2.DEALING_SERVICE,
            want_leaves=True,
            button=self._button,
            seats=seats,
            entropy=b""
            if self._seed is None
            else sha256(f"{_TABLE} {self._seed} {number}".encode()).digest(),
        )

    def _try_a_mistake(self, update: hand_pb2.HandUpdate) -> bool:
        """Tries a mistake that was not made yet, so that its refusal is seen; whether there was one."""
        asked = update.decision.seat
        others = [
            seat.seat
            for seat in update.view.seats
            if seat.status == hand_pb2.SEAT_STATUS_LIVE and seat.seat != asked
        ]
        for kind, wish in mistakes(update.decision, others):
            if kind not in self._refused:
                self._refused.add(kind)
                answer = self._calls.act(update, step_to_wire(wish))
                if isinstance(answer, hand_pb2.HandUpdate):
                    raise click.ClickException(f"the floor accepted a step that is {kind}: {wish}")
                self._log.refuse(wish, answer)
                return True
        return False

    def _sum_up(self, played: int, chips: int, *, holds: bool, kept: bool) -> None:
        self._console.print()
        proofs = "[green]every proof holds[/]" if holds else "[bold red]a proof does not hold[/]"
        counted = f"[green]all {chips} chips are there[/]" if kept else "[bold red]chips are missing[/]"
        self._console.print(f"[bold]{_counted(played)}[/] · {proofs} · {counted}")
        if self._seed is None:
            self._console.print(
                "[dim]The deal was drawn afresh; --seed 7 gives a session that can be repeated.[/]"
            )


def _counted(hands: int) -> str:
    return "1 hand" if hands == 1 else f"{hands} hands"
