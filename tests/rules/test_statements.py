"""The pack's statements about a hand (tests/cases/statements_dev.jsonl), each under its id."""

from __future__ import annotations

import pytest

from floorman.rules.choices import OddChips
from floorman.rules.hand import Phase
from floorman.rules.pots import split
from tests.rules.playing import picture
from tests.rules.table import Table, table


def test_pot_16_nine_chips_by_two_are_five_and_four_by_position() -> None:
    assert split(9, [4, 2], 1, OddChips.ONE_EACH) == {4: 5, 2: 4}
    hand = table(
        "A  B  BTN", blinds=(0, 1), blind_structure="NONE", dead={"BTN": 9}, best="A = BTN > B"
    ).checks_down()
    hand.ends(pots=[(9, "A B BTN")], won={"A": 5, "BTN": 4})


def test_rn_10_odd_chips_go_by_position_and_never_by_chance() -> None:
    assert len({tuple(split(101, [4, 2, 7], 1, OddChips.ONE_EACH).items()) for _ in range(20)}) == 1


def _asked(hand: Table) -> int:
    """How many seats are to act."""
    seat = hand.decision.seat
    assert (seat in hand.names.values()) == (hand.hand.phase in {Phase.BET, Phase.SHOW})
    return 1 if seat in hand.names.values() else 0


def test_fl_10_after_a_walk_exactly_one_seat_is_to_act_in_the_next_hand() -> None:
    walk = table("BTN 100  SB 100  BB 100")
    assert _asked(walk) == 1
    walk = walk.folds("BTN")
    assert _asked(walk) == 1
    walk = walk.folds("SB")
    assert _asked(walk) == 0
    # the button has moved on, and the first caller acts
    hand = table("BB 100  BTN 99  SB 101")
    assert _asked(hand) == 1
    hand = hand.calls("BTN")
    assert _asked(hand) == 1
    assert _asked(hand.calls("SB")) == 1


def test_fl_10_nobody_is_to_act_while_votes_or_cards_are_awaited() -> None:
    vote = table("BTN 100  BB 100", run_it_max=2).goes_all_in("BTN").calls("BB")
    assert (vote.hand.phase, _asked(vote)) == (Phase.RUN_VOTE, 0)
    waits = table("BTN  BB", host_deals=True).calls("BTN").checks("BB")
    assert (waits.hand.phase, _asked(waits)) == (Phase.WAIT_CARDS, 0)


def test_fl_11_a_new_hand_is_built_from_the_stacks_alone() -> None:
    # hand 1 ends by folds with 25 dead in front of the small blind
    first = table("BTN 1000  SB 1000  BB 1000", blinds=(25, 50)).raises("BTN", 150).folds("SB", "BB")
    stacks = dict(zip(("BTN", "SB", "BB"), first.stacks("BTN", "SB", "BB"), strict=True))
    assert stacks == {"BTN": 1075, "SB": 975, "BB": 950}
    # in hand 2 that seat is the button; nothing of its 25 lies anywhere
    second = table("BB 1075  BTN 975  SB 950", blinds=(25, 50)).expect(to_act="BTN", call=50, pot=75)
    afresh = table("BB 1075  BTN 975  SB 950", blinds=(25, 50))
    assert picture(second.hand) == picture(afresh.hand)


def test_fl_11_all_who_tie_are_winners_and_no_loser_is() -> None:
    hand = table(
        "A 100  B 100  C 100  BTN 100", best="A = B = C > BTN", blinds=(0, 2), blind_structure="NONE"
    )
    hand = hand.bets("A", 30).calls("B", "C", "BTN").checks_down()
    hand.ends(won={"A": 40, "B": 40, "C": 40, "BTN": 0})


@pytest.mark.parametrize(("share", "to"), [((1, 2), 600), ((1, 1), 900), ((1, 3), 500), ((3, 4), 750)])
def test_fl_12_a_pot_shortcut_is_the_call_and_a_share_of_the_pot_after_it(
    share: tuple[int, int], to: int
) -> None:
    # blinds 50/100, the button raises to 300: after the call 600 lie there; a third would be 500, the minimum
    hand = table("BTN 5000  BB 5000", blinds=(50, 100)).raises("BTN", 300)
    options = hand.options
    part, whole = share
    shortcut = options.level + part * (hand.hand.pot + options.owed) // whole
    assert max(options.least, min(shortcut, options.most)) == to
    hand.raises("BB", to)


def test_fl_12_there_is_no_shortcut_where_there_is_no_raise() -> None:
    hand = table("BTN 300  BB 5000", blinds=(50, 100)).goes_all_in("BTN")
    hand.expect(may_raise=False, least=0, most=0)
