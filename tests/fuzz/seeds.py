"""Writes the seeds of the fuzzers: ``python -m tests.fuzz.seeds``.

Each is small and good in its way: a hand that is played, a request that is answered, a text that is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from zlib import crc32

from google.protobuf.message import Message

from floorman.sealing.state import CODECS
from floorman.sealing.token import Sealer, TokenType
from floorman.v1 import cards_pb2, evaluation_service_pb2, hand_pb2, hand_service_pb2
from tests.fuzz.calls import NOW_MS, Counter, ring
from tests.fuzz.fuzz_records import HAND
from tests.security.table import (
    act_request,
    adjudication,
    board,
    hole,
    hosted,
    opening,
    start_request,
    step,
)

__all__ = ["CORPUS", "seeds"]

CORPUS: Final = Path(__file__).with_name("corpus")
_RAW, _FILLED, _OPENING, _STEP = range(4)


def seeds() -> dict[str, dict[str, bytes]]:
    """The seeds of each target by their names."""
    return {
        "token": dict(_tokens()),
        "requests": dict(_requests()),
        "records": dict(_records()),
        "proof": {f"changes-{number}": random.Random(number).randbytes(6 * number) for number in range(9)},
        "steps": {f"hand-{number}": random.Random(number).randbytes(40 * number) for number in range(1, 9)},
    }


def _played() -> Iterator[hand_pb2.HandUpdate]:
    """Heads-up, run twice: blinds, a raise, an all-in, votes, two boards, a settlement."""
    counter = Counter()
    message = opening(1000, 1000, run_it_max=2)
    message.entropy = bytes(32)
    update = counter.ask("StartHand", start_request(message)).message.update
    yield update
    taken = (
        *(
            step("raise_to", 0, 300),
            step("call", 1),
            step("bet_to", 1, 100),
            step("all_in", 0),
            step("call", 1),
        ),
        *(step("run", 0, count=2), step("run", 1, count=2)),
    )
    for asked in taken:
        update = counter.ask("Act", act_request(update, asked)).message.update
        yield update


def _tokens() -> Iterator[tuple[str, bytes]]:
    updates = list(_played())
    token = updates[0].state
    yield "edited", b"\0" + bytes((40, 0, 1))
    yield "cut", b"\0" + bytes((100, 0, 1, 7, 0, 2, 9, 9))
    yield "opened", b"\1" + token
    for number, update in enumerate(updates):
        _, plaintext = Sealer(ring(), CODECS).open(update.state, TokenType.STATE, NOW_MS)
        yield f"state-{number}", b"\2" + plaintext
    yield "ring", b"\3" + ring().dump().encode()
    for number, update in enumerate(updates):
        if update.step_bytes:
            yield f"step-{number}", b"\4" + update.step_bytes
        yield f"event-{number}", b"\5" + _last_event(update.event_bytes)
    yield "opening", b"\6" + updates[0].start.opening.open_bytes
    yield "config", b"\7" + updates[0].start.opening.cfg_text.encode()


def _last_event(joined: bytes) -> bytes:
    """u16 n, then n times u16 length and bytes (audit.md 4.1)."""
    place, event = 2, b""
    while place < len(joined):
        size = int.from_bytes(joined[place : place + 2], "big")
        event = joined[place + 2 : place + 2 + size]
        place += 2 + size
    return event


def _requests() -> Iterator[tuple[str, bytes]]:
    updates = list(_played())
    known = hosted(5000, 5000)
    known.known_cards.holes.extend([hole(0, "As", "Ah"), hole(1, "Ks", "Kh")])
    known.known_cards.boards.append(board("2c", "7d", "9h", "Jc", "3s"))
    seven = evaluation_service_pb2.CardSet(cards=["As", "Ks", "Qs", "Js", "9s", "8d", "7c"])
    pots = [evaluation_service_pb2.SeatContribution(seat=seat, matched=100 * seat) for seat in (1, 2, 3)]
    standing = evaluation_service_pb2.BoardStandings(places=[cards_pb2.SeatGroup(seats=[1, 2])])
    good: tuple[tuple[str, Message], ...] = (
        ("StartHand", start_request(opening())),
        ("StartHand", start_request(known)),
        ("Act", act_request(updates[0], step("raise_to", 0, 300))),
        ("CheckAction", act_request(updates[-3], step("run", 0, count=2))),
        ("ViewHand", hand_service_pb2.ViewHandRequest(state=updates[-1].state, seat=1)),
        ("AdjudicateHand", adjudication(known, step("all_in", 0), step("call", 1))),
        ("EvaluateHands", evaluation_service_pb2.EvaluateHandsRequest(hands=[seven])),
        (
            "CompareHands",
            evaluation_service_pb2.CompareHandsRequest(
                boards=known.known_cards.boards, holes=known.known_cards.holes
            ),
        ),
        (
            "SettlePots",
            evaluation_service_pb2.SettlePotsRequest(
                contributions=pots, standings=evaluation_service_pb2.Standings(boards=[standing])
            ),
        ),
    )
    for number, (method, request) in enumerate(good):
        yield f"good-{number}", _picked(method, _RAW) + request.SerializeToString()
    for method in ("StartHand", "AdjudicateHand", "EvaluateHands", "CompareHands", "SettlePots"):
        yield f"filled-{method}", _picked(method, _FILLED) + random.Random(method).randbytes(60)
    for method in ("StartHand", "AdjudicateHand"):
        yield f"opening-{method}", _picked(method, _OPENING) + random.Random(method).randbytes(90)
    for method in ("Act", "CheckAction"):
        for hand in range(8):
            chances = random.Random(f"{method} {hand}").randbytes(40)
            yield f"step-{method}-{hand}", _picked(method, _STEP) + bytes((hand,)) + chances


def _picked(method: str, how: int) -> bytes:
    return bytes((crc32(method.encode()) & 0xFF, how))


def _records() -> Iterator[tuple[str, bytes]]:
    text = "\n".join(f"{name} = {value!r}" for name, value in HAND.items())
    yield "hand.phh", text.encode()
    limit = text.replace("'NT'", "'FT'").replace("min_bet = 100", "small_bet = 100\nbig_bet = 200")
    yield "limit.phh", limit.encode()
    yield "cents.phh", text.replace("50, 100, 0", "0.50, 1, 0").replace("= 100", "= 1").encode()
    yield "two.phhs", f"[1]\n{text}\n[2]\n{text}\n".encode()
    for number in range(1, 5):
        yield f"changed-{number}", b"\0" + random.Random(number).randbytes(4 * number)


def main() -> None:
    """Writes every seed anew."""
    for target, named in seeds().items():
        folder = CORPUS / target
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        for name, form in named.items():
            (folder / name).write_bytes(form)


if __name__ == "__main__":
    main()
