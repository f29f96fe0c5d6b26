"""Random tables of every structure that the floor and PokerKit both play, as cases without steps.

Where the two differ by a switch of ours, the switch is turned PokerKit's way; what then still differs is
a deviation.
"""

from __future__ import annotations

import random
from typing import Any, Final

from floorman.cards import card_names, full_deck, short_deck

__all__ = ["random_table"]

Json = dict[str, Any]

_ALIGNED: Final[Json] = {
    "odd_chips": "ALL_TO_FIRST",
    "ante_order": "ANTE_FIRST",
    "pl_assume_full_blinds": False,
    "pl_ante_preflop": "ALL",
    "fl_cap_headsup": "ALWAYS_CAPPED",
    "reopen_rule": "CUMULATIVE_FULL",
    "straddle_min_raise": "DIFFERENCE",
}


def random_table(chance: random.Random, name: str) -> Json:
    """A table in the form of a case: who sits where with what, and every card that could come."""
    config = _config(chance)
    cards = card_names(short_deck() if config.get("variant") == "SHORT_DECK_36" else full_deck())
    count = chance.randint(2, 9)
    numbers = sorted(chance.sample(range(1, 11), count))
    chance.shuffle(cards)
    boards = [cards[2 * count + 5 * run : 2 * count + 5 * run + 5] for run in range(2)]
    table: Json = {
        "id": name,
        "title": "a random hand on which PokerKit and the floor differ",
        "config": config,
        "button": chance.choice(numbers),
        "seats": [{"seat": number, "stack": _stack(chance, config["big_blind"])} for number in numbers],
        "holes": {str(number): cards[2 * place : 2 * place + 2] for place, number in enumerate(numbers)},
        "boards": boards[: config.get("run_it_max", 1)],
        "steps": [],
    }
    _add_posts(chance, table, numbers)
    return table


def _config(chance: random.Random) -> Json:
    small = chance.randint(1, 5)
    big = chance.randint(small, 3 * small)
    config: Json = {"small_blind": small, "big_blind": big, **_ALIGNED}
    config["betting"] = chance.choice(("NO_LIMIT", "NO_LIMIT", "POT_LIMIT", "FIXED_LIMIT"))
    if chance.random() < 0.2:
        config["variant"] = "SHORT_DECK_36"
    structures = ("SB_BB", "SB_BB", "SB_BB", "SB_BB", "SINGLE_BLIND", "BUTTON_BLIND")
    config["blind_structure"] = chance.choice(structures)
    if chance.random() < 0.5:
        kinds = ["EACH", "EACH", "BUTTON"]
        if config["blind_structure"] != "BUTTON_BLIND":
            kinds.append("BIG_BLIND")
        config["ante_type"] = chance.choice(kinds)
        config["ante_amount"] = chance.randint(1, big)
    if chance.random() < 0.4:
        config["run_it_max"] = 2
    if chance.random() < 0.1:
        config |= {"rake_bps": chance.choice((500, 1000)), "rake_cap": chance.randint(0, 2 * big)}
    if config["betting"] == "FIXED_LIMIT" and chance.random() < 0.5:
        config["fl_max_raises"] = chance.randint(1, 4)
    return config


def _stack(chance: random.Random, big: int) -> int:
    match chance.randint(0, 5):
        case 0:
            return chance.randint(1, 3 * big)
        case 1 | 2 | 3:
            return chance.randint(big, 20 * big)
        case _:
            return chance.randint(10 * big, 150 * big)


def _add_posts(chance: random.Random, table: Json, numbers: list[int]) -> None:
    """A straddle or two, a dead small blind, or a newcomer's live post; not all at once."""
    config = table["config"]
    button = numbers.index(table["button"])
    clockwise = numbers[button + 1 :] + numbers[: button + 1]
    blinds = {"SB_BB": 2, "SINGLE_BLIND": 1, "BUTTON_BLIND": 0}[config["blind_structure"]]
    big = config["big_blind"]
    stacks = {seat["seat"]: seat["stack"] for seat in table["seats"]}
    match chance.randint(0, 9):
        case 0 if blinds == 2:
            table["small_blind_seat"] = None
            table["big_blind_seat"] = clockwise[0]
        case 1 | 2 if blinds and len(numbers) > blinds + 1:
            straddlers = clockwise[blinds : blinds + chance.randint(1, 2)]
            amounts = [2 * big, 4 * big][: len(straddlers)]
            if all(stacks[seat] > amount + big for seat, amount in zip(straddlers, amounts, strict=True)):
                config |= {"straddle_seats": ["UTG"], "straddle_max": len(straddlers)}
                table["straddles"] = [
                    {"seat": seat, "amount": amount} for seat, amount in zip(straddlers, amounts, strict=True)
                ]
        case 3 if blinds and len(numbers) > blinds + 1:
            newcomer = chance.choice(clockwise[blinds:-1] or clockwise[blinds:])
            next(seat for seat in table["seats"] if seat["seat"] == newcomer)["post"] = {"live": big}
        case _:
            pass
