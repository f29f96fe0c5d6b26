"""``floorman keys``: the key ring of a house, from its first day through every rotation."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import time_ns
from typing import Final

import click

from floorman.fairness.keys import fingerprint
from floorman.records.house_keys import dump_house_keys
from floorman.sealing.ring import Ring
from floorman.sealing.ring_text import RingFormError
from floorman.sealing.rotation import RotationError, replaced, rotated
from floorman.server.keys import new_ring

__all__ = ["keys"]

_OWNER_ONLY: Final = 0o600
_MINUTE_MS: Final = 60_000
_FILE: Final = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group(
    epilog="""\b
Examples:
  floorman keys new /etc/floorman/ring.json          then: floorman serve --ring-file /etc/floorman/ring.json
  floorman keys rotate /etc/floorman/ring.json       then restart the replicas, one by one, within the hour
  floorman keys public /etc/floorman/ring.json > head_keys.json
"""
)
def keys() -> None:
    """Make, rotate and list key rings; hand out public keys.

    A key ring is a JSON file that replicas share and a restart needs. Whoever can read it can read every
    state.
    """


@keys.command()
@click.argument("file", type=click.Path(path_type=Path))
def new(file: Path) -> None:
    """Make a key ring.

    FILE must not exist, and only its owner will be able to read it.
    """
    try:
        # never over an older ring, whose hands would be lost
        _write_new(file, new_ring().dump())
    except OSError as error:
        raise click.ClickException(f"cannot make {file}: {error.strerror}") from None
    click.echo(f"{file} holds a new key ring")


@keys.command()
@click.argument("file", type=_FILE)
@click.option(
    "--lead",
    "lead_minutes",
    metavar="MINUTES",
    type=click.IntRange(1, 7 * 24 * 60),
    default=60,
    show_default=True,
    help="How long until the new keys are used: every replica must have the new ring by then.",
)
@click.option(
    "--incident",
    is_flag=True,
    help="A key may be known to others: new keys at once, and every hand under an old one ends.",
)
def rotate(file: Path, *, lead_minutes: int, incident: bool) -> None:
    """Give a ring new keys; hands that are running go on under the old ones.

    FILE is exchanged in one piece. Restart the replicas, one after the other, before the new keys begin.
    """
    ring = _read(file)
    now_ms = _now_ms()
    try:
        turned = replaced(ring, now_ms) if incident else rotated(ring, now_ms, lead_minutes * _MINUTE_MS)
        _exchange(file, turned.dump())
    except RotationError as error:
        raise click.ClickException(f"{file}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from None
    token_key, head_key = turned.token_keys[-1], turned.head_keys[-1]
    begin = _moment(token_key.not_before_ms)
    click.echo(f"{file}: token key {token_key.kid} and head key {head_key.kid} from {begin}")


@keys.command("list")
@click.argument("file", type=_FILE)
def list_keys(file: Path) -> None:
    """Say which keys a ring holds, and until when; no key is shown.

    The id of a token key tells two keys of one number apart; the fingerprint of a head key is what readers of
    records compare.
    """
    ring = _read(file)
    now_ms = _now_ms()
    for key in ring.token_keys:
        state = _state(key.not_before_ms, key.seal_until_ms, now_ms, opens=key.opens_at(now_ms))
        times = f"seals from {_moment(key.not_before_ms)} to {_moment(key.seal_until_ms)}"
        click.echo(f"token key {key.kid:<4}{state:<10}id {key.key_id().hex()}")
        click.echo(f"    {times}, opens until {_moment(key.open_until_ms)}")
    for entry in ring.head_keys:
        signs = entry.private_key is not None
        state = _state(entry.not_before_ms, entry.sign_until_ms, now_ms, opens=signs)
        times = f"signs from {_moment(entry.not_before_ms)} to {_moment(entry.sign_until_ms)}"
        click.echo(f"head key {entry.kid:<5}{state:<10}{fingerprint(entry.public_key)}")
        click.echo(f"    {times}{'' if signs else ', public half only'}")


@keys.command()
@click.argument("file", type=_FILE)
def public(file: Path) -> None:
    """Print the public head keys of a ring, for whoever proves records.

    They are no secret. Publish them where players can find them, with the fingerprints.
    """
    click.echo(dump_house_keys({entry.kid: entry.public_key for entry in _read(file).head_keys}), nl=False)


def _read(file: Path) -> Ring:
    try:
        return Ring.parse(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, RingFormError) as error:
        raise click.ClickException(f"{file} is no key ring: {error}") from None


def _write_new(file: Path, text: str) -> None:
    """A file that did not exist, and that others cannot read, not for a moment."""
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())


def _exchange(file: Path, text: str) -> None:
    """The old text or the new one, whatever happens between."""
    fresh = file.with_name(f".{file.name}.new")
    with suppress(FileNotFoundError):
        fresh.unlink()
    _write_new(fresh, text)
    fresh.replace(file)


def _state(begin_ms: int, end_ms: int, now_ms: int, *, opens: bool) -> str:
    if now_ms < begin_ms:
        return "to come"
    if now_ms < end_ms and opens:
        return "in use"
    return "old hands" if opens else "retired"


def _moment(moment_ms: int) -> str:
    return datetime.fromtimestamp(moment_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _now_ms() -> int:
    return time_ns() // 1_000_000
