"""The envelope: the vectors' tokens to the byte, and every way of tampering refused (audit.md 5)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest

from floorman.fairness.opening import NO_SEAT
from floorman.sealing.ring import NoKeyError, Ring
from floorman.sealing.ring_keys import TokenKey
from floorman.sealing.token import (
    HEADER_BYTES,
    OVERHEAD_BYTES,
    Sealer,
    TokenFault,
    TokenHeader,
    TokenRefusedError,
    TokenType,
    derive_key,
    nonce_of,
    read_header,
)
from tests.fairness.vectors import VECTORS, unhex

ROWS = VECTORS["tokens"]
K = unhex(ROWS[0]["K"])
NOW, OPEN_UNTIL = 1_000, 2_000
SEALER = Sealer(Ring((TokenKey(7, K, 0, NOW, OPEN_UNTIL),), ()), {1})
by_type = pytest.mark.parametrize("row", ROWS, ids=[row["type"] for row in ROWS])


def type_of(row: dict[str, Any]) -> TokenType:
    return TokenType[row["type"].upper()]


def header_of(row: dict[str, Any]) -> TokenHeader:
    return TokenHeader(
        type=type_of(row),
        codec=row["codec"],
        kid=row["kid"],
        hand_id=unhex(row["hand_id"]),
        step=row["step"],
        opened_ms=row["opened_ms"],
        nonce=nonce_of(unhex(row["head"])),
        seat=row["seat"],
    )


def fault_of(token: bytes, meant: TokenType, sealer: Sealer = SEALER, now_ms: int = NOW) -> TokenFault:
    with pytest.raises(TokenRefusedError) as refused:
        sealer.open(token, meant, now_ms)
    return refused.value.fault


@by_type
def test_a_token_of_the_vectors(row: dict[str, Any]) -> None:
    header = header_of(row)
    assert header.encode().hex() == row["header"]
    assert derive_key(K, header.hand_id, header.type, header.seat).hex() == row["key"]
    assert SEALER.seal(header, unhex(row["plaintext"])).hex() == row["token"]
    assert SEALER.open(unhex(row["token"]), header.type, NOW) == (header, unhex(row["plaintext"]))
    assert read_header(unhex(row["token"])) == header


def test_the_vectors_hold_every_type_and_only_a_view_has_a_seat() -> None:
    assert {type_of(row) for row in ROWS} == set(TokenType)
    assert {row["type"]: row["seat"] for row in ROWS if row["seat"] != NO_SEAT} == {"view": 5}


@by_type
def test_a_token_is_64_bytes_longer_than_its_plaintext(row: dict[str, Any]) -> None:
    for size in (0, 1, 400, 4096):
        assert len(SEALER.seal(header_of(row), bytes(size))) == size + OVERHEAD_BYTES


@by_type
def test_every_byte_changed_in_every_bit_is_refused(row: dict[str, Any]) -> None:
    token = unhex(row["token"])
    for offset in range(len(token)):
        for bit in range(8):
            changed = bytearray(token)
            changed[offset] ^= 1 << bit
            fault = fault_of(bytes(changed), type_of(row))
            match offset:
                case 0 | 1 | 2 | 3:
                    assert fault is TokenFault.UNREADABLE
                case 4:
                    assert fault is TokenFault.WRONG_TYPE
                case 5:
                    assert fault is TokenFault.UNKNOWN_CODEC
                case 6:
                    assert fault is TokenFault.UNKNOWN_KID
                case _:
                    assert fault is TokenFault.FORGED


@by_type
def test_a_token_cut_short_or_made_longer_is_refused(row: dict[str, Any]) -> None:
    token = unhex(row["token"])
    for size in range(len(token)):
        wanted = TokenFault.UNREADABLE if size < OVERHEAD_BYTES else TokenFault.FORGED
        assert fault_of(token[:size], type_of(row)) is wanted
    assert fault_of(token + b"\0", type_of(row)) is TokenFault.FORGED


def test_what_was_never_a_token_is_unreadable() -> None:
    for garbage in (b"", b"FLM1", bytes(64), b"FLM2" + bytes(200), b"{}" * 100):
        assert fault_of(garbage, TokenType.STATE) is TokenFault.UNREADABLE
        with pytest.raises(TokenRefusedError):
            read_header(garbage)


@by_type
def test_a_token_of_another_type_is_refused_by_that(row: dict[str, Any]) -> None:
    for meant in set(TokenType) - {type_of(row)}:
        with pytest.raises(TokenRefusedError) as refused:
            SEALER.open(unhex(row["token"]), meant, NOW)
        assert (refused.value.fault, refused.value.number) == (TokenFault.WRONG_TYPE, type_of(row))


def test_a_type_rewritten_in_the_header_does_not_authenticate() -> None:
    for row, other in permutations(ROWS, 2):
        token = bytearray(unhex(row["token"]))
        token[4] = type_of(other)
        assert fault_of(bytes(token), type_of(other)) is TokenFault.FORGED


def test_header_and_body_of_two_tokens_do_not_go_together() -> None:
    """Of two types, two hands, two seats, two steps: every pair mixed."""
    base = header_of(ROWS[1])
    view = header_of(ROWS[2])
    headers = [
        base,
        view,
        replace(base, hand_id=bytes(16)),
        replace(base, step=10, nonce=bytes(12)),
        replace(base, opened_ms=1),
        replace(view, seat=4),
    ]
    tokens = [SEALER.seal(header, b"the same state") for header in headers]
    for first, second in permutations(tokens, 2):
        mixed = first[:HEADER_BYTES] + second[HEADER_BYTES:]
        assert fault_of(mixed, TokenType(first[4])) is TokenFault.FORGED


def test_a_foreign_key_a_flipped_bit_and_a_made_up_token_are_one_answer() -> None:
    row = ROWS[1]
    token = unhex(row["token"])
    foreign = Sealer(Ring((TokenKey(7, bytes(32), 0, NOW, OPEN_UNTIL),), ()), {1})
    flipped = token[:-1] + bytes((token[-1] ^ 1,))
    made_up = token[:HEADER_BYTES] + bytes(len(token) - HEADER_BYTES)
    answers = set()
    for sealer, sent in ((foreign, token), (SEALER, flipped), (SEALER, made_up)):
        with pytest.raises(TokenRefusedError) as refused:
            sealer.open(sent, TokenType.STATE, NOW)
        answers.add((str(refused.value), refused.value.fault, refused.value.number, refused.value.args))
    assert len(answers) == 1
    assert answers.pop()[1] is TokenFault.FORGED


def test_a_codec_of_another_release_is_refused_before_anything_is_opened() -> None:
    token = SEALER.seal(replace(header_of(ROWS[1]), codec=9), b"")
    assert fault_of(token, TokenType.STATE) is TokenFault.UNKNOWN_CODEC
    older_too = Sealer(Ring((TokenKey(7, K, 0, NOW, OPEN_UNTIL),), ()), {1, 9})
    assert older_too.open(token, TokenType.STATE, NOW)[0].codec == 9


def test_a_retired_key_opens_nothing() -> None:
    token = unhex(ROWS[1]["token"])
    assert SEALER.open(token, TokenType.STATE, OPEN_UNTIL - 1)
    assert fault_of(token, TokenType.STATE, now_ms=OPEN_UNTIL) is TokenFault.RETIRED_KEY


def test_a_hand_goes_on_under_its_key_when_openings_take_another() -> None:
    ring = Ring((TokenKey(7, K, 0, 10, 100), TokenKey(8, bytes(32), 5, 50, 200)), ())
    sealer = Sealer(ring, {1})
    assert ring.opening_key(20).kid == 8
    token = sealer.seal(header_of(ROWS[1]), b"state")
    assert sealer.open(token, TokenType.STATE, 20)[0].kid == 7


def test_nothing_is_sealed_under_a_number_that_is_not_on_the_ring() -> None:
    with pytest.raises(NoKeyError) as none:
        SEALER.seal(replace(header_of(ROWS[1]), kid=6), b"")
    assert (none.value.use, none.value.kid) == ("token", 6)


def test_two_replicas_seal_into_the_same_bytes() -> None:
    header = header_of(ROWS[1])
    other = Sealer(Ring((TokenKey(1, bytes(32), 0, 1, 1), TokenKey(7, K, 5, 6, OPEN_UNTIL)), ()), {1, 2})
    assert other.seal(header, b"state") == SEALER.seal(header, b"state")


def test_two_states_under_one_head_share_a_nonce_and_stay_safe() -> None:
    """GCM-SIV: the tag depends on the plaintext, so no keystream is ever used twice for two of them."""
    header = header_of(ROWS[1])
    first, second = SEALER.seal(header, b"state A"), SEALER.seal(header, b"state B")
    assert first[:HEADER_BYTES] == second[:HEADER_BYTES]
    xored = bytes(a ^ b for a, b in zip(first[HEADER_BYTES:-16], second[HEADER_BYTES:-16], strict=True))
    assert xored != bytes(a ^ b for a, b in zip(b"state A", b"state B", strict=True))


def test_threads_share_a_sealer() -> None:
    headers = [replace(header_of(ROWS[1]), step=step, hand_id=bytes((step % 7,)) * 16) for step in range(64)]

    def there_and_back(header: TokenHeader) -> bool:
        return SEALER.open(SEALER.seal(header, b"x" * 400), TokenType.STATE, NOW) == (header, b"x" * 400)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(there_and_back, headers))


@pytest.mark.parametrize(
    "told", [str, repr, lambda error: repr(error.__dict__)], ids=["str", "repr", "attributes"]
)
def test_a_refusal_tells_nothing_of_keys_or_plaintext(told: Callable[[Exception], str]) -> None:
    with pytest.raises(TokenRefusedError) as refused:
        SEALER.open(unhex(ROWS[1]["token"])[:-1], TokenType.STATE, NOW)
    for secret in (K, unhex(ROWS[1]["key"]), unhex(ROWS[1]["plaintext"])):
        assert secret.hex() not in told(refused.value)
        assert repr(secret)[2:-1] not in told(refused.value)
