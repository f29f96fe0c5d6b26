"""Refusals are types with numbers, whichever way they come."""

from __future__ import annotations

import asyncio
import pickle

import grpc
import pytest
from google.protobuf.any_pb2 import Any

from clients.python.tests.fake_floor import FakeFloor, breaks, refuses, refuses_for
from floorman_client import (
    FieldViolation,
    Floorman,
    FloormanError,
    IllegalActionError,
    InvalidRequestError,
    LimitExceededError,
    NotAuthenticatedError,
    NotPermittedError,
    Reason,
    Refusal,
    RefusedError,
    ServiceError,
    StaleStateError,
    UnansweredError,
    UnavailableError,
    UnusableStateError,
    aio,
    v1,
)
from floorman_client.v1 import ErrorReason, HandOpening, HandUpdate, NamedNumber

UPDATE = HandUpdate(hand_id=bytes(16), state=b"sealed 4", step=4)
RAISE_TOO_SMALL = v1.Refusal(
    reason=ErrorReason.ERROR_REASON_RAISE_BELOW_MINIMUM,
    rule="R-8.2",
    numbers=[
        NamedNumber(name="to", value=250),
        NamedNumber(name="least", value=300),
        NamedNumber(name="most", value=5000),
    ],
    message="a raise to 250 is below the minimum of 300",
)


def test_an_illegal_raise_says_why_with_numbers_and_rule(floor: FakeFloor, address: str) -> None:
    floor.whims.append(refuses_for(grpc.StatusCode.FAILED_PRECONDITION, RAISE_TOO_SMALL))
    with Floorman(address) as client, pytest.raises(IllegalActionError) as refused:
        client.hand(UPDATE).raise_to(3, 250)
    error = refused.value
    assert error.reason is Reason.RAISE_BELOW_MINIMUM
    assert error.rule == "R-8.2"
    assert error.numbers == {"to": 250, "least": 300, "most": 5000}
    assert error.message == "a raise to 250 is below the minimum of 300"
    assert error.code is grpc.StatusCode.FAILED_PRECONDITION
    assert str(error) == (
        "a raise to 250 is below the minimum of 300 "
        "[RAISE_BELOW_MINIMUM, R-8.2, to=250, least=300, most=5000]"
    )


def test_the_same_under_asyncio(floor: FakeFloor, address: str) -> None:
    async def play() -> None:
        async with aio.Floorman(address) as client:
            await client.hand(UPDATE).raise_to(3, 250)

    floor.whims.append(refuses_for(grpc.StatusCode.FAILED_PRECONDITION, RAISE_TOO_SMALL))
    with pytest.raises(IllegalActionError) as refused:
        asyncio.run(play())
    assert refused.value.refusal == Refusal.of(RAISE_TOO_SMALL)


def test_a_wrong_opening_names_the_fields(floor: FakeFloor, address: str) -> None:
    refusal = v1.Refusal(
        reason=ErrorReason.ERROR_REASON_DUPLICATE_SEAT,
        rule="R-1.1",
        numbers=[NamedNumber(name="seat", value=3)],
        field_violations=[v1.FieldViolation(field="opening.seats[2].seat", description="seat 3 twice")],
        message="a seat is named twice",
    )
    floor.whims.append(refuses_for(grpc.StatusCode.INVALID_ARGUMENT, refusal))
    with Floorman(address) as client, pytest.raises(InvalidRequestError) as refused:
        client.start(HandOpening())
    assert refused.value.field_violations == (FieldViolation("opening.seats[2].seat", "seat 3 twice"),)
    assert str(refused.value) == (
        "a seat is named twice [DUPLICATE_SEAT, R-1.1, seat=3]; opening.seats[2].seat: seat 3 twice"
    )


@pytest.mark.parametrize(
    ("code", "reason", "kind"),
    [
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.CANNOT_CHECK, IllegalActionError),
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.SIGNATURE_MISSING, IllegalActionError),
        (grpc.StatusCode.INVALID_ARGUMENT, Reason.FIELD_MISSING, InvalidRequestError),
        (grpc.StatusCode.INVALID_ARGUMENT, Reason.CARD_TWICE, InvalidRequestError),
        (grpc.StatusCode.INVALID_ARGUMENT, Reason.UNSUPPORTED_SWITCH, InvalidRequestError),
        (grpc.StatusCode.INVALID_ARGUMENT, Reason.MALFORMED_STATE, UnusableStateError),
        (grpc.StatusCode.INVALID_ARGUMENT, Reason.UNREADABLE_STATE, UnusableStateError),
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.KEY_RETIRED, UnusableStateError),
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.RULES_VERSION, UnusableStateError),
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.STATE_TOO_OLD, UnusableStateError),
        (grpc.StatusCode.FAILED_PRECONDITION, Reason.GUARD_LOST, UnusableStateError),
        (grpc.StatusCode.ABORTED, Reason.WRONG_HAND, StaleStateError),
        (grpc.StatusCode.ABORTED, Reason.STALE_STEP, StaleStateError),
        (grpc.StatusCode.ABORTED, Reason.FORK, StaleStateError),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, Reason.LIMIT, LimitExceededError),
        (grpc.StatusCode.UNAUTHENTICATED, Reason.NOT_AUTHENTICATED, NotAuthenticatedError),
        (grpc.StatusCode.PERMISSION_DENIED, Reason.NOT_PERMITTED, NotPermittedError),
        (grpc.StatusCode.PERMISSION_DENIED, Reason.SECRET_WRONG, NotPermittedError),
    ],
    ids=str,
)
def test_each_refusal_has_its_type(
    floor: FakeFloor, address: str, code: grpc.StatusCode, reason: Reason, kind: type[RefusedError]
) -> None:
    refusal = v1.Refusal(reason=ErrorReason.Value(f"ERROR_REASON_{reason.name}"))
    floor.whims.append(refuses_for(code, refusal))
    with Floorman(address) as client, pytest.raises(RefusedError) as refused:
        client.hand(UPDATE).check(1)
    assert type(refused.value) is kind
    assert refused.value.reason is reason


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (grpc.StatusCode.INVALID_ARGUMENT, InvalidRequestError),
        (grpc.StatusCode.UNAUTHENTICATED, NotAuthenticatedError),
        (grpc.StatusCode.PERMISSION_DENIED, NotPermittedError),
        (grpc.StatusCode.UNIMPLEMENTED, RefusedError),
        (grpc.StatusCode.NOT_FOUND, RefusedError),
    ],
    ids=str,
)
def test_a_refusal_by_something_on_the_way_has_no_reason_but_a_type(
    floor: FakeFloor, address: str, code: grpc.StatusCode, kind: type[RefusedError]
) -> None:
    floor.whims.append(breaks(code))
    with Floorman(address) as client, pytest.raises(RefusedError) as refused:
        client.hand(UPDATE).check(1)
    assert type(refused.value) is kind
    assert refused.value.refusal == Refusal(Reason.UNSPECIFIED, "", {}, (), "broken")


def test_an_incident_is_told_and_stays_in_doubt(floor: FakeFloor, address: str) -> None:
    refusal = v1.Refusal(reason=ErrorReason.ERROR_REASON_INTERNAL, message="incident 4711")
    floor.whims.append(refuses_for(grpc.StatusCode.INTERNAL, refusal))
    with Floorman(address) as client, pytest.raises(ServiceError, match="incident 4711") as failed:
        client.hand(UPDATE).check(1)
    assert failed.value.refusal == Refusal.of(refusal)


def test_a_fork_guard_that_cannot_be_reached_is_asked_again_and_then_told(
    floor: FakeFloor, address: str
) -> None:
    refusal = v1.Refusal(reason=ErrorReason.ERROR_REASON_GUARD_UNAVAILABLE, message="no guard")
    floor.whims.extend([refuses_for(grpc.StatusCode.UNAVAILABLE, refusal)] * 5)
    with Floorman(address) as client, pytest.raises(UnavailableError) as failed:
        client.hand(UPDATE).check(1)
    assert len(floor.requests) == 5
    assert failed.value.refusal == Refusal.of(refusal)


def test_a_reason_of_a_newer_service_is_a_reason_all_the_same(floor: FakeFloor, address: str) -> None:
    refusal = v1.Refusal.FromString(b"\x08\xe7\x07")  # reason = 999
    floor.whims.append(refuses_for(grpc.StatusCode.FAILED_PRECONDITION, refusal))
    with Floorman(address) as client, pytest.raises(IllegalActionError) as refused:
        client.hand(UPDATE).check(1)
    assert refused.value.reason == 999
    assert refused.value.reason.name == "REASON_999"


def test_the_refusal_is_found_among_other_details(floor: FakeFloor, address: str) -> None:
    stranger = Any(type_url="type.googleapis.com/example.Stranger", value=b"\x08\x01")
    floor.whims.append(refuses(grpc.StatusCode.FAILED_PRECONDITION, stranger, RAISE_TOO_SMALL))
    with Floorman(address) as client, pytest.raises(IllegalActionError) as refused:
        client.hand(UPDATE).check(1)
    assert refused.value.reason is Reason.RAISE_BELOW_MINIMUM


def test_details_that_are_no_status_do_no_harm(floor: FakeFloor, address: str) -> None:
    def whim(context: grpc.ServicerContext) -> None:
        context.set_trailing_metadata((("grpc-status-details-bin", b"\xff\xff\xff"),))
        context.abort(grpc.StatusCode.FAILED_PRECONDITION, "no")

    floor.whims.append(whim)
    with Floorman(address) as client, pytest.raises(IllegalActionError, match="no"):
        client.hand(UPDATE).check(1)


def test_no_state_and_no_card_is_in_an_error_or_a_repr(floor: FakeFloor, address: str) -> None:
    floor.whims.append(breaks(grpc.StatusCode.INTERNAL))
    with Floorman(address) as client:
        hand = client.hand(UPDATE)
        with pytest.raises(ServiceError) as failed:
            hand.deal_hole(3, "AsAd")
        with pytest.raises(FloormanError) as outstanding:
            hand.deal_hole(3, "KsKd")
    told = f"{failed.value!r} {failed.value} {outstanding.value!r} {outstanding.value} {hand!r}"
    assert not [secret for secret in ("sealed", "As", "Ad", "Ks", "Kd") if secret in told]


@pytest.mark.parametrize(
    "error",
    [
        IllegalActionError(grpc.StatusCode.FAILED_PRECONDITION, Refusal.of(RAISE_TOO_SMALL)),
        UnavailableError(grpc.StatusCode.UNAVAILABLE, "gone", None),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_sent_between_processes(error: RefusedError | UnansweredError) -> None:
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 (our own bytes)
    assert (type(copy), copy.args, str(copy)) == (type(error), error.args, str(error))


def test_every_reason_of_the_contract_is_a_reason() -> None:
    assert {f"ERROR_REASON_{reason.name}": reason.value for reason in Reason} == dict(ErrorReason.items())
