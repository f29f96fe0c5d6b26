"""The cards of a showdown off the wire, and the hands that they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from floorman.api import checks
from floorman.api.rejection import rejected
from floorman.api.settlement_wire import evaluated
from floorman.api.step_wire import cards_from_wire
from floorman.cards import card_name, card_names
from floorman.evaluation import HandRank, Ranking, describe
from floorman.v1 import cards_pb2, config_pb2, evaluation_service_pb2, refusal_pb2, settlement_pb2

__all__ = [
    "MOST_BOARDS",
    "ShownCards",
    "check_distinct",
    "compared_boards",
    "ranking_from_wire",
    "settled_boards",
    "shown_cards",
]

_ERRORS: Final = refusal_pb2.ErrorReason
MOST_BOARDS: Final = 4
_MOST_SEATS: Final = 10


@dataclass(frozen=True, slots=True)
class ShownCards:
    """Boards, and two hole cards by seat."""

    boards: tuple[tuple[int, ...], ...]
    holes: dict[int, tuple[int, int]]


def ranking_from_wire(
    variant: config_pb2.Variant.ValueType, *, short_trips: bool, where: str = "variant"
) -> Ranking:
    """The order of hands of a deck.

    Args:
        variant: the deck.
        short_trips: in a short deck, three of a kind beats a straight.
        where: the path of the variant.

    Raises:
        Rejected: a variant that this version does not know.
    """
    if variant in {config_pb2.VARIANT_UNSPECIFIED, config_pb2.VARIANT_HOLDEM_52}:
        return Ranking.HOLDEM
    if variant == config_pb2.VARIANT_SHORT_DECK_36:
        return Ranking.SHORT_DECK_TRIPS_BEAT_STRAIGHT if short_trips else Ranking.SHORT_DECK
    raise checks.unknown_enum(where, variant, "R-1.2")


def check_distinct(cards: Iterable[int], ranking: Ranking, where: str) -> None:
    """Every card once, and out of the deck in play.

    Raises:
        Rejected: CARD_TWICE or CARD_NOT_IN_DECK.
    """
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            text = f"{card_name(card)} is there twice."
            numbers = {"card": card}
            raise rejected(_ERRORS.ERROR_REASON_CARD_TWICE, text, field=where, rule="R-1.2", numbers=numbers)
        if card >> 2 < ranking.lowest_rank:
            text = f"{card_name(card)} is not in a short deck."
            reason = _ERRORS.ERROR_REASON_CARD_NOT_IN_DECK
            raise rejected(reason, text, field=where, rule="R-17", numbers={"card": card})
        seen.add(card)


def shown_cards(
    boards: Sequence[cards_pb2.Board],
    holes: Sequence[cards_pb2.HoleCards],
    ranking: Ranking,
    where: str,
    least: int = 5,
) -> ShownCards:
    """The cards of a showdown, checked.

    Args:
        boards: one to four of five cards; cards dealt before they parted may stand in several.
        holes: 1 to 10 seats with two cards each.
        ranking: the order of hands, and with it the deck.
        where: the path of the two fields, with its dot.
        least: how many cards a board has at least, where some are still to come.

    Raises:
        Rejected: with the field at fault.
    """
    checks.count(len(boards), 1, MOST_BOARDS, f"{where}boards", "boards")
    checks.count(len(holes), 1, _MOST_SEATS, f"{where}holes", "seats")
    read_boards = []
    for place, board in enumerate(boards):
        at = f"{where}boards[{place}].cards"
        cards = cards_from_wire(board.cards, at)
        checks.count(len(cards), least, 5, at, "cards")
        check_distinct(cards, ranking, at)
        read_boards.append(cards)
    seats: dict[int, tuple[int, int]] = {}
    lying: list[int] = []
    for place, hole in enumerate(holes):
        at = f"{where}holes[{place}]"
        cards = cards_from_wire(hole.cards, f"{at}.cards")
        checks.count(len(cards), 2, 2, f"{at}.cards", "cards")
        seats[checks.new_seat(hole.seat, seats, f"{at}.seat")] = (cards[0], cards[1])
        lying += cards
        for number, board_cards in enumerate(read_boards):
            check_distinct([*board_cards, *lying], ranking, f"{where}boards[{number}]")
    return ShownCards(tuple(read_boards), seats)


def _ranked(cards: ShownCards, ranking: Ranking, board: tuple[int, ...]) -> list[tuple[int, HandRank]]:
    """The hands on one board, best first, ties by rising seat."""
    ranks = [(seat, describe([*board, *holes], ranking)) for seat, holes in cards.holes.items()]
    return sorted(ranks, key=lambda one: (-one[1].strength, one[0]))


def _seat_hands(cards: ShownCards, ranks: list[tuple[int, HandRank]]) -> list[cards_pb2.SeatHand]:
    return [
        cards_pb2.SeatHand(seat=seat, hole_cards=card_names(cards.holes[seat]), hand=evaluated(rank))
        for seat, rank in ranks
    ]


def compared_boards(cards: ShownCards, ranking: Ranking) -> list[evaluation_service_pb2.ComparedBoard]:
    """Every board with its hands and the seats that tie."""
    compared = []
    for board in cards.boards:
        ranks = _ranked(cards, ranking, board)
        places = [
            cards_pb2.SeatGroup(seats=[seat for seat, _ in group])
            for _, group in groupby(ranks, key=lambda one: one[1].strength)
        ]
        compared.append(evaluation_service_pb2.ComparedBoard(hands=_seat_hands(cards, ranks), places=places))
    return compared


def settled_boards(cards: ShownCards, ranking: Ranking) -> list[settlement_pb2.SettledBoard]:
    """Every board with the hands compared on it."""
    return [
        settlement_pb2.SettledBoard(
            board=number,
            cards=card_names(board),
            hands=_seat_hands(cards, _ranked(cards, ranking, board)),
        )
        for number, board in enumerate(cards.boards)
    ]
