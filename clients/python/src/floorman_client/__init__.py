"""Floorman's client: open a hand, act, draw what came back.

    from floorman_client import Floorman

    with Floorman("127.0.0.1:7777") as floor:
        hand = floor.start_hand(
            table_id="kitchen", hand_number=1, small_blind=1, big_blind=2, button=1, seats={1: 200, 2: 200}
        )
        hand.raise_to(1, 6)

`floorman_client.aio` has the same for asyncio, `floorman_client.steps` the steps as messages, and
`floorman_client.v1` the messages of the contract.
"""

from __future__ import annotations

from floorman_client.client import Floorman, Hand
from floorman_client.connection import Connection, Tls
from floorman_client.errors import (
    DeadlineExceededError,
    FieldViolation,
    FloormanError,
    IllegalActionError,
    InvalidRequestError,
    LimitExceededError,
    NotAuthenticatedError,
    NotPermittedError,
    OutstandingError,
    Refusal,
    RefusedError,
    ServiceError,
    StaleStateError,
    UnansweredError,
    UnavailableError,
    UnusableStateError,
)
from floorman_client.opening import hand_opening
from floorman_client.reasons import Reason

__all__ = [
    "Connection",
    "DeadlineExceededError",
    "FieldViolation",
    "Floorman",
    "FloormanError",
    "Hand",
    "IllegalActionError",
    "InvalidRequestError",
    "LimitExceededError",
    "NotAuthenticatedError",
    "NotPermittedError",
    "OutstandingError",
    "Reason",
    "Refusal",
    "RefusedError",
    "ServiceError",
    "StaleStateError",
    "Tls",
    "UnansweredError",
    "UnavailableError",
    "UnusableStateError",
    "hand_opening",
]
