"""The views of a table for all viewers at once, and which of their fields have changed since an earlier version.

What all viewers share is computed once. What only one viewer may see is kept from the earlier version if it is the
same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import attrgetter, is_not
from typing import Any, NamedTuple, TypeAlias

import msgspec

from uka.core.cards import cards_of
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.solver import claims

from ..hand_order import as_dealt, sorted_hand
from ..table import Table
from .deal_view import DealView, PublicDealView, cards_as_dealt, refusals, view_of_deal
from .facts import PublicFacts, action_labels, public_facts, sorted_cards, titles, titles_of
from .public_table import PublicTable, public_table

PartKey: TypeAlias = tuple[Any, ...]
"""The values that determine the private part of a viewer who has nothing to choose.

For a seat these are its cards as a mask, its cards as dealt, and what all viewers share; for a spectator only the last.
"""
Changes: TypeAlias = dict[str, Any]
"""A dict from the name to the new value of each field that has changed."""

OBSERVED = ("seat", "cards", "legal_actions", "put_away", "received", "kitty_taken")
"""The fields of an observation that only its viewer may know."""

_encode = msgspec.json.Encoder().encode
_observed = attrgetter(*OBSERVED)
_hidden = attrgetter("dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract")


class ViewFields:
    """The names of some fields of a view, with functions that read and compare the values of these fields.

    >>> fields = ViewFields(("version", "turn"))
    >>> fields.changes((7, None), (6, None))
    {'version': 7}
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.values = attrgetter(*names)
        """A function that returns the values of these fields of an object, as a tuple."""
        self.names = tuple(names)
        self._numbers = range(len(names))

    def changes(self, now: tuple[Any, ...], before: tuple[Any, ...]) -> Changes:
        """Compare two tuples of the fields' values. Return a dict from the name to the new value of each changed field.

        ``now`` holds the present values and ``before`` the earlier ones, both in the order of ``names``.
        """
        replaced = compress(self._numbers, map(is_not, now, before))  # most values are the same object as before
        return {self.names[n]: now[n] for n in replaced if now[n] != before[n]}


SCENE = ViewFields(PublicTable.__struct_fields__)
PUBLIC = ViewFields(PublicDealView.__struct_fields__)
PUBLIC_FACTS = ViewFields(PublicFacts.__struct_fields__)
PRIVATE = ViewFields((*OBSERVED, "why_not", "claim", "dealt"))
"""The fields that ``DealView`` adds to ``PublicDealView``, except the facts."""
PRIVATE_FACTS = ViewFields(("titles", "order", "labels"))
"""The fields that ``DealFacts`` adds to ``PublicFacts``."""


class PrivatePart(NamedTuple):
    """The part of a deal that only one viewer may see."""

    key: PartKey | None
    """What this part follows from. It is None if the part must be computed anew for each version of the table."""
    values: tuple[Any, ...]
    """The values of the fields ``PRIVATE``."""
    facts: tuple[Any, ...]
    """The values of the fields ``PRIVATE_FACTS``."""
    whole: DealView | None = None
    """The whole view of a dealer who discarded the upcard, and so knows more than the public facts; None for others."""


class TableViews:
    """The views of one version of a table, for all viewers.

    A viewer's private part of the deal is computed when it is first needed. ``before`` holds the views of an earlier
    version; what has not changed since then is taken from it.
    """

    def __init__(self, table: Table, before: TableViews | None = None) -> None:
        self.table, self._before = table, before
        self.scene = public_table(table)
        self.scene_fields = SCENE.values(self.scene)
        self.seen = seen = table.observe(None)
        if seen is not None:
            known = (before.seen, before._facts) if before and before.seen else None
            self._facts = public_facts(seen, known)
            self.public, self.facts = PUBLIC.values(seen), PUBLIC_FACTS.values(self._facts)
            self._titles = seen.trump, titles(seen)
        self._parts = dict[Seat | None, PrivatePart]()
        self._viewers = dict[str, Seat | None]()
        self._shared_key = self._make_shared_key()

    def forget_earlier(self) -> None:
        """Drop the views of the earlier version, so that not all versions of a long game stay in memory."""
        self._before = None

    def viewer(self, player: str) -> Seat | None:
        """Return the seat whose cards a person may see, or None for a spectator."""
        if player not in self._viewers:
            self._viewers[player] = self.table.viewer(player)
        return self._viewers[player]

    def part(self, viewer: Seat | None) -> PrivatePart:
        """Return the part of the deal that only ``viewer``, a seat or None for a spectator, may see.

        There must be a deal.
        """
        if (part := self._parts.get(viewer)) is None:
            part = self._parts[viewer] = self._make_part(viewer)
        return part

    def _make_part(self, viewer: Seat | None) -> PrivatePart:
        key = self._part_key(viewer)
        if key and self._before and self._before.seen:
            earlier = self._before.part(viewer)
            if earlier.key == key:
                return earlier
            if viewer and not earlier.whole and self._only_card_was_played():
                return self._part_after_play(viewer, key, earlier)
        seen = self.table.observe(viewer) if viewer else self.seen
        assert seen is not None
        dealt = cards_as_dealt(self.table, seen)
        values = (*_observed(seen), refusals(seen), claims.why_not(seen) is None, dealt)
        facts = (titles(seen), sorted_cards(seen), action_labels(seen))
        if seen.upcard in seen.put_away:
            return PrivatePart(None, values, facts, whole=view_of_deal(seen, dealt))
        return PrivatePart(key, values, facts)

    def _only_card_was_played(self) -> bool:
        """Return whether nothing except plays of cards has changed private parts since the earlier version."""
        before, seen = self._before, self.seen
        if before is None or before.seen is None or seen is None:
            return False
        playing = before.seen.phase is Phase.PLAYING and seen.phase is Phase.PLAYING
        return playing and self._shared_key is before._shared_key

    def _part_after_play(self, viewer: Seat, key: PartKey, earlier: PrivatePart) -> PrivatePart:
        """Return the part of a viewer who has just played a card, and so has one card less and nothing to choose."""
        assert self.seen
        mask, dealt, _ = key
        _, _, _, put_away, received, kitty_taken, *_ = earlier.values
        cards, trump = cards_of(mask), self.seen.trump
        values = (viewer, cards, (), put_away, received, kitty_taken, (), False, as_dealt(cards, dealt))
        titled = [card for card, _ in self._titles[1]]
        return PrivatePart(key, values, (titles_of((*cards, *titled), trump), sorted_hand(cards, trump), ()))

    def _make_shared_key(self) -> PartKey | None:
        """Return the values on which all viewers' private parts of the deal depend.

        Each ``PartKey`` holds them as one element. Return None if a private part may also depend on other values that
        no ``PartKey`` holds. If the values equal those of the earlier version, return the same object again, so that
        later comparisons are fast.
        """
        game = self.table.game
        deal = game.deal if game else None
        if deal is None or deal.revokes or deal.phase in (Phase.NAMING, Phase.CLAIMING):
            return None
        key = (*_hidden(deal), *self._titles)
        earlier = self._before and self._before._shared_key
        return earlier if key == earlier else key

    def _part_key(self, viewer: Seat | None) -> PartKey | None:
        """Return the values that determine the private part of ``viewer``, or None if ``viewer`` may have a choice."""
        assert self.table.game
        deal = self.table.game.deal
        if self._shared_key is None or deal is None or viewer is deal.turn:
            return None
        if viewer is None:
            return (self._shared_key,)
        return deal.masks[viewer.index], self.table.dealt[viewer.index], self._shared_key

    def deal(self, viewer: Seat | None) -> Changes | None:
        """Return a dict from the name to the value of each field of the deal, as ``viewer`` may see it.

        Return None before the first deal.
        """
        if self.seen is None:
            return None
        part = self.part(viewer)
        if part.whole is not None:
            return msgspec.structs.asdict(part.whole) | {"facts": msgspec.structs.asdict(part.whole.facts)}
        facts = zip(PUBLIC_FACTS.names + PRIVATE_FACTS.names, self.facts + part.facts, strict=True)
        fields = zip(PUBLIC.names + PRIVATE.names, self.public + part.values, strict=True)
        return dict(fields, facts=dict(facts))


class ChangeEncoder:
    """Finds the fields of the views that have changed between two versions of a table."""

    def __init__(self, now: TableViews, before: TableViews | None) -> None:
        self._now, self._before = now, before
        self._deal_in_both = now.seen is not None and before is not None and before.seen is not None
        if before is not None and self._deal_in_both:
            self._public = PUBLIC.changes(now.public, before.public)
            self._facts = PUBLIC_FACTS.changes(now.facts, before.facts)
            self._shared = _with_facts(self._public, self._facts)

    @property
    def scene(self) -> bytes:
        """The changed fields of the public view of the table, as JSON; all fields if there is no earlier version."""
        if self._before is None:
            return _encode(self._now.scene)
        return _encode(SCENE.changes(self._now.scene_fields, self._before.scene_fields))

    def deal(self, player: str) -> Changes | None:
        """Return a dict from the name to the new value of each field of the deal that has changed for ``player``.

        It holds all fields if the person saw no deal in the earlier version, or saw the deal from another seat. People
        for whom only public fields have changed get the same object. Return None before the first deal.
        """
        now, before, viewer = self._now, self._before, self._now.viewer(player)
        if now.seen is None:
            return None
        if before is None or not self._deal_in_both or before.viewer(player) is not viewer:
            return now.deal(viewer)
        part, earlier = now.part(viewer), before.part(viewer)
        if part is earlier:
            return self._shared
        if part.whole or earlier.whole:
            return _changed_fields(now.deal(viewer), before.deal(viewer))
        facts = self._facts | PRIVATE_FACTS.changes(part.facts, earlier.facts)
        return _with_facts(self._public | PRIVATE.changes(part.values, earlier.values), facts)


def _with_facts(changes: Changes, facts: Changes) -> Changes:
    return changes | {"facts": facts} if facts else changes


def _changed_fields(now: Any, before: Any) -> Changes:
    """Compare two dicts of all fields of a deal. Return a dict from the name to the new value of each changed field.

    The value of ``facts`` is a dict too, of which the result holds only the changed facts.
    """
    facts = {name: value for name, value in now["facts"].items() if value != before["facts"][name]}
    changes = {name: value for name, value in now.items() if name != "facts" and value != before[name]}
    return _with_facts(changes, facts)
