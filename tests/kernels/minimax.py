"""Minimax in plain Python by the rules themselves: slow, and the reference for the compiled solver."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from tests.strategies import playing, random_deal
from uka.core.actions import Play
from uka.core.cards import Card
from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.ruleset import Ruleset

Known = dict[object, int]


def minimax(deal: Deal, known: Known | None = None) -> int:
    """The makers' tricks in the whole deal, from a deal in play, with best play of both sides."""
    known = {} if known is None else known
    if deal.result is not None:
        return _makers_tricks(deal)
    key = (deal.masks, deal.trick, deal.leader, deal.taken)
    if key not in known:
        known[key] = _best(deal)([minimax(after, known) for _, after in choices(deal)])
    return known[key]


def by_card(deal: Deal) -> dict[Card, int]:
    """The makers' tricks from the trick in progress on, after each card of the seat whose turn it is."""
    known: Known = {}
    return {card: minimax(after, known) - _makers_tricks(deal) for card, after in choices(deal)}


def tricks(deal: Deal) -> int:
    """The makers' tricks from a position on, including the trick in progress."""
    return _best(deal)(by_card(deal).values())


def choices(deal: Deal) -> Iterator[tuple[Card, Deal]]:
    """Every lawful card of the seat whose turn it is, and the deal after it."""
    for action in deal.legal_actions:
        assert isinstance(action, Play)
        yield action.card, deal.apply(action)[0]


def in_play(rules: Ruleset, rng: Random, held: int = 3) -> Deal:
    """A random deal in play, at a random turn of a seat that holds at most ``held`` cards."""
    while True:
        for step in playing(random_deal(rules, rng, revokes=False), rng):
            deal = step.after
            if deal.phase is Phase.PLAYING and _held(deal) <= held and rng.random() < 0.2:
                return deal


def _held(deal: Deal) -> int:
    assert deal.turn is not None
    return len(deal.hand(deal.turn))


def _best(deal: Deal) -> Callable[[Iterable[int]], int]:
    assert deal.contract is not None
    assert deal.turn is not None
    return max if deal.turn.partnership is deal.contract.makers else min


def _makers_tricks(deal: Deal) -> int:
    assert deal.contract is not None
    return deal.taken[deal.contract.makers.index]
