"""audit.md 5: hole cards that go past the host, by a secret or in a box, and to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import grpc
import pytest

from floorman.api import Floor
from floorman.fairness import commitments
from floorman.fairness.boxes import BoxRefusedError
from floorman.guard.memory import MemoryGuard
from floorman.sealing.token import OVERHEAD_BYTES, read_header
from floorman.server.keys import temporary_ring
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2
from tests.security.house import House, Refused, open_house
from tests.security.players import SEAT_KEY, SEAT_SECRET, Player, acted, dealt, keyed, signed
from tests.security.table import act_request, opening, start, step

View = hand_service_pb2.ViewHandRequest
_SEAT_BYTE: Final = 7  # "FLM1" ‖ type ‖ codec ‖ kid ‖ seat
_DAY_MS: Final = 86_400_000


class Clock:
    """A clock that stands where a test puts it."""

    now_ms = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now_ms


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def house(clock: Clock) -> Iterator[House]:
    floor = Floor(ring=temporary_ring(), guard=MemoryGuard(600), now_ms=clock)
    with open_house(floor) as opened:
        yield opened


@pytest.fixture
def by_secret(house: House) -> hand_pb2.HandUpdate:
    """Three seats, dealt; each player has a secret."""
    return dealt(house, keyed(SEAT_SECRET))


@pytest.fixture
def by_key(house: House) -> hand_pb2.HandUpdate:
    """Three seats, dealt; each player has a key for boxes."""
    return dealt(house, keyed(SEAT_KEY))


def token(update: hand_pb2.HandUpdate, seat: int) -> bytes:
    return next(view.view_token for view in update.seat_views if view.seat == seat)


def seen(house: House, view_token: bytes, secret: bytes = b"") -> hand_pb2.SeatView:
    view: hand_pb2.SeatView = house.ask("ViewHand", View(view_token=view_token, secret=secret)).seat_view
    return view


def refused(house: House, view_token: bytes, secret: bytes = b"") -> Refused:
    return house.refused("ViewHand", View(view_token=view_token, secret=secret))


def shown_at_the_end(house: House, update: hand_pb2.HandUpdate) -> dict[int, list[str]]:
    """The cards that everybody sees once all are all-in."""
    for seat in (0, 1, 2):
        update = acted(house, update, step("all_in", seat))
    return {seat.seat: list(seat.cards) for seat in update.view.seats}


# ---- by a secret ----


def test_each_player_sees_its_own_cards_with_its_secret(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    assert [view.seat for view in by_secret.seat_views] == [0, 1, 2]
    own = {}
    for seat in range(3):
        view = seen(house, token(by_secret, seat), Player(seat).secret)
        assert (view.seat, len(view.cards), view.sealed_cards) == (seat, 2, b"")
        assert [one.card for one in view.openings] == list(view.cards)
        own[seat] = list(view.cards)
    assert own == shown_at_the_end(house, by_secret)


def test_the_secret_of_another_seat_opens_nothing(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    for seat in range(3):
        for other in {0, 1, 2} - {seat}:
            said = refused(house, token(by_secret, seat), Player(other).secret)
            assert (said.reason, said.code) == ("SECRET_WRONG", grpc.StatusCode.PERMISSION_DENIED)
            assert not said.numbers


def test_every_wrong_secret_is_refused_in_the_same_words(
    house: House, by_secret: hand_pb2.HandUpdate
) -> None:
    view_token, right = token(by_secret, 1), Player(1).secret
    wrong = [right[:-1], right + b"\0", right[:-1] + bytes((right[-1] ^ 1,)), bytes(16), bytes(1024)]
    assert len({refused(house, view_token, secret).refusal.SerializeToString() for secret in wrong}) == 1


def test_secrets_are_compared_in_constant_time(
    house: House, by_secret: hand_pb2.HandUpdate, monkeypatch: pytest.MonkeyPatch
) -> None:
    lengths = []

    def noted(a: bytes, b: bytes) -> bool:
        lengths.append((len(a), len(b)))
        return False

    monkeypatch.setattr(commitments, "compare_digest", noted)
    view_token = token(by_secret, 1)
    for secret in (Player(1).secret, bytes(16), bytes(1024)):
        with pytest.raises(grpc.RpcError):
            seen(house, view_token, secret)
    # hashes are compared, so that not even the length of a secret shows
    assert lengths == [(32, 32)] * 3


def test_a_secret_that_none_can_be(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    said = refused(house, token(by_secret, 1))
    assert (said.reason, said.fields) == ("FIELD_MISSING", ["secret"])
    for length in (1, 15, 1025):
        said = refused(house, token(by_secret, 1), bytes(length))
        assert (said.reason, said.fields) == ("WRONG_LENGTH", ["secret"])
        assert said.numbers == {"length": length, "least": 16, "most": 1024}


# ---- in a box ----


def test_each_player_opens_its_own_box_and_no_other(house: House, by_key: hand_pb2.HandUpdate) -> None:
    own = {}
    for view in by_key.seat_views:
        own[view.seat] = Player(view.seat).open_box(by_key, view.sealed_cards)
        assert len(view.sealed_cards) == 119
        for other in {0, 1, 2} - {view.seat}:
            with pytest.raises(BoxRefusedError):
                Player(other).open_box(by_key, view.sealed_cards)
    assert own == shown_at_the_end(house, by_key)


def test_a_view_token_gives_the_same_cards_in_a_fresh_box(house: House, by_key: hand_pb2.HandUpdate) -> None:
    for view in by_key.seat_views:
        again = [seen(house, view.view_token) for _ in range(2)]
        assert len({view.sealed_cards, *(one.sealed_cards for one in again)}) == 3
        for one in again:
            assert (one.seat, list(one.cards), list(one.openings)) == (view.seat, [], [])
            assert Player(view.seat).open_box(by_key, one.sealed_cards) == Player(view.seat).open_box(
                by_key, view.sealed_cards
            )


def test_a_box_takes_no_secret(house: House, by_key: hand_pb2.HandUpdate) -> None:
    said = refused(house, token(by_key, 1), bytes(16))
    assert (said.reason, said.fields) == ("CONTRADICTION", ["secret"])


def test_a_hand_in_one_call_brings_its_boxes_too(house: House) -> None:
    message = keyed(SEAT_KEY, opening_pb2.ASSURANCE_LEVEL_COMMIT)
    update = start(house, message)
    own = {view.seat: Player(view.seat).open_box(update, view.sealed_cards) for view in update.seat_views}
    assert own == shown_at_the_end(house, update)


# ---- what the host gets ----


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_the_host_sees_no_seat_with_its_state(house: House, delivery: opening_pb2.Delivery.ValueType) -> None:
    update = dealt(house, keyed(delivery))
    for seat in range(3):
        said = house.refused("ViewHand", View(state=update.state, seat=seat))
        assert (said.reason, said.fields) == ("CONTRADICTION", ["seat"])
    public = house.ask("ViewHand", View(state=update.state))
    assert [list(seat.cards) for seat in public.view.seats] == [["??", "??"]] * 3
    assert not public.HasField("seat_view")


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_only_the_deal_brings_tokens_and_boxes(
    house: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    update = dealt(house, keyed(delivery))
    assert all(view.view_token and not view.cards and not view.openings for view in update.seat_views)
    assert not acted(house, update, step("call", 0)).seat_views


def test_delivery_host_has_neither_tokens_nor_boxes(house: House) -> None:
    update = start(house, opening())
    assert all(view.cards and not view.view_token and not view.sealed_cards for view in update.seat_views)


def test_a_seat_whose_player_is_absent_and_gave_no_key_has_no_token(house: House) -> None:
    message = keyed(SEAT_KEY)
    gone = message.seats[2]
    gone.absent = True
    gone.ClearField("hpke_key")
    gone.ClearField("action_key")
    gone.ClearField("commit")
    assert [view.seat for view in dealt(house, message).seat_views] == [0, 1]


# ---- the tokens ----


def test_a_view_token_names_its_seat_and_is_good_for_no_other(
    house: House, by_secret: hand_pb2.HandUpdate
) -> None:
    for seat in range(3):
        view_token = bytearray(token(by_secret, seat))
        assert len(view_token) == OVERHEAD_BYTES + 135
        assert (read_header(bytes(view_token)).seat, read_header(bytes(view_token)).step) == (seat, 0)
        other = (seat + 1) % 3
        view_token[_SEAT_BYTE] = other
        assert refused(house, bytes(view_token), Player(other).secret).reason == "UNREADABLE_STATE"


def test_a_view_token_with_a_byte_changed_shows_nothing(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    view_token, secret = token(by_secret, 1), Player(1).secret
    for offset in range(len(view_token)):
        changed = bytearray(view_token)
        changed[offset] ^= 1
        with pytest.raises(grpc.RpcError):
            seen(house, bytes(changed), secret)
    assert seen(house, view_token, secret).cards


def test_a_view_token_is_no_state_and_a_state_no_view_token(
    house: House, by_secret: hand_pb2.HandUpdate
) -> None:
    request = act_request(by_secret, step("call", 0))
    request.state = token(by_secret, 0)
    assert house.refused("Act", request).reason == "MALFORMED_STATE"
    assert refused(house, by_secret.state, Player(0).secret).reason == "MALFORMED_STATE"


def test_a_view_token_says_its_seat_itself(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    request = View(view_token=token(by_secret, 1), seat=1, secret=Player(1).secret)
    said = house.refused("ViewHand", request)
    assert (said.reason, said.fields) == ("CONTRADICTION", ["seat"])


def test_a_secret_is_not_for_the_host(house: House, by_secret: hand_pb2.HandUpdate) -> None:
    said = house.refused("ViewHand", View(state=by_secret.state, secret=Player(1).secret))
    assert (said.reason, said.fields) == ("CONTRADICTION", ["secret"])


def test_audit_6_a_view_token_shows_its_cards_at_any_age(
    house: House, clock: Clock, by_secret: hand_pb2.HandUpdate
) -> None:
    clock.now_ms += 2 * _DAY_MS
    try:
        assert house.refused("Act", signed(by_secret, step("call", 0))).reason == "STATE_TOO_OLD"
        assert seen(house, token(by_secret, 1), Player(1).secret).cards
    finally:
        clock.now_ms -= 2 * _DAY_MS


# ---- a card that is replaced ----


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_r6_3_a_replaced_card_brings_a_new_token_of_its_seat(
    house: House, delivery: opening_pb2.Delivery.ValueType
) -> None:
    update = dealt(house, keyed(delivery))

    def cards_of(at: hand_pb2.HandUpdate, seat: int) -> list[str]:
        view = seen(house, token(at, seat), Player(seat).secret if delivery == SEAT_SECRET else b"")
        return list(view.cards) or Player(seat).open_box(update, view.sealed_cards)

    before = {seat: cards_of(update, seat) for seat in range(3)}
    exposed = house.ask("Act", act_request(update, step("expose", 2, nth=1))).update
    [view] = exposed.seat_views
    assert (view.seat, list(view.cards), view.sealed_cards) == (2, [], b"")
    assert (read_header(view.view_token).step, read_header(view.view_token).seat) == (1, 2)
    after = cards_of(exposed, 2)
    assert after[0] == before[2][0]
    assert after[1] != before[2][1]
    # what the dealer turned up is what the seat had
    assert exposed.events[0].exposed.card == before[2][1]
    assert {**before, 2: after} == shown_at_the_end(house, exposed)


def test_r6_3_after_the_first_action_no_card_is_replaced_and_no_key_is_kept_for_it(house: House) -> None:
    update = dealt(house, keyed(SEAT_SECRET))
    later = acted(house, update, step("call", 0))
    said = house.refused("Act", act_request(later, step("expose", 2, nth=1)))
    assert (said.reason, said.refusal.rule) == ("STEP_NOT_ALLOWED", "R-6.3")
    kept = len(house.floor.open_state(update.state)[1].delivery_keys)
    assert (kept, house.floor.open_state(later.state)[1].delivery_keys) == (3, {})
