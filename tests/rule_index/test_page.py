"""docs/rules.md is what the tests say."""

from __future__ import annotations

from pathlib import Path

from tests.rule_index.__main__ import rules_page
from tests.rule_index.facts import all_facts

_PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


def test_section_22_every_founding_line_switch_value_and_statement_has_a_test() -> None:
    _, gaps = rules_page(all_facts())
    assert gaps == []


def test_the_page_of_rules_is_written_from_the_tests_as_they_are() -> None:
    page, _ = rules_page(all_facts())
    assert _PAGE.read_text() == page, "run `make rules-doc` and commit docs/rules.md"
