"""The views of one version of a table for all viewers. What has not changed is taken from the views before it.

What all viewers share is computed once. The own part of a player's deal is computed when it is first needed.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from msgspec.structs import replace

from uka.core.deal import Deal
from uka.core.public_deal import Phase
from uka.core.seats import Seat

from ..table import Table
from .deal_view import OwnDealView, PublicDealView, cards_as_dealt, own_deal_view, public_deal_view
from .public_table import PARTS, PublicTable, scene_fields

_all_own_parts_follow_from = attrgetter(
    "phase", "dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract"
)
"""What the own part of each seat follows from, besides its own cards and whether it has the turn."""


class TableViews:
    """The views of one version of a table. ``before`` holds the views of an earlier version."""

    def __init__(self, table: Table, before: TableViews | None = None) -> None:
        self.table, self.before = table, before
        self._sources = [part.sources(table) for part in PARTS]
        """What the parts of the scene follow from."""
        self.scene_changes = self._scene_changes()
        """The fields of the scene that are not as in the earlier version, or every field if there is none."""
        self.scene: PublicTable = (
            replace(before.scene, **self.scene_changes) if before else PublicTable(**self.scene_changes)
        )
        self._same_game = before is not None and before.table.game is table.game and before.table.dealt is table.dealt
        """Whether the game has not changed since the earlier version, so that the views of the deal are the same."""
        self.deal = before.deal if before and self._same_game else self._make_deal()
        self._deals = _deals_of_same_choices(before.table, table) if before else None
        """The deal then and now, if only seats with the turn or with other cards may have new own parts, or None."""
        self._own_parts = dict[Seat, OwnDealView]()
        self._own_of = dict[str, OwnDealView | None]()
        """The own part of each player that was asked for, by the player's id."""

    def own_of(self, player: str) -> OwnDealView | None:
        """Return the part of the deal that only ``player`` may see. It is None for a spectator and without a deal."""
        if player not in self._own_of:
            self._own_of[player] = self.own(self.table.viewer(player))
        return self._own_of[player]

    def forget_earlier(self) -> None:
        """Drop the views of the earlier version, so that not all versions of a long game stay in memory."""
        self.before = self._deals = None

    def own(self, viewer: Seat | None) -> OwnDealView | None:
        """Return the part of the deal that only ``viewer`` may see. It is None for a spectator and without a deal."""
        if viewer is None or self.deal is None:
            return None
        if viewer not in self._own_parts:
            self._own_parts[viewer] = self._make_own(viewer)
        return self._own_parts[viewer]

    def _scene_changes(self) -> dict[str, Any]:
        if self.before is None:
            return scene_fields(self.table, PARTS)
        scene, sources = self.before.scene, zip(PARTS, self._sources, self.before._sources, strict=True)
        fields = scene_fields(self.table, [part for part, now, then in sources if now != then])
        return {name: value for name, value in fields.items() if value != getattr(scene, name)}

    def _make_deal(self) -> PublicDealView | None:
        seen = self.table.observe(None)
        return public_deal_view(seen, self.before and self.before.deal) if seen else None

    def _make_own(self, viewer: Seat) -> OwnDealView:
        earlier = self.before and self.before._own_parts.get(viewer)
        if earlier and self._keeps_own_part(viewer):
            return earlier
        seen = self.table.observe(viewer)
        assert seen is not None
        return own_deal_view(seen, cards_as_dealt(self.table, seen))

    def _keeps_own_part(self, viewer: Seat) -> bool:
        """Return whether the own part of ``viewer`` is the same as in the earlier version."""
        if self._same_game or self._deals is None:
            return self._same_game
        then, now = self._deals
        if viewer in (then.turn, now.turn) or (viewer, now.upcard) in now.discards:
            return False  # a dealer who discarded the upcard alone knows where it is
        return then.masks[viewer.index] == now.masks[viewer.index]


def _deals_of_same_choices(before: Table, table: Table) -> tuple[Deal, Deal] | None:
    """Return the deal of two states, if nobody may choose anything out of turn in either; otherwise return None.

    Then the own part of a seat follows from its cards, from whether it has the turn, and from values that both share.
    """
    then, now = before.game and before.game.deal, table.game and table.game.deal
    if not then or not now or before.dealt is not table.dealt:
        return None
    if now.revokes or now.phase in (Phase.NAMING, Phase.CLAIMING):
        return None
    return (then, now) if _all_own_parts_follow_from(then) == _all_own_parts_follow_from(now) else None
