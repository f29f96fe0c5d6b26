"""Steps that the rules refuse, one at least for each reason and each way to give it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import grpc
import pytest

from floorman.v1 import config_pb2, opening_pb2, steps_pb2
from tests.security.house import House, Refused
from tests.security.steps import refused
from tests.security.table import act, adjudication, board, hole, hosted, opening, start, step

_REFUSED: Final = grpc.StatusCode.FAILED_PRECONDITION
_MOST: Final = 2**53 - 1


@dataclass(frozen=True)
class Illegal:
    """A hand, a step that the rules refuse in it, and why."""

    what: str
    reason: str
    numbers: dict[str, int]
    asked: steps_pb2.Step
    opening: opening_pb2.HandOpening = field(default_factory=opening)
    before: tuple[steps_pb2.Step, ...] = ()


def _hosted(**known: Any) -> opening_pb2.HandOpening:
    """Heads-up, asked at the showdown; seat 0 is button and small blind."""
    message = hosted(5000, 5000, **{key: known.pop(key) for key in ("run_it_max", "variant") if key in known})
    message.known_cards.CopyFrom(opening_pb2.KnownCards(**known))
    message.showdown = opening_pb2.SHOWDOWN_ASK
    return message


_ALL_CALL: Final = (step("call", 0), step("call", 1), step("check", 2))
_LIMPED: Final = (step("call", 0), step("check", 1))
_CHECKED: Final = (step("check", 1), step("check", 0))
_BOARD: Final = board("2c", "7d", "9h", "Jc", "3s")
_HOLES: Final = [hole(0, "As", "Ah"), hole(1, "Ks", "Kh")]
_TO_THE_SHOWDOWN: Final = (*_LIMPED, *_CHECKED * 3)
_ALL_IN_CALLED: Final = (step("all_in", 0), step("call", 1))
_RUN_TWICE: Final = _hosted(holes=_HOLES, run_it_max=2)
_FIXED: Final = {"betting": config_pb2.BETTING_FIXED_LIMIT}

_ILLEGAL: Final = [
    Illegal(
        "act after the end", "HAND_COMPLETE", {}, step("check", 2), before=(step("fold", 0), step("fold", 1))
    ),
    Illegal(
        "R-12.1: a winner who shows more than it may",
        "HAND_COMPLETE",
        {"cards": 2, "most": 1},
        step("show", 2),
        opening(show_after_uncontested=config_pb2.SHOW_AFTER_UNCONTESTED_ONE),
        (step("fold", 0), step("fold", 1)),
    ),
    Illegal("a seat that is not dealt", "UNKNOWN_SEAT", {"seat": 9}, step("fold", 9)),
    Illegal("a time-out of a seat that is not dealt", "UNKNOWN_SEAT", {"seat": 254}, step("timeout", 254)),
    Illegal("R-7.7: out of turn", "NOT_YOUR_TURN", {"seat": 1, "turn": 0}, step("call", 1)),
    Illegal("R-7.7: a show while seats bet", "NOT_YOUR_TURN", {"seat": 0}, step("show", 0)),
    Illegal("R-7.2: a check that owes", "CANNOT_CHECK", {"owed": 100}, step("check", 0)),
    Illegal(
        "R-7.2: a call of nothing", "NOTHING_TO_CALL", {"owed": 0}, step("call", 2), before=_ALL_CALL[:2]
    ),
    Illegal(
        "R-7.2: a fold for nothing",
        "FOLD_NOT_ALLOWED",
        {"owed": 0},
        step("fold", 2),
        opening(allow_open_fold=False),
        _ALL_CALL[:2],
    ),
    Illegal(
        "R-8.1: more than the stack",
        "INSUFFICIENT_CHIPS",
        {"to": 5001, "least": 200, "most": 5000, "stack": 5000},
        step("raise_to", 0, 5001),
    ),
    Illegal(
        "R-8.1: all the chips there may be",
        "INSUFFICIENT_CHIPS",
        {"to": _MOST, "least": 200, "most": 5000, "stack": 5000},
        step("raise_to", 0, _MOST),
    ),
    Illegal(
        "R-7.2: a raise by a stack that cannot exceed the call",
        "INSUFFICIENT_CHIPS",
        {"stack": 80, "owed": 80, "most": 80},
        step("raise_to", 0, 200),
        opening(80, 5000, 5000),
    ),
    Illegal(
        "R-8.1: a bet below the minimum",
        "BET_BELOW_MINIMUM",
        {"to": 99, "least": 100, "most": 4900},
        step("bet_to", 1, 99),
        before=_ALL_CALL,
    ),
    *(
        Illegal(
            f"R-8.2: a raise to {to}",
            "RAISE_BELOW_MINIMUM",
            {"to": to, "least": 200, "most": 5000},
            step("raise_to", 0, to),
        )
        for to in (0, 1, 100, 199)
    ),
    Illegal(
        "R-9.1: above the pot",
        "ABOVE_MAXIMUM",
        # 50 and 100 lie there, a call makes 250, and 100 + 250 is the most
        {"to": 351, "least": 200, "most": 350},
        step("raise_to", 0, 351),
        opening(betting=config_pb2.BETTING_POT_LIMIT),
    ),
    Illegal(
        "R-10.1: more than a fixed raise",
        "ABOVE_MAXIMUM",
        {"to": 300, "least": 200, "most": 200},
        step("raise_to", 0, 300),
        opening(**_FIXED),
    ),
    Illegal(
        "R-8.4: beside the steps",
        "NOT_A_MULTIPLE_OF_STEP",
        {"to": 201, "least": 200, "most": 5000, "step": 25},
        step("raise_to", 0, 201),
        opening(bet_step=25),
    ),
    Illegal(
        "R-11.1: only a short all-in since",
        "RAISE_NOT_REOPENED",
        {"level": 350, "acted_at": 300, "increment": 200, "owed": 50},
        step("raise_to", 0, 1000),
        opening(5000, 350, 5000),
        (step("raise_to", 0, 300), step("all_in", 1), step("call", 2)),
    ),
    Illegal(
        "R-10.2: a fifth wager",
        "RAISE_CAPPED",
        {"bets": 4, "most": 4, "owed": 100},
        step("raise_to", 0, 500),
        opening(**_FIXED),
        (
            step("call", 0),
            step("raise_to", 1, 200),
            step("raise_to", 2, 300),
            step("call", 0),
            step("raise_to", 1, 400),
            step("call", 2),
        ),
    ),
    Illegal(
        "R-7.6: nobody to raise",
        "NO_OPPONENT_TO_RAISE",
        {"owed": 200},
        step("raise_to", 1, 1000),
        opening(300, 5000),
        (step("all_in", 0),),
    ),
    Illegal("R-7.2: a bet over a bet", "NOT_A_BET", {"level": 100}, step("bet_to", 0, 300)),
    Illegal(
        "R-7.2: a raise of nothing", "NOT_A_RAISE", {"level": 0}, step("raise_to", 1, 300), before=_ALL_CALL
    ),
    Illegal(
        "R-14.1: a vote that nobody asked for",
        "RUN_NOT_OFFERED",
        {"seat": 0, "count": 2, "most": 0},
        step("run", 0, count=2),
    ),
    *(
        Illegal(
            f"R-14.1: a vote for {count} of two",
            "RUN_NOT_OFFERED",
            {"seat": 0, "count": count, "most": 2},
            step("run", 0, count=count),
            _RUN_TWICE,
            _ALL_IN_CALLED,
        )
        for count in (0, 3, 5, 255)
    ),
    Illegal(
        "R-14.1: a second vote",
        "RUN_NOT_OFFERED",
        {"seat": 0, "count": 1, "most": 2},
        step("run", 0, count=1),
        _RUN_TWICE,
        (*_ALL_IN_CALLED, step("run", 0, count=2)),
    ),
    Illegal(
        "R-12.2: a show of hands that are up",
        "HANDS_ALREADY_UP",
        {},
        step("muck", 0),
        _hosted(holes=_HOLES, boards=[_BOARD]),
        _ALL_IN_CALLED,
    ),
    Illegal(
        "R-18.2: a misdeal after substantial action",
        "STEP_NOT_ALLOWED",
        {"actions": 2},
        step("misdeal", cause=steps_pb2.CAUSE_HOST),
        before=_ALL_CALL[:2],
    ),
    Illegal(
        "R-6.3: a card exposed after an action",
        "STEP_NOT_ALLOWED",
        {"actions": 1},
        step("expose", 1, nth=0),
        before=_ALL_CALL[:1],
    ),
    Illegal("R-7.8: nothing to resolve", "STEP_NOT_ALLOWED", {}, step("resolve")),
    Illegal(
        "R-12.7: a request during the hand",
        "STEP_NOT_ALLOWED",
        {"seat": 0, "target": 1},
        step("see", 0, target_seat=1),
    ),
    Illegal("R-12.9: a rabbit during the hand", "STEP_NOT_ALLOWED", {}, step("rabbit")),
    Illegal(
        "R-12.9: a rabbit that the table does not allow",
        "STEP_NOT_ALLOWED",
        {},
        step("rabbit"),
        before=(step("fold", 0), step("fold", 1)),
    ),
    Illegal(
        "R-12.7: a hand that nobody may ask to see",
        "STEP_NOT_ALLOWED",
        {"seat": 0, "target": 1},
        step("see", 0, target_seat=1),
        _hosted(holes=_HOLES, boards=[_BOARD]),
        (*_TO_THE_SHOWDOWN, step("muck", 1)),
    ),
    Illegal(
        "R-5.4: a kill of a hand that folded",
        "STEP_NOT_ALLOWED",
        {"seat": 0},
        step("kill", 0),
        before=(step("fold", 0),),
    ),
    *(
        Illegal(f"R-6.1: {asked.WhichOneof('kind')} where the floor deals", "STEP_NOT_ALLOWED", {}, asked)
        for asked in (
            step("deal_hole", 0, cards=["As", "Ks"]),
            step("deal_board", cards=["As", "Ks", "Qs"]),
            step("burn", card="As"),
        )
    ),
    Illegal(
        "R-6.1: a board card that is not awaited",
        "STEP_NOT_ALLOWED",
        {},
        step("deal_board", cards=["As", "Ks", "Qs"]),
        hosted(),
    ),
    Illegal(
        "R-12.6: a show of cards that nobody knows",
        "UNKNOWN_CARDS",
        {"seat": 1},
        step("show", 1),
        _hosted(boards=[_BOARD]),
        _TO_THE_SHOWDOWN,
    ),
    Illegal(
        "R-12.6: one card of a hand that nobody knows",
        "UNKNOWN_CARDS",
        {"seat": 1},
        step("show_one", 1, which=1),
        _hosted(boards=[_BOARD]),
        _TO_THE_SHOWDOWN,
    ),
    Illegal(
        "R-6.3: a card exposed that nobody knows",
        "UNKNOWN_CARDS",
        {"seat": 1},
        step("expose", 1, nth=0),
        hosted(),
    ),
    Illegal(
        "R-12.6: a show of other cards",
        "WRONG_CARDS",
        {"seat": 1},
        step("show", 1, cards=["Ks", "Kd"]),
        _hosted(holes=_HOLES, boards=[_BOARD]),
        _TO_THE_SHOWDOWN,
    ),
    Illegal(
        "R-12.6: a show of three cards",
        "WRONG_CARDS",
        {"seat": 1},
        step("show", 1, cards=["Ks", "Kh", "Kd"]),
        _hosted(holes=_HOLES, boards=[_BOARD]),
        _TO_THE_SHOWDOWN,
    ),
    *(
        Illegal(
            f"R-12.6: a show of {len(cards)} cards of an unknown hand",
            "CARD_COUNT",
            {"seat": 1, "cards": len(cards)},
            step("show", 1, cards=cards),
            _hosted(boards=[_BOARD]),
            _TO_THE_SHOWDOWN,
        )
        for cards in (["Ks"], ["Ks", "Kh", "Kd"], ["Ks", "Kh"] * 1000)
    ),
    Illegal(
        "R-1.2: a show of a card that lies on the board",
        "CARD_TWICE",
        {"card": 0},
        step("show", 1, cards=["Ks", "2c"]),
        _hosted(boards=[_BOARD]),
        _TO_THE_SHOWDOWN,
    ),
    Illegal(
        "R-1.2: a board card that a seat holds",
        "CARD_TWICE",
        {"card": 51},
        step("deal_board", cards=["2c", "As", "3c"]),
        _hosted(holes=_HOLES),
        _LIMPED,
    ),
    Illegal(
        "R-1.2: a burn that a seat holds",
        "CARD_TWICE",
        {"card": 51},
        step("burn", card="As"),
        _hosted(holes=_HOLES),
        _LIMPED,
    ),
    Illegal(
        "R-17: a five in a short deck",
        "CARD_NOT_IN_DECK",
        {"card": 12},
        step("deal_board", cards=["6c", "5c", "7c"]),
        _hosted(variant=config_pb2.VARIANT_SHORT_DECK_36),
        _LIMPED,
    ),
    *(
        Illegal(
            f"{len(cards)} hole cards",
            "CARD_COUNT",
            {"seat": 1, "cards": len(cards)},
            step("deal_hole", 1, cards=cards),
            _hosted(),
        )
        for cards in ([], ["As"], ["As", "Ks", "Qs"])
    ),
    Illegal(
        "a sixth board card",
        "CARD_COUNT",
        {"board": 0, "cards": 6, "most": 5},
        step("deal_board", cards=["As", "Ks", "Qs", "Js"]),
        _hosted(boards=[board("2c", "3c")]),
        _LIMPED,
    ),
    Illegal(
        "R-6.2: a fourth burn",
        "CARD_COUNT",
        {"cards": 4, "most": 3},
        step("burn", card="??"),
        _hosted(),
        (*_LIMPED, *[step("burn", card="??")] * 3),
    ),
    Illegal(
        "a board that the table does not have",
        "CARD_COUNT",
        {"board": 1, "most": 1},
        step("deal_board", board=1, cards=["As"]),
        _hosted(),
        _LIMPED,
    ),
    Illegal(
        "hole cards that the floor has",
        "CARDS_ALREADY_KNOWN",
        {"seat": 1},
        step("deal_hole", 1, cards=["Qs", "Qh"]),
        _hosted(holes=_HOLES),
    ),
]


@pytest.mark.parametrize("illegal", _ILLEGAL, ids=lambda illegal: illegal.what)
def test_a_step_that_the_rules_refuse(house: House, illegal: Illegal) -> None:
    hand = act(house, start(house, illegal.opening), *illegal.before)
    said = refused(house, hand, illegal.asked)
    assert (said.code, said.reason, said.numbers) == (_REFUSED, illegal.reason, illegal.numbers)
    assert said.refusal.rule.startswith("R-")


@pytest.mark.parametrize(
    "illegal",
    [one for one in _ILLEGAL if one.opening.dealing == opening_pb2.DEALING_HOST],
    ids=lambda illegal: illegal.what,
)
def test_a_recorded_step_that_the_rules_refuse(house: House, illegal: Illegal) -> None:
    record = adjudication(illegal.opening, *illegal.before, illegal.asked)
    ruling = house.ask("AdjudicateHand", record)
    assert ruling.refused.index == len(illegal.before)
    said = Refused(_REFUSED, ruling.refused.refusal)
    assert (said.reason, said.numbers) == (illegal.reason, illegal.numbers)
