"""Draws for the button, for seats and for the high card (audit.md 8, R-2.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from floorman.cards import full_deck, parse_card
from floorman.fairness import draws
from floorman.fairness.commitments import SeedFault, SeedRefusal
from floorman.fairness.draws import (
    Draw,
    DrawKind,
    DrawTie,
    Entrant,
    HighCard,
    PackTooSmallError,
    draw_commit,
    draw_outcome,
    draw_secret_hash,
    draw_seed_refusal,
    drawn_order,
    high_card,
)
from floorman.fairness.drbg import shuffle
from floorman.fairness.keys import HeadKey
from floorman.fairness.signing import draw_message, drawn_message
from tests.fairness.vectors import VECTORS, unhex

BUTTON, HIGH = VECTORS["draws"]
HOUSE = HeadKey(VECTORS["keys"]["head_kid"], unhex(VECTORS["keys"]["head_private"]))


def draw_of(row: dict[str, Any]) -> Draw:
    draw_id = unhex(row["draw_id"])
    return Draw(
        draw_id=draw_id,
        table_id=row["table_id"],
        kind=DrawKind[row["kind"]],
        tie=DrawTie[row["tie"]],
        secret_hash=draw_secret_hash(draw_id, unhex(row["s"])),
        items=tuple(row["items"]),
        entrants=tuple(Entrant(one["entrant"], unhex(one["commit"])) for one in row["entrants"]),
    )


def seeds_of(row: dict[str, Any]) -> dict[int, bytes]:
    return {one["entrant"]: unhex(one["seed"]) for one in row["seeds"]}


@pytest.mark.parametrize("row", [BUTTON, HIGH], ids=["button", "high card"])
def test_a_draw_of_the_vectors(row: dict[str, Any]) -> None:
    draw, seeds = draw_of(row), seeds_of(row)
    assert draw.head().hex() == row["draw_head"]
    assert HOUSE.sign(draw_message(draw.head())).hex() == row["sig_open"]
    assert draw_seed_refusal(draw, seeds) is None
    outcome = draw_outcome(draw, unhex(row["s"]), seeds)
    assert outcome.hex() == row["D"]
    assert drawn_order(draw, outcome) == row["order"]
    assert HOUSE.sign(drawn_message(draw.head(), outcome)).hex() == row["sig_result"]


@pytest.mark.parametrize("row", BUTTON["seeds"])
def test_a_commit_to_a_draw(row: dict[str, Any]) -> None:
    commits = {one["entrant"]: one["commit"] for one in BUTTON["entrants"]}
    assert (
        draw_commit(BUTTON["table_id"], row["entrant"], unhex(row["seed"])).hex() == commits[row["entrant"]]
    )


@pytest.mark.parametrize(
    ("seeds", "refusal"),
    [
        ({1: b"\x11" * 32}, SeedRefusal(2, SeedFault.MISSING)),
        ({1: b"\x11" * 32, 2: b"\x23" * 32}, SeedRefusal(2, SeedFault.DOES_NOT_OPEN)),
        ({1: b"\x11" * 32, 2: b"\x22" * 15}, SeedRefusal(2, SeedFault.LENGTH)),
        ({1: b"\x11" * 32, 2: b"\x22" * 32, 5: b"\x55" * 32}, SeedRefusal(5, SeedFault.WITHOUT_COMMIT)),
        ({1: b"\x11" * 32, 2: b"\x22" * 32, 6: b"\x55" * 32}, SeedRefusal(6, SeedFault.UNKNOWN_SEAT)),
    ],
)
def test_a_draw_gives_one_result_or_none(seeds: dict[int, bytes], refusal: SeedRefusal) -> None:
    assert draw_seed_refusal(draw_of(BUTTON), seeds) == refusal


@pytest.mark.parametrize(
    "changed",
    [
        {"draw_id": bytes(16)},
        {"table_id": "main-8"},
        {"kind": DrawKind.SEATS},
        {"tie": DrawTie.REDRAW_ALL},
        {"secret_hash": bytes(32)},
        {"items": (1, 2)},
        {"items": (2, 1, 5)},
        {"entrants": (Entrant(1), Entrant(2), Entrant(5))},
    ],
)
def test_each_field_of_a_draw_is_in_its_head(changed: dict[str, Any]) -> None:
    draw = draw_of(BUTTON)
    assert replace(draw, **changed).head() != draw.head()


# --- the high card -----------------------------------------------------------------------------------------


def cards(names: str) -> list[int]:
    return [parse_card(name) for name in names.split()]


def rigged(
    monkeypatch: pytest.MonkeyPatch, tie: DrawTie, entrants: int, *packs: str, items: int = 52
) -> HighCard:
    """A draw whose pack lies in a known order, and in the next one when it is shuffled again."""
    orders = iter(packs)

    def stacked(pack: tuple[int, ...], _: object) -> list[int]:
        assert len(pack) == items
        return cards(next(orders))

    monkeypatch.setattr(draws, "shuffle", stacked)
    numbers = tuple(Entrant(number) for number in range(1, entrants + 1))
    draw = Draw(bytes(16), "t", DrawKind.HIGH_CARD, tie, bytes(32), full_deck()[:items], numbers)
    return high_card(draw, bytes(32))


def named(*rounds: list[tuple[int, str]]) -> tuple[tuple[tuple[int, int], ...], ...]:
    return tuple(tuple((entrant, parse_card(name)) for entrant, name in one) for one in rounds)


def test_r_2_2_the_highest_rank_wins_and_aces_are_high() -> None:
    draw, outcome = draw_of(HIGH), unhex(HIGH["D"])
    # the vector's order begins 3, 37, 27: two of spades, jack of diamonds, eight of spades
    assert high_card(draw, outcome) == HighCard(2, named([(1, "2s"), (2, "Jd"), (5, "8s")]))


def test_r_2_2_example_the_tied_draw_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = rigged(monkeypatch, DrawTie.REDRAW_TIED, 4, "As Kd Ah 7c 9c 4s 2c")
    assert drawn == HighCard(1, named([(1, "As"), (2, "Kd"), (3, "Ah"), (4, "7c")], [(1, "9c"), (3, "4s")]))


def test_r_2_2_example_by_suit_the_spade_wins_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = rigged(monkeypatch, DrawTie.SUIT_ORDER, 4, "As Kd Ah 7c 9c 4s 2c")
    assert drawn == HighCard(1, named([(1, "As"), (2, "Kd"), (3, "Ah"), (4, "7c")]))


@pytest.mark.parametrize(("pair", "winner"), [("Ac Ad", 2), ("Ah Ad", 1), ("Ah As", 2), ("Kc 2s", 1)])
def test_r_2_2_suits_rank_spades_hearts_diamonds_clubs_below_the_rank(
    monkeypatch: pytest.MonkeyPatch, pair: str, winner: int
) -> None:
    assert rigged(monkeypatch, DrawTie.SUIT_ORDER, 2, pair).winner == winner


def test_r_2_2_redraw_all(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = rigged(monkeypatch, DrawTie.REDRAW_ALL, 3, "As Kd Ah 7c 9c 4s 2c")
    assert drawn == HighCard(2, named([(1, "As"), (2, "Kd"), (3, "Ah")], [(1, "7c"), (2, "9c"), (3, "4s")]))


def test_r_2_2_redraws_go_on_until_one_alone_is_highest(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = rigged(monkeypatch, DrawTie.REDRAW_TIED, 3, "As Ad Ah 7c 7d 4s 3c 2c")
    assert drawn.winner == 1
    assert [len(one) for one in drawn.rounds] == [3, 3, 2]


def test_a_pack_with_too_few_left_is_shuffled_again_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = rigged(monkeypatch, DrawTie.REDRAW_ALL, 2, "2c 2d 3c", "3d 4c 2h", items=3)
    assert drawn == HighCard(2, named([(1, "2c"), (2, "2d")], [(1, "3d"), (2, "4c")]))


def test_the_second_shuffle_takes_the_generators_next_bytes() -> None:
    """Two draw from two deuces and a trey: a tie leaves one card, so each redraw is a new shuffle."""
    pack = (0, 1, 4)
    for number in range(64):
        draw = Draw(
            number.to_bytes(16, "big"), "t", DrawKind.HIGH_CARD, DrawTie.REDRAW_ALL, bytes(32), pack,
            (Entrant(1), Entrant(2)),
        )  # fmt: skip
        stream = draws._stream(draw, bytes(32))
        rounds: list[list[int]] = []
        while not rounds or rounds[-1][0] // 4 == rounds[-1][1] // 4:
            rounds.append(shuffle(pack, stream)[:2])
        drawn = high_card(draw, bytes(32))
        assert [[card for _, card in one] for one in drawn.rounds] == rounds


@pytest.mark.parametrize(("entrants", "items"), [(0, 52), (53, 52), (4, 3)])
def test_nobody_or_too_many_cannot_draw(entrants: int, items: int) -> None:
    numbers = tuple(Entrant(number) for number in range(entrants))
    draw = Draw(
        bytes(16), "t", DrawKind.HIGH_CARD, DrawTie.REDRAW_TIED, bytes(32), full_deck()[:items], numbers
    )
    with pytest.raises(PackTooSmallError) as refused:
        high_card(draw, bytes(32))
    assert (refused.value.entrants, refused.value.cards) == (entrants, items)
