"""What opens a hand, off the wire: every field checked, then the facts for rules and for the proof."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from floorman.api import checks
from floorman.api.configs import config_from_wire
from floorman.api.rejection import rejected
from floorman.api.step_wire import burn_from_wire, cards_from_wire
from floorman.api.terms_wire import AuditTerms, terms_from_wire
from floorman.cards import UNKNOWN
from floorman.fairness.opening import Dealing, Level
from floorman.rules.opening import FOLLOWS, Blinds, HandStart, SeatStart, StraddlePost
from floorman.rules.switches import TableConfig
from floorman.v1 import opening_pb2, refusal_pb2

__all__ = ["OpeningRequest", "opening_from_wire", "start_from_wire"]

_ERRORS: Final = refusal_pb2.ErrorReason
_HASH: Final = 32
_MOST_TABLE_ID: Final = 255
_MOST_ATTEMPT: Final = 255
# more than any table has of anything; what is not looked at costs nothing
_MOST_PARTS: Final = 100


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """A checked request for a hand.

    Attributes:
        start: the facts for the rules.
        table_id: 1 to 255 bytes of UTF-8.
        hand_number: 0 to 2^63-1.
        attempt: 0 to 255.
        prev_head: 32 bytes, or empty for a table's first hand.
        terms: what the players are promised.
        want_leaves: the answer brings the leaves.
        entropy: 32 given bytes, or empty; shown by no ``repr``.
    """

    start: HandStart
    table_id: str
    hand_number: int
    attempt: int
    prev_head: bytes
    terms: AuditTerms
    want_leaves: bool
    entropy: bytes = field(repr=False)


def start_from_wire(message: opening_pb2.HandOpening) -> OpeningRequest:
    """The checked opening of a hand that is opened and dealt in one call: level COMMIT.

    Raises:
        Rejected: with the field at fault.
    """
    config = _config(message)
    if _level(message.level) not in {None, Level.COMMIT}:
        text = "StartHand opens at level COMMIT only: seeds seen before the deck is fixed protect nobody."
        raise rejected(_ERRORS.ERROR_REASON_NOT_OFFERED, text, field="opening.level")
    return _opening(message, config, Level.COMMIT)


def opening_from_wire(message: opening_pb2.HandOpening) -> OpeningRequest:
    """The checked opening of a hand that is dealt later, at the level that it names.

    Raises:
        Rejected: with the field at fault.
    """
    config = _config(message)
    level = _level(message.level)
    if level is None:
        raise checks.unknown_enum("opening.level", message.level)
    return _opening(message, config, level)


def _config(message: opening_pb2.HandOpening) -> TableConfig:
    if not message.HasField("config"):
        raise checks.missing("opening.config", "The table's rules are required: at least its blinds.")
    return config_from_wire(message.config)


def _level(value: opening_pb2.AssuranceLevel.ValueType) -> Level | None:
    """The level; None where it is not said."""
    if value == opening_pb2.ASSURANCE_LEVEL_UNSPECIFIED:
        return None
    try:
        return Level(value)
    except ValueError:
        raise checks.unknown_enum("opening.level", value) from None


def _opening(message: opening_pb2.HandOpening, config: TableConfig, level: Level) -> OpeningRequest:
    _check_parts(message)
    terms = terms_from_wire(message, level)
    if message.showdown not in opening_pb2.Showdown.values():
        raise checks.unknown_enum("opening.showdown", message.showdown)
    checks.length(len(message.table_id.encode()), 1, _MOST_TABLE_ID, "opening.table_id")
    checks.number(message.hand_number, 0, checks.MOST_INT64, "opening.hand_number")
    checks.number(message.attempt, 0, _MOST_ATTEMPT, "opening.attempt")
    _check_hash("prev_head", message.prev_head)
    _check_hash("entropy", message.entropy)
    if not message.HasField("button"):
        raise checks.missing("opening.button", "The button's seat is required; the seat may be empty.")
    holes, boards, burns = _known_cards(message, terms.dealing)
    start = HandStart(
        config=config,
        button=message.button,
        seats=tuple(
            SeatStart(seat.seat, seat.stack, seat.live_post, seat.dead_post, seat.absent)
            for seat in message.seats
        ),
        blinds=_blinds(message),
        straddles=tuple(StraddlePost(straddle.seat, straddle.amount) for straddle in message.straddles),
        host_deals=terms.dealing is Dealing.HOST,
        asks=message.showdown == opening_pb2.SHOWDOWN_ASK,
        last_two_in_event=message.last_two_in_event,
        known_holes=holes,
        known_boards=boards,
        known_burns=burns,
    )
    return OpeningRequest(
        start=start,
        table_id=message.table_id,
        hand_number=message.hand_number,
        attempt=message.attempt,
        prev_head=message.prev_head,
        terms=terms,
        want_leaves=message.want_leaves,
        entropy=message.entropy,
    )


def _check_parts(message: opening_pb2.HandOpening) -> None:
    known = message.known_cards
    parts = {
        "seats": len(message.seats),
        "straddles": len(message.straddles),
        "known_cards.holes": len(known.holes),
        "known_cards.boards": len(known.boards),
        "known_cards.burns": len(known.burns),
    }
    for part, count in parts.items():
        if count > _MOST_PARTS:
            text = f"{count} of these are more than any table has."
            numbers = {"value": count, "most": _MOST_PARTS}
            raise rejected(_ERRORS.ERROR_REASON_LIMIT, text, field=f"opening.{part}", numbers=numbers)


def _check_hash(name: str, value: bytes) -> None:
    """32 bytes, or none."""
    if value:
        checks.length(len(value), _HASH, _HASH, f"opening.{name}")


def _blinds(message: opening_pb2.HandOpening) -> Blinds:
    small: int | None = FOLLOWS
    if message.HasField("small_blind_seat"):
        if message.small_blind_dead:
            raise checks.contradiction(
                "opening.small_blind_dead", "A dead small blind has no seat that posts it."
            )
        small = message.small_blind_seat
    elif message.small_blind_dead:
        small = None
    return Blinds(small, message.big_blind_seat if message.HasField("big_blind_seat") else FOLLOWS)


_Known = tuple[dict[int, tuple[int, int]], tuple[tuple[int, ...], ...], tuple[int, ...]]


def _known_cards(message: opening_pb2.HandOpening, dealing: Dealing) -> _Known:
    known = message.known_cards
    if dealing is Dealing.SERVICE:
        if known.holes or known.boards or known.burns:
            raise checks.contradiction(
                "opening.known_cards", "The service deals: it takes no cards from the host."
            )
        return {}, (), ()
    named: set[int] = set()
    holes: dict[int, tuple[int, int]] = {}
    for place, hole in enumerate(known.holes):
        where = f"opening.known_cards.holes[{place}]"
        named.add(checks.new_seat(hole.seat, named, f"{where}.seat"))
        checks.count(len(hole.cards), 2, 2, f"{where}.cards", "cards")
        if all(card == UNKNOWN for card in hole.cards):
            continue
        first, second = cards_from_wire(hole.cards, f"{where}.cards")
        holes[hole.seat] = (first, second)
    boards = tuple(
        cards_from_wire(board.cards, f"opening.known_cards.boards[{place}].cards")
        for place, board in enumerate(known.boards)
    )
    burns = tuple(
        burn_from_wire(name, f"opening.known_cards.burns[{place}]") for place, name in enumerate(known.burns)
    )
    return holes, boards, burns
