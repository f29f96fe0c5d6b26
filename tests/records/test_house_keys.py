"""The house's public keys as readers keep them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from floorman.fairness.keys import fingerprint
from floorman.records.house_keys import HouseKeysError, dump_house_keys, parse_house_keys

KEYS = {3: bytes(range(32)), 1: bytes(32)}


def changed(**fields: Any) -> str:
    listed = json.loads(dump_house_keys(KEYS))
    listed["head_keys"][0] |= fields
    return json.dumps(listed)


def test_keys_come_back_with_their_fingerprints() -> None:
    text = dump_house_keys(KEYS)
    assert parse_house_keys(text) == KEYS
    assert [row["head_kid"] for row in json.loads(text)["head_keys"]] == [1, 3]
    assert json.loads(text)["head_keys"][1]["fingerprint"] == fingerprint(KEYS[3])


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", '{"head_keys": 7}', '{"head_keys": [{}]}', "null",
        changed(head_kid=3), changed(head_kid=256), changed(head_kid=-1), changed(head_kid=True),
        changed(public_key="00"), changed(public_key="zz" * 32), changed(public_key=7),
        changed(fingerprint="00" * 32), changed(private_key="00" * 32),
    ],
)  # fmt: skip
def test_what_is_no_list_of_keys(text: str) -> None:
    with pytest.raises(HouseKeysError):
        parse_house_keys(text)
