"""``floorman keys``: rings from the first day through every rotation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from floorman.cli import keys as command
from floorman.cli.keys import keys
from floorman.fairness.keys import fingerprint
from floorman.records.house_keys import parse_house_keys
from floorman.sealing.ring import DAY_MS, Ring

NOW = 1_800_000_000_000


@pytest.fixture
def ring_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(command, "_now_ms", lambda: NOW + 80 * DAY_MS)
    file = tmp_path / "ring.json"
    file.write_text(Ring.generate(NOW).dump())
    return file


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(keys, [str(arg) for arg in args])


def read(file: Path) -> Ring:
    return Ring.parse(file.read_text())


def test_a_rotation_adds_keys_that_begin_within_the_hour(ring_file: Path) -> None:
    ended = run("rotate", ring_file)
    assert ended.exit_code == 0
    assert ended.stdout == f"{ring_file}: token key 2 and head key 2 from 2027-04-05 09:00:00 UTC\n"
    ring = read(ring_file)
    assert [key.kid for key in ring.token_keys] == [1, 2]
    assert ring.token_keys[1].not_before_ms == NOW + 80 * DAY_MS + 3_600_000
    assert ring_file.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in ring_file.parent.iterdir()] == ["ring.json"]


def test_the_lead_is_the_operators(ring_file: Path) -> None:
    assert run("rotate", ring_file, "--lead", "5").exit_code == 0
    assert read(ring_file).token_keys[1].not_before_ms == NOW + 80 * DAY_MS + 300_000
    assert run("rotate", ring_file, "--lead", "0").exit_code == 2


def test_a_second_rotation_waits_and_leaves_the_ring_as_it_was(ring_file: Path) -> None:
    run("rotate", ring_file)
    before = ring_file.read_text()
    ended = run("rotate", ring_file)
    assert ended.exit_code == 1
    assert "key 2 was made by the last rotation" in ended.stderr
    assert ring_file.read_text() == before


def test_an_incident_ends_every_old_key_at_once(ring_file: Path) -> None:
    assert run("rotate", ring_file, "--incident").exit_code == 0
    ring = read(ring_file)
    assert not ring.token_keys[0].opens_at(NOW + 80 * DAY_MS)
    assert ring.token_keys[1].seals_at(NOW + 80 * DAY_MS)
    assert ring.head_keys[0].private_key is None


def test_the_list_says_what_each_key_is_for_and_shows_none(ring_file: Path) -> None:
    run("rotate", ring_file)
    ring = read(ring_file)
    shown = run("list", ring_file).stdout
    assert re.findall(r"^(\w+ key) (\d+) +(in use|to come)", shown, re.MULTILINE) == [
        ("token key", "1", "in use"),
        ("token key", "2", "to come"),
        ("head key", "1", "in use"),
        ("head key", "2", "to come"),
    ]
    assert all(fingerprint(entry.public_key) in shown for entry in ring.head_keys)
    secrets = [key.key for key in ring.token_keys] + [entry.private_key for entry in ring.head_keys]
    assert not any(secret and secret.hex() in shown for secret in secrets)


def test_the_list_tells_old_keys_from_retired_ones(ring_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("rotate", ring_file)
    for days, states in ((81, ["old hands", "in use"] * 2), (200, ["retired", "old hands"] * 1)):
        monkeypatch.setattr(command, "_now_ms", lambda days=days: NOW + days * DAY_MS)
        shown = run("list", ring_file).stdout
        found = re.findall(r"^token key \d+ +(in use|to come|old hands|retired)", shown, re.MULTILINE)
        assert found == states[:2]


def test_the_public_keys_are_a_list_for_readers_of_records(ring_file: Path) -> None:
    run("rotate", ring_file)
    ring = read(ring_file)
    shown = run("public", ring_file).stdout
    assert parse_house_keys(shown) == {entry.kid: entry.public_key for entry in ring.head_keys}
    assert "private" not in shown
    assert set(json.loads(shown)) == {"head_keys"}


@pytest.mark.parametrize("name", ["rotate", "list", "public"])
def test_a_file_that_is_no_ring_is_named_and_not_shown(tmp_path: Path, name: str) -> None:
    file = tmp_path / "ring.json"
    file.write_text('{"token_keys": "nearly a secret"}')
    ended = run(name, file)
    assert ended.exit_code == 1
    assert f"{file} is no key ring" in ended.stderr
    assert "nearly" not in ended.output
