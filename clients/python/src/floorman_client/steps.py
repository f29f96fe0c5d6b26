"""What somebody asks the floor to do, as messages: for ``Hand.act``, ``Hand.check_action``, ``adjudicate``.

`Hand` has a method of the same name for each; these are for a step that is only asked about, recorded or
kept. Seats are the table's own numbers, amounts are chips, and a wager is named by its total for the round.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from floorman_client.cards import Cards, card_list
from floorman_client.v1 import (
    AllInStep,
    BurnStep,
    CallStep,
    Cause,
    CheckStep,
    DealBoardStep,
    DealHoleStep,
    ExposeStep,
    FoldStep,
    KillStep,
    MisdealStep,
    MuckStep,
    RabbitStep,
    ResolveStep,
    RunStep,
    SeeStep,
    ShowOneStep,
    ShowStep,
    Step,
    TimeoutStep,
    VoidStep,
)

__all__ = [
    "CauseName",
    "all_in",
    "bet",
    "burn",
    "call",
    "check",
    "deal_board",
    "deal_hole",
    "expose",
    "fold",
    "kill",
    "misdeal",
    "muck",
    "rabbit",
    "raise_to",
    "resolve",
    "run",
    "see",
    "show",
    "show_one",
    "timeout",
    "void",
]

CauseName: TypeAlias = Literal["EXPOSED", "DEALING_ERROR", "HOST", "INTEGRITY", "GUARD_LOST"]
"""Why a hand ends without a winner (R-18.1, R-18.3)."""

# ---- by a seat ----


def fold(seat: int) -> Step:
    """The seat gives up its hand (R-7.2)."""
    return Step(seat=seat, fold=FoldStep())


def check(seat: int) -> Step:
    """The seat stays without adding a chip (R-7.2)."""
    return Step(seat=seat, check=CheckStep())


def call(seat: int) -> Step:
    """The seat matches the bet, or goes all-in for less (R-7.2)."""
    return Step(seat=seat, call=CallStep())


def bet(seat: int, to: int) -> Step:
    """The first wager of a round, to a total of so many chips (R-7.2)."""
    return Step(seat=seat, bet_to=to)


def raise_to(seat: int, to: int) -> Step:
    """A larger wager, to a total of so many chips for the round (R-7.2)."""
    return Step(seat=seat, raise_to=to)


def all_in(seat: int) -> Step:
    """Whichever of call, bet or raise the whole stack makes it (R-7.2)."""
    return Step(seat=seat, all_in=AllInStep())


def run(seat: int, count: int) -> Step:
    """A vote to run the rest of the board so many times (R-14.1)."""
    return Step(seat=seat, run=RunStep(count=count))


def show(seat: int, cards: Cards = ()) -> Step:
    """The seat tables its hand (R-12.5); it brings its two cards where the floor does not know them."""
    return Step(seat=seat, show=ShowStep(cards=card_list(cards)))


def muck(seat: int) -> Step:
    """The seat gives up its claim without showing (R-12.5)."""
    return Step(seat=seat, muck=MuckStep())


def show_one(seat: int, which: int) -> Step:
    """The seat shows one card, 0 the first dealt or 1 the second; at a showdown that is a muck (R-12.6)."""
    return Step(seat=seat, show_one=ShowOneStep(which=which))


def see(seat: int, target: int) -> Step:
    """The seat asks to see the hand of another one (R-12.7)."""
    return Step(seat=seat, see=SeeStep(target_seat=target))


# ---- by the host ----


def timeout(seat: int) -> Step:
    """The seat's time is over (R-7.8): fold or check, one run, or the table's rule at a showdown."""
    return Step(seat=seat, timeout=TimeoutStep())


def resolve() -> Step:
    """The table's own rule for everything that is open in a vote or a showdown."""
    return Step(resolve=ResolveStep())


def deal_hole(seat: int, cards: Cards) -> Step:
    """Host dealing: the seat's two cards."""
    return Step(seat=seat, deal_hole=DealHoleStep(cards=card_list(cards)))


def deal_board(cards: Cards, board: int = 0) -> Step:
    """Host dealing: the next cards of a board, three for a flop and otherwise one."""
    return Step(deal_board=DealBoardStep(board=board, cards=card_list(cards)))


def burn(card: str) -> Step:
    """Host dealing: the next burn card, ``"??"`` where it is not known (R-6.2)."""
    return Step(burn=BurnStep(card=card))


def expose(seat: int, nth: int) -> Step:
    """The dealer exposed a hole card of the seat, 0 the first dealt or 1 the second (R-6.3)."""
    return Step(seat=seat, expose=ExposeStep(nth=nth))


def misdeal(cause: CauseName) -> Step:
    """A misdeal, before substantial action only (R-18.1, R-18.2)."""
    return Step(misdeal=MisdealStep(cause=Cause.Value(f"CAUSE_{cause}")))


def void(cause: CauseName) -> Step:
    """The hand is called off and all bets go back (R-18.3)."""
    return Step(void_hand=VoidStep(cause=Cause.Value(f"CAUSE_{cause}")))


def kill(seat: int) -> Step:
    """The hand of an absent player is killed (R-5.4)."""
    return Step(seat=seat, kill=KillStep())


def rabbit() -> Step:
    """The undealt board cards are shown after the hand (R-12.9)."""
    return Step(rabbit=RabbitStep())
