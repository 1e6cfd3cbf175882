"""The deals in which puzzles are searched: deals that bots play, or the deals of recorded games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from uka.coach.review import deal_count, has_alternatives, observed_choices
from uka.core.errors import UkaError
from uka.core.observation import Observation
from uka.core.ruleset import Ruleset
from uka.records import Log


class DealToSearch(NamedTuple):
    """A deal in which a puzzle is to be searched: a deal that bots have yet to play, or a recorded one."""

    rules: Ruleset
    seed: str
    """The text that determines the cards of self-play, and all random choices of the search."""
    number: int
    """The number of the deal in its source, from 0."""
    recorded: tuple[Observation, ...] | None = None
    """What the players saw at each choice of a recorded deal; None for self-play."""


class DealSource(NamedTuple):
    """A sequence of deals in which puzzles are searched: from self-play, which never ends, or from recorded games."""

    rules: Ruleset
    seed: str
    """The text that determines the cards of self-play, and all random choices of the search."""
    recorded: tuple[tuple[Observation, ...], ...] | None = None
    """For each recorded deal, what the players saw at each choice; None for self-play."""

    def deal(self, number: int) -> DealToSearch | None:
        """Return the deal with the number ``number``, from 0, or None after the last recorded deal."""
        if self.recorded is None:
            return DealToSearch(self.rules, self.seed, number)
        if number >= len(self.recorded):
            return None
        return DealToSearch(self.rules, self.seed, number, self.recorded[number])


def recorded_source(games: Iterable[Log]) -> DealSource:
    """Return the deals of recorded games. Raise ``UkaError`` if there are no games, or if their rules differ."""
    logs = tuple(games)
    rules = {log.rules for log in logs}
    if len(rules) != 1:
        titles = ", ".join(sorted({each.title for each in rules})) or "none"
        raise UkaError(f"the records must all have the same rules; these have: {titles}")
    digest = sha256("".join(log.text for log in logs).encode()).hexdigest()[:16]
    deals = tuple(tuple(_choices(log, deal)) for log in logs for deal in range(deal_count(log)))
    return DealSource(rules.pop(), f"records {digest}", deals)


def _choices(log: Log, deal: int) -> Iterator[Observation]:
    """Yield what the players saw in deal number ``deal`` of a game, each time that they had a choice."""
    for seat in log.rules.seats:
        for moment in observed_choices(log, seat, deal).choices:
            if has_alternatives(moment):
                yield moment.seen
