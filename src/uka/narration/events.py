"""What transcripts and stories share: some of their sentences about events, and the types of such sentences.

A transcript describes a game in the third person, a story describes it to one of its players.
"""

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
    """Makes phrases for sentences about events, from the names of the seats and, if it is known, the deal."""

    names: Names
    """The names of the seats."""
    card: Callable[[Card], str] = str
    """The function that returns a card as text."""
    deal: PublicDeal | None = None
    """The deal before the event, or None if it is unknown."""

    def does(self, event: Any, verb: str) -> str:
        """Return the name of the event's seat and ``verb`` in the right form, such as "West passes"."""
        return self.names.does(event.seat, verb)

    def cards(self, cards: Iterable[Card] | None, unknown: str) -> str:
        """Return the names of ``cards``, separated by spaces, or the text ``unknown`` if the cards are hidden."""
        return " ".join(map(self.card, cards)) if cards else unknown

    def quote(self, event: ev.Event) -> str:
        """Return what the player of an event said, in quotation marks, or an empty text if nothing was said.

        The text is also empty if ``deal`` is None, because the words depend on the rules of the deal.
        """
        spoken = _spoken_action(event)
        if spoken is None or self.deal is None:
            return ""
        seat, action = spoken
        return f"“{phrase(self.deal, seat, action)}”"

    def takes_up(self, event: ev.PickedUp, taken: str) -> str:
        """Return ``taken``, such as "West picks up", followed by the name of the upcard that is taken.

        Under rules by which the upcard stays on the pack, return a clause that says that the seat leaves it there.
        """
        if self.deal is not None and self.deal.rules.upcard_stays:
            return f"{self.does(event, 'leave')} {self.card(event.card)} on the pack"
        return f"{taken} {self.card(event.card)}"

    def name(self, event: Any) -> str:
        """Return the name of the event's seat for the beginning of a sentence."""
        return self.names.name(event.seat)


def _spoken_action(event: ev.Event) -> tuple[Seat, Action] | None:
    """Return the seat and the action behind an event if the action is spoken, such as a pass; otherwise None."""
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


EventSentences: TypeAlias = Mapping[type[ev.Event], Callable[[Narrator, Any], str]]
"""For each kind of event, the function that returns the sentence about such an event.

There is no sentence about an event whose kind is missing.
"""

SHARED: EventSentences = {
    ev.Buried: lambda by, event: f"{by.card(event.card)} is buried",
    ev.WentUnder: lambda by, event: f"{by.does(event, 'go')} under",
    ev.WentAlone: lambda by, event: f"{by.does(event, 'defend' if event.defending else 'go')} alone",
    ev.CardPlayed: lambda by, event: f"{by.does(event, 'play')} {by.card(event.card)}",
    ev.RevokeRefuted: lambda by, event: (
        f"{by.does(event, 'claim')} a revoke in trick {event.trick + 1}, but there was none"
    ),
}
"""The sentences that are the same in transcripts and in stories."""
