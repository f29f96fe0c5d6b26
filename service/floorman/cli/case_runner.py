"""Plays a case through the service and reports every difference (tests/cases/README.md).

A case is told in decisions only: the runner deals what the hand waits for and moves on by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from floorman import steps
from floorman.api.step_wire import step_to_wire
from floorman.cli.calls import NoRulingError, ServiceCalls, reason_name
from floorman.cli.case_opening import case_opening, spare_cards
from floorman.cli.cases import Case, Do, Expect, Json, Refuse
from floorman.cli.table_switches import SwitchError
from floorman.cli.verdicts import Mismatch, Verdict
from floorman.v1 import cards_pb2, hand_pb2, refusal_pb2, steps_pb2

__all__ = ["play_case"]

_UNCHANGED: Final = "unchanged"
_WAGERS: Final = (steps_pb2.STEP_KIND_BET, steps_pb2.STEP_KIND_RAISE)
_RESOLVABLE: Final = (hand_pb2.DECISION_KIND_RUN_VOTE, hand_pb2.DECISION_KIND_SHOW)


def play_case(calls: ServiceCalls, case: Case) -> Verdict:
    """The verdict on a case.

    Raises:
        NoServiceError: no call gets through.
    """
    try:
        opening = case_opening(case)
    except SwitchError as error:
        wrong = Mismatch("start", "accepted", want=True, got="CONFIG_INVALID", words=str(error))
        return Verdict(case.name, case.title, mismatches=(wrong,))
    try:
        answer = calls.start(opening)
    except NoRulingError as error:
        return Verdict(case.name, case.title, mismatches=(_no_ruling("start", error),))
    if isinstance(answer, hand_pb2.HandUpdate):
        return Verdict(case.name, case.title, mismatches=tuple(_Run(calls, case, answer).mismatches()))
    if answer.reason == refusal_pb2.ERROR_REASON_UNSUPPORTED_SWITCH:
        return Verdict(case.name, case.title, unsupported=_switches(answer))
    wrong = Mismatch("start", "accepted", want=True, got=reason_name(answer), words=answer.message)
    return Verdict(case.name, case.title, mismatches=(wrong,))


def _switches(refusal: refusal_pb2.Refusal) -> tuple[str, ...]:
    return tuple(violation.field.rpartition(".")[2] for violation in refusal.field_violations)


def _no_ruling(step: int | str, error: NoRulingError) -> Mismatch:
    return Mismatch(step, "answer", want="a ruling", got=str(error))


class _CaseOverError(Exception):
    """Nothing after this can be compared."""


class _Run:
    """One run of a case: the hand as it stands, and what its events have shown."""

    def __init__(self, calls: ServiceCalls, case: Case, dealt: hand_pb2.HandUpdate) -> None:
        self._calls = calls
        self._case = case
        self._spare = spare_cards(case)
        self._shows: list[int] = []
        self._mucked: set[int] = set()
        self._hand = dealt
        self._note_events()

    def mismatches(self) -> Iterator[Mismatch]:
        """Every difference, in the order of the case."""
        number: int | str = "start"
        try:
            self._deal_on()
            for number, step in enumerate(self._case.steps):
                match step:
                    case Expect(wanted):
                        yield from self._differences(number, wanted)
                    case Do(wish):
                        yield from self._do(number, wish)
                    case Refuse(wish, reason):
                        yield from self._refuse(number, wish, reason)
            number = "end"
            yield from self._end()
        except _CaseOverError:
            return
        except NoRulingError as error:
            yield _no_ruling(number, error)

    # ---- steps ----

    def _do(self, number: int, wish: steps.Step) -> Iterator[Mismatch]:
        message = step_to_wire(wish)
        checked = self._calls.check(self._hand, message)
        answer = self._calls.act(self._hand, message)
        yield from _disagreement(number, checked, answer)
        if isinstance(answer, refusal_pb2.Refusal):
            yield Mismatch(number, "accepted", want=True, got=False, words=answer.message)
            raise _CaseOverError
        self._move_to(answer)
        self._deal_on()

    def _refuse(self, number: int, wish: steps.Step, reason: str | None) -> Iterator[Mismatch]:
        message = step_to_wire(wish)
        checked = self._calls.check(self._hand, message)
        answer = self._calls.act(self._hand, message)
        yield from _disagreement(number, checked, answer)
        if not isinstance(answer, refusal_pb2.Refusal):
            yield Mismatch(number, "accepted", want=False, got=True)
            raise _CaseOverError
        if reason is not None and reason != reason_name(answer):
            yield Mismatch(number, "reason", want=reason, got=reason_name(answer), words=answer.message)
        if not self._stands_as_it_was():
            yield Mismatch(number, "state", want=_UNCHANGED, got="changed")

    def _stands_as_it_was(self) -> bool:
        view = self._calls.view(self._hand)
        hand = self._hand
        return not isinstance(view, refusal_pb2.Refusal) and (
            (view.step, view.head, view.decision, view.view)
            == (hand.step, hand.head, hand.decision, hand.view)
        )

    def _move_to(self, update: hand_pb2.HandUpdate) -> None:
        self._hand = update
        self._note_events()

    def _note_events(self) -> None:
        for event in self._hand.events:
            match event.WhichOneof("kind"):
                case "hand_up":
                    self._note_show(event.hand_up.seat)
                case "show":
                    self._note_show(event.show.seat)
                case "show_one":  # one card is a muck
                    self._note_show(event.show_one.seat)
                    self._mucked.add(event.show_one.seat)
                case "muck":
                    self._note_show(event.muck.seat)
                    self._mucked.add(event.muck.seat)
                case _:
                    pass

    def _note_show(self, seat: int) -> None:
        if seat not in self._shows:
            self._shows.append(seat)

    # ---- what the runner does by itself ----

    def _deal_on(self) -> None:
        """Brings what the hand waits for: cards that the case does not name, and no claim without cards."""
        while self._hand.decision.kind == hand_pb2.DECISION_KIND_WAIT_CARDS:
            awaited = self._hand.decision.awaited_cards
            if awaited.board_cards:  # an unknown burn card is burned by itself
                cards = [next(self._spare) for _ in range(awaited.board_cards)]
                deal = steps_pb2.DealBoardStep(board=awaited.board, cards=cards)
                self._by_itself(steps_pb2.Step(deal_board=deal))
            else:
                self._by_itself(step_to_wire(steps.Resolve()))  # both cards or no claim

    def _by_itself(self, message: steps_pb2.Step) -> None:
        answer = self._calls.act(self._hand, message)
        if isinstance(answer, refusal_pb2.Refusal):
            raise NoRulingError(f"{reason_name(answer)}: {answer.message}")
        self._move_to(answer)

    # ---- what is compared ----

    def _end(self) -> Iterator[Mismatch]:
        wanted = self._case.expect
        if wanted is None:
            return
        while self._hand.decision.kind in _RESOLVABLE:
            self._by_itself(step_to_wire(steps.Resolve()))
            self._deal_on()
        if self._hand.decision.kind != hand_pb2.DECISION_KIND_COMPLETE:
            yield Mismatch("end", "complete", want=True, got=False)
            return
        yield from self._differences("end", wanted)

    def _differences(self, number: int | str, wanted: dict[str, Json]) -> Iterator[Mismatch]:
        for key, want in wanted.items():
            got = self._fact(key, want)
            if got != want:
                yield Mismatch(number, key, want=want, got=got)

    def _fact(self, key: str, want: Json) -> Json:  # noqa: PLR0911 (an arm for each key)
        hand = self._hand
        match key:
            case "to_act":
                return hand.decision.seat if hand.decision.HasField("seat") else None
            case "call":
                return hand.decision.call if hand.decision.HasField("seat") else None
            case "min_raise_to":
                return next((action.min_to for action in self._wagers()), None)
            case "max_raise_to":
                return next((action.max_to for action in self._wagers()), None)
            case "pot":
                return hand.view.pot
            case "street":
                return cards_pb2.Street.Name(hand.view.street).removeprefix("STREET_")
            case "stacks":
                return _named({str(seat.seat): seat.stack for seat in hand.view.seats}, want)
            case "pots":
                return self._pots()
            case "returned":
                return {str(refund.seat): refund.amount for refund in hand.settlement.refunds}
            case "rake":
                return hand.settlement.rake
            case "shows":
                return list[Json](self._shows)
            case "mucked":
                return list[Json](sorted(self._mucked))
            case "categories":
                return _named(self._categories(), want)
            case _:
                return f"no key of this format: {key}"

    def _wagers(self) -> Iterator[hand_pb2.LegalAction]:
        return (action for action in self._hand.decision.actions if action.kind in _WAGERS)

    def _pots(self) -> Json:
        """R-13.2: where the table reports layers, they are what a case calls pots."""
        settlement = self._hand.settlement
        return [
            {"amount": pot.amount, "eligible": list[Json](pot.eligible_seats)}
            for pot in settlement.layers or settlement.pots
        ]

    def _categories(self) -> dict[str, Json]:
        boards = self._hand.settlement.boards
        return {
            str(shown.seat): cards_pb2.HandCategory.Name(shown.hand.category).removeprefix("HAND_CATEGORY_")
            for shown in (boards[0].hands if boards else ())
        }


def _named(facts: dict[str, Json], want: Json) -> Json:
    """The facts of the seats that a case names."""
    return {seat: facts.get(seat) for seat in want} if isinstance(want, dict) else dict(facts)


def _disagreement(number: int, checked: object, answer: object) -> Iterator[Mismatch]:
    """``CheckAction`` must say what ``Act`` says, refusals to the last number."""
    want = reason_name(answer) if isinstance(answer, refusal_pb2.Refusal) else "accepted"
    got = reason_name(checked) if isinstance(checked, refusal_pb2.Refusal) else "accepted"
    if want != got or (isinstance(answer, refusal_pb2.Refusal) and checked != answer):
        yield Mismatch(number, "check_action", want=want, got=got)
