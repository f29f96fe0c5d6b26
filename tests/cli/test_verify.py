"""``floorman verify``: proofs offline, one or thousands, and two records against each other."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from google.protobuf.json_format import MessageToDict

from floorman.cli import record_proofs
from floorman.cli.verify import verify
from floorman.fairness.assurance import BeaconStanding, assurance_line
from floorman.fairness.boxes import escrow_of, seal_escrow
from floorman.fairness.opening_bytes import decode_opening, encode_opening
from floorman.records.hand_record import HandRecord, link_of
from floorman.records.house_keys import PINNED_KEYS, dump_house_keys
from floorman.records.record_file import card_opening_to_message, dump_json, dump_record
from floorman.records.report import CheckName
from tests.fairness.vectors import ENTROPY, VECTORS, unhex
from tests.records.lies import checks, signed_anew, three_seats
from tests.records.recording import KEYS as HOUSE_KEYS
from tests.records.recording import Terms, recorded_hand
from tests.records.test_fork_proof import void_branch
from tests.records.test_verification import all_openings
from tests.records.vector_records import KEYS, record_of

HAND = record_of("hand")
TWICE = record_of("run_twice")


def run(*args: str | Path) -> Result:
    return CliRunner().invoke(verify, [str(arg) for arg in args])


def told(*args: str | Path) -> tuple[list[dict[str, Any]], dict[str, int]]:
    lines = [json.loads(line) for line in run("--json", *args).stdout.splitlines()]
    return lines[:-1], lines[-1]


def written(folder: Path, **records: HandRecord) -> list[Path]:
    files = []
    for name, record in records.items():
        file = folder / f"{name}.flmr"
        file.write_bytes(dump_record(record))
        files.append(file)
    return files


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    folder = tmp_path / "keys"
    folder.mkdir()
    file = folder / "house.json"
    file.write_text(dump_house_keys(KEYS))
    return file


def failing(row: dict[str, Any]) -> set[str]:
    return {check["name"] for check in row["checks"] if check["standing"] == "FAILED"}


# --- one record --------------------------------------------------------------------------------------------


def test_a_record_is_told_at_length_with_a_tick_for_each_check(tmp_path: Path, keys: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    ended = run(file, "--keys", keys)
    assert ended.exit_code == 0
    lines = ended.stdout.splitlines()
    assert lines[0] == f"✓ {file}  table main-7, hand 106"
    marks = [line.split()[0] for line in lines[1 : 1 + len(CheckName)]]
    assert marks == ["–" if name is CheckName.REVEALED else "✓" for name in CheckName]
    assert lines[1 + len(CheckName)].strip() == VECTORS["hand"]["assurance"]
    assert lines[-1].startswith("✓ 1 record: 1 proved, 0 not")


def test_a_tampered_record_is_a_cross_and_exit_code_1(tmp_path: Path, keys: Path) -> None:
    seeds = (replace(HAND.seeds[0], seed=bytes(32)), *HAND.seeds[1:])
    (file,) = written(tmp_path, hand=replace(HAND, seeds=seeds))
    ended = run(file, "--keys", keys)
    assert ended.exit_code == 1
    assert "✗ seeds             seat 1: the seed does not open the seat's commit" in ended.stdout


def test_json_of_a_record_is_as_good_as_its_bytes(tmp_path: Path, keys: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_text(dump_json(HAND))
    rows, count = told(file, "--keys", keys)
    assert count == {"records": 1, "ok": 1, "failed": 0}
    assert rows[0]["holds"]
    assert [check["name"] for check in rows[0]["checks"]] == [name.name for name in CheckName]
    assert rows[0]["assurance"] == assurance_line(decode_opening(HAND.open_bytes), BeaconStanding.NONE)


def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, keys: Path) -> None:
    file = tmp_path / "hand.flmr"
    file.write_bytes(b"a photograph of a table")
    rows, count = told(file, "--keys", keys)
    assert count["failed"] == 1
    assert failing(rows[0]) == {"FORMAT"}


# --- keys --------------------------------------------------------------------------------------------------


def test_without_a_key_signatures_are_not_checked_and_the_exit_code_is_1(tmp_path: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    ended = run(file)
    assert ended.exit_code == 1
    assert "? opening signature no key: head key 3 is not known here" in ended.stdout
    assert run(file, "--no-signatures").exit_code == 0


def test_keys_that_lie_beside_a_record_are_taken(tmp_path: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    (tmp_path / PINNED_KEYS).write_text(dump_house_keys(KEYS))
    assert run(file).exit_code == 0
    assert run(tmp_path).exit_code == 0  # and are no record


def test_pinned_keys_that_cannot_be_read_are_no_keys(tmp_path: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    (tmp_path / PINNED_KEYS).write_text("{}")
    rows, _ = told(file)
    assert failing(rows[0]) == {"FORMAT"}


def test_keys_of_several_houses_and_keys_that_contradict(tmp_path: Path, keys: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    more, other = tmp_path / "more", tmp_path / "other"
    more.write_text(dump_house_keys({9: bytes(32)}))
    other.write_text(dump_house_keys({3: bytes(32)}))
    assert run(file, "--keys", keys, "--keys", more).exit_code == 0
    clash = run(file, "--keys", keys, "--keys", other)
    assert (clash.exit_code, "head key 3 is another one" in clash.stderr) == (2, True)
    assert run(file, "--keys", file).exit_code == 2


# --- cards that were never shown ---------------------------------------------------------------------------


def test_with_the_openings_of_an_auditor(tmp_path: Path, keys: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    revealed = tmp_path / "revealed"
    deck = [MessageToDict(card_opening_to_message(opening)) for opening in all_openings()]
    revealed.write_text(json.dumps({"openings": deck}))
    rows, _ = told(file, "--keys", keys, "--openings", revealed)
    assert rows[0]["holds"]
    words = next(check["words"] for check in rows[0]["checks"] if check["name"] == "REVEALED")
    assert words.startswith("all 52 cards")


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"openings": [{"card": "As"}]}', '{"openings": [{"more": 1}]}']
)
def test_openings_that_are_none(tmp_path: Path, text: str) -> None:
    (file,) = written(tmp_path, hand=HAND)
    bad = tmp_path / "openings"
    bad.write_text(text)
    assert run(file, "--openings", bad).exit_code == 2


def test_openings_are_the_cards_of_one_hand(tmp_path: Path) -> None:
    files = written(tmp_path, hand=HAND, twice=TWICE)
    assert run(*files, "--openings", files[0]).exit_code == 2


@pytest.mark.parametrize("form", ["raw", "hex", "base64"])
def test_a3_an_auditors_key_opens_the_deck(tmp_path: Path, keys: Path, form: str) -> None:
    private = unhex(VECTORS["escrow"]["private_key"])
    public = unhex(VECTORS["escrow"]["key"])
    opening = decode_opening(HAND.open_bytes)
    box = seal_escrow(public, opening.hand_id, opening.root, ENTROPY)
    sealed = encode_opening(replace(opening, escrow=escrow_of(public, box)))
    record = signed_anew(replace(HAND, open_bytes=sealed, escrow_box=box, steps=(), seeds=()))
    (file,) = written(tmp_path, hand=record)
    key = tmp_path / "auditor.key"
    texts = {"hex": private.hex(), "base64": b64encode(private).decode()}
    key.write_bytes(private if form == "raw" else (texts[form] + "\n").encode())
    rows, _ = told(file, "--keys", keys, "--escrow-key", key)
    assert rows[0]["holds"]
    other = tmp_path / "other.key"
    other.write_bytes(bytes(31) + b"\1")
    rows, _ = told(file, "--keys", keys, "--escrow-key", other)
    assert failing(rows[0]) == {"REVEALED"}


def test_a_file_that_holds_no_private_key_is_not_quoted(tmp_path: Path) -> None:
    (file,) = written(tmp_path, hand=HAND)
    key = tmp_path / "auditor.key"
    key.write_text("nearly a secret")
    ended = run(file, "--escrow-key", key)
    assert ended.exit_code == 2
    assert "nearly" not in ended.output


# --- many --------------------------------------------------------------------------------------------------


def table_of(hands: int) -> list[HandRecord]:
    """Hands of one table, each after the one before."""
    records: list[HandRecord] = []
    head = b""
    for number in range(1, hands + 1):
        terms = Terms(number=number, prev_head=head)
        record, _, _ = recorded_hand(three_seats(), random.Random(number), checks, terms)
        link = link_of(record)
        assert link is not None
        head = link.head
        records.append(record)
    return records


def folder_of(folder: Path, records: list[HandRecord]) -> Path:
    folder.mkdir()
    (folder / PINNED_KEYS).write_text(dump_house_keys(HOUSE_KEYS))
    for place, record in enumerate(records):
        (folder / f"{place:03}.flmr").write_bytes(dump_record(record))
    return folder


def chain_words(rows: list[dict[str, Any]]) -> list[str]:
    return [check["words"] for row in rows for check in row["checks"] if check["name"] == "CHAIN"]


@pytest.mark.parametrize("cores", [1, 2])
def test_a_folder_is_proved_hand_after_hand_whatever_the_order_of_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    monkeypatch.setattr(record_proofs, "_WORTH_A_PROCESS", 0 if cores == 2 else 1_000)
    folder = folder_of(tmp_path / "records", list(reversed(table_of(5))))
    rows, count = told(folder)
    assert count == {"records": 5, "ok": 5, "failed": 0}
    follows = [f"it follows hand {number}, attempt 0" for number in (4, 3, 2, 1)]
    assert chain_words(rows) == [*follows, "the table's first hand"]


def test_a_hand_that_does_not_follow_the_one_before_is_a_cross(tmp_path: Path) -> None:
    table = table_of(3)
    other, _, _ = recorded_hand(
        three_seats(), random.Random(77), checks, Terms(number=2, prev_head=bytes(32))
    )
    rows, count = told(folder_of(tmp_path / "records", [table[0], other, table[2]]))
    assert count == {"records": 3, "ok": 1, "failed": 2}
    assert [failing(row) for row in rows] == [set(), {"CHAIN"}, {"CHAIN"}]


def test_a_record_that_lies_there_twice_follows_the_same_hand_twice(tmp_path: Path) -> None:
    table = table_of(2)
    rows, count = told(folder_of(tmp_path / "records", [*table, *table]))
    assert count["ok"] == 4
    assert chain_words(rows) == ["the table's first hand", "it follows hand 1, attempt 0"] * 2


def test_a_hand_whose_predecessor_is_not_there_stands_alone(tmp_path: Path) -> None:
    table = table_of(4)
    rows, count = told(folder_of(tmp_path / "records", [table[0], table[3]]))
    assert count["failed"] == 0
    assert chain_words(rows)[1] == "no record of the hand before was given"


def test_of_many_only_what_failed_is_told_and_what_the_others_are_worth(tmp_path: Path) -> None:
    table = table_of(3)
    broken = replace(table[1], leaves=(bytes(32), *table[1].leaves[1:]))
    folder = folder_of(tmp_path / "records", [table[0], broken, table[2]])
    (folder / "none.flmr").write_bytes(b"none")
    ended = run(folder)
    assert ended.exit_code == 1
    assert ended.stdout.count("✗ root") == 1
    assert "✓ root" not in ended.stdout
    assert "  3 × level=COMMIT" in ended.stdout
    assert "  1 × unreadable" in ended.stdout
    assert "✗ 4 records: 2 proved, 2 not" in ended.stdout


def test_an_empty_folder_and_no_record_at_all(tmp_path: Path) -> None:
    assert run(tmp_path).exit_code == 2
    assert run().exit_code == 2


# --- forks -------------------------------------------------------------------------------------------------


def test_two_records_of_one_hand_are_a_proof(tmp_path: Path, keys: Path) -> None:
    files = written(tmp_path, one=HAND, other=void_branch())
    ended = run("--fork", *files, "--keys", keys)
    assert ended.exit_code == 0
    assert ended.stdout.startswith("! two heads for one step of one hand\n")
    for side in ("a", "b"):
        for name in ("head", "signature"):
            assert VECTORS["fork_proof"][side][name] in ended.stdout
    proof = json.loads(run("--json", "--fork", *files, "--keys", keys).stdout)
    assert (proof["verdict"], proof["proves"]) == ("SAME_STEP", True)
    assert proof["public_key"] == VECTORS["fork_proof"]["public_key"]
    assert [one["head"] for one in proof["signed"]] == [VECTORS["fork_proof"][side]["head"] for side in "ab"]


def test_records_that_prove_nothing_together(tmp_path: Path, keys: Path) -> None:
    files = written(tmp_path, one=HAND, other=TWICE)
    ended = run("--fork", *files, "--keys", keys)
    assert (ended.exit_code, ended.stdout) == (1, "✗ both can belong to one hand: no proof\n")
    assert run("--fork", *written(tmp_path, one=HAND, other=void_branch())).exit_code == 1  # no key
    unread = tmp_path / "none.flmr"
    unread.write_bytes(b"none")
    assert run("--fork", files[0], unread, "--keys", keys).exit_code == 1
    assert run("--fork", *files, files[0]).exit_code == 2
