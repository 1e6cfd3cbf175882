"""The actions that a file records for a deal. ``DealScript.run`` applies the actions to the deal in order."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from uka.core.actions import GO_ALONE, GO_UNDER, PASS, Action, CallTrump, Discard, Give, NameSuit, OrderUp, Play
from uka.core.cards import Card, Suit
from uka.core.deal import Deal
from uka.core.errors import UkaError
from uka.core.public_deal import Phase
from uka.core.seats import Seat

from ..errors import InvalidRecord

T = TypeVar("T")


class DealScript(msgspec.Struct, frozen=True, kw_only=True):
    """The actions of a deal as a file records them.

    ``begun`` is true if the file records the bidding or the play of the deal. ``played`` is true if the file records
    the play. If the file records the play but does not name a discarded card, ``next`` returns the first legal action.
    If the file does not record the play, the deal ends before the first action that the file does not record. ``named``
    is the suit that the dealer named for a turned-up joker. ``under`` is the seat that exchanges cards with the kitty.
    ``discards`` holds the cards in the order in which they are discarded.
    """

    begun: bool
    played: bool
    calls: tuple[Action, ...] = ()
    named: Suit | None = None
    under: Seat | None = None
    lone_defender: Seat | None = None
    shown: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    gift: Card | None = None
    plays: tuple[Card, ...] = ()

    def next(self, deal: Deal) -> Action | None:
        """Return the next action of the seat whose turn it is, or None if the file records no further action."""
        if not self.begun:
            return None
        match deal.phase:
            case Phase.NAMING:
                return NameSuit(self.named) if self.named else None
            case Phase.CLAIMING:
                return GO_UNDER if deal.turn is self.under else PASS
            case Phase.CALLING:
                return _at(self.calls, len(deal.calls))
            case Phase.ASKING:
                if not (self.played or self.lone_defender):
                    return None
                return GO_ALONE if deal.turn is self.lone_defender else PASS
            case Phase.PLAYING:
                card = _at(self.plays, sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick))
                return Play(card) if card else None
            case _:
                return self._next_discard(deal)

    def _next_discard(self, deal: Deal) -> Action | None:
        if deal.over:
            return None
        card = {
            Phase.SHOWING: _at(self.shown, len(deal.shown)),
            Phase.DISCARDING: _at(self.discards, len(deal.discards)),
            Phase.GIVING: self.gift,
        }[deal.phase]
        if card is None:
            return deal.legal_actions[0] if self.played or deal.phase is Phase.SHOWING else None
        return Give(card) if deal.phase is Phase.GIVING else Discard(card)

    def run(self, deal: Deal, number: int) -> tuple[Deal, list[tuple[Seat, Action]]]:
        """Apply all actions to a deal. Return the final deal, and each action with its seat.

        Raise ``InvalidRecord`` if an action is illegal. ``number`` is the deal's index in the file, for the error
        message.
        """
        done = list[tuple[Seat, Action]]()
        while action := self.next(deal):
            seat = deal.turn
            assert seat is not None
            try:
                after, _ = deal.apply(action)
            except UkaError as error:
                raise _refused(str(error), deal, action, number) from None
            deal = after
            done.append((seat, action))
        return deal, done


def _at(items: tuple[T, ...], index: int) -> T | None:
    return items[index] if index < len(items) else None


def _refused(why: str, deal: Deal, action: Action, number: int) -> InvalidRecord:
    if isinstance(action, Play):
        return InvalidRecord(why, deal=number, trick=len(deal.tricks), seat=deal.turn, card=action.card)
    card = action.card if isinstance(action, Discard | Give) else None
    is_call = isinstance(action, CallTrump | OrderUp) or deal.phase is Phase.CALLING
    sentence = f"call {len(deal.calls) + 1}: {why}" if is_call else why
    return InvalidRecord(sentence, deal=number, seat=deal.turn, card=card)
