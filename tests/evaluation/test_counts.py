"""R-16.4: every five-card hand there is, counted by category; seven cards: ``make check-evaluator``."""

from __future__ import annotations

import pytest

from tests.evaluation.exhaustive import FIVE_CARD_ROWS, SEVEN_CARD_ROWS, Row, counted, five_card_strengths


@pytest.mark.parametrize("row", FIVE_CARD_ROWS, ids=str)
def test_r16_4_every_five_card_hand(row: Row) -> None:
    assert counted(five_card_strengths(row), row.ranking) == row.expected


@pytest.mark.parametrize("row", [*FIVE_CARD_ROWS, *SEVEN_CARD_ROWS], ids=str)
def test_r16_4_the_rows_add_up(row: Row) -> None:
    assert sum(row.expected.hands.values()) == row.expected.total
