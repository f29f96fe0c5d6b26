"""The house rules of a table in plain English, for its players."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from floorman.rules.switches import TableConfig
from floorman.table.house_rules import RuleLine, in_words

__all__ = ["ENGLISH", "rule_sheet"]


def rule_sheet(config: TableConfig) -> tuple[RuleLine, ...]:
    """The rules that a table has, in the course of a hand."""
    return in_words(config, ENGLISH)


ENGLISH: Final = MappingProxyType(
    {
        # the game
        "variant.HOLDEM_52": "Texas Hold'em with 52 cards.",
        "variant.SHORT_DECK_36": (
            "Short-deck hold'em with the 36 cards from the sixes up. A flush beats a full house; the "
            "lowest straight is A-6-7-8-9."
        ),
        "short_trips_beat_straight.true": "Three of a kind beats a straight.",
        "short_trips_beat_straight.false": "A straight beats three of a kind.",
        "max_seats": "2 to {max_seats} players.",
        "betting.NO_LIMIT": "No limit: a bet may be the whole stack.",
        "betting.POT_LIMIT": "Pot limit: a raise may be as large as the pot after a call.",
        "betting.FIXED_LIMIT": "Fixed limit: every bet has its size.",
        # forced bets
        "bomb_pot": "Bomb pot: everybody antes {bomb_pot}, nobody posts a blind, and the flop comes at once.",
        "boards": "Boards: {boards}, an equal part of the pot for each.",
        "bomb_button_moves.true": "The button moves after a bomb pot.",
        "bomb_button_moves.false": "The button stays where it is after a bomb pot.",
        "blind_structure.SB_BB": (
            "Blinds {small_blind}/{big_blind}. The first seat left of the button posts {small_blind}, the "
            "next one {big_blind}."
        ),
        "blind_structure.SINGLE_BLIND": "One blind of {big_blind}, from the first seat left of the button.",
        "blind_structure.BUTTON_BLIND": (
            "The button posts a blind of {big_blind} and acts last before the flop; nobody else posts one."
        ),
        "blind_structure.NONE": "No blinds. The first seat left of the button begins.",
        "heads_up": (
            "Between two players the button posts {small_blind} and acts first before the flop, last after "
            "it."
        ),
        "ante_type.EACH": "Everybody antes {ante_amount}.",
        "ante_type.BIG_BLIND": "The big blind antes {ante_amount} for the whole table.",
        "ante_type.BUTTON": "The button antes {ante_amount} for the whole table.",
        "ante_order.BLIND_FIRST": "If chips are short, the blind is paid before the ante.",
        "ante_order.ANTE_FIRST": "If chips are short, the ante is paid before the blind.",
        # the button
        "first_button.RANDOM": "The first button is drawn by lot.",
        "first_button.HIGH_CARD": "The first button goes to the highest card drawn, aces high.",
        "first_button.GIVEN": "The house places the first button.",
        "draw_tie.REDRAW_TIED": "Players who tie for the highest card draw again.",
        "draw_tie.REDRAW_ALL": "After a tie for the highest card everybody draws again.",
        "draw_tie.SUIT_ORDER": "Among equal cards spades rank before hearts, diamonds and clubs.",
        "button_rule.DEAD": (
            "The big blind moves to the next player; small blind and button follow a seat at a time, over "
            "empty seats too. Nobody posts the big blind twice running."
        ),
        "button_rule.MOVING": "The button moves to the next player, and the blinds sit left of it.",
        "button_alone": "The button moves to the next player.",
        # coming in
        "absent_player.SIT_OUT": "A player who is away is not dealt in.",
        "absent_player.DEALT_AND_KILLED": (
            "A player who is away is dealt in and posts; the hand is dead before the first action."
        ),
        "entry_post.POST_BB_LIVE": (
            "A new player posts {big_blind}, which counts toward the call, or waits for the big blind."
        ),
        "entry_post.POST_BB_DEAD": (
            "A new player posts {big_blind}, which does not count toward the call, or waits for the big "
            "blind."
        ),
        "entry_post.WAIT_FOR_BB": "A new player waits for the big blind.",
        "entry_post.FREE": "A new player posts nothing.",
        "entry_gap.NOT_BETWEEN_BUTTON_AND_BB": "Nobody comes in between the button and the big blind.",
        "entry_gap.NOT_BETWEEN_SB_AND_BUTTON": "Nobody comes in between the button and the small blind.",
        "entry_gap.BUY_BUTTON": (
            "Between the button and the big blind nobody comes in, but for a player who buys the button "
            "where nobody posts the small blind: {big_blind} that counts, {small_blind} that does not, and "
            "the button in the next hand."
        ),
        "missed_blinds.POST": (
            "A player who missed blinds makes them up or waits for the big blind. Of both only the big one "
            "counts toward the call."
        ),
        "missed_blinds.WAIT_ONLY": "A player who missed a blind waits for the big blind.",
        "missed_blinds.IGNORE": "Missed blinds are not made up.",
        "missed_sb_alone.DEAD": "A small blind missed alone does not count when it is made up.",
        "missed_sb_alone.LIVE": "A small blind missed alone counts when it is made up.",
        # straddles
        "straddle_seats.UTG": "The player left of the big blind may straddle to {straddle}.",
        "straddle_seats.BUTTON": "The button may straddle to {straddle}.",
        "straddle_seats.BUTTON,UTG": (
            "The button or the player left of the big blind may straddle to {straddle}; if one straddle is "
            "all, the button goes first."
        ),
        "straddle_seats.ANY": "Any player but the big blind may straddle to {straddle}.",
        "straddle_mandatory.true": "The straddle is mandatory.",
        "straddle_max": (
            "The next player left may straddle over a straddle, {straddle_multiple} times as high; "
            "{straddle_max} straddles at most."
        ),
        "straddle_full_only.true": "A stack that is too short for the whole straddle may not straddle.",
        "straddle_min_players": "Straddles need {straddle_min_players} players.",
        "straddle_order.LEFT_OF_STRADDLE": "The player left of the last straddle acts first.",
        "straddle_order.UTG_FIRST": "The player left of the big blind acts first, the straddle last.",
        "straddle_min_raise.FULL": "The first raise over a straddle adds at least the straddle.",
        "straddle_min_raise.DIFFERENCE": (
            "The first raise over a straddle adds at least what the straddle added to the bet before it."
        ),
        # the deal
        "deal_start.LEFT_OF_BUTTON": "The first card goes to the first player left of the button.",
        "deal_start.BIG_BLIND": "The first card goes to the big blind.",
        "deal_pattern.ONE_AT_A_TIME": "Cards are dealt one at a time, twice round.",
        "deal_pattern.TWO_AT_ONCE": "Cards are dealt two at once.",
        "burn_cards.true": "One card is burned before flop, turn and river.",
        "burn_cards.false": "No card is burned.",
        "exposed_card.REPLACE_WITH_BURN": "A hole card that the dealer exposes is replaced after the deal.",
        "exposed_card.KEEP": "A hole card that the dealer exposes plays.",
        "exposed_card.MISDEAL": "A hole card that the dealer exposes makes a misdeal.",
        "exposed_first_two.MISDEAL": "One of the first two cards off the deck exposed makes a misdeal.",
        # bets
        "minimum_bet": "The smallest bet is {big_blind}; an all-in may be less.",
        "min_raise_rule.LAST_FULL_INCREMENT": "A raise adds at least as much as the last full bet or raise.",
        "min_raise_rule.DOUBLE_LAST_TOTAL": "A raise makes it at least twice what it was.",
        "bet_step": "Bets and raises are multiples of {bet_step}; an all-in need not be.",
        "pl_assume_full_blinds.true": "Before the flop short and dead blinds count in full for the pot.",
        "pl_sb_counts_as_bb.true": (
            "For the pot the small blind counts as a big one until the big blind has acted."
        ),
        "pl_round_up": "The pot counts rounded up to a multiple of {pl_round_up}.",
        "pl_ante_preflop.EACH_ONLY": "Before the flop only antes that everybody paid count for the pot.",
        "pl_ante_preflop.ALL": "Before the flop all antes count for the pot.",
        "pl_ante_preflop.NONE": "Before the flop no ante counts for the pot.",
        "fl_small_bet": "Bets are {fl_small_bet} before and on the flop, {fl_big_bet} on turn and river.",
        "fl_max_raises": "A round has one bet and {fl_max_raises} raises at most.",
        "fl_cap_headsup.UNCAPPED_IF_HEADSUP_BEFORE_CAP": (
            "It may have more where only two are in the hand before that many were made."
        ),
        "fl_cap_headsup.UNCAPPED_IF_ROUND_STARTS_HEADSUP": "It may have more where two begin the round.",
        "fl_cap_headsup.ONLY_LAST_TWO_IN_EVENT": "It may have more between the last two of the event.",
        "fl_cap_headsup.ALWAYS_CAPPED": "Two players may not make more either.",
        "fl_partial_base.ALLIN_AMOUNT": (
            "An all-in of at least half a bet is a bet; the next raise comes on top of it. A smaller one "
            "may be completed."
        ),
        "fl_partial_base.NEXT_LEVEL": (
            "An all-in of at least half a bet is a bet; the next raise counts it as a whole one. A smaller "
            "one may be completed."
        ),
        "reopen_rule.CUMULATIVE_FULL": (
            "A player who has acted may raise again only if the raises since then add up to a full one."
        ),
        "reopen_rule.SINGLE_FULL": (
            "A player who has acted may raise again only if somebody has made a full raise since then."
        ),
        "reopen_rule.HALF": (
            "A player who has acted may raise again only if the raises since then add up to half a full one."
        ),
        "half_inclusive.true": "Exactly half is enough.",
        "half_inclusive.false": "Exactly half is not enough.",
        "allow_open_fold.false": "A player who can check may not fold.",
        "allow_raise_without_live_opponent.true": (
            "A player may raise although every opponent is all-in; what nobody can call comes back."
        ),
        # the showdown
        "allin_face_up.BEFORE_RIVER": (
            "When an all-in ends the betting before the river, all hands in play are turned up."
        ),
        "allin_face_up.ALWAYS": (
            "When an all-in ends the betting, all hands in play are turned up, and nobody mucks."
        ),
        "allin_face_up.AT_SHOWDOWN_ONLY": "Hands stay down until the showdown, also after an all-in.",
        "allin_first.FIRST_ALLIN": "If everybody is all-in, the first all-in shows first.",
        "showing_order": (
            "At the showdown the last to bet or raise on the river shows first, or else the first player "
            "left of the button."
        ),
        "auto_muck.true": "A beaten hand is mucked unseen.",
        "auto_muck.false": "Every hand at the showdown is shown.",
        "both_cards": "Only a hand of which both cards are shown wins at a showdown.",
        "show_after_uncontested.NONE": "A winner whom nobody called shows nothing.",
        "show_after_uncontested.ONE": "A winner whom nobody called may show one card.",
        "show_after_uncontested.BOTH": "A winner whom nobody called may show one card or both.",
        "show_request.RIVER_CALLERS": "A player who called a bet on the river may ask to see a hand.",
        "show_request.TURN_REACHED": "A player who was in the hand on the turn may ask to see a hand.",
        "show_request.ANYONE": "A player who was dealt in may ask to see a hand.",
        "river_caller_right.true": (
            "A player who called on the river may see the hand of the last to bet or raise."
        ),
        "rabbit_hunt.true": "After the hand the cards that would have come may be seen.",
        # pots
        "odd_chips.ONE_EACH": "Odd chips of a split pot go out one each, from the left of the button.",
        "odd_chips.ALL_TO_FIRST": "Odd chips of a split pot go to the first winner left of the button.",
        "run_it_max": "After an all-in the rest of the board may be dealt up to {run_it_max} times.",
        "run_it_consent.UNANIMOUS": "All players in the hand have to agree how often.",
        "run_it_consent.MANDATORY": "It is dealt so often as the cards allow; nobody is asked.",
        "run_it_burn.PER_BOARD": "Each of these boards has its burn cards.",
        "run_it_burn.FIRST_BOARD_ONLY": "Only the first of these boards has burn cards.",
        "run_it_burn.NONE": "These boards have no burn cards.",
        "run_it_players.ANY": "It is offered with any number of players.",
        "run_it_players.HEADSUP_ONLY": "It is offered to two players only.",
        "rake_bps": "The house takes {rake_percent}% of the pots.",
        "rake_cap": "It takes no more than {rake_cap} a hand.",
        "rake_caps": "By the number of players it takes no more than this a hand: {rake_caps}.",
        "rake_rounding.DOWN": "The rake is rounded down to a multiple of {unit}.",
        "rake_rounding.HALF_EVEN": "The rake is rounded to the nearest multiple of {unit}.",
        "no_flop_no_drop.true": "No flop, no rake.",
        # chips
        "unit": "The smallest chip is {unit}.",
        "buyin": "A buy-in is {least_buyin} to {most_buyin}. No chips come or go during a hand.",
        "buyin_without_limit": "A buy-in is {least_buyin} or more. No chips come or go during a hand.",
        "topup.BETWEEN_HANDS": (
            "Between hands chips may be added up to the largest buy-in. They leave only with their player."
        ),
        "topup.NONE": "No chips are added to a stack.",
        "rathole_minutes": (
            "A player who leaves and comes back within {rathole_minutes} minutes brings what was taken away."
        ),
        "rebuys_max": "A player who is out may buy in again, {rebuys_max} times at most.",
        "rebuy_last_level": "Re-buys end with level {rebuy_last_level}.",
        "addon.true": "Between hands there is one add-on for each player.",
    }
)
"""The words of every house rule."""
