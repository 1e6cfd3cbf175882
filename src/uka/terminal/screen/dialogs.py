"""Dialogs over the table: texts such as the help or the last trick, the options, and menus."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

import uka.rulesets
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.narration.names import Names, card_name
from uka.rulesets.rulebook import Rule, RuleMark
from uka.text.printable import one_line, printable

from ..games.interface import Menu
from .layout import cards_in_front, trick_taker

FRAME = 4
"""The number of rows that the frame of a dialog occupies."""
SCROLLED_ROWS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}
"""By how many rows each of these keys scrolls the text of a dialog."""


class TextDialog(ModalScreen[str]):
    """A dialog with a text, which the arrow keys scroll, and with a foot, which is always visible.

    A key in ``keys`` closes the dialog and becomes its result. If ``keys`` is empty, any key that does not scroll
    closes the dialog. If ``closes_with_game`` is true, the dialog also closes when an update continues the game.
    """

    def __init__(
        self,
        title: str,
        lines: Callable[[], tuple[str, ...]],
        foot: str,
        keys: str = "",
        *,
        closes_with_game: bool = False,
    ) -> None:
        super().__init__()
        self.heading, self.lines, self.foot, self.keys = title, lines, foot, keys
        self.closes_with_game = closes_with_game
        self.closed = False

    def compose(self) -> ComposeResult:
        """Yield the title, the text and the foot."""
        with Vertical(id="sheet"):
            yield Static(Content(one_line(self.heading)), id="heading")
            with VerticalScroll(id="scroll", can_focus=False):
                yield Static(id="text")
            yield Static(id="foot")

    def on_mount(self) -> None:
        """Show the text as soon as the dialog opens."""
        self.renew()

    def on_resize(self) -> None:
        """Give the text all rows that the foot and the frame leave free."""
        self._fit_height()

    def renew(self) -> None:
        """Show the text as ``lines`` returns it now, and the foot."""
        self.query_one("#text", Static).update(Content(printable("\n".join((*self.lines(), " ")))))
        self.query_one("#foot", Static).update(Content(printable(self.foot)))
        self._fit_height()

    def _fit_height(self) -> None:
        rows = self.size.height - len(self.foot.split("\n")) - FRAME
        self.query_one("#scroll").styles.max_height = max(rows, 1)

    def on_key(self, event: events.Key) -> None:
        """Scroll the text, or pass the key to ``press``."""
        event.stop()
        event.prevent_default()
        key = event.character if event.character and event.is_printable else event.key
        if key in SCROLLED_ROWS:
            self.query_one("#scroll", VerticalScroll).scroll_relative(y=SCROLLED_ROWS[key], animate=False)
        else:
            self.press(key)

    def press(self, key: str) -> None:
        """Close the dialog with ``key`` as its result, if ``key`` may close the dialog. Otherwise do nothing."""
        if not self.keys:
            self.close("")
        elif key and key in self.keys:
            self.close(key)

    def close(self, key: str) -> None:
        """Close the dialog with ``key`` as its result. Later calls of this method do nothing."""
        if not self.closed:
            self.closed = True
            self.dismiss(key)

    def on_click(self, event: events.Click) -> None:
        """Close the dialog on a click, unless only certain keys may close it."""
        event.stop()
        self.press("")


class OptionsDialog(TextDialog):
    """A dialog with the options of the client. A digit changes an option; any other key closes the dialog.

    ``change`` sets the option with a number to its next value, and returns false if there is no such option.
    """

    def __init__(self, lines: Callable[[], tuple[str, ...]], change: Callable[[int], bool]) -> None:
        super().__init__("Options", lines, "a number changes a line · any other key closes")
        self.change = change

    def press(self, key: str) -> None:
        """Change the option that has the number ``key``. If no option has that number, close the dialog."""
        if key.isdecimal() and key.isascii() and self.change(int(key)):
            self.renew()
        else:
            self.close("")


class ListDialog(TextDialog):
    """A dialog with a list, in which a key picks a line. Any key that does not scroll closes it, and is its result."""

    def press(self, key: str) -> None:
        """Close the dialog with ``key`` as its result."""
        self.close(key)


class MenuDialog(TextDialog):
    """A dialog with a menu. Any key that does not scroll closes the dialog and becomes its result.

    That goes even for a key that chooses no item. ``current`` returns the menu as it is now.
    """

    def __init__(self, current: Callable[[], Menu], title: str = "The table") -> None:
        self.current, self.menu = current, current()
        super().__init__(title, lambda: tuple(self.menu.text.split("\n")), self._foot)

    @property
    def _foot(self) -> str:
        """The lines below the menu's text: the items with their keys."""
        return key_lines(*((item.key, item.label) for item in self.menu.items)) + "\nany other key closes"

    def renew(self) -> None:
        """Show the menu as ``current`` returns it now."""
        self.menu = self.current()
        self.foot = self._foot
        super().renew()

    def press(self, key: str) -> None:
        """Close the dialog with ``key`` as its result. Whoever opened the dialog runs the item that ``key`` chooses."""
        self.close(key)


def key_lines(*keys: tuple[str, str]) -> str:
    """Return a text with a line for each of ``keys``, which are pairs of a key and its label."""
    return "\n".join(f"[{key}] {label}" for key, label in keys)


KEYS_HELP = (
    "1 2 3 4 5 6   choose a card by its number under the hand",
    "letters       choose a call: its letter stands before it in brackets",
    "capitals      name a suit and go alone: C D H S",
    "Enter, space  continue; hurry the others; take the only choice",
    "mouse         click a card or a call; click the table to continue",
    "?             this page        l  the last trick again",
    "w             what happened    x  options: colours, speed",
    "y             after a deal: why did the others do that?",
    "r             claim the remaining tricks, when offered",
    "i             a hint: what each choice is worth, in untimed games",
    "q, Ctrl-C     quit; the game is saved and can be resumed",
    "",
    "On the table: ▶ whose turn it is · ▒ a card in a hand · ░ a card of who sits out · ┏━┓ took the trick · "
    "┌╌┐ not in the trick, such as a card of an earlier trick · ● a chip of your side, ○ of the other",
    "",
    "In short: everyone gets five cards. Each player in turn may make the suit of the turn-up trump, or pass; if all "
    "pass, each may name another suit. The side that made trump must take three of the five tricks, or it is euchred. "
    "Follow suit if you can. The highest trump takes the trick, or else the highest card of the suit led.",
    "",
    "The jack of trumps is the highest trump (R, the right bower); the other jack of its colour is the next "
    "(L, the left bower) and counts as a trump.",
)


REMARKS: dict[RuleMark, str] = {
    "stated": "",
    "inferred": " (our reading)",
    "default": " (not in the source)",
    "changed": " (changed)",
}
"""What follows a rule in the help, by how far the source of the ruleset states that rule."""


def trick_lines(seen: Observation | None, names: Names) -> tuple[str, ...]:
    """Return a line of text for each card of the last finished trick, or a sentence if there is none in this deal."""
    taker = trick_taker(seen, last_trick_shown=True) if seen else None
    if seen is None or taker is None:
        return ("No tricks taken yet in this deal.",)
    lines = list[str]()
    for seat, card in cards_in_front(seen, last_trick_shown=True).items():
        line = f"{names.name(seat):<6} {card_name(card):<6}"
        lines.append(f"{line} took it" if seat is taker else line.rstrip())
    return tuple(lines)


def help_lines(rules: Ruleset) -> tuple[str, ...]:
    """Return the help as lines of text: the keys, a summary of the game, and the rulebook of the ruleset."""
    book = uka.rulesets.rulebook_of_rules(rules)
    lines = [*KEYS_HELP, "", f"Rules: {book.title}"]
    if book.source:
        lines.append(f"Source: {book.source}")
    for chapter in book.chapters:
        lines += ["", chapter.title]
        lines += [f"· {rule.sentence}{_names_in_brackets(rule)}{REMARKS[rule.mark]}" for rule in chapter.rules]
    return tuple(lines)


def _names_in_brackets(rule: Rule) -> str:
    """Return what players call a rule, in brackets, or an empty text if they have no name for it."""
    return f" [{', '.join(rule.called)}]" if rule.called else ""
