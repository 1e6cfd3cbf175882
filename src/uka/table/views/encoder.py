"""A deal as JSON for each of its viewers: what everyone may know is put into words once, and again only if it changed.

What comes out is a ``DealView``: the open side of the deal and its facts, then what one viewer knows beside them.
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
from .deal_view import PublicDealView, reasons, view_of_deal
from .facts import PublicFacts, Titles, arranged, labels, public_facts, titles

Resting: TypeAlias = tuple[Any, ...]
"""What a viewer's own part is made of while they have nothing to choose."""


class PrivateFacts(msgspec.Struct, frozen=True, gc=False):
    """What ``DealFacts`` has beside ``PublicFacts``."""

    titles: Titles
    order: tuple[Card, ...]
    labels: tuple[str, ...]


class PrivateDeal(msgspec.Struct, frozen=True, gc=False):
    """What ``DealView`` has beside ``PublicDealView`` and its facts."""

    seat: Seat | None
    cards: tuple[Card, ...]
    legal_actions: tuple[Action, ...]
    put_away: tuple[Card, ...]
    received: tuple[Card, ...]
    kitty_taken: tuple[Card, ...]
    why_not: tuple[tuple[Card, str], ...]
    claim: bool


_encode = msgspec.json.Encoder().encode
_open = attrgetter(*PublicDealView.__struct_fields__)
_own = attrgetter(*PrivateDeal.__struct_fields__[:-2])
_kept = attrgetter("cards", "put_away", "received", "kitty_taken")


class DealEncoder:
    """A deal for all its viewers; ``before`` is an earlier showing at the same table, whose words may still do."""

    def __init__(self, table: Table, before: DealEncoder | None = None) -> None:
        self._table = table
        self._rested: dict[Seat | None, tuple[Resting, bytes]] = before._rested if before else {}
        self._seen = seen = table.observe(None)
        if seen is not None:
            self._facts = public_facts(seen, before and before._told)
            opened, facts = _encode(PublicDealView(*_open(seen))), _encode(self._facts)
            self._begins = b'%b,"facts":%b,' % (opened[:-1], facts[:-1])
            self._titles = seen.trump, titles(seen)

    def to(self, viewer: Seat | None) -> msgspec.Raw | None:
        """The deal for a viewer; None before the first."""
        seen = self._table.observe(viewer)
        if seen is None:
            return None
        if seen.upcard in seen.put_away:  # who laid it there knows more of the facts than everyone
            return msgspec.Raw(_encode(view_of_deal(seen)))
        return msgspec.Raw(self._begins + self._ends(seen))

    @property
    def _told(self) -> tuple[Observation, PublicFacts] | None:
        return (self._seen, self._facts) if self._seen else None

    def _ends(self, seen: Observation) -> bytes:
        """What one viewer knows beside what everyone does."""
        if seen.legal_actions:
            return _ends(seen)
        resting = (*_kept(seen), *self._titles)
        if (known := self._rested.get(seen.seat)) is not None and known[0] == resting:
            return known[1]
        words = _ends(seen)
        self._rested[seen.seat] = resting, words
        return words


def _ends(seen: Observation) -> bytes:
    facts = PrivateFacts(titles(seen), arranged(seen), labels(seen))
    own = PrivateDeal(*_own(seen), why_not=reasons(seen), claim=claims.why_not(seen) is None)
    return b"%b,%b" % (_encode(facts)[1:], _encode(own)[1:])
