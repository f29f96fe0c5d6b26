"""The peers' adapters measure what they should, and the page says what was measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from floorman.cli.cases import Json, read_case, read_cases
from tests.differential.attribution import explained_by
from tests.differential.conformance import Score
from tests.differential.peer import PeerSeat, play_case
from tests.differential.pokerkit_peer import PokerKitTable
from tests.differential.texasholdem_peer import TexasHoldEmTable

_ROOT = Path(__file__).parents[2]
_CASES = _ROOT / "tests" / "cases"

# what a peer says otherwise of a case that is wrong on purpose: it names no reason (09), tells no uncalled
# chips apart (13), calls a short blind short (14, H7), gives odd chips to the first (22, H8)
_OTHERWISE = {"MF-09", "MF-13", "MF-14", "MF-22"}


def _wrong_on_purpose() -> list[dict[str, Json]]:
    return [json.loads(line) for line in (_CASES / "must_fail.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", _wrong_on_purpose(), ids=lambda case: case["id"])
def test_the_runner_finds_what_is_wrong_on_purpose(case: dict[str, Json]) -> None:
    verdict = play_case(PokerKitTable, read_case(case))
    found = [mismatch.json() for mismatch in verdict.mismatches]
    assert (found == case["mismatch"]) == (case["id"] not in _OTHERWISE)


@pytest.mark.parametrize("file", ["bugs_dev.jsonl", "random_dev.jsonl", "switches_dev.jsonl"])
def test_every_case_that_pokerkit_fails_is_a_known_deviation_and_the_page_says_how_many(file: str) -> None:
    cases = list(read_cases(_CASES / file))
    score = Score({file: [play_case(PokerKitTable, case) for case in cases]})
    for case, verdict in zip(cases, score.verdicts[file], strict=True):
        if verdict.failed:
            assert explained_by(case, verdict.mismatches[0]), (case.name, verdict.mismatches[0])
    page = (_ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| `{file}`"))
    assert "{}, {}, {}".format(*score.counts(file)) in row


def _probes(sit_down: PeerSeat) -> Score:
    cases = [case for case in read_cases(_CASES / "bugs_dev.jsonl") if case.name.startswith("H")]
    return Score({"probes": [play_case(sit_down, case) for case in cases]}, seeded_shuffle=True)


def test_the_probes_find_pokerkit_where_it_is_known_to_be_wrong() -> None:
    score = _probes(PokerKitTable)
    wrong = {f"H{number}" for number in range(1, 19) if score.probe(f"H{number}") == "wrong"}
    assert wrong == {"H7", "H8", "H11", "H12", "H15", "H16", "H18"}


def test_the_probes_find_texasholdem_where_it_is_known_to_be_wrong() -> None:
    score = _probes(TexasHoldEmTable)
    wrong = {f"H{number}" for number in range(1, 19) if score.probe(f"H{number}") == "wrong"}
    assert wrong == {"H7", "H8", "H18"}
