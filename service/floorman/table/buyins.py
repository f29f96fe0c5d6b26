"""Chips on and off the table: buy-in, top-up, cash-out, re-buy and add-on (R-19.1 to R-19.3).

Each answer holds the bounds and, where it is no, the reason. Nothing is counted here: what was taken away and
when, and how often somebody has bought in again, are facts of the caller.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from floorman.rules.choices import Topup
from floorman.rules.refusal import Reason, Refusal
from floorman.rules.switches import MAX_CHIPS, TableConfig

__all__ = [
    "Departure",
    "Verdict",
    "check_add_on",
    "check_buy_in",
    "check_cash_out",
    "check_rebuy",
    "check_top_up",
    "rathole_left_ms",
    "rathole_window_ms",
]

_MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Departure:
    """How a player left this table: with how many chips and when (Unix time, milliseconds)."""

    amount: int
    at_ms: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an amount may go on or off the table.

    Attributes:
        least, most: the bounds, chips; both 0 where no amount may.
        refusal: why not; None if it may.
    """

    least: int
    most: int
    refusal: Refusal | None = None


def _largest_stack(config: TableConfig) -> int:
    """R-19.1: the most chips that money may make a stack."""
    if not config.max_buyin_bb:
        return MAX_CHIPS
    return min(MAX_CHIPS, config.max_buyin_bb * config.big_blind)


def rathole_window_ms(config: TableConfig) -> int:
    """R-19.2: for how long after leaving a player must bring back what was taken away; 0 = never."""
    return config.rathole_minutes * _MINUTE_MS


def rathole_left_ms(config: TableConfig, departure: Departure | None, now_ms: int) -> int:
    """How much of that time is left to a player who left then; 0 = none.

    Args:
        config: the table's rules.
        departure: None for a player who was not here.
        now_ms: Unix time in milliseconds, not before the departure.
    """
    if departure is None:
        return 0
    return max(0, departure.at_ms + rathole_window_ms(config) - now_ms)


def check_buy_in(config: TableConfig, amount: int, departure: Departure | None, now_ms: int) -> Verdict:
    """A seat's first chips: R-19.1, and R-19.2 for a player who comes back."""
    least = min(MAX_CHIPS, config.min_buyin_bb * config.big_blind)
    most = _largest_stack(config)
    taken = departure.amount if departure is not None and rathole_left_ms(config, departure, now_ms) else 0
    if taken > least:  # all of it, even where that is more than the table sells
        least, most = taken, max(most, taken)
    refusal = None
    if amount < least:
        reason, rule = Reason.BELOW_MINIMUM_BUYIN, "R-19.1"
        text = f"A buy-in of {amount} is below the minimum of {least}."
        if least == taken:
            reason, rule = Reason.BELOW_AMOUNT_TAKEN, "R-19.2"
            text = f"A player who left with {taken} comes back with no less, and {amount} is less."
        refusal = Refusal(reason, rule, text, amount=amount, least=least, most=most)
    elif amount > most:
        text = f"A buy-in of {amount} is above the maximum of {most}."
        refusal = Refusal(Reason.ABOVE_MAXIMUM_BUYIN, "R-19.1", text, amount=amount, least=least, most=most)
    elif amount != taken:
        refusal = _odd_amount(config, amount)
    return Verdict(least, most, refusal)


def _odd_amount(config: TableConfig, amount: int) -> Refusal | None:
    """R-13.5: the table has no smaller chip than its unit."""
    if amount % config.unit == 0:
        return None
    text = f"{amount} is no multiple of the smallest chip, {config.unit}."
    return Refusal(Reason.NOT_A_MULTIPLE_OF_UNIT, "R-13.5", text, amount=amount, unit=config.unit)


def _hand_running() -> Refusal:
    text = "No chips are added or removed during a hand."
    return Refusal(Reason.HAND_RUNNING, "R-19.1", text)


def check_top_up(config: TableConfig, stack: int, amount: int, *, hand_running: bool) -> Verdict:
    """Chips added to a stack: between hands, up to the largest buy-in (R-19.1).

    Args:
        config: the table's rules.
        stack: chips before it.
        amount: chips to add.
        hand_running: the seat is dealt into a hand that is not over.
    """
    if config.topup is Topup.NONE:
        text = "This table sells no chips after the buy-in."
        return Verdict(0, 0, Refusal(Reason.TOPUP_NOT_OFFERED, "R-19.1", text))
    room = max(0, _largest_stack(config) - stack) // config.unit * config.unit
    least = min(room, config.unit)
    if hand_running:
        return Verdict(least, room, _hand_running())
    if amount > room:
        text = f"{amount} more would make the stack larger than the largest buy-in: {room} is the most."
        refusal = Refusal(
            Reason.ABOVE_MAXIMUM_BUYIN, "R-19.1", text, amount=amount, least=least, most=room, stack=stack
        )
        return Verdict(least, room, refusal)
    return Verdict(least, room, _odd_amount(config, amount))


def check_cash_out(stack: int, amount: int, *, hand_running: bool) -> Verdict:
    """Chips taken off the table: all of them, on leaving (R-19.1).

    Args:
        stack: chips before it.
        amount: chips to take.
        hand_running: the seat is dealt into a hand that is not over.
    """
    if hand_running:
        return Verdict(stack, stack, _hand_running())
    if amount == stack:
        return Verdict(stack, stack)
    if amount > stack:
        text = f"{amount} is more than the stack of {stack}."
        return Verdict(stack, stack, Refusal(Reason.INSUFFICIENT_CHIPS, "R-19.1", text, stack=stack))
    text = f"Chips leave the table only with their player: all {stack} or none."
    refusal = Refusal(Reason.GOING_SOUTH, "R-19.1", text, amount=amount, stack=stack)
    return Verdict(stack, stack, refusal)


def check_rebuy(config: TableConfig, amount: int, *, stack: int, taken: int, level: int) -> Verdict:
    """A bust player's next stack in a tournament (R-19.3).

    Args:
        config: the tournament's rules.
        amount: the chips of a re-buy, which the tournament fixes.
        stack: the player's chips.
        taken: re-buys that the player has had.
        level: the level that is played, from 1; the break after a level belongs to it.
    """
    refusal = None
    if stack:
        text = f"A re-buy follows a bust, and the player has {stack} chips."
        refusal = Refusal(Reason.NOT_BUST, "R-19.3", text, stack=stack)
    elif taken >= config.rebuys_max:
        text = f"The player has had {taken} re-buys, and there are {config.rebuys_max}."
        refusal = Refusal(Reason.REBUYS_USED_UP, "R-19.3", text, taken=taken, most=config.rebuys_max)
    else:
        refusal = _period_over(config, level)
    return _of_fixed_size(config, amount, refusal)


def check_add_on(config: TableConfig, amount: int, *, taken: int, level: int, hand_running: bool) -> Verdict:
    """A tournament's add-on: one for each player, between hands, in the re-buy period (R-19.3).

    Args:
        config: the tournament's rules.
        amount: the chips of the add-on, which the tournament fixes.
        taken: add-ons that the player has had.
        level: the level that is played, from 1; the break after a level belongs to it.
        hand_running: the seat is dealt into a hand that is not over.
    """
    if not config.addon or taken:
        text = "There is no add-on for this player: one each, where the tournament offers it."
        refusal = Refusal(Reason.ADDON_NOT_OFFERED, "R-19.3", text, taken=taken, most=int(config.addon))
        return _of_fixed_size(config, amount, refusal)
    refused = _hand_running() if hand_running else _period_over(config, level)
    return _of_fixed_size(config, amount, refused)


def _period_over(config: TableConfig, level: int) -> Refusal | None:
    last = config.rebuy_last_level
    if not last or level <= last:
        return None
    text = f"Re-buys and add-ons ended with level {last}, and this is level {level}."
    return Refusal(Reason.REBUYS_OVER, "R-19.3", text, level=level, most=last)


def _of_fixed_size(config: TableConfig, amount: int, refusal: Refusal | None) -> Verdict:
    if refusal is not None and refusal.reason is not Reason.HAND_RUNNING:
        return Verdict(0, 0, refusal)
    return Verdict(config.unit, MAX_CHIPS, refusal or _odd_amount(config, amount))
