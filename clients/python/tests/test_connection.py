"""How the floor is reached: sockets, encryption, credentials, keepalive."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from clients.python.tests.fake_floor import FakeFloor, served, waits
from floorman_client import Connection, Floorman, Tls, UnavailableError, aio, connection
from floorman_client.v1 import HandOpening

TOKEN = "t-1"  # noqa: S105 (opens nothing)


@dataclass
class Authority:
    """A certificate authority in a folder."""

    folder: Path

    def __post_init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name.from_rfc4514_string("CN=card room")
        self.roots = self.folder / "roots.pem"
        self.roots.write_bytes(self._certificate(self._name, self._key.public_key(), authority=True))

    def issue(self, name: str) -> tuple[Path, Path]:
        """A certificate for a name and for the loopback address, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        certificate, secret = self.folder / f"{name}.pem", self.folder / f"{name}.key"
        certificate.write_bytes(
            self._certificate(x509.Name.from_rfc4514_string(f"CN={name}"), key.public_key(), names=[name])
        )
        secret.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return certificate, secret

    def _certificate(
        self,
        subject: x509.Name,
        key: ec.EllipticCurvePublicKey,
        *,
        names: list[str] | None = None,
        authority: bool = False,
    ) -> bytes:
        now = dt.datetime.now(dt.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(hours=1))
            .not_valid_after(now + dt.timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if names:
            san = x509.SubjectAlternativeName([x509.DNSName(name) for name in names])
            builder = builder.add_extension(san, critical=False)
        return builder.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM)


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(tmp_path)


def server_credentials(authority: Authority, name: str, *, mutual: bool = False) -> grpc.ServerCredentials:
    certificate, key = authority.issue(name)
    return grpc.ssl_server_credentials(
        [(key.read_bytes(), certificate.read_bytes())],
        root_certificates=authority.roots.read_bytes() if mutual else None,
        require_client_auth=mutual,
    )


def greets(where: Connection) -> None:
    with Floorman(where) as client:
        client.start(HandOpening())


def greets_by_asyncio(where: Connection) -> None:
    async def greet() -> None:
        async with aio.Floorman(where) as client:
            await client.start(HandOpening())

    asyncio.run(greet())


both_ways = pytest.mark.parametrize("greet", [greets, greets_by_asyncio])


@both_ways
def test_a_floor_behind_tls(
    floor: FakeFloor, authority: Authority, greet: Callable[[Connection], None]
) -> None:
    with served(floor, credentials=server_credentials(authority, "floor.example")) as address:
        greet(Connection(address, tls=Tls(roots=authority.roots, server_name="floor.example")))
        assert len(floor.requests) == 1

        with pytest.raises(UnavailableError):  # the certificate is not of this name
            greet(Connection(address, tls=Tls(roots=authority.roots)))
        with pytest.raises(UnavailableError):  # nor of an authority that everybody trusts
            greet(Connection(address, tls=Tls(server_name="floor.example")))
        with pytest.raises(UnavailableError):  # and plain text is not understood
            greet(Connection(address))
        assert len(floor.requests) == 1


@both_ways
def test_a_floor_that_asks_who_calls(
    floor: FakeFloor, authority: Authority, greet: Callable[[Connection], None]
) -> None:
    certificate, key = authority.issue("host.example")
    with served(floor, credentials=server_credentials(authority, "floor.example", mutual=True)) as address:
        with pytest.raises(UnavailableError):
            greet(Connection(address, tls=Tls(roots=authority.roots, server_name="floor.example")))
        greet(Connection(address, tls=Tls(authority.roots, certificate, key, "floor.example")))
    assert len(floor.requests) == 1


@both_ways
def test_a_floor_on_a_unix_socket(
    floor: FakeFloor, tmp_path: Path, greet: Callable[[Connection], None]
) -> None:
    with served(floor, f"unix:{tmp_path}/floor.sock") as address:
        greet(Connection(address))
    assert len(floor.requests) == 1


@both_ways
def test_credentials_and_language_go_with_every_call(
    floor: FakeFloor, address: str, greet: Callable[[Connection], None]
) -> None:
    greet(Connection(address, api_key="k-1", token=TOKEN, language="zh"))
    assert floor.metadata["x-api-key"] == "k-1"
    assert floor.metadata["authorization"] == f"Bearer {TOKEN}"
    assert floor.metadata["accept-language"] == "zh"
    agent = floor.metadata["user-agent"]
    assert isinstance(agent, str)
    assert agent.startswith(f"floorman-client-python/{version('floorman-client')} ")


@both_ways
def test_nothing_is_sent_that_was_not_given(
    floor: FakeFloor, address: str, greet: Callable[[Connection], None]
) -> None:
    greet(Connection(address))
    assert not floor.metadata.keys() & {"x-api-key", "authorization", "accept-language"}


def test_keys_and_tokens_show_in_no_repr() -> None:
    told = repr(Connection("floor.example:443", tls=Tls(), api_key="k-1", token=TOKEN))
    assert "k-1" not in told
    assert TOKEN not in told


def test_a_deadline_is_more_than_nothing() -> None:
    with pytest.raises(ValueError, match="more than 0 seconds, not 0"):
        Connection("floor.example:443", deadline=0)


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="go together"):
        Tls(certificate=tmp_path / "host.pem")


# The published pair: a client pings every 30 s, the service takes it every 10 s. Here as fast as gRPC pings
# at all, once a second, and without patience: the second ping that comes too early ends the connection.
IMPATIENT = ("grpc.http2.max_ping_strikes", 1)
SEVERAL_PINGS = 4.0
SERVICE_TAKES = (
    ("grpc.http2.min_ping_interval_without_data_ms", 300),
    ("grpc.keepalive_permit_without_calls", 1),
)


def test_a_floor_that_takes_the_pings_stays(floor: FakeFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "KEEPALIVE_MILLISECONDS", 300)
    floor.whims.append(waits(SEVERAL_PINGS))
    with served(floor, options=(IMPATIENT, *SERVICE_TAKES)) as address:
        greets(Connection(address))


def test_a_floor_that_is_pinged_too_often_hangs_up(floor: FakeFloor, monkeypatch: pytest.MonkeyPatch) -> None:
    # what the test before would see if the pair did not fit
    monkeypatch.setattr(connection, "KEEPALIVE_MILLISECONDS", 300)
    floor.whims.append(waits(SEVERAL_PINGS))
    with served(floor, options=(IMPATIENT,)) as address, pytest.raises(UnavailableError, match="pings"):
        greets(Connection(address))
