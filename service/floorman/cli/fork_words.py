"""The proof that a hand was played or opened twice, in words that can be passed on."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import click
from rich.console import Console
from rich.text import Text

from floorman.fairness.keys import fingerprint
from floorman.records.fork_proof import ForkProof, fork_between
from floorman.records.reading import NotARecordError
from floorman.records.record_file import load_record

__all__ = ["tell_fork"]


def tell_fork(one: Path, other: Path, keys: Mapping[int, bytes], *, as_json: bool) -> bool:
    """Tells what two records prove together; whether they prove something."""
    try:
        proof = fork_between(load_record(one.read_bytes()), load_record(other.read_bytes()), keys)
    except NotARecordError as error:
        raise click.ClickException(f"a record cannot be read: {error}") from None
    if as_json:
        sys.stdout.write(json.dumps(_as_json(proof, keys)) + "\n")
    else:
        _tell(Console(highlight=False, soft_wrap=True), proof, keys)
    return proof.verdict.proves


def _as_json(proof: ForkProof, keys: Mapping[int, bytes]) -> dict[str, object]:
    shown = proof.verdict.proves
    return {
        "verdict": proof.verdict.name,
        "proves": shown,
        "hand_id": proof.hand_id.hex(),
        "head_kid": proof.head_kid,
        "public_key": keys[proof.head_kid].hex() if shown else "",
        "signed": [
            {
                "what": value.what,
                "parent": value.parent.hex(),
                "head": value.head.hex(),
                "signature": value.signature.hex(),
            }
            for value in proof.values
        ],
    }


def _tell(people: Console, proof: ForkProof, keys: Mapping[int, bytes]) -> None:
    if not proof.verdict.proves:
        people.print(Text.assemble(("✗", "bold red"), f" {proof.verdict.value}"))
        return
    people.print(Text.assemble(("!", "bold red"), (f" {proof.verdict.value}", "bold")))
    people.print(f"  hand {proof.hand_id.hex()}")
    people.print(f"  both signed by head key {proof.head_kid}, {fingerprint(keys[proof.head_kid])}")
    for value in proof.values:
        people.print(f"  {value.what}")
        for name in ("parent", "head", "signature"):
            if form := getattr(value, name):
                people.print(f"    {name:<10}{form.hex()}")
