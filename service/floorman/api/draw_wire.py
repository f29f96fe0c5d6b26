"""Draws on the wire: requests checked, draws and results said so that anybody can check them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from floorman.api import checks
from floorman.api.drawing import CompletedDraw, DrawRequest, OpenedDraw
from floorman.api.rejection import Rejected, rejected
from floorman.api.showing_wire import ranking_from_wire
from floorman.cards import card_name, full_deck, short_deck
from floorman.evaluation import Ranking
from floorman.fairness.commitments import MAX_SEED_BYTES, MIN_SEED_BYTES, SeedFault, SeedRefusal
from floorman.fairness.draws import Draw, DrawKind, DrawTie, Entrant, HighCard, draw_seed_refusal
from floorman.v1 import config_pb2, draw_pb2, opening_pb2, refusal_pb2, table_service_pb2

__all__ = [
    "accepted_draw_seeds",
    "draw_from_wire",
    "drawn_button_from_wire",
    "drawn_seats_from_wire",
    "drawn_to_wire",
    "opened_draw_to_wire",
]

_ERRORS: Final = refusal_pb2.ErrorReason
_COMMIT: Final = 32
_MOST_TABLE_ID: Final = 255
_MOST_NUMBER: Final = 255
# more than a hand can have. With nearly a whole pack drawn, somebody always ties for the highest card.
_MOST_CARDS: Final = 22


def draw_from_wire(request: table_service_pb2.OpenDrawRequest) -> DrawRequest:
    """The checked request for a draw to which entrants add seeds.

    Raises:
        Rejected: with the field at fault.
    """
    if request.kind not in draw_pb2.DrawKind.values() or not request.kind:
        raise checks.unknown_enum("kind", request.kind)
    kind = DrawKind(request.kind)
    entrants = _entrants(request.entrants)
    if kind is DrawKind.HIGH_CARD:
        if request.seats:
            raise checks.contradiction("seats", "For the high card the pack is drawn from, not seats.")
        items = _pack(request.variant)
    else:
        if request.variant:
            raise checks.contradiction("variant", "Only the high card takes a pack.")
        items = _seats(request.seats, "seats")
    _check_number(len(entrants), kind, len(items), "entrants")
    tie = _tie(request.tie, cards=kind is DrawKind.HIGH_CARD)
    return DrawRequest(_table_id(request.table_id), kind, tie, items, entrants)


def drawn_seats_from_wire(request: table_service_pb2.DrawSeatsRequest) -> DrawRequest:
    """The checked request for seats in one call.

    Raises:
        Rejected: with the field at fault.
    """
    items = _seats(request.open_seats, "open_seats")
    numbers: list[int] = []
    for place, number in enumerate(request.entrants):
        numbers.append(_new_entrant(number, numbers, f"entrants[{place}]"))
    _check_number(len(numbers), DrawKind.SEATS, len(items), "entrants")
    entrants = tuple(Entrant(number) for number in numbers)
    return DrawRequest(_table_id(request.table_id), DrawKind.SEATS, DrawTie.NONE, items, entrants)


def drawn_button_from_wire(request: table_service_pb2.DrawButtonRequest) -> DrawRequest:
    """The checked request for the button in one call.

    Raises:
        Rejected: with the field at fault.
    """
    seats = _seats(request.seats, "seats")
    entrants = tuple(Entrant(seat) for seat in seats)
    match request.method:
        case config_pb2.FIRST_BUTTON_UNSPECIFIED | config_pb2.FIRST_BUTTON_RANDOM:
            if request.variant:
                raise checks.contradiction("variant", "Only the high card takes a pack.")
            kind, items = DrawKind.BUTTON, seats
        case config_pb2.FIRST_BUTTON_HIGH_CARD:
            kind, items = DrawKind.HIGH_CARD, _pack(request.variant)
        case config_pb2.FIRST_BUTTON_GIVEN:
            text = "A button that the host gives is not drawn."
            raise checks.contradiction("method", text, "R-2.1")
        case _:
            raise checks.unknown_enum("method", request.method, "R-2.1")
    tie = _tie(request.tie, cards=kind is DrawKind.HIGH_CARD)
    return DrawRequest(_table_id(request.table_id), kind, tie, items, entrants)


def _table_id(name: str) -> str:
    checks.length(len(name.encode()), 1, _MOST_TABLE_ID, "table_id")
    return name


def _seats(seats: Sequence[int], field: str) -> tuple[int, ...]:
    checks.count(len(seats), 1, checks.MOST_SEAT + 1, field, "seats")
    known: list[int] = []
    for place, seat in enumerate(seats):
        known.append(checks.new_seat(seat, known, f"{field}[{place}]"))
    return tuple(known)


def _entrants(messages: Sequence[draw_pb2.DrawEntrant]) -> tuple[Entrant, ...]:
    entrants: dict[int, Entrant] = {}
    for place, message in enumerate(messages):
        where = f"entrants[{place}]"
        number = _new_entrant(message.entrant, entrants, f"{where}.entrant")
        if message.commit:
            checks.length(len(message.commit), _COMMIT, _COMMIT, f"{where}.commit")
        entrants[number] = Entrant(number, message.commit)
    return tuple(entrants.values())


def _new_entrant(number: int, known: Sequence[int] | dict[int, Entrant], field: str) -> int:
    checks.number(number, 0, _MOST_NUMBER, field)
    if number in known:
        raise checks.contradiction(field, f"Entrant {number} is there twice.")
    return number


def _check_number(entrants: int, kind: DrawKind, items: int, field: str) -> None:
    match kind:
        case DrawKind.SEATS:
            checks.number(entrants, 1, items, field)
        case DrawKind.HIGH_CARD:
            checks.number(entrants, 1, _MOST_CARDS, field)
        case DrawKind.BUTTON:
            checks.number(entrants, 0, _MOST_NUMBER, field)


def _pack(variant: config_pb2.Variant.ValueType) -> tuple[int, ...]:
    ranking = ranking_from_wire(variant, short_trips=False)
    return tuple(full_deck() if ranking is Ranking.HOLDEM else short_deck())


def _tie(value: config_pb2.DrawTie.ValueType, *, cards: bool) -> DrawTie:
    if value not in config_pb2.DrawTie.values():
        raise checks.unknown_enum("tie", value, "R-2.2")
    if cards:
        return DrawTie(value or config_pb2.DRAW_TIE_REDRAW_TIED)
    if value:
        raise checks.contradiction("tie", "Where no cards are drawn none can tie.", "R-2.2")
    return DrawTie.NONE


def accepted_draw_seeds(draw: Draw, messages: Sequence[draw_pb2.DrawSeed]) -> dict[int, bytes]:
    """The seeds of a draw by entrant: every commitment opened and nothing else.

    Raises:
        Rejected: the draw does not accept them.
    """
    seeds: dict[int, bytes] = {}
    places: dict[int, int] = {}
    for place, message in enumerate(messages):
        if message.entrant in seeds:
            raise checks.contradiction(f"seeds[{place}].entrant", "An entrant has one seed.")
        seeds[message.entrant] = message.seed
        places[message.entrant] = place
    refusal = draw_seed_refusal(draw, seeds)
    if refusal is not None:
        raise _seed_refused(refusal, places, seeds)
    return seeds


def _seed_refused(refusal: SeedRefusal, places: dict[int, int], seeds: dict[int, bytes]) -> Rejected:
    entrant = refusal.seat
    if refusal.fault is SeedFault.MISSING:
        text = f"Entrant {entrant} committed to a seed and reveals none: open the draw anew."
        reason = _ERRORS.ERROR_REASON_SEED_MISSING
        return rejected(reason, text, field="seeds", numbers={"entrant": entrant})
    where = f"seeds[{places[entrant]}].seed"
    if refusal.fault is SeedFault.LENGTH:
        size = len(seeds[entrant])
        text = f"A seed has {MIN_SEED_BYTES} to {MAX_SEED_BYTES} bytes, not {size}."
        numbers = {"length": size, "least": MIN_SEED_BYTES, "most": MAX_SEED_BYTES}
        return rejected(_ERRORS.ERROR_REASON_WRONG_LENGTH, text, field=where, numbers=numbers)
    text = f"The seed of entrant {entrant} is not accepted: {_WHY.get(refusal.fault, refusal.fault.value)}."
    reason = _ERRORS.ERROR_REASON_SEED_REFUSED
    return rejected(reason, text, field=where, numbers={"entrant": entrant})


_WHY: Final = {
    SeedFault.UNKNOWN_SEAT: "it is not in the draw",
    SeedFault.WITHOUT_COMMIT: "it committed to nothing",
    SeedFault.DOES_NOT_OPEN: "it does not open the commitment",
}


def opened_draw_to_wire(opened: OpenedDraw) -> draw_pb2.OpenedDraw:
    """A draw as entrants check it."""
    return _opened(opened.draw, opened.head_kid, opened.signature)


def _opened(draw: Draw, head_kid: int, signature: bytes) -> draw_pb2.OpenedDraw:
    committed = any(entrant.commit for entrant in draw.entrants)
    return draw_pb2.OpenedDraw(
        draw_id=draw.draw_id,
        table_id=draw.table_id,
        kind=draw_pb2.DrawKind.ValueType(draw.kind),
        tie=config_pb2.DrawTie.ValueType(draw.tie),
        secret_hash=draw.secret_hash,
        items=bytes(draw.items),
        entrants=[draw_pb2.DrawEntrant(entrant=one.number, commit=one.commit) for one in draw.entrants],
        draw_head=draw.head(),
        signature=signature,
        head_key_id=head_kid,
        level=opening_pb2.ASSURANCE_LEVEL_COMMITTED if committed else opening_pb2.ASSURANCE_LEVEL_COMMIT,
    )


def drawn_to_wire(drawn: CompletedDraw) -> tuple[draw_pb2.OpenedDraw, draw_pb2.DrawResult]:
    """A draw and its result."""
    draw = drawn.draw
    result = draw_pb2.DrawResult(
        secret=drawn.secret,
        seeds=[
            draw_pb2.DrawSeed(entrant=one.number, seed=drawn.seeds[one.number])
            for one in draw.entrants
            if one.number in drawn.seeds
        ],
        outcome=drawn.outcome,
        signature=drawn.signature,
        order=bytes(drawn.order),
    )
    match draw.kind:
        case DrawKind.SEATS:
            result.seats.extend(
                draw_pb2.DrawnSeat(entrant=entrant.number, seat=seat)
                for entrant, seat in zip(draw.entrants, drawn.order, strict=False)
            )
        case DrawKind.BUTTON:
            result.button = drawn.order[0]
        case DrawKind.HIGH_CARD:
            assert drawn.high is not None  # noqa: S101 (every such draw has one)
            result.button = drawn.high.winner
            result.rounds.extend(_rounds(drawn.high))
    return _opened(draw, drawn.head_kid, drawn.opening_signature), result


def _rounds(high: HighCard) -> list[draw_pb2.DrawRound]:
    """The cards round by round; who ties for the top rank in all but the last."""
    rounds = []
    for number, cards in enumerate(high.rounds):
        message = draw_pb2.DrawRound(
            cards=[draw_pb2.DrawnCard(entrant=entrant, card=card_name(card)) for entrant, card in cards]
        )
        if number < len(high.rounds) - 1:
            top = max(card // 4 for _, card in cards)
            message.tied.extend(entrant for entrant, card in cards if card // 4 == top)
        rounds.append(message)
    return rounds
