"""The chances of winning in the course of a finished game: before each deal, and at the end of the game."""

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
"""The outcomes of deals that do not count towards the number of deals after which a game ends."""


def winning_chances(log: Log) -> tuple[float, ...]:
    """Return the chances that north-south win the game of ``log``: before each of its deals, and at its end.

    Each chance is from 0 to 1, and depends only on the score, the dealer and the number of deals that are left. It is
    assumed that both sides are equally strong, and that no bell ends the game. A draw counts as half a win. The result
    is empty if the game is not over, or if it is a rubber.
    """
    rules, state = log.rules, log.state
    if rules.rubber or not state.over:
        return ()
    equity, chances = _equity(rules), list[float]()
    ours = theirs = 0
    deals_left = rules.deals
    for deal in summary(log):
        dealing = deal.dealer.partnership is Partnership.NORTH_SOUTH
        if rules.deals:
            chances.append(equity.winning_by_lead(ours - theirs, deals_left, dealing=dealing))
        else:
            chances.append(equity.winning(ours, theirs, dealing=dealing))
        if deal.outcome not in UNCOUNTED:
            deals_left = max(0, deals_left - 1)
        ours, theirs = deal.score
    won = 0.5 if state.winner is None else float(state.winner is Partnership.NORTH_SOUTH)
    return (*(round(chance, 4) for chance in chances), won)


@lru_cache(maxsize=16)
def _equity(rules: Ruleset) -> Equity:
    return model_equity(rules, nearest(rules)[0])
