"""``python -m tests.rule_index``: writes docs/rules.md; exit 1 where a line of it has no test."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

from floorman.rules.switches import SWITCHES, Scope
from tests.rule_index.facts import Fact, all_facts, by_rule, shows
from tests.rules.test_switch_values import PROOFS

_ROOT = Path(__file__).parents[2]
_HERE = Path(__file__).parent
_PAGE = _ROOT / "docs" / "rules.md"
_STATEMENTS = _ROOT / "tests" / "cases" / "statements_dev.jsonl"


def main() -> int:
    """0 if every founding line, every switch value and every statement has a test."""
    facts = all_facts()
    page, gaps = rules_page(facts)
    _PAGE.write_text(page)
    for gap in gaps:
        print(f"no test: {gap}")
    print(f"{_PAGE.relative_to(_ROOT)}: {len(by_rule(facts))} rules, {len(gaps)} gaps")
    return 1 if gaps else 0


def rules_page(facts: list[Fact]) -> tuple[str, list[str]]:
    """The page, and what it should point to and cannot."""
    rules = by_rule(facts)
    gaps: list[str] = []
    parts = [
        _HEAD,
        "## Rules and the tests that show them\n",
        _rule_table(rules),
        "## The founding documents, line by line\n",
        _FOUNDING,
        _seed_table(rules, gaps),
        "## Every value of every switch\n",
        _SWITCHES,
        _switch_table(gaps),
        "## Statements\n",
        _STATEMENT_WORDS,
        _statement_table(facts, gaps),
        (_HERE / "choices.md").read_text(),
    ]
    return "\n".join(parts), gaps


_HEAD = """# Rules

Floorman plays by a rule book whose rules have numbers: R-7.2 is what a seat may do, R-13.5 where odd chips
go. A refusal names the number, comments in the code cite it, and tests carry it in their names: this page is
written from those names by `make rules-doc`, and a rule without a test fails it.
"""

_FOUNDING = """Four documents founded the rule book. Each of their passages about a rule, by lines, and where
its tests are. A passage with no rule (history, advice) is left out.
"""

_SWITCHES = """Each value has a hand whose outcome is another one as soon as the value is replaced
(`tests/rules/test_switch_values.py`).
"""

_STATEMENT_WORDS = """Facts that are no hand (`tests/cases/statements_dev.jsonl`), and the test that shows
each.
"""


def _link(fact: Fact) -> str:
    return f"[{fact.words or fact.name}](../{fact.path})"


def _rule_table(rules: dict[str, list[Fact]]) -> str:
    rows = [
        f"| {rule} | {len(facts)} | {'; '.join(_link(fact) for fact in facts)} |"
        for rule, facts in rules.items()
    ]
    return "\n".join(["| rule | tests | what they show |", "|---|---|---|", *rows, ""])


def _seed_table(rules: dict[str, list[Fact]], gaps: list[str]) -> str:
    rows = []
    with (_HERE / "seed_lines.tsv").open(newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            named = row["rules"].split()
            if not named:
                continue
            counts = {rule: len(shows(rule, rules)) for rule in named}
            gaps += [
                f"document {row['document']}, lines {row['lines']}: {rule}"
                for rule, count in counts.items()
                if not count
            ]
            tests = ", ".join(f"{rule}: {count}" for rule, count in counts.items())
            rows.append(f"| {row['document']} | {row['lines']} | {tests} |")
    return "\n".join(["| document | lines | rules and their number of tests |", "|---|---|---|", *rows, ""])


def _switch_table(gaps: list[str]) -> str:
    rows = []
    for name, switch in SWITCHES.items():
        if switch.scope is not Scope.HAND:
            continue
        shown = PROOFS[name].seen if name in PROOFS else {}
        named = [choice.value for choice in switch.choices or ()] if switch.kind == "enum" else []
        gaps += [f"switch {name}={value}" for value in named if value not in shown]
        if len(shown) < 2:
            gaps.append(f"switch {name}: two values that differ")
        values = ", ".join(f"`{_label(value)}`" for value in shown)
        rows.append(f"| `{name}` | {switch.rule} | {values} |")
    return "\n".join(["| switch | rule | values played against each other |", "|---|---|---|", *rows, ""])


def _label(value: object) -> str:
    return "+".join(sorted(value)) or "none" if isinstance(value, frozenset) else str(value)


def _statement_table(facts: list[Fact], gaps: list[str]) -> str:
    rows = []
    for line in _STATEMENTS.read_text().splitlines():
        statement = json.loads(line)
        mark = statement["id"].lower().replace("-", "_")
        tests = [fact for fact in facts if f"_{mark}_" in f"{fact.name}_"]
        if not tests:
            gaps.append(f"statement {statement['id']}")
        rows.append(
            f"| {statement['id']} | {statement['title']} | {'; '.join(_link(fact) for fact in tests)} |"
        )
    return "\n".join(["| id | what goes wrong elsewhere | shown by |", "|---|---|---|", *rows, ""])


if __name__ == "__main__":
    sys.exit(main())
