"""Drawings of cards and score markers, and the colours of suits."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from uka.core.cards import SUITS, Card, Suit
from uka.core.score_markers import Markers
from uka.core.seats import Partnership
from uka.narration.names import Names, card_name
from uka.table.views.facts import title

from .canvas import Canvas

STRONG = Style(bold=True)
FAINT = Style.parse("#9db8aa")
KEY = Style.parse("bold #ffd866")
GOOD = Style.parse("bold #a6e3a1")
ALERT = Style.parse("bold #ffb454")
BACK = Style.parse("#a9c3ea on #27456f")

CHIPS = (("●", Style.parse("bold #ff8b84")), ("○", Style.parse("bold #f2f2f2")))
"""The chips of the reader's side and of the other side: a character and its style."""

_FACE, _FADED = "#f6f1e3", "#a8a595"
_TWO = {Suit.CLUBS: "#101010", Suit.SPADES: "#101010", Suit.DIAMONDS: "#c4001d", Suit.HEARTS: "#c4001d"}
_FOUR = _TWO | {Suit.CLUBS: "#00702c", Suit.DIAMONDS: "#0047c2"}
_ON_FELT = {"#101010": "#f2f2f2", "#c4001d": "#ff8b84", "#00702c": "#8ce99a", "#0047c2": "#8fbcff"}


class CardStyle(NamedTuple):
    """The way suits are drawn: in four colours or two, and as symbols or letters."""

    four_colours: bool = False
    letters: bool = False

    def name(self, card: Card) -> str:
        """Return a card as text."""
        return self.text(card_name(card))

    def text(self, words: str) -> str:
        """Return ``words`` as text. If this style uses letters, letters replace the suit symbols.

        >>> CardStyle(letters=True).text("10♥ leads")
        '10h leads'
        """
        return words.translate(_LETTERS) if self.letters else words

    def face(self, suit: Suit | None, faded: bool = False) -> Style:
        """Return the style of a face-up card. If ``faded`` is true, its background is darker."""
        colour = (_FOUR if self.four_colours else _TWO).get(suit or Suit.SPADES, "#101010")
        return Style.parse(f"{'' if faded else 'bold '}{colour} on {_FADED if faded else _FACE}")

    def on_felt(self, suit: Suit | None) -> Style:
        """Return the style of a card or a suit that appears within a line of text."""
        colour = (_FOUR if self.four_colours else _TWO).get(suit or Suit.SPADES, "#101010")
        return Style.parse(f"bold {_ON_FELT[colour]}")


SYMBOLS = {suit.symbol: suit for suit in SUITS}
_LETTERS = {ord(suit.symbol): suit.value for suit in Suit}


def write(canvas: Canvas, x: int, y: int, text: str, look: CardStyle, style: Style | None = None) -> None:
    """Write text in which each suit symbol has the colour of its suit."""
    for character in text:
        suit = SYMBOLS.get(character)
        canvas.put(x, y, look.text(character), look.on_felt(suit) if suit else style)
        x += cell_len(character)


def chip(names: Names, side: Partnership) -> tuple[str, Style]:
    """Return the chip that lies in front of a side's players: a character and its style."""
    return CHIPS[names.sides.index(side)]


class CardFrame(Enum):
    """The characters of a card's frame: corners clockwise from the top left, a horizontal edge, and a vertical edge.

    ``TAKER`` is for the card that took the trick, and ``GHOST`` for a card on the table that is not in the trick.
    """

    PLAIN = "╭╮╯╰─│"
    TAKER = "┏┓┛┗━┃"
    GHOST = "┌┐┘└╌╎"


class CardSize(NamedTuple):
    """The size of a drawn card in columns and rows."""

    width: int
    height: int


SMALL, LARGE = CardSize(5, 3), CardSize(7, 5)


class CardMarks(NamedTuple):
    """Optional features of a drawn card.

    ``label`` is written on the lower edge. A click on the card has the effect of the key ``key``.
    """

    frame: CardFrame = CardFrame.PLAIN
    faded: bool = False
    label: str = ""
    key: str = ""


PLAIN = CardMarks()


def draw_card(
    canvas: Canvas,
    corner: tuple[int, int],
    card: Card | None,
    look: CardStyle,
    size: CardSize = SMALL,
    marks: CardMarks = PLAIN,
) -> None:
    """Draw a card. If ``card`` is None, draw the back of a card.

    ``corner`` gives the column and row of the top left corner.
    """
    x, y = corner
    frame, faded, label, key = marks
    style = look.face(card.suit, faded) if card else BACK
    inner = size.width - 2
    a, b, c, d, h, v = frame.value
    foot = f"{label:{h}^{inner}}" if label else h * inner
    canvas.put(x, y, a + h * inner + b, style, key)
    for row, text in enumerate(_inside(card, look, inner, size.height - 2), y + 1):
        canvas.put(x, row, v + text + v, style, key)
    canvas.put(x, y + size.height - 1, d + foot + c, style, key)


def _inside(card: Card | None, look: CardStyle, width: int, height: int) -> list[str]:
    if card is None:
        return ["▒" * width] * height
    if card.suit is None:
        return [text.center(width) for text in (["Bny"] if height == 1 else ["", "benny", ""])]
    rank = card.rank.value.replace("T", "10")
    suit = look.text(card.suit.symbol)
    if height == 1:
        return [f"{rank}{suit.rjust(width - len(rank))}"]
    return [f"{rank}{suit}".ljust(width), suit.center(width), f"{rank}{suit}".rjust(width)]


def bower(card: Card, trump: Suit | None) -> str:
    """Return "R" for the right bower, "L" for the left bower, and "" for other cards.

    >>> bower(Card.JH, Suit.DIAMONDS), bower(Card.JD, Suit.DIAMONDS), bower(Card.JD, None)
    ('L', 'R', '')
    """
    return {"right": "R", "left": "L"}.get(title(card, trump) or "", "")


def draw_markers(markers: Markers) -> str:
    """Draw the two low cards that show a score.

    One card lies on the other. Return the visible pips of the card below, then the card on top in brackets.

    >>> from uka.core.score_markers import markers
    >>> [draw_markers(markers(5, score)) for score in (0, 1, 2, 3, 4)]
    ['[▒▒▒▒]', '•[▒▒▒▒]', '••[▒▒▒]', '[•••]', '[••••]']
    """
    return f"{'•' * markers.under_shows}[{('•' if markers.top_up else '▒') * markers.top}]"
