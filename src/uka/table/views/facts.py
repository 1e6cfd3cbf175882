"""Facts about a deal that follow from the rules, so that a client need not know the rules.

The facts follow from one viewer's observation. They name the bowers, the order of the hand, who played which card, and
where the upcard is. Other facts are the number of cards in each hand and the wording of every call.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from operator import attrgetter
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from uka.core.cards import CARDS, Card, Rank, Suit
from uka.core.observation import Observation
from uka.core.public_deal import Phase
from uka.core.seats import Seat
from uka.core.trick import STRAINS, effective_suit, winner
from uka.narration.calls import phrase
from uka.narration.names import card_name

from ..hand_order import sorted_hand

Title: TypeAlias = Literal["right", "left", "benny"]
Titles: TypeAlias = tuple[tuple[Card, Title], ...]
Plays: TypeAlias = tuple[tuple[tuple[Seat, Card], ...], ...]


class UpcardPlace(Enum):
    """The places where the upcard can be."""

    OFFERED = "offered"
    TURNED_DOWN = "turned_down"
    TAKEN = "taken_up"
    ON_PACK = "on_pack"
    BURIED = "buried"

    def __str__(self) -> str:
        return "on the pack until played" if self is UpcardPlace.ON_PACK else self.value.replace("_", " ")


class PublicFacts(msgspec.Struct, frozen=True, gc=False):
    """The facts that every viewer may know."""

    led: Suit | None
    """The suit led to the current trick."""
    winning: Seat | None
    """The seat that is winning the current trick."""
    plays: Plays
    """The seat and card of each play, by trick; the current trick is last."""
    held: tuple[int, ...]
    """The number of cards in each seat's hand."""
    sitting_out: tuple[Seat, ...]
    turn_up: UpcardPlace
    turn_up_open: bool
    """Whether the upcard lies face up on or under the pack."""
    round: int
    """2 once the upcard is turned down, and 1 before."""
    stuck: bool
    """Whether the dealer must call trump."""
    said: tuple[str, ...]
    """The words of each pass and of each call for trump."""


class DealFacts(PublicFacts, frozen=True):
    """The facts that one viewer may know."""

    titles: Titles
    """The visible cards that are bowers or the benny (the joker as highest trump), each with its title."""
    order: tuple[Card, ...]
    """The viewer's cards in sorted order: trumps first once trump is made, the left bower among them."""
    labels: tuple[str, ...]
    """The wording of each legal action."""


def deal_facts(seen: Observation) -> DealFacts:
    """Return the facts that follow from the observation of a seat or a spectator."""
    return DealFacts(*_values(public_facts(seen)), titles=titles(seen), order=arranged(seen), labels=labels(seen))


def public_facts(seen: Observation, before: tuple[Observation, PublicFacts] | None = None) -> PublicFacts:
    """Return the facts that every viewer may know. ``seen`` is the observation of a seat or a spectator.

    Only one viewer may know more: a dealer who discarded the upcard knows that the upcard no longer lies on the pack.
    ``before`` is an earlier observation of the deal with its facts. The wordings of calls that have not changed since
    then are reused.
    """
    led, winning = _trick(seen)
    where = upcard_place(seen)
    same = before is not None and before[0].calls is seen.calls
    return PublicFacts(
        led=led,
        winning=winning,
        plays=plays(seen),
        held=_held(seen, where),
        sitting_out=tuple([seat for seat in seen.rules.seats if sits_out(seen, seat)]) if _sitting(seen) else (),
        turn_up=where,
        turn_up_open=_open(seen, where),
        round=seen.calling_round,
        stuck=seen.dealer_is_stuck,
        said=before[1].said if before and same else tuple([said(seen, i) for i in range(len(seen.calls))]),
    )


_values = attrgetter(*PublicFacts.__struct_fields__)


def plays(seen: Observation) -> Plays:
    """Return the seat and card of each play, by trick. The current trick is last."""
    sitting = _sitting(seen)
    done = [trick.plays(sitting) for trick in seen.tricks]
    return (*done, seen.plays) if seen.trick else tuple(done)


def labels(seen: Observation) -> tuple[str, ...]:
    """Return the wording of each legal action of the seat."""
    return tuple([phrase(seen, seen.seat, action) for action in seen.legal_actions]) if seen.seat else ()


def arranged(seen: Observation) -> tuple[Card, ...]:
    """Return the viewer's own cards in sorted order."""
    return sorted_hand(seen.cards, seen.trump)


def titles(seen: Observation) -> Titles:
    """Return the visible cards that are bowers or the benny (the joker as highest trump), each with its title.

    The visible cards are the viewer's own cards, the upcard and the played cards.

    >>> from uka import Deal, OrderUp, Ruleset
    >>> hands = {Seat.NORTH: "9c Tc Jc Qc Kc", Seat.EAST: "9d Td Jd Qd Kd",
    ...          Seat.SOUTH: "9h Th Jh Qh Kh", Seat.WEST: "9s Ts Js Qs Ks"}
    >>> deal = Deal.arranged(Ruleset(), dealer=Seat.NORTH, hands=hands, upcard="As")
    >>> deal, _ = deal.apply(OrderUp())
    >>> titles(deal.observe(Seat.NORTH)), titles(deal.observe(Seat.EAST))
    (((Card.JC, 'left'),), ())
    """
    return titles_of((*seen.cards, seen.upcard, *_played(seen)), seen.trump)


def titles_of(visible: Collection[Card], trump: Suit | None) -> Titles:
    """Return those of the visible cards that are bowers or the benny under a trump suit, each with its title."""
    return tuple([titled for titled in TITLED[trump] if titled[0] in visible])


def _played(seen: Observation) -> list[Card]:
    """Return the played cards, in no particular order."""
    cards = [*seen.trick]
    for trick in seen.tricks:
        cards += trick.cards
    return cards


def title(card: Card, trump: Suit | None) -> Title | None:
    """Return the title of a bower or of the benny (the joker) under a trump suit. Return None for any other card.

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


TITLED: dict[Suit | None, Titles] = {
    trump: tuple([(card, name) for card in CARDS if (name := title(card, trump))]) for trump in (None, *STRAINS)
}
"""The bowers and the benny (the joker) under each trump suit."""


def _trick(seen: Observation) -> tuple[Suit | None, Seat | None]:
    """Return the suit led to the current trick, and the seat that is winning the trick.

    Before the lead both are None.
    """
    trump = seen.trump
    if trump is None or seen.leader is None or not seen.trick:
        return None, None
    return effective_suit(seen.trick[0], trump), winner(seen.leader, seen.trick, _sitting(seen), trump)


def said(seen: Observation, number: int) -> str:
    """Return the words of a pass or a call for trump. ``number`` is its index among the calls of the deal, from 0."""
    call = seen.calls[number]
    before = replace(seen, calls=seen.calls[:number], contract=None, phase=Phase.CALLING)
    return phrase(before, call.seat, call.action)


def upcard_place(seen: Observation) -> UpcardPlace:
    """Return where the upcard is."""
    if seen.picked_up:
        return UpcardPlace.ON_PACK if _lies_on_pack(seen) else UpcardPlace.TAKEN
    if seen.contract and seen.contract.ordered:
        return UpcardPlace.BURIED
    return UpcardPlace.TURNED_DOWN if seen.calling_round == 2 else UpcardPlace.OFFERED


def upcard_words(seen: Observation) -> str:
    """Return the upcard and where it is, as text, such as "9♥ turned down (face up)"."""
    where = upcard_place(seen)
    face_up = " (face up)" if where is UpcardPlace.TURNED_DOWN and _open(seen, where) else ""
    return f"{card_name(seen.upcard)} {where}{face_up}"


def _lies_on_pack(seen: Observation) -> bool:
    return seen.rules.upcard_stays and seen.upcard not in (*seen.put_away, *_played(seen))


def upcard_in_sight(seen: Observation) -> bool:
    """Return whether the upcard lies face up on or under the pack."""
    return _open(seen, upcard_place(seen))


def _open(seen: Observation, where: UpcardPlace) -> bool:
    if where is UpcardPlace.TURNED_DOWN:
        return seen.rules.turned_down == "face_up"
    return where in (UpcardPlace.OFFERED, UpcardPlace.ON_PACK)


def sits_out(seen: Observation, seat: Seat) -> bool:
    """Return whether a seat sits out because its partner plays alone."""
    return seen.contract is not None and bool(seen.contract.sitting_out >> seat.index & 1)


def held(seen: Observation, seat: Seat) -> int:
    """Return the number of cards in a seat's hand. An upcard that still lies on the pack does not count."""
    return _held(seen, upcard_place(seen))[seat.index]


def _held(seen: Observation, where: UpcardPlace) -> tuple[int, ...]:
    gone, sitting = len(seen.tricks), _sitting(seen)
    counts = [seen.rules.hand_size - (not sitting >> seat.index & 1) * gone for seat in seen.rules.seats]
    for seat, _ in seen.plays:
        counts[seat.index] -= 1
    if seen.phase is Phase.SHOWING and seen.went_under:
        counts[seen.went_under.index] -= len(seen.shown)
    if seen.phase is Phase.DISCARDING and seen.turn:
        counts[seen.turn.index] += 1
    if seen.given and seen.contract and seen.contract.loner:
        counts[seen.contract.loner.partner.index] -= 1
    if where is UpcardPlace.ON_PACK and seen.picked_up:
        counts[seen.picked_up.index] -= 1
    return tuple(counts)


def _sitting(seen: Observation) -> int:
    return seen.contract.sitting_out if seen.contract else 0
