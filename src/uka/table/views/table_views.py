"""The views of one version of a table for all viewers. What has not changed is taken from the views before it.

What all viewers share is computed once. The own part of a player's deal is computed when it is first needed.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from uka.core.public_deal import Phase
from uka.core.seats import Seat

from ..table import Table
from .deal_view import OwnDealView, PublicDealView, cards_as_dealt, own_deal_view, public_deal_view
from .public_table import public_table

_own_part_follows_from = attrgetter("dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract")


class TableViews:
    """The views of one version of a table. ``before`` holds the views of an earlier version."""

    def __init__(self, table: Table, before: TableViews | None = None) -> None:
        self.table, self._before = table, before
        self.scene = public_table(table)
        self._same_game = before is not None and before.table.game is table.game and before.table.dealt is table.dealt
        """Whether the game has not changed since the earlier version, so that the views of the deal are the same."""
        self.deal = before.deal if before and self._same_game else self._make_deal()
        self._viewers = dict[str, Seat | None]()
        self._own_parts = dict[Seat, tuple[Any, OwnDealView]]()
        """The own part of each seat, after the values that it follows from; None if it must always be made anew."""

    def own_of(self, player: str) -> OwnDealView | None:
        """Return the part of the deal that only ``player`` may see. It is None for a spectator and without a deal."""
        if player not in self._viewers:
            self._viewers[player] = self.table.viewer(player)
        return self.own(self._viewers[player])

    def forget_earlier(self) -> None:
        """Drop the views of the earlier version, so that not all versions of a long game stay in memory."""
        self._before = None

    def own(self, viewer: Seat | None) -> OwnDealView | None:
        """Return the part of the deal that only ``viewer`` may see. It is None for a spectator and without a deal."""
        if viewer is None or self.deal is None:
            return None
        if viewer not in self._own_parts:
            self._own_parts[viewer] = self._make_own(viewer)
        return self._own_parts[viewer][1]

    def _make_deal(self) -> PublicDealView | None:
        seen, earlier = self.table.observe(None), self._before and self._before.deal
        said = earlier.facts.said if seen and earlier and earlier.calls is seen.calls else None
        return public_deal_view(seen, said) if seen else None

    def _make_own(self, viewer: Seat) -> tuple[Any, OwnDealView]:
        inputs, earlier = _inputs_of_own_part(self.table, viewer), self._before and self._before._own_parts.get(viewer)
        if earlier and (self._same_game or (inputs and earlier[0] == inputs)):
            return earlier
        seen = self.table.observe(viewer)
        assert seen is not None
        return inputs, own_deal_view(seen, cards_as_dealt(self.table, seen))


def _inputs_of_own_part(table: Table, viewer: Seat) -> tuple[Any, ...] | None:
    """Return the values that determine the own part of a player who has nothing to choose.

    Return None if the player may have a choice, or knows more than the public facts. Then the part may follow from
    everything in the deal.
    """
    deal = table.game.deal if table.game else None
    if deal is None or viewer is deal.turn or deal.revokes or deal.phase in (Phase.NAMING, Phase.CLAIMING):
        return None
    if (viewer, deal.upcard) in deal.discards:
        return None
    return deal.masks[viewer.index], table.dealt[viewer.index], *_own_part_follows_from(deal)
