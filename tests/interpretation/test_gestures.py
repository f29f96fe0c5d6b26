"""What holds of every gesture in every spot, and gestures that nobody can have made."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from floorman import steps
from floorman.interpretation import (
    ContradictoryGestureError,
    Gesture,
    Ground,
    ImpossibleSpotError,
    Ruling,
    Spot,
    Wager,
    Word,
    interpret,
)
from floorman.rules.choices import Betting
from floorman.rules.floor import apply, check, open_hand
from floorman.rules.hand import Hand, Phase
from tests.interpretation.live import at, spot_of
from tests.properties.tables import Table, deal_table
from tests.rules.table import flop

_CHIPS = (1, 2, 5, 25, 100, 500, 1000, 5000)
_HANDS = 150


def _values(chance: random.Random, total: int) -> tuple[int, ...]:
    """Chips that are worth no more than so many."""
    values: list[int] = []
    while total > 0 and len(values) < 12 and (not values or chance.random() < 0.8):
        value = chance.choice([chip for chip in _CHIPS if chip <= total])
        values.append(value)
        total -= value
    return tuple(values)


def _gesture(chance: random.Random, spot: Spot) -> Gesture:
    """Something that the player can do here."""
    word = chance.choice([None, None, *Word])
    amount = None
    if word in {None, Word.BET, Word.RAISE} and chance.random() < 0.6:
        amount = chance.choice([chance.randint(1, 2 * spot.whole), chance.randint(1, spot.level + 20)])
    prior: tuple[int, ...] = ()
    pulled: tuple[int, ...] = ()
    if spot.put and chance.random() < 0.3:
        change = chance.randint(0, min(spot.stack, 50))
        half = spot.put // 2
        prior = tuple(value for value in (half, spot.put - half, change) if value)
        pulled = prior[: chance.randint(0, len(prior))]
    left = spot.whole - max(spot.put, sum(prior))
    first = _values(chance, left)
    second = _values(chance, left - sum(first)) if chance.random() < 0.3 else ()
    silent = word is None and amount is None
    motions = tuple(motion for motion in (first, second) if motion) if silent or chance.random() < 0.5 else ()
    if silent and not motions and not (pulled and spot.owed):
        return Gesture(word=Word.CALL)
    return Gesture(word, amount, chance.random() < 0.5, motions, prior, pulled)


def _check_ruling(spot: Spot, gesture: Gesture, ruling: Ruling) -> None:
    in_front = gesture.lying(spot.put) + sum(map(sum, gesture.motions))
    assert ruling.applied
    for one in ruling.applied:
        assert "{" not in one.words + one.words_zh
    if ruling.step is None:
        assert len(ruling.choices) in {1, 2}
        assert (ruling.to, ruling.returned, ruling.missing) == (spot.put, 0, 0)
        return
    assert in_front - ruling.returned + ruling.missing == ruling.to
    assert not ruling.returned or not ruling.missing
    assert spot.put <= ruling.to <= spot.whole
    for choice in ruling.choices:
        assert choice.least == ruling.to < choice.most


def _play(chance: random.Random, table: Table, seen: Counter[Ground]) -> None:
    """A hand in which every player acts as at a live table, and the floor takes what it means."""
    hand, _ = open_hand(table.start, table.floor_deck)
    for _ in range(table.most_steps()):
        if hand.phase is not Phase.BET:
            return
        spot = spot_of(hand)
        gesture = _gesture(chance, spot)
        ruling = interpret(spot, gesture)
        _check_ruling(spot, gesture, ruling)
        seen.update(one.ground for one in ruling.applied)
        hand, _ = apply(hand, _step(chance, table, hand, ruling), table.floor_deck)


def _step(chance: random.Random, table: Table, hand: Hand, ruling: Ruling) -> steps.Step:
    """The step that it means, or one of those that are left to the seat; the floor must take each of them."""
    seat = spot_of(hand).seat
    made: list[steps.Step] = [] if ruling.step is None else [ruling.step]
    for choice in ruling.choices:
        match choice.verb:
            case steps.Verb.FOLD:
                made.append(steps.Fold(seat))
            case steps.Verb.CALL:
                made.append(steps.Call(seat))
            case steps.Verb.BET:
                made += [steps.Bet(seat, choice.least), steps.Bet(seat, choice.most)]
            case _:
                made += [steps.Raise(seat, choice.least), steps.Raise(seat, choice.most)]
    # where an open fold is not allowed, a word cannot make it so: the floor says so itself
    if made == [steps.Fold(seat)] and not hand.config.allow_open_fold and not spot_of(hand).owed:
        return steps.Check(seat)
    for step in made:
        check(hand, step, table.floor_deck)
    return chance.choice(made)


def test_the_floor_takes_every_step_that_a_gesture_means() -> None:
    chance = random.Random(18)
    seen: Counter[Ground] = Counter()
    for _ in range(_HANDS):
        _play(chance, deal_table(chance, most_bb=60), seen)
    # found late, needs followers
    assert set(Ground) - set(seen) <= {Ground.MADE_GOOD_BY_ALL}


@given(st.randoms(use_true_random=False))
def test_the_floor_takes_every_step_that_a_gesture_of_any_table_means(chance: random.Random) -> None:
    _play(chance, deal_table(chance, most_bb=20), Counter())


# ---- what cannot be ----


def _refused(gesture: Gesture) -> str:
    spot = spot_of(flop("A  B  C", 100).bets("A", 400).hand)
    with pytest.raises(ContradictoryGestureError) as refused:
        interpret(spot, gesture)
    assert str(refused.value)
    return refused.value.field


def test_nothing_said_and_nothing_moved_is_no_gesture() -> None:
    assert _refused(Gesture()) == "gesture"


def test_a_number_goes_with_a_bet_or_a_raise_or_stands_alone() -> None:
    for word in (Word.FOLD, Word.CHECK, Word.CALL, Word.ALL_IN, Word.POT):
        assert _refused(Gesture(word=word, amount=400)) == "gesture.amount"


def test_a_motion_without_a_chip_is_none() -> None:
    assert _refused(Gesture(motions=((100,), ()))) == "gesture.motions"


def test_nobody_has_more_chips_in_front_than_in_all() -> None:
    assert _refused(Gesture(motions=((100_000,), (1,)))) == "gesture.motions"


def test_only_chips_that_lay_in_front_can_be_pulled_back() -> None:
    assert _refused(Gesture(word=Word.CALL, prior=(100,), pulled_back=(100, 100))) == "gesture.pulled_back"


def test_chips_in_front_are_at_least_what_was_put_in() -> None:
    hand = flop("A  B  C", 100).bets("A", 400).raises("B", 800).folds("C").hand
    with pytest.raises(ContradictoryGestureError) as refused:
        interpret(spot_of(hand), Gesture(word=Word.CALL, prior=(100,)))
    assert refused.value.field == "gesture.prior_chips"


def test_pulling_back_means_nothing_where_no_bet_is_faced() -> None:
    spot = Spot(1, Betting.NO_LIMIT, 0, 100, 900, None, 100, 3, faces_opening_bet=False)
    with pytest.raises(ContradictoryGestureError):
        interpret(spot, Gesture(prior=(100,), pulled_back=(100,)))


@pytest.mark.parametrize(
    ("owed", "wager", "field"),
    [
        (1001, None, "call"),
        (100, Wager(True, 200, 1000), "wager.kind"),
        (100, Wager(False, 100, 1000), "wager"),
        (100, Wager(False, 300, 200), "wager"),
        (100, Wager(False, 200, 1001), "wager"),
    ],
)
def test_numbers_that_cannot_stand_together_make_no_spot(owed: int, wager: Wager | None, field: str) -> None:
    with pytest.raises(ImpossibleSpotError) as impossible:
        Spot(1, Betting.NO_LIMIT, owed, 0, 1000, wager, 100, 3, faces_opening_bet=True)
    assert impossible.value.field == field


def test_a_ruling_names_rule_source_and_words_in_both_languages() -> None:
    (applied,) = at(flop("A  B  C", 100).bets("A", 400)).pushes(1000).ruling.applied
    assert (applied.ground.rule, applied.ground.source) == ("R-18.5", "TDA 44")
    assert "1000" in applied.words
    assert "1000" in applied.words_zh
