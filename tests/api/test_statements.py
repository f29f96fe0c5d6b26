"""The pack's statements about the wire (tests/cases/statements_dev.jsonl), each under its id."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.rpc import status_pb2

from floorman.v1 import (
    cards_pb2,
    config_pb2,
    evaluation_service_pb2,
    events_pb2,
    hand_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    settlement_pb2,
    steps_pb2,
)
from tests.api.asking import CALL, CHECK, FOLD, Service, asked

MOST_CHIPS: Final = 2**53 - 1
CONTRACT: Final = (
    cards_pb2,
    config_pb2,
    evaluation_service_pb2,
    events_pb2,
    hand_pb2,
    hand_service_pb2,
    opening_pb2,
    refusal_pb2,
    settlement_pb2,
    steps_pb2,
)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with asked() as service:
        yield service


def _opening(seats: int = 3, stack: int = 1000, **config: Any) -> opening_pb2.HandOpening:
    return opening_pb2.HandOpening(
        config=config_pb2.TableConfig(small_blind=50, big_blind=100, **config),
        table_id="statements",
        dealing=opening_pb2.DEALING_SERVICE,
        button=1,
        seats=[opening_pb2.OpeningSeat(seat=seat, stack=stack) for seat in range(1, seats + 1)],
    )


def _refusal(error: grpc.RpcError) -> refusal_pb2.Refusal:
    (details,) = (one.value for one in error.trailing_metadata() if one.key == "grpc-status-details-bin")
    refusal = refusal_pb2.Refusal()
    for detail in status_pb2.Status.FromString(details).details:
        if detail.Unpack(refusal):
            break
    return refusal


def _refused(call: Any) -> tuple[grpc.StatusCode, str]:
    """The code and the reason of a call that must be refused."""
    with pytest.raises(grpc.RpcError) as refused:
        call()
    reason = refusal_pb2.ErrorReason.Name(_refusal(refused.value).reason)
    return refused.value.code(), reason.removeprefix("ERROR_REASON_")


# ---- RN-08, RN-11 ----


def test_rn_08_a_hand_that_ends_by_folds_opens_the_board_and_nothing_else(service: Service) -> None:
    hand = service.start(_opening(6))
    updates = [hand]
    while not (hand.view.street == cards_pb2.STREET_FLOP and hand.decision.seat):
        hand = service.act(hand, **(CALL if hand.decision.call else CHECK))
        updates.append(hand)
    hand = service.act(hand, bet_to=100)
    updates.append(hand)
    while hand.decision.kind == hand_pb2.DECISION_KIND_BET:
        hand = service.act(hand, **FOLD)
        updates.append(hand)
    opened = [opening.deck_index for update in updates for opening in update.openings]
    assert opened == [13, 14, 15]  # six hands, a burn, the flop
    salts = {opening.salt for update in updates for opening in update.openings}
    assert len(salts) == 3
    assert {len(salt) for salt in salts} == {32}


def test_rn_08_every_hand_has_a_seed_of_its_own(service: Service) -> None:
    hands = [service.start(_opening()) for _ in range(5)]
    assert len({hand.hand_id for hand in hands}) == 5
    assert len({tuple(hand.seat_views[0].cards) + tuple(hand.seat_views[1].cards) for hand in hands}) > 1


@pytest.mark.parametrize(
    ("board", "hand", "reason"),
    [
        ("5s 6s Td 6h As", "7h 7h", "CARD_TWICE"),
        ("5s 6s Td 6h As", "As Kd", "CARD_TWICE"),
        ("5s 6s Td 6h As", "7h 7d 7c", "CARD_COUNT"),
        ("5s 6s", "7h 7d", "CARD_COUNT"),
        ("5s 6s Td 6h As", "7h 1d", "NOT_A_CARD"),
    ],
)
def test_rn_11_cards_that_make_no_hand_are_refused_before_anything_is_evaluated(
    service: Service, board: str, hand: str, reason: str
) -> None:
    request = evaluation_service_pb2.EvaluateHandsRequest(
        board=board.split(), hands=[evaluation_service_pb2.CardSet(cards=hand.split())]
    )
    answer = _refused(lambda: service.evaluation.EvaluateHands(request))
    assert answer == (grpc.StatusCode.INVALID_ARGUMENT, reason)


def test_rn_11_a_card_twice_among_the_seats_is_refused(service: Service) -> None:
    request = evaluation_service_pb2.CompareHandsRequest(
        boards=[cards_pb2.Board(cards=["5s", "6s", "Td", "6h", "Ac"])],
        holes=[
            cards_pb2.HoleCards(seat=1, cards=["7h", "7d"]),
            cards_pb2.HoleCards(seat=2, cards=["3s", "7h"]),
        ],
    )
    answer = _refused(lambda: service.evaluation.CompareHands(request))
    assert answer == (grpc.StatusCode.INVALID_ARGUMENT, "CARD_TWICE")


# ---- FL-12 ----


def test_fl_12_the_answer_holds_what_a_pot_shortcut_needs(service: Service) -> None:
    hand = service.act(service.start(_opening(2, 5000)), raise_to=300)
    decision = hand.decision
    assert (decision.call, decision.pot_after_call, hand.view.bet_level) == (200, 600, 300)
    (bounds,) = (one for one in decision.actions if one.kind == steps_pb2.STEP_KIND_RAISE)
    half_pot = hand.view.bet_level + decision.pot_after_call // 2
    assert half_pot == 600
    assert bounds.min_to == 500
    assert bounds.min_to <= half_pot <= bounds.max_to
    assert service.act(hand, raise_to=half_pot).view.bet_level == 600


def test_fl_12_where_no_raise_is_legal_the_answer_lists_none(service: Service) -> None:
    opening = _opening(2, 5000)
    opening.seats[0].stack = 300
    hand = service.act(service.start(opening), all_in=steps_pb2.AllInStep())
    kinds = {action.kind for action in hand.decision.actions}
    assert steps_pb2.STEP_KIND_RAISE not in kinds
    assert steps_pb2.STEP_KIND_CALL in kinds


# ---- WI-01, WI-04: numbers and enums ----


def test_wi_01_amounts_stop_where_a_double_can_no_longer_count_them(service: Service) -> None:
    assert _refused(lambda: service.start(_opening(stack=9_007_199_254_740_993))) == (
        grpc.StatusCode.INVALID_ARGUMENT,
        "CHIPS_OUT_OF_RANGE",
    )
    # all chips together count as well
    assert _refused(lambda: service.start(_opening(2, MOST_CHIPS // 2 + 1)))[1] == "CHIPS_OUT_OF_RANGE"
    hand = service.start(_opening(2, MOST_CHIPS // 2))
    hand = service.act(hand, all_in=steps_pb2.AllInStep())
    assert hand.view.pot == MOST_CHIPS // 2 + 100
    assert _refused(lambda: service.act(hand, raise_to=2**53))[0] == grpc.StatusCode.INVALID_ARGUMENT


def test_wi_01_the_contract_has_no_float() -> None:
    floats = {FieldDescriptor.TYPE_DOUBLE, FieldDescriptor.TYPE_FLOAT}
    fields = [
        field
        for module in CONTRACT
        for message in module.DESCRIPTOR.message_types_by_name.values()
        for field in message.fields
    ]
    assert len(fields) > 300
    assert [field.full_name for field in fields if field.type in floats] == []


def test_wi_04_a_value_that_this_service_does_not_know_is_refused(service: Service) -> None:
    opening = _opening(betting=config_pb2.Betting.ValueType(9))
    assert _refused(lambda: service.start(opening)) == (grpc.StatusCode.INVALID_ARGUMENT, "UNKNOWN_ENUM")
    opening = _opening()
    opening.dealing = opening_pb2.Dealing.ValueType(9)
    assert _refused(lambda: service.start(opening)) == (grpc.StatusCode.INVALID_ARGUMENT, "UNKNOWN_ENUM")


def test_wi_04_every_enum_has_an_unspecified_zero_which_is_nobodys_meaning() -> None:
    zeros = [
        enum.values_by_number[0].name
        for module in CONTRACT
        for enum in module.DESCRIPTOR.enum_types_by_name.values()
    ]
    assert len(zeros) > 40
    assert all(name.endswith("_UNSPECIFIED") for name in zeros)


# ---- WI-05, WI-06: retries and stale actions ----


def test_wi_05_a_repeated_request_gives_the_same_bytes_and_applies_once(service: Service) -> None:
    hand = service.start(_opening())
    once = service.act(hand, raise_to=300)
    again = service.act(hand, raise_to=300)
    assert once.SerializeToString(deterministic=True) == again.SerializeToString(deterministic=True)
    assert (again.step, again.view.pot) == (1, 450)


def test_wi_05_an_action_for_a_step_that_is_over_is_refused(service: Service) -> None:
    hand = service.act(service.start(_opening()), raise_to=300)
    request = hand_service_pb2.ActRequest(
        state=hand.state, hand_id=hand.hand_id, expected_step=0, step=steps_pb2.Step(seat=1, raise_to=300)
    )
    assert _refused(lambda: service.hands.Act(request)) == (grpc.StatusCode.ABORTED, "STALE_STEP")


def test_wi_06_a_click_of_the_hand_before_does_nothing_in_the_next(service: Service) -> None:
    before, after = service.start(_opening()), service.start(_opening())
    request = hand_service_pb2.ActRequest(
        state=after.state,
        hand_id=before.hand_id,
        expected_step=after.step,
        step=steps_pb2.Step(seat=after.decision.seat, fold=steps_pb2.FoldStep()),
    )
    assert _refused(lambda: service.hands.Act(request)) == (grpc.StatusCode.ABORTED, "WRONG_HAND")
