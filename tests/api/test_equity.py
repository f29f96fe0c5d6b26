"""``Equity`` asked of the service: exact and drawn, several boards, limits, deadlines, nonsense."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from io import StringIO
from typing import Any, Final, cast

import grpc
import pytest

from floorman.api import SERVICES, Floor, Rejected, add_services
from floorman.api.counting import count_within
from floorman.equity import Matchup
from floorman.server.addresses import LOOPBACK
from floorman.server.keys import temporary_ring
from floorman.server.logs import open_log
from floorman.server.service import Service
from floorman.server.settings import Settings
from floorman.v1 import cards_pb2, config_pb2, evaluation_service_pb2, refusal_pb2
from floorman.v1.evaluation_service_pb2_grpc import EvaluationServiceStub
from tests.api.asking import asked
from tests.security.house import House, open_house

PARTS: Final = 2520


@contextmanager
def serving(equity_hands: int, threads: int = 4) -> Iterator[EvaluationServiceStub]:
    """A service of its own with other limits."""
    furnish = partial(add_services, floor=Floor(ring=temporary_ring()), equity_hands=equity_hands)
    settings = Settings(listen=LOOPBACK, threads=threads, drain_wait_seconds=0, drain_grace_seconds=0)
    house = Service(settings, furnish, SERVICES, open_log(StringIO(), settings.log_level))
    house.open()
    try:
        with grpc.insecure_channel(str(house.listen)) as channel:
            yield EvaluationServiceStub(channel)
    finally:
        house.drain(0, 5)


@pytest.fixture(scope="module")
def service() -> Iterator[EvaluationServiceStub]:
    with asked() as service:
        yield service.evaluation


def question(*hands: str, boards: tuple[str, ...] = (), **more: Any) -> evaluation_service_pb2.EquityRequest:
    """Hands of seats 1, 2, …; cards written apart."""
    return evaluation_service_pb2.EquityRequest(
        holes=[cards_pb2.HoleCards(seat=seat, cards=hand.split()) for seat, hand in enumerate(hands, 1)],
        boards=[cards_pb2.Board(cards=board.split()) for board in boards],
        **more,
    )


def odds(board: evaluation_service_pb2.BoardEquity) -> list[tuple[int, int, int, int]]:
    return [(one.seat, one.wins, one.ties, one.losses) for one in board.odds]


# ---- exact ----


def test_a_turn_is_counted_exactly(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h 4s",)))
    (board,) = said.boards
    assert (board.exact, board.deals) == (True, 44)
    assert odds(board) == [(1, 42, 0, 2), (2, 2, 0, 42)]
    assert [one.share_parts for one in board.odds] == [42 * PARTS, 2 * PARTS]
    assert [(one.seat, one.share_billionths) for one in said.seats] == [(1, 954_545_454), (2, 45_454_545)]
    assert [one.standard_error_billionths for one in said.seats] == [0, 0]


def test_a_river_is_one_deal(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Ad Ac", boards=("2c 7d 9h 4s 5s",)))
    assert odds(said.boards[0]) == [(1, 0, 1, 0), (2, 0, 1, 0)]
    assert [one.share_billionths for one in said.seats] == [500_000_000] * 2


def test_r15_several_boards_give_an_equal_part_of_the_pot_each(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h 4s 5s", "2d 7c 9s Ks 5h")))
    assert [odds(board)[0] for board in said.boards] == [(1, 1, 0, 0), (1, 0, 0, 1)]
    assert [one.share_billionths for one in said.seats] == [500_000_000] * 2


def test_r15_a_card_on_one_board_cannot_come_on_the_other(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h 4s", "3c 8d Th Ks")))
    first, second = said.boards
    assert (first.deals, odds(first)[1]) == (40, (2, 1, 0, 39))  # the king of spades lies on the other
    assert (second.deals, odds(second)[0][1]) == (40, 2)  # two aces beat three kings


def test_r14_boards_may_share_what_was_dealt_before_they_parted(service: EvaluationServiceStub) -> None:
    once = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h",)))
    twice = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h",) * 2))
    assert list(twice.boards) == [once.boards[0]] * 2
    assert twice.seats == once.seats


def test_dead_cards_do_not_come(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Kd Kc", boards=("2c 7d 9h 4s",), dead_cards=["Kh"]))
    assert odds(said.boards[0]) == [(1, 42, 0, 1), (2, 1, 0, 42)]


def test_r17_a_short_deck(service: EvaluationServiceStub) -> None:
    # the six of hearts makes a straight 6-7-8-9-T and no flush; three tens beat it only by the switch
    hands = ("9s 8d", "Tc Th")
    said = service.Equity(
        question(*hands, boards=("Ts 7c 6d Kh Qc",), variant=config_pb2.VARIANT_SHORT_DECK_36)
    )
    assert odds(said.boards[0])[0] == (1, 1, 0, 0)
    said = service.Equity(
        question(
            *hands,
            boards=("Ts 7c 6d Kh Qc",),
            variant=config_pb2.VARIANT_SHORT_DECK_36,
            short_trips_beat_straight=True,
        )
    )
    assert odds(said.boards[0])[0] == (1, 0, 0, 1)


def test_a_hand_against_one_of_which_nothing_is_known(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", boards=("2c 7d 9h 4s Jd",), unknown_hands=1))
    (board,) = said.boards
    assert (board.exact, board.deals) == (True, 990)
    # what beats two aces here: three of each pair for a set, nine of each two ranks for two pairs, sixteen
    # eights with a ten for a straight; the other two aces tie
    assert odds(board) == [(1, 990 - 121 - 1, 1, 5 * 3 + 10 * 9 + 16)]


# ---- drawn ----


def test_what_is_too_much_to_count_is_drawn(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", "Kd Kc"))
    (board,) = said.boards
    assert (board.exact, board.deals) == (False, 100_000)
    for one in board.odds:
        assert one.wins + one.ties + one.losses == board.deals
    first, second = said.seats
    assert 1_100_000 < first.standard_error_billionths < 1_350_000
    # 1,388,072 wins and 6,538 ties of 1,712,304
    assert abs(first.share_billionths - 812_552_607) < 4 * first.standard_error_billionths
    assert 999_999_998 <= first.share_billionths + second.share_billionths <= 1_000_000_000


def test_equal_requests_give_equal_bytes(service: EvaluationServiceStub) -> None:
    request = question("As Ah", "Kd Kc", boards=("", "2c 7d 9h"), unknown_hands=1)
    first, again = (service.Equity(request).SerializeToString(deterministic=True) for _ in range(2))
    assert first == again


def test_the_order_of_seats_and_cards_does_not_matter(service: EvaluationServiceStub) -> None:
    request = question("As Ah", "Kd Kc", boards=("2c 7d 9h",), unknown_hands=1)
    turned = question("Ah As", "Kc Kd", boards=("9h 7d 2c",), unknown_hands=1)
    first, second = turned.holes
    del turned.holes[:]
    turned.holes.extend([second, first])
    assert service.Equity(turned) == service.Equity(request)


def test_ten_hands(service: EvaluationServiceStub) -> None:
    said = service.Equity(question("As Ah", unknown_hands=9))
    assert said.boards[0].deals == 20_000
    assert 300_000_000 < said.seats[0].share_billionths < 320_000_000  # aces win 31 % of ten-handed pots


# ---- deadlines and limits ----


def test_a_short_deadline_is_answered_with_what_was_drawn_so_far() -> None:
    # five million deals of two hands take far longer than the deadline; a thousand do not
    with serving(equity_hands=10_000_000) as patient:
        said = patient.Equity(question("As Ah", unknown_hands=1), timeout=3)
    assert 1_000 <= said.boards[0].deals < 5_000_000
    assert said.seats[0].standard_error_billionths > 0


def test_a_deadline_that_is_too_short_is_exceeded(service: EvaluationServiceStub) -> None:
    with pytest.raises(grpc.RpcError) as late:
        service.Equity(question("As Ah", "Kd Kc"), timeout=0.01)
    assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_half_an_enumeration_is_no_answer() -> None:
    with serving(equity_hands=10_000_000) as patient, pytest.raises(grpc.RpcError) as late:
        patient.Equity(question("As Ah", "Kd Kc"), timeout=0.5)  # 1,712,304 deals: to be counted exactly
    assert late.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED


def test_players_do_not_wait_behind_it() -> None:
    with serving(equity_hands=10_000_000, threads=1) as busy:
        long = [busy.Equity.future(question("As Ah", unknown_hands=1), timeout=60) for _ in range(3)]
        hands = evaluation_service_pb2.EvaluateHandsRequest(
            hands=[evaluation_service_pb2.CardSet(cards=["As", "Ah", "2c", "7d", "9h"])]
        )
        for _ in range(20):
            assert busy.EvaluateHands(hands, timeout=10).hands[0].strength
        assert not any(call.done() for call in long)
        for call in long:
            call.cancel()


class _Waiting:
    """A caller whose deadline is so far away."""

    def __init__(self, seconds: float, *, active: bool = True) -> None:
        self._seconds, self._active = seconds, active

    def time_remaining(self) -> float:
        return self._seconds

    def is_active(self) -> bool:
        return self._active


@pytest.mark.parametrize("waiting", [_Waiting(0.0), _Waiting(60, active=False)])
def test_nobody_is_counted_for_who_cannot_be_answered(waiting: _Waiting) -> None:
    holes = ((51, 50), (45, 44))
    with pytest.raises(Rejected) as no:
        count_within([Matchup(holes, 0, (), frozenset())], 200_000, cast("grpc.ServicerContext", waiting))
    assert no.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert no.value.refusal.reason == refusal_pb2.ERROR_REASON_OUT_OF_TIME


# ---- nonsense ----


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    with open_house() as house:
        yield house


@pytest.mark.parametrize(
    ("request_", "reason", "field"),
    [
        (question(), refusal_pb2.ERROR_REASON_SEAT_COUNT, "holes"),
        (question("As Ah"), refusal_pb2.ERROR_REASON_NUMBER_OUT_OF_RANGE, "unknown_hands"),
        (question("As Ah", unknown_hands=10), refusal_pb2.ERROR_REASON_NUMBER_OUT_OF_RANGE, "unknown_hands"),
        (question("As", "Kd Kc"), refusal_pb2.ERROR_REASON_CARD_COUNT, "holes[0].cards"),
        (question("As Ah", "?? ??"), refusal_pb2.ERROR_REASON_NOT_A_CARD, "holes[1].cards[0]"),
        (question("As Ah", "As Kc"), refusal_pb2.ERROR_REASON_CARD_TWICE, "boards[0]"),
        (question("As Ah", "Kd Kc", boards=("As",)), refusal_pb2.ERROR_REASON_CARD_TWICE, "boards[0]"),
        (
            question("As Ah", "Kd Kc", boards=("2c 3c 4c 5c 6c 7c",)),
            refusal_pb2.ERROR_REASON_CARD_COUNT,
            "boards[0].cards",
        ),
        (question("As Ah", "Kd Kc", boards=("",) * 5), refusal_pb2.ERROR_REASON_CARD_COUNT, "boards"),
        (question("As Ah", "Kd Kc", dead_cards=["As"]), refusal_pb2.ERROR_REASON_CARD_TWICE, "dead_cards"),
        (
            question("As Ah", "Kd Kc", dead_cards=["2c", "2c"]),
            refusal_pb2.ERROR_REASON_CARD_TWICE,
            "dead_cards",
        ),
        (question("As Ah", "Kd Kc", dead_cards=["XX"]), refusal_pb2.ERROR_REASON_NOT_A_CARD, "dead_cards[0]"),
        (question("As Ah", "Kd Kc", variant=9), refusal_pb2.ERROR_REASON_UNKNOWN_ENUM, "variant"),
        (
            question("As Ah", "5d Kc", variant=config_pb2.VARIANT_SHORT_DECK_36),
            refusal_pb2.ERROR_REASON_CARD_NOT_IN_DECK,
            "boards[0]",
        ),
        (
            # 36 - 4 known, of which 4 boards take 20 and 8 hands 16
            question(
                "As Ah", "Kd Kc", boards=("",) * 4, unknown_hands=8, variant=config_pb2.VARIANT_SHORT_DECK_36
            ),
            refusal_pb2.ERROR_REASON_DECK_TOO_SMALL,
            "dead_cards",
        ),
    ],
)
def test_nonsense_is_refused_with_the_field(
    house: House,
    request_: evaluation_service_pb2.EquityRequest,
    reason: refusal_pb2.ErrorReason.ValueType,
    field: str,
) -> None:
    no = house.refused("Equity", request_)
    assert no.code is grpc.StatusCode.INVALID_ARGUMENT
    assert (no.refusal.reason, no.fields) == (reason, [field])
