"""The names of cards, seats and sides in a sentence. A reader who sits at the table is called "you"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from uka.core.cards import Card
from uka.core.seats import SEATS, Partnership, Seat

COMPASS = tuple(str(seat).capitalize() for seat in SEATS)
"""The names of the seats themselves: North, East, South and West."""


def card_name(card: Card, joker: str = "benny") -> str:
    """Return the name of a card as people write it. ``joker`` is the name of the joker.

    >>> card_name(Card.TH), card_name(Card.JOKER)
    ('10♥', 'benny')
    """
    if card.suit is None:
        return joker
    return card.rank.value.replace("T", "10") + card.suit.symbol


def card_names(cards: Iterable[Card]) -> str:
    """Return the names of cards, separated by spaces."""
    return " ".join(map(card_name, cards))


class Names(NamedTuple):
    """The names of the seats for one reader, and phrases with these names.

    >>> names = Names(Seat.SOUTH)
    >>> names.name(Seat.SOUTH), names.name(Seat.WEST), names.name_in_sentence(Seat.SOUTH)
    ('You', 'West', 'you')
    >>> names.does(Seat.SOUTH, "take"), names.does(Seat.WEST, "pass")
    ('You take', 'West passes')
    >>> names.pair(Partnership.NORTH_SOUTH), names.them(Partnership.EAST_WEST)
    ('You and North', 'them')
    """

    me: Seat | None
    """The reader's seat, or None for a spectator."""
    others: tuple[str, ...] = COMPASS
    """A name for each of the four seats. The reader's own seat is called "you" instead."""
    tags: tuple[str, ...] = ("",) * len(SEATS)
    """For each seat, the remark that the screen shows beside its name."""

    @property
    def view_seat(self) -> Seat:
        """The seat from whose position the table is drawn: the reader's own seat, or south for a spectator."""
        return self.me or Seat.SOUTH

    @property
    def sides(self) -> tuple[Partnership, Partnership]:
        """The two partnerships. The reader's own partnership comes first; for a spectator, north-south does."""
        return self.view_seat.partnership, self.view_seat.partnership.other

    def name(self, seat: Seat) -> str:
        """Return the name of ``seat`` for the beginning of a sentence."""
        return "You" if seat is self.me else self.others[seat.index]

    def name_in_sentence(self, seat: Seat) -> str:
        """Return the name of ``seat`` for the middle of a sentence."""
        return "you" if seat is self.me else self.others[seat.index]

    def does(self, seat: Seat, verb: str) -> str:
        """Return the name of ``seat`` and ``verb`` in the present tense, such as "You take" or "West passes"."""
        if seat is self.me:
            return f"You {verb}"
        suffix = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
        return f"{self.name(seat)} {verb}{suffix}"

    def pair(self, side: Partnership, joint: str = " and ") -> str:
        """Return the names of the two partners of ``side``, joined by ``joint``. The reader's name comes first."""
        return joint.join(self.name(seat) for seat in sorted(side.seats, key=lambda seat: seat is not self.me))

    def partners(self, side: Partnership) -> str:
        """Return the names of the two partners of ``side`` for the middle of a sentence, in the order of the seats."""
        return " and ".join(self.name_in_sentence(seat) for seat in side.seats)

    def they(self, side: Partnership) -> str:
        """Return ``side`` as the subject of a clause: "you" or "they". For a spectator, return both players' names."""
        return self._words_for_side(side, "you", "they")

    def them(self, side: Partnership) -> str:
        """Return ``side`` as the object of a clause: "you" or "them". For a spectator, return both players' names."""
        return self._words_for_side(side, "you", "them")

    def _words_for_side(self, side: Partnership, ours: str, theirs: str) -> str:
        """Return ``ours`` for the reader's own side, ``theirs`` for the other side, or both names for a spectator."""
        if self.me is None:
            return self.pair(side)
        return ours if side is self.me.partnership else theirs


def counted(count: int, noun: str) -> str:
    """Return the number ``count`` and ``noun``, in the plural unless the number is 1.

    >>> counted(1, "trick"), counted(3, "trick"), counted(1503, "line")
    ('1 trick', '3 tricks', '1,503 lines')
    """
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"
