"""A service for one command, whose deals can be repeated and whose signatures can be checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["own_service"]


@contextmanager
def own_service() -> Iterator[tuple[str, bytes]]:
    """A service that ends with the block: its address, and the public key that its heads are signed with."""
    # Here and not above: `--help` needs no server.
    from floorman.api import Floor  # noqa: PLC0415
    from floorman.server.keys import temporary_ring  # noqa: PLC0415
    from floorman.server.local import running  # noqa: PLC0415

    ring = temporary_ring()
    with running(Floor(ring, allow_given_entropy=True)) as address:
        yield address, ring.head_keys[0].public_key
