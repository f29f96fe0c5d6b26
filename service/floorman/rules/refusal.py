"""A refusal: the floor's "no", with its reason, the numbers that decide it and the rule."""

from __future__ import annotations

from enum import Enum

__all__ = ["Reason", "Refusal"]


class Reason(Enum):
    """Why a step, a start or chips are refused; the contract's ``ErrorReason`` has these names."""

    # a step
    HAND_COMPLETE = "HAND_COMPLETE"
    UNKNOWN_SEAT = "UNKNOWN_SEAT"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    CANNOT_CHECK = "CANNOT_CHECK"
    NOTHING_TO_CALL = "NOTHING_TO_CALL"
    FOLD_NOT_ALLOWED = "FOLD_NOT_ALLOWED"
    INSUFFICIENT_CHIPS = "INSUFFICIENT_CHIPS"
    BET_BELOW_MINIMUM = "BET_BELOW_MINIMUM"
    RAISE_BELOW_MINIMUM = "RAISE_BELOW_MINIMUM"
    ABOVE_MAXIMUM = "ABOVE_MAXIMUM"
    NOT_A_MULTIPLE_OF_STEP = "NOT_A_MULTIPLE_OF_STEP"
    RAISE_NOT_REOPENED = "RAISE_NOT_REOPENED"
    RAISE_CAPPED = "RAISE_CAPPED"
    NO_OPPONENT_TO_RAISE = "NO_OPPONENT_TO_RAISE"
    NOT_A_BET = "NOT_A_BET"
    NOT_A_RAISE = "NOT_A_RAISE"
    RUN_NOT_OFFERED = "RUN_NOT_OFFERED"
    HANDS_ALREADY_UP = "HANDS_ALREADY_UP"
    STEP_NOT_ALLOWED = "STEP_NOT_ALLOWED"
    UNKNOWN_CARDS = "UNKNOWN_CARDS"
    WRONG_CARDS = "WRONG_CARDS"
    CARD_TWICE = "CARD_TWICE"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK"
    CARD_COUNT = "CARD_COUNT"
    CARDS_ALREADY_KNOWN = "CARDS_ALREADY_KNOWN"
    # the start of a hand
    SEAT_COUNT = "SEAT_COUNT"
    SEAT_OUT_OF_RANGE = "SEAT_OUT_OF_RANGE"
    DUPLICATE_SEAT = "DUPLICATE_SEAT"
    CHIPS_OUT_OF_RANGE = "CHIPS_OUT_OF_RANGE"
    BUTTON_OUT_OF_RANGE = "BUTTON_OUT_OF_RANGE"
    BLIND_SEAT_INVALID = "BLIND_SEAT_INVALID"
    POST_INVALID = "POST_INVALID"
    STRADDLE_INVALID = "STRADDLE_INVALID"
    DECK_TOO_SMALL = "DECK_TOO_SMALL"
    # chips that the table does not let on or off
    BELOW_MINIMUM_BUYIN = "BELOW_MINIMUM_BUYIN"
    ABOVE_MAXIMUM_BUYIN = "ABOVE_MAXIMUM_BUYIN"
    BELOW_AMOUNT_TAKEN = "BELOW_AMOUNT_TAKEN"
    NOT_A_MULTIPLE_OF_UNIT = "NOT_A_MULTIPLE_OF_UNIT"
    TOPUP_NOT_OFFERED = "TOPUP_NOT_OFFERED"
    HAND_RUNNING = "HAND_RUNNING"
    GOING_SOUTH = "GOING_SOUTH"
    NOT_BUST = "NOT_BUST"
    REBUYS_USED_UP = "REBUYS_USED_UP"
    REBUYS_OVER = "REBUYS_OVER"
    ADDON_NOT_OFFERED = "ADDON_NOT_OFFERED"


class Refusal(Exception):  # noqa: N818 (a refusal is an answer of the floor, not a fault)
    """The floor says no; nothing has changed.

    Attributes:
        reason: the code.
        rule: the rule book's number, like ``"R-8.2"``.
        text: one English sentence for people.
        numbers: the numbers that decide it, by name: chips, seats or counts.
        field: where in the request, for a start; empty for a step.
    """

    def __init__(self, reason: Reason, rule: str, text: str, *, field: str = "", **numbers: int) -> None:
        super().__init__(text)
        self.reason = reason
        self.rule = rule
        self.text = text
        self.numbers = tuple(numbers.items())
        self.field = field
