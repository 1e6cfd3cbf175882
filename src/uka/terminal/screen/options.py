"""The options of the client, their lines of text in the dialog, and the change that a key makes."""

from __future__ import annotations

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from .cards import CardStyle

T = TypeVar("T")

DELAYS = (0.0, 0.3, 0.7, 1.5)
STAYS: tuple[float | None, ...] = (0.0, 1.5, 3.0, None)


class TerminalOptions(Struct, frozen=True):
    """The options of the client.

    ``bot_delay`` is the time in seconds before a bot's choice. ``trick_stays`` is the time in seconds for which a
    finished trick stays on the table. If it is None, the trick stays until the person presses a key.

    >>> TerminalOptions().changed(1).look.four_colours
    True
    >>> TerminalOptions().changed(9) is None
    True
    """

    bot_delay: float = 0.7
    trick_stays: float | None = 1.5
    last_card_plays: bool = True
    four_colours: bool = False
    letters: bool = False

    @property
    def look(self) -> CardStyle:
        """The style in which suits are drawn."""
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

    def changed(self, number: int) -> TerminalOptions | None:
        """Return the options with option ``number`` set to its next value. Return None if there is no such option."""
        match number:
            case 1:
                return replace(self, four_colours=not self.four_colours)
            case 2:
                return replace(self, letters=not self.letters)
            case 3:
                return replace(self, bot_delay=_after(DELAYS, self.bot_delay))
            case 4:
                return replace(self, trick_stays=_after(STAYS, self.trick_stays))
            case 5:
                return replace(self, last_card_plays=not self.last_card_plays)
            case _:
                return None


def _after(values: tuple[T, ...], value: T) -> T:
    place = values.index(value) + 1 if value in values else 0
    return values[place % len(values)]
