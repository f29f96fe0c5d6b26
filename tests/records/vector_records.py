"""The hands of ``audit-vectors.json`` as records."""

from __future__ import annotations

from typing import Any, Final

from floorman.records.hand_record import HandRecord, RecordedSeed, RecordedStep
from tests.fairness.vectors import HANDS, VECTORS, card_opening_of, unhex

__all__ = ["HANDS", "KEYS", "record_of"]

KEYS: Final = {VECTORS["keys"]["head_kid"]: unhex(VECTORS["keys"]["head_public"])}


def record_of(name: str) -> HandRecord:
    """The record of ``"hand"`` (COMMITTED, SEAT_KEY, EVERY) or ``"run_twice"`` (COMMIT, HOST, ENDS)."""
    row = VECTORS[name]
    return HandRecord(
        open_bytes=unhex(row["open_bytes"]),
        opening_signature=unhex(row["sig_open"]),
        cfg_text=row["cfg_text"],
        leaves=tuple(unhex(leaf) for leaf in row["leaves"]),
        seeds=tuple(
            RecordedSeed(seed["seat"], unhex(seed["seed"]), unhex(seed["ok"])) for seed in row["seeds"]
        ),
        steps=tuple(_step_of(step) for step in row["steps"]),
    )


def _step_of(row: dict[str, Any]) -> RecordedStep:
    return RecordedStep(
        step_bytes=unhex(row.get("request_bytes", "")),
        act_signature=unhex(row.get("seat_signature") or ""),
        events=tuple(unhex(event["bytes"]) for event in row["events"]),
        openings=tuple(card_opening_of(opening) for opening in row["openings"]),
        hole_openings=(),
        head=unhex(row["head"]),
        signature=unhex(row.get("signature") or ""),
    )
