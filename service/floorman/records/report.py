"""What a verifier says of a record: a list of checks, each with its standing and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum

__all__ = ["Check", "CheckName", "Report", "Standing", "failed", "ok", "unasked", "unchecked"]


class CheckName(IntEnum):
    """The checks, in the order in which they are reported; the contract's ``CheckName`` has the numbers."""

    FORMAT = 1
    CONFIG = 2
    OPENING_SIGNATURE = 3
    SEEDS = 4
    CONSENTS = 5
    BEACON = 6
    ESCROW = 7
    PERMUTATION = 8
    ROOT = 9
    OPENINGS = 10
    DISTINCT_CARDS = 11
    VISIBLE_CARDS = 12
    HEADS = 13
    HEAD_SIGNATURES = 14
    SEAT_SIGNATURES = 15
    RULES = 16
    SETTLEMENT = 17
    REVEALED = 18
    CHAIN = 19

    @property
    def words(self) -> str:
        """For people: ``"opening signature"``."""
        return self.name.lower().replace("_", " ")


class Standing(Enum):
    """What came of a check."""

    OK = "ok"
    FAILED = "failed"
    NOT_CHECKED = "not checked"
    """Something is missing without which the proof is not whole: a key, a library, or an earlier check."""
    NOT_ASKED = "not asked"
    """Nobody asked for it: no record before this one was given, or signatures were waived."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a record; ``words`` say what was found, where it failed, or what is missing."""

    name: CheckName
    standing: Standing
    words: str


@dataclass(frozen=True, slots=True)
class Report:
    """The proof of a record.

    Attributes:
        title: which hand, for people.
        checks: every check, in their order.
        assurance: the line of audit.md 3.5; empty where the opening cannot be read.
    """

    title: str
    checks: tuple[Check, ...]
    assurance: str

    @property
    def holds(self) -> bool:
        """Nothing failed, and nothing that was asked for stays unchecked."""
        return all(check.standing in {Standing.OK, Standing.NOT_ASKED} for check in self.checks)

    def of(self, name: CheckName) -> Check:
        """The check of that name."""
        return next(check for check in self.checks if check.name is name)


def ok(name: CheckName, words: str) -> Check:
    """A check that holds."""
    return Check(name, Standing.OK, words)


def failed(name: CheckName, words: str) -> Check:
    """A check that does not hold."""
    return Check(name, Standing.FAILED, words)


def unchecked(name: CheckName, words: str) -> Check:
    """A check for which something is missing."""
    return Check(name, Standing.NOT_CHECKED, words)


def unasked(name: CheckName, words: str) -> Check:
    """A check that nobody asked for."""
    return Check(name, Standing.NOT_ASKED, words)
