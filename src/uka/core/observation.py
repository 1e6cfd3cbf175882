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
    """What one seat may know of a deal. For a spectator, ``seat`` is None and ``cards`` is empty.

    ``cards`` holds the seat's own cards in index order. It is empty while the seat may not look at them.
    ``legal_actions`` holds the seat's legal actions, even if it is another seat's turn. ``put_away`` holds the cards
    that the seat discarded or gave to its partner, and ``received`` the card that its partner gave. ``kitty_taken``
    holds the cards that the seat took in the exchange of a farmer's hand. ``score`` is the score of the game by
    partnership, and ``number`` the number of the deal, from 0. ``bell`` is true if the bell of a timed round has rung.
    ``previous`` is the result of the previous deal.
    """

    seat: Seat | None
    cards: tuple[Card, ...] = ()
    legal_actions: tuple[Action, ...] = ()
    put_away: tuple[Card, ...] = ()
    received: tuple[Card, ...] = ()
    kitty_taken: tuple[Card, ...] = ()
    score: tuple[int, ...] = (0, 0)
    number: int = 0
    bell: bool = False
    previous: DealResult | None = None

    def __str__(self) -> str:
        """Return what has happened in one line, and the seat's own hand in another."""
        return deal_lines(self, self._own_hand)

    def _repr_html_(self) -> str:
        return deal_html(self, self._own_hand)

    @property
    def _own_hand(self) -> dict[Seat, Hand]:
        return {self.seat: self.hand} if self.seat else {}

    @property
    def hand(self) -> Hand:
        """The seat's own cards."""
        return Hand(self.cards)

    @property
    def my_turn(self) -> bool:
        """Whether it is the turn of the observing seat."""
        return self.turn is not None and self.turn is self.seat

    @property
    def lawful_actions(self) -> tuple[Action, ...]:
        """The seat's legal actions without revokes.

        If players can revoke, ``legal_actions`` includes cards that break the rules of play.
        """
        if self.phase is not Phase.PLAYING or not self.my_turn or not self.revokes:
            return self.legal_actions
        mask = lawful_mask(self, self.hand.mask)
        return tuple(a for a in self.legal_actions if not isinstance(a, Play) or a.card.bit & mask)

    def why_not(self, action: ActionOrText) -> str | None:
        """Return a sentence that explains why an action is illegal now, or None if the action is legal."""
        if self.seat is None:
            return "someone who watches has no part in the deal"
        meant = action_of(action, self.phase)
        refused = refusal(self, self.seat, self.hand.mask, self.legal_actions, meant)
        return None if refused is None else str(refused)
