"""Pots: the uncalled bet, the layers, the rake, the split (R-13). Pure arithmetic over chips.

It knows no hand: the same functions answer ``SettlePots``. Players are any small integers; who
stands left of the button first is the order in which they are given.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from floorman.rules.choices import OddChips, RakeRounding

__all__ = [
    "PaidPart",
    "Pot",
    "RakeRule",
    "board_parts",
    "layer",
    "pay_parts",
    "rake_of_pots",
    "split",
    "uncalled",
]


@dataclass(slots=True)
class Pot:
    """A pot: its chips, and who can win it, in the order of the table."""

    amount: int
    eligible: tuple[int, ...]


@dataclass(slots=True)
class PaidPart:
    """A pot's part on one board.

    Attributes:
        board: its number.
        amount: chips of the part, after rake.
        shares: chips by player, winners in the order of the table.
        odd: the odd chips within each share.
    """

    board: int
    amount: int
    shares: dict[int, int]
    odd: dict[int, int]


@dataclass(frozen=True, slots=True)
class RakeRule:
    """R-13.6: ``bps`` ten-thousandths of the pots, at most ``cap`` chips (0 = no cap), in units."""

    bps: int = 0
    cap: int = 0
    unit: int = 1
    rounding: RakeRounding = RakeRounding.DOWN


def uncalled(totals: Mapping[int, int], forfeit: Mapping[int, int]) -> tuple[int, int] | None:
    """R-13.1: who gets how much of the largest contribution back, or None.

    Args:
        totals: matched chips by player, folded players included.
        forfeit: by killed player, the posts and antes that it never gets back.
    """
    first, second, owner = 0, 0, None
    for player, total in totals.items():
        if total > first:
            first, second, owner = total, first, player
        else:
            second = max(second, total)
    if owner is None or first == second:
        return None
    back = min(first - second, first - forfeit.get(owner, 0))
    return (owner, back) if back else None


def layer(
    totals: Mapping[int, int], in_hand: Collection[int], dead: int, *, at_folded_totals: bool = False
) -> list[Pot]:
    """R-13.2: the pots from the main pot up.

    Args:
        totals: matched chips by player after the refund, in table order.
        in_hand: the players who can still win.
        dead: chips that count for nobody; they lie in the main pot.
        at_folded_totals: also break at folded players' totals (LAYERS, a report only).
    """
    claims = [(player, total) for player, total in totals.items() if player in in_hand]
    levels = {total for player, total in totals.items() if at_folded_totals or player in in_hand}
    top = max((total for _, total in claims), default=0)
    pots: list[Pot] = []
    if dead and any(total == 0 for _, total in claims):  # all-in for a dead ante: its pot is the dead money
        pots.append(Pot(dead, tuple(player for player, _ in claims)))
        dead = 0
    below = 0
    for level in sorted(levels - {0}):
        if level > top:
            break
        amount = dead + sum(min(total, level) - min(total, below) for total in totals.values())
        eligible = tuple(player for player, total in claims if total >= level)
        dead = 0
        below = level
        if pots and pots[-1].eligible == eligible and not at_folded_totals:
            pots[-1].amount += amount
        else:
            pots.append(Pot(amount, eligible))
    # what lies above every player in hand can only be forfeited posts: it falls to the pot below
    rest = dead + sum(total - min(total, top) for total in totals.values())
    if rest and pots:
        pots[-1].amount += rest
    elif rest:
        pots.append(Pot(rest, tuple(player for player, _ in claims)))
    return pots


def rake_of_pots(amounts: Sequence[int], rule: RakeRule) -> list[int]:
    """R-13.6: the rake of each pot, taken cumulatively from the main pot up: one cap a hand.

    Rounding to units can make more fall due on a small side pot than lies in it: a pot gives what it holds,
    the next one up the rest.
    """
    taken: list[int] = []
    chips = 0
    for amount in amounts:
        chips += amount
        due = _rake(chips, rule) - sum(taken)
        taken.append(min(due, amount))
    return taken


def _rake(chips: int, rule: RakeRule) -> int:
    units, rest = divmod(rule.bps * chips, 10_000 * rule.unit)
    if rule.rounding is RakeRounding.HALF_EVEN:
        doubled = 2 * rest
        whole = 10_000 * rule.unit
        if doubled > whole or (doubled == whole and units % 2):
            units += 1
    due = units * rule.unit
    return min(rule.cap, due) if rule.cap else due


def board_parts(amount: int, boards: int, unit: int) -> list[int]:
    """R-14.3: a pot's part on each board, odd units to the first boards."""
    return _shares(amount, boards, unit, OddChips.ONE_EACH)


def pay_parts(
    amount: int,
    boards: int,
    claimants: Sequence[int],
    strengths: Mapping[int, Sequence[int]],
    unit: int,
    odd_chips: OddChips,
) -> list[PaidPart]:
    """R-13.4, R-14.3: a pot after rake, board by board to the strongest claimants.

    Args:
        amount: chips after rake.
        boards: how many boards share the pot.
        claimants: who can win it, in the order of the table.
        strengths: player -> strength on each board; not looked at for a single claimant.
        unit: the smallest chip.
        odd_chips: who gets the remainder of a split.
    """
    parts = []
    for board, part in enumerate(board_parts(amount, boards, unit)):
        winners = list(claimants)
        if len(winners) > 1:
            best = max(strengths[player][board] for player in claimants)
            winners = [player for player in claimants if strengths[player][board] == best]
        shares = split(part, winners, unit, odd_chips)
        even = part // (len(winners) * unit) * unit
        odd = {player: share - even for player, share in shares.items() if share != even}
        parts.append(PaidPart(board, part, shares, odd))
    return parts


def split(amount: int, winners: Sequence[int], unit: int, odd_chips: OddChips) -> dict[int, int]:
    """R-13.4, R-13.5: equal shares, the remainder from the left of the button.

    Args:
        amount: chips of the pot.
        winners: who ties, in the order of the table (left of the button first).
        unit: the smallest chip.
        odd_chips: who gets the remainder.
    """
    return dict(zip(winners, _shares(amount, len(winners), unit, odd_chips), strict=True))


def _shares(amount: int, count: int, unit: int, odd_chips: OddChips) -> list[int]:
    each = amount // (count * unit) * unit
    odd, crumbs = divmod(amount - each * count, unit)
    if odd_chips is OddChips.ALL_TO_FIRST:
        shares = [each] * count
        shares[0] += odd * unit
    else:
        shares = [each + unit] * odd + [each] * (count - odd)
    shares[0] += crumbs  # section 24: what is smaller than a chip goes to the first
    return shares
