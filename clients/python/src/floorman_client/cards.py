"""Cards as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

__all__ = ["Cards", "card_list"]

Cards: TypeAlias = str | Iterable[str]
"""Some cards: ``"As Kd"``, ``"AsKd"`` or ``["As", "Kd"]``; ``"??"`` is a card that is not known."""


def card_list(cards: Cards) -> list[str]:
    """The cards one by one, each of two characters. Whether they are cards is for the service to say.

    Raises:
        ValueError: a text that does not part into cards of two characters.
    """
    if not isinstance(cards, str):
        return list(cards)
    letters = "".join(cards.split())
    if len(letters) % 2:
        raise ValueError(f"{cards!r} does not part into cards of two characters, like 'As Kd'")
    return [letters[place : place + 2] for place in range(0, len(letters), 2)]
