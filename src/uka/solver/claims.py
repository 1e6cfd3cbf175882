"""A claim of the rest: whether a seat's side takes every trick that is left, whatever the unseen cards are.

It holds if one way of playing wins against every layout that the seat's own observation allows and against every
lawful play of the others, the partner among them; a trick that the partner takes counts, but then the partner may lead
anything. So whether it holds tells the claimant nothing that it did not know.
"""

from __future__ import annotations

from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.public_deal import Phase

from .claim_search import ClaimSearch, SearchLimitReached
from .solution import solve

LIMIT = 1_200
"""How many positions are looked at for one claim: some 40 ms at most."""


class CannotClaim(UkaError):
    """A claim that may not be made now; only what everybody knows decides that."""


def why_not(seen: Observation) -> str | None:
    """Why a seat may not claim the rest now, from what everyone knows; None if it may ask."""
    if not seen.rules.claims:
        return "under these rules every trick is played out"
    if seen.revokes:
        return "at a table where revokes can happen every trick is played out"
    if seen.phase is not Phase.PLAYING:
        return "the rest of the tricks is claimed while cards are played"
    if not seen.my_turn:
        return "the rest of the tricks is claimed when it is your turn to play"
    if len(seen.cards) == 1:
        return "the last card is played, not claimed"
    return None


def holds(seen: Observation) -> bool:
    """Whether the claim of the seat in turn holds. ``CannotClaim`` where none may be made."""
    return best_card(seen) is not None


def best_card(seen: Observation, limit: int = LIMIT) -> Card | None:
    """A card with which the seat in turn takes all the rest, whatever the others hold; None if there is none.

    After it, and whatever the others play, there is such a card again. What is not found within so many positions
    counts as not holding. ``CannotClaim`` as ``why_not``.
    """
    if why := why_not(seen):
        raise CannotClaim(why)
    try:
        return ClaimSearch(seen, limit).card()
    except SearchLimitReached:
        return None


def rest(deal: Deal) -> tuple[Card, ...] | None:
    """The rest of the cards in the order of play, if the claim of the seat in turn holds; None if it does not.

    With every hand on the table the claimant's side takes all, and of cards that are worth the same the lowest is
    played. ``CannotClaim`` as ``why_not``.
    """
    if not holds(deal.observe(deal.turn)):
        return None
    line = solve(deal).line
    return tuple(card for trick in line for card in trick.cards)[len(deal.trick) :]
