"""Steps in the words of the contract."""

from __future__ import annotations

from floorman import steps
from floorman.cards import card_names
from floorman.v1 import steps_pb2

__all__ = ["step_message"]


def step_message(step: steps.Step) -> steps_pb2.Step:  # noqa: C901, PLR0911, PLR0912 (an arm for each kind)
    """The contract's message for a step.

    Raises:
        ValueError: a seat or an amount that the contract has no room for.
    """
    match step:
        case steps.Fold(seat):
            return steps_pb2.Step(seat=seat, fold=steps_pb2.FoldStep())
        case steps.Check(seat):
            return steps_pb2.Step(seat=seat, check=steps_pb2.CheckStep())
        case steps.Call(seat):
            return steps_pb2.Step(seat=seat, call=steps_pb2.CallStep())
        case steps.Bet(seat, to):
            return steps_pb2.Step(seat=seat, bet_to=to)
        case steps.Raise(seat, to):
            return steps_pb2.Step(seat=seat, raise_to=to)
        case steps.AllIn(seat):
            return steps_pb2.Step(seat=seat, all_in=steps_pb2.AllInStep())
        case steps.Run(seat, count):
            return steps_pb2.Step(seat=seat, run=steps_pb2.RunStep(count=count))
        case steps.Show(seat, cards):
            return steps_pb2.Step(seat=seat, show=steps_pb2.ShowStep(cards=card_names(cards)))
        case steps.Muck(seat):
            return steps_pb2.Step(seat=seat, muck=steps_pb2.MuckStep())
        case steps.ShowOne(seat, which):
            return steps_pb2.Step(seat=seat, show_one=steps_pb2.ShowOneStep(which=which))
        case steps.See(seat, target):
            return steps_pb2.Step(seat=seat, see=steps_pb2.SeeStep(target_seat=target))
        case steps.Timeout(seat):
            return steps_pb2.Step(seat=seat, timeout=steps_pb2.TimeoutStep())
        case steps.Resolve():
            return steps_pb2.Step(resolve=steps_pb2.ResolveStep())
        case steps.DealHole(seat, cards):
            return steps_pb2.Step(seat=seat, deal_hole=steps_pb2.DealHoleStep(cards=card_names(cards)))
        case steps.DealBoard(board, cards):
            return steps_pb2.Step(deal_board=steps_pb2.DealBoardStep(board=board, cards=card_names(cards)))
        case steps.DealBurn(card):
            return steps_pb2.Step(burn=steps_pb2.BurnStep(card=card_names([card])[0]))
        case steps.Expose(seat, nth):
            return steps_pb2.Step(seat=seat, expose=steps_pb2.ExposeStep(nth=nth))
        case steps.Misdeal(cause):
            return steps_pb2.Step(misdeal=steps_pb2.MisdealStep(cause=steps_pb2.Cause.ValueType(cause)))
        case steps.Void(cause):
            return steps_pb2.Step(void_hand=steps_pb2.VoidStep(cause=steps_pb2.Cause.ValueType(cause)))
        case steps.Kill(seat):
            return steps_pb2.Step(seat=seat, kill=steps_pb2.KillStep())
        case steps.Rabbit():
            return steps_pb2.Step(rabbit=steps_pb2.RabbitStep())
