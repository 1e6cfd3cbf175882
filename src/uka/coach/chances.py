"""The course of a finished game: the chance of winning it before each deal and at its end."""

from __future__ import annotations

from functools import lru_cache

from uka.bots.equity import Equity
from uka.bots.payoffs import model_equity
from uka.core.ruleset import Ruleset
from uka.core.scoring import Outcome
from uka.core.seats import Partnership
from uka.models import nearest
from uka.records import Log
from uka.records.summary import MISDEAL, summary

UNCOUNTED = (None, MISDEAL, Outcome.REDEAL.value)
"""The outcomes of deals that are not counted in a game that ends after a fixed number of deals."""


def winning_chances(log: Log) -> tuple[float, ...]:
    """Return the chances of north-south to win a game, before each of its deals and at its end.

    They depend only on the score, the dealer and the number of deals that are left. Both sides are assumed to be
    equally strong, and the bell is assumed not to ring. A draw counts as half a win. The result is empty if the game is
    not over, or if it is a rubber.
    """
    rules, state = log.rules, log.state
    if rules.rubber or not state.over:
        return ()
    equity, chances, score, left = _equity(rules), list[float](), (0, 0), rules.deals
    for deal in summary(log):
        dealing = deal.dealer.partnership is Partnership.NORTH_SOUTH
        ours, theirs = score
        if rules.deals:
            chances.append(equity.winning_by_lead(ours - theirs, left, dealing=dealing))
        else:
            chances.append(equity.winning(ours, theirs, dealing=dealing))
        left = max(0, left - (deal.outcome not in UNCOUNTED))
        score = (deal.score[0], deal.score[1])
    won = 0.5 if state.winner is None else float(state.winner is Partnership.NORTH_SOUTH)
    return (*(round(chance, 4) for chance in chances), won)


@lru_cache(maxsize=16)
def _equity(rules: Ruleset) -> Equity:
    return model_equity(rules, nearest(rules)[0])
