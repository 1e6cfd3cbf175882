"""How cards, seats and sides are called in a sentence, the reader being "you"; and how a deal ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from uka.core.cards import Card
from uka.core.scoring import DealResult, Outcome
from uka.core.seats import SEATS, Partnership, Seat

COMPASS = tuple(str(seat).capitalize() for seat in SEATS)


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


def cut(text: str, width: int) -> str:
    """Text that takes no more than ``width`` columns.

    >>> cut("Tāwhirimātea", 8), cut("Hana", 8)
    ('Tāwhiri…', 'Hana')
    """
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


class Names(NamedTuple):
    """What one reader calls the seats; ``me`` is the reader's own, None for one who only watches.

    ``others`` are the names by seat, ``tags`` what stands beside a name on the table.

    >>> names = Names(Seat.SOUTH)
    >>> names.name(Seat.SOUTH), names.name(Seat.WEST), names.inside(Seat.SOUTH)
    ('You', 'West', 'you')
    >>> names.does(Seat.SOUTH, "take"), names.does(Seat.WEST, "pass")
    ('You take', 'West passes')
    >>> names.pair(Partnership.NORTH_SOUTH), names.to(Partnership.EAST_WEST)
    ('You and North', 'them')
    """

    me: Seat | None
    others: tuple[str, ...] = COMPASS
    tags: tuple[str, ...] = ("",) * len(SEATS)

    @property
    def view(self) -> Seat:
        """The seat from which the table is looked at."""
        return self.me or Seat.SOUTH

    @property
    def sides(self) -> tuple[Partnership, Partnership]:
        """The two sides, the reader's first."""
        return self.view.partnership, self.view.partnership.other

    def name(self, seat: Seat) -> str:
        """A seat at the beginning of a sentence."""
        return "You" if seat is self.me else self.others[seat.index]

    def inside(self, seat: Seat) -> str:
        """A seat within a sentence."""
        return "you" if seat is self.me else self.others[seat.index]

    def does(self, seat: Seat, verb: str) -> str:
        """Who does something now."""
        if seat is self.me:
            return f"You {verb}"
        ending = "es" if verb.endswith(("s", "sh", "ch", "o")) else "s"
        return f"{self.name(seat)} {verb}{ending}"

    def pair(self, side: Partnership, joint: str = " and ") -> str:
        """Two partners, the reader first."""
        return joint.join(self.name(seat) for seat in sorted(side.seats, key=lambda seat: seat is not self.me))

    def they(self, side: Partnership) -> str:
        """A side within a sentence, as who does something."""
        return self._side(side, "you", "they")

    def to(self, side: Partnership) -> str:
        """A side within a sentence, as who gets something."""
        return self._side(side, "you", "them")

    def _side(self, side: Partnership, ours: str, theirs: str) -> str:
        if self.me is None:
            return self.pair(side)
        return ours if side is self.me.partnership else theirs


def counted(count: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "trick"), counted(3, "trick"), counted(1503, "line")
    ('1 trick', '3 tricks', '1,503 lines')
    """
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"


def ending(result: DealResult, names: Names, *, revoked: bool = False) -> str:
    """How a deal ended and what it was worth, in a sentence or two; ``revoked``: a revoke in it was paid for before."""
    scored = [(side, n) for side, n in zip(Partnership, result.points, strict=True) if n]
    points = [f"{counted(n, 'point')} to {names.to(side)}." for side, n in scored]
    with_revoke = ["With the revoke:"] if points and revoked and result.outcome is not Outcome.REVOKED else []
    return " ".join([_told(result, names), *with_revoke, *points])


def penalised(penalty: int, side: Partnership, names: Names) -> str:
    """What a revoke brings the other side where the deal goes on after it."""
    return f"{counted(penalty, 'point')} to {names.to(side)} at once; the deal is played out."


def _told(result: DealResult, names: Names) -> str:
    if result.makers is None or result.outcome in (Outcome.REVOKED, Outcome.REDEAL, Outcome.THROWN_IN):
        return {
            Outcome.REVOKED: "A revoke was proven, and the deal ends.",
            Outcome.REDEAL: "A farmer's hand was shown: the same dealer deals again.",
        }.get(result.outcome, "Nobody called: the deal is thrown in.")
    pair = names.pair(result.makers)
    taken = result.tricks[result.makers.index]
    tricks, too_few = counted(taken, "trick"), f"only {counted(taken, 'trick')}" if taken else "no trick"
    loner = names.name(result.loner) if result.loner else pair
    defender = names.name(result.lone_defender) if result.lone_defender else ""
    return {
        Outcome.MADE: f"{pair} made it with {tricks}.",
        Outcome.MARCH: f"{pair} took all five tricks: a march!",
        Outcome.LONE_MADE: f"{loner} made {tricks} alone.",
        Outcome.LONE_MARCH: f"{loner} took all five tricks alone!",
        Outcome.EUCHRED: f"{pair} took {too_few}: euchred!",
        Outcome.LONE_EUCHRED: f"{loner} took {too_few} alone: euchred!",
        Outcome.DEFENDED_ALONE: f"{defender} defended alone, and {pair} took {too_few}: euchred!",
    }[result.outcome]
