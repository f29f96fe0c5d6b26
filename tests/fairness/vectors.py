"""``audit-vectors.json``: written by a program that shares no code with this one.

The builders below read the *described* fields of a vector (kind, seat, cards by name), never its bytes, so
that encoding what they build is a check.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from floorman import events, steps
from floorman.cards import FACE_DOWN, UNKNOWN, parse_card
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.opening import (
    BeaconRound,
    Dealing,
    Delivery,
    Level,
    OpenFlag,
    Opening,
    OpeningSeat,
    StraddlePosted,
)

VECTORS: Final[dict[str, Any]] = json.loads(
    Path(__file__).with_name("audit-vectors.json").read_text(encoding="utf-8")
)
HANDS: Final = ("hand", "run_twice")
ENTROPY: Final = bytes.fromhex(VECTORS["secret_layer"]["entropy"])
HAND_ID: Final = bytes.fromhex(VECTORS["secret_layer"]["hand_id"])

unhex = bytes.fromhex


def card(name: str) -> int:
    return FACE_DOWN if name == UNKNOWN else parse_card(name)


def opening_of(row: dict[str, Any]) -> Opening:
    flags = OpenFlag(0)
    for name in row["flags"]:
        flags |= OpenFlag[name]
    beacon = row["beacon"]
    assert row["escrow"] is None
    return Opening(
        rules_version=row["rules_version"],
        head_kid=row["head_kid"],
        hand_id=unhex(row["hand_id"]),
        opened_ms=row["opened_ms"],
        table_id=row["table_id"],
        hand_number=row["hand_number"],
        attempt=row["attempt"],
        prev_head=unhex(row["prev_head"]),
        cfg_hash=unhex(row["cfg_hash"]),
        root=unhex(row["root"]),
        dealing=Dealing[row["dealing"]],
        delivery=Delivery[row["delivery"]],
        level=Level[row["level"]],
        flags=flags,
        beacon=BeaconRound(unhex(beacon["chain_hash"]), beacon["round"]) if beacon else None,
        escrow=None,
        button=row["button"],
        small_blind_seat=row["small_blind_seat"],
        big_blind_seat=row["big_blind_seat"],
        seats=tuple(
            OpeningSeat(
                seat=seat["seat"],
                stack=seat["stack"],
                live_post=seat["live_post"],
                dead_post=seat["dead_post"],
                absent=bool(seat["absent"]),
                secret_hash=unhex(seat["secret_hash"]),
                hpke_key=unhex(seat["hpke_key"]),
                action_key=unhex(seat["action_key"]),
                commit=unhex(seat["commit"]),
            )
            for seat in row["seats"]
        ),
        straddles=tuple(StraddlePosted(one["seat"], one["amount"]) for one in row["straddles"]),
    )


def card_opening_of(row: dict[str, Any]) -> CardOpening:
    return CardOpening(row["deck_index"], row["slot"], card(row["card"]), unhex(row["salt"]))


def event_of(row: dict[str, Any]) -> events.Event:  # noqa: C901, PLR0911, PLR0912 - a row a kind
    """The event that a vector describes; stack and pot after it are no part of the vectors."""
    after = -1
    seat, amount = row.get("seat", -1), row.get("amount", 0)
    cards = row.get("cards", [])
    indices = tuple(index for index, _ in cards)
    faces = tuple(card(name) for _, name in cards)
    match row["kind"]:
        case "ANTE":
            return events.Ante(seat, amount, after, after, dead=bool(row["dead"]))
        case "SMALL_BLIND":
            return events.SmallBlind(seat, amount, after, after)
        case "BIG_BLIND":
            return events.BigBlind(seat, amount, after, after)
        case "BUTTON_BLIND":
            return events.ButtonBlind(seat, amount, after, after)
        case "LIVE_POST":
            return events.LivePost(seat, amount, after, after)
        case "DEAD_POST":
            return events.DeadPost(seat, amount, after, after)
        case "STRADDLE":
            return events.Straddle(seat, amount, after, after, row["to"])
        case "DEAL_HOLE":
            return events.DealHole(seat, indices)
        case "BURN":
            return events.Burn(row["board"], indices[0], faces[0])
        case "BOARD":
            return events.BoardCards(row["board"], row["street"], indices, faces)
        case "EXPOSED":
            outcome = events.ExposedOutcome(row["outcome"])
            return events.Exposed(seat, row["nth"], outcome, row["replacement"], indices[0], faces[0])
        case "HOLE_KNOWN":
            return events.HoleKnown(seat, unhex(row["commitment"]))
        case "STREET":
            return events.StreetBegins(row["street"], amount)
        case "FOLD":
            return events.Fold(seat)
        case "CHECK":
            return events.Check(seat)
        case "CALL":
            return events.Call(seat, amount, after, after, row["to"], bool(row["all_in"]))
        case "BET":
            return events.Bet(seat, amount, after, after, row["to"], bool(row["all_in"]))
        case "RAISE":
            return events.Raise(seat, amount, after, after, row["to"], bool(row["all_in"]))
        case "TIMEOUT":
            return events.TimedOut(seat)
        case "RESOLVE":
            return events.Resolved()
        case "KILL":
            return events.Killed(seat)
        case "REFUND":
            return events.Refund(seat, amount, after, after)
        case "HAND_UP":
            return events.HandUp(seat, indices, faces)
        case "RUN_VOTE":
            return events.RunVote(seat, row["count"])
        case "RUN_RESULT":
            return events.RunResult(row["count"])
        case "SHOW":
            return events.Show(seat, indices, faces)
        case "SHOW_ONE":
            return events.ShowOne(seat, row["which"], indices[0], faces[0])
        case "MUCK":
            return events.Muck(seat)
        case "SEEN":
            return events.Seen(seat, row["target"], indices, faces)
        case "RABBIT":
            return events.RabbitCards(row["board"], row["street"], indices, faces)
        case "RAKE":
            return events.Rake(amount, row["pot"], after)
        case "AWARD":
            return events.Award(seat, amount, after, after, row["pot"], row["board"])
        case "MISDEAL":
            return events.Misdeal(steps.Cause(row["cause"]))
        case "VOID":
            return events.Void(steps.Cause(row["cause"]))
        case "RETURN":
            return events.Returned(seat, amount, after, after)
        case "COMPLETE":
            stacks = tuple((place, stack) for place, stack in row["stacks"])
            return events.Complete(events.Outcome(row["outcome"]), amount, stacks)
        case kind:
            raise AssertionError(kind)


def step_of(row: dict[str, Any]) -> steps.Step:  # noqa: C901, PLR0911, PLR0912 - a row a verb
    seat = row.get("seat", -1)
    cards = tuple(card(name) for name in row.get("cards", []))
    match row["verb"]:
        case "fold":
            return steps.Fold(seat)
        case "check":
            return steps.Check(seat)
        case "call":
            return steps.Call(seat)
        case "bet":
            return steps.Bet(seat, row["to"])
        case "raise":
            return steps.Raise(seat, row["to"])
        case "all_in":
            return steps.AllIn(seat)
        case "run":
            return steps.Run(seat, row["count"])
        case "show":
            return steps.Show(seat, cards)
        case "show_one":
            return steps.ShowOne(seat, row["which"])
        case "see":
            return steps.See(seat, row["target"])
        case "timeout":
            return steps.Timeout(seat)
        case "resolve":
            return steps.Resolve()
        case "deal_hole":
            return steps.DealHole(seat, cards)
        case "deal_board":
            return steps.DealBoard(row["board"], cards)
        case "expose":
            return steps.Expose(seat, row["nth"])
        case "void":
            return steps.Void(steps.Cause(row["cause"]))
        case verb:
            raise AssertionError(verb)
