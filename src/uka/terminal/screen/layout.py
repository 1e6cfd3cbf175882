"""The cards on the table and the role of each seat, derived from an observation."""

from __future__ import annotations

from typing import NamedTuple

from uka.core.cards import Card
from uka.core.observation import Observation
from uka.core.seats import Seat
from uka.table.views.facts import call_words, sits_out


def cards_in_front(seen: Observation, showing: bool) -> dict[Seat, Card]:
    """Return the card of each seat in the trick that lies on the table.

    If ``showing`` is true, a finished trick still lies there.
    """
    if showing and seen.tricks:
        return dict(seen.tricks[-1].plays(_sitting(seen)))
    return dict(seen.plays)


def trick_taker(seen: Observation, showing: bool) -> Seat | None:
    """Return the seat that won the finished trick that still lies on the table, or None if ``showing`` is false."""
    return seen.tricks[-1].taker if showing and seen.tricks else None


class PileCard(NamedTuple):
    """A card of a finished trick.

    If ``turned`` is true, the card won the trick and its player turned the card to mark that.
    """

    card: Card
    turned: bool


def trick_pile(seen: Observation, seat: Seat, showing: bool) -> tuple[PileCard, ...]:
    """Return the cards of finished tricks that stay in front of a seat. The first card lies at the bottom.

    If ``showing`` is true, the last trick still lies on the table, so its card is left out. Return nothing if, by the
    rules, the winner of a trick gathers its cards.
    """
    if seen.rules.cards_played == "gathered":
        return ()
    done = seen.tricks[:-1] if showing else seen.tricks
    return tuple(
        PileCard(card, trick.taker is seat)
        for trick in done
        for who, card in trick.plays(_sitting(seen))
        if who is seat
    )


def last_call(seen: Observation, seat: Seat) -> str:
    """Return a seat's last pass or call for trump as text. Return "" if there is none, or if card play has begun."""
    if seen.trick or seen.tricks:
        return ""
    for i, call in reversed(list(enumerate(seen.calls))):
        if call.seat is seat:
            return call_words(seen, i)
    return ""


def seat_roles(seen: Observation, seat: Seat) -> tuple[str, ...]:
    """Return the roles of a seat in this deal, such as dealer, maker, playing alone or sitting out."""
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


def _sitting(seen: Observation) -> int:
    return seen.contract.sitting_out if seen.contract else 0
