"""``floorman version``."""

from __future__ import annotations

from importlib.metadata import version as version_of

import click

__all__ = ["version"]


@click.command()
def version() -> None:
    """Say which Floorman this is."""
    click.echo(f"floorman {version_of('floorman')}")
