"""How much a bet or a raise may be: no limit (R-8), pot limit (R-9), fixed limit (R-10).

Every amount is a total for the betting round, in chips.
"""

from __future__ import annotations

from floorman.rules.choices import (
    AnteType,
    Betting,
    BlindStructure,
    FlCapHeadsup,
    FlPartialBase,
    MinRaiseRule,
    PlAntePreflop,
)
from floorman.rules.hand import NOBODY, PREFLOP, TURN, Hand, Seat

__all__ = ["bet_size", "capped", "note_wager", "open_round", "wager_bounds"]


def open_round(hand: Hand) -> None:
    """Sets the price of a new betting round: nothing to match, the first bet is a full one."""
    hand.level = 0
    hand.full_level = 0
    hand.increment = hand.config.big_blind
    hand.wagers = 0
    hand.aggressor = NOBODY
    hand.uncapped = False
    note_round_start(hand)


def note_round_start(hand: Hand) -> None:
    """R-10: the bet of this street, and whether two players start it."""
    if hand.config.betting is Betting.FIXED_LIMIT:
        hand.increment = bet_size(hand)
        starts_heads_up = len(hand.in_hand() if hand.street > PREFLOP else hand.seats) == 2
        if hand.config.fl_cap_headsup is FlCapHeadsup.UNCAPPED_IF_ROUND_STARTS_HEADSUP:
            hand.uncapped = starts_heads_up


def bet_size(hand: Hand) -> int:
    """R-10.1: the one bet of this street."""
    return hand.config.fl_big_bet if hand.street >= TURN else hand.config.fl_small_bet


def capped(hand: Hand) -> bool:
    """R-10.2: no further raise in this round."""
    config = hand.config
    if config.betting is not Betting.FIXED_LIMIT or hand.wagers < 1 + config.fl_max_raises or hand.uncapped:
        return False
    return not (config.fl_cap_headsup is FlCapHeadsup.ONLY_LAST_TWO_IN_EVENT and hand.last_two_in_event)


def wager_bounds(hand: Hand, seat: Seat) -> tuple[int, int]:
    """The least and the most a seat with more than the call may make it, all-in included."""
    config = hand.config
    whole = seat.put + seat.stack
    if config.betting is Betting.FIXED_LIMIT:
        size = min(hand.full_level + bet_size(hand), whole)
        return size, size
    least = hand.level + hand.increment
    if hand.level and config.min_raise_rule is MinRaiseRule.DOUBLE_LAST_TOTAL:
        least = max(least, 2 * hand.level)
    step = config.bet_step
    least = -(-least // step) * step  # an all-in alone may lie beside the steps
    most = whole
    if config.betting is Betting.POT_LIMIT:
        most = hand.level + _pot(hand) + hand.level - seat.put
        if most < whole:
            most = max(most // step * step, least)
    return min(least, whole), min(most, whole)


def _pot(hand: Hand) -> int:
    """The pot that a pot-limit raise is measured against (R-9.1, R-9.3, R-9.4)."""
    config = hand.config
    pot = hand.pot
    if hand.street == PREFLOP:
        pot += _assumed_blinds(hand) - _antes_not_counted(hand)
        if (
            config.pl_sb_counts_as_bb
            and config.blind_structure is BlindStructure.SB_BB
            and not config.bomb_pot
        ):
            pot += _small_blind_counted_up(hand)
    if config.pl_round_up:
        pot = -(-pot // config.pl_round_up) * config.pl_round_up
    return pot


def _assumed_blinds(hand: Hand) -> int:
    """R-9.3: what is missing of a short or dead blind, all through the first round."""
    config = hand.config
    if not config.pl_assume_full_blinds or config.bomb_pot:
        return 0
    missing = 0
    if config.blind_structure is BlindStructure.SB_BB:
        missing += config.small_blind - _blind_posted(hand, hand.small_blind, config.small_blind)
    if hand.big_blind != NOBODY:
        missing += config.big_blind - _blind_posted(hand, hand.big_blind, config.big_blind)
    return missing


def _blind_posted(hand: Hand, position: int, blind: int) -> int:
    """How much of a blind was posted: less than all of it only where the stack ended there."""
    if position == NOBODY:
        return 0
    seat = hand.seats[position]
    return min(blind, seat.posted - _each_ante_paid(hand, seat))


def _each_ante_paid(hand: Hand, seat: Seat) -> int:
    config = hand.config
    return min(config.ante_amount, seat.start) if config.ante_type is AnteType.EACH else 0


def _antes_not_counted(hand: Hand) -> int:
    """R-9.4: antes that the first round's pot leaves out."""
    config = hand.config
    if config.bomb_pot or config.pl_ante_preflop is PlAntePreflop.ALL:
        return 0
    match config.ante_type:
        case AnteType.EACH if config.pl_ante_preflop is PlAntePreflop.NONE:
            return sum(_each_ante_paid(hand, seat) for seat in hand.seats)
        case AnteType.BIG_BLIND | AnteType.BUTTON:
            return hand.single_ante
        case _:
            return 0


def _small_blind_counted_up(hand: Hand) -> int:
    """R-9.4: until the big blind has acted, the small blind counts as a big one."""
    config = hand.config
    if hand.seats[hand.big_blind].acted:
        return 0
    put = hand.seats[hand.small_blind].put if hand.small_blind != NOBODY else 0
    return max(0, config.big_blind - max(config.small_blind, put))


def note_wager(hand: Hand, to: int) -> bool:
    """Books a bet or raise to a level; True if it is a full one (R-8.2, R-8.3, R-10.3)."""
    before = hand.level
    hand.level = to
    if hand.config.betting is not Betting.FIXED_LIMIT:
        full = to - before >= hand.increment
        if full:
            hand.increment = to - before
        hand.wagers += 1
        return full
    size = bet_size(hand)
    if to >= hand.full_level + size:  # a whole bet, a completion included
        hand.full_level += size
    elif 2 * (to - hand.full_level) >= size:  # at least half a bet counts as one
        nominal = hand.config.fl_partial_base is FlPartialBase.NEXT_LEVEL
        hand.full_level = hand.full_level + size if nominal else to
    else:
        return False
    hand.wagers += 1
    _note_cap_reached(hand)
    return True


def _note_cap_reached(hand: Hand) -> None:
    """R-10.2: two players in hand when the cap is reached lift it; a later fold does not."""
    config = hand.config
    if (
        config.fl_cap_headsup is FlCapHeadsup.UNCAPPED_IF_HEADSUP_BEFORE_CAP
        and hand.wagers == 1 + config.fl_max_raises
        and len(hand.in_hand()) == 2
    ):
        hand.uncapped = True
