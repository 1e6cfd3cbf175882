"""The state of a deal with its hidden cards. The functions that apply actions take this state and return a new one."""

from __future__ import annotations

from typing import TypeAlias, TypeVar

from .actions import Action
from .cards import Card, CardMask
from .events import Event
from .public_deal import PublicDeal
from .seats import Seat


class FullDeal(PublicDeal, frozen=True, kw_only=True):
    """The state of a deal with all cards, visible and hidden. ``Deal`` adds the methods that apply actions."""

    masks: tuple[CardMask, ...]
    """The hand of each seat, by ``seat.index``."""
    kitty: tuple[Card, ...]
    """The cards under the upcard, top first."""
    turn_legal: tuple[Action, ...] = ()
    """The legal actions of the seat whose turn it is, without claims of revokes."""
    discards: tuple[tuple[Seat, Card], ...] = ()
    """The cards discarded face down, as (seat that discarded the card, card)."""
    gift: Card | None = None
    """The card that a loner's partner gave the loner."""
    kitty_taken: tuple[Card, ...] = ()
    """The cards that a seat took in the exchange of a farmer's hand."""
    breaches: tuple[tuple[Seat, int, Card], ...] = ()
    """All revokes, claimed or not, as (seat that revoked, number of the trick, card)."""


D = TypeVar("D", bound=FullDeal)
"""The class of a deal. Functions that apply an action return a deal of the class that they were given."""

DealTransition: TypeAlias = tuple[D, tuple[Event, ...]]
"""The deal after an action, and the events that the action caused."""


def with_item(items: tuple[int, ...], index: int, item: int) -> tuple[int, ...]:
    """Return a copy of ``items`` in which ``item`` replaces the item at the position ``index``."""
    changed = list(items)  # this runs for every card played, and slicing tuples would be slower
    changed[index] = item
    return tuple(changed)
