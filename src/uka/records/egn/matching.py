"""Cards put into places that may each hold some of them: a bipartite matching."""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card


def matched(masks: Sequence[int], cards: Sequence[Card], *, some: bool = False) -> tuple[Card, ...] | None:
    """One card for each mask, all cards used unless ``some`` may be left; None if there is no such way.

    >>> matched([Card.JD.bit | Card.JH.bit, Card.JD.bit], (Card.JD, Card.JH))
    (Card.JH, Card.JD)
    """
    if len(masks) > len(cards) or (len(masks) < len(cards) and not some):
        return None
    holder: dict[Card, int] = {}
    for place in range(len(masks)):
        if not _seated(place, masks, cards, holder, set()):
            return None
    found = {place: card for card, place in holder.items()}
    return tuple(found[place] for place in range(len(masks)))


def _seated(place: int, masks: Sequence[int], cards: Sequence[Card], holder: dict[Card, int], tried: set[Card]) -> bool:
    """Whether a place gets a card, others moving where they must (Kuhn's augmenting paths)."""
    for card in cards:
        if not card.bit & masks[place] or card in tried:
            continue
        tried.add(card)
        if card not in holder or _seated(holder[card], masks, cards, holder, tried):
            holder[card] = place
            return True
    return False
