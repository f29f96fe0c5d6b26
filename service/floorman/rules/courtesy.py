"""After the hand: what may still be seen though no chip moves (R-12.1, R-12.7, R-12.9)."""

from __future__ import annotations

from floorman import events, steps
from floorman.events import Event
from floorman.rules.choices import ShowAfterUncontested, ShowRequest
from floorman.rules.dealing import Deck, exposed_burn, hole_indices, lay, next_street
from floorman.rules.hand import BOARD_CARDS, FLOP, NOBODY, RIVER, STREETS, TURN, Claim, Hand, Seat
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
    faces = hand.cards(position)
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
    shown = hand.seats[target]
    shown.seen_cards = BOTH_CARDS
    indices, faces = hole_indices(hand, target), hand.cards(target)
    happened.append(events.Seen(hand.seats[asker].number, shown.number, indices, faces))


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
    for street in range(next_street(hand, 0), len(STREETS)):
        burnt_before = street == FLOP and exposed_burn(hand) is not None
        if hand.config.burn_cards and not burnt_before:
            hand.cursor += 1
        happened += [
            events.RabbitCards(board, street, *lay(hand, deck, board, street))
            for board in range(len(hand.boards))
        ]
