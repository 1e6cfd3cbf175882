"""What the cards of a game were worth: the points that one side would win between equally strong players.

Two methods tell it. *Par* lets equally strong bots play the same deals with the same dealers. *Review* takes the points
that were scored, without those that each side lost by choices that were not the best by what a seat knew.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from random import Random
from typing import Literal, NamedTuple, TypeAlias

from uka.bots import bot
from uka.coach import review
from uka.coach.rating import Evaluator
from uka.core.game import Game
from uka.core.scoring import Outcome
from uka.core.seats import Seat
from uka.records import Dealt, Log

WorthMethod: TypeAlias = Literal["par", "review"]
"""How the worth of cards is found."""
LEVEL, PLAYOUTS = "club", 8
"""The level of the bots that make par, and how often they play each deal."""


class CardsWorth(NamedTuple):
    """What the cards of a game were worth."""

    points: float
    """The points that north-south would win from east-west between equally strong players, in all deals together."""
    deals: int
    """The number of deals that were played to an end."""


def cards_worth(
    log: Log,
    method: WorthMethod = "par",
    *,
    level: str = LEVEL,
    playouts: int = PLAYOUTS,
    evaluate: Evaluator | None = None,
) -> CardsWorth | None:
    """Return what the cards of a recorded game were worth, or None if the record does not have all cards.

    ``level`` and ``playouts`` are for par: the level of the bots, and how often they play each deal. ``evaluate`` is
    for the review: without it, the strongest bot says what each choice was worth. The result depends on these and on
    the record only.
    """
    deals = list(_played_deals(log))
    if not deals or any(deal.unknown for deal in deals):
        return None
    if method == "par":
        totals = [fsum(_par(deal, level, f"{deal.number}/{playout}") for playout in range(playouts)) for deal in deals]
        worth = [total / playouts for total in totals]
    else:
        worth = [deal.margin - _lost_by_choices(log, deal.number, evaluate) for deal in deals]
    return CardsWorth(fsum(worth), len(deals))


class _PlayedDeal(NamedTuple):
    """A deal of a record that was played to an end."""

    number: int
    """The number of the deal in the record, from 0."""
    dealt: Game
    """The game just after the deal."""
    unknown: bool
    """Whether the record lacks some of its cards."""
    margin: int
    """The points of north-south minus those of east-west."""


def _played_deals(log: Log) -> Iterator[_PlayedDeal]:
    """Yield the deals of a record that count: those that end in a result and are not dealt again."""
    number, dealt, unknown, ended = -1, None, False, 0
    for step in log.replay():
        if isinstance(step.entry, Dealt):
            number += 1
            dealt, unknown = step.state, bool(step.entry.unknown)
        if not isinstance(dealt, Game) or not isinstance(step.state, Game):
            continue
        results = step.state.results
        if len(results) > ended:
            ended = len(results)
            if results[-1].outcome is not Outcome.REDEAL:
                first, second = results[-1].points
                yield _PlayedDeal(number, dealt, unknown, first - second)


def _par(deal: _PlayedDeal, level: str, seed: str) -> int:
    """Return the points of north-south minus those of east-west if four bots of one level play a deal."""
    player, rng, game = bot(level), Random(seed), deal.dealt
    before = len(game.results)
    while len(game.results) == before:
        seat = game.turn
        if seat is None:
            return 0
        game, _ = game.apply(player.choose(game.observe(seat), rng))
    first, second = game.results[-1].points
    return first - second


def _lost_by_choices(log: Log, number: int, evaluate: Evaluator | None) -> float:
    """Return the points that east-west lost by its choices in a deal, minus those that north-south lost."""
    lost = 0.0
    for seat in Seat:
        cost = fsum(choice.points for choice in review(log, seat, number, evaluate).choices)
        lost += -cost if seat.partnership.index == 0 else cost
    return lost
