"""The decision on the wire: what the hand waits for, and every legal action with its exact bounds."""

from __future__ import annotations

from floorman.rules.betting import Options
from floorman.rules.courtesy import BOTH_CARDS
from floorman.rules.decision import Courtesies, Decision, Missing, decision
from floorman.rules.hand import NOBODY, Hand, Phase
from floorman.v1 import hand_pb2, steps_pb2

__all__ = ["decision_to_wire"]


def decision_to_wire(hand: Hand) -> hand_pb2.Decision:
    """What may happen next in a hand."""
    open_question = decision(hand)
    message = hand_pb2.Decision(kind=_KINDS[hand.phase], pending_seats=sorted(open_question.pending))
    if open_question.seat != NOBODY:
        message.seat = open_question.seat
    if open_question.options is not None:
        _write_bet(message, open_question.options, hand.pot)
    message.actions.extend(_other_actions(open_question))
    if open_question.missing is not None:
        message.awaited_cards.CopyFrom(_awaited(hand, open_question.missing))
    return message


_KINDS = {
    Phase.BET: hand_pb2.DECISION_KIND_BET,
    Phase.RUN_VOTE: hand_pb2.DECISION_KIND_RUN_VOTE,
    Phase.SHOW: hand_pb2.DECISION_KIND_SHOW,
    Phase.WAIT_CARDS: hand_pb2.DECISION_KIND_WAIT_CARDS,
    Phase.COMPLETE: hand_pb2.DECISION_KIND_COMPLETE,
}


def _write_bet(message: hand_pb2.Decision, options: Options, pot: int) -> None:
    """R-7.2: the menu of a seat whose turn it is, in the order of StepKind."""
    message.call = options.owed
    message.pot_after_call = pot + options.owed
    if options.may_fold:
        message.actions.add(kind=steps_pb2.STEP_KIND_FOLD)
    message.actions.add(kind=steps_pb2.STEP_KIND_CALL if options.owed else steps_pb2.STEP_KIND_CHECK)
    if options.closed is None:
        message.actions.add(
            kind=steps_pb2.STEP_KIND_BET if options.opens else steps_pb2.STEP_KIND_RAISE,
            min_to=options.least,
            max_to=options.most,
            multiple_of=options.step,
        )
    whole = options.whole
    all_in_raises = options.closed is None and whole <= options.most
    if options.stack <= options.owed or all_in_raises:
        message.actions.add(kind=steps_pb2.STEP_KIND_ALL_IN, min_to=whole, max_to=whole)


def _other_actions(question: Decision) -> list[hand_pb2.LegalAction]:
    match question.phase:
        case Phase.RUN_VOTE:
            return [hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_RUN, max_count=question.most_runs)]
        case Phase.SHOW:
            kinds = [steps_pb2.STEP_KIND_SHOW, steps_pb2.STEP_KIND_MUCK]
            if question.cards_known:
                kinds.append(steps_pb2.STEP_KIND_SHOW_ONE)
            return [hand_pb2.LegalAction(kind=kind) for kind in kinds]
        case Phase.COMPLETE if question.courtesies is not None:
            return _courtesy_actions(question.courtesies)
        case _:
            return []


def _courtesy_actions(courtesies: Courtesies) -> list[hand_pb2.LegalAction]:
    actions = []
    winner = [courtesies.winner]
    if BOTH_CARDS in courtesies.shows:
        actions.append(hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_SHOW, seats=winner))
    if {1, 2} & set(courtesies.shows):
        actions.append(hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_SHOW_ONE, seats=winner))
    actions += [
        hand_pb2.LegalAction(
            kind=steps_pb2.STEP_KIND_SEE,
            seats=[asker],
            target_seats=sorted(target for other, target in courtesies.sees if other == asker),
        )
        for asker in sorted({asker for asker, _ in courtesies.sees})
    ]
    if courtesies.rabbit:
        actions.append(hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_RABBIT))
    return actions


def _awaited(hand: Hand, missing: Missing) -> hand_pb2.AwaitedCards:
    return hand_pb2.AwaitedCards(
        burn=missing.count > 0 and hand.config.burn_cards and len(hand.known_burns) <= hand.burns,
        board=missing.board,
        board_cards=missing.count,
        hole_seats=sorted(missing.holes),
    )
