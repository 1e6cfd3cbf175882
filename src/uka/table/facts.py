"""What of a deal takes the rules to work out, told so that a screen needs none: from what its viewer may know.

Which of its cards are bowers and how its hand lies in order, who played what, where the turn-up went, how many cards
each seat holds, and every call in the ruleset's words.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from uka.core.cards import Card, Rank, Suit
from uka.core.observation import Observation
from uka.core.public import Phase
from uka.core.seats import Seat
from uka.core.trick import effective_suit, trump_order, winner
from uka.records.text import phrase

Title: TypeAlias = Literal["right", "left", "benny"]
Plays: TypeAlias = tuple[tuple[tuple[Seat, Card], ...], ...]
PLAIN_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""How suits lie beside each other in a hand: black beside red."""


class TurnUp(Enum):
    """Where the turn-up is."""

    OFFERED = "offered"
    TURNED_DOWN = "turned_down"
    TAKEN = "taken_up"
    ON_PACK = "on_pack"
    BURIED = "buried"

    def __str__(self) -> str:
        return "on the pack until played" if self is TurnUp.ON_PACK else self.value.replace("_", " ")


class Facts(msgspec.Struct, frozen=True):
    """Beside a deal as one viewer knows it.

    ``order``: the own cards as they lie in a hand, trumps first once trump is made, the left bower among them.
    ``titles``: which cards in sight are bowers, or the benny. ``led``: the suit led to the trick in progress, and
    ``winning`` whose card is best in it. ``plays``: who played what, trick by trick, that in progress last. ``held``:
    cards in each seat's hand, by seat. ``round``: 2 once the turn-up was refused. ``stuck``: the dealer must call.
    ``said`` and ``labels``: the words of each of ``calls`` and of each of ``legal_actions``.
    """

    order: tuple[Card, ...]
    titles: tuple[tuple[Card, Title], ...]
    led: Suit | None
    winning: Seat | None
    plays: Plays
    held: tuple[int, ...]
    sitting_out: tuple[Seat, ...]
    turn_up: TurnUp
    turn_up_open: bool
    round: int
    stuck: bool
    said: tuple[str, ...]
    labels: tuple[str, ...]


class Shared(NamedTuple):
    """Those facts that are the same for everyone, worked out once for all viewers of a deal."""

    led: Suit | None
    winning: Seat | None
    titles: tuple[tuple[Card, Title], ...]
    plays: Plays
    played: tuple[int, ...]
    sitting_out: tuple[Seat, ...]
    round: int
    stuck: bool
    said: tuple[str, ...]


def shared(seen: Observation) -> Shared:
    """What everyone may know, from what anyone knows."""
    led, winning = _trick(seen)
    made = plays(seen)
    return Shared(
        led=led,
        winning=winning,
        titles=_in_sight(seen, made),
        plays=made,
        played=_played(seen, made),
        sitting_out=tuple([seat for seat in seen.rules.seats if sits_out(seen, seat)]),
        round=seen.calling_round,
        stuck=seen.stuck,
        said=tuple([said(seen, i) for i in range(len(seen.calls))]),
    )


def facts(seen: Observation, known: Shared | None = None) -> Facts:
    """All of it, from what a seat or a spectator may know; ``known`` if it was worked out for another of them."""
    known = known or shared(seen)
    where = turn_up(seen)
    return Facts(
        order=arranged(seen),
        titles=tuple(dict.fromkeys((*titles(seen.cards, seen.trump), *known.titles))),
        led=known.led,
        winning=known.winning,
        plays=known.plays,
        held=tuple([_held(seen, seat, known.played[seat.index], where) for seat in seen.rules.seats]),
        sitting_out=known.sitting_out,
        turn_up=where,
        turn_up_open=_open(seen, where),
        round=known.round,
        stuck=known.stuck,
        said=known.said,
        labels=tuple([phrase(seen, seen.seat, action) for action in seen.legal_actions]) if seen.seat else (),
    )


def plays(seen: Observation) -> Plays:
    """Who played what, trick by trick, that in progress last."""
    done = tuple([trick.plays(_sitting(seen)) for trick in seen.tricks])
    return (*done, seen.plays) if seen.trick else done


def _played(seen: Observation, plays: Plays) -> tuple[int, ...]:
    """How many cards each seat has played."""
    counts = [0] * len(seen.rules.seats)
    for trick in plays:
        for seat, _ in trick:
            counts[seat.index] += 1
    return tuple(counts)


def arranged(seen: Observation) -> tuple[Card, ...]:
    """The own cards in order."""
    return laid(seen.cards, seen.trump)


@lru_cache(4_096)
def laid(cards: tuple[Card, ...], trump: Suit | None) -> tuple[Card, ...]:
    """A hand in order: trumps first once trump is made, the left bower among them; in each suit high to low."""

    def place(card: Card) -> tuple[int, int]:
        if card.suit is None or (trump is not None and effective_suit(card, trump) is trump):
            return -1, -trump_order(card, trump or Suit.NO_TRUMP)
        return PLAIN_ORDER.index(card.suit), -card.rank.index

    return tuple(sorted(cards, key=place))


def titles(cards: Iterable[Card], trump: Suit | None) -> tuple[tuple[Card, Title], ...]:
    """Which of some cards are bowers, or the benny."""
    return tuple([(card, name) for card in cards if (name := title(card, trump))])


def _in_sight(seen: Observation, plays: Plays) -> tuple[tuple[Card, Title], ...]:
    """Those of the turn-up and the cards played."""
    return titles(dict.fromkeys((seen.upcard, *(card for trick in plays for _, card in trick))), seen.trump)


def title(card: Card, trump: Suit | None) -> Title | None:
    """What a card is called beside its name.

    >>> title(Card.JC, Suit.SPADES), title(Card.JC, Suit.CLUBS), title(Card.JC, Suit.HEARTS)
    ('left', 'right', None)
    """
    if card.suit is None:
        return "benny"
    if trump is None or trump is Suit.NO_TRUMP or card.rank is not Rank.JACK:
        return None
    if card.suit is trump:
        return "right"
    return "left" if effective_suit(card, trump) is trump else None


def _trick(seen: Observation) -> tuple[Suit | None, Seat | None]:
    """The suit led to the trick in progress, and who is to take it as it lies."""
    trump = seen.trump
    if trump is None or seen.leader is None or not seen.trick:
        return None, None
    return effective_suit(seen.trick[0], trump), winner(seen.leader, seen.trick, _sitting(seen), trump)


def said(seen: Observation, number: int) -> str:
    """The words of one of the calls, counted from 0."""
    call = seen.calls[number]
    before = replace(seen, calls=seen.calls[:number], contract=None, phase=Phase.CALLING)
    return phrase(before, call.seat, call.action)


def turn_up(seen: Observation) -> TurnUp:
    """What became of the turn-up so far."""
    if seen.picked_up:
        return TurnUp.ON_PACK if _lies_on_pack(seen) else TurnUp.TAKEN
    if seen.contract and seen.contract.ordered:
        return TurnUp.BURIED
    return TurnUp.TURNED_DOWN if seen.calling_round == 2 else TurnUp.OFFERED


def _lies_on_pack(seen: Observation) -> bool:
    gone = (*seen.put_away, *seen.trick, *(card for trick in seen.tricks for card in trick.cards))
    return seen.rules.upcard_stays and seen.upcard not in gone


def upcard_in_sight(seen: Observation) -> bool:
    """Whether the turn-up lies open on, or under, the pack."""
    return _open(seen, turn_up(seen))


def _open(seen: Observation, where: TurnUp) -> bool:
    if where is TurnUp.TURNED_DOWN:
        return seen.rules.turned_down == "face_up"
    return where in (TurnUp.OFFERED, TurnUp.ON_PACK)


def sits_out(seen: Observation, seat: Seat) -> bool:
    """Whether a seat has laid down its cards, its partner being alone."""
    return seen.contract is not None and bool(seen.contract.sitting >> seat.index & 1)


def held(seen: Observation, seat: Seat) -> int:
    """How many cards are in a seat's hand; a turn-up that lies on the pack is not."""
    return _held(seen, seat, _played(seen, plays(seen))[seat.index], turn_up(seen))


def _held(seen: Observation, seat: Seat, played: int, where: TurnUp) -> int:
    count = seen.rules.hand_size - played
    if seat is seen.went_under and seen.phase is Phase.SHOWING:
        count -= len(seen.shown)
    if seen.phase is Phase.DISCARDING and seat is seen.turn:
        count += 1
    if seen.given and seen.contract and seen.contract.loner and seat is seen.contract.loner.partner:
        count -= 1
    return count - (seat is seen.picked_up and where is TurnUp.ON_PACK)


def _sitting(seen: Observation) -> int:
    return seen.contract.sitting if seen.contract else 0
