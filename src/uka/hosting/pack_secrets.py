"""The server's secrets for the shuffles of a table.

They are random, or they follow from a seed if the table plays given deals: those of a day, of a number or of a match.
"""

from __future__ import annotations

import secrets
from datetime import date
from functools import cached_property, lru_cache

from uka.core.ruleset import Ruleset
from uka.days import board_key
from uka.records.fair import DayChain, PublishedDays, board_seed, derived_seed, numbered_seed, secrets_from_seed
from uka.table import BATCH, GivenDeals, Table

SECRET = 32
"""The number of random bytes that the server contributes to a shuffle."""


class PackSecrets:
    """Makes the server's secrets for the shuffles of packs.

    ``root`` is the server's secret key, from which the deals of days and matches follow. If ``published`` is given, the
    deals of days follow from these seeds instead, which another server has published.
    """

    def __init__(self, root: bytes, published: PublishedDays | None = None) -> None:
        self._root, self._published = root, published
        self._seed_of_day = lru_cache(maxsize=8)(self._compute_seed_of_day)

    def prepare(self) -> None:
        """Compute the seeds of the deals of all days now, so that no request waits for it. This takes some 50 ms."""
        _ = self.days

    @cached_property
    def days(self) -> DayChain | PublishedDays:
        """The seeds of the deals of all days: each is the hash of the next day's seed."""
        return self._published or DayChain(derived_seed(self._root, "days"))

    def _compute_seed_of_day(self, day: date) -> bytes:
        return self.days.seed(day)

    def seed(self, deals: GivenDeals, rules: Ruleset) -> bytes:
        """Return the seed that determines the shuffles of ``deals``: those of a day, of a match, or of a chosen number.

        The seed depends on ``rules`` only for a day. Raise ``ValueError`` for a day that has no deals.
        """
        match deals.kind:
            case "number":
                return numbered_seed(int(deals.name))
            case "day":
                return board_seed(self._seed_of_day(date.fromisoformat(deals.name)), board_key(rules))
            case "match":
                return derived_seed(self._root, f"match {deals.name}")

    def batch(self, table: Table, first: int = 0) -> bytes:
        """Return the secrets of ``BATCH`` consecutive shuffles at a table, joined to one byte string.

        ``first`` is the number of the first of these shuffles, counted from 0.
        """
        given = table.settings.given
        if given is None:
            return secrets.token_bytes(SECRET * BATCH)
        return b"".join(secrets_from_seed(self.seed(given, table.rules), range(first, first + BATCH)))
