"""The actions that a seat can choose. Each action has a fixed index, which the kernels and trained models use.

==========  =================================================================
0 - 32      ``Play`` of the card with that index
33 - 65     ``Discard`` of the card with index - 33
66 - 98     ``Give`` of the card with index - 66
99          ``Pass``
100, 101    ``OrderUp``, ``OrderUp(alone=True)``
102 - 106   ``CallTrump`` of clubs, diamonds, hearts, spades, no trump
107 - 111   ``CallTrump(alone=True)`` of the same suits and no trump
112 - 115   ``NameSuit`` of clubs, diamonds, hearts, spades
116         ``GoAlone``
117, 118    ``ClaimRedeal``, ``GoUnder``
119 - 123   ``ClaimRevoke`` in trick 0 - 4
==========  =================================================================
"""

from __future__ import annotations

from typing import TypeAlias

from .cards import CARDS, SUITS, Card, Suit, by_mask
from .tagged import Tagged


class ActionBase(Tagged, frozen=True, forbid_unknown_fields=True):
    """The base class of all actions."""

    @property
    def index(self) -> int:
        """The position of the action in ``ACTIONS``, its number in the compiled code and in trained models."""
        return INDEX[self]  # type: ignore[index]


class Play(ActionBase, frozen=True):
    """Play a card to the trick."""

    card: Card


class Discard(ActionBase, frozen=True):
    """Discard a card face down, after taking the upcard or a card from the partner.

    A seat that exchanges a farmer's hand shows each of its three low cards by this action too.
    """

    card: Card


class Give(ActionBase, frozen=True):
    """Give a card face down to the partner, who plays alone."""

    card: Card


class Pass(ActionBase, frozen=True):
    """Decline to call, to claim a farmer's hand, or to play alone."""


class OrderUp(ActionBase, frozen=True):
    """Accept the upcard, so that its suit becomes trump. If ``alone`` is true, the seat plays alone."""

    alone: bool = False


class CallTrump(ActionBase, frozen=True):
    """Call a suit or no trump in the second round of calls. If ``alone`` is true, the seat plays alone."""

    suit: Suit
    alone: bool = False


class NameSuit(ActionBase, frozen=True):
    """Name, as the dealer, the suit that a turned-up joker stands for."""

    suit: Suit


class GoAlone(ActionBase, frozen=True):
    """Choose to play or defend alone, where the rules ask for that after the discard."""


class ClaimRedeal(ActionBase, frozen=True):
    """Claim that the cards are dealt again because of a farmer's hand, which is a hand of low cards."""


class GoUnder(ActionBase, frozen=True):
    """Exchange three low cards of a farmer's hand for the three cards under the upcard, known as going under.

    The seat then shows its three low cards, each by a ``Discard``.
    """


class ClaimRevoke(ActionBase, frozen=True):
    """Claim that an opponent revoked in a trick: the opponent could have followed suit but did not.

    ``trick`` is the number of the trick in the deal, from 0.
    """

    trick: int


Action: TypeAlias = (
    Play | Discard | Give | Pass | OrderUp | CallTrump | NameSuit | GoAlone | ClaimRedeal | GoUnder | ClaimRevoke
)

_STRAINS = (*SUITS, Suit.NO_TRUMP)
PLAYS = tuple(Play(card) for card in CARDS)
DISCARDS = tuple(Discard(card) for card in CARDS)
GIVES = tuple(Give(card) for card in CARDS)
PASS = Pass()
ORDER_UP, ORDER_UP_ALONE = OrderUp(), OrderUp(True)
CALLS = tuple(CallTrump(suit) for suit in _STRAINS)
CALLS_ALONE = tuple(CallTrump(suit, True) for suit in _STRAINS)
NAMES = tuple(NameSuit(suit) for suit in SUITS)
GO_ALONE, CLAIM_REDEAL, GO_UNDER = GoAlone(), ClaimRedeal(), GoUnder()
CLAIMS = tuple(ClaimRevoke(trick) for trick in range(5))

ACTIONS: tuple[Action, ...] = (
    *PLAYS, *DISCARDS, *GIVES, PASS, ORDER_UP, ORDER_UP_ALONE, *CALLS, *CALLS_ALONE, *NAMES,
    GO_ALONE, CLAIM_REDEAL, GO_UNDER, *CLAIMS,
)  # fmt: skip
"""All actions that exist. The position of an action in this tuple is its index.

>>> ACTIONS[99], ACTIONS[100].index
(Pass(), 100)
"""
INDEX: dict[Action, int] = {action: i for i, action in enumerate(ACTIONS)}
"""A dict from each action to its index."""

plays_of = by_mask(PLAYS)
discards_of = by_mask(DISCARDS)
gives_of = by_mask(GIVES)
