"""``Interpret`` asked of the service: facts copied from a decision, steps that it takes, nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import grpc
import pytest
from google.protobuf.message import Message

from floorman.interpretation import Word
from floorman.v1 import config_pb2, evaluation_service_pb2, hand_pb2, opening_pb2, refusal_pb2, steps_pb2
from tests.api.asking import Service, asked
from tests.security.house import House, open_house

Said: Final = evaluation_service_pb2.SpokenWord
_WAGERS: Final = {steps_pb2.STEP_KIND_BET, steps_pb2.STEP_KIND_RAISE}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with asked() as service:
        yield service


def spot_of(update: hand_pb2.HandUpdate, **more: Any) -> evaluation_service_pb2.BettingSpot:
    """What a host copies."""
    decision, view = update.decision, update.view
    (seat,) = [one for one in view.seats if one.seat == decision.seat]
    wagers = [action for action in decision.actions if action.kind in _WAGERS]
    in_hand = {hand_pb2.SEAT_STATUS_LIVE, hand_pb2.SEAT_STATUS_ALL_IN}
    return evaluation_service_pb2.BettingSpot(
        seat=decision.seat,
        call=decision.call,
        put=seat.put,
        stack=seat.stack,
        wager=wagers[0] if wagers else None,
        players_in_hand=sum(one.status in in_hand for one in view.seats),
        **more,
    )


def pushed(*motions: list[int], **more: Any) -> evaluation_service_pb2.Gesture:
    return evaluation_service_pb2.Gesture(
        motions=[evaluation_service_pb2.ChipMotion(chips=chips) for chips in motions], **more
    )


def said(
    word: evaluation_service_pb2.SpokenWord.ValueType, amount: int | None = None
) -> evaluation_service_pb2.Gesture:
    return evaluation_service_pb2.Gesture(word=word, amount=amount)


def interpret(
    service: Service,
    spot: evaluation_service_pb2.BettingSpot,
    gesture: evaluation_service_pb2.Gesture,
    **more: Any,
) -> evaluation_service_pb2.InterpretResponse:
    return service.evaluation.Interpret(
        evaluation_service_pb2.InterpretRequest(spot=spot, gesture=gesture, **more)
    )


def three_handed(service: Service) -> hand_pb2.HandUpdate:
    """Blinds 250 and 500, the button to act."""
    return service.start(
        opening_pb2.HandOpening(
            table_id="live",
            hand_number=1,
            attempt=1,
            dealing=opening_pb2.DEALING_SERVICE,
            config=config_pb2.TableConfig(small_blind=250, big_blind=500),
            button=1,
            seats=[opening_pb2.OpeningSeat(seat=seat, stack=50_000) for seat in (1, 2, 3)],
        )
    )


def test_r18_5_the_step_goes_back_as_it_is(service: Service) -> None:
    hand = service.act(three_handed(service), raise_to=1100)
    meant = interpret(service, spot_of(hand), pushed([1000, 1000]))
    # seat 2 has its 250 in: one of the 1000 is not needed, and 2250 is a full raise
    assert meant.step == steps_pb2.Step(seat=2, raise_to=2250)
    after = service.act(hand, raise_to=meant.step.raise_to)
    assert after.view.bet_level == meant.to == 2250


def test_r18_4_ex_three_hundreds_too_few_and_five_enough(service: Service) -> None:
    hand = service.act(service.act(three_handed(service), raise_to=1100), fold=steps_pb2.FoldStep())
    spot = spot_of(hand)
    # the big blind pulls its 500 back and puts out 1000 and 100s, as if it had none in
    short = interpret(service, spot, pushed([1000] + [100] * 3, prior_chips=[500], pulled_back=[500]))
    assert short.step == steps_pb2.Step(seat=3, call=steps_pb2.CallStep())
    assert (short.to, short.returned, short.missing) == (1100, 200, 0)
    enough = interpret(service, spot, pushed([1000] + [100] * 5, prior_chips=[500], pulled_back=[500]))
    assert enough.step == steps_pb2.Step(seat=3, raise_to=1700)
    assert (enough.returned, enough.missing) == (0, 200)
    assert [(one.rule, one.source) for one in enough.applied] == [("R-18.4", "TDA 43-A")]
    assert enough.applied[0].words == "400 over 1100 is at least half of 600: a full raise, to 1700."
    assert enough.applied[0].words_zh == "超出 1100 的部分为 400，达到 600 的一半，须补足为最小加注 1700。"


def test_r18_7_what_is_left_to_choose_has_the_menus_form(service: Service) -> None:
    hand = service.act(three_handed(service), raise_to=1100)
    checked = interpret(service, spot_of(hand), said(Said.SPOKEN_WORD_CHECK))
    assert not checked.HasField("step")
    assert [one.kind for one in checked.choices] == [steps_pb2.STEP_KIND_FOLD, steps_pb2.STEP_KIND_CALL]
    raised = interpret(service, spot_of(hand), said(Said.SPOKEN_WORD_RAISE))
    assert raised.step == steps_pb2.Step(seat=2, raise_to=1700)
    assert list(raised.choices) == [action for action in hand.decision.actions if action.kind in _WAGERS]


def test_r18_8_ex_all_stand_at_1200(service: Service) -> None:
    spot = evaluation_service_pb2.BettingSpot(
        seat=2,
        call=600,
        stack=9000,
        wager=hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_RAISE, min_to=1200, max_to=9000),
        players_in_hand=4,
        faces_opening_bet=True,
    )
    followers = [evaluation_service_pb2.Follower(seat=seat, put=1000, stack=8000) for seat in (4, 3)]
    meant = interpret(service, spot, evaluation_service_pb2.Gesture(amount=1000), followers=followers)
    assert meant.step == steps_pb2.Step(seat=2, raise_to=1200)
    assert [(one.seat, one.amount) for one in meant.totals] == [(3, 1200), (4, 1200)]


@pytest.mark.parametrize(
    ("word", "step"),
    [
        (Said.SPOKEN_WORD_FOLD, steps_pb2.Step(seat=1, fold=steps_pb2.FoldStep())),
        (Said.SPOKEN_WORD_CALL, steps_pb2.Step(seat=1, call=steps_pb2.CallStep())),
        (Said.SPOKEN_WORD_ALL_IN, steps_pb2.Step(seat=1, all_in=steps_pb2.AllInStep())),
    ],
)
def test_a_word_is_its_step(
    service: Service, word: evaluation_service_pb2.SpokenWord.ValueType, step: steps_pb2.Step
) -> None:
    assert interpret(service, spot_of(three_handed(service)), said(word)).step == step


def test_the_contract_has_the_words_of_the_floor() -> None:
    words = [name.removeprefix("SPOKEN_WORD_") for name in Said.DESCRIPTOR.values_by_name]
    assert words == ["UNSPECIFIED", *Word.__members__]


def test_nobody_bet_yet(service: Service) -> None:
    spot = evaluation_service_pb2.BettingSpot(
        seat=2,
        stack=900,
        wager=hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_BET, min_to=100, max_to=900),
        players_in_hand=2,
    )
    assert interpret(service, spot, pushed([500])).step == steps_pb2.Step(seat=2, bet_to=500)
    check = steps_pb2.Step(seat=2, check=steps_pb2.CheckStep())
    assert interpret(service, spot, said(Said.SPOKEN_WORD_CALL)).step == check


def test_the_increment_may_be_told(service: Service) -> None:
    # 1600 in all: the menu's least is the whole stack, and half of 1000 is what counts
    spot = evaluation_service_pb2.BettingSpot(
        seat=2,
        call=1000,
        stack=1600,
        wager=hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_RAISE, min_to=1600, max_to=1600),
        increment=1000,
        players_in_hand=3,
    )
    four_hundred_over = pushed([1000] + [100] * 4)
    assert interpret(service, spot, four_hundred_over).step.WhichOneof("kind") == "call"
    spot.ClearField("increment")
    assert interpret(service, spot, four_hundred_over).step.WhichOneof("kind") == "all_in"


# ---- nonsense ----


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house() as house:
        yield house


def request(**changes: Any) -> evaluation_service_pb2.InterpretRequest:
    """A good request, but for the fields named: ``spot__call=5``."""
    good = evaluation_service_pb2.InterpretRequest(
        spot=evaluation_service_pb2.BettingSpot(
            seat=2,
            call=1000,
            stack=9000,
            wager=hand_pb2.LegalAction(kind=steps_pb2.STEP_KIND_RAISE, min_to=2000, max_to=9000),
            players_in_hand=3,
        ),
        gesture=said(Said.SPOKEN_WORD_CALL),
    )
    for path, value in changes.items():
        *parents, name = path.split("__")
        message: Message = good
        for parent in parents:
            message = getattr(message, parent)
        if isinstance(value, list):
            getattr(message, name).extend(value)
        elif value is None:
            message.ClearField(name)
        else:
            setattr(message, name, value)
    return good


def chips(*values: int) -> list[evaluation_service_pb2.ChipMotion]:
    return [evaluation_service_pb2.ChipMotion(chips=values)]


def follower(seat: int, put: int = 0, stack: int = 0) -> list[evaluation_service_pb2.Follower]:
    return [evaluation_service_pb2.Follower(seat=seat, put=put, stack=stack)]


_TOO_MANY: Final = 2**53
_CONTRADICTION: Final = refusal_pb2.ERROR_REASON_CONTRADICTION
_NUMBER: Final = refusal_pb2.ERROR_REASON_NUMBER_OUT_OF_RANGE
_CHIPS: Final = refusal_pb2.ERROR_REASON_CHIPS_OUT_OF_RANGE
_LIMIT: Final = refusal_pb2.ERROR_REASON_LIMIT


@pytest.mark.parametrize(
    ("bad", "reason", "field"),
    [
        (request(spot=None), refusal_pb2.ERROR_REASON_FIELD_MISSING, "spot"),
        (request(spot__seat=11), refusal_pb2.ERROR_REASON_SEAT_OUT_OF_RANGE, "spot.seat"),
        (request(spot__betting=9), refusal_pb2.ERROR_REASON_UNKNOWN_ENUM, "spot.betting"),
        (request(spot__call=-1), _CHIPS, "spot.call"),
        (request(spot__call=9001), _CONTRADICTION, "spot.call"),
        (request(spot__put=_TOO_MANY), _CHIPS, "spot.put"),
        (request(spot__stack=0), _NUMBER, "spot.stack"),
        (request(spot__wager__kind=steps_pb2.STEP_KIND_CALL), _CONTRADICTION, "spot.wager.kind"),
        (request(spot__wager__kind=steps_pb2.STEP_KIND_BET), _CONTRADICTION, "spot.wager.kind"),
        (request(spot__wager__min_to=900), _CONTRADICTION, "spot.wager"),
        (request(spot__wager__max_to=9001), _CONTRADICTION, "spot.wager"),
        (request(spot__wager__multiple_of=-5), _NUMBER, "spot.wager.multiple_of"),
        (request(spot__increment=0), _NUMBER, "spot.increment"),
        (request(spot__players_in_hand=1), _NUMBER, "spot.players_in_hand"),
        (request(gesture=None), _CONTRADICTION, "gesture"),
        (request(gesture__word=99), refusal_pb2.ERROR_REASON_UNKNOWN_ENUM, "gesture.word"),
        (request(gesture__amount=5), _CONTRADICTION, "gesture.amount"),
        (request(gesture__amount=0), _NUMBER, "gesture.amount"),
        (request(gesture__motions=chips()), _CONTRADICTION, "gesture.motions"),
        (request(gesture__motions=chips(5, -5)), _NUMBER, "gesture.motions[0].chips[1]"),
        (request(gesture__motions=chips(9001)), _CONTRADICTION, "gesture.motions"),
        (request(gesture__motions=chips(*[1] * 1001)), _LIMIT, "gesture.motions"),
        (request(gesture__motions=chips() * 1001), _LIMIT, "gesture.motions"),
        (request(gesture__prior_chips=[0]), _NUMBER, "gesture.prior_chips[0]"),
        (request(gesture__pulled_back=[5]), _CONTRADICTION, "gesture.pulled_back"),
        (request(followers=follower(2)), refusal_pb2.ERROR_REASON_DUPLICATE_SEAT, "followers[0].seat"),
        (request(followers=follower(3, put=-1)), _CHIPS, "followers[0].put"),
        (request(followers=follower(3, stack=-1)), _NUMBER, "followers[0].stack"),
    ],
)
def test_nonsense_is_refused_with_the_field(
    house: House,
    bad: evaluation_service_pb2.InterpretRequest,
    reason: refusal_pb2.ErrorReason.ValueType,
    field: str,
) -> None:
    refused = house.refused("Interpret", bad)
    assert (refused.refusal.reason, refused.fields) == (reason, [field])
    code = grpc.StatusCode.RESOURCE_EXHAUSTED if reason == _LIMIT else grpc.StatusCode.INVALID_ARGUMENT
    assert refused.code is code


def test_a_good_request_is_answered(service: Service) -> None:
    assert service.evaluation.Interpret(request()).step.WhichOneof("kind") == "call"
