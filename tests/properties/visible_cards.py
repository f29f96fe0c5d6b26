"""Which deck positions are opened to whom, over random hands (audit.md 9): ``make visible-cards``.

What each viewer may see is read off the hand as it lies on the table after each step; what each was given is
read off the answers and tokens. The one comes from the state, the other from events: they share no code.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from multiprocessing import cpu_count, get_context
from typing import Final

from rich.progress import track

from floorman import steps
from floorman.api import Floor
from floorman.api.dealing import start_hand
from floorman.api.hand_update import hand_update
from floorman.api.opening_wire import start_from_wire
from floorman.api.ruling import Ruling
from floorman.api.stepping import act
from floorman.fairness.commitments import secret_hash
from floorman.rules.dealing import hole_indices
from floorman.rules.floor import check
from floorman.rules.hand import Claim, Hand
from floorman.rules.refusal import Refusal
from floorman.v1 import cards_pb2, hand_pb2, opening_pb2
from tests.properties.desk import opening_message, ring, step_to_wire
from tests.properties.tables import Table, deal_table
from tests.properties.wishes import accident, next_step

__all__ = ["watch"]

HANDS: Final = 20_000
_CHUNK: Final = 50
_HASH: Final = secret_hash(b"a secret of every seat")


def watch(seed: int) -> Counter[str]:
    """Plays one hand, and holds what was opened against what may be seen after each step.

    Returns:
        What the hand met, so that no law is kept by never being asked.
    """
    chance = random.Random(seed)
    table = deal_table(chance)
    past_the_host = seed % 2 == 0
    floor = Floor(ring(), allow_given_entropy=True)
    ruling = start_hand(floor, start_from_wire(_opening(table, chance, past_the_host=past_the_host)))
    viewers = _Viewers(past_the_host=past_the_host)
    viewers.see(floor, ruling, hand_update(ruling, None, b""))
    for _ in range(table.most_steps()):
        wish = _wish(chance, table, ruling.state.hand)
        if wish is None:
            break
        viewers.expect(ruling.state.hand, wish)
        ruling = act(floor, ruling.token, ruling.hand_id, ruling.step, wish, b"")
        viewers.see(floor, ruling, hand_update(ruling, step_to_wire(wish), b""))
    return viewers.met


def _opening(table: Table, chance: random.Random, *, past_the_host: bool) -> opening_pb2.HandOpening:
    message = opening_message(table, chance.randbytes(32))
    if past_the_host:
        message.delivery = opening_pb2.DELIVERY_SEAT_SECRET
        message.accept_host_lookahead = True  # the seats of this test have no keys
        for seat in message.seats:
            seat.secret_hash = _HASH
    return message


def _wish(chance: random.Random, table: Table, hand: Hand) -> steps.Step | None:
    """A step of the menu, or now and then an accident that may befall a table."""
    if chance.random() < (0.03 if hand.actions else 0.15):
        wish = accident(chance, hand)
        try:
            check(hand, wish, table.floor_deck)
        except Refusal:
            pass
        else:
            return wish
    return next_step(chance, table, hand)


class _Viewers:
    """What everybody, the host and each seat have been given of the deck."""

    def __init__(self, *, past_the_host: bool) -> None:
        self.met: Counter[str] = Counter()
        self._past_the_host = past_the_host
        self._public: set[int] = set()
        self._own: dict[int, set[int]] = {}
        self._exposed: set[int] = set()

    def expect(self, hand: Hand, wish: steps.Step) -> None:
        """R-6.3: a card that the dealer exposes has been seen, whatever becomes of it."""
        if isinstance(wish, steps.Expose):
            self._exposed.add(hole_indices(hand, hand.position(wish.seat))[wish.nth])

    def see(self, floor: Floor, ruling: Ruling, update: hand_pb2.HandUpdate) -> None:
        """Takes what an answer gives to whom, and holds it against the hand."""
        hand = ruling.state.hand
        self._public |= _indices(update.openings)
        assert self._public == self._visible(hand)
        if self._past_the_host:
            self._see_past_the_host(floor, ruling, update)
        else:
            self._see_at_the_host(hand, update)
        self.met["steps"] += 1

    def _visible(self, hand: Hand) -> set[int]:
        """What lies face up, or has done (R-6.3, R-12, R-14, R-15)."""
        up = {index for indices in hand.board_indices for index in indices} | self._exposed
        for position, seat in enumerate(hand.seats):
            indices = hole_indices(hand, position)
            shown = 3 if seat.claim is Claim.SHOWN else seat.seen_cards
            up |= {index for nth, index in enumerate(indices) if shown >> nth & 1}
            self.met["a whole hand"] += shown == 3
            self.met["one card"] += shown in {1, 2}
            self.met["a hidden hand"] += shown == 0
        self.met["an exposed card"] += bool(self._exposed)
        self.met["more boards"] += len(hand.boards) > 1
        return up

    def _see_at_the_host(self, hand: Hand, update: hand_pb2.HandUpdate) -> None:
        """Delivery HOST: the host is given every seat's cards, each when it was dealt, and no others."""
        for view in update.seat_views:
            self._own.setdefault(view.seat, set()).update(_indices(view.openings))
        self._check_own(hand)

    def _see_past_the_host(self, floor: Floor, ruling: Ruling, update: hand_pb2.HandUpdate) -> None:
        """SEAT_SECRET: the host is given tokens, and a token holds its seat's cards and no others."""
        assert not any(view.cards or view.openings or view.sealed_cards for view in update.seat_views)
        for view in update.seat_views:
            header, cards = floor.open_cards(view.view_token)
            assert (header.seat, header.hand_id) == (view.seat, ruling.hand_id)
            held = {opening.deck_index for opening in cards.openings}
            self.met["a new token"] += view.seat in self._own
            self._own.setdefault(view.seat, set()).update(held)
        self._check_own(ruling.state.hand)

    def _check_own(self, hand: Hand) -> None:
        for position, seat in enumerate(hand.seats):
            replaced = (
                {hand.exposed[2]} if hand.exposed is not None and hand.exposed[0] == position else set()
            )
            assert self._own[seat.number] == set(hole_indices(hand, position)) | replaced


def _indices(openings: Iterable[cards_pb2.CardOpening]) -> set[int]:
    return {opening.deck_index for opening in openings}


def _watch_chunk(first: int) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in range(first, first + _CHUNK):
        try:
            met += watch(seed)
        except Exception as fault:
            fault.add_note(f"seed {seed}")
            raise
    return met


def main() -> int:
    """Plays the hands on every core, and says what they met."""
    met: Counter[str] = Counter()
    with get_context("spawn").Pool(cpu_count()) as workers:
        chunks = workers.imap_unordered(_watch_chunk, range(0, HANDS, _CHUNK))
        for chunk in track(chunks, f"{HANDS:,} hands", total=HANDS // _CHUNK):
            met += chunk
    for what, count in sorted(met.items()):
        print(f"{count:>12,}  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
