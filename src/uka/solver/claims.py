"""Claims of the remaining tricks: whether a seat's side takes them all, wherever the unseen cards lie.

A claim holds if one strategy wins against every layout that the seat's observation allows and all lawful play of the
other seats, including the partner. A trick that the partner takes counts as won, but then the partner may lead any
card. So the answer tells the claimant nothing that it could not know.
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
"""The most positions that the search visits for one claim; that many take about 40 ms."""


class CannotClaim(UkaError):
    """Raised if a claim may not be made now. The reason depends on public facts only."""


def why_not(seen: Observation) -> str | None:
    """Return the sentence that says why a seat may not claim the remaining tricks now, or None if it may.

    The answer depends on public facts only.
    """
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
    """Return whether the claim of the seat in turn holds. Raise ``CannotClaim`` if the seat may not claim."""
    return best_card(seen) is not None


def best_card(seen: Observation, limit: int = LIMIT) -> Card | None:
    """Return a card with which the seat in turn takes all remaining tricks, whatever the others hold, or None.

    After that card, whatever the others play, there is such a card again. Return None also if the search needs more
    than ``limit`` positions. Raise ``CannotClaim`` if the seat may not claim.
    """
    if why := why_not(seen):
        raise CannotClaim(why)
    try:
        return ClaimSearch(seen, limit).card()
    except SearchLimitReached:
        return None


def rest(deal: Deal) -> tuple[Card, ...] | None:
    """Return the remaining cards in an order of play, or None if the claim of the seat in turn does not hold.

    The order is the double-dummy line: the claimant's side takes every trick, and each seat plays the lowest of equally
    good cards. Raise ``CannotClaim`` if the seat may not claim.
    """
    if not holds(deal.observe(deal.turn)):
        return None
    line = solve(deal).line
    return tuple(card for trick in line for card in trick.cards)[len(deal.trick) :]
