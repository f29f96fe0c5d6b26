"""The action that a gesture is: words first or chips first, whichever came first (R-18.4 to R-18.8).

A ruling needs no more than the spot and the gesture. Its step is one that the floor accepts there, for the
bounds that it keeps to are those of the decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from floorman import steps
from floorman.interpretation.gesture import Gesture, Word
from floorman.interpretation.grounds import Applied, Ground
from floorman.interpretation.spot import Spot, Wager
from floorman.rules.betting import BetStep
from floorman.rules.choices import Betting

__all__ = ["Choice", "Follower", "Ruling", "interpret"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A step that the seat may still choose.

    Attributes:
        verb: FOLD, CALL, BET or RAISE.
        least: of a bet or raise, the smallest total, chips.
        most: the largest.
        multiple_of: totals between are multiples of it.
    """

    verb: steps.Verb
    least: int = 0
    most: int = 0
    multiple_of: int = 0


@dataclass(frozen=True, slots=True)
class Follower:
    """A seat that called what the gesture was taken for, on the same street.

    Attributes:
        seat: its number.
        put: its chips of this round, that call included.
        stack: its chips behind.
    """

    seat: int
    put: int
    stack: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a gesture means.

    Attributes:
        step: the action; None where the seat, or the floor, has to choose first.
        to: the seat's total of the round after it; without a step the total before it.
        choices: what is still open: the two that a seat is left with, or how much more than the step's
            minimum it may make it.
        returned: chips in front of the seat that go back to it; 0 without a step.
        missing: chips that it still has to add; 0 without a step.
        totals: the totals of the followers, by seat number; none after a fold or without a step.
        applied: the rules that decided, in the order in which they did.
    """

    step: BetStep | None
    to: int
    choices: tuple[Choice, ...]
    returned: int
    missing: int
    totals: dict[int, int]
    applied: tuple[Applied, ...]


def interpret(spot: Spot, gesture: Gesture, followers: tuple[Follower, ...] = ()) -> Ruling:
    """What the seat in turn has done.

    Args:
        spot: where it stands.
        gesture: what it said and did with chips.
        followers: seats that called since, where the gesture is looked into late.

    Raises:
        ContradictoryGestureError: nobody can have made this gesture in this spot.
    """
    gesture.check(spot)
    return _Table(spot, gesture).ruling(followers)


@dataclass(slots=True)
class _Meaning:
    """What was found: a step and its total, or choices, or both."""

    step: BetStep | None
    to: int
    choices: tuple[Choice, ...] = ()


@dataclass(slots=True)
class _Table:
    """One gesture being looked into; the grounds gather as they are met."""

    spot: Spot
    gesture: Gesture
    applied: list[Applied] = field(default_factory=list)

    def ruling(self, followers: tuple[Follower, ...]) -> Ruling:
        meaning = self._meaning()
        totals = self._totals(meaning, followers)
        surplus = 0
        if meaning.step is not None:
            gesture = self.gesture
            surplus = gesture.lying(self.spot.put) + sum(map(sum, gesture.motions)) - meaning.to
        returned, missing = max(0, surplus), max(0, -surplus)
        return Ruling(
            meaning.step, meaning.to, meaning.choices, returned, missing, totals, tuple(self.applied)
        )

    def _note(self, ground: Ground, **numbers: int) -> None:
        self.applied.append(Applied(ground, numbers))

    def _meaning(self) -> _Meaning:
        gesture = self.gesture
        if gesture.motions and (gesture.silent or gesture.chips_first):
            if not gesture.silent:
                self._note(Ground.CHIPS_CAME_FIRST)
            return self._pushed()
        if gesture.word is not None:
            return self._said(gesture.word)
        if gesture.amount is None:
            return self._pulled_back()
        self._note(Ground.NUMBER_ALONE, amount=gesture.amount)
        return self._total_of_chips(gesture.lying(self.spot.put) + gesture.amount)

    # ---------------------------------------------------------------------------------------- words

    def _said(self, word: Word) -> _Meaning:
        spot = self.spot
        match word:
            case Word.FOLD:
                return self._said_fold()
            case Word.CHECK:
                return self._said_check()
            case Word.CALL:
                self._note(Ground.SAID if spot.owed else Ground.CALL_WITHOUT_BET)
                return self._call_or_check()
            case Word.ALL_IN:
                self._note(Ground.SAID)
                return self._all_in()
            case Word.BET | Word.RAISE | Word.POT:
                return self._no_wager() if spot.wager is None else self._declared(word, spot.wager)

    def _said_fold(self) -> _Meaning:
        if self.gesture.pulled_back and self.spot.owed:
            return self._pulled_back()
        self._note(Ground.SAID)
        return _Meaning(steps.Fold(self.spot.seat), self.spot.put)

    def _said_check(self) -> _Meaning:
        spot = self.spot
        if not spot.owed:
            self._note(Ground.SAID)
            return self._call_or_check()
        self._note(Ground.CHECK_FACING_BET, owed=spot.owed)
        if self.gesture.motions:  # of the two that are left, chips mean the call
            return self._call_or_check()
        return _Meaning(None, spot.put, (Choice(steps.Verb.FOLD), Choice(steps.Verb.CALL)))

    def _declared(self, word: Word, wager: Wager) -> _Meaning:
        """A bet or a raise was declared, with a number or without one."""
        spot, amount = self.spot, self.gesture.amount
        if word is Word.POT and spot.betting is Betting.POT_LIMIT:
            self._note(Ground.POT, most=wager.most)
            return self._wager(wager, wager.most)
        if amount is not None:
            self._note(Ground.TOTAL_DECLARED, amount=amount)
            return self._at_least(wager, amount)
        if word is Word.POT:
            self._note(Ground.POT_WITHOUT_POT_LIMIT, least=wager.least)
        elif word is Word.RAISE and wager.opens:
            self._note(Ground.RAISE_WITHOUT_BET, least=wager.least)
        if self.gesture.motions:
            return self._at_least(wager, self._motion_after_words())
        self._note(Ground.NO_AMOUNT, least=wager.least)
        meaning = self._wager(wager, wager.least)
        if wager.least < wager.most:
            meaning.choices = (_open(wager),)
        return meaning

    def _motion_after_words(self) -> int:
        """The total of the one motion that gives a declared wager its amount."""
        chips, *_ = self.gesture.motions
        total = self.gesture.lying(self.spot.put) + sum(chips)
        self._note_later_motions()
        self._note(Ground.OVERCHIP_DECLARED if len(chips) == 1 else Ground.ONE_MOTION, total=total)
        return total

    def _at_least(self, wager: Wager, total: int) -> _Meaning:
        """A declared wager, which is never less than the minimum."""
        if total < wager.least:
            ground = Ground.BELOW_MINIMUM if wager.opens else Ground.RAISE_DECLARED
            self._note(ground, total=total, least=wager.least)
        return self._wager(wager, max(total, wager.least))

    # ---------------------------------------------------------------------------------------- chips

    def _pushed(self) -> _Meaning:
        """R-18.5, R-18.6: chips that speak for themselves."""
        spot, gesture = self.spot, self.gesture
        chips, *_ = gesture.motions
        self._note_later_motions()
        total = gesture.lying(spot.put) + sum(chips)
        if spot.wager is not None and spot.wager.opens:
            self._note(Ground.SILENT_BET, total=total)
        elif spot.wager is not None and spot.owed and total > spot.level and self._is_call(chips, total):
            return self._call_or_check()
        return self._total_of_chips(total)

    def _is_call(self, chips: tuple[int, ...], total: int) -> bool:
        """R-18.5: more than the call, and yet one: a single chip, or several that are all needed."""
        spot, gesture = self.spot, self.gesture
        if sum(gesture.prior) >= spot.level:
            self._note(Ground.PRIOR_CHIPS_COVER, prior=sum(gesture.prior))
            return False
        if gesture.pulled_back and gesture.left:
            self._note(Ground.PRIOR_CHIPS_PARTLY)
            chips += gesture.left
        elif len(chips) == 1:
            self._note(Ground.OVERCHIP, chip=chips[0])
            return True
        rest = total - min(chips)
        if rest >= spot.level:
            return False
        self._note(Ground.EVERY_CHIP_NEEDED, chip=min(chips), rest=rest, level=spot.level)
        return True

    def _total_of_chips(self, total: int) -> _Meaning:
        """So many chips, whether said or pushed, however many pieces they are."""
        spot = self.spot
        wager = spot.wager
        if total < spot.level:
            return self._undercall()
        if spot.owed and total == spot.level:
            self._note(Ground.EXACT_CALL)
            return self._call_or_check()
        if wager is None:
            return self._no_wager()
        if wager.opens:
            return self._at_least(wager, total)
        if total >= spot.whole:
            self._note(Ground.LAST_CHIPS)
            return self._wager(wager, total)
        return self._by_half(wager, total)

    def _by_half(self, wager: Wager, total: int) -> _Meaning:
        """R-18.4: half of a full raise makes a whole one; less makes none."""
        spot = self.spot
        numbers = {"over": total - spot.level, "level": spot.level, "increment": spot.increment}
        if total >= wager.least:
            self._note(Ground.FULL_RAISE, total=total)
            return self._wager(wager, total)
        if 2 * (total - spot.level) >= spot.increment:
            self._note(Ground.HALF_REACHED, **numbers, least=wager.least)
            return self._wager(wager, wager.least)
        self._note(Ground.UNDER_HALF, **numbers)
        return self._call_or_check()

    def _undercall(self) -> _Meaning:
        """R-18.8: less than the call."""
        spot = self.spot
        if self.gesture.pulled_back:
            self._note(Ground.PULLED_BACK)
        elif spot.players == 2:
            self._note(Ground.UNDERCALL_HEADS_UP)
        elif spot.faces_opening_bet:
            self._note(Ground.UNDERCALL_OF_OPENING_BET)
        else:
            self._note(Ground.UNDERCALL_OF_RAISE)
            return _Meaning(None, spot.put, (Choice(steps.Verb.FOLD), Choice(steps.Verb.CALL)))
        return self._call_or_check()

    def _pulled_back(self) -> _Meaning:
        """TDA 46-B: prior chips pulled back, and none pushed yet."""
        spot = self.spot
        self._note(Ground.PULLED_BACK)
        raises = () if spot.wager is None else (_open(spot.wager),)
        return _Meaning(None, spot.put, (Choice(steps.Verb.CALL), *raises))

    def _note_later_motions(self) -> None:
        _, *later = self.gesture.motions
        if later:
            self._note(Ground.STRING_BET, later=sum(map(sum, later)))

    # ---------------------------------------------------------------------------------------- steps

    def _call_or_check(self) -> _Meaning:
        spot = self.spot
        return _Meaning(steps.Call(spot.seat) if spot.owed else steps.Check(spot.seat), spot.level)

    def _no_wager(self) -> _Meaning:
        self._note(Ground.NO_WAGER_OPEN)
        return self._call_or_check()

    def _all_in(self) -> _Meaning:
        spot = self.spot
        if spot.owed == spot.stack:
            return _Meaning(steps.AllIn(spot.seat), spot.whole)
        if spot.wager is None:
            return self._no_wager()
        return self._wager(spot.wager, spot.whole)

    def _wager(self, wager: Wager, total: int) -> _Meaning:
        """A bet or raise to a total that is not too small, brought within what is open."""
        spot = self.spot
        to = min(total, wager.most)
        if to < total:
            self._note(self._too_much(wager), total=total, most=to)
        elif to % wager.multiple_of and wager.least < to < spot.whole:
            self._note(Ground.NOT_A_MULTIPLE, multiple_of=wager.multiple_of)
            to = max(to // wager.multiple_of * wager.multiple_of, wager.least)
        if to == spot.whole:
            return _Meaning(steps.AllIn(spot.seat), to)
        return _Meaning(steps.Bet(spot.seat, to) if wager.opens else steps.Raise(spot.seat, to), to)

    def _too_much(self, wager: Wager) -> Ground:
        if wager.most == self.spot.whole:
            return Ground.MORE_THAN_THE_STACK
        if self.spot.betting is Betting.FIXED_LIMIT:
            return Ground.ABOVE_FIXED_LIMIT
        return Ground.ABOVE_POT_LIMIT

    def _totals(self, meaning: _Meaning, followers: tuple[Follower, ...]) -> dict[int, int]:
        """R-18.8: who called since calls what it really was, with no more than each has."""
        if meaning.step is None or isinstance(meaning.step, steps.Fold):
            return {}
        totals = {one.seat: min(meaning.to, one.put + one.stack) for one in followers}
        if any(totals[one.seat] != one.put for one in followers):
            self._note(Ground.MADE_GOOD_BY_ALL, to=meaning.to)
        return totals


def _open(wager: Wager) -> Choice:
    verb = steps.Verb.BET if wager.opens else steps.Verb.RAISE
    return Choice(verb, wager.least, wager.most, wager.multiple_of)
