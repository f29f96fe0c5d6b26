"""What an open token holds, and its bytes: a hand that is opened and not yet dealt (audit.md 3.4, 5).

``u16 rules_version ‖ E ‖ lp(config) ‖ lp(open_bytes) ‖ known cards``. Seats, chips and keys of the start are
in ``open_bytes`` and are read back from there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from struct import Struct, error
from typing import Final

from floorman.fairness.labels import prefixed
from floorman.fairness.opening import Dealing, OpenFlag, Opening
from floorman.fairness.opening_bytes import decode_opening, encode_opening
from floorman.fairness.reading import Reader
from floorman.rules.opening import Blinds, HandStart, SeatStart, StraddlePost
from floorman.rules.switches import TableConfig
from floorman.sealing.config_codec import decode_config, encode_config
from floorman.sealing.state import UnreadableStateError

__all__ = ["OpenedHand", "decode_opened", "encode_opened", "opened_rules_version", "start_of"]

_VERSION: Final = Struct(">H")
_ENTROPY: Final = 32


@dataclass(slots=True)
class OpenedHand:
    """A hand between its opening and its deal.

    Attributes:
        entropy: E, 32 bytes.
        opening: everything that was signed.
        start: the same for the rules, with the cards that a host knows.
    """

    entropy: bytes
    opening: Opening
    start: HandStart

    def __repr__(self) -> str:
        return "OpenedHand(…)"  # it holds every card of the hand


def encode_opened(opened: OpenedHand) -> bytes:
    """The plaintext of an open token, codec 1."""
    start = opened.start
    holes = [bytes((seat, *cards)) for seat, cards in start.known_holes.items()]
    boards = [bytes((len(board), *board)) for board in start.known_boards]
    parts = [
        _VERSION.pack(opened.opening.rules_version),
        opened.entropy,
        prefixed(encode_config(start.config)),
        prefixed(encode_opening(opened.opening)),
        bytes((len(holes),)),
        *holes,
        bytes((len(boards),)),
        *boards,
        bytes((len(start.known_burns), *start.known_burns)),
    ]
    return b"".join(parts)


def opened_rules_version(form: bytes) -> int:
    """The version of the rules that a hand was opened under: what is behind it may not be read without it.

    Raises:
        UnreadableStateError: there are too few bytes.
    """
    try:
        (version,) = _VERSION.unpack_from(form)
    except error as fault:
        raise UnreadableStateError("the opened hand does not decode") from fault
    return int(version)


def decode_opened(form: bytes) -> OpenedHand:
    """The opened hand behind its bytes.

    Raises:
        UnreadableStateError: they are no opened hand of codec 1.
    """
    reader = Reader(form)
    try:
        reader.number("rules_version", _VERSION.size)
        entropy = reader.take("entropy", _ENTROPY)
        config = decode_config(reader.prefixed("config"))
        opening = decode_opening(reader.prefixed("open_bytes"))
        start = _start(opening, config, reader)
        reader.finish()
    except (ValueError, IndexError, KeyError, TypeError) as fault:
        raise UnreadableStateError("the opened hand does not decode") from fault
    return OpenedHand(entropy, opening, start)


def start_of(opening: Opening, config: TableConfig, button: int) -> HandStart:
    """What an opening says of the start, for the rules; a host's cards are not in it.

    Args:
        opening: as it was signed.
        config: behind its ``cfg_hash``.
        button: its button, which every opening of this service names.
    """
    return HandStart(
        config=config,
        button=button,
        seats=tuple(
            SeatStart(seat.seat, seat.stack, seat.live_post, seat.dead_post, seat.absent)
            for seat in opening.seats
        ),
        blinds=Blinds(opening.small_blind_seat, opening.big_blind_seat),
        straddles=tuple(StraddlePost(straddle.seat, straddle.amount) for straddle in opening.straddles),
        host_deals=opening.dealing is Dealing.HOST,
        asks=OpenFlag.SHOWDOWN_ASK in opening.flags,
        last_two_in_event=OpenFlag.LAST_TWO_IN_EVENT in opening.flags,
    )


def _start(opening: Opening, config: TableConfig, reader: Reader) -> HandStart:
    """The start with the cards that a host knows; a button's empty seat is a seat number all the same."""
    assert opening.button is not None  # noqa: S101 (every opening of this service names one)
    holes: dict[int, tuple[int, int]] = {}
    for _ in range(reader.number("holes", 1)):
        seat, first, second = reader.take("hole", 3)
        holes[seat] = first, second
    boards = tuple(
        tuple(reader.take("board", reader.number("cards", 1))) for _ in range(reader.number("boards", 1))
    )
    return replace(
        start_of(opening, config, opening.button),
        known_holes=holes,
        known_boards=boards,
        known_burns=tuple(reader.take("burns", reader.number("burns", 1))),
    )
