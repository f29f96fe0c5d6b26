"""From a new key ring to a proved record, by the commands that people type: keys, serve, verify, inspect."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
from google.protobuf.json_format import MessageToJson

from floorman.records.house_keys import PINNED_KEYS, parse_house_keys
from floorman.v1 import audit_service_pb2, hand_pb2
from tests.api.test_audit import Caller
from tests.api.test_export import checked_down, export_request
from tests.cli.processes import Serving, run, serving
from tests.security.house import Guest
from tests.security.table import start

AUDITOR_KEY: Final = "0123456789abcdef" * 4


@dataclass
class Journey:
    """A house at work, and what came of one hand.

    Attributes:
        folder: with ring.json, head_keys.json, hand.flmr, hand.json and revealed.json.
        service: that played the hand.
        updates: of the hand.
    """

    folder: Path
    service: Serving
    updates: list[hand_pb2.HandUpdate]


def _exported(guest: Guest, folder: Path) -> list[hand_pb2.HandUpdate]:
    updates = checked_down(guest, start(guest))
    record = guest.ask("ExportHand", export_request(updates)).record
    (folder / "hand.flmr").write_bytes(record.SerializeToString())
    (folder / "hand.json").write_text(MessageToJson(record))
    return updates


@pytest.fixture(scope="module")
def journey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Journey]:
    folder = tmp_path_factory.mktemp("journey")
    ring = folder / "ring.json"
    assert run("keys", "new", str(ring)).returncode == 0
    (folder / PINNED_KEYS).write_text(run("keys", "public", str(ring)).stdout)
    hashed = sha256(AUDITOR_KEY.encode()).hexdigest()
    with serving(folder, "--ring-file", str(ring), "--auditor-key-sha256", hashed) as service:
        with grpc.insecure_channel(service.address) as channel:
            updates = _exported(Guest(channel), folder)
            auditor = Caller(channel, f"Bearer {AUDITOR_KEY}")
            request = audit_service_pb2.RevealHandRequest(state=updates[-1].state)
            revealed = [auditor.ask("RevealHand", request) for _ in range(2)]
            assert Guest(channel).refused("RevealHand", request).reason == "NOT_AUTHENTICATED"
            (folder / "revealed.json").write_text(MessageToJson(revealed[0]))
            keys = Guest(channel).ask("GetPublicKeys", audit_service_pb2.GetPublicKeysRequest()).keys
            assert {key.head_key_id: key.public_key for key in keys} == parse_house_keys(
                (folder / PINNED_KEYS).read_text()
            )
        assert service.leave(signal.SIGTERM) == 0
        yield Journey(folder, service, updates)


def told(*arguments: str | Path) -> dict[str, Any]:
    ended = run("verify", "--json", *map(str, arguments))
    row: dict[str, Any] = json.loads(ended.stdout.splitlines()[0])
    assert ended.returncode == (0 if row["holds"] else 1)
    return row


@pytest.mark.parametrize("name", ["hand.flmr", "hand.json"])
def test_the_record_is_proved_with_the_keys_beside_it(journey: Journey, name: str) -> None:
    assert told(journey.folder / name)["holds"]


def test_and_not_once_a_byte_is_changed(journey: Journey, tmp_path: Path) -> None:
    form = bytearray((journey.folder / "hand.flmr").read_bytes())
    form[len(form) // 2] ^= 1
    (tmp_path / "hand.flmr").write_bytes(form)
    (tmp_path / PINNED_KEYS).write_bytes((journey.folder / PINNED_KEYS).read_bytes())
    assert not told(tmp_path / "hand.flmr")["holds"]


def test_with_what_the_auditor_was_shown_the_whole_deck_is_proved(journey: Journey) -> None:
    row = told(journey.folder / "hand.flmr", "--openings", journey.folder / "revealed.json")
    words = {check["name"]: check["words"] for check in row["checks"]}
    assert words["REVEALED"].startswith("all 52 cards")
    assert words["DISTINCT_CARDS"] == "52 cards, all different"


def test_every_reveal_is_logged_and_counted(journey: Journey) -> None:
    lines = [line for line in journey.service.lines() if line["event"] == "hand_revealed"]
    hand_id = journey.updates[0].hand_id.hex()
    assert [(line["level"], line["hand_id"], line["revealed"]) for line in lines] == [
        ("warning", hand_id, 1),
        ("warning", hand_id, 2),
    ]
    assert AUDITOR_KEY not in journey.service.errors.read_text()


def test_an_operator_sees_where_the_hand_ended(journey: Journey, tmp_path: Path) -> None:
    token = tmp_path / "state.bin"
    token.write_bytes(journey.updates[-1].state)
    shown = run("inspect", str(token), "--ring", str(journey.folder / "ring.json"), "--json")
    facts = json.loads(shown.stdout)
    assert facts["waits_for"] == "COMPLETE"
    assert facts["hand_id"] == journey.updates[0].hand_id.hex()
    assert facts["pot"] == 0


def test_a_wrong_hash_of_an_auditors_key_stops_the_house_at_its_door() -> None:
    ended = run("serve", "--listen", "127.0.0.1:0", "--auditor-key-sha256", "not a hash")
    assert ended.returncode == 1
    assert "--auditor-key-sha256 must be a SHA-256, 64 hexadecimal digits" in ended.stderr
