"""State tokens that are not what they seem: changed, cut, foreign, old, of another hand, kind or release.

audit.md 5 and 6, and the ``test`` column of section 10. Every refusal is held against the contract by
``House.refused``; the sweeps over every byte ask for English only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import grpc
import pytest

from floorman.api import Floor
from floorman.fairness.keys import HeadKey
from floorman.fairness.opening import NO_SEAT
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.sealing.state import CODECS
from floorman.sealing.token import HEADER_BYTES, OVERHEAD_BYTES, Sealer, TokenType, read_header
from floorman.v1 import hand_pb2, hand_service_pb2
from tests.security.house import House, Refused, open_house, read_refusal
from tests.security.table import act, act_request, play_to_the_end, start, step

_OPENED_MS: Final = 1_800_000_000_000
_DAY_MS: Final = 86_400_000
_KID: Final = 7
_HEAD_KID: Final = 3
_K: Final = bytes(range(32))
_HEAD_PRIVATE: Final = bytes(range(100, 132))
# offsets in the header (audit.md 5): "FLM1" ‖ type ‖ codec ‖ kid ‖ seat ‖ hand_id ‖ step ‖ opened_ms ‖ nonce
_MAGIC: Final = range(4)
_TYPE: Final = 4
_CODEC: Final = 5
_METHODS: Final = ("Act", "CheckAction", "ViewHand")


@dataclass
class Clock:
    """A clock that stands still until it is told."""

    now_ms: int = _OPENED_MS

    def __call__(self) -> int:
        return self.now_ms


def _ring(key: bytes = _K, kid: int = _KID, head_kid: int = _HEAD_KID) -> Ring:
    """Openings for 90 days, tokens open for 180."""
    return Ring(
        (TokenKey(kid, key, _OPENED_MS, _OPENED_MS + 90 * _DAY_MS, _OPENED_MS + 180 * _DAY_MS),),
        (
            HeadKeyEntry(
                head_kid,
                HeadKey(head_kid, _HEAD_PRIVATE).public_key,
                _HEAD_PRIVATE,
                _OPENED_MS,
                _OPENED_MS + 90 * _DAY_MS,
            ),
        ),
    )


@dataclass
class Case:
    """A house, its clock, and a hand in it after one step."""

    house: House
    clock: Clock
    hand: hand_pb2.HandUpdate

    def request(self, token: bytes) -> hand_service_pb2.ActRequest:
        """A step of the hand with this token for its state."""
        asked = act_request(self.hand, step("call", 1))
        asked.state = token
        return asked

    def refused(self, method: str, token: bytes) -> Refused:
        """How a method refuses a token."""
        return self.house.refused(method, _asked(method, self.request(token)))

    def said(self, method: str, token: bytes) -> Refused:
        """The same in one call."""
        try:
            self.house.ask(method, _asked(method, self.request(token)))
        except grpc.RpcError as error:
            return read_refusal(error)
        raise AssertionError("a token that is not good was taken")


def _asked(
    method: str, request: hand_service_pb2.ActRequest
) -> hand_service_pb2.ActRequest | hand_service_pb2.CheckActionRequest | hand_service_pb2.ViewHandRequest:
    match method:
        case "Act":
            return request
        case "CheckAction":
            return hand_service_pb2.CheckActionRequest.FromString(request.SerializeToString())
        case _:
            return hand_service_pb2.ViewHandRequest(state=request.state)


@pytest.fixture(scope="module")
def clocked() -> Iterator[tuple[House, Clock]]:
    clock = Clock()
    with open_house(Floor(ring=_ring(), now_ms=clock)) as opened:
        yield opened, clock
        play_to_the_end(opened)


@pytest.fixture
def case(clocked: tuple[House, Clock]) -> Iterator[Case]:
    opened, clock = clocked
    clock.now_ms = _OPENED_MS
    hand = act(opened, start(opened), step("call", 0))
    yield Case(opened, clock, hand)
    clock.now_ms = _OPENED_MS
    # whatever was refused, the hand itself goes on
    assert act(opened, hand, step("call", 1)).step == 2


def _flipped(token: bytes, place: int, bits: int) -> bytes:
    return token[:place] + bytes((token[place] ^ bits,)) + token[place + 1 :]


def _sealed(token: bytes, ring: Ring, **changes: Any) -> bytes:
    """The plaintext of a token, sealed again under another ring or a changed header."""
    header, plaintext = Sealer(_ring(), CODECS).open(token, TokenType.STATE, _OPENED_MS)
    return Sealer(ring, CODECS).seal(replace(header, **changes), plaintext)


# ------------------------------------------------------------------------------------- changed and cut


@pytest.mark.parametrize("bits", [0x01, 0x80, 0xFF])
def test_audit_13_every_byte_of_a_token_flipped_is_refused(case: Case, bits: int) -> None:
    token = case.hand.state
    answers = [case.said("Act", _flipped(token, place, bits)) for place in range(len(token))]
    for place, said in enumerate(answers):
        match place:
            case _ if place in _MAGIC or place == _TYPE:
                expected = ("MALFORMED_STATE", grpc.StatusCode.INVALID_ARGUMENT)
            case _ if place == _CODEC:
                expected = ("RULES_VERSION", grpc.StatusCode.FAILED_PRECONDITION)
            case _:
                expected = ("UNREADABLE_STATE", grpc.StatusCode.INVALID_ARGUMENT)
        assert (said.reason, said.code) == expected, place
    # a flipped kid, seat, hand, step, time, nonce, ciphertext or tag cannot be told apart
    assert len({said.refusal.SerializeToString() for said in answers[_CODEC + 1 :]}) == 1


@pytest.mark.parametrize("method", ["CheckAction", "ViewHand"])
def test_audit_13_every_byte_flipped_is_refused_by_whoever_reads_a_state(case: Case, method: str) -> None:
    token = case.hand.state
    for place in range(len(token)):
        said = case.said(method, _flipped(token, place, 0x10))
        assert said == case.said("Act", _flipped(token, place, 0x10))


def test_every_truncation_of_a_token_is_refused(case: Case) -> None:
    token = case.hand.state
    for length in range(len(token)):
        said = case.said("Act", token[:length])
        expected = "MALFORMED_STATE" if length < OVERHEAD_BYTES else "UNREADABLE_STATE"
        assert (said.reason, said.code) == (expected, grpc.StatusCode.INVALID_ARGUMENT), length


@pytest.mark.parametrize("more", [b"\x00", b"\xff", bytes(16), bytes(100_000)])
def test_appended_bytes_are_refused(case: Case, more: bytes) -> None:
    assert case.refused("Act", case.hand.state + more).reason == "UNREADABLE_STATE"


@pytest.mark.parametrize("method", _METHODS)
@pytest.mark.parametrize("token", [b"", b"FLM1", b"\x00" * 400, b"As Kd" * 80])
def test_what_is_no_token_is_malformed(case: Case, method: str, token: bytes) -> None:
    refused = case.refused(method, token)
    assert (refused.reason, refused.code) == ("MALFORMED_STATE", grpc.StatusCode.INVALID_ARGUMENT)


# ---------------------------------------------------------------------------- foreign, or of another kind


@pytest.mark.parametrize("method", _METHODS)
def test_audit_6_two_rings_with_one_kid_and_different_keys_fail_like_forgery(case: Case, method: str) -> None:
    foreign = _sealed(case.hand.state, _ring(bytes(32)))
    unknown_kid = _sealed(case.hand.state, _ring(kid=9), kid=9)
    forged = _flipped(case.hand.state, len(case.hand.state) - 1, 1)
    other_step = _flipped(case.hand.state, 27, 1)
    answers = [case.refused(method, token) for token in (foreign, unknown_kid, forged, other_step)]
    assert {said.reason for said in answers} == {"UNREADABLE_STATE"}
    assert len({said.refusal.SerializeToString() for said in answers}) == 1


@pytest.mark.parametrize("kind", [TokenType.OPEN, TokenType.VIEW, TokenType.DRAW])
@pytest.mark.parametrize("method", _METHODS)
def test_a_token_of_another_type_is_not_what_the_call_takes(case: Case, method: str, kind: TokenType) -> None:
    seat = 1 if kind is TokenType.VIEW else NO_SEAT
    other = _sealed(case.hand.state, _ring(), type=kind, seat=seat)
    assert case.refused(method, other).reason == "MALFORMED_STATE"
    # with the type of a state on its cover it does not open: type and seat are in the key
    dressed = other[:_TYPE] + bytes((TokenType.STATE,)) + other[_TYPE + 1 :]
    assert case.refused(method, dressed).reason == "UNREADABLE_STATE"


def test_a_state_under_another_seat_does_not_open(case: Case) -> None:
    other = _sealed(case.hand.state, _ring(), seat=1)
    dressed = other[: _TYPE + 3] + b"\xff" + other[_TYPE + 4 :]
    assert case.refused("Act", dressed).reason == "UNREADABLE_STATE"


def test_parts_of_two_tokens_make_no_token(case: Case) -> None:
    mine = case.hand.state
    other = act(case.house, start(case.house), step("call", 0)).state
    later = act(case.house, case.hand, step("call", 1)).state
    assert read_header(other).hand_id != read_header(mine).hand_id
    for one, two in ((mine, other), (other, mine), (mine, later), (later, mine)):
        mixed = one[:HEADER_BYTES] + two[HEADER_BYTES:]
        assert case.refused("Act", mixed).reason == "UNREADABLE_STATE"


# --------------------------------------------------------------------------------- another hand or step


@pytest.mark.parametrize("method", ["Act", "CheckAction"])
def test_another_hands_state_under_this_hand_id_is_aborted(case: Case, method: str) -> None:
    other = act(case.house, start(case.house), step("call", 0))
    refused = case.refused(method, other.state)
    assert (refused.reason, refused.code) == ("WRONG_HAND", grpc.StatusCode.ABORTED)


@pytest.mark.parametrize("hand_id", [b"", bytes(15), bytes(16), bytes(17)])
def test_a_hand_id_that_is_none_is_aborted(case: Case, hand_id: bytes) -> None:
    request = case.request(case.hand.state)
    request.hand_id = hand_id
    assert case.house.refused("Act", request).reason == "WRONG_HAND"


@pytest.mark.parametrize("expected_step", [0, 2, 255, 256, 2**32 - 1])
@pytest.mark.parametrize("method", ["Act", "CheckAction"])
def test_another_step_than_the_states_is_aborted(case: Case, method: str, expected_step: int) -> None:
    request = case.request(case.hand.state)
    request.expected_step = expected_step
    refused = case.house.refused(method, _asked(method, request))
    assert (refused.reason, refused.code) == ("STALE_STEP", grpc.StatusCode.ABORTED)
    assert refused.numbers == {"expected_step": expected_step, "step": 1}


def test_audit_6_an_old_state_gives_the_same_bytes_again(case: Case) -> None:
    request = act_request(case.hand, step("call", 1))
    first = case.house.ask("Act", request)
    act(case.house, first.update, step("check", 2))
    again = case.house.ask("Act", request)
    assert again.SerializeToString(deterministic=True) == first.SerializeToString(deterministic=True)


# -------------------------------------------------------------------------------------- keys, age, release


@pytest.mark.parametrize("method", _METHODS)
def test_a_retired_key_opens_nothing(case: Case, method: str) -> None:
    case.clock.now_ms = _OPENED_MS + 180 * _DAY_MS
    refused = case.refused(method, case.hand.state)
    assert (refused.reason, refused.code) == ("KEY_RETIRED", grpc.StatusCode.FAILED_PRECONDITION)
    assert refused.numbers == {"key_id": _KID}


@pytest.mark.parametrize("method", ["Act", "CheckAction"])
def test_audit_6_a_hand_takes_steps_for_a_day_and_no_longer(case: Case, method: str) -> None:
    case.clock.now_ms = _OPENED_MS + _DAY_MS
    case.house.ask(method, _asked(method, case.request(case.hand.state)))
    case.clock.now_ms += 1
    refused = case.refused(method, case.hand.state)
    assert (refused.reason, refused.code) == ("STATE_TOO_OLD", grpc.StatusCode.FAILED_PRECONDITION)
    assert refused.numbers == {"max_seconds": 86_400}


def test_audit_6_an_old_hand_can_be_seen_as_long_as_its_key_opens(case: Case) -> None:
    case.clock.now_ms = _OPENED_MS + 180 * _DAY_MS - 1
    shown = case.house.ask("ViewHand", hand_service_pb2.ViewHandRequest(state=case.hand.state))
    assert shown.view == case.hand.view


@pytest.mark.parametrize("codec", [0, 2, 255])
def test_audit_6_a_codec_of_another_release_is_named(case: Case, codec: int) -> None:
    other = _sealed(case.hand.state, _ring(), codec=codec)
    refused = case.refused("Act", other)
    assert (refused.reason, refused.code) == ("RULES_VERSION", grpc.StatusCode.FAILED_PRECONDITION)
    assert refused.numbers == {"codec": codec}


@pytest.mark.parametrize("rest", ["as it was", "no state at all"])
@pytest.mark.parametrize("method", _METHODS)
def test_audit_6_rules_of_another_release_are_named_even_if_nothing_else_can_be_read(
    case: Case, method: str, rest: str
) -> None:
    sealer = Sealer(_ring(), CODECS)
    header, plaintext = sealer.open(case.hand.state, TokenType.STATE, _OPENED_MS)
    # E ‖ open_head ‖ P ‖ head ‖ u16 rules_version ‖ …
    newer = plaintext[:128] + b"\x00\x02" + (plaintext[130:] if rest == "as it was" else b"\xee" * 40)
    refused = case.refused(method, sealer.seal(header, newer))
    assert (refused.reason, refused.code) == ("RULES_VERSION", grpc.StatusCode.FAILED_PRECONDITION)
    assert refused.numbers == {"rules_version": 2}


def test_a_head_key_that_left_the_ring_ends_the_hand_with_a_reason() -> None:
    clock = Clock()
    with open_house(Floor(ring=_ring(), now_ms=clock)) as before:
        hand = start(before)
    with open_house(Floor(ring=_ring(head_kid=4), now_ms=clock)) as after:
        for method in ("Act", "CheckAction"):
            refused = after.refused(method, _asked(method, act_request(hand, step("call", 0))))
            assert (refused.reason, refused.code) == ("KEY_RETIRED", grpc.StatusCode.FAILED_PRECONDITION)
            assert refused.numbers == {"key_id": _HEAD_KID}
        assert after.ask("ViewHand", hand_service_pb2.ViewHandRequest(state=hand.state)).view == hand.view


def test_a_key_that_seals_no_more_still_opens() -> None:
    """audit.md 6: ``seal_until`` ends openings, running hands go on."""
    clock = Clock()
    ring = _ring()
    newer = TokenKey(
        8, bytes(32), _OPENED_MS + _DAY_MS, _OPENED_MS + 90 * _DAY_MS, _OPENED_MS + 180 * _DAY_MS
    )
    older = replace(ring.token_keys[0], seal_until_ms=_OPENED_MS + _DAY_MS)
    with open_house(Floor(ring=Ring((older, newer), ring.head_keys), now_ms=clock)) as opened:
        hand = start(opened)
        clock.now_ms += _DAY_MS
        assert read_header(act(opened, hand, step("call", 0)).state).kid == _KID
        assert read_header(start(opened).state).kid == 8
