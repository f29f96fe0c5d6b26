"""What goes wrong at a table: exposed cards, misdeals, hands called off or killed (R-6.3, R-18, R-5.4)."""

from __future__ import annotations

from floorman import events, steps
from floorman.cards import FACE_DOWN
from floorman.events import Event, ExposedOutcome, Outcome
from floorman.rules.choices import ExposedCard, ExposedFirstTwo
from floorman.rules.dealing import Deck, hole_indices, places_off_the_deck
from floorman.rules.hand import NO_INDEX, NOBODY, PREFLOP, Hand, Phase
from floorman.rules.refusal import Reason, Refusal

__all__ = [
    "call_off",
    "check_expose",
    "check_kill",
    "check_misdeal",
    "expose",
    "kill",
    "substantial_action",
]


def substantial_action(hand: Hand) -> bool:
    """R-18.2: two in-turn actions of which one put chips in, or any three; posts do not count."""
    return hand.actions >= 3 or (hand.actions == 2 and hand.chips_wagered)


def check_misdeal(hand: Hand) -> None:
    """R-18.1: a misdeal can be declared only before substantial action.

    Raises:
        Refusal: it is too late.
    """
    if substantial_action(hand):
        text = f"There was substantial action ({hand.actions} actions or more): the hand stands."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-18.2", text, actions=hand.actions)


def call_off(hand: Hand, outcome: Outcome, cause: steps.Cause, happened: list[Event]) -> None:
    """Ends a hand without a winner: every chip not yet refunded goes back (R-18.1, R-18.3)."""
    happened.append(events.Misdeal(cause) if outcome is Outcome.MISDEAL else events.Void(cause))
    for seat in hand.seats:
        chips = seat.total + seat.dead
        if chips:
            seat.stack += chips
            seat.total = seat.dead = seat.posted = seat.put = 0
            seat.refunded += chips
            hand.pot -= chips
            happened.append(events.Returned(seat.number, chips, seat.stack, hand.pot))
    finish(hand, outcome, happened)


def finish(hand: Hand, outcome: Outcome, happened: list[Event]) -> None:
    """Closes the hand for good."""
    hand.phase = Phase.COMPLETE
    hand.actor = NOBODY
    hand.outcome = outcome
    stacks = tuple(sorted((seat.number, seat.stack) for seat in hand.seats))
    happened.append(events.Complete(outcome, hand.rake, stacks))


def check_expose(hand: Hand, position: int, nth: int) -> None:
    """R-6.3: whether a hole card can be exposed now.

    Raises:
        Refusal: after the first action, once hands were turned up, or a card that the floor does not know.
    """
    seat = hand.seats[position]
    # without an action a hand can get as far as this by its posts alone
    shown = hand.hands_up or hand.phase in {Phase.SHOW, Phase.COMPLETE}
    if hand.actions or shown:
        text = "A card is exposed before the first action; what is turned over later is its owner's."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-6.3", text, actions=hand.actions)
    if nth not in {0, 1}:
        text = f"A seat has cards 0 and 1, not {nth}."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-6.3", text, nth=nth)
    holes = hand.holes[position]
    if holes is None or holes[nth] == FACE_DOWN:
        text = f"The cards of seat {seat.number} are not known to the floor."
        raise Refusal(Reason.UNKNOWN_CARDS, "R-6.3", text, seat=seat.number)
    if hand.host_deals and _outcome(hand, position, nth) is ExposedOutcome.REPLACED:
        text = "The host deals this hand: replace the card at the table and name the cards that play."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-6.3", text, seat=seat.number)


def _outcome(hand: Hand, position: int, nth: int) -> ExposedOutcome:
    """What an exposed card leads to at this table."""
    config = hand.config
    off_the_deck = places_off_the_deck(hand, position)[nth]
    first_two = off_the_deck < 2 and config.exposed_first_two is ExposedFirstTwo.MISDEAL
    if hand.exposed is not None or config.exposed_card is ExposedCard.MISDEAL or first_two:
        return ExposedOutcome.MISDEAL  # two exposed cards are a misdeal always
    return ExposedOutcome.KEPT if config.exposed_card is ExposedCard.KEEP else ExposedOutcome.REPLACED


def expose(hand: Hand, deck: Deck, position: int, nth: int, happened: list[Event]) -> None:
    """The dealer exposed a hole card: it is replaced, kept, or ends the deal (R-6.3, audit.md 3.6)."""
    seat = hand.seats[position]
    outcome = _outcome(hand, position, nth)
    holes = hand.cards(position)
    face = holes[nth]
    index = hole_indices(hand, position)[nth]
    if outcome is not ExposedOutcome.MISDEAL:
        hand.exposed = (position, nth, index, face)
    if outcome is ExposedOutcome.REPLACED:
        hand.replacement = _replacement(hand)
        drawn = deck.hole(hand.replacement)
        hand.holes[position] = (drawn, holes[1]) if nth == 0 else (holes[0], drawn)
    happened.append(events.Exposed(seat.number, nth, outcome, _named(hand, outcome), index, face))
    if outcome is ExposedOutcome.MISDEAL:
        call_off(hand, Outcome.MISDEAL, steps.Cause.EXPOSED, happened)


def _named(hand: Hand, outcome: ExposedOutcome) -> int:
    return hand.replacement if outcome is ExposedOutcome.REPLACED else NO_INDEX


def _replacement(hand: Hand) -> int:
    """The deck index that the owner gets: the flop burn that lies face down, or the cursor's card."""
    if hand.street > PREFLOP and hand.config.burn_cards:  # a bomb pot's flop lies already
        return 2 * len(hand.seats)
    hand.cursor += 1
    return hand.cursor - 1


def check_kill(hand: Hand, position: int) -> None:
    """R-5.4: whether a hand can be killed now.

    Raises:
        Refusal: the hand waits for something else, or the seat has no hand.
    """
    seat = hand.seats[position]
    if hand.phase not in {Phase.BET, Phase.SHOW}:
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-5.4", "A hand is killed while seats bet or show.")
    if seat.folded:
        text = f"Seat {seat.number} is not in the hand any more."
        raise Refusal(Reason.STEP_NOT_ALLOWED, "R-5.4", text, seat=seat.number)


def kill(hand: Hand, position: int, happened: list[Event]) -> None:
    """The hand of an absent player is dead; its posts stay in the pot (R-13.1)."""
    seat = hand.seats[position]
    seat.folded = True
    seat.killed = True
    happened.append(events.Killed(seat.number))
    if hand.actor == position:
        hand.turn = (position + 1) % len(hand.seats)
    elif hand.actor != NOBODY:
        hand.turn = hand.actor
