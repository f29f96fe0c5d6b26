"""Every value of every switch of a hand shows: what is seen under one value is not seen under another.

Each fact below plays one hand under each value of one switch and names what must be seen then, from the
rule book. A value that is taken for another one makes its fact fail.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import pytest

from floorman import events
from floorman.events import ExposedOutcome
from floorman.rules.hand import Phase
from floorman.rules.refusal import Refusal
from floorman.rules.switches import SWITCHES, Scope
from tests.rules.table import Switches, Table, flop, table

SIX = "SB  BB  UTG  HJ  CO  BTN"
FOUR = "SB  BB  UTG 5000  BTN"
LIMIT: Switches = {"betting": "FIXED_LIMIT"}
POT_LIMIT: Switches = {"betting": "POT_LIMIT"}


@dataclass(frozen=True)
class Proof:
    """A hand that depends on a switch, and what must be seen of it under each value."""

    switch: str
    seen: Mapping[Hashable, object]
    play: Callable[[Any], object]


PROOFS: Final[dict[str, Proof]] = {}

Play = Callable[[Any], object]


def shows(switch: str, seen: Mapping[Any, object]) -> Callable[[Play], Play]:
    """What must be seen of a hand under each value of a switch; the hand is what it decorates."""

    def register(play: Play) -> Play:
        PROOFS[switch] = Proof(switch, seen, play)
        return play

    return register


# ---- the table (R-1, R-3, R-4) ----


@shows("variant", {"HOLDEM_52": "full house", "SHORT_DECK_36": "flush"})
def _(value: str) -> str:
    holes = {"flush": "Ah 9h", "full": "Kc Kd"}
    hand = flop("flush  full", 10, holes=holes, board="Kh Th 6h Ts Td", variant=value).bets("flush", 10)
    return "flush" if hand.calls("full").checks_down().settlement.won(0) else "full house"


@shows("unit", {1: (334, 333, 333), 10: (340, 330, 330), 100: (400, 300, 300)})
def _(value: int) -> tuple[int, ...]:
    posts: Switches = {"blind_structure": "NONE", "dead": {"D": 1000}}
    hand = table("A 5  B 5  C 5  D 1005", blinds=(0, 100), best="A = B = C > D", unit=value, **posts)
    return tuple(chips - 5 for chips in hand.checks_down().stacks("A", "B", "C"))


@shows("bet_step", {1: 230, 25: 250, 100: 300})
def _(value: int) -> int:
    return flop("A  B 130  C", 100, bet_step=value).bets("A", 100).goes_all_in("B").options.least


@shows("betting", {"NO_LIMIT": 5000, "POT_LIMIT": 700, "FIXED_LIMIT": 400})
def _(value: str) -> int:
    return table(FOUR, blinds=(100, 200), betting=value).options.most


@shows(
    "blind_structure",
    {
        "SB_BB": ("BTN", 3),
        "SINGLE_BLIND": ("next", 2),
        "BUTTON_BLIND": ("left", 2),
        "NONE": ("left", 0),
    },
)
def _(value: str) -> tuple[str | None, int]:
    hand = table("left  next  BTN", blind_structure=value)
    return hand.name(hand.options.seat), hand.hand.pot


@shows("small_blind", {0: 2, 1: 3, 2: 4})
def _(value: int) -> int:
    return table(SIX, blinds=(value, 2)).hand.pot


@shows("big_blind", {2: (4, 2), 3: (6, 3), 10: (20, 10)})
def _(value: int) -> tuple[int, int]:
    hand = table("BTN  BB", blinds=(1, value))
    return hand.options.least, hand.calls("BTN").checks("BB").options.least


@shows(
    "ante_type",
    {"NONE": (100, 95, 90), "EACH": (93, 88, 83), "BIG_BLIND": (100, 95, 83), "BUTTON": (93, 95, 90)},
)
def _(value: str) -> tuple[int, ...]:
    line = "BTN 100  SB 100  BB 100"
    return table(line, blinds=(5, 10), ante_type=value, ante_amount=7).stacks("BTN", "SB", "BB")


@shows("ante_amount", {0: 15, 1: 18, 5: 30})
def _(value: int) -> int:
    return table("BTN  SB  BB", blinds=(5, 10), ante_type="EACH", ante_amount=value).hand.pot


@shows("ante_order", {"BLIND_FIRST": 600, "ANTE_FIRST": 500})
def _(value: str) -> int:
    hand = table("BTN  SB  BB 300", blinds=(100, 200), ante_type="BIG_BLIND", ante_order=value)
    return hand.calls("BTN").folds("SB").settlement.pots[0].amount


# ---- straddles (R-5.3) ----


def _opens(**more: Any) -> bool:
    """Whether the facts make a hand."""
    try:
        table(SIX, **more)
    except Refusal:
        return False
    return True


def _straddlers(**switches: Any) -> str:
    """The seats that may post a straddle of 4."""
    return " ".join(seat for seat in SIX.split() if _opens(straddles=[(seat, 4)], **switches))


@shows(
    "straddle_seats",
    {
        frozenset(): "",
        frozenset({"UTG"}): "UTG",
        frozenset({"BUTTON"}): "BTN",
        frozenset({"UTG", "BUTTON"}): "UTG BTN",
        frozenset({"ANY"}): "SB UTG HJ CO BTN",
    },
)
def _(value: frozenset[str]) -> str:
    return _straddlers(straddle_seats=value)


@shows("straddle_mandatory", {False: True, True: False})
def _(value: bool) -> bool:  # noqa: FBT001
    return _opens(straddle_seats={"UTG"}, straddle_mandatory=value)


@shows("straddle_multiple", {2: [4], 3: [6], 10: [20]})
def _(value: int) -> list[int]:
    multiple: Switches = {"straddle_seats": {"UTG"}, "straddle_multiple": value}
    return [to for to in range(3, 30) if _opens(straddles=[("UTG", to)], **multiple)]


@shows("straddle_max", {1: 1, 2: 2, 3: 3, 8: 4})
def _(value: int) -> int:
    posts = [("UTG", 4), ("HJ", 8), ("CO", 16), ("BTN", 32)]
    most: Switches = {"straddle_seats": {"UTG"}, "straddle_max": value}
    return sum(_opens(straddles=posts[:count], **most) for count in range(1, 5))


@shows("straddle_full_only", {True: "refused", False: 6})
def _(value: bool) -> str | int:  # noqa: FBT001
    line = "SB  BB  UTG 3  BTN"
    try:
        hand = table(line, straddles=[("UTG", 4)], straddle_seats={"UTG"}, straddle_full_only=value)
    except Refusal:
        return "refused"
    return hand.hand.pot


@shows("straddle_min_players", {3: 3, 4: 4, 6: 6})
def _(value: int) -> int:
    def straddled(players: int) -> bool:
        line = "SB  BB  UTG  " + "  ".join("CDEFG"[: players - 3])
        switches: Switches = {"straddle_seats": {"UTG"}, "straddle_min_players": value}
        try:
            table(line, straddles=[("UTG", 4)], **switches)
        except Refusal:
            return False
        return True

    return next(players for players in range(3, 9) if straddled(players))


@shows("straddle_order", {"LEFT_OF_STRADDLE": "CO", "UTG_FIRST": "UTG"})
def _(value: str) -> str | None:
    hand = table(SIX, straddles=[("HJ", 4)], straddle_seats={"ANY"}, straddle_order=value)
    return hand.name(hand.options.seat)


@shows("straddle_min_raise", {"FULL": 8, "DIFFERENCE": 6})
def _(value: str) -> int:
    hand = table(SIX, straddles=[("UTG", 4)], straddle_seats={"UTG"}, straddle_min_raise=value)
    return hand.options.least


# ---- the deal (R-6) ----


@shows("deal_start", {"LEFT_OF_BUTTON": (0, 6), "BIG_BLIND": (5, 11)})
def _(value: str) -> tuple[int, int]:
    return table(SIX, deal_start=value).hole_indices("SB")


@shows("deal_pattern", {"ONE_AT_A_TIME": (1, 7), "TWO_AT_ONCE": (2, 3)})
def _(value: str) -> tuple[int, int]:
    return table(SIX, deal_pattern=value).hole_indices("BB")


@shows("burn_cards", {True: [[5, 6, 7, 9, 11]], False: [[4, 5, 6, 7, 8]]})
def _(value: bool) -> list[list[int]]:  # noqa: FBT001
    return table("BTN  BB", burn_cards=value).calls("BTN").checks_down().board_indices()


@shows(
    "exposed_card",
    {
        "REPLACE_WITH_BURN": ExposedOutcome.REPLACED,
        "KEEP": ExposedOutcome.KEPT,
        "MISDEAL": ExposedOutcome.MISDEAL,
    },
)
def _(value: str) -> ExposedOutcome:
    return table(SIX, exposed_card=value).exposes("UTG", 0).saw(events.Exposed)[0].outcome


@shows("exposed_first_two", {"REPLACE": ExposedOutcome.REPLACED, "MISDEAL": ExposedOutcome.MISDEAL})
def _(value: str) -> ExposedOutcome:
    return table(SIX, exposed_first_two=value).exposes("BB", 0).saw(events.Exposed)[0].outcome


# ---- the betting (R-7, R-8, R-11) ----


@shows("min_raise_rule", {"LAST_FULL_INCREMENT": 10, "DOUBLE_LAST_TOTAL": 12})
def _(value: str) -> int:
    return table(SIX, min_raise_rule=value).raises("UTG", 6).options.least


@shows("reopen_rule", {"CUMULATIVE_FULL": (True, False), "SINGLE_FULL": (False, False), "HALF": (True, True)})
def _(value: str) -> tuple[bool, bool]:
    # rows a and b of
    hand = flop("A  B 125  C  D 200  E", 100, reopen_rule=value).bets("A", 100).goes_all_in("B").calls("C")
    hand = hand.goes_all_in("D").calls("E")
    return hand.options.closed is None, hand.calls("A").options.closed is None


@shows("half_inclusive", {True: True, False: False})
def _(value: bool) -> bool:  # noqa: FBT001
    # row f of
    hand = flop("A  B  C  D 1250", 100, reopen_rule="HALF", half_inclusive=value).bets("A", 500)
    hand = hand.raises("B", 1000).calls("C").goes_all_in("D").calls("A")
    return hand.options.closed is None


@shows("allow_open_fold", {True: True, False: False})
def _(value: bool) -> bool:  # noqa: FBT001
    return flop("A  B", 10, allow_open_fold=value).options.may_fold


@shows("allow_raise_without_live_opponent", {False: 0, True: 500})
def _(value: bool) -> int:  # noqa: FBT001
    hand = flop("A 100  B 500", 10, allow_raise_without_live_opponent=value).goes_all_in("A")
    return hand.options.most


# ---- pot limit (R-9) ----


@shows("pl_assume_full_blinds", {True: 700, False: 600})
def _(value: bool) -> int:  # noqa: FBT001
    line = "UTG  BTN  SB 0  BB"
    return table(line, blinds=(100, 200), pl_assume_full_blinds=value, **POT_LIMIT).options.most


@shows("pl_sb_counts_as_bb", {False: 35, True: 40})
def _(value: bool) -> int:  # noqa: FBT001
    return table(FOUR, blinds=(5, 10), pl_sb_counts_as_bb=value, **POT_LIMIT).options.most


@shows("pl_round_up", {0: 35, 10: 40, 25: 45})
def _(value: int) -> int:
    return table(FOUR, blinds=(5, 10), pl_round_up=value, **POT_LIMIT).options.most


@shows("pl_ante_preflop", {"EACH_ONLY": (740, 700), "ALL": (740, 900), "NONE": (700, 700)})
def _(value: str) -> tuple[int, int]:
    each: Switches = {"ante_type": "EACH", "ante_amount": 10}
    single: Switches = {"ante_type": "BIG_BLIND"}
    return (
        table(FOUR, blinds=(100, 200), pl_ante_preflop=value, **each, **POT_LIMIT).options.most,
        table(FOUR, blinds=(100, 200), pl_ante_preflop=value, **single, **POT_LIMIT).options.most,
    )


# ---- fixed limit (R-10) ----


@shows("fl_small_bet", {10: 10, 20: 20, 30: 30})
def _(value: int) -> int:
    return flop("A  B", 10, fl_small_bet=value, **LIMIT).options.least


@shows("fl_big_bet", {10: 10, 20: 20, 30: 30})
def _(value: int) -> int:
    return flop("A  B", 10, fl_big_bet=value, **LIMIT).checks_to("TURN").options.least


def _raises(hand: Table) -> int:
    """How many raises follow the first bet of 20 until the betting is capped; 9 stands for no cap."""
    hand = hand.bets("A", 20)
    for count in range(9):
        if hand.options.closed is not None:
            return count
        hand = hand.raises(str(hand.name(hand.options.seat)), hand.options.least)
    return 9


@shows("fl_max_raises", {1: 1, 3: 3, 4: 4})
def _(value: int) -> int:
    return _raises(flop("A  B  C", 20, fl_max_raises=value, **LIMIT))


@shows(
    "fl_cap_headsup",
    {
        "UNCAPPED_IF_HEADSUP_BEFORE_CAP": (True, True, True),
        "UNCAPPED_IF_ROUND_STARTS_HEADSUP": (False, True, True),
        "ONLY_LAST_TWO_IN_EVENT": (False, False, True),
        "ALWAYS_CAPPED": (False, False, False),
    },
)
def _(value: str) -> tuple[bool, bool, bool]:
    # two are left before the cap; two start the round; the two are the last of the event
    left = flop("A  B  C", 20, fl_cap_headsup=value, **LIMIT).bets("A", 20).raises("B", 40).folds("C")
    left = left.raises("A", 60).raises("B", 80)
    start = flop("A  B", 20, fl_cap_headsup=value, **LIMIT)
    last = flop("A  B", 20, fl_cap_headsup=value, last_two_in_event=True, **LIMIT)
    return left.options.closed is None, _raises(start) == 9, _raises(last) == 9


@shows("fl_partial_base", {"ALLIN_AMOUNT": 35, "NEXT_LEVEL": 40})
def _(value: str) -> int:
    return flop("A 15  B  C", 20, fl_partial_base=value, **LIMIT).goes_all_in("A").options.least


# ---- the showdown (R-12) ----


@shows("allin_face_up", {"BEFORE_RIVER": (2, 0), "ALWAYS": (2, 2), "AT_SHOWDOWN_ONLY": (0, 0)})
def _(value: str) -> tuple[int, int]:
    hand = flop("A 100  B 100", 10, allin_face_up=value)
    before = hand.goes_all_in("A").calls("B")
    on_the_river = hand.checks_to("RIVER").goes_all_in("A").calls("B")
    return len(before.saw(events.HandUp)), len(on_the_river.saw(events.HandUp))


@shows("allin_first", {"SIMULTANEOUS": ["A", "B"], "FIRST_ALLIN": ["B", "A"]})
def _(value: str) -> list[str | None]:
    hand = flop("A 100  B 100", 10, allin_first=value).checks("A").goes_all_in("B").calls("A")
    return [hand.name(event.seat) for event in hand.saw(events.HandUp)]


@shows("auto_muck", {True: ["A"], False: ["A", "B"]})
def _(value: bool) -> list[str | None]:  # noqa: FBT001
    hand = flop("A  B", 10, best="A > B", auto_muck=value).bets("A", 10).calls("B").checks_down()
    return [hand.name(event.seat) for event in hand.saw(events.Show)]


@shows("show_after_uncontested", {"NONE": 0, "ONE": 1, "BOTH": 2})
def _(value: str) -> int:
    hand = table("BTN  BB", show_after_uncontested=value).folds("BTN")
    for shown in range(2):
        try:
            hand = hand.shows_one("BB", shown)
        except Refusal:
            return shown
    return 2


@shows(
    "show_request",
    {
        "OWNER_DECIDES": "",
        "RIVER_CALLERS": "C",
        "TURN_REACHED": "A C",
        "ANYONE": "A B C",
    },
)
def _(value: str) -> str:
    # B folds on the flop and A on the turn; C shows and D mucks
    hand = flop("A  B  C  D", 10, best="C > D", show_request=value).bets("A", 10).folds("B").calls("C", "D")
    hand = hand.checks("A").bets("C", 10).calls("D").folds("A").checks_down()
    return " ".join(str(asker) for asker, _target in hand.sees())


@shows("river_caller_right", {False: [], True: [("B", "A")]})
def _(value: bool) -> list[tuple[str | None, str | None]]:  # noqa: FBT001
    hand = flop("A  B", 10, best="B > A", asks=True, river_caller_right=value).checks_to("RIVER")
    return hand.bets("A", 10).calls("B").mucks("A").sees()


@shows("rabbit_hunt", {False: "refused", True: 3})
def _(value: bool) -> str | int:  # noqa: FBT001
    hand = table("BTN  BB", rabbit_hunt=value).folds("BTN")
    try:
        return len(hand.hunts_rabbits().saw(events.RabbitCards))
    except Refusal:
        return "refused"


# ---- the pots (R-13, R-14, R-15, R-17) ----


@shows("odd_chips", {"ONE_EACH": (34, 34, 33), "ALL_TO_FIRST": (35, 33, 33)})
def _(value: str) -> tuple[int, ...]:
    posts: Switches = {"blind_structure": "NONE", "dead": {"D": 101}}
    hand = table("A 5  B 5  C 5  D 106", best="A = B = C > D", odd_chips=value, **posts).checks_down()
    return tuple(chips - 5 for chips in hand.stacks("A", "B", "C"))


@shows("pot_report", {"MERGED": [70], "LAYERS": [30, 40]})
def _(value: str) -> list[int]:
    hand = flop("A 30  B 30  C 100", 10, pot_report=value).checks("A", "B").bets("C", 10)
    hand = hand.goes_all_in("A").calls("B").folds("C")
    return [pot.amount for pot in hand.settlement.layers]


def _all_in(line: str, **switches: Any) -> Table:
    hand = table(line, blinds=(0, 2), blind_structure="NONE", **switches).checks_to("FLOP")
    while hand.hand.phase is Phase.BET:
        hand = hand.goes_all_in(str(hand.name(hand.options.seat)))
    return hand


@shows("run_it_max", {1: 1, 2: 2, 3: 3, 4: 4})
def _(value: int) -> int:
    hand = _all_in("A 100  B 100", run_it_max=value, run_it_consent="MANDATORY")
    return len(hand.boards())


@shows("run_it_consent", {"UNANIMOUS": Phase.RUN_VOTE, "MANDATORY": Phase.COMPLETE})
def _(value: str) -> Phase:
    return _all_in("A 100  B 100", run_it_max=2, run_it_consent=value).hand.phase


@shows("run_it_players", {"ANY": Phase.RUN_VOTE, "HEADSUP_ONLY": Phase.COMPLETE})
def _(value: str) -> Phase:
    return _all_in("A 100  B 100  C 100", run_it_max=2, run_it_players=value).hand.phase


@shows(
    "run_it_burn",
    {
        "PER_BOARD": [[7, 8, 9, 11, 13], [7, 8, 9, 15, 17]],
        "FIRST_BOARD_ONLY": [[7, 8, 9, 11, 13], [7, 8, 9, 14, 15]],
        "NONE": [[7, 8, 9, 10, 11], [7, 8, 9, 12, 13]],
    },
)
def _(value: str) -> list[list[int]]:
    hand = _all_in("A 100  B 100  C 100", run_it_max=2, run_it_burn=value, run_it_consent="MANDATORY")
    return hand.board_indices()


def _raked(line: str = "A  B", bet: int = 100, **switches: Any) -> int:
    """The rake of a pot of twice the bet."""
    hand = flop(line, 10, best="A > B", **switches).bets("A", bet).calls("B")
    return hand.folds(*list(hand.names)[2:]).checks_down().settlement.rake


@shows("rake_bps", {0: 0, 250: 5, 500: 10, 10_000: 200})
def _(value: int) -> int:
    return _raked(rake_bps=value)


@shows("rake_cap", {0: 20, 3: 3, 10: 10})
def _(value: int) -> int:
    return _raked(rake_bps=1000, rake_cap=value)


@shows(
    "rake_caps",
    {
        (): (10, 10),
        ((2, 4),): (4, 4),
        ((3, 4),): (10, 4),
        ((2, 5), (3, 4)): (5, 4),
    },
)
def _(value: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    caps: Switches = {"rake_bps": 1000, "rake_cap": 10, "rake_caps": value}
    return _raked("A  B", **caps), _raked("A  B  C", **caps)


@shows("no_flop_no_drop", {True: 0, False: 4})
def _(value: bool) -> int:  # noqa: FBT001
    hand = table("BTN  SB  BB", blinds=(10, 20), rake_bps=1000, no_flop_no_drop=value)
    return hand.folds("BTN").raises("SB", 60).folds("BB").settlement.rake


@shows("rake_rounding", {"DOWN": 3, "HALF_EVEN": 4})
def _(value: str) -> int:
    return _raked(bet=35, rake_bps=500, rake_rounding=value)


@shows("bomb_pot", {0: ("PREFLOP", 3), 10: ("FLOP", 30), 25: ("FLOP", 75)})
def _(value: int) -> tuple[str, int]:
    hand = table("BTN  SB  BB" if not value else "BTN  A  B", bomb_pot=value)
    return ("FLOP" if hand.hand.street else "PREFLOP"), hand.hand.pot


@shows("boards", {1: 1, 2: 2})
def _(value: int) -> int:
    return len(table("BTN  A  B", bomb_pot=10, boards=value).boards())


@shows("short_trips_beat_straight", {False: (20, 0), True: (0, 20)})
def _(value: bool) -> tuple[int, int]:  # noqa: FBT001
    holes = {"straight": "Jd Td", "trips": "9c 9d"}
    short: Switches = {"variant": "SHORT_DECK_36", "short_trips_beat_straight": value}
    hand = flop("straight 10  trips 10", 10, holes=holes, board="7h 8c 9s Kh 6s", **short)
    straight, trips = hand.goes_all_in("straight").calls("trips").stacks("straight", "trips")
    return straight, trips


# ---- the proofs are held against the hands, against each other and against the list of switches ----


def _label(value: object) -> str:
    return "+".join(sorted(value)) if isinstance(value, frozenset) else str(value)


VALUES: Final = [
    pytest.param(proof.switch, value, id=f"{proof.switch}={_label(value)}")
    for proof in PROOFS.values()
    for value in proof.seen
]


@pytest.mark.parametrize(("switch", "value"), VALUES)
def test_section_20_the_value_of_a_switch_shows(switch: str, value: object) -> None:
    proof = PROOFS[switch]
    assert proof.play(value) == proof.seen[value]


@pytest.mark.parametrize("switch", PROOFS)
def test_section_20_no_two_values_look_alike(switch: str) -> None:
    for one, other in combinations(PROOFS[switch].seen.values(), 2):
        assert one != other


def test_section_20_every_switch_of_a_hand_is_played() -> None:
    assert set(PROOFS) == {name for name, switch in SWITCHES.items() if switch.scope is Scope.HAND}


@pytest.mark.parametrize("switch", PROOFS)
def test_section_20_every_value_of_a_switch_is_played(switch: str) -> None:
    known, played = SWITCHES[switch], set(PROOFS[switch].seen)
    match known.kind:
        case "flag":
            assert played == {False, True}
        case "enum":
            assert known.choices is not None
            assert played == {choice.value for choice in known.choices}
        case "set":
            assert known.choices is not None
            assert {frozenset(), *(frozenset({choice.value}) for choice in known.choices)} <= played
        case "number":
            assert len(played) >= 2
            assert known.most - known.least > 4 or played == set(range(known.least, known.most + 1))
        case kind:
            assert kind == "caps"
            assert len(played) >= 2
