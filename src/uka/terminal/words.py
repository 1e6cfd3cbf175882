"""How cards, seats and sides are called in a sentence, the reader being "you"; and how a deal ended."""

from __future__ import annotations

from collections.abc import Iterable

from uka.core.cards import Card
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import Partnership, Seat


def card_name(card: Card) -> str:
    """A card as people write it.

    >>> card_name(Card.TH), card_name(Card.JOKER)
    ('10♥', 'benny')
    """
    if card.suit is None:
        return "benny"
    return card.rank.value.replace("T", "10") + card.suit.symbol


def card_names(cards: Iterable[Card]) -> str:
    """Some cards in a row."""
    return " ".join(map(card_name, cards))


def seat_name(seat: Seat, me: Seat) -> str:
    """A seat as the player in ``me`` calls it.

    >>> seat_name(Seat.SOUTH, Seat.SOUTH), seat_name(Seat.WEST, Seat.SOUTH)
    ('You', 'West')
    """
    return "You" if seat is me else str(seat).capitalize()


def pair_name(side: Partnership, me: Seat, joint: str = " and ") -> str:
    """Two partners, the reader first.

    >>> pair_name(Partnership.NORTH_SOUTH, Seat.SOUTH)
    'You and North'
    """
    return joint.join(seat_name(seat, me) for seat in sorted(side.seats, key=lambda seat: seat is not me))


def does(seat: Seat, me: Seat, verb: str) -> str:
    """Who does something now.

    >>> does(Seat.SOUTH, Seat.SOUTH, "take"), does(Seat.WEST, Seat.SOUTH, "pass")
    ('You take', 'West passes')
    """
    if seat is me:
        return f"You {verb}"
    ending = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
    return f"{seat_name(seat, me)} {verb}{ending}"


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "trick"), counted(3, "trick")
    ('1 trick', '3 tricks')
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def ending(result: DealResult, me: Seat) -> str:
    """How a deal ended and what it was worth, in a sentence or two."""
    told = _told(result, me)
    scored = [(side, n) for side, n in zip(Partnership, result.points, strict=True) if n]
    return told + "".join(f" {counted(n, 'point')} to {_to(side, me)}." for side, n in scored)


def _to(side: Partnership, me: Seat) -> str:
    return "you" if side is me.partnership else "them"


def _told(result: DealResult, me: Seat) -> str:
    if result.makers is None or result.outcome in (Outcome.REVOKED, Outcome.REDEAL, Outcome.THROWN_IN):
        return {
            Outcome.REVOKED: "A revoke was proven, and the deal ends.",
            Outcome.REDEAL: "A farmer's hand was shown: the same dealer deals again.",
        }.get(result.outcome, "Nobody called: the deal is thrown in.")
    pair = pair_name(result.makers, me)
    taken = result.tricks[result.makers.index]
    tricks, too_few = counted(taken, "trick"), f"only {counted(taken, 'trick')}" if taken else "no trick"
    loner = seat_name(result.loner, me) if result.loner else pair
    defender = seat_name(result.lone_defender, me) if result.lone_defender else ""
    return {
        Outcome.MADE: f"{pair} made it with {tricks}.",
        Outcome.MARCH: f"{pair} took all five tricks: a march!",
        Outcome.LONE_MADE: f"{loner} made {tricks} alone.",
        Outcome.LONE_MARCH: f"{loner} took all five tricks alone!",
        Outcome.EUCHRED: f"{pair} took {too_few}: euchred!",
        Outcome.LONE_EUCHRED: f"{loner} took {too_few} alone: euchred!",
        Outcome.DEFENDED_ALONE: f"{defender} defended alone, and {pair} took {too_few}: euchred!",
    }[result.outcome]
