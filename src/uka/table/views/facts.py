"""Facts about a deal that follow from the rules, so that a client need not know the rules.

They follow from the observation of one viewer: which cards are bowers, how the hand is sorted, who played which card,
where the upcard is, how many cards each hand holds, and in which words each call is made.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
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
"""What a card is called besides its name: right bower, left bower, or benny (the joker as the highest trump)."""
Titles: TypeAlias = tuple[tuple[Card, Title], ...]
Plays: TypeAlias = tuple[tuple[tuple[Seat, Card], ...], ...]
"""The seat and the card of each play, by trick."""


class UpcardPlace(Enum):
    """Where the upcard is: offered to the players, turned down, in a hand, on the pack until played, or buried."""

    OFFERED = "offered"
    TURNED_DOWN = "turned_down"
    TAKEN = "taken_up"
    ON_PACK = "on_pack"
    BURIED = "buried"

    def __str__(self) -> str:
        return "on the pack until played" if self is UpcardPlace.ON_PACK else self.value.replace("_", " ")


class DealFacts(msgspec.Struct, frozen=True, gc=False):
    """Facts about a deal that follow from the rules. Every viewer may know them, except the titles of hidden cards."""

    led: Suit | None
    """The suit led to the current trick."""
    winning: Seat | None
    """The seat that is winning the current trick."""
    plays: Plays
    """The seat and card of each play, by trick; the current trick is last."""
    held: tuple[int, ...]
    """The number of cards in each seat's hand."""
    sitting_out: tuple[Seat, ...]
    """The seats that sit out because their partners play alone."""
    turn_up: UpcardPlace
    """Where the upcard is."""
    turn_up_open: bool
    """Whether the upcard lies face up on or under the pack."""
    round: int
    """The calling round: 2 once the upcard is turned down, and 1 before."""
    stuck: bool
    """Whether the dealer must call trump now."""
    said: tuple[str, ...]
    """The words in which each pass and each call for trump was made, in order."""
    titles: Titles
    """The cards in sight that are bowers or the benny (the joker as highest trump), each with its title."""


def deal_facts(seen: Observation, said: tuple[str, ...] | None = None, done: Plays | None = None) -> DealFacts:
    """Return the facts that follow from ``seen``, apart from the viewer's own cards.

    ``seen`` is the observation of a spectator or of a seat. For a dealer who discarded the upcard the facts differ,
    since nobody else knows where the upcard is. ``said`` holds the words of all calls, and ``done`` the plays of all
    finished tricks, if they are known already.
    """
    led, winning = _led_and_winning(seen)
    where = upcard_place(seen)
    if said is None:
        said = tuple([call_words(seen, number) for number in range(len(seen.calls))])
    return DealFacts(
        led=led,
        winning=winning,
        plays=plays(seen, done),
        held=_hand_sizes(seen, where),
        sitting_out=tuple([seat for seat in seen.rules.seats if sits_out(seen, seat)])
        if _sitting_out_mask(seen)
        else (),
        turn_up=where,
        turn_up_open=_lies_face_up(seen, where),
        round=seen.calling_round,
        stuck=seen.dealer_is_stuck,
        said=said,
        titles=titles((seen.upcard, *_played(seen)), seen.trump),
    )


def plays(seen: Observation, done: Plays | None = None) -> Plays:
    """Return the seat and the card of each play, by trick. The current trick is last, if it has begun.

    ``done`` holds the plays of all finished tricks, if they are known already.
    """
    if done is None:
        sitting = _sitting_out_mask(seen)
        done = tuple([trick.plays(sitting) for trick in seen.tricks])
    return (*done, seen.plays) if seen.trick else done


def action_labels(seen: Observation) -> tuple[str, ...]:
    """Return the words for each legal action of the seat whose observation ``seen`` is, in order."""
    return tuple([phrase(seen, seen.seat, action) for action in seen.legal_actions]) if seen.seat else ()


def sorted_cards(seen: Observation) -> tuple[Card, ...]:
    """Return the cards of the seat whose observation ``seen`` is, sorted by suit and rank, trumps first."""
    return sorted_hand(seen.cards, seen.trump)


def titles(cards: Collection[Card], trump: Suit | None) -> Titles:
    """Return the bowers and the benny (the joker as the highest trump) among ``cards``, each with its title.

    ``trump`` is the trump suit, or None before trump is made.

    >>> titles((Card.JC, Card.JS, Card.JD), Suit.SPADES)
    ((Card.JC, 'left'), (Card.JS, 'right'))
    """
    return tuple([titled for titled in TITLED[trump] if titled[0] in cards])


def _played(seen: Observation) -> list[Card]:
    """Return the played cards, in no particular order."""
    cards = [*seen.trick]
    for trick in seen.tricks:
        cards += trick.cards
    return cards


def title(card: Card, trump: Suit | None) -> Title | None:
    """Return the title of a card that is a bower or the benny (the joker) if ``trump`` is the trump suit, or else None.

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
"""For each trump suit, and for None (no trump made yet), the bowers and the benny (the joker), each with its title."""


def _led_and_winning(seen: Observation) -> tuple[Suit | None, Seat | None]:
    """Return the suit led to the current trick, and the seat that is winning the trick.

    Before the lead both are None.
    """
    trump = seen.trump
    if trump is None or seen.leader is None or not seen.trick:
        return None, None
    return effective_suit(seen.trick[0], trump), winner(seen.leader, seen.trick, _sitting_out_mask(seen), trump)


def call_words(seen: Observation, number: int) -> str:
    """Return the words in which a pass or a call for trump was made.

    ``number`` is the index of the call among the calls of the deal, from 0.
    """
    call = seen.calls[number]
    before = replace(seen, calls=seen.calls[:number], contract=None, phase=Phase.CALLING)
    return phrase(before, call.seat, call.action)


def upcard_place(seen: Observation) -> UpcardPlace:
    """Return where the upcard is, as far as the viewer of the observation ``seen`` knows."""
    if seen.picked_up:
        return UpcardPlace.ON_PACK if _lies_on_pack(seen) else UpcardPlace.TAKEN
    if seen.contract and seen.contract.ordered:
        return UpcardPlace.BURIED
    return UpcardPlace.TURNED_DOWN if seen.calling_round == 2 else UpcardPlace.OFFERED


def upcard_words(seen: Observation) -> str:
    """Return a text with the upcard and where it is, such as "9♥ turned down (face up)"."""
    where = upcard_place(seen)
    face_up = " (face up)" if where is UpcardPlace.TURNED_DOWN and _lies_face_up(seen, where) else ""
    return f"{card_name(seen.upcard)} {where}{face_up}"


def _lies_on_pack(seen: Observation) -> bool:
    return seen.rules.upcard_stays and seen.upcard not in (*seen.put_away, *_played(seen))


def upcard_in_sight(seen: Observation) -> bool:
    """Return whether the upcard lies face up on or under the pack."""
    return _lies_face_up(seen, upcard_place(seen))


def _lies_face_up(seen: Observation, where: UpcardPlace) -> bool:
    if where is UpcardPlace.TURNED_DOWN:
        return seen.rules.turned_down == "face_up"
    return where in (UpcardPlace.OFFERED, UpcardPlace.ON_PACK)


def sits_out(seen: Observation, seat: Seat) -> bool:
    """Return whether a seat sits out because its partner plays alone."""
    return seen.contract is not None and bool(seen.contract.sitting_out >> seat.index & 1)


def cards_held(seen: Observation, seat: Seat) -> int:
    """Return the number of cards in the hand of ``seat``. An upcard that still lies on the pack does not count."""
    return _hand_sizes(seen, upcard_place(seen))[seat.index]


def _hand_sizes(seen: Observation, where: UpcardPlace) -> tuple[int, ...]:
    """Return the number of cards in each seat's hand. An upcard that lies on the pack is in no hand."""
    size, tricks, sitting = seen.rules.hand_size, len(seen.tricks), _sitting_out_mask(seen)
    counts = [size if sitting >> seat.index & 1 else size - tricks for seat in seen.rules.seats]
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


def _sitting_out_mask(seen: Observation) -> int:
    """Return the mask of the seats that sit out: bit *i* is set if the seat with index *i* does."""
    return seen.contract.sitting_out if seen.contract else 0
