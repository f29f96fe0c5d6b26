"""Python values become the contract's messages, each switch under its own name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from floorman_client import hand_opening
from floorman_client.cards import card_list
from floorman_client.evaluation import compare_request, evaluate_request, pots_request
from floorman_client.switches import Switch, table_config
from floorman_client.v1 import (
    AnteType,
    Betting,
    Board,
    BoardStandings,
    CardSet,
    CompareHandsRequest,
    Dealing,
    Delivery,
    EvaluateHandsRequest,
    HandOpening,
    HoleCards,
    KnownCards,
    OddChips,
    OpeningSeat,
    PotRules,
    RakeCap,
    RakeCaps,
    SeatContribution,
    SeatGroup,
    SettlePotsRequest,
    Showdown,
    Showing,
    SignHeads,
    Standings,
    StraddlePost,
    StraddleSeat,
    StraddleSeats,
    TableConfig,
    Variant,
)

TABLE: dict[str, Any] = {
    "table_id": "kitchen",
    "hand_number": 7,
    "seats": {1: 200, 4: 150},
    "button": 1,
    "small_blind": 1,
    "big_blind": 2,
}


def test_what_every_hand_needs_is_enough() -> None:
    assert hand_opening(**TABLE) == HandOpening(
        config=TableConfig(small_blind=1, big_blind=2),
        table_id="kitchen",
        hand_number=7,
        dealing=Dealing.DEALING_SERVICE,
        delivery=Delivery.DELIVERY_HOST,
        sign_heads=SignHeads.SIGN_HEADS_ENDS,
        showdown=Showdown.SHOWDOWN_TABLE_RULE,
        button=1,
        seats=[OpeningSeat(seat=1, stack=200), OpeningSeat(seat=4, stack=150)],
    )


def test_everything_that_a_hand_may_have() -> None:
    opening = hand_opening(
        **{**TABLE, "seats": [OpeningSeat(seat=1, stack=200, live_post=2), OpeningSeat(seat=4, stack=150)]},
        preset="TOURNAMENT_TDA",
        switches={"ante_type": "EACH", "ante_amount": 1},
        small_blind_seat=1,
        big_blind_seat=4,
        straddles=[(1, 4)],
        last_two_in_event=True,
        showdown="ASK",
        entropy=bytes(32),
        attempt=2,
        prev_head=b"\x01" * 32,
        delivery="SEAT_KEY",
        accept_host_lookahead=True,
        sign_heads="EVERY",
        want_leaves=True,
    )
    assert opening == HandOpening(
        config=TableConfig(
            preset="TOURNAMENT_TDA",
            small_blind=1,
            big_blind=2,
            ante_type=AnteType.ANTE_TYPE_EACH,
            ante_amount=1,
        ),
        table_id="kitchen",
        hand_number=7,
        attempt=2,
        prev_head=b"\x01" * 32,
        dealing=Dealing.DEALING_SERVICE,
        delivery=Delivery.DELIVERY_SEAT_KEY,
        accept_host_lookahead=True,
        sign_heads=SignHeads.SIGN_HEADS_EVERY,
        want_leaves=True,
        showdown=Showdown.SHOWDOWN_ASK,
        button=1,
        small_blind_seat=1,
        big_blind_seat=4,
        seats=[OpeningSeat(seat=1, stack=200, live_post=2), OpeningSeat(seat=4, stack=150)],
        straddles=[StraddlePost(seat=1, amount=4)],
        last_two_in_event=True,
        entropy=bytes(32),
    )


def test_seat_0_is_a_seat() -> None:
    opening = hand_opening(**{**TABLE, "button": 0}, small_blind_seat=0, big_blind_seat=0)
    assert (opening.button, opening.small_blind_seat, opening.big_blind_seat) == (0, 0, 0)
    assert opening.HasField("button")
    assert opening.HasField("small_blind_seat")
    assert opening.HasField("big_blind_seat")


def test_r3_4_no_small_blind_seat_is_a_dead_small_blind() -> None:
    dead = hand_opening(**TABLE, small_blind_seat=None)
    assert (dead.small_blind_dead, dead.HasField("small_blind_seat")) == (True, False)
    follows = hand_opening(**TABLE)
    assert (follows.small_blind_dead, follows.HasField("small_blind_seat")) == (False, False)


def test_a_host_that_brings_cards_deals() -> None:
    opening = hand_opening(**TABLE, holes={1: "As Ad", 4: "????"}, boards=["2c7d9h"], burns="3c")
    assert opening.dealing == Dealing.DEALING_HOST
    assert opening.known_cards == KnownCards(
        holes=[HoleCards(seat=1, cards=["As", "Ad"]), HoleCards(seat=4, cards=["??", "??"])],
        boards=[Board(cards=["2c", "7d", "9h"])],
        burns=["3c"],
    )


def test_a_host_may_deal_without_bringing_cards_yet() -> None:
    opening = hand_opening(**TABLE, dealing="HOST")
    assert opening.dealing == Dealing.DEALING_HOST
    assert not opening.HasField("known_cards")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"buton": 1}, "no argument is named buton"),
        ({"big_blind": None, "button": None}, "missing: big_blind, button"),
    ],
    ids=["unknown", "missing"],
)
def test_arguments_are_checked_by_name(wrong: dict[str, Any], said: str) -> None:
    table = {name: value for name, value in {**TABLE, **wrong}.items() if value is not None}
    with pytest.raises(TypeError) as error:
        hand_opening(**table)
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("name", "value", "config"),
    [
        ("betting", "POT_LIMIT", TableConfig(betting=Betting.BETTING_POT_LIMIT)),
        ("ante_type", "NONE", TableConfig(ante_type=AnteType.ANTE_TYPE_NONE)),
        ("burn_cards", False, TableConfig(burn_cards=False)),
        ("rake_bps", 0, TableConfig(rake_bps=0)),
        ("unit", 2**53 - 1, TableConfig(unit=2**53 - 1)),
        ("straddle_seats", [], TableConfig(straddle_seats=StraddleSeats())),
        (
            "straddle_seats",
            ["UTG", "BUTTON"],
            TableConfig(
                straddle_seats=StraddleSeats(
                    seats=[StraddleSeat.STRADDLE_SEAT_UTG, StraddleSeat.STRADDLE_SEAT_BUTTON]
                )
            ),
        ),
        ("rake_caps", {}, TableConfig(rake_caps=RakeCaps())),
        (
            "rake_caps",
            {2: 1, 5: 3},
            TableConfig(rake_caps=RakeCaps(caps=[RakeCap(players=2, cap=1), RakeCap(players=5, cap=3)])),
        ),
    ],
    ids=str,
)
def test_a_switch_takes_its_python_value(name: str, value: Switch, config: TableConfig) -> None:
    # false, 0 and "nobody" can override a preset: they are set, and not left out
    made = table_config("", {name: value})
    assert made == config
    assert [field.name for field, _ in made.ListFields()] == [name]


@pytest.mark.parametrize(
    ("name", "value", "error", "said"),
    [
        ("beting", "NO_LIMIT", ValueError, "no switch is named 'beting'; 'betting' is"),
        ("preset", "CASH", ValueError, "no switch is named 'preset'"),
        (
            "betting",
            "NOLIMIT",
            ValueError,
            "betting has no value 'NOLIMIT'; it has NO_LIMIT, POT_LIMIT, FIXED_LIMIT",
        ),
        ("betting", "UNSPECIFIED", ValueError, "betting has no value 'UNSPECIFIED'"),
        ("burn_cards", 0, TypeError, "burn_cards takes bool, not 0"),
        ("unit", True, TypeError, "unit takes int, not True"),
        ("unit", 1.5, TypeError, "unit takes int, not 1.5"),
        ("straddle_seats", "UTG", TypeError, "straddle_seats takes a list of words, not 'UTG'"),
        (
            "straddle_seats",
            ["CUTOFF"],
            ValueError,
            "straddle_seats has no value 'CUTOFF'; it has UTG, BUTTON, ANY",
        ),
        ("rake_caps", 3, TypeError, "rake_caps takes a dict of players and chips, not 3"),
    ],
)
def test_a_switch_takes_nothing_else(name: str, value: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error) as refused:
        table_config("", {name: value})
    assert said in str(refused.value)


def test_cards_are_written_as_people_write_them() -> None:
    assert card_list("As Kd") == card_list("AsKd") == card_list(["As", "Kd"]) == ["As", "Kd"]
    assert card_list("") == card_list(()) == []
    with pytest.raises(ValueError, match="'AsK' does not part into cards"):
        card_list("AsK")


def test_hands_to_evaluate() -> None:
    assert evaluate_request(["AsAh", "KsKh"], "2c7d9hJc3s") == EvaluateHandsRequest(
        variant=Variant.VARIANT_HOLDEM_52,
        board=["2c", "7d", "9h", "Jc", "3s"],
        hands=[CardSet(cards=["As", "Ah"]), CardSet(cards=["Ks", "Kh"])],
    )


def test_hands_to_compare_under_another_order() -> None:
    assert compare_request(
        {1: "AsAh", 4: "KsKh"},
        "6c7d9hJcTs",
        "6c7d9hJcQs",
        variant="SHORT_DECK_36",
        short_trips_beat_straight=True,
    ) == CompareHandsRequest(
        variant=Variant.VARIANT_SHORT_DECK_36,
        short_trips_beat_straight=True,
        boards=[Board(cards=["6c", "7d", "9h", "Jc", "Ts"]), Board(cards=["6c", "7d", "9h", "Jc", "Qs"])],
        holes=[HoleCards(seat=1, cards=["As", "Ah"]), HoleCards(seat=4, cards=["Ks", "Kh"])],
    )


def test_pots_with_winners_by_cards() -> None:
    assert pots_request(
        contributions={1: 100, 2: 300, 3: 300},
        folded=[3],
        button=1,
        dead_chips=50,
        switches={"unit": 5, "odd_chips": "ALL_TO_FIRST"},
        boards=["2c7d9hJc3s"],
        holes={1: "AsAh", 2: "KsKh"},
    ) == SettlePotsRequest(
        contributions=[
            SeatContribution(seat=1, matched=100),
            SeatContribution(seat=2, matched=300),
            SeatContribution(seat=3, matched=300, folded=True),
        ],
        dead_chips=50,
        button=1,
        rules=PotRules(unit=5, odd_chips=OddChips.ODD_CHIPS_ALL_TO_FIRST),
        showing=Showing(
            boards=[Board(cards=["2c", "7d", "9h", "Jc", "3s"])],
            holes=[HoleCards(seat=1, cards=["As", "Ah"]), HoleCards(seat=2, cards=["Ks", "Kh"])],
        ),
    )


def test_pots_with_winners_by_places() -> None:
    killed = SeatContribution(seat=3, matched=300, killed=True, forfeited=2)
    assert pots_request(contributions=[killed], button=1, places=[[[1], [2, 4]]]) == SettlePotsRequest(
        contributions=[killed],
        button=1,
        rules=PotRules(),
        standings=Standings(boards=[BoardStandings(places=[SeatGroup(seats=[1]), SeatGroup(seats=[2, 4])])]),
    )


@pytest.mark.parametrize(
    "ask",
    [
        lambda: pots_request(contributions={1: 1}, button=1, dead=5),  # type: ignore[call-arg]
        lambda: pots_request(contributions={1: 1}),  # type: ignore[call-arg]
        lambda: evaluate_request([], order="SHORT_DECK_36"),  # type: ignore[call-arg]
        lambda: compare_request({}, order="SHORT_DECK_36"),  # type: ignore[call-arg]
    ],
)
def test_no_argument_is_dropped_in_silence(ask: Callable[[], object]) -> None:
    with pytest.raises(TypeError, match=r"^no argument is named (dead|order)$|^missing: button$"):
        ask()


def test_winners_are_named_one_way_only() -> None:
    with pytest.raises(ValueError, match="by cards or by places"):
        pots_request(contributions={1: 1}, button=1, places=[[[1]]], boards=["2c7d9hJc3s"])
