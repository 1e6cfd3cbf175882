"""The wordings of events that the transcript and the story share, and the types for a style's own wordings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias

from uka.core import events as ev
from uka.core.actions import Action, CallTrump, GoAlone, NameSuit, OrderUp, Pass
from uka.core.cards import Card
from uka.core.public_deal import PublicDeal
from uka.core.seats import Seat

from .calls import phrase
from .names import Names


class Narrator(NamedTuple):
    """The context of a wording: the names of the seats, how a card is written, and the deal before the event."""

    names: Names
    card: Callable[[Card], str] = str
    deal: PublicDeal | None = None

    def does(self, event: Any, verb: str) -> str:
        """Return the seat of an event and a verb in the right form."""
        return self.names.does(event.seat, verb)

    def cards(self, cards: Iterable[Card] | None, unknown: str) -> str:
        """Return cards in a row, or ``unknown`` if they are hidden."""
        return " ".join(map(self.card, cards)) if cards else unknown

    def quote(self, event: ev.Event) -> str:
        """Return what the seat of an event said, in quotes; empty if it said nothing or the deal is not known."""
        spoken = _spoken_action(event)
        return f"“{phrase(self.deal, *spoken)}”" if spoken and self.deal is not None else ""

    def name(self, event: Any) -> str:
        """Return the name of an event's seat for the beginning of a sentence."""
        return self.names.name(event.seat)


def _spoken_action(event: ev.Event) -> tuple[Seat, Action] | None:
    match event:
        case ev.Passed(seat):
            return seat, Pass()
        case ev.TrumpMade(seat, suit, ordered, alone):
            return seat, OrderUp(alone) if ordered else CallTrump(suit, alone)
        case ev.SuitNamed(seat, suit):
            return seat, NameSuit(suit)
        case ev.WentAlone(seat):
            return seat, GoAlone()
        case _:
            return None


Wordings: TypeAlias = Mapping[type[ev.Event], Callable[[Narrator, Any], str]]
"""The wording of each kind of event in one style. Events without a wording are left out."""

SHARED: Wordings = {
    ev.Buried: lambda by, event: f"{by.card(event.card)} is buried",
    ev.WentUnder: lambda by, event: f"{by.does(event, 'go')} under",
    ev.WentAlone: lambda by, event: f"{by.does(event, 'defend' if event.defending else 'play')} alone",
    ev.CardPlayed: lambda by, event: f"{by.does(event, 'play')} {by.card(event.card)}",
    ev.RevokeRefuted: lambda by, event: (
        f"{by.does(event, 'claim')} a revoke in trick {event.trick + 1}: there was none"
    ),
}
