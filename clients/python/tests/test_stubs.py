"""The client's stubs live in a pool of their own, beside anybody else's of the same contract."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys

import pytest
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


ANOTHER_CONTRACT = """
from google.protobuf import descriptor_pb2, descriptor_pool
file = descriptor_pb2.FileDescriptorProto(name="floorman/v1/steps.proto", package="floorman.v1")
file.message_type.add(name="Step").field.add(name="other", number=1, type=9, label=1)
descriptor_pool.Default().AddSerializedFile(file.SerializeToString())
"""
THE_CLIENT = """
from floorman_client import Refusal, steps, v1
from floorman_client.rpc.status_pb2 import Status
assert v1.Step.FromString(steps.raise_to(2, 600).SerializeToString()).raise_to == 600
status = Status()
status.details.add().Pack(v1.Refusal(rule="R-8.2"))
refusal = v1.Refusal()
assert status.details[0].Unpack(refusal) and Refusal.of(refusal).rule == "R-8.2"
"""


@pytest.mark.parametrize(
    "program", [ANOTHER_CONTRACT + THE_CLIENT, THE_CLIENT + ANOTHER_CONTRACT], ids=["before", "after"]
)
def test_another_version_of_the_contract_may_be_in_the_same_process(program: str) -> None:
    _run(program)


def test_the_client_runs_on_protobuf_without_its_c_part() -> None:
    _run(THE_CLIENT, PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION="python")


def _run(program: str, **environment: str) -> None:
    """Runs a program in a Python of its own, where nothing is imported yet."""
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ, **environment})  # noqa: S603 (our own program)
