"""The floor's ruling on a Poker Hand History, compared with what the file says came of it."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from floorman import steps
from floorman.api.step_wire import step_to_wire
from floorman.cli.calls import NoRulingError, ServiceCalls, reason_name
from floorman.cli.cases import Json
from floorman.cli.table_switches import table_config
from floorman.cli.verdicts import Mismatch, Verdict
from floorman.records.phh import OtherGame, PhhError, PhhRecord, PhhTable, read_record
from floorman.records.phh_hand import PhhHand, UnsupportedError, hand_of
from floorman.v1 import cards_pb2, hand_pb2, hand_service_pb2, opening_pb2, refusal_pb2, settlement_pb2

__all__ = ["rule_on"]

_TABLE: Final = "floorman adjudicate"
_NO_STACKS: Final = "every action is legal; the file names no stacks to compare"


def rule_on(calls: ServiceCalls, table: PhhTable) -> Verdict:
    """The verdict on one hand of a file.

    Raises:
        NoServiceError: no call gets through.
    """
    try:
        record = read_record(table)
    except PhhError as error:
        return _failed(table.name, Mismatch("start", "file", want="a hand history", got=str(error)))
    if isinstance(record, OtherGame):
        return Verdict(record.name, unsupported=(f"variant {record.variant}",))
    try:
        hand = hand_of(record)
    except UnsupportedError as error:
        return Verdict(record.name, unsupported=(error.what,))
    try:
        return _ruled(calls, record, hand)
    except NoRulingError as error:
        return _failed(record.name, Mismatch("start", "answer", want="a ruling", got=str(error)))


def _failed(name: str, *mismatches: Mismatch, stacks: Json = None) -> Verdict:
    return Verdict(name, mismatches=mismatches, more={"stacks": stacks})


def _ruled(calls: ServiceCalls, record: PhhRecord, hand: PhhHand) -> Verdict:
    asked = _Asked(hand)
    while True:
        answer = calls.adjudicate(asked.request())
        if isinstance(answer, refusal_pb2.Refusal):
            return _not_opened(record.name, answer)
        if not asked.follows(answer):
            break
    match answer.WhichOneof("ruling"):
        case "settlement":
            return _compared(record, hand, answer.settlement)
        case "refused":
            place = asked.place(answer.refused.index)
            refusal = answer.refused.refusal
            wrong = Mismatch(place, "accepted", want=True, got=reason_name(refusal), words=refusal.message)
            return _failed(record.name, wrong)
        case _:
            waits = hand_pb2.DecisionKind.Name(answer.unfinished.kind).removeprefix("DECISION_KIND_")
            wrong = Mismatch("end", "complete", want=True, got=False, words=f"the hand waits: {waits}")
            return _failed(record.name, wrong)


def _not_opened(name: str, refusal: refusal_pb2.Refusal) -> Verdict:
    if refusal.reason == refusal_pb2.ERROR_REASON_UNSUPPORTED_SWITCH:
        switches = tuple(violation.field.rpartition(".")[2] for violation in refusal.field_violations)
        return Verdict(name, unsupported=switches)
    wrong = Mismatch("start", "accepted", want=True, got=reason_name(refusal), words=refusal.message)
    return _failed(name, wrong)


class _Asked:
    """The steps of a record in the order in which the floor asks for them.

    A file tells its bets in their order, but who shows first is the floor's to say (R-12.3, R-12.4): where
    it asks another seat than the file names next, that seat's own line comes first.
    """

    def __init__(self, hand: PhhHand) -> None:
        self._hand = hand
        self._steps: list[tuple[steps.Step, int | str]] = list(zip(hand.steps, hand.places, strict=True))
        self._patience = 2 * len(hand.seats)

    def place(self, index: int) -> int | str:
        """The place of a step among the file's actions."""
        return self._steps[index][1] if index < len(self._steps) else "end"

    def request(self) -> hand_service_pb2.AdjudicateHandRequest:
        """What the service is to rule on."""
        return hand_service_pb2.AdjudicateHandRequest(
            opening=_opening(self._hand), steps=[step_to_wire(step) for step, _ in self._steps]
        )

    def follows(self, answer: hand_service_pb2.AdjudicateHandResponse) -> bool:
        """Takes the floor's question up; False if it asks nothing that the file answers otherwise."""
        self._patience -= 1
        if self._patience < 0:
            return False
        match answer.WhichOneof("ruling"):
            case "refused":
                return self._reorder(answer.refused)
            case "unfinished" if answer.unfinished.kind == hand_pb2.DECISION_KIND_SHOW:
                # The file says no more: the table's rule decides for the others.
                self._steps.append((steps.Resolve(), "end"))
                return True
            case _:
                return False

    def _reorder(self, refused: hand_service_pb2.RefusedStep) -> bool:
        at = refused.index
        if not isinstance(self._steps[at][0], steps.Show | steps.Muck):
            return False
        match refused.decision.kind:
            case hand_pb2.DECISION_KIND_SHOW if (
                refused.refusal.reason == refusal_pb2.ERROR_REASON_NOT_YOUR_TURN
            ):
                self._steps.insert(at, self._answer_of(refused.decision.seat, at))
                return True
            case hand_pb2.DECISION_KIND_COMPLETE:
                del self._steps[at:]  # when all others have mucked the last need not show
                return True
            case _:
                return False

    def _answer_of(self, seat: int, start: int) -> tuple[steps.Step, int | str]:
        """The seat's own line, taken out of the steps from ``start`` on; without one the table's rule."""
        for index in range(start, len(self._steps)):
            step = self._steps[index][0]
            if isinstance(step, steps.Show | steps.Muck) and step.seat == seat:
                return self._steps.pop(index)
        return steps.Timeout(seat), self._steps[start][1]


def _opening(hand: PhhHand) -> opening_pb2.HandOpening:
    return opening_pb2.HandOpening(
        config=table_config("", hand.switches),
        table_id=_TABLE,
        dealing=opening_pb2.DEALING_HOST,
        showdown=opening_pb2.SHOWDOWN_ASK if hand.asks else opening_pb2.SHOWDOWN_TABLE_RULE,
        button=hand.button,
        seats=[
            opening_pb2.OpeningSeat(seat=seat.number, stack=seat.stack, live_post=seat.live_post)
            for seat in hand.seats
        ],
        straddles=[opening_pb2.StraddlePost(seat=seat, amount=amount) for seat, amount in hand.straddles],
        known_cards=opening_pb2.KnownCards(
            holes=[cards_pb2.HoleCards(seat=seat, cards=cards) for seat, cards in hand.holes.items()],
            boards=[cards_pb2.Board(cards=hand.board)],
        ),
    )


# ---- what came of it ----


def _compared(record: PhhRecord, hand: PhhHand, settlement: settlement_pb2.Settlement) -> Verdict:
    """Stacks first, as the file has them; else the pots collected; else nothing to compare."""
    stacks = tuple(Decimal(seat.stack) / hand.scale for seat in settlement.seats)
    won = tuple(Decimal(seat.won) / hand.scale for seat in settlement.seats)
    more: dict[str, Json] = {"stacks": _amounts(stacks)}
    mismatches: tuple[Mismatch, ...] = ()
    if record.finishing_stacks is not None:
        if record.finishing_stacks != stacks:
            want = _amounts(record.finishing_stacks)
            mismatches = (Mismatch("end", "finishing_stacks", want=want, got=_amounts(stacks)),)
    elif record.winnings is not None:
        if _rake_explains(record.winnings, won):
            more["note"] = _rake_note(sum(won) - sum(record.winnings))
        else:
            want = _amounts(record.winnings)
            mismatches = (Mismatch("end", "winnings", want=want, got=_amounts(won)),)
    else:
        more["note"] = _NO_STACKS
    return Verdict(record.name, mismatches=mismatches, more=more)


def _rake_explains(collected: tuple[Decimal, ...], won: tuple[Decimal, ...]) -> bool:
    """Winnings are told after rake: the same seats collect, and none more than it won."""
    return all(0 < less <= full if full else less == 0 for less, full in zip(collected, won, strict=True))


def _rake_note(rake: Decimal | int) -> str:
    return f"the winnings fit, less rake {rake}" if rake else "the winnings fit"


def _amounts(amounts: tuple[Decimal, ...]) -> Json:
    """Amounts of the file: whole numbers as such, others as decimal text, for no float may touch money."""
    return [int(amount) if amount == int(amount) else str(amount.normalize()) for amount in amounts]
