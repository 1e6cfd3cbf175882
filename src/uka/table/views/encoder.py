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
from uka.core.seats import Seat
from uka.solver import claims

from ..table import Table
from .deal_view import PublicDealView, cards_as_dealt, reasons, view_of_deal
from .facts import PublicFacts, Titles, arranged, labels, public_facts, titles

Resting: TypeAlias = tuple[Any, ...]
"""The values from which a viewer's own part of the JSON follows if the viewer has nothing to choose.

If these values have not changed, the encoder reuses the JSON.
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
_resting = attrgetter("cards", "put_away", "received", "kitty_taken")


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
        seen = self._table.observe(viewer)
        if seen is None:
            return None
        if seen.upcard in seen.put_away:  # the viewer discarded the upcard, and so knows more than the public facts
            return msgspec.Raw(_encode(view_of_deal(seen, cards_as_dealt(self._table, seen))))
        return msgspec.Raw(self._public + self._own_part(seen))

    @property
    def _with_facts(self) -> tuple[Observation, PublicFacts] | None:
        return (self._seen, self._facts) if self._seen else None

    def _own_part(self, seen: Observation) -> bytes:
        """Return the JSON of the part of the deal that only this viewer may see.

        If the viewer has nothing to choose and nothing has changed, earlier JSON is reused.
        """
        dealt = cards_as_dealt(self._table, seen)
        if seen.legal_actions:
            return _encode_own(seen, dealt)
        resting = (*_resting(seen), *self._titles, dealt)
        if (known := self._rested.get(seen.seat)) is not None and known[0] == resting:
            return known[1]
        encoded = _encode_own(seen, dealt)
        self._rested[seen.seat] = resting, encoded
        return encoded


def _encode_own(seen: Observation, dealt: tuple[Card, ...]) -> bytes:
    facts = PrivateFacts(titles(seen), arranged(seen), labels(seen))
    own = PrivateDeal(*_own(seen), why_not=reasons(seen), claim=claims.why_not(seen) is None, dealt=dealt)
    return b"%b,%b" % (_encode(facts)[1:], _encode(own)[1:])
