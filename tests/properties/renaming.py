"""The same table under other names: seats turned, suits renamed, every chip worth more."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from floorman import steps
from floorman.events import Event
from floorman.rules.opening import FOLLOWS, HandStart
from floorman.rules.switches import TableConfig
from tests.properties.tables import CHIP_SWITCHES, MOST_SEAT, StackedDeck, Table

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

__all__ = ["Renaming"]

_Value = TypeVar("_Value", bound="DataclassInstance")

_SEATS: Final = frozenset({"seat", "target", "number", "button", "winner"})
_CHIPS: Final = frozenset(
    {
        *("amount", "stack", "pot", "to", "rake"),  # events and steps
        *("owed", "least", "most", "step", "level", "put"),  # options
        *("live_post", "dead_post"),
    }
)
_CARDS: Final = frozenset({"face", "card"})
_MANY_CARDS: Final = frozenset({"faces", "cards"})


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for seats and suits, and a new value for a chip.

    Attributes:
        turn: every seat moves on by so many.
        suits: what clubs, diamonds, hearts and spades become.
        worth: what one chip becomes.
    """

    turn: int = 0
    suits: tuple[int, int, int, int] = (0, 1, 2, 3)
    worth: int = 1

    def seat(self, number: int) -> int:
        """The new number of a seat; what is no seat of the table stays so."""
        return (number + self.turn) % (MOST_SEAT + 1) if 0 <= number <= MOST_SEAT else number

    def card(self, card: int) -> int:
        """The new id of a card; a card that lies face down stays so."""
        return card // 4 * 4 + self.suits[card % 4] if card < 52 else card

    def table(self, table: Table) -> Table:
        """The same table under the new names."""
        return replace(
            table,
            start=self._start(table.start),
            deck=StackedDeck(tuple(self.card(card) for card in table.deck.order)),
        )

    def step(self, step: steps.Step) -> steps.Step:
        """What the same player wishes, or the same accident."""
        return self.named(step)

    def events(self, happened: list[Event]) -> list[Event]:
        """The same events."""
        return [self.named(event) for event in happened]

    def named(self, value: _Value) -> _Value:
        """A dataclass of the rules under the new names, field by field."""
        renamed = {one.name: self._field(one.name, getattr(value, one.name)) for one in fields(value)}
        return replace(value, **renamed)

    def _field(self, name: str, value: Any) -> Any:
        match value:
            case bool():
                return value
            case int() if name in _SEATS:
                return self.seat(value)
            case int() if name in _CHIPS:
                return value * self.worth
            case int() if name in _CARDS:
                return self.card(value)
            case tuple() if name in _MANY_CARDS:
                return tuple(self.card(card) for card in value)
            case tuple() if name == "stacks":
                return tuple(sorted((self.seat(seat), chips * self.worth) for seat, chips in value))
            case _:
                return value

    def _start(self, start: HandStart) -> HandStart:
        return replace(
            start,
            config=self._config(start.config),
            button=self.seat(start.button),
            seats=tuple(replace(self.named(seat), stack=seat.stack * self.worth) for seat in start.seats),
            blinds=replace(
                start.blinds, small=self._blind(start.blinds.small), big=self._blind(start.blinds.big)
            ),
            straddles=tuple(self.named(straddle) for straddle in start.straddles),
        )

    def _blind(self, number: int | None) -> int | None:
        return number if number in {None, FOLLOWS} else self.seat(number or 0)

    def _config(self, config: TableConfig) -> TableConfig:
        """Every switch that is an amount; what is derived was derived before."""
        amounts = {name: getattr(config, name) * self.worth for name in CHIP_SWITCHES}
        caps = tuple((players, cap * self.worth) for players, cap in config.rake_caps)
        return replace(config, **amounts, rake_caps=caps)
