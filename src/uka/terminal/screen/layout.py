"""The cards on the table and the roles of the seats, derived from an observation."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.table.views.facts import call_words, sits_out


def cards_in_front(seen: Observation, last_trick_shown: bool) -> dict[Seat, Card]:
    """Return a dict from seat to card for the trick that lies on the table.

    If ``last_trick_shown`` is true, that is the last finished trick, and otherwise the trick that is being played.
    """
    if last_trick_shown and seen.tricks:
        return dict(seen.tricks[-1].plays(_sitting_out_mask(seen)))
    return dict(seen.plays)


def trick_taker(seen: Observation, last_trick_shown: bool) -> Seat | None:
    """Return the seat that won the last finished trick, if that trick still lies on the table.

    Return None if ``last_trick_shown`` is false, or if no trick is finished.
    """
    return seen.tricks[-1].taker if last_trick_shown and seen.tricks else None


class PileCard(NamedTuple):
    """A card of a finished trick that stays in front of its player."""

    card: Card
    turned: bool
    """Whether the card won the trick. Its player turned the card to mark that."""


def trick_pile(seen: Observation, seat: Seat, last_trick_shown: bool) -> tuple[PileCard, ...]:
    """Return the cards of finished tricks that stay in front of ``seat``. The first card lies at the bottom.

    If ``last_trick_shown`` is true, the last finished trick still lies on the table, and its card is left out. Return
    an empty tuple if the rules let the winner of a trick gather its cards.
    """
    if seen.rules.cards_played == "gathered":
        return ()
    done = seen.tricks[:-1] if last_trick_shown else seen.tricks
    return tuple(
        PileCard(card, trick.taker is seat)
        for trick in done
        for who, card in trick.plays(_sitting_out_mask(seen))
        if who is seat
    )


def last_call(seen: Observation, seat: Seat) -> str:
    """Return the last pass or call for trump of ``seat`` as text.

    Return "" if there is none, or if a card has been played.
    """
    if seen.trick or seen.tricks:
        return ""
    for i, call in reversed(list(enumerate(seen.calls))):
        if call.seat is seat:
            return call_words(seen, i)
    return ""


def seat_roles(seen: Observation, seat: Seat) -> tuple[str, ...]:
    """Return the roles of ``seat`` in this deal as text, such as "dealer", "called ♥", "alone" or "sits out"."""
    contract = seen.contract
    found = ["dealer"] if seat is seen.dealer else []
    if contract is None:
        return tuple(found)
    if seat is contract.maker:
        found.append(f"called {contract.trump.symbol}")
    if seat is contract.loner:
        found.append("alone")
    if seat is contract.lone_defender:
        found.append("defends alone")
    if sits_out(seen, seat):
        found.append("sits out")
    return tuple(found)


def _sitting_out_mask(seen: Observation) -> int:
    return seen.contract.sitting_out if seen.contract else 0
