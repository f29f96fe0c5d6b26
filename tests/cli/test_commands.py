"""The frame of the command line: what there is, and that each command is loaded when it is used."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.metadata import version

import pytest
from click import Context
from click.testing import CliRunner

from floorman.cli import COMMANDS, main


def test_the_help_lists_every_command_with_a_line() -> None:
    shown = CliRunner().invoke(main, ["--help"]).stdout
    for name, line in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(line)}$", shown, re.MULTILINE), name


@pytest.mark.parametrize("arguments", [["--help"], ["version"]])
def test_what_needs_no_grpc_loads_none(arguments: list[str]) -> None:
    program = (
        "import sys\n"
        "from floorman.cli import main\n"
        f"main({arguments!r}, standalone_mode=False)\n"
        "assert not {'grpc', 'google.protobuf', 'floorman.v1'} & set(sys.modules)\n"
    )
    subprocess.run(  # noqa: S603 (our own program)
        (sys.executable, "-c", program), check=True, capture_output=True, timeout=30
    )


def test_version() -> None:
    assert CliRunner().invoke(main, ["version"]).stdout == f"floorman {version('floorman')}\n"


def test_a_command_that_does_not_exist_is_refused() -> None:
    ended = CliRunner().invoke(main, ["jackpot"])
    assert ended.exit_code == 2
    assert "No such command 'jackpot'" in ended.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_in_its_own_help_what_the_list_says(name: str) -> None:
    command = main.get_command(Context(main), name)
    assert command is not None
    assert command.help is not None
    assert command.help.splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", ["serve", "keys", "verify", "inspect", "healthcheck"])
def test_the_help_of_a_running_service_teaches_by_examples(name: str) -> None:
    shown = CliRunner().invoke(main, [name, "--help"]).stdout
    assert re.search(rf"^  Examples:\n    floorman {name}\b", shown, re.MULTILINE)
