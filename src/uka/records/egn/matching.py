"""A bipartite matching of cards and positions in a deal, in which each position can take only some of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from uka.core.cards import Card


def match_cards(
    masks: Sequence[int], cards: Sequence[Card], *, allow_leftover: bool = False
) -> tuple[Card, ...] | None:
    """Assign a different card of ``cards`` to each position. Return the cards in the order of the positions.

    ``masks`` has one item for each position: the bit mask of the cards that the position can take. If
    ``allow_leftover`` is true, cards may be left over; otherwise all cards must be used. Return None if no assignment
    is possible.

    >>> match_cards([Card.JD.bit | Card.JH.bit, Card.JD.bit], (Card.JD, Card.JH))
    (Card.JH, Card.JD)
    """
    if len(masks) > len(cards) or (len(masks) < len(cards) and not allow_leftover):
        return None
    holder: dict[Card, int] = {}
    for position in range(len(masks)):
        if not _assign(position, masks, cards, holder, set()):
            return None
    by_position = {position: card for card, position in holder.items()}
    return tuple(by_position[position] for position in range(len(masks)))


def _assign(
    position: int, masks: Sequence[int], cards: Sequence[Card], holder: dict[Card, int], tried: set[Card]
) -> bool:
    """Assign a card to the position with the index ``position``, and move other cards to other positions if needed.

    ``holder`` maps each assigned card to its position; it is changed. ``tried`` holds the cards that were tried. Return
    whether the assignment succeeded. The algorithm is Kuhn's search for augmenting paths.
    """
    for card in cards:
        if not card.bit & masks[position] or card in tried:
            continue
        tried.add(card)
        if card not in holder or _assign(holder[card], masks, cards, holder, tried):
            holder[card] = position
            return True
    return False
