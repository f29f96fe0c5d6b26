"""The choices of the switches: one enum for each switch that has named values (section 20)."""

from __future__ import annotations

from enum import Enum

__all__ = [
    "AbsentPlayer",
    "AllinFaceUp",
    "AllinFirst",
    "AnteOrder",
    "AnteType",
    "Betting",
    "BlindStructure",
    "ButtonRule",
    "DealPattern",
    "DealStart",
    "DrawTie",
    "EntryGap",
    "EntryPost",
    "ExposedCard",
    "ExposedFirstTwo",
    "FirstButton",
    "FlCapHeadsup",
    "FlPartialBase",
    "MinRaiseRule",
    "MissedBlinds",
    "MissedSbAlone",
    "OddChips",
    "PlAntePreflop",
    "PotReport",
    "RakeRounding",
    "ReopenRule",
    "RunItBurn",
    "RunItConsent",
    "RunItPlayers",
    "ShowAfterUncontested",
    "ShowRequest",
    "StraddleMinRaise",
    "StraddleOrder",
    "StraddleSeat",
    "Topup",
    "Variant",
]


class Variant(Enum):
    """R-1.2: The deck, and with it the order of hands."""

    HOLDEM_52 = "HOLDEM_52"
    SHORT_DECK_36 = "SHORT_DECK_36"


class Betting(Enum):
    """R-8.1: How much a bet or raise may be."""

    NO_LIMIT = "NO_LIMIT"
    POT_LIMIT = "POT_LIMIT"
    FIXED_LIMIT = "FIXED_LIMIT"


class FirstButton(Enum):
    """R-2.1: How the first button is found."""

    RANDOM = "RANDOM"
    HIGH_CARD = "HIGH_CARD"
    GIVEN = "GIVEN"


class DrawTie(Enum):
    """R-2.2: What equal high cards do in a draw."""

    REDRAW_TIED = "REDRAW_TIED"
    REDRAW_ALL = "REDRAW_ALL"
    SUIT_ORDER = "SUIT_ORDER"


class ButtonRule(Enum):
    """R-2.3: How button and blinds move."""

    DEAD = "DEAD"
    MOVING = "MOVING"


class BlindStructure(Enum):
    """R-3.1: Who posts a blind."""

    SB_BB = "SB_BB"
    SINGLE_BLIND = "SINGLE_BLIND"
    BUTTON_BLIND = "BUTTON_BLIND"
    NONE = "NONE"


class AnteType(Enum):
    """R-4.1: Who pays an ante."""

    NONE = "NONE"
    EACH = "EACH"
    BIG_BLIND = "BIG_BLIND"
    BUTTON = "BUTTON"


class AnteOrder(Enum):
    """R-4.3: What a short single payer pays first."""

    BLIND_FIRST = "BLIND_FIRST"
    ANTE_FIRST = "ANTE_FIRST"


class EntryPost(Enum):
    """R-5.1: What a newcomer owes."""

    POST_BB_LIVE = "POST_BB_LIVE"
    POST_BB_DEAD = "POST_BB_DEAD"
    WAIT_FOR_BB = "WAIT_FOR_BB"
    FREE = "FREE"


class EntryGap(Enum):
    """R-5.1: Where a newcomer is not dealt in."""

    NOT_BETWEEN_BUTTON_AND_BB = "NOT_BETWEEN_BUTTON_AND_BB"
    NOT_BETWEEN_SB_AND_BUTTON = "NOT_BETWEEN_SB_AND_BUTTON"
    BUY_BUTTON = "BUY_BUTTON"


class MissedBlinds(Enum):
    """R-5.2: How a seat returns that missed blinds."""

    POST = "POST"
    WAIT_ONLY = "WAIT_ONLY"
    IGNORE = "IGNORE"


class MissedSbAlone(Enum):
    """R-5.2: What a missed small blind alone is when it is posted."""

    DEAD = "DEAD"
    LIVE = "LIVE"


class StraddleSeat(Enum):
    """R-5.3: Which seats may straddle; empty = none."""

    UTG = "UTG"
    BUTTON = "BUTTON"
    ANY = "ANY"


class StraddleOrder(Enum):
    """R-5.3: Who acts first after a straddle."""

    LEFT_OF_STRADDLE = "LEFT_OF_STRADDLE"
    UTG_FIRST = "UTG_FIRST"


class StraddleMinRaise(Enum):
    """R-5.3: The increment of the first raise over a straddle."""

    FULL = "FULL"
    DIFFERENCE = "DIFFERENCE"


class DealStart(Enum):
    """R-6.1: The seat that gets the first card."""

    LEFT_OF_BUTTON = "LEFT_OF_BUTTON"
    BIG_BLIND = "BIG_BLIND"


class DealPattern(Enum):
    """R-6.1: How the two hole cards are dealt."""

    ONE_AT_A_TIME = "ONE_AT_A_TIME"
    TWO_AT_ONCE = "TWO_AT_ONCE"


class ExposedCard(Enum):
    """R-6.3: A hole card that the dealer exposes."""

    REPLACE_WITH_BURN = "REPLACE_WITH_BURN"
    KEEP = "KEEP"
    MISDEAL = "MISDEAL"


class ExposedFirstTwo(Enum):
    """R-6.3: The same for the first two cards off the deck."""

    REPLACE = "REPLACE"
    MISDEAL = "MISDEAL"


class MinRaiseRule(Enum):
    """R-8.2: The minimum raise."""

    LAST_FULL_INCREMENT = "LAST_FULL_INCREMENT"
    DOUBLE_LAST_TOTAL = "DOUBLE_LAST_TOTAL"


class ReopenRule(Enum):
    """R-11.1: When short all-ins give a seat that has acted the right to raise."""

    CUMULATIVE_FULL = "CUMULATIVE_FULL"
    SINGLE_FULL = "SINGLE_FULL"
    HALF = "HALF"


class PlAntePreflop(Enum):
    """R-9.4: Pot limit: which antes count before the flop."""

    EACH_ONLY = "EACH_ONLY"
    ALL = "ALL"
    NONE = "NONE"


class FlCapHeadsup(Enum):
    """R-10.2: Fixed limit: when two players lift the cap."""

    UNCAPPED_IF_HEADSUP_BEFORE_CAP = "UNCAPPED_IF_HEADSUP_BEFORE_CAP"
    UNCAPPED_IF_ROUND_STARTS_HEADSUP = "UNCAPPED_IF_ROUND_STARTS_HEADSUP"
    ONLY_LAST_TWO_IN_EVENT = "ONLY_LAST_TWO_IN_EVENT"
    ALWAYS_CAPPED = "ALWAYS_CAPPED"


class FlPartialBase(Enum):
    """R-10.3: Fixed limit: from where the raise over an all-in of at least half a bet counts."""

    ALLIN_AMOUNT = "ALLIN_AMOUNT"
    NEXT_LEVEL = "NEXT_LEVEL"


class AllinFaceUp(Enum):
    """R-12.2: When an all-in turns all hands up."""

    BEFORE_RIVER = "BEFORE_RIVER"
    ALWAYS = "ALWAYS"
    AT_SHOWDOWN_ONLY = "AT_SHOWDOWN_ONLY"


class AllinFirst(Enum):
    """R-12.2: The order in which they are turned up."""

    SIMULTANEOUS = "SIMULTANEOUS"
    FIRST_ALLIN = "FIRST_ALLIN"


class ShowAfterUncontested(Enum):
    """R-12.1: How many cards an uncontested winner may show."""

    NONE = "NONE"
    ONE = "ONE"
    BOTH = "BOTH"


class ShowRequest(Enum):
    """R-12.7: Who may ask to see a hand."""

    OWNER_DECIDES = "OWNER_DECIDES"
    RIVER_CALLERS = "RIVER_CALLERS"
    TURN_REACHED = "TURN_REACHED"
    ANYONE = "ANYONE"


class OddChips(Enum):
    """R-13.5: Who gets the remainder of a split."""

    ONE_EACH = "ONE_EACH"
    ALL_TO_FIRST = "ALL_TO_FIRST"


class PotReport(Enum):
    """R-13.2: Whether pots also break at folded players' totals; pay-outs are the same."""

    MERGED = "MERGED"
    LAYERS = "LAYERS"


class RunItConsent(Enum):
    """R-14.1: Whether the players are asked."""

    UNANIMOUS = "UNANIMOUS"
    MANDATORY = "MANDATORY"


class RunItPlayers(Enum):
    """R-14.1: With how many players in hand it is offered."""

    ANY = "ANY"
    HEADSUP_ONLY = "HEADSUP_ONLY"


class RunItBurn(Enum):
    """R-14.2: Burn cards of the further boards."""

    PER_BOARD = "PER_BOARD"
    FIRST_BOARD_ONLY = "FIRST_BOARD_ONLY"
    NONE = "NONE"


class RakeRounding(Enum):
    """R-13.6: Rounding of the rake to the unit."""

    DOWN = "DOWN"
    HALF_EVEN = "HALF_EVEN"


class Topup(Enum):
    """R-19.1: Whether chips may be added between hands."""

    BETWEEN_HANDS = "BETWEEN_HANDS"
    NONE = "NONE"


class AbsentPlayer(Enum):
    """R-5.4: What happens to a seat whose player is absent."""

    SIT_OUT = "SIT_OUT"
    DEALT_AND_KILLED = "DEALT_AND_KILLED"
