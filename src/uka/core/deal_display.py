"""Games, deals and hands as text for people, and as HTML that draws the cards, which notebooks display.

The HTML needs no style sheet, font or picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from .cards import Card, Suit
from .public_deal import Contract, Phase, PublicDeal
from .seats import PARTNERSHIPS, Partnership, Seat

WHAT_TO_DO = {
    Phase.NAMING: "name a suit for the joker",
    Phase.CLAIMING: "claim a farmer's hand or pass",
    Phase.SHOWING: "show a low card",
    Phase.CALLING: "call",
    Phase.DISCARDING: "discard",
    Phase.ASKING: "choose whether to go alone",
    Phase.GIVING: "give a card to the loner",
    Phase.PLAYING: "play",
}
"""A dict from a phase to what the seat whose turn it is must do, in words."""
CARD_STYLE_WITHOUT_COLOUR = (
    "display:inline-block;min-width:1.4em;margin:1px;padding:.2em .1em;border:1px solid #888;border-radius:.3em;"
    "background:#fff;text-align:center;font:bold 1em/1.15 sans-serif;color:"
)
RED, BLACK = "#b3131b", "#111"
GRID = "display:inline-grid;grid-template-columns:auto auto auto;gap:.5em 1em;align-items:center;justify-items:center"
GRID_CELLS = {Seat.NORTH: (1, 2), Seat.WEST: (2, 1), Seat.EAST: (2, 3), Seat.SOUTH: (3, 2)}
"""A dict from a seat to its row and its column in the drawing of a table, from 1."""


def deal_lines(deal: PublicDeal, hands: Mapping[Seat, Iterable[Card]]) -> str:
    """Return ``deal`` as text: what has happened in one line, then one line for each hand in ``hands``."""
    rows = [f"{_name(seat):<5}  {' '.join(map(str, cards)) or '-'}" for seat, cards in hands.items()]
    return "\n".join((situation(deal), *rows))


def situation(deal: PublicDeal) -> str:
    """Return sentences that say what has happened in ``deal``, all in one line.

    The sentences name the upcard, the trump, the tricks taken, and the result or whose turn it is.
    """
    parts = [f"{deal.rules.title}: {_name(deal.dealer)} dealt, {deal.upcard} turned up."]
    if deal.contract:
        parts.append(_contract_sentence(deal.contract))
    if deal.trick:
        parts.append(f"In the trick: {' '.join(map(str, deal.trick))}.")
    if any(deal.taken) and not deal.result:
        parts.append(f"Tricks: {_by_side(deal.taken)}.")
    return " ".join((*parts, _result_or_turn(deal)))


def _result_or_turn(deal: PublicDeal) -> str:
    if deal.result:
        return f"Result: {deal.result.outcome}, {_by_side(deal.points)}."
    assert deal.turn is not None
    return f"{_name(deal.turn)} is to {WHAT_TO_DO[deal.phase]}."


def _contract_sentence(contract: Contract) -> str:
    trump = "no trump" if contract.trump is Suit.NO_TRUMP else f"{contract.trump} trump"
    alone = "".join(f", {_name(seat)} alone" for seat in (contract.loner, contract.lone_defender) if seat)
    verb = "plays" if contract.trump is Suit.NO_TRUMP else "made"
    return f"{_name(contract.maker)} {verb} {trump}{alone}."


def score_line(title: str, score: tuple[int, ...], deals: int, state: str) -> str:
    """Return in one line the score of a game after ``deals`` deals, then the sentence ``state``.

    >>> score_line("Euchre", (4, 1), 3, "South deals next.")
    'Euchre: north-south 4, east-west 1 after 3 deals. South deals next.'
    """
    return f"{title}: {_by_side(score)} after {deals} {'deal' if deals == 1 else 'deals'}. {state}".rstrip()


def state_sentence(winner: Partnership | None, over: bool, next_dealer: Seat | None) -> str:
    """Return a sentence that says who won a game, or who deals next. Return "" if neither is known.

    ``winner`` is the side that won, or None. ``over`` is true if the game is over. ``next_dealer`` is None while a deal
    is in progress.
    """
    if over:
        return f"{winner.value.capitalize()} won." if winner else "The game is drawn."
    return f"{_name(next_dealer)} deals next." if next_dealer else ""


def game_html(line: str, deal: str) -> str:
    """Return a game as HTML. ``line`` is its score in words, and ``deal`` the HTML of its deal."""
    return f"<div><p>{escape(line)}</p>{deal}</div>"


def _by_side(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{side} {number}" for side, number in zip(PARTNERSHIPS, numbers, strict=True))


def _name(seat: Seat) -> str:
    return seat.value.title()


def card_html(card: Card) -> str:
    """Return ``card`` as HTML that draws it.

    >>> card_html(Card.JOKER).endswith('">★</span>')
    True
    """
    red = card.suit in (Suit.DIAMONDS, Suit.HEARTS)
    rank = card.value[0].replace("T", "10")
    face = f"{rank}<br>{card.suit.symbol}" if card.suit else "★"
    label = f"{card.rank} of {card.suit}" if card.suit else "joker"
    style = f"{CARD_STYLE_WITHOUT_COLOUR}{RED if red else BLACK}"
    return f'<span role="img" aria-label="{label}" style="{style}">{face}</span>'


def hand_html(cards: Iterable[Card]) -> str:
    """Return ``cards`` as HTML that draws them in one row."""
    return f'<span style="white-space:nowrap">{"".join(map(card_html, cards))}</span>'


def deal_html(deal: PublicDeal, hands: Mapping[Seat, Iterable[Card]]) -> str:
    """Return ``deal`` as HTML: what has happened in words, and a drawing of ``hands`` around the table.

    In the middle lies the trick in progress, or the upcard until trump is made.
    """
    seats = "".join(_seat_html(deal, seat, cards) for seat, cards in hands.items())
    in_middle = deal.trick if deal.contract else (deal.upcard,)
    middle = _cell(2, 2, hand_html(in_middle))
    return f'<div><p>{escape(situation(deal))}</p><div style="{GRID}">{seats}{middle}</div></div>'


def _seat_html(deal: PublicDeal, seat: Seat, cards: Iterable[Card]) -> str:
    turn = "▶ " if seat is deal.turn else ""
    dealer = " (dealer)" if seat is deal.dealer else ""
    row, column = GRID_CELLS[seat]
    return _cell(row, column, f"<div>{turn}{_name(seat)}{dealer}</div>{hand_html(cards)}")


def _cell(row: int, column: int, content: str) -> str:
    return f'<div style="grid-row:{row};grid-column:{column};text-align:center">{content}</div>'
