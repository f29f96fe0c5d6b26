"""Secrets as they might leak, and the search for them."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator, Mapping

__all__ = ["leaks"]

# a window of a secret that chance does not produce, in bytes
_WINDOW = 12


def leaks(text: bytes, secrets: Mapping[str, bytes]) -> list[str]:
    """Which secrets a text holds, even in part, and in which form.

    Args:
        text: everything that was written.
        secrets: by name, at least 12 bytes each.
    """
    return sorted(
        {
            f"{name} {form}"
            for name, secret in secrets.items()
            for form, written in _forms(secret)
            if written in text
        }
    )


def _forms(secret: bytes) -> Iterator[tuple[str, bytes]]:
    for start in range(0, max(1, len(secret) - _WINDOW + 1), _WINDOW):
        part = secret[start : start + _WINDOW]
        yield "raw", part
        yield "as UTF-8", part.decode("latin-1").encode()
        yield "in hex", part.hex().encode()
        yield "in HEX", part.hex().upper().encode()
        yield "in spaced hex", part.hex(" ").encode()
        yield "as Python writes it", repr(part)[2:-1].encode()
        yield "as JSON writes it", "".join(f"\\u{byte:04x}" for byte in part).encode()
        yield "as numbers", ", ".join(str(byte) for byte in part).encode()
    # three bytes become four letters, from wherever the text around begins: three forms of every part
    for skipped in range(3):
        for start in range(skipped, max(skipped + 1, len(secret) - _WINDOW + 1), _WINDOW):
            part = secret[start : start + _WINDOW]
            yield "in base64", b64encode(part)
            yield "in URL-safe base64", urlsafe_b64encode(part)
