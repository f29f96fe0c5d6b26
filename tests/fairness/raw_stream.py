"""The bytes that the shuffles are made of, for any tester of random streams.

    python -m tests.fairness.raw_stream | dieharder -g 200 -a

They are what the service draws on: for hand after hand the first Generate request of its own generator, 256
bytes. ``--run`` picks other hands; the stream ends when its reader does.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice

from floorman.fairness.drbg import HmacDrbg
from floorman.fairness.labels import label
from tests.fairness.generators import hands

__all__ = ["raw_bytes"]

_REQUEST = 256
_HANDS_AT_ONCE = 256
_SIGMA = label("sigma")


def raw_bytes(run: int) -> Iterator[bytes]:
    """The stream in chunks of 65,536 bytes, without end."""
    source = hands(run)
    while True:
        requests = [
            HmacDrbg(entropy, hand_id, _SIGMA).generate(_REQUEST)
            for entropy, hand_id in islice(source, _HANDS_AT_ONCE)
        ]
        yield b"".join(requests)


def main() -> None:
    """Writes the stream to standard output."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", type=int, default=1, help="which hands (default: 1)")
    with suppress(BrokenPipeError):
        for chunk in raw_bytes(parser.parse_args().run):
            sys.stdout.buffer.write(chunk)


if __name__ == "__main__":
    main()
