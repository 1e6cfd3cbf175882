"""The views of a table for all viewers, and what has changed in them since an earlier version.

What all viewers share is computed once.
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
from .deal_view import DealView, PublicDealView, cards_as_dealt, reasons, view_of_deal
from .facts import PublicFacts, arranged, labels, public_facts, titles, titles_of
from .public_table import PublicTable, public_table

Resting: TypeAlias = tuple[Any, ...]
"""The values from which a viewer's own part of a deal follows if the viewer has nothing to choose."""
Changes: TypeAlias = dict[str, Any]
"""The values of the fields that have changed, by name."""

OBSERVED = ("seat", "cards", "legal_actions", "put_away", "received", "kitty_taken")
"""The fields of an observation that only its viewer may know."""

KEPT = slice(3, 6)
"""The place of ``put_away``, ``received`` and ``kitty_taken`` among the values of a private part."""

_encode = msgspec.json.Encoder().encode
_observed = attrgetter(*OBSERVED)
_hidden = attrgetter("dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract")


class Fields:
    """Some fields of a view, whose values can be compared with those of an earlier view.

    >>> fields = Fields(("version", "turn"))
    >>> fields.changes((7, None), (6, None))
    {'version': 7}
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.values = attrgetter(*names)
        """A function that returns the values of the fields of an object."""
        self.names = tuple(names)
        self._numbers = range(len(names))

    def changes(self, now: tuple[Any, ...], before: tuple[Any, ...]) -> Changes:
        """Return the values that are not equal to those before, by the names of their fields."""
        replaced = compress(self._numbers, map(is_not, now, before))  # most values are the same object as before
        return {self.names[n]: now[n] for n in replaced if now[n] != before[n]}


SCENE = Fields(PublicTable.__struct_fields__)
PUBLIC = Fields(PublicDealView.__struct_fields__)
PUBLIC_FACTS = Fields(PublicFacts.__struct_fields__)
PRIVATE = Fields((*OBSERVED, "why_not", "claim", "dealt"))
"""The fields that ``DealView`` adds to ``PublicDealView``, except the facts."""
PRIVATE_FACTS = Fields(("titles", "order", "labels"))
"""The fields that ``DealFacts`` adds to ``PublicFacts``."""


class PrivatePart(NamedTuple):
    """The part of a deal that only one viewer may see. ``resting`` is None if the viewer may have a choice.

    ``whole`` is the view of a dealer who discarded the upcard, and so knows more than the public facts.
    """

    resting: Resting | None
    values: tuple[Any, ...]
    facts: tuple[Any, ...]
    whole: DealView | None = None


class TableViews:
    """The views of one version of a table. ``before`` are the views of an earlier version, of which parts are reused.

    A viewer's own part is computed when it is first needed.
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
        self._common = self._for_resting()

    def forget(self) -> None:
        """Drop the views of the earlier version, so that a long game does not keep all of its versions in memory."""
        self._before = None

    def viewer(self, player: str) -> Seat | None:
        """Return the seat whose cards a person may see, or None for a spectator."""
        if player not in self._viewers:
            self._viewers[player] = self.table.viewer(player)
        return self._viewers[player]

    def part(self, viewer: Seat | None) -> PrivatePart:
        """Return the part of the deal that only a viewer may see. There must be a deal."""
        if (part := self._parts.get(viewer)) is None:
            part = self._parts[viewer] = self._part(viewer)
        return part

    def _part(self, viewer: Seat | None) -> PrivatePart:
        resting = self._resting(viewer)
        if resting and self._before and self._before.seen:
            known = self._before.part(viewer)
            if known.resting == resting:
                return known
            if viewer and not known.whole and self._only_played():
                return self._after_play(viewer, resting, known)
        seen = self.table.observe(viewer) if viewer else self.seen
        assert seen is not None
        dealt = cards_as_dealt(self.table, seen)
        values = (*_observed(seen), reasons(seen), claims.why_not(seen) is None, dealt)
        knows_more = seen.upcard in seen.put_away
        whole = view_of_deal(seen, dealt) if knows_more else None
        return PrivatePart(None if knows_more else resting, values, (titles(seen), arranged(seen), labels(seen)), whole)

    def _only_played(self) -> bool:
        """Return whether nothing but a card was played since the version before, as far as resting viewers know."""
        before, seen = self._before, self.seen
        playing = before and before.seen and seen and before.seen.phase is Phase.PLAYING is seen.phase
        return bool(playing) and before is not None and self._common is before._common

    def _after_play(self, viewer: Seat, resting: Resting, known: PrivatePart) -> PrivatePart:
        """Return the part of a viewer who has played a card: one card less, and nothing to choose."""
        assert self.seen
        cards, trump = cards_of(resting[0]), self.seen.trump
        held = known.values[KEPT]
        values = (viewer, cards, (), *held, (), False, as_dealt(cards, resting[1]))
        open_ = [card for card, _ in self._titles[1]]
        return PrivatePart(resting, values, (titles_of((*cards, *open_), trump), sorted_hand(cards, trump), ()))

    def _for_resting(self) -> Resting | None:
        """Return the part of ``_resting`` that is the same for all viewers, or None if any viewer may have a choice."""
        game = self.table.game
        deal = game.deal if game else None
        if deal is None or deal.revokes or deal.phase in (Phase.NAMING, Phase.CLAIMING):
            return None
        common, before = (*_hidden(deal), *self._titles), self._before and self._before._common
        return before if common == before else common

    def _resting(self, viewer: Seat | None) -> Resting | None:
        """Return the values from which the viewer's own part follows, or None if the viewer may have a choice."""
        assert self.table.game
        deal = self.table.game.deal
        if self._common is None or deal is None or viewer is deal.turn:
            return None
        return (deal.masks[viewer.index], self.table.dealt[viewer.index], self._common) if viewer else (self._common,)

    def deal(self, viewer: Seat | None) -> Changes | None:
        """Return all fields of the deal as a viewer may see them, or None before the first deal."""
        if self.seen is None:
            return None
        part = self.part(viewer)
        if part.whole is not None:
            return msgspec.structs.asdict(part.whole) | {"facts": msgspec.structs.asdict(part.whole.facts)}
        facts = zip(PUBLIC_FACTS.names + PRIVATE_FACTS.names, self.facts + part.facts, strict=True)
        fields = zip(PUBLIC.names + PRIVATE.names, self.public + part.values, strict=True)
        return dict(fields, facts=dict(facts))


class ChangeEncoder:
    """The encoder of what has changed between two versions of a table."""

    def __init__(self, now: TableViews, before: TableViews | None) -> None:
        self._now, self._before = now, before
        self._same_deal = now.seen is not None and before is not None and before.seen is not None
        if before is not None and self._same_deal:
            self._public = PUBLIC.changes(now.public, before.public)
            self._facts = PUBLIC_FACTS.changes(now.facts, before.facts)
            self._shared = _with_facts(self._public, self._facts)

    @property
    def scene(self) -> bytes:
        """The changed fields of the table without the cards, as JSON: all fields if there is no version before."""
        before = self._before
        return _encode(SCENE.changes(self._now.scene_fields, before.scene_fields) if before else self._now.scene)

    def deal(self, player: str) -> Changes | None:
        """Return the fields of the deal that have changed for a person, or None before the first deal.

        Return the whole deal if the person saw another deal before, or none. All persons for whom only public fields
        have changed get the same object.
        """
        now, before, viewer = self._now, self._before, self._now.viewer(player)
        if now.seen is None:
            return None
        if before is None or not self._same_deal or before.viewer(player) is not viewer:
            return now.deal(viewer)
        part, earlier = now.part(viewer), before.part(viewer)
        if part is earlier:
            return self._shared
        if part.whole or earlier.whole:
            return _difference(now.deal(viewer), before.deal(viewer))
        facts = self._facts | PRIVATE_FACTS.changes(part.facts, earlier.facts)
        return _with_facts(self._public | PRIVATE.changes(part.values, earlier.values), facts)


def _with_facts(changes: Changes, facts: Changes) -> Changes:
    return changes | {"facts": facts} if facts else changes


def _difference(now: Any, before: Any) -> Changes:
    """Return the fields of a deal whose values have changed, with only those of its facts that have changed."""
    facts = {name: value for name, value in now["facts"].items() if value != before["facts"][name]}
    changes = {name: value for name, value in now.items() if name != "facts" and value != before[name]}
    return _with_facts(changes, facts)
