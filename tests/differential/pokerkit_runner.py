"""Plays cases with a peer, in the form of ``floorman play``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from floorman.cli.cases import read_cases
from floorman.cli.verdicts import report
from tests.differential.peer import PeerSeat, play_case
from tests.differential.pokerkit_peer import PokerKitTable
from tests.differential.texasholdem_peer import TexasHoldEmTable

__all__ = ["PEERS", "main"]

PEERS: Final[dict[str, PeerSeat]] = {"pokerkit": PokerKitTable, "texasholdem": TexasHoldEmTable}


def main() -> int:
    """Exit code 0 if and only if no case failed."""
    words = argparse.ArgumentParser(prog="python -m tests.differential.pokerkit_runner", description=__doc__)
    words.add_argument("files", nargs="+", type=Path, metavar="FILE", help="case files")
    words.add_argument("--peer", choices=PEERS, default="pokerkit", help="who plays (default: pokerkit)")
    words.add_argument("--json", action="store_true", help="a line of JSON for each case, one for the count")
    words.add_argument("--quiet", action="store_true", help="no progress bar; the count only")
    asked = words.parse_args()
    cases = [case for file in asked.files for case in read_cases(file)]
    verdicts = (play_case(PEERS[asked.peer], case) for case in cases)
    return 0 if report(verdicts, len(cases), "case", as_json=asked.json, quiet=asked.quiet) else 1


if __name__ == "__main__":
    sys.exit(main())
