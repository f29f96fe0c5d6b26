"""The contract's side of the floor: requests off the wire, answers onto it, one servicer a service.

``floor`` is the authority with its keys and policy; ``opening``, ``dealing``, ``stepping`` and ``viewing``
are what it does, ``concluding`` is how every deal and step ends. ``…_wire`` modules translate one kind of
thing each; ``rejection`` and ``wording`` say no. A server needs ``Floor``, :func:`add_services` and
``SERVICES`` alone.
"""

from __future__ import annotations

from typing import Final

import grpc

from floorman.api.audit_service import AuditServicer
from floorman.api.auditor import Auditor
from floorman.api.evaluation_service import EvaluationServicer
from floorman.api.floor import Floor
from floorman.api.hand_service import HandServicer
from floorman.api.rejection import Rejected
from floorman.api.table_service import TableServicer
from floorman.v1 import (
    audit_service_pb2_grpc,
    evaluation_service_pb2_grpc,
    hand_service_pb2_grpc,
    table_service_pb2_grpc,
)

__all__ = ["EQUITY_HANDS", "NO_AUDITOR", "SERVICES", "Auditor", "Floor", "Rejected", "add_services"]

SERVICES: Final = (
    "floorman.v1.HandService",
    "floorman.v1.TableService",
    "floorman.v1.EvaluationService",
    "floorman.v1.AuditService",
)
"""The full names of the services, for health and reflection."""


EQUITY_HANDS: Final = 200_000
"""How many hands an ``Equity`` call ranks at most, where nothing else is said."""

NO_AUDITOR: Final = Auditor()
"""Nobody may see what was never shown."""


def add_services(
    server: grpc.Server, floor: Floor, *, equity_hands: int = EQUITY_HANDS, auditor: Auditor = NO_AUDITOR
) -> None:
    """Registers every servicer.

    Args:
        server: where.
        floor: the authority that answers for hands and draws.
        equity_hands: how many hands an ``Equity`` call ranks at most.
        auditor: who may see cards that were never shown.
    """
    hand_service_pb2_grpc.add_HandServiceServicer_to_server(HandServicer(floor), server)
    table_service_pb2_grpc.add_TableServiceServicer_to_server(TableServicer(floor), server)
    evaluation_service_pb2_grpc.add_EvaluationServiceServicer_to_server(
        EvaluationServicer(equity_hands), server
    )
    audit_service_pb2_grpc.add_AuditServiceServicer_to_server(AuditServicer(floor, auditor), server)
