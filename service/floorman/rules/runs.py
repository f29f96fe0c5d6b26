"""Run it N times: when it is offered, the votes, what they decide (R-14)."""

from __future__ import annotations

from floorman import events
from floorman.events import Event
from floorman.rules.choices import RunItBurn, RunItConsent, RunItPlayers
from floorman.rules.dealing import exposed_burn, pack_of
from floorman.rules.hand import BOARD_CARDS, FLOP, RIVER, Hand, Phase
from floorman.rules.refusal import Reason, Refusal

__all__ = ["check_vote", "most_runs", "open_question", "resolve_votes", "vote"]


def most_runs(hand: Hand) -> int:
    """How often the rest of the board can be run at this table with this deck; 1 = not at all (R-14.2)."""
    config = hand.config
    if config.run_it_max == 1 or config.bomb_pot or len(hand.boards[0]) == BOARD_CARDS[RIVER]:
        return 1
    if config.run_it_players is RunItPlayers.HEADSUP_ONLY and len(hand.in_hand()) != 2:
        return 1
    runs = config.run_it_max
    while runs > 1 and _last_card(hand, runs) > len(pack_of(config)):
        runs -= 1
    return runs


def _last_card(hand: Hand, runs: int) -> int:
    """Cards off the deck once every run is dealt."""
    dealt = len(hand.boards[0])
    streets = sum(1 for street in range(FLOP, len(BOARD_CARDS)) if BOARD_CARDS[street] > dealt)
    burning = {RunItBurn.PER_BOARD: runs, RunItBurn.FIRST_BOARD_ONLY: 1, RunItBurn.NONE: 0}
    burns = burning[hand.config.run_it_burn] * streets if hand.config.burn_cards else 0
    if burns and dealt == 0 and exposed_burn(hand) is not None:
        burns -= 1
    used = hand.cursor
    if hand.host_deals:
        used = 2 * len(hand.seats) + dealt + hand.burns
    return used + burns + runs * (BOARD_CARDS[RIVER] - dealt)


def open_question(hand: Hand, happened: list[Event]) -> bool:
    """Asks, decides, or finds nothing to ask; True if the seats must vote first (R-14.1)."""
    runs = most_runs(hand)
    if runs == 1:
        _begin(hand, 1)  # nothing was asked, so nothing is announced
    elif hand.config.run_it_consent is RunItConsent.MANDATORY:
        _decide(hand, runs, happened)
    else:
        hand.phase = Phase.RUN_VOTE
        return True
    return False


def _decide(hand: Hand, runs: int, happened: list[Event]) -> None:
    happened.append(events.RunResult(runs))
    _begin(hand, runs)


def _begin(hand: Hand, runs: int) -> None:
    hand.runs = runs
    hand.run_from = len(hand.boards[0])
    for board in range(1, runs):
        hand.boards.append(hand.boards[0][:])
        hand.board_indices.append(hand.board_indices[0][:])
        if hand.host_deals:
            _share_known(hand, board)


def _share_known(hand: Hand, board: int) -> None:
    """Host dealing: a further board begins with the cards that lie; one named otherwise is asked anew."""
    shared = hand.boards[0]
    while board >= len(hand.known_boards):  # before the flop no board may be named yet
        hand.known_boards.append(shared[:])
    if hand.known_boards[board][: len(shared)] != shared:
        hand.known_boards[board] = shared[:]


def check_vote(hand: Hand, position: int, count: int) -> None:
    """Whether a seat may vote for a number of runs.

    Raises:
        Refusal: RUN_NOT_OFFERED.
    """
    seat = hand.seats[position]
    most = most_runs(hand) if hand.phase is Phase.RUN_VOTE else 0
    if hand.phase is not Phase.RUN_VOTE:
        text = "Running it several times is not the question now."
    elif seat.folded:
        text = f"Seat {seat.number} is not in the hand."
    elif seat.vote:
        text = f"Seat {seat.number} has voted already."
    elif not 1 <= count <= most:
        text = f"A vote is for 1 to {most} runs."
    else:
        return
    raise Refusal(Reason.RUN_NOT_OFFERED, "R-14.1", text, seat=seat.number, count=count, most=most)


def vote(hand: Hand, position: int, count: int, happened: list[Event]) -> bool:
    """Counts a vote; True once every seat in hand has voted. Votes that differ are one run."""
    seat = hand.seats[position]
    seat.vote = count
    happened.append(events.RunVote(seat.number, count))
    votes = {hand.seats[other].vote for other in hand.in_hand()}
    if 0 in votes:
        return False
    _decide(hand, votes.pop() if len(votes) == 1 else 1, happened)
    return True


def resolve_votes(hand: Hand, happened: list[Event]) -> None:
    """The table's own answer to an open question is one run."""
    _decide(hand, 1, happened)
