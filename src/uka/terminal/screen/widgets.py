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
    """A click. ``key`` is the key that the screen shows at the place of the click, or "" if there is none."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class CanvasWidget(Widget):
    """A widget that paints its whole area from ``ScreenContents``."""

    view: ScreenContents | None = None
    _canvas: Canvas | None = None

    def show(self, view: ScreenContents) -> None:
        """Set the contents that the widget paints from now on."""
        self.view, self._canvas = view, None
        self.refresh()

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        """Draw the contents on a canvas."""
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
        if self._canvas is None or (self._canvas.width, self._canvas.height) != tuple(self.size):
            self._canvas = Canvas(*self.size)
            if self.view is not None:
                self.paint(self._canvas, self.view)
        return self._canvas


def card_size(width: int, height: int) -> CardSize:
    """Return the size of a card for a terminal of the given width and height."""
    return LARGE if width >= 100 and height >= 33 else SMALL


class HeaderWidget(CanvasWidget):
    """Shows the ruleset, the number of the deal, and the clock."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        canvas.put(1, 0, view.title, STRONG)
        canvas.put(len(view.title) + 4, 0, view.progress)
        canvas.right(canvas.width - 1, 0, view.clock, STRONG)


class TableWidget(CanvasWidget):
    """Shows the four seats, the trick, and the pack with its upcard."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        if view.seen is None:
            _opening(canvas, view)
            return
        draw_table(canvas, view, view.seen, card_size(*view.terminal))


def _opening(canvas: Canvas, view: ScreenContents) -> None:
    lines = [piece for line in view.opening for piece in (wrap(line, max(canvas.width - 6, 20)) or [""])]
    for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
        write(canvas, 3, y, line, view.look, STRONG if line == lines[0] else None)


class HandWidget(CanvasWidget):
    """Shows the person's cards. If the person must choose a card, each card has a number under it."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        seen = view.seen
        if seen is None:
            return
        size = card_size(*view.terminal)
        cards = sorted_cards(seen)
        me = view.names.me
        if me and not cards and seen.turn is me:
            _face_down(canvas, seen.rules.hand_size, view.look, size)
            return
        choosing = ON_CARDS.get(seen.phase) if view.mine and not view.showing else None
        x = (canvas.width - len(cards) * (size.width + 1) + 1) // 2
        for number, card in enumerate(cards, 1):
            legal = choosing is not None and choosing(card) in seen.legal_actions
            on_pack = card is seen.upcard and seen.picked_up is me and upcard_place(seen) is UpcardPlace.ON_PACK
            marks = CardMarks(
                CardFrame.GHOST if on_pack else CardFrame.PLAIN,
                faded=(choosing is not None and not legal) or (me is not None and sits_out(seen, me)),
                label=bower(card, seen.trump),
                key=str(number),
            )
            draw_card(canvas, (x, 0), card, view.look, size, marks)
            if choosing is not None:
                text = f"[{number}]" if legal else f" {number} "
                canvas.centre(size.height, text, KEY if legal else FAINT, left=x, width=size.width)
            x += size.width + 1


def _face_down(canvas: Canvas, count: int, look: CardStyle, size: CardSize) -> None:
    x = (canvas.width - count * (size.width + 1) + 1) // 2
    for i in range(count):
        draw_card(canvas, (x + i * (size.width + 1), 0), None, look, size)


class PanelWidget(CanvasWidget):
    """Shows the score, the contract, and the latest events as lines of text."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        width = canvas.width - 2
        y = 0
        for line in view.state:
            for piece in wrap(line, width, subsequent_indent="  ") or [""]:
                write(canvas, 1, y, piece, view.look, STRONG if line.startswith(("Score", "Trump", "Tricks")) else None)
                y += 1
        if view.state:
            canvas.put(1, y, "─" * width, FAINT)
        story = [line.text for line in view.story if not line.minor]
        pieces = [piece for text in story[-40:] for piece in wrap(text, width, subsequent_indent="  ")]
        room = max(canvas.height - y - 1, 0)
        for row, piece in enumerate(pieces[len(pieces) - room :] if room < len(pieces) else pieces, y + 1):
            write(canvas, 1, row, piece, view.look, KEY if piece.startswith("—") else None)


class PromptWidget(CanvasWidget):
    """Shows the prompt, or the reason why a choice was refused."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        lines = [(line, STRONG) for line in wrap(view.says, max(canvas.width - 2, 20))]
        if view.notice:
            lines = [*lines[:1], *((line, ALERT) for line in wrap(view.notice, max(canvas.width - 2, 20)))]
        for y, (line, style) in enumerate(lines):
            write(canvas, 1, y, line, view.look, style)


class KeysWidget(CanvasWidget):
    """Shows the keys with their labels, in at least two rows. Each key can also be clicked."""

    def show(self, view: ScreenContents) -> None:
        """Set the contents that the widget paints from now on. Take as many rows as the keys need."""
        self.styles.height = max(2, 1 + max((y for _, y, _, _ in _laid_out(view)), default=0))
        super().show(view)

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        for x, y, key, label in _laid_out(view):
            canvas.put(x, y, f"[{key}] {label}", None, key)
            canvas.put(x, y, f"[{key}]", KEY)
            write(canvas, x + len(key) + 3, y, label, view.look)


def _laid_out(view: ScreenContents) -> list[tuple[int, int, str, str]]:
    """Return the column, the row, the key and the label of each key."""
    placed, x, y = list[tuple[int, int, str, str]](), 1, 0
    for key, label in view.keys:
        width = len(key) + len(label) + 3
        if x > 1 and x + width > view.terminal[0] - 1:
            x, y = 1, y + 1
        placed.append((x, y, key, label))
        x += width + 3
    return placed


FOOT = (("?", "help"), ("l", "last trick"), ("w", "what happened"), ("x", "options"), ("q", "quit"))


class FooterWidget(CanvasWidget):
    """Shows the keys that work at any time."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        x = 1
        for key, label in (*FOOT[:-1], ("t", "table"), FOOT[-1]) if view.has_table_menu else FOOT:
            canvas.put(x, 0, key, KEY, key)
            canvas.put(x + 2, 0, label, FAINT, key)
            x += len(label) + 5


class TooSmallWidget(CanvasWidget):
    """Asks the person for a larger terminal. It is shown only if the terminal is too small."""

    def paint(self, canvas: Canvas, view: ScreenContents) -> None:
        others = view.has_table_menu  # true for a game through a server, which continues without this person
        end = ("The others won't wait.", "q quits.") if others else ("The game waits.", "q quits; it is saved.")
        lines = ("Please enlarge", "the terminal to 80x24", f"(it is {view.terminal[0]}x{view.terminal[1]}).", *end)
        for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
            canvas.centre(y, line, STRONG)
