"""The options of the client, their lines of text in the dialog, and the change that a key makes."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from .cards import CardStyle

T = TypeVar("T")

DELAYS = (0.0, 0.3, 0.7, 1.5)
"""The values that a key gives to ``bot_delay``, one after the other."""
STAYS: tuple[float | None, ...] = (0.0, 1.5, 3.0, None)
"""The values that a key gives to ``trick_stays``, one after the other."""


class TerminalOptions(Struct, frozen=True):
    """The options of the terminal client, which the person can change during a game.

    >>> TerminalOptions().with_next_value(1).card_style.four_colours
    True
    >>> TerminalOptions().with_next_value(9) is None
    True
    """

    bot_delay: float = 0.7
    """How many seconds a bot takes for a choice."""
    trick_stays: float | None = 1.5
    """How many seconds a finished trick stays on the table. If it is None, the trick stays until a key is pressed."""
    last_card_plays: bool = True
    """Whether the client plays the person's last card without asking."""
    four_colours: bool = False
    """Whether each suit has its own colour."""
    letters: bool = False
    """Whether letters stand for suits, instead of symbols."""

    @property
    def card_style(self) -> CardStyle:
        """The way in which suits are drawn by these options."""
        return CardStyle(self.four_colours, self.letters)

    @property
    def lines(self) -> tuple[str, ...]:
        """A numbered line of text for each option, with the option's value."""
        stays = "until a key is pressed" if self.trick_stays is None else f"{self.trick_stays:g} s"
        return (
            f"1  suits        {'four colours' if self.four_colours else 'red and black'}",
            f"2  suits as     {'letters' if self.letters else 'symbols'}",
            f"3  the others   take {self.bot_delay:g} s to choose",
            f"4  a trick      stays {stays}",
            f"5  last card    {'plays itself' if self.last_card_plays else 'is yours to play'}",
        )

    def with_next_value(self, number: int) -> TerminalOptions | None:
        """Return these options with option ``number`` set to its next value, or None if there is no such option."""
        match number:
            case 1:
                return replace(self, four_colours=not self.four_colours)
            case 2:
                return replace(self, letters=not self.letters)
            case 3:
                return replace(self, bot_delay=_next_value(DELAYS, self.bot_delay))
            case 4:
                return replace(self, trick_stays=_next_value(STAYS, self.trick_stays))
            case 5:
                return replace(self, last_card_plays=not self.last_card_plays)
            case _:
                return None


def _next_value(values: tuple[T, ...], value: T) -> T:
    """Return the item after ``value`` in ``values``, or the first item if ``value`` is the last or not among them."""
    index = values.index(value) + 1 if value in values else 0
    return values[index % len(values)]
