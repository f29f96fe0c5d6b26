"""``floorman ring``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

from floorman.server.keys import new_ring

__all__ = ["ring"]

_OWNER_ONLY: Final = 0o600
_EPILOG: Final = """\b
Examples:
  floorman ring /etc/floorman/ring.json
  floorman serve --ring-file /etc/floorman/ring.json
"""


@click.command(epilog=_EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
def ring(file: Path) -> None:
    """Make a key ring, which replicas share and a restart needs.

    FILE must not exist, and only its owner can read it: whoever has the ring can read every state.
    """
    try:
        # never over an older ring, whose hands would be lost, and never readable for others, not for a moment
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY)
        with os.fdopen(descriptor, "w", encoding="utf-8") as out:
            out.write(new_ring().dump() + "\n")
    except OSError as error:
        raise click.ClickException(f"cannot make {file}: {error.strerror}") from None
    click.echo(f"{file} holds a new key ring")
