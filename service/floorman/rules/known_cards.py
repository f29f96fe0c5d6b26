"""Host dealing: the cards that the host names, each at most once and out of the right deck."""

from __future__ import annotations

from collections.abc import Iterable

from floorman.cards import FACE_DOWN, card_name
from floorman.rules.dealing import pack_of
from floorman.rules.hand import BOARD_CARDS, RIVER, Hand
from floorman.rules.opening import HandStart
from floorman.rules.refusal import Reason, Refusal

__all__ = ["check_hole", "name_board", "name_burn", "name_hole", "name_start"]


def name_start(hand: Hand, start: HandStart) -> None:
    """Takes the cards that came with the start.

    Raises:
        Refusal: a card twice or out of the deck, a seat that is not dealt in, too many cards.
    """
    for number, cards in start.known_holes.items():
        position = hand.position(number)
        if position < 0:
            text = f"Seat {number} is not dealt in and gets no cards."
            raise Refusal(Reason.UNKNOWN_SEAT, "R-6.1", text, field="known_cards.holes", seat=number)
        name_hole(hand, position, cards, "known_cards.holes")
    for board, faces in enumerate(start.known_boards):
        name_board(hand, board, faces, "known_cards.boards")
    for card in start.known_burns:
        name_burn(hand, card, "known_cards.burns")


def check_hole(hand: Hand, position: int, cards: tuple[int, ...], where: str = "") -> None:
    """Whether these can be a seat's two cards.

    Raises:
        Refusal: the cards are known already, are not two, or lie somewhere else.
    """
    _check_unnamed(hand, position, cards, where)
    _check_new(hand, cards, where)


def _check_unnamed(hand: Hand, position: int, cards: tuple[int, ...], where: str) -> None:
    seat = hand.seats[position]
    if hand.holes[position] is not None:
        text = f"The cards of seat {seat.number} are named already."
        raise Refusal(Reason.CARDS_ALREADY_KNOWN, "R-6.1", text, field=where, seat=seat.number)
    if len(cards) != 2:
        text = f"A hand has two hole cards, not {len(cards)}."
        raise Refusal(Reason.CARD_COUNT, "R-6.1", text, field=where, seat=seat.number, cards=len(cards))


def name_hole(hand: Hand, position: int, cards: tuple[int, ...], where: str = "") -> None:
    """Takes a seat's two cards; FACE_DOWN for those that whoever replays a hand never saw."""
    _check_unnamed(hand, position, cards, where)
    _check_new(hand, _seen(cards), where)
    hand.holes[position] = (cards[0], cards[1])


def name_board(hand: Hand, board: int, cards: tuple[int, ...], where: str = "") -> None:
    """Takes the next cards of a board; a further run's board repeats the cards that it shares."""
    boards = max(hand.config.boards, hand.config.run_it_max)
    if board > len(hand.known_boards) or board >= boards:
        text = f"There is no board {board}: this table deals at most {boards}, in order from 0."
        raise Refusal(Reason.CARD_COUNT, "R-14.2", text, field=where, board=board, most=boards)
    named = hand.known_boards[board] if board < len(hand.known_boards) else []
    most = BOARD_CARDS[RIVER]
    if len(named) + len(cards) > most:
        text = f"A board has {most} cards, and this would be its card {len(named) + len(cards)}."
        raise Refusal(
            Reason.CARD_COUNT,
            "R-6.1",
            text,
            field=where,
            board=board,
            cards=len(named) + len(cards),
            most=most,
        )
    shared = _shared(hand, board, [*named, *cards])
    _check_new(hand, [*named, *cards][max(len(named), shared) :], where)
    if board == len(hand.known_boards):
        hand.known_boards.append([])
    hand.known_boards[board] += cards


def _shared(hand: Hand, board: int, cards: list[int]) -> int:
    """How many first cards a further run's board has in common with board 0 (R-14.2)."""
    if board == 0 or hand.config.bomb_pot:
        return 0
    first = hand.known_boards[0]
    shared = 0
    while shared < min(len(first), len(cards)) and first[shared] == cards[shared]:
        shared += 1
    return shared


def name_burn(hand: Hand, card: int, where: str = "") -> None:
    """Takes the next burn card; FACE_DOWN for one that nobody saw."""
    most = (len(BOARD_CARDS) - 1) * max(hand.config.boards, hand.config.run_it_max)
    cards = len(hand.known_burns) + 1
    if cards > most:
        text = f"This table burns {most} cards at most, and this would be number {cards}."
        raise Refusal(Reason.CARD_COUNT, "R-6.2", text, field=where, cards=cards, most=most)
    _check_new(hand, _seen((card,)), where)
    hand.known_burns.append(card)


def _seen(cards: tuple[int, ...]) -> list[int]:
    return [card for card in cards if card != FACE_DOWN]


def _check_new(hand: Hand, cards: Iterable[int], where: str) -> None:
    seen = {card for pair in hand.holes if pair is not None for card in pair}
    seen.update(card for board in hand.known_boards for card in board)
    seen.update(hand.known_burns)
    pack = pack_of(hand.config)
    for card in cards:
        if card not in pack:
            text = f"{card_name(card)} is not in this deck."
            raise Refusal(Reason.CARD_NOT_IN_DECK, "R-1.2", text, field=where, card=card)
        if card in seen:
            text = f"{card_name(card)} lies on the table already."
            raise Refusal(Reason.CARD_TWICE, "R-1.2", text, field=where, card=card)
        seen.add(card)
