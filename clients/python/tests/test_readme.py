"""What the README shows is what happens."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

local = pytest.importorskip("floorman.server.local", reason="the service is not installed here")

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```python\n(.*?)```\n(?:\n```text\n(.*?)```)?", README, re.DOTALL)


def faces_down(text: str) -> str:
    """Cards come as they will; everything else is as it was printed."""
    return re.sub(r"\b[2-9TJQKA][cdhs]\b", "??", text)


def test_every_example_prints_what_it_shows() -> None:
    names: dict[str, Any] = {}
    with local.running() as address:
        for program, shown in SHOWN:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(program.replace("127.0.0.1:7777", address), names)  # noqa: S102 (our own README)
            assert faces_down(printed.getvalue()) == faces_down(shown)
    assert len(SHOWN) == 6
