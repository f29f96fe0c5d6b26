"""audit.md 4.2, 10: nothing that is answered depends on a card that nobody has been shown.

Two services deal the same hand but for one thing: cards that never come up have changed places. Whatever
players and host are told must be the same to the byte, seals apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest

from floorman.api import Floor
from floorman.fairness.card_opening import CardOpening
from floorman.fairness.deck import ServiceDeck
from floorman.guard.memory import MemoryGuard
from floorman.v1 import hand_pb2, hand_service_pb2, opening_pb2, steps_pb2
from tests.api.vector_hands import vector_ring
from tests.security.house import House, open_house
from tests.security.players import SEAT_KEY, SEAT_SECRET, Player, acted, dealt, keyed, signed
from tests.security.table import step

HOST: Final = opening_pb2.DELIVERY_HOST
_ENTROPY: Final = bytes(range(32))
# three seats, button on 0: seats 1, 2, 0 are dealt 0, 1, 2 and 3, 4, 5; the board is 7-9, 11, 13
_HOLES: Final = {0: (2, 5), 1: (0, 3), 2: (1, 4)}
_BURNS: Final = (6, 10, 12)
_UNDEALT: Final = range(14, 52)

Swap = dict[int, int]
Steps = tuple[steps_pb2.Step, ...]


def changed(*pairs: tuple[int, int]) -> Swap:
    """Deck indices that have changed places."""
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


_TO_THE_TURN: Final[Steps] = (
    step("raise_to", 0, 300), step("call", 1), step("fold", 2),
    step("check", 1), step("bet_to", 0, 200), step("call", 1),
    step("bet_to", 1, 500), step("fold", 0),
)  # fmt: skip
"""Seat 2 folds before the flop, seat 0 on the turn; seat 1 wins without showing."""

_HIDDEN: Final = {
    "the hands of all": changed(
        (_HOLES[0][0], _HOLES[1][0]), (_HOLES[0][1], _HOLES[2][0]), (_HOLES[1][1], _HOLES[2][1])
    ),
    "a hand for undealt cards": changed((_HOLES[1][0], 20), (_HOLES[1][1], 51)),
    "hands for burns": changed((_HOLES[0][0], _BURNS[0]), (_HOLES[2][1], _BURNS[1])),
    "a burn for the river that never came": changed((_BURNS[0], 13)),
    "undealt cards": changed((_UNDEALT[0], _UNDEALT[-1])),
}


@pytest.fixture
def deck(monkeypatch: pytest.MonkeyPatch) -> Callable[[Swap], None]:
    """Has cards change places behind the service's back: the root, the leaves and π stay as they are."""
    face, opened = ServiceDeck.face, ServiceDeck.opening

    def swap(places: Swap) -> None:
        def other_face(self: ServiceDeck, index: int) -> int:
            return face(self, places.get(index, index))

        def other_opening(self: ServiceDeck, index: int) -> CardOpening:
            return opened(self, places.get(index, index))

        monkeypatch.setattr(ServiceDeck, "face", other_face)
        monkeypatch.setattr(ServiceDeck, "opening", other_opening)

    return swap


@pytest.fixture
def houses() -> Iterator[tuple[House, House]]:
    """Two replicas."""
    floors = [Floor(ring=vector_ring(), allow_given_entropy=True, guard=MemoryGuard(600)) for _ in range(2)]
    with open_house(floors[0]) as one, open_house(floors[1]) as other:
        yield one, other


def told(update: hand_pb2.HandUpdate) -> hand_pb2.HandUpdate:
    """An update without what is sealed, and without what delivery HOST gives the host."""
    rest = hand_pb2.HandUpdate()
    rest.CopyFrom(update)
    rest.ClearField("state")
    rest.ClearField("seat_views")
    return rest


def sizes(update: hand_pb2.HandUpdate) -> list[int]:
    """How long the sealed parts are, which nobody can hide."""
    views = [len(part) for view in update.seat_views for part in (view.view_token, view.sealed_cards)]
    return [len(update.state), *views]


def play(house: House, delivery: opening_pb2.Delivery.ValueType, steps: Steps) -> list[hand_pb2.HandUpdate]:
    message = keyed(delivery)
    message.entropy = _ENTROPY
    updates = [dealt(house, message)]
    for one in steps:
        updates.append(acted(house, updates[-1], one))
    return updates


@pytest.mark.parametrize("delivery", [HOST, SEAT_SECRET, SEAT_KEY])
@pytest.mark.parametrize("places", _HIDDEN.values(), ids=_HIDDEN.keys())
def test_hands_that_differ_in_hidden_cards_only_have_the_same_answers_and_heads(
    houses: tuple[House, House],
    deck: Callable[[Swap], None],
    places: Swap,
    delivery: opening_pb2.Delivery.ValueType,
) -> None:
    one, other = houses
    plain = play(one, delivery, _TO_THE_TURN)
    deck(places)
    secretly = play(other, delivery, _TO_THE_TURN)
    assert [update.head for update in secretly] == [update.head for update in plain]
    assert [told(update) for update in secretly] == [told(update) for update in plain]
    assert [sizes(update) for update in secretly] == [sizes(update) for update in plain]


def test_a_card_that_comes_up_does_change_the_head(
    houses: tuple[House, House], deck: Callable[[Swap], None]
) -> None:
    """So that the test before can fail."""
    one, other = houses
    plain = play(one, SEAT_KEY, _TO_THE_TURN[:3])
    deck(changed((7, 20)))
    secretly = play(other, SEAT_KEY, _TO_THE_TURN[:3])
    assert [a.head == b.head for a, b in zip(plain, secretly, strict=True)] == [True, True, True, False]


@pytest.mark.parametrize("delivery", [SEAT_SECRET, SEAT_KEY])
def test_verdicts_and_refusals_know_no_hidden_card(
    houses: tuple[House, House], deck: Callable[[Swap], None], delivery: opening_pb2.Delivery.ValueType
) -> None:
    one, other = houses
    asked = (
        step("call", 1), step("raise_to", 1, 300), step("raise_to", 1, 700), step("fold", 1),
        step("all_in", 1), step("timeout", 1), step("kill", 2), step("show", 1), step("show_one", 1, which=1),
        step("see", 1, target_seat=0), step("expose", 1, nth=0), step("rabbit"), step("resolve"),
        step("misdeal", cause=3), step("void_hand", cause=3),
    )  # fmt: skip
    verdicts = []
    for house, places in ((one, {}), (other, _HIDDEN["the hands of all"])):
        deck(places)
        update = play(house, delivery, _TO_THE_TURN[:1])[-1]
        verdicts.append([_verdict(house, update, wish) for wish in asked])
    assert verdicts[0] == verdicts[1]


def _verdict(
    house: House, update: hand_pb2.HandUpdate, wish: steps_pb2.Step
) -> hand_service_pb2.CheckActionResponse:
    request = hand_service_pb2.CheckActionRequest(
        state=update.state, hand_id=update.hand_id, expected_step=update.step, step=wish
    )
    if wish.HasField("seat") and wish.WhichOneof("kind") not in {"timeout", "kill", "expose"}:
        request.act_signature = signed(update, wish).act_signature
    answer: hand_service_pb2.CheckActionResponse = house.ask("CheckAction", request)
    return answer


def test_the_players_do_see_that_their_cards_have_changed(
    houses: tuple[House, House], deck: Callable[[Swap], None]
) -> None:
    """What is swapped behind the service's back is really swapped."""
    one, other = houses
    views = []
    for house, places in ((one, {}), (other, changed((_HOLES[0][0], _HOLES[1][0])))):
        deck(places)
        deal = play(house, SEAT_KEY, ())[0]
        views.append(
            {view.seat: Player(view.seat).open_box(deal, view.sealed_cards) for view in deal.seat_views}
        )
    assert views[1][0] == [views[0][1][0], views[0][0][1]]
    assert views[1][1] == [views[0][0][0], views[0][1][1]]
    assert views[1][2] == views[0][2]
