"""What choices are worth, for hints and reviews: thought out where the bots think."""

from __future__ import annotations

import asyncio

from uka.coach import DealReview, RatedAction
from uka.coach.review import has_alternatives, observed_choices, review_of_choices
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records import Log

from ..base.problems import HttpRefusal
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .bots import BotWorkers

WAITING = 8
"""Reviews that may wait for the choice of another."""
AGAIN = 2.0
"""Seconds until another try is worth it."""


class CoachService:
    """Hints are thought out as bots' choices are, reviews while no bot waits that people play with."""

    def __init__(self, thinkers: BotWorkers, seconds: float) -> None:
        self._thinkers, self._seconds = thinkers, seconds
        self._waiting = 0

    async def hint(
        self, seen: Observation, payer: Requester = UNKNOWN_REQUESTER, *, urgent: bool = True
    ) -> tuple[RatedAction, ...]:
        """What each choice of whose turn it is is worth, best first; ``HttpRefusal`` if none came in time."""
        found = await self._thinkers.rate(seen, self._seconds, payer, urgent=urgent)
        if found is None:
            raise HttpRefusal(503, "the coach has no answer just now: try again in a moment", wait=AGAIN)
        return found

    async def review(self, log: Log, seat: Seat, deal: int, payer: Requester = UNKNOWN_REQUESTER) -> DealReview:
        """A deal of a record as one seat played it; ``HttpRefusal`` if too many are asked for."""
        if self._waiting > WAITING:
            raise HttpRefusal(503, "many games are being reviewed: try again in a moment", wait=AGAIN)
        self._waiting += 1
        try:
            found = await asyncio.to_thread(observed_choices, log, seat, deal)
            rated = [await self.hint(m.seen, payer, urgent=False) if has_alternatives(m) else () for m in found.found]
            return review_of_choices(found, rated)
        finally:
            self._waiting -= 1
