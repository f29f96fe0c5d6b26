"""``python -m floorman.cli`` is ``floorman``."""

from __future__ import annotations

from floorman.cli import main

main(prog_name="floorman")
