"""Paths of RFC 6962 trees, for every size that a pack could have."""

from __future__ import annotations

from hashlib import sha256

import pytest

from floorman.fairness.merkle import decode_path, encode_path, path_to, root_of, root_through
from floorman.fairness.reading import MalformedError
from tests.fairness.vectors import VECTORS, unhex

LEAVES = [sha256(bytes((number,))).digest() for number in range(60)]


def split_root(leaves: list[bytes]) -> bytes:
    """RFC 6962 2.1 to the letter: split at the largest power of two below the size."""
    if len(leaves) == 1:
        return leaves[0]
    half = 1
    while 2 * half < len(leaves):
        half *= 2
    return sha256(b"\1" + split_root(leaves[:half]) + split_root(leaves[half:])).digest()


@pytest.mark.parametrize("size", range(1, 61))
def test_pairing_from_below_is_splitting_from_above(size: int) -> None:
    assert root_of(LEAVES[:size]) == split_root(LEAVES[:size])


@pytest.mark.parametrize("size", [1, 2, 3, 5, 8, 36, 52])
def test_each_leaf_reaches_the_root_by_its_path_and_no_other_way(size: int) -> None:
    leaves = LEAVES[:size]
    root = root_of(leaves)
    for index, leaf in enumerate(leaves):
        path = path_to(leaves, index)
        assert root_through(leaf, index, size, path) == root
        assert root_through(LEAVES[59], index, size, path) != root
        assert root_through(leaf, index, size, [*path, LEAVES[59]]) is None
        if path:
            assert root_through(leaf, index, size, path[:-1]) is None
            assert root_through(leaf, index, size, [LEAVES[59], *path[1:]]) != root


def test_a_leaf_in_another_place_has_another_root() -> None:
    root, path = root_of(LEAVES[:52]), path_to(LEAVES[:52], 10)
    assert [index for index in range(52) if root_through(LEAVES[10], index, 52, path) == root] == [10]


@pytest.mark.parametrize("index", [-1, 52, 255])
def test_there_is_no_path_to_a_leaf_outside(index: int) -> None:
    assert root_through(LEAVES[0], index, 52, path_to(LEAVES[:52], 0)) is None
    with pytest.raises(ValueError, match="of 52"):
        path_to(LEAVES[:52], index)


def test_a_tree_needs_a_leaf() -> None:
    with pytest.raises(ValueError, match="a leaf"):
        root_of([])


@pytest.mark.parametrize("row", VECTORS["public_layer"]["openings"])
def test_paths_of_the_vectors(row: dict[str, object]) -> None:
    leaves = [unhex(leaf) for leaf in VECTORS["secret_layer"]["leaves"]]
    slot = row["slot"]
    assert isinstance(slot, int)
    path = path_to(leaves, slot)
    assert [node.hex() for node in path] == row["path"]
    assert root_through(leaves[slot], slot, 52, path) == unhex(VECTORS["secret_layer"]["root"])


def test_a_path_as_bytes_is_its_length_and_its_nodes() -> None:
    path = path_to(LEAVES[:52], 51)
    form = encode_path(path)
    assert form == bytes((len(path),)) + b"".join(path)
    assert decode_path(form) == path
    for wrong in (b"", form[:-1], form + b"\0", bytes((len(path) + 1,)) + form[1:]):
        with pytest.raises(MalformedError):
            decode_path(wrong)
