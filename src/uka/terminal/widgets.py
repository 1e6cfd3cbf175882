"""The parts of the screen. Each paints a ``View`` on a canvas; a click on a painted key is that key."""

from __future__ import annotations

from textwrap import wrap

from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from uka.core.cards import SUITS, Card
from uka.core.observation import Observation
from uka.core.seats import Seat

from .canvas import Canvas
from .choices import ON_CARDS, arranged
from .drawing import ALERT, BACK, FAINT, GOOD, KEY, LARGE, SMALL, STRONG, Frame, Look, Size, bower, draw_card
from .facts import TurnUp, held, in_front, kept, roles, said, sits_out, taker, turn_up, upcard_in_sight
from .view import View
from .words import seat_name

SYMBOLS = {suit.symbol: suit for suit in SUITS}


class Pressed(Message):
    """A key was meant by a click; empty where nothing was painted to be clicked."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class Painted(Widget):
    """A widget that paints the whole of itself from a view."""

    view: View | None = None
    _canvas: Canvas | None = None

    def show(self, view: View) -> None:
        """Paint this view from now on."""
        self.view, self._canvas = view, None
        self.refresh()

    def paint(self, canvas: Canvas, view: View) -> None:
        """Draw the view."""
        raise NotImplementedError

    def render_line(self, y: int) -> Strip:
        """One row of the picture."""
        return self._painted().strip(y).apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """A click is the key painted there."""
        event.stop()
        at = event.get_content_offset(self)
        self.post_message(Pressed(self._painted().key_at(at.x, at.y) if at else ""))

    def _painted(self) -> Canvas:
        if self._canvas is None or (self._canvas.width, self._canvas.height) != tuple(self.size):
            self._canvas = Canvas(*self.size)
            if self.view is not None:
                self.paint(self._canvas, self.view)
        return self._canvas


def _write(canvas: Canvas, x: int, y: int, text: str, look: Look, style: Style | None = None) -> None:
    """Write words, the suits in them in their own colours."""
    canvas.put(x, y, look.text(text), style)
    for i, character in enumerate(text):
        if character in SYMBOLS:
            canvas.put(x + i, y, look.text(character), look.on_felt(SYMBOLS[character]))


def card_size(width: int, height: int) -> Size:
    """How large cards are on a terminal of a size."""
    return LARGE if width >= 100 and height >= 33 else SMALL


class Header(Painted):
    """The ruleset, which deal it is, and the clock."""

    def paint(self, canvas: Canvas, view: View) -> None:
        canvas.put(1, 0, view.title, STRONG)
        canvas.put(len(view.title) + 4, 0, view.progress)
        canvas.right(canvas.width - 1, 0, view.clock, STRONG)


class Table(Painted):
    """The four seats, the trick, and the pack with its turn-up."""

    def paint(self, canvas: Canvas, view: View) -> None:
        if view.seen is None:
            _opening(canvas, view)
            return
        size = card_size(*view.terminal)
        draw_table(canvas, view, view.seen, size)


def _opening(canvas: Canvas, view: View) -> None:
    lines = [piece for line in view.opening for piece in (wrap(line, max(canvas.width - 6, 20)) or [""])]
    for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
        _write(canvas, 3, y, line, view.look, STRONG if line == lines[0] else None)


def draw_table(canvas: Canvas, view: View, seen: Observation, size: Size) -> None:
    """The table with the viewer's seat at the bottom."""
    w, h = size
    top = max((canvas.height - 3 * h - 3) * 2 // 3, 0)
    middle, centre = top + 2 + h, canvas.width // 2 - w // 2
    places = {
        view.me.partner: (centre, top + 2),
        view.me.left: (centre - w - 2, middle),
        view.me: (centre, middle + h),
        view.me.right: (centre + w + 2, middle),
    }
    _pack(canvas, view, seen, size, (centre, middle))
    took = taker(seen, view.showing)
    for seat, card in in_front(seen, view.showing).items():
        frame = Frame.TAKER if seat is took else Frame.PLAIN
        draw_card(
            canvas, *places[seat], card, view.look, size, frame=frame, faded=took is not None and seat is not took
        )
    _side(canvas, view, seen, view.me.left, middle, 1, centre - w - 4)
    _side(canvas, view, seen, view.me.right, middle, centre + 2 * w + 4, canvas.width - 1)
    _across(canvas, view, seen, view.me.partner, top)
    _own(canvas, view, seen, top + 2 + 3 * h)


def _pack(canvas: Canvas, view: View, seen: Observation, size: Size, place: tuple[int, int]) -> None:
    where = turn_up(seen)
    open_ = upcard_in_sight(seen)
    frame = Frame.GHOST if where is TurnUp.ON_PACK else Frame.PLAIN
    draw_card(
        canvas, *place, seen.upcard if open_ else None, view.look, size,
        frame=frame, faded=where is TurnUp.TURNED_DOWN,
    )  # fmt: skip
    if seen.contract is None:
        stands = f" for {seen.up_suit}" if seen.upcard.suit is None and seen.up_suit else ""
        canvas.centre(place[1] + size.height, f"{where.value}{stands}", FAINT)


def _name(view: View, seen: Observation, seat: Seat) -> tuple[str, Style]:
    mark = "▶ " if seen.turn is seat and not view.showing else ""
    return mark + seat_name(seat, view.me), KEY if mark else STRONG


def _roles(seen: Observation, seat: Seat) -> str:
    return " · ".join(roles(seen, seat))


def _side(canvas: Canvas, view: View, seen: Observation, seat: Seat, middle: int, left: int, right: int) -> None:
    """A seat at the left or the right edge, in the columns from ``left`` to before ``right``."""
    ends = seat is view.me.right
    name, style = _name(view, seen, seat)

    def put(y: int, text: str, style: Style | None) -> None:
        _write(canvas, right - len(text) if ends else left, y, text, view.look, style)

    put(middle - 2, name, style)
    put(middle - 1, _roles(seen, seat), GOOD)
    count = held(seen, seat)
    _backs(canvas, right - 2 * count + 1 if ends else left, middle, count, out=sits_out(seen, seat))
    speech = said(seen, seat)
    for y, line in enumerate(wrap(f"“{speech}”", max(right - left, 8)) if speech else [], middle + 1):
        put(y, line, None)
    pile = kept(seen, seat, view.showing)
    _pile(canvas, right - _pile_width(view, pile, seen) if ends else left, middle + 1, view, seen, pile)


def _across(canvas: Canvas, view: View, seen: Observation, seat: Seat, y: int) -> None:
    name, style = _name(view, seen, seat)
    role = _roles(seen, seat)
    whole = f"{name}, your partner" + (f"  {role}" if role else "")
    x = (canvas.width - len(whole)) // 2
    canvas.put(x, y, name, style)
    canvas.put(x + len(name), y, ", your partner", FAINT)
    _write(canvas, x + len(whole) - len(role), y, role, view.look, GOOD)
    count = held(seen, seat)
    pile = kept(seen, seat, view.showing)
    speech = f"“{said(seen, seat)}”" if said(seen, seat) else ""
    beside = max(_pile_width(view, pile, seen), len(speech))
    x = (canvas.width - 2 * count + 1 - (beside + 3 if beside else 0)) // 2
    _backs(canvas, x, y + 1, count, out=sits_out(seen, seat))
    canvas.put(x + 2 * count + 2, y + 1, speech)
    _pile(canvas, x + 2 * count + 2, y + 1, view, seen, pile)


def _own(canvas: Canvas, view: View, seen: Observation, y: int) -> None:
    name, style = _name(view, seen, view.me)
    role = _roles(seen, view.me)
    pile = kept(seen, view.me, view.showing)
    speech = f"“{said(seen, view.me)}”" if said(seen, view.me) else ""
    parts = [len(name), len(role) + 2 if role else 0, max(_pile_width(view, pile, seen), len(speech)) + 2]
    x = (canvas.width - sum(parts)) // 2
    canvas.put(x, y, name, style)
    _write(canvas, x + parts[0] + 2, y, role, view.look, GOOD)
    canvas.put(x + parts[0] + parts[1] + 2, y, speech)
    _pile(canvas, x + parts[0] + parts[1] + 2, y, view, seen, pile)


def _backs(canvas: Canvas, x: int, y: int, count: int, *, out: bool) -> None:
    for i in range(count):
        canvas.put(x + 2 * i, y, "░" if out else "▒", FAINT if out else BACK)


def _pile_width(view: View, pile: tuple[Card | None, ...], seen: Observation) -> int:
    return sum(len(text) for text, _ in _pile_parts(view, pile, seen))


def _pile_parts(view: View, pile: tuple[Card | None, ...], seen: Observation) -> list[tuple[str, Style]]:
    """Open cards lie side by side; of a pile on a chip only the top one shows, and the edges of those below."""
    stacked = seen.rules.cards_played == "on_chip"
    parts = list[tuple[str, Style]]()
    for i, card in enumerate(pile):
        last = i == len(pile) - 1
        if stacked and not last:
            parts.append(("▒" if card is None else "│", BACK if card is None else view.look.face(None, faded=True)))
            continue
        text = "▒▒" if card is None else view.look.name(card)
        parts.append((text, BACK if card is None else view.look.face(card.suit)))
        if not last:
            parts.append((" ", Style.null()))
    return parts


def _pile(canvas: Canvas, x: int, y: int, view: View, seen: Observation, pile: tuple[Card | None, ...]) -> None:
    for text, style in _pile_parts(view, pile, seen):
        canvas.put(x, y, text, style)
        x += len(text)


class HandOfCards(Painted):
    """The person's own cards, with the number of each under it when one is to be chosen."""

    def paint(self, canvas: Canvas, view: View) -> None:
        seen = view.seen
        if seen is None:
            return
        size = card_size(*view.terminal)
        cards = arranged(seen)
        if not cards and seen.turn is view.me:
            _face_down(canvas, seen.rules.hand_size, view.look, size)
            return
        choosing = ON_CARDS.get(seen.phase) if seen.my_turn and not view.showing else None
        x = (canvas.width - len(cards) * (size.width + 1) + 1) // 2
        for number, card in enumerate(cards, 1):
            legal = choosing is not None and choosing(card) in seen.legal_actions
            on_pack = card is seen.upcard and seen.picked_up is view.me and turn_up(seen) is TurnUp.ON_PACK
            draw_card(
                canvas, x, 0, card, view.look, size,
                frame=Frame.GHOST if on_pack else Frame.PLAIN,
                faded=(choosing is not None and not legal) or sits_out(seen, view.me),
                label=bower(card, seen.trump), key=str(number),
            )  # fmt: skip
            if choosing is not None:
                text = f"[{number}]" if legal else f" {number} "
                canvas.centre(size.height, text, KEY if legal else FAINT, left=x, width=size.width)
            x += size.width + 1


def _face_down(canvas: Canvas, count: int, look: Look, size: Size) -> None:
    x = (canvas.width - count * (size.width + 1) + 1) // 2
    for i in range(count):
        draw_card(canvas, x + i * (size.width + 1), 0, None, look, size)


class Panel(Painted):
    """The score, the contract, and the end of the story."""

    def paint(self, canvas: Canvas, view: View) -> None:
        width = canvas.width - 2
        y = 0
        for line in view.state:
            for piece in wrap(line, width, subsequent_indent="  ") or [""]:
                _write(canvas, 1, y, piece, view.look, STRONG if line.startswith(("Score", "Trump")) else None)
                y += 1
        if view.state:
            canvas.put(1, y, "─" * width, FAINT)
        told = [line.text for line in view.story if not line.minor]
        pieces = [piece for text in told[-40:] for piece in wrap(text, width, subsequent_indent="  ")]
        room = max(canvas.height - y - 1, 0)
        for row, piece in enumerate(pieces[len(pieces) - room :] if room < len(pieces) else pieces, y + 1):
            _write(canvas, 1, row, piece, view.look, KEY if piece.startswith("—") else None)


class Prompt(Painted):
    """What is asked of the person, and why a choice was refused."""

    def paint(self, canvas: Canvas, view: View) -> None:
        lines = [(line, STRONG) for line in wrap(view.says, max(canvas.width - 2, 20))]
        if view.notice:
            lines = [*lines[:1], *((line, ALERT) for line in wrap(view.notice, max(canvas.width - 2, 20)))]
        for y, (line, style) in enumerate(lines):
            _write(canvas, 1, y, line, view.look, style)


class Keys(Painted):
    """The keys that may be pressed and what each does, to be clicked too."""

    def paint(self, canvas: Canvas, view: View) -> None:
        x, y = 1, 0
        for key, label in view.keys:
            text = f"[{key}] {label}"
            if x > 1 and x + len(text) > canvas.width - 1:
                x, y = 1, y + 1
            canvas.put(x, y, f"[{key}]", KEY, key)
            canvas.put(x + len(key) + 2, y, f" {label}", None, key)
            x += len(text) + 3


FOOT = (("?", "help"), ("l", "last trick"), ("w", "what happened"), ("x", "options"), ("q", "quit"))


class Footer(Painted):
    """The keys that always do something."""

    def paint(self, canvas: Canvas, view: View) -> None:
        x = 1
        for key, label in FOOT:
            canvas.put(x, 0, key, KEY, key)
            canvas.put(x + 2, 0, label, FAINT, key)
            x += len(label) + 5


class TooSmall(Painted):
    """Asks for a larger terminal."""

    def paint(self, canvas: Canvas, view: View) -> None:
        lines = ("Please enlarge", "the terminal to 80x24", f"(it is {view.terminal[0]}x{view.terminal[1]}).",
                 "The game waits.", "q quits; it is kept.")  # fmt: skip
        for y, line in enumerate(lines, max((canvas.height - len(lines)) // 2, 0)):
            canvas.centre(y, line, STRONG)
