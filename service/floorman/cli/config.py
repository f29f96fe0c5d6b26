"""``floorman config explain``: what the rules of a table come to."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.table import Table

from floorman.api import Rejected
from floorman.api.explained_wire import effective_config
from floorman.cli.table_switches import Switch, SwitchError, table_config
from floorman.v1 import config_pb2, refusal_pb2, table_service_pb2

__all__ = ["config"]

_SOURCE_PREFIX: Final = "SWITCH_SOURCE_"
_WIDTH: Final = 100
_WHERE: Final = "config."
_EPILOG: Final = """\b
Examples:
  floorman config explain table.toml
  floorman config explain table.json --language zh

\b
table.toml:
  preset = "WSOP_CASH"
  small_blind = 5
  big_blind = 10
  straddle_seats = ["UTG"]

Exit code 0 if the table can be played, 1 if it cannot, 2 if the file cannot be read.
"""


@click.group()
def config() -> None:
    """Explain the rules of a table."""


@config.command(epilog=_EPILOG)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--language", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Of the house rules."
)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.pass_context
def explain(
    context: click.Context,
    file: Path,
    language: str,
    as_json: bool,  # noqa: FBT001 (click passes options by name)
) -> None:
    """Say what the rules of a table come to.

    FILE is TOML or JSON: a preset and the switches that differ from it, by the names of the rule book.
    Printed are every switch with its value and where the value comes from, the digest that every hand of
    the table is bound to, and the house rules in words; or everything that is wrong.
    """
    message, problems = _as_config(_read(file))
    found = _explained(message)
    if isinstance(found, refusal_pb2.Refusal):
        problems += [
            (one.field.removeprefix(_WHERE), one.description)
            for one in found.field_violations
            if one.field.removeprefix(_WHERE) not in dict(problems)
        ]
    if problems or isinstance(found, refusal_pb2.Refusal):
        _print_problems(problems, as_json=as_json)
        context.exit(1)
    elif as_json:
        click.echo(json.dumps(_as_json(found, language), ensure_ascii=False, indent=2))
    else:
        _print(found, language)


def _explained(
    message: config_pb2.TableConfig,
) -> table_service_pb2.EffectiveConfig | refusal_pb2.Refusal:
    try:
        return effective_config(message)
    except Rejected as rejection:
        return rejection.refusal


def _read(file: Path) -> dict[str, Any]:
    """The file's switches; TOML where its name says so, else JSON."""
    try:
        text = file.read_text(encoding="utf-8")
        read = tomllib.loads(text) if file.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{file} cannot be read: {error}") from None
    if not isinstance(read, dict):
        raise click.UsageError(f"{file} names no switches")
    return read


def _as_config(read: dict[str, Any]) -> tuple[config_pb2.TableConfig, list[tuple[str, str]]]:
    """The contract's config, and what of the file it cannot say, switch by switch."""
    message = config_pb2.TableConfig()
    problems: list[tuple[str, str]] = []
    preset = read.pop("preset", "")
    if isinstance(preset, str):
        message.preset = preset
    else:
        problems.append(("preset", "is the name of a preset"))
    for name, value in read.items():
        given: Switch = value
        try:
            message.MergeFrom(table_config("", {name: given}))
        except SwitchError as error:
            problems.append((name, str(error).removeprefix(f"{name}: ")))
    return message, problems


def _print_problems(problems: list[tuple[str, str]], *, as_json: bool) -> None:
    if as_json:
        listed = [{"switch": name, "problem": text} for name, text in problems]
        click.echo(json.dumps({"problems": listed}, ensure_ascii=False, indent=2))
        return
    click.echo("This table cannot be played:", err=True)
    for name, text in problems:
        click.echo(f"  {name}: {text}", err=True)


def _source(switch: table_service_pb2.EffectiveSwitch) -> str:
    name = table_service_pb2.SwitchSource.Name(switch.source)
    return name.removeprefix(_SOURCE_PREFIX).lower()


def _lines(effective: table_service_pb2.EffectiveConfig, language: str) -> list[table_service_pb2.RuleLine]:
    return [line for sheet in effective.rule_sheets if sheet.language == language for line in sheet.lines]


def _as_json(effective: table_service_pb2.EffectiveConfig, language: str) -> dict[str, Any]:
    return {
        "switches": [
            {"name": one.name, "value": one.value, "source": _source(one), "rule": one.rule}
            for one in effective.switches
        ],
        "cfg_hash": effective.cfg_hash.hex(),
        "house_rules": [{"rule": one.rule, "text": one.text} for one in _lines(effective, language)],
    }


def _print(effective: table_service_pb2.EffectiveConfig, language: str) -> None:
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = _WIDTH  # the same lines wherever they go
    switches = Table("switch", "value", "from", "rule", box=None, pad_edge=False, header_style="bold")
    for one in effective.switches:
        quiet = one.source in {
            table_service_pb2.SWITCH_SOURCE_DEFAULT,
            table_service_pb2.SWITCH_SOURCE_DERIVED,
        }
        switches.add_row(one.name, one.value, _source(one), one.rule, style="dim" if quiet else "")
    console.print(switches)
    console.print(f"\nconfig hash {effective.cfg_hash.hex()}\n", soft_wrap=True)
    rules = Table("rule", "house rules", box=None, pad_edge=False, header_style="bold")
    for line in _lines(effective, language):
        rules.add_row(line.rule, line.text)
    console.print(rules)
