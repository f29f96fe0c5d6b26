"""docs/fairness.md keeps its word: the verifier on the page works, and the tests that it names exist."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.exceptions import InvalidSignature

from floorman.cards import card_name
from floorman.fairness.opening import Level
from floorman.records.hand_record import HandRecord
from floorman.records.record_file import dump_json
from floorman.records.report import CheckName
from tests.records.lies import ENDS, HOUSE_KEYS, RECORD, checks, signed_anew, three_seats, with_step
from tests.records.recording import Terms, recorded_hand
from tests.records.vector_records import KEYS

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
NAMED: Final = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAGE)))


def page_verifier() -> Callable[[Any, bytes], dict[int, str]]:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "verifier"}
    exec(compile(code, "docs/fairness.md", "exec"), names)  # noqa: S102 (our own page)
    verify: Callable[[Any, bytes], dict[int, str]] = names["verify"]
    return verify


def proved(record: HandRecord, key: bytes) -> dict[int, str]:
    return page_verifier()(json.loads(dump_json(record)), key)


@pytest.mark.parametrize("record", [RECORD, ENDS], ids=["hand", "run_twice"])
def test_the_verifier_on_the_page_proves_the_vectors(record: HandRecord) -> None:
    opened = {one.deck_index: card_name(one.card) for step in record.steps for one in step.openings}
    assert proved(record, KEYS[3]) == opened


@pytest.mark.parametrize("level", [Level.COMMIT, Level.SEEDED, Level.COMMITTED])
def test_and_hands_of_every_level(level: Level) -> None:
    record, _, _ = recorded_hand(three_seats(), random.Random(5), checks, Terms(level=level))
    assert proved(record, HOUSE_KEYS[3])


def test_and_none_that_was_tampered_with() -> None:
    last = len(ENDS.steps) - 1
    first, *others = ENDS.steps[last].openings
    lies = (
        with_step(ENDS, last, openings=(type(first)(first.deck_index, first.slot, 3, first.salt), *others)),
        with_step(ENDS, 0, signature=bytes(64)),
        with_step(ENDS, 1, head=bytes(32)),
        signed_anew(with_step(RECORD, 1, act_signature=bytes(64))),
    )
    for lie in lies:
        with pytest.raises((AssertionError, InvalidSignature)):
            proved(lie, KEYS[3])


def test_it_fits_a_page_or_two() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert code.count("\n") < 120


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_the_page_names_exists(file: str, name: str) -> None:
    source = (ROOT / file).read_text(encoding="utf-8")
    assert re.search(rf"^\s*(def|class) {name}\b", source, re.MULTILINE)


def test_the_page_names_many() -> None:
    assert len(NAMED) > 35


@pytest.mark.parametrize("name", CheckName)
def test_every_check_is_explained(name: CheckName) -> None:
    assert re.search(rf"^\| .*\b{name.words}\b.* \|", PAGE, re.MULTILINE)
