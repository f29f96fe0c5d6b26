"""The demo: repeatable to the byte, complete, and a proof that fails where something was changed."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest
from click.testing import CliRunner

from floorman.api import Floor
from floorman.cli.calls import calls_to
from floorman.cli.deal_proof import prove_deal
from floorman.cli.demo import demo
from floorman.fairness.keys import HeadKey
from floorman.server.keys import temporary_ring
from floorman.server.local import running
from floorman.v1 import config_pb2, hand_pb2, opening_pb2, steps_pb2


def told(*args: str) -> str:
    result = CliRunner().invoke(demo, list(args))
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_seed_repeats_every_byte() -> None:
    assert told("--seed", "7", "--hands", "3") == told("--seed", "7", "--hands", "3")


def test_another_seed_is_another_session_and_none_is_fresh() -> None:
    sessions = {told("--seed", "7", "--hands", "1"), told("--seed", "8", "--hands", "1")}
    sessions |= {told("--hands", "1"), told("--hands", "1")}
    assert len(sessions) == 4


def test_it_shows_what_a_newcomer_should_see() -> None:
    log = told("--seed", "7")
    for sight in ("Hand 6", "FLOP", "all-in", "side pot 1", "mucks", "uncalled", "could call"):
        assert sight in log
    for reason in (
        "RAISE_BELOW_MINIMUM, R-8.2",
        "CANNOT_CHECK, R-7.2",
        "NOT_YOUR_TURN",
        "INSUFFICIENT_CHIPS",
    ):
        assert log.count(reason) == 1
    assert "✗" not in log
    assert "6 hands · every proof holds · all " in log


def test_a_service_elsewhere_is_proved_but_for_its_signatures(address: str) -> None:
    log = told("--address", address, "--hands", "1")
    assert "– the house signed it (the house's public key is not known here)" in log
    assert "every proof holds" in log


def test_a_seed_needs_a_service_that_allows_given_entropy(address: str) -> None:
    result = CliRunner().invoke(demo, ["--seed", "7", "--address", address])
    assert result.exit_code == 1
    assert "NOT_OFFERED" in result.stderr


def test_nobody_wins_chips_from_nowhere() -> None:
    result = CliRunner().invoke(demo, ["--seed", "7", "--hands", "40"])
    assert "chips are there" in result.stdout
    assert result.exit_code == 0


# ---- the proof ----


Hand = tuple[list[hand_pb2.HandUpdate], bytes]


@pytest.fixture(scope="module")
def hand() -> Hand:
    """A walk and its showdown: all-in, call, five board cards."""
    ring = temporary_ring()
    opening = opening_pb2.HandOpening(
        config=config_pb2.TableConfig(small_blind=1, big_blind=2),
        table_id="proof",
        dealing=opening_pb2.DEALING_SERVICE,
        want_leaves=True,
        button=2,
        seats=[opening_pb2.OpeningSeat(seat=seat, stack=100) for seat in (1, 2)],
    )
    with running(Floor(ring)) as address, calls_to(address) as calls:
        updates = [calls.start(opening)]
        for step in (
            steps_pb2.Step(seat=2, all_in=steps_pb2.AllInStep()),
            steps_pb2.Step(seat=1, call=steps_pb2.CallStep()),
        ):
            last = updates[-1]
            assert isinstance(last, hand_pb2.HandUpdate)
            updates.append(calls.act(last, step))
    played = [update for update in updates if isinstance(update, hand_pb2.HandUpdate)]
    assert len(played) == 3
    return played, ring.head_keys[0].public_key


def failing(updates: list[hand_pb2.HandUpdate], public_key: bytes) -> set[str]:
    return {check.name for check in prove_deal(updates, public_key, b"") if not check.holds}


def test_an_honest_hand_holds(hand: Hand) -> None:
    updates, public_key = hand
    checks = prove_deal(updates, public_key, b"")
    assert [check.holds for check in checks] == [True] * 12
    # 4 hole cards and 5 board cards
    assert "9 opened cards lay in the committed deck" in [check.words for check in checks]


def _another_leaf(deal: hand_pb2.HandUpdate, _: hand_pb2.HandUpdate) -> None:
    leaves = deal.start.opening.leaves
    deal.start.opening.leaves = leaves[32:64] + leaves[:32] + leaves[64:]


def _another_permutation(deal: hand_pb2.HandUpdate, _: hand_pb2.HandUpdate) -> None:
    deal.start.permutation_seed = bytes(32)


def _another_switch(deal: hand_pb2.HandUpdate, _: hand_pb2.HandUpdate) -> None:
    deal.start.opening.cfg_text = deal.start.opening.cfg_text.replace("big_blind=2", "big_blind=1")


def _another_card(_: hand_pb2.HandUpdate, end: hand_pb2.HandUpdate) -> None:
    end.openings[0].card, end.openings[1].card = end.openings[1].card, end.openings[0].card


def _an_opening_less(_: hand_pb2.HandUpdate, end: hand_pb2.HandUpdate) -> None:
    del end.openings[-1]


def _another_hole(deal: hand_pb2.HandUpdate, _: hand_pb2.HandUpdate) -> None:
    deal.seat_views[0].cards[0] = deal.seat_views[1].cards[0]


def _another_event(_: hand_pb2.HandUpdate, end: hand_pb2.HandUpdate) -> None:
    changed = bytearray(end.event_bytes)
    changed[13] ^= 1  # the lowest byte of the first event's amount
    end.event_bytes = bytes(changed)


def _another_signature(_: hand_pb2.HandUpdate, end: hand_pb2.HandUpdate) -> None:
    end.signature = bytes(64)


@pytest.mark.parametrize(
    ("change", "crosses"),
    [
        (_another_leaf, {"root"}),
        (_another_permutation, {"permutation"}),
        (_another_switch, {"opening"}),
        (_another_card, {"9 cards", "none twice", "faces"}),
        (_an_opening_less, {"faces"}),
        (_another_hole, {"holes"}),
        (_another_event, {"3 heads"}),
        (_another_signature, {"signatures"}),
    ],
)
def test_a_changed_hand_does_not_hold(
    hand: Hand, change: Callable[[hand_pb2.HandUpdate, hand_pb2.HandUpdate], None], crosses: set[str]
) -> None:
    updates, public_key = deepcopy(hand[0]), hand[1]
    change(updates[0], updates[-1])
    assert crosses <= failing(updates, public_key)


def test_a_hand_of_the_middle_does_not_begin_a_table(hand: Hand) -> None:
    checks = prove_deal(*hand, bytes(32))
    assert [check.name for check in checks if not check.holds] == ["table"]


def test_another_house_did_not_sign_it(hand: Hand) -> None:
    assert failing(hand[0], HeadKey(1, bytes(32)).public_key) == {"signatures"}
