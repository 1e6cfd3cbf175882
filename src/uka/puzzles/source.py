"""Where puzzles are searched: the deals of a seed in self-play, or the deals of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from uka.coach.review import deal_count, has_alternatives, observed_choices
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.records import Log


class SearchedDeal(NamedTuple):
    """A deal in which a puzzle is searched. ``recorded`` holds the choices of a recorded deal; None for self-play."""

    rules: Ruleset
    seed: str
    number: int
    recorded: tuple[Observation, ...] | None = None


class DealSource(NamedTuple):
    """The deals in which puzzles are searched.

    ``recorded`` holds the choices of each recorded deal. It is None for self-play, which has no last deal.
    """

    rules: Ruleset
    seed: str
    recorded: tuple[tuple[Observation, ...], ...] | None = None

    def deal(self, number: int) -> SearchedDeal | None:
        """Return the deal with a number, from 0; return None after the last recorded deal."""
        if self.recorded is None:
            return SearchedDeal(self.rules, self.seed, number)
        if number >= len(self.recorded):
            return None
        return SearchedDeal(self.rules, self.seed, number, self.recorded[number])


def recorded_source(games: Iterable[Log]) -> DealSource:
    """Return the deals of recorded games. Raise ``UkaError`` if there are none, or if their rules differ."""
    logs = tuple(games)
    rules = {log.rules for log in logs}
    if len(rules) != 1:
        titles = ", ".join(sorted({each.title for each in rules})) or "none"
        raise UkaError(f"the records must all have the same rules; these have: {titles}")
    digest = sha256("".join(log.text for log in logs).encode()).hexdigest()[:16]
    deals = tuple(tuple(_choices(log, deal)) for log in logs for deal in range(deal_count(log)))
    return DealSource(rules.pop(), f"records {digest}", deals)


def _choices(log: Log, deal: int) -> Iterator[Observation]:
    for seat in log.rules.seats:
        for moment in observed_choices(log, seat, deal).choices:
            if has_alternatives(moment):
                yield moment.seen
