"""Real hands at a real process: over a restart, at two replicas, and without a trace in the log."""

from __future__ import annotations

import signal
from base64 import b64encode
from pathlib import Path

import grpc
import pytest

from floorman.sealing.ring import Ring
from floorman.server.keys import new_ring
from floorman.v1 import config_pb2, hand_pb2, hand_service_pb2, hand_service_pb2_grpc, opening_pb2, steps_pb2
from tests.cli.processes import environment, serving

ENTROPY = bytes(range(200, 232))


def _opening() -> opening_pb2.HandOpening:
    """Heads up, blinds 1 and 2; the button posts the small blind and acts first."""
    return opening_pb2.HandOpening(
        config=config_pb2.TableConfig(small_blind=1, big_blind=2),
        table_id="kitchen",
        hand_number=1,
        button=1,
        small_blind_seat=1,
        big_blind_seat=2,
        seats=[opening_pb2.OpeningSeat(seat=1, stack=200), opening_pb2.OpeningSeat(seat=2, stack=200)],
        dealing=opening_pb2.DEALING_SERVICE,
        level=opening_pb2.ASSURANCE_LEVEL_COMMIT,
        delivery=opening_pb2.DELIVERY_HOST,
        sign_heads=opening_pb2.SIGN_HEADS_ENDS,
        showdown=opening_pb2.SHOWDOWN_TABLE_RULE,
        entropy=ENTROPY,
    )


def _start(address: str) -> hand_pb2.HandUpdate:
    with grpc.insecure_channel(address) as channel:
        hands = hand_service_pb2_grpc.HandServiceStub(channel)
        return hands.StartHand(hand_service_pb2.StartHandRequest(opening=_opening()), timeout=10).update


def _act(address: str, update: hand_pb2.HandUpdate, step: steps_pb2.Step) -> bytes:
    request = hand_service_pb2.ActRequest(
        state=update.state, hand_id=update.hand_id, expected_step=update.step, step=step
    )
    with grpc.insecure_channel(address) as channel:
        answer = hand_service_pb2_grpc.HandServiceStub(channel).Act(request, timeout=10)
    return answer.SerializeToString(deterministic=True)


CALL = steps_pb2.Step(seat=1, call=steps_pb2.CallStep())


def test_a_hand_goes_on_after_a_restart_and_at_any_replica_with_equal_bytes(tmp_path: Path) -> None:
    environ = environment(FLOORMAN_RING=new_ring().dump(), FLOORMAN_ALLOW_GIVEN_ENTROPY="true")
    with serving(tmp_path, environ=environ) as service:
        update = _start(service.address)
        before = _act(service.address, update, CALL)
        assert service.leave(signal.SIGTERM) == 0
    with serving(tmp_path, environ=environ) as service, serving(tmp_path, environ=environ) as replica:
        assert _act(service.address, update, CALL) == before
        assert _act(replica.address, update, CALL) == before


def test_a_restart_orphans_the_hands_of_a_ring_that_was_made_up(tmp_path: Path) -> None:
    with serving(tmp_path, "--allow-given-entropy") as service:
        update = _start(service.address)
    with serving(tmp_path) as service:
        with pytest.raises(grpc.RpcError) as caught:
            _act(service.address, update, CALL)
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        [call] = [line for line in service.lines() if line["event"] == "call"]
    assert call["reason"] == "UNREADABLE_STATE"


def _written_anyhow(secret: bytes) -> tuple[str, ...]:
    return secret.hex(), secret.hex().upper(), b64encode(secret).decode().rstrip("="), repr(secret)[2:-1]


def _keys(ring: Ring) -> list[bytes]:
    return [key.key for key in ring.token_keys] + [
        entry.private_key for entry in ring.head_keys if entry.private_key is not None
    ]


def test_no_key_entropy_or_state_lands_in_the_log(tmp_path: Path) -> None:
    ring = new_ring()
    environ = environment(FLOORMAN_RING=ring.dump(), FLOORMAN_LOG_LEVEL="debug")
    with serving(tmp_path, "--allow-given-entropy", environ=environ) as service:
        update = _start(service.address)
        _act(service.address, update, CALL)
        forged = hand_pb2.HandUpdate()
        forged.CopyFrom(update)
        forged.state = update.state[:-1] + bytes([update.state[-1] ^ 1])
        with pytest.raises(grpc.RpcError):
            _act(service.address, forged, CALL)
        with pytest.raises(grpc.RpcError):
            _act(service.address, update, steps_pb2.Step(seat=1, check=steps_pb2.CheckStep()))
        assert service.leave(signal.SIGTERM) == 0
        log = service.errors.read_text(encoding="utf-8")
    assert [line["code"] for line in service.lines() if line["event"] == "call"] == [
        "OK",
        "OK",
        "INVALID_ARGUMENT",
        "FAILED_PRECONDITION",
    ]
    for secret in (*_keys(ring), ENTROPY, update.state, update.state[:32], update.state[-32:]):
        assert not any(form in log for form in _written_anyhow(secret))
