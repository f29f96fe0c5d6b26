"""The conformance page: Floorman, through its service, and its peers on the same cases, all measured here.

``make conformance`` writes ``docs/conformance.md``; ``--check`` only says whether the page is up to date.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Final

from pokerkit import NoLimitTexasHoldem
from texasholdem.card.deck import Deck

from floorman.cli.calls import calls_to
from floorman.cli.case_runner import play_case as play_served
from floorman.cli.cases import Case, read_cases
from floorman.cli.verdicts import Verdict
from floorman.fairness.entropy import EntropySource
from tests.differential.attribution import explained_by
from tests.differential.deviations import DEVIATIONS
from tests.differential.peer import play_case
from tests.differential.pokerkit_runner import PEERS

__all__ = ["Score", "main", "measured", "page"]

_ROOT: Final = Path(__file__).parents[2]
_PAGE: Final = _ROOT / "docs" / "conformance.md"
_CASES: Final = _ROOT / "tests" / "cases"
_WRONG_ON_PURPOSE: Final = "must_fail.jsonl"
_FLOORMAN: Final = "Floorman"
_PROBE: Final = re.compile(r"(H\d+)(?![\d])")
_SHUFFLE: Final = "H18"
_SHOWING: Final = frozenset({"shows", "mucked"})

_PROBES: Final = {
    "H1": "a raise below the minimum is refused",
    "H2": "the minimum raise is the last full increment",
    "H3": "the raiser may not raise over a short all-in, with no verb",
    "H4": "nor may the caller",
    "H5": "two short all-ins that make a full raise reopen",
    "H6": "the minimum after a short all-in",
    "H7": "the price of a short big blind",
    "H8": "two odd chips among three winners",
    "H9": "an all-in seat keeps its claim on the main pot",
    "H10": "antes are no part of the bet, and may be short",
    "H11": "a straddle raises the minimum before the flop only",
    "H12": "one rake cap a hand",
    "H13": "a dead button over an empty seat",
    "H14": "heads-up order",
    "H15": "fixed limit: half a bet, and no cap heads-up",
    "H16": "pot limit with a big blind ante",
    "H17": "less than the call with chips behind is refused",
    "H18": "the shuffle comes from a source that nobody can seed",
}


@dataclass(slots=True)
class Score:
    """What one engine made of the pack.

    Attributes:
        verdicts: by file, in the order of its cases.
        seeded_shuffle: seeding the language's generator repeats its deck.
    """

    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)
    seeded_shuffle: bool = False

    def counts(self, file: str) -> tuple[int, int, int]:
        """Cases that came out as written, otherwise, and that the engine does not play."""
        told = self.verdicts[file]
        return (
            sum(verdict.ok for verdict in told),
            sum(verdict.failed for verdict in told),
            sum(verdict.unsupported is not None for verdict in told),
        )

    def probe(self, name: str) -> str:
        """``right``, ``wrong`` or ``not played``; of a probe with several cases one wrong is enough."""
        if name == _SHUFFLE:
            return "wrong" if self.seeded_shuffle else "right"
        told = [
            verdict
            for verdicts in self.verdicts.values()
            for verdict in verdicts
            if (found := _PROBE.match(verdict.name)) and found[1] == name
        ]
        played = [verdict for verdict in told if verdict.unsupported is None]
        if any(one.field not in _SHOWING for verdict in played for one in verdict.mismatches):
            return "wrong"
        return "right" if played else "not played"


def _files() -> list[Path]:
    """The files of hands; facts and statements are no hands."""
    return [
        file
        for file in sorted(_CASES.glob("*.jsonl"))
        if file.name not in {_WRONG_ON_PURPOSE, "other_dev.jsonl", "statements_dev.jsonl"}
    ]


def measured() -> dict[str, Score]:
    """Every engine's score, ours through gRPC."""
    scores = {_FLOORMAN: Score(seeded_shuffle=_repeats(_entropy))}
    scores |= {name: Score(seeded_shuffle=_repeats(_SHUFFLES[name])) for name in PEERS}
    with calls_to(None) as calls, ThreadPoolExecutor(2) as threads:
        for file in _files():
            cases = list(read_cases(file))
            served = threads.map(lambda case: play_served(calls, case), cases)
            scores[_FLOORMAN].verdicts[file.name] = list(served)
            for name, sit_down in PEERS.items():
                scores[name].verdicts[file.name] = [play_case(sit_down, case) for case in cases]
    return scores


# ---- H18 ----


def _repeats(shuffled: Callable[[], object]) -> bool:
    """Whether the same seed of ``random`` gives the same shuffle."""
    random.seed(18)
    first = shuffled()
    random.seed(18)
    return shuffled() == first


def _entropy() -> object:
    return EntropySource().draw().entropy


def _pokerkit_deck() -> object:
    return list(NoLimitTexasHoldem.create_state((), True, 0, (1, 2), 2, 200, 2).deck_cards)


def _texasholdem_deck() -> object:
    return list(Deck().cards)


_SHUFFLES: Final = {"pokerkit": _pokerkit_deck, "texasholdem": _texasholdem_deck}


# ---- the page ----

_HEAD: Final = """\
# Conformance

Written by `make conformance`; every number below is measured by it, on the cases of
[`tests/cases`](../tests/cases/README.md). Floorman plays them through its gRPC service; the peers
play them through the adapters in `tests/differential`, which turn every knob that a peer has.
"""

_SCORES: Final = """\
## Scores

A case is *ok* when everything that it expects came out, *failed* when anything differs, *unplayed*
when its table asks for something that the engine has no knob for. A peer is not asked for what it
does not report: reasons of refusals, and the uncalled chips apart from the pots.
"""

_EIGHTEEN: Final = """\
## The eighteen hard probes

The cases `H1` to `H17`; which beaten hands are shown is no part of a probe. `H18` seeds the
language's generator twice and looks whether the deck repeats.
"""

_OTHERWISE: Final = """\
## Where PokerKit rules otherwise

Each failed case counts under the first known deviation that its hand meets, which is decided by the
hand alone and never by PokerKit's answer (`tests/differential/deviations.py`). Where the rule book
has a switch for PokerKit's way, Floorman plays that too. The same list excuses, and counts,
differences on random hands: `python -m tests.differential --hands 100000`.
"""

_TEXASHOLDEM: Final = """\
## texasholdem

It plays no-limit Hold'em with two blinds and nothing else. Its failed cases, by the fact that
differs first:
"""

_TAIL: Final = f"""\
## Measure another engine

Write a class with the methods of `Peer` (`tests/differential/peer.py`), or a runner in any language
after [`tests/cases/README.md`](../tests/cases/README.md). A runner is right when it reports of each
case of `{_WRONG_ON_PURPOSE}` exactly what is written in it.
"""


def page(scores: dict[str, Score]) -> str:
    """The page's text: the same for the same scores."""
    peers = f"Peers: PokerKit {version('pokerkit')} and texasholdem {version('texasholdem')}, from PyPI.\n"
    parts = [
        *(_HEAD, peers),
        *(_SCORES, _table(_score_rows(scores))),
        *(_EIGHTEEN, _table(_probe_rows(scores))),
        *(_OTHERWISE, *_pokerkit_tables(scores["pokerkit"])),
        *(_TEXASHOLDEM, _table(_texasholdem_rows(scores["texasholdem"]))),
        _TAIL,
    ]
    return "\n".join(parts)


def _table(rows: Iterator[list[str]]) -> str:
    """Rows as Markdown, the first one the heads."""
    head, *body = rows
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *body))


def _score_rows(scores: dict[str, Score]) -> Iterator[list[str]]:
    yield ["file", "cases", *(f"{name}: ok, failed, unplayed" for name in scores)]
    for file, verdicts in scores[_FLOORMAN].verdicts.items():
        counts = ["{}, {}, {}".format(*score.counts(file)) for score in scores.values()]
        yield [f"`{file}`", str(len(verdicts)), *counts]


def _probe_rows(scores: dict[str, Score]) -> Iterator[list[str]]:
    yield ["", "probe", *scores]
    for probe, title in _PROBES.items():
        answers = [score.probe(probe) for score in scores.values()]
        yield [probe, title, *(f"**{answer}**" if answer == "wrong" else answer for answer in answers)]
    right = [sum(score.probe(probe) == "right" for probe in _PROBES) for score in scores.values()]
    yield ["", "right", *(f"{count} of {len(_PROBES)}" for count in right)]


def _pokerkit_tables(score: Score) -> Iterator[str]:
    found, unexplained = _explained(score)
    yield _table(_deviation_rows(found))
    yield f"Failed cases that no known deviation explains: {len(unexplained)}.\n"
    yield f"What PokerKit has no knob for, and in how many cases: {_unplayed(score)}.\n"


def _deviation_rows(found: dict[str, list[str]]) -> Iterator[list[str]]:
    yield ["rule", "deviation", "the rule book", "PokerKit", "where", "cases", "for example"]
    for one in DEVIATIONS:
        cases = found.get(one.name, [])
        name = f"{one.name} ({one.probe})" if one.probe else one.name
        example = f"`{cases[0]}`" if cases else "random hands only"
        yield [one.rule, name, one.ours, one.theirs, f"`{one.source}`", str(len(cases)), example]


def _explained(score: Score) -> tuple[dict[str, list[str]], list[str]]:
    """Names of the failed cases by deviation, and those that nothing explains."""
    found: dict[str, list[str]] = {}
    unexplained: list[str] = []
    for file, verdicts in score.verdicts.items():
        cases: dict[str, Case] = {case.name: case for case in read_cases(_CASES / file)}
        for verdict in verdicts:
            if not verdict.failed:
                continue
            why = explained_by(cases[verdict.name], verdict.mismatches[0])
            if why:
                found.setdefault(why[0].name, []).append(verdict.name)
            else:
                unexplained.append(verdict.name)
    return found, unexplained


def _unplayed(score: Score) -> str:
    switches: Counter[str] = Counter()
    for verdicts in score.verdicts.values():
        for verdict in verdicts:
            switches.update(verdict.unsupported or ())
    told = sorted(switches.items(), key=lambda one: (-one[1], one[0]))
    return ", ".join(f"{name} {count}" for name, count in told)


def _texasholdem_rows(score: Score) -> Iterator[list[str]]:
    by_fact: dict[str, list[str]] = {}
    for verdicts in score.verdicts.values():
        for verdict in verdicts:
            if verdict.failed:
                by_fact.setdefault(verdict.mismatches[0].field, []).append(verdict.name)
    yield ["fact", "cases", "for example"]
    for fact, cases in sorted(by_fact.items(), key=lambda one: (-len(one[1]), one[0])):
        yield [f"`{fact}`", str(len(cases)), f"`{cases[0]}`"]


def main() -> int:
    """Writes the page, or checks it; 1 if Floorman fails anything, or the page is out of date."""
    words = argparse.ArgumentParser(prog="python -m tests.differential.conformance", description=__doc__)
    words.add_argument("--check", action="store_true", help="write nothing; fail if the page would change")
    asked = words.parse_args()
    scores = measured()
    text = page(scores)
    ours = scores[_FLOORMAN]
    failed = [verdict.name for verdicts in ours.verdicts.values() for verdict in verdicts if not verdict.ok]
    failed += [probe for probe in _PROBES if ours.probe(probe) != "right"]
    if failed:
        sys.stderr.write(f"Floorman fails {', '.join(failed)}\n")
    if not asked.check:
        _PAGE.write_text(text, encoding="utf-8")
    elif not _PAGE.exists() or _PAGE.read_text(encoding="utf-8") != text:
        sys.stderr.write("docs/conformance.md is not what is measured: make conformance\n")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
