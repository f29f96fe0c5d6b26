"""audit.md 6: keys rotate while hands are played at replicas that restart one by one; no hand is lost."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Final

import pytest

from floorman import steps
from floorman.api import Floor
from floorman.api.dealing import start_hand
from floorman.api.hand_update import hand_update
from floorman.api.opening_wire import start_from_wire
from floorman.api.rejection import Rejected
from floorman.api.stepping import act
from floorman.records.hand_record import HandRecord
from floorman.records.record_file import leaves_from_bytes, step_from_message
from floorman.records.verification import verify
from floorman.rules.hand import Hand, Phase
from floorman.sealing.ring import DAY_MS, Ring
from floorman.sealing.rotation import replaced, rotated
from floorman.sealing.token import read_header
from floorman.v1 import hand_pb2, refusal_pb2
from tests.security.table import opening

BEGIN: Final = 1_800_000_000_000
HOUR: Final = 3_600_000
OLD: Final = Ring.generate(BEGIN)
ROTATED_AT: Final = BEGIN + 80 * DAY_MS
NEW: Final = rotated(OLD, ROTATED_AT, HOUR)


class Room:
    """Three replicas of one service, and its clock."""

    def __init__(self) -> None:
        self.now_ms = ROTATED_AT
        self.replicas = [self._floor(OLD) for _ in range(3)]

    def _floor(self, ring: Ring) -> Floor:
        return Floor(ring, now_ms=lambda: self.now_ms)

    def restart(self, place: int, ring: Ring) -> None:
        self.replicas[place] = self._floor(ring)


@dataclass
class Played:
    """A hand, and the chance by which it goes from replica to replica."""

    room: Room
    chance: random.Random
    updates: list[hand_pb2.HandUpdate] = field(default_factory=list)

    def start(self) -> None:
        message = opening()
        message.want_leaves = True
        ruling = start_hand(self._replica(), start_from_wire(message))
        self.updates = [hand_update(ruling, None, b"")]

    def go_on(self, most: int) -> None:
        """So many steps, each at any replica."""
        for _ in range(most):
            last = self.updates[-1]
            floor = self._replica()
            _, state = floor.open_state(last.state)
            if state.hand.phase is Phase.COMPLETE:
                return
            ruling = act(floor, last.state, last.hand_id, last.step, self._wish(state.hand), b"")
            self.updates.append(hand_update(ruling, None, b""))

    def _replica(self) -> Floor:
        return self.chance.choice(self.room.replicas)

    def _wish(self, hand: Hand) -> steps.Step:
        seat = hand.seats[hand.actor]
        return steps.Call(seat.number) if seat.put < hand.level else steps.Check(seat.number)

    @property
    def kids(self) -> set[int]:
        return {read_header(update.state).kid for update in self.updates}

    def record(self) -> HandRecord:
        start = self.updates[0].start.opening
        return HandRecord(
            start.open_bytes,
            start.signature,
            start.cfg_text,
            leaves_from_bytes(start.leaves),
            steps=tuple(map(step_from_message, self.updates)),
        )


def hands(room: Room, count: int, seed: int) -> list[Played]:
    return [Played(room, random.Random(f"{seed} {number}")) for number in range(count)]


def together(threads: ThreadPoolExecutor, work: list[Played], most: int) -> None:
    list(threads.map(lambda hand: hand.go_on(most), work))


def test_a_rotation_under_load_loses_no_hand() -> None:
    room = Room()
    early, late = hands(room, 60, 1), hands(room, 60, 2)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(Played.start, early))
        for place in range(3):
            together(threads, early, 2)
            room.restart(place, NEW)
        together(threads, early, 2)
        room.now_ms = ROTATED_AT + HOUR
        list(threads.map(Played.start, late))
        together(threads, [*early, *late], 100)
    public = {entry.kid: entry.public_key for entry in NEW.head_keys}
    for hand in (*early, *late):
        assert hand.updates[-1].decision.kind == hand_pb2.DECISION_KIND_COMPLETE
        assert verify(hand.record(), public).holds
    assert [hand.kids for hand in early] == [{1}] * 60
    assert [hand.kids for hand in late] == [{2}] * 60
    assert {hand.updates[0].start.opening.head_key_id for hand in early} == {1}
    assert {hand.updates[0].start.opening.head_key_id for hand in late} == {2}


def test_a_replica_that_was_not_restarted_in_time_refuses_and_plays_nothing_wrong() -> None:
    """The lead is there so that this does not happen; if it does, another replica takes the same request."""
    room = Room()
    room.restart(0, NEW)
    room.now_ms = ROTATED_AT + HOUR
    (hand,) = hands(room, 1, 3)
    first, second, _ = room.replicas
    room.replicas = [first]
    hand.start()
    room.replicas = [second]
    with pytest.raises(Rejected) as refused:
        hand.go_on(1)
    assert refused.value.refusal.reason == refusal_pb2.ERROR_REASON_UNREADABLE_STATE
    room.replicas = [first]
    hand.go_on(100)
    assert hand.updates[-1].decision.kind == hand_pb2.DECISION_KIND_COMPLETE


def test_after_an_incident_hands_under_the_old_key_end_and_new_ones_begin() -> None:
    room = Room()
    running, fresh = hands(room, 2, 4)
    running.start()
    after = replaced(OLD, ROTATED_AT)
    for place in range(3):
        room.restart(place, after)
    with pytest.raises(Rejected) as refused:
        running.go_on(1)
    assert refused.value.refusal.reason == refusal_pb2.ERROR_REASON_KEY_RETIRED
    fresh.start()
    fresh.go_on(100)
    assert fresh.kids == {2}
    assert verify(fresh.record(), {entry.kid: entry.public_key for entry in after.head_keys}).holds
