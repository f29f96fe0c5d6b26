"""Where PokerKit 0.7.7 is known to rule otherwise, each told by the hand alone.

A deviation holds or does not hold of a hand as the floor plays it: it never looks at what the peer said.
So it can excuse a difference, and it cannot invent one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.differential import conditions
from tests.differential.watch import Watch

__all__ = ["DEVIATIONS", "Deviation", "in_force"]

_BOUNDS: Final = frozenset({"min_raise_to", "max_raise_to", "accepted"})
_EVERYTHING: Final = frozenset(
    {
        *_BOUNDS,
        *("to_act", "call", "pot", "stacks", "street", "complete"),
        *("pots", "rake", "shows", "mucked", "categories", "answer"),
    }
)
_CHIPS: Final = frozenset({"stacks", "rake", "pot"})


@dataclass(frozen=True, slots=True)
class Deviation:
    """One rule on which the two differ.

    Attributes:
        name: short, for counts.
        rule: the rule book's number.
        ours: what the rule book says, in a sentence.
        theirs: what PokerKit does.
        source: where PokerKit says or does so.
        facts: the facts that it can change.
        lasts: once it held, the rest of the hand differs too.
        holds: whether it holds at a moment of a hand.
        probe: the hard probe that shows it, if one does.
    """

    name: str
    rule: str
    ours: str
    theirs: str
    source: str
    facts: frozenset[str]
    lasts: bool
    holds: Callable[[Watch], bool]
    probe: str = ""


def in_force(watch: Watch) -> list[Deviation]:
    """The deviations that hold of the hand as it stands."""
    return [deviation for deviation in DEVIATIONS if deviation.holds(watch)]


DEVIATIONS: Final = (
    Deviation(
        name="short blind",
        rule="R-3.3",
        probe="H7",
        ours="A blind posted short is still called in full: the price is the nominal big blind.",
        theirs="The price is the most that lies before a seat, so a short big blind is called short.",
        source="State.checking_or_calling_amount: max(bets) − the player's bet",
        facts=_EVERYTHING,
        lasts=True,
        holds=conditions.short_blind,
    ),
    Deviation(
        name="blind before ante",
        rule="R-4.3",
        ours="A short payer of the table's ante posts the blind first (TDA 2024 RP-11); switch `ante_order`.",
        theirs="Antes are posted before blinds, always.",
        source="State._begin: ante posting, then blind or straddle posting; get_effective_blind_or_straddle",
        facts=_EVERYTHING,
        lasts=True,
        holds=conditions.blind_before_ante,
    ),
    Deviation(
        name="ante given back at once",
        rule="R-13.1",
        ours="What nobody matched of an ante goes back when betting ends.",
        theirs="It goes back before the blinds are posted, and can be bet.",
        source="State.collect_bets with ante_trimming_status",
        facts=_EVERYTHING,
        lasts=True,
        holds=conditions.ante_trimmed,
    ),
    Deviation(
        name="equal blinds heads-up",
        rule="R-2.4",
        ours="Heads-up the button acts first before the flop.",
        theirs="The seat after the largest blind does, and of equal blinds the button's counts as the last.",
        source="State._begin_betting: max_bet_index",
        facts=_EVERYTHING,
        lasts=True,
        holds=conditions.equal_blinds,
    ),
    Deviation(
        name="no live opponent",
        rule="R-7.6",
        ours="A raise needs an opponent who is not all-in, even one who cannot match the bet.",
        theirs="It needs an opponent who has more than the bet.",
        source="State._verify_completion_betting_or_raising: stacks + bets > max(bets)",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.covered,
    ),
    Deviation(
        name="short first wager",
        rule="R-11.1",
        ours="An all-in below the minimum reopens nothing, also as the first wager of a round.",
        theirs="The first wager of a round counts as full whatever it is.",
        source="State.complete_bet_or_raise_to: completion_betting_or_raising_amount starts at 0",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.short_opening,
    ),
    Deviation(
        name="short all-ins counted anew",
        rule="R-11.1",
        ours="A seat may raise once the level grew by a full raise since it acted.",
        theirs="Not if another short all-in follows those that made the full raise.",
        source="State.consecutive_short_all_in_amounts is cleared when it reaches a full raise",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.run_begun_anew,
    ),
    Deviation(
        name="raise over a straddle",
        rule="R-5.3",
        probe="H11",
        ours="The first raise over a straddle is at least the straddle; after the flop the big blind counts.",
        theirs="One min_bet serves every street of the ready-made games: the big blind.",
        source="NoLimitTexasHoldem.create_state(min_bet)",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.straddle_increment,
    ),
    Deviation(
        name="half a bet",
        rule="R-10.3",
        probe="H15",
        ours="Fixed limit: an all-in of half a bet is a bet, a smaller one may be completed.",
        theirs="Every all-in raise counts, and the next is a whole bet on top of it.",
        source="State.min_completion_betting_or_raising_to_amount; completion_betting_or_raising_count",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.half_bet,
    ),
    Deviation(
        name="cap heads-up",
        rule="R-10.2",
        probe="H15",
        ours="Fixed limit: two players lift the cap; switch `fl_cap_headsup`.",
        theirs="The cap holds.",
        source="Street.max_completion_betting_or_raising_count",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.uncapped,
    ),
    Deviation(
        name="big blind as first bet",
        rule="R-10.2",
        ours="Fixed limit: the big blind is the first bet, so three raises follow it.",
        theirs="The cap counts what is bet, not what is posted: one raise more before the flop.",
        source="State.completion_betting_or_raising_count starts at 0 on every street",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.blind_is_a_bet,
    ),
    Deviation(
        name="assumed blinds",
        rule="R-9.3",
        ours="Pot limit before the flop: a dead or short blind counts in full (TDA 54-B).",
        theirs="Only what was posted counts.",
        source="State.pot_completion_betting_or_raising_to_amount: total_pot_amount",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.nominal_blinds,
    ),
    Deviation(
        name="table's ante in the pot",
        rule="R-9.4",
        probe="H16",
        ours="Pot limit before the flop: a single payer's ante does not count; switch `pl_ante_preflop`.",
        theirs="It counts.",
        source="State.pot_completion_betting_or_raising_to_amount: total_pot_amount",
        facts=_BOUNDS,
        lasts=False,
        holds=conditions.single_ante,
    ),
    Deviation(
        name="any number of runs",
        rule="R-14.1",
        ours="The table says how often a board may be run at most.",
        theirs="Any number that all players name.",
        source="State.verify_runout_count_selection",
        facts=frozenset({"accepted"}),
        lasts=False,
        holds=conditions.any_count,
    ),
    Deviation(
        name="check with nobody to bet against",
        rule="R-7.5",
        ours="A seat that owes nothing is not asked once every opponent is all-in.",
        theirs="It is asked, and checks.",
        source="State._update_betting: the round ends when actor_indices is empty",
        facts=frozenset({"complete", "to_act", "accepted", "call", "street"}),
        lasts=False,
        holds=conditions.idle_check,
    ),
    Deviation(
        name="hands up after river betting",
        rule="R-12.2",
        ours="Hands go up together only where betting ended before the river; switch `allin_face_up`.",
        theirs="Also where the river was bet, if any stack is empty (TDA 16).",
        source="State._end_betting: all_in_status where not all(stacks) on the last street",
        facts=frozenset({"shows", "mucked", "to_act", "call", "accepted"}),
        lasts=False,
        holds=conditions.all_in_on_the_river,
    ),
    Deviation(
        name="side pots first",
        rule="R-12.4",
        ours="The seats of the last side pot show first, then down to the main pot.",
        theirs="All show in one turn around the table.",
        source="State._begin_showdown: showdown_indices",
        facts=frozenset({"shows", "mucked"}),
        lasts=False,
        holds=conditions.side_pots,
    ),
    Deviation(
        name="odd chips",
        rule="R-13.5",
        probe="H8",
        ours="Odd chips go one each to the winners from the left of the button; switch `odd_chips`.",
        theirs="The first winner gets them all.",
        source="State.push_chips: quotient + remainder to player_indices[0]",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.odd_chips,
    ),
    Deviation(
        name="odd chips of several pots",
        rule="R-13.2",
        ours="Pots are layered by the seats in hand, and each is split by itself.",
        theirs="A beaten hand is killed first, and the pots that it stood between become one.",
        source="State.kill_hand before State._begin_chips_pushing; State.pots merges equal player_indices",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.odd_chips_of_two_pots,
    ),
    Deviation(
        name="odd chips of boards",
        rule="R-14.3",
        ours="A pot's odd chips go one each to the first boards.",
        theirs="The first board gets them all.",
        source="State._begin_chips_pushing: sub_amount += remainder",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.odd_boards,
    ),
    Deviation(
        name="a rake cap a pot",
        rule="R-13.6",
        probe="H12",
        ours="One rake a hand, capped once, over all its pots.",
        theirs="Each pot is raked by itself, with a cap of its own.",
        source="State.pots: rake(amount) for each pot",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.cap_a_pot,
    ),
    Deviation(
        name="unraked last bet",
        rule="R-13.6",
        ours="An uncontested pot is raked whole, once the uncalled part went back.",
        theirs="What lies before the winner is not raked.",
        source="State.collect_bets leaves the last player's bet where it is",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.unraked_last_bet,
    ),
    Deviation(
        name="rake to the nearest chip",
        rule="R-13.6",
        ours="The rake is rounded down; switch `rake_rounding`.",
        theirs="It is rounded to the nearest chip.",
        source="pokerkit.utilities.rake: round(amount × percentage)",
        facts=_CHIPS,
        lasts=False,
        holds=conditions.rake_rounded,
    ),
)
"""Every known deviation, in the course of a hand."""
