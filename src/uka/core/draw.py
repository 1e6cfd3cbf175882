"""The draw that determines the first dealer, and under some rules the partners.

A draw uses a shuffled pack without the joker. ``Ruleset.draw`` is one of four methods:

- ``random``: the first card of the shuffled pack determines the first dealer, with equal chances for all seats.
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
from .seats import SEATS, Partnership, Seat, clockwise, seat_of

LOW_TO_HIGH = (Rank.ACE, Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
"""The ranks from low to high in a draw by ``low_card``, in which the ace is low."""

DrawnCard: TypeAlias = tuple[Seat, Card]


class Draw(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The state of a draw for the first dealer. It is immutable: its methods return a new draw.

    >>> from uka.core.shuffle import shuffle
    >>> rules = Ruleset(draw="first_jack")
    >>> draw = Draw.start(rules, shuffle(rules.cards, 3), captain=Seat.NORTH)
    >>> draw.dealer, str(draw.shown[-1][1])
    (Seat.EAST, 'Jd')
    """

    rules: Ruleset
    pack: tuple[Card, ...]
    """The shuffled pack without the joker, top first."""
    captain: Seat
    """The seat that cuts or draws first, or deals the cards of a draw by ``first_jack``."""
    shown: tuple[DrawnCard, ...] = ()
    """The cards drawn so far, in order, as (seat that drew the card, card)."""
    ranks: tuple[tuple[int, ...], ...] = ()
    """The ranks, as numbers, of the cards drawn by each seat that count in the comparison, by ``seat.index``."""
    waiting: tuple[Seat, ...] = ()
    """The seats that must still draw, in order."""
    namer: Partnership | None = None
    """The side that names the first dealer, because it cut the higher card."""
    dealer: Seat | None = None
    """The first dealer, or None until the draw is over."""
    seating: tuple[Seat, ...] = ()
    """The seats after the draw: the player at the seat with index *i* moves to ``seating[i]``."""

    @classmethod
    def start(cls, rules: Ruleset, order: Iterable[Card], captain: Seat | str = Seat.NORTH) -> Draw:
        """Return a draw from the shuffled pack ``order``. A joker in ``order`` is left out.

        ``captain`` is the seat that cuts or draws first. If the rules draw by ``first_jack``, ``captain`` deals the
        cards, the first to the seat at the captain's left, and the draw is over at once. Raise ``InvalidDeal`` unless
        ``order`` holds each card of the ruleset's pack exactly once.
        """
        cards = tuple(card for card in order if card.suit)
        plain = pack(rules.pack)
        if len(cards) != len(plain) or mask_of(cards) != mask_of(plain):
            raise InvalidDeal(f"a draw under {rules.name} needs its pack of {rules.pack} cards, each once")
        draw = cls(
            rules=rules, pack=cards, captain=seat_of(captain), ranks=((),) * len(rules.seats), seating=rules.seats
        )
        return FIRST_STEPS[rules.draw](draw)

    @property
    def over(self) -> bool:
        """Whether the draw has determined the first dealer."""
        return self.dealer is not None

    @property
    def turn(self) -> Seat | None:
        """The seat that cuts or draws next, or None if nobody must draw."""
        return self.waiting[0] if self.waiting else None

    def take(self, place: int = 0) -> Draw:
        """Draw a card for the seat whose turn it is, and return the new draw.

        ``place`` is the index of the card among the cards that are still face down. Raise ``IllegalAction`` if there is
        no such card, or if nobody must draw.
        """
        if not self.waiting:
            raise IllegalAction("it's not the time to draw a card")
        cards = self.face_down
        if not 0 <= place < len(cards):
            raise IllegalAction(f"there is no card at place {place}: {len(cards)} cards are left, counted from 0")
        seat, card = self.waiting[0], cards[place]
        kept = () if self.rules.draw_ties == "replace" else self.ranks[seat.index]
        ranks = list(self.ranks)
        ranks[seat.index] = (*kept, self._rank(card))
        drawn = replace(self, shown=(*self.shown, (seat, card)), ranks=tuple(ranks), waiting=self.waiting[1:])
        return drawn if drawn.waiting else drawn._compared()

    def _rank(self, card: Card) -> int:
        """Return the rank of a drawn card as a number, with the ace high or low as the draw demands."""
        return card.rank.index if self.rules.draw == "high_cut" else LOW_TO_HIGH.index(card.rank)

    @property
    def face_down_count(self) -> int:
        """The number of cards that are still face down."""
        return len(self.pack) - len(self.shown)

    @property
    def face_down(self) -> tuple[Card, ...]:
        """The cards that are still face down, top first."""
        shown = mask_of(card for _, card in self.shown)
        return tuple(card for card in self.pack if not card.bit & shown)

    def _compared(self) -> Draw:
        """Compare the cards drawn. Return the draw with its result, or with the tied seats to draw again.

        If too few cards are left for the tied seats, compare all cards that each seat has drawn, the latest card first.
        Raise ``InvalidDeal`` if the seats are still tied.
        """
        ranks = {seat: self.ranks[seat.index] for seat in self.rules.seats if self.ranks[seat.index]}
        tied = _tied(ranks)
        if tied and len(tied) <= self.face_down_count:
            return replace(self, waiting=tied)
        if tied:
            ranks = {seat: self._ranks_latest_first(seat) for seat in ranks}
            if _tied(ranks):
                raise InvalidDeal("ties have used up the pack: shuffle it and draw again")
        low_to_high = sorted(ranks, key=ranks.__getitem__)
        if self.rules.draw == "high_cut":
            return replace(self, namer=low_to_high[-1].partnership)
        lowest, second, *_ = low_to_high
        return replace(self, dealer=lowest, seating=_seating_with_partners(lowest, second))

    def _ranks_latest_first(self, seat: Seat) -> tuple[int, ...]:
        """Return the ranks of the cards that ``seat`` has drawn, the latest card first."""
        return tuple(self._rank(card) for drawer, card in reversed(self.shown) if drawer is seat)

    def name_dealer(self, seat: Seat | str) -> Draw:
        """Make ``seat`` the first dealer, as chosen by the side that cut the higher card. Return the new draw.

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
        """Return the finished draw in which each seat that must draw takes the top card.

        If the rules draw by ``high_cut``, the seat with the higher card is named dealer.
        """
        draw = self
        while draw.waiting:
            draw = draw.take()
        if draw.namer and draw.dealer is None:
            draw = draw.name_dealer(max(draw.namer.seats, key=lambda seat: draw.ranks[seat.index]))
        return draw


def _tied(ranks: Mapping[Seat, tuple[int, ...]]) -> tuple[Seat, ...]:
    """Return the seats whose ranks are equal to those of another seat."""
    all_ranks = list(ranks.values())
    return tuple(seat for seat in ranks if all_ranks.count(ranks[seat]) > 1)


def _seating_with_partners(lowest: Seat, second: Seat) -> tuple[Seat, ...]:
    """Return the seating after a draw in which the players at ``lowest`` and ``second`` become partners.

    ``lowest`` stays. ``second`` changes seats with the player opposite ``lowest``. Item *i* of the result is the new
    seat of the player at the seat with index *i*.
    """
    moves = {second: lowest.partner, lowest.partner: second}
    return tuple(moves.get(seat, seat) for seat in SEATS)


def _with_random_dealer(draw: Draw) -> Draw:
    card_number = pack(draw.rules.pack).index(draw.pack[0])
    return replace(draw, dealer=draw.rules.seats[card_number % len(draw.rules.seats)])


def _first_jack(draw: Draw) -> Draw:
    seats = clockwise(draw.captain.left)
    first_jack = next(i for i, card in enumerate(draw.pack) if card.rank is Rank.JACK)
    shown = tuple((seats[i % len(seats)], card) for i, card in enumerate(draw.pack[: first_jack + 1]))
    return replace(draw, shown=shown, dealer=seats[first_jack % len(seats)])


def _high_cut(draw: Draw) -> Draw:
    return replace(draw, waiting=(draw.captain, draw.captain.left))


def _low_card(draw: Draw) -> Draw:
    return replace(draw, waiting=clockwise(draw.captain))


FIRST_STEPS = {"random": _with_random_dealer, "first_jack": _first_jack, "high_cut": _high_cut, "low_card": _low_card}
"""A dict from a method of drawing to the function that takes a new draw and returns it begun by this method."""
