"""What a Poker Hand History means at the table: the floor's switches, seats, cards and steps.

Seats are the file's players: player 1, dealt first, sits in seat 1; player N has the button. Amounts become
whole chips by one factor for the whole hand, so that half chips and cents are chips too.

Where the format does not say which custom the room had, the one that refuses least is taken: four raises a
round and no cap between two (R-10.2), a straddle's first raise by its difference (R-5.3). Antes are posted
before blinds, as the format has it (R-4.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import lcm
from typing import Final

from floorman import steps
from floorman.cards import UNKNOWN, parse_card
from floorman.records.phh import (
    CheckOrCall,
    DealBoard,
    DealHole,
    Fold,
    PhhRecord,
    ShowOrMuck,
    WagerTo,
)
from floorman.rules.switches import MAX_CHIPS

__all__ = ["PhhHand", "PhhSeat", "UnsupportedError", "hand_of"]

_SEATS: Final = 10
_BOARD: Final = 5
_MOST_MULTIPLE: Final = 100


class UnsupportedError(Exception):
    """The hand holds something that the floor has no words for.

    Attributes:
        what: which field, and what of it.
    """

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class PhhSeat:
    """A player in its seat: chips before any post, and a post that counts toward the call (R-5.1)."""

    number: int
    stack: int
    live_post: int


@dataclass(frozen=True, slots=True)
class PhhHand:
    """A recorded hand in the words of the floor.

    Attributes:
        scale: chips of the floor for one unit of the file.
        switches: what differs from the preset CASH, by the rule book's names.
        button: its seat.
        seats: rising.
        straddles: (seat, chips) in the order posted.
        holes: by seat, where the file knows both cards.
        board: up to five cards.
        asks: the file says who showed and who mucked.
        steps: what the players did.
        places: for each step its place among the file's actions, from 0.
    """

    scale: int
    switches: dict[str, bool | int | str | list[str]]
    button: int
    seats: tuple[PhhSeat, ...]
    straddles: tuple[tuple[int, int], ...]
    holes: dict[int, tuple[str, ...]]
    board: tuple[str, ...]
    asks: bool
    steps: tuple[steps.Step, ...]
    places: tuple[int, ...]


def hand_of(record: PhhRecord) -> PhhHand:
    """A record as a hand that the floor can rule on.

    Raises:
        UnsupportedError: a structure that the rule book or the format of the floor does not have.
    """
    players = len(record.stacks)
    if not 2 <= players <= _SEATS:
        raise UnsupportedError(f"{players} players")
    if not all(stack.is_finite() for stack in record.stacks):
        raise UnsupportedError("starting_stacks inf")
    scale = _scale(record)
    posts = _posts(record, scale)
    asks = any(isinstance(action, ShowOrMuck) for action in record.actions)
    taken, places = _steps(record, scale, posts)
    return PhhHand(
        scale=scale,
        switches=_switches(record, scale, posts, asks=asks),
        button=players,
        seats=tuple(
            PhhSeat(number, _chips(stack, scale), posts.live.get(number, 0))
            for number, stack in enumerate(record.stacks, 1)
        ),
        straddles=tuple(posts.straddles.items()),
        holes=_holes(record),
        board=_board(record),
        asks=asks,
        steps=taken,
        places=places,
    )


# ---- chips ----


def _scale(record: PhhRecord) -> int:
    """The least factor that makes every amount of the file a whole number."""
    wagers = [action.to for action in record.actions if isinstance(action, WagerTo)]
    bets = [bet for bet in (record.min_bet, record.small_bet, record.big_bet) if bet is not None]
    results = [*(record.finishing_stacks or ()), *(record.winnings or ())]
    amounts = [*record.antes, *record.blinds, *record.stacks, *bets, *wagers, *results]
    return lcm(*(amount.as_integer_ratio()[1] for amount in amounts))


def _chips(amount: Decimal, scale: int) -> int:
    chips = int(amount * scale)
    if abs(chips) > MAX_CHIPS:
        raise UnsupportedError(f"{chips} chips")
    return chips


# ---- posts ----


@dataclass(frozen=True, slots=True)
class _Posts:
    """Who posts what, seat by seat; chips. ``structure`` is the value of blind_structure."""

    structure: str
    small_blind: int
    big_blind: int
    blinds: dict[int, int]
    live: dict[int, int]
    straddles: dict[int, int]
    ante_type: str
    ante: int

    @property
    def level(self) -> int:
        """What the first player to act has to match (R-3.3)."""
        forced = {*self.blinds.values(), *self.straddles.values()}
        return max(self.big_blind, *forced) if forced else 0

    def put(self, seat: int) -> int:
        """What a seat with enough chips has in front of it before the first action."""
        return self.straddles.get(seat) or self.blinds.get(seat, 0) + self.live.get(seat, 0)


def _posts(record: PhhRecord, scale: int) -> _Posts:
    blinds = _by_seat(record.blinds, scale)
    players = len(blinds)
    paying = [seat for seat, amount in blinds.items() if amount]
    minimum = _minimum_bet(record, scale)
    ante_type, ante = _ante(_by_seat(record.antes, scale))
    small_seat, big_seat = (2, 1) if players == 2 else (1, 2)
    match paying:
        case []:
            return _Posts("NONE", 0, minimum, {}, {}, {}, ante_type, ante)
        case [seat] if seat == players and seat != big_seat:
            return _Posts("BUTTON_BLIND", 0, blinds[seat], blinds, {}, {}, ante_type, ante)
        case [1] if players > 2:
            return _Posts("SINGLE_BLIND", 0, blinds[1], blinds, {}, {}, ante_type, ante)
    small, big = blinds[small_seat], blinds[big_seat]
    if not 0 <= small <= big or not big:
        raise UnsupportedError("blinds_or_straddles")
    others = {
        seat: amount for seat, amount in blinds.items() if amount and seat not in {small_seat, big_seat}
    }
    return _Posts(
        structure="SB_BB",
        small_blind=small,
        big_blind=big,
        blinds={small_seat: small, big_seat: big},
        # a post is no more than a big blind; some programs write it as a negative blind
        live={seat: abs(amount) for seat, amount in others.items() if amount <= big},
        straddles={seat: amount for seat, amount in others.items() if amount > big},
        ante_type=ante_type,
        ante=ante,
    )


def _by_seat(amounts: tuple[Decimal, ...], scale: int) -> dict[int, int]:
    """Chips by seat; heads-up the format writes antes and blinds the other way round."""
    placed = amounts if len(amounts) > 2 else tuple(reversed(amounts))
    return {seat: _chips(amount, scale) for seat, amount in enumerate(placed, 1)}


def _minimum_bet(record: PhhRecord, scale: int) -> int:
    bet = record.small_bet if record.variant == "FT" else record.min_bet
    if bet is None:
        raise UnsupportedError("no small_bet" if record.variant == "FT" else "no min_bet")
    return _chips(bet, scale)


def _ante(antes: dict[int, int]) -> tuple[str, int]:
    """R-4.1: who pays an ante, and how much."""
    paying = {seat: amount for seat, amount in antes.items() if amount}
    if not paying:
        return "NONE", 0
    amount = max(paying.values())
    big_blind = 1 if len(antes) == 2 else 2
    if len(paying) == len(antes) and min(paying.values()) == amount:
        return "EACH", amount
    if list(paying) == [big_blind]:
        return "BIG_BLIND", amount
    if list(paying) == [len(antes)]:
        return "BUTTON", amount
    raise UnsupportedError("antes")


# ---- switches ----


def _switches(
    record: PhhRecord, scale: int, posts: _Posts, *, asks: bool
) -> dict[str, bool | int | str | list[str]]:
    switches: dict[str, bool | int | str | list[str]] = {
        "blind_structure": posts.structure,
        "small_blind": posts.small_blind,
        "big_blind": posts.big_blind,
    }
    if record.variant == "NS":
        switches["variant"] = "SHORT_DECK_36"
    if record.variant == "FT":
        switches |= _limit_switches(record, scale)
    elif _minimum_bet(record, scale) != posts.big_blind:
        raise UnsupportedError("min_bet other than the big blind")
    if posts.ante_type != "NONE":
        switches |= {"ante_type": posts.ante_type, "ante_amount": posts.ante, "ante_order": "ANTE_FIRST"}
    if posts.straddles:
        switches |= _straddle_switches(posts)
    if asks:
        # The file tells each decision, so each seat is asked: no all-in may answer for it.
        switches["allin_face_up"] = "AT_SHOWDOWN_ONLY"
    return switches


def _limit_switches(record: PhhRecord, scale: int) -> dict[str, bool | int | str | list[str]]:
    if record.small_bet is None or record.big_bet is None:
        raise UnsupportedError("no big_bet")
    return {
        "betting": "FIXED_LIMIT",
        "fl_small_bet": _chips(record.small_bet, scale),
        "fl_big_bet": _chips(record.big_bet, scale),
        "fl_max_raises": 4,
    }


def _straddle_switches(posts: _Posts) -> dict[str, bool | int | str | list[str]]:
    multiple, rest = divmod(next(iter(posts.straddles.values())), posts.big_blind)
    if rest:
        raise UnsupportedError("a straddle that is no multiple of the big blind")
    if multiple > _MOST_MULTIPLE:
        raise UnsupportedError(f"a straddle of {multiple} big blinds")
    return {
        "straddle_seats": ["ANY"],
        "straddle_max": len(posts.straddles),
        "straddle_multiple": multiple,
        "straddle_full_only": False,
        "straddle_min_raise": "DIFFERENCE",
    }


# ---- cards ----


def _holes(record: PhhRecord) -> dict[int, tuple[str, ...]]:
    dealt: dict[int, tuple[str, ...]] = {}
    for action in record.actions:
        if isinstance(action, DealHole):
            dealt[action.player] = dealt.get(action.player, ()) + action.cards
    if any(len(cards) > 2 for cards in dealt.values()):
        raise UnsupportedError("more than two hole cards")
    return {seat: cards for seat, cards in dealt.items() if len(cards) == 2 and UNKNOWN not in cards}


def _board(record: PhhRecord) -> tuple[str, ...]:
    board = tuple(card for action in record.actions if isinstance(action, DealBoard) for card in action.cards)
    if len(board) > _BOARD:
        raise UnsupportedError("more than one board")
    return board


# ---- steps ----


def _steps(record: PhhRecord, scale: int, posts: _Posts) -> tuple[tuple[steps.Step, ...], tuple[int, ...]]:
    """The players' steps with their places. Only the format's one word for check and call needs the bets."""
    put = {seat: posts.put(seat) for seat in range(1, len(record.stacks) + 1)}
    level = posts.level
    taken: list[tuple[int, steps.Step]] = []
    for place, action in enumerate(record.actions):
        match action:
            case None | DealHole():
                pass
            case DealBoard():
                put = dict.fromkeys(put, 0)
                level = 0
            case Fold(seat):
                taken.append((place, steps.Fold(seat)))
            case CheckOrCall(seat):
                taken.append((place, steps.Call(seat) if level > put[seat] else steps.Check(seat)))
                put[seat] = level
            case WagerTo(seat, amount):
                to = _chips(amount, scale)
                taken.append((place, steps.Raise(seat, to) if level else steps.Bet(seat, to)))
                level = max(level, to)
                put[seat] = to
            case ShowOrMuck(seat, cards):
                taken.append((place, _show(seat, cards)))
    return tuple(step for _, step in taken), tuple(place for place, _ in taken)


def _show(seat: int, cards: tuple[str, ...] | None) -> steps.Step:
    """R-12.6: both cards, or no claim."""
    if cards is None or (cards and (len(cards) != 2 or UNKNOWN in cards)):
        return steps.Muck(seat)
    return steps.Show(seat, tuple(parse_card(card) for card in cards))
