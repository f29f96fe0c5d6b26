"""Every byte of a record's signed part, changed, is a cross or no record at all (audit.md 7, 13)."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

from floorman.fairness import commitments
from floorman.fairness.keys import verifies
from floorman.records import transcript_checks
from floorman.records.reading import NotARecordError
from floorman.records.record_file import dump_record, load_record
from floorman.records.verification import verify
from tests.records.vector_records import HANDS, KEYS, record_of

CHUNKS = 6


@pytest.fixture(autouse=True)
def signatures_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed byte leaves all signatures but one or two as they were: those are not checked again."""
    once = lru_cache(maxsize=10_000)(verifies)
    monkeypatch.setattr(transcript_checks, "verifies", once)
    monkeypatch.setattr(commitments, "verifies", once)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("hand", HANDS)
def test_a_changed_byte_is_caught(hand: str, chunk: int) -> None:
    form = dump_record(record_of(hand))
    chance = random.Random(f"{hand} {chunk}")
    caught = 0
    for place in range(chunk, len(form), CHUNKS):
        for other in {form[place] ^ 1, chance.randrange(256)} - {form[place]}:
            lie = form[:place] + bytes((other,)) + form[place + 1 :]
            try:
                record = load_record(lie)
            except NotARecordError:
                caught += 1
                continue
            assert not verify(record, KEYS).holds, f"byte {place} of {hand}: {form[place]:#x} to {other:#x}"
            caught += 1
    assert caught >= len(range(chunk, len(form), CHUNKS))


@pytest.mark.parametrize("hand", HANDS)
def test_a_record_that_is_cut_or_has_more_is_caught(hand: str) -> None:
    form = dump_record(record_of(hand))
    for lie in (*(form[:size] for size in range(0, len(form), 97)), form + b"\0", form + form[:100]):
        try:
            record = load_record(lie)
        except NotARecordError:
            continue
        assert not verify(record, KEYS).holds
