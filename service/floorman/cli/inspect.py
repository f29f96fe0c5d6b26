"""``floorman inspect``: what a token says in the clear, and to whoever holds its key."""

from __future__ import annotations

import binascii
import json
import re
import sys
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Final

import click

from floorman.rules.hand import NOBODY, STREETS, Hand
from floorman.sealing.opened import decode_opened
from floorman.sealing.ring import Ring
from floorman.sealing.ring_text import RingFormError
from floorman.sealing.seat_cards import decode_seat_cards
from floorman.sealing.state import CODECS, UnreadableStateError, decode_state
from floorman.sealing.token import Sealer, TokenHeader, TokenRefusedError, TokenType, read_header

__all__ = ["inspect"]

_HEX: Final = re.compile(r"([0-9a-fA-F]{2})+", re.ASCII)
_EPILOG: Final = """\b
Whoever holds a token of a running hand can play on with it, and the arguments of a program are no secret on
its machine: give a file, or - for standard input.

\b
Examples:
  floorman inspect state.bin                        the header, which needs no key
  floorman inspect - --ring ring.json < state.bin   and what is sealed in it, cards left out
"""

Facts = dict[str, str | int]


@click.command(epilog=_EPILOG)
@click.argument("token")
@click.option(
    "--ring",
    "ring_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The key ring that sealed it.",
)
@click.option("--json", "as_json", is_flag=True, help="As one line of JSON.")
def inspect(token: str, ring_file: Path | None, *, as_json: bool) -> None:
    """Say what a token is, and where its hand stands.

    TOKEN is a file, - for standard input, or the token itself; raw, hexadecimal or Base64. No card, key or
    seed is ever shown.
    """
    form = _token(token)
    try:
        facts = _header_facts(read_header(form), len(form))
        if ring_file is not None:
            facts |= _sealed_facts(form, _ring(ring_file))
    except TokenRefusedError as refused:
        raise click.ClickException(f"{refused}") from None
    except UnreadableStateError as error:
        raise click.ClickException(f"it authenticates, and yet {error}") from None
    if as_json:
        click.echo(json.dumps(facts))
        return
    for name, value in facts.items():
        click.echo(f"{name:<14}{value}")


def _token(text: str) -> bytes:
    """The bytes of a token, in whatever form an operator has it."""
    if text == "-":
        form = sys.stdin.buffer.read()
    else:
        try:
            form = Path(text).read_bytes()
        except (OSError, ValueError):  # no file, or no name that a file can have
            form = text.encode()
    written = form.decode("ascii", errors="ignore").strip()
    if len(written) >= len(form.strip()):
        if _HEX.fullmatch(written):
            return bytes.fromhex(written)
        try:
            return b64decode(written, validate=True)
        except binascii.Error:
            pass
    return form


def _ring(file: Path) -> Ring:
    try:
        return Ring.parse(file.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, RingFormError) as error:
        raise click.ClickException(f"{file} is no key ring: {error}") from None


def _header_facts(header: TokenHeader, size: int) -> Facts:
    facts: Facts = {
        "type": header.type.name,
        "codec": header.codec,
        "kid": header.kid,
        "hand_id": header.hand_id.hex(),
        "step": header.step,
        "opened": _moment(header.opened_ms) if header.opened_ms else "with given entropy",
        "nonce": header.nonce.hex(),
        "bytes": size,
    }
    return facts | {"seat": header.seat} if header.type is TokenType.VIEW else facts


def _moment(moment_ms: int) -> str:
    try:
        return datetime.fromtimestamp(moment_ms / 1000, UTC).isoformat(timespec="milliseconds")
    except (ValueError, OverflowError):  # nobody vouches for a header that is not opened
        return f"{moment_ms} ms"


def _sealed_facts(token: bytes, ring: Ring) -> Facts:
    """What an operator may see of a sealed token: where the hand stands, and no card."""
    kind = read_header(token).type
    _, plaintext = Sealer(ring, CODECS).open(token, kind, time_ns() // 1_000_000)
    facts: Facts = {"sealed": "by this ring"}
    match kind:
        case TokenType.STATE:
            state = decode_state(plaintext)
            facts |= {
                "rules_version": state.rules_version,
                "head_kid": state.head_kid,
                "level": state.level.name,
                "delivery": state.delivery.name,
                "head": state.head.hex(),
            }
            return facts | _hand_facts(state.hand)
        case TokenType.OPEN:
            opening = decode_opened(plaintext).opening
            return facts | {
                "table_id": opening.table_id,
                "hand_number": opening.hand_number,
                "attempt": opening.attempt,
                "level": opening.level.name,
                "delivery": opening.delivery.name,
                "seats": ", ".join(f"{seat.seat}: {seat.stack}" for seat in opening.seats),
            }
        case TokenType.VIEW:
            return facts | {"delivery": decode_seat_cards(plaintext).delivery.name}
        case TokenType.DRAW:
            return facts


def _hand_facts(hand: Hand) -> Facts:
    asked = "" if hand.actor == NOBODY else f", seat {hand.seats[hand.actor].number} is asked"
    return {
        "waits_for": f"{hand.phase.name}{asked}",
        "street": STREETS[hand.street],
        "pot": hand.pot,
        "button": hand.button,
        "seats": ", ".join(
            f"{seat.number}: {seat.stack}{' folded' if seat.folded else ''}"
            for seat in sorted(hand.seats, key=lambda seat: seat.number)
        ),
    }
