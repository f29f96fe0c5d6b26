"""``floorman inspect``: what a token says in the clear and under its key, and never a card."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from pathlib import Path
from typing import Any, Final

import pytest
from click.testing import CliRunner, Result

from floorman.cards import card_name
from floorman.cli.inspect import inspect
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.opening import Delivery, Level, OpenFlag
from floorman.rules.floor import open_hand
from floorman.sealing.opened import OpenedHand, encode_opened
from floorman.sealing.seat_cards import SeatCards, encode_seat_cards
from floorman.sealing.state import CODEC, CODECS, HandState, encode_state
from floorman.sealing.token import Sealer, TokenHeader, TokenType
from tests.fairness.vectors import VECTORS, opening_of
from tests.properties.desk import ring
from tests.properties.tables import StackedDeck
from tests.records.lies import three_seats

HAND_ID: Final = bytes(range(16))
SECRET: Final = bytes(range(100, 132))
DECK: Final = StackedDeck(tuple(random.Random(1).sample(range(52), 52)))


def run(*args: str | Path, stdin: bytes = b"") -> Result:
    return CliRunner().invoke(inspect, [str(arg) for arg in args], input=stdin)


def told(*args: str | Path, stdin: bytes = b"") -> dict[str, Any]:
    ended = run("--json", *args, stdin=stdin)
    assert ended.exit_code == 0, ended.output
    facts: dict[str, Any] = json.loads(ended.stdout)
    return facts


def sealed(kind: TokenType, plaintext: bytes, seat: int = 0xFF) -> bytes:
    header = TokenHeader(kind, CODEC, 1, HAND_ID, 0, 1_700_000_000_000, bytes(12), seat)
    return Sealer(ring(), CODECS).seal(header, plaintext)


def state_token() -> bytes:
    hand, _ = open_hand(three_seats(), DECK)
    state = HandState(
        entropy=SECRET,
        open_head=bytes(32),
        seed=bytes(32),
        head=bytes(range(32)),
        rules_version=1,
        head_kid=1,
        flags=OpenFlag(0),
        delivery=Delivery.HOST,
        level=Level.COMMIT,
        action_keys={},
        delivery_keys={},
        hand=hand,
    )
    return sealed(TokenType.STATE, encode_state(state))


@pytest.fixture
def ring_file(tmp_path: Path) -> Path:
    file = tmp_path / "ring.json"
    file.write_text(ring().dump())
    return file


# --- in the clear ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", VECTORS["tokens"], ids=lambda row: row["type"])
def test_the_header_of_a_token_of_each_type_needs_no_key(row: dict[str, Any]) -> None:
    facts = told(row["token"])
    for name in ("codec", "kid", "hand_id", "step"):
        assert facts[name] == row[name]
    assert facts["type"] == row["type"].upper()
    assert facts["nonce"] == row["head"][:24]
    assert facts.get("seat", 0xFF) == row["seat"]
    opened = {0: "with given entropy", 1_700_000_000_000: "2023-11-14T22:13:20.000+00:00"}
    assert facts["opened"] == opened[row["opened_ms"]]


def test_a_token_comes_as_a_file_on_standard_input_or_as_text(tmp_path: Path) -> None:
    form = state_token()
    texts = [form, form.hex().encode(), b64encode(form) + b"\n"]
    for place, text in enumerate(texts):
        file = tmp_path / str(place)
        file.write_bytes(text)
        assert told(file) == told("-", stdin=text) == told(form.hex())
    assert told(b64encode(form).decode())["bytes"] == len(form)


@pytest.mark.parametrize("text", ["", "nothing", "00" * 64, "464c4d31" + "00" * 60])
def test_what_is_no_token(text: str) -> None:
    ended = run(text)
    assert ended.exit_code == 1
    assert ended.stderr.startswith("Error: ")


# --- under the key -----------------------------------------------------------------------------------------


def test_with_the_ring_an_operator_sees_where_the_hand_stands(ring_file: Path) -> None:
    facts = told(state_token().hex(), "--ring", ring_file)
    assert facts["sealed"] == "by this ring"
    assert facts["waits_for"] == "BET, seat 1 is asked"
    assert (facts["street"], facts["pot"], facts["button"]) == ("PREFLOP", 3, 1)
    assert facts["seats"] == "1: 100, 2: 99, 3: 98"
    assert (facts["level"], facts["delivery"]) == ("COMMIT", "HOST")


def test_no_card_and_no_secret_is_shown(ring_file: Path) -> None:
    shown = run(state_token().hex(), "--ring", ring_file).output
    assert SECRET.hex() not in shown
    words = set(shown.replace(",", " ").split())
    assert not words & {card_name(card) for card in range(52)}


def test_an_opened_hand_and_a_seats_cards(ring_file: Path) -> None:
    opening = opening_of(VECTORS["hand"]["opening"])
    opened = OpenedHand(SECRET, opening, three_seats())
    facts = told(sealed(TokenType.OPEN, encode_opened(opened)).hex(), "--ring", ring_file)
    assert (facts["table_id"], facts["hand_number"], facts["level"]) == ("main-7", 106, "COMMITTED")
    first, second = (CardOpening(index, index, index, SECRET) for index in (1, 2))
    cards = SeatCards(Delivery.SEAT_KEY, bytes(32), bytes(32), (first, second))
    ended = run(sealed(TokenType.VIEW, encode_seat_cards(cards), 5).hex(), "--ring", ring_file)
    assert "SEAT_KEY" in ended.output
    assert SECRET.hex() not in ended.output
    assert told(sealed(TokenType.DRAW, SECRET).hex(), "--ring", ring_file)["sealed"] == "by this ring"


def test_a_token_of_another_house_or_a_changed_one(ring_file: Path) -> None:
    form = state_token()
    changed = run((form[:-1] + bytes((form[-1] ^ 1,))).hex(), "--ring", ring_file)
    assert (changed.exit_code, changed.stderr) == (1, "Error: does not authenticate\n")
    other = run(VECTORS["tokens"][1]["token"], "--ring", ring_file)
    assert (other.exit_code, "not on the ring" in other.stderr) == (1, True)
    nonsense = run(sealed(TokenType.STATE, b"nonsense").hex(), "--ring", ring_file)
    assert "does not decode" in nonsense.stderr


def test_a_ring_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "ring.json"
    file.write_text("nearly a secret")
    ended = run(state_token().hex(), "--ring", file)
    assert ended.exit_code == 1
    assert "nearly" not in ended.output
