"""What must be decided next, and everything that may be decided: the menu of a moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, ParamSpec

from floorman.rules import courtesy, runs, showdown
from floorman.rules.betting import Options, options
from floorman.rules.hand import BOARD_CARDS, NOBODY, RIVER, Hand, Phase
from floorman.rules.refusal import Refusal

__all__ = ["Courtesies", "Decision", "Missing", "decision"]

P = ParamSpec("P")

_CARDS: Final = (1, 2, courtesy.BOTH_CARDS)


@dataclass(slots=True)
class Missing:
    """The cards that the host still owes: hole cards of seats, or ``count`` cards of a board."""

    holes: list[int]
    board: int
    count: int


@dataclass(slots=True)
class Courtesies:
    """What may be shown after the hand.

    Attributes:
        winner: seat number of the uncontested winner, or NOBODY.
        shows: what it may show: 1 its first card, 2 its second, 3 both.
        sees: (asker, target) seat numbers of R-12.7.
        rabbit: undealt board cards may be shown.
    """

    winner: int
    shows: list[int]
    sees: list[tuple[int, int]]
    rabbit: bool


@dataclass(slots=True)
class Decision:
    """The question that the hand waits on.

    Attributes:
        phase: what kind of question.
        seat: the seat that is asked, its number; NOBODY where nobody or several are.
        pending: seat numbers that still have to vote.
        options: BET: what the seat may do.
        most_runs: RUN_VOTE: the most that a vote may ask for.
        cards_known: SHOW: the floor knows the seat's cards.
        missing: WAIT_CARDS.
        courtesies: COMPLETE.
    """

    phase: Phase
    seat: int = NOBODY
    pending: tuple[int, ...] = ()
    options: Options | None = None
    most_runs: int = 0
    cards_known: bool = True
    missing: Missing | None = None
    courtesies: Courtesies | None = None


def decision(hand: Hand) -> Decision:
    """The question of this moment."""
    match hand.phase:
        case Phase.BET:
            return Decision(Phase.BET, hand.seats[hand.actor].number, options=options(hand, hand.actor))
        case Phase.RUN_VOTE:
            pending = tuple(
                hand.seats[position].number for position in hand.in_hand() if not hand.seats[position].vote
            )
            return Decision(Phase.RUN_VOTE, pending=pending, most_runs=runs.most_runs(hand))
        case Phase.SHOW:
            known = hand.holes[hand.actor] is not None
            return Decision(Phase.SHOW, hand.seats[hand.actor].number, cards_known=known)
        case Phase.WAIT_CARDS:
            return Decision(Phase.WAIT_CARDS, missing=_missing(hand))
        case Phase.COMPLETE:
            return Decision(Phase.COMPLETE, courtesies=_courtesies(hand))


def _missing(hand: Hand) -> Missing:
    turning = showdown.turns_up_before_the_board(hand) or showdown.turns_up_at_showdown(hand)
    unnamed = showdown.unnamed_claims(hand)
    if hand.betting_over and not hand.hands_up and turning and unnamed:
        return Missing([hand.seats[position].number for position in unnamed], 0, 0)
    for board, faces in enumerate(hand.boards):
        named = len(hand.known_boards[board]) if board < len(hand.known_boards) else 0
        street_end = next((count for count in BOARD_CARDS if count > len(faces)), BOARD_CARDS[RIVER])
        if named < street_end and len(faces) < BOARD_CARDS[RIVER]:
            return Missing([], board, street_end - named)
    return Missing([], 0, 0)


def _courtesies(hand: Hand) -> Courtesies:
    winner = courtesy.uncontested_winner(hand)
    sees = [
        (hand.seats[asker].number, hand.seats[target].number)
        for asker in range(len(hand.seats))
        for target in range(len(hand.seats))
        if courtesy.may_see(hand, asker, target) and hand.holes[target] is not None
    ]
    # cards that the floor does not know are brought, and then both
    showable = _CARDS if winner != NOBODY and hand.holes[winner] is not None else (courtesy.BOTH_CARDS,)
    return Courtesies(
        winner=hand.seats[winner].number if winner != NOBODY else NOBODY,
        shows=[cards for cards in showable if _allowed(courtesy.check_courtesy_show, hand, winner, cards)],
        sees=sees,
        rabbit=_allowed(courtesy.check_rabbit, hand),
    )


def _allowed(check: Callable[P, None], *args: P.args, **kwargs: P.kwargs) -> bool:
    try:
        check(*args, **kwargs)
    except Refusal:
        return False
    return True
