"""The views of one version of a table for all viewers. What has not changed is taken from the views before it.

What all viewers share is computed once. The own part of a player's deal is computed when it is first needed.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from uka.core.public_deal import Phase
from uka.core.seats import Seat

from ..table import Table
from .deal_view import OwnDealView, cards_as_dealt, own_deal_view, public_deal_view
from .public_table import public_table

_hidden = attrgetter("dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract")


class TableViews:
    """The views of one version of a table. ``before`` holds the views of an earlier version."""

    def __init__(self, table: Table, before: TableViews | None = None) -> None:
        self.table, self._before = table, before
        self.scene = public_table(table)
        seen, earlier = table.observe(None), before and before.deal
        said = earlier.facts.said if seen and earlier and earlier.calls is seen.calls else None
        self.deal = public_deal_view(seen, said) if seen else None
        self._owns = dict[Seat, tuple[Any, OwnDealView | None]]()
        """The own part of each seat, and before it the values that it follows from; None if it may follow from more."""

    def forget_earlier(self) -> None:
        """Drop the views of the earlier version, so that not all versions of a long game stay in memory."""
        self._before = None

    def own(self, viewer: Seat | None) -> OwnDealView | None:
        """Return the part of the deal that only ``viewer`` may see. It is None for a spectator and without a deal."""
        if viewer is None or self.deal is None:
            return None
        if viewer not in self._owns:
            self._owns[viewer] = self._make_own(viewer)
        return self._owns[viewer][1]

    def _make_own(self, viewer: Seat) -> tuple[Any, OwnDealView | None]:
        reads, earlier = _read_by_own_part(self.table, viewer), self._before and self._before._owns.get(viewer)
        if reads and earlier and earlier[0] == reads:
            return earlier
        seen = self.table.observe(viewer)
        assert seen is not None
        return reads, own_deal_view(seen, cards_as_dealt(self.table, seen))


def _read_by_own_part(table: Table, viewer: Seat) -> tuple[Any, ...] | None:
    """Return the values that determine the own part of a player who has nothing to choose.

    Return None if the player may have a choice, or knows more than the public facts. Then the part may follow from
    everything in the deal.
    """
    deal = table.game.deal if table.game else None
    if deal is None or viewer is deal.turn or deal.revokes or deal.phase in (Phase.NAMING, Phase.CLAIMING):
        return None
    if (viewer, deal.upcard) in deal.discards:
        return None
    return deal.masks[viewer.index], table.dealt[viewer.index], *_hidden(deal)
