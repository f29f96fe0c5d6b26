"""Why something was refused, generated from ``ErrorReason`` of the contract by ``generate.sh``."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

__all__ = ["Reason"]


class Reason(IntEnum):
    """Why something was refused; each reason says which numbers go with it.

    A reason that this version of the client does not know, from a newer service, is a member all the same:
    its name is ``REASON_`` and its number.
    """

    UNSPECIFIED = 0
    """Not a reason."""

    HAND_COMPLETE = 1
    """The hand is over, and the step is none that may follow. Numbers: cards and most, where a winner would
    show more cards than it may (R-12.1).
    """

    UNKNOWN_SEAT = 2
    """The seat is not dealt into this hand. INVALID_ARGUMENT in an opening. Numbers: seat."""

    NOT_YOUR_TURN = 3
    """Another seat is to act, or nobody is. Numbers: seat; turn, the seat to act, where there is one."""

    CANNOT_CHECK = 4
    """Check while chips are owed (R-7.2). Numbers: owed."""

    NOTHING_TO_CALL = 5
    """Call while nothing is owed (R-7.2). Numbers: owed, 0."""

    FOLD_NOT_ALLOWED = 6
    """Fold without a bet to face while `allow_open_fold` is false (R-7.2). Numbers: owed, 0."""

    INSUFFICIENT_CHIPS = 7
    """More than the stack, or a raise by a stack that cannot exceed the call (R-8.1). Numbers: to, least,
    most, stack; or stack, owed, most, where it cannot exceed the call.
    """

    BET_BELOW_MINIMUM = 8
    """A bet below the minimum that is not all-in (R-8.1). Numbers: to, least, most."""

    RAISE_BELOW_MINIMUM = 9
    """A raise below the minimum that is not all-in (R-8.2). Numbers: to, least, most."""

    ABOVE_MAXIMUM = 10
    """Above the pot-limit maximum or the fixed-limit size (R-9.1, R-10.1). Numbers: to, least, most."""

    NOT_A_MULTIPLE_OF_STEP = 11
    """No multiple of `bet_step` and not all-in (R-8.4). Numbers: to, least, most, step (the `bet_step`)."""

    RAISE_NOT_REOPENED = 12
    """The seat has acted and only short all-ins followed (R-11.1). Numbers: level, the level now; acted_at,
    the level after its last action; increment, the last full bet or raise; owed.
    """

    RAISE_CAPPED = 13
    """The fixed-limit cap is reached (R-10.2). Numbers: bets, the wagers of the round; most, how many it may
    have; owed.
    """

    NO_OPPONENT_TO_RAISE = 14
    """Every opponent in hand is all-in (R-7.6). Numbers: owed."""

    NOT_A_BET = 15
    """`bet_to` where there is a bet to raise (R-7.2). Numbers: level."""

    NOT_A_RAISE = 16
    """`raise_to` where there is no bet (R-7.2). Numbers: level, 0."""

    RUN_NOT_OFFERED = 17
    """`run` at the wrong time, by the wrong seat, twice, or with a wrong count (R-14.1). Numbers: seat,
    count, most.
    """

    HANDS_ALREADY_UP = 18
    """Show or muck once all hands were turned up together (R-12.2). Numbers: none."""

    STEP_NOT_ALLOWED = 19
    """A step at a time when no seat may take it or the host may not order it: a misdeal after substantial
    action, a card that is not awaited, a courtesy that the switches do not allow. `rule` says which. Numbers:
    those that decide it, if any: seat, target, nth, actions (in-turn actions so far, at most 3).
    """

    UNKNOWN_CARDS = 20
    """The floor does not know the cards of the seat, which must bring two to show (R-12.6). Numbers: seat."""

    WRONG_CARDS = 21
    """Other cards than the floor knows or dealt (R-12.6). Numbers: seat."""

    CARD_TWICE = 22
    """A card twice in one hand (R-1.2). Numbers: card, as 4 * rank + suit. INVALID_ARGUMENT in an opening and
    in EvaluationService, as the next three.
    """

    CARD_NOT_IN_DECK = 23
    """A card that the deck in play does not hold (R-1.2, R-17). Numbers: card, as 4 * rank + suit."""

    CARD_COUNT = 24
    """Not as many cards, or boards, as are due. Numbers: seat or board, where one is meant; cards or boards,
    as many as came; least and most, as many as belong there, where that is said.
    """

    CARDS_ALREADY_KNOWN = 25
    """Cards were brought that the floor has. Numbers: seat."""

    FIELD_MISSING = 101
    """A required field is not set. Numbers: none."""

    UNKNOWN_ENUM = 102
    """An enum is UNSPECIFIED where a value is required, or holds a number that this version does not know.
    Numbers: value.
    """

    NUMBER_OUT_OF_RANGE = 103
    """A number outside its range. Numbers: value, least, most."""

    WRONG_LENGTH = 104
    """Bytes or a text too short or too long, in bytes. Numbers: length, least, most."""

    NOT_A_CARD = 105
    """A text that names no card (R-1.2). Numbers: none."""

    CONTRADICTION = 106
    """Fields that exclude each other. Numbers: none."""

    UNREADABLE_REQUEST = 107
    """The bytes of the request are not the message of the method, so no field can be named. Numbers: none."""

    CONFIG_INVALID = 201
    """A preset that does not exist, or switches out of range, missing, or contradicting each other;
    `field_violations` lists every one. Numbers: none.
    """

    UNSUPPORTED_SWITCH = 202
    """This version of the service does not play these values of these switches; `field_violations` lists
    every one, as opening.config and the name of the switch. Numbers: none.
    """

    SEAT_COUNT = 203
    """Too few or too many seats (R-1.1). Numbers: seats, least, most."""

    SEAT_OUT_OF_RANGE = 204
    """A seat number outside the table (R-1.1). Numbers: seat, least, most."""

    DUPLICATE_SEAT = 205
    """A seat twice (R-1.1). Numbers: seat."""

    CHIPS_OUT_OF_RANGE = 206
    """Chips outside their range, or more than 2^53-1 in all. Numbers: chips, least, most."""

    BUTTON_OUT_OF_RANGE = 207
    """The button outside the table (R-2.1). Numbers: seat, least, most."""

    BLIND_SEAT_INVALID = 208
    """A blind by a seat that cannot post it, or that nobody posts in this structure (R-3.1). Numbers: seat,
    where one is named.
    """

    POST_INVALID = 209
    """A live or dead post that the rules do not know (R-5.1, R-5.2, R-15). Numbers: seat; live_post, blind
    and most, where it is too large.
    """

    STRADDLE_INVALID = 210
    """A straddle that the switches do not allow, or a missing one that they demand (R-5.3). Numbers: seat; or
    players and least; or straddles and most; or amount and due; or seat, stack (chips left) and missing; or
    seat and amount of a straddle that is mandatory.
    """

    DECK_TOO_SMALL = 211
    """More cards than the deck has (R-1.1). Numbers: seats, needed, cards."""

    NOT_OFFERED = 212
    """A value that this service does not offer: a level, a beacon, given entropy, a fork guard. Numbers:
    none.
    """

    DELIVERY_UNPROTECTED = 213
    """A delivery without the keys or the fork guard that make it true (audit.md 5). Numbers: seat, where a
    key is missing.
    """

    SEED_REFUSED = 214
    """A revealed seed that the opening does not accept: at level COMMIT, of a seat that is not in the hand or
    committed to nothing, or one that does not open its commitment (audit.md 3.4). Numbers: seat; or entrant,
    in a draw (audit.md 8).
    """

    SEED_MISSING = 215
    """A seat that committed to a seed revealed none. It cannot be left out: open the hand again (audit.md
    3.4). Numbers: seat; or entrant, in a draw (audit.md 8).
    """

    CONSENT_INVALID = 216
    """A seat with an action key revealed a seed without its consent to this opening, or with one that does
    not verify; or a seat without one sent a consent (audit.md 3.4). Numbers: seat.
    """

    BEACON_INVALID = 217
    """The signature is not that of the beacon's round (audit.md 3.5). Numbers: none."""

    SCHEDULE_INVALID = 250
    """A blind schedule that cannot be played (R-3.5); `field_violations` lists everything. Numbers: none."""

    MALFORMED_STATE = 301
    """Not a token of this service, or not of the kind that the call takes. INVALID_ARGUMENT. Numbers: none.
    """

    UNREADABLE_STATE = 302
    """A token that was changed, cut or sealed with another key. INVALID_ARGUMENT. Numbers: none."""

    KEY_RETIRED = 303
    """Sealed or signed with a key that is no more in use; or no key of the service opens hands any more.
    FAILED_PRECONDITION. Numbers: key_id, in the first case.
    """

    RULES_VERSION = 304
    """Made under a version of the rules or of the codec that this replica does not know. FAILED_PRECONDITION.
    Numbers: rules_version or codec.
    """

    WRONG_HAND = 305
    """`hand_id` is not the hand of the state. ABORTED. Numbers: none."""

    STALE_STEP = 306
    """`expected_step` is not the step of the state. ABORTED. Numbers: expected_step; step, that of the state.
    """

    STATE_TOO_OLD = 307
    """Older than the service lets a hand go on (audit.md 6). FAILED_PRECONDITION. Numbers: max_seconds."""

    FORK = 308
    """The hand went on from here by another step, or was dealt otherwise (audit.md 5). ABORTED. Numbers:
    step, the one that was asked for; 0 for the deal.
    """

    GUARD_LOST = 309
    """The fork guard lost the hand: only `void_hand` with cause GUARD_LOST is accepted, and an opened hand is
    opened again. FAILED_PRECONDITION. Numbers: none.
    """

    GUARD_UNAVAILABLE = 310
    """The fork guard cannot be reached, or this replica has none: repeat the same request. UNAVAILABLE.
    Numbers: none.
    """

    SIGNATURE_MISSING = 311
    """A step of this seat must carry the seat's signature (audit.md 5). FAILED_PRECONDITION. Numbers: seat.
    """

    SIGNATURE_INVALID = 312
    """The seat's signature does not fit hand, step, head and step bytes (audit.md 4.1). INVALID_ARGUMENT.
    Numbers: seat.
    """

    TIMEOUT_TOO_EARLY = 313
    """A time-out sooner after the opening than the service allows (audit.md 6). FAILED_PRECONDITION. Numbers:
    none.
    """

    SECRET_WRONG = 314
    """The secret does not open the view token (audit.md 5). PERMISSION_DENIED. Numbers: none."""

    HAND_NOT_COMPLETE = 315
    """The call is for hands that are over, and this one is not. FAILED_PRECONDITION. Numbers: step."""

    NOT_PROVED = 316
    """What was brought for a record does not prove the hand of the state; `message` says why.
    INVALID_ARGUMENT. Numbers: check, the number in CheckName of the first check that fails.
    """

    LIMIT = 401
    """A limit of the service is exceeded: of steps, hands, bytes or calls. RESOURCE_EXHAUSTED. Numbers: value
    and most, where one request exceeds it.
    """

    NOT_AUTHENTICATED = 402
    """No credentials, or none that hold. UNAUTHENTICATED. Numbers: none."""

    NOT_PERMITTED = 403
    """The role of the caller does not cover the call. PERMISSION_DENIED. Numbers: none."""

    INTERNAL = 404
    """An error of the service; `message` holds an incident id and nothing else. INTERNAL. Numbers: none."""

    OUT_OF_TIME = 405
    """The deadline that the caller set came before there was an answer. DEADLINE_EXCEEDED. Numbers: none."""

    BELOW_MINIMUM_BUYIN = 501
    """A buy-in below the smallest one (R-19.1). Numbers: amount, least, most."""

    ABOVE_MAXIMUM_BUYIN = 502
    """More than the largest buy-in, or than fits under it (R-19.1). Numbers: amount, least, most; stack,
    where chips are added to one.
    """

    BELOW_AMOUNT_TAKEN = 503
    """A player who comes back with less than was taken away a short while ago (R-19.2). Numbers: amount,
    least, most.
    """

    NOT_A_MULTIPLE_OF_UNIT = 504
    """No multiple of the table's smallest chip (R-13.5). Numbers: amount, unit."""

    TOPUP_NOT_OFFERED = 505
    """This table sells no chips after the buy-in (R-19.1, R-19.3). Numbers: none."""

    HAND_RUNNING = 506
    """The seat is dealt into a hand that is not over (R-19.1). Numbers: none."""

    GOING_SOUTH = 507
    """A part of a stack, where chips leave the table only with their player (R-19.1). Numbers: amount, stack.
    """

    NOT_BUST = 508
    """A re-buy by a player who has chips (R-19.3). Numbers: stack."""

    REBUYS_USED_UP = 509
    """As many re-buys as a player may have (R-19.3). Numbers: taken, most."""

    REBUYS_OVER = 510
    """After the last level with re-buys and add-ons (R-19.3). Numbers: level, most."""

    ADDON_NOT_OFFERED = 511
    """No add-on in this tournament, or no more for this player (R-19.3). Numbers: taken, most."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, int):
            return None
        reason = int.__new__(cls, value)
        reason._name_ = f"REASON_{value}"
        reason._value_ = value
        return reason
