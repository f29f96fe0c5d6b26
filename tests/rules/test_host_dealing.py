"""R-6.1 where the host deals: what the hand waits for, what it takes, and runs with cards that come late."""

from __future__ import annotations

import pytest

from floorman.rules.decision import Missing
from floorman.rules.hand import Phase
from floorman.rules.refusal import Reason
from tests.rules.table import Switches, Table, flop, table


def _missing(hand: Table) -> Missing:
    missing = hand.expect(phase=Phase.WAIT_CARDS, to_act=None).decision.missing
    assert missing is not None
    return missing


def _checked(hand: Table) -> Table:
    return hand.checks("BB", "BTN")


def test_r6_1_each_street_waits_for_its_own_cards() -> None:
    hand = table("BTN  BB", host_deals=True).calls("BTN").checks("BB")
    assert _missing(hand) == Missing([], 0, 3)
    hand = hand.deals_board("2c 3c 4c").expect(street="FLOP", to_act="BB")
    hand = _checked(hand)
    assert _missing(hand) == Missing([], 0, 1)
    hand = _checked(hand.deals_board("5c"))
    assert _missing(hand) == Missing([], 0, 1)
    hand.deals_board("6c").expect(street="RIVER", to_act="BB")


def test_r6_1_a_flop_may_come_card_by_card() -> None:
    hand = table("BTN  BB", host_deals=True).calls("BTN").checks("BB").deals_board("2c")
    assert _missing(hand) == Missing([], 0, 2)
    hand.deals_board("3c 4c").expect(street="FLOP", to_act="BB")


def test_r6_1_cards_that_were_named_before_fall_by_themselves() -> None:
    hand = table("BTN  BB", board="2c 3c 4c 5c").calls("BTN").checks("BB").expect(street="FLOP")
    hand = _checked(hand).expect(street="TURN", to_act="BB")
    assert _missing(_checked(hand)) == Missing([], 0, 1)


def test_r6_1_no_board_card_is_taken_while_a_seat_is_asked() -> None:
    hand = table("BTN  BB", host_deals=True)
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-6.1").deals_board("2c 3c 4c")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-6.1").deals_burn("2c")
    hand.deals_hole("BB", "2c 2d").refuses(Reason.CARDS_ALREADY_KNOWN, seat=2).deals_hole("BB", "3c 3d")


def test_r6_1_two_boards_are_waited_for_one_after_the_other() -> None:
    hand = table("A  BTN", bomb_pot=2, boards=2, host_deals=True)
    assert _missing(hand) == Missing([], 0, 3)
    hand = hand.deals_board("2c 3c 4c")
    assert _missing(hand) == Missing([], 1, 3)
    hand.refuses(Reason.CARD_TWICE, "R-1.2").deals_board("2c 7d 8d", board=1)
    hand.refuses(Reason.CARD_COUNT, "R-14.2", board=2, most=2).deals_board("6d 7d 8d", board=2)
    hand.deals_board("6d 7d 8d", board=1).expect(street="FLOP", to_act="A")


def test_r12_6_all_in_seats_with_unknown_cards_are_named() -> None:
    hand = table("SB 50  BB 50  BTN 50", holes={"BB": "As Ad"}).goes_all_in("BTN", "SB", "BB")
    assert _missing(hand) == Missing([1, 3], 0, 0)
    hand = hand.deals_hole("SB", "Ks Kd")
    assert _missing(hand) == Missing([3], 0, 0)
    assert _missing(hand.deals_hole("BTN", "Qs Qd")) == Missing([], 0, 3)


def test_r12_6_the_table_resolves_no_board_that_is_missing() -> None:
    hand = table("BTN  BB", host_deals=True).calls("BTN").checks("BB").expect(phase=Phase.WAIT_CARDS)
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-7.8").resolves()
    known = table("BTN 50  BB 50", holes={"BTN": "As Ad", "BB": "Ks Kd"}).goes_all_in("BTN").calls("BB")
    known.expect(phase=Phase.WAIT_CARDS).refuses(Reason.STEP_NOT_ALLOWED, "R-7.8").resolves()
    table("BTN  BB").refuses(Reason.STEP_NOT_ALLOWED, "R-7.8").resolves()


def test_r14_2_where_the_host_deals_the_deck_is_counted_by_what_was_used() -> None:
    # six in a short deck: 12 hole cards, a burn and the flop; then 3 runs of 4 make 28, 4 of 4 make 32
    names = "ABCDEF"
    line = "  ".join(f"{name} 100" for name in names)
    short: Switches = {"variant": "SHORT_DECK_36", "run_it_max": 4, "allin_face_up": "AT_SHOWDOWN_ONLY"}
    before = table(line, blinds=(0, 2), blind_structure="NONE", host_deals=True, **short)
    assert before.goes_all_in(*names).decision.most_runs == 3  # 12 + 3 x 8 = 36
    after = before.checks(*names).deals_board("6c 7c 8c").goes_all_in(*names)
    assert after.decision.most_runs == 4
    turn = before.checks(*names).deals_board("6c 7c 8c").checks(*names).deals_board("9c")
    assert turn.goes_all_in(*names).decision.most_runs == 4


@pytest.mark.parametrize(("players", "most"), [(8, 4), (9, 3)])
def test_r14_2_the_burn_before_the_flop_counts_too(players: int, most: int) -> None:
    # 16 + 1 + 3 + 4 x 4 = 36; 18 + 1 + 3 + 4 x 4 = 38, 3 x 4 make 34
    names = "ABCDEFGHI"[:players]
    line = "  ".join(f"{name} 100" for name in names)
    short: Switches = {"variant": "SHORT_DECK_36", "run_it_max": 4, "allin_face_up": "AT_SHOWDOWN_ONLY"}
    for host_deals in (True, False):
        hand = table(line, blinds=(0, 2), blind_structure="NONE", host_deals=host_deals, **short)
        hand = hand.checks(*names)
        hand = (hand.deals_board("6c 7c 8c") if host_deals else hand).goes_all_in(*names)
        assert hand.decision.most_runs == most


def test_r14_2_a_further_run_is_brought_after_the_first() -> None:
    hand = flop("A 100  B 100", 10, holes={"A": "As Ah", "B": "Ks Kh"}, board="2c 7d 9h", run_it_max=2)
    hand = hand.goes_all_in("A").calls("B").votes("A", "B", runs=2)
    assert _missing(hand) == Missing([], 0, 1)
    hand = hand.deals_board("Jc")
    assert _missing(hand) == Missing([], 0, 1)
    hand = hand.deals_board("3s")
    assert _missing(hand) == Missing([], 1, 1)
    hand = hand.deals_board("Kd", board=1)
    assert _missing(hand) == Missing([], 1, 1)
    hand = hand.deals_board("4h", board=1)
    assert hand.boards() == ["2c 7d 9h Jc 3s", "2c 7d 9h Kd 4h"]
    hand.ends(won={"A": 100, "B": 100})
