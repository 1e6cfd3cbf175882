"""The draw for the first dealer and for partners. There are four methods, each with a shuffled pack and no joker:

- ``random``: the first card of the pack determines the seat.
- ``first_jack``: cards are dealt singly and face up from the captain's left; the seat that is dealt the first jack
  deals (seeds/001, rule 7).
- ``high_cut``: one seat of each side cuts, and cuts again after a tie; the side with the higher card, ace high, names
  its dealer (seeds/000).
- ``low_card``: every seat draws; seats with equal cards draw again; the lowest card deals, and the two lowest play
  the two highest; K is high and A is low (seeds/003, The Draw). ``Ruleset.draw_ties`` says whether the new card only
  breaks the tie or replaces the old one. If too few cards are left to draw again, the cards drawn before break the
  tie, the latest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from .cards import Card, Rank, mask_of, pack
from .errors import IllegalAction, InvalidDeal
from .ruleset import Ruleset
from .seats import Partnership, Seat, clockwise

LOW_TO_HIGH = (Rank.ACE, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
"""The order of ranks when partners are drawn."""

DrawnCard: TypeAlias = tuple[Seat, Card]


class Draw(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A draw in progress. It never changes: its methods return a new one. It is over when ``dealer`` is known.

    ``shown`` holds the cards drawn so far, in order; ``keys`` the ranks that count for each seat; ``waiting`` the seats
    that have yet to draw; ``namer`` the side that names the dealer. ``seating[i]`` is the seat to which the player of
    seat *i* moves.

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
    def start(cls, rules: Ruleset, order: Iterable[Card], captain: Seat = Seat.NORTH) -> Draw:
        """Start a draw with a shuffled pack; a joker is left out. ``InvalidDeal`` unless it is the ruleset's pack."""
        cards = tuple(card for card in order if card.suit)
        plain = pack(rules.pack)
        if len(cards) != len(plain) or mask_of(cards) != mask_of(plain):
            raise InvalidDeal(f"a draw under {rules.name} needs its pack of {rules.pack} cards, each once")
        draw = cls(rules=rules, pack=cards, captain=captain, keys=((),) * len(rules.seats), seating=rules.seats)
        return STARTS[rules.draw](draw)

    @property
    def over(self) -> bool:
        """Whether the draw has determined the first dealer."""
        return self.dealer is not None

    @property
    def turn(self) -> Seat | None:
        """The seat that cuts or draws next."""
        return self.waiting[0] if self.waiting else None

    def take(self, place: int = 0) -> Draw:
        """Draw the card at ``place``, from 0, among those still face down. ``IllegalAction`` if there is none."""
        if not self.waiting:
            raise IllegalAction("nobody is to draw a card now")
        left = self.left
        if not 0 <= place < len(left):
            raise IllegalAction(f"there is no card at place {place}: {len(left)} are left, from 0")
        seat, card = self.waiting[0], left[place]
        keys = tuple(
            (*self._kept(key), self._rank(card)) if i == seat.index else key for i, key in enumerate(self.keys)
        )
        drawn = replace(self, shown=(*self.shown, (seat, card)), keys=keys, waiting=self.waiting[1:])
        return drawn if drawn.waiting else drawn._compared()

    def _rank(self, card: Card) -> int:
        return card.rank.index if self.rules.draw == "high_cut" else LOW_TO_HIGH.index(card.rank)

    def _kept(self, key: tuple[int, ...]) -> tuple[int, ...]:
        """Return the part of a seat's key that still counts when it draws again."""
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
                raise InvalidDeal("the pack is used up by ties: shuffle it and draw afresh")
        elif tied:
            return replace(self, waiting=tied)
        ranked = sorted(drawers, key=keys.__getitem__)
        if self.rules.draw == "high_cut":
            return replace(self, namer=ranked[-1].partnership)
        return replace(self, dealer=ranked[0], seating=_opposite(ranked[0], ranked[1]))

    def _latest_first(self, seat: Seat) -> tuple[int, ...]:
        """Return the ranks of the cards that a seat has drawn, the latest first."""
        return tuple(self._rank(card) for drawer, card in reversed(self.shown) if drawer is seat)

    def name_dealer(self, seat: Seat) -> Draw:
        """Let the side with the higher cut name its dealer. ``IllegalAction`` for a seat of the other side."""
        if self.namer is None or self.dealer is not None:
            raise IllegalAction("no dealer is to be named now")
        if seat.partnership is not self.namer:
            raise IllegalAction(f"{self.namer} cut the higher card and names its own dealer: {seat} is not one of them")
        return replace(self, dealer=seat)

    def finish(self) -> Draw:
        """Complete the draw without players: seats draw from the top, and the higher cutter deals."""
        draw = self
        while draw.waiting:
            draw = draw.take()
        if draw.namer and draw.dealer is None:
            draw = draw.name_dealer(max(draw.namer.seats, key=lambda seat: draw.keys[seat.index]))
        return draw


def _tied(keys: Mapping[Seat, tuple[int, ...]]) -> tuple[Seat, ...]:
    """Return the seats whose key equals that of another seat."""
    worth = list(keys.values())
    return tuple(seat for seat in keys if worth.count(keys[seat]) > 1)


def _opposite(lowest: Seat, second: Seat) -> tuple[Seat, ...]:
    """Return the seating in which the player with the second lowest card sits opposite the one with the lowest.

    The player with the lowest card stays. The second lowest changes places with the player opposite.
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
