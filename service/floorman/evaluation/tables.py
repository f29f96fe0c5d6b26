"""The prebuilt tables: from the sum of a hand's keys to its strength, and from a strength to its ranks.

Making them takes half a second, reading them some milliseconds, so they lie beside this file, one file for
each ranking, written by ``python -m floorman.evaluation.build``. All numbers in a file are little-endian:

* five 16-bit numbers: how many hands each of the four tables has, and how many strengths there are;
* four tables, each all its keys (32 bits), then their strengths (16 bits): the hands of 5, of 6 and of
  7 cards without a flush by the sum of their rank keys, and the flushes of 5 to 7 cards by the set of their
  ranks, bit 0 the deuce;
* for each strength from 1 up six bytes: its category and its five ranks as they are compared;
* the CRC-32 of all this, 32 bits.

A strength is the place of a hand among all that the deck can make, 1 the weakest: 1 to 7462 in hold'em, 1 to
1404 in a short deck (R-16.4).
"""

from __future__ import annotations

import struct
from functools import cache
from pkgutil import get_data
from typing import Final
from zlib import crc32

from floorman.evaluation.ranking import Category, Ranking

__all__ = [
    "CHECKSUM",
    "CLASS",
    "HEADER",
    "DamagedTablesError",
    "class_of",
    "file_name",
    "flush_strengths",
    "rank_strengths",
]

HEADER: Final = struct.Struct("<5H")
CLASS: Final = struct.Struct("<6B")
CHECKSUM: Final = struct.Struct("<I")

_ENTRY: Final = struct.calcsize("<IH")
_FLUSHES: Final = 3


class DamagedTablesError(RuntimeError):
    """A file of tables is missing or not what was built: no hand can be ranked with it.

    Attributes:
        name: the file's name.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"the evaluator's tables {name} are missing or damaged: install floorman anew")
        self.name = name


def file_name(ranking: Ranking) -> str:
    """The name of a ranking's file in this package."""
    return f"{ranking.value}.bin"


@cache
def rank_strengths(ranking: Ranking, count: int) -> dict[int, int]:
    """The strengths of 5, 6 or 7 cards that make no flush, by the sum of their rank keys."""
    return _table(ranking, count - 5)


@cache
def flush_strengths(ranking: Ranking) -> dict[int, int]:
    """The strengths of 5 to 7 cards of one suit, by the set of their ranks, bit 0 the deuce."""
    return _table(ranking, _FLUSHES)


def class_of(strength: int, ranking: Ranking) -> tuple[Category, tuple[int, ...]]:
    """The category of a strength and its five ranks as they are compared (R-16.2), 2=0 .. A=12.

    Raises:
        ValueError: no hand of this ranking has that strength.
    """
    tables = _tables(ranking)
    *hands, strengths = HEADER.unpack_from(tables)
    if not 1 <= strength <= strengths:
        raise ValueError(f"no hand of {ranking.name} has the strength {strength}: they are 1 to {strengths}")
    start = HEADER.size + _ENTRY * sum(hands)
    category, *ranks = CLASS.unpack_from(tables, start + CLASS.size * (strength - 1))
    return Category(category), tuple(ranks)


def _table(ranking: Ranking, place: int) -> dict[int, int]:
    tables = _tables(ranking)
    hands = HEADER.unpack_from(tables)
    count = hands[place]
    start = HEADER.size + _ENTRY * sum(hands[:place])
    keys = struct.unpack_from(f"<{count}I", tables, start)
    return dict(zip(keys, struct.unpack_from(f"<{count}H", tables, start + 4 * count), strict=True))


@cache
def _tables(ranking: Ranking) -> bytes:
    name = file_name(ranking)
    try:
        tables = get_data("floorman.evaluation", name) or b""
    except OSError:
        raise DamagedTablesError(name) from None
    # A wrong strength would pay the wrong player, so a damaged file must not serve.
    if tables[-CHECKSUM.size :] != CHECKSUM.pack(crc32(tables[: -CHECKSUM.size])):
        raise DamagedTablesError(name)
    return tables
