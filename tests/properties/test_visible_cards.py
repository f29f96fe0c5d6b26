"""audit.md 9, 13: to each viewer are opened exactly those deck positions that the rules show."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.properties.visible_cards import watch

_CHUNKS = 6
_HANDS = 60  # a chunk; `make visible-cards` plays 20,000


@pytest.mark.parametrize("chunk", range(_CHUNKS))
def test_exactly_what_may_be_seen_is_opened(chunk: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(chunk * _HANDS, (chunk + 1) * _HANDS):
        try:
            met += watch(seed)
        except Exception as fault:
            fault.add_note(f"seed {seed}")
            raise
    assert set(met) >= {"steps", "a whole hand", "a hidden hand", "an exposed card", "more boards"}
