"""Draws the table: four seats, the trick, the pack with its upcard, and the cards that stay in front of the players."""

from __future__ import annotations

from textwrap import wrap

from rich.cells import cell_len
from rich.style import Style

from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.table.views.facts import UpcardPlace, cards_held, sits_out, upcard_in_sight, upcard_place

from ..width import truncated
from .canvas import Canvas
from .cards import BACK, FAINT, GOOD, KEY, STRONG, CardFrame, CardMarks, CardSize, chip, draw_card, write
from .contents import ScreenContents
from .layout import PileCard, cards_in_front, last_call, seat_roles, trick_pile, trick_taker

EARLIER = {
    "on_chip": ("┌╌┐ earlier tricks", "▒   took its trick"),
    "before_player": ("By a name: cards of", "earlier tricks.", "[ ] took its trick"),
}
"""What the table says of the cards that stay in front of the players, by the rule that keeps them there."""
EARLIER_WIDTH = 20


def draw_table(canvas: Canvas, view: ScreenContents, seen: Observation, size: CardSize) -> None:
    """Draw the table with the viewer's seat at the bottom."""
    w, h = size
    me = view.names.view
    top = max((canvas.height - 3 * h - 3) * 2 // 3, 0)
    middle, centre = top + 2 + h, canvas.width // 2 - w // 2
    places = {
        me.partner: (centre, top + 2),
        me.left: (centre - w - 2, middle),
        me: (centre, middle + h),
        me.right: (centre + w + 2, middle),
    }
    _pack(canvas, view, seen, size, (centre, middle))
    if seen.rules.cards_played == "on_chip":
        for seat, place in places.items():
            _chip(canvas, view, seen, seat, size, place)
    took = trick_taker(seen, view.showing)
    for seat, card in cards_in_front(seen, view.showing).items():
        frame = CardFrame.TAKER if seat is took else CardFrame.PLAIN
        marks = CardMarks(frame, faded=took is not None and seat is not took)
        draw_card(canvas, places[seat], card, view.look, size, marks)
    _side(canvas, view, seen, me.left, middle, (1, centre - w - 4))
    _side(canvas, view, seen, me.right, middle, (centre + 2 * w + 4, canvas.width - 1))
    _across(canvas, view, seen, me.partner, top)
    _own(canvas, view, seen, top + 2 + 3 * h)
    if any(trick_pile(seen, seat, view.showing) for seat in places):
        for y, line in enumerate(EARLIER[seen.rules.cards_played], middle + h):
            canvas.put(canvas.width - EARLIER_WIDTH, y, line, FAINT)


def _chip(
    canvas: Canvas, view: ScreenContents, seen: Observation, seat: Seat, size: CardSize, place: tuple[int, int]
) -> None:
    """Draw a seat's chip with the cards that the seat has played onto it.

    Each card covers the card below it, except one column of characters at the outer edge.
    """
    x, y = place
    outwards = 1 if seat is view.names.view.right else -1
    pile = trick_pile(seen, seat, view.showing)
    covered = len(pile) - (seat not in cards_in_front(seen, view.showing))
    for i, (card, down) in enumerate(pile):
        left = x + outwards * (covered - i)
        draw_card(canvas, (left, y), None if down else card, view.look, size, CardMarks(CardFrame.GHOST, faded=True))
        if down:
            for row in range(y + 1, y + size.height - 1):
                canvas.put(left if outwards < 0 else left + size.width - 1, row, "▒", BACK)
    glyph, style = chip(view.names, seat.partnership)
    row = y + size.height // 2
    if covered < 0:
        canvas.put(x + size.width // 2 - 1, row, f"({glyph})", style)
    elif outwards < 0:
        canvas.put(x - covered - 2, row, f"({glyph}", style)
    else:
        canvas.put(x + size.width + covered, row, f"{glyph})", style)


def _pack(canvas: Canvas, view: ScreenContents, seen: Observation, size: CardSize, place: tuple[int, int]) -> None:
    where = upcard_place(seen)
    open_ = upcard_in_sight(seen)
    beside_trick = open_ and seen.contract is not None
    marks = CardMarks(
        CardFrame.GHOST if beside_trick else CardFrame.PLAIN, faded=beside_trick or where is UpcardPlace.TURNED_DOWN
    )
    draw_card(canvas, place, seen.upcard if open_ else None, view.look, size, marks)
    if seen.contract is None:
        stands = f" for {seen.up_suit}" if seen.upcard.suit is None and seen.up_suit else ""
        canvas.centre(place[1] + size.height, f"{where}{stands}", FAINT)


def _name(view: ScreenContents, seen: Observation, seat: Seat, room: int = 20) -> tuple[str, Style]:
    mark = "▶ " if seen.turn is seat and not view.showing else ""
    return mark + truncated(view.names.name(seat), room - len(mark)), KEY if mark else STRONG


def _tag(view: ScreenContents, seat: Seat) -> str:
    tag = view.names.tags[seat.index]
    return f"({tag})" if tag else ""


def _roles(seen: Observation, seat: Seat) -> str:
    return " · ".join(seat_roles(seen, seat))


def _side(
    canvas: Canvas, view: ScreenContents, seen: Observation, seat: Seat, middle: int, columns: tuple[int, int]
) -> None:
    """Draw a seat at the left or right edge of the table.

    ``middle`` is the middle row. ``columns`` holds the seat's first column and the column after its last column.
    """
    left, right = columns
    ends = seat is view.names.view.right
    name, style = _name(view, seen, seat, right - left)
    tag = _tag(view, seat)

    def put(y: int, text: str, style: Style | None) -> None:
        write(canvas, right - cell_len(text) if ends else left, y, text, view.look, style)

    put(middle - 2 - bool(tag), name, style)
    if tag:
        put(middle - 2, tag, FAINT)
    put(middle - 1, _roles(seen, seat), GOOD)
    count = cards_held(seen, seat)
    _backs(canvas, right - 2 * count + 1 if ends else left, middle, count, out=sits_out(seen, seat))
    speech = last_call(seen, seat)
    for y, line in enumerate(wrap(f"“{speech}”", max(right - left, 8)) if speech else [], middle + 1):
        put(y, line, None)
    pile = _beside(view, seen, seat)
    _pile(canvas, right - _pile_width(view, pile) if ends else left, middle + 1, view, pile)


def _across(canvas: Canvas, view: ScreenContents, seen: Observation, seat: Seat, y: int) -> None:
    name, style = _name(view, seen, seat)
    role = _roles(seen, seat)
    tag = _tag(view, seat)
    beside = len(role) + 2 if role else 0
    about = f", your partner {tag}".rstrip() if view.names.me else f" {tag}".rstrip()
    if cell_len(name + about) + beside > canvas.width:
        about = f" {tag}".rstrip()
    whole = cell_len(name + about) + beside
    x = (canvas.width - whole) // 2
    canvas.put(x, y, name, style)
    canvas.put(x + cell_len(name), y, about, FAINT)
    write(canvas, x + whole - len(role), y, role, view.look, GOOD)
    count = cards_held(seen, seat)
    pile = _beside(view, seen, seat)
    speech = f"“{last_call(seen, seat)}”" if last_call(seen, seat) else ""
    beside = max(_pile_width(view, pile), len(speech))
    x = (canvas.width - 2 * count + 1 - (beside + 3 if beside else 0)) // 2
    _backs(canvas, x, y + 1, count, out=sits_out(seen, seat))
    canvas.put(x + 2 * count + 2, y + 1, speech)
    _pile(canvas, x + 2 * count + 2, y + 1, view, pile)


def _own(canvas: Canvas, view: ScreenContents, seen: Observation, y: int) -> None:
    me = view.names.view
    name, style = _name(view, seen, me)
    name += f" {_tag(view, me)}" if _tag(view, me) else ""
    role = _roles(seen, me)
    pile = _beside(view, seen, me)
    speech = f"“{last_call(seen, me)}”" if last_call(seen, me) else ""
    parts = [cell_len(name), len(role) + 2 if role else 0, max(_pile_width(view, pile), len(speech)) + 2]
    x = (canvas.width - sum(parts)) // 2
    canvas.put(x, y, name, style)
    write(canvas, x + parts[0] + 2, y, role, view.look, GOOD)
    canvas.put(x + parts[0] + parts[1] + 2, y, speech)
    _pile(canvas, x + parts[0] + parts[1] + 2, y, view, pile)


def _backs(canvas: Canvas, x: int, y: int, count: int, *, out: bool) -> None:
    for i in range(count):
        canvas.put(x + 2 * i, y, "░" if out else "▒", FAINT if out else BACK)


def _pile_width(view: ScreenContents, pile: tuple[PileCard, ...]) -> int:
    return sum(len(text) for text, _ in _pile_parts(view, pile))


def _pile_parts(view: ScreenContents, pile: tuple[PileCard, ...]) -> list[tuple[str, Style]]:
    """Return the drawing of cards side by side, all face up. Brackets mark a turned card, which has won its trick."""
    parts = list[tuple[str, Style]]()
    for card, turned in pile:
        name = view.look.name(card)
        parts += [(" ", Style.null()), (f"[{name}]" if turned else name, view.look.face(card.suit))]
    return parts[1:]


def _pile(canvas: Canvas, x: int, y: int, view: ScreenContents, pile: tuple[PileCard, ...]) -> None:
    for text, style in _pile_parts(view, pile):
        canvas.put(x, y, text, style)
        x += len(text)


def _beside(view: ScreenContents, seen: Observation, seat: Seat) -> tuple[PileCard, ...]:
    """Return the cards to draw beside a seat's name: none if, by the rules, played cards lie on the seat's chip."""
    return () if seen.rules.cards_played == "on_chip" else trick_pile(seen, seat, view.showing)
