"""The actions that a file records for a deal. ``RecordedActions.run`` applies the actions to the deal in order."""

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


class RecordedActions(msgspec.Struct, frozen=True, kw_only=True):
    """The actions of a deal as a file records them."""

    begun: bool
    """Whether the file records the bidding or the play of the deal."""
    played: bool
    """Whether the file records the play."""
    calls: tuple[Action, ...] = ()
    """The calls in order, from the dealer's left."""
    named: Suit | None = None
    """The suit that the dealer named for a joker that was turned up, or None."""
    goes_under: Seat | None = None
    """The seat that exchanges a farmer's hand with the kitty, or None."""
    lone_defender: Seat | None = None
    """The defender who plays without a partner, or None."""
    shown: tuple[Card, ...] = ()
    """The cards that are shown in the exchange of a farmer's hand."""
    discards: tuple[Card, ...] = ()
    """The cards in the order in which they are discarded."""
    gift: Card | None = None
    """The card that a loner's partner passes to the loner, or None."""
    plays: tuple[Card, ...] = ()
    """The cards in the order in which they are played."""

    def next(self, deal: Deal) -> Action | None:
        """Return the next action of the seat whose turn it is in ``deal``, or None if the file records no further one.

        If the file does not name a card that was shown in the exchange of a farmer's hand, return the first legal
        action. Do the same for a card that was discarded or passed if the file records the play.
        """
        if not self.begun:
            return None
        match deal.phase:
            case Phase.NAMING:
                return NameSuit(self.named) if self.named else None
            case Phase.CLAIMING:
                return GO_UNDER if deal.turn is self.goes_under else PASS
            case Phase.CALLING:
                return _item_or_none(self.calls, len(deal.calls))
            case Phase.ASKING:
                if not (self.played or self.lone_defender):
                    return None
                return GO_ALONE if deal.turn is self.lone_defender else PASS
            case Phase.PLAYING:
                card = _item_or_none(self.plays, sum(len(trick.cards) for trick in deal.tricks) + len(deal.trick))
                return Play(card) if card else None
            case _:
                return self._next_discard(deal)

    def _next_discard(self, deal: Deal) -> Action | None:
        if deal.over:
            return None
        if deal.phase is Phase.SHOWING:
            card = _item_or_none(self.shown, len(deal.shown))
        elif deal.phase is Phase.DISCARDING:
            card = _item_or_none(self.discards, len(deal.discards))
        else:
            card = self.gift
        if card is None:
            return deal.legal_actions[0] if self.played or deal.phase is Phase.SHOWING else None
        return Give(card) if deal.phase is Phase.GIVING else Discard(card)

    def run(self, deal: Deal, number: int) -> tuple[Deal, list[tuple[Seat, Action]]]:
        """Apply all recorded actions to ``deal``. Return the final deal, and each action with the seat that acts.

        ``number`` is the index of the deal in the file, for the error message. Raise ``InvalidRecord`` if an action is
        illegal.
        """
        done = list[tuple[Seat, Action]]()
        while action := self.next(deal):
            seat = deal.turn
            assert seat is not None
            try:
                after, _ = deal.apply(action)
            except UkaError as error:
                raise _fault(str(error), deal, action, number) from None
            deal = after
            done.append((seat, action))
        return deal, done


def _item_or_none(items: tuple[T, ...], index: int) -> T | None:
    """Return the item at ``index``, or None if there is none."""
    return items[index] if index < len(items) else None


def _fault(why: str, deal: Deal, action: Action, number: int) -> InvalidRecord:
    if isinstance(action, Play):
        return InvalidRecord(why, deal=number, trick=len(deal.tricks), seat=deal.turn, card=action.card)
    card = action.card if isinstance(action, Discard | Give) else None
    is_call = isinstance(action, CallTrump | OrderUp) or deal.phase is Phase.CALLING
    sentence = f"call {len(deal.calls) + 1}: {why}" if is_call else why
    return InvalidRecord(sentence, deal=number, seat=deal.turn, card=card)
