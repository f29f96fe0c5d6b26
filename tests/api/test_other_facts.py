"""The single facts of the conformance pack that belong to a hand, asked of the service over a channel.

A fact that needs no hand is asked of EvaluationService; the others are read from hands that are opened,
played and asked about through HandService. (Facts of kind ``button`` are about what happens between hands.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from floorman.v1 import (
    cards_pb2,
    config_pb2,
    evaluation_service_pb2,
    hand_pb2,
    opening_pb2,
    refusal_pb2,
    steps_pb2,
)
from tests.api.asking import CALL, CHECK, FOLD, Service, asked

FACTS: Final = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "other_dev.jsonl").read_text().splitlines()
]
BETWEEN_HANDS: Final = {"button"}
DEEP: Final = 1_000_000


def _facts(kind: str) -> pytest.MarkDecorator:
    """The facts of a kind, each with its id."""
    return pytest.mark.parametrize(
        ("given", "expect"),
        [
            pytest.param(fact["input"], fact["expect"], id=fact["id"])
            for fact in FACTS
            if fact["kind"] == kind
        ],
    )


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with asked() as service:
        yield service


def test_every_kind_of_fact_about_a_hand_is_asked() -> None:
    asked = {"evaluate", "pots", "split", "boards", "rake", "pl_max", "fl_partial", "deck_map"}
    assert {fact["kind"] for fact in FACTS} - BETWEEN_HANDS == asked
    assert len(FACTS) == 75


# ---- cards ----


@_facts("evaluate")
def test_r16_facts_of_cards(service: Service, given: dict[str, Any], expect: dict[str, Any]) -> None:
    variant = config_pb2.Variant.Value(f"VARIANT_{given['deck']}")
    trips = given.get("short_trips_beat_straight", False)
    seats = list(given["holes"])
    evaluated = service.evaluation.EvaluateHands(
        evaluation_service_pb2.EvaluateHandsRequest(
            variant=variant,
            short_trips_beat_straight=trips,
            board=given["board"],
            hands=[evaluation_service_pb2.CardSet(cards=cards) for cards in given["holes"].values()],
        )
    )
    made = dict(zip(seats, evaluated.hands, strict=True))
    assert {seat: _category(hand) for seat, hand in made.items()} == expect["categories"]
    assert {seat: _ranks(hand) for seat, hand in made.items()} == expect["best_ranks"]

    compared = service.evaluation.CompareHands(
        evaluation_service_pb2.CompareHandsRequest(
            variant=variant,
            short_trips_beat_straight=trips,
            boards=[cards_pb2.Board(cards=given["board"])],
            holes=[
                cards_pb2.HoleCards(seat=int(seat), cards=cards) for seat, cards in given["holes"].items()
            ],
        )
    )
    (board,) = compared.boards
    assert [str(seat) for seat in board.places[0].seats] == expect["winners"]
    assert {str(one.seat): _category(one.hand) for one in board.hands} == expect["categories"]


def _category(hand: cards_pb2.EvaluatedHand) -> str:
    return cards_pb2.HandCategory.Name(hand.category).removeprefix("HAND_CATEGORY_")


def _ranks(hand: cards_pb2.EvaluatedHand) -> list[str]:
    """The ranks of the best five from the ace down."""
    return sorted((card[0] for card in hand.best_five), key="AKQJT98765432".index)


# ---- chips ----


@_facts("pots")
def test_r13_facts_of_pots(service: Service, given: dict[str, Any], expect: dict[str, Any]) -> None:
    seats = {name: number for number, name in enumerate(given["live"], 1)}
    names = {number: name for name, number in seats.items()}
    killed = given.get("killed", {})
    report = config_pb2.PotReport.Value(f"POT_REPORT_{given['report']}")
    answer = service.settle(
        contributions=[
            evaluation_service_pb2.SeatContribution(
                seat=seats[name],
                matched=chips,
                folded=name in given["folded"],
                killed=name in killed,
                forfeited=killed.get(name, {}).get("posts", 0),
            )
            for name, chips in given["live"].items()
        ],
        dead_chips=given["dead"],
        rules=evaluation_service_pb2.PotRules(pot_report=report),
    )
    pots = [
        {"amount": pot.amount, "eligible": [names[seat] for seat in pot.eligible_seats]}
        for pot in answer.layers or answer.pots
    ]
    assert [_sorted(pot) for pot in pots] == [_sorted(pot) for pot in expect["pots"]]
    assert {names[refund.seat]: refund.amount for refund in answer.refunds} == expect["refund"]


def _sorted(pot: dict[str, Any]) -> dict[str, Any]:
    return {**pot, "eligible": sorted(pot["eligible"])}


@_facts("split")
def test_r13_5_facts_of_odd_chips(service: Service, given: dict[str, Any], expect: dict[str, int]) -> None:
    winners = given["winners"]
    answer = service.settle(
        contributions=[evaluation_service_pb2.SeatContribution(seat=seat) for seat in winners],
        dead_chips=given["pot"],
        button=given["button"],
        rules=evaluation_service_pb2.PotRules(
            unit=given["unit"], odd_chips=config_pb2.OddChips.Value(f"ODD_CHIPS_{given['odd_chips']}")
        ),
        standings=_standings([[winners]]),
    )
    assert {str(payout.seat): payout.amount for payout in answer.payouts} == expect


@_facts("boards")
def test_r14_3_facts_of_boards(service: Service, given: dict[str, int], expect: list[int]) -> None:
    answer = service.settle(
        contributions=[evaluation_service_pb2.SeatContribution(seat=seat) for seat in (1, 2)],
        dead_chips=given["pot"],
        rules=evaluation_service_pb2.PotRules(unit=given["unit"]),
        standings=_standings([[[1], [2]]] * given["n"]),
    )
    (pot,) = answer.pots
    assert [part.amount for part in pot.parts] == expect


@_facts("rake")
def test_r13_6_facts_of_rake(service: Service, given: dict[str, Any], expect: list[int]) -> None:
    # seat 1 can win the first pot, seat 2 the second, and so on; the last two seats can win all
    pots = given["pots"]
    totals = [0] * (len(pots) + 1)
    for number, pot in enumerate(pots):
        sharing = len(totals) - number
        assert pot % sharing == 0, "these pots need other seats"
        for seat in range(number, len(totals)):
            totals[seat] += pot // sharing
    answer = service.settle(
        contributions=[
            evaluation_service_pb2.SeatContribution(seat=seat, matched=chips)
            for seat, chips in enumerate(totals, 1)
        ],
        rules=evaluation_service_pb2.PotRules(rake_bps=given["bps"], rake_cap=given["cap"]),
    )
    assert [pot.amount for pot in answer.pots] == pots
    assert [pot.rake for pot in answer.pots] == expect
    assert answer.rake == sum(expect)


def _standings(boards: list[list[list[int]]]) -> evaluation_service_pb2.Standings:
    return evaluation_service_pb2.Standings(
        boards=[
            evaluation_service_pb2.BoardStandings(
                places=[cards_pb2.SeatGroup(seats=seats) for seats in places]
            )
            for places in boards
        ]
    )


# ---- bets ----


def _at_the_flop(
    service: Service, betting: config_pb2.Betting.ValueType, big_blind: int, stacks: list[int], dead: int
) -> hand_pb2.HandUpdate:
    """A flop before which nobody bet; the dead chips are the last seat's, who is the button."""
    opening = opening_pb2.HandOpening(
        config=config_pb2.TableConfig(
            betting=betting,
            small_blind=0,
            big_blind=big_blind,
            blind_structure=config_pb2.BLIND_STRUCTURE_NONE,
        ),
        table_id="facts",
        dealing=opening_pb2.DEALING_SERVICE,
        button=len(stacks),
        seats=[opening_pb2.OpeningSeat(seat=seat, stack=stack) for seat, stack in enumerate(stacks, 1)],
    )
    opening.seats[-1].stack += dead
    opening.seats[-1].dead_post = dead
    hand = service.start(opening)
    for _ in stacks:
        hand = service.act(hand, **CHECK)
    assert hand.view.street == cards_pb2.STREET_FLOP
    assert (hand.view.pot, hand.decision.seat) == (dead, 1)
    return hand


def _raise_bounds(hand: hand_pb2.HandUpdate) -> tuple[int, int]:
    (action,) = (one for one in hand.decision.actions if one.kind == steps_pb2.STEP_KIND_RAISE)
    return action.min_to, action.max_to


def _may_raise(hand: hand_pb2.HandUpdate) -> bool:
    return any(one.kind == steps_pb2.STEP_KIND_RAISE for one in hand.decision.actions)


@_facts("pl_max")
def test_r9_facts_of_pot_limit(service: Service, given: dict[str, int], expect: int) -> None:
    # what neither the bet nor the own chips make of the pot lies there from before
    level, put = given["cur"], given["put"]
    dead = given["pot"] - level - put
    hand = _at_the_flop(service, config_pb2.BETTING_POT_LIMIT, put or level, [DEEP] * 3, dead)
    if put:
        hand = service.act(hand, bet_to=put)
        hand = service.act(hand, raise_to=level)
        hand = service.act(hand, **FOLD)
    else:
        hand = service.act(hand, bet_to=level)
    assert hand.view.pot == given["pot"]
    assert _raise_bounds(hand)[1] == expect
    assert service.check(hand, raise_to=expect).WhichOneof("verdict") == "accepted"
    refused = service.check(hand, raise_to=expect + 1).refused
    assert refused.reason == refusal_pb2.ERROR_REASON_ABOVE_MAXIMUM
    assert {number.name: number.value for number in refused.numbers}["most"] == expect


@_facts("fl_partial")
def test_r10_3_facts_of_partial_all_ins(
    service: Service, given: dict[str, int], expect: dict[str, Any]
) -> None:
    # seat 1 acts (a bet, or a check), seat 2 is all-in, seat 3 is asked; seat 1 then learns if it counts
    stacks = [DEEP, given["allin_to"], DEEP]
    hand = _at_the_flop(service, config_pb2.BETTING_FIXED_LIMIT, given["b"], stacks, 0)
    last_full = {"bet_to": given["last_full"]} if given["last_full"] else CHECK
    hand = service.act(hand, **last_full)
    hand = service.act(hand, all_in=steps_pb2.AllInStep())
    assert hand.decision.seat == 3
    assert _raise_bounds(hand) == (expect["next"], expect["next"])
    assert service.check(hand, raise_to=expect["next"]).WhichOneof("verdict") == "accepted"
    hand = service.act(hand, **CALL)
    assert hand.decision.seat == 1
    assert _may_raise(hand) == expect["counts_full"]


# ---- the deck ----


@pytest.mark.parametrize("entropy", [bytes(32), bytes(range(32)), b"\xff" * 32])
@_facts("deck_map")
def test_r6_facts_of_the_deal(
    service: Service, given: dict[str, Any], expect: dict[str, Any], entropy: bytes
) -> None:
    count = given["n"]
    opening = opening_pb2.HandOpening(
        config=config_pb2.TableConfig(small_blind=1, big_blind=2, burn_cards=given["burn"]),
        table_id="facts",
        dealing=opening_pb2.DEALING_SERVICE,
        button=count,
        seats=[opening_pb2.OpeningSeat(seat=seat, stack=DEEP) for seat in range(1, count + 1)],
        entropy=entropy,
    )
    hand = service.start(opening)
    happened = list(hand.events)
    if "exposed_index" in given:
        nth, place = divmod(given["exposed_index"], count)
        hand = service.act(hand, seat=place + 1, expose=steps_pb2.ExposeStep(nth=nth))
        happened += hand.events
    while hand.decision.kind == hand_pb2.DECISION_KIND_BET:
        hand = service.act(hand, **(CALL if hand.decision.call else CHECK))
        happened += hand.events
    assert _dealt(happened, count, expect) == expect


def _dealt(happened: list[Any], count: int, expect: dict[str, Any]) -> dict[str, Any]:
    """The places in the deck that the fact names; seat 1 is the small blind, the last one the button."""
    holes = {
        event.deal_hole.seat: list(event.deal_hole.deck_indices)
        for event in happened
        if event.HasField("deal_hole")
    }
    for event in happened:
        if event.HasField("exposed"):
            holes[event.exposed.seat][event.exposed.nth] = event.exposed.replacement_deck_index
    streets = {
        event.board_cards.street: list(event.board_cards.deck_indices)
        for event in happened
        if event.HasField("board_cards")
    }
    dealt: dict[str, Any] = {
        "sb": holes[1],
        "btn": holes[count],
        "burns": [event.burn.deck_index for event in happened if event.HasField("burn")],
        "flop": streets[cards_pb2.STREET_FLOP],
        "turn": streets[cards_pb2.STREET_TURN][0],
        "river": streets[cards_pb2.STREET_RIVER][0],
    }
    dealt |= {f"player{place}": holes[place + 1] for place in range(count)}
    return {fact: dealt[fact] for fact in expect}
