"""Hints and reviews for players. The worker processes of bots rate the players' actions."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from uka.coach import DealReview, RatedAction, winning_chances
from uka.coach.review import has_alternatives, observed_choices, review_of_choices
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records import Log

from ..base.problems import HttpRefusal
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .bots import BotWorkers

WAITING = 8
"""The maximum number of reviews that may wait to be made."""
RETRY_AFTER = 2.0
"""The number of seconds after which a refused client should try again."""


class CoachService:
    """Computes hints and reviews.

    Hints have the same priority as bots that play with people; reviews have a lower priority.
    """

    def __init__(self, workers: BotWorkers, seconds: float) -> None:
        self._workers, self._seconds = workers, seconds
        self._waiting = 0

    async def hint(
        self, seen: Observation, payer: Requester = UNKNOWN_REQUESTER, *, chosen: Action | None = None
    ) -> tuple[RatedAction, ...]:
        """Return the legal actions of the seat whose turn it is, each with its rating, best first.

        If an action was ``chosen``, the ratings are for a review, with the reasons why another action is better. Then
        jobs for hints, and for bots that play with people, are done first. Raise ``HttpRefusal`` if rating takes too
        long.
        """
        rated = await self._workers.rate(seen, self._seconds, payer, against=chosen, urgent=chosen is None)
        if rated is None:
            raise HttpRefusal(503, "no hints right now: try again in a moment", wait=RETRY_AFTER)
        return rated

    async def review(self, log: Log, seat: Seat, deal: int, payer: Requester = UNKNOWN_REQUESTER) -> DealReview:
        """Return a review of a seat's choices in deal ``deal`` of a game record.

        Raise ``HttpRefusal`` if too many reviews wait.
        """
        with self._counted():
            observed = await asyncio.to_thread(observed_choices, log, seat, deal)
            rated = [
                await self.hint(m.seen, payer, chosen=m.action) if has_alternatives(m) else () for m in observed.choices
            ]
            return review_of_choices(observed, rated)

    async def chances(self, log: Log) -> tuple[float, ...]:
        """Return north-south's chance to win a game, as it was before each deal and at the end of the finished game.

        Raise ``HttpRefusal`` if too many reviews wait.
        """
        with self._counted():
            return await asyncio.to_thread(winning_chances, log)

    @contextmanager
    def _counted(self) -> Generator[None]:
        """Count a review within this context; raise ``HttpRefusal`` if too many reviews wait."""
        if self._waiting > WAITING:
            raise HttpRefusal(503, "too many games are being reviewed: try again in a moment", wait=RETRY_AFTER)
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1
