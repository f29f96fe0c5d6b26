"""Every reason of the contract: said in both languages, and produced by a test if the service can give it."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from floorman.api.wording import worded
from floorman.v1 import refusal_pb2
from tests.security.reasons import fits_comment, said_of

_TESTS: Final = Path(__file__).parents[1]
_SERVICE: Final = _TESTS.parent / "service" / "floorman"
# where all reasons are listed, and none is given
_LISTS: Final = {"wording.py", "rejection.py", "refusal.py"}
_REASONS: Final = [
    value.name.removeprefix("ERROR_REASON_") for value in refusal_pb2.ErrorReason.DESCRIPTOR.values
]


@cache
def _code() -> str:
    files = [file for file in _SERVICE.rglob("*.py") if file.name not in _LISTS and file.parent.name != "v1"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@cache
def _tests() -> str:
    files = [file for file in _TESTS.rglob("test_*.py") if file != Path(__file__)]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("reason", _REASONS[1:])
def test_a_reason_that_the_service_gives_is_produced_by_a_test(reason: str) -> None:
    given = re.search(rf"\b(ERROR_REASON_|Reason\.){reason}\b", _code()) is not None
    produced = re.search(rf'"{reason}"|\bERROR_REASON_{reason}\b|\bReason\.{reason}\b', _tests()) is not None
    assert produced >= given


@pytest.mark.parametrize("reason", _REASONS[1:])
def test_a_reason_has_a_sentence_in_chinese(reason: str) -> None:
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}"))
    assert worded(refusal, "zh").message != worded(refusal_pb2.Refusal(), "zh").message


@pytest.mark.parametrize("reason", _REASONS[1:])
def test_a_reason_says_which_numbers_it_has(reason: str) -> None:
    assert "Numbers: " in said_of(refusal_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}"))


@pytest.mark.parametrize(
    ("names", "comment", "fits"),
    [
        (["to", "least"], "Numbers: to, least, most.", True),
        (["least", "to"], "Numbers: to, least, most.", False),
        (["stack", "owed", "most"], "Numbers: to, least, most, stack; or stack, owed, most, if so.", True),
        (["stack", "to"], "Numbers: to, least, most, stack; or stack, owed, most, if so.", False),
        (["seat", "turn"], "Numbers: seat; turn, where there is one.", True),
        ([], "Numbers: none.", True),
        (["seat"], "Numbers: none.", False),
        (["sea"], "Numbers: seat.", False),
    ],
)
def test_numbers_are_held_against_the_comment(names: list[str], comment: str, fits: bool) -> None:  # noqa: FBT001
    assert fits_comment(names, comment) is fits


# ------------------------------------------------------------------------------------------------ languages


@pytest.mark.parametrize(
    "languages", ["zh", "zh-CN", "ZH-Hant-TW", "fr, zh;q=0.5", "en;q=0.1,zh", "zh;q=1e3"]
)
def test_chinese_is_spoken_to_those_who_prefer_it(languages: str) -> None:
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ERROR_REASON_CANNOT_CHECK, message="no")
    assert worded(refusal, languages).message == "面前有下注，不能过牌。"


@pytest.mark.parametrize(
    "languages",
    [
        "",
        "en",
        "fr",
        "en, zh;q=0.9",
        "zh;q=0",
        "zh;q=nan",
        "zh;q=-1",
        "zh;q=x",
        "zhx",
        ";q=1",
        ",,,",
        "x" * 9999,
    ],
)
def test_english_is_spoken_to_everybody_else(languages: str) -> None:
    refusal = refusal_pb2.Refusal(reason=refusal_pb2.ERROR_REASON_CANNOT_CHECK, message="no")
    assert worded(refusal, languages).message == "no"
