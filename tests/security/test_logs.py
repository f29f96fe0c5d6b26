"""audit.md 11: what a real process writes holds no secret, no token and no place for a card.

A process with known keys plays hands of known entropy, is asked every wrong thing, and meets an incident;
everything it wrote is then searched for the bytes that it must not show.
"""

from __future__ import annotations

import json
import re
import signal
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

import grpc
import pytest

from floorman.fairness.deck import ServiceDeck
from floorman.fairness.hmac_sha256 import HmacKey
from floorman.fairness.labels import label
from floorman.fairness.secret_layer import SecretLayer
from floorman.sealing.ring import Ring
from floorman.sealing.state import CODECS, decode_state
from floorman.sealing.token import HEADER_BYTES, Sealer, TokenType, derive_key
from floorman.server.keys import new_ring
from floorman.server.logs import EVENTS
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, refusal_pb2
from tests.cli.processes import Serving, serving
from tests.security.house import METHODS, Guest
from tests.security.players import SEAT_KEY, SEAT_SECRET, Player, acted, keyed, open_request
from tests.security.secrets import leaks
from tests.security.table import (
    act,
    act_request,
    adjudication,
    hole,
    hosted,
    opening,
    play_to_the_end,
    start,
    start_request,
    step,
)

_ENTROPY: Final = sha256(b"given").digest()


@dataclass
class Run:
    """What a process wrote in its life, and what it must not have written."""

    serving: Serving
    written: bytes = b""
    secrets: dict[str, bytes] = field(default_factory=dict)
    exit_code: int = -1

    def lines(self) -> list[dict[str, Any]]:
        return self.serving.lines()


def _secrets_of_keys(ring: Ring) -> dict[str, bytes]:
    secrets = {f"K {key.kid}": key.key for key in ring.token_keys}
    for entry in ring.head_keys:
        assert entry.private_key is not None
        secrets[f"head key {entry.kid}"] = entry.private_key
    return secrets


def _secrets_of_hand(ring: Ring, name: str, update: hand_pb2.HandUpdate) -> dict[str, bytes]:
    """E, ks, every salt, the order of the cards, the state open and sealed, and the key that seals it."""
    header, plaintext = Sealer(ring, CODECS).open(update.state, TokenType.STATE, 0)
    state = decode_state(plaintext)
    layer = SecretLayer(state.entropy, header.hand_id, range(52))
    deck = ServiceDeck(state.entropy, header.hand_id, state.seed, range(52))
    key = HmacKey(HmacKey(state.entropy).digest(label("salt") + header.hand_id))
    [token_key] = ring.token_keys
    return {
        f"{name} E": state.entropy,
        f"{name} ks": HmacKey(state.entropy).digest(label("salt") + header.hand_id),
        **{f"{name} salt {slot}": key.digest(bytes((slot,))) for slot in range(52)},
        f"{name} sigma": bytes(layer.order),
        f"{name} deck": bytes(deck.face(index) for index in range(52)),
        f"{name} plaintext": plaintext,
        f"{name} token": update.state[HEADER_BYTES:],
        f"{name} token key": derive_key(token_key.key, header.hand_id, TokenType.STATE, header.seat),
    }


def _misbehave(guest: Guest, ring: Ring, hand: hand_pb2.HandUpdate) -> None:
    """Every kind of wrong request, and one that the service itself cannot get over."""
    forged = act_request(hand, step("call", 0))
    forged.state = forged.state[:-1] + bytes((forged.state[-1] ^ 1,))
    twice = hosted()
    twice.known_cards.holes.extend([hole(0, "As", "Kd"), hole(1, "As", "Qd")])
    preset = opening()
    preset.config.preset = _ENTROPY.hex()
    table = opening()
    table.table_id = b64encode(_ENTROPY).decode() * 10
    for method, request in (
        ("Act", forged),
        ("Act", act_request(hand, step("raise_to", 0, 101))),
        ("Act", act_request(hand, step("show", 0, cards=["As", "Kd"]))),
        ("StartHand", start_request(twice)),
        ("StartHand", start_request(preset)),
        ("StartHand", start_request(table)),
        ("AdjudicateHand", adjudication(twice)),
    ):
        assert guest.refused(method, request).refusal.reason
    for method in METHODS:
        with pytest.raises(grpc.RpcError):
            guest.ask(method, b"\xff" + hand.state)
    with pytest.raises(grpc.RpcError):
        guest.ask("StartHand", b"\x7a\x80\xda\xb1\x02" + _ENTROPY * 160_000)
    sealer = Sealer(ring, CODECS)
    header, plaintext = sealer.open(hand.state, TokenType.STATE, 0)
    broken = act_request(hand, step("call", 0))
    broken.state = sealer.seal(header, plaintext[:-1])
    with pytest.raises(grpc.RpcError) as caught:
        guest.ask("Act", broken)
    assert caught.value.code() is grpc.StatusCode.INTERNAL
    assert re.fullmatch("[0-9a-f]{16}", str(caught.value.details()))


def _live_with_players(run: Run, guest: Guest, ring: Ring) -> None:
    """Hands whose cards go past the host: seeds, secrets, tokens and boxes pass through every call."""
    for delivery in (SEAT_SECRET, SEAT_KEY):
        name = opening_pb2.Delivery.Name(delivery)
        message = keyed(delivery)
        opened = guest.ask("OpenHand", open_request(message))
        request = hand_service_pb2.DealHandRequest(open_token=opened.open_token)
        assert guest.refused("DealHand", request).reason == "SEED_MISSING"
        request.seeds.extend(Player(seat).reveal(opened) for seat in range(3))
        update = guest.ask("DealHand", request).update
        run.secrets |= _secrets_of_hand(ring, name, acted(guest, update, step("call", 0)))
        run.secrets[f"{name} open token"] = opened.open_token[HEADER_BYTES:]
        for view in update.seat_views:
            player = Player(view.seat)
            for other in (player.secret if delivery == SEAT_SECRET else b"", bytes(16)):
                shown = hand_service_pb2.ViewHandRequest(view_token=view.view_token, secret=other)
                if other == bytes(16):
                    assert guest.refused("ViewHand", shown).reason in {"SECRET_WRONG", "CONTRADICTION"}
                else:
                    guest.ask("ViewHand", shown)
            run.secrets |= {
                f"r_s of {view.seat}": player.seed,
                f"secret of {view.seat}": player.secret,
                f"{name} view token of {view.seat}": view.view_token[HEADER_BYTES:],
            }
            if view.sealed_cards:
                run.secrets[f"{name} box of {view.seat}"] = view.sealed_cards


def _live(run: Run, ring: Ring) -> None:
    with grpc.insecure_channel(run.serving.address) as channel:
        guest = Guest(channel)
        given = opening()
        given.entropy = _ENTROPY
        for name, message in (("given", given), ("fresh", opening())):
            update = start(guest, message)
            run.secrets |= _secrets_of_hand(ring, f"{name} 0", update)
            update = act(guest, update, step("raise_to", 0, 300))
            for seat in (0, 1, 2):
                guest.ask("ViewHand", hand_service_pb2.ViewHandRequest(state=update.state, seat=seat))
            question = act_request(update, step("all_in", 1)).SerializeToString()
            guest.ask("CheckAction", question)
            run.secrets |= _secrets_of_hand(ring, f"{name} 1", update)
        _live_with_players(run, guest, ring)
        _misbehave(guest, ring, start(guest, given))
        end = play_to_the_end(guest, given)
        run.secrets |= _secrets_of_hand(ring, "end", end)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    folder = tmp_path_factory.mktemp("logs")
    ring = new_ring()
    ring_file = folder / "ring.json"
    ring_file.write_text(ring.dump(), encoding="utf-8")
    flags = ("--ring-file", str(ring_file), "--allow-given-entropy", "--log-level", "debug")
    with serving(folder, *flags, "--fork-guard", "memory") as process:
        run = Run(process, secrets=_secrets_of_keys(ring))
        _live(run, ring)
        run.exit_code = process.leave(signal.SIGTERM)
        assert process.process.stdout is not None
        run.written = process.errors.read_bytes() + process.process.stdout.read().encode()
        yield run


def test_the_search_finds_what_leaks() -> None:
    secret = sha256(b"secret").digest()
    for written in (
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        b64encode(secret),
        b64encode(b"x" + secret),
        b64encode(b"xy" + secret + b"z"),
        repr(secret).encode(),
        json.dumps(secret.decode("latin-1"), ensure_ascii=False).encode(),
        str(list(secret)).encode(),
        b"..." + secret[:24],
        secret[12:],
    ):
        assert leaks(b'{"event": "' + written + b'"}', {"it": secret}), written
    assert leaks(sha256(secret).hexdigest().encode(), {"it": secret}) == []


def test_audit_11_no_secret_is_written(run: Run) -> None:
    assert len(run.secrets) > 290
    assert len(run.lines()) > 30
    assert leaks(run.written, run.secrets) == []


def test_the_process_lived_through_it_and_left_in_order(run: Run) -> None:
    assert run.exit_code == 0
    events = [line["event"] for line in run.lines()]
    assert events.count("incident") == 1
    assert events[-1] == "stopped"


def test_audit_11_the_log_schema_has_no_field_that_could_hold_a_card(run: Run) -> None:
    """Every field of a call's line is of a closed set, or what the caller sent to be found by."""
    methods = {path for path, _, _ in METHODS.values()}
    codes = {code.name for code in grpc.StatusCode}
    reasons = {
        name.removeprefix("ERROR_REASON_") for name in refusal_pb2.ErrorReason.DESCRIPTOR.values_by_name
    }
    assert set(EVENTS["call"]) == {"method", "code", "reason", "duration_ms", "peer", "request_id"}
    calls = [line for line in run.lines() if line["event"] == "call"]
    assert len(calls) > 30
    for line in calls:
        assert line["method"] in methods
        assert line["code"] in codes
        assert line.get("reason", "LIMIT") in reasons
        assert isinstance(line["duration_ms"], float)
        assert line["peer"] in {"ipv4", "ipv6", "unix"}
        assert "request_id" not in line


def test_audit_11_an_incident_says_where_and_nothing_of_what(run: Run) -> None:
    assert set(EVENTS["incident"]) == {"incident", "method", "error", "frames"}
    [line] = [line for line in run.lines() if line["event"] == "incident"]
    assert line["error"][0] == "UnreadableStateError"
    assert all(re.fullmatch(r"[\w./-]+:\d+ [\w<>]+", frame) for frame in line["frames"])


def test_no_line_has_a_field_that_the_schema_does_not_name(run: Run) -> None:
    for line in run.lines():
        assert line.keys() - {"time", "level", "event"} <= EVENTS[line["event"]].keys()
