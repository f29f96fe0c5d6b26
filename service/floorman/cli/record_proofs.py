"""Proving record files: one or thousands, on every core, each after the hand before it at its table."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from floorman.fairness.card_opening import CardOpening
from floorman.fairness.opening_bytes import decode_opening
from floorman.fairness.reading import MalformedError
from floorman.records.escrow import EscrowError, open_deck
from floorman.records.hand_record import ChainLink, link_of
from floorman.records.house_keys import PINNED_KEYS, HouseKeysError, parse_house_keys
from floorman.records.reading import NotARecordError
from floorman.records.record_file import RECORD_SUFFIXES, load_record
from floorman.records.report import Check, CheckName, Report, failed
from floorman.records.verification import unreadable, verify

__all__ = ["Proof", "Wish", "prove_all", "record_files"]

_WORTH_A_PROCESS: Final = 64
"""Records under which starting another process costs more than it saves."""

_CHUNK: Final = 32


@dataclass(frozen=True, slots=True)
class Wish:
    """What the reader brings and asks for.

    Attributes:
        keys: the house's public head keys by number; empty: those pinned beside each record.
        want_signatures: see :func:`floorman.records.verification.verify`.
        openings: of cards that were never shown.
        escrow_key: an auditor's private key, 32 bytes; empty = none.
    """

    keys: Mapping[int, bytes] = field(default_factory=dict)
    want_signatures: bool = True
    openings: Sequence[CardOpening] = ()
    escrow_key: bytes = b""


@dataclass(frozen=True, slots=True)
class Proof:
    """The report on one file."""

    file: Path
    report: Report


@dataclass(frozen=True, slots=True)
class _Glance:
    """What of a record decides which other one it follows."""

    file: Path
    prev_head: bytes = b""
    link: ChainLink | None = None


@dataclass(frozen=True, slots=True)
class _Task:
    file: Path
    before: ChainLink | None
    wish: Wish


def record_files(paths: Iterable[Path]) -> list[Path]:
    """The record files among some paths, those of folders by name; pinned keys are none."""
    files: list[Path] = []
    for path in paths:
        if path.is_dir():
            files += sorted(file for file in path.rglob("*") if _is_record(file))
        else:
            files.append(path)
    return files


def _is_record(file: Path) -> bool:
    return file.suffix in RECORD_SUFFIXES and file.name != PINNED_KEYS and file.is_file()


def prove_all(files: Sequence[Path], wish: Wish) -> Iterator[Proof]:
    """The proof of each file, in their order."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if cores == 1 or len(files) < _WORTH_A_PROCESS:
        yield from map(_prove, _tasks(map(_glance, files), wish))
        return
    with ProcessPoolExecutor(cores) as processes:
        glances = processes.map(_glance, files, chunksize=_CHUNK)
        yield from processes.map(_prove, _tasks(glances, wish), chunksize=_CHUNK)


def _glance(file: Path) -> _Glance:
    try:
        record = load_record(file.read_bytes())
        return _Glance(file, decode_opening(record.open_bytes).prev_head, link_of(record))
    except (OSError, NotARecordError, MalformedError):
        return _Glance(file)  # its own proof will say what it is


def _tasks(glances: Iterable[_Glance], wish: Wish) -> list[_Task]:
    seen = list(glances)
    by_place = {_place(glance.link): glance.link for glance in seen if glance.link is not None}
    links = [by_place[place] for place in sorted(by_place)]
    by_head = {glance.link.head: glance.link for glance in seen if glance.link is not None}
    just_before = dict(zip(map(_place, links[1:]), links, strict=False))
    return [_Task(glance.file, _before(glance, by_head, just_before), wish) for glance in seen]


def _place(link: ChainLink) -> tuple[str, int, int]:
    return link.table_id, link.hand_number, link.attempt


def _before(
    glance: _Glance,
    by_head: Mapping[bytes, ChainLink],
    just_before: Mapping[tuple[str, int, int], ChainLink],
) -> ChainLink | None:
    """The record that this one names, else the one that should have been named; None if it is not here."""
    named = by_head.get(glance.prev_head)
    if named is not None or glance.link is None:
        return named
    nearest = just_before.get(_place(glance.link))
    if nearest is None or nearest.table_id != glance.link.table_id:
        return None
    return nearest if glance.link.hand_number - nearest.hand_number <= 1 else None


def _prove(task: _Task) -> Proof:
    file, wish = task.file, task.wish
    try:
        record = load_record(file.read_bytes())
        keys = wish.keys or _pinned(file.parent)
    except (OSError, NotARecordError, HouseKeysError) as error:
        return Proof(file, unreadable(file.name, str(error)))
    openings, extra = wish.openings, None
    if wish.escrow_key:
        try:
            openings = open_deck(record, wish.escrow_key)
        except NotARecordError:
            pass  # the report says the same
        except EscrowError as error:
            extra = failed(CheckName.REVEALED, str(error))
    report = verify(record, keys, task.before, revealed=openings, want_signatures=wish.want_signatures)
    return Proof(file, report if extra is None else _with(report, extra))


def _with(report: Report, check: Check) -> Report:
    """The report with one check exchanged."""
    checks = tuple(check if one.name is check.name else one for one in report.checks)
    return Report(report.title, checks, report.assurance)


@lru_cache(maxsize=256)
def _pinned(folder: Path) -> dict[int, bytes]:
    """The keys that lie beside a record; none where there is no such file."""
    try:
        return parse_house_keys((folder / PINNED_KEYS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
