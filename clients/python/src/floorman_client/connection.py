"""How the service is reached: address, encryption, credentials, deadline, keepalive, retries."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import grpc
import grpc.aio

__all__ = ["Connection", "Tls"]

KEEPALIVE_MILLISECONDS: Final = 30_000
"""A connection that has been silent so long is pinged. The service takes a ping every 10 s, and ends a
connection that pings more often."""
KEEPALIVE_TIMEOUT_MILLISECONDS: Final = 10_000
"""A connection whose ping is not answered within so long is given up."""

_HAND_SERVICE: Final = "floorman.v1.HandService"
_EVALUATION_SERVICE: Final = "floorman.v1.EvaluationService"
# Equal requests give equal answers, so these may be repeated. StartHand draws fresh entropy: a lost start is
# a hand nobody saw, and whether to start another is for the host to say.
_REPEATABLE: Final = (
    {"service": _HAND_SERVICE, "method": "Act"},
    {"service": _HAND_SERVICE, "method": "CheckAction"},
    {"service": _HAND_SERVICE, "method": "ViewHand"},
    {"service": _HAND_SERVICE, "method": "AdjudicateHand"},
    {"service": _EVALUATION_SERVICE},
)
_SERVICE_CONFIG: Final = json.dumps(
    {
        "loadBalancingConfig": [{"round_robin": {}}],
        "methodConfig": [
            {
                "name": _REPEATABLE,
                "retryPolicy": {
                    # 0.1 + 0.2 + 0.4 + 0.8 seconds: time for a restart, and a table hardly notices
                    "maxAttempts": 5,
                    "initialBackoff": "0.1s",
                    "maxBackoff": "1s",
                    "backoffMultiplier": 2,
                    "retryableStatusCodes": ["UNAVAILABLE"],
                },
            },
        ],
    }
)


@dataclass(frozen=True, slots=True)
class Tls:
    """How a connection is encrypted, and who proves to be whom. ``Tls()`` trusts what gRPC trusts.

    Attributes:
        roots: the PEM file of the certificates to trust.
        certificate: the PEM file of the client's own certificate chain, for mutual TLS.
        key: the PEM file of its private key.
        server_name: the name that the service's certificate bears, where it is not that of the address.
    """

    roots: Path | None = None
    certificate: Path | None = None
    key: Path | None = None
    server_name: str | None = None

    def __post_init__(self) -> None:
        if (self.certificate is None) != (self.key is None):
            raise ValueError("a certificate and its key go together")

    def credentials(self) -> grpc.ChannelCredentials:
        """The credentials as gRPC takes them, read from the files.

        Raises:
            OSError: a file cannot be read.
        """
        return grpc.ssl_channel_credentials(
            root_certificates=self.roots.read_bytes() if self.roots else None,
            private_key=self.key.read_bytes() if self.key else None,
            certificate_chain=self.certificate.read_bytes() if self.certificate else None,
        )


@dataclass(frozen=True, slots=True)
class Connection:
    """Where the service is, and as whom it is called. Key and token show in no repr.

    Attributes:
        address: ``"host:port"``, ``"unix:PATH"`` or any other target that gRPC knows.
        tls: encryption; None is plain text, for the same machine or a network that encrypts by itself.
        api_key: sent with every call as ``x-api-key``.
        token: sent with every call as ``authorization: Bearer ...``.
        language: of the messages for people, ``"en"`` or ``"zh"``; None leaves it to the service.
        deadline: seconds that a call may take, its retries included; more than 0.
    """

    address: str
    _: KW_ONLY
    tls: Tls | None = None
    api_key: str | None = field(default=None, repr=False)
    token: str | None = field(default=None, repr=False)
    language: str | None = None
    deadline: float = 5.0

    def __post_init__(self) -> None:
        if not self.deadline > 0:
            raise ValueError(f"a deadline is more than 0 seconds, not {self.deadline}")

    @classmethod
    def to(cls, where: str | Connection) -> Connection:
        """The connection itself, or the plain one to an address."""
        return where if isinstance(where, Connection) else cls(where)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What goes with every call."""
        wanted = {
            "x-api-key": self.api_key,
            "authorization": self.token and f"Bearer {self.token}",
            "accept-language": self.language,
        }
        return tuple((name, value) for name, value in wanted.items() if value)

    def channel(self) -> grpc.Channel:
        """A new channel, to be closed by the caller."""
        if self.tls is None:
            return grpc.insecure_channel(self.address, self._options)
        return grpc.secure_channel(self.address, self.tls.credentials(), self._options)

    def aio_channel(self) -> grpc.aio.Channel:
        """A new asyncio channel of the running loop, to be closed by the caller."""
        if self.tls is None:
            return grpc.aio.insecure_channel(self.address, self._options)
        return grpc.aio.secure_channel(self.address, self.tls.credentials(), self._options)

    @property
    def _options(self) -> Sequence[tuple[str, Any]]:
        options: list[tuple[str, Any]] = [
            ("grpc.service_config", _SERVICE_CONFIG),
            ("grpc.primary_user_agent", f"floorman-client-python/{version('floorman-client')}"),
            ("grpc.keepalive_time_ms", KEEPALIVE_MILLISECONDS),
            ("grpc.keepalive_timeout_ms", KEEPALIVE_TIMEOUT_MILLISECONDS),
            # Between hands too: a line that a firewall has dropped is found before it costs a deadline.
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.max_pings_without_data", 0),
            # gRPC would wait a second before it connects again, almost as long as all retries together.
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 2000),
            # A connection of its own, so that several clients in a process may reach several workers.
            ("grpc.use_local_subchannel_pool", 1),
        ]
        if self.tls and self.tls.server_name:
            options.append(("grpc.ssl_target_name_override", self.tls.server_name))
        return options
