"""Simulated tables: what they report, that they repeat, and that a broken promise is noticed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest
from click.testing import CliRunner

from floorman.cli.calls import RefusedError
from floorman.cli.table import table
from floorman.cli.table_houses import PlannedSeat, PlayedHand
from floorman.cli.table_life import Count, Life
from floorman.cli.table_promises import PromiseBrokenError, Promises
from floorman.rules.choices import ButtonRule
from floorman.table.seats import Ledger, Missed, Positions, TableSeat


def simulated(*args: str) -> str:
    result = CliRunner().invoke(table, ["simulate", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


def number(summary: str, words: str) -> int:
    found = re.search(rf"^ *([\d,]+)  {re.escape(words)} *$", summary, re.MULTILINE)
    assert found, summary
    return int(found[1].replace(",", ""))


@pytest.mark.parametrize("rule", ["dead", "moving"])
def test_a_life_has_everything_and_every_promise_is_kept(rule: str) -> None:
    summary = simulated("--hands", "1100", "--seed", "3", "--rule", rule)  # two tables: two processes
    assert number(summary, "hands") == 1100
    for words in ("players sat down", "players busted", "bought in again", "went away for a while"):
        assert number(summary, words) > 0
    assert number(summary, "came in with a post") > 0
    assert number(summary, "came in as the big blind") > 0
    bought, cashed, raked = (number(summary, f"chips {did}") for did in ("bought in", "cashed out", "raked"))
    assert bought == cashed + raked
    assert raked > 0
    assert number(summary, "players sat down") == number(summary, "players left")
    # the dead button repeats no big blind, the moving one may
    assert (number(summary, "big blinds twice running") == 0) == (rule == "dead")
    assert f"✓ {rule} button: everything held" in summary


def test_through_the_service_and_at_an_address(address: str) -> None:
    assert number(simulated("--hands", "30", "--through-service"), "hands") == 30
    assert number(simulated("--hands", "30", "--address", address, "--rule", "moving"), "hands") == 30


@pytest.mark.parametrize("where", [[], ["--through-service"]])
def test_a_seed_repeats_everything(where: list[str]) -> None:
    runs = [simulated("--hands", "40", "--seed", seed, *where) for seed in ("5", "5", "6")]
    first, again, other = (run.rsplit("\n✓")[0] for run in runs)
    assert first == again != other


# ---- a broken promise is noticed ----


def hand(
    *dealt: int,
    at: tuple[int, int, int],
    small: int | None = -1,
    posted: dict[int, int] | None = None,
    due: dict[int, int] | None = None,
    rake: int = 0,
) -> PlayedHand:
    """A hand whose blinds are posted where they are announced, and in which nobody won anything."""
    due = due or {}
    return PlayedHand(
        starts=False,
        positions=Positions(*at),
        seats=[PlannedSeat(seat, due.get(seat, 0), Ledger()) for seat in dealt],
        small=at[1] if small == -1 else small,
        big=at[2],
        posted=due if posted is None else posted,
        stacks=dict.fromkeys(dealt, 100),
        rake=rake,
    )


class Watched:
    """Promises of a table at which seats are named by their numbers."""

    def __init__(self, rule: ButtonRule = ButtonRule.DEAD) -> None:
        self.promises = Promises(rule, max_seats=4, small_blind=5)

    def sees(self, played: PlayedHand, missed: Sequence[int] = (), waiting: Sequence[int] = ()) -> None:
        taken = [*played.dealt, *waiting]
        before = [
            TableSeat(seat, 100, ledger=Ledger(missed=Missed(big_blind=seat in missed))) for seat in taken
        ]
        self.promises.check(played, {seat: seat for seat in taken}, before, taken)


def test_r2_5_the_big_blind_twice_running() -> None:
    twice = hand(0, 1, 2, at=(0, 1, 2)), hand(0, 1, 2, at=(0, 1, 2))
    watched = Watched()
    watched.sees(twice[0])
    with pytest.raises(PromiseBrokenError, match=r"R-2\.5: player 2 posted the big blind twice running"):
        watched.sees(twice[1])
    moving = Watched(ButtonRule.MOVING)
    for played in twice:
        moving.sees(played)
    assert moving.promises.repeated


def test_r2_3_an_orbit_that_skips_somebody() -> None:
    watched = Watched()
    watched.sees(hand(0, 1, 2, at=(0, 1, 2)))
    watched.sees(hand(0, 1, 2, at=(1, 2, 0)))
    with pytest.raises(PromiseBrokenError, match=r"R-2\.3: player 1 posted 0 big blinds in an orbit of 2"):
        watched.sees(hand(0, 1, 2, at=(0, 1, 2)))


def test_r2_3_an_orbit_without_its_small_blind() -> None:
    watched = Watched()
    watched.sees(hand(0, 1, 2, 3, at=(0, 1, 2)))
    watched.sees(hand(0, 1, 2, 3, at=(0, 1, 3)))
    watched.sees(hand(0, 1, 2, 3, at=(2, 3, 0)))
    watched.sees(hand(0, 1, 2, 3, at=(3, 0, 1)))
    with pytest.raises(
        PromiseBrokenError, match=r"player 2 posted 0 small blinds though nobody came or went"
    ):
        watched.sees(hand(0, 1, 2, 3, at=(0, 1, 2)))


def test_r2_3_an_orbit_with_two_small_blinds() -> None:
    watched = Watched()
    watched.sees(hand(0, 1, 2, at=(0, 1, 2)))
    watched.sees(hand(0, 1, 2, at=(1, 2, 0)))
    watched.sees(hand(0, 1, 2, at=(0, 2, 1)))
    with pytest.raises(PromiseBrokenError, match=r"player 2 posted 2 small blinds in an orbit of 3 hands"):
        watched.sees(hand(0, 1, 2, at=(0, 1, 2)))


def test_r2_5_example_3_is_no_broken_promise() -> None:
    watched = Watched()
    watched.sees(hand(0, 1, 2, at=(2, 0, 1)))
    watched.sees(hand(0, 1, 2, at=(0, 1, 2)))
    watched.sees(hand(0, 1, at=(1, 1, 0)))  # 2 busts: BB 0, BTN/SB 1
    watched.sees(hand(0, 1, at=(0, 0, 1)))
    assert watched.promises.orbits_closed == 2


@pytest.mark.parametrize(
    ("played", "rule"),
    [
        (hand(0, 1, 2, at=(0, 1, 2), small=None), "R-2.3: seat 1 was dealt in and posted no small blind"),
        (hand(0, 1, 2, at=(0, 1, 2), small=0), "R-3.1"),
        (hand(0, 1, at=(0, 1, 0)), "R-2.4"),
        (hand(0, 1, 2, at=(2, 1, 2)), "R-2.3: the button 2 has a blind"),
        (hand(0, 1, 2, at=(0, 1, 2), due={0: 10}), "R-5.2: seat 0 with"),
        (hand(0, 1, 2, at=(0, 1, 2), posted={0: 10}), "R-5.2: seat 0 posted 10 and had to post 0"),
    ],
)
def test_a_hand_that_cannot_be(played: PlayedHand, rule: str) -> None:
    with pytest.raises(PromiseBrokenError, match=f"^{re.escape(rule)}"):
        Watched().sees(played)


def test_r5_2_cards_without_paying() -> None:
    with pytest.raises(PromiseBrokenError, match=r"R-5\.2: seat 0 with .* is to post 0"):
        Watched().sees(hand(0, 1, 2, at=(0, 1, 2)), missed=[0])
    Watched().sees(hand(0, 1, 2, at=(0, 1, 2), due={0: 10}), missed=[0])
    Watched().sees(hand(0, 1, 2, at=(0, 1, 2)), missed=[2])  # the big blind settles it


def test_r5_1_a_seat_that_waits_for_ever() -> None:
    watched = Watched()
    for at in [(0, 0, 1), (1, 1, 0)] * 3:  # an orbit of four seats, and two hands for a gap
        watched.sees(hand(0, 1, at=at), waiting=[3])
    with pytest.raises(PromiseBrokenError, match=r"R-5\.1"):
        watched.sees(hand(0, 1, at=(0, 0, 1)), waiting=[3])


class Crooked:
    """A house that keeps a chip of every hand, or plays none."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.refuses = refuses

    def play(self, seats: Sequence[TableSeat], first_button: int | None) -> PlayedHand | None:
        if self.refuses:
            raise RefusedError("CANNOT_CHECK: Seat 1 owes 2 and cannot check.")
        ready = [seat for seat in seats if seat.stack and not seat.away]
        if len(ready) < 2 or first_button is None:
            return None
        first, second = (seat.number for seat in ready[:2])
        stacks = {seat.number: seat.stack for seat in ready[:2]}
        stacks[first] -= 1
        return PlayedHand(
            starts=True,
            positions=Positions(first, first, second),
            seats=[PlannedSeat(seat.number, 0, Ledger()) for seat in seats],
            small=first,
            big=second,
            posted={},
            stacks=stacks,
            rake=0,
        )


def a_life(house: Crooked) -> Life:
    return Life("a table", house, Random(1), 4, Promises(ButtonRule.DEAD, 4, 5))


def test_a_lost_chip_is_noticed_and_ends_the_life() -> None:
    lived = a_life(Crooked()).play(50)
    assert len(lived.faults) == 1
    assert re.fullmatch(
        r"a table, after 1 hands: section 0: \d+ chips are on the table, \d+ should be", *lived.faults
    )
    assert lived.counts[Count.HANDS] == 1


def test_a_refusal_of_what_must_be_possible_is_a_fault() -> None:
    lived = a_life(Crooked(refuses=True)).play(50)
    assert lived.faults == ("a table, after 0 hands: CANNOT_CHECK: Seat 1 owes 2 and cannot check.",)
