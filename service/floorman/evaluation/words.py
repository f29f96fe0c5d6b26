"""What a hand is called at the table, in English and in Chinese.

Two hands of a ranking have the same words exactly when they tie: every rank that counts is named (R-16.2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman.evaluation.ranking import Category

__all__ = ["words", "words_zh"]

_ACE: Final = 12
_NAMES: Final = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)
_SIGNS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def words(category: Category, ranks: Sequence[int]) -> str:
    """The English words: ``"two pair, kings and eights, queen kicker"``.

    Args:
        category: what the hand makes.
        ranks: the ranks of its five cards as they are compared, 2=0 .. A=12.
    """
    top = _NAMES[ranks[0]]
    match category:
        case Category.STRAIGHT_FLUSH:
            return "royal flush" if ranks[0] == _ACE else f"straight flush, {top} high"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_plural(ranks[0])}, {_kickers(ranks[4:])}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(ranks[0])} over {_plural(ranks[3])}"
        case Category.FLUSH:
            return f"flush, {top} high, {_names(ranks[1:])}"
        case Category.STRAIGHT:
            return f"straight, {top} high"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_plural(ranks[0])}, {_kickers(ranks[3:])}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(ranks[0])} and {_plural(ranks[2])}, {_kickers(ranks[4:])}"
        case Category.PAIR:
            return f"pair of {_plural(ranks[0])}, {_kickers(ranks[2:])}"
        case Category.HIGH_CARD:
            return f"high card {top}, {_kickers(ranks[1:])}"


def words_zh(category: Category, ranks: Sequence[int]) -> str:
    """The Chinese words: ``"两对K和8，踢脚Q"``; arguments as for `words`."""
    top = _SIGNS[ranks[0]]
    match category:
        case Category.STRAIGHT_FLUSH:
            return "皇家同花顺" if ranks[0] == _ACE else f"同花顺，{top}高"
        case Category.FOUR_OF_A_KIND:
            return f"四条{top}，踢脚{_signs(ranks[4:])}"
        case Category.FULL_HOUSE:
            return f"葫芦，{top}带{_SIGNS[ranks[3]]}"
        case Category.FLUSH:
            return f"同花，{top}高，其余{_signs(ranks[1:])}"
        case Category.STRAIGHT:
            return f"顺子，{top}高"
        case Category.THREE_OF_A_KIND:
            return f"三条{top}，踢脚{_signs(ranks[3:])}"
        case Category.TWO_PAIR:
            return f"两对{top}和{_SIGNS[ranks[2]]}，踢脚{_signs(ranks[4:])}"
        case Category.PAIR:
            return f"一对{top}，踢脚{_signs(ranks[2:])}"
        case Category.HIGH_CARD:
            return f"高牌{top}，踢脚{_signs(ranks[1:])}"


def _plural(rank: int) -> str:
    name = _NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def _names(ranks: Sequence[int]) -> str:
    return " ".join(_NAMES[rank] for rank in ranks)


def _kickers(ranks: Sequence[int]) -> str:
    return f"{_names(ranks)} {'kicker' if len(ranks) == 1 else 'kickers'}"


def _signs(ranks: Sequence[int]) -> str:
    return "、".join(_SIGNS[rank] for rank in ranks)
