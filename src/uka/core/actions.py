"""The actions that a seat can choose. Each has a fixed index, which kernels and trained models use.

==========  =================================================================
0 - 32      ``Play`` of the card of that index
33 - 65     ``Discard`` of the card of index - 33
66 - 98     ``Give`` of the card of index - 66
99          ``Pass``
100, 101    ``OrderUp``, ``OrderUp(alone=True)``
102 - 106   ``CallTrump`` of clubs, diamonds, hearts, spades, no trump
107 - 111   ``CallTrump(alone=True)`` of the same
112 - 115   ``NameSuit`` of clubs, diamonds, hearts, spades
116         ``GoAlone``
117, 118    ``ClaimRedeal``, ``GoUnder``
119 - 123   ``ClaimRevoke`` in trick 0 - 4
==========  =================================================================
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from .cards import CARDS, SUITS, Card, Suit, by_mask


class ActionBase(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """The base class of actions."""

    @property
    def index(self) -> int:
        """The position of the action in ``ACTIONS``. Kernels and trained models rely on it."""
        return INDEX[self]  # type: ignore[index]


class Play(ActionBase, frozen=True, tag="play"):
    """Play a card to the trick."""

    card: Card


class Discard(ActionBase, frozen=True, tag="discard"):
    """Discard a card after picking up the turn-up or after receiving a card from the partner.

    A seat that exchanges a farmer's hand shows its three low cards by this action too.
    """

    card: Card


class Give(ActionBase, frozen=True, tag="give"):
    """Pass a card, face down, to the partner who plays alone."""

    card: Card


class Pass(ActionBase, frozen=True, tag="pass"):
    """Decline to call, to claim a farmer's hand, or to play alone."""


class OrderUp(ActionBase, frozen=True, tag="order_up"):
    """Accept the turn-up, so that its suit is trump."""

    alone: bool = False


class CallTrump(ActionBase, frozen=True, tag="call"):
    """Name a suit, or no trump, as trump in the second round of calls."""

    suit: Suit
    alone: bool = False


class NameSuit(ActionBase, frozen=True, tag="name"):
    """Name the suit that the joker stands for when the joker is the turn-up."""

    suit: Suit


class GoAlone(ActionBase, frozen=True, tag="alone"):
    """Choose to play or defend alone, when asked after the discard."""


class ClaimRedeal(ActionBase, frozen=True, tag="claim_redeal"):
    """Claim a redeal because of a farmer's hand, which is a hand of low cards."""


class GoUnder(ActionBase, frozen=True, tag="go_under"):
    """Go under: claim the exchange of three low cards of a farmer's hand for the three cards under the turn-up.

    The seat then shows the three low cards, one ``Discard`` each.
    """


class ClaimRevoke(ActionBase, frozen=True, tag="claim_revoke"):
    """Claim that an opponent revoked in a trick: failed to follow suit when able to. ``trick`` counts from 0."""

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
"""All actions, each at its index.

>>> ACTIONS[99], ACTIONS[100].index
(Pass(), 100)
"""
INDEX: dict[Action, int] = {action: i for i, action in enumerate(ACTIONS)}

plays_of = by_mask(PLAYS)
discards_of = by_mask(DISCARDS)
gives_of = by_mask(GIVES)
