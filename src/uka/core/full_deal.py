"""The state of a deal with its hidden cards. The functions that apply the rules take and return this state."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from .actions import Action
from .cards import Card
from .events import Event
from .public_deal import PublicDeal
from .seats import Seat


class FullDeal(PublicDeal, frozen=True, kw_only=True):
    """All cards of a deal, visible and hidden. ``Deal`` adds the methods that apply actions.

    ``masks`` holds each seat's hand as a bit mask. ``kitty`` holds the cards under the turn-up, top first. ``discards``
    holds each discarded card with the seat that discarded it, and ``gift`` the card that was given to a loner.
    ``kitty_taken`` holds the cards that a seat took in the exchange of a farmer's hand. ``turn_legal`` holds the legal
    actions of the seat whose turn it is, without claims of revokes. ``breaches`` holds all revokes as
    (seat, trick, card), even if nobody has claimed them.
    """

    masks: tuple[int, ...]
    kitty: tuple[Card, ...]
    turn_legal: tuple[Action, ...] = ()
    discards: tuple[tuple[Seat, Card], ...] = ()
    gift: Card | None = None
    kitty_taken: tuple[Card, ...] = ()
    breaches: tuple[tuple[Seat, int, Card], ...] = ()


D = TypeVar("D", bound=FullDeal)

DealTransition: TypeAlias = tuple[D, tuple[Event, ...]]
"""The deal after an action, and the events that the action caused."""


def with_item(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """Return ``items`` with the item at ``index`` replaced by ``item``."""
    changed = list(items)  # this runs for every card played, and slicing tuples would be slower
    changed[index] = item
    return tuple(changed)
