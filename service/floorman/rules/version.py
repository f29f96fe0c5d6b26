"""Which rule book this is: a hand is played to its end by the version that it was opened under."""

from __future__ import annotations

from typing import Final

__all__ = ["RULES_VERSION"]

RULES_VERSION: Final = 1
"""The version of the rule book that new hands are opened under (audit.md 6)."""
