"""A position of a deal in which a person makes one choice, such as a puzzle."""

from __future__ import annotations

from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.table.views.deal_view import DealView, view_of_deal

from .http_bodies import ResponseBody


class SeatPosition(ResponseBody, frozen=True):
    """A position of a deal, as the seat whose turn it is sees it."""

    rules: Ruleset
    deal: DealView
    """The seat, its cards, its legal actions and the score of the game. It holds no hidden card."""


def position_of(seen: Observation) -> SeatPosition:
    """Return the position that ``seen``, the observation of the seat whose turn it is, describes.

    >>> from uka import Deal, Ruleset, Seat, shuffled
    >>> rules = Ruleset()
    >>> deal = Deal.start(rules, dealer=Seat.WEST, pack=shuffled(rules, seed=7))
    >>> found = position_of(deal.observe(deal.turn)).deal
    >>> found.seat, len(found.cards), found.labels[0]
    (Seat.NORTH, 5, 'pass')
    """
    return SeatPosition(seen.rules, view_of_deal(seen, seen.cards))
