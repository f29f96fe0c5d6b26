"""Service and Python client in one process: both have stubs of the same contract."""

from __future__ import annotations

import subprocess
import sys

import pytest

SERVICE = """
import floorman.v1.hand_service_pb2 as theirs
from floorman.server.local import running
"""
CLIENT = """
from floorman_client import Floorman, IllegalActionError
from floorman_client.v1 import ActRequest
"""
HAND = """
assert ActRequest is not theirs.ActRequest
with running() as address, Floorman(address) as floor:
    hand = floor.start_hand(
        table_id="kitchen", hand_number=1, small_blind=1, big_blind=2, button=1, seats={1: 200, 2: 200}
    )
    try:
        hand.check(1)
    except IllegalActionError as refused:
        assert refused.numbers == {"owed": 1}
    hand.fold(1)
    assert [seat.stack for seat in hand.settlement.seats] == [199, 201]
    request = ActRequest(hand_id=hand.hand_id, state=hand.state, expected_step=1)
    assert theirs.ActRequest.FromString(request.SerializeToString()).hand_id == hand.hand_id
print("played")
"""


@pytest.mark.parametrize(
    "imports", [SERVICE + CLIENT, CLIENT + SERVICE], ids=["service first", "client first"]
)
def test_a_hand_is_played_whichever_is_imported_first(imports: str) -> None:
    # in a Python of its own, where nothing is imported yet
    played = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", imports + HAND], check=True, capture_output=True, text=True
    )
    assert played.stdout == "played\n"
