"""R-5.3: straddles of the hand to come."""

from __future__ import annotations

from floorman.rules.choices import StraddleSeat
from floorman.rules.straddles import StraddlePost
from floorman.table.prepare import NextHand
from floorman.table.seats import Missed
from tests.table.chairs import ledger, posts, prepared, rules, taken

UTG = frozenset({StraddleSeat.UTG})
BUTTON = frozenset({StraddleSeat.BUTTON})
ANY = frozenset({StraddleSeat.ANY})
# button 1, blinds 2 and 3, UTG 4
SIX = (0, 1, 2, 3, 4, 5)
LAST = (0, 1, 2)


def offered(hand: NextHand) -> list[tuple[int, int, int]]:
    """Seat, amount, and how many straddles lie below it."""
    return [(one.seat, one.amount, len(one.over)) for one in hand.straddles]


def straddled(hand: NextHand) -> tuple[StraddlePost, ...]:
    assert hand.start is not None
    return hand.start.straddles


def test_r5_3_a_table_without_straddles_offers_none() -> None:
    hand = prepared(taken(*SIX, straddles=SIX), last=LAST)
    assert offered(hand) == []
    assert straddled(hand) == ()


def test_r5_3_ex_the_seat_under_the_gun_may_straddle_to_twice_the_big_blind() -> None:
    hand = prepared(taken(*SIX), last=LAST, config=rules(straddle_seats=UTG))
    assert offered(hand) == [(4, 4, 0)]
    assert straddled(hand) == ()
    hand = prepared(taken(*SIX, straddles={4}), last=LAST, config=rules(straddle_seats=UTG))
    assert straddled(hand) == (StraddlePost(4, 4),)


def test_r5_3_ex_a_double_straddle() -> None:
    config = rules(straddle_seats=UTG, straddle_max=2)
    hand = prepared(taken(*SIX, straddles={4, 5}), last=LAST, config=config)
    assert offered(hand) == [(4, 4, 0), (5, 8, 1)]
    assert straddled(hand) == (StraddlePost(4, 4), StraddlePost(5, 8))
    assert straddled(prepared(taken(*SIX, straddles={5}), last=LAST, config=config)) == ()


def test_r5_3_where_one_straddle_is_all_the_button_goes_before_the_seat_under_the_gun() -> None:
    config = rules(straddle_seats=UTG | BUTTON)
    hand = prepared(taken(*SIX, straddles={1, 4}), last=LAST, config=config)
    assert offered(hand) == [(1, 4, 0), (4, 4, 0)]
    assert straddled(hand) == (StraddlePost(1, 4),)
    assert straddled(prepared(taken(*SIX, straddles={4}), last=LAST, config=config)) == (StraddlePost(4, 4),)


def test_r5_3_any_seat_but_the_big_blind_the_button_first_then_the_seats_to_its_right() -> None:
    config = rules(straddle_seats=ANY)
    hand = prepared(taken(*SIX, straddles={0, 4, 5}), last=LAST, config=config)
    assert [seat for seat, _, _ in offered(hand)] == [0, 1, 2, 4, 5]
    assert straddled(hand) == (StraddlePost(0, 4),)


def test_r5_3_a_short_stack_is_not_offered_a_full_straddle() -> None:
    full = rules(straddle_seats=UTG)
    assert offered(prepared(taken(*SIX, stacks={4: 3}, straddles={4}), last=LAST, config=full)) == []
    short = rules(straddle_seats=UTG, straddle_full_only=False)
    assert offered(prepared(taken(*SIX, stacks={4: 3}), last=LAST, config=short)) == [(4, 4, 0)]


def test_r5_3_a_post_lies_toward_the_straddle() -> None:
    # the newcomer under the gun posted 2 live of its 4: the other 2 make the straddle
    seats = taken(*SIX, stacks={4: 4}, missed={4: Missed(big_blind=True)}, straddles={4})
    hand = prepared(seats, last=LAST, config=rules(straddle_seats=UTG))
    assert posts(hand, 4) == (2, 0)
    assert straddled(hand) == (StraddlePost(4, 4),)


def test_r5_3_three_players_at_least() -> None:
    hand = prepared(taken(0, 3), last=LAST, config=rules(straddle_seats=UTG | BUTTON | ANY))
    assert offered(hand) == []


def test_r5_3_a_mandatory_straddle_is_posted_unasked() -> None:
    hand = prepared(taken(*SIX), last=LAST, config=rules(straddle_seats=UTG, straddle_mandatory=True))
    assert [one.mandatory for one in hand.straddles] == [True]
    assert straddled(hand) == (StraddlePost(4, 4),)


def test_r5_3_a_mandatory_straddle_falls_on_the_button_first_where_one_is_all() -> None:
    config = rules(straddle_seats=UTG | BUTTON, straddle_mandatory=True)
    assert straddled(prepared(taken(*SIX), last=LAST, config=config)) == (StraddlePost(1, 4),)


def test_r5_3_a_missed_mandatory_straddle_is_made_up_dead() -> None:
    config = rules(straddle_seats=UTG, straddle_mandatory=True)
    hand = prepared(taken(*SIX, away={4}), last=LAST, config=config)
    assert straddled(hand) == (StraddlePost(5, 4),)
    assert ledger(hand, 4).missed == Missed(straddle=True)
    hand = prepared(taken(*SIX, missed={0: Missed(straddle=True)}), last=LAST, config=config)
    assert posts(hand, 0) == (0, 4)


def test_r15_a_bomb_pot_has_no_straddle() -> None:
    config = rules(straddle_seats=UTG, straddle_mandatory=True, bomb_pot=10)
    hand = prepared(taken(*SIX, straddles=SIX), last=LAST, config=config)
    assert offered(hand) == []
    assert straddled(hand) == ()
