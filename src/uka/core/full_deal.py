"""A deal with its hidden cards: the state below the rules that change it."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from .actions import Action
from .cards import Card
from .events import Event
from .public_deal import PublicDeal
from .seats import Seat


class FullDeal(PublicDeal, frozen=True, kw_only=True):
    """Every card of a deal, seen or hidden. ``Deal`` adds the verbs.

    ``masks`` are the hands by seat, ``kitty`` the cards under the turn-up, top first, ``discards`` the cards laid away
    face down and by whom, ``gift`` the card that a loner was passed. ``turn_legal`` are the legal actions of the seat
    in turn. ``best`` is the strength of the best card of the trick in progress, and ``taker`` the seat that played it.
    ``breaches`` are the revokes made, proven or not.
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
"""The deal after an action, and what happened."""


def with_hand(masks: tuple[int, ...], seat: Seat, mask: int) -> tuple[int, ...]:
    """The hands with one of them changed."""
    changed = list(masks)  # every play comes here, and splicing a tuple is slower
    changed[seat.index] = mask
    return tuple(changed)
