"""audit.md 8 through the service: draws for seats, for the button and for the high card."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc
import pytest

from floorman.api import Floor
from floorman.cards import parse_card
from floorman.fairness import draws
from floorman.fairness.draws import Draw, DrawKind, DrawTie, Entrant, draw_commit, draw_outcome, drawn_order
from floorman.fairness.entropy import EntropySource, FreshEntropy
from floorman.fairness.keys import HeadKey, verifies
from floorman.fairness.signing import draw_message, drawn_message
from floorman.sealing.ring import Ring
from floorman.sealing.ring_keys import HeadKeyEntry, TokenKey
from floorman.server.keys import temporary_ring
from floorman.server.local import running
from floorman.v1 import config_pb2, draw_pb2, opening_pb2
from floorman.v1 import table_service_pb2 as wire
from floorman.v1.table_service_pb2_grpc import TableServiceStub
from tests.fairness.vectors import VECTORS, unhex

BUTTON, HIGH = VECTORS["draws"]
FAR_FUTURE_MS = 1 << 45
SEED = b"\x11" * 32
OTHER_SEED = b"\x22" * 32


class ChosenEntropy(EntropySource):
    """Draws what a test says: the draw's id and the secret of the house."""

    def __init__(self, secret: bytes, draw_id: bytes) -> None:
        super().__init__()
        self._chosen = FreshEntropy(secret, draw_id)

    def draw(self) -> FreshEntropy:
        return self._chosen


def house_of_the_vectors(row: dict[str, Any]) -> Floor:
    keys = VECTORS["keys"]
    private = unhex(keys["head_private"])
    head = HeadKey(keys["head_kid"], private)
    ring = Ring(
        (TokenKey(keys["kid"], unhex(keys["K"]), 0, FAR_FUTURE_MS, FAR_FUTURE_MS),),
        (HeadKeyEntry(keys["head_kid"], head.public_key, private, 0, FAR_FUTURE_MS),),
    )
    return Floor(ring, entropy=ChosenEntropy(unhex(row["s"]), unhex(row["draw_id"])))


@contextmanager
def asked(floor: Floor) -> Iterator[TableServiceStub]:
    with running(floor) as address, grpc.insecure_channel(address) as channel:
        yield TableServiceStub(channel)


def request_of(row: dict[str, Any]) -> wire.OpenDrawRequest:
    kind = draw_pb2.DrawKind.Value(f"DRAW_KIND_{row['kind']}")
    return wire.OpenDrawRequest(
        table_id=row["table_id"],
        kind=kind,
        tie=config_pb2.DRAW_TIE_REDRAW_TIED
        if row["tie"] == "REDRAW_TIED"
        else config_pb2.DRAW_TIE_UNSPECIFIED,
        seats=row["items"] if row["kind"] == "BUTTON" else [],
        entrants=[
            draw_pb2.DrawEntrant(entrant=one["entrant"], commit=unhex(one["commit"]))
            for one in row["entrants"]
        ],
    )


def seeds_of(row: dict[str, Any]) -> list[draw_pb2.DrawSeed]:
    return [draw_pb2.DrawSeed(entrant=one["entrant"], seed=unhex(one["seed"])) for one in row["seeds"]]


@pytest.mark.parametrize("row", [BUTTON, HIGH], ids=["button", "high card"])
def test_audit_15_the_service_draws_the_vectors_to_the_same_bytes(row: dict[str, Any]) -> None:
    with asked(house_of_the_vectors(row)) as table:
        opened = table.OpenDraw(request_of(row))
        assert opened.draw.draw_head.hex() == row["draw_head"]
        assert opened.draw.signature.hex() == row["sig_open"]
        assert list(opened.draw.items) == row["items"]
        completed = table.CompleteDraw(
            wire.CompleteDrawRequest(draw_token=opened.draw_token, seeds=seeds_of(row))
        )
    assert completed.draw == opened.draw
    assert completed.result.secret.hex() == row["s"]
    assert completed.result.outcome.hex() == row["D"]
    assert list(completed.result.order) == row["order"]
    assert completed.result.signature.hex() == row["sig_result"]


def test_r2_1_the_first_seat_drawn_has_the_button() -> None:
    with asked(house_of_the_vectors(BUTTON)) as table:
        opened = table.OpenDraw(request_of(BUTTON))
        completed = table.CompleteDraw(
            wire.CompleteDrawRequest(draw_token=opened.draw_token, seeds=seeds_of(BUTTON))
        )
    assert opened.draw.level == opening_pb2.ASSURANCE_LEVEL_COMMITTED
    assert completed.result.button == 5
    assert not completed.result.rounds


def test_r2_2_every_card_of_the_high_card_is_shown() -> None:
    with asked(house_of_the_vectors(HIGH)) as table:
        opened = table.OpenDraw(request_of(HIGH))
        completed = table.CompleteDraw(wire.CompleteDrawRequest(draw_token=opened.draw_token))
    assert opened.draw.level == opening_pb2.ASSURANCE_LEVEL_COMMIT
    # the vector's order begins 3, 37, 27
    [only] = completed.result.rounds
    assert [(card.entrant, card.card) for card in only.cards] == [(1, "2s"), (2, "Jd"), (5, "8s")]
    assert not only.tied
    assert completed.result.button == 2


def test_r2_2_ex_ties_and_redraws_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = [parse_card(name) for name in ["As", "Kd", "Ah", "7c", "9c", "4s", "2c"]]

    def stacked(_: object, __: object) -> list[int]:
        return list(pack)

    monkeypatch.setattr(draws, "shuffle", stacked)
    with asked(Floor(temporary_ring())) as table:
        answer = table.DrawButton(
            wire.DrawButtonRequest(table_id="t", seats=[1, 2, 3, 4], method=config_pb2.FIRST_BUTTON_HIGH_CARD)
        )
    first, second = answer.result.rounds
    assert [(card.entrant, card.card) for card in first.cards] == [(1, "As"), (2, "Kd"), (3, "Ah"), (4, "7c")]
    assert list(first.tied) == [1, 3]
    assert [(card.entrant, card.card) for card in second.cards] == [(1, "9c"), (3, "4s")]
    assert list(second.tied) == []
    assert answer.result.button == 1


def checked(opened: draw_pb2.OpenedDraw, result: draw_pb2.DrawResult, public_key: bytes) -> None:
    """What anybody can check of a draw, from what was published alone."""
    draw = Draw(
        draw_id=opened.draw_id,
        table_id=opened.table_id,
        kind=DrawKind(opened.kind),
        tie=DrawTie(opened.tie),
        secret_hash=opened.secret_hash,
        items=tuple(opened.items),
        entrants=tuple(Entrant(one.entrant, one.commit) for one in opened.entrants),
    )
    assert draw.head() == opened.draw_head
    assert draws.draw_secret_hash(opened.draw_id, result.secret) == opened.secret_hash
    assert verifies(public_key, opened.signature, draw_message(opened.draw_head))
    outcome = draw_outcome(draw, result.secret, {one.entrant: one.seed for one in result.seeds})
    assert outcome == result.outcome
    assert verifies(public_key, result.signature, drawn_message(opened.draw_head, outcome))
    assert drawn_order(draw, outcome) == list(result.order)


def committed(entrant: int, seed: bytes = SEED) -> draw_pb2.DrawEntrant:
    return draw_pb2.DrawEntrant(entrant=entrant, commit=draw_commit("t", entrant, seed))


def test_r1_3_seats_with_seeds_are_drawn_so_that_anybody_can_check() -> None:
    ring = temporary_ring()
    with asked(Floor(ring)) as table:
        opened = table.OpenDraw(
            wire.OpenDrawRequest(
                table_id="t",
                kind=draw_pb2.DRAW_KIND_SEATS,
                seats=[2, 4, 6, 9],
                entrants=[committed(70), draw_pb2.DrawEntrant(entrant=71), committed(72, OTHER_SEED)],
            )
        )
        request = wire.CompleteDrawRequest(
            draw_token=opened.draw_token,
            seeds=[
                draw_pb2.DrawSeed(entrant=72, seed=OTHER_SEED),
                draw_pb2.DrawSeed(entrant=70, seed=SEED),
            ],
        )
        completed = table.CompleteDraw(request)
        again = table.CompleteDraw(request)
    assert completed == again
    checked(completed.draw, completed.result, ring.head_keys[0].public_key)
    assert [one.entrant for one in completed.result.seeds] == [70, 72]
    assert [(one.entrant, one.seat) for one in completed.result.seats] == list(
        zip([70, 71, 72], completed.result.order, strict=False)
    )


def test_r1_3_one_call_is_level_commit_and_says_so() -> None:
    ring = temporary_ring()
    with asked(Floor(ring)) as table:
        answer = table.DrawSeats(wire.DrawSeatsRequest(table_id="t", open_seats=[1, 2, 3], entrants=[9, 8]))
        button = table.DrawButton(wire.DrawButtonRequest(table_id="t", seats=[1, 2, 3]))
    for one in (answer, button):
        assert one.draw.level == opening_pb2.ASSURANCE_LEVEL_COMMIT
        checked(one.draw, one.result, ring.head_keys[0].public_key)
    assert [one.entrant for one in answer.result.seats] == [9, 8]
    assert {one.seat for one in answer.result.seats} < {1, 2, 3}
    assert button.result.button == button.result.order[0]


def test_another_replica_with_the_same_ring_completes_the_draw() -> None:
    ring = temporary_ring()
    with asked(Floor(ring)) as first, asked(Floor(ring)) as second:
        opened = first.OpenDraw(
            wire.OpenDrawRequest(
                table_id="t", kind=draw_pb2.DRAW_KIND_BUTTON, seats=[1, 2], entrants=[committed(1)]
            )
        )
        request = wire.CompleteDrawRequest(
            draw_token=opened.draw_token, seeds=[draw_pb2.DrawSeed(entrant=1, seed=SEED)]
        )
        assert first.CompleteDraw(request) == second.CompleteDraw(request)


def test_two_draws_never_share_their_secret(table: TableServiceStub) -> None:
    request = wire.DrawButtonRequest(table_id="t", seats=[1, 2, 3])
    answers = [table.DrawButton(request) for _ in range(8)]
    assert len({one.result.secret for one in answers}) == 8
    assert len({one.draw.draw_id for one in answers}) == 8
