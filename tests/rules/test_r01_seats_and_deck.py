"""R-1: how many sit at a table, what they play with, and what their chairs are called."""

from __future__ import annotations

import pytest

from floorman.cards import full_deck, parse_card, short_deck
from floorman.rules.positions import position_names
from floorman.rules.refusal import Reason
from tests.rules.table import no_table, table

TEN = "BTN  SB  BB  D  E  F  G  H  I  J"


def test_r1_1_two_to_ten_seats_make_a_hand() -> None:
    table("BTN  BB").expect(to_act="BTN")
    table(TEN).expect(to_act="D")
    with no_table(Reason.SEAT_COUNT, "R-1.1", seats=1, least=2, most=10):
        table("BTN  SB 0  BB 0")
    with no_table(Reason.SEAT_COUNT, "R-1.1", seats=11, least=2, most=10):
        table(TEN + "  K")


def test_r1_1_a_table_may_have_fewer_seats() -> None:
    table("BTN  SB  BB  D  E  F", max_seats=6).expect(to_act="D")
    with no_table(Reason.SEAT_COUNT, "R-1.1", seats=7, most=6):
        table("BTN  SB  BB  D  E  F  G", max_seats=6)


def test_r1_1_a_short_deck_is_enough_for_ten_with_two_boards() -> None:
    # 20 hole cards, 10 board cards, 3 burns: 33 of 36
    hand = table(TEN, variant="SHORT_DECK_36", bomb_pot=2, boards=2).checks_down()
    assert [len(indices) for indices in hand.board_indices()] == [5, 5]
    assert max(index for indices in hand.board_indices() for index in indices) == 32


def test_r1_2_a_card_is_four_times_its_rank_plus_its_suit() -> None:
    assert [parse_card(card) for card in ("2c", "2d", "2h", "2s", "3c", "Ac", "As")] == [
        0,
        1,
        2,
        3,
        4,
        48,
        51,
    ]
    assert full_deck() == tuple(range(52))


def test_r1_2_the_short_deck_runs_from_the_sixes_to_the_aces() -> None:
    assert short_deck() == tuple(range(parse_card("6c"), parse_card("As") + 1))
    assert len(short_deck()) == 36


def test_r1_2_no_card_lies_on_the_table_twice() -> None:
    with no_table(Reason.CARD_TWICE, "R-1.2", card=parse_card("As")):
        table("BTN  BB", holes={"BTN": "As Kd", "BB": "Qc As"})
    with no_table(Reason.CARD_TWICE, "R-1.2", card=parse_card("7d")):
        table("BTN  BB", holes={"BTN": "As 7d"}, board="2c 7d 9h")
    with no_table(Reason.CARD_NOT_IN_DECK, "R-1.2", card=parse_card("5c")):
        table("BTN  BB", variant="SHORT_DECK_36", holes={"BTN": "As 5c"})


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("BTN  BB", "BTN/SB BB"),
        ("BTN  SB  BB", "BTN SB BB"),
        ("BTN  SB  BB  D", "BTN SB BB UTG"),
        ("BTN  SB  BB  D  E", "BTN SB BB UTG CO"),
        ("BTN  SB  BB  D  E  F", "BTN SB BB UTG HJ CO"),
        ("BTN  SB  BB  D  E  F  G", "BTN SB BB UTG LJ HJ CO"),
        ("BTN  SB  BB  D  E  F  G  H", "BTN SB BB UTG UTG+1 LJ HJ CO"),
        ("BTN  SB  BB  D  E  F  G  H  I", "BTN SB BB UTG UTG+1 UTG+2 LJ HJ CO"),
        (TEN, "BTN SB BB UTG UTG+1 UTG+2 MP LJ HJ CO"),
    ],
)
def test_r1_4_the_chairs_have_names(line: str, names: str) -> None:
    hand = table(line).hand
    called = dict(zip((seat.number for seat in hand.seats), position_names(hand), strict=True))
    assert " ".join(called[number] for number in sorted(called)) == names


def test_r1_4_an_empty_button_gives_its_name_to_nobody() -> None:
    assert position_names(table("BTN 0  SB  BB  D  E").hand) == ["SB", "BB", "UTG", "CO"]
    assert position_names(table("BTN  SB 0  BB  D  E").hand) == ["BB", "UTG", "CO", "BTN"]
