"""The draw that determines the first dealer, and under some rules the partners.

A draw uses a shuffled pack without the joker. There are four methods:

- ``random``: the first card of the pack determines the seat that deals.
- ``first_jack``: cards are dealt face up, one at a time, starting at the dealing captain's left. The seat that gets the
  first jack deals (Tainui rules, 7).
- ``high_cut``: one seat of each side cuts to a card, and both cut again after a tie. The side with the higher card, ace
  high, names the first dealer (rules of the New Zealand Clubs organisation).
- ``low_card``: every seat draws a card. The king is high and the ace low. The player with the lowest card deals, and
  the players with the two lowest cards become partners (Bicycle, The Draw). Seats with equal cards draw again.
  ``Ruleset.draw_ties`` determines whether the new card only breaks the tie or replaces the old card. If too few cards
  are left to draw again, the cards drawn so far decide. They are compared from each seat's latest card to its first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from .cards import Card, Rank, mask_of, pack
from .errors import IllegalAction, InvalidDeal
from .ruleset import Ruleset
from .seats import Partnership, Seat, clockwise, seat_of

LOW_TO_HIGH = (Rank.ACE, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
"""The ranks from low to high in the draw for partners, in which the ace is low."""

DrawnCard: TypeAlias = tuple[Seat, Card]


class Draw(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A draw in progress. It is immutable: its methods return a new draw. A draw is over when ``dealer`` is set.

    ``shown`` lists the cards drawn so far, in order, each with its seat. ``keys`` holds, for each seat, the ranks of
    its drawn cards that count in the comparison. ``waiting`` lists the seats that must still draw. ``namer`` is the
    side that names the dealer. The player at the seat with index *i* moves to ``seating[i]``.

    >>> from uka.core.shuffle import shuffle
    >>> rules = Ruleset(draw="first_jack")
    >>> draw = Draw.start(rules, shuffle(rules.cards, 3), captain=Seat.NORTH)
    >>> draw.dealer, str(draw.shown[-1][1])
    (Seat.EAST, 'Jd')
    """

    rules: Ruleset
    pack: tuple[Card, ...]
    captain: Seat
    shown: tuple[DrawnCard, ...] = ()
    keys: tuple[tuple[int, ...], ...] = ()
    waiting: tuple[Seat, ...] = ()
    namer: Partnership | None = None
    dealer: Seat | None = None
    seating: tuple[Seat, ...] = ()

    @classmethod
    def start(cls, rules: Ruleset, order: Iterable[Card], captain: Seat | str = Seat.NORTH) -> Draw:
        """Return a draw from the shuffled pack ``order``, without the joker.

        ``captain`` is the seat that cuts or draws first. If the rules draw by ``first_jack``, ``captain`` deals the
        cards, and the seat at the captain's left gets the first card. Raise ``InvalidDeal`` unless ``order`` holds each
        card of the ruleset's pack exactly once.
        """
        cards = tuple(card for card in order if card.suit)
        plain = pack(rules.pack)
        if len(cards) != len(plain) or mask_of(cards) != mask_of(plain):
            raise InvalidDeal(f"a draw under {rules.name} needs its pack of {rules.pack} cards, each once")
        draw = cls(
            rules=rules, pack=cards, captain=seat_of(captain), keys=((),) * len(rules.seats), seating=rules.seats
        )
        return STARTS[rules.draw](draw)

    @property
    def over(self) -> bool:
        """Whether the draw has determined the first dealer."""
        return self.dealer is not None

    @property
    def turn(self) -> Seat | None:
        """The seat that cuts or draws next, or None if no seat must draw."""
        return self.waiting[0] if self.waiting else None

    def take(self, place: int = 0) -> Draw:
        """Draw a card for the seat whose turn it is, and return the new draw.

        ``place`` is the index of the card among the cards that are still face down. Raise ``IllegalAction`` if there is
        no such card, or if no seat is to draw.
        """
        if not self.waiting:
            raise IllegalAction("it's not the time to draw a card")
        left = self.left
        if not 0 <= place < len(left):
            raise IllegalAction(f"there is no card at place {place}: {len(left)} cards are left, counted from 0")
        seat, card = self.waiting[0], left[place]
        keys = tuple(
            (*self._kept(key), self._rank(card)) if i == seat.index else key for i, key in enumerate(self.keys)
        )
        drawn = replace(self, shown=(*self.shown, (seat, card)), keys=keys, waiting=self.waiting[1:])
        return drawn if drawn.waiting else drawn._compared()

    def _rank(self, card: Card) -> int:
        return card.rank.index if self.rules.draw == "high_cut" else LOW_TO_HIGH.index(card.rank)

    def _kept(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """Return those ranks in ``key`` that still count when a seat draws again after a tie.

        ``key`` holds the ranks of the seat's earlier cards.
        """
        return () if self.rules.draw_ties == "replace" else key

    @property
    def count(self) -> int:
        """The number of cards still face down."""
        return len(self.pack) - len(self.shown)

    @property
    def left(self) -> tuple[Card, ...]:
        """The cards still face down, top first."""
        shown = mask_of(card for _, card in self.shown)
        return tuple(card for card in self.pack if not card.bit & shown)

    def _compared(self) -> Draw:
        drawers = [seat for seat in self.rules.seats if self.keys[seat.index]]
        keys = {seat: self.keys[seat.index] for seat in drawers}
        tied = _tied(keys)
        if tied and len(self.left) < len(tied):
            keys = {seat: self._latest_first(seat) for seat in drawers}
            if _tied(keys):
                raise InvalidDeal("ties have used up the pack: shuffle it and draw again")
        elif tied:
            return replace(self, waiting=tied)
        ranked = sorted(drawers, key=keys.__getitem__)
        if self.rules.draw == "high_cut":
            return replace(self, namer=ranked[-1].partnership)
        return replace(self, dealer=ranked[0], seating=_opposite(ranked[0], ranked[1]))

    def _latest_first(self, seat: Seat) -> tuple[int, ...]:
        """Return the ranks of the cards that a seat has drawn, the latest card first."""
        return tuple(self._rank(card) for drawer, card in reversed(self.shown) if drawer is seat)

    def name_dealer(self, seat: Seat | str) -> Draw:
        """Return the draw with ``seat`` as the first dealer. The side whose card in the cut was higher names this seat.

        Raise ``IllegalAction`` if no dealer is to be named, or if ``seat`` belongs to the other side.
        """
        seat = seat_of(seat)
        if self.namer is None or self.dealer is not None:
            raise IllegalAction("it's not the time to name the dealer")
        if seat.partnership is not self.namer:
            raise IllegalAction(
                f"{self.namer.value.title()} cut the higher card and names the dealer: {seat.value.title()} is on the "
                "other side"
            )
        return replace(self, dealer=seat)

    def finish(self) -> Draw:
        """Complete the draw without players: each seat draws the top card.

        If the rules draw by ``high_cut``, the seat with the higher card deals.
        """
        draw = self
        while draw.waiting:
            draw = draw.take()
        if draw.namer and draw.dealer is None:
            draw = draw.name_dealer(max(draw.namer.seats, key=lambda seat: draw.keys[seat.index]))
        return draw


def _tied(keys: Mapping[Seat, tuple[int, ...]]) -> tuple[Seat, ...]:
    """Return the seats whose key is equal to the key of another seat."""
    worth = list(keys.values())
    return tuple(seat for seat in keys if worth.count(keys[seat]) > 1)


def _opposite(lowest: Seat, second: Seat) -> tuple[Seat, ...]:
    """Return the seating in which the players with the two lowest cards sit opposite each other.

    The player with the lowest card stays. The player with the second lowest card changes seats with the partner of the
    player who stays. Item *i* of the result is the new seat of the player at the seat with index *i*.
    """
    moves = {second: lowest.partner, lowest.partner: second}
    return tuple(moves.get(seat, seat) for seat in type(lowest))


def _random(draw: Draw) -> Draw:
    number = pack(draw.rules.pack).index(draw.pack[0])
    return replace(draw, dealer=draw.rules.seats[number % len(draw.rules.seats)])


def _first_jack(draw: Draw) -> Draw:
    seats = clockwise(draw.captain.left)
    until = next(i for i, card in enumerate(draw.pack) if card.rank is Rank.JACK) + 1
    shown = tuple((seats[i % len(seats)], card) for i, card in enumerate(draw.pack[:until]))
    return replace(draw, shown=shown, dealer=shown[-1][0])


def _high_cut(draw: Draw) -> Draw:
    return replace(draw, waiting=(draw.captain, draw.captain.left))


def _low_card(draw: Draw) -> Draw:
    return replace(draw, waiting=clockwise(draw.captain))


STARTS = {"random": _random, "first_jack": _first_jack, "high_cut": _high_cut, "low_card": _low_card}
