"""The encoder of a deal as JSON for each viewer. The public part is encoded once for all viewers.

The result is the JSON of a ``DealView``: first the public part of the deal and its facts, then the viewer's own part.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from uka.core.actions import Action
from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.solver import claims

from ..table import Table
from .deal_view import PublicDealView, cards_as_dealt, reasons, view_of_deal
from .facts import PublicFacts, Titles, arranged, labels, public_facts, titles

Resting: TypeAlias = tuple[Any, ...]
"""The values from which a viewer's own part of the JSON follows if the viewer has nothing to choose.

If these values have not changed, the encoder reuses the JSON, and need not observe the deal for this viewer.
"""


class PrivateFacts(msgspec.Struct, frozen=True, gc=False):
    """The fields that ``DealFacts`` adds to ``PublicFacts``."""

    titles: Titles
    order: tuple[Card, ...]
    labels: tuple[str, ...]


class PrivateDeal(msgspec.Struct, frozen=True, gc=False):
    """The fields that ``DealView`` adds to ``PublicDealView``, except the facts."""

    seat: Seat | None
    cards: tuple[Card, ...]
    legal_actions: tuple[Action, ...]
    put_away: tuple[Card, ...]
    received: tuple[Card, ...]
    kitty_taken: tuple[Card, ...]
    why_not: tuple[tuple[Card, str], ...]
    claim: bool
    dealt: tuple[Card, ...]


_encode = msgspec.json.Encoder().encode
_public = attrgetter(*PublicDealView.__struct_fields__)
_own = attrgetter(*PrivateDeal.__struct_fields__[:-3])
_hidden = attrgetter("dealer", "upcard", "discards", "gift", "kitty_taken", "went_under", "contract")


class DealEncoder:
    """The encoder of one deal for all viewers.

    ``before`` is the encoder of an earlier state of the table. Parts that have not changed since then are reused.
    """

    def __init__(self, table: Table, before: DealEncoder | None = None) -> None:
        self._table = table
        self._rested: dict[Seat | None, tuple[Resting, bytes]] = before._rested if before else {}
        self._seen = seen = table.observe(None)
        if seen is not None:
            self._facts = public_facts(seen, before and before._with_facts)
            deal, facts = _encode(PublicDealView(*_public(seen))), _encode(self._facts)
            self._public = b'%b,"facts":%b,' % (deal[:-1], facts[:-1])
            self._titles = seen.trump, titles(seen)

    def to(self, viewer: Seat | None) -> msgspec.Raw | None:
        """Return the deal as JSON for a viewer, or None before the first deal."""
        if self._seen is None:
            return None
        if (resting := self._resting(viewer)) and (known := self._rested.get(viewer)) and known[0] == resting:
            return msgspec.Raw(self._public + known[1])
        seen = self._seen if viewer is None else self._table.observe(viewer)
        assert seen is not None
        dealt = cards_as_dealt(self._table, seen)
        if seen.upcard in seen.put_away:  # the viewer discarded the upcard, and so knows more than the public facts
            return msgspec.Raw(_encode(view_of_deal(seen, dealt)))
        own = _encode_own(seen, dealt)
        if resting:
            self._rested[viewer] = resting, own
        return msgspec.Raw(self._public + own)

    @property
    def _with_facts(self) -> tuple[Observation, PublicFacts] | None:
        return (self._seen, self._facts) if self._seen else None

    def _resting(self, viewer: Seat | None) -> Resting | None:
        """Return the values from which the viewer's own part follows, or None if the viewer may have a choice."""
        game = self._table.game
        deal = game.deal if game else None
        if deal is None or viewer is deal.turn or deal.revokes or deal.phase in (Phase.NAMING, Phase.CLAIMING):
            return None
        own = (deal.masks[viewer.index], self._table.dealt[viewer.index]) if viewer else ()
        return (*own, *_hidden(deal), *self._titles)


def _encode_own(seen: Observation, dealt: tuple[Card, ...]) -> bytes:
    facts = PrivateFacts(titles(seen), arranged(seen), labels(seen))
    own = PrivateDeal(*_own(seen), why_not=reasons(seen), claim=claims.why_not(seen) is None, dealt=dealt)
    return b"%b,%b" % (_encode(facts)[1:], _encode(own)[1:])
