"""``floorman verify``: the proof of recorded hands, offline."""

from __future__ import annotations

import binascii
import json
import re
from base64 import b64decode
from pathlib import Path
from typing import Final

import click
from google.protobuf.json_format import ParseDict, ParseError

from floorman.cards import NotACardError
from floorman.cli.fork_words import tell_fork
from floorman.cli.proof_words import tell_proofs
from floorman.cli.record_proofs import Wish, prove_all, record_files
from floorman.fairness.card_opening import CardOpening
from floorman.records.house_keys import PINNED_KEYS, HouseKeysError, parse_house_keys
from floorman.records.reading import NotARecordError
from floorman.records.record_file import card_opening_from_message
from floorman.v1 import cards_pb2

__all__ = ["verify"]

_HEX: Final = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_EPILOG: Final = f"""\b
Signatures are checked with the house's public head keys: those of --keys, else those in a file
{PINNED_KEYS} beside the record. Without a key the signatures stay unchecked, and the proof does not hold.
A key proves as much as the way by which it came: compare fingerprints once with somebody you trust.

\b
Exit code 0 if and only if every record is proved (with --fork: if the two are a proof).

\b
Examples:
  floorman verify hand.flmr --keys head_keys.json
  floorman verify records/ --json                    a folder, on all cores
  floorman verify hand.flmr --openings mine.json     with cards that only you were shown
  floorman verify hand.flmr --escrow-key auditor.key
  floorman verify --fork one.flmr other.flmr         one hand, played twice?
"""
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(epilog=_EPILOG)
@click.argument("records", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--keys", "key_files", metavar="FILE", multiple=True, type=_FILE, help="Public head keys.")
@click.option("--no-signatures", is_flag=True, help="Do without the house's signatures, if a key is missing.")
@click.option(
    "--openings",
    metavar="FILE",
    type=_FILE,
    help="Openings of hidden cards, as JSON: a seat's view, or what RevealHand answered.",
)
@click.option(
    "--escrow-key",
    metavar="FILE",
    type=_FILE,
    help="An auditor's private key (X25519: 32 bytes, 64 hexadecimal digits or Base64), to open whole decks.",
)
@click.option("--fork", metavar="A B", nargs=2, type=_FILE, help="Two records that cannot both be true.")
@click.option(
    "--json", "as_json", is_flag=True, help="A line of JSON for each record, and one for the count."
)
@click.option("--quiet", is_flag=True, help="No progress bar; without --json, the count only.")
@click.pass_context
def verify(  # noqa: PLR0913 (click passes options by name)
    context: click.Context,
    *,
    records: tuple[Path, ...],
    key_files: tuple[Path, ...],
    no_signatures: bool,
    openings: Path | None,
    escrow_key: Path | None,
    fork: tuple[Path, Path] | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Prove recorded hands: the deal, every rule and every chip.

    RECORD is a file that ExportHand made (.flmr or .json) or a folder of them. Everything is computed anew,
    from the record and the house's public keys alone; no service is asked.
    """
    if (fork is None) is not bool(records):
        raise click.UsageError("give records to prove, or --fork and two records to compare")
    keys = _keys(key_files)
    if fork is not None:
        context.exit(0 if tell_fork(*fork, keys, as_json=as_json) else 1)
    files = record_files(records)
    if not files:
        raise click.UsageError("no record (.flmr or .json) there")
    if openings is not None and len(files) > 1:
        raise click.UsageError("--openings are the cards of one hand: give one record")
    wish = Wish(
        keys=keys,
        want_signatures=not no_signatures,
        openings=_openings(openings) if openings is not None else (),
        escrow_key=_private_key(escrow_key) if escrow_key is not None else b"",
    )
    all_hold = tell_proofs(prove_all(files, wish), len(files), as_json=as_json, quiet=quiet)
    context.exit(0 if all_hold else 1)


def _keys(files: tuple[Path, ...]) -> dict[int, bytes]:
    keys: dict[int, bytes] = {}
    for file in files:
        try:
            more = parse_house_keys(file.read_text(encoding="utf-8"))
        except (HouseKeysError, UnicodeDecodeError) as error:
            raise click.UsageError(f"{file}: {error}") from None
        clash = next((kid for kid in more if keys.get(kid, more[kid]) != more[kid]), None)
        if clash is not None:
            raise click.UsageError(f"{file}: head key {clash} is another one than before")
        keys |= more
    return keys


def _openings(file: Path) -> tuple[CardOpening, ...]:
    """The openings in a JSON object of the contract: ``SeatView``, ``RevealHandResponse`` and the like."""
    try:
        listed = json.loads(file.read_text(encoding="utf-8"))["openings"]
        messages = [ParseDict(one, cards_pb2.CardOpening()) for one in listed]
        return tuple(card_opening_from_message(message) for message in messages)
    except (ValueError, KeyError, TypeError, ParseError, NotARecordError, NotACardError) as error:
        raise click.UsageError(f"{file} holds no openings: {error}") from None


def _private_key(file: Path) -> bytes:
    """32 bytes, raw or as text; what is wrong is said without a byte of it."""
    form = file.read_bytes()
    text = form.decode("ascii", errors="ignore").strip()
    if len(form) == 32:
        return form
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    try:
        key = b64decode(text, validate=True)
    except binascii.Error:
        key = b""
    if len(key) != 32:
        raise click.UsageError(f"{file} holds no private key of 32 bytes")
    return key
