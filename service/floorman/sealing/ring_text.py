"""The ring as text: one JSON object, read with no tolerance (its form is in :mod:`floorman.sealing.ring`).

An error names the field by its path, like ``token_keys[1].open_until``, and never repeats a value.
"""

from __future__ import annotations

import binascii
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar

from floorman.fairness.keys import HeadKey
from floorman.sealing.ring_keys import KEY_BYTES, HeadKeyEntry, TokenKey

__all__ = ["RingFormError", "dump_keys", "parse_keys"]

_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z", re.ASCII)
_HEX: Final = re.compile(r"[0-9a-fA-F]{64}", re.ASCII)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)
_Key = TypeVar("_Key")


class RingFormError(ValueError):
    """A text that is no ring.

    Attributes:
        path: of the field at fault, like ``token_keys[1].open_until``; empty for the text as a whole.
    """

    def __init__(self, path: str, why: str) -> None:
        super().__init__(f"{path or 'the ring'}: {why}")
        self.path = path


def parse_keys(text: str) -> tuple[tuple[TokenKey, ...], tuple[HeadKeyEntry, ...]]:
    """The keys that a text holds, in its order.

    Raises:
        RingFormError: the first field at fault.
    """
    ring = _object("", _json(text), ("token_keys", "head_keys"))
    token_keys = _list("token_keys", ring["token_keys"], _token_key)
    head_keys = _list("head_keys", ring["head_keys"], _head_key)
    _refuse_twice("token_keys[{}].kid", [key.kid for key in token_keys])
    _refuse_twice("token_keys[{}].key", [key.key for key in token_keys])
    _refuse_twice("head_keys[{}].head_kid", [entry.kid for entry in head_keys])
    _refuse_twice("head_keys[{}]", [entry.public_key for entry in head_keys])
    return token_keys, head_keys


def dump_keys(token_keys: Iterable[TokenKey], head_keys: Iterable[HeadKeyEntry]) -> str:
    """The text that :func:`parse_keys` reads back. It holds the keys: for a pipe or a secret mount only."""
    ring = {
        "token_keys": [
            {
                "kid": key.kid,
                "key": b64encode(key.key).decode(),
                "not_before": _written(key.not_before_ms),
                "seal_until": _written(key.seal_until_ms),
                "open_until": _written(key.open_until_ms),
            }
            for key in token_keys
        ],
        "head_keys": [
            {
                "head_kid": entry.kid,
                **(
                    {"public_key": b64encode(entry.public_key).decode()}
                    if entry.private_key is None
                    else {"private_key": b64encode(entry.private_key).decode()}
                ),
                "not_before": _written(entry.not_before_ms),
                "sign_until": _written(entry.sign_until_ms),
            }
            for entry in head_keys
        ],
    }
    return json.dumps(ring, indent=2) + "\n"


def _token_key(path: str, value: object) -> TokenKey:
    fields = _object(path, value, ("kid", "key", "not_before", "seal_until", "open_until"))
    key = TokenKey(
        kid=_kid(f"{path}.kid", fields["kid"]),
        key=_key(f"{path}.key", fields["key"]),
        not_before_ms=_moment(f"{path}.not_before", fields["not_before"]),
        seal_until_ms=_moment(f"{path}.seal_until", fields["seal_until"]),
        open_until_ms=_moment(f"{path}.open_until", fields["open_until"]),
    )
    if key.seal_until_ms < key.not_before_ms:
        raise RingFormError(f"{path}.seal_until", "before not_before")
    if key.open_until_ms < key.seal_until_ms:
        raise RingFormError(f"{path}.open_until", "before seal_until: hands could be opened and never played")
    return key


def _head_key(path: str, value: object) -> HeadKeyEntry:
    half = "public_key" if isinstance(value, dict) and "public_key" in value else "private_key"
    fields = _object(path, value, ("head_kid", half, "not_before", "sign_until"))
    kid = _kid(f"{path}.head_kid", fields["head_kid"])
    key = _key(f"{path}.{half}", fields[half])
    entry = HeadKeyEntry(
        kid=kid,
        public_key=key if half == "public_key" else HeadKey(kid, key).public_key,
        private_key=None if half == "public_key" else key,
        not_before_ms=_moment(f"{path}.not_before", fields["not_before"]),
        sign_until_ms=_moment(f"{path}.sign_until", fields["sign_until"]),
    )
    if entry.sign_until_ms < entry.not_before_ms:
        raise RingFormError(f"{path}.sign_until", "before not_before")
    return entry


def _json(text: str) -> object:
    """The JSON value of the text; the parser's own error, which holds the text, is dropped."""
    place = None
    try:
        return json.loads(text, object_pairs_hook=_no_name_twice)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
    raise RingFormError("", f"no JSON at {place}")


def _no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RingFormError(twice, "stands twice in one object")
    return fields


def _object(path: str, value: object, names: tuple[str, ...]) -> dict[str, Any]:
    """An object with exactly these fields."""
    if not isinstance(value, dict):
        raise RingFormError(path, "an object is meant")
    prefix = f"{path}." if path else ""
    for name in names:
        if name not in value:
            raise RingFormError(prefix + name, "is missing")
    for name in value:
        if name not in names:
            raise RingFormError(prefix + name, "is not known here")
    return value


def _list(path: str, value: object, read: Callable[[str, object], _Key]) -> tuple[_Key, ...]:
    if not isinstance(value, list) or not value:
        raise RingFormError(path, "a list of at least one key is meant")
    return tuple(read(f"{path}[{place}]", one) for place, one in enumerate(value))


def _kid(path: str, value: object) -> int:
    # A bool is an int to isinstance, and `true` is no number of a key.
    if type(value) is not int or not 0 <= value <= 0xFF:
        raise RingFormError(path, "an integer from 0 to 255 is meant")
    return value


def _key(path: str, value: object) -> bytes:
    if isinstance(value, str):
        if _HEX.fullmatch(value):
            return bytes.fromhex(value)
        try:
            key = b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            key = b""
        if len(key) == KEY_BYTES:
            return key
    raise RingFormError(path, f"{KEY_BYTES} bytes are meant, as 64 hexadecimal digits or in Base64")


def _moment(path: str, value: object) -> int:
    """Unix time in milliseconds."""
    if isinstance(value, str) and _MOMENT.fullmatch(value):
        try:
            return (datetime.fromisoformat(value) - _EPOCH) // _MILLISECOND
        except ValueError:  # the 31st of February
            pass
    raise RingFormError(path, "a time in UTC is meant, like 2026-01-31T12:00:00Z")


def _written(moment_ms: int) -> str:
    moment = _EPOCH + moment_ms * _MILLISECOND
    precision = "milliseconds" if moment_ms % 1000 else "seconds"
    return moment.replace(tzinfo=None).isoformat(timespec=precision) + "Z"


def _refuse_twice(path: str, values: Sequence[object]) -> None:
    """Neither a number nor a key may be on the ring a second time."""
    for place, value in enumerate(values):
        if value in values[:place]:
            raise RingFormError(path.format(place), "is on the ring already")
