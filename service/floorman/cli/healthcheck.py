"""``floorman healthcheck``: for container probes, which need a program and no shell."""

from __future__ import annotations

import os
from typing import Final

import click
import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from floorman.server.settings import SettingsError, load

__all__ = ["healthcheck"]

_EPILOG: Final = """\b
Exit 0 if it serves, 1 if it does not or does not answer.

\b
Examples:
  floorman healthcheck                              where FLOORMAN_LISTEN or FLOORMAN_CONFIG say
  floorman healthcheck --address 127.0.0.1:7777
  floorman healthcheck --address unix:/run/floorman.sock
"""


@click.command(epilog=_EPILOG)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="HOST:PORT or unix:PATH; by default where the same environment would make `serve` listen.",
)
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=click.FloatRange(min=0, min_open=True),
    default=2.0,
    show_default=True,
    help="How long to wait for the answer.",
)
def healthcheck(address: str | None, timeout: float) -> None:
    """Ask a running service whether it serves."""
    try:
        address = address or load({}, os.environ).listen.dialled()
        with grpc.insecure_channel(address) as channel:
            check = health_pb2_grpc.HealthStub(channel).Check  # type: ignore[attr-defined]  # made at run time
            answer = check(health_pb2.HealthCheckRequest(), timeout=timeout)
    except SettingsError as error:
        raise click.ClickException(str(error)) from None
    except grpc.RpcError as error:
        raise click.ClickException(
            f"{address} does not answer ({error.code().name}): is `floorman serve` running there?"
        ) from None
    status = health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)
    if answer.status != health_pb2.HealthCheckResponse.SERVING:
        raise click.ClickException(f"{address} says {status}")
    click.echo(f"{address} says {status}")
