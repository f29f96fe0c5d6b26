"""Cards that a host knows and that cannot lie there: twice, of another deck, too many, of nobody."""

from __future__ import annotations

from typing import Any, Final

import pytest

from floorman.v1 import config_pb2, opening_pb2
from tests.security.house import House
from tests.security.table import adjudication, board, hole, hosted, start_request
from tests.security.wrong import Change, Wrong, check

_SHORT: Final = {"variant": config_pb2.VARIANT_SHORT_DECK_36}
_AS: Final = 51  # 4 * 12 + 3
_5C: Final = 12  # 4 * 3 + 0


def _known(**cards: Any) -> Change:
    return lambda message: message.known_cards.CopyFrom(opening_pb2.KnownCards(**cards))


_CARDS: Final = [
    Wrong(
        "a hole card twice in a hand",
        "CARD_TWICE",
        "known_cards.holes",
        {"card": _AS},
        _known(holes=[hole(1, "As", "As")]),
    ),
    Wrong(
        "a hole card in two hands",
        "CARD_TWICE",
        "known_cards.holes",
        {"card": _AS},
        _known(holes=[hole(1, "As", "Ks"), hole(2, "Qs", "As")]),
    ),
    Wrong(
        "a hole card on the board",
        "CARD_TWICE",
        "known_cards.boards",
        {"card": _AS},
        _known(holes=[hole(1, "As", "Ks")], boards=[board("2c", "3c", "As")]),
    ),
    Wrong(
        "a card twice on the board",
        "CARD_TWICE",
        "known_cards.boards",
        {"card": _AS},
        _known(boards=[board("As", "3c", "As")]),
    ),
    Wrong(
        "a hole card that is burned",
        "CARD_TWICE",
        "known_cards.burns",
        {"card": _AS},
        _known(holes=[hole(1, "As", "Ks")], burns=["As"]),
    ),
    Wrong(
        "a board card that is burned",
        "CARD_TWICE",
        "known_cards.burns",
        {"card": _AS},
        _known(boards=[board("As", "3c", "4c")], burns=["2c", "As"]),
    ),
    Wrong(
        "a card burned twice",
        "CARD_TWICE",
        "known_cards.burns",
        {"card": _AS},
        _known(burns=["As", "??", "As"]),
    ),
    Wrong(
        "R-14.2: a card on two boards that is not shared",
        "CARD_TWICE",
        "known_cards.boards",
        {"card": _AS},
        _known(boards=[board("2c", "3c", "4c", "As", "6c"), board("2c", "3c", "4c", "7c", "As")]),
        {"run_it_max": 2},
    ),
    Wrong(
        "R-17: a five among hole cards of a short deck",
        "CARD_NOT_IN_DECK",
        "known_cards.holes",
        {"card": _5C},
        _known(holes=[hole(1, "5c", "Ks")]),
        _SHORT,
    ),
    Wrong(
        "R-17: a five on the board of a short deck",
        "CARD_NOT_IN_DECK",
        "known_cards.boards",
        {"card": _5C},
        _known(boards=[board("6c", "5c")]),
        _SHORT,
    ),
    Wrong(
        "R-17: a five burned out of a short deck",
        "CARD_NOT_IN_DECK",
        "known_cards.burns",
        {"card": _5C},
        _known(burns=["5c"]),
        _SHORT,
    ),
    *(
        Wrong(
            f"{len(cards)} hole cards",
            "CARD_COUNT",
            "known_cards.holes[0].cards",
            {"cards": len(cards), "least": 2, "most": 2},
            _known(holes=[hole(1, *cards)]),
        )
        for cards in ((), ("As",), ("??",), ("As", "Ks", "Qs"), ("??",) * 3, ("As",) * 100_000)
    ),
    Wrong(
        "six board cards",
        "CARD_COUNT",
        "known_cards.boards",
        {"board": 0, "cards": 6, "most": 5},
        _known(boards=[board("2c", "3c", "4c", "5c", "6c", "7c")]),
    ),
    Wrong(
        "a board too many",
        "CARD_COUNT",
        "known_cards.boards",
        {"board": 1, "most": 1},
        _known(boards=[board("2c", "3c", "4c"), board("2c", "3c", "4c")]),
    ),
    Wrong(
        "R-6.2: a fourth burn",
        "CARD_COUNT",
        "known_cards.burns",
        {"cards": 4, "most": 3},
        _known(burns=["As", "??", "??", "??"]),
    ),
    Wrong(
        "R-14.2: a seventh burn on two boards",
        "CARD_COUNT",
        "known_cards.burns",
        {"cards": 7, "most": 6},
        _known(burns=["??"] * 100),
        {"run_it_max": 2},
    ),
    *(
        Wrong(
            f"{name[:9]!r} for a card",
            "NOT_A_CARD",
            "known_cards.burns[1]",
            {},
            _known(burns=["As", name]),
        )
        for name in ("", "A", "as", "1s", "10s", "A♠", "As ", "?", "\x00\x00", "x" * 900_000)
    ),
    Wrong(
        "a board card that nobody knows",
        "NOT_A_CARD",
        "known_cards.boards[0].cards[1]",
        {},
        _known(boards=[board("2c", "??", "4c")]),
    ),
    Wrong(
        "half a hand",
        "NOT_A_CARD",
        "known_cards.holes[0].cards[1]",
        {},
        _known(holes=[hole(1, "As", "??")]),
    ),
    Wrong(
        "cards for a seat that is not dealt",
        "UNKNOWN_SEAT",
        "known_cards.holes",
        {"seat": 9},
        _known(holes=[hole(9, "As", "Ks")]),
    ),
    Wrong(
        "cards for a seat that cannot be",
        "SEAT_OUT_OF_RANGE",
        "known_cards.holes[0].seat",
        {"seat": 2**32 - 1, "least": 0, "most": 10},
        _known(holes=[hole(2**32 - 1, "As", "Ks")]),
    ),
    Wrong(
        "cards for a seat twice",
        "DUPLICATE_SEAT",
        "known_cards.holes[1].seat",
        {"seat": 1},
        _known(holes=[hole(1, "??", "??"), hole(1, "As", "Ks")]),
    ),
]


@pytest.mark.parametrize("wrong", _CARDS, ids=lambda wrong: wrong.what)
def test_known_cards_that_cannot_lie_there(house: House, wrong: Wrong) -> None:
    message = hosted(*wrong.stacks, **wrong.switches)
    wrong.change(message)
    check(house.refused("StartHand", start_request(message)), wrong)
    check(house.refused("AdjudicateHand", adjudication(message)), wrong)


def test_cards_that_nobody_knows_may_be_named_as_such(house: House) -> None:
    message = hosted()
    _known(holes=[hole(1, "??", "??")], burns=["??", "??", "??"], boards=[board()])(message)
    assert house.ask("StartHand", start_request(message)).update.step == 0
