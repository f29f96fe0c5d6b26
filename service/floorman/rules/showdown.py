"""The showdown: when hands are turned up, in which order seats show or muck, and who may do what (R-12)."""

from __future__ import annotations

from floorman import events
from floorman.cards import FACE_DOWN, card_names
from floorman.events import Event
from floorman.rules.choices import AllinFaceUp, AllinFirst
from floorman.rules.dealing import hole_indices
from floorman.rules.hand import NOBODY, RIVER, Claim, Hand, Seat
from floorman.rules.known_cards import check_hole
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.settlement import merged_pots, strengths_of

__all__ = [
    "check_show_one",
    "check_tabled",
    "check_which",
    "decide_by_table_rule",
    "muck",
    "next_to_show",
    "show",
    "show_one",
    "turn_up",
    "turns_up_at_showdown",
    "turns_up_before_the_board",
    "unnamed_claims",
]


def turns_up_before_the_board(hand: Hand) -> bool:
    """R-12.2: whether hands go up when betting ends with cards to come."""
    return hand.config.allin_face_up is not AllinFaceUp.AT_SHOWDOWN_ONLY


def turns_up_at_showdown(hand: Hand) -> bool:
    """R-12.2, ALWAYS: at the latest when river betting ends, if any seat in hand is all-in."""
    return hand.config.allin_face_up is AllinFaceUp.ALWAYS and any(seat.all_in for seat in hand.seats)


def unnamed_claims(hand: Hand) -> list[int]:
    """Positions that still claim a pot with cards that are not known."""
    return [
        position
        for position in hand.in_hand()
        if not hand.knows(position) and hand.seats[position].claim is Claim.OPEN
    ]


def turn_up(hand: Hand, happened: list[Event]) -> None:
    """All hands in hand go up together; nobody can muck any more (R-12.2)."""
    hand.hands_up = True
    for position in _turning_order(hand):
        seat = hand.seats[position]
        if seat.folded or seat.claim is Claim.MUCKED:
            continue
        seat.claim = Claim.SHOWN
        happened.append(events.HandUp(seat.number, hole_indices(hand, position), hand.cards(position)))


def _turning_order(hand: Hand) -> list[int]:
    """Table order; with FIRST_ALLIN and all in hand all-in, the first all-in action leads (section 24)."""
    if hand.config.allin_first is AllinFirst.FIRST_ALLIN and _all_are_all_in(hand):
        return hand.clockwise_from(max(0, hand.first_all_in))
    return hand.clockwise_from(0)


def _all_are_all_in(hand: Hand) -> bool:
    return all(hand.seats[position].all_in for position in hand.in_hand())


def _show_order(hand: Hand) -> list[int]:
    """R-12.3, R-12.4: contenders of the last side pot first, each pot from the last aggressor clockwise."""
    # only a bet on the river makes a seat show first; after a run-out it is the left of the button
    leader = hand.aggressor if hand.street == RIVER and hand.aggressor != NOBODY else 0
    around = hand.clockwise_from(leader)
    order: list[int] = []
    for pot in reversed(merged_pots(hand)):
        if len(pot.eligible) > 1:  # a pot of one never leads the order
            order += [position for position in around if position in pot.eligible and position not in order]
    order += [position for position in around if not hand.seats[position].folded and position not in order]
    return order


def next_to_show(hand: Hand) -> int:
    """The position whose turn it is to show or muck, or NOBODY once only one claim is open or none."""
    in_hand = hand.in_hand()
    if sum(1 for position in in_hand if hand.seats[position].claim is not Claim.MUCKED) == 1:
        return NOBODY  # if all but one muck, the last need not show
    for position in _show_order(hand):
        if hand.seats[position].claim is Claim.OPEN:
            return position
    return NOBODY


def decide_by_table_rule(hand: Hand, position: int, happened: list[Event]) -> None:
    """R-12.5: the table shows or mucks for a seat."""
    if not hand.knows(position):
        muck(hand, position, happened)  # both cards or no claim
    elif not hand.config.auto_muck or _is_first(hand) or _wins_so_far(hand, position):
        show(hand, position, happened)
    else:
        muck(hand, position, happened)


def _is_first(hand: Hand) -> bool:
    """Whether nobody has shown or mucked yet."""
    return all(seat.claim is Claim.OPEN for seat in hand.seats)


def _wins_so_far(hand: Hand, position: int) -> bool:
    """Whether the hand wins or ties a contested pot on any board against the hands shown so far."""
    mine = strengths_of(hand, position)
    for pot in merged_pots(hand):
        if len(pot.eligible) == 1 or position not in pot.eligible:
            continue
        shown = [
            strengths_of(hand, other)
            for other in pot.eligible
            if other != position and hand.seats[other].claim is Claim.SHOWN
        ]
        for board, my_strength in enumerate(mine):
            if all(theirs[board] <= my_strength for theirs in shown):
                return True
    return False


def show(hand: Hand, position: int, happened: list[Event]) -> None:
    """Tables a hand."""
    seat = hand.seats[position]
    seat.claim = Claim.SHOWN
    happened.append(events.Show(seat.number, hole_indices(hand, position), hand.cards(position)))


def check_which(which: int) -> None:
    """Whether a hand has a card of this number.

    Raises:
        Refusal: it is neither 0 nor 1.
    """
    if which not in {0, 1}:
        text = f"A seat has cards 0 and 1, not {which}."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-12.6", text, which=which)


def check_show_one(hand: Hand, position: int, which: int) -> None:
    """Whether a seat can show one card.

    Raises:
        Refusal: no such card, or the floor does not know it.
    """
    check_which(which)
    holes = hand.holes[position]
    if holes is None or holes[which] == FACE_DOWN:
        text = f"The cards of seat {hand.seats[position].number} are not known: muck instead."
        raise Refusal(Reason.UNKNOWN_CARDS, "R-12.6", text, seat=hand.seats[position].number)


def show_one(hand: Hand, position: int, which: int, happened: list[Event]) -> None:
    """Shows one card and gives up the claim: to win, both cards must be shown (R-12.6)."""
    seat = hand.seats[position]
    _give_up(hand, seat)
    seat.seen_cards |= 1 << which
    index, face = hole_indices(hand, position)[which], hand.cards(position)[which]
    happened.append(events.ShowOne(seat.number, which, index, face))


def muck(hand: Hand, position: int, happened: list[Event]) -> None:
    """Gives up a hand's claim."""
    seat = hand.seats[position]
    _give_up(hand, seat)
    happened.append(events.Muck(seat.number))


def _give_up(hand: Hand, seat: Seat) -> None:
    """No claim any more; the order counts, for the last who mucks takes what nobody claims (R-12.5)."""
    seat.claim = Claim.MUCKED
    seat.muck_order = 1 + max(other.muck_order for other in hand.seats)


def check_tabled(hand: Hand, position: int, cards: tuple[int, ...]) -> None:
    """Whether a seat can show its hand, with the cards it brings where the floor does not know them.

    Raises:
        Refusal: the cards are unknown, or are not those that the floor knows.
    """
    seat = hand.seats[position]
    known = hand.holes[position]
    if not hand.knows(position) and (known is not None or not cards):
        text = f"The cards of seat {seat.number} are not known: bring them, or muck."
        raise Refusal(Reason.UNKNOWN_CARDS, "R-12.6", text, seat=seat.number)
    if known is None:
        check_hole(hand, position, cards)
    elif cards and sorted(cards) != sorted(known):
        text = f"Seat {seat.number} was not dealt {' '.join(card_names(cards))}."
        raise Refusal(Reason.WRONG_CARDS, "R-12.6", text, seat=seat.number)
