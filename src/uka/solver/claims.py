"""Claims of the rest: whether a seat's side takes every remaining trick, wherever the unseen cards lie.

A claim holds if one strategy wins against every layout that the seat's observation allows and against all lawful play
of the others, including the partner. A trick that the partner takes counts, but then the partner may lead any card. So
the answer tells the claimant nothing that it could not know.
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
"""The most positions that the search visits for one claim; that takes about 40 ms."""


class CannotClaim(UkaError):
    """A claim that may not be made now; public facts alone decide that."""


def why_not(seen: Observation) -> str | None:
    """The sentence why a seat may not claim the rest now, from public facts alone; None if it may."""
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
    """Whether the claim of the seat in turn holds. ``CannotClaim`` if it may not be made."""
    return best_card(seen) is not None


def best_card(seen: Observation, limit: int = LIMIT) -> Card | None:
    """A card with which the seat in turn takes all the rest, whatever the others hold; None if there is none.

    After that card, whatever the others play, there is such a card again. A search that exceeds ``limit`` positions
    counts as finding none. ``CannotClaim`` if the seat may not claim.
    """
    if why := why_not(seen):
        raise CannotClaim(why)
    try:
        return ClaimSearch(seen, limit).card()
    except SearchLimitReached:
        return None


def rest(deal: Deal) -> tuple[Card, ...] | None:
    """The remaining cards in an order of play, if the claim of the seat in turn holds; None if it does not.

    The order is the double-dummy line: the claimant's side takes every trick, and each seat plays the lowest of equally
    good cards. ``CannotClaim`` if the seat may not claim.
    """
    if not holds(deal.observe(deal.turn)):
        return None
    line = solve(deal).line
    return tuple(card for trick in line for card in trick.cards)[len(deal.trick) :]
