"""What opens a hand, and facts that make none: each with its reason, its numbers and the field at fault."""

from __future__ import annotations

import pytest

from floorman.rules.dealing import NoDeck
from floorman.rules.floor import open_hand
from floorman.rules.hand import Hand
from floorman.rules.opening import Blinds, HandStart, SeatStart
from floorman.rules.presets import resolve
from floorman.rules.refusal import Reason
from floorman.rules.straddles import StraddlePost
from floorman.rules.switches import MAX_CHIPS
from tests.rules.table import Switches, no_table, switch_value, table

SIX = "SB  BB  UTG  HJ  CO  BTN"


def _open(
    *seats: SeatStart,
    button: int = 1,
    straddles: tuple[StraddlePost, ...] = (),
    blinds: Blinds | None = None,
    **switches: object,
) -> Hand:
    """A hand that the host deals, seats by number."""
    given = {name: switch_value(name, value) for name, value in switches.items()}
    config = resolve("CASH", {"small_blind": 1, "big_blind": 2, **given})
    start = HandStart(config, button, seats, blinds or Blinds(), straddles, host_deals=True)
    return open_hand(start, NoDeck())[0]


def _seats(*numbers: int) -> list[SeatStart]:
    return [SeatStart(number, 100) for number in numbers]


# ---- seats and chips ----


def test_r1_1_tables_count_their_seats_from_0_or_from_1() -> None:
    assert [seat.number for seat in _open(*_seats(0, 9), button=9).seats] == [0, 9]
    assert [seat.number for seat in _open(*_seats(1, 10), button=10).seats] == [1, 10]
    assert [seat.number for seat in _open(*_seats(0, 6), button=0, max_seats=6).seats] == [6, 0]


def test_r1_1_a_seat_outside_the_table() -> None:
    where = "seats[1].seat"
    with no_table(Reason.SEAT_OUT_OF_RANGE, "R-1.1", field=where, seat=11, least=0, most=10):
        _open(*_seats(1, 11))
    with no_table(Reason.SEAT_OUT_OF_RANGE, "R-1.1", field=where, seat=7, most=6):
        _open(*_seats(1, 7), max_seats=6)
    with no_table(Reason.SEAT_OUT_OF_RANGE, "R-1.1", field=where, seat=-1):
        _open(*_seats(1, -1))


def test_r1_1_a_button_outside_the_table() -> None:
    with no_table(Reason.BUTTON_OUT_OF_RANGE, "R-1.1", field="button", seat=11, least=0, most=10):
        _open(*_seats(1, 2), button=11)
    assert _open(*_seats(1, 2), button=10).button == 10  # an empty seat


def test_r1_1_a_seat_twice() -> None:
    with no_table(Reason.DUPLICATE_SEAT, "R-1.1", field="seats[2].seat", seat=1):
        _open(*_seats(1, 2, 1))


def test_r1_1_too_few_or_too_many_seats() -> None:
    with no_table(Reason.SEAT_COUNT, "R-1.1", field="seats", seats=1, least=2, most=10):
        _open(*_seats(1))
    with no_table(Reason.SEAT_COUNT, "R-1.1", field="seats", seats=11, least=2, most=10):
        _open(*_seats(*range(11)))


@pytest.mark.parametrize("stack", [0, -1, MAX_CHIPS + 1])
def test_r1_1_a_stack_is_one_chip_or_more(stack: int) -> None:
    numbers = {"chips": stack, "least": 1, "most": MAX_CHIPS}
    with no_table(Reason.CHIPS_OUT_OF_RANGE, "R-1.1", field="seats[1].stack", **numbers):
        _open(SeatStart(1, 100), SeatStart(2, stack))
    assert _open(SeatStart(1, 100), SeatStart(2, 1)).pot == 2


def test_r1_1_all_chips_together_can_be_counted() -> None:
    with no_table(Reason.CHIPS_OUT_OF_RANGE, "R-1.1", field="seats", chips=MAX_CHIPS + 1):
        _open(SeatStart(1, MAX_CHIPS), SeatStart(2, 1))
    assert _open(SeatStart(1, MAX_CHIPS - 1), SeatStart(2, 1)).seats


@pytest.mark.parametrize("post", [-1, MAX_CHIPS + 1])
def test_r1_1_posts_are_chips(post: int) -> None:
    numbers = {"chips": post, "least": 0, "most": MAX_CHIPS}
    with no_table(Reason.CHIPS_OUT_OF_RANGE, "R-1.1", field="seats[0].live_post", **numbers):
        _open(SeatStart(1, 100, live_post=post), SeatStart(2, 100))
    with no_table(Reason.CHIPS_OUT_OF_RANGE, "R-1.1", field="seats[1].dead_post", **numbers):
        _open(SeatStart(1, 100), SeatStart(2, 100, dead_post=post))


def test_r5_4_not_every_seat_can_be_absent() -> None:
    with no_table(Reason.SEAT_COUNT, "R-5.4", field="seats", seats=0, least=1):
        _open(SeatStart(1, 100, absent=True), SeatStart(2, 100, absent=True))


# ---- blinds ----


def test_r3_1_a_blind_is_posted_by_a_dealt_seat() -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1", field="small_blind_seat", seat=5):
        _open(*_seats(1, 2, 3), blinds=Blinds(small=5))
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1", field="big_blind_seat", seat=5):
        _open(*_seats(1, 2, 3), blinds=Blinds(big=5))


def test_r3_1_nobody_posts_both_blinds() -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1", field="big_blind_seat", seat=2):
        _open(*_seats(1, 2, 3), blinds=Blinds(big=2))


def test_r2_3_a_big_blind_is_never_dead() -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-2.3", field="big_blind_seat"):
        _open(*_seats(1, 2, 3), blinds=Blinds(big=None))


def test_r3_1_a_structure_without_a_blind_has_no_seat_for_it() -> None:
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1", field="small_blind_seat", seat=2):
        _open(*_seats(1, 2, 3), blinds=Blinds(small=2), blind_structure="SINGLE_BLIND")
    with no_table(Reason.BLIND_SEAT_INVALID, "R-3.1", field="big_blind_seat", seat=3):
        _open(*_seats(1, 2, 3), blinds=Blinds(big=3), blind_structure="NONE")
    single = _open(*_seats(1, 2, 3), blinds=Blinds(small=None, big=3), blind_structure="SINGLE_BLIND")
    assert single.seats[single.big_blind].number == 3


def test_r3_1_a_given_small_blind_moves_the_big_one_behind_it_only_if_it_is_the_first() -> None:
    # the small blind stands at the first seat left of the button: the big blind follows at the second
    hand = _open(*_seats(1, 2, 3, 4), blinds=Blinds(small=2))
    assert hand.seats[hand.big_blind].number == 3
    # it stands elsewhere, or is dead: the big blind is the first
    hand = _open(*_seats(1, 2, 3, 4), blinds=Blinds(small=3))
    assert hand.seats[hand.big_blind].number == 2
    hand = _open(*_seats(1, 2, 3, 4), blinds=Blinds(small=None))
    assert hand.seats[hand.big_blind].number == 2


def test_r15_where_the_blinds_stand_does_not_matter_in_a_bomb_pot() -> None:
    hand = _open(*_seats(1, 2, 3), blinds=Blinds(small=7, big=8), bomb_pot=5)
    assert hand.pot == 15


# ---- posts and straddles, where they are at fault ----


def test_r5_1_a_live_post_that_is_too_large() -> None:
    numbers = {"seat": 3, "live_post": 3, "blind": 0, "most": 2}
    with no_table(Reason.POST_INVALID, "R-5.1", field="seats[2].live_post", **numbers):
        _open(
            SeatStart(1, 100), SeatStart(2, 100), SeatStart(3, 100, live_post=3), SeatStart(4, 100), button=4
        )


def test_r15_a_post_in_a_bomb_pot() -> None:
    with no_table(Reason.POST_INVALID, "R-15", field="seats[1].live_post", seat=2):
        _open(SeatStart(1, 100), SeatStart(2, 100, dead_post=1), bomb_pot=5)


def test_r5_3_what_is_wrong_with_a_straddle() -> None:
    utg: Switches = {"straddle_seats": {"UTG"}}
    with no_table(Reason.STRADDLE_INVALID, field="straddles", players=2, least=3):
        table("BTN  BB", straddles=[("BTN", 4)], **utg)
    with no_table(Reason.STRADDLE_INVALID, field="straddles", straddles=2, most=1):
        table(SIX, straddles=[("UTG", 4), ("HJ", 8)], **utg)
    with no_table(Reason.STRADDLE_INVALID, field="straddles[0].amount", amount=5, due=4):
        table(SIX, straddles=[("UTG", 5)], **utg)
    with no_table(Reason.STRADDLE_INVALID, field="straddles[1].seat", seat=5):
        table(SIX, straddles=[("UTG", 4), ("CO", 8)], straddle_max=2, **utg)
    with no_table(Reason.STRADDLE_INVALID, field="straddles", seat=3, stack=3, missing=4):
        table("SB  BB  UTG 3  BTN", straddles=[("UTG", 4)], **utg)
    with no_table(Reason.STRADDLE_INVALID, field="straddles", seat=3, amount=4):
        table(SIX, straddle_mandatory=True, **utg)


def test_r5_3_what_a_short_blind_lacks_for_its_straddle() -> None:
    # the small blind of 1 has 2 behind and lacks 3 of a straddle of 4
    with no_table(Reason.STRADDLE_INVALID, field="straddles", seat=1, stack=2, missing=3):
        table("SB 3  BB  UTG  BTN", straddles=[("SB", 4)], straddle_seats={"ANY"})
    table("SB 4  BB  UTG  BTN", straddles=[("SB", 4)], straddle_seats={"ANY"}).expect(to_act="BB")


@pytest.mark.parametrize("amount", [0, -4])
def test_r5_3_a_straddle_is_chips(amount: int) -> None:
    with no_table(Reason.CHIPS_OUT_OF_RANGE, field="straddles[0].amount", chips=amount, least=1):
        table(SIX, straddles=[("UTG", amount)], straddle_seats={"UTG"})


def test_r5_3_a_straddler_is_dealt_in() -> None:
    with no_table(Reason.STRADDLE_INVALID, field="straddles[0].seat", seat=3):
        table("SB  BB  gone 0  UTG  BTN", straddles=[("gone", 4)], straddle_seats={"UTG"})


# ---- cards that are known at the start ----


def test_r6_1_known_hole_cards_belong_to_a_dealt_seat() -> None:
    with no_table(Reason.UNKNOWN_SEAT, "R-6.1", field="known_cards.holes", seat=2):
        table("BTN  gone 0  BB", holes={"gone": "As Kd"})


def test_r1_2_a_known_card_lies_in_one_place() -> None:
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.holes"):
        table("BTN  BB", holes={"BTN": "As Kd", "BB": "Kd 2c"})
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.holes"):
        table("BTN  BB", holes={"BTN": "As As"})
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.boards"):
        table("BTN  BB", holes={"BTN": "As Kd"}, board="2c 3c Kd")
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.boards"):
        table("BTN  BB", board="2c 3c 2c")
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.burns"):
        table("BTN  BB", board="2c 3c Kd", burns="7h 2c")
    with no_table(Reason.CARD_TWICE, "R-1.2", field="known_cards.burns"):
        table("BTN  BB", burns="7h 7h")


def test_r1_2_a_short_decks_cards_begin_with_the_sixes() -> None:
    short: Switches = {"variant": "SHORT_DECK_36"}
    with no_table(Reason.CARD_NOT_IN_DECK, "R-1.2", field="known_cards.boards", card=15):
        table("BTN  BB", board="6c 7d 5s", **short)
    table("BTN  BB", board="6c 7d 6s", **short)


def test_r6_1_a_board_has_five_cards() -> None:
    with no_table(Reason.CARD_COUNT, "R-6.1", field="known_cards.boards", board=0, cards=6, most=5):
        table("BTN  BB", board="2c 3c 4c 5c 6c 8c")


def test_r14_2_as_many_boards_as_the_table_can_run() -> None:
    with no_table(Reason.CARD_COUNT, "R-14.2", field="known_cards.boards", board=1, most=1):
        table("BTN  BB", board="2c 3c 4c | 5c 6c 8c")
    with no_table(Reason.CARD_COUNT, "R-14.2", board=2, most=2):
        table("BTN  BB", board="2c 3c 4c | 5c 6c 8c | 9c Tc Jc", run_it_max=2)


def test_r14_2_further_boards_may_repeat_what_was_dealt_before_and_nothing_else() -> None:
    runs: Switches = {"run_it_max": 2}
    table("BTN  BB", board="2c 3c 4c 5c 6c | 2c 3c 4c 7c 8c", **runs)
    with no_table(Reason.CARD_TWICE, "R-1.2"):
        table("BTN  BB", board="2c 3c 4c 5c 6c | 2c 3c 4c 6c 8c", **runs)
    with no_table(Reason.CARD_TWICE, "R-1.2"):
        table("BTN  BB", board="2c 3c 4c 5c 6c | 2c 3c 9c 4c 8c", **runs)
    # the two boards of a bomb pot share nothing
    with no_table(Reason.CARD_TWICE, "R-1.2"):
        table("BTN  A", bomb_pot=2, boards=2, board="2c 3c 4c | 2c 3c 4c")


def test_r6_2_no_more_burns_than_the_table_can_burn() -> None:
    with no_table(Reason.CARD_COUNT, "R-6.2", field="known_cards.burns", cards=4, most=3):
        table("BTN  BB", burns="2c 3c 4c 5c")
    table("BTN  BB", burns="2c 3c 4c")
    table("BTN  BB", burns="2c 3c 4c 5c 6c 7c", run_it_max=2)


def test_a_refusal_speaks_in_words_and_numbers() -> None:
    with pytest.raises(Exception, match="A hand needs 2 to 10 dealt seats; 1 are given") as refused:
        _open(*_seats(1))
    assert str(refused.value) == getattr(refused.value, "text", None)
