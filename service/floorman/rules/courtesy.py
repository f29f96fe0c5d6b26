"""After the hand: what may still be seen though no chip moves (R-12.1, R-12.7, R-12.9)."""

from __future__ import annotations

from floorman import events, steps
from floorman.events import Event
from floorman.rules.choices import ShowAfterUncontested, ShowRequest
from floorman.rules.dealing import Deck, hole_indices
from floorman.rules.hand import BOARD_CARDS, FLOP, NO_INDEX, NOBODY, RIVER, STREETS, TURN, Claim, Hand, Seat
from floorman.rules.refusal import Reason, Refusal

__all__ = [
    "BOTH_CARDS",
    "check_courtesy_show",
    "check_rabbit",
    "check_see",
    "courtesy_show",
    "may_see",
    "rabbit",
    "see",
    "uncontested_winner",
]

BOTH_CARDS = 3


def uncontested_winner(hand: Hand) -> int:
    """The seat that won because all others folded, or NOBODY."""
    in_hand = hand.in_hand()
    return in_hand[0] if len(in_hand) == 1 else NOBODY


def check_courtesy_show(hand: Hand, position: int, cards: int) -> None:
    """R-12.1: whether the winner of an uncontested pot may show these cards.

    Args:
        hand: a hand that is over.
        position: the seat that would show.
        cards: a bit a card: 1 the first, 2 the second, 3 both.

    Raises:
        Refusal: another seat, shown before, or more cards than the table allows.
    """
    winner = uncontested_winner(hand)
    if NOBODY in {winner, position} or position != winner or hand.outcome != events.Outcome.PLAYED:
        raise Refusal(Reason.HAND_COMPLETE, "R-12.1", "The hand is over.")
    most = {ShowAfterUncontested.NONE: 0, ShowAfterUncontested.ONE: 1, ShowAfterUncontested.BOTH: 2}
    allowed = most[hand.config.show_after_uncontested]
    before = hand.seats[position].seen_cards
    shown = (before | cards).bit_count()
    if shown > allowed or before | cards == before:
        text = f"An uncontested winner may show {allowed} of its cards here, each once."
        raise Refusal(Reason.HAND_COMPLETE, "R-12.1", text, cards=shown, most=allowed)


def courtesy_show(hand: Hand, step: steps.Show | steps.ShowOne, happened: list[Event]) -> None:
    """The uncontested winner shows one card or both."""
    position = hand.position(step.seat)
    faces = hand.holes[position]
    assert faces is not None  # noqa: S101 (check_courtesy_show saw to it)
    indices = hole_indices(hand, position)
    seat = hand.seats[position]
    if isinstance(step, steps.Show):
        seat.seen_cards = BOTH_CARDS
        happened.append(events.Show(seat.number, indices, faces))
    else:
        seat.seen_cards |= 1 << step.which
        happened.append(events.ShowOne(seat.number, step.which, indices[step.which], faces[step.which]))


def check_see(hand: Hand, asker: int, target: int) -> None:
    """R-12.7: whether a seat may see a hand that went to the showdown and was not shown.

    Raises:
        Refusal: nothing to see, or no right to ask.
    """
    if not may_see(hand, asker, target):
        text = "This seat may not ask to see that hand."
        raise Refusal(
            Reason.STEP_NOT_ALLOWED,
            "R-12.7",
            text,
            seat=hand.seats[asker].number,
            target=hand.seats[target].number,
        )
    if not hand.knows(target):
        text = f"The cards of seat {hand.seats[target].number} are not known."
        raise Refusal(Reason.UNKNOWN_CARDS, "R-12.7", text, seat=hand.seats[target].number)


def may_see(hand: Hand, asker: int, target: int) -> bool:
    """Whether R-12.7 gives the asker the right to see the target's hand."""
    if hand.outcome != events.Outcome.PLAYED or len(hand.in_hand()) == 1 or asker == target:
        return False
    ask, shown = hand.seats[asker], hand.seats[target]
    hidden = not shown.folded and shown.claim is not Claim.SHOWN and shown.seen_cards != BOTH_CARDS
    if not hidden or ask.claim is Claim.MUCKED:  # who mucked cannot ask
        return False
    return _river_caller(hand, ask, target) or _requested(hand, ask)


def _river_caller(hand: Hand, ask: Seat, target: int) -> bool:
    """TDA 18-B: who called a river bet and kept the cards may see the last aggressor's."""
    called = ask.called_river and not ask.folded
    return hand.config.river_caller_right and called and target == hand.aggressor


def _requested(hand: Hand, ask: Seat) -> bool:
    match hand.config.show_request:
        case ShowRequest.OWNER_DECIDES:
            return False
        case ShowRequest.RIVER_CALLERS:  # who stayed to the end
            return not ask.folded
        case ShowRequest.TURN_REACHED:
            return ask.last_street >= TURN
        case ShowRequest.ANYONE:
            return True


def see(hand: Hand, asker: int, target: int, happened: list[Event]) -> None:
    """Shows a hand on request."""
    faces = hand.holes[target]
    assert faces is not None  # noqa: S101 (check_see saw to it)
    hand.seats[target].seen_cards = BOTH_CARDS
    happened.append(
        events.Seen(hand.seats[asker].number, hand.seats[target].number, hole_indices(hand, target), faces)
    )


def check_rabbit(hand: Hand) -> None:
    """R-12.9: whether undealt board cards may be shown.

    Raises:
        Refusal: the table does not allow it, the board is full, or it was done.
    """
    if not hand.config.rabbit_hunt:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-12.9", "This table shows no undealt cards.")
    if hand.outcome != events.Outcome.PLAYED:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-12.9", "Undealt cards are shown after a played hand.")
    if hand.host_deals:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-12.9", "The host deals this hand and holds its deck.")
    if all(len(board) == BOARD_CARDS[RIVER] for board in hand.boards):
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-12.9", "Every board card was dealt or shown.")


def rabbit(hand: Hand, deck: Deck, happened: list[Event]) -> None:
    """The cards that would have come, burns included (audit.md 3.6)."""
    first = next(street for street in range(FLOP, len(STREETS)) if BOARD_CARDS[street] > len(hand.boards[0]))
    for street in range(first, len(STREETS)):
        exposed_is_burn = street == FLOP and hand.exposed is not None and hand.replacement != NO_INDEX
        if hand.config.burn_cards and not exposed_is_burn:
            hand.cursor += 1
        for board in range(len(hand.boards)):
            count = BOARD_CARDS[street] - BOARD_CARDS[street - 1]
            indices = tuple(range(hand.cursor, hand.cursor + count))
            hand.cursor += count
            faces = tuple(deck.face(index) for index in indices)
            hand.boards[board] += faces
            hand.board_indices[board] += indices
            happened.append(events.RabbitCards(board, street, indices, faces))
