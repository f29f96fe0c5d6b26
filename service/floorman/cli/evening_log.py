"""The log of an evening: a few lines a hand, most of them about the table and not about the cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rich.console import Console
from rich.text import Text

from floorman.cli.table_log import faces, hand_words
from floorman.v1 import hand_pb2
from floorman.v1 import table_service_pb2 as wire

__all__ = ["EveningLog"]

_INDENT: Final = " " * 9


class EveningLog:
    """Prints an evening.

    Args (of the constructor):
        console: where to.
    """

    def __init__(self, console: Console) -> None:
        self._console = console

    def begin(self, small_blind: int, big_blind: int, names: Mapping[int, str], chips: int) -> None:
        """The heading: the stakes, who sits down, and with how many chips in all."""
        self._console.print(
            f"[bold]An evening, no-limit hold'em {small_blind}/{big_blind}.[/] "
            f"{len(names)} sit down with {chips} chips."
        )
        self._console.print(
            "[dim]Between hands the service says who has the button, who posts, and who waits.[/]"
        )

    def say(self, words: str) -> None:
        """Something that happens between hands."""
        self._console.print(Text(f"   » {words}", "magenta"), soft_wrap=True)

    def open_hand(
        self,
        number: int,
        plan: wire.PrepareHandResponse,
        before: Mapping[int, wire.SeatLedger],
        names: Mapping[int, str],
    ) -> None:
        """Where button and blinds are, who pays to come in, and who waits and why.

        Args:
            number: of the hand.
            plan: for it.
            before: the ledger before it, by seat.
            names: of the taken seats.
        """
        line = Text.assemble((f"Hand {number:<3} ", "bold"))
        line.append("  ".join(_places(plan, names)))
        line.append(f"  {len(plan.opening.seats)} dealt in", "dim")
        self._console.print(line, soft_wrap=True)
        for seat in plan.seats:
            words = _standing(seat, plan, before[seat.seat])
            if words:
                self._console.print(Text(f"{_INDENT}{names[seat.seat]} {words}", "yellow"), soft_wrap=True)

    def settle(self, end: hand_pb2.HandUpdate, names: Mapping[int, str]) -> None:
        """The board and who won, a line for each winner."""
        line = Text(_INDENT)
        if end.view.boards:
            line.append_text(faces(end.view.boards[0].cards))
            line.append("  " if end.view.boards[0].cards else "")
        column = line.cell_len
        words = hand_words(end.settlement)
        for seat in end.settlement.seats:
            if seat.won:
                line.pad_right(column - line.cell_len)
                made = f", {words[seat.seat]}" if seat.seat in words else ""
                line.append(f"{names[seat.seat]} wins {seat.won}{made}")
                self._console.print(line, soft_wrap=True)
                line = Text()

    def end(self, played: int, bought_in: int, cashed_out: int, *, holds: bool) -> None:
        """What came of it."""
        proofs = "[green]every deal is proved[/]" if holds else "[bold red]a proof does not hold[/]"
        style = "green" if bought_in == cashed_out else "bold red"
        self._console.print(
            f"[bold]{played} hands[/] · {proofs} · [{style}]{bought_in} chips bought in, "
            f"{cashed_out} cashed out[/]"
        )


def _places(plan: wire.PrepareHandResponse, names: Mapping[int, str]) -> Iterator[str]:
    """Button and blinds, dead ones too (R-2.3, R-3.4)."""
    dealt = {seat.seat for seat in plan.opening.seats}
    where = plan.positions
    button = names[where.button] if where.button in dealt else f"dead, at seat {where.button}"
    big = f"BB {names[where.big_blind_seat]}"
    if where.button == where.small_blind_position:
        yield f"BTN/SB {button}"
    else:
        yield f"BTN {button}"
        yield "SB dead" if plan.opening.small_blind_dead else f"SB {names[where.small_blind_position]}"
    yield big


def _standing(seat: wire.SeatPlan, plan: wire.PrepareHandResponse, before: wire.SeatLedger) -> str:
    """What is remarkable about a seat in the hand to come; empty for most."""
    match seat.standing:
        case wire.SEAT_STANDING_DEALT:
            return "" if plan.game_starts else _coming_in(seat, plan, before)
        case wire.SEAT_STANDING_AWAY:
            return f"is away{_missing(seat.ledger)} (R-5.2)"
        case wire.SEAT_STANDING_IN_GAP:
            return f"waits, between button and big blind{_missing(seat.ledger)} (R-5.1)"
        case wire.SEAT_STANDING_WAITS_FOR_BLIND:
            return f"waits for the big blind{_price(seat)} (R-5.1)"
        case _:
            return ""


def _coming_in(seat: wire.SeatPlan, plan: wire.PrepareHandResponse, before: wire.SeatLedger) -> str:
    rule = "R-5.1" if before.newcomer else "R-5.2"
    if seat.live_post or seat.dead_post:
        live = f"{seat.live_post} live" if seat.live_post else ""
        dead = f"{seat.dead_post} dead" if seat.dead_post else ""
        return f"posts {' and '.join(part for part in (live, dead) if part)} to come in ({rule})"
    owes = before.newcomer or before.missed_small_blind or before.missed_big_blind
    if owes and seat.seat == plan.positions.big_blind_seat:
        return f"comes in as the big blind and owes nothing more ({rule})"
    return ""


def _missing(ledger: wire.SeatLedger) -> str:
    missed = [
        name
        for name, is_missed in (("small", ledger.missed_small_blind), ("big", ledger.missed_big_blind))
        if is_missed
    ]
    if not missed:
        return ""
    return f"; has missed the {' and the '.join(missed)} blind"


def _price(seat: wire.SeatPlan) -> str:
    """What posting now would cost instead."""
    for choice in seat.choices:
        if choice.wish == wire.ENTRY_WISH_POST:
            dead = f" and {choice.dead} dead" if choice.dead else ""
            return f", and could post {choice.live}{dead}"
    return ""
