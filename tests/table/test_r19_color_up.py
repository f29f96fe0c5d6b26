"""R-19.5: colouring up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from floorman.cards import parse_card
from floorman.table.color_up import color_up, odd_chips
from floorman.v1 import cards_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub


def after(stacks: dict[int, int], old: int, new: int, cards: str = "") -> dict[int, int]:
    result = color_up(stacks, old, new, [parse_card(name) for name in cards.split()])
    return {seat.number: seat.after for seat in result.seats}


def test_r19_5_small_chips_are_changed_as_far_as_they_go() -> None:
    assert after({1: 1000, 2: 500, 3: 300}, 25, 100) == {1: 1000, 2: 500, 3: 300}


def test_r19_5_one_chip_for_each_winner_from_the_lowest_seat_on() -> None:
    # odd: 75 + 50 + 50 + 25 = 200, two chips of 100
    result = color_up({1: 175, 2: 250, 4: 350, 6: 425}, 25, 100)
    assert [seat.odd_chips for seat in result.seats] == [3, 2, 2, 1]
    assert result.awarded == 2
    assert [seat.after for seat in result.seats] == [200, 300, 300, 400]
    assert (result.added, result.removed) == (0, 0)


def test_r19_5_the_cards_decide_where_there_are_cards() -> None:
    # seat 1 gets three cards, 2 two, 4 two, 6 one; the best cards are the aces of 4 and 6
    cards = "2c 3c 4c 5d 6d Ah 7h As"
    assert after({1: 175, 2: 250, 4: 350, 6: 425}, 25, 100, cards) == {1: 100, 2: 200, 4: 400, 6: 500}


def test_r19_5_suits_break_ties() -> None:
    # three chips of 25 and one: one chip of 100 for the ace of spades before the ace of hearts
    assert after({1: 175, 2: 225}, 25, 100, "Ah 2c 3c As") == {1: 100, 2: 300}


def test_r19_5_nobody_is_raced_out_and_no_chip_is_made_for_it() -> None:
    # seat 2 has nothing but odd chips: the one chip of the race is its own
    assert after({1: 1025, 2: 75, 3: 900}, 25, 100, "As 2c 3c 4c") == {1: 1000, 2: 100, 3: 900}


def test_r19_5_where_the_race_has_too_few_chips_the_house_adds_one() -> None:
    result = color_up({1: 25, 2: 25, 3: 1950}, 25, 100)
    assert [seat.after for seat in result.seats] == [100, 100, 1900]
    assert (result.awarded, result.added, result.removed) == (1, 100, 0)


def test_r19_5_odd_chips_that_buy_nothing_are_removed() -> None:
    result = color_up({1: 125, 2: 125}, 25, 100)
    assert [seat.after for seat in result.seats] == [100, 100]
    assert (result.awarded, result.removed) == (0, 50)


UNITS = st.sampled_from([(25, 100), (100, 500), (500, 1000), (1, 5), (5, 1000)])
COUNTS = st.dictionaries(st.integers(1, 10), st.integers(1, 5000), min_size=1)


@given(units=UNITS, counts=COUNTS, shuffled=st.permutations(range(52)))
def test_r19_5_chips_are_conserved(
    units: tuple[int, int], counts: dict[int, int], shuffled: list[int]
) -> None:
    old, new = units
    stacks = {seat: count * old for seat, count in counts.items()}
    due = sum(odd_chips(stacks, old, new).values())
    result = color_up(stacks, old, new, shuffled[:due] if due <= 52 else ())
    final = {seat.number: seat.after for seat in result.seats}
    assert sum(stacks.values()) + result.added == sum(final.values()) + result.removed
    assert 0 <= result.removed < new
    for seat, stack in stacks.items():
        assert final[seat] % new == 0
        assert final[seat] > 0
        assert final[seat] - stack // new * new in {0, new}  # one chip for a winner
        assert final[seat] == stack or stack % new
    alone = sum(stack < new for stack in stacks.values())
    if alone <= result.awarded:  # a tournament's chips are not multiplied for anybody's sake
        assert result.added == 0


def test_r19_5_through_the_service(table: TableServiceStub) -> None:
    stacks = {3: 900, 1: 1025, 2: 75}
    answer = table.ColorUp(
        wire.ColorUpRequest(
            old_unit=25,
            new_unit=100,
            stacks=[cards_pb2.SeatChips(seat=seat, amount=stacks[seat]) for seat in stacks],
            cards=["As", "2c", "3c", "4c"],
        )
    )
    assert [(one.seat, one.before, one.after, one.odd_chips, one.won) for one in answer.seats] == [
        (1, 1025, 1000, 1, False),
        (2, 75, 100, 3, True),
        (3, 900, 900, 0, False),
    ]
    assert (answer.awarded, answer.added, answer.removed) == (1, 0, 0)
