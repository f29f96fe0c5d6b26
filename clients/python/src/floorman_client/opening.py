"""What opens a hand, from Python values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypedDict, Unpack

from floorman_client.arguments import check_arguments
from floorman_client.cards import Cards, card_list
from floorman_client.switches import Switches, table_config
from floorman_client.v1 import (
    Board,
    Dealing,
    Delivery,
    HandOpening,
    HoleCards,
    KnownCards,
    OpeningSeat,
    Showdown,
    SignHeads,
    StraddlePost,
)

__all__ = ["Opening", "hand_opening"]


class Table(TypedDict):
    """What every hand needs."""

    table_id: str
    """The host's name for the table, 1 to 255 bytes; bound into the transcript."""
    hand_number: int
    """The number of the hand at this table. The host counts; the service does not."""
    seats: Mapping[int, int] | Iterable[OpeningSeat]
    """Who is dealt in: seat and stack, or messages where a seat posts, is absent or has keys."""
    button: int
    """The button's seat; it may be an empty one (R-2.3)."""
    small_blind: int
    """The small blind (R-3.2)."""
    big_blind: int
    """The big blind (R-3.2)."""


class Opening(Table, total=False):
    """The keyword arguments that open a hand. Seats are the table's own numbers, amounts are chips."""

    preset: str
    """A preset of the rule book (section 21); without it CASH."""
    switches: Switches
    """The switches that differ from the preset, by their own names: ``{"ante_type": "EACH"}``."""

    small_blind_seat: int | None
    """Who posts the small blind; None: nobody (R-3.4). Without it, it follows from the button."""
    big_blind_seat: int
    """Who posts the big blind. Without it, it follows from the button."""
    straddles: Iterable[tuple[int, int]]
    """Seat and amount of each straddle, in the order posted (R-5.3)."""
    last_two_in_event: bool
    """The two seats are the last of the event (R-10.2)."""
    showdown: Literal["TABLE_RULE", "ASK"]
    """Who decides at a showdown whether a hand is shown; without it the table's rule (R-12.5)."""

    dealing: Literal["SERVICE", "HOST"]
    """Who deals; without it the host where it brings cards, otherwise the service."""
    holes: Mapping[int, Cards]
    """Host dealing: hole cards by seat, as far as they are known."""
    boards: Iterable[Cards]
    """Host dealing: the boards, as far as they are known."""
    burns: Cards
    """Host dealing: the burn cards in the order they fall."""
    entropy: bytes
    """The entropy of the deal, 32 bytes, where the service allows it: equal entropy deals equal cards."""

    attempt: int
    """0, and one more for each misdeal of the same hand (R-18.1)."""
    prev_head: bytes
    """The last signed head of this table, 32 bytes; empty for its first hand."""
    delivery: Literal["HOST", "SEAT_SECRET", "SEAT_KEY"]
    """To whom the hole cards go; without it to the host."""
    accept_host_lookahead: bool
    """Have a sealed delivery without what keeps the host from looking ahead."""
    sign_heads: Literal["ENDS", "EVERY"]
    """Which steps are signed; without it the ends."""
    want_leaves: bool
    """Return the leaves of the committed deck."""


def hand_opening(**opening: Unpack[Opening]) -> HandOpening:
    """What opens a hand, as a message; `Opening` says what each argument means.

    Raises:
        ValueError: a switch, a word or a card that cannot be what it stands for.
        TypeError: an argument that is missing, unknown or of the wrong type.
    """
    check_arguments(opening, Opening)
    known_cards = _known_cards(opening)
    message = HandOpening(
        config=table_config(
            opening.get("preset", ""),
            {
                "small_blind": opening["small_blind"],
                "big_blind": opening["big_blind"],
                **opening.get("switches", {}),
            },
        ),
        table_id=opening["table_id"],
        hand_number=opening["hand_number"],
        attempt=opening.get("attempt", 0),
        prev_head=opening.get("prev_head", b""),
        dealing=Dealing.Value(f"DEALING_{opening.get('dealing', 'HOST' if known_cards else 'SERVICE')}"),
        delivery=Delivery.Value(f"DELIVERY_{opening.get('delivery', 'HOST')}"),
        accept_host_lookahead=opening.get("accept_host_lookahead", False),
        sign_heads=SignHeads.Value(f"SIGN_HEADS_{opening.get('sign_heads', 'ENDS')}"),
        want_leaves=opening.get("want_leaves", False),
        showdown=Showdown.Value(f"SHOWDOWN_{opening.get('showdown', 'TABLE_RULE')}"),
        button=opening["button"],
        big_blind_seat=opening.get("big_blind_seat"),
        seats=_seats(opening["seats"]),
        straddles=[StraddlePost(seat=seat, amount=to) for seat, to in opening.get("straddles", ())],
        last_two_in_event=opening.get("last_two_in_event", False),
        known_cards=known_cards,
        entropy=opening.get("entropy", b""),
    )
    if "small_blind_seat" in opening:
        _post_small_blind(message, opening["small_blind_seat"])
    return message


def _seats(seats: Mapping[int, int] | Iterable[OpeningSeat]) -> Iterable[OpeningSeat]:
    if isinstance(seats, Mapping):
        return [OpeningSeat(seat=seat, stack=stack) for seat, stack in seats.items()]
    return seats


def _known_cards(opening: Opening) -> KnownCards | None:
    """The cards that the host brings, if it brings any."""
    if not opening.keys() & {"holes", "boards", "burns"}:
        return None
    holes = opening.get("holes", {})
    return KnownCards(
        holes=[HoleCards(seat=seat, cards=card_list(cards)) for seat, cards in holes.items()],
        boards=[Board(cards=card_list(cards)) for cards in opening.get("boards", ())],
        burns=card_list(opening.get("burns", ())),
    )


def _post_small_blind(message: HandOpening, seat: int | None) -> None:
    if seat is None:
        message.small_blind_dead = True
    else:
        message.small_blind_seat = seat
