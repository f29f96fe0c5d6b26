"""``floorman serve``: every setting as a flag, one JSON line when ready, words for a person at a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from floorman.fairness.selftest import SelfTestFailedError
from floorman.server.guards import GuardError
from floorman.server.keys import RingError
from floorman.server.process import RESTART_ORPHANS, Ready
from floorman.server.process import serve as serve_until_asked
from floorman.server.settings import Knob, SettingsError, knobs, load

__all__ = ["serve"]

_EPILOG: Final = """\b
Each flag is also a variable of the environment (--threads: FLOORMAN_THREADS) and a line of the TOML file
(threads = 4). A flag goes before a variable, a variable before the file. The key ring itself may stand in
FLOORMAN_RING; it is no flag, since every user of a machine can read flags.

\b
When ready, one line on standard output:
  {"event": "ready", "address": "127.0.0.1:7777", "port": 7777, "pid": 4711, "version": "0.1.0"}
The log goes to standard error, a JSON object a line.

\b
SIGTERM or Ctrl-C: health says NOT_SERVING, calls under way are finished, exit 0. A second one: at once.

\b
Examples:
  floorman serve                                       try it on this machine
  floorman serve --listen 0.0.0.0:7777 --ring-file /etc/floorman/ring.json
  floorman serve --listen unix:/run/floorman.sock      for a game server on the same machine
  floorman serve --listen 127.0.0.1:0 --exit-with-parent
                                                       started by a game server, which reads the port
  floorman serve --config floorman.toml                settings from a file
"""


def _with_every_setting(command: Callable[..., None]) -> Callable[..., None]:
    for knob in reversed([knob for knob in knobs() if not knob.secret]):
        command = _option(knob)(command)
    return command


def _option(knob: Knob) -> Callable[[Callable[..., None]], Callable[..., None]]:
    if not knob.form:
        default = "on" if knob.default else "off"
        names = f"{knob.flag}/--no-{knob.flag.removeprefix('--')}"
        return click.option(names, default=None, help=f"{knob.what}  [default: {default}]")
    shown = "" if knob.default is None else f"  [default: {knob.default}]"
    return click.option(knob.flag, metavar=knob.form, default=None, help=knob.what + shown)


@click.command(epilog=_EPILOG)
@click.option(
    "--config",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    default=None,
    help="Settings in TOML; also by FLOORMAN_CONFIG.",
)
@_with_every_setting
def serve(config: Path | None, **flags: object) -> None:
    """Start the service."""
    try:
        abandoned = serve_until_asked(load(flags, os.environ, config), _announce)
    except (SettingsError, RingError, GuardError, SelfTestFailedError, OSError) as error:
        raise click.ClickException(str(error)) from None
    if abandoned:
        # A thread that is still at work cannot be ended, and Python would wait for it.
        sys.stderr.flush()
        os._exit(0)


def _announce(ready: Ready) -> None:
    line = {
        "event": "ready",
        "address": ready.address,
        "port": ready.port,
        "pid": ready.pid,
        "version": ready.version,
    }
    click.echo(json.dumps(line))
    if sys.stdout.isatty():
        click.echo(_words(ready), err=True)


def _words(ready: Ready) -> str:
    floorman = _as_typed()
    words = f"""
Floorman {ready.version} takes calls on {ready.address}. In another terminal:

    {floorman} healthcheck --address {ready.address}
    {floorman} demo --address {ready.address}
    {floorman} play FILE.jsonl --address {ready.address}

A first hand from Python: clients/python/README.md. Ctrl-C to leave.
"""
    if ready.ring == "process":
        words += f"\nMind: {RESTART_ORPHANS}. `floorman keys new FILE` makes one for --ring-file.\n"
    return words


def _as_typed() -> str:
    """The command as it was called here, so that the next one can be copied: ``.venv/bin/floorman``."""
    called = Path(sys.argv[0])
    return str(called) if called.name == "floorman" and not called.is_absolute() else "floorman"
