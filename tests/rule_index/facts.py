"""What the tests show, read from their names: ``test_r11_2_d_…`` is a fact of rule R-11.2."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Fact", "all_facts", "by_rule", "shows"]

_ROOT = Path(__file__).parents[2]
_FOLDERS = ("tests", "clients/python/tests")
_RULE = re.compile(r"^test_r(\d+)(?:_(\d+)[a-z]?)?(?:_|$)")


@dataclass(frozen=True, slots=True)
class Fact:
    """A test: its name, and where it stands from the project's root."""

    name: str
    path: Path
    line: int

    @property
    def rule(self) -> str | None:
        """``"R-11.2"``, ``"R-17"`` for a whole section, None for a test that is no rule's."""
        match = _RULE.match(self.name)
        if match is None:
            return None
        section, number = match.groups()
        return f"R-{section}" if number is None or _is_section_24(number) else f"R-{section}.{number}"

    @property
    def words(self) -> str:
        """The fact as it reads."""
        return _RULE.sub("", self.name).removeprefix("test_").replace("_", " ")


def _is_section_24(number: str) -> bool:
    """``test_r9_24_…``: a clarification of section 24 about section 9."""
    return number == "24"


def all_facts() -> list[Fact]:
    """Every test of the project, by path and line."""
    facts = []
    for folder in _FOLDERS:
        for path in sorted((_ROOT / folder).rglob("test_*.py")):
            tree = ast.parse(path.read_text())
            facts += [
                Fact(node.name, path.relative_to(_ROOT), node.lineno)
                for node in ast.walk(tree)
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            ]
    return sorted(facts, key=lambda fact: (fact.path, fact.line))


def by_rule(facts: list[Fact]) -> dict[str, list[Fact]]:
    """The facts of each rule, rules in the order of the book."""
    rules: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.rule is not None:
            rules[fact.rule].append(fact)
    return dict(sorted(rules.items(), key=lambda entry: _order(entry[0])))


def _order(rule: str) -> tuple[int, int]:
    section, _, number = rule.removeprefix("R-").partition(".")
    return int(section), int(number or 0)


def shows(rule: str, rules: dict[str, list[Fact]]) -> list[Fact]:
    """The facts of a rule; of a whole section where it names no number, or of its general facts."""
    if "." in rule:
        return rules.get(rule, [])
    return [fact for known, facts in rules.items() if known.split(".")[0] == rule for fact in facts]
