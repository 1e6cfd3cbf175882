"""Hints, reviews and explanations for players, for which the worker processes of bots rate the players' actions."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager

from uka.coach import ChoiceExplanation, DealReview, ObservedChoice, RatedAction, winning_chances
from uka.coach.review import has_alternatives, observed_choices, review_of_choices
from uka.core.actions import Action
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.records import Log

from ..base.problems import HttpRefusal
from ..base.requester import UNKNOWN_REQUESTER, Requester
from .bots import BotWorkers

MAX_REVIEWS = 8
"""The number of reviews in progress above which further reviews are refused."""
RETRY_AFTER = 2.0
"""The number of seconds after which a refused client should try again."""


class CoachService:
    """Computes hints, reviews and explanations of choices.

    Hints have the same priority as bots that play with people; the others have a lower priority.
    """

    def __init__(self, workers: BotWorkers, seconds: float) -> None:
        self._workers, self._seconds = workers, seconds
        self._reviews = 0

    async def hint(
        self, seen: Observation, payer: Requester = UNKNOWN_REQUESTER, *, chosen: Action | None = None
    ) -> tuple[RatedAction, ...]:
        """Return the legal actions of the seat whose turn it is, each with its rating, the best first.

        For a review, ``chosen`` is the action that the seat has chosen. The ratings then come with the reasons why the
        best action is better, and the job has a lower priority. Raise ``HttpRefusal`` if rating takes too long.
        """
        rated = await self._workers.rate(seen, self._seconds, payer, against=chosen, urgent=chosen is None)
        if rated is None:
            raise HttpRefusal(503, "no hints right now: try again in a moment", wait=RETRY_AFTER)
        return rated

    async def review(self, log: Log, seat: Seat, deal: int, payer: Requester = UNKNOWN_REQUESTER) -> DealReview:
        """Return a review of the choices of ``seat`` in the deal with the index ``deal`` of a game record.

        Raise ``HttpRefusal`` if too many reviews are in progress.
        """
        with self._review_in_progress():
            choices = await asyncio.to_thread(observed_choices, log, seat, deal)
            rated = [
                await self.hint(choice.seen, payer, chosen=choice.action) if has_alternatives(choice) else ()
                for choice in choices.choices
            ]
            return review_of_choices(choices, rated)

    async def why(
        self, choice: ObservedChoice, level: str | None, payer: Requester = UNKNOWN_REQUESTER
    ) -> ChoiceExplanation:
        """Return why a seat made ``choice`` in a finished deal.

        ``level`` is the level of the bot that chose, or None for a person. Raise ``HttpRefusal`` if too many reviews
        are in progress, or if explaining takes too long.
        """
        with self._review_in_progress():
            explained = await self._workers.explain(choice, level, self._seconds, payer)
        if explained is None:
            raise HttpRefusal(503, "no answer right now: try again in a moment", wait=RETRY_AFTER)
        return explained

    async def chances(self, log: Log) -> tuple[float, ...]:
        """Return north-south's chance to win a game, from 0 to 1, before each deal and at the end of the game.

        Raise ``HttpRefusal`` if too many reviews are in progress.
        """
        with self._review_in_progress():
            return await asyncio.to_thread(winning_chances, log)

    @contextmanager
    def _review_in_progress(self) -> Generator[None]:
        """Count a review while this context lasts; raise ``HttpRefusal`` if too many are in progress."""
        if self._reviews > MAX_REVIEWS:
            raise HttpRefusal(503, "too many games are being reviewed: try again in a moment", wait=RETRY_AFTER)
        self._reviews += 1
        try:
            yield
        finally:
            self._reviews -= 1
