"""Dealing: hole cards, burns and boards, each from the next place of the deck (R-6; audit.md 3.6).

One cursor walks through the deck; nothing is skipped and nothing goes back. Where the host deals,
the cards are those it has named, and the hand waits for what is missing.
"""

from __future__ import annotations

from typing import Final, Protocol

from floorman import events
from floorman.cards import FACE_DOWN, full_deck, short_deck
from floorman.events import Event
from floorman.rules.choices import DealPattern, RunItBurn, Variant
from floorman.rules.hand import BOARD_CARDS, FLOP, NO_INDEX, Hand
from floorman.rules.positions import deal_order
from floorman.rules.switches import TableConfig

__all__ = [
    "Deck",
    "NoDeck",
    "deal_holes",
    "deal_street",
    "exposed_burn",
    "hole_indices",
    "lay",
    "next_street",
    "pack_of",
    "places_off_the_deck",
    "run_out_board",
]

_PACKS: Final = {Variant.HOLDEM_52: full_deck(), Variant.SHORT_DECK_36: short_deck()}


def pack_of(config: TableConfig) -> tuple[int, ...]:
    """The cards that a table plays with, card ids rising (R-1.2, R-17)."""
    return _PACKS[config.variant]


class Deck(Protocol):
    """The order of the cards of a hand that the floor deals."""

    def face(self, index: int) -> int:
        """The card at a place of the deck, 0 = top, that is dealt face up."""

    def hole(self, index: int) -> int:
        """The card that is dealt face down to a seat; FACE_DOWN where a replayed hand never showed it."""


class NoDeck:
    """The deck of a hand that the host deals: the floor draws no card from it."""

    def face(self, index: int) -> int:
        """Never asked: a host-dealt hand names its cards."""
        raise IndexError(index)

    def hole(self, index: int) -> int:
        """Never asked, either."""
        raise IndexError(index)


def deal_holes(hand: Hand, deck: Deck) -> list[Event]:
    """R-6.1: two cards to every seat in deal order."""
    happened: list[Event] = []
    for position in deal_order(hand):
        indices = hole_indices(hand, position)
        if not hand.host_deals:
            hand.cursor += 2
            hand.holes[position] = deck.hole(indices[0]), deck.hole(indices[1])
        happened.append(events.DealHole(hand.seats[position].number, indices))
    return happened


def hole_indices(hand: Hand, position: int) -> tuple[int, int]:
    """The deck indices of a seat's two cards, a replaced one included (R-6.1, R-6.3)."""
    if hand.host_deals:
        return NO_INDEX, NO_INDEX
    indices = [*places_off_the_deck(hand, position)]
    if hand.exposed is not None and hand.exposed[0] == position and hand.replacement != NO_INDEX:
        indices[hand.exposed[1]] = hand.replacement
    return indices[0], indices[1]


def places_off_the_deck(hand: Hand, position: int) -> tuple[int, int]:
    """Which cards of the deal a seat's two were, counted from 0, whoever dealt them (R-6.1)."""
    place = deal_order(hand).index(position)
    if hand.config.deal_pattern is DealPattern.TWO_AT_ONCE:
        return 2 * place, 2 * place + 1
    return place, len(hand.seats) + place


def deal_street(hand: Hand, deck: Deck, happened: list[Event]) -> bool:
    """R-6.2: burn, then the next street's cards on every board; False while the host owes cards."""
    street = hand.street + 1
    if not all(_named(hand, board, street) for board in range(len(hand.boards))):
        return False
    hand.street = street
    if hand.config.burn_cards:
        happened.append(_burn(hand, 0, street))
    happened += [_board_cards(hand, deck, board, street) for board in range(len(hand.boards))]
    hand.flop_dealt = True
    return True


def run_out_board(hand: Hand, deck: Deck, board: int, happened: list[Event]) -> bool:
    """The rest of one board, street by street (R-14.2); False while the host owes cards."""
    while len(hand.boards[board]) < BOARD_CARDS[-1]:
        street = next_street(hand, board)
        if not _named(hand, board, street):
            return False
        if _run_burns(hand, board):
            happened.append(_burn(hand, board, street))
        happened.append(_board_cards(hand, deck, board, street))
        hand.flop_dealt = True
    return True


def next_street(hand: Hand, board: int) -> int:
    """The first street whose cards do not all lie on a board; one is left."""
    dealt = len(hand.boards[board])
    return next(street for street in range(FLOP, len(BOARD_CARDS)) if BOARD_CARDS[street] > dealt)


def _run_burns(hand: Hand, board: int) -> bool:
    """R-14.2: whether a run's board burns a card; a single run is no run and burns as always."""
    if not hand.config.burn_cards:
        return False
    if hand.runs <= 1:
        return True
    match hand.config.run_it_burn:
        case RunItBurn.PER_BOARD:
            return True
        case RunItBurn.FIRST_BOARD_ONLY:
            return board == 0
        case RunItBurn.NONE:
            return False


def _burn(hand: Hand, board: int, street: int) -> Event:
    hand.burns += 1
    if street == FLOP and board == 0 and (exposed := exposed_burn(hand)) is not None:
        return events.Burn(board, *exposed)
    if hand.host_deals:
        return events.Burn(board, NO_INDEX, FACE_DOWN)
    hand.cursor += 1
    return events.Burn(board, hand.cursor - 1, FACE_DOWN)


def exposed_burn(hand: Hand) -> tuple[int, int] | None:
    """R-6.3: an exposed card that was replaced is the flop burn and takes no further place of the deck.

    Returns:
        Its deck index and its face; None where the flop burn comes off the deck.
    """
    if hand.exposed is None or hand.replacement == NO_INDEX:
        return None
    _, _, index, face = hand.exposed
    return index, face


def _named(hand: Hand, board: int, street: int) -> bool:
    """Whether the street's cards can be dealt: the host has named them, or the floor deals."""
    if not hand.host_deals:
        return True
    return board < len(hand.known_boards) and len(hand.known_boards[board]) >= BOARD_CARDS[street]


def _board_cards(hand: Hand, deck: Deck, board: int, street: int) -> Event:
    return events.BoardCards(board, street, *lay(hand, deck, board, street))


def lay(hand: Hand, deck: Deck, board: int, street: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Lays a street's cards onto a board: their deck indices and their faces."""
    first = len(hand.boards[board])
    count = BOARD_CARDS[street] - first
    if hand.host_deals:
        indices: tuple[int, ...] = (NO_INDEX,) * count
        faces = tuple(hand.known_boards[board][first : first + count])
    else:
        indices = tuple(range(hand.cursor, hand.cursor + count))
        faces = tuple(deck.face(index) for index in indices)
        hand.cursor += count
    hand.boards[board] += faces
    hand.board_indices[board] += indices
    return indices, faces
