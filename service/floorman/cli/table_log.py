"""The log of a table for people: seats, actions with their bounds, boards, refusals, pots and proofs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from floorman import steps
from floorman.cli.calls import reason_name
from floorman.cli.deal_proof import Proved
from floorman.cli.demo_seats import SeatStep
from floorman.v1 import cards_pb2, events_pb2, hand_pb2, refusal_pb2, settlement_pb2, steps_pb2

__all__ = ["TableLog", "faces", "hand_words"]

_NAME: Final = 13
_BOUNDS_AT: Final = 42
# the four-colour deck; spades have the terminal's own colour, which may be black or white
_SUITS: Final = {
    "s": ("♠", "bold"),
    "h": ("♥", "bold red"),
    "d": ("♦", "bold blue"),
    "c": ("♣", "bold green"),
}
_TICKS: Final = {True: ("✓", "bold green"), False: ("✗", "bold red"), None: ("–", "yellow")}
_STREETS: Final = {
    cards_pb2.STREET_FLOP: "FLOP",
    cards_pb2.STREET_TURN: "TURN",
    cards_pb2.STREET_RIVER: "RIVER",
}


class TableLog:
    """Prints what happens at one table.

    Args (of the constructor):
        console: where to.
        names: of the seats.
    """

    def __init__(self, console: Console, names: Mapping[int, str]) -> None:
        self._console = console
        self._names = names
        self._words: dict[int, str] = {}
        self._pot = 0

    # ---- a hand ----

    def open_hand(self, number: int, deal: hand_pb2.HandUpdate, stakes: str) -> None:
        """The heading of a hand, and who sits where."""
        self._console.print()
        self._console.print(Rule(Text(f"Hand {number} · {stakes}", "bold"), align="left", characters="─"))
        shown = {view.seat: view.cards for view in deal.seat_views}
        posted = _posted(deal.events)
        for seat in deal.view.seats:
            line = Text("  ")
            line.append(f"seat {seat.seat}  {self._names[seat.seat]:<{_NAME}}")
            line.append(f"{seat.position:<6}{seat.stack + posted.get(seat.seat, 0):>5}  ", "dim")
            line.append_text(faces(shown.get(seat.seat, ())))
            self._console.print(line)

    def tell(self, update: hand_pb2.HandUpdate, before: hand_pb2.Decision | None) -> None:
        """What a step made happen; ``before`` is the decision that it answered."""
        self._words = hand_words(update.settlement)
        for event in update.events:
            # every event that moves chips says what lies in the middle after it
            moved = getattr(event, event.WhichOneof("kind") or "")
            self._pot = getattr(moved, "pot_after", self._pot)
            line = self._line(event, update)
            if line is not None:
                if before is not None and event.WhichOneof("kind") in _ACTIONS:
                    line.pad_right(max(0, _BOUNDS_AT - line.cell_len))
                    line.append(_bounds(before), "dim")
                self._console.print(line)
        if any(event.HasField("hand_up") for event in update.events):
            for seat, words in self._words.items():
                self._console.print(self._did(seat, words, "italic"))

    def refuse(self, wish: SeatStep, refusal: refusal_pb2.Refusal) -> None:
        """A step that the floor refused, with the numbers that decide it."""
        numbers = ", ".join(f"{number.name} {number.value}" for number in refusal.numbers)
        line = Text(f"  {self._names[wish.seat]:<{_NAME}}")
        line.append(f"{_wish(wish)}?  ", "magenta")
        line.append(f"No: {refusal.message}", "bold magenta")
        self._console.print(line, soft_wrap=True)
        why = f"{reason_name(refusal)}, {refusal.rule}: {numbers}"
        self._console.print(Text(f"  {'':<{_NAME}}{why}", "magenta"), soft_wrap=True)

    def settle(self, settlement: settlement_pb2.Settlement) -> None:
        """Pots, who won them, and the stacks."""
        self._heading("PAID")
        for pot in settlement.pots:
            title = "main pot" if pot.pot_number == 0 else f"side pot {pot.pot_number}"
            line = Text(f"  {title:<11}{pot.amount:>5}  ")
            line.append(" ".join(self._share(share) for part in pot.parts for share in part.shares), "bold")
            if len(pot.eligible_seats) > 1:
                contested = ", ".join(self._names[seat] for seat in pot.eligible_seats)
                line.append(f"  between {contested}", "dim")
            self._console.print(line)
        for seat in settlement.seats:
            gain = seat.stack - seat.starting_stack
            style = "green" if gain > 0 else "red" if gain < 0 else "dim"
            line = Text(f"  {self._names[seat.seat]:<{_NAME}}{seat.stack:>5}  ")
            line.append(f"{gain:+}" if gain else "±0", style)
            if seat.busted:
                winners = ", ".join(self._names[winner] for winner in seat.busted_by)
                line.append(f"  busted by {winners}", "red")
            self._console.print(line)

    def prove(self, checks: Iterable[Proved], assurance: str, *, at_length: bool) -> None:
        """The proof, a tick for each check: a line each, or all in one."""
        self._heading("PROVED", f"  {assurance}")
        ticks = []
        for check in checks:
            mark, style = _TICKS[check.holds]
            unknown = " (the house's public key is not known here)" if check.holds is None else ""
            words = check.words if at_length else check.name
            ticks.append(Text.assemble((mark, style), f" {words}{unknown}"))
        for line in ticks if at_length else [Text("  ").join(ticks)]:
            self._console.print(Text.assemble("  ", line), soft_wrap=True)

    # ---- its lines ----

    def _heading(self, title: str, more: str = "") -> None:
        self._console.print(Text.assemble((f" {title}", "bold cyan"), (more, "dim")), soft_wrap=True)

    def _share(self, share: settlement_pb2.PotShare) -> str:
        odd = f" ({share.odd_chips} odd)" if share.odd_chips else ""
        return f"{self._names[share.seat]} wins {share.amount}{odd}"

    def _did(self, seat: int, words: str, style: str = "") -> Text:
        return Text.assemble(f"  {self._names[seat]:<{_NAME}}", (words, style))

    def _line(self, event: events_pb2.HandEvent, update: hand_pb2.HandUpdate) -> Text | None:  # noqa: PLR0911 (an arm for each kind)
        match event.WhichOneof("kind"):
            case "ante":
                return self._did(event.ante.seat, f"antes {event.ante.amount}", "dim")
            case "small_blind":
                return self._did(event.small_blind.seat, f"small blind {event.small_blind.amount}", "dim")
            case "big_blind":
                return self._did(event.big_blind.seat, f"big blind {event.big_blind.amount}", "dim")
            case "fold":
                return self._did(event.fold.seat, "folds", "dim")
            case "check":
                return self._did(event.check.seat, "checks")
            case "call":
                return self._did(event.call.seat, f"calls {event.call.amount}{_all_in(event.call.all_in)}")
            case "bet":
                return self._did(event.bet.seat, f"bets {event.bet.to}{_all_in(event.bet.all_in)}", "yellow")
            case "raised":
                raised = event.raised
                return self._did(raised.seat, f"raises to {raised.to}{_all_in(raised.all_in)}", "yellow")
            case "board_cards":
                return self._board(event.board_cards, update)
            case "refund":
                refund = event.refund
                return self._did(refund.seat, f"gets {refund.amount} back, uncalled", "dim")
            case "hand_up":
                return self._shown(event.hand_up.seat, "turns up", event.hand_up.cards, "")
            case "show":
                words = self._words.get(event.show.seat, "")
                return self._shown(event.show.seat, "shows", event.show.cards, words)
            case "muck":
                return self._did(event.muck.seat, "mucks", "dim")
            case _:
                return None  # pots and stacks are told when the hand is settled

    def _board(self, street: events_pb2.BoardCardsEvent, update: hand_pb2.HandUpdate) -> Text:
        board = list(update.view.boards[street.board].cards)
        lies = board[: {cards_pb2.STREET_FLOP: 3, cards_pb2.STREET_TURN: 4}.get(street.street, 5)]
        line = Text.assemble((f" {_STREETS[street.street]:<6}", "bold cyan"))
        line.append_text(faces(lies))
        line.append(f"   pot {self._pot}", "dim")
        return line

    def _shown(self, seat: int, verb: str, cards: Sequence[str], words: str) -> Text:
        line = Text(f"  {self._names[seat]:<{_NAME}}{verb} ")
        line.append_text(faces(cards))
        line.append(f"  {words}" if words else "", "italic")
        return line


_ACTIONS: Final = frozenset({"fold", "check", "call", "bet", "raised"})


def _all_in(last_chip: bool) -> str:  # noqa: FBT001 (the fact is what is said)
    return ", all-in" if last_chip else ""


def _bounds(decision: hand_pb2.Decision) -> str:
    """What the seat could have done beside a fold, from the decision that it answered."""
    could = [f"call {decision.call}" if decision.call else "check"]
    for action in decision.actions:
        most = f"-{action.max_to}" if action.min_to < action.max_to else ""
        match action.kind:
            case steps_pb2.STEP_KIND_BET:
                could.append(f"bet {action.min_to}{most}")
            case steps_pb2.STEP_KIND_RAISE:
                could.append(f"raise to {action.min_to}{most}")
            case _:
                pass
    return f"could {' or '.join(could)}"


def _posted(happened: Iterable[events_pb2.HandEvent]) -> dict[int, int]:
    """Chips that seats had put in before the first action, so that the heading shows whole stacks."""
    posted: dict[int, int] = {}
    for event in happened:
        kind = event.WhichOneof("kind")
        if kind in {"ante", "small_blind", "big_blind"}:
            post = getattr(event, kind)
            posted[post.seat] = posted.get(post.seat, 0) + post.amount
    return posted


def hand_words(settlement: settlement_pb2.Settlement) -> dict[int, str]:
    """What the hands that were compared on the first board make, by seat."""
    return {shown.seat: shown.hand.words for board in settlement.boards[:1] for shown in board.hands}


def _wish(wish: SeatStep) -> str:
    """A step that a seat asks for, in its own words."""
    match wish:
        case steps.Bet(to=to):
            return f"bet {to}"
        case steps.Raise(to=to):
            return f"raise to {to}"
        case _:
            return type(wish).__name__.lower()


def faces(cards: Iterable[str]) -> Text:
    """Cards as they are printed, each suit in its colour.

    Args:
        cards: like ``"Qh"``; what is none shows as a question mark.
    """
    shown = []
    for card in cards:
        mark, style = _SUITS.get(card[1], ("?", "dim"))
        shown.append(Text(card[0] + mark, style))
    return Text(" ").join(shown)
