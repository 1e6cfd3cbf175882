"""Games, deals and hands for people: a few lines of text, and HTML that draws the cards, as notebooks show it.

The HTML needs no style sheet, font or picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from .cards import Card, Suit
from .public_deal import Phase, PublicDeal
from .seats import PARTNERSHIPS, Partnership, Seat

TO_DO = {
    Phase.NAMING: "name a suit for the joker",
    Phase.CLAIMING: "claim a farmer's hand or pass",
    Phase.SHOWING: "show a low card",
    Phase.CALLING: "call",
    Phase.DISCARDING: "discard",
    Phase.ASKING: "choose whether to go alone",
    Phase.GIVING: "give a card to the loner",
    Phase.PLAYING: "play",
}
CARD_STYLE = (
    "display:inline-block;min-width:1.4em;margin:1px;padding:.2em .1em;border:1px solid #888;border-radius:.3em;"
    "background:#fff;text-align:center;font:bold 1em/1.15 sans-serif;color:"
)
RED, BLACK = "#b3131b", "#111"
GRID = "display:inline-grid;grid-template-columns:auto auto auto;gap:.5em 1em;align-items:center;justify-items:center"
PLACES = {Seat.NORTH: (1, 2), Seat.WEST: (2, 1), Seat.EAST: (2, 3), Seat.SOUTH: (3, 2)}
"""The row and the column of each seat in the drawing of a table, from 1."""


def deal_lines(deal: PublicDeal, hands: Mapping[Seat, Iterable[Card]]) -> str:
    """Return a deal as text: what has happened in one line, then a line for each of the hands."""
    rows = [f"{_name(seat):<5}  {' '.join(map(str, cards)) or '-'}" for seat, cards in hands.items()]
    return "\n".join((situation(deal), *rows))


def situation(deal: PublicDeal) -> str:
    """Return sentences that say how far a deal has come.

    The sentences name the turn-up, the trump, the tricks, and the result or whose turn it is.
    """
    parts = [f"{deal.rules.title}: {_name(deal.dealer)} dealt, {deal.upcard} turned up."]
    if deal.contract:
        parts.append(_contract(deal))
    if deal.trick:
        parts.append(f"In the trick: {' '.join(map(str, deal.trick))}.")
    if any(deal.taken) and not deal.result:
        parts.append(f"Tricks: {_by_side(deal.taken)}.")
    return " ".join((*parts, _result_or_turn(deal)))


def _result_or_turn(deal: PublicDeal) -> str:
    if deal.result:
        return f"Result: {deal.result.outcome}, {_by_side(deal.points)}."
    assert deal.turn is not None
    return f"{_name(deal.turn)} is to {TO_DO[deal.phase]}."


def _contract(deal: PublicDeal) -> str:
    contract = deal.contract
    assert contract is not None
    trump = "no trump" if contract.trump is Suit.NO_TRUMP else f"{contract.trump} trump"
    alone = "".join(f", {_name(seat)} alone" for seat in (contract.loner, contract.lone_defender) if seat)
    verb = "plays" if contract.trump is Suit.NO_TRUMP else "made"
    return f"{_name(contract.maker)} {verb} {trump}{alone}."


def score_line(title: str, score: tuple[int, ...], deals: int, state: str) -> str:
    """Return the score of a game after a number of deals, and a sentence on its state, in one line.

    >>> score_line("Euchre", (4, 1), 3, "South deals next.")
    'Euchre: north-south 4, east-west 1 after 3 deals. South deals next.'
    """
    return f"{title}: {_by_side(score)} after {deals} {'deal' if deals == 1 else 'deals'}. {state}".rstrip()


def state_sentence(winner: Partnership | None, over: bool, next_dealer: Seat | None) -> str:
    """Return who won a game, or who deals next if no deal is in progress. Return "" while a deal is in progress."""
    if over:
        return f"{winner.value.capitalize()} won." if winner else "The game is drawn."
    return f"{_name(next_dealer)} deals next." if next_dealer else ""


def game_html(line: str, deal_drawn: str) -> str:
    """Return a game as HTML: its score in words, and its deal, drawn as HTML already."""
    return f"<div><p>{escape(line)}</p>{deal_drawn}</div>"


def _by_side(numbers: tuple[int, ...]) -> str:
    return ", ".join(f"{side} {number}" for side, number in zip(PARTNERSHIPS, numbers, strict=True))


def _name(seat: Seat) -> str:
    return seat.value.title()


def card_html(card: Card) -> str:
    """Return a card as HTML.

    >>> card_html(Card.JOKER).endswith('">★</span>')
    True
    """
    red = card.suit in (Suit.DIAMONDS, Suit.HEARTS)
    rank = card.value[0].replace("T", "10")
    face = f"{rank}<br>{card.suit.symbol}" if card.suit else "★"
    label = f"{card.rank} of {card.suit}" if card.suit else "joker"
    return f'<span role="img" aria-label="{label}" style="{CARD_STYLE}{RED if red else BLACK}">{face}</span>'


def hand_html(cards: Iterable[Card]) -> str:
    """Return cards as HTML, in one row."""
    return f'<span style="white-space:nowrap">{"".join(map(card_html, cards))}</span>'


def deal_html(deal: PublicDeal, hands: Mapping[Seat, Iterable[Card]]) -> str:
    """Return a deal as HTML: the situation in words, and the hands around the trick, or the turn-up before it."""
    seats = "".join(_seat_html(deal, seat, cards) for seat, cards in hands.items())
    middle = _cell(2, 2, hand_html(deal.trick or (() if deal.contract else (deal.upcard,))))
    return f'<div><p>{escape(situation(deal))}</p><div style="{GRID}">{seats}{middle}</div></div>'


def _seat_html(deal: PublicDeal, seat: Seat, cards: Iterable[Card]) -> str:
    mark = "▶ " * (seat is deal.turn)
    dealer = " (dealer)" * (seat is deal.dealer)
    return _cell(*PLACES[seat], f"<div>{mark}{_name(seat)}{dealer}</div>{hand_html(cards)}")


def _cell(row: int, column: int, inside: str) -> str:
    return f'<div style="grid-row:{row};grid-column:{column};text-align:center">{inside}</div>'
