"""Who finished where: busts of one hand, who knocked out whom, and the bounties (R-19.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from floorman.rules.choices import OddChips
from floorman.rules.pots import split

__all__ = ["Bounty", "Bust", "Place", "bounties", "rank_finishers"]


@dataclass(frozen=True, slots=True)
class Bust:
    """A player who lost the last chip in the hand.

    Attributes:
        player: a number of the caller's: the seat, or one of the whole event.
        starting_stack: chips when the hand began.
        busted_by: who won the last pot that the player could have won.
        bounty: on the player's head, in the caller's money; 0 = none.
    """

    player: int
    starting_stack: int
    busted_by: tuple[int, ...] = ()
    bounty: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A player's finish: alone where ``best`` and ``worst`` are one, else shared by all in between."""

    player: int
    best: int
    worst: int


@dataclass(frozen=True, slots=True)
class Bounty:
    """What one player gets for knocking out another."""

    player: int
    out: int
    amount: int


def rank_finishers(busts: Sequence[Bust], players: int) -> list[Place]:
    """The finishes of one hand's busts, best first: the larger stack ranks higher, equal ones share.

    Args:
        busts: who went out in the hand.
        players: how many were in the event before it, more than went out.
    """
    best = players - len(busts) + 1
    places = []
    by_stack = sorted(busts, key=lambda bust: (-bust.starting_stack, bust.player))
    for _, equal in groupby(by_stack, key=lambda bust: bust.starting_stack):
        players_ = [bust.player for bust in equal]
        worst = best + len(players_) - 1
        places += [Place(player, best, worst) for player in players_]
        best = worst + 1
    return places


def bounties(busts: Sequence[Bust], unit: int) -> list[Bounty]:
    """What the knock-outs pay: equal shares among the winners, odd units one each in their order (R-13.5).

    Args:
        busts: who went out, each with the winners left of the button first.
        unit: the smallest amount that is paid.
    """
    return [
        Bounty(winner, bust.player, amount)
        for bust in busts
        if bust.bounty and bust.busted_by
        for winner, amount in split(bust.bounty, bust.busted_by, unit, OddChips.ONE_EACH).items()
        if amount
    ]
