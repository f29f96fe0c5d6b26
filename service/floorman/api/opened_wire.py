"""An opening as it was signed, on the wire: what players check before they reveal a seed (audit.md 3.4)."""

from __future__ import annotations

from floorman.api.ruling import Opened
from floorman.fairness.assurance import BeaconStanding, assurance_line
from floorman.v1 import opening_pb2

__all__ = ["opened_to_wire"]


def opened_to_wire(opened: Opened, *, dealt: bool) -> opening_pb2.SignedOpening:
    """The signed opening.

    Args:
        opened: the opening.
        dealt: its hand was dealt, so that the value of a beacon was checked.
    """
    opening = opened.opening
    beacon = BeaconStanding.NONE
    if opening.beacon is not None:
        beacon = BeaconStanding.CHECKED if dealt else BeaconStanding.NOT_CHECKED
    return opening_pb2.SignedOpening(
        open_bytes=opened.open_bytes,
        open_head=opened.open_head,
        signature=opened.signature,
        head_key_id=opening.head_kid,
        cfg_text=opened.config_text,
        leaves=b"".join(opened.leaves),
        assurance=assurance_line(opening, beacon),
        escrow_box=opened.escrow_box,
    )
