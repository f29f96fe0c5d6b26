"""When a deviation holds of a hand: read from the floor's own facts, never from a peer's answer."""

from __future__ import annotations

from floorman.rules.betting import options
from floorman.rules.choices import (
    AllinFaceUp,
    AnteOrder,
    AnteType,
    Betting,
    BlindStructure,
    FlCapHeadsup,
    OddChips,
    PlAntePreflop,
    RakeRounding,
)
from floorman.rules.hand import NOBODY, PREFLOP, RIVER, Hand, Phase
from floorman.rules.limits import capped
from floorman.rules.positions import button_position
from floorman.rules.refusal import Reason
from floorman.rules.settlement import merged_pots, settle
from tests.differential.watch import Watch

__all__ = [
    "all_in_on_the_river",
    "ante_trimmed",
    "any_count",
    "blind_before_ante",
    "blind_is_a_bet",
    "cap_a_pot",
    "covered",
    "equal_blinds",
    "half_bet",
    "idle_check",
    "nominal_blinds",
    "odd_boards",
    "odd_chips",
    "odd_chips_of_two_pots",
    "rake_rounded",
    "run_begun_anew",
    "short_blind",
    "short_opening",
    "side_pots",
    "single_ante",
    "straddle_increment",
    "uncapped",
    "unraked_last_bet",
]


# ---- posts ----


def short_blind(watch: Watch) -> bool:
    hand = watch.hand
    return (
        hand.phase is Phase.BET
        and hand.street == PREFLOP
        and hand.level > max(seat.put for seat in hand.seats)
    )


def blind_before_ante(watch: Watch) -> bool:
    hand = watch.hand
    config = hand.config
    if config.ante_order is AnteOrder.ANTE_FIRST or config.bomb_pot:
        return False
    payer = NOBODY
    if config.ante_type is AnteType.BIG_BLIND:
        payer = hand.big_blind
    elif config.ante_type is AnteType.BUTTON:
        payer = button_position(hand)
    if payer == NOBODY:
        return False
    due = config.ante_amount
    due += config.big_blind if payer == hand.big_blind else 0
    due += config.small_blind if payer == hand.small_blind else 0
    return hand.seats[payer].start < due


def ante_trimmed(watch: Watch) -> bool:
    config = watch.hand.config
    if config.ante_type is not AnteType.EACH or config.bomb_pot:
        return False
    paid = sorted(min(config.ante_amount, seat.start) for seat in watch.hand.seats)
    return paid[-1] > paid[-2]


# ---- who is asked ----


def equal_blinds(watch: Watch) -> bool:
    hand = watch.hand
    both = hand.config.blind_structure is BlindStructure.SB_BB and hand.config.small_blind > 0
    return len(hand.seats) == 2 and both and hand.config.small_blind == hand.config.big_blind


def idle_check(watch: Watch) -> bool:
    """Betting is over because one live seat is left, and that seat owes nothing."""
    hand = watch.hand
    live = [place for place in hand.in_hand() if _behind(hand, place) > 0]
    return not _acts(watch) and len(hand.in_hand()) > 1 and len(live) == 1


def _behind(hand: Hand, position: int) -> int:
    """A seat's stack as betting ended: before the uncalled part came back and before the pots were paid."""
    seat = hand.seats[position]
    won = settle(hand).won(position) if _is_over(hand) else 0
    return seat.stack - won - seat.refunded


def _is_over(hand: Hand) -> bool:
    return hand.phase is Phase.COMPLETE


# ---- what may be raised ----


def _acts(watch: Watch) -> bool:
    return watch.hand.phase is Phase.BET


def covered(watch: Watch) -> bool:
    if not _acts(watch):
        return False
    hand = watch.hand
    others = [seat for place, seat in enumerate(hand.seats) if place != hand.actor and not seat.folded]
    return any(seat.stack for seat in others) and all(seat.put + seat.stack <= hand.level for seat in others)


def short_opening(watch: Watch) -> bool:
    if not _acts(watch) or watch.hand.config.betting is Betting.FIXED_LIMIT:
        return False
    seat = watch.hand.seats[watch.hand.actor]
    return watch.short_wager and not watch.full_wager and seat.acted


def run_begun_anew(watch: Watch) -> bool:
    if not _acts(watch):
        return False
    hand = watch.hand
    seat = hand.seats[hand.actor]
    reopened = options(hand, hand.actor).closed is not Reason.RAISE_NOT_REOPENED
    return watch.short_run > 0 and seat.acted and not seat.raised_since and reopened


def straddle_increment(watch: Watch) -> bool:
    hand = watch.hand
    limited = hand.config.betting is Betting.FIXED_LIMIT
    straddled = hand.street == PREFLOP and hand.straddler != NOBODY and not limited
    return _acts(watch) and straddled and not watch.full_wager and hand.increment != hand.config.big_blind


def half_bet(watch: Watch) -> bool:
    return watch.hand.config.betting is Betting.FIXED_LIMIT and _acts(watch) and watch.short_wager


def uncapped(watch: Watch) -> bool:
    hand = watch.hand
    config = hand.config
    lifts = config.fl_cap_headsup is not FlCapHeadsup.ALWAYS_CAPPED
    full = config.betting is Betting.FIXED_LIMIT and hand.wagers >= 1 + config.fl_max_raises
    return _acts(watch) and lifts and full and not capped(hand)


def blind_is_a_bet(watch: Watch) -> bool:
    hand = watch.hand
    return _acts(watch) and hand.street == PREFLOP and capped(hand)


def nominal_blinds(watch: Watch) -> bool:
    hand = watch.hand
    config = hand.config
    if not (_acts(watch) and hand.street == PREFLOP and config.betting is Betting.POT_LIMIT):
        return False
    if not config.pl_assume_full_blinds:
        return False
    dead = config.blind_structure is BlindStructure.SB_BB and hand.small_blind == NOBODY
    due = {hand.small_blind: config.small_blind, hand.big_blind: config.big_blind}
    each = config.ante_amount if config.ante_type is AnteType.EACH else 0
    short = any(
        position != NOBODY and hand.seats[position].start < blind + each for position, blind in due.items()
    )
    return (dead and config.small_blind > 0) or short


def single_ante(watch: Watch) -> bool:
    hand = watch.hand
    config = hand.config
    return (
        _acts(watch)
        and hand.street == PREFLOP
        and config.betting is Betting.POT_LIMIT
        and config.pl_ante_preflop is PlAntePreflop.EACH_ONLY
        and hand.single_ante > 0
    )


# ---- runs and showdown ----


def any_count(watch: Watch) -> bool:
    return watch.hand.phase is Phase.RUN_VOTE


def all_in_on_the_river(watch: Watch) -> bool:
    """A stack is empty as the betting on the river ends."""
    hand = watch.hand
    return (
        _shows(hand)
        and hand.street == RIVER
        and hand.config.allin_face_up is AllinFaceUp.BEFORE_RIVER
        and any(_behind(hand, place) == 0 for place in range(len(hand.seats)))
    )


def side_pots(watch: Watch) -> bool:
    hand = watch.hand
    return _shows(hand) and sum(len(pot.eligible) > 1 for pot in merged_pots(hand)) > 1


def _shows(hand: Hand) -> bool:
    return hand.phase in {Phase.SHOW, Phase.COMPLETE} and len(hand.in_hand()) > 1


# ---- chips at the end ----


def odd_chips(watch: Watch) -> bool:
    hand = watch.hand
    if not _is_over(hand) or hand.config.odd_chips is OddChips.ALL_TO_FIRST:
        return False
    return any(
        len(part.shares) > 2 and part.amount % len(part.shares) > 1
        for pot in settle(hand).pots
        for part in pot.parts
    )


def odd_chips_of_two_pots(watch: Watch) -> bool:
    hand = watch.hand
    if not _is_over(hand) or len(hand.in_hand()) == 1 or len(merged_pots(hand)) == 1:
        return False
    boards = len(hand.boards)
    return any(
        (pot.amount - pot.rake) % boards or any(part.amount % len(part.shares) for part in pot.parts)
        for pot in settle(hand).pots
    )


def unraked_last_bet(watch: Watch) -> bool:
    hand = watch.hand
    return _is_over(hand) and hand.rake > 0 and len(hand.in_hand()) == 1


def odd_boards(watch: Watch) -> bool:
    hand = watch.hand
    boards = len(hand.boards)
    return (
        _is_over(hand)
        and boards > 2
        and any((pot.amount - pot.rake) % boards > 1 for pot in settle(hand).pots)
    )


def cap_a_pot(watch: Watch) -> bool:
    hand = watch.hand
    return _is_over(hand) and hand.config.rake_bps > 0 and len(settle(hand).pots) > 1


def rake_rounded(watch: Watch) -> bool:
    hand = watch.hand
    config = hand.config
    return (
        _is_over(hand)
        and config.rake_rounding is RakeRounding.DOWN
        and any(pot.amount * config.rake_bps % 10_000 for pot in settle(hand).pots)
    )
