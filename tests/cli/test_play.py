"""The runner of the conformance pack: every way in which a case and a hand can differ, and no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from floorman.cli.calls import NoRulingError, ServiceCalls
from floorman.cli.cases import CaseError, read_cases
from floorman.cli.play import play
from floorman.v1 import hand_pb2, hand_service_pb2, refusal_pb2, steps_pb2
from tests.cli.house import CASES, SHARED, run, steps, table, written


def mismatches(address: str, folder: Path, case: dict[str, Any]) -> list[dict[str, Any]]:
    [hand] = run(play, written(folder, case), "--address", address).hands
    found: list[dict[str, Any]] = hand["mismatches"]
    return found


# ---- the pack ----


@pytest.mark.parametrize("name", ["bugs_dev", "switches_dev", "random_dev"])
def test_every_hand_of_the_pack_comes_out_as_written(address: str, name: str) -> None:
    said = run(play, CASES / f"{name}.jsonl", "--address", address)
    assert [hand for hand in said.hands if not hand["ok"]] == []
    assert said.count == {"cases": len(said.hands), "ok": len(said.hands), "failed": 0, "unsupported": 0}
    assert said.exit_code == 0


def test_real_hands_come_out_as_they_were_played(address: str) -> None:
    file = SHARED / "cases" / "real_hands.jsonl"
    if not file.exists():
        pytest.skip("the real hands lie beside the project, not in it, and are not here")
    said = run(play, file, "--address", address)
    assert [hand for hand in said.hands if not hand["ok"]] == []
    assert said.exit_code == 0


def test_a_wrong_case_has_the_mismatches_written_in_it_and_no_others(address: str) -> None:
    file = CASES / "must_fail.jsonl"
    said = run(play, file, "--address", address)
    wrong = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert {hand["id"]: hand["mismatches"] for hand in said.hands} == {
        case["id"]: case["mismatch"] for case in wrong
    }
    assert said.count == {"cases": 24, "ok": 0, "failed": 24, "unsupported": 0}
    assert said.exit_code == 1


# ---- what the runner deals and decides by itself ----


def test_it_deals_the_boards_that_a_case_leaves_out(address: str, tmp_path: Path) -> None:
    limp = steps("2 call", "1 check", "1 check", "2 check", "1 check", "2 check", "1 check", "2 check")
    case = table(100, 100, holes={"1": ["As", "Ah"], "2": ["Kd", "Qc"]}, steps=[*limp], expect={"rake": 0})
    # 2c 2d 2h, 2s, 3c: the lowest cards that nobody holds make four deuces for both, and the ace plays
    case["expect"] = {"stacks": {"1": 102, "2": 98}, "categories": {"1": "FOUR_OF_A_KIND"}}
    assert mismatches(address, tmp_path, case) == []


def test_it_completes_a_board_with_cards_that_no_seat_holds(address: str, tmp_path: Path) -> None:
    limp = steps("2 call", "1 check", "1 check", "2 check", "1 check", "2 check", "1 check", "2 check")
    case = table(100, 100, holes={"1": ["2c", "2d"], "2": ["Kd", "Qc"]}, boards=[["9s", "8s", "7h"]])
    case |= {"steps": [*limp], "expect": {"categories": {"1": "FOUR_OF_A_KIND"}}}  # 2h and 2s are free
    assert mismatches(address, tmp_path, case) == []


@pytest.mark.parametrize(
    "boards", [[], [["2c", "7d", "9h"]], [["2c", "7d", "9h", "Ts", "3s"], ["2c", "7d", "9h"]]]
)
def test_it_deals_the_runs_for_which_a_case_has_no_board(
    address: str, tmp_path: Path, boards: list[list[str]]
) -> None:
    voted = steps("2 call", "1 check", "1 all_in", "2 call", "1 run 3", "2 run 3")
    case = table(100, 100, config={"run_it_max": 3}, boards=boards, steps=[*voted])
    case |= {"holes": {"1": ["As", "Ah"], "2": ["Ks", "Kh"]}}
    case["expect"] = {"pots": [{"amount": 200, "eligible": [1, 2]}]}
    assert mismatches(address, tmp_path, case) == []


def test_a_seat_without_cards_cannot_win_a_showdown_r12_6(address: str, tmp_path: Path) -> None:
    case = table(100, 100, holes={"1": ["7c", "2d"]}, steps=[*steps("2 all_in", "1 call")])
    case["expect"] = {"stacks": {"1": 200, "2": 0}, "mucked": [2]}
    assert mismatches(address, tmp_path, case) == []


def test_an_open_vote_at_the_end_is_resolved_as_one_run_r14_1(address: str, tmp_path: Path) -> None:
    case = table(100, 100, config={"run_it_max": 2}, steps=[*steps("2 all_in", "1 call", "1 run 2")])
    case |= {"holes": {"1": ["As", "Ah"], "2": ["Ks", "Kh"]}, "boards": [["2c", "7d", "9h", "Jc", "3s"]]}
    case["expect"] = {"stacks": {"1": 200, "2": 0}}
    assert mismatches(address, tmp_path, case) == []


def test_an_open_showdown_at_the_end_is_resolved_by_the_table(address: str, tmp_path: Path) -> None:
    played = steps(
        "2 call", "1 check", "1 check", "2 check", "1 check", "2 check", "1 bet 2", "2 call", "1 show"
    )
    case = table(100, 100, showdown="ASK", steps=[*played], boards=[["2c", "7d", "9h", "Jc", "3s"]])
    case |= {"holes": {"1": ["As", "Ah"], "2": ["Ks", "Kh"]}}
    case["expect"] = {"stacks": {"1": 104, "2": 96}, "shows": [1, 2], "mucked": [2]}
    assert mismatches(address, tmp_path, case) == []


def test_without_a_final_expect_the_case_ends_with_its_steps(address: str, tmp_path: Path) -> None:
    assert mismatches(address, tmp_path, table(100, 100, steps=[*steps("2 call")])) == []


def test_cards_of_a_seat_that_is_not_dealt_in_are_ignored(address: str, tmp_path: Path) -> None:
    case = table(100, 100, holes={"9": ["As", "Ah"]}, steps=[*steps("2 fold")])
    assert mismatches(address, tmp_path, case) == []


# ---- differences that no wrong case of the pack can show ----


def test_a_refused_opening_is_a_mismatch_at_the_start(address: str, tmp_path: Path) -> None:
    case = table(100, 100)
    case["seats"][1]["seat"] = 1
    assert mismatches(address, tmp_path, case) == [
        {"step": "start", "field": "accepted", "want": True, "got": "DUPLICATE_SEAT"}
    ]


def test_a_switch_that_nobody_knows_is_a_mismatch_at_the_start(address: str, tmp_path: Path) -> None:
    case = table(100, 100, config={"wild_deuces": True})
    assert mismatches(address, tmp_path, case) == [
        {"step": "start", "field": "accepted", "want": True, "got": "CONFIG_INVALID"}
    ]


def test_an_unsupported_switch_is_named_and_is_no_failure(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ERROR_REASON_UNSUPPORTED_SWITCH)
    refusal.field_violations.add(field="opening.config.rake_bps")
    refusal.field_violations.add(field="opening.config.rake_cap")
    monkeypatch.setattr(ServiceCalls, "start", lambda *_: refusal)
    said = run(play, written(tmp_path, table(100, 100)), "--address", address)
    assert said.hands == [{"id": "T", "ok": False, "unsupported": ["rake_bps", "rake_cap"], "mismatches": []}]
    assert said.count == {"cases": 1, "ok": 0, "failed": 0, "unsupported": 1}
    assert said.exit_code == 0


def test_a_refused_step_that_changes_the_hand_is_a_mismatch(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = ServiceCalls.view

    def forgetful(calls: ServiceCalls, hand: hand_pb2.HandUpdate) -> hand_service_pb2.ViewHandResponse:
        view = honest(calls, hand)
        assert isinstance(view, hand_service_pb2.ViewHandResponse)
        view.view.pot += 1
        return view

    monkeypatch.setattr(ServiceCalls, "view", forgetful)
    refused = {"refuse": {"do": "check", "seat": 2}, "reason": "CANNOT_CHECK"}
    assert mismatches(address, tmp_path, table(100, 100, steps=[refused])) == [
        {"step": 0, "field": "state", "want": "unchanged", "got": "changed"}
    ]


def test_a_dry_run_that_says_otherwise_is_a_mismatch(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ERROR_REASON_CANNOT_CHECK)
    monkeypatch.setattr(ServiceCalls, "check", lambda *_: refusal)
    assert mismatches(address, tmp_path, table(100, 100, steps=[*steps("2 call")])) == [
        {"step": 0, "field": "check_action", "want": "accepted", "got": "CANNOT_CHECK"}
    ]


def test_a_call_without_a_ruling_fails_its_case_and_no_other(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = ServiceCalls.act

    def ill(
        calls: ServiceCalls, hand: hand_pb2.HandUpdate, step: steps_pb2.Step
    ) -> hand_pb2.HandUpdate | refusal_pb2.Refusal:
        if step.seat == 1:
            raise NoRulingError("INTERNAL: 1a2b")
        return honest(calls, hand, step)

    monkeypatch.setattr(ServiceCalls, "act", ill)
    file = written(
        tmp_path,
        table(100, 100, id="A", steps=[*steps("2 call", "1 check")]),
        table(100, 100, id="B", steps=[*steps("2 fold")]),
    )
    said = run(play, file, "--address", address)
    assert said.hands[0]["mismatches"] == [
        {"step": 1, "field": "answer", "want": "a ruling", "got": "INTERNAL: 1a2b"}
    ]
    assert said.hands[1]["ok"]


# ---- the command ----


def test_it_starts_a_service_of_its_own_without_an_address(tmp_path: Path) -> None:
    said = run(play, written(tmp_path, table(100, 100, steps=[*steps("2 fold")])))
    assert said.count == {"cases": 1, "ok": 1, "failed": 0, "unsupported": 0}


def test_several_files_are_one_run(address: str, tmp_path: Path) -> None:
    file = written(tmp_path, table(100, 100, id="A"), table(100, 100, id="B"))
    said = run(play, file, file, "--address", address)
    assert [hand["id"] for hand in said.hands] == ["A", "B", "A", "B"]


def test_people_read_what_differs_and_the_count(address: str, tmp_path: Path) -> None:
    wrong = table(100, 100, id="POT", title="a pot of 9", steps=[{"expect": {"pot": 9}}])
    args = [str(written(tmp_path, wrong)), "--address", address]
    told = CliRunner().invoke(play, args)
    assert told.exit_code == 1
    assert "✗ POT  a pot of 9\n    step 0: pot is 3, and should be 9\n" in told.stdout
    assert "✗ 1 case: 0 ok, 1 failed, 0 unsupported" in told.stdout
    quiet = CliRunner().invoke(play, [*args, "--quiet"])
    assert len(quiet.stdout.splitlines()) == 1


def test_quiet_changes_nothing_about_the_json(address: str, tmp_path: Path) -> None:
    file = written(tmp_path, table(100, 100))
    assert run(play, file, "--address", address, "--quiet") == run(play, file, "--address", address)


def test_nobody_at_the_address_is_no_failed_case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("floorman.cli.calls._CONNECT_SECONDS", 0.2)
    file = written(tmp_path, table(100, 100))
    result = CliRunner().invoke(play, [str(file), "--address", "127.0.0.1:1"])
    assert result.exit_code == 2
    assert "no service answers at 127.0.0.1:1" in result.stderr


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("{", "Expecting property name"),
        ("[1]", "no JSON object"),
        ('{"id": "X", "kind": "rake", "button": 1}', "a fact of kind rake, not a hand"),
        ('{"id": "X", "button": true}', "button must be a whole number"),
        (
            '{"id": "X", "button": 1, "seats": [{"seat": 1, "stack": 1.5}]}',
            r"seats\[0\]\.stack must be a whole",
        ),
        ('{"id": "X", "button": 1, "steps": [{"do": "bluff", "seat": 1}]}', "nobody can bluff"),
        ('{"id": "X", "button": 1, "showdown": "MAYBE"}', "showdown must be"),
    ],
)
def test_a_line_that_is_no_case_is_named(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(CaseError, match=rf"cases\.jsonl:2: .*{why}"):
        list(read_cases(file))
    assert CliRunner().invoke(play, [str(file)]).exit_code == 2
