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
"""The chips of the reader's side and of the other side: for each, a character and its style."""

_FACE, _FADED_FACE = "#f6f1e3", "#a8a595"
_TWO_COLOURS = {Suit.CLUBS: "#101010", Suit.SPADES: "#101010", Suit.DIAMONDS: "#c4001d", Suit.HEARTS: "#c4001d"}
_FOUR_COLOURS = _TWO_COLOURS | {Suit.CLUBS: "#00702c", Suit.DIAMONDS: "#0047c2"}
_ON_FELT = {"#101010": "#f2f2f2", "#c4001d": "#ff8b84", "#00702c": "#8ce99a", "#0047c2": "#8fbcff"}


class CardStyle(NamedTuple):
    """The way suits are drawn: in four colours or two, and as symbols or letters."""

    four_colours: bool = False
    letters: bool = False

    def name(self, card: Card) -> str:
        """Return a card as text, such as "10♥", or "10h" if this style uses letters."""
        return self.text(card_name(card))

    def text(self, words: str) -> str:
        """Return ``words`` unchanged, or with letters in place of suit symbols if this style uses letters.

        >>> CardStyle(letters=True).text("10♥ leads")
        '10h leads'
        """
        return words.translate(_LETTERS) if self.letters else words

    def face(self, suit: Suit | None, faded: bool = False) -> Style:
        """Return the colours of a face-up card of ``suit``, None for the joker. A ``faded`` card is darker."""
        colour = (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS).get(suit or Suit.SPADES, "#101010")
        return Style.parse(f"{'' if faded else 'bold '}{colour} on {_FADED_FACE if faded else _FACE}")

    def on_felt(self, suit: Suit | None) -> Style:
        """Return the colour of ``suit``, None for the joker, in a line of text on the dark table."""
        colour = (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS).get(suit or Suit.SPADES, "#101010")
        return Style.parse(f"bold {_ON_FELT[colour]}")


SYMBOLS = {suit.symbol: suit for suit in SUITS}
_LETTERS = {ord(suit.symbol): suit.value for suit in Suit}


def write(canvas: Canvas, x: int, y: int, text: str, card_style: CardStyle, style: Style | None = None) -> None:
    """Write ``text`` at column ``x`` of row ``y``. Each suit symbol has the colour of its suit, the rest ``style``."""
    for character in text:
        suit = SYMBOLS.get(character)
        canvas.put(x, y, card_style.text(character), card_style.on_felt(suit) if suit else style)
        x += cell_len(character)


def chip(names: Names, side: Partnership) -> tuple[str, Style]:
    """Return how the chip that lies in front of the players of ``side`` is drawn: a character and its style."""
    return CHIPS[names.sides.index(side)]


class CardFrame(Enum):
    """The six characters of a card's frame: corners clockwise from the top left, a horizontal and a vertical edge."""

    PLAIN = "╭╮╯╰─│"
    TAKER = "┏┓┛┗━┃"
    """The frame of the card that took the trick."""
    GHOST = "┌┐┘└╌╎"
    """The frame of a card on the table that is not in the trick."""


class CardSize(NamedTuple):
    """The size of a drawn card in columns and rows."""

    width: int
    height: int


SMALL, LARGE = CardSize(5, 3), CardSize(7, 5)


class CardMarks(NamedTuple):
    """What marks one drawn card among others."""

    frame: CardFrame = CardFrame.PLAIN
    faded: bool = False
    """Whether the card is darker than others."""
    label: str = ""
    """Text on the lower edge of the card."""
    key: str = ""
    """The key that a click on the card stands for."""


NO_MARKS = CardMarks()


def draw_card(
    canvas: Canvas,
    corner: tuple[int, int],
    card: Card | None,
    card_style: CardStyle,
    size: CardSize = SMALL,
    marks: CardMarks = NO_MARKS,
) -> None:
    """Draw the face of ``card``, or the back of a card if ``card`` is None.

    ``corner`` is the column and the row of the top left corner.
    """
    x, y = corner
    style = card_style.face(card.suit, marks.faded) if card else BACK
    width, height = size.width - 2, size.height - 2  # within the frame
    top_left, top_right, bottom_right, bottom_left, horizontal, vertical = marks.frame.value
    top = horizontal * width
    bottom = f"{marks.label:{horizontal}^{width}}"
    canvas.put(x, y, f"{top_left}{top}{top_right}", style, marks.key)
    for row, text in enumerate(_inner_rows(card, card_style, width, height), y + 1):
        canvas.put(x, row, f"{vertical}{text}{vertical}", style, marks.key)
    canvas.put(x, y + height + 1, f"{bottom_left}{bottom}{bottom_right}", style, marks.key)


def _inner_rows(card: Card | None, card_style: CardStyle, width: int, height: int) -> list[str]:
    """Return the rows of a card within its frame. ``height`` is 1 or 3."""
    if card is None:
        return ["▒" * width] * height
    if card.suit is None:
        words = ["Bny"] if height == 1 else ["", "benny", ""]
        return [word.center(width) for word in words]
    rank = card.rank.value.replace("T", "10")
    suit = card_style.text(card.suit.symbol)
    if height == 1:
        return [f"{rank}{suit.rjust(width - len(rank))}"]
    return [f"{rank}{suit}".ljust(width), suit.center(width), f"{rank}{suit}".rjust(width)]


def bower(card: Card, trump: Suit | None) -> str:
    """Return "R" if ``card`` is the right bower, "L" if it is the left bower, and "" for other cards.

    >>> bower(Card.JH, Suit.DIAMONDS), bower(Card.JD, Suit.DIAMONDS), bower(Card.JD, None)
    ('L', 'R', '')
    """
    return {"right": "R", "left": "L"}.get(title(card, trump) or "", "")


def draw_markers(markers: Markers) -> str:
    """Return a drawing of ``markers``, the two low cards by which a side keeps its score.

    One card lies on the other. The drawing has the visible pips of the card below, then the card on top in brackets.

    >>> from uka.core.score_markers import markers
    >>> [draw_markers(markers(5, score)) for score in (0, 1, 2, 3, 4)]
    ['[▒▒▒▒]', '•[▒▒▒▒]', '••[▒▒▒]', '[•••]', '[••••]']
    """
    pip = "•" if markers.top_up else "▒"
    return f"{'•' * markers.under_shows}[{pip * markers.top}]"
