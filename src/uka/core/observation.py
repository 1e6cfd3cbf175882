"""What one seat may know: the public part of a deal, the seat's own cards, and the state of the game."""

from __future__ import annotations

from .action_text import ActionOrText, action_of
from .actions import Action, Play
from .cards import Card, Hand
from .deal_display import deal_html, deal_lines
from .legality import lawful_mask, refusal
from .public_deal import Phase, PublicDeal
from .scoring import DealResult
from .seats import Seat


class Observation(PublicDeal, frozen=True, kw_only=True):
    """What one seat, or a spectator, may know of a deal and its game."""

    seat: Seat | None
    """The observing seat, or None for a spectator."""
    cards: tuple[Card, ...] = ()
    """The seat's own cards in index order. Empty for a spectator, and while the seat may not look at its cards."""
    legal_actions: tuple[Action, ...] = ()
    """The seat's legal actions, also while it is another seat's turn."""
    put_away: tuple[Card, ...] = ()
    """The cards that the seat discarded or gave to its partner."""
    received: tuple[Card, ...] = ()
    """The card that the seat got from its partner, if any."""
    kitty_taken: tuple[Card, ...] = ()
    """The cards that the seat took in the exchange of a farmer's hand."""
    score: tuple[int, ...] = (0, 0)
    """The score of the game, north-south first."""
    number: int = 0
    """The number of the deal in the game, from 0."""
    bell: bool = False
    """Whether the bell that ends a timed round has rung."""
    previous: DealResult | None = None
    """The result of the previous deal of the game."""

    def __str__(self) -> str:
        """Return what has happened in the deal in one line, and the seat's own hand in another."""
        return deal_lines(self, self._own_hand)

    def _repr_html_(self) -> str:
        return deal_html(self, self._own_hand)

    @property
    def _own_hand(self) -> dict[Seat, Hand]:
        return {self.seat: self.hand} if self.seat else {}

    @property
    def hand(self) -> Hand:
        """The observing seat's own cards."""
        return Hand(self.cards)

    @property
    def my_turn(self) -> bool:
        """Whether it is the turn of the observing seat."""
        return self.turn is not None and self.turn is self.seat

    @property
    def lawful_actions(self) -> tuple[Action, ...]:
        """The seat's legal actions, without plays that would be a revoke.

        Where players can revoke, ``legal_actions`` has these plays too.
        """
        if self.phase is not Phase.PLAYING or not self.my_turn or not self.revokes:
            return self.legal_actions
        mask = lawful_mask(self, self.hand.mask)
        return tuple(act for act in self.legal_actions if not isinstance(act, Play) or act.card.bit & mask)

    def why_not(self, action: ActionOrText) -> str | None:
        """Return a sentence that explains why the seat may not choose ``action`` now, or None if it may."""
        if self.seat is None:
            return "someone who watches has no part in the deal"
        meant = action_of(action, self.phase)
        refused = refusal(self, self.seat, self.hand.mask, self.legal_actions, meant)
        return None if refused is None else str(refused)
