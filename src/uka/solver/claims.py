"""Decisions on claims of the remaining tricks: does a seat's side take them all, wherever the unseen cards lie?

A claim holds if one strategy of the claimant wins in every layout that the claimant's observation allows. The strategy
must win against any lawful play of the other seats, the partner too. A trick that the partner takes is won, but then
the partner may lead any card. The decision depends only on what the claimant knows, so it reveals nothing about the
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
    """Raised if a seat may not claim the remaining tricks now. The reason depends only on what everyone knows."""


def why_not(seen: Observation) -> str | None:
    """Return a sentence that explains why the observing seat may not claim the remaining tricks now, or None if it may.

    The sentence depends only on what everyone at the table knows, not on the cards.
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
    """Return whether a claim by the observing seat holds: its side surely takes all remaining tricks.

    Return false too if the search for a strategy reaches its limit. Raise ``CannotClaim`` if the seat may not claim.
    """
    return best_card(seen) is not None


def best_card(seen: Observation, limit: int = LIMIT) -> Card | None:
    """Return the first card of a strategy by which the observing seat's side takes all remaining tricks, or None.

    The strategy wins whatever the other seats hold and play. Return None if there is no such strategy, or if the search
    would visit more than ``limit`` positions. Raise ``CannotClaim`` if the seat may not claim.
    """
    if why := why_not(seen):
        raise CannotClaim(why)
    try:
        return ClaimSearch(seen, limit).winning_card()
    except SearchLimitReached:
        return None


def remaining_plays(deal: Deal) -> tuple[Card, ...] | None:
    """Return the cards still to be played after a claim of the seat whose turn it is, in order.

    Return None if the claim does not hold. Each seat plays as if it saw all cards, and plays the lowest of equally good
    cards. So the claimant's side takes every trick. Raise ``CannotClaim`` if the seat may not claim.
    """
    if not holds(deal.observe(deal.turn)):
        return None
    cards = [card for trick in solve(deal).line for card in trick.cards]
    already_played = len(deal.trick)
    return tuple(cards[already_played:])
