"""The state of a deal with its hidden cards. The modules of the rules change it."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from .actions import Action
from .cards import Card
from .events import Event
from .public_deal import PublicDeal
from .seats import Seat


class FullDeal(PublicDeal, frozen=True, kw_only=True):
    """All cards of a deal, visible and hidden. ``Deal`` adds the methods that change it.

    ``masks`` holds the hands by seat, ``kitty`` the cards under the turn-up, top first, ``discards`` the cards that
    were discarded, and ``gift`` the card that a loner was passed. ``turn_legal`` holds the legal actions of the seat
    in turn. ``best`` is the strength of the best card of the trick in progress, and ``taker`` the seat that played
    it. ``breaches`` holds the revokes (seat, trick, card), proven or not.
    """

    masks: tuple[int, ...]
    kitty: tuple[Card, ...]
    turn_legal: tuple[Action, ...] = ()
    discards: tuple[tuple[Seat, Card], ...] = ()
    gift: Card | None = None
    kitty_taken: tuple[Card, ...] = ()
    best: int = 0
    taker: Seat | None = None
    breaches: tuple[tuple[Seat, int, Card], ...] = ()


D = TypeVar("D", bound=FullDeal)

DealTransition: TypeAlias = tuple[D, tuple[Event, ...]]
"""The deal after an action, and the events of that action."""


def with_hand(masks: tuple[int, ...], seat: Seat, mask: int) -> tuple[int, ...]:
    """Return the hands with that of ``seat`` replaced by ``mask``."""
    changed = list(masks)  # runs for every card played, and slicing tuples is slower
    changed[seat.index] = mask
    return tuple(changed)
