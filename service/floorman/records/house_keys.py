"""The public head keys of a house, as a text that readers of records keep.

What ``floorman keys public`` writes. A key is worth what the way is worth that it came by: readers compare
fingerprints once, with a source that they trust.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from floorman.fairness.keys import fingerprint

__all__ = ["PINNED_KEYS", "HouseKeysError", "dump_house_keys", "parse_house_keys"]

PINNED_KEYS: Final = "head_keys.json"
"""The name under which the keys lie beside the records that they prove."""

_FIELDS: Final = {"head_kid", "public_key", "fingerprint"}


class HouseKeysError(ValueError):
    """A text that is no list of public head keys."""


def dump_house_keys(keys: Mapping[int, bytes]) -> str:
    """The text of some public keys (32 bytes each, by number)."""
    listed = [
        {"head_kid": kid, "public_key": key.hex(), "fingerprint": fingerprint(key)}
        for kid, key in sorted(keys.items())
    ]
    return json.dumps({"head_keys": listed}, indent=2) + "\n"


def parse_house_keys(text: str) -> dict[int, bytes]:
    """The keys in a text, by number.

    Raises:
        HouseKeysError: it is no such text, a number comes twice, or a fingerprint is another key's.
    """
    try:
        listed = json.loads(text)["head_keys"]
        rows = [(row["head_kid"], bytes.fromhex(row["public_key"]), row) for row in listed]
    except (ValueError, KeyError, TypeError) as error:
        raise HouseKeysError(f"no list of public head keys: {error}") from None
    keys: dict[int, bytes] = {}
    for kid, key, row in rows:
        if row.keys() != _FIELDS or type(kid) is not int or not 0 <= kid <= 0xFF or len(key) != 32:
            raise HouseKeysError("a head key has a number from 0 to 255, 32 bytes and a fingerprint")
        if kid in keys:
            raise HouseKeysError(f"head key {kid} stands there twice")
        if row["fingerprint"] != fingerprint(key):
            raise HouseKeysError(f"the fingerprint of head key {kid} is another key's")
        keys[kid] = key
    return keys
