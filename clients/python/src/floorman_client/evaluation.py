"""The questions about cards and chips without a hand, as messages from Python values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict, Unpack

from floorman_client.arguments import check_arguments
from floorman_client.cards import Cards, card_list
from floorman_client.switches import Switches, pot_rules
from floorman_client.v1 import (
    Board,
    BoardStandings,
    CardSet,
    CompareHandsRequest,
    EvaluateHandsRequest,
    HoleCards,
    SeatContribution,
    SeatGroup,
    SettlePotsRequest,
    Showing,
    Standings,
    Variant,
)

__all__ = ["Pots", "Rank", "VariantName", "compare_request", "evaluate_request", "pots_request"]

VariantName: TypeAlias = Literal["HOLDEM_52", "SHORT_DECK_36"]
"""The deck and the order of hands (R-1.2)."""


class Rank(TypedDict, total=False):
    """Under which order hands are ranked; without it that of the 52-card deck."""

    variant: VariantName
    """The deck and the order of hands."""
    short_trips_beat_straight: bool
    """Short deck: three of a kind beats a straight (R-17)."""


class Chips(TypedDict):
    """What every settlement needs."""

    contributions: Mapping[int, int] | Iterable[SeatContribution]
    """What each seat put in, or messages where a hand was killed."""
    button: int
    """The button's seat, from whose left the odd chips go out (R-13.5)."""


class Pots(Chips, total=False):
    """The keyword arguments that make pots. Seats are the table's own numbers, amounts are chips."""

    folded: Iterable[int]
    """The seats that are out of the hand."""
    dead_chips: int
    """Chips that belong to the main pot and count for nobody (R-4.2)."""
    switches: Switches
    """The switches that pay pots, by their own names: ``{"unit": 5, "rake_bps": 500}``."""
    boards: Sequence[Cards]
    """Who wins, by cards: the boards."""
    holes: Mapping[int, Cards]
    """Who wins, by cards: the hole cards of the seats that showed."""
    places: Iterable[Iterable[Iterable[int]]]
    """Who wins, by places: for each board the groups of seats that tie, the best first."""


def evaluate_request(hands: Iterable[Cards], board: Cards = (), **rank: Unpack[Rank]) -> EvaluateHandsRequest:
    """Asks for the best five of each hand, with the cards of the board if there is one."""
    check_arguments(rank, Rank)
    return EvaluateHandsRequest(
        variant=_variant(rank),
        short_trips_beat_straight=rank.get("short_trips_beat_straight", False),
        board=card_list(board),
        hands=[CardSet(cards=card_list(cards)) for cards in hands],
    )


def compare_request(holes: Mapping[int, Cards], *boards: Cards, **rank: Unpack[Rank]) -> CompareHandsRequest:
    """Asks who is best on each board."""
    check_arguments(rank, Rank)
    return CompareHandsRequest(
        variant=_variant(rank),
        short_trips_beat_straight=rank.get("short_trips_beat_straight", False),
        boards=_boards(boards),
        holes=_holes(holes),
    )


def pots_request(**pots: Unpack[Pots]) -> SettlePotsRequest:
    """Asks for the pots, and for their payment where it says who wins.

    Raises:
        ValueError: winners both by cards and by places, or a switch that does not pay pots.
        TypeError: an argument that is missing, unknown or of the wrong type.
    """
    check_arguments(pots, Pots)
    contributions = pots["contributions"]
    folded = frozenset(pots.get("folded", ()))
    request = SettlePotsRequest(
        contributions=[
            SeatContribution(seat=seat, matched=chips, folded=seat in folded)
            for seat, chips in contributions.items()
        ]
        if isinstance(contributions, Mapping)
        else contributions,
        dead_chips=pots.get("dead_chips", 0),
        button=pots["button"],
        rules=pot_rules(pots.get("switches", {})),
    )
    by_cards = bool(pots.keys() & {"boards", "holes"})
    if by_cards and "places" in pots:
        raise ValueError("who wins is said by cards or by places, not by both")
    if by_cards:
        request.showing.CopyFrom(
            Showing(boards=_boards(pots.get("boards", ())), holes=_holes(pots.get("holes", {})))
        )
    if "places" in pots:
        request.standings.CopyFrom(
            Standings(
                boards=[
                    BoardStandings(places=[SeatGroup(seats=group) for group in groups])
                    for groups in pots["places"]
                ]
            )
        )
    return request


def _variant(rank: Rank) -> Variant.ValueType:
    return Variant.Value(f"VARIANT_{rank.get('variant', 'HOLDEM_52')}")


def _boards(boards: Iterable[Cards]) -> list[Board]:
    return [Board(cards=card_list(cards)) for cards in boards]


def _holes(holes: Mapping[int, Cards]) -> list[HoleCards]:
    return [HoleCards(seat=seat, cards=card_list(cards)) for seat, cards in holes.items()]
