"""A bipartite matching of cards and slots, where each slot can take some of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card


def matched(masks: Sequence[int], cards: Sequence[Card], *, some: bool = False) -> tuple[Card, ...] | None:
    """Return one card for each mask, or None if that is impossible. A mask holds the cards that its slot can take.

    All cards must be used, unless ``some`` is true.

    >>> matched([Card.JD.bit | Card.JH.bit, Card.JD.bit], (Card.JD, Card.JH))
    (Card.JH, Card.JD)
    """
    if len(masks) > len(cards) or (len(masks) < len(cards) and not some):
        return None
    holder: dict[Card, int] = {}
    for place in range(len(masks)):
        if not _assign(place, masks, cards, holder, set()):
            return None
    by_place = {place: card for card, place in holder.items()}
    return tuple(by_place[place] for place in range(len(masks)))


def _assign(place: int, masks: Sequence[int], cards: Sequence[Card], holder: dict[Card, int], tried: set[Card]) -> bool:
    """Assign a card to the slot at index ``place``, and move other cards if necessary (Kuhn's augmenting paths).

    Return whether it succeeded.
    """
    for card in cards:
        if not card.bit & masks[place] or card in tried:
            continue
        tried.add(card)
        if card not in holder or _assign(holder[card], masks, cards, holder, tried):
            holder[card] = place
            return True
    return False
