"""R-6: which card of the deck goes where, and what an exposed one does. (The deck lies in rising order.)"""

from __future__ import annotations

import pytest

from floorman import events
from floorman.events import ExposedOutcome, Outcome
from floorman.rules.refusal import Reason
from tests.rules.table import Table, table

SIX = "SB  BB  UTG  HJ  CO  BTN"


def _to_the_river(hand: Table) -> Table:
    """Everybody calls before the flop and checks after it."""
    while hand.hand.street == 0 and hand.options.owed:
        hand = hand.calls(str(hand.name(hand.options.seat)))
    return hand.checks_down()


# ---- R-6.2 ----


def test_r6_1_ex_one_card_at_a_time_in_two_rounds_from_the_left_of_the_button() -> None:
    hand = table(SIX)
    assert [hand.hole_indices(seat) for seat in SIX.split()] == [
        (0, 6), (1, 7), (2, 8), (3, 9), (4, 10), (5, 11)
    ]  # fmt: skip
    hand = _to_the_river(hand)
    assert hand.burn_indices() == [12, 16, 18]
    assert hand.board_indices() == [[13, 14, 15, 17, 19]]


def test_r6_1_ex_the_deal_may_start_at_the_big_blind() -> None:
    hand = table(SIX, deal_start="BIG_BLIND")
    assert hand.hole_indices("BB") == (0, 6)
    assert hand.hole_indices("BTN") == (4, 10)
    assert hand.hole_indices("SB") == (5, 11)


def test_r6_1_without_a_big_blind_the_deal_starts_left_of_the_button() -> None:
    hand = table("left  next  BTN", blind_structure="NONE", deal_start="BIG_BLIND")
    assert [hand.hole_indices(seat)[0] for seat in ("left", "next", "BTN")] == [0, 1, 2]


def test_r6_1_two_cards_at_once() -> None:
    hand = table(SIX, deal_pattern="TWO_AT_ONCE")
    assert [hand.hole_indices(seat) for seat in SIX.split()] == [
        (0, 1), (2, 3), (4, 5), (6, 7), (8, 9), (10, 11)
    ]  # fmt: skip
    assert _to_the_river(hand).board_indices() == [[13, 14, 15, 17, 19]]


def test_r6_1_the_cards_are_those_of_their_places() -> None:
    # in a deck in rising order the card at place 0 is the deuce of clubs, at 6 the trey of hearts
    hand = table(SIX)
    assert hand.hole("SB") == "2c 3h"
    assert _to_the_river(hand).boards() == ["5d 5h 5s 6d 6s"]


def test_r6_2_without_burns_the_board_follows_the_hole_cards() -> None:
    hand = _to_the_river(table(SIX, burn_cards=False))
    assert hand.burn_indices() == []
    assert hand.board_indices() == [[12, 13, 14, 15, 16]]


def test_r6_2_exactly_one_burn_before_each_street() -> None:
    hand = table(SIX)
    for street, burns in (("FLOP", 1), ("TURN", 2), ("RIVER", 3)):
        hand = hand.calls("UTG", "HJ", "CO", "BTN", "SB").checks("BB") if street == "FLOP" else hand
        hand = hand.checks_to(street)
        assert len(hand.burn_indices()) == burns
        assert all(burn.face == 0xFF for burn in hand.saw(events.Burn))  # face down


def test_r6_4_the_deal_shows_no_face_to_anybody() -> None:
    # an event of the deal has places of the deck only
    assert [event.indices for event in table("BTN  BB").saw(events.DealHole)] == [(0, 2), (1, 3)]


# ---- exposed cards ----


def test_r6_3_ex_the_owner_gets_the_flop_burn_and_the_exposed_card_is_burned() -> None:
    hand = table(SIX).exposes("UTG", 1)
    assert hand.hole_indices("UTG") == (2, 12)
    assert hand.hole("UTG") == "2h 5c"
    assert table(SIX).exposes("UTG", 0).hole("UTG") == "5c 4c"
    (exposed,) = hand.saw(events.Exposed)
    assert (exposed.index, exposed.face, exposed.replacement) == (8, 8, 12)
    assert exposed.outcome is ExposedOutcome.REPLACED
    hand = _to_the_river(hand)
    assert hand.burn_indices() == [8, 16, 18]
    assert [burn.face for burn in hand.saw(events.Burn)] == [8, 0xFF, 0xFF]  # shown to all
    assert hand.board_indices() == [[13, 14, 15, 17, 19]]


def test_r6_3_24_without_burns_the_exposed_card_is_out_of_play_and_the_rest_moves_on() -> None:
    hand = _to_the_river(table(SIX, burn_cards=False).exposes("UTG", 1))
    assert hand.hole_indices("UTG") == (2, 12)
    assert hand.board_indices() == [[13, 14, 15, 16, 17]]


def test_r6_3_two_at_once_the_exposed_card_has_another_place() -> None:
    hand = table(SIX, deal_pattern="TWO_AT_ONCE").exposes("UTG", 1)
    assert [event.index for event in hand.saw(events.Exposed)] == [5]
    assert hand.hole_indices("UTG") == (4, 12)
    assert _to_the_river(hand).burn_indices() == [5, 16, 18]


def test_r6_3_a_table_may_let_the_exposed_card_play() -> None:
    hand = table(SIX, exposed_card="KEEP").exposes("UTG", 1)
    assert [event.outcome for event in hand.saw(events.Exposed)] == [ExposedOutcome.KEPT]
    assert hand.hole_indices("UTG") == (2, 8)
    assert _to_the_river(hand).burn_indices() == [12, 16, 18]


def test_r6_3_a_table_may_call_every_exposed_card_a_misdeal() -> None:
    hand = table("SB 1000  BB 1000  UTG 1000  BTN 1000", exposed_card="MISDEAL").exposes("UTG", 1)
    hand.ends(outcome=Outcome.MISDEAL, stacks={"SB": 1000, "BB": 1000, "UTG": 1000, "BTN": 1000})


@pytest.mark.parametrize("rule", ["REPLACE_WITH_BURN", "KEEP"])
def test_r6_3_two_exposed_cards_are_a_misdeal_always(rule: str) -> None:
    hand = table("SB 1000  BB 1000  UTG 1000  BTN 1000", exposed_card=rule).exposes("UTG", 1)
    hand.expect(to_act="UTG").exposes("BTN", 0).ends(
        outcome=Outcome.MISDEAL, stacks={"SB": 1000, "BB": 1000, "UTG": 1000, "BTN": 1000}
    )


@pytest.mark.parametrize(
    ("pattern", "first_two", "third"),
    [
        ("ONE_AT_A_TIME", [("SB", 0), ("BB", 0)], ("UTG", 0)),
        ("TWO_AT_ONCE", [("SB", 0), ("SB", 1)], ("BB", 0)),
    ],
)
def test_r6_3_the_first_two_cards_off_the_deck(
    pattern: str, first_two: list[tuple[str, int]], third: tuple[str, int]
) -> None:
    strict = table(SIX, exposed_first_two="MISDEAL", deal_pattern=pattern)
    literal = table(SIX, exposed_first_two="REPLACE", deal_pattern=pattern)
    for seat, nth in first_two:
        strict.exposes(seat, nth).ends(outcome=Outcome.MISDEAL)
        assert 12 in literal.exposes(seat, nth).hole_indices(seat)
    seat, nth = third
    assert 12 in strict.exposes(seat, nth).hole_indices(seat)


def test_r6_3_the_first_two_are_counted_from_the_big_blind_where_the_deal_starts_there() -> None:
    strict = table(SIX, exposed_first_two="MISDEAL", deal_start="BIG_BLIND")
    strict.exposes("BB", 0).ends(outcome=Outcome.MISDEAL)
    strict.exposes("UTG", 0).ends(outcome=Outcome.MISDEAL)
    strict.exposes("SB", 0).expect(to_act="UTG")


def test_r6_3_the_first_two_are_a_misdeal_also_where_the_card_would_be_kept() -> None:
    table(SIX, exposed_first_two="MISDEAL", exposed_card="KEEP").exposes("SB", 0).ends(
        outcome=Outcome.MISDEAL
    )


def test_r6_3_a_card_is_exposed_before_the_first_action_only() -> None:
    hand = table(SIX).calls("UTG")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-6.3").exposes("BB", 0)
    table(SIX).refuses(Reason.STEP_NOT_ALLOWED, "R-6.3").exposes("BB", 2)
    # the posts put both all-in: their hands are up, and there is nothing left to expose
    both_up = table("BTN 1  BB 1", run_it_max=2)
    assert len(both_up.saw(events.HandUp)) == 2
    both_up.refuses(Reason.STEP_NOT_ALLOWED, "R-6.3").exposes("BB", 0)


def test_r6_3_a_host_replaces_the_card_at_its_own_table() -> None:
    hand = table(SIX, holes={"UTG": "As Kd"})
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-6.3").exposes("UTG", 0)
    hand.refuses(Reason.UNKNOWN_CARDS, "R-6.3").exposes("HJ", 0)
    table(SIX, holes={"UTG": "As Kd"}, exposed_card="KEEP").exposes("UTG", 0).expect(to_act="UTG")


# ---- host dealing: the hand waits for what it does not know ----


def test_r6_1_a_host_brings_the_cards_as_they_fall() -> None:
    hand = table("BTN  BB", host_deals=True).deals_hole("BTN", "As Ks").calls("BTN")
    hand = hand.checks("BB").expect(to_act=None)
    missing = hand.decision.missing
    assert missing is not None
    assert (missing.board, missing.count) == (0, 3)
    hand = hand.deals_burn("2d").deals_board("Qs Js Ts").expect(street="FLOP", to_act="BB")
    hand.refuses(Reason.STEP_NOT_ALLOWED, "R-6.1").deals_board("9s")
    hand = hand.checks("BB", "BTN")
    hand.refuses(Reason.CARD_TWICE, "R-1.2").deals_board("Qs")
    hand.refuses(Reason.CARD_TWICE, "R-1.2").deals_board("As")
    hand.refuses(Reason.CARD_TWICE, "R-1.2").deals_board("2d")
    hand.refuses(Reason.CARD_COUNT, "R-6.1").deals_board("9s 8s 7s")
    hand.refuses(Reason.CARDS_ALREADY_KNOWN, "R-6.1").deals_hole("BTN", "7d 7c")
    hand.refuses(Reason.CARD_COUNT, "R-6.1").deals_hole("BB", "7d 7c 7h")
    hand.deals_board("9s").expect(street="TURN", to_act="BB")


def test_r6_1_a_floor_that_deals_takes_no_card_from_the_host() -> None:
    table("BTN  BB").refuses(Reason.STEP_NOT_ALLOWED, "R-6.1").deals_hole("BTN", "As Ks")
