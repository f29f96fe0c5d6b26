"""The client's stubs live in a pool of their own, beside anybody else's of the same contract."""

from __future__ import annotations

import copy
import pickle

from google.protobuf import descriptor_pool, json_format
from google.protobuf.any_pb2 import Any

from floorman_client import _pool, steps
from floorman_client.rpc.status_pb2 import Status
from floorman_client.v1 import ActRequest, Refusal


def test_the_stubs_are_in_their_own_pool() -> None:
    for message in (ActRequest, Refusal, Status):
        assert message.DESCRIPTOR.file.pool is _pool.Default()
    assert _pool.Default() is not descriptor_pool.Default()


def test_the_names_are_those_of_the_contract() -> None:
    assert ActRequest.DESCRIPTOR.full_name == "floorman.v1.ActRequest"
    detail = Any()
    detail.Pack(Refusal(rule="R-8.2"))
    assert detail.type_url == "type.googleapis.com/floorman.v1.Refusal"


def test_messages_are_messages_in_every_way() -> None:
    request = ActRequest(hand_id=bytes(16), state=b"sealed", expected_step=3, step=steps.raise_to(2, 600))
    assert pickle.loads(pickle.dumps(request)) == request  # noqa: S301 (our own bytes)
    assert copy.deepcopy(request) == request
    assert json_format.Parse(json_format.MessageToJson(request), ActRequest()) == request
