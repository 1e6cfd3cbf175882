"""A deal as an image, for the environments' render mode ``rgb_array``: the hands around the table, and a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import wrap

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from uka.core.cards import Card, Suit
from uka.core.deal_display import situation
from uka.core.public_deal import PublicDeal
from uka.core.seats import Seat

WIDTH, HEIGHT = 560, 400
CARD_WIDTH, CARD_HEIGHT, GAP = 28, 40, 3
CENTRES = {Seat.NORTH: (280, 85), Seat.WEST: (95, 205), Seat.EAST: (465, 205), Seat.SOUTH: (280, 325)}
"""A dict from a seat to the middle of its hand, in pixels."""
MIDDLE = 280, 205
LETTERS_IN_LINE = 84
FINER = 2
"""How many times larger the image is drawn, so that its edges are smooth when it is made smaller."""
GREEN, WHITE, RED, BLACK = "#1d5c3c", "#ffffff", "#b3131b", "#111111"


def deal_image(deal: PublicDeal, hands: Mapping[Seat, Iterable[Card]]) -> npt.NDArray[np.uint8]:
    """Return an image of ``deal`` with ``hands``: uint8, height by width by 3 (red, green, blue).

    In the middle lies the trick in progress, or the upcard until trump is made.
    """
    image = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER), GREEN)
    pen = _Pen(image)
    for number, line in enumerate(wrap(situation(deal), LETTERS_IN_LINE, break_on_hyphens=False)):
        pen.text(WIDTH // 2, 14 + 16 * number, line, 12)
    for seat, cards in hands.items():
        x, y = CENTRES[seat]
        turn, dealer = "> " if seat is deal.turn else "", " (dealer)" if seat is deal.dealer else ""
        pen.text(x, y - CARD_HEIGHT // 2 - 12, f"{turn}{seat.value.title()}{dealer}", 13)
        pen.cards(x, y, tuple(cards))
    pen.cards(*MIDDLE, deal.trick if deal.contract else (deal.upcard,))
    return np.asarray(image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))


class _Pen:
    """Draws on an image, in pixels of the smaller image."""

    def __init__(self, image: Image.Image) -> None:
        self._draw = ImageDraw.Draw(image)

    def text(self, x: float, y: float, words: str, size: int, colour: str = WHITE) -> None:
        """Write ``words`` with their middle at a point."""
        font = ImageFont.load_default(size * FINER)
        self._draw.text((x * FINER, y * FINER), words, colour, font, anchor="mm")

    def cards(self, x: float, y: float, cards: tuple[Card, ...]) -> None:
        """Draw cards in a row with its middle at a point."""
        left = x - (len(cards) - 1) * (CARD_WIDTH + GAP) / 2
        for number, card in enumerate(cards):
            self._card(left + number * (CARD_WIDTH + GAP), y, card)

    def _card(self, x: float, y: float, card: Card) -> None:
        corners = (x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2, x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2)
        self._draw.rounded_rectangle([FINER * at for at in corners], 4 * FINER, WHITE, BLACK, FINER)
        colour = RED if card.suit in (Suit.DIAMONDS, Suit.HEARTS) else BLACK
        if card.suit is None:
            self.text(x, y, "joker", 9, colour)
            return
        self.text(x, y - 9, card.value[0].replace("T", "10"), 15, colour)
        self._suit(x, y + 9, card.suit, colour)

    def _suit(self, x: float, y: float, suit: Suit, colour: str) -> None:
        """Draw the symbol of a suit, about 14 pixels high, with its middle at a point."""
        if suit is Suit.DIAMONDS:
            self._polygon(colour, (x, y - 8), (x + 6, y), (x, y + 8), (x - 6, y))
            return
        if suit is Suit.HEARTS:
            self._circles(colour, (x - 3.2, y - 2.5), (x + 3.2, y - 2.5))
            self._polygon(colour, (x - 6.6, y - 1), (x + 6.6, y - 1), (x, y + 7.5))
            return
        self._polygon(colour, (x, y), (x + 3.5, y + 7.5), (x - 3.5, y + 7.5))
        if suit is Suit.SPADES:
            self._circles(colour, (x - 3.2, y + 1.5), (x + 3.2, y + 1.5))
            self._polygon(colour, (x - 6.6, y), (x + 6.6, y), (x, y - 8))
        else:
            self._circles(colour, (x - 3.7, y + 1.5), (x + 3.7, y + 1.5), (x, y - 4))

    def _polygon(self, colour: str, *corners: tuple[float, float]) -> None:
        self._draw.polygon([(FINER * x, FINER * y) for x, y in corners], colour)

    def _circles(self, colour: str, *centres: tuple[float, float]) -> None:
        for x, y in centres:
            self._draw.circle((FINER * x, FINER * y), 3.6 * FINER, colour)
