"""Dialogs over the table: texts such as the rules or the last trick, the options, and menus."""

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
SCROLLING = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -10_000, "end": 10_000}


class TextDialog(ModalScreen[str]):
    """A dialog with a text that the arrow keys scroll. A key in ``keys`` closes the dialog and becomes its result.

    If ``keys`` is empty, any key closes the dialog. ``foot`` is always visible. If ``passes`` is true, the dialog
    closes when the game continues.
    """

    def __init__(
        self, title: str, lines: Callable[[], tuple[str, ...]], foot: str, keys: str = "", *, passes: bool = False
    ) -> None:
        super().__init__()
        self.heading, self.lines, self.foot, self.keys, self.passes = title, lines, foot, keys, passes
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
        self._fit()

    def renew(self) -> None:
        """Update the text and the foot."""
        self.query_one("#text", Static).update(Content(printable("\n".join((*self.lines(), " ")))))
        self.query_one("#foot", Static).update(Content(printable(self.foot)))
        self._fit()

    def _fit(self) -> None:
        rows = self.size.height - len(self.foot.split("\n")) - FRAME
        self.query_one("#scroll").styles.max_height = max(rows, 1)

    def on_key(self, event: events.Key) -> None:
        """Scroll the text, or pass the key to ``press``."""
        event.stop()
        event.prevent_default()
        key = event.character if event.character and event.is_printable else event.key
        if key in SCROLLING:
            self.query_one("#scroll", VerticalScroll).scroll_relative(y=SCROLLING[key], animate=False)
        else:
            self.press(key)

    def press(self, key: str) -> None:
        """Handle a key that does not scroll the text."""
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
        """Treat a click as a key without a special meaning."""
        event.stop()
        self.press("")


class OptionsDialog(TextDialog):
    """A dialog with the options. A digit changes one option; any other key closes the dialog."""

    def __init__(self, lines: Callable[[], tuple[str, ...]], change: Callable[[int], bool]) -> None:
        super().__init__("Options", lines, "a number changes a line · any other key closes")
        self.change = change

    def press(self, key: str) -> None:
        """Change an option, or close the dialog."""
        if key.isdecimal() and key.isascii() and self.change(int(key)):
            self.renew()
        else:
            self.close("")


class MenuDialog(TextDialog):
    """A dialog with a menu. The key of an item chooses that item; any other key closes the dialog."""

    def __init__(self, current: Callable[[], Menu], title: str = "The table") -> None:
        self.current, self.menu = current, current()
        super().__init__(title, lambda: tuple(self.menu.text.split("\n")), self._keys)

    @property
    def _keys(self) -> str:
        return key_lines(*((item.key, item.label) for item in self.menu.items)) + "\nany other key closes"

    def renew(self) -> None:
        """Update the menu, the text and the keys."""
        self.menu = self.current()
        self.foot = self._keys
        super().renew()

    def press(self, key: str) -> None:
        """Close the dialog with ``key`` as its result. The key may choose an item of the menu."""
        self.close(key)


def key_lines(*keys: tuple[str, str]) -> str:
    """Return a line of text for each key, with the key's label."""
    return "\n".join(f"[{key}] {label}" for key, label in keys)


KEYS_HELP = (
    "1 2 3 4 5 6   choose a card by its number under the hand",
    "letters       choose a call: its letter stands before it in brackets",
    "capitals      name a suit and go alone: C D H S",
    "Enter, space  continue; hurry the others; take the only choice",
    "mouse         click a card or a call; click the table to continue",
    "?             this page        l  the last trick again",
    "w             what happened    x  options: colours, speed",
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


MARKS: dict[RuleMark, str] = {
    "stated": "",
    "inferred": " (our reading)",
    "default": " (not in the source)",
    "changed": " (changed)",
}


def trick_lines(seen: Observation | None, names: Names) -> tuple[str, ...]:
    """Return a line of text for each card of the last trick."""
    took = trick_taker(seen, True) if seen else None
    if seen is None or took is None:
        return ("No tricks taken yet in this deal.",)
    return tuple(
        f"{names.name(seat):<6} {card_name(card):<6} {'took it' if seat is took else ''}".rstrip()
        for seat, card in cards_in_front(seen, True).items()
    )


def help_lines(rules: Ruleset) -> tuple[str, ...]:
    """Return the help as lines of text: the keys, a summary of the game, and the rulebook of the ruleset."""
    book = uka.rulesets.rulebook_of_rules(rules)
    lines = [*KEYS_HELP, "", f"Rules: {book.title}"]
    if book.source:
        lines.append(f"Source: {book.source}")
    for chapter in book.chapters:
        lines += ["", chapter.title]
        lines += [f"· {rule.sentence}{_called(rule)}{MARKS[rule.mark]}" for rule in chapter.rules]
    return tuple(lines)


def _called(rule: Rule) -> str:
    return f" [{', '.join(rule.called)}]" if rule.called else ""
