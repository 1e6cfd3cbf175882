"""Draws the table: four seats, the trick, the pack with its upcard, and the cards that stay in front of the players."""

from __future__ import annotations

from collections.abc import Mapping
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
"""The lines that explain the cards of earlier tricks in front of the players, by the value of ``cards_played``."""
EARLIER_WIDTH = 20
"""The number of columns of these lines."""


def draw_table(canvas: Canvas, contents: ScreenContents, seen: Observation, size: CardSize) -> None:
    """Draw the table with the viewer's seat at the bottom, and cards of ``size``.

    In the middle are three rows: the partner's card, the pack between the cards of the opponents, and the viewer's
    card. The names of the seats are around them.
    """
    width, height = size
    me = contents.names.view_seat
    top = max((canvas.height - 3 * height - 3) * 2 // 3, 0)
    middle = top + 2 + height
    centre = canvas.width // 2 - width // 2
    corners = {
        me.partner: (centre, top + 2),
        me.left: (centre - width - 2, middle),
        me: (centre, middle + height),
        me.right: (centre + width + 2, middle),
    }
    _draw_pack(canvas, contents, seen, size, (centre, middle))
    if seen.rules.cards_played == "on_chip":
        for seat, corner in corners.items():
            _draw_chip(canvas, contents, seen, seat, size, corner)
    _draw_trick(canvas, contents, seen, size, corners)  # after the chips, since its cards lie on them
    _draw_side_seat(canvas, contents, seen, me.left, middle, (1, centre - width - 4))
    _draw_side_seat(canvas, contents, seen, me.right, middle, (centre + 2 * width + 4, canvas.width - 1))
    _draw_top_seat(canvas, contents, seen, me.partner, top)
    _draw_own_seat(canvas, contents, seen, middle + 2 * height)
    if any(trick_pile(seen, seat, contents.last_trick_shown) for seat in corners):
        _explain_earlier_tricks(canvas, seen, middle + height)


def _draw_trick(
    canvas: Canvas, contents: ScreenContents, seen: Observation, size: CardSize, corners: Mapping[Seat, tuple[int, int]]
) -> None:
    """Draw each card of the trick with its top left corner at ``corners``. Mark the card that took the trick."""
    taker = trick_taker(seen, contents.last_trick_shown)
    for seat, card in cards_in_front(seen, contents.last_trick_shown).items():
        frame = CardFrame.TAKER if seat is taker else CardFrame.PLAIN
        marks = CardMarks(frame, faded=taker is not None and seat is not taker)
        draw_card(canvas, corners[seat], card, contents.card_style, size, marks)


def _explain_earlier_tricks(canvas: Canvas, seen: Observation, y: int) -> None:
    """Write what the cards of earlier tricks mean, at the right edge from row ``y`` on."""
    for row, line in enumerate(EARLIER[seen.rules.cards_played], y):
        canvas.put(canvas.width - EARLIER_WIDTH, row, line, FAINT)


def _draw_chip(
    canvas: Canvas, contents: ScreenContents, seen: Observation, seat: Seat, size: CardSize, corner: tuple[int, int]
) -> None:
    """Draw the chip of ``seat``, and on it the cards that the seat has played to earlier tricks.

    ``corner`` is the top left corner of the topmost card, which may be that of the present trick. Each card covers the
    one below it, except for one column of characters at the outer edge.
    """
    x, y = corner
    outwards = 1 if seat is contents.names.view_seat.right else -1
    pile = trick_pile(seen, seat, contents.last_trick_shown)
    has_card = seat in cards_in_front(seen, contents.last_trick_shown)
    covered = len(pile) if has_card else len(pile) - 1
    marks = CardMarks(CardFrame.GHOST, faded=True)
    for i, (card, turned) in enumerate(pile):
        left = x + outwards * (covered - i)
        draw_card(canvas, (left, y), None if turned else card, contents.card_style, size, marks)
        if turned:
            for row in range(y + 1, y + size.height - 1):
                canvas.put(left if outwards < 0 else left + size.width - 1, row, "▒", BACK)
    glyph, style = chip(contents.names, seat.partnership)
    row = y + size.height // 2
    if covered < 0:
        canvas.put(x + size.width // 2 - 1, row, f"({glyph})", style)
    elif outwards < 0:
        canvas.put(x - covered - 2, row, f"({glyph}", style)
    else:
        canvas.put(x + size.width + covered, row, f"{glyph})", style)


def _draw_pack(
    canvas: Canvas, contents: ScreenContents, seen: Observation, size: CardSize, corner: tuple[int, int]
) -> None:
    """Draw the pack with its upcard. Before trump is made, text below it says where the upcard is."""
    place = upcard_place(seen)
    face_up = upcard_in_sight(seen)
    beside_trick = face_up and seen.contract is not None
    frame = CardFrame.GHOST if beside_trick else CardFrame.PLAIN
    marks = CardMarks(frame, faded=beside_trick or place is UpcardPlace.TURNED_DOWN)
    draw_card(canvas, corner, seen.upcard if face_up else None, contents.card_style, size, marks)
    if seen.contract is None:
        stands_for = f" for {seen.up_suit}" if seen.upcard.suit is None and seen.up_suit else ""
        _, y = corner
        canvas.centre(y + size.height, f"{place}{stands_for}", FAINT)


def _name(contents: ScreenContents, seen: Observation, seat: Seat, width: int = 20) -> tuple[str, Style]:
    """Return the name of a seat in at most ``width`` columns, and its style. An arrow marks whose turn it is."""
    if seen.turn is seat and not contents.last_trick_shown:
        return f"▶ {truncated(contents.names.name(seat), width - 2)}", KEY
    return truncated(contents.names.name(seat), width), STRONG


def _tag(contents: ScreenContents, seat: Seat) -> str:
    """Return what is said of a seat's player in brackets, such as which bot it is, or an empty text."""
    tag = contents.names.tags[seat.index]
    return f"({tag})" if tag else ""


def _roles(seen: Observation, seat: Seat) -> str:
    return " · ".join(seat_roles(seen, seat))


def _speech(seen: Observation, seat: Seat) -> str:
    """Return the last call of a seat in quotation marks, or an empty text if there is none to show."""
    call = last_call(seen, seat)
    return f"“{call}”" if call else ""


def _draw_side_seat(
    canvas: Canvas, contents: ScreenContents, seen: Observation, seat: Seat, middle: int, columns: tuple[int, int]
) -> None:
    """Draw the seat at the left or right edge of the table: its name, roles, hand, last call and earlier tricks.

    ``middle`` is the row of the hand. ``columns`` holds the first column, and the column after the last one.
    """
    left, right = columns
    at_right_edge = seat is contents.names.view_seat.right

    def start(width: int) -> int:
        return right - width if at_right_edge else left

    def put(y: int, text: str, style: Style | None) -> None:
        write(canvas, start(cell_len(text)), y, text, contents.card_style, style)

    name, style = _name(contents, seen, seat, right - left)
    tag = _tag(contents, seat)
    if tag:
        put(middle - 3, name, style)
        put(middle - 2, tag, FAINT)
    else:
        put(middle - 2, name, style)
    put(middle - 1, _roles(seen, seat), GOOD)
    count = cards_held(seen, seat)
    _draw_hidden_cards(canvas, start(2 * count - 1), middle, count, faint=sits_out(seen, seat))
    speech = _speech(seen, seat)
    for y, line in enumerate(wrap(speech, max(right - left, 8)), middle + 1):
        put(y, line, None)
    pile = _pile_beside_name(contents, seen, seat)
    _draw_pile(canvas, start(_pile_width(contents, pile)), middle + 1, contents, pile)


def _draw_top_seat(canvas: Canvas, contents: ScreenContents, seen: Observation, seat: Seat, y: int) -> None:
    """Draw the seat opposite the viewer: in row ``y`` its name and roles, in the next row its cards and last call."""
    name, style = _name(contents, seen, seat)
    roles = _roles(seen, seat)
    roles_width = len(roles) + 2 if roles else 0
    tag = f" {_tag(contents, seat)}".rstrip()
    about = f", your partner{tag}" if contents.names.me else tag
    if cell_len(name + about) + roles_width > canvas.width:
        about = tag
    width = cell_len(name + about) + roles_width
    x = (canvas.width - width) // 2
    canvas.put(x, y, name, style)
    canvas.put(x + cell_len(name), y, about, FAINT)
    write(canvas, x + width - len(roles), y, roles, contents.card_style, GOOD)
    count = cards_held(seen, seat)
    pile = _pile_beside_name(contents, seen, seat)
    speech = _speech(seen, seat)
    width_beside = max(_pile_width(contents, pile), len(speech))
    x = (canvas.width - 2 * count + 1 - (width_beside + 3 if width_beside else 0)) // 2
    _draw_hidden_cards(canvas, x, y + 1, count, faint=sits_out(seen, seat))
    canvas.put(x + 2 * count + 2, y + 1, speech)
    _draw_pile(canvas, x + 2 * count + 2, y + 1, contents, pile)


def _draw_own_seat(canvas: Canvas, contents: ScreenContents, seen: Observation, y: int) -> None:
    """Draw the name, the roles, the last call and the earlier tricks of the viewer's seat in row ``y``."""
    me = contents.names.view_seat
    name, style = _name(contents, seen, me)
    name = f"{name} {_tag(contents, me)}".rstrip()
    roles = _roles(seen, me)
    pile = _pile_beside_name(contents, seen, me)
    speech = _speech(seen, me)
    name_width = cell_len(name)
    roles_width = len(roles) + 2 if roles else 0
    width_beside = max(_pile_width(contents, pile), len(speech)) + 2
    x = (canvas.width - name_width - roles_width - width_beside) // 2
    canvas.put(x, y, name, style)
    write(canvas, x + name_width + 2, y, roles, contents.card_style, GOOD)
    x_beside = x + name_width + roles_width + 2
    canvas.put(x_beside, y, speech)
    _draw_pile(canvas, x_beside, y, contents, pile)


def _draw_hidden_cards(canvas: Canvas, x: int, y: int, count: int, *, faint: bool) -> None:
    """Draw a character for each of ``count`` cards in a hand, faint for the hand of a seat that sits out."""
    for i in range(count):
        canvas.put(x + 2 * i, y, "░" if faint else "▒", FAINT if faint else BACK)


def _pile_width(contents: ScreenContents, pile: tuple[PileCard, ...]) -> int:
    return sum(len(text) for text, _ in _pile_parts(contents, pile))


def _pile_parts(contents: ScreenContents, pile: tuple[PileCard, ...]) -> list[tuple[str, Style]]:
    """Return texts with styles that draw the cards of a pile side by side. Brackets mark a card that won its trick."""
    parts = list[tuple[str, Style]]()
    for card, turned in pile:
        if parts:
            parts.append((" ", Style.null()))
        name = contents.card_style.name(card)
        parts.append((f"[{name}]" if turned else name, contents.card_style.face(card.suit)))
    return parts


def _draw_pile(canvas: Canvas, x: int, y: int, contents: ScreenContents, pile: tuple[PileCard, ...]) -> None:
    for text, style in _pile_parts(contents, pile):
        canvas.put(x, y, text, style)
        x += len(text)


def _pile_beside_name(contents: ScreenContents, seen: Observation, seat: Seat) -> tuple[PileCard, ...]:
    """Return the cards of earlier tricks to draw beside a seat's name: none if the rules let them lie on its chip."""
    return () if seen.rules.cards_played == "on_chip" else trick_pile(seen, seat, contents.last_trick_shown)
