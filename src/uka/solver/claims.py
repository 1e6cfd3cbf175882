"""Decides claims of the remaining tricks: whether a seat's side takes all of them, wherever the unseen cards lie.

A claim holds if one strategy of the claimant wins in every layout that the claimant's observation allows. The strategy
must win against any lawful play of the other seats, including the partner. A trick that the partner takes is won, but
then the partner may lead any card. The answer depends only on what the claimant knows, so it reveals nothing about the
hidden cards.
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
"""The maximum number of positions that the search visits for one claim. A search of this size takes about 40 ms."""


class CannotClaim(UkaError):
    """Raised if a claim may not be made now. The reason depends on public facts only."""


def why_not(seen: Observation) -> str | None:
    """Return a sentence that explains why a seat may not claim the remaining tricks now, or None if it may claim.

    The answer depends on public facts only.
    """
    if not seen.rules.claims:
        return "under these rules every trick is played out"
    if seen.revokes:
        return "where revokes can happen, every trick is played out"
    if seen.phase is not Phase.PLAYING:
        return "you can claim the rest only during the play"
    if not seen.my_turn:
        return "you can claim the rest only on your turn"
    if len(seen.cards) == 1:
        return "just play your last card"
    return None


def holds(seen: Observation) -> bool:
    """Return True if the seat whose turn it is has a valid claim. Raise ``CannotClaim`` if the seat may not claim."""
    return best_card(seen) is not None


def best_card(seen: Observation, limit: int = LIMIT) -> Card | None:
    """Return the first card of a strategy that wins a claim of the seat whose turn it is, or None if there is none.

    The strategy takes all remaining tricks, whatever the other seats hold and play. Also return None if the search
    needs more than ``limit`` positions. Raise ``CannotClaim`` if the seat may not claim.
    """
    if why := why_not(seen):
        raise CannotClaim(why)
    try:
        return ClaimSearch(seen, limit).card()
    except SearchLimitReached:
        return None


def rest(deal: Deal) -> tuple[Card, ...] | None:
    """Return the remaining cards in an order of play, or None if the seat whose turn it is has no valid claim.

    The order is that of best double-dummy play, in which the claimant's side takes every trick. Each seat plays the
    lowest of equally good cards. Raise ``CannotClaim`` if the seat may not claim.
    """
    if not holds(deal.observe(deal.turn)):
        return None
    line = solve(deal).line
    return tuple(card for trick in line for card in trick.cards)[len(deal.trick) :]
