"""The command line: ``floorman serve``, ``play``, ``adjudicate``, ``demo`` and the small ones.

Each command lives in a module of its own name, which is loaded when it is used: ``floorman version`` loads no
gRPC.
"""

from __future__ import annotations

import os
from importlib import import_module
from types import MappingProxyType
from typing import Final

import click

__all__ = ["COMMANDS", "main"]

# In the order in which a newcomer meets them.
COMMANDS: Final = MappingProxyType(
    {
        "demo": "Deal and play some hands through gRPC, and prove the deal.",
        "serve": "Start the service.",
        "play": "Play cases through the service, and report every difference.",
        "adjudicate": "Rule on recorded hands, and compare the final stacks.",
        "table": "Play a table's life at random, and check what it promises.",
        "config": "Explain the rules of a table.",
        "verify": "Prove recorded hands: the deal, every rule and every chip.",
        "keys": "Make, rotate and list key rings; hand out public keys.",
        "inspect": "Say what a token is, and where its hand stands.",
        "healthcheck": "Ask a running service whether it serves.",
        "version": "Say which Floorman this is.",
    }
)


class _Loading(click.Group):
    """A group that knows its commands by name and loads one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature, as below)
        """All of them, loaded or not."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load the one."""
        if cmd_name not in COMMANDS:
            return None
        # gRPC's core writes lines of its own on standard error, where our log is, and reads this when it is
        # loaded. What goes wrong there is raised in Python too.
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")
        module = import_module(f"{__name__}.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Their lines in the help, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_Loading,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Start here:
  floorman demo                        see hands dealt, played, paid and proved
  floorman serve                       start the service on 127.0.0.1:7777
  floorman play hands.jsonl            play recorded hands through a service of its own
  floorman COMMAND --help              more about each
""",
)
def main() -> None:
    """Floorman is the floor of a card room as a service.

    It deals a Texas Hold'em hand, rules on every action and pays the pots, for game clients in any language,
    over gRPC. It keeps no table, no player and no database: a game server hands it a hand's sealed state and
    an action, and gets back the next sealed state and what happened, or a refusal that says why.
    """
