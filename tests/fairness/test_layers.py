"""The two layers and the deck between them, by the vectors (audit.md 3)."""

from __future__ import annotations

import pytest

from floorman.cards import full_deck, parse_card, short_deck
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.deck import ServiceDeck
from floorman.fairness.entropy import EntropySource, given_hand_id
from floorman.fairness.merkle import root_of
from floorman.fairness.public_layer import permutation, public_seed
from floorman.fairness.reading import MalformedError
from floorman.fairness.secret_layer import (
    SecretLayer,
    hole_commitment,
    hole_commitment_of,
    leaf_of,
)
from tests.fairness.vectors import ENTROPY, HAND_ID, HANDS, VECTORS, card, card_opening_of, unhex

SECRET = VECTORS["secret_layer"]
PUBLIC = VECTORS["public_layer"]
SHORT = VECTORS["short_deck"]
SEEDS = {row["seat"]: unhex(row["seed"]) for row in VECTORS["hand"]["seeds"]}


def deck() -> ServiceDeck:
    return ServiceDeck(ENTROPY, HAND_ID, unhex(PUBLIC["P"]), full_deck())


def test_given_entropy_names_its_hand() -> None:
    row = VECTORS["given_entropy"]
    hand_id = given_hand_id(unhex(row["entropy"]), row["table_id"], row["hand_number"], row["attempt"])
    assert hand_id.hex() == row["hand_id"]


def test_sigma() -> None:
    assert list(SecretLayer(ENTROPY, HAND_ID, full_deck()).order) == [card(name) for name in SECRET["sigma"]]


def test_salts_leaves_and_root() -> None:
    layer = SecretLayer(ENTROPY, HAND_ID, full_deck())
    assert [layer.salt(slot).hex() for slot in range(52)] == SECRET["salts"]
    assert [leaf.hex() for leaf in layer.leaves()] == SECRET["leaves"]
    assert root_of(layer.leaves()).hex() == SECRET["root"]


def test_a_leaf_from_what_an_opening_shows() -> None:
    for slot, (name, salt, leaf) in enumerate(
        zip(SECRET["sigma"], SECRET["salts"], SECRET["leaves"], strict=True)
    ):
        assert leaf_of(HAND_ID, slot, card(name), unhex(salt)).hex() == leaf


def test_the_short_deck_has_36_slots() -> None:
    layer = SecretLayer(ENTROPY, HAND_ID, short_deck())
    assert list(layer.order) == [card(name) for name in SHORT["sigma"]]
    assert root_of(layer.leaves()).hex() == SHORT["root"]
    assert list(permutation(unhex(SHORT["P"]), HAND_ID, 36)) == SHORT["pi"]


def test_p_of_three_seeds() -> None:
    assert public_seed(unhex(PUBLIC["open_head"]), SEEDS).hex() == PUBLIC["P"]


def test_p_does_not_depend_on_the_order_in_which_seeds_came() -> None:
    backwards = dict(sorted(SEEDS.items(), reverse=True))
    assert public_seed(unhex(PUBLIC["open_head"]), backwards).hex() == PUBLIC["P"]


def test_p_without_seeds() -> None:
    for row in (SHORT, VECTORS["run_twice"]):
        assert public_seed(unhex(row["open_head"]), {}).hex() == row["P"]


def test_p_with_a_beacon() -> None:
    row = VECTORS["beacon"]
    assert public_seed(unhex(row["open_head"]), SEEDS, unhex(row["randomness"])).hex() == row["P"]


@pytest.mark.parametrize("hand", HANDS)
def test_pi(hand: str) -> None:
    row = VECTORS[hand]
    hand_id = unhex(row["opening"]["hand_id"])
    assert list(permutation(unhex(row["P"]), hand_id, 52)) == row["pi"]


def test_every_face_of_the_deck() -> None:
    dealt = deck()
    assert [dealt.face(index) for index in range(52)] == [card(name) for name in PUBLIC["deck"]]


@pytest.mark.parametrize("row", PUBLIC["openings"])
def test_openings_of_the_deck(row: dict[str, object]) -> None:
    wanted = card_opening_of(row)
    opening = deck().opening(wanted.deck_index)
    assert opening == wanted
    assert opening.leaf(HAND_ID).hex() == SECRET["leaves"][wanted.slot]


def test_the_deck_ends() -> None:
    for past in (52, 0xFF):
        with pytest.raises(IndexError):
            deck().face(past)
        with pytest.raises(IndexError):
            deck().opening(past)


@pytest.mark.parametrize("hand", HANDS)
def test_openings_of_whole_hands(hand: str) -> None:
    row = VECTORS[hand]
    leaves = row["leaves"]
    hand_id = unhex(row["opening"]["hand_id"])
    dealt = ServiceDeck(ENTROPY, hand_id, unhex(row["P"]), full_deck())
    shown = [opening for step in row["steps"] for opening in step["openings"]]
    assert shown
    for described in shown:
        opening = dealt.opening(described["deck_index"])
        assert opening == card_opening_of(described)
        assert opening.leaf(hand_id).hex() == leaves[opening.slot]


def test_an_opening_is_35_bytes() -> None:
    row = VECTORS["hpke_box"]
    plaintext = unhex(row["plaintext"])
    first, second = (card_opening_of(opening) for opening in row["openings"])
    assert first.encode() + second.encode() == plaintext[1:]
    assert CardOpening.decode(plaintext[1:36]) == first
    for wrong in (plaintext[1:35], plaintext[1:37], b""):
        with pytest.raises(MalformedError):
            CardOpening.decode(wrong)


def test_hole_known_binds_the_cards_of_a_host() -> None:
    row = VECTORS["hole_known"]
    cards = tuple(parse_card(name) for name in row["cards"])
    bound = hole_commitment(unhex(row["entropy"]), unhex(row["hand_id"]), row["seat"], cards)
    assert bound.salt.hex() == row["salt"]
    assert bound.commitment.hex() == row["commitment"]
    assert hole_commitment_of(HAND_ID, row["seat"], cards, bound.salt) == bound.commitment
    assert hole_commitment_of(HAND_ID, row["seat"], cards[::-1], bound.salt) != bound.commitment
    assert hole_commitment_of(HAND_ID, row["seat"] + 1, cards, bound.salt) != bound.commitment


def test_fresh_entropy_never_repeats_and_is_not_shown() -> None:
    source = EntropySource()
    drawn = [source.draw() for _ in range(100)]
    assert len({one.entropy for one in drawn}) == len({one.hand_id for one in drawn}) == 100
    assert {(len(one.entropy), len(one.hand_id)) for one in drawn} == {(32, 16)}
    assert drawn[0].entropy.hex() not in repr(drawn[0])
    assert repr(drawn[0].entropy) not in repr(drawn[0])


def test_clones_of_a_machine_part_by_their_counters_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal random bytes, as two clones may get: E differs all the same, hedged by count and time."""
    monkeypatch.setattr("os.urandom", bytes)
    source = EntropySource()
    monkeypatch.setattr("time.time_ns", lambda: 7)
    first, second = source.draw(), source.draw()
    assert first.hand_id == second.hand_id
    assert first.entropy != second.entropy
    clones = []
    for moment in (8, 9):
        monkeypatch.setattr("time.time_ns", lambda moment=moment: moment)
        clones.append(EntropySource().draw().entropy)
    assert clones[0] != clones[1]
