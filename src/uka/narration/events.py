"""The sentences about events that transcripts and stories share, and the types that both use for their sentences."""

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
    """The context of a sentence about an event.

    ``names`` holds the names of the seats. ``card`` is the function that returns a card as text. ``deal`` is the deal
    before the event, or None if it is unknown.
    """

    names: Names
    card: Callable[[Card], str] = str
    deal: PublicDeal | None = None

    def does(self, event: Any, verb: str) -> str:
        """Return the name of an event's seat followed by a verb in the correct form, such as "West passes"."""
        return self.names.does(event.seat, verb)

    def cards(self, cards: Iterable[Card] | None, unknown: str) -> str:
        """Return the names of cards, separated by spaces, or the text ``unknown`` if the cards are hidden."""
        return " ".join(map(self.card, cards)) if cards else unknown

    def quote(self, event: ev.Event) -> str:
        """Return the words that a player said in an event, in quotation marks, or an empty text if nothing was said.

        The text is also empty if ``deal`` is None, because the words depend on the rules of the deal.
        """
        spoken = _spoken_action(event)
        return f"“{phrase(self.deal, *spoken)}”" if spoken and self.deal is not None else ""

    def takes_up(self, event: ev.PickedUp, taken: str) -> str:
        """Return what a seat does with the turn-up: ``taken``, or leave it on the pack if the rules say so."""
        if self.deal is not None and self.deal.rules.upcard_stays:
            return f"{self.does(event, 'leave')} {self.card(event.card)} on the pack"
        return f"{taken} {self.card(event.card)}"

    def name(self, event: Any) -> str:
        """Return the name of an event's seat for the beginning of a sentence."""
        return self.names.name(event.seat)


def _spoken_action(event: ev.Event) -> tuple[Seat, Action] | None:
    match event:
        case ev.Passed(seat, _):
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
"""For each kind of event, the function that returns the sentence about such an event.

An event whose kind is missing here has no sentence.
"""

SHARED: Wordings = {
    ev.Buried: lambda by, event: f"{by.card(event.card)} is buried",
    ev.WentUnder: lambda by, event: f"{by.does(event, 'go')} under",
    ev.WentAlone: lambda by, event: f"{by.does(event, 'defend' if event.defending else 'go')} alone",
    ev.CardPlayed: lambda by, event: f"{by.does(event, 'play')} {by.card(event.card)}",
    ev.RevokeRefuted: lambda by, event: (
        f"{by.does(event, 'claim')} a revoke in trick {event.trick + 1}, but there was none"
    ),
}
