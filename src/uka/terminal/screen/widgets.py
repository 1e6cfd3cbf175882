"""The widgets of the screen. Each widget paints ``ScreenContents`` on a canvas.

A click on a key that the screen shows has the effect of pressing that key.
"""

from __future__ import annotations

from textwrap import wrap

from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uka.table.views.facts import UpcardPlace, sits_out, sorted_cards, upcard_place

from .canvas import Canvas
from .cards import (
    ALERT,
    FAINT,
    KEY,
    LARGE,
    SMALL,
    STRONG,
    CardFrame,
    CardMarks,
    CardSize,
    CardStyle,
    bower,
    draw_card,
    write,
)
from .contents import ScreenContents
from .keys import ON_CARDS
from .table import draw_table


class KeyClicked(Message):
    """Posted when the person clicks. ``key`` is the key that the screen shows there, or "" if there is none."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class CanvasWidget(Widget):
    """A part of the screen, which paints its whole area from ``ScreenContents``."""

    contents: ScreenContents | None = None
    _canvas: Canvas | None = None

    def show(self, contents: ScreenContents) -> None:
        """Set the contents that the widget paints from now on."""
        self.contents, self._canvas = contents, None
        self.refresh()

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        """Draw the part of ``contents`` that this widget shows on ``canvas``, which has the size of the widget."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """Return row ``y`` as a Textual ``Strip``."""
        return self._painted().render_row(y).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Post ``KeyClicked`` with the key that the screen shows at the place of the click."""
        event.stop()
        at = event.get_content_offset(self)
        self.post_message(KeyClicked(self._painted().key_at(at.x, at.y) if at else ""))

    def _painted(self) -> Canvas:
        """Return the canvas with the contents. Paint it anew if the contents or the size of the widget have changed."""
        if self._canvas is None or (self._canvas.width, self._canvas.height) != tuple(self.size):
            self._canvas = Canvas(*self.size)
            if self.contents is not None:
                self.paint(self._canvas, self.contents)
        return self._canvas


def card_size(width: int, height: int) -> CardSize:
    """Return the size of a card on a terminal of ``width`` columns and ``height`` rows."""
    return LARGE if width >= 100 and height >= 33 else SMALL


class HeaderWidget(CanvasWidget):
    """The part of the screen that shows the ruleset, the number of the deal, and the clock."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        canvas.put(1, 0, contents.title, STRONG)
        canvas.put(len(contents.title) + 4, 0, contents.progress)
        canvas.right_align(canvas.width - 1, 0, contents.clock, STRONG)


class TableWidget(CanvasWidget):
    """The part of the screen that shows the four seats, the trick, and the pack with its upcard."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        if contents.seen is None:
            _draw_opening(canvas, contents)
            return
        draw_table(canvas, contents, contents.seen, card_size(*contents.terminal))


def _draw_opening(canvas: Canvas, contents: ScreenContents) -> None:
    """Draw the lines that are shown in place of the table before the first deal."""
    lines = [piece for line in contents.opening for piece in (wrap(line, max(canvas.width - 6, 20)) or [""])]
    for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
        write(canvas, 3, y, line, contents.card_style, STRONG if line == lines[0] else None)


class HandWidget(CanvasWidget):
    """The part of the screen that shows the person's cards.

    If the person must choose a card, each card has a number under it.
    """

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        seen = contents.seen
        if seen is None:
            return
        size = card_size(*contents.terminal)
        cards = sorted_cards(seen)
        me = contents.names.me
        if me and not cards and seen.turn is me:
            _draw_face_down(canvas, seen.rules.hand_size, contents.card_style, size)
            return
        action_on = ON_CARDS.get(seen.phase) if contents.my_choice and not contents.last_trick_shown else None
        x = (canvas.width - len(cards) * (size.width + 1) + 1) // 2
        for number, card in enumerate(cards, 1):
            legal = action_on is not None and action_on(card) in seen.legal_actions
            on_pack = card is seen.upcard and seen.picked_up is me and upcard_place(seen) is UpcardPlace.ON_PACK
            marks = CardMarks(
                CardFrame.GHOST if on_pack else CardFrame.PLAIN,
                faded=(action_on is not None and not legal) or (me is not None and sits_out(seen, me)),
                label=bower(card, seen.trump),
                key=str(number),
            )
            draw_card(canvas, (x, 0), card, contents.card_style, size, marks)
            if action_on is not None:
                text = f"[{number}]" if legal else f" {number} "
                canvas.centre(size.height, text, KEY if legal else FAINT, left=x, width=size.width)
            x += size.width + 1


def _draw_face_down(canvas: Canvas, count: int, card_style: CardStyle, size: CardSize) -> None:
    """Draw the backs of ``count`` cards side by side."""
    x = (canvas.width - count * (size.width + 1) + 1) // 2
    for i in range(count):
        draw_card(canvas, (x + i * (size.width + 1), 0), None, card_style, size)


class PanelWidget(CanvasWidget):
    """The part of the screen that shows the score, the contract, and the latest events as lines of text."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        width = canvas.width - 2
        y = 0
        for line in contents.state:
            for piece in wrap(line, width, subsequent_indent="  ") or [""]:
                style = STRONG if line.startswith(("Score", "Trump", "Tricks")) else None
                write(canvas, 1, y, piece, contents.card_style, style)
                y += 1
        if contents.state:
            canvas.put(1, y, "─" * width, FAINT)
        story = [line.text for line in contents.story if not line.minor]
        latest = [piece for text in story[-40:] for piece in wrap(text, width, subsequent_indent="  ")]
        rows_left = max(canvas.height - y - 1, 0)
        hidden = max(len(latest) - rows_left, 0)
        for row, piece in enumerate(latest[hidden:], y + 1):
            write(canvas, 1, row, piece, contents.card_style, KEY if piece.startswith("—") else None)


class PromptWidget(CanvasWidget):
    """The part of the screen that shows what the person must do, and why a choice was refused."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        width = max(canvas.width - 2, 20)
        lines = [(line, STRONG) for line in wrap(contents.prompt, width)]
        if contents.notice:
            lines = [*lines[:1], *((line, ALERT) for line in wrap(contents.notice, width))]
        for y, (line, style) in enumerate(lines):
            write(canvas, 1, y, line, contents.card_style, style)


class KeysWidget(CanvasWidget):
    """The part of the screen that shows the keys that can be pressed now, with their labels, in at least two rows."""

    def show(self, contents: ScreenContents) -> None:
        """Set the contents that the widget paints from now on. Take as many rows as the keys need."""
        last_row = max((y for _, y, _, _ in _laid_out(contents)), default=0)
        self.styles.height = max(2, last_row + 1)
        super().show(contents)

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        for x, y, key, label in _laid_out(contents):
            canvas.put(x, y, f"[{key}] {label}", None, key)
            canvas.put(x, y, f"[{key}]", KEY)
            write(canvas, x + len(key) + 3, y, label, contents.card_style)


def _laid_out(contents: ScreenContents) -> list[tuple[int, int, str, str]]:
    """Return where each key of the keyboard is shown: its column and row, then the key and its label.

    A key that does not fit begins a new row.
    """
    placed, x, y = list[tuple[int, int, str, str]](), 1, 0
    for key, label in contents.keys:
        width = len(key) + len(label) + 3
        if x > 1 and x + width > contents.terminal[0] - 1:
            x, y = 1, y + 1
        placed.append((x, y, key, label))
        x += width + 3
    return placed


ALWAYS = (("?", "help"), ("l", "last trick"), ("w", "what happened"), ("x", "options"))
"""The keys that work at any time, each with its label. Beside them are "t" at a server's table, and "q"."""


class FooterWidget(CanvasWidget):
    """The part of the screen that shows the keys that work at any time."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        x = 1
        table = [("t", "table")] if contents.has_table_menu else []
        for key, label in (*ALWAYS, *table, ("q", "quit")):
            canvas.put(x, 0, key, KEY, key)
            canvas.put(x + 2, 0, label, FAINT, key)
            x += len(label) + 5


class TooSmallWidget(CanvasWidget):
    """The widget that asks the person for a larger terminal. It is shown alone if the terminal is too small."""

    def paint(self, canvas: Canvas, contents: ScreenContents) -> None:
        if contents.has_table_menu:  # a game through a server, which continues without this person
            end = ("The others won't wait.", "q quits.")
        else:
            end = ("The game waits.", "q quits; it is saved.")
        lines = (
            "Please enlarge",
            "the terminal to 80x24",
            f"(it is {contents.terminal[0]}x{contents.terminal[1]}).",
            *end,
        )
        for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
            canvas.centre(y, line, STRONG)
